//! A fault of mores itself: one clear message, whatever was being done.

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;
use std::sync::Mutex;

use crate::text::clean;

/// What is left to programs that call this one: as the exit code of a Rust program that panics.
const EXIT: u8 = 101;

/// What went wrong last, and where. A panic that is caught again leaves it behind and nobody sees it.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Runs, and tells of a fault. Nothing else is written of it: a library that catches its own stays silent.
pub(crate) fn guarded(work: impl FnOnce() -> ExitCode + panic::UnwindSafe) -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        let what = match panic.payload_as_str() {
            Some(what) => what.to_owned(),
            None => "no reason is known".to_owned(),
        };
        let place = panic.location().map(ToString::to_string);
        let place = place.unwrap_or_else(|| "an unknown place".to_owned());
        if let Ok(mut last) = LAST.lock() {
            *last = Some(format!("{what} (at {place})"));
        }
    }));
    panic::catch_unwind(work).unwrap_or_else(|_| tell())
}

fn tell() -> ExitCode {
    let last = LAST.lock().ok().and_then(|mut last| last.take());
    // If not even the message can be written, the exit code still says it.
    let _ = io::stderr().write_all(message(last.as_deref()).as_bytes());
    ExitCode::from(EXIT)
}

fn message(what: Option<&str>) -> String {
    let what = clean(what.unwrap_or("no reason is known"));
    format!(
        "mores: a defect of mores: {what}\n  run as: {}\n  Nothing half-written was left. Please report this message to where \
         you have mores from,\n  with the input if you may share it; MORES_LOG=debug shows what was being done.\n",
        invocation()
    )
}

/// The version, and the command as it was given.
pub(crate) fn invocation() -> String {
    let words = std::env::args_os().skip(1).map(|word| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_alphanumeric() || "-_./=:,+".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word.into_owned(),
            false => format!("'{}'", clean(&word).replace('\'', "'\\''")),
        }
    });
    let words: Vec<String> = words.collect();
    format!("mores {} {}", env!("CARGO_PKG_VERSION"), words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_with_one_message_and_a_code_of_its_own() {
        let code = guarded(|| panic!("the sky fell"));
        // The hook is for the process: other tests want the usual one.
        let _ = panic::take_hook();
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(EXIT)));
    }

    #[test]
    fn the_message_says_what_happened_and_how_it_was_run() {
        let message = message(Some("the sky fell (at sky.rs:1:2)"));
        let version = format!("run as: mores {}", env!("CARGO_PKG_VERSION"));
        for part in [
            "a defect of mores: the sky fell (at sky.rs:1:2)",
            &version,
            "report",
        ] {
            assert!(message.contains(part), "{part}: {message}");
        }
        let begins = message.lines().filter(|line| line.starts_with("mores: "));
        assert_eq!(begins.count(), 1);
    }
}
