//! What the picture says, in full.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::outline::overloaded;
use crate::outline::{Call, Move, Outline, Role, State};
use crate::report::{Abstraction, Cause, Certificate, Effort, Report, Standing, Symbol};
use crate::sentence;

use super::source::Links;

/// All calls in all states.
pub(super) fn states(outline: &Outline, links: &Links<'_>) -> String {
    let live = outline
        .states
        .iter()
        .filter(|s| matches!(s.role, Role::BeforeConstruction | Role::Ok));
    let bodies: String = live.map(|state| state_body(state, links)).collect();
    format!(
        "<section><h2>State by state</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>State</th><th>Call</th>\
         <th>Leads to</th><th></th></tr></thead>\n{bodies}</table></div></section>\n"
    )
}

fn state_body(state: &State, links: &Links<'_>) -> String {
    let rows = state
        .moves
        .iter()
        .flat_map(|step| step.calls.iter().map(move |call| (step, call)));
    let count = state
        .moves
        .iter()
        .map(|m| m.calls.len())
        .sum::<usize>()
        .max(1);
    let title = state
        .role
        .title()
        .map(|t| format!(" <span class=\"guard\">{t}</span>"))
        .unwrap_or_default();
    let head = format!(
        "<td class=\"state\" rowspan=\"{count}\">{}{title}</td>",
        state.id
    );
    let mut body: Vec<String> = rows
        .map(|(step, call)| row(state, step, call, links))
        .collect();
    if body.is_empty() {
        body.push("<td colspan=\"3\">no call is possible</td></tr>\n".to_owned());
    }
    let opened: String = (body.iter().enumerate())
        .map(|(i, row)| {
            let class = row_class(state, i);
            let head = if i == 0 { head.as_str() } else { "" };
            format!("<tr{class}>{head}{row}")
        })
        .collect();
    format!("<tbody class=\"state\">\n{opened}</tbody>\n")
}

/// The class of the row at this position among all calls of the state.
fn row_class(state: &State, row: usize) -> &'static str {
    let mut rows = state
        .moves
        .iter()
        .flat_map(|m| m.calls.iter().map(|_| (m.standing, m.role)));
    match rows.nth(row) {
        Some((Standing::Guessed, _)) => " class=\"guessed\"",
        Some((_, Role::Error)) => " class=\"illegal\"",
        Some((_, Role::Undecided)) => " class=\"undecided\"",
        Some((_, Role::Unknown)) => " class=\"unknown\"",
        Some((_, Role::BeforeConstruction | Role::Ok)) | None => "",
    }
}

fn row(state: &State, step: &Move, call: &Call, links: &Links<'_>) -> String {
    let to = match step.role {
        Role::Error => "error".to_owned(),
        Role::Undecided => "undecided".to_owned(),
        Role::Unknown => "unknown".to_owned(),
        Role::BeforeConstruction | Role::Ok if step.to == state.id => {
            format!("{} (stays)", step.to)
        }
        Role::BeforeConstruction | Role::Ok => step.to.to_string(),
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
pub(super) fn failures(outline: &Outline, links: &Links<'_>) -> String {
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
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "<section><h2>What goes wrong, and where</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>What</th>\
             <th>Where</th><th>Calls</th><th>In states</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div></section>\n"
        ),
    }
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
        Role::BeforeConstruction | Role::Ok | Role::Error => "",
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
pub(super) fn symbols(report: &Report, links: &Links<'_>) -> String {
    let rows: String = report
        .model
        .alphabet
        .iter()
        .map(|symbol| symbol_row(report, symbol, links))
        .collect();
    format!(
        "<section><h2>Guarded calls</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>Symbol</th><th>Method</th><th>Guard</th>\
         <th>Declared</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div></section>\n"
    )
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

/// What an abstraction took, and its predicates.
fn abstraction(abstraction: &Abstraction) -> String {
    let predicates: Vec<String> = abstraction
        .predicates
        .iter()
        .map(|p| format!("<code>{}</code>", xml(p)))
        .collect();
    let colon = if predicates.is_empty() { "" } else { ": " };
    format!(
        "{}{colon}{}",
        xml(&sentence::abstraction(abstraction)),
        predicates.join(", ")
    )
}

/// What it cost and what the proof is.
pub(super) fn effort(effort: &Effort, certificate: Option<&Certificate>) -> String {
    let certificate = certificate.map_or_else(
        || "none".to_owned(),
        |c| {
            let file = c
                .path
                .as_ref()
                .map(|p| format!("<code>{}</code>, ", xml(p)))
                .unwrap_or_default();
            format!(
                "{file}{}",
                if c.checked {
                    "accepted by the separate checker"
                } else {
                    "not checked"
                }
            )
        },
    );
    let mut items = vec![
        ("Time", format!("{:.2} s", effort.seconds)),
        ("Memory", format!("{} MB", effort.peak_mb)),
        (
            "Questions about sequences of calls",
            effort.membership.to_string(),
        ),
        (
            "Questions whether a model is right",
            effort.equivalence.to_string(),
        ),
        ("Questions to the solver", effort.solver_calls.to_string()),
        ("Certificate", certificate),
    ];
    items.extend(effort.engine.iter().map(|line| ("Engine", xml(line))));
    let ran: Vec<String> = effort
        .engines
        .iter()
        .map(|e| format!("{} {:.3} s", xml(&e.name), e.seconds))
        .collect();
    items.extend((!ran.is_empty()).then(|| ("Time", ran.join(", "))));
    items.extend(
        effort
            .exploration
            .iter()
            .map(|e| ("Exploration", xml(&sentence::exploration(e)))),
    );
    items.extend(
        effort
            .abstraction
            .iter()
            .map(|a| ("Abstraction", abstraction(a))),
    );
    let list: String = items
        .iter()
        .map(|(term, what)| format!("<dt>{term}</dt><dd>{what}</dd>\n"))
        .collect();
    format!("<section><h2>Effort and proof</h2>\n<dl>\n{list}</dl></section>\n")
}
