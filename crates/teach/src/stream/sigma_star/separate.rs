//! Whether a deterministic machine and an abstraction agree (Botinčan and Babić, "Sigma*", 2013, section 3): pairs of states, breadth first, so that the
//! first difference lies at the end of a shortest separating sequence.
//!
//! In the paper all states are final: after every letter as much has been written as will be for the input that ends there.
//! So a pair of runs that has not written the same yet is a difference already, and pairs need not carry what one of them
//! is ahead of the other (the palindromes of the linear grammar there have their centre at the last letter).

use std::collections::{BTreeMap, BTreeSet};

use base::{Budget, StopReason};
use rustc_hash::FxHashMap;
use smt::Term;

use super::machine::{Edge, Machine, Outcome, Predicate};
use super::questions::Questions;

/// An input on which the two differ.
#[derive(Clone, Debug)]
pub(super) struct Separation {
    pub input: Vec<u64>,
    /// Whether they differ at its end.
    pub ended: bool,
    /// What the abstraction does with each letter: the state and the number of the edge.
    pub run: Vec<(usize, usize)>,
}

/// How many symbols back it is remembered which conditions were met; more only if ways were found that no input takes.
const MEMORIES: [usize; 5] = [0, 1, 2, 4, 8];

/// Pairs that are looked at.
const MOST_PAIRS: usize = 50_000;

/// A shortest sequence on which conjecture and abstraction differ; `None` if there is none.
pub(super) fn separating(
    conjecture: &Machine,
    abstraction: &Machine,
    asked: &mut Questions,
    budget: &Budget,
) -> Result<Option<Separation>, StopReason> {
    for memory in MEMORIES {
        let mut search = Search {
            conjecture,
            abstraction,
            asked,
            budget,
            memory,
            lost: false,
            pairs: Vec::new(),
        };
        let found = search.run()?;
        if found.is_some() || !search.lost {
            return Ok(found);
        }
    }
    let why = "guards compare symbols so that ways were found that no input takes";
    Err(StopReason::Inexpressible(why.to_owned()))
}

/// A pair of states, with what is known of the window and how it was reached.
struct Pair {
    conjectured: usize,
    abstracted: usize,
    given: Vec<Term>,
    /// The pair before, the condition met and the number of the abstraction's edge.
    from: Option<(usize, Term, usize)>,
}

