//! The check of a claim that symbolic search makes of code alone: these are all states that can be reached, and no call
//! ends in another way than those that were seen.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smt::{Answer, Solver, Term, Value};
use step::{LetterId, LocationId, Path, StepSystem};

use crate::{Checked, Rejection};

/// Whether the states hold the initial one, every call from them that goes on stays in them, and every other call from
/// them ends as `seen` says. If not, why; a solver's unknown is a no.
pub fn check_closed(
    system: &StepSystem,
    states: &BTreeMap<LocationId, Term>,
    seen: &dyn Fn(LetterId, &Path) -> bool,
    solver: &mut dyn Solver,
) -> Result<Checked, Rejection> {
    let mut checker = Closed {
        system,
        states,
        seen,
        solver,
        obligations: 0,
    };
    checker.initial()?;
    for (&at, &region) in states {
        for letter in system.letters.ids() {
            checker.letter(at, region, letter)?;
        }
    }
    Ok(Checked {
        obligations: checker.obligations,
    })
}

struct Closed<'a> {
    system: &'a StepSystem,
    states: &'a BTreeMap<LocationId, Term>,
    seen: &'a dyn Fn(LetterId, &Path) -> bool,
    solver: &'a mut dyn Solver,
    obligations: usize,
}

impl Closed<'_> {
    fn initial(&self) -> Result<(), Rejection> {
        let start = self.system.initial();
        let location = self.system.location(start.location);
        let env: FxHashMap<Term, Value> = location
            .variables
            .iter()
            .map(|v| v.term)
            .zip(start.values)
            .collect();
        let inside = self
            .system
            .terms
            .eval(self.region(start.location), &|v| env.get(&v).cloned());
        if inside == Some(Value::Bool(true)) {
            Ok(())
        } else {
            Err(Rejection::wrong("the initial state is outside"))
        }
    }

    fn region(&self, at: LocationId) -> Term {
        self.states
            .get(&at)
            .copied()
            .unwrap_or_else(|| self.system.terms.bool(false))
    }

    fn letter(&mut self, at: LocationId, region: Term, letter: LetterId) -> Result<(), Rejection> {
        let terms = &self.system.terms;
        let premise = [region, self.system.letters[letter].domain];
        let summary = self.system.summary(at, letter);
        let uncovered: Vec<Term> = summary.paths.iter().map(|p| terms.not(p.guard)).collect();
        self.impossible(
            &[&premise[..], &uncovered].concat(),
            letter,
            "no path covers some call",
        )?;
        for path in summary
            .paths
            .iter()
            .filter(|p| p.next.is_some() || !(self.seen)(letter, p))
        {
            let outside = terms.not(self.goal(path));
            let taken = [&premise[..], &[path.guard, outside]].concat();
            self.impossible(
                &taken,
                letter,
                "a call leads outside or ends in a way that was not seen",
            )?;
        }
        Ok(())
    }

    fn goal(&self, path: &Path) -> Term {
        let Some(target) = &path.next else {
            return self.system.terms.bool(false);
        };
        let location = self.system.location(target.location);
        let variables = location.variables.iter().map(|v| v.term);
        let update: FxHashMap<Term, Term> = variables.zip(target.update.iter().copied()).collect();
        self.system
            .terms
            .substitute(self.region(target.location), &update)
    }

    fn impossible(
        &mut self,
        formulas: &[Term],
        letter: LetterId,
        what: &str,
    ) -> Result<(), Rejection> {
        self.obligations += 1;
        let name = &self.system.letters[letter].name;
        match self.solver.ask(formulas) {
            Answer::Unsat => Ok(()),
            Answer::Sat => Err(Rejection::Wrong(format!("{name}: {what}"))),
            Answer::Unknown(why) => Err(Rejection::unanswered(why)),
        }
    }
}
