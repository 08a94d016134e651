//! Where a hypothesis goes wrong: Rivest and Schapire, "Inference of finite automata using homing sequences", 1993
//! (doi 10.1006/inco.1993.1021), the improved counterexample handling for L*, here for more than two outputs.

use std::fmt::Debug;

use base::StopReason;
use model::Moore;

use crate::observation::{OutputId, Questions};

/// A transition that leads to the wrong state: after the access word of `state` and `letter` the system answers
/// `suffix` otherwise than after the access word of the state that the hypothesis says it is in.
pub(crate) struct Breakpoint<'w> {
    pub(crate) state: usize,
    pub(crate) letter: usize,
    pub(crate) suffix: &'w [usize],
}

/// A wrong transition on the way of `word`, found by binary search; `None` if the hypothesis answers `word` correctly.
///
/// Position i of the word stands for the question "access word of the state that the hypothesis reaches after i
/// letters, then the rest of the word". The question at 0 is the word itself, at the end it is an access word, which
/// the hypothesis answers correctly (`access` must be the words its outputs were observed at). If these two answers
/// differ, somewhere in between two neighbours do.
pub(crate) fn breakpoint<'w, O: Clone + Eq + Debug>(
    hypothesis: &Moore<O>,
    access: &[&[usize]],
    word: &'w [usize],
    questions: &mut Questions<'_, O>,
) -> Result<Option<Breakpoint<'w>>, StopReason> {
    let mut answer_at = |position: usize| -> Result<OutputId, StopReason> {
        let (read, rest) = word.split_at(position);
        questions.answer(&[access[hypothesis.run(read)], rest])
    };
    let expected = answer_at(word.len())?;
    if answer_at(0)? == expected {
        return Ok(None);
    }
    let (mut wrong, mut right) = (0, word.len());
    while right - wrong > 1 {
        let middle = wrong + (right - wrong) / 2;
        if answer_at(middle)? == expected {
            right = middle;
        } else {
            wrong = middle;
        }
    }
    let (read, rest) = word.split_at(wrong);
    Ok(Some(Breakpoint {
        state: hypothesis.run(read),
        letter: rest[0],
        suffix: &rest[1..],
    }))
}