struct Search<'a> {
    conjecture: &'a Machine,
    abstraction: &'a Machine,
    asked: &'a mut Questions,
    budget: &'a Budget,
    memory: usize,
    /// Whether a difference was found that no input leads to.
    lost: bool,
    pairs: Vec<Pair>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<Option<Separation>, StopReason> {
        let mut known = BTreeSet::new();
        for &abstracted in &self.abstraction.starts {
            known.insert((self.conjecture.starts[0], abstracted, Vec::new()));
            let conjectured = self.conjecture.starts[0];
            self.pairs.push(Pair {
                conjectured,
                abstracted,
                given: Vec::new(),
                from: None,
            });
        }
        let mut next = 0;
        while next < self.pairs.len() {
            self.budget.check()?;
            if self.pairs.len() > MOST_PAIRS {
                return Err(StopReason::Limit(format!(
                    "more than {MOST_PAIRS} pairs of states were compared"
                )));
            }
            // The end comes first: an input that ends is shorter than one that goes on.
            for end in [true, false] {
                if let Some(found) = self.letter(next, end, &mut known)? {
                    return Ok(Some(found));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    fn letter(
        &mut self,
        at: usize,
        end: bool,
        known: &mut BTreeSet<(usize, usize, Vec<Term>)>,
    ) -> Result<Option<Separation>, StopReason> {
        let (conjecture, abstraction) = (self.conjecture, self.abstraction);
        let Pair {
            conjectured,
            abstracted,
            ..
        } = self.pairs[at];
        let mine = conjecture.nodes[conjectured].edges(end);
        for (number, theirs) in abstraction.nodes[abstracted].edges(end).iter().enumerate() {
            let mut base = self.pairs[at].given.clone();
            base.push(theirs.guard);
            if !end {
                base.push(self.asked.alphabet);
            }
            let none = self.asked.terms.not(
                self.asked
                    .terms
                    .or(&mine.iter().map(|e| e.guard).collect::<Vec<_>>()),
            );
            if let Some(found) = self.differs(at, end, number, &base, none)? {
                return Ok(Some(found));
            }
            for edge in mine {
                let difference = self.difference(edge, theirs);
                let both = [&base[..], &[edge.guard]].concat();
                if !self.asked.possible(&both)? {
                    continue;
                }
                if let Some(found) = self.differs(at, end, number, &both, difference)? {
                    return Ok(Some(found));
                }
                if !end
                    && matches!(
                        (&edge.outcome, &theirs.outcome),
                        (Outcome::Writes(_), Outcome::Writes(_))
                    )
                {
                    let given = self.remembered(&both);
                    if known.insert((edge.to, theirs.to, given.clone())) {
                        let from = Some((at, self.asked.terms.and(&both), number));
                        self.pairs.push(Pair {
                            conjectured: edge.to,
                            abstracted: theirs.to,
                            given,
                            from,
                        });
                    }
                }
            }
        }
        Ok(None)
    }

    /// When two edges do not do the same.
    fn difference(&self, mine: &Edge, theirs: &Edge) -> Term {
        let terms = &self.asked.terms;
        match (&mine.outcome, &theirs.outcome) {
            (Outcome::Writes(a), Outcome::Writes(b)) if a.len() == b.len() => terms.or(&a
                .iter()
                .zip(b)
                .map(|(a, b)| terms.ne(*a, *b))
                .collect::<Vec<_>>()),
            (Outcome::Fails(a), Outcome::Fails(b)) if a == b => terms.false_(),
            (Outcome::Writes(_) | Outcome::Fails(_) | Outcome::Unknown(_), _) => terms.true_(),
        }
    }

    /// The input that shows a difference after a pair, if the difference is possible.
    fn differs(
        &mut self,
        at: usize,
        end: bool,
        number: usize,
        base: &[Term],
        difference: Term,
    ) -> Result<Option<Separation>, StopReason> {
        let conditions = [base, &[difference]].concat();
        if difference == self.asked.terms.false_() || !self.asked.possible(&conditions)? {
            return Ok(None);
        }
        let last = self.asked.terms.and(&conditions);
        let mut predicates = vec![if end {
            Predicate::End(last)
        } else {
            Predicate::Symbol(last)
        }];
        let mut run = vec![(self.pairs[at].abstracted, number)];
        let mut pair = at;
        while let Some((before, condition, number)) = self.pairs[pair].from {
            predicates.push(Predicate::Symbol(condition));
            run.push((self.pairs[before].abstracted, number));
            pair = before;
        }
        predicates.reverse();
        run.reverse();
        match self.asked.witness(&predicates)? {
            Some(input) => Ok(Some(Separation {
                input,
                ended: end,
                run,
            })),
            None => {
                self.lost = true;
                Ok(None)
            }
        }
    }

    /// What conditions say about the symbols that are remembered, seen from the next symbol.
    fn remembered(&self, conditions: &[Term]) -> Vec<Term> {
        if self.memory == 0 {
            return Vec::new();
        }
        let (terms, window) = (&self.asked.terms, &self.asked.window);
        let back: BTreeMap<Term, usize> = window
            .iter()
            .enumerate()
            .map(|(back, x)| (*x, back))
            .collect();
        let later: FxHashMap<Term, Term> = window
            .iter()
            .zip(&window[1..])
            .map(|(x, y)| (*x, *y))
            .collect();
        let near = |t: &Term| {
            let vars = terms.free_vars(*t);
            !vars.is_empty()
                && vars
                    .iter()
                    .all(|v| back.get(v).is_some_and(|b| *b < self.memory))
        };
        let parts = conditions
            .iter()
            .flat_map(|c| terms.conjuncts(*c))
            .filter(near);
        let parts: BTreeSet<Term> = parts.map(|t| terms.substitute(t, &later)).collect();
        parts.into_iter().collect()
    }
}
