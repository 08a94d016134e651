//! Which calls end as others decide: by what these answer now, or by what they answered before and a field has kept.

use std::collections::BTreeSet;
use std::rc::Rc;

use smt::Term;

use crate::{LetterId, LocationId, StepSystem};

/// A variable of a location, by its position.
type Kept = (LocationId, usize);

impl StepSystem {
    /// The letters whose calls end as others decide, as far as summaries are made by now.
    pub fn decided_by_others(&self) -> Rc<BTreeSet<LetterId>> {
        let made = self.summaries_made();
        let mut known = self.others.borrow_mut();
        match &*known {
            Some((of, letters)) if *of == made => Rc::clone(letters),
            _ => {
                let letters = Rc::new(self.find_decided());
                *known = Some((made, Rc::clone(&letters)));
                letters
            }
        }
    }

    fn find_decided(&self) -> BTreeSet<LetterId> {
        if self.letters.values().all(|l| l.plan.answers.is_empty()) {
            return BTreeSet::new();
        }
        let kept = self.kept_answers();
        let summaries = self.summaries();
        let decided = summaries.iter().filter(|((at, letter), summary)| {
            let answers = self.answers(*at, *letter, &kept);
            let decides = |&guard: &Term| self.depends(guard, &answers);
            summary
                .paths
                .iter()
                .map(|path| path.guard)
                .any(|g| decides(&g))
        });
        decided.map(|((_, letter), _)| *letter).collect()
    }

    /// The variables that may hold an answer, or what was made of one.
    fn kept_answers(&self) -> BTreeSet<Kept> {
        let summaries = self.summaries();
        let mut kept = BTreeSet::new();
        loop {
            let before = kept.len();
            for ((at, letter), summary) in &summaries {
                let answers = self.answers(*at, *letter, &kept);
                for next in summary.paths.iter().filter_map(|path| path.next.as_ref()) {
                    let updates = next.update.iter().enumerate();
                    let new = updates.filter(|(_, update)| self.depends(**update, &answers));
                    kept.extend(new.map(|(n, _)| (next.location, n)));
                }
            }
            if kept.len() == before {
                return kept;
            }
        }
    }

    /// What others have answered that a call can see.
    fn answers(&self, at: LocationId, letter: LetterId, kept: &BTreeSet<Kept>) -> BTreeSet<Term> {
        let called = &self.letters[letter];
        let first = called.params.len() - called.plan.answers.len();
        let location = self.location(at);
        let variables = location.variables.iter().enumerate();
        let held = variables.filter(|(n, _)| kept.contains(&(at, *n)));
        let held = held.map(|(_, variable)| variable.term);
        held.chain(called.params[first..].iter().map(|p| p.term))
            .collect()
    }

    fn depends(&self, term: Term, on: &BTreeSet<Term>) -> bool {
        self.terms.free_vars(term).iter().any(|v| on.contains(v))
    }
}
