//! What stands above a picture: what was analysed, what is known about it, how large it is, and what has to be said.

use crate::escape::xml;

/// The head of a page, as plain text.
pub(super) struct Head<'a> {
    /// What was analysed.
    pub(super) name: &'a str,
    /// What the page is about: `interface of Door.java`.
    pub(super) about: String,
    /// The sizes.
    pub(super) counts: &'a [(usize, &'static str)],
    /// The class of the verdict, which is its colour.
    pub(super) class: &'static str,
    /// What the verdict means.
    pub(super) means: String,
    /// What else it means.
    pub(super) details: &'a str,
    /// A class, a word and a sentence each.
    pub(super) remarks: Vec<(&'static str, &'static str, String)>,
}

impl Head<'_> {
    pub(super) fn html(&self) -> String {
        let fact = |(n, what): &(usize, &str)| format!("<li><b>{n}</b> <span>{what}</span></li>\n");
        format!(
            r#"<header>
<div class="title">
<h1>{name}</h1>
<p class="kicker">{about}</p>
<ul class="facts">
{facts}</ul>
</div>
<div class="verdict {class}"><p class="means">{means}</p><p>{details}</p></div>
{remarks}</header>
"#,
            name = xml(self.name),
            about = xml(&self.about),
            facts = self.counts.iter().map(fact).collect::<String>(),
            class = self.class,
            means = xml(&self.means),
            details = xml(self.details),
            remarks = self.remarks(),
        )
    }

    fn remarks(&self) -> String {
        let remark = |(class, word, text): &(&str, &str, String)| {
            format!("<li class=\"{class}\"><b>{word}</b>{}</li>\n", xml(text))
        };
        let remarks: String = self.remarks.iter().map(remark).collect();
        match remarks.is_empty() {
            true => remarks,
            false => format!("<ul class=\"remarks\">\n{remarks}</ul>\n"),
        }
    }
}
