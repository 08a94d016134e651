//! Classes of the installed JDK, unmodified: what is proved of each, what it cost, and what keeps the others from it.

use std::time::Duration;

use crate::measure::{Measurement, measure};
use crate::options::seconds;
use crate::request::words;
use crate::table::table;

/// A class a line, with the options to learn it by; `#` begins a remark.
const CLASSES: &str = include_str!("../jdk.txt");

/// Whether a row belongs to a group.
type Belongs = fn(&Row) -> bool;

/// The groups of rows, with their titles.
const GROUPS: [(&str, Belongs); 6] = [
    ("Proved, all methods", |row| {
        row.verdict() == "proved" && !row.is_part()
    }),
    ("Proved for chosen methods", |row| {
        row.verdict() == "proved" && row.is_part()
    }),
    ("Exact outside the unknown state", |row| {
        row.verdict() == "exact, rest unknown"
    }),
    ("Exact up to a number of calls", |row| {
        row.verdict().starts_with("up to")
    }),
    ("Not yet", |row| {
        ["unknown", "violated"].contains(&row.verdict())
    }),
    ("Refused, or nothing to show in time", |row| {
        row.measured.is_err()
    }),
];

/// How the result is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Plain,
    Markdown,
}

/// Measures the classes whose lines contain one of the words given, or all.
pub fn run(args: &[String]) -> Result<String, String> {
    let (mut form, mut budget, mut wanted) = (Form::Plain, Duration::from_secs(20), Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--markdown" => form = Form::Markdown,
            "--budget" => budget = seconds(args.next().map_or("", String::as_str))?,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            word => wanted.push(word.to_string()),
        }
    }
    let lines =
        lines().filter(|line| wanted.is_empty() || wanted.iter().any(|word| line.contains(word)));
    let rows: Vec<Row> = lines.map(|line| Row::measure(line, budget)).collect();
    Ok(match form {
        Form::Plain => plain(&rows),
        Form::Markdown => markdown(&rows),
    })
}

fn lines() -> impl Iterator<Item = &'static str> {
    CLASSES
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

struct Row {
    class: &'static str,
    options: &'static str,
    measured: Result<Measurement, String>,
}

impl Row {
    fn measure(line: &'static str, budget: Duration) -> Self {
        let (class, options) = line.split_once(' ').unwrap_or((line, ""));
        Self {
            class,
            options: options.trim(),
            measured: measure(&words(line), budget),
        }
    }

    fn verdict(&self) -> &str {
        self.measured
            .as_ref()
            .map_or("failed", |measured| measured.cell("verdict"))
    }

    /// Whether not all calls are looked at.
    fn is_part(&self) -> bool {
        ["--methods", "--exclude", "--pool"]
            .iter()
            .any(|option| self.options.contains(option))
    }

    fn cells(&self, columns: &[&str]) -> Vec<String> {
        let cell = |column: &&str| {
            self.measured
                .as_ref()
                .map_or("-", |measured| measured.cell(column))
                .to_string()
        };
        columns.iter().map(cell).collect()
    }

    /// Why it is not proved.
    fn reason(&self) -> &str {
        self.measured
            .as_ref()
            .map_or_else(String::as_str, |measured| measured.reason.as_str())
    }
}

const NUMBERS: [&str; 4] = ["states", "symbols", "seconds", "MB"];

fn plain(rows: &[Row]) -> String {
    let cells = |row: &Row| {
        let numbers = row.cells(&NUMBERS);
        let words = [row.class.to_string(), row.verdict().to_string()];
        words
            .into_iter()
            .chain(numbers)
            .chain([row.options.to_string()])
            .collect::<Vec<_>>()
    };
    let header = [
        "class", "verdict", "states", "symbols", "seconds", "MB", "options",
    ];
    let mut text = table(
        &header,
        &["verdict", "options"],
        &rows.iter().map(cells).collect::<Vec<_>>(),
    );
    text += &format!("\n{}\n", summary(rows));
    for row in rows.iter().filter(|row| !row.reason().is_empty()) {
        text += &format!("{} {}: {}\n", row.class, row.options, row.reason());
    }
    text
}

fn markdown(rows: &[Row]) -> String {
    let mut text = summary(rows) + "\n";
    for (title, belongs) in GROUPS {
        let rows: Vec<&Row> = rows.iter().filter(|row| belongs(row)).collect();
        if !rows.is_empty() {
            text += &group(title, &rows);
        }
    }
    text
}

fn group(title: &str, rows: &[&Row]) -> String {
    let explained = rows.iter().any(|row| !row.reason().is_empty());
    let (last, rule) = if explained {
        (" what keeps it from a proof |", "---|")
    } else {
        ("", "")
    };
    let mut text = format!(
        "\n## {title}\n\n| class | options | verdict | states | symbols | seconds | MB |{last}\n\
         |---|---|---|---:|---:|---:|---:|{rule}\n"
    );
    for row in rows {
        let options = if row.options.is_empty() {
            String::new()
        } else {
            format!("`{}`", row.options)
        };
        let numbers = row.cells(&NUMBERS).join(" | ");
        text += &format!(
            "| `{}` | {options} | {} | {numbers} |",
            row.class,
            row.verdict()
        );
        text += &if explained {
            format!(" {} |\n", row.reason().replace('|', "\\|"))
        } else {
            "\n".into()
        };
    }
    text
}

fn summary(rows: &[Row]) -> String {
    let measured = || rows.iter().filter_map(|row| row.measured.as_ref().ok());
    let proved = measured().filter(|measured| measured.proved).count();
    let largest = measured()
        .map(|measured| measured.megabytes)
        .max()
        .unwrap_or(0);
    format!(
        "{proved} of {} proved; of those with a result the largest took {largest} MB",
        rows.len()
    )
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::request::{parse, words};

    #[test]
    fn every_line_of_the_list_can_be_asked() {
        for line in lines() {
            assert!(parse(&words(line)).is_ok(), "{line}");
        }
        assert!(lines().count() >= 25);
    }
}
