//! The page about generated code: what is known of it, how fast it is, and the code itself.

use crate::escape::xml;
use crate::report::VERSION;

use super::head::Head;
use super::{section, shell};

/// How many lines of the code are shown; tables may have thousands.
const MOST_LINES: usize = 600;
/// How long the longest bar is, in pixels.
const LONGEST_BAR: f64 = 240.0;

/// Code that was generated, and what is known of it, in sentences.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedCode<'a> {
    /// What the function is called.
    pub name: &'a str,
    /// What the code was made of.
    pub origin: &'a str,
    /// Whether the plain form is proved to be the model, and the model to be the original.
    pub proved: bool,
    /// What is proved.
    pub known: String,
    /// What was run, and how it gets fast.
    pub remarks: [String; 2],
    /// How fast it is, if that was measured.
    pub speeds: Vec<Speed>,
    /// The file that holds the code.
    pub file: &'a str,
    /// The code.
    pub code: &'a str,
}

/// How many symbols a second are read of a text, in billions.
#[derive(Clone, Debug, PartialEq)]
pub struct Speed {
    /// What kind of text it is.
    pub text: String,
    /// By the original, or by the parts in a row.
    pub original: f64,
    /// By the same, compiled for any machine of the kind.
    pub portable: f64,
    /// By the generated code.
    pub generated: f64,
    /// By a copy of the text.
    pub copy: f64,
}

/// The page. It has no script.
pub fn generated(code: &GeneratedCode<'_>) -> String {
    let [tried, fast] = &code.remarks;
    let head = Head {
        name: code.name,
        about: format!("generated from {}", code.origin),
        counts: &[(code.code.lines().count(), "lines")],
        class: if code.proved { "proved" } else { "up-to" },
        means: code.known.clone(),
        details: tried,
        remarks: vec![("note", "Note", fast.clone())],
    };
    let body = head.html() + &speeds(&code.speeds) + &listing(code);
    shell::document(&shell::Shell {
        title: &format!("{}: generated code", code.name),
        version: VERSION,
        body: &body,
        data: None,
    })
}

/// A row for each who reads a text; a bar is as long as it is fast.
fn speeds(speeds: &[Speed]) -> String {
    let all = speeds
        .iter()
        .flat_map(|s| [s.original, s.portable, s.generated, s.copy]);
    let fastest = all.fold(0.0, f64::max);
    let row = |speed: &Speed| {
        let kinds = [
            ("the original, -O3 -march=native", speed.original),
            ("the original, -O3", speed.portable),
            ("the generated code", speed.generated),
            ("a copy", speed.copy),
        ];
        let rows = kinds.map(|(who, rate)| {
            let times = format!("{:.1}", rate / speed.original);
            format!(
                "<td>{who}</td><td>{rate:.2}</td><td>{times}</td><td>{}</td></tr>\n",
                bar(rate / fastest)
            )
        });
        super::headed(&xml(&speed.text), &rows)
    };
    let rows: String = speeds.iter().map(row).collect();
    section(
        "How fast it is",
        &[
            "Text",
            "Read by",
            "Billion symbols a second",
            "Times the original",
            "",
        ],
        &rows,
    )
}

fn bar(part: f64) -> String {
    let length = (part * LONGEST_BAR).max(1.0).round();
    format!(
        "<svg width=\"{LONGEST_BAR}\" height=\"10\" role=\"img\" aria-hidden=\"true\"><rect width=\"{length}\" height=\"10\" \
         rx=\"2\" fill=\"currentColor\" opacity=\"0.55\"/></svg>"
    )
}

fn listing(code: &GeneratedCode<'_>) -> String {
    let lines: Vec<&str> = code.code.lines().take(MOST_LINES).collect();
    let left = code.code.lines().count() - lines.len();
    let rest = match left {
        0 => String::new(),
        left => format!("<p>{left} more lines are in the file.</p>\n"),
    };
    format!(
        "<section><h2>{}</h2>\n<div class=\"source\"><pre>{}</pre></div>\n{rest}</section>\n",
        xml(code.file),
        xml(&lines.join("\n"))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_of_the_page_is_escaped_and_long_code_is_cut() {
        let long = "a < b && c;\n".repeat(MOST_LINES + 5);
        let code = GeneratedCode {
            name: "escape",
            origin: "a&b.c",
            proved: true,
            known: "Proved: <it> is the same.".to_owned(),
            remarks: ["Tested.".to_owned(), "Fast.".to_owned()],
            speeds: vec![Speed {
                text: "page".to_owned(),
                original: 0.5,
                portable: 0.4,
                generated: 5.0,
                copy: 20.0,
            }],
            file: "escape.c",
            code: &long,
        };
        let page = generated(&code);
        assert!(page.contains("generated from a&amp;b.c"));
        assert!(page.contains("a &lt; b &amp;&amp; c;"));
        assert!(page.contains("5 more lines are in the file."));
        assert!(page.contains("<td>the generated code</td><td>5.00</td><td>10.0</td>"));
        assert!(page.contains("rect width=\"60\""));
        assert!(!page.contains("<script"));
    }
}
