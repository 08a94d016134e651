//! One big step: a configuration is fed a letter and followed until it wants the next one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use base::{Place, StopReason};
use smt::{Term, Terms};
use symex::{
    Advance, Astray, Counter, Explored, Fed, Feeding, Integers, LONGEST_STREAM, Limits, Paused,
    Reached, Tape, World, Written, left_open_by,
};

use super::in_place::InPlace;
use super::locate::{Arrived, Arriving};
use super::{Change, Configuration, Does, Letter, Move, Origin, StreamSystem, Wrote};
use crate::events::{End, Subject};

/// Ways through one big step that are followed before the input is read again instead.
const MOST_WAYS: usize = 1_000;

/// Numbers of symbols that a filter writes in one step; with more there is no bound on them.
const MOST_LENGTHS: usize = 300;

/// A filter that writes so much in one way of very many has no bound on it.
const MUCH_WRITTEN: usize = 100;

impl StreamSystem {
    pub(super) fn feed(
        &mut self,
        configuration: &Configuration,
        origin: &Origin,
        letter: Letter,
    ) -> Result<Vec<Move>, Change> {
        self.steps += 1;
        let mut given = configuration.given.clone();
        if letter == Letter::Symbol && self.filter.terminated {
            given.push(self.alphabet());
        }
        given.extend(self.rooms(configuration, letter));
        let (advances, explored) = self.advances(configuration, &given, letter);
        let unknown = |advance: &Advance| match advance.to {
            Reached::Astray(Astray::Unknown(term), ..) => Some(term),
            _ => None,
        };
        let unknown: Vec<Term> = advances
            .iter()
            .filter_map(unknown)
            .filter(|t| self.open_in(&[*t]).is_none())
            .collect();
        self.nothing_forgotten(origin, &unknown)?;
        if explored == Explored::Halted {
            self.nothing_to_remember(configuration, origin)?;
        }
        if explored == Explored::Halted {
            if !self.general.rescans() {
                return Err(Change::Rescans);
            }
            let does = Does::Unknown(self.too_many_ways(&advances));
            return Ok(vec![Move {
                guard: self.terms.true_(),
                writes: Vec::new(),
                does,
            }]);
        }
        let mut moves = Vec::new();
        for advance in advances {
            if let Some(step) = self.step(configuration, origin, &given, letter, advance)? {
                moves.extend(self.up_to_zero(configuration, &given, step));
            }
        }
        if let Explored::Stopped(reason) = explored {
            // Soundness: guards that conditions were left out of cover ways that were not followed.
            let known: Vec<Term> = match self.general.has_loose() {
                true => Vec::new(),
                false => moves.iter().map(|m| m.guard).collect(),
            };
            let guard = self.terms.not(self.terms.or(&known));
            moves.push(Move {
                guard,
                writes: Vec::new(),
                does: Does::Unknown(reason),
            });
        }
        self.united(moves)
    }

