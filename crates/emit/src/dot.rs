//! The picture for Graphviz.

use crate::escape::visible;
use crate::outline::{Call, Detail, Outline, Role, State};
use crate::report::{Report, Standing};
use crate::sentence;

/// The model in the DOT language. All names are quoted, so nothing in them has a meaning.
pub fn dot(report: &Report, detail: Detail) -> String {
    let outline = Outline::drawn(report, detail);
    let mut out = format!("digraph {} {{\n", quoted(&report.subject.name));
    out.push_str("  graph [fontname=\"Helvetica\", ranksep=0.6, nodesep=0.5];\n");
    out.push_str("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#eef4fb\", color=\"#3f6795\", fontname=\"Helvetica\"];\n");
    out.push_str("  edge [color=\"#54657a\", fontname=\"Courier\", fontsize=10];\n");
    if outline.is_guessed() {
        out.push_str(&format!("  label={};\n", quoted(sentence::NOT_ESTABLISHED)));
    }
    for state in &outline.states {
        out.push_str(&node(state));
    }
    for state in &outline.states {
        for step in &state.moves {
            let label = step
                .calls
                .iter()
                .map(|c| format!("{}\\l", inner(&Call::marked(c))))
                .collect::<String>();
            let style = edge_style(step.role) + guess_style(step.standing);
            out.push_str(&format!(
                "  s{} -> s{} [label=\"{label}\"{style}];\n",
                state.id, step.to
            ));
        }
    }
    out.push_str("}\n");
    out
}

fn node(state: &State) -> String {
    let label = state
        .role
        .title()
        .map_or_else(|| state.id.to_string(), str::to_owned);
    let style = match state.role {
        Role::BeforeConstruction => {
            ", shape=circle, style=filled, fillcolor=\"#1c2733\", width=0.2, fixedsize=true, label=\"\""
        }
        Role::Ok => "",
        Role::Undecided => {
            ", style=\"rounded,filled,dashed\", fillcolor=\"#fdf4e0\", color=\"#b98a2f\", fontcolor=\"#8a5a00\""
        }
        Role::Unknown => {
            ", style=\"rounded,filled,dashed\", fillcolor=\"#f1f2f3\", color=\"#7d858e\""
        }
        Role::Error => ", fillcolor=\"#fdeeec\", color=\"#c4554b\", fontcolor=\"#a63a31\"",
    };
    match state.role {
        Role::BeforeConstruction => {
            format!("  s{} [tooltip={}{style}];\n", state.id, quoted(&label))
        }
        Role::Undecided => {
            format!(
                "  s{} [label={}, tooltip={}{style}];\n",
                state.id,
                quoted(&label),
                quoted(sentence::UNDECIDED)
            )
        }
        Role::Ok | Role::Unknown | Role::Error => {
            format!("  s{} [label={}{style}];\n", state.id, quoted(&label))
        }
    }
}

fn edge_style(role: Role) -> String {
    match role {
        Role::BeforeConstruction | Role::Ok => "",
        Role::Undecided => ", style=dashed, color=\"#d0a95c\", fontcolor=\"#8a5a00\"",
        Role::Unknown => ", style=dashed, color=\"#9aa1a9\", fontcolor=\"#5c646d\"",
        Role::Error => ", color=\"#e2b1ac\", fontcolor=\"#b4675f\", weight=0",
    }
    .to_owned()
}

fn guess_style(standing: Standing) -> &'static str {
    match standing {
        Standing::Established => "",
        Standing::Answered | Standing::Guessed => ", style=dashed",
    }
}

pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", inner(text))
}

/// For the inside of a quoted string. Graphviz reads `\n` and HTML entities in labels, so both are kept from it.
pub(crate) fn inner(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' if rest
                .peek()
                .is_some_and(|next| next.is_alphanumeric() || *next == '#') =>
            {
                out.push_str("&amp;")
            }
            '\n' | '\r' | '\t' => out.push(' '),
            _ => out.push(visible(c)),
        }
    }
    out
}
