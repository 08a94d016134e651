//! The page about two versions: both in one picture, what was gained and lost, and programs that show it.

use serde::Serialize;

use crate::escape::xml;
use crate::joint::{About, Change, Joint, Witness, drawing};
use crate::report::VERSION;

use super::head::Head;
use super::{picture, shell};

/// Two versions, and what is known of how they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// What was compared: the name of a class or a program.
    pub name: String,
    /// From where to where: `from Old.java to New.java`.
    pub about: String,
    /// Which verdict it is.
    pub judgement: Judgement,
    /// The verdict in words.
    pub means: String,
    /// How far each version is known, and what is assumed.
    pub details: String,
    /// Sentences for people.
    pub notes: Vec<String>,
    /// What only one version has, or what was not compared: a title and names.
    pub lists: Vec<(String, Vec<String>)>,
    /// Both versions.
    pub joint: Joint,
    /// What is said of differences that are not listed; may be empty.
    pub more: String,
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// There is no difference.
    Alike,
    /// There is none as far as was compared.
    AlikeWithin,
    /// There is one.
    Differs,
    /// It is not known.
    Undecided,
}

/// What the script works with.
#[derive(Serialize)]
struct Data<'a> {
    report: Shown<'a>,
    source: Option<&'a str>,
}

/// What the script needs of a report.
#[derive(Serialize)]
struct Shown<'a> {
    command: &'static str,
    verdict: Judged,
    model: &'a Joint,
}

#[derive(Serialize)]
struct Judged {
    kind: Judgement,
}

/// The page.
pub fn compared(compared: &Compared) -> String {
    let joint = &compared.joint;
    let drawing = drawing(joint, &compared.name, &compared.means);
    let question = match joint.about {
        About::Calls => "What may be called, before and now",
        About::Events => "What the program does, before and now",
    };
    let body = [
        head(compared).html(),
        format!(
            "<div class=\"bench\" id=\"bench\">\n{}</div>\n",
            picture::view(&drawing, drawing.clone(), question, "guards in full")
        ),
        differences(compared),
        lists(compared),
    ]
    .concat();
    let data = Data {
        report: Shown {
            command: "diff",
            verdict: Judged {
                kind: compared.judgement,
            },
            model: joint,
        },
        source: None,
    };
    shell::document(&shell::Shell {
        title: &format!("{}: differences", compared.name),
        version: VERSION,
        body: &body,
        // Where there is nothing to ask about, there is nothing to answer.
        data: (!joint.states.is_empty()).then(|| shell::embedded(&data)),
    })
}

fn head(compared: &Compared) -> Head<'_> {
    let notes = compared.notes.iter();
    Head {
        name: &compared.name,
        about: compared.about.clone(),
        counts: &[],
        class: match compared.judgement {
            Judgement::Alike => "proved",
            Judgement::AlikeWithin => "up-to",
            Judgement::Differs => "violated",
            Judgement::Undecided => "unknown",
        },
        means: compared.means.clone(),
        details: &compared.details,
        remarks: notes.map(|n| ("note", "Note", n.clone())).collect(),
    }
}

/// Each difference with its shortest way, and the program that shows it.
fn differences(compared: &Compared) -> String {
    let witnesses = &compared.joint.witnesses;
    if witnesses.is_empty() {
        return String::new();
    }
    let items: String = witnesses.iter().map(witness).collect();
    let more = match compared.more.is_empty() {
        true => String::new(),
        false => format!("<p class=\"soft\">{}</p>\n", xml(&compared.more)),
    };
    format!(
        "<section><h2>Difference by difference</h2>\n<ol class=\"differences\">\n{items}</ol>\n{more}</section>\n"
    )
}

fn witness(witness: &Witness) -> String {
    let last = witness.calls.len().saturating_sub(1);
    let (class, sign) = match witness.change {
        Change::Lost => ("lost", "− "),
        Change::Gained => ("gained", "+ "),
        Change::Undecided | Change::Alike => ("undecided", "? "),
    };
    let call = |(i, call): (usize, &String)| match i == last {
        true => format!("<code class=\"{class}\">{sign}{}</code>", xml(call)),
        false => format!("<code>{}</code>", xml(call)),
    };
    let calls: Vec<String> = witness.calls.iter().enumerate().map(call).collect();
    let remarks: String = (witness.remarks.iter())
        .map(|remark| format!("<p class=\"soft\">{}</p>\n", xml(remark)))
        .collect();
    let code = witness.code.iter().map(|(name, text)| {
        format!(
            "<p class=\"soft\">{}</p>\n<div class=\"code\"><pre>{}</pre></div>\n",
            xml(name),
            xml(text)
        )
    });
    let code: String = code.collect();
    format!(
        "<li><p class=\"{class}\"><b>{}</b></p>\n<p>{}</p>\n{remarks}{code}</li>\n",
        xml(&witness.title),
        calls.join(" → ")
    )
}

/// What only one version has, and what was not compared.
fn lists(compared: &Compared) -> String {
    let item = |name: &String| format!("<li><code>{}</code></li>\n", xml(name));
    let lists = compared.lists.iter().filter(|(_, names)| !names.is_empty());
    let list = |(title, names): &(String, Vec<String>)| {
        let items: String = names.iter().map(item).collect();
        format!(
            "<section><h2>{}</h2>\n<ul>\n{items}</ul></section>\n",
            xml(title)
        )
    };
    lists.map(list).collect()
}
