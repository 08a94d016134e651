//! Random machines over three letters, and other machines that do the same.

use base::Random;
use rustc_hash::FxHashMap;
use smt::{Term, Terms};

use super::LETTERS;
use crate::transducer::{
    Acceptor, AcceptorState, End, Start, State, Step, SymbolType, SymbolicTransducer, seen,
};

/// What may occur in a random machine.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) lookback: bool,
    /// Guards that compare a symbol with the one before.
    pub(super) compare: bool,
    pub(super) ahead: bool,
}

pub(super) struct Maker<'a> {
    pub(super) terms: &'a Terms,
    pub(super) random: &'a mut Random,
    pub(super) kind: Kind,
}

impl Maker<'_> {
    fn x(&self, back: usize) -> Term {
        seen(self.terms, SymbolType::BYTE, back)
    }

    fn letter(&self, letter: u64) -> Term {
        self.terms.bv(8, letter)
    }

    fn is(&self, letters: &[u64]) -> Term {
        let each: Vec<Term> = letters
            .iter()
            .map(|&l| self.terms.eq(self.x(0), self.letter(l)))
            .collect();
        self.terms.or(&each)
    }

    fn alphabet(&self) -> Term {
        let (low, high) = (self.letter(LETTERS[0]), self.letter(LETTERS[2]));
        self.terms.and2(
            self.terms.bv_ule(low, self.x(0)),
            self.terms.bv_ule(self.x(0), high),
        )
    }

    pub(super) fn machine(&mut self) -> SymbolicTransducer {
        let count = 1 + self.random.below(3);
        let mut states: Vec<State> = (0..=count).map(|at| self.state(at, count)).collect();
        // The first state is left for good, so that all others have a symbol before.
        let to_first = states.iter_mut().flat_map(|s| &mut s.steps);
        to_first.for_each(|step| step.to = step.to.max(1));
        let starts = if self.kind.ahead {
            self.starts()
        } else {
            vec![Start {
                when: None,
                state: 0,
            }]
        };
        SymbolicTransducer {
            terms: self.terms.clone(),
            input: SymbolType::BYTE,
            output: SymbolType::BYTE,
            alphabet: self.alphabet(),
            lookback: usize::from(self.kind.lookback || self.kind.compare),
            registers: Vec::new(),
            starts,
            states,
        }
    }

    /// Two starts; an acceptor and its opposite say which. The second start is a state with a symbol before: it is entered
    /// only through a copy of the first that looks at nothing.
    fn starts(&mut self) -> Vec<Start> {
        let accepting: Vec<bool> = (0..2).map(|_| self.random.chance(1, 2)).collect();
        let to: Vec<Vec<usize>> = (0..2)
            .map(|_| LETTERS.map(|_| self.random.below(2)).to_vec())
            .collect();
        let acceptor = |flipped: bool| {
            let state = |at: usize| {
                let edges = (0..2).map(|next| {
                    let letters: Vec<u64> = (0..3)
                        .filter(|&l| to[at][l] == next)
                        .map(|l| LETTERS[l])
                        .collect();
                    (self.is(&letters), next)
                });
                let edges = edges
                    .filter(|(guard, _)| *guard != self.terms.false_())
                    .collect();
                AcceptorState {
                    accepting: accepting[at] != flipped,
                    edges,
                }
            };
            Acceptor {
                states: (0..2).map(state).collect(),
            }
        };
        let state = if self.kind.lookback || self.kind.compare {
            0
        } else {
            1
        };
        vec![
            Start {
                when: Some(acceptor(false)),
                state: 0,
            },
            Start {
                when: Some(acceptor(true)),
                state,
            },
        ]
    }

    fn state(&mut self, at: usize, count: usize) -> State {
        let behind = at > 0;
        let mut steps = Vec::new();
        let groups = 1 + self.random.below(3);
        let group = LETTERS.map(|_| self.random.below(groups + 1));
        for g in 0..groups {
            let members = (0..3).filter(|&l| group[l] == g);
            let letters: Vec<u64> = members.map(|l| LETTERS[l]).collect();
            if letters.is_empty() {
                continue;
            }
            let guard = self.is(&letters);
            if self.kind.compare && behind && self.random.chance(1, 2) {
                let compare = self.terms.bv_ult(self.x(0), self.x(1));
                let compare = if self.random.chance(1, 2) {
                    compare
                } else {
                    self.terms.eq(self.x(0), self.x(1))
                };
                steps.push(self.step(self.terms.and2(guard, compare), behind, count));
                if self.random.chance(2, 3) {
                    steps.push(self.step(
                        self.terms.and2(guard, self.terms.not(compare)),
                        behind,
                        count,
                    ));
                }
            } else {
                steps.push(self.step(guard, behind, count));
            }
        }
        let ends = if self.random.chance(3, 4) {
            vec![self.end(behind)]
        } else {
            Vec::new()
        };
        State {
            steps,
            ends,
            failure: None,
        }
    }

    fn step(&mut self, guard: Term, behind: bool, count: usize) -> Step {
        let writes = (0..self.random.below(3))
            .map(|_| self.written(0, behind))
            .collect();
        Step {
            guard,
            writes,
            updates: Vec::new(),
            to: 1 + self.random.below(count),
        }
    }

    fn end(&mut self, behind: bool) -> End {
        let behind = behind && self.kind.lookback;
        let guard = if behind && self.random.chance(1, 4) {
            self.terms.ne(self.x(1), self.letter(LETTERS[1]))
        } else {
            self.terms.true_()
        };
        let writes = (0..self.random.below(2))
            .map(|_| if behind { self.x(1) } else { self.constant() })
            .collect();
        End { guard, writes }
    }

    fn constant(&mut self) -> Term {
        let letter = *self.random.pick(&LETTERS);
        self.letter(letter)
    }

    fn written(&mut self, from: usize, behind: bool) -> Term {
        let most = if behind && self.kind.lookback { 5 } else { 3 };
        let (x, one) = (self.x(from), self.terms.bv(8, 1));
        match self.random.below(most) {
            0 => self.constant(),
            1 => x,
            2 => {
                let last = self.terms.eq(x, self.letter(LETTERS[2]));
                self.terms
                    .ite(last, self.letter(LETTERS[0]), self.terms.bv_add(x, one))
            }
            3 => self.x(1),
            _ => {
                let less = self.terms.bv_ult(self.x(0), self.x(1));
                self.terms.ite(less, self.x(0), self.x(1))
            }
        }
    }

    /// A machine that writes everything one symbol later.
    pub(super) fn late(&self, machine: &SymbolicTransducer) -> SymbolicTransducer {
        let mut held = Held::default();
        let mut starts = machine.starts.clone();
        starts
            .iter_mut()
            .for_each(|start| start.state = held.number((start.state, Vec::new())));
        let mut states = Vec::new();
        while let Some((at, kept)) = held.states.get(states.len()).cloned() {
            let old = &machine.states[at];
            let step = |step: &Step| {
                let to = held.number((step.to, self.later(&step.writes)));
                Step {
                    writes: kept.clone(),
                    to,
                    ..step.clone()
                }
            };
            let steps = old.steps.iter().map(step).collect();
            let end = |end: &End| End {
                writes: [kept.clone(), end.writes.clone()].concat(),
                ..end.clone()
            };
            states.push(State {
                steps,
                ends: old.ends.iter().map(end).collect(),
                failure: None,
            });
        }
        SymbolicTransducer {
            lookback: machine.lookback + 1,
            starts,
            states,
            ..machine.clone()
        }
    }

    fn later(&self, writes: &[Term]) -> Vec<Term> {
        let map: FxHashMap<Term, Term> = (0..4)
            .map(|back| (self.x(back), self.x(back + 1)))
            .collect();
        self.terms.substitute_all(writes, &map)
    }

    /// The same but for one place.
    pub(super) fn changed(&mut self, machine: &SymbolicTransducer) -> SymbolicTransducer {
        let mut copy = machine.clone();
        let at = self.random.below(copy.states.len());
        let written = self.written(0, at > 0);
        let (random, state) = (&mut *self.random, &mut copy.states[at]);
        match random.below(4) {
            0 => _ = state.ends.pop(),
            1 if !state.steps.is_empty() => {
                let i = random.below(state.steps.len());
                state.steps.remove(i);
            }
            _ if !state.steps.is_empty() => {
                let i = random.below(state.steps.len());
                state.steps[i].writes = vec![written];
            }
            _ => {}
        }
        copy
    }
}

/// States of a machine that writes later: a state, and what is still to be written.
#[derive(Default)]
struct Held {
    numbers: FxHashMap<(usize, Vec<Term>), usize>,
    states: Vec<(usize, Vec<Term>)>,
}

impl Held {
    fn number(&mut self, state: (usize, Vec<Term>)) -> usize {
        *self.numbers.entry(state.clone()).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }
}
