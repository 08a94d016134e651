//! The picture for D2, which draws diagrams from text.

use crate::drawing::{Drawing, Label, Line, Node, Shape, Tone};
use crate::escape::visible;

/// The drawing in the language of D2. All names are quoted, so nothing in them has a meaning.
pub fn d2(drawing: &Drawing) -> String {
    let direction = if drawing.is_boxed() { "down" } else { "right" };
    let mut out = format!("direction: {direction}\n");
    for (i, title) in drawing.groups.iter().enumerate() {
        out.push_str(&format!("group{i}: {}\n", quoted(title)));
    }
    for node in &drawing.nodes {
        let (text, style) = (quoted(&node.text()), node_style(node));
        out.push_str(&format!("{}: {text} {{ {style} }}\n", path(node)));
    }
    for arrow in &drawing.arrows {
        let [from, to] = [arrow.from, arrow.to].map(|end| path(&drawing.nodes[end]));
        let label = |label: &Label| format!("{}{}", label.sign(), label.text());
        let labels: Vec<String> = arrow.labels.iter().map(label).collect();
        let (text, style) = (quoted(&labels.join("\n")), line_style(arrow.line));
        out.push_str(&format!("{from} -> {to}: {text} {{ {style} }}\n"));
    }
    for (i, text) in drawing.warnings().enumerate() {
        out.push_str(&format!("remark{i}: {} {{ shape: text }}\n", quoted(text)));
    }
    out
}

/// A node by its name, within its group.
fn path(node: &Node) -> String {
    match node.group {
        Some(group) => format!("group{group}.{}", node.id),
        None => node.id.clone(),
    }
}

fn node_style(node: &Node) -> String {
    let shape = match node.shape {
        Shape::Box => "shape: rectangle; style.border-radius: 8",
        Shape::Circle => "shape: circle",
        Shape::DoubleCircle => "shape: circle; style.double-border: true",
        Shape::Point => "shape: circle; width: 16; height: 16; style.fill: \"#1c2733\"",
        Shape::Square => "shape: square; width: 16; height: 16; style.fill: \"#1c2733\"",
    };
    let fill = match node.tone {
        Tone::Plain | Tone::Proved | Tone::Gained => "",
        Tone::Undecided => "; style.fill: \"#fdf4e0\"; style.stroke-dash: 4",
        Tone::Unknown => "; style.fill: \"#f1f2f3\"; style.stroke-dash: 4",
        Tone::Bad | Tone::Lost => "; style.fill: \"#fdeeec\"; style.stroke: \"#c4554b\"",
    };
    format!("{shape}{fill}")
}

fn line_style(line: Line) -> String {
    let colour = match line.tone {
        Tone::Plain => "#54657a",
        Tone::Proved | Tone::Gained => "#1d7a4a",
        Tone::Undecided => "#d0a95c",
        Tone::Unknown => "#9aa1a9",
        Tone::Bad => "#e2b1ac",
        Tone::Lost => "#c4554b",
    };
    let width = if line.bold { 4 } else { 2 };
    let open = line.dashed || matches!(line.tone, Tone::Undecided | Tone::Unknown);
    let dash = if open { 4 } else { 0 };
    format!("style.stroke: \"{colour}\"; style.stroke-width: {width}; style.stroke-dash: {dash}")
}

/// A string of D2. `$` would begin the name of a variable.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' | '$' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            _ => out.push(visible(c)),
        }
    }
    out.push('"');
    out
}
