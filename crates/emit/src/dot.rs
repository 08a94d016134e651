//! The picture for Graphviz.

use crate::drawing::{Arrow, Drawing, Label, Line, Node, Shape, Tone};
use crate::escape::visible;

/// The drawing in the DOT language. All names are quoted, so nothing in them has a meaning.
pub fn dot(drawing: &Drawing) -> String {
    let (direction, shape) = match drawing.is_boxed() {
        true => ("", "shape=box, style=\"rounded,filled\""),
        false => (", rankdir=LR", "shape=circle, style=filled"),
    };
    let mut out = format!("digraph {} {{\n", quoted(&drawing.name));
    out.push_str(&format!(
        "  graph [fontname=\"Helvetica\", ranksep=0.6, nodesep=0.5{direction}];\n"
    ));
    out.push_str(&format!(
        "  node [{shape}, fillcolor=\"#eef4fb\", color=\"#3f6795\", fontname=\"Helvetica\"];\n"
    ));
    out.push_str("  edge [color=\"#54657a\", fontname=\"Courier\", fontsize=10];\n");
    let warnings: Vec<&str> = drawing.warnings().collect();
    if !warnings.is_empty() {
        out.push_str(&format!("  label={};\n", quoted(&warnings.join(" "))));
    }
    let nodes = |group: Option<usize>, indent: &str| {
        let members = drawing.nodes.iter().filter(|node| node.group == group);
        members.map(|n| format!("{indent}{}", node(n))).collect()
    };
    let plain: String = nodes(None, "  ");
    out.push_str(&plain);
    for (i, title) in drawing.groups.iter().enumerate() {
        let members: String = nodes(Some(i), "    ");
        let title = quoted(title);
        out.push_str(&format!(
            "  subgraph cluster_{i} {{\n    label={title};\n{members}  }}\n"
        ));
    }
    for arrow in &drawing.arrows {
        let [from, to] = [arrow.from, arrow.to].map(|end| &drawing.nodes[end].id);
        out.push_str(&format!("  {from} -> {to}{};\n", attributes(arrow)));
    }
    out.push_str("}\n");
    out
}

fn node(node: &Node) -> String {
    let form = match node.shape {
        Shape::Point => {
            let tooltip = quoted(&node.name);
            let (id, dark) = (&node.id, "color=\"#1c2733\"");
            return format!("{id} [shape=point, width=0.12, {dark}, tooltip={tooltip}];\n");
        }
        Shape::Square => ", shape=square, width=0.12, fillcolor=\"#1c2733\"",
        Shape::DoubleCircle => ", shape=doublecircle",
        Shape::Box | Shape::Circle => "",
    };
    let tone = match node.tone {
        Tone::Plain | Tone::Proved => "",
        Tone::Undecided => {
            ", style=\"rounded,filled,dashed\", fillcolor=\"#fdf4e0\", color=\"#b98a2f\", fontcolor=\"#8a5a00\""
        }
        Tone::Unknown => {
            ", style=\"rounded,filled,dashed\", fillcolor=\"#f1f2f3\", color=\"#7d858e\""
        }
        Tone::Bad | Tone::Lost => {
            ", fillcolor=\"#fdeeec\", color=\"#c4554b\", fontcolor=\"#a63a31\""
        }
        Tone::Gained => ", fillcolor=\"#e8f5ee\", color=\"#1d7a4a\", fontcolor=\"#1d7a4a\"",
    };
    let (id, label) = (&node.id, quoted(&node.text()));
    format!("{id} [label={label}{form}{tone}];\n")
}

fn attributes(arrow: &Arrow) -> String {
    let line = |label: &Label| format!("{}{}\\l", label.sign(), inner(&label.text()));
    let labels: String = arrow.labels.iter().map(line).collect();
    let label = match labels.is_empty() {
        true => None,
        false => Some(format!("label=\"{labels}\"")),
    };
    let all: Vec<String> = label.into_iter().chain(style(arrow.line)).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(" [{}]", all.join(", ")),
    }
}

fn style(line: Line) -> impl Iterator<Item = String> {
    let tone = match line.tone {
        Tone::Plain => None,
        Tone::Proved => Some("color=\"#1d7a4a\""),
        Tone::Undecided => Some("color=\"#d0a95c\", fontcolor=\"#8a5a00\""),
        Tone::Unknown => Some("color=\"#9aa1a9\", fontcolor=\"#5c646d\""),
        Tone::Bad => Some("color=\"#e2b1ac\", fontcolor=\"#b4675f\", weight=0"),
        Tone::Lost => Some("color=\"#c4554b\", fontcolor=\"#a63a31\""),
        Tone::Gained => Some("color=\"#1d7a4a\", fontcolor=\"#1d7a4a\""),
    };
    let bold = (line.bold).then_some("penwidth=2.6, fontname=\"Courier-Bold\"");
    let open = matches!(line.tone, Tone::Undecided | Tone::Unknown);
    let dashed = (line.dashed || open).then_some("style=dashed");
    [bold, dashed, tone].into_iter().flatten().map(String::from)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", inner(text))
}

/// For the inside of a quoted string. Graphviz reads `\n` and HTML entities in labels, so both are kept from it.
fn inner(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let entity = |next: &char| next.is_alphanumeric() || *next == '#';
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' if rest.peek().is_some_and(entity) => out.push_str("&amp;"),
            '\n' | '\r' | '\t' => out.push(' '),
            _ => out.push(visible(c)),
        }
    }
    out
}
