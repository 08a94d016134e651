//! Inverses, and what kind of filter one is.

use super::compared::each;
use super::known::{base64, difference, hex, html, squeeze, unhex};
use super::{Text, output, unlimited};
use crate::analysis::transducer::{
    Decision, NoInverse, equal, injective, invert, is_linear, is_stateless, roundtrip,
};

#[test]
fn the_inverse_of_hex_is_its_decoder() {
    let t = Text::new();
    let inverse = invert(&hex(&t, "87"), &unlimited()).expect("two digits are one byte");
    assert_eq!(
        equal(&inverse, &unhex(&t), &unlimited()).decision,
        Decision::Yes
    );
    assert!(inverse.states.len() <= 3, "{}", inverse.states.len());
}

#[test]
fn escaped_html_is_unescaped_and_nothing_else() {
    let t = Text::new();
    let inverse = invert(&html(&t), &unlimited()).expect("escapes can be told apart");
    let bytes = |text: &str| text.bytes().map(u64::from).collect::<Vec<u64>>();
    assert_eq!(
        output(&inverse, &bytes("a&lt;b&amp;&quot;")),
        Some(bytes("a<b&\""))
    );
    assert_eq!(output(&inverse, &bytes("a&l")), None);
    assert_eq!(output(&inverse, &bytes("<")), None);
    assert_eq!(
        roundtrip(&html(&t), &inverse, &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(
        roundtrip(&inverse, &html(&t), &unlimited()).decision,
        Decision::Yes
    );
}

#[test]
fn what_cannot_be_undone_says_why() {
    let t = Text::new();
    assert!(matches!(
        invert(&squeeze(&t), &unlimited()),
        Err(NoInverse::Collides(_))
    ));
    assert!(matches!(
        invert(&base64(&t), &unlimited()),
        Err(NoInverse::Unknown(_))
    ));
}

#[test]
fn inverses_of_random_machines_give_inputs_back() {
    let mut made = 0;
    each(25, |kind, mut maker| {
        let machine = maker.machine();
        match invert(&machine, &unlimited()) {
            Ok(inverse) => {
                made += 1;
                assert_eq!(
                    roundtrip(&machine, &inverse, &unlimited()).decision,
                    Decision::Yes
                );
                let back = roundtrip(&inverse, &machine, &unlimited()).decision;
                let unknown = matches!(back, Decision::Unknown(_));
                assert!(
                    back == Decision::Yes || (kind.compare || kind.ahead) && unknown,
                    "{back:?}"
                );
            }
            Err(NoInverse::Collides(_)) => {
                assert!(injective(&machine, &unlimited()) != Decision::Yes)
            }
            Err(NoInverse::Unknown(_)) => {}
        }
    });
    assert!(made > 12, "{made}");
}

#[test]
fn sums_of_multiples_are_linear_and_squares_and_guards_are_not() {
    let t = Text::new();
    let linear = |written: &str| {
        let ends: &[super::EndText] = &[(0, "true", &[]), (1, "true", &[])];
        let machine = t.machine(
            1,
            &[(0, "true", &["x"], 1), (1, "true", &[written], 1)],
            ends,
        );
        is_linear(&machine, &unlimited()) == Decision::Yes
    };
    assert!(linear("(u8) (3 * x - x1)"));
    assert!(linear("(u8) (x + x1 - (x1 - x))"));
    assert!(linear("(u8) ((x & 255) + (x1 | 0))"));
    assert!(!linear("(u8) (x * x1)"));
    assert!(!linear("(u8) (x + 1)"));
    assert!(!linear("(u8) ((x + x1) / 2)"));
    assert_eq!(is_linear(&difference(&t), &unlimited()), Decision::Yes);
    assert!(matches!(
        is_linear(&html(&t), &unlimited()),
        Decision::No(_)
    ));
    assert!(is_stateless(&html(&t)) && !is_stateless(&difference(&t)));
}
