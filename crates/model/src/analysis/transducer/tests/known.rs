//! Filters that people know, and what is known of them.

use super::{Text, text, unlimited};
use crate::analysis::transducer::{
    Compared, Decision, Difference, Pattern, avoids, commutes, compose, equal, idempotent,
    injective, roundtrip,
};
use crate::transducer::{State, Step, SymbolType, SymbolicTransducer};

pub(super) fn html(t: &Text) -> SymbolicTransducer {
    let steps: &[super::StepText] = &[
        (0, "x == 38", &["38", "97", "109", "112", "59"], 0),
        (0, "x == 60", &["38", "108", "116", "59"], 0),
        (0, "x == 62", &["38", "103", "116", "59"], 0),
        (0, "x == 34", &["38", "113", "117", "111", "116", "59"], 0),
        (0, "x != 38 && x != 60 && x != 62 && x != 34", &["x"], 0),
    ];
    t.machine(0, steps, &[(0, "true", &[])])
}

/// Drops spaces at the beginning and keeps single ones.
pub(super) fn squeeze(t: &Text) -> SymbolicTransducer {
    let steps: &[super::StepText] = &[
        (0, "x == 32", &[], 0),
        (0, "x != 32", &["x"], 1),
        (1, "x == 32", &["x"], 0),
        (1, "x != 32", &["x"], 1),
    ];
    t.machine(0, steps, &[(0, "true", &[]), (1, "true", &[])])
}

/// Writes what each symbol adds to the one before.
pub(super) fn difference(t: &Text) -> SymbolicTransducer {
    let ends: &[super::EndText] = &[(0, "true", &[]), (1, "true", &[])];
    t.machine(
        1,
        &[(0, "true", &["x"], 1), (1, "true", &["(u8) (x - x1)"], 1)],
        ends,
    )
}

pub(super) fn hex(t: &Text, ten: &str) -> SymbolicTransducer {
    let high = format!("(u8) (x / 16 < 10 ? x / 16 + 48 : x / 16 + {ten})");
    let low = format!("(u8) (x % 16 < 10 ? x % 16 + 48 : x % 16 + {ten})");
    t.machine(0, &[(0, "true", &[&high, &low], 0)], &[(0, "true", &[])])
}

pub(super) fn unhex(t: &Text) -> SymbolicTransducer {
    let digit = "48 <= x && x <= 57";
    let letter = "97 <= x && x <= 102";
    let steps: &[super::StepText] = &[
        (0, digit, &[], 1),
        (0, letter, &[], 2),
        (1, digit, &["(u8) ((x1 - 48) * 16 + (x - 48))"], 0),
        (1, letter, &["(u8) ((x1 - 48) * 16 + (x - 87))"], 0),
        (2, digit, &["(u8) ((x1 - 87) * 16 + (x - 48))"], 0),
        (2, letter, &["(u8) ((x1 - 87) * 16 + (x - 87))"], 0),
    ];
    t.machine(1, steps, &[(0, "true", &[])])
}

pub(super) fn shown(compared: Compared) -> Difference {
    match compared.decision {
        Decision::No(difference) => difference,
        other => panic!("a difference was expected, not {other:?}"),
    }
}

/// Three bytes as four characters, the last of them marked if bytes are missing.
pub(super) fn base64(t: &Text) -> SymbolicTransducer {
    let digit = |n: &str| {
        format!(
            "(u8) ({n} < 26 ? {n} + 65 : {n} < 52 ? {n} + 71 : {n} < 62 ? {n} - 4 : {n} == 62 ? 43 : 47)"
        )
    };
    let [d1, d2, d3, d4] = [
        "(x / 4)",
        "(x1 % 4 * 16 + x / 16)",
        "(x1 % 16 * 4 + x / 64)",
        "(x % 64)",
    ]
    .map(digit);
    let [e2, e3] = ["(x1 % 4 * 16)", "(x1 % 16 * 4)"].map(digit);
    let steps: &[super::StepText] = &[
        (0, "true", &[&d1], 1),
        (1, "true", &[&d2], 2),
        (2, "true", &[&d3, &d4], 0),
    ];
    let ends: &[super::EndText] = &[
        (0, "true", &[]),
        (1, "true", &[&e2, "61", "61"]),
        (2, "true", &[&e3, "61"]),
    ];
    t.machine(1, steps, ends)
}

