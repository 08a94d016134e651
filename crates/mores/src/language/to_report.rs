//! From a language to the report on it.

use base::StopReason;
use emit::language::{Bounds, Event, Input, LanguageReport, Mark, State, Step, Undefined, Word};
use emit::report::{Certificate, Effort, Integers, Subject, Verdict, VerdictKind};
use front::c::ByName;
use ir::interp::Value;
use model::analysis::{dominating, doomed};
use model::dfa::{self, PartialDfa};
use step::events::{Given, Origin};
use teach::error_language::{Language, Standing};

use super::load::Loaded;
use super::source_lines::SourceLines;
use super::{LanguageEngine, LanguageRequest};

pub(super) fn report(
    request: &LanguageRequest,
    loaded: &Loaded,
    learned: &Language,
    seconds: f64,
) -> LanguageReport {
    let undefined = learned.undefined.iter().map(|u| undefined(learned, u));
    let mut model = emit::language::Language {
        bounds: bounds(learned),
        words: words(learned),
        undefined: undefined.collect(),
        ..automaton(&learned.automaton, learned.alive.as_ref())
    };
    SourceLines::of(&request.path, &loaded.subject.program).note(&mut model.alphabet);
    note_failures(learned, &mut model.alphabet);
    let name = request.path.file_stem().unwrap_or_default();
    let subject = Subject {
        reading: request.reading(),
        ..Subject::new(request.path.display().to_string(), name.to_string_lossy())
    };
    let verdict = verdict(request, loaded, learned);
    LanguageReport {
        effort: effort(request, learned, seconds),
        certificate: (learned.standing == Standing::Proved).then_some(Certificate {
            path: None,
            checked: true,
        }),
        notes: notes(loaded, learned),
        warnings: warnings(loaded),
        ..LanguageReport::new(request.goal.command(), subject, verdict, model)
    }
}

/// Notes for each letter that words end with how the program fails then.
fn note_failures(learned: &Language, alphabet: &mut [Event]) {
    for event in alphabet {
        let letter = learned.alphabet.position(&event.symbol);
        event.failure = letter.and_then(|letter| learned.failure_of(letter).cloned());
    }
}

/// The automaton as the report has it, with what its shape says.
pub(super) fn automaton(
    shown: &PartialDfa,
    alive: Option<&PartialDfa>,
) -> emit::language::Language {
    let dominating = dominating(shown);
    let doomed = doomed(shown, alive);
    let alphabet = shown.alphabet().letters().iter();
    emit::language::Language {
        initial: shown.initial() as u64,
        states: (0..shown.states())
            .map(|id| State {
                id: id as u64,
                accepting: shown.is_accepting(id),
                doomed: doomed[id],
            })
            .collect(),
        alphabet: alphabet
            .map(|l| Event {
                symbol: l.name.clone(),
                place: l.place.clone(),
                line: None,
                failure: None,
            })
            .collect(),
        transitions: shown
            .edges()
            .map(|edge| Step {
                from: edge.from as u64,
                symbol: shown.alphabet().name(edge.letter).to_owned(),
                to: edge.to as u64,
                dominating: dominating.contains(&edge.letter),
                mark: match edge.mark {
                    dfa::Mark::Conjectured => Some(Mark::Conjectured),
                    dfa::Mark::Enumerated => None,
                    dfa::Mark::Proved => Some(Mark::Proved),
                },
            })
            .collect(),
        bounds: Bounds::default(),
        words: Vec::new(),
        undefined: Vec::new(),
    }
}

pub(super) fn verdict(request: &LanguageRequest, loaded: &Loaded, learned: &Language) -> Verdict {
    let verdict = verdict_on(&learned.standing);
    let depth = learned
        .letters
        .filter(|_| verdict.kind == VerdictKind::UpTo)
        .map(|letters| letters as u64);
    let wraps = request.defined.iter().any(|kind| kind == "overflow");
    let integers = if wraps {
        Integers::Wrapping
    } else {
        Integers::OfC
    };
    Verdict {
        depth,
        integers,
        assumptions: assumptions(loaded, learned),
        ..verdict
    }
}

fn verdict_on(standing: &Standing) -> Verdict {
    let (kind, reason) = match standing {
        Standing::Proved => (VerdictKind::Proved, None),
        Standing::Bounded(reason) => (VerdictKind::UpTo, Some(reason)),
        Standing::Partial(reason) => (VerdictKind::Unknown, Some(reason)),
    };
    Verdict {
        kind,
        depth: None,
        reason: reason.map(StopReason::to_string),
        unless: None,
        integers: Integers::OfC,
        assumptions: Vec::new(),
    }
}

/// Whether something may happen on the runs that are claimed of that C gives no meaning to, so that it is excepted.
pub(super) fn unless_undefined(learned: &Language) -> bool {
    match learned.standing {
        Standing::Proved | Standing::Bounded(_) => !learned.defined,
        Standing::Partial(_) => false,
    }
}

