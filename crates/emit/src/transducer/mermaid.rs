//! The picture of a transducer for Mermaid.

use crate::mermaid::escape;

use super::arrows::{Label, arrows, edges, ends, look_ahead_name};
use super::sentence::failure;
use super::{Acceptor, State, Transducer, TransducerReport};

/// The transducer as a flowchart.
pub fn mermaid(report: &TransducerReport) -> String {
    let mut out = String::from("flowchart LR\n");
    if let Some(model) = &report.model {
        body(model, &mut out);
    }
    out
}

fn body(model: &Transducer, out: &mut String) {
    let mut dark = Vec::new();
    model
        .states
        .iter()
        .for_each(|state| out.push_str(&node(state)));
    for (i, start) in model.starts.iter().enumerate() {
        out.push_str(&format!("    start{i}(( ))\n"));
        dark.push(format!("start{i}"));
        let line = match &start.when {
            None => "-->".to_owned(),
            Some(_) => format!("-->|\"if {} accepts\"|", look_ahead_name(i)),
        };
        out.push_str(&format!("    start{i} {line} s{}\n", start.state));
    }
    for arrow in arrows(model) {
        out.push_str(&format!(
            "    s{} -->|\"{}\"| s{}\n",
            arrow.from,
            lines(&arrow.labels),
            arrow.to
        ));
    }
    for (state, labels) in ends(model) {
        out.push_str(&format!(
            "    end{state}[ ]\n    s{state} -->|\"{}\"| end{state}\n",
            lines(&labels)
        ));
        dark.push(format!("end{state}"));
    }
    for (i, start) in model.starts.iter().enumerate() {
        start
            .when
            .iter()
            .for_each(|acceptor| look_ahead(i, acceptor, out));
    }
    out.push_str("    classDef dark fill:#1c2733,stroke:#1c2733\n");
    out.push_str(&format!("    class {} dark\n", dark.join(",")));
    let failed: Vec<String> = model
        .states
        .iter()
        .filter(|s| s.failure.is_some())
        .map(|s| format!("s{}", s.id))
        .collect();
    if !failed.is_empty() {
        out.push_str("    classDef failed fill:#fdeeec,stroke:#c4554b,color:#a63a31\n");
        out.push_str(&format!("    class {} failed\n", failed.join(",")));
    }
}

fn lines(labels: &[Label]) -> String {
    labels
        .iter()
        .map(|label| escape(&label.text()))
        .collect::<Vec<_>>()
        .join("<br/>")
}

fn node(state: &State) -> String {
    match &state.failure {
        None => format!("    s{0}((\"{0}\"))\n", state.id),
        Some(why) => format!("    s{}[\"{}\"]\n", state.id, escape(&failure(why))),
    }
}

fn look_ahead(start: usize, acceptor: &Acceptor, out: &mut String) {
    let name = look_ahead_name(start);
    out.push_str(&format!(
        "    subgraph look{start}[\"look-ahead {name}\"]\n"
    ));
    for state in &acceptor.states {
        let (open, close) = if state.accepting {
            ("(((", ")))")
        } else {
            ("((", "))")
        };
        out.push_str(&format!(
            "    {name}{0}{open}\"{name}{0}\"{close}\n",
            state.id
        ));
    }
    for arrow in edges(acceptor) {
        let (from, to) = (arrow.from, arrow.to);
        out.push_str(&format!(
            "    {name}{from} -->|\"{}\"| {name}{to}\n",
            lines(&arrow.labels)
        ));
    }
    out.push_str("    end\n");
}