/// The other way. `strict` refuses characters whose last bits should be zero and are not.
pub(super) fn unbase64(t: &Text, strict: bool) -> SymbolicTransducer {
    let classes = [
        ("65 <= {} && {} <= 90", 65),
        ("97 <= {} && {} <= 122", 71),
        ("48 <= {} && {} <= 57", -4),
    ];
    let marks = [("{} == 43", -19), ("{} == 47", -16)];
    let all: Vec<(&str, i32)> = classes.into_iter().chain(marks).collect();
    let guard = |class: &str, x: &str| class.replace("{}", x);
    let any = all
        .iter()
        .map(|(class, _)| guard(class, "x"))
        .collect::<Vec<String>>()
        .join(" || ");
    let value = |x: &str| {
        all.iter()
            .rev()
            .fold("0".to_owned(), |rest, (class, minus)| {
                format!("({} ? {x} - ({minus}) : {rest})", guard(class, x))
            })
    };
    let (a, b) = (value("x1"), value("x"));
    let second = format!("(u8) ({a} * 4 + {b} / 16)");
    let third = format!("(u8) ({a} % 16 * 16 + {b} / 4)");
    let fourth = format!("(u8) ({a} % 4 * 64 + {b})");
    let zero = |n: u32| {
        if strict {
            format!("x == 61 && {a} % {n} == 0")
        } else {
            "x == 61".to_owned()
        }
    };
    let (two, one) = (zero(16), zero(4));
    let steps: &[super::StepText] = &[
        (0, &any, &[], 1),
        (1, &any, &[&second], 2),
        (2, &any, &[&third], 3),
        (2, &two, &[], 4),
        (3, &any, &[&fourth], 0),
        (3, &one, &[], 5),
        (4, "x == 61", &[], 5),
    ];
    t.machine(1, steps, &[(0, "true", &[]), (5, "true", &[])])
}

