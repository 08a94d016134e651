//! Rewrites what the parser cannot read, token by token. No line is added or lost, so places stay what they are.
//!
//! | C | what is parsed |
//! |---|---|
//! | `a$b` | `a__mores_dollar_b` |
//! | `static x;`, `f(a) { … }` | `static int x;`, `int f(a) { … }` |
//! | `c ?: d` | `c ? __mores_same : d` |
//! | `struct ATTRIBUTE s { … }` | `struct s { … } ATTRIBUTE` |
//! | `__attribute__((fallthrough));` | `;` |
//! | `label: }`, `label: int x;` | `label: ; }`, `label: ; int x;` |
//! | `__label__ a;` | `;` |
//! | `_Static_assert(e)` | `_Static_assert(e, "")` |
//! | `_Alignof(e)`, `__alignof__(e)` | `_Alignof(__typeof__(e))`, `_Alignof(__restrict __typeof__(e))` |
//! | `__builtin_types_compatible_p(T, U)` | `__builtin_types_compatible_p((__typeof__(T)*)0, (__typeof__(U)*)0)` |
//! | `&&label`, `goto *e;` | `__mores_label_label`, `__mores_goto(e);` |
//! | `__auto_type x = e;` | `__typeof__(((void)0, (e))) x = e;` |
//! | `__int128`, `__float128` | `_Decimal128x`, `_Float128`, which the parser knows |
//!
//! K&R definitions need nothing: the parser reads them.

mod implicit_int;

use std::collections::{BTreeMap, BTreeSet};

use super::lines::Markers;
use super::token::{Kind, Token, tokens};
use crate::InputError;

/// Stands for the condition in `c ?: d`.
pub(super) const SAME: &str = "__mores_same";

/// What the address of a label begins with.
pub(super) const LABEL: &str = "__mores_label_";

/// The function that stands for a jump to such an address.
pub(super) const GOTO: &str = "__mores_goto";

const DOLLAR: &str = "__mores_dollar_";

/// The name as the user wrote it.
pub(super) fn original(name: &str) -> String {
    name.replace(DOLLAR, "$")
}

/// The text as the parser can read it.
pub(super) fn rewrite(text: &str, lines: &Markers) -> Result<String, InputError> {
    let tokens = tokens(text);
    refuse_nesting(&tokens, lines)?;
    let mut rewriting = Rewriting {
        tokens: &tokens,
        before: BTreeMap::new(),
        instead: BTreeMap::new(),
        tight: BTreeSet::new(),
    };
    for at in 0..tokens.len() {
        rewriting.word(at);
        rewriting.label(at);
    }
    rewriting.implicit_int();
    Ok(rewriting.text(text))
}

/// How deep brackets may nest, and how long a chain of `else` may be. The stack that reading gets is enough for both.
const DEPTH: usize = 1000;
const CHAIN: usize = 20_000;
/// How many tokens one expression may have.
const LENGTH: usize = 50_000;

fn refuse_nesting(tokens: &[Token], lines: &Markers) -> Result<(), InputError> {
    let (mut depth, mut chain, mut length) = (0_usize, 0, 0);
    for token in tokens {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "else" => chain += 1,
            _ => {}
        }
        if depth == 0 {
            chain = 0;
        }
        length = if matches!(token.text, ";" | "{" | "}" | ",") {
            0
        } else {
            length + 1
        };
        if depth > DEPTH || chain > CHAIN || length > LENGTH {
            return Err(InputError::new("the program is nested too deeply")
                .at(Some(lines.line(token.line))));
        }
    }
    Ok(())
}

struct Rewriting<'t> {
    tokens: &'t [Token<'t>],
    /// What is put in front of a token.
    before: BTreeMap<usize, String>,
    /// What a token becomes.
    instead: BTreeMap<usize, String>,
    /// Tokens that stand at the one before without a gap.
    tight: BTreeSet<usize>,
}

