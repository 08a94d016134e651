//! Patterns for names.

use project::pattern::{is_open, matches};

#[test]
fn a_star_ends_at_a_dot_and_two_do_not() {
    assert!(matches("com.acme.*", "com.acme.Door"));
    assert!(!matches("com.acme.*", "com.acme.lock.Bolt"));
    assert!(matches("com.acme.**", "com.acme.lock.Bolt"));
    assert!(matches("**", "Door") && matches("**.Door", "com.acme.Door"));
    assert!(!matches("**.Door", "com.acme.Doors"));
}

#[test]
fn other_characters_stand_for_themselves() {
    assert!(matches("com.acme.Door", "com.acme.Door"));
    assert!(!matches("com.acme.Door", "com_acme_Door"));
    assert!(matches("D??r", "Door") && !matches("D?r", "D.r") && !matches("D?r", "Door"));
    assert!(matches("*a*b*c", "xaybzc") && !matches("*a*b*c", "xaybz"));
    assert!(matches("", "") && !matches("", "a") && matches("*", ""));
}

#[test]
fn long_names_take_no_time() {
    let (pattern, name) = ("*a".repeat(200), "a".repeat(4000));
    assert!(!matches(&format!("{pattern}b"), &name));
}

#[test]
fn only_patterns_are_open() {
    assert!(is_open("a.*") && is_open("D?or") && !is_open("a.Door$Lock"));
}
