//! The baseline for generated escapers: how long two published crates take for the same files, and how long a plain
//! copy takes, which no escaper can beat.
//!
//! `escapers FILE...` prints lines `FILE CONTENDER SECONDS`.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// How often each file is escaped; the fastest run counts, since what else the machine does can only make one slower.
const RUNS: usize = 30;

/// The most bytes written for one byte read: `&quot;` and `&#x27;`.
const LONGEST_ENTITY: usize = 6;

/// Appends to the buffer what it makes of the text.
type Run = fn(&str, &mut Vec<u8>);

struct Contender {
    name: &'static str,
    run: Run,
    /// The buffer has so many bytes for each byte of the text, so that it never grows while it is timed.
    room: usize,
}

const HTML_ESCAPE: Contender = Contender {
    name: "html-escape",
    // Of the functions of this crate the one that escapes & < > " ' and nothing else; `encode_safe` also escapes /.
    run: |text, output| {
        html_escape::encode_quoted_attribute_to_vec(text, output);
    },
    room: LONGEST_ENTITY,
};

const V_HTMLESCAPE: Contender = Contender {
    name: "v_htmlescape",
    // It escapes / too, and there is no way to tell it not to.
    run: v_htmlescape::escape_bytes,
    room: LONGEST_ENTITY,
};

const MEMCPY: Contender = Contender {
    name: "memcpy",
    run: |text, output| output.extend_from_slice(text.as_bytes()),
    room: 1,
};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("escapers FILE...");
        return ExitCode::FAILURE;
    }
    check_that_it_escapes(&HTML_ESCAPE);
    check_that_it_escapes(&V_HTMLESCAPE);
    match files.iter().try_for_each(|file| measure(file)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}

/// A contender that only copied would look very fast. The text is repeated because v_htmlescape uses vectors only from
/// 16 bytes on, and those are what is timed.
fn check_that_it_escapes(contender: &Contender) {
    const REPEATED: usize = 20;
    let mut output = Vec::new();
    (contender.run)(&r#"a<b>&"c'"#.repeat(REPEATED), &mut output);
    let expected = "a&lt;b&gt;&amp;&quot;c&#x27;".repeat(REPEATED);
    let output = String::from_utf8_lossy(&output);
    assert_eq!(output, expected, "{} does not escape", contender.name);
}

fn measure(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    for contender in [HTML_ESCAPE, V_HTMLESCAPE, MEMCPY] {
        let seconds = fastest(&contender, &text).as_secs_f64();
        println!("{file} {} {seconds:.9}", contender.name);
    }
    Ok(())
}

fn fastest(contender: &Contender, text: &str) -> Duration {
    let mut output = Vec::with_capacity(contender.room * text.len());
    let mut fastest = Duration::MAX;
    for _ in 0..RUNS {
        output.clear();
        let started = Instant::now();
        (contender.run)(black_box(text), &mut output);
        black_box(&output);
        fastest = fastest.min(started.elapsed());
    }
    fastest
}
