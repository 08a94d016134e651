//! What every page has: a document with its style, its script and its data in one file, which needs no network and allows
//! none. Any page can be put into it.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::escape::{visible, xml};
use crate::svg;

/// The style of pages; that of pictures follows it.
const STYLE: &str = include_str!("style.css");

/// The parts of the script, an idea each, in the order in which one builds on another.
const SCRIPTS: [&str; 15] = [
    include_str!("script/dom.js"),
    include_str!("script/syntax.js"),
    include_str!("script/values.js"),
    include_str!("script/evaluate.js"),
    include_str!("script/model.js"),
    include_str!("script/transducer.js"),
    include_str!("script/view.js"),
    include_str!("script/near.js"),
    include_str!("script/groups.js"),
    include_str!("script/search.js"),
    include_str!("script/explain.js"),
    include_str!("script/walk.js"),
    include_str!("script/filter.js"),
    include_str!("script/words.js"),
    include_str!("script/page.js"),
];

/// A page: its title, what stands in it, and what its script works with.
pub(super) struct Shell<'a> {
    /// As plain text.
    pub(super) title: &'a str,
    /// The version that made it.
    pub(super) version: &'a str,
    /// Elements.
    pub(super) body: &'a str,
    /// Plain data, from [`embedded`]. A page without data has no script.
    pub(super) data: Option<String>,
}

/// The document. Its policy admits this very style and script, and nothing from elsewhere.
pub(super) fn document(page: &Shell<'_>) -> String {
    let style = format!("\n{STYLE}{}", svg::STYLE);
    let script = page.data.as_ref().map(|_| script());
    let policy = policy(&style, script.as_deref());
    let (title, version, body) = (xml(page.title), xml(page.version), page.body);
    let data = page
        .data
        .iter()
        .map(|data| format!("<script type=\"application/json\" id=\"data\">{data}</script>\n"));
    let script = script
        .iter()
        .map(|text| format!("<script>{text}</script>\n"));
    let scripts: String = data.chain(script).collect();
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{policy}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main class="page">
{body}<footer>Made by mores {version}.</footer>
</main>
{scripts}</body>
</html>
"#
    )
}

/// Plain data as JSON that can stand in a script element: no character in it opens or closes anything, and none turns the
/// direction of text around.
pub(super) fn embedded(data: &impl Serialize) -> String {
    let json =
        serde_json::to_string(data).expect("a report has only string keys and finite numbers");
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match visible(c) {
            c @ ('<' | '>' | '&') => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// All parts in one scope of their own. The marks around it make the page well-formed XML, too.
fn script() -> String {
    let parts = SCRIPTS.concat();
    format!("//<![CDATA[\n(() => {{\n\"use strict\";\n{parts}}})();\n//]]>")
}

fn policy(style: &str, script: Option<&str>) -> String {
    let script = script.map_or_else(|| "'none'".to_owned(), hash);
    format!(
        "default-src 'none'; style-src {}; script-src {script}; base-uri 'none'; form-action 'none'",
        hash(style)
    )
}

/// How a policy names a text.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            let known = digit <= group.len();
            out.push(if known {
                char::from(DIGITS[index as usize])
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_standard() {
        let all = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|t| base64(t.as_bytes()));
        let wanted = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(all, wanted);
    }

    #[test]
    fn nothing_in_data_closes_its_element() {
        let hostile = "</script><!-- & \u{202e}\u{2028}";
        let text = embedded(&hostile);
        assert!(!text.contains(['<', '>', '&', '\u{202e}']), "{text}");
        let read: String = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read, hostile.replace('\u{202e}', "\u{fffd}"));
    }
}
