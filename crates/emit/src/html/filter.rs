//! The page about a stream filter: the picture, what is written state by state, what it cost.

use std::collections::BTreeMap;

use crate::escape::xml;
use crate::transducer::drawing::{look_ahead_name, said, updates};
use crate::transducer::{
    Acceptor, End, Start, State, Step, Transducer, TransducerReport, sentence,
};

use super::{Page, Source, headed, section};

pub(crate) fn filter(report: &TransducerReport, _: Option<&Source>) -> Page {
    let model = report.model.as_ref();
    let details = model.map(|model| {
        let (input, output) = (
            sentence::symbols(model.input),
            sentence::symbols(model.output),
        );
        match sentence::properties(model.properties) {
            known if known.is_empty() => format!("Reads {input}, writes {output}"),
            known => format!("Reads {input}, writes {output}; {known}"),
        }
    });
    let sections = model.map(|model| [states(model), look_ahead(model)].concat());
    Page {
        what: "transducer",
        question: "What is written for what is read",
        details: details.unwrap_or_default(),
        counts: vec![
            (report.counts.states, "states"),
            (report.counts.transitions, "transitions"),
            (report.counts.lookback, "symbols looked back at"),
        ],
        marks: BTreeMap::new(),
        sections: sections.unwrap_or_default(),
    }
}

fn states(model: &Transducer) -> String {
    let rows = |state: &State| {
        let head = format!("{}{}", state.id, role(model, state));
        headed(&head, &rows(model, state))
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
