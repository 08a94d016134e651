//! The verdict in words.

use crate::outline::{Outline, Role};
use crate::report::{
    Abstraction, Exploration, Integers, Replay, Report, Standing, Verdict, VerdictKind,
};

/// What the verdict means, for somebody who has never read a paper.
pub fn verdict(report: &Report) -> String {
    let claim = claim(&report.verdict);
    assumptions(&report.verdict).map_or(claim.clone(), |about| format!("{claim} {about}"))
}

/// What a verdict is about, if that is not every call.
pub fn assumptions(verdict: &Verdict) -> Option<String> {
    let about = match verdict.kind {
        VerdictKind::Unknown => "Looked at where",
        VerdictKind::Proved | VerdictKind::UpTo | VerdictKind::Violated => "This holds where",
    };
    (!verdict.assumptions.is_empty())
        .then(|| format!("{about} {}.", verdict.assumptions.join("; ")))
}

fn claim(verdict: &Verdict) -> String {
    let reason = because(&verdict.reason);
    match verdict.kind {
        VerdictKind::Proved => {
            "Proved: on every sequence of calls, of any length, the code succeeds and fails exactly as this interface says."
                .to_owned()
        }
        VerdictKind::UpTo if verdict.unless.is_some() => format!(
            "Proved unless {}: until then, on every sequence of calls, the code succeeds and fails exactly as this \
             interface says.",
            verdict.unless.as_deref().unwrap_or_default()
        ),
        VerdictKind::UpTo => format!(
            "Holds up to {}: longer sequences of calls were not decided{reason}.",
            calls(verdict.depth.unwrap_or(0))
        ),
        VerdictKind::Violated => format!("Violated: the code does not do what this interface says{reason}."),
        VerdictKind::Unknown => format!("Unknown: this interface is not proved{reason}."),
    }
}

/// A reason behind a sentence: ` (the time budget is spent)`; nothing where there is none.
pub fn because(reason: &Option<String>) -> String {
    let reason = reason.as_ref().map(|reason| format!(" ({reason})"));
    reason.unwrap_or_default()
}

/// What the integers of a verdict are.
pub fn integers(integers: Integers) -> &'static str {
    match integers {
        Integers::Wrapping => "Integers wrap around, as they do in Java.",
        Integers::Mathematical => {
            "Integers are mathematical: overflow, which Java has, is left out of account."
        }
        Integers::OfC => "Signed integers that do not fit are undefined, as they are in C.",
    }
}

/// How far an exploration got, and what it was spared.
pub fn exploration(exploration: &Exploration) -> String {
    let Exploration {
        k_min,
        k_max,
        complete,
        sequences,
        skipped_by_por,
        skipped_by_matching,
    } = exploration;
    let depth = calls(*k_max);
    let end = match complete {
        true => ", and no longer one leads to anything new",
        false => "",
    };
    format!(
        "All sequences of at most {depth} were compared{end}; this interface was found at depth {k_min}. \
         {sequences} sequences were compared, partial-order reduction left out {skipped_by_por}, and state matching did \
         not extend {skipped_by_matching}."
    )
}

/// Whether the model was held against the real program; nothing if nobody asked for it.
pub fn replay(replay: &Replay) -> Option<String> {
    let with = replay.with.as_deref().unwrap_or("the real program");
    let unable = replay.unable.as_deref();
    match (replay.done, unable) {
        (true, None) => Some(format!(
            "Replayed with {with}: {}.",
            counted(replay.runs, "run")
        )),
        (true, Some(why)) => Some(format!(
            "Replayed with {with}: {}. Not all could be run: {why}.",
            counted(replay.runs, "run")
        )),
        (false, Some(why)) => Some(format!("Not replayed: {why}.")),
        (false, None) => None,
    }
}

/// What calls that lead to an undecided state are.
pub const UNDECIDED: &str = "Undecided calls may be legal or illegal: taken as illegal they leave an interface that is \
    safe, taken as legal one that is permissive, and the true one lies between the two.";

/// What calls that lead beyond are.
pub const BEYOND: &str =
    "Calls that lead beyond are legal; of the calls after them nothing is known.";

/// What the sign for what is not established means; short enough for a picture.
pub const NOT_ESTABLISHED: &str =
    "~ or dashed: not established, a guess that the code may contradict.";

