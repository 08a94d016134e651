//! New filters from filters: one after another, the one that undoes another, the inputs that lead to an output.

use std::time::Instant;

use base::{Budget, Progress, StopReason};
use emit::report::Subject;
use emit::transducer::TransducerReport;
use front::InputError;
use model::analysis::transducer::{self as algebra, Decision, NoInverse, Preimage};
use model::transducer::SymbolicTransducer;

use super::trust::trust;
use super::{
    AlgebraReport, Answered, Question, Sequence, collides, fits, models, pattern, sides, told,
};
use crate::filter::operand::{Operand, Side};
use crate::filter::to_report;

/// What can be made of filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Making {
    /// The second after the first.
    Compose([Operand; 2]),
    /// What gives each input back for its output.
    Invert(Operand),
    /// What is defined on the inputs of which a part of the output matches the regular expression, and writes nothing.
    Preimage(Operand, String),
}

impl Making {
    /// The command that asks for it.
    pub fn command(&self) -> Question {
        match self {
            Self::Compose(_) => Question::Compose,
            Self::Invert(_) => Question::Invert,
            Self::Preimage(..) => Question::Preimage,
        }
    }

    fn operands(&self) -> &[Operand] {
        match self {
            Self::Compose(both) => both,
            Self::Invert(one) | Self::Preimage(one, _) => std::slice::from_ref(one),
        }
    }
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// The filter.
    Filter(Box<TransducerReport>),
    /// There is none, or it was not found.
    Not(Box<AlgebraReport>),
}

/// Makes a filter of others. The budget is for learning them, too.
pub fn make(making: &Making, budget: &Budget, progress: &dyn Progress) -> Result<Made, InputError> {
    let started = Instant::now();
    let sides = sides(making.operands(), budget, progress)?;
    progress.working(&|| format!("computing: {}", making.command().name()));
    let maker = Maker {
        making,
        sides: &sides,
        budget,
        started,
    };
    let models = match models(&sides) {
        Ok(models) => models,
        Err(why) => return Ok(maker.not(Decision::Unknown(why))),
    };
    match (making, &models[..]) {
        (Making::Compose(_), &[first, second]) => {
            fits(first, second)?;
            Ok(maker.made("then", algebra::compose(first, second, budget)))
        }
        (Making::Invert(_), &[filter]) => Ok(maker.inverse(filter)),
        (Making::Preimage(_, regex), &[filter]) => {
            let pattern = pattern(regex, filter)?;
            Ok(maker.preimage(filter, algebra::preimage(filter, &pattern, budget)))
        }
        (Making::Compose(_) | Making::Invert(_) | Making::Preimage(..), _) => {
            Err(InputError::new(format!(
                "{} takes another number of filters",
                making.command().name()
            )))
        }
    }
}

struct Maker<'a> {
    making: &'a Making,
    sides: &'a [Side],
    budget: &'a Budget,
    started: Instant,
}

impl Maker<'_> {
    fn made(&self, word: &str, made: Result<SymbolicTransducer, StopReason>) -> Made {
        match made {
            Ok(model) => Made::Filter(Box::new(self.report(word, &model))),
            Err(reason) => self.not(Decision::Unknown(reason)),
        }
    }

    fn not(&self, decision: Decision<super::Shown>) -> Made {
        let regex = match self.making {
            Making::Preimage(_, regex) => Some(regex.as_str()),
            Making::Compose(_) | Making::Invert(_) => None,
        };
        let answered = Answered {
            decision,
            note: None,
        };
        Made::Not(Box::new(told(
            self.making.command(),
            regex,
            self.sides,
            answered,
        )))
    }

    fn inverse(&self, filter: &SymbolicTransducer) -> Made {
        match algebra::invert(filter, self.budget) {
            Ok(inverse) => self.made("inverse", Ok(inverse)),
            Err(NoInverse::Collides(collision)) => {
                self.not(Decision::No(collides(&collision, filter)))
            }
            Err(NoInverse::Unknown(reason)) => self.not(Decision::Unknown(reason)),
        }
    }

    fn preimage(&self, filter: &SymbolicTransducer, found: Result<Preimage, StopReason>) -> Made {
        let Preimage {
            language, shortest, ..
        } = match found {
            Ok(found) => found,
            Err(reason) => return self.not(Decision::Unknown(reason)),
        };
        let mut report = self.report("preimage", &language);
        report.notes.push(match shortest {
            None => "There is no such input.".to_owned(),
            Some(found) => {
                let input = Sequence::of(&found.input, filter.input);
                let output = Sequence::of(&found.output, filter.output);
                let which = if found.shortest {
                    "The shortest such input is"
                } else {
                    "Such an input is"
                };
                format!(
                    "{which} {}; for it, {} is written.",
                    input.shown(),
                    output.shown()
                )
            }
        });
        Made::Filter(Box::new(report))
    }

    fn report(&self, word: &str, model: &SymbolicTransducer) -> TransducerReport {
        let subjects = || self.sides.iter().map(|side| &side.report.subject);
        let names: Vec<&str> = subjects().map(|subject| subject.name.as_str()).collect();
        let name = match &names[..] {
            [one] => format!("{one}_{word}"),
            several => several.join(&format!("_{word}_")),
        };
        let paths: Vec<&str> = subjects().map(|subject| subject.path.as_str()).collect();
        let subject = Subject::new(paths.join(" "), name);
        let mut report = to_report::made(
            self.making.command().name(),
            subject,
            trust(self.sides),
            Some(model),
            self.budget,
        );
        report.effort.seconds = self.started.elapsed().as_secs_f64();
        report
    }
}
