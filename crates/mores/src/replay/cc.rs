//! The user's C compiler, and programs that it has made, in a sandbox.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use base::Budget;
use front::c::Machine;

use super::sandbox::{Call, Ending, Finished, Limits, Sandbox, timed};

/// Flags of every compilation: what the compiler says of the program is not looked at, the optimiser should not hide what
/// the program does, and numbers that overflow where the user gives that a meaning wrap around.
const ALWAYS: [&str; 3] = ["-w", "-O1", "-fwrapv"];

/// A compiler with a place for what it makes.
pub(crate) struct Compiler {
    sandbox: Sandbox,
    flags: Vec<String>,
    /// How long a compilation may take.
    compiling: Duration,
}

impl Compiler {
    /// The user's compiler, for a machine, with further flags of the user's.
    pub(crate) fn new(machine: Machine, options: &[String]) -> Result<Self, String> {
        let sandbox = Sandbox::new(Limits::default())
            .map_err(|e| format!("there is no place to run programs: {e}"))?;
        let own: &[&str] = match machine {
            Machine::Bits64 => &[],
            Machine::Bits32 => &["-m32", "-msse2", "-mfpmath=sse"],
        };
        let flags = ALWAYS
            .iter()
            .chain(own)
            .map(|flag| (*flag).to_owned())
            .chain(options.iter().cloned());
        Ok(Self {
            sandbox,
            flags: flags.collect(),
            compiling: Duration::MAX,
        })
    }

    /// What is compiled and run from now on ends with the budget.
    pub(crate) fn end_with(&mut self, budget: &Budget) {
        if let Some(left) = budget.remaining() {
            let limits = Limits::default();
            self.sandbox.allow(Limits {
                time: left.min(limits.time),
                ..limits
            });
            self.compiling = left;
        }
    }

    /// What is run from now on may take long and use much: it is measured.
    pub(crate) fn take_time(&mut self) {
        self.sandbox.allow(Limits {
            time: Duration::from_secs(120),
            memory: Some(8 << 30),
            ..Limits::default()
        });
    }

    /// What it calls itself: `cc (Debian 12.2.0-14) 12.2.0`.
    pub(crate) fn name() -> String {
        let output = Command::new(c_compiler()).arg("--version").output();
        let text = output
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default();
        text.lines().next().unwrap_or("a C compiler").to_owned()
    }

    /// A file for what is compiled.
    pub(crate) fn file(&self, name: &str) -> Result<PathBuf, String> {
        self.sandbox
            .tools()
            .map(|tools| tools.join(name))
            .map_err(|e| e.to_string())
    }

    /// Writes a text of ours.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let file = self.file(name)?;
        std::fs::write(&file, text).map_err(|e| e.to_string())?;
        Ok(file)
    }

    /// Compiles files into one, with further flags. Paths of the user's are relative to where the user is.
    pub(crate) fn compile(
        &self,
        flags: &[&str],
        files: &[&Path],
        into: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new(c_compiler());
        command
            .args(&self.flags)
            .args(flags)
            .args(files)
            .arg("-o")
            .arg(into)
            .args(["-lm", "-ldl"]);
        self.make(&mut command, "the C compiler")
    }

    /// Runs a compiler, also one of another language.
    pub(crate) fn make(&self, command: &mut Command, who: &str) -> Result<(), String> {
        // A compiler that is ended leaves its own files behind.
        let tools = self.sandbox.tools().map_err(|e| e.to_string())?;
        command.env("LC_ALL", "C").env("TMPDIR", tools);
        let (ending, said) =
            timed(command, self.compiling).map_err(|e| format!("{who} cannot be started: {e}"))?;
        match ending {
            Ending::Exited(0) => return Ok(()),
            Ending::OutOfTime => return Err(format!("{who} does not end in time")),
            Ending::Exited(_) | Ending::Killed(_) | Ending::TooMuchOutput => {}
        }
        let said = String::from_utf8_lossy(&said).into_owned();
        let complaint = said
            .lines()
            .find(|line| line.contains("error"))
            .or(said.lines().next())
            .unwrap_or_default();
        Err(format!("{who} does not take it: {complaint}"))
    }

    /// Runs what was compiled.
    pub(crate) fn run(
        &mut self,
        program: &Path,
        input: &[u8],
        variables: &[(&str, String)],
    ) -> Result<Finished, String> {
        let environment = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let call = Call {
            program: program.to_owned(),
            arguments: Vec::new(),
            input: input.to_vec(),
            environment,
        };
        self.sandbox
            .run(&call)
            .map_err(|e| format!("it cannot be run: {e}"))
    }
}

/// The user's C compiler: `$CC`, or `cc`.
pub fn c_compiler() -> std::ffi::OsString {
    std::env::var_os("CC").unwrap_or_else(|| "cc".into())
}
