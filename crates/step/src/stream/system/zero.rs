//! Output that is a string: it ends at its first zero, whatever is written behind that.
//!
//! A filter that decodes `%00`, or that changes symbols one by one, may write a zero before it has come to its end. What it writes
//! from then on is nobody's: the configuration is *silent*, and goes on as before but for its output, since it may still fail.

use smt::Term;

use super::{Configuration, ConfigurationId, Does, Move, StreamSystem};

/// What is assumed of a filter whose output should end with a zero and does not.
const UNENDED: &str = "the output ends where it stops to write, though no zero is there";

impl StreamSystem {
    /// A step as the reader of its output sees it: one for each place where the first zero may be.
    pub(super) fn up_to_zero(
        &mut self,
        from: &Configuration,
        given: &[Term],
        step: Move,
    ) -> Vec<Move> {
        if from.silent {
            return vec![Move {
                writes: Vec::new(),
                ..step
            }];
        }
        if !self.filter.ends_with_zero {
            return vec![step];
        }
        let zero = self.terms.bv(self.filter.writes.bits.into(), 0);
        let (mut moves, mut guard) = (Vec::new(), step.guard);
        for (i, &symbol) in step.writes.iter().enumerate() {
            let is_zero = self.terms.eq(symbol, zero);
            let ends = self.terms.and(&[guard, is_zero]);
            if !self.is_possible(given, ends) {
                continue;
            }
            moves.push(Move {
                guard: ends,
                writes: step.writes[..i].to_vec(),
                does: self.silently(&step.does),
            });
            guard = self.terms.and(&[guard, self.terms.not(is_zero)]);
            if is_zero == self.terms.true_() {
                return moves;
            }
        }
        let is_possible = self.is_possible(given, guard);
        // What was in place ends there.
        if is_possible && matches!(step.does, Does::Ends) && !self.filter.in_place {
            self.filter.subject.program.assume(&UNENDED.into());
        }
        // A step of which no part is a zero's stays, whatever is thought of it.
        if is_possible || moves.is_empty() {
            moves.push(Move { guard, ..step });
        }
        moves
    }

    /// Whether a condition can hold of symbols none of which ends the input.
    fn is_possible(&mut self, given: &[Term], condition: Term) -> bool {
        let never = self.terms.false_();
        condition != never && self.satisfiable(&[given, &[condition, self.nonzero()]].concat())
    }

    /// The same, with nothing more to be seen of what is written.
    fn silently(&mut self, does: &Does) -> Does {
        match does {
            Does::Waits(to, updates) => Does::Waits(self.silenced(*to), updates.clone()),
            Does::Rereads(to, updates) => Does::Rereads(self.silenced(*to), updates.clone()),
            does => does.clone(),
        }
    }

    fn silenced(&mut self, id: ConfigurationId) -> ConfigurationId {
        let (configuration, origin) = self.configurations[id].clone();
        let again = configuration.again.map(|again| self.silenced(again));
        let silent = Configuration {
            silent: true,
            again,
            pending: Vec::new(),
            ..(*configuration).clone()
        };
        self.intern(silent, origin)
    }

    /// No symbol of the window is zero: a zero would have ended the input.
    fn nonzero(&self) -> Term {
        let zero = self.terms.bv(self.filter.reads.bits.into(), 0);
        let window = self
            .window
            .iter()
            .map(|symbol| self.terms.ne(*symbol, zero));
        match self.filter.terminated {
            true => self.terms.and(&window.collect::<Vec<_>>()),
            false => self.terms.true_(),
        }
    }
}
