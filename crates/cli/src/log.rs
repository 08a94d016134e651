//! A log on standard error, for who wants to know where the time goes: `MORES_LOG=info`, `debug` or `trace`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use mores::InputError;

use crate::text::clean;

/// The variable that asks for a log.
const VARIABLE: &str = "MORES_LOG";

/// Between two lines of one phase at the level `debug`.
const PAUSE: Duration = Duration::from_millis(100);

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// A line when a phase begins for the first time, and in the end how long each took.
    Info,
    /// A line whenever the phase changes, and some times a second how far it has got.
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
    /// What is being done, in a word: `reading`, `proving`.
    phase: String,
    begun: Instant,
    said: Instant,
    /// How often each phase began, and how long it took in all, in the order of their beginnings.
    phases: Vec<(String, usize, Duration)>,
}

impl Now {
    /// Ends the phase, and begins another.
    fn turn_to(&mut self, phase: &str) {
        let took = self.begun.elapsed();
        if let Some(ended) = self.phases.iter_mut().find(|p| p.0 == self.phase) {
            ended.2 += took;
        }
        match self.phases.iter_mut().find(|p| p.0 == phase) {
            Some(begun) => begun.1 += 1,
            None => self.phases.push((phase.to_owned(), 1, Duration::ZERO)),
        }
        (self.phase, self.begun) = (phase.to_owned(), Instant::now());
    }
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
            phases: Vec::new(),
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
        let phase = phase(what);
        let known = now.phases.len();
        let turns = phase != now.phase;
        if turns {
            now.turn_to(phase);
        }
        let told = match self.level {
            Level::Info => now.phases.len() > known,
            Level::Debug => turns || now.said.elapsed() >= PAUSE,
            Level::Trace => true,
        };
        if told {
            now.said = Instant::now();
            self.write(what);
        }
    }

    fn write(&self, what: &str) {
        let time = self.since.elapsed().as_secs_f64();
        // What cannot be written is not worth an error: the result is what counts.
        let _ = writeln!(io::stderr(), "[{time:9.3} s] {}", clean(what));
    }
}

/// The word that names what is being done: the first that is no number.
fn phase(what: &str) -> &str {
    let mut words = what.split([' ', ',', ':']);
    let word = words.find(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    word.unwrap_or(what)
}

impl Drop for Log {
    /// How long each phase took, the longest first.
    fn drop(&mut self) {
        let now = self.now.get_mut();
        now.turn_to("");
        let mut phases = std::mem::take(&mut now.phases);
        phases.retain(|(phase, ..)| !phase.is_empty());
        phases.sort_by_key(|(_, _, took)| std::cmp::Reverse(*took));
        for (phase, times, took) in phases {
            let times = if times == 1 {
                "once"
            } else {
                &format!("{times} times")
            };
            self.write(&format!("{:9.3} s  {phase}, {times}", took.as_secs_f64()));
        }
        self.write("done");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_is_the_first_word_that_is_no_number() {
        assert_eq!(phase("proving, frame 3, 20 lemmas"), "proving");
        assert_eq!(phase("14 configurations, 2 to go"), "configurations");
        assert_eq!(phase("3"), "3");
    }

    #[test]
    fn times_of_a_phase_add_up() {
        let since = Instant::now();
        let mut now = Now {
            phase: String::new(),
            begun: since,
            said: since,
            phases: Vec::new(),
        };
        for phase in ["reading", "proving", "reading", ""] {
            now.turn_to(phase);
        }
        let counts: Vec<(&str, usize)> = now.phases.iter().map(|p| (p.0.as_str(), p.1)).collect();
        assert_eq!(counts, [("reading", 2), ("proving", 1), ("", 1)]);
    }
}
