//! Where nothing can be decided inputs are tried, and only a no comes of that.

use smt::syntax::Type;
use smt::{Term, Value};

use super::known::difference;
use super::{Text, output, unlimited};
use crate::analysis::transducer::{
    Decision, Pattern, avoids, commutes, compose, equal, idempotent, injective, roundtrip,
};
use crate::transducer::{Register, SymbolType, SymbolicTransducer};

/// Writes the sum of all symbols so far, which takes a register.
fn sums(t: &mut Text, added: &str) -> SymbolicTransducer {
    let sum: Term = t.terms.var("sum", SymbolType::BYTE.sort());
    t.scope.declare("sum", sum, Type::unsigned(8));
    let mut machine = t.machine(0, &[(0, "true", &[added], 0)], &[(0, "true", &[])]);
    machine.registers = vec![Register {
        name: "sum".into(),
        variable: sum,
        initial: Value::bv(8, 0),
    }];
    machine.states[0].steps[0].updates = machine.states[0].steps[0].writes.clone();
    machine
}

#[test]
fn registers_are_compared_by_trying() {
    let t = &mut Text::new();
    let sum = sums(t, "(u8) (sum + x)");
    let twice = sums(t, "(u8) (sum + x + x)");
    let same = sums(t, "(u8) (sum * 3 + x - sum - sum + 0 * x)");
    let otherwise = sums(t, "(u8) (sum + x < 256 ? sum + x : sum + x - 256)");
    assert_eq!(
        equal(&sum, &sum.clone(), &unlimited()).decision,
        Decision::Yes
    );
    assert_eq!(
        equal(&sum, &same, &unlimited()).decision,
        Decision::Yes,
        "the terms simplify to the same"
    );
    assert!(matches!(
        equal(&sum, &otherwise, &unlimited()).decision,
        Decision::Unknown(_)
    ));
    match equal(&sum, &twice, &unlimited()).decision {
        Decision::No(found) => {
            assert!(!found.shortest);
            assert_ne!(output(&sum, &found.input), output(&twice, &found.input));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        injective(&sum, &unlimited()),
        Decision::Unknown(_)
    ));
    assert!(matches!(
        roundtrip(&difference(t), &sum, &unlimited()).decision,
        Decision::Unknown(_)
    ));
    assert!(matches!(
        idempotent(&sum, &unlimited()).decision,
        Decision::No(_)
    ));
    let pattern = Pattern::new("^.b$", SymbolType::BYTE).expect("a pattern");
    assert!(matches!(
        avoids(&sum, &pattern, &unlimited()),
        Decision::No(_)
    ));
}

#[test]
fn what_cannot_be_composed_is_run_one_after_the_other() {
    let t = Text::new();
    let delete = t.machine(
        0,
        &[(0, "x == 32", &[], 0), (0, "x != 32", &["x"], 0)],
        &[(0, "true", &[])],
    );
    assert!(compose(&delete, &difference(&t), &unlimited()).is_err());
    match commutes(&delete, &difference(&t), &unlimited()).decision {
        Decision::No(found) => {
            let one =
                output(&delete, &found.input).and_then(|written| output(&difference(&t), &written));
            let other =
                output(&difference(&t), &found.input).and_then(|written| output(&delete, &written));
            assert_eq!(found.outputs, [one, other]);
        }
        other => panic!("{other:?}"),
    }
}
