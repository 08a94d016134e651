//! Which start is meant, by one automaton.

use super::tables::array;
use crate::plan::Choice;

const CHOICE: &str = include_str!("choice.c.in");

/// `NAME_choose`. What is inside sets the stream.
pub(super) fn choice(name: &str, choice: &Choice, input: &str, inside: &str) -> String {
    let numbers = |numbers: &[usize]| -> Vec<u64> { numbers.iter().map(|n| *n as u64).collect() };
    let states = choice.next.len();
    let decided: Vec<u64> = (0..states)
        .map(|state| u64::from(choice.is_decided(state)))
        .collect();
    let classes = choice.next.first().map_or(0, Vec::len);
    array(
        "uint8_t",
        &format!("{name}_choice_class"),
        &numbers(&choice.class_of),
    ) + &array(
        "uint16_t",
        &format!("{name}_choice_next"),
        &numbers(&choice.next.concat()),
    ) + &array(
        "uint16_t",
        &format!("{name}_choice_start"),
        &numbers(&choice.starts),
    ) + &array("uint8_t", &format!("{name}_choice_decided"), &decided)
        + &CHOICE
            .replace("INPUT", input)
            .replace("CLASSES", &classes.to_string())
            .replace("    INSIDE\n", inside)
            .replace("NAME", name)
}
