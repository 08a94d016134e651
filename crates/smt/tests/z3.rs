//! Z3 behind the solver trait.

use smt::{Answer, Solver, Sort, Terms, Value, Z3};

#[test]
fn scopes_models_and_cores_work_together() {
    let t = Terms::new();
    let x = t.var("x", Sort::BitVec(32));
    let mut z3 = Z3::new(&t);
    z3.assert(t.bv_slt(t.bv(32, 5), x));
    assert_eq!(z3.check(&[]), Answer::Sat);
    assert!(z3.model(&[x]).get(x).and_then(Value::as_signed) > Some(5));
    let below = t.bv_slt(x, t.bv(32, 3));
    let odd = t.eq(t.bv_and(x, t.bv(32, 1)), t.bv(32, 1));
    assert_eq!(z3.check(&[odd, below]), Answer::Unsat);
    assert_eq!(z3.core(), vec![below]);
    z3.push();
    z3.assert(below);
    assert_eq!(z3.check(&[]), Answer::Unsat);
    z3.pop();
    assert_eq!(z3.check(&[odd]), Answer::Sat);
}
