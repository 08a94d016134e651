//! The page about a stream filter: the picture, what is written state by state, what it cost.

use crate::escape::xml;
use crate::svg;
use crate::transducer::arrows::{look_ahead_name, said, updates};
use crate::transducer::{
    Acceptor, End, Start, State, Step, Transducer, TransducerReport, sentence,
};

use super::language::section;
use super::source::marked;
use super::{FITS, NARROW, Source, header, page, remarks};

/// The page. The source, if it is at hand, stands beside the picture.
pub fn filter(report: &TransducerReport, source: Option<&Source>) -> String {
    let picture = svg::inline_filter(report);
    let narrow = picture
        .as_ref()
        .is_none_or(|picture| picture.width <= NARROW)
        && source.is_some();
    let columns = if narrow { "columns narrow" } else { "columns" };
    let listing = source
        .map(|s| marked(&Default::default(), s))
        .unwrap_or_default();
    let tables = report
        .model
        .as_ref()
        .map(|model| [states(model), look_ahead(model)].concat())
        .unwrap_or_default();
    let (head, view, effort) = (head(report), view(report, picture), effort(report));
    let body = format!(
        "{head}<div class=\"{columns}\">\n<div>\n{view}</div>\n{listing}</div>\n{tables}{effort}"
    );
    page(
        &format!("{}: transducer", xml(&report.subject.name)),
        &report.mores,
        &body,
    )
}

fn view(report: &TransducerReport, picture: Option<svg::Inline>) -> String {
    let shown = match (picture, &report.model) {
        (Some(picture), _) => {
            let class = if picture.width <= FITS {
                "class=\"mores fits\""
            } else {
                "class=\"mores\""
            };
            format!(
                "<figure>\n{}</figure>\n",
                picture.text.replacen("class=\"mores\"", class, 1)
            )
        }
        (None, Some(model)) => format!("<p>{}</p>\n", xml(&model.too_large())),
        (None, None) => "<p>There is no model.</p>\n".to_owned(),
    };
    format!(
        "<section aria-label=\"picture\">\n<h2>What is written for what is read</h2>\n{shown}</section>\n"
    )
}

fn head(report: &TransducerReport) -> String {
    let counts = [
        (report.counts.states, "states"),
        (report.counts.transitions, "transitions"),
        (report.counts.lookback, "symbols looked back at"),
    ];
    let types = report.model.as_ref().map(|model| {
        let (input, output) = (
            sentence::symbols(model.input),
            sentence::symbols(model.output),
        );
        format!("Reads {input}, writes {output}")
    });
    let details: Vec<String> = types
        .into_iter()
        .chain([sentence::properties(report.properties)])
        .filter(|d| !d.is_empty())
        .collect();
    header(
        "transducer",
        &report.subject,
        report.verdict.kind,
        &[sentence::verdict(report), details.join("; ")],
        &counts,
    ) + &remarks(&report.warnings, &report.notes, &report.replay)
}

fn states(model: &Transducer) -> String {
    let rows = |state: &State| {
        let rows = rows(model, state);
        let head = format!(
            "<td class=\"state\" rowspan=\"{}\">{}{}</td>",
            rows.len(),
            state.id,
            role(model, state)
        );
        let opened = rows
            .iter()
            .enumerate()
            .map(|(i, row)| format!("<tr>{}{row}", if i == 0 { head.as_str() } else { "" }));
        opened.collect::<String>()
    };
    let rows: String = model.states.iter().map(rows).collect();
    section(
        "State by state",
        &["State", "Reads", "Writes", "Leads to"],
        &rows,
    )
}

fn role(model: &Transducer, state: &State) -> String {
    let starts = model
        .starts
        .iter()
        .enumerate()
        .filter(|(_, start)| start.state == state.id);
    let said = |(i, start): (usize, &Start)| match start.when {
        Some(_) => format!("start if {} accepts", look_ahead_name(i)),
        None => "start".to_owned(),
    };
    let roles: Vec<String> = starts.map(said).collect();
    match roles.is_empty() {
        true => String::new(),
        false => format!(" <span class=\"guard\">{}</span>", roles.join(", ")),
    }
}

