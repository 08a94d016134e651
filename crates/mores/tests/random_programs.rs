//! Programs that nobody wrote: no claim about them is contradicted by the compiled program. `cargo run --release -p mores
//! --example random_programs` tries many more.

mod random_programs;

use std::time::Duration;

use mores::Budget;
use mores::report::VerdictKind;
use random_programs::compiled::Compiler;
use random_programs::generate::generate;
use random_programs::{Came, examine};
use tempfile::TempDir;

/// The numbers of the programs.
const SEEDS: std::ops::Range<u64> = 0..80;

#[test]
fn no_claim_about_random_programs_is_contradicted() {
    let folder = TempDir::new().expect("a folder");
    let compiler = Compiler::new(folder.path());
    let mut proved = 0;
    for seed in SEEDS {
        let program = generate(seed);
        match examine(&program, &compiler, folder.path(), &Budget::lasting(Duration::from_secs(20))) {
            Came::Contradicted(how) => panic!("program {seed}: {how}\n{}", program.text),
            Came::Agrees(VerdictKind::Proved, _, compared) => proved += usize::from(compared.runs > 0),
            Came::Agrees(..) | Came::Nothing(_) | Came::Refused(_) => {}
        }
    }
    assert!(2 * proved >= SEEDS.count(), "{proved} are proved");
}
