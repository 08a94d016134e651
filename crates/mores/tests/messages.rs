//! No decision reads a message. What a proof, a path or a state says of itself is an enum; a text is for people, and
//! whoever rewords it must not change a verdict. The sources of the trusted crates are searched for comparisons of texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a wrong decision makes a wrong verdict, relative to the folder of the crates.
const TRUSTED: [&str; 6] = [
    "cert/src",
    "ir/src/interp",
    "model/src",
    "smt/src",
    "step/src",
    "symex/src",
];

/// The crates whose constants code of the trusted ones can name.
const SEEN: [&str; 7] = ["base", "cert", "ir", "model", "smt", "step", "symex"];

/// Comparisons of texts that are no messages: a file or folder, the text (or `*` for all of them), and what it is.
const NO_MESSAGES: [(&str, &str, &str); 15] = [
    (
        "smt/src/syntax/",
        "*",
        "the operators and words of a language",
    ),
    ("smt/src/smtlib.rs", "*", "the language of solvers"),
    ("smt/src/process.rs", "*", "what solvers answer"),
    (
        "smt/src/z3/engines.rs",
        "rlimit count",
        "the name of a counter",
    ),
    ("cert/src/certificate.rs", "this.", "the name of a variable"),
    ("cert/src/registers.rs", "this.", "the name of a variable"),
    (
        "ir/src/interp/print/",
        "{fraction:013x}",
        "the digits of a number",
    ),
    (
        "model/src/analysis/plain.rs",
        " == null",
        "the name of a parameter",
    ),
    ("step/src/plan.rs", " == ", "the name of a parameter"),
    ("step/src/plan.rs", "[]", "the name of a type"),
    ("step/src/written.rs", " == ", "the name of a parameter"),
    ("step/src/stream/", "._#", "the name of a variable"),
    (
        "step/src/stream/system/forget.rs",
        "LOST",
        "the name of a variable",
    ),
    (
        "symex/src/identity.rs",
        "Cache.cache[",
        "the name of an object",
    ),
    ("symex/src/trace.rs", "OPEN", "the name of a variable"),
];

/// Methods that compare their receiver with a text.
const COMPARING: [&str; 16] = [
    "contains",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "matches",
    "ne",
    "rfind",
    "rsplit_once",
    "split",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
];

/// What messages are called: comparing one of these is a fault whatever it is compared with.
const NAMES: [&str; 4] = ["message", "said", "what", "why"];

#[test]
fn no_decision_of_a_trusted_crate_reads_a_message() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crates lie in a folder");
    let all: Vec<(PathBuf, Vec<Token>)> = sources(crates)
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(crates.join(&file)).expect("source is text");
            (file, tokens(&text))
        })
        .collect();
    let constants: BTreeSet<String> = all.iter().flat_map(|(_, t)| text_constants(t)).collect();
    assert!(constants.contains("NO_STREAM"), "constants are found");
    let mut used = BTreeSet::new();
    let mut found = Vec::new();
    for (file, tokens) in &all {
        let name = file.to_string_lossy();
        if !TRUSTED.iter().any(|folder| file.starts_with(folder)) {
            continue;
        }
        for (line, text) in comparisons(tokens, &constants) {
            let known = |(at, what, _): &(&str, &str, &str)| {
                name.starts_with(at) && (*what == "*" || *what == text)
            };
            match NO_MESSAGES.iter().position(known) {
                Some(exception) => _ = used.insert(exception),
                None => found.push(format!("{name}:{line}: {text}")),
            }
        }
    }
    assert_eq!(found, Vec::<String>::new(), "make it an enum");
    let stale = (0..NO_MESSAGES.len()).filter(|i| !used.contains(i));
    let stale: Vec<_> = stale.map(|i| NO_MESSAGES[i]).collect();
    assert_eq!(stale, [], "exceptions that nothing needs any more");
}