fn rows(model: &Transducer, state: &State) -> Vec<String> {
    if let Some(why) = &state.failure {
        return vec![format!(
            "<td colspan=\"3\">{}</td></tr>\n",
            xml(&sentence::failure(why))
        )];
    }
    let steps = model
        .transitions
        .iter()
        .filter(|step| step.from == state.id)
        .map(|step| step_row(model, step));
    let ends = model
        .ends
        .iter()
        .filter(|end| end.state == state.id)
        .map(end_row);
    let mut rows: Vec<String> = steps.chain(ends).collect();
    if rows.is_empty() {
        rows.push("<td colspan=\"3\">nothing follows, and input that ends here is not defined</td></tr>\n".to_owned());
    }
    rows
}

fn step_row(model: &Transducer, step: &Step) -> String {
    let sets: String = updates(model, step)
        .map(|(name, value)| format!(", <code>{} = {}</code>", xml(name), xml(value)))
        .collect();
    format!(
        "<td>{}</td><td>{}</td><td class=\"to\">{}{sets}</td></tr>\n",
        code(&said(&step.guard_text, &step.guard), &step.guard),
        code(
            sentence::written(&said(&step.writes_text, &step.writes.join(" "))),
            &step.writes.join(", ")
        ),
        step.to
    )
}

fn end_row(end: &End) -> String {
    let when = match end.guard.as_str() {
        "true" => String::new(),
        guard => format!(" if {}", code(&said(&end.guard_text, guard), guard)),
    };
    let writes = said(&end.writes_text, &end.writes.join(" "));
    let writes = code(sentence::written(&writes), &end.writes.join(", "));
    format!("<td>end of input{when}</td><td>{writes}</td><td></td></tr>\n")
}

/// What people read, with the exact text behind it.
fn code(text: &str, exact: &str) -> String {
    format!("<code title=\"{}\">{}</code>", xml(exact), xml(text))
}

fn look_ahead(model: &Transducer) -> String {
    let acceptors = model
        .starts
        .iter()
        .enumerate()
        .filter_map(|(i, start)| Some((i, start.when.as_ref()?)));
    let rows: String = acceptors
        .map(|(i, acceptor)| acceptor_rows(&look_ahead_name(i), acceptor))
        .collect();
    section("Look-ahead", &["State", "Reads", "Leads to"], &rows)
}

fn acceptor_rows(name: &str, acceptor: &Acceptor) -> String {
    let accepts = |id: u64| {
        acceptor
            .states
            .iter()
            .any(|state| state.id == id && state.accepting)
    };
    let state = |id: u64| format!("{name}{id}{}", if accepts(id) { " (accepts)" } else { "" });
    let row = |edge: &crate::transducer::AcceptorEdge| {
        let guard = code(&said(&edge.guard_text, &edge.guard), &edge.guard);
        format!(
            "<tr><td>{}</td><td>{guard}</td><td class=\"to\">{}</td></tr>\n",
            state(edge.from),
            state(edge.to)
        )
    };
    acceptor.transitions.iter().map(row).collect()
}

fn effort(report: &TransducerReport) -> String {
    let effort = &report.effort;
    let certificate = match &report.certificate {
        None => "none".to_owned(),
        Some(c) if c.checked => "accepted by the separate checker".to_owned(),
        Some(_) => "not checked".to_owned(),
    };
    let items = [
        ("Engine", xml(&effort.engine)),
        ("Time", format!("{:.2} s", effort.seconds)),
        ("Memory", format!("{} MB", effort.peak_mb)),
        (
            "Questions about what is written",
            effort.membership.to_string(),
        ),
        (
            "Models compared with the program",
            effort.equivalence.to_string(),
        ),
        (
            "Refinements of the model",
            effort.conjecture_refinements.to_string(),
        ),
        (
            "Refinements of the abstraction",
            effort.abstraction_refinements.to_string(),
        ),
        ("Predicates", effort.predicates.to_string()),
        ("Questions to the solver", effort.solver_calls.to_string()),
        ("Certificate", certificate),
    ];
    let list: String = items
        .iter()
        .map(|(term, what)| format!("<dt>{term}</dt><dd>{what}</dd>\n"))
        .collect();
    format!("<section><h2>Effort and proof</h2>\n<dl>\n{list}</dl></section>\n")
}