/// Nothing is said of what happens after something that C gives no meaning to, nor of what code does that is not there.
fn assumptions(loaded: &Loaded, learned: &Language) -> Vec<String> {
    match learned.standing {
        Standing::Partial(_) => Vec::new(),
        Standing::Proved | Standing::Bounded(_) => assumed(loaded, !unless_undefined(learned)),
    }
}

/// The same of words of which it is known whether something undefined happens on the way to them.
pub(super) fn assumed(loaded: &Loaded, defined: bool) -> Vec<String> {
    let undefined = (!defined).then(|| "nothing happens that C leaves undefined".to_owned());
    let program = loaded.subject.program.assumptions();
    let met = program.iter().map(ToString::to_string);
    let names: Vec<&str> = loaded
        .missing
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let names = names.join(", ");
    let missing =
        (!names.is_empty()).then(|| format!("what is not defined here changes nothing ({names})"));
    undefined.into_iter().chain(met).chain(missing).collect()
}

fn bounds(learned: &Language) -> Bounds {
    match learned.standing {
        Standing::Proved => Bounds::default(),
        Standing::Bounded(_) | Standing::Partial(_) => Bounds {
            loops: Some(learned.bound as u64),
            length: learned.letters.map(|n| n as u64),
        },
    }
}

/// The words that were seen, then those that only follow from the automaton.
fn words(learned: &Language) -> Vec<Word> {
    let seen = learned.words.iter().map(|w| Word {
        events: names(learned, &w.word),
        inputs: w.inputs.iter().map(input).collect(),
        witnessed: true,
        open: w.open,
        harness: None,
    });
    let unseen = learned.unwitnessed.iter().map(|word| Word {
        events: names(learned, word),
        inputs: Vec::new(),
        witnessed: false,
        open: false,
        harness: None,
    });
    seen.chain(unseen).collect()
}

fn names(learned: &Language, letters: &[usize]) -> Vec<String> {
    letters
        .iter()
        .map(|&letter| learned.alphabet.name(letter).to_owned())
        .collect()
}

fn undefined(learned: &Language, found: &teach::error_language::Undefined) -> Undefined {
    Undefined {
        what: found.kind.name().to_owned(),
        place: Some((&found.place).into()),
        events: names(learned, &found.word),
        inputs: found.inputs.iter().map(input).collect(),
    }
}

/// A value as C writes it.
pub(super) fn input(given: &Given) -> Input {
    let value = match (given.value, given.ty) {
        (Value::Bool(b), _) => u8::from(b).to_string(),
        (Value::Int(i), ir::Type::Int(int)) => int.value(i).to_string(),
        (Value::Float(ir::FloatType::F32, bits), _) => real(f64::from(f32::from_bits(bits as u32))),
        (Value::Float(ir::FloatType::F64, bits), _) => real(f64::from_bits(bits)),
        (Value::Int(i), _) => i.to_string(),
        (Value::Ref(_), _) => "0".to_owned(),
    };
    Input {
        name: given.name.clone(),
        value,
        open: given.origin == Origin::Open,
    }
}

/// Exact, and read back as the same number by every C compiler.
fn real(value: f64) -> String {
    match value {
        value if value.is_nan() => "(0.0 / 0.0)".to_owned(),
        value if value.is_infinite() => {
            format!("({}1.0 / 0.0)", if value < 0.0 { "-" } else { "" })
        }
        value => format!("{value:?}"),
    }
}

fn effort(request: &LanguageRequest, learned: &Language, seconds: f64) -> Effort {
    let counts = &learned.counts;
    let engine = match request.engine {
        LanguageEngine::Exact => format!("exact: {} runs in {} rounds", counts.runs, counts.rounds),
        LanguageEngine::LStar => {
            format!(
                "lstar: {} of {} words were answered without a run",
                counts.membership_spared, counts.membership
            )
        }
    };
    Effort {
        membership: counts.membership as u64,
        equivalence: counts.conjectures as u64,
        solver_calls: counts.solver_calls,
        seconds,
        peak_mb: crate::to_report::peak_mb(),
        engine: vec![engine],
        ..Effort::default()
    }
}

fn notes(loaded: &Loaded, learned: &Language) -> Vec<String> {
    let mut notes: Vec<String> = by_name(&loaded.by_name).into_iter().collect();
    if learned.alive.is_none() && learned.standing != Standing::Proved {
        notes
            .push("there are too many words of all runs to say which states are doomed".to_owned());
    }
    notes
}

/// What functions are taken for that are only declared.
pub(crate) fn by_name(functions: &[ByName]) -> Option<String> {
    let meanings: Vec<String> = functions
        .iter()
        .map(|ByName { name, meaning, .. }| format!("{name} {meaning}"))
        .collect();
    let listed = meanings.join(", ");
    (!meanings.is_empty())
        .then(|| format!("functions that are only declared are taken by their names: {listed}"))
}

pub(super) fn warnings(loaded: &Loaded) -> Vec<String> {
    let warning = |(name, place): &(String, base::Place)| {
        format!(
            "{name}, called at {place}, is not defined here: it may return anything, and is taken to change nothing"
        )
    };
    loaded.missing.iter().map(warning).collect()
}
