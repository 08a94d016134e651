//! The picture of a transducer for Graphviz.

use crate::dot::{inner, quoted};

use super::arrows::{Label, arrows, edges, ends, look_ahead_name};
use super::sentence::failure;
use super::{Acceptor, State, Transducer, TransducerReport};

/// The transducer in the DOT language. All names are quoted, so nothing in them has a meaning.
pub fn dot(report: &TransducerReport) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&report.subject.name));
    out.push_str("  graph [rankdir=LR, fontname=\"Helvetica\", ranksep=0.5, nodesep=0.4];\n");
    out.push_str(
        "  node [shape=circle, style=filled, fillcolor=\"#eef4fb\", color=\"#3f6795\", fontname=\"Helvetica\"];\n",
    );
    out.push_str("  edge [color=\"#54657a\", fontname=\"Courier\", fontsize=10];\n");
    if let Some(model) = &report.model {
        body(model, &mut out);
    }
    out.push_str("}\n");
    out
}

fn body(model: &Transducer, out: &mut String) {
    model
        .states
        .iter()
        .for_each(|state| out.push_str(&node(state)));
    for (i, start) in model.starts.iter().enumerate() {
        let label = start
            .when
            .as_ref()
            .map(|_| format!("if {} accepts", look_ahead_name(i)))
            .unwrap_or_default();
        out.push_str(&format!(
            "  start{i} [shape=point, width=0.12, color=\"#1c2733\"];\n"
        ));
        out.push_str(&format!(
            "  start{i} -> s{} [label={}];\n",
            start.state,
            quoted(&label)
        ));
    }
    for arrow in arrows(model) {
        out.push_str(&format!(
            "  s{} -> s{} [label=\"{}\"];\n",
            arrow.from,
            arrow.to,
            lines(&arrow.labels)
        ));
    }
    for (state, labels) in ends(model) {
        out.push_str(&format!(
            "  end{state} [shape=square, label=\"\", width=0.12, fillcolor=\"#1c2733\"];\n"
        ));
        out.push_str(&format!(
            "  s{state} -> end{state} [label=\"{}\"];\n",
            lines(&labels)
        ));
    }
    for (i, start) in model.starts.iter().enumerate() {
        start
            .when
            .iter()
            .for_each(|acceptor| look_ahead(i, acceptor, out));
    }
}

fn lines(labels: &[Label]) -> String {
    labels
        .iter()
        .map(|label| format!("{}\\l", inner(&label.text())))
        .collect()
}

fn node(state: &State) -> String {
    match &state.failure {
        None => format!("  s{0} [label=\"{0}\"];\n", state.id),
        Some(why) => {
            format!(
                "  s{} [label={}, fillcolor=\"#fdeeec\", color=\"#c4554b\"];\n",
                state.id,
                quoted(&failure(why))
            )
        }
    }
}

fn look_ahead(start: usize, acceptor: &Acceptor, out: &mut String) {
    let name = look_ahead_name(start);
    out.push_str(&format!(
        "  subgraph cluster_{name} {{\n    label={};\n",
        quoted(&format!("look-ahead {name}"))
    ));
    for state in &acceptor.states {
        let shape = if state.accepting {
            ", shape=doublecircle"
        } else {
            ""
        };
        out.push_str(&format!(
            "    {name}{0} [label=\"{name}{0}\"{shape}];\n",
            state.id
        ));
    }
    for arrow in edges(acceptor) {
        let (from, to) = (arrow.from, arrow.to);
        out.push_str(&format!(
            "    {name}{from} -> {name}{to} [label=\"{}\"];\n",
            lines(&arrow.labels)
        ));
    }
    out.push_str("  }\n");
}
