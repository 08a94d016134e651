//! A survey as a page: one file, whole without scripts, sortable and searchable with them.

use super::index::Index;
use super::row::Row;
use super::table::summary;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn page(index: &Index) -> String {
    let title = escaped(&index.named.join(", "));
    let rows: String = index.subjects.iter().map(row).collect();
    let facts: String = summary(index)
        .lines()
        .map(|line| format!("<p>{}</p>\n", escaped(line)))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Survey of {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Survey of {title}</h1>\n{facts}\
         <p class=\"soft\">A rule is about sequences of calls that are known to succeed; of calls that are unknown it says \
         nothing. The page of a class shows all of its states.</p>\n\
         <label class=\"search\" hidden>Search: <input type=\"search\" autocomplete=\"off\"></label>\n\
         <div class=\"scroll\">\n<table>\n<thead><tr><th>class</th><th>verdict</th><th>states</th><th>rules</th>\
         <th>not proved because</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn row(row: &Row) -> String {
    // A long name may break behind its packages, and nowhere else.
    let name = escaped(&row.name).replace('.', ".<wbr>");
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

/// Text that is markup to nobody, within quotes, too.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
