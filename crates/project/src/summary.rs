//! What became of all subjects together.

use crate::check::{Outcome, Status};

/// How many subjects stand how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    counts: Vec<(Status, usize)>,
}

/// What to make of subjects that were not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undecided {
    /// They fail.
    #[default]
    Fails,
    /// They pass, and are still shown as what they are.
    Passes,
}

impl Summary {
    /// Counts.
    pub fn of(outcomes: &[Outcome]) -> Self {
        let count = |status| outcomes.iter().filter(|o| o.status == status).count();
        let counts = Status::ALL.map(|status| (status, count(status)));
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        Self {
            counts: counts.collect(),
        }
    }

    /// How many stand so.
    pub fn count(&self, status: Status) -> usize {
        let mut counts = self.counts.iter();
        counts
            .find(|(counted, _)| *counted == status)
            .map_or(0, |(_, count)| *count)
    }

    /// All of them.
    pub fn all(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Whether something could not be checked because of what was given.
    pub fn has_bad_input(&self) -> bool {
        self.count(Status::BadInput) > 0
    }

    /// Whether the check passes.
    pub fn passes(&self, undecided: Undecided) -> bool {
        self.counts
            .iter()
            .all(|(status, _)| passes(*status, undecided))
    }

    /// One sentence.
    pub fn sentence(&self) -> String {
        let all = self.all();
        let parts: Vec<String> = self
            .counts
            .iter()
            .map(|(status, count)| format!("{count} {}", predicate(*status, *count)))
            .collect();
        let subjects = if all == 1 { "subject" } else { "subjects" };
        format!("{all} {subjects}: {}.", parts.join(", "))
    }
}

/// Whether a subject that stands so passes.
pub(crate) fn passes(status: Status, undecided: Undecided) -> bool {
    match status {
        Status::Conforms => true,
        Status::Undecided => undecided == Undecided::Passes,
        Status::Differs | Status::New | Status::Gone | Status::Crashed | Status::BadInput => false,
    }
}

fn predicate(status: Status, count: usize) -> &'static str {
    let one = count == 1;
    match status {
        Status::Conforms if one => "conforms",
        Status::Conforms => "conform",
        Status::Differs if one => "differs",
        Status::Differs => "differ",
        Status::Undecided => "undecided",
        Status::New => "new",
        Status::Gone => "gone",
        Status::Crashed => "crashed",
        Status::BadInput => "with bad input",
    }
}
