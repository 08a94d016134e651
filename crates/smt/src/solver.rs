//! What can be asked of a solver, whichever one it is.

use std::time::Duration;

use base::StopReason;

use crate::assignment::Assignment;
use crate::term::Term;

/// A solver's answer. `Unknown` carries its reason and is never either of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Some values of the variables make everything true.
    Sat,
    /// No values do.
    Unsat,
    /// The solver gave up, in its own words.
    Unknown(String),
}

impl Answer {
    /// Whether some values make everything true; that nobody knows is an error.
    pub fn is_possible(self) -> Result<bool, StopReason> {
        match self {
            Self::Sat => Ok(true),
            Self::Unsat => Ok(false),
            Self::Unknown(why) => Err(StopReason::SolverUnknown(why)),
        }
    }
}

/// A stack of assertions and questions about them.
pub trait Solver {
    /// Opens a scope.
    fn push(&mut self);

    /// Closes the innermost scope and forgets what was asserted in it.
    fn pop(&mut self);

    /// Demands that the formula holds, until the scope is closed.
    fn assert(&mut self, formula: Term);

    /// Whether all assertions and the assumptions can hold together.
    fn check(&mut self, assumptions: &[Term]) -> Answer;

    /// Values that make everything true, for each of the variables. Only after [`Answer::Sat`], before anything else
    /// is asserted.
    fn model(&mut self, vars: &[Term]) -> Assignment;

    /// Assumptions that cannot hold together with the assertions. Only after [`Answer::Unsat`].
    fn core(&mut self) -> Vec<Term>;

    /// How long one question may take, from now on; `None` for as long as it takes.
    fn set_limit(&mut self, limit: Option<Duration>);

    /// How many questions reached the decision procedure behind it all.
    fn calls(&self) -> u64;
}

/// Who leads to a solver is one.
macro_rules! leads_to_a_solver {
    ($($who:ty),*) => {
        $(
            impl<S: Solver + ?Sized> Solver for $who {
                fn push(&mut self) {
                    (**self).push();
                }

                fn pop(&mut self) {
                    (**self).pop();
                }

                fn assert(&mut self, formula: Term) {
                    (**self).assert(formula);
                }

                fn check(&mut self, assumptions: &[Term]) -> Answer {
                    (**self).check(assumptions)
                }

                fn model(&mut self, vars: &[Term]) -> Assignment {
                    (**self).model(vars)
                }

                fn core(&mut self) -> Vec<Term> {
                    (**self).core()
                }

                fn set_limit(&mut self, limit: Option<Duration>) {
                    (**self).set_limit(limit);
                }

                fn calls(&self) -> u64 {
                    (**self).calls()
                }
            }
        )*
    };
}

leads_to_a_solver!(Box<S>, &mut S);

/// Questions in a scope of their own, which is how most are asked.
impl dyn Solver + '_ {
    /// Whether all of these can hold together with what is asserted.
    pub fn ask(&mut self, formulas: &[Term]) -> Answer {
        self.push();
        formulas.iter().for_each(|&f| self.assert(f));
        let answer = self.check(&[]);
        self.pop();
        answer
    }

    /// Values of the variables with which all of these hold, `None` if there are none, or why it is not known.
    pub fn find(&mut self, formulas: &[Term], vars: &[Term]) -> Result<Option<Assignment>, String> {
        self.push();
        formulas.iter().for_each(|&f| self.assert(f));
        let found = match self.check(&[]) {
            Answer::Sat => Ok(Some(self.model(vars))),
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => Err(why),
        };
        self.pop();
        found
    }
}
