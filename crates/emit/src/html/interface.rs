//! The page about an interface: what the picture says, in full.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::outline::overloaded;
use crate::outline::{Call, Move, Outline, Role, State};
use crate::report::{Cause, Report, Standing, Symbol};
use crate::sentence;

use super::source::{Links, Mark, mark};
use super::{Page, Source, section};

pub(crate) fn interface(report: &Report, source: Option<&Source>) -> Page {
    let links = Links::to(source);
    let outline = Outline::of(report);
    let counts = &report.counts;
    let sections = [
        states(&outline, &links),
        failures(&outline, &links),
        symbols(report, &links),
    ];
    Page {
        what: "interface",
        question: "What may be called when",
        details: sentence::integers(report.verdict.integers).to_owned(),
        counts: vec![
            (counts.states, "states"),
            (counts.methods, "methods"),
            (counts.symbols, "guarded calls"),
            (counts.transitions, "transitions"),
        ],
        marks: marks(report, &links),
        sections: sections.concat(),
    }
}

/// Lines that declare a method, cannot be analysed, or fail.
fn marks(report: &Report, links: &Links<'_>) -> BTreeMap<u32, Mark> {
    let mut marks = BTreeMap::new();
    for method in &report.model.methods {
        let line = method.place.as_ref().and_then(|p| links.line(p));
        mark(&mut marks, line, Mark::Declares);
    }
    for transition in &report.model.transitions {
        let kinds = [
            (&transition.error, Mark::Fails),
            (&transition.unknown, Mark::Puzzles),
        ];
        for (cause, kind) in kinds {
            let place = cause.as_ref().and_then(|c| c.place.as_ref());
            mark(&mut marks, place.and_then(|p| links.line(p)), kind);
        }
    }
    marks
}

/// All calls in all states.
fn states(outline: &Outline, links: &Links<'_>) -> String {
    let live = outline
        .states
        .iter()
        .filter(|s| matches!(s.role, Role::BeforeConstruction | Role::AtFirst | Role::Ok));
    let bodies: String = live.map(|state| state_body(state, links)).collect();
    format!(
        "<section><h2>State by state</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>State</th><th>Call</th>\
         <th>Leads to</th><th></th></tr></thead>\n{bodies}</table></div></section>\n"
    )
}

fn state_body(state: &State, links: &Links<'_>) -> String {
    let calls = || {
        let moves = state.moves.iter();
        moves.flat_map(|step| step.calls.iter().map(move |call| (step, call)))
    };
    let illegal = calls().filter(|(step, _)| is_illegal(step)).count();
    let count = (calls().count() + usize::from(illegal > 0)).max(1);
    let title = state
        .role
        .title()
        .map(|t| format!(" <span class=\"guard\">{t}</span>"))
        .unwrap_or_default();
    let head = format!(
        "<td class=\"state\" rowspan=\"{}\">{}{title}</td>",
        count + 1,
        state.id
    );
    let said = |(step, call): (&Move, &Call)| (row_class(step), row(state, step, call, links));
    let rows = |wanted: bool| calls().filter(move |(step, _)| is_illegal(step) == wanted);
    let mut body: Vec<(&str, String)> = rows(false).map(said).collect();
    if illegal > 0 {
        // What stands there as long as illegal calls are hidden; it is never the state's last row.
        let text = format!("<td colspan=\"3\">{illegal} illegal</td></tr>\n");
        body.push((" class=\"count\"", text));
        body.extend(rows(true).map(said));
    }
    if body.is_empty() {
        body.push((
            "",
            "<td colspan=\"3\">no call is possible</td></tr>\n".to_owned(),
        ));
    }
    // A hidden first row would take the name of the state along, so that has a row of its own.
    let rows: String = (body.iter())
        .map(|(class, row)| format!("<tr{class}>{row}"))
        .collect();
    let head = format!("<tr class=\"name\">{head}</tr>\n");
    format!("<tbody class=\"state\">\n{head}{rows}</tbody>\n")
}

/// Whether calls are known to fail; those that are guessed to are shown with the others.
fn is_illegal(step: &Move) -> bool {
    step.role == Role::Error && step.standing != Standing::Guessed
}

fn row_class(step: &Move) -> &'static str {
    match (step.standing, step.role) {
        (Standing::Guessed, _) => " class=\"guessed\"",
        (_, Role::Error) => " class=\"illegal\"",
        (_, Role::Undecided) => " class=\"undecided\"",
        (_, Role::Unknown) => " class=\"unknown\"",
        (_, Role::BeforeConstruction | Role::AtFirst | Role::Ok | Role::Beyond) => "",
    }
}

