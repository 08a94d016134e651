//! What a result cost, and what its proof is.

use crate::escape::xml;
use crate::report::{Abstraction, Certificate, Effort};
use crate::sentence;

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

/// Where a proof is, and whether it was checked.
fn proof(certificate: &Certificate) -> String {
    let file = certificate.path.iter();
    let file: String = file.map(|p| format!("<code>{}</code>, ", xml(p))).collect();
    let checked = match certificate.checked {
        true => "accepted by the separate checker",
        false => "not checked",
    };
    format!("{file}{checked}")
}

/// What it cost and what the proof is.
pub(super) fn section(effort: &Effort, certificate: Option<&Certificate>) -> String {
    let certificate = certificate.map_or_else(|| "none".to_owned(), proof);
    let mut items = vec![
        ("Time", format!("{:.2} s", effort.seconds)),
        ("Memory", format!("{} MB", effort.peak_mb)),
        (
            "Questions what the program does",
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
    let engines = effort.engines.iter();
    let ran = engines
        .map(|e| format!("{} {:.3} s", xml(&e.name), e.seconds))
        .collect::<Vec<_>>();
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
    items.extend(effort.refined.iter().map(|r| {
        let what = format!(
            "{} of the conjecture, {} of the abstraction, {} predicates",
            r.conjecture, r.abstraction, r.predicates
        );
        ("Refinements", what)
    }));
    let item = |(term, what): &(&str, String)| format!("<dt>{term}</dt><dd>{what}</dd>\n");
    let list: String = items.iter().map(item).collect();
    format!("<section><h2>Effort and proof</h2>\n<dl>\n{list}</dl></section>\n")
}
