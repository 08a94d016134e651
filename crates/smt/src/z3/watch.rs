//! Questions that are being asked, and the thread that ends those whose budget is spent. Z3 itself looks at its own time
//! limit only, and not at all at who wants it to stop.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use base::Budget;

use super::context::{Context, Handle};

/// Between two looks at what is going on.
const PAUSE: Duration = Duration::from_millis(20);
/// Any question may take so long, also after the end of the budget: the last touches to a result need some, and most
/// are answered in less.
const GRACE: Duration = Duration::from_millis(100);

struct Running {
    number: u64,
    context: Handle,
    budget: Budget,
    since: Instant,
    interrupted: bool,
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
static WATCHER: Once = Once::new();

/// A question that goes on for as long as this lives.
pub(crate) struct Watched<'c> {
    number: u64,
    /// The context stays alive while it may be interrupted.
    _context: &'c Context,
}

/// Has the question that is asked next in this context ended when the budget is spent.
pub(crate) fn watch(context: &Context, budget: Budget) -> Watched<'_> {
    WATCHER.call_once(|| {
        // Without a thread questions end by their own limits, as they always did.
        let _ = std::thread::Builder::new()
            .name("solver watch".into())
            .spawn(look_on);
    });
    let mut questions = questions();
    questions.asked += 1;
    let number = questions.asked;
    let running = Running {
        number,
        context: context.handle(),
        budget,
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
            if !running.interrupted
                && running.since.elapsed() >= GRACE
                && running.budget.check().is_err()
            {
                running.interrupted = true;
                running.context.interrupt();
            }
        }
    }
}
