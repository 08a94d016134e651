//! The picture of a language for Graphviz.

use crate::dot::{inner, quoted};

use super::arrows::label;
use super::{LanguageReport, Mark, State, Style, arrows};

/// The automaton in the DOT language. All names are quoted, so nothing in them has a meaning.
pub fn dot(report: &LanguageReport) -> String {
    let model = &report.model;
    let mut out = format!("digraph {} {{\n", quoted(&report.subject.name));
    out.push_str("  graph [rankdir=LR, fontname=\"Helvetica\", ranksep=0.5, nodesep=0.4];\n");
    out.push_str(
        "  node [shape=circle, style=filled, fillcolor=\"#eef4fb\", color=\"#3f6795\", fontname=\"Helvetica\"];\n",
    );
    out.push_str("  edge [color=\"#54657a\", fontname=\"Courier\", fontsize=10];\n");
    out.push_str("  start [shape=point, width=0.12, color=\"#1c2733\"];\n");
    model
        .states
        .iter()
        .for_each(|state| out.push_str(&node(state)));
    out.push_str(&format!("  start -> s{};\n", model.initial));
    for arrow in arrows(model) {
        let label: String = arrow
            .symbols
            .iter()
            .map(|symbol| format!("{}\\l", inner(symbol)))
            .collect();
        out.push_str(&format!(
            "  s{} -> s{} [label=\"{label}\"{}];\n",
            arrow.from,
            arrow.to,
            style(arrow.style)
        ));
    }
    out.push_str("}\n");
    out
}

fn node(state: &State) -> String {
    let shape = if state.accepting {
        ", shape=doublecircle"
    } else {
        ""
    };
    let doomed = if state.doomed {
        ", fillcolor=\"#fdeeec\", color=\"#c4554b\""
    } else {
        ""
    };
    format!(
        "  s{} [label=\"{}\"{shape}{doomed}];\n",
        state.id,
        label(state)
    )
}

fn style(style: Style) -> String {
    let bold = if style.dominating {
        ", penwidth=2.6, fontname=\"Courier-Bold\""
    } else {
        ""
    };
    let mark = match style.mark {
        None => "",
        Some(Mark::Proved) => ", color=\"#1d7a4a\"",
        Some(Mark::Conjectured) => ", style=dashed",
    };
    format!("{bold}{mark}")
}