#[test]
fn a_planted_comparison_is_found() {
    let found = |code: &str| -> Vec<String> {
        let planted = tokens(&format!(
            "const OVERFLOW: &str = \"a number overflows\";\n{code}"
        ));
        let constants = text_constants(&planted).collect();
        let found = comparisons(&planted, &constants).into_iter();
        found
            .map(|(line, text)| format!("{line}: {text}"))
            .collect()
    };
    for (code, text) in [
        ("if what.starts_with(OVERFLOW) { excuse() }", "2: OVERFLOW"),
        ("if text.starts_with(\"a number\") { }", "2: a number"),
        ("if x == symex::OVERFLOW { }", "2: OVERFLOW"),
        ("let known = \"not known\" != *x;", "2: not known"),
        (
            "x.failure\n    .as_deref() == Some(\"not known\")",
            "3: not known",
        ),
        ("[Self::A, Self::OVERFLOW].contains(&x)", "2: OVERFLOW"),
        (
            "match command { \"invert\" | \"compose\" => 1, _ => 2 }",
            "2: invert",
        ),
        ("match x { (\"equal\", true) => 1, _ => 2 }", "2: equal"),
        ("matches!(x, Some(\"not known\"))", "2: not known"),
        ("if let Some(\"not known\") = x { }", "2: not known"),
        ("if self.what == other { }", "2: what"),
        ("if note.what.as_str() != other { }", "2: what"),
        ("if a.why.contains(part) { }", "2: why"),
        ("all.contains(&self.what.as_str())", "2: what"),
        ("match message.as_str() { _ => 1 }", "2: message"),
    ] {
        let found = found(code);
        assert!(found.contains(&text.to_owned()), "{code}: {found:?}");
    }
    for code in [
        "// what == \"not known\"",
        "let what = \"not known\"; f(what, 'a', \"b\");",
        "match x { Reason::Overflow => \"a number overflows\", _ => \"another\" }",
        "let text = format!(\"{a} == {b}\"); list.contains(&x); x == Y;",
        "r#\"what == \"x\"\"#.len()",
    ] {
        assert_eq!(found(code), Vec::<String>::new(), "{code}");
    }
}

/// A token of Rust, as much of it as matters here, and its line.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    kind: Kind,
    text: String,
    line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Word,
    Text,
    Mark,
}

impl Token {
    fn is(&self, text: &str) -> bool {
        self.kind != Kind::Text && self.text == text
    }
}

