//! The real `java`, in a sandbox.

use std::time::Duration;

use front::jvm::replay::{Answer, Call, answers, driver, java_arguments, script};
use front::jvm::{Runnable, Source, runnable, tool};

use super::sandbox::{self, Ending, Finished, Limits, Sandbox};

/// What a run of `java` may use: it has a limit on memory of its own, and opens the files of the JDK.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(60),
    memory: None,
    file_size: 64 << 20,
    open_files: 256,
};

/// Options that keep it small and quick to start, and that give up on a call that takes seconds, so that there is time for
/// others.
const OPTIONS: [&str; 4] = [
    "-Xmx256m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dpatience=3",
];

/// A class that can be run.
pub(super) struct Java {
    sandbox: Sandbox,
    runnable: Runnable,
}

impl Java {
    /// Makes a class ready to be run; why not, if that cannot be.
    pub(super) fn start(source: &Source) -> Result<Self, String> {
        let runnable = runnable(source).map_err(|e| e.message)?;
        let sandbox =
            Sandbox::new(LIMITS).map_err(|e| format!("there is no place to run it: {e}"))?;
        Ok(Self { sandbox, runnable })
    }

    /// The answers to sequences of calls, each with the name of its class.
    pub(super) fn calls(
        &mut self,
        sequences: &[(String, Vec<Call>)],
    ) -> Result<Vec<Vec<Answer>>, String> {
        let tools = self.sandbox.tools().map_err(|e| e.to_string())?;
        driver(&tools).map_err(|e| e.message)?;
        let arguments = java_arguments(&tools, &self.runnable.class_path);
        let arguments = arguments
            .into_iter()
            .map(|a| a.into_string().map_err(|a| format!("{a:?} is no text")));
        let arguments = arguments.collect::<Result<Vec<String>, String>>()?;
        let finished = self.java(arguments, script(sequences).into_bytes())?;
        match finished.ending {
            // What it said before it ended counts.
            Ending::Exited(_) | Ending::OutOfTime => {}
            Ending::Killed(_) | Ending::TooMuchOutput => {
                return Err(format!("java ended with {}", finished.ending));
            }
        }
        answers(&String::from_utf8_lossy(&finished.output), sequences).map_err(|e| e.message)
    }

    /// Runs `java` with arguments and standard input.
    pub(super) fn java(
        &mut self,
        arguments: Vec<String>,
        input: Vec<u8>,
    ) -> Result<Finished, String> {
        let arguments = OPTIONS
            .map(str::to_owned)
            .into_iter()
            .chain(arguments)
            .collect();
        let call = sandbox::Call {
            program: tool("java"),
            arguments,
            input,
            ..sandbox::Call::default()
        };
        self.sandbox
            .run(&call)
            .map_err(|e| format!("java cannot be run: {e}"))
    }

    /// The class path as `java` takes it.
    pub(super) fn class_path(&self) -> Result<String, String> {
        let joined = std::env::join_paths(&self.runnable.class_path).map_err(|e| e.to_string())?;
        joined
            .into_string()
            .map_err(|path| format!("{path:?} is no text"))
    }

    /// A folder for what is needed to run.
    pub(super) fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }
}
