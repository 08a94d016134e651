//! A survey as text.

use super::index::Index;
use super::row::Row;

/// A line for each subject, then numbers. Times are shown on request only: without them, two runs print the same.
pub fn table(index: &Index, times: bool) -> String {
    let cells: Vec<[String; 4]> = index.subjects.iter().map(cells).collect();
    let widest = |column: usize, title: &str| {
        let lengths = cells.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0).max(title.len())
    };
    let titles = ["class", "verdict", "states", "rules"];
    let widths = [0, 1, 2].map(|column| widest(column, titles[column]));
    let line = |row: [&str; 4], time: &str| {
        let [name, verdict, states, rules] = row;
        let [a, b, c] = widths;
        let text = format!("{name:a$}  {verdict:b$}  {states:>c$}  {time}{rules}");
        format!("{}\n", text.trim_end())
    };
    let time = |row: &Row| format!("{:>6}  ", format!("{:.0} s", row.numbers.seconds));
    let heading = if times { "  time  " } else { "" };
    let mut text = line(titles, heading);
    for (row, cells) in index.subjects.iter().zip(&cells) {
        let [a, b, c, d] = cells;
        let time = if times { time(row) } else { String::new() };
        text += &line([a, b, c, d], &time);
    }
    text + "\n" + &summary(index)
}

/// Numbers in words.
pub(super) fn summary(index: &Index) -> String {
    let subjects = index.subjects.len();
    let mut text = format!("{subjects} looked at: {}\n", index.counted());
    if let Some(omitted) = index.omitted() {
        text += &format!("{omitted}\n");
    }
    if !index.not_looked_at.is_empty() {
        let missing = index.not_looked_at.len();
        text += &format!("interrupted: {missing} not looked at; the same command goes on\n");
    }
    text
}

fn cells(row: &Row) -> [String; 4] {
    let states = row
        .states
        .map_or("-".to_owned(), |states| states.to_string());
    let rules = match (row.line.as_str(), row.reason.as_str()) {
        ("", "") => String::new(),
        ("", reason) => format!("({reason})"),
        (line, _) => line.to_owned(),
    };
    let name = clean(&row.name);
    [name, row.verdict.text().to_owned(), states, clean(&rules)]
}

/// Names come from class files: nothing in them may steer a terminal.
fn clean(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(visible).collect()
}
