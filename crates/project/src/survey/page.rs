//! A survey as a page.

use super::index::Index;
use super::row::Row;
use super::table::summary;
use crate::page::{TablePage, breakable, escaped};

/// The page.
pub fn page(index: &Index) -> String {
    let page = TablePage {
        title: format!("Survey of {}", index.named.join(", ")),
        facts: summary(index).lines().map(str::to_owned).collect(),
        reading: "A rule is about sequences of calls that are known to succeed; of calls that are unknown it says nothing. \
                  The page of a class shows all of its states.",
        class: "survey",
        columns: &["class", "verdict", "states", "rules", "not proved because"],
        rows: index.subjects.iter().map(row).collect(),
        after: String::new(),
    };
    page.html()
}

fn row(row: &Row) -> String {
    let name = breakable(&row.name);
    let name = match &row.report {
        Some(link) => format!("<a href=\"{}\">{name}</a>", escaped(link)),
        None => name,
    };
    let verdict = row.verdict.text();
    let states = row.states.map_or(String::new(), |n| n.to_string());
    format!(
        "<tr><td>{name}</td><td class=\"{}\" data-key=\"{}\">{verdict}</td><td>{states}</td>\
         <td title=\"{}\">{}</td><td>{}</td></tr>\n",
        verdict.replace(' ', "-"),
        row.verdict as usize,
        escaped(&all_rules(row)),
        escaped(&row.line),
        escaped(&row.reason),
    )
}

/// All rules, a line each.
fn all_rules(row: &Row) -> String {
    let rules: Vec<String> = row.rules.iter().map(ToString::to_string).collect();
    rules.join("\n")
}