/// The tokens of a source without comments, characters, lifetimes, and what is compiled for tests only.
fn tokens(source: &str) -> Vec<Token> {
    let source = source
        .split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default();
    let (mut found, mut rest, mut line) = (Vec::new(), source, 1);
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '/' if rest.starts_with("//") => (None, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => {
                (None, rest.find("*/").map_or(rest.len(), |at| at + 2))
            }
            '"' => (Some(Kind::Text), text_length(rest)),
            'r' if rest.starts_with("r\"") || rest.starts_with("r#") => {
                (Some(Kind::Text), raw_length(rest))
            }
            '\'' => (None, character_length(rest)),
            c if c.is_alphanumeric() || c == '_' => {
                let end = |c: char| !(c.is_alphanumeric() || c == '_');
                (Some(Kind::Word), rest.find(end).unwrap_or(rest.len()))
            }
            c if c.is_whitespace() => (None, c.len_utf8()),
            c => {
                let two = ["==", "!=", "=>"].iter().any(|mark| rest.starts_with(mark));
                (Some(Kind::Mark), if two { 2 } else { c.len_utf8() })
            }
        };
        let (token, after) = rest.split_at(length);
        if let Some(kind) = kind {
            let text = token.trim_start_matches('r').trim_matches('#');
            let text = if kind == Kind::Text {
                text.trim_matches('"')
            } else {
                token
            };
            let text = text.to_owned();
            found.push(Token { kind, text, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    found
}

fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    let end = rest[1..].find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(rest.len(), |at| at + 2)
}

fn raw_length(rest: &str) -> usize {
    let marks = rest[1..].chars().take_while(|c| *c == '#').count();
    if !rest[1 + marks..].starts_with('"') {
        return 1 + marks;
    }
    let end = format!("\"{}", "#".repeat(marks));
    let inside = 2 + marks;
    rest[inside..]
        .find(&end)
        .map_or(rest.len(), |at| inside + at + end.len())
}

/// A character, or the quote of a lifetime.
fn character_length(rest: &str) -> usize {
    let mut inside = rest[1..].char_indices();
    match (inside.next(), inside.next()) {
        (Some((_, '\\')), Some(_)) => rest[3..].find('\'').map_or(rest.len(), |at| at + 4),
        (Some(_), Some((at, '\''))) => at + 2,
        _ => 1,
    }
}

/// The names of constants that are texts.
fn text_constants(tokens: &[Token]) -> impl Iterator<Item = String> {
    let declares = |window: &[Token]| {
        let [constant, name, colon, reference, rest @ ..] = window else {
            return None;
        };
        let is_text = rest
            .iter()
            .find(|t| t.kind == Kind::Word && !t.is("static"))?
            .is("str");
        (constant.is("const") && colon.is(":") && reference.is("&") && is_text)
            .then(|| name.text.clone())
    };
    tokens.windows(7).filter_map(declares)
}

/// The texts that are compared with something, and the line.
fn comparisons(tokens: &[Token], constants: &BTreeSet<String>) -> Vec<(usize, String)> {
    let is_text = |t: &Token| match t.kind {
        Kind::Text => true,
        Kind::Word => constants.contains(&t.text),
        Kind::Mark => false,
    };
    let is_message = |t: &Token| t.kind == Kind::Word && NAMES.contains(&t.text.as_str());
    let mut found = BTreeSet::new();
    for (at, token) in tokens.iter().enumerate() {
        let mut compared: Vec<&Token> = Vec::new();
        if token.is("==") || token.is("!=") {
            compared.extend(operand_before(&tokens[..at]));
            compared.extend(operand_after(&tokens[at + 1..]));
        }
        if token.is(".") && is_call(&tokens[at + 1..]) {
            compared.extend(operand_before(&tokens[..at]));
            compared.extend(operand_after(&tokens[at + 3..]));
        }
        if token.is("=>") {
            compared.extend(
                pattern_before(&tokens[..at])
                    .iter()
                    .filter(|t| t.kind == Kind::Text),
            );
        }
        if token.is("matches") && tokens.get(at + 1).is_some_and(|t| t.is("!")) {
            compared.extend(operand_after(&tokens[at + 2..]).filter(|t| t.kind == Kind::Text));
        }
        if token.is("let") {
            let pattern = tokens[at..].iter().take_while(|t| !t.is("=") && !t.is(";"));
            compared.extend(pattern.filter(|t| t.kind == Kind::Text));
        }
        if token.is("match") {
            let subject = tokens[at..].iter().take_while(|t| !t.is("{"));
            compared.extend(subject.filter(|t| is_message(t)));
        }
        let texts = compared.into_iter().filter(|t| is_text(t) || is_message(t));
        found.extend(texts.map(|t| (t.line, t.text.clone())));
    }
    found.into_iter().collect()
}

/// Whether a comparing method is called: its name and an opening parenthesis follow.
fn is_call(after: &[Token]) -> bool {
    matches!(after, [name, open, ..] if open.is("(") && COMPARING.iter().any(|m| name.is(m)))
}

/// The tokens of the operand that ends here: up to the first that opens more than was closed, or that separates.
fn operand_before(before: &[Token]) -> impl Iterator<Item = &Token> {
    let mut depth = 0;
    before.iter().rev().take_while(move |t| {
        depth += i32::from(t.is(")") || t.is("]")) - i32::from(t.is("(") || t.is("["));
        depth >= 0 && (depth > 0 || !separates(t))
    })
}

/// The tokens of the operand that begins here.
fn operand_after(after: &[Token]) -> impl Iterator<Item = &Token> {
    let mut depth = 0;
    after.iter().take_while(move |t| {
        depth += i32::from(t.is("(") || t.is("[")) - i32::from(t.is(")") || t.is("]"));
        depth >= 0 && (depth > 0 || !separates(t))
    })
}

fn separates(token: &Token) -> bool {
    let words = ["if", "let", "return", "match", "in", "while", "else"];
    let marks = [
        ",", ";", "{", "}", "=", "=>", "==", "!=", "|", "<", ">", "+",
    ];
    words.iter().chain(&marks).any(|mark| token.is(mark))
}

/// The pattern of an arm of a match, with its guard.
fn pattern_before(before: &[Token]) -> &[Token] {
    let mut depth = 0;
    let start = before.iter().rposition(|t| {
        depth += i32::from(t.is(")") || t.is("]") || t.is("}"))
            - i32::from(t.is("(") || t.is("[") || t.is("{"));
        depth < 0 || (depth == 0 && (t.is(",") || t.is(";"))) || (depth == 1 && t.is("}"))
    });
    &before[start.map_or(0, |at| at + 1)..]
}

/// The sources of the crates, relative to their folder, without tests.
fn sources(crates: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = SEEN
        .iter()
        .map(|name| crates.join(name).join("src"))
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.file_stem().unwrap_or_default();
            if name == "tests" || name == "testing" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(crates).expect("it lies there").into());
            }
        }
    }
    found.sort();
    assert!(found.len() > 200, "the sources are found");
    found
}
