//! What a filter did with inputs, beside what its model says of them.

use emit::report::Replay;
use model::transducer::{Ran, SymbolicTransducer};

use super::Replayed;
use crate::Sequence;

/// What a filter did with an input.
pub(super) enum Did {
    /// It wrote this.
    Wrote(Vec<u64>),
    /// It failed, or said that it gives up; how.
    Failed(String),
    /// What it does has no meaning, so that it may do anything.
    Anything,
    /// It could not be run, or what it did says nothing; why.
    Unable(String),
}

/// Compares what a filter did with its model; `runner` is who ran it.
pub(super) fn compared(
    model: &SymbolicTransducer,
    words: &[Vec<u64>],
    did: &[Did],
    runner: &str,
    with: Replay,
) -> Replayed {
    let mut runs = 0;
    let mut unable: Option<String> = None;
    for (word, did) in words.iter().zip(did) {
        let input = || Sequence::of(word, model.input).shown();
        let how = match (model.run(word), did) {
            (_, Did::Unable(why)) => {
                unable.get_or_insert_with(|| format!("{why}, on the input {}", input()));
                continue;
            }
            (Ran::Wrote(expected), Did::Wrote(written)) if expected == *written => None,
            (Ran::Undefined { .. }, Did::Failed(_) | Did::Anything) => None,
            (Ran::Wrote(expected), Did::Anything) => Some((
                shown(model, &expected),
                "does what has no meaning".to_owned(),
            )),
            (Ran::Wrote(expected), Did::Wrote(written)) => {
                Some((shown(model, &expected), shown(model, written)))
            }
            (Ran::Wrote(expected), Did::Failed(how)) => {
                Some((shown(model, &expected), how.clone()))
            }
            (Ran::Undefined { .. }, Did::Wrote(written)) => {
                Some(("is not defined".to_owned(), shown(model, written)))
            }
        };
        runs += 1;
        if let Some((expected, did)) = how {
            let contradiction = format!(
                "on the input {} the model {expected}, and {runner} {did}",
                input()
            );
            return Replayed {
                replay: Replay {
                    done: true,
                    runs,
                    ..with
                },
                contradiction: Some(contradiction),
            };
        }
    }
    Replayed {
        replay: Replay {
            done: runs > 0,
            runs,
            unable,
            ..with
        },
        contradiction: None,
    }
}

fn shown(model: &SymbolicTransducer, written: &[u64]) -> String {
    format!("writes {}", Sequence::of(written, model.output).shown())
}
