//! Why a step cannot be done.

/// Small, so that the steps that can be done need not carry it around.
pub(super) struct Fault(Box<Cause>);

pub(super) enum Cause {
    OutOfSteps,
    TooDeep,
    /// Another thread is waited for, on this line.
    Waits(u32),
    /// What is not known, and the line where it was met.
    Unsupported(String, u32),
}

impl Fault {
    #[cold]
    pub(super) fn out_of_steps() -> Self {
        Self(Box::new(Cause::OutOfSteps))
    }

    #[cold]
    pub(super) fn too_deep() -> Self {
        Self(Box::new(Cause::TooDeep))
    }

    #[cold]
    pub(super) fn waits() -> Self {
        Self(Box::new(Cause::Waits(0)))
    }

    #[cold]
    pub(super) fn unsupported(what: String) -> Self {
        Self(Box::new(Cause::Unsupported(what, 0)))
    }

    /// The front end promised this would not happen, so nothing can be said about what does.
    #[cold]
    pub(super) fn broken(what: &str) -> Self {
        Self::unsupported(format!("code that breaks a promise of the ir: {what}"))
    }

    /// The same, on this line.
    #[cold]
    pub(super) fn at(mut self, line: u32) -> Self {
        if let Cause::Unsupported(_, at) | Cause::Waits(at) = &mut *self.0 {
            *at = line;
        }
        self
    }

    pub(super) fn cause(self) -> Cause {
        *self.0
    }
}
