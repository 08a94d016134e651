//! Programs of Csmith, compiled by gcc and on the interpreter.
//!
//! Csmith writes programs that have one meaning only, so a failure of ours is a difference, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use front::c::{Machine, Source};

use super::interpret::{Ended, interpret};

/// How programs are generated: within what the front end reads, and small enough to be many. Each is used in turn.
const SHAPES: [&[&str]; 4] = [
    &[
        "--max-funcs",
        "4",
        "--max-block-depth",
        "3",
        "--max-expr-complexity",
        "5",
    ],
    &[
        "--max-funcs",
        "8",
        "--max-block-depth",
        "2",
        "--max-struct-fields",
        "6",
        "--bitfields",
    ],
    &[
        "--max-funcs",
        "3",
        "--max-block-depth",
        "4",
        "--max-pointer-depth",
        "4",
        "--max-array-dim",
        "2",
    ],
    &[
        "--max-funcs",
        "5",
        "--max-block-size",
        "3",
        "--max-union-fields",
        "4",
        "--inline-function",
    ],
];
const ALWAYS: [&str; 2] = ["--no-packed-struct", "--no-argc"];

/// How long a compiled program may run where ours has ended: it runs thousands of times faster.
const PATIENCE: Duration = Duration::from_secs(60);
/// What runs longer than this when compiled is taken to go on for ever.
const LONG: Duration = Duration::from_secs(2);

/// Csmith on this machine.
pub struct Csmith {
    generator: PathBuf,
    headers: PathBuf,
    /// Further options, for runs that look for more.
    pub also: Vec<String>,
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    /// It was not compared: why.
    Skipped(String),
    /// It does something else here: what.
    Differs(String),
}

impl Csmith {
    /// The one that `./x setup` fetched, or else that of the system.
    pub fn find() -> Option<Self> {
        let deps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/csmith");
        ["usr", "/usr", "/usr/local"]
            .into_iter()
            .find_map(|prefix| {
                let prefix = deps.join(prefix);
                let (generator, headers) =
                    (prefix.join("bin/csmith"), prefix.join("include/csmith"));
                (generator.exists() && headers.join("csmith.h").exists()).then_some(Self {
                    generator,
                    headers,
                    also: Vec::new(),
                })
            })
    }

    /// The program of a seed. Csmith leaves a file about the machine in the folder.
    pub fn generate(&self, seed: u64, folder: &Path) -> Result<String, String> {
        let mut command = Command::new(&self.generator);
        command
            .current_dir(folder)
            .args(["--seed", &seed.to_string()])
            .args(ALWAYS)
            .args(SHAPES[seed as usize % SHAPES.len()]);
        command.args(&self.also);
        let output = command.output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        // It then prints what each variable came to and not only a sum of all.
        Ok(text.replace("int print_hash_value = 0;", "int print_hash_value = 1;"))
    }

    /// Runs the program of a seed both ways.
    pub fn compare(&self, seed: u64, step_limit: u64) -> Verdict {
        let folder = tempfile::tempdir().expect("there is room for a program");
        let file = folder.path().join("program.c");
        let text = match self.generate(seed, folder.path()) {
            Ok(text) => text,
            Err(why) => return Verdict::Skipped(format!("csmith does not run: {why}")),
        };
        std::fs::write(&file, text).expect("the program can be written");
        let options = vec![format!("-I{}", self.headers.display())];
        // Ours first: whether it ends within its steps does not depend on the machine.
        let ours = match interpret(
            &Source {
                options,
                ..Source::new(&file, Machine::Bits64)
            },
            step_limit,
        ) {
            Ended::Exit(printed) => printed,
            Ended::OutOfSteps => return Verdict::Skipped(self.why_so_long(&file)),
            Ended::Unknown(why) => return Verdict::Skipped(nameless(&why, folder.path())),
            Ended::Failed(what) => return Verdict::Differs(what),
        };
        match self.compiled(&file, PATIENCE) {
            Ok(theirs) if ours == theirs => Verdict::Agrees,
            Ok(theirs) => Verdict::Differs(first_difference(&ours, &theirs)),
            Err(why) => Verdict::Differs(why),
        }
    }

    /// Tells programs that go on for ever from those that only take more steps than they were given.
    fn why_so_long(&self, file: &Path) -> String {
        match self.compiled(file, LONG) {
            Ok(_) => "it takes more steps, and ends when compiled".to_owned(),
            Err(_) => "it does not end when compiled either".to_owned(),
        }
    }

    /// What the compiled program prints, and its exit code.
    fn compiled(&self, file: &Path, patience: Duration) -> Result<String, String> {
        let (program, printed) = (file.with_extension(""), file.with_extension("txt"));
        let mut gcc = Command::new("gcc");
        gcc.args(["-O0", "-w"])
            .arg("-I")
            .arg(&self.headers)
            .arg("-o")
            .arg(&program)
            .arg(file);
        let built = gcc.output().map_err(|e| format!("gcc does not run: {e}"))?;
        if !built.status.success() {
            return Err(format!(
                "gcc does not take it: {}",
                String::from_utf8_lossy(&built.stderr)
            ));
        }
        let output = std::fs::File::create(&printed).map_err(|e| e.to_string())?;
        let mut child = Command::new(&program)
            .stdout(Stdio::from(output))
            .spawn()
            .map_err(|e| e.to_string())?;
        let start = Instant::now();
        let status = loop {
            match child.try_wait().map_err(|e| e.to_string())? {
                Some(status) => break status,
                None if start.elapsed() > patience => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err("it ends here, but not when compiled".to_owned());
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        let text = std::fs::read_to_string(&printed).map_err(|e| e.to_string())?;
        Ok(format!(
            "{text}exit {}\n",
            status
                .code()
                .map_or("by a signal".to_owned(), |code| code.to_string())
        ))
    }
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let lines = ours
        .lines()
        .zip(theirs.lines())
        .find(|(ours, theirs)| ours != theirs);
    let (ours, theirs) = lines.unwrap_or(("the end", "more, or the other way round"));
    format!("{ours} instead of {theirs}")
}

/// A message without the folder that is another one each time.
fn nameless(message: &str, folder: &Path) -> String {
    message.replace(&format!("{}/", folder.display()), "")
}
