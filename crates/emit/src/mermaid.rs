//! The picture for Mermaid, which GitHub and many editors draw.

use crate::escape::visible;
use crate::outline::{Call, Detail, Outline, Role};
use crate::report::Report;
use crate::sentence;

/// The model as a `stateDiagram-v2`.
pub fn mermaid(report: &Report, detail: Detail) -> String {
    let outline = Outline::drawn(report, detail);
    let names = Names {
        entry: entry(&outline),
    };
    let mut out = String::from("stateDiagram-v2\n    direction TB\n");
    for state in outline.states.iter().filter(|s| names.entry != Some(s.id)) {
        let label = state
            .role
            .title()
            .map_or_else(|| state.id.to_string(), str::to_owned);
        out.push_str(&format!("    state \"{label}\" as s{}\n", state.id));
    }
    for state in &outline.states {
        for step in &state.moves {
            let label = step
                .calls
                .iter()
                .map(label)
                .collect::<Vec<_>>()
                .join("<br/>");
            out.push_str(&format!(
                "    {} --> {} : {label}\n",
                names.of(state.id),
                names.of(step.to)
            ));
        }
    }
    let remarked = outline
        .states
        .iter()
        .find(|s| names.entry != Some(s.id) && outline.is_guessed());
    if let Some(state) = remarked {
        let text = escape(sentence::NOT_ESTABLISHED);
        out.push_str(&format!(
            "    note right of {}\n        {text}\n    end note\n",
            names.of(state.id)
        ));
    }
    for state in outline.states.iter().filter(|s| s.role == Role::Undecided) {
        let text = escape(sentence::UNDECIDED);
        out.push_str(&format!(
            "    note right of {}\n        {text}\n    end note\n",
            names.of(state.id)
        ));
    }
    for (role, class, style) in [
        (
            Role::Error,
            "failed",
            "fill:#fdeeec,stroke:#c4554b,color:#a63a31",
        ),
        (
            Role::Undecided,
            "undecided",
            "fill:#fdf4e0,stroke:#b98a2f,color:#8a5a00,stroke-dasharray:5 3",
        ),
        (
            Role::Unknown,
            "unknown",
            "fill:#f1f2f3,stroke:#7d858e,color:#5c646d,stroke-dasharray:5 3",
        ),
    ] {
        let members: Vec<String> = outline
            .states
            .iter()
            .filter(|s| s.role == role)
            .map(|s| names.of(s.id))
            .collect();
        if !members.is_empty() {
            out.push_str(&format!(
                "    classDef {class} {style}\n    class {} {class}\n",
                members.join(",")
            ));
        }
    }
    out
}

/// The state before construction is Mermaid's own start, if nothing leads back to it: an arrow to `[*]` is an end.
fn entry(outline: &Outline) -> Option<u64> {
    let before = outline
        .states
        .iter()
        .find(|s| s.role == Role::BeforeConstruction)?;
    let entered = outline
        .states
        .iter()
        .any(|s| s.moves.iter().any(|m| m.to == before.id));
    (!entered).then_some(before.id)
}

struct Names {
    entry: Option<u64>,
}

impl Names {
    fn of(&self, id: u64) -> String {
        if self.entry == Some(id) {
            "[*]".to_owned()
        } else {
            format!("s{id}")
        }
    }
}

/// Mermaid breaks long lines anywhere; before a condition is the better place.
fn label(call: &Call) -> String {
    match call.note() {
        Some(note) if call.text().chars().count() > 30 => {
            let head = Call {
                guard: None,
                sets: Vec::new(),
                ..call.clone()
            };
            format!("{}<br/>{}", escape(&head.marked()), escape(&note))
        }
        Some(_) | None => escape(&call.marked()),
    }
}

/// Everything that has a meaning to Mermaid, Markdown or HTML becomes an entity in Mermaid's own notation.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            'a'..='z'
            | 'A'..='Z'
            | '0'..='9'
            | ' '
            | '_'
            | '.'
            | ','
            | '('
            | ')'
            | '='
            | '+'
            | '!'
            | '?' => out.push(c),
            '\n' | '\r' | '\t' => out.push(' '),
            _ if c.is_alphanumeric() => out.push(c),
            _ => out.push_str(&format!("#{};", u32::from(visible(c)))),
        }
    }
    out
}
