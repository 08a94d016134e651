//! A table as a page: one file, whole without scripts, sortable and searchable with them. What it is a table of is up to
//! others.

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page with a table.
pub(crate) struct TablePage<'a> {
    /// As plain text.
    pub(crate) title: String,
    /// Sentences about everything, as plain text.
    pub(crate) facts: Vec<String>,
    /// How the table is to be read, as plain text.
    pub(crate) reading: &'a str,
    /// The class of the table, which says how wide its columns are.
    pub(crate) class: &'a str,
    /// What stands above the columns.
    pub(crate) columns: &'a [&'a str],
    /// Elements.
    pub(crate) rows: String,
    /// Elements that follow the table.
    pub(crate) after: String,
}

impl TablePage<'_> {
    /// The page.
    pub(crate) fn html(&self) -> String {
        let title = escaped(&self.title);
        let facts = self.facts.iter();
        let facts: String = facts.map(|f| format!("<p>{}</p>\n", escaped(f))).collect();
        let columns = self.columns.iter();
        let columns: String = columns
            .map(|c| format!("<th>{}</th>", escaped(c)))
            .collect();
        let (class, rows, after) = (self.class, &self.rows, &self.after);
        let reading = escaped(self.reading);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n{facts}<p class=\"soft\">{reading}</p>\n\
             <label class=\"search\" hidden>Search: <input type=\"search\" autocomplete=\"off\"></label>\n\
             <div class=\"scroll\">\n<table class=\"{class}\">\n<thead><tr>{columns}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
             </table>\n</div>\n{after}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }
}

/// The name of a class; a long one may break behind its packages, and nowhere else.
pub(crate) fn breakable(name: &str) -> String {
    escaped(name).replace('.', ".<wbr>")
}

/// Text that is markup to nobody, within quotes, too.
pub(crate) fn escaped(text: &str) -> String {
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
