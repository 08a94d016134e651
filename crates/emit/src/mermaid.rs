//! The picture for Mermaid, which GitHub and many editors draw.

use crate::drawing::{Drawing, Label, Line, Node, Shape, Tone};
use crate::escape::visible;

/// The drawing as a flowchart: state diagrams of Mermaid know neither bold nor dashed arrows.
pub fn mermaid(drawing: &Drawing) -> String {
    let direction = if drawing.is_boxed() { "TB" } else { "LR" };
    let mut out = format!("flowchart {direction}\n");
    for member in drawing.nodes.iter().filter(|node| node.group.is_none()) {
        out.push_str(&node(member));
    }
    for (i, title) in drawing.groups.iter().enumerate() {
        out.push_str(&format!("    subgraph group{i}[\"{}\"]\n", escape(title)));
        for member in drawing.nodes.iter().filter(|node| node.group == Some(i)) {
            out.push_str(&node(member));
        }
        out.push_str("    end\n");
    }
    for (i, text) in drawing.warnings().enumerate() {
        let text = escape(text);
        out.push_str(&format!("    remark{i}[\"{text}\"]:::remark\n"));
    }
    for arrow in &drawing.arrows {
        let [from, to] = [arrow.from, arrow.to].map(|end| &drawing.nodes[end].id);
        let labels: Vec<String> = arrow.labels.iter().map(label).collect();
        let label = match labels.is_empty() {
            true => String::new(),
            false => format!("|\"{}\"|", labels.join("<br/>")),
        };
        out.push_str(&format!("    {from} {}{label} {to}\n", line(arrow.line)));
    }
    for (i, arrow) in drawing.arrows.iter().enumerate() {
        out.push_str(&link_style(i, arrow.line));
    }
    classes(drawing, &mut out);
    out
}

fn node(node: &Node) -> String {
    let (id, text) = (&node.id, escape(&node.text()));
    match node.shape {
        Shape::Box => format!("    {id}(\"{text}\")\n"),
        Shape::Circle => format!("    {id}((\"{text}\"))\n"),
        Shape::DoubleCircle => format!("    {id}(((\"{text}\")))\n"),
        Shape::Point => format!("    {id}(( ))\n"),
        Shape::Square => format!("    {id}[ ]\n"),
    }
}

fn line(line: Line) -> &'static str {
    match (is_dashed(line), line.bold) {
        (true, _) => "-.->",
        (false, true) => "==>",
        (false, false) => "-->",
    }
}

fn is_dashed(line: Line) -> bool {
    line.dashed || matches!(line.tone, Tone::Undecided | Tone::Unknown)
}

/// What the line itself does not say.
fn link_style(link: usize, line: Line) -> String {
    let colour = match line.tone {
        Tone::Plain => None,
        Tone::Proved => Some("stroke:#1d7a4a"),
        Tone::Undecided => Some("stroke:#d0a95c"),
        Tone::Unknown => Some("stroke:#9aa1a9"),
        Tone::Bad => Some("stroke:#e2b1ac"),
        Tone::Lost => Some("stroke:#c4554b"),
        Tone::Gained => Some("stroke:#1d7a4a"),
    };
    let width = (line.bold && is_dashed(line)).then_some("stroke-width:3.5px");
    let styles: Vec<&str> = [colour, width].into_iter().flatten().collect();
    match styles.is_empty() {
        true => String::new(),
        false => format!("    linkStyle {link} {}\n", styles.join(",")),
    }
}

/// The colours of nodes.
fn classes(drawing: &Drawing, out: &mut String) {
    let class = |node: &Node| match (node.is_state(), node.tone) {
        (false, _) => Some("dark"),
        (true, Tone::Bad | Tone::Lost) => Some("bad"),
        (true, Tone::Undecided) => Some("undecided"),
        (true, Tone::Unknown) => Some("unknown"),
        (true, Tone::Plain | Tone::Proved | Tone::Gained) => None,
    };
    for (name, style) in [
        ("dark", "fill:#1c2733,stroke:#1c2733"),
        ("bad", "fill:#fdeeec,stroke:#c4554b,color:#a63a31"),
        (
            "undecided",
            "fill:#fdf4e0,stroke:#b98a2f,color:#8a5a00,stroke-dasharray:5 3",
        ),
        (
            "unknown",
            "fill:#f1f2f3,stroke:#7d858e,color:#5c646d,stroke-dasharray:5 3",
        ),
    ] {
        let members = drawing.nodes.iter().filter(|n| class(n) == Some(name));
        let members: Vec<&str> = members.map(|node| node.id.as_str()).collect();
        if !members.is_empty() {
            let members = members.join(",");
            out.push_str(&format!(
                "    classDef {name} {style}\n    class {members} {name}\n"
            ));
        }
    }
    if drawing.warnings().next().is_some() {
        out.push_str("    classDef remark fill:none,stroke:none\n");
    }
}

/// Mermaid breaks long lines anywhere; before a condition is the better place.
const LONG: usize = 30;

fn label(label: &Label) -> String {
    let (sign, head) = (escape(label.sign()), escape(&label.head));
    match label.note.is_empty() {
        true => format!("{sign}{head}"),
        false => {
            let long = label.text().chars().count() > LONG;
            let gap = if long { "<br/>" } else { " " };
            format!("{sign}{head}{gap}{}", escape(&label.note))
        }
    }
}

/// Everything that has a meaning to Mermaid, Markdown or HTML becomes an entity in Mermaid's own notation.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            ' ' | '_' | '.' | ',' | '(' | ')' | '=' | '+' | '!' | '?' => out.push(c),
            '\n' | '\r' | '\t' => out.push(' '),
            _ if c.is_alphanumeric() => out.push(c),
            _ => out.push_str(&format!("#{};", u32::from(visible(c)))),
        }
    }
    out
}
