//! Questions that are being asked, and the thread that ends those whose time or budget is spent. Z3 could look at a time
//! limit itself, but takes a thread of its own for each question then, and spends longer on waiting for the end of that
//! thread than most questions take; and it does not look at who wants it to stop.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use base::Budget;

use super::context::{Context, Handle};

/// Between two looks at what is going on.
const PAUSE: Duration = Duration::from_millis(20);
/// Any question may take so long, also after the end of the budget: the last touches to a result need some, and most
/// are answered in less.
pub(super) const GRACE: Duration = Duration::from_millis(100);

struct Running {
    number: u64,
    context: Handle,
    budget: Budget,
    /// How long it may take in any case.
    limit: Option<Duration>,
    since: Instant,
    interrupted: bool,
}

impl Running {
    fn is_over(&self) -> bool {
        let passed = self.since.elapsed();
        self.limit.is_some_and(|limit| passed >= limit)
            || (passed >= GRACE && self.budget.check().is_err())
    }
}

#[derive(Default)]
struct Questions {
    asked: u64,
    running: Vec<Running>,
}

static QUESTIONS: Mutex<Questions> = Mutex::new(Questions {
    asked: 0,
    running: Vec::new(),
});
static WATCHER: OnceLock<bool> = OnceLock::new();

/// A question that goes on for as long as this lives.
pub(crate) struct Watched<'c> {
    number: u64,
    /// The context stays alive while it may be interrupted.
    _context: &'c Context,
}

/// Whether somebody looks on; without a thread questions need limits of their own.
pub(crate) fn is_watched() -> bool {
    *WATCHER.get_or_init(|| {
        let thread = std::thread::Builder::new().name("solver watch".into());
        thread.spawn(look_on).is_ok()
    })
}

/// Has the question that is asked next in this context ended when its time or the budget is spent.
pub(crate) fn watch(context: &Context, limit: Option<Duration>, budget: Budget) -> Watched<'_> {
    is_watched();
    let mut questions = questions();
    questions.asked += 1;
    let number = questions.asked;
    let running = Running {
        number,
        context: context.handle(),
        budget,
        limit,
        since: Instant::now(),
        interrupted: false,
    };
    questions.running.push(running);
    Watched {
        number,
        _context: context,
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        questions()
            .running
            .retain(|running| running.number != self.number);
    }
}

fn questions() -> MutexGuard<'static, Questions> {
    QUESTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look_on() {
    loop {
        std::thread::sleep(PAUSE);
        for running in &mut questions().running {
            if !running.interrupted && running.is_over() {
                running.interrupted = true;
                running.context.interrupt();
            }
        }
    }
}