/// What of a model that is not proved is only guessed, where some of it is.
pub fn not_established(report: &Report) -> Option<String> {
    let guessed = report
        .model
        .transitions
        .iter()
        .any(|t| t.standing() != Standing::Established);
    let depth = report.verdict.depth.unwrap_or(0);
    guessed.then(|| match depth {
        0 => "Nothing here was compared with the code: every call with a ~ is a guess.".to_owned(),
        _ => format!(
            "What has a ~ is not established, and the code may contradict it: no sequence of at most {} makes a call \
             with ~ in front, and none tells where one with ~> leads.",
            calls(depth)
        ),
    })
}

/// What is known of a model whose verdict is unknown.
pub fn known_part(report: &Report) -> Option<String> {
    let Verdict {
        kind,
        depth,
        unless,
        ..
    } = &report.verdict;
    if *kind != VerdictKind::Unknown || report.is_partial() {
        return None;
    }
    if report.is_exact_where_known() {
        return Some(
            "Outside the unknown state the interface is exact: this was proved for all sequences of calls.".to_owned(),
        );
    }
    match (unless, depth) {
        (Some(unless), _) => Some(format!(
            "Outside the unknown state the interface is exact unless {unless}."
        )),
        (None, Some(depth)) => Some(format!(
            "Outside the unknown state the interface was compared with the code up to {}.",
            calls(*depth)
        )),
        (None, None) => None,
    }
}

/// What a model says that says nothing of any call: its verdict alone would sound like more.
pub fn empty(report: &Report) -> Option<&'static str> {
    let outline = Outline::of(report);
    let before = outline
        .states
        .iter()
        .find(|s| matches!(s.role, Role::BeforeConstruction | Role::AtFirst))?;
    let roles: Vec<Role> = before.moves.iter().map(|m| m.role).collect();
    let only = |wanted: Role| roles.iter().all(|&role| role == wanted);
    match roles.is_empty() {
        true => {
            Some("No call can be made: nothing makes an object, and no method does without one.")
        }
        false if only(Role::Error) => Some("Every first call fails: nothing is said of any other."),
        // A static method that returns leads back.
        false if !roles.contains(&Role::Ok) && !roles.contains(&before.role) => {
            Some("Nothing is known of any object: no first call is known to return.")
        }
        false => no_method(&outline),
    }
}

/// The same of a model that knows how objects are made, and of no other call what it does.
fn no_method(outline: &Outline) -> Option<&'static str> {
    let later = |s: &&crate::outline::State| matches!(s.role, Role::AtFirst | Role::Ok);
    let later = outline.states.iter().filter(later);
    let mut roles = later
        .flat_map(|s| s.moves.iter().map(|m| m.role))
        .peekable();
    let unknown = roles.peek().is_some() && roles.all(|role| role == Role::Unknown);
    unknown.then_some("Nothing is known of the methods: every call of one is unknown.")
}

/// How large the abstraction was, and what it took to get there.
pub fn abstraction(abstraction: &Abstraction) -> String {
    let Abstraction {
        scheme,
        predicates,
        atoms: _,
        iterations,
        refinements,
        states,
    } = abstraction;
    format!(
        "abstraction ({scheme}): {}, {}, {} of learning, {}",
        counted(predicates.len() as u64, "predicate"),
        counted(*states, "abstract state"),
        counted(*iterations, "iteration"),
        counted(*refinements, "refinement"),
    )
}

/// The verdict in a few words.
pub fn verdict_in_brief(report: &Report) -> String {
    let kind = match report.verdict.kind {
        VerdictKind::Proved => "proved".to_owned(),
        VerdictKind::UpTo if report.verdict.unless.is_some() => {
            format!(
                "proved unless {}",
                report.verdict.unless.as_deref().unwrap_or_default()
            )
        }
        VerdictKind::UpTo => format!(
            "up to {}, not proved",
            calls(report.verdict.depth.unwrap_or(0))
        ),
        VerdictKind::Violated => "violated".to_owned(),
        VerdictKind::Unknown => "unknown, not proved".to_owned(),
    };
    format!("{kind} · {} integers", report.verdict.integers.name())
}

fn calls(n: u64) -> String {
    counted(n, "call")
}

fn counted(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
