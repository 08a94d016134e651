//! The choice of an engine.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use mores::{Algorithm, Engine, InputError, Scheme};

/// How to learn.
#[derive(Debug, Default, PartialEq, Eq, ClapArgs)]
pub(crate) struct EngineArgs {
    /// How to learn: what is fastest to a proof, or the method of a paper: X-PSYCO, PSYCO, may and must
    /// abstraction
    #[arg(long, value_enum, default_value_t = Name::Default)]
    engine: Name,
    /// Switches partial-order reduction off; only with --engine hybrid
    #[arg(long)]
    no_por: bool,
    /// Switches state matching off; only with --engine hybrid
    #[arg(long)]
    no_matching: bool,
    /// How to learn and refine: wp, wp+craig, refine-may or learn-reuse (the default); only with --engine may-must
    #[arg(long, value_name = "SCHEME", value_parser = scheme)]
    refine: Option<Scheme>,
    /// The learner that asks; if none is given, the states of the code are followed where they are few
    #[arg(long, value_parser = learners())]
    pub(crate) learner: Option<Algorithm>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Name {
    #[default]
    Default,
    Hybrid,
    Psyco,
    MayMust,
}

fn scheme(name: &str) -> Result<Scheme, String> {
    let all = Scheme::ALL.map(Scheme::name).join(", ");
    Scheme::named(name).ok_or_else(|| format!("give one of {all}"))
}

/// The names of the learners, with what there is to say of each.
fn learners() -> impl TypedValueParser<Value = Algorithm> {
    let value = |learner: Algorithm| PossibleValue::new(learner.name()).help(learner.about());
    PossibleValuesParser::new(Algorithm::ALL.map(value))
        .try_map(|name| Algorithm::named(&name).ok_or("there is no such learner"))
}

impl EngineArgs {
    /// The engine, or why there is none like that.
    pub(crate) fn engine(&self) -> Result<Engine, InputError> {
        let reductions = [
            (self.no_por, "--no-por"),
            (self.no_matching, "--no-matching"),
        ];
        let reduction = reductions.into_iter().find(|(given, _)| *given);
        if let Some((_, option)) = reduction.filter(|_| self.engine != Name::Hybrid) {
            let what = format!(
                "{option} switches off what only --engine hybrid has: leave it out, or choose hybrid"
            );
            return Err(InputError::new(what));
        }
        if self.refine.is_some() && self.engine != Name::MayMust {
            let what =
                "--refine says how --engine may-must refines: leave it out, or choose may-must";
            return Err(InputError::new(what));
        }
        Ok(match self.engine {
            Name::Default => Engine::Default,
            Name::Hybrid => Engine::Hybrid {
                por: !self.no_por,
                matching: !self.no_matching,
            },
            Name::Psyco => Engine::Psyco,
            Name::MayMust => Engine::MayMust(self.refine.unwrap_or_default()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_can_be_switched_off_only_where_there_are_any() {
        let args = |engine, no_por, no_matching| {
            EngineArgs {
                engine,
                no_por,
                no_matching,
                ..EngineArgs::default()
            }
            .engine()
        };
        assert_eq!(
            args(Name::Hybrid, true, false).ok(),
            Some(Engine::Hybrid {
                por: false,
                matching: true
            })
        );
        assert_eq!(
            args(Name::Hybrid, false, true).ok(),
            Some(Engine::Hybrid {
                por: true,
                matching: false
            })
        );
        assert_eq!(
            args(Name::Default, false, false).ok(),
            Some(Engine::Default)
        );
        assert_eq!(args(Name::Psyco, false, false).ok(), Some(Engine::Psyco));
        assert!(
            args(Name::Default, true, false).is_err() && args(Name::Psyco, false, true).is_err()
        );
    }
    #[test]
    fn only_abstraction_is_refined() {
        let args = |engine, refine| {
            EngineArgs {
                engine,
                refine,
                ..EngineArgs::default()
            }
            .engine()
        };
        assert_eq!(
            args(Name::MayMust, None).ok(),
            Some(Engine::MayMust(Scheme::LearnReuse))
        );
        for scheme in Scheme::ALL {
            assert_eq!(
                args(Name::MayMust, Some(scheme)).ok(),
                Some(Engine::MayMust(scheme))
            );
            assert_eq!(super::scheme(scheme.name()), Ok(scheme));
            for other in [Name::Default, Name::Hybrid, Name::Psyco] {
                assert!(args(other, Some(scheme)).is_err(), "{other:?}");
            }
        }
        let reduced = EngineArgs {
            engine: Name::MayMust,
            no_por: true,
            ..EngineArgs::default()
        };
        assert!(reduced.engine().is_err() && super::scheme("guess").is_err());
    }
}
