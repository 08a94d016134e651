//! What is being done: one line on a terminal, and a log for who wants to know where the time goes.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use mores::{Budget, InputError, Progress};

use crate::log::Log;

/// Between two drawings; more would only flicker.
const PAUSE: Duration = Duration::from_millis(80);
/// A longer line would wrap on a narrow terminal and could not be drawn over.
const COLUMNS: usize = 78;

/// Shows progress on standard error if that is a terminal, and tells the log.
pub(crate) struct Line {
    shown: bool,
    drawn: RefCell<Option<Instant>>,
    log: Option<Log>,
}

impl Line {
    /// A log takes the place of the line.
    pub(crate) fn new(quiet: bool, log: Option<Log>) -> Self {
        Self {
            shown: !quiet && log.is_none() && io::stderr().is_terminal(),
            drawn: RefCell::new(None),
            log,
        }
    }
}

impl Progress for Line {
    fn working(&self, what: &dyn Fn() -> String) {
        if let Some(log) = &self.log {
            log.working(&what());
        }
        let now = Instant::now();
        let mut drawn = self.drawn.borrow_mut();
        if self.shown && drawn.is_none_or(|before| now - before >= PAUSE) {
            let text: String = what()
                .chars()
                .filter(|c| !c.is_control())
                .take(COLUMNS)
                .collect();
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
            *drawn = Some(now);
        }
    }
}

impl Drop for Line {
    /// Also when something goes wrong: the terminal is left as it was.
    fn drop(&mut self) {
        if self.drawn.borrow().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The first interrupt ends the work and shows what there is; the second ends the program.
pub(crate) fn stop_on_interrupt(budget: &Budget) -> Result<(), InputError> {
    let budget = budget.clone();
    let interrupt = move || match budget.check() {
        Err(_) => std::process::exit(130),
        Ok(()) => budget.cancel(),
    };
    ctrlc::set_handler(interrupt)
        .map_err(|e| InputError::new(format!("interrupts cannot be handled: {e}")))
}
