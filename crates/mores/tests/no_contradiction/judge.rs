//! The compiled program as the judge of what is claimed of it. Nothing of what made the claim is used to judge it but the
//! interpreter of transducers.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base::{Budget, Failure, NoProgress};
use model::transducer::Ran;
use mores::report::VerdictKind;
use mores::{
    FilterRequest, LanguageReport, LanguageRequest, Machine, TransducerReport, Word, filter,
    language,
};
use tempfile::TempDir;

/// What a program is given where it asks for anything: the next number of standard input.
const ANY: &str = "extern long read(int, void *, unsigned long);
int __VERIFIER_nondet_int(void) { int n = 0; read(0, &n, sizeof n); return n; }
unsigned char __VERIFIER_nondet_uchar(void) { return __VERIFIER_nondet_int(); }
_Bool __VERIFIER_nondet_bool(void) { return __VERIFIER_nondet_int() & 1; }
void reach_error(void) { __builtin_abort(); }
";

/// The status with which a driver ends where a function gives up.
pub const GAVE_UP: i32 = 77;

/// Around a function that is a filter: what it reads is `in`, `n` symbols long and with a zero behind.
const DRIVER: &str = "\n#include <unistd.h>\n#include <stdlib.h>\n#include <string.h>\n\
static unsigned char in[4096], out[65536];\n\
int main(void)\n{\n    long n = read(0, in, sizeof in - 1);\n    memset(out, 0xa5, sizeof out);\n    CALL\n    return 0;\n}\n";

/// What became of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum Did {
    Ended { output: Vec<u8>, status: i32 },
    Killed,
}

/// A folder with a program.
pub struct Case {
    folder: TempDir,
    pub path: PathBuf,
}

impl Case {
    pub fn new(text: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("program.c");
        fs::write(&path, text).expect("it can be written");
        Self { folder, path }
    }

    /// Compiles it, or another text, as users do and with what optimisers do.
    pub fn compiled(&self, text: Option<&str>, level: &str, further: &[&str]) -> PathBuf {
        let other = self.folder.path().join("judged.c");
        let any = self.folder.path().join("any.c");
        let binary = self.folder.path().join(format!("judged{level}"));
        let text = text.map_or_else(
            || fs::read_to_string(&self.path).expect("it can be read"),
            str::to_owned,
        );
        let own =
            text.contains("void reach_error(void) {") || text.contains("void reach_error(void)\n{");
        fs::write(&other, text).expect("it can be written");
        fs::write(
            &any,
            if own {
                ANY.replace("void reach_error", "void nobody_calls")
            } else {
                ANY.to_owned()
            },
        )
        .expect("it can be written");
        let mut command = Command::new("cc");
        command
            .args(["-w", level])
            .args(further)
            .args([&other, &any])
            .arg("-o")
            .arg(&binary)
            .arg("-lm");
        let output = command.output().expect("there is a C compiler");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        binary
    }
}

/// Runs a program on an input.
pub fn run(binary: &Path, input: &[u8]) -> Did {
    let mut child = Command::new(binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be run");
    // A program that does not read all breaks the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    match (output.status.code(), output.status.signal()) {
        (Some(status), _) => Did::Ended {
            output: output.stdout,
            status,
        },
        (None, _) => Did::Killed,
    }
}

fn bytes(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// What is claimed of the failures of a program; panics where the compiled program does otherwise on one of the inputs or on
/// those of a word.
pub fn fails_as_claimed(text: &str, inputs: &[&[i32]]) -> LanguageReport {
    fails_as_claimed_on(Machine::Bits64, &[], text, inputs)
}

/// The same for a machine, with the flags that compile for it.
pub fn fails_as_claimed_on(
    machine: Machine,
    flags: &[&str],
    text: &str,
    inputs: &[&[i32]],
) -> LanguageReport {
    let case = Case::new(text);
    let request = LanguageRequest {
        machine,
        ..LanguageRequest::new(&case.path)
    };
    let report = language(&request, &Budget::unlimited(), &NoProgress)
        .expect("it can be read")
        .report;
    let never = report.verdict.kind == VerdictKind::Proved && report.counts.accepted == Some(0);
    for level in ["-O0", "-O2"] {
        let binary = case.compiled(None, level, flags);
        for numbers in inputs {
            let failed = run(&binary, &bytes(numbers)) == Did::Killed;
            assert!(
                !(failed && never),
                "never fails, and {level} fails on {numbers:?}:\n{text}"
            );
        }
        for word in report
            .model
            .words
            .iter()
            .filter(|word| word.witnessed && !word.open && !is_undefined(&report, word))
        {
            let numbers: Vec<i32> = word
                .inputs
                .iter()
                .map(|input| input.value.parse().expect("a number"))
                .collect();
            assert_eq!(
                run(&binary, &bytes(&numbers)),
                Did::Killed,
                "{level} does not fail on {numbers:?}:\n{text}"
            );
        }
    }
    report
}

/// Whether a word ends in undefined behaviour, after which nobody can say what the compiled program does.
fn is_undefined(report: &LanguageReport, word: &Word) -> bool {
    let mut letters = report.model.alphabet.iter();
    let last = letters.find(|event| Some(&event.symbol) == word.events.last());
    let failure = last.and_then(|last| last.failure.as_ref());
    failure.and_then(Failure::undefined).is_some()
}

/// What is claimed of a program that is a filter; panics where the compiled program writes something else.
pub fn writes_as_claimed(text: &str, inputs: &[&[u8]]) -> TransducerReport {
    let case = Case::new(text);
    judged(&case, &FilterRequest::new(&case.path), None, inputs)
}

/// The same of a function `f`, which a client calls with these statements of C.
pub fn function_as_claimed(text: &str, client: &str, inputs: &[&[u8]]) -> TransducerReport {
    let case = Case::new(text);
    let request = FilterRequest {
        function: Some("f".to_owned()),
        ..FilterRequest::new(&case.path)
    };
    let client = text.to_owned() + &DRIVER.replace("CALL", client);
    judged(&case, &request, Some(&client), inputs)
}

fn judged(
    case: &Case,
    request: &FilterRequest,
    client: Option<&str>,
    inputs: &[&[u8]],
) -> TransducerReport {
    let artifacts = filter(request, &Budget::unlimited(), &NoProgress).expect("it can be read");
    let proved = artifacts.report.verdict.kind == VerdictKind::Proved;
    let Some(model) = artifacts.transducer.filter(|_| proved) else {
        return artifacts.report;
    };
    for level in ["-O0", "-O2"] {
        let binary = case.compiled(client, level, &[]);
        for input in inputs {
            let word: Vec<u64> = input.iter().map(|byte| u64::from(*byte)).collect();
            match (model.run(&word), run(&binary, input)) {
                (Ran::Wrote(expected), Did::Ended { output, status }) if status != GAVE_UP => {
                    let written: Vec<u64> = output.into_iter().map(u64::from).collect();
                    assert_eq!(expected, written, "{level} on {input:?}");
                }
                (Ran::Wrote(expected), did) => {
                    panic!("{level} on {input:?}: {expected:?}, and {did:?}")
                }
                // What is undefined may do anything, what gives up says so.
                (Ran::Undefined { .. }, _) => {}
            }
        }
    }
    artifacts.report
}