#[test]
fn base64_goes_there_and_back_and_only_a_strict_decoder_is_injective() {
    let t = Text::new();
    assert_eq!(injective(&base64(&t), &unlimited()), Decision::Yes);
    assert_eq!(
        roundtrip(&base64(&t), &unbase64(&t, true), &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(
        roundtrip(&base64(&t), &unbase64(&t, false), &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(injective(&unbase64(&t, true), &unlimited()), Decision::Yes);
    match injective(&unbase64(&t, false), &unlimited()) {
        Decision::No(found) => assert_eq!(found.inputs.map(|i| i.len()), [4, 4]),
        other => panic!("{other:?}"),
    }
}

const CODE_POINT: SymbolType = SymbolType {
    bits: 32,
    signed: false,
};

fn utf8(t: &Text) -> SymbolicTransducer {
    let (third, second, last) = (
        "(u8) (128 + x / 4096 % 64)",
        "(u8) (128 + x / 64 % 64)",
        "(u8) (128 + x % 64)",
    );
    let steps: &[super::StepText] = &[
        (0, "x < 128", &["(u8) x"], 0),
        (0, "128 <= x && x < 2048", &["(u8) (192 + x / 64)", last], 0),
        (
            0,
            "2048 <= x && x < 65536",
            &["(u8) (224 + x / 4096)", second, last],
            0,
        ),
        (
            0,
            "65536 <= x && x < 1114112",
            &["(u8) (240 + x / 262144)", third, second, last],
            0,
        ),
    ];
    t.machine(0, steps, &[(0, "true", &[])])
}

/// `shortest` refuses to read three bytes where two would do.
fn unutf8(t: &Text, shortest: bool) -> SymbolicTransducer {
    let next = "128 <= x && x < 192";
    let after_e0 = format!("{next} && ({} || x1 != 224 || x >= 160)", !shortest);
    let after_f0 = format!("{next} && (x1 != 240 || x >= 144) && (x1 != 244 || x < 144)");
    let two = "((u32) x1 - 192) * 64 + ((u32) x - 128)";
    let three = "((u32) x2 - 224) * 4096 + ((u32) x1 - 128) * 64 + ((u32) x - 128)";
    let four = "((u32) x3 - 240) * 262144 + ((u32) x2 - 128) * 4096 + ((u32) x1 - 128) * 64 + ((u32) x - 128)";
    let steps: &[super::StepText] = &[
        (0, "x < 128", &["(u32) x"], 0),
        (0, "194 <= x && x < 224", &[], 1),
        (1, next, &[two], 0),
        (0, "224 <= x && x < 240", &[], 2),
        (2, &after_e0, &[], 3),
        (3, next, &[three], 0),
        (0, "240 <= x && x < 245", &[], 4),
        (4, &after_f0, &[], 5),
        (5, next, &[], 6),
        (6, next, &[four], 0),
    ];
    t.machine(3, steps, &[(0, "true", &[])])
}

#[test]
fn utf8_goes_there_and_back_between_symbols_of_different_widths() {
    let encoder = utf8(&Text::between(CODE_POINT, SymbolType::BYTE));
    let decoders = Text::between(SymbolType::BYTE, CODE_POINT);
    let (decoder, lenient) = (unutf8(&decoders, true), unutf8(&decoders, false));
    assert_eq!(
        roundtrip(&encoder, &decoder, &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(
        roundtrip(&decoder, &encoder, &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(injective(&decoder, &unlimited()), Decision::Yes);
    assert_eq!(
        roundtrip(&encoder, &lenient, &unlimited()).decision,
        Decision::Yes
    );
    let overlong = shown(roundtrip(&lenient, &encoder, &unlimited()));
    assert_eq!(
        (overlong.input.len(), overlong.input[0], overlong.shortest),
        (3, 224, true)
    );
}

#[test]
fn escaping_html_loses_nothing_and_leaves_no_tags() {
    let t = Text::new();
    assert_eq!(injective(&html(&t), &unlimited()), Decision::Yes);
    let pattern = |text: &str| Pattern::new(text, SymbolType::BYTE).expect("a pattern");
    assert_eq!(
        avoids(&html(&t), &pattern("[<>\"]"), &unlimited()),
        Decision::Yes
    );
    match avoids(&html(&t), &pattern("&[^aglq]"), &unlimited()) {
        Decision::Yes => {}
        other => panic!("{other:?}"),
    }
    match avoids(&html(&t), &pattern("&lt;b&gt;"), &unlimited()) {
        Decision::No(found) => assert_eq!(text(&found.input), "<b>"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn percent_signs_that_are_copied_collide() {
    let t = Text::new();
    let steps: &[super::StepText] = &[
        (0, "x == 34", &["37", "50", "50"], 0),
        (0, "x != 34", &["x"], 0),
    ];
    match injective(&t.machine(0, steps, &[(0, "true", &[])]), &unlimited()) {
        Decision::No(found) => {
            let mut inputs = found.inputs.map(|i| text(&i));
            inputs.sort_by_key(String::len);
            assert_eq!(inputs, ["\"", "%22"]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn escaping_html_twice_is_not_escaping_once() {
    let t = Text::new();
    let difference = shown(idempotent(&html(&t), &unlimited()));
    assert_eq!(difference.input.len(), 1);
    assert!(difference.shortest);
    let [twice, once] = difference
        .outputs
        .map(|o| text(&o.expect("defined everywhere")));
    assert_eq!(twice, once.replace('&', "&amp;"));
}

#[test]
fn squeezing_spaces_twice_is_squeezing_once() {
    let t = Text::new();
    assert_eq!(
        idempotent(&squeeze(&t), &unlimited()).decision,
        Decision::Yes
    );
}

#[test]
fn hex_goes_there_and_back_and_its_two_cases_differ() {
    let t = Text::new();
    let (lower, upper) = (hex(&t, "87"), hex(&t, "55"));
    assert_eq!(
        roundtrip(&lower, &unhex(&t), &unlimited()).decision,
        Decision::Yes
    );
    let lost = shown(roundtrip(&upper, &unhex(&t), &unlimited()));
    assert_eq!((lost.input.len(), &lost.outputs[0]), (1, &None));
    let difference = shown(equal(&lower, &upper, &unlimited()));
    assert_eq!(difference.input.len(), 1);
}

#[test]
fn order_of_escaping_and_squeezing_matters_only_where_it_does() {
    let t = Text::new();
    assert_eq!(
        commutes(&html(&t), &squeeze(&t), &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(
        shown(commutes(&html(&t), &hex(&t, "87"), &unlimited()))
            .input
            .len(),
        1
    );
}

#[test]
fn windows_add_unless_symbols_are_left_out_between() {
    let t = Text::new();
    let twice = compose(&difference(&t), &difference(&t), &unlimited()).expect("windows add");
    assert_eq!(twice.lookback, 2);
    assert_eq!(super::output(&twice, &[1, 5, 20]), Some(vec![1, 3, 11]));
    let delete = t.machine(
        0,
        &[(0, "x == 32", &[], 0), (0, "x != 32", &["x"], 0)],
        &[(0, "true", &[])],
    );
    let Err(why) = compose(&delete, &difference(&t), &unlimited()) else {
        panic!("what is left out lies between");
    };
    assert!(why.to_string().contains("without a bound"), "{why}");
}

/// Remembers how many symbols it has read, up to a number of states, and escapes on the way.
pub(super) fn large(t: &Text, count: usize) -> SymbolicTransducer {
    let mut machine = html(t);
    let one = machine.states[0].clone();
    let extra: Vec<Step> = (0..5u64)
        .map(|i| Step {
            guard: t.guard(&format!("x == {}", 97 + i)),
            writes: t.writes(&["x", "33"]),
            ..one.steps[0].clone()
        })
        .collect();
    let plain = t.guard("x != 38 && x != 60 && x != 62 && x != 34 && !(97 <= x && x <= 101)");
    let state = |at: usize| {
        let mut steps = one.steps.clone();
        steps[4].guard = plain;
        steps.extend(extra.iter().cloned());
        for (i, step) in steps.iter_mut().enumerate() {
            step.to = (at + i + 1) % count;
        }
        State {
            steps,
            ..one.clone()
        }
    };
    machine.states = (0..count).map(state).collect();
    machine.states[count / 2].steps[3].writes.pop();
    machine
}

#[test]
fn large_machines_are_compared_and_composed() {
    let t = Text::new();
    let machine = large(&t, 1300);
    let mut other = large(&t, 1300);
    other.states[0].steps.reverse();
    assert_eq!(
        equal(&machine, &other, &unlimited()).decision,
        Decision::Yes
    );
    let both = compose(&machine, &html(&t), &unlimited()).expect("nothing looks back");
    assert_eq!(both.states.len(), 1300);
    assert!(matches!(
        equal(&both, &machine, &unlimited()).decision,
        Decision::No(_)
    ));
}