impl<'t> Rewriting<'t> {
    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text == text)
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Word)
    }

    /// A word that can be a name.
    fn is_name(&self, at: usize) -> bool {
        self.is_word(at) && !is_keyword(self.tokens[at].text)
    }

    /// The text of the token before this one; nothing at the start.
    fn previous(&self, at: usize) -> &'t str {
        at.checked_sub(1)
            .map_or("", |before| self.tokens[before].text)
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.before.entry(at).or_default().push_str(text);
    }

    fn drop(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.instead.insert(at, String::new());
        }
    }

    /// The index of the bracket that closes the one here.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            match self.tokens[at].text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn word(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.text {
            "struct" | "union" | "enum" => self.attribute_of_tag(at),
            "__attribute__" | "__attribute" => {
                self.tighten(at);
                self.attribute_statement(at);
            }
            "__label__" => self.local_labels(at),
            "_Static_assert" => self.assertion(at),
            "_Alignof" => self.alignment(at, "__typeof__("),
            "__alignof__" | "__alignof" => self.alignment(at, "__restrict __typeof__("),
            "__builtin_types_compatible_p" => self.compatible(at),
            "__int128" | "__int128_t" => self.replace(at, "_Decimal128x"),
            "__uint128_t" => self.replace(at, "unsigned _Decimal128x"),
            "__float128" => self.replace(at, "_Float128"),
            "?" if self.is(at + 1, ":") => self.insert(at + 1, &format!(" {SAME} ")),
            "goto" if self.is(at + 1, "*") => self.computed_goto(at),
            "&&" if self.takes_label(at) => {
                self.replace(at, LABEL);
                self.tight.insert(at + 1);
            }
            "__auto_type" => self.deduced(at),
            text if token.kind == Kind::Word && text.contains('$') => {
                self.replace(at, &text.replace('$', DOLLAR))
            }
            _ => {}
        }
    }

    fn replace(&mut self, at: usize, text: &str) {
        self.instead.insert(at, text.to_owned());
    }

    /// `&&label` is the address of a label where no operand stands before it.
    fn takes_label(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| self.tokens[before]) else {
            return false;
        };
        let ends_operand = match before.kind {
            Kind::Mark => matches!(before.text, ")" | "]" | "}" | "++" | "--"),
            Kind::Word => before.text != "return",
            Kind::Literal => true,
        };
        !ends_operand && self.is_name(at + 1)
    }

    /// Where a declaration or an expression ends: the next token of these outside of brackets.
    fn end_of(&self, from: usize, ends: &[&str]) -> Option<usize> {
        let mut at = from;
        while at < self.tokens.len() {
            match self.tokens[at].text {
                text if ends.contains(&text) => return Some(at),
                "(" | "[" | "{" => at = self.closing(at)? + 1,
                _ => at += 1,
            }
        }
        None
    }

    fn computed_goto(&mut self, at: usize) {
        if let Some(end) = self.end_of(at, &[";"]) {
            self.replace(at, GOTO);
            self.replace(at + 1, "(");
            self.insert(end, ")");
        }
    }

    /// A variable has the type of its first value, as that is when it is computed with.
    fn deduced(&mut self, at: usize) {
        if self.is_name(at + 1)
            && self.is(at + 2, "=")
            && let Some(end) = self.end_of(at, &[";", ","])
        {
            let value: Vec<&str> = self.tokens[at + 3..end].iter().map(|t| t.text).collect();
            let value = value.join(" ");
            self.replace(at, &format!("__typeof__(((void)0, ({value})))"));
        }
    }

    fn attribute_of_tag(&mut self, at: usize) {
        let first = at + 1;
        let mut next = first;
        while self.is(next, "__attribute__") || self.is(next, "__attribute") {
            match self.closing(next + 1) {
                Some(end) => next = end + 1,
                None => return,
            }
        }
        let brace = if self.is_name(next) { next + 1 } else { next };
        if next == first {
            return;
        }
        let attributes = self.attributes_text(first, next);
        self.drop(first, next);
        if self.is(brace, "{")
            && let Some(end) = self.closing(brace)
        {
            self.insert(end + 1, &format!(" {attributes} "));
        }
    }

    /// The parser wants `((` and `))` of an attribute in one piece.
    fn tighten(&mut self, at: usize) {
        if let Some(end) = self.closing(at + 1)
            && self.is(at + 2, "(")
            && self.is(end - 1, ")")
        {
            self.tight.extend([at + 2, end]);
        }
    }

    /// Attributes on one line, their brackets together, as the parser wants them.
    fn attributes_text(&self, first: usize, end: usize) -> String {
        let mut text = String::new();
        for token in &self.tokens[first..end] {
            if token.kind == Kind::Word && text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
            {
                text.push(' ');
            }
            text.push_str(token.text);
        }
        text
    }

    fn attribute_statement(&mut self, at: usize) {
        let starts = matches!(self.previous(at), ";" | "{" | "}" | ":" | ")");
        if let Some(end) = self
            .closing(at + 1)
            .filter(|end| starts && self.is(end + 1, ";"))
        {
            // After `)` and `}` it can belong to a declaration as well; then it is kept.
            if matches!(self.previous(at), ";" | "{" | ":") || self.is_fallthrough(at, end) {
                self.drop(at, end + 1);
            }
        }
    }

    fn is_fallthrough(&self, from: usize, to: usize) -> bool {
        self.tokens[from..to]
            .iter()
            .any(|token| matches!(token.text, "fallthrough" | "__fallthrough__"))
    }

    fn local_labels(&mut self, at: usize) {
        if let Some(end) = (at..self.tokens.len()).find(|i| self.is(*i, ";")) {
            self.drop(at, end);
        }
    }

    fn assertion(&mut self, at: usize) {
        if let Some(end) = self.closing(at + 1)
            && self.commas(at + 1, end).is_empty()
        {
            self.insert(end, ", \"\"");
        }
    }

    /// The commas directly within a pair of brackets.
    fn commas(&self, open: usize, close: usize) -> Vec<usize> {
        let mut depth = 0_usize;
        let mut found = Vec::new();
        for at in open..close {
            match self.tokens[at].text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," if depth == 1 => found.push(at),
                _ => {}
            }
        }
        found
    }

    /// What gcc's own operator asks for is marked, since the parser knows one operator only.
    fn alignment(&mut self, at: usize, opening: &'static str) {
        if self.is(at + 1, "(")
            && let Some(end) = self.closing(at + 1)
        {
            self.insert(at + 2, opening);
            self.insert(end, ")");
        }
    }

    fn compatible(&mut self, at: usize) {
        if self.is(at + 1, "(")
            && let Some(end) = self.closing(at + 1)
            && let [comma] = self.commas(at + 1, end)[..]
        {
            self.insert(at + 2, "(__typeof__(");
            self.insert(comma, ")*)0");
            self.insert(comma + 1, "(__typeof__(");
            self.insert(end, ")*)0");
        }
    }

    /// A label needs a statement behind it, which newer C does not ask for.
    fn label(&mut self, at: usize) {
        if !self.is(at, ":") {
            return;
        }
        let declares = self
            .tokens
            .get(at + 1)
            .is_some_and(|token| starts_declaration(token.text))
            || self.is_name(at + 1) && self.is_name(at + 2) && self.is_label(at);
        if self.is(at + 1, "}") || declares {
            self.insert(at + 1, " ; ");
        }
    }

    /// Whether the colon ends a plain label or a `case`, and is no part of `? :` or of a bit-field.
    fn is_label(&self, colon: usize) -> bool {
        let start = (0..colon)
            .rev()
            .find(|i| matches!(self.tokens[*i].text, ";" | "{" | "}" | "?"));
        let first = start.map_or(0, |i| i + 1);
        start.is_none_or(|i| self.tokens[i].text != "?")
            && (matches!(self.tokens[first].text, "case" | "default") || first + 1 == colon)
    }

    fn text(&self, original: &str) -> String {
        let mut made = String::with_capacity(original.len());
        let mut at = 0;
        for (i, token) in self.tokens.iter().enumerate() {
            let gap = &original[at..token.start];
            // A gap with the end of a line stays, whatever becomes of it: lines must stay what they are.
            if !self.tight.contains(&i) || gap.contains('\n') {
                push_space(&mut made, gap);
            }
            made.push_str(self.before.get(&i).map_or("", String::as_str));
            made.push_str(self.instead.get(&i).map_or(token.text, String::as_str));
            at = token.start + token.text.len();
        }
        push_space(&mut made, &original[at..]);
        made.push_str(
            self.before
                .get(&self.tokens.len())
                .map_or("", String::as_str),
        );
        made
    }
}

/// White space as it is, comments as one space and their line ends.
fn push_space(made: &mut String, gap: &str) {
    if gap.contains('/') {
        made.push(' ');
        made.extend(gap.chars().filter(|c| *c == '\n'));
    } else {
        made.push_str(gap);
    }
}

/// Words a declaration can start with.
fn starts_declaration(word: &str) -> bool {
    const TYPES: [&str; 14] = [
        "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
        "struct", "union", "enum", "typedef",
    ];
    TYPES.contains(&word) || implicit_int::is_plain_specifier(word)
}

/// Words of the language.
fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 30] = [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "return",
        "goto",
        "break",
        "continue",
        "sizeof",
        "_Alignof",
        "_Generic",
        "_Static_assert",
        "_Alignas",
        "_Noreturn",
        "_Atomic",
        "_Complex",
        "asm",
        "__asm__",
        "__asm",
        "__attribute__",
        "__attribute",
        "__extension__",
        "__typeof__",
        "__typeof",
        "typeof",
        "__builtin_va_list",
    ];
    WORDS.contains(&word)
        || starts_declaration(word)
        || word.starts_with("_Float")
        || word.starts_with("_Decimal")
}
