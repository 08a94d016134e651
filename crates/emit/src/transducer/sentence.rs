//! What a transducer means, in words.

use crate::report::VerdictKind;

use super::{Failure, Properties, Symbols, TransducerReport};

/// What the verdict means, for somebody who has never read a paper.
pub fn verdict(report: &TransducerReport) -> String {
    let reason = crate::sentence::because(&report.verdict.reason);
    let claim = match report.verdict.kind {
        VerdictKind::Proved if report.command == "preimage" => {
            "Proved: exactly the inputs on which this is defined lead to a match.".to_owned()
        }
        VerdictKind::Proved => "Proved: on every input exactly this is written.".to_owned(),
        VerdictKind::UpTo => format!(
            "Right on every input of up to {}; what happens on longer ones was not decided{reason}.",
            counted(report.verdict.depth.unwrap_or(0), "symbol")
        ),
        VerdictKind::Violated => {
            format!("Violated: the program does not do what this model says{reason}.")
        }
        VerdictKind::Unknown => {
            format!("Unknown: nothing is claimed about what is written{reason}.")
        }
    };
    match &report.verdict.assumptions[..] {
        [] => claim,
        assumptions => format!(
            "{claim} This is about runs where {}.",
            assumptions.join("; ")
        ),
    }
}

/// The verdict in a few words.
pub fn verdict_in_brief(report: &TransducerReport) -> String {
    match report.verdict.kind {
        VerdictKind::Proved => "proved for every input".to_owned(),
        VerdictKind::UpTo => format!(
            "right up to {}",
            counted(report.verdict.depth.unwrap_or(0), "symbol")
        ),
        VerdictKind::Violated => "violated".to_owned(),
        VerdictKind::Unknown => "unknown, not proved".to_owned(),
    }
}

/// The sizes, and what the shape says: `3 states, 8 transitions, no lookback; not stateless, linear`.
pub fn sizes(report: &TransducerReport) -> String {
    let counts = &report.counts;
    let mut sizes = vec![
        counted(counts.states as u64, "state"),
        counted(counts.transitions as u64, "transition"),
        match counts.lookback {
            0 => "no lookback".to_owned(),
            n => format!("lookback {n}"),
        },
    ];
    if counts.registers > 0 {
        sizes.push(counted(counts.registers as u64, "register"));
    }
    if counts.look_ahead > 0 {
        sizes.push(format!(
            "look-ahead by automata with {}",
            counted(counts.look_ahead as u64, "state")
        ));
    }
    let known = report.model.as_ref().map(|model| model.properties);
    let properties = properties(known.unwrap_or_default());
    let semicolon = if properties.is_empty() { "" } else { "; " };
    format!("{}{semicolon}{properties}", sizes.join(", "))
}

/// `stateless, not linear`; what was not decided is left out.
pub fn properties(properties: Properties) -> String {
    let word = |holds: Option<bool>, name: &str| {
        holds.map(|h| format!("{}{name}", if h { "" } else { "not " }))
    };
    let words = [
        word(properties.stateless, "stateless"),
        word(properties.linear, "linear"),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What symbols are: `bytes`.
pub fn symbols(symbols: Symbols) -> String {
    match (symbols.bits, symbols.signed) {
        (8, false) => "bytes".to_owned(),
        (bits, true) => format!("signed {bits}-bit numbers"),
        (bits, false) => format!("{bits}-bit numbers"),
    }
}

/// What becomes of an input that leads to a state where nothing more is written.
pub fn failure(why: &Failure) -> String {
    match why {
        Failure::Fails(how) => format!("fails: {how}"),
        Failure::NotKnown => "not known".to_owned(),
    }
}

/// What is written, or that nothing is.
pub fn written(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

fn counted(n: u64, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}
