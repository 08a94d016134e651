//! The picture of a language for Mermaid.

use crate::mermaid::escape;

use super::arrows::label;
use super::{LanguageReport, Mark, State, Style, arrows};

/// The automaton as a flowchart: state diagrams of Mermaid know neither bold nor dashed arrows.
pub fn mermaid(report: &LanguageReport) -> String {
    let model = &report.model;
    let mut out = String::from("flowchart TB\n    start(( ))\n");
    model
        .states
        .iter()
        .for_each(|state| out.push_str(&node(state)));
    out.push_str(&format!("    start --> s{}\n", model.initial));
    let mut links = String::new();
    // The first arrow is the one from the start.
    for (i, arrow) in (1..).zip(arrows(model)) {
        let label: Vec<String> = arrow.symbols.iter().map(|symbol| escape(symbol)).collect();
        let (from, to, line) = (arrow.from, arrow.to, line(arrow.style));
        out.push_str(&format!(
            "    s{from} {line}|\"{}\"| s{to}\n",
            label.join("<br/>")
        ));
        links.push_str(&link_style(i, arrow.style));
    }
    out.push_str(&links);
    out.push_str("    classDef start fill:#1c2733,stroke:#1c2733\n    class start start\n");
    let doomed: Vec<String> = model
        .states
        .iter()
        .filter(|s| s.doomed)
        .map(|s| format!("s{}", s.id))
        .collect();
    if !doomed.is_empty() {
        out.push_str("    classDef doomed fill:#fdeeec,stroke:#c4554b,color:#a63a31\n");
        out.push_str(&format!("    class {} doomed\n", doomed.join(",")));
    }
    out
}

fn node(state: &State) -> String {
    match state.accepting {
        true => format!("    s{}(((\"{}\")))\n", state.id, label(state)),
        false => format!("    s{}((\"{}\"))\n", state.id, label(state)),
    }
}

fn line(style: Style) -> &'static str {
    match (style.mark, style.dominating) {
        (Some(Mark::Conjectured), _) => "-.->",
        (None | Some(Mark::Proved), true) => "==>",
        (None | Some(Mark::Proved), false) => "-->",
    }
}

/// What the line itself does not say.
fn link_style(link: usize, style: Style) -> String {
    match (style.mark, style.dominating) {
        (Some(Mark::Conjectured), true) => format!("    linkStyle {link} stroke-width:3.5px\n"),
        (Some(Mark::Proved), _) => format!("    linkStyle {link} stroke:#1d7a4a\n"),
        (Some(Mark::Conjectured), false) | (None, _) => String::new(),
    }
}
