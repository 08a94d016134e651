//! One line on the terminal that says what is being done.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use mores::{Budget, InputError, Progress};

/// Between two drawings; more would only flicker.
const PAUSE: Duration = Duration::from_millis(80);
/// A longer line would wrap on a narrow terminal and could not be drawn over.
const COLUMNS: usize = 78;

/// Shows progress on standard error if that is a terminal.
pub(crate) struct Line {
    shown: bool,
    drawn: RefCell<Option<Instant>>,
}

impl Line {
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            shown: !quiet && io::stderr().is_terminal(),
            drawn: RefCell::new(None),
        }
    }
}

impl Progress for Line {
    fn working(&self, what: &dyn Fn() -> String) {
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
