//! Calls that no solver decides soon must not keep all others from being looked at: what a short budget leaves behind says what the
//! easy ones do. The budget is counted in work, so that the answer does not depend on the machine.

use std::fs;
use std::time::Duration;

use mores::report::Answer;
use mores::{Budget, InterfaceRequest, NoProgress};

const VAULT: &str = "\
public class Vault {
    private boolean open;
    private long sum;
    public void open() { if (open) throw new IllegalStateException(); open = true; }
    public void close() { if (!open) throw new IllegalStateException(); open = false; }
    public void one(long a, long b) {
        if (a > 1 && b > 1 && a < 4000000000L && b < 4000000000L && a * b * (a ^ b) == 1000000016000000063L) sum++;
    }
    public void two(long a, long b) {
        if (a > 1 && b > 1 && a < 3000000000L && b < 4000000000L && a * b * (a | b) == 1000000016000000067L) sum++;
    }
    public void three(double x, double y) {
        if (Math.sqrt(x * y) * y == 3.7 && x / y > 1.1 && x * x * y < 17.3) sum++;
    }
}
";

#[test]
fn easy_calls_are_looked_at_beside_hard_ones() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let path = folder.path().join("Vault.java");
    fs::write(&path, VAULT).expect("written");
    let budget = Budget::steady(Duration::from_secs(1));
    let learned = mores::interface(&InterfaceRequest::new(&path), &budget, &NoProgress);
    let model = learned.expect("the class can be analysed").report.model;
    let next = |from: u64, symbol: &str| {
        let mut all = model.transitions.iter();
        let found = all.find(|t| t.from == from && t.symbol == symbol);
        let to = found.unwrap_or_else(|| panic!("{from}, {symbol}")).to;
        (to, model.states[to as usize].answer)
    };
    let (made, answer) = next(model.initial, "Vault");
    assert_eq!(answer, Answer::Ok);
    assert_eq!(next(made, "close").1, Answer::Error);
    let (open, answer) = next(made, "open");
    assert_eq!(answer, Answer::Ok);
    assert_eq!(next(open, "open").1, Answer::Error);
    assert_eq!(next(open, "close"), (made, Answer::Ok));
}
