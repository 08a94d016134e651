//! A log on standard error, for who wants to know where the time goes: `MORES_LOG=info`, `debug` or `trace`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use mores::InputError;

use crate::text::clean;

/// The variable that asks for a log.
const VARIABLE: &str = "MORES_LOG";

/// Between two lines of a phase at the level `debug`.
const PAUSE: Duration = Duration::from_millis(100);

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// A line when a phase begins, with the time that the one before took.
    Info,
    /// Besides, how far a phase has got, some times a second.
    Debug,
    /// Everything that is said.
    Trace,
}

/// Writes what is being done, and when.
pub(crate) struct Log {
    level: Level,
    since: Instant,
    now: RefCell<Now>,
}

/// What was written last.
struct Now {
    /// The first word of what is being done: `reading`, `proving`.
    phase: String,
    begun: Instant,
    said: Instant,
}

impl Log {
    /// The log that the environment asks for, if it does. It begins with what is run.
    pub(crate) fn asked_for() -> Result<Option<Self>, InputError> {
        let level = match std::env::var(VARIABLE).unwrap_or_default().as_str() {
            "" | "off" => return Ok(None),
            "info" => Level::Info,
            "debug" => Level::Debug,
            "trace" => Level::Trace,
            other => {
                let what = format!("{VARIABLE}={other}: give info, debug or trace");
                return Err(InputError::new(clean(&what)));
            }
        };
        let since = Instant::now();
        let now = Now {
            phase: String::new(),
            begun: since,
            said: since,
        };
        let log = Self {
            level,
            since,
            now: RefCell::new(now),
        };
        log.write(&crate::fault::invocation());
        Ok(Some(log))
    }

    /// Notes what is being done.
    pub(crate) fn working(&self, what: &str) {
        let mut now = self.now.borrow_mut();
        let phase = what.split([' ', ',', ':']).next().unwrap_or_default();
        if phase != now.phase {
            let before = std::mem::replace(&mut now.phase, phase.to_owned());
            self.end(&before, now.begun);
            now.begun = Instant::now();
        } else if self.level == Level::Info
            || self.level == Level::Debug && now.said.elapsed() < PAUSE
        {
            return;
        }
        now.said = Instant::now();
        self.write(what);
    }

    fn end(&self, phase: &str, begun: Instant) {
        if !phase.is_empty() {
            self.write(&format!("{phase}: {:.3} s", begun.elapsed().as_secs_f64()));
        }
    }

    fn write(&self, what: &str) {
        let time = self.since.elapsed().as_secs_f64();
        // What cannot be written is not worth an error: the result is what counts.
        let _ = writeln!(io::stderr(), "[{time:9.3} s] {}", clean(what));
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let now = self.now.borrow();
        self.end(&now.phase, now.begun);
        self.write("done");
    }
}
