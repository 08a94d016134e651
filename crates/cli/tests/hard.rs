//! Calls that no solver decides soon must not keep all others from being looked at: what a short budget leaves behind says what the
//! easy ones do. The budget is counted in work, that of one process, so that the answer does not depend on the machine.

use std::fs;

use serde_json::Value;

use crate::common::{folder, mores};

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
    let folder = folder("hard");
    fs::write(folder.join("Vault.java"), VAULT).unwrap();
    let args = ["interface", "Vault.java", "--steady", "--budget", "1s"];
    let run = mores(&folder, &[&args[..], &["--json", "--quiet"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let model = &report["model"];
    let next = |from: u64, symbol: &str| {
        let mut all = model["transitions"].as_array().unwrap().iter();
        let found = all.find(|t| t["from"] == from && t["symbol"] == symbol);
        let found = found.unwrap_or_else(|| panic!("{from}, {symbol}"));
        let to = found["to"].as_u64().unwrap();
        (to, model["states"][to as usize]["answer"].as_str().unwrap())
    };
    let (made, answer) = next(model["initial"].as_u64().unwrap(), "Vault");
    assert_eq!(answer, "ok");
    assert_eq!(next(made, "close").1, "error");
    let (open, answer) = next(made, "open");
    assert_eq!(answer, "ok");
    assert_eq!(next(open, "open").1, "error");
    assert_eq!(next(open, "close"), (made, "ok"));
}
