//! The choice of an engine.

use clap::{Args as ClapArgs, ValueEnum};
use mores::{Engine, InputError};

/// How to learn.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct EngineArgs {
    /// How to learn: what is fastest to a proof, or the method of a paper as published (X-PSYCO, PSYCO)
    #[arg(long, value_enum, default_value_t = Name::Default)]
    engine: Name,
    /// Switches partial-order reduction off; only with --engine hybrid
    #[arg(long)]
    no_por: bool,
    /// Switches state matching off; only with --engine hybrid
    #[arg(long)]
    no_matching: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Name {
    #[default]
    Default,
    Hybrid,
    Psyco,
}

impl EngineArgs {
    /// The engine, or why there is none like that.
    pub(crate) fn engine(&self) -> Result<Engine, InputError> {
        let reductions = [(self.no_por, "--no-por"), (self.no_matching, "--no-matching")];
        match (self.engine, reductions.into_iter().find(|(given, _)| *given)) {
            (Name::Hybrid, _) => Ok(Engine::Hybrid { por: !self.no_por, matching: !self.no_matching }),
            (Name::Default | Name::Psyco, Some((_, option))) => {
                let what =
                    format!("{option} switches off what only --engine hybrid has: leave it out, or choose hybrid");
                Err(InputError::new(what))
            }
            (Name::Default, None) => Ok(Engine::Default),
            (Name::Psyco, None) => Ok(Engine::Psyco),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_can_be_switched_off_only_where_there_are_any() {
        let args = |engine, no_por, no_matching| EngineArgs { engine, no_por, no_matching }.engine();
        assert_eq!(args(Name::Hybrid, true, false).ok(), Some(Engine::Hybrid { por: false, matching: true }));
        assert_eq!(args(Name::Hybrid, false, true).ok(), Some(Engine::Hybrid { por: true, matching: false }));
        assert_eq!(args(Name::Default, false, false).ok(), Some(Engine::Default));
        assert_eq!(args(Name::Psyco, false, false).ok(), Some(Engine::Psyco));
        assert!(args(Name::Default, true, false).is_err() && args(Name::Psyco, false, true).is_err());
    }
}