    fn advances(
        &mut self,
        from: &Configuration,
        given: &[Term],
        letter: Letter,
    ) -> (Vec<Advance>, Explored) {
        let (filter, terms) = (Rc::clone(&self.filter), self.terms.clone());
        let world = World::new(
            &filter.subject.program,
            &terms,
            Integers::Wrapping,
            Rc::clone(&self.image),
        );
        let leaves = match letter {
            Letter::End => self.substituted(&from.leaves, &[(self.rest, terms.bv(64, 0))]),
            Letter::Begin | Letter::Symbol => from.leaves.clone(),
        };
        let leaves = self.behind_in(from, leaves);
        let paused = from.pose.materialise(&world, &leaves);
        let limits = Limits {
            steps: 400_000,
            unrolls: 2_000,
            values: 256,
            ..Limits::for_programs()
        };
        let tape = Tape {
            unknown: self.forgotten(from),
            ..self.tape(from, letter)
        };
        let mut advances = Vec::new();
        let mut memo = std::mem::take(&mut self.memo);
        let feeding = Feeding {
            from: &paused,
            tape,
            given,
            memo: &mut memo,
        };
        let explored = symex::feed(
            &world,
            &limits,
            &self.budget,
            &mut *self.solver,
            feeding,
            &mut |advance| {
                // What is left open stays so, whatever is remembered.
                let is_forgotten = match advance.to {
                    Reached::Astray(Astray::Unknown(term), ..) => !is_open(&terms, term),
                    Reached::Astray(..) | Reached::Pause(..) | Reached::End(_) => false,
                };
                advances.push(advance);
                if is_forgotten || advances.len() > MOST_WAYS {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        self.memo = memo;
        (advances, explored)
    }

    /// Why a filter that has too many ways to go on is not followed, and where it was.
    fn too_many_ways(&self, advances: &[Advance]) -> StopReason {
        let longest = advances
            .iter()
            .map(|advance| advance.output.len())
            .max()
            .unwrap_or(0);
        let what = match longest >= MUCH_WRITTEN {
            true => format!(
                "it writes without bound: {longest} symbols for one that it reads, and more"
            ),
            false => format!("there are more than {MOST_WAYS} ways to go on with one symbol"),
        };
        let paused = advances.iter().rev().find_map(|advance| match &advance.to {
            Reached::Pause(_, paused) => Some(paused),
            Reached::Astray(..) | Reached::End(_) => None,
        });
        StopReason::Unsupported {
            what,
            place: paused.and_then(|paused| self.place_of(paused)),
        }
    }

    /// Where a program has paused, in the file that it starts in.
    fn place_of(&self, paused: &Paused) -> Option<Place> {
        let Subject { program, start, .. } = &self.filter.subject;
        let file = &program.functions[*start].file;
        let activation = paused
            .activations
            .iter()
            .rev()
            .find(|a| program.functions[a.function].file == *file)?;
        let block = &program.code(activation.function).blocks[activation.block];
        let line = block
            .statements
            .get(activation.at)
            .map_or(block.terminator.line, |s| s.line);
        (line != 0).then(|| Place {
            file: file.clone(),
            line,
        })
    }

    pub(super) fn counters(&self, at: Option<usize>, marked: bool, letter: Letter) -> Vec<Counter> {
        let counter = |variable, least| Counter {
            variable,
            least,
            most: LONGEST_STREAM,
        };
        let mut counters = vec![counter(self.written, 0)];
        match (marked, at) {
            (true, _) => counters.extend([counter(self.mark, 0), counter(self.lag, 1)]),
            (false, None) => counters.push(counter(self.position, self.general.threshold() as i64)),
            (false, Some(_)) => {}
        }
        match letter {
            Letter::Begin => counters.push(counter(self.rest, 0)),
            Letter::Symbol => counters.push(counter(self.rest, 1)),
            Letter::End => {}
        }
        counters
    }

    fn tape(&self, configuration: &Configuration, letter: Letter) -> Tape {
        let bits = |n: usize| self.terms.bv(64, n as u64);
        let at = configuration.at;
        // To look back at all is to read the input again.
        let most = if self.general.rescans() {
            0
        } else {
            self.lookback
        };
        let past = at.map_or(most, |n| n.min(most));
        let position = match (configuration.marked, configuration.wrote) {
            (true, _) => self.terms.bv_add(self.mark, self.lag),
            (false, Wrote::Behind(_)) => self.terms.bv_add(self.written, self.slack),
            (false, _) => at.map_or(self.position, bits),
        };
        let written = self.written_in(configuration.wrote, position);
        let mut counters = self.counters(at, configuration.marked, letter);
        self.counters_behind(&mut counters, configuration.wrote);
        // What is held back was written.
        let own = counters.iter_mut().find(|c| c.variable == self.written);
        own.into_iter()
            .for_each(|c| c.least = configuration.held.len() as i64);
        Tape {
            reads: self.filter.reads,
            writes: self.filter.writes,
            terminated: self.filter.terminated,
            position,
            rest: if letter == Letter::End {
                bits(0)
            } else {
                self.rest
            },
            fed: match letter {
                Letter::Begin => Fed::Nothing,
                Letter::Symbol => Fed::Symbol(self.seen(0)),
                Letter::End => Fed::End,
            },
            written,
            held: self.held(configuration),
            fills: self.general.fills(),
            mark: configuration.marked.then_some(self.mark),
            rescans: self.general.rescans(),
            past: (1..=past).map(|back| self.seen(back)).collect(),
            counters,
            unknown: Rc::default(),
            loose: self.loose_in(configuration),
        }
    }

    /// How many symbols were written where the next one is at a position.
    pub(super) fn written_in(&self, wrote: Wrote, position: Term) -> Term {
        let bits = |n: i64| self.terms.bv(64, n as u64);
        match wrote {
            Wrote::Any | Wrote::Behind(_) => self.written,
            Wrote::Exactly(count) => bits(count as i64),
            Wrote::Beyond { more, pace } => {
                let paced = self.terms.bv_mul(position, bits(pace));
                self.terms.bv_add(paced, bits(more))
            }
        }
    }

    fn step(
        &mut self,
        from: &Configuration,
        origin: &Origin,
        given: &[Term],
        letter: Letter,
        mut advance: Advance,
    ) -> Result<Option<Move>, Change> {
        self.read_again(&mut advance);
        let all = advance.condition.clone();
        let conditions: Vec<Term> = advance
            .condition
            .into_iter()
            .filter(|c| !given.contains(c))
            .filter(|c| !self.is_loose(*c))
            .collect();
        self.nothing_loose(&advance.output)?;
        let guard = self.terms.and(&conditions);
        if guard == self.terms.false_() {
            return Ok(None);
        }
        let free = self.terms.free_vars(guard);
        if [self.position, self.mark, self.lag]
            .iter()
            .any(|counter| free.contains(counter))
        {
            self.general.flows(&self.terms, &[guard])?;
            let more = self.more_behind(from);
            return Err(more.unwrap_or_else(|| self.general.depends_on_position()));
        }
        self.nothing_lost(&advance.output, guard)?;
        let written: Vec<Term> = advance.output.iter().flat_map(Written::terms).collect();
        if let Some(reason) = self.depends_on_open(&written) {
            return Ok(Some(Move {
                guard,
                writes: Vec::new(),
                does: Does::Unknown(reason),
            }));
        }
        self.nothing_forgotten(origin, &[&written[..], &[guard]].concat())?;
        if self.writes_counters(&advance.output) {
            let what = "what it writes depends on how much it has read or written".to_owned();
            let does = Does::Unknown(StopReason::Unsupported { what, place: None });
            return Ok(Some(Move {
                guard,
                writes: Vec::new(),
                does,
            }));
        }
        let mut output = advance.output;
        let in_place = match self.filter.in_place {
            true => self.stays(from, letter, &advance.to, &mut output)?,
            false => InPlace::Fine,
        };
        if let InPlace::Unknown(what) = in_place {
            let what = what.to_owned();
            let does = Does::Unknown(StopReason::Unsupported { what, place: None });
            return Ok(Some(Move {
                guard,
                writes: Vec::new(),
                does,
            }));
        }
        let counts: Vec<Term> = output
            .iter()
            .skip(from.held.len())
            .map(|w| self.count(w))
            .collect();
        let held = match advance.to {
            Reached::Pause(..) => self.hold_back(&mut output),
            Reached::Astray(..) | Reached::End(_) => Vec::new(),
        };
        if output.iter().any(|w| matches!(w, Written::Gap)) && matches!(advance.to, Reached::End(_))
        {
            let what = "it leaves gaps in what it writes".to_owned();
            let does = Does::Unknown(StopReason::Unsupported { what, place: None });
            return Ok(Some(Move {
                guard,
                writes: Vec::new(),
                does,
            }));
        }
        let Some((mut writes, paid)) = self.paid(from, letter, &output) else {
            return Ok(Some(Move {
                guard,
                writes: Vec::new(),
                does: self.dropped(advance.to),
            }));
        };
        self.general.flows(&self.terms, &writes)?;
        self.lengths.insert(writes.len());
        let does = match advance.to {
            Reached::Pause(_, paused) if self.lengths.len() > MOST_LENGTHS => {
                let what = format!(
                    "it writes without bound: {} symbols for one that it reads, and more",
                    writes.len()
                );
                Does::Unknown(StopReason::Unsupported {
                    what,
                    place: self.place_of(&paused),
                })
            }
            Reached::Pause(_, paused) => {
                let to = Arriving {
                    paused: *paused,
                    letter,
                    guard,
                    writes: counts.len(),
                    counts,
                    conditions: all,
                    held: held.clone(),
                };
                let Arrived {
                    at: to,
                    updates,
                    lag,
                } = self.locate(from, origin, to)?;
                if let Some(reason) =
                    self.depends_on_open(&updates.values().copied().collect::<Vec<_>>())
                {
                    return Ok(Some(Move {
                        guard,
                        writes: Vec::new(),
                        does: Does::Unknown(reason),
                    }));
                }
                match self.owed(from, to, paid, lag) {
                    Some(symbols) if symbols.is_empty() || held.is_empty() => {
                        writes.extend(symbols)
                    }
                    Some(_) | None => {
                        return Ok(Some(Move {
                            guard,
                            writes: Vec::new(),
                            does: self.lost(),
                        }));
                    }
                }
                Does::Waits(to, updates)
            }
            Reached::Astray(how @ (Astray::Elsewhere | Astray::Skips), place, _) => {
                self.nothing_to_remember(from, origin)?;
                return self.astray(from, guard, (how, place));
            }
            Reached::Astray(Astray::Changes(back), place, _) => {
                return self.changes(back, guard, place);
            }
            Reached::Astray(Astray::Unknown(term), place, _) => {
                let what = match self.open_in(&[term]) {
                    Some(by) => format!("what it does depends on what C leaves open: {by}"),
                    None => "what it does depends on something that was forgotten".to_owned(),
                };
                Does::Unknown(StopReason::Unsupported {
                    what,
                    place: Some(place),
                })
            }
            Reached::Astray(Astray::Impossible, ..) => Does::Discarded,
            Reached::Astray(Astray::Counts, place, _) => match self.general.is_settled() {
                true => {
                    let what = "what it does depends on how much it has read".to_owned();
                    Does::Unknown(StopReason::Unsupported {
                        what,
                        place: Some(place),
                    })
                }
                // Which symbol is meant may have been left open.
                false => {
                    return Err(self
                        .more_behind(from)
                        .or_else(|| self.general.addresses())
                        .unwrap_or_else(|| self.general.depends_on_position()));
                }
            },
            Reached::Astray(Astray::Backwards, place, paused) => {
                let does = self.reread(from, origin, letter, *paused, place, &writes)?;
                // It is written with what comes next.
                return Ok(Some(Move {
                    guard,
                    writes: Vec::new(),
                    does,
                }));
            }
            Reached::End(end) => match self.end(end) {
                Does::Ends if !paid => self.lost(),
                Does::Ends if matches!(in_place, InPlace::Copies) => {
                    let depth = origin.depth + usize::from(letter == Letter::Symbol);
                    Does::Waits(self.copying(from, depth), BTreeMap::new())
                }
                does @ Does::Unknown(_) => {
                    self.nothing_to_remember(from, origin)?;
                    does
                }
                does => does,
            },
        };
        let writes = [&from.pending[..], &writes].concat();
        if self.filter.ends_with_zero && matches!(does, Does::Waits(..)) {
            self.holds_zero(&writes, held.len())?;
        }
        Ok(Some(Move {
            guard,
            writes,
            does,
        }))
    }

    /// Where it writes may be a matter of how it is seen.
    fn astray(
        &mut self,
        from: &Configuration,
        guard: Term,
        (how, place): (Astray, Place),
    ) -> Result<Option<Move>, Change> {
        let elsewhere = || match self.filter.in_place {
            true if how == Astray::Skips => self.general.may_fill(),
            true => self
                .more_behind(from)
                .or_else(|| self.general.moves_apart())
                .or_else(|| self.general.may_fill()),
            false => self.general.writes_astray(),
        };
        if let Some(change) = self.general.addresses().or_else(elsewhere) {
            return Err(change);
        }
        let what = "it writes elsewhere than behind what it has written".to_owned();
        let does = Does::Unknown(StopReason::Unsupported {
            what,
            place: Some(place),
        });
        Ok(Some(Move {
            guard,
            writes: Vec::new(),
            does,
        }))
    }

    pub(super) fn end(&self, end: symex::End) -> Does {
        let thrown_at = match &end {
            symex::End::Threw { place, .. } => Some(place.clone()),
            symex::End::Returned(_) | symex::End::Beyond(_) | symex::End::Cut(_) => None,
        };
        match self
            .filter
            .end_of(self.filter.subject.end_of_path(end), thrown_at)
        {
            End::Failed { what, place } => Does::Fails {
                what: what.name().to_owned(),
                place,
            },
            End::Undefined { kind, place } => Does::Fails {
                what: kind.name().to_owned(),
                place,
            },
            End::Ended => Does::Ends,
            End::Discarded => Does::Discarded,
            End::Beyond { .. } => {
                Does::Unknown(StopReason::Limit("a bound where there is none".into()))
            }
            End::Unknown(reason) => Does::Unknown(reason),
        }
    }

    /// Whether a symbol that is written depends on a counter: no transducer has those.
    fn writes_counters(&self, output: &[Written]) -> bool {
        let written: Vec<Term> = output.iter().filter_map(Written::symbol).collect();
        self.has_counter(&written)
    }

    pub(super) fn has_counter(&self, terms: &[Term]) -> bool {
        let free = self.terms.free_vars_of(terms);
        let counters = [
            self.position,
            self.rest,
            self.written,
            self.mark,
            self.lag,
            self.slack,
        ];
        counters.iter().any(|counter| free.contains(counter))
    }
}

/// Whether a term depends on what is left open.
fn is_open(terms: &Terms, term: Term) -> bool {
    let free = terms.free_vars(term);
    free.iter().any(|v| {
        terms
            .var_name(*v)
            .is_some_and(|name| left_open_by(name).is_some())
    })
}
