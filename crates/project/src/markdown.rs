//! Results as Markdown, made for a comment on a pull request.

use mores::report::{Kind, Model, Report};
use mores::{Detail, mermaid};

use crate::Summary;
use crate::check::{Outcome, Status};

/// The most bytes of a comment: code hosts refuse longer ones.
pub const LARGEST: usize = 60_000;

/// The most bytes of one picture; nobody sees anything in a larger one.
const LARGEST_PICTURE: usize = 6_000;

/// The most bytes of one cell, of one witness line, of one message.
const LONGEST: usize = 600;

/// Lines of a witness that are shown.
const LINES: usize = 40;

/// Verdicts as a table; then, of each subject that differs, what shows it and a picture of its committed model.
pub fn markdown(outcomes: &[Outcome]) -> String {
    let summary = Summary::of(outcomes);
    let mut out = format!("### mores: {}\n\n", summary.sentence());
    // Room for the remark that something was left out.
    let room = LARGEST - 200;
    let mut left_out = table(outcomes, room / 2, &mut out);
    for outcome in outcomes.iter().filter(|o| o.status == Status::Differs) {
        let section = section(outcome);
        match out.len() + section.len() <= room {
            true => out.push_str(&section),
            false => left_out += 1,
        }
    }
    if left_out > 0 {
        out.push_str(&format!(
            "\n… {left_out} more are left out: they do not fit into a comment.\n"
        ));
    }
    out
}

/// The table, those that need a look first; says how many rows did not fit.
fn table(outcomes: &[Outcome], room: usize, out: &mut String) -> usize {
    out.push_str("| subject | | |\n|---|---|---|\n");
    let mut rows: Vec<&Outcome> = outcomes.iter().collect();
    rows.sort_by_key(|outcome| outcome.status == Status::Conforms);
    let mut left_out = 0;
    for outcome in rows {
        let sentence = cell(&outcome.sentence);
        let status = outcome.status.name();
        let row = format!(
            "| `{}` | **{status}** | {sentence} |\n",
            code(&outcome.name)
        );
        match out.len() + row.len() <= room {
            true => out.push_str(&row),
            false => left_out += 1,
        }
    }
    left_out
}

fn section(outcome: &Outcome) -> String {
    let mut out = format!("\n#### `{}`\n", code(&outcome.name));
    if let Some(at) = &outcome.location {
        out.push_str(&format!(
            "\n`{}:{}`\n",
            code(&at.file.to_string_lossy()),
            at.line
        ));
    }
    for difference in &outcome.differences {
        out.push_str(&format!("\n{}\n", cell(&difference.message)));
        if !difference.witness.is_empty() {
            let shown = difference.witness.iter().take(LINES);
            let witness: String = shown.map(|line| format!("{}\n", cut(line))).collect();
            let more = difference.witness.len().saturating_sub(LINES);
            let more = if more > 0 {
                format!("… {more} more\n")
            } else {
                String::new()
            };
            out.push_str(&fenced(outcome, &format!("{witness}{more}")));
        }
    }
    out + &picture(outcome)
}

/// A block of code, fenced by more backticks than it has in a row.
fn fenced(outcome: &Outcome, text: &str) -> String {
    let language = match outcome.kind {
        crate::config::Kind::Class => "java",
        crate::config::Kind::Program | crate::config::Kind::Filter => "",
    };
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(longest + 1));
    format!("\n{fence}{language}\n{text}{fence}\n")
}

/// The committed model, as a picture that code hosts draw.
fn picture(outcome: &Outcome) -> String {
    let Ok(report) = mores::read_model::<Model>(&outcome.model) else {
        return String::new();
    };
    let drawn = drawn(&report);
    let model = code(&outcome.model.to_string_lossy());
    match drawn.filter(|text| text.len() <= LARGEST_PICTURE) {
        None => format!("\nThe committed model, `{model}`, is too large for a picture here.\n"),
        Some(text) => format!(
            "\n<details><summary>the committed model</summary>\n\n```mermaid\n{text}```\n\n</details>\n"
        ),
    }
}

fn drawn(report: &Report<Model>) -> Option<String> {
    let drawing = Model::drawing(report, Detail::Legal);
    (!drawing.nodes.is_empty()).then(|| mermaid(&drawing))
}

/// A text in a cell of a table, or in a paragraph: nothing in it is markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in cut(text).chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&'
            | '@' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A text between backticks, in a table or not.
fn code(text: &str) -> String {
    text.replace('`', "'")
        .replace('|', "\\|")
        .replace('\n', " ")
}

fn cut(text: &str) -> String {
    match text.char_indices().find(|(at, _)| *at >= LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
