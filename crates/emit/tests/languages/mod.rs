//! Languages of events to draw and to read back.

use base::Random;
use emit::language::{
    Bounds, Event, Input, Language, LanguageReport, Mark, State, Step, Undefined, Word,
};
use emit::report::{Integers, Kind, SourcePlace, Subject, Verdict, VerdictKind};

/// A step: from, event, to, whether it is dominating, its mark.
type Line<'a> = (u64, &'a str, u64, bool, Option<Mark>);

pub fn report(name: &str, states: &[(bool, bool)], steps: &[Line<'_>]) -> LanguageReport {
    let mut alphabet: Vec<Event> = Vec::new();
    for (_, symbol, ..) in steps {
        if !alphabet.iter().any(|event| event.symbol == *symbol) {
            let place = Some(format!("{name}.c:{}", 3 + 2 * alphabet.len()));
            alphabet.push(Event {
                symbol: (*symbol).to_owned(),
                place,
                line: None,
                failure: None,
            });
        }
    }
    let state = |(id, &(accepting, doomed)): (usize, &(bool, bool))| State {
        id: id as u64,
        accepting,
        doomed,
    };
    let step = |&(from, symbol, to, dominating, mark): &Line<'_>| Step {
        from,
        symbol: symbol.to_owned(),
        to,
        dominating,
        mark,
    };
    let model = Language {
        initial: 0,
        states: states.iter().enumerate().map(state).collect(),
        alphabet,
        transitions: steps.iter().map(step).collect(),
        bounds: Bounds {
            loops: Some(3),
            length: Some(15),
        },
        words: Vec::new(),
        undefined: Vec::new(),
    };
    let subject = Subject::new(format!("{name}.c"), name.to_owned());
    let verdict = Verdict {
        kind: VerdictKind::UpTo,
        depth: Some(15),
        reason: Some("runs go on beyond the bounds".to_owned()),
        unless: None,
        integers: Integers::Wrapping,
        assumptions: Vec::new(),
    };
    let mut report = LanguageReport::new("errors", subject, verdict, model);
    report.effort.seconds = 0.25;
    report
}

const CONJECTURED: Option<Mark> = Some(Mark::Conjectured);
const FAILS: &str = "assertion `n == m` fails, line 71";

/// The steps of the list bubble sort.
const SORTS: [Line<'_>; 12] = [
    (0, "gl_read", 1, true, None),
    (1, "gl_insert", 2, true, None),
    (2, "gl_insert", 2, true, CONJECTURED),
    (2, "gl_sort", 3, false, None),
    (3, "compare", 3, false, CONJECTURED),
    (3, "swap", 3, false, CONJECTURED),
    (3, "inspect", 4, true, None),
    (2, "inspect", 5, true, None),
    (4, "inspect_base", 5, false, Some(Mark::Proved)),
    (4, FAILS, 6, true, None),
    (5, FAILS, 6, true, Some(Mark::Proved)),
    (5, "gl_insert", 2, true, CONJECTURED),
];

/// The list bubble sort of the paper's Fig. 13, in its manner: insertions in a loop, and two ways to go wrong.
pub fn bubble_sort() -> LanguageReport {
    let states = (0..7).map(|state| (state == 6, state >= 4));
    let mut report = report("bubble_sort", &states.collect::<Vec<_>>(), &SORTS);
    let input = |value: &str| Input {
        name: "__VERIFIER_nondet_int".to_owned(),
        value: value.to_owned(),
        open: false,
    };
    let events = ["gl_read", "gl_insert", "inspect", FAILS];
    let events = events.map(str::to_owned).to_vec();
    let harness = Some("bubble_sort.1.c".to_owned());
    let inputs = vec![input("0"), input("-2147483648")];
    report.model.words = vec![Word {
        events: events.clone(),
        inputs,
        witnessed: true,
        open: false,
        harness,
    }];
    let place = Some(SourcePlace {
        file: "bubble_sort.c".to_owned(),
        line: 13,
    });
    report.model.undefined = vec![Undefined {
        what: "null is read".to_owned(),
        place,
        events: events[..2].to_vec(),
        inputs: vec![input("7")],
    }];
    report.counts = report.model.counts();
    report
}

/// Nothing fails.
pub fn nothing() -> LanguageReport {
    let mut report = report("nothing", &[(false, false)], &[]);
    report.verdict.kind = VerdictKind::Proved;
    report
}

/// Names that try to break out.
pub fn hostile() -> LanguageReport {
    let script = "<script>alert(\"x\")</script>|&amp;";
    report(
        "a\"; \\ <b>&\u{202e}",
        &[(false, false), (true, true)],
        &[
            (0, script, 1, true, None),
            (0, "\"] x -> y [\\", 1, false, None),
            (0, "`${'\n'}`", 0, false, None),
        ],
    )
}

/// Any automaton.
pub fn random(random: &mut Random) -> LanguageReport {
    let states = 1 + random.below(14);
    let letters = 1 + random.below(5);
    let names: Vec<String> = (0..letters)
        .map(|l| format!("event{}{l}", "Name".repeat(l % 3)))
        .collect();
    let kinds: Vec<(bool, bool)> = (0..states)
        .map(|_| (random.chance(1, 4), random.chance(1, 4)))
        .collect();
    let mut steps = Vec::new();
    for from in 0..states as u64 {
        for (l, name) in names.iter().enumerate() {
            if random.chance(1, 3) {
                let mark =
                    [None, None, Some(Mark::Proved), Some(Mark::Conjectured)][random.below(4)];
                steps.push((
                    from,
                    name.as_str(),
                    random.below(states) as u64,
                    l == 0,
                    mark,
                ));
            }
        }
    }
    report("random", &kinds, &steps)
}