fn row(state: &State, step: &Move, call: &Call, links: &Links<'_>) -> String {
    let to = match step.role {
        Role::Error => "error".to_owned(),
        Role::Beyond => "beyond".to_owned(),
        Role::Undecided => "undecided".to_owned(),
        Role::Unknown => "unknown".to_owned(),
        Role::BeforeConstruction | Role::AtFirst | Role::Ok if step.to == state.id => {
            format!("{} (stays)", step.to)
        }
        Role::BeforeConstruction | Role::AtFirst | Role::Ok => step.to.to_string(),
    };
    let to = if step.standing == Standing::Established {
        to
    } else {
        format!("~ {to}")
    };
    let why: Vec<String> = call.causes.iter().map(|c| cause(c, links)).collect();
    format!(
        "<td>{}</td><td class=\"to\">{to}</td><td>{}</td></tr>\n",
        code(call),
        why.join("<br/>")
    )
}

fn code(call: &Call) -> String {
    let guard = call
        .note()
        .map(|n| format!(" <span class=\"guard\">{}</span>", xml(&n)))
        .unwrap_or_default();
    let sign = if call.standing == Standing::Guessed {
        "~ "
    } else {
        ""
    };
    format!("<code>{sign}{}{guard}</code>", xml(&call.head))
}

fn cause(cause: &Cause, links: &Links<'_>) -> String {
    let place = cause
        .place
        .as_ref()
        .map(|p| format!(", {}", links.place(p)))
        .unwrap_or_default();
    format!("{}{place}", xml(&cause.what))
}

/// Every distinct failure, with the calls that are known to lead to it.
fn failures(outline: &Outline, links: &Links<'_>) -> String {
    let mut by_cause: BTreeMap<(Role, &Cause), BTreeMap<String, Vec<u64>>> = BTreeMap::new();
    for state in &outline.states {
        let known = state
            .moves
            .iter()
            .filter(|m| m.standing != Standing::Guessed);
        for (step, call) in known.flat_map(|m| m.calls.iter().map(move |c| (m, c))) {
            for cause in &call.causes {
                let calls = by_cause.entry((step.role, cause)).or_default();
                calls.entry(code(call)).or_default().push(state.id);
            }
        }
    }
    let rows: String = by_cause
        .iter()
        .map(|((role, why), calls)| failure(*role, why, calls, links))
        .collect();
    let columns = ["What", "Where", "Calls", "In states"];
    section("What goes wrong, and where", &columns, &rows)
}

fn failure(
    role: Role,
    why: &Cause,
    calls: &BTreeMap<String, Vec<u64>>,
    links: &Links<'_>,
) -> String {
    let class = match role {
        Role::Undecided => " class=\"undecided\"",
        Role::Unknown => " class=\"unknown\"",
        Role::BeforeConstruction | Role::AtFirst | Role::Ok | Role::Beyond | Role::Error => "",
    };
    let place = why
        .place
        .as_ref()
        .map(|p| links.place(p))
        .unwrap_or_default();
    let head = format!(
        "<td rowspan=\"{0}\">{1}</td><td class=\"to\" rowspan=\"{0}\">{place}</td>",
        calls.len(),
        xml(&why.what)
    );
    let row = |(i, (call, states)): (usize, (&String, &Vec<u64>))| {
        let head = if i == 0 { head.as_str() } else { "" };
        let states: Vec<String> = states.iter().map(u64::to_string).collect();
        format!(
            "<tr{class}>{head}<td>{call}</td><td>{}</td></tr>\n",
            states.join(", ")
        )
    };
    calls.iter().enumerate().map(row).collect()
}

/// The alphabet.
fn symbols(report: &Report, links: &Links<'_>) -> String {
    let rows: String = report
        .model
        .alphabet
        .iter()
        .map(|symbol| symbol_row(report, symbol, links))
        .collect();
    let columns = ["Symbol", "Method", "Guard", "Declared"];
    section("Guarded calls", &columns, &rows)
}

fn symbol_row(report: &Report, symbol: &Symbol, links: &Links<'_>) -> String {
    let method = report
        .model
        .methods
        .iter()
        .find(|m| m.name == symbol.method);
    let parameters: Vec<String> = match method {
        Some(m) => m
            .parameters
            .iter()
            .map(|p| format!("{} {}", p.source_type, p.name))
            .collect(),
        None => symbol.parameters.clone(),
    };
    let name = overloaded(&symbol.method).unwrap_or(&symbol.method);
    let head = xml(&format!("{name}({})", parameters.join(", ")));
    let place = method
        .and_then(|m| m.place.as_ref())
        .map(|p| links.place(p))
        .unwrap_or_default();
    let guard = match symbol.guard.trim() {
        "true" => "<span class=\"guard\">always</span>".to_owned(),
        guard => format!("<code>{}</code>", xml(guard)),
    };
    format!(
        "<tr><td><code>{}</code></td><td><code>{head}</code></td><td>{guard}</td><td>{place}</td></tr>\n",
        xml(&symbol.symbol)
    )
}
