//! Words of the language.

use num_bigint::BigInt;

use super::float;
use super::scope::SyntaxError;
use crate::value::Value;

/// A word and the column it starts at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) column: usize,
    pub(super) kind: TokenKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name that may also be a type, a function or a truth value.
    Word(String),
    /// A name between backquotes, which is only a name.
    Quoted(String),
    /// A number, and whether it ends in `L`.
    Number(BigInt, bool),
    /// A float.
    Float(Value),
    /// An operator or bracket.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

/// Longer symbols before their beginnings.
const SYMBOLS: [&str; 27] = [
    ">>>", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "?", ":", "(", ")", ",", ";",
];

/// The words of a text, ending with [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let chars: Vec<char> = text.chars().collect();
    let mut lexer = Lexer {
        chars: &chars,
        at: 0,
    };
    let mut tokens = Vec::new();
    loop {
        lexer.skip(char::is_whitespace);
        let column = lexer.at + 1;
        let kind = lexer.token()?;
        let end = kind == TokenKind::End;
        tokens.push(Token { column, kind });
        if end {
            return Ok(tokens);
        }
    }
}

/// Whether a name can stand without backquotes.
pub(super) fn is_word(name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let mut lexer = Lexer {
        chars: &chars,
        at: 0,
    };
    chars.first().is_some_and(|&c| starts_word(c)) && lexer.word() == name
}

/// The parts of a name that asks something of references, `snk == null`, `job instanceof Print` or `in.read() throws
/// IOException`: what it asks of, how, and what for.
pub(super) fn question(name: &str) -> Option<(&str, &'static str, &str)> {
    let known = |part: &str| {
        is_word(part) || (!part.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
    };
    let split = |operator: &'static str| {
        let (subject, object) = name.split_once(&format!(" {operator} "))?;
        Some((subject, operator, object)).filter(|_| is_word(subject) && known(object))
    };
    split("==")
        .or_else(|| split("instanceof"))
        .or_else(|| split("throws"))
}

fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn continues_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || c == '.'
}

struct Lexer<'a> {
    chars: &'a [char],
    at: usize,
}

impl Lexer<'_> {
    fn skip(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.chars.get(self.at).is_some_and(|c| wanted(*c)) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    fn token(&mut self) -> Result<TokenKind, SyntaxError> {
        match self.chars.get(self.at) {
            None => Ok(TokenKind::End),
            Some('`') => self.quoted(),
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if starts_word(*c) => Ok(TokenKind::Word(self.word())),
            Some(c) => self.symbol(*c),
        }
    }

    /// A name with all that leads to a part of it: `data[0].size`, `ring->head`, `text.charAt(1)`.
    fn word(&mut self) -> String {
        let mut word = self.skip(continues_word);
        while let Some(suffix) = self
            .arrow()
            .or_else(|| self.suffix('[', ']', 1))
            .or_else(|| {
                // Other calls are functions of the language, and each of those has an argument.
                let is_part = |call: &String| {
                    word.ends_with(".charAt") || (call == "()" && word.contains('.'))
                };
                self.suffix('(', ')', 0).filter(is_part)
            })
        {
            self.at += suffix.chars().count();
            word.push_str(&suffix);
            word.push_str(&self.skip(continues_word));
        }
        word
    }

    /// `->`, if a name follows.
    fn arrow(&self) -> Option<String> {
        let rest = &self.chars[self.at..];
        let leads = rest.starts_with(&['-', '>']) && rest.get(2).copied().is_some_and(starts_word);
        leads.then(|| "->".to_owned())
    }

    /// Brackets around at least so many digits and nothing else, if that is what comes next.
    fn suffix(&self, open: char, close: char, digits: usize) -> Option<String> {
        let rest = &self.chars[self.at..];
        if rest.first() != Some(&open) {
            return None;
        }
        let inside = rest[1..].iter().take_while(|c| c.is_ascii_digit()).count();
        let whole = rest.get(..inside + 2)?;
        (whole.last() == Some(&close) && inside >= digits).then(|| whole.iter().collect())
    }

    fn quoted(&mut self) -> Result<TokenKind, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let name = self.skip(|c| c != '`');
        if self.chars.get(self.at).is_none() {
            return Err(SyntaxError {
                column: start + 1,
                message: "the backquote is not closed".to_owned(),
            });
        }
        self.at += 1;
        Ok(TokenKind::Quoted(name))
    }

    fn number(&mut self) -> Result<TokenKind, SyntaxError> {
        let column = self.at + 1;
        if let Some(length) = float::length(&self.chars[self.at..]) {
            let text: String = self.chars[self.at..self.at + length].iter().collect();
            self.at += length;
            let value = float::read(&text);
            return value.map(TokenKind::Float).ok_or_else(|| SyntaxError {
                column,
                message: format!("{text} is too large"),
            });
        }
        let word = self.skip(char::is_alphanumeric);
        let long = word.ends_with(['l', 'L']);
        let digits = word.trim_end_matches(['l', 'L']);
        let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
            Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
            None => BigInt::parse_bytes(digits.as_bytes(), 10),
        };
        let value = value.filter(|_| word.len() - digits.len() <= 1);
        value
            .map(|v| TokenKind::Number(v, long))
            .ok_or_else(|| SyntaxError {
                column,
                message: format!("`{word}` is not a number"),
            })
    }

    fn symbol(&mut self, c: char) -> Result<TokenKind, SyntaxError> {
        let rest: String = self.chars[self.at..].iter().take(3).collect();
        let found = SYMBOLS.iter().find(|s| rest.starts_with(**s));
        let column = self.at + 1;
        let symbol = found.ok_or_else(|| SyntaxError {
            column,
            message: format!("unexpected `{c}`"),
        })?;
        self.at += symbol.len();
        Ok(TokenKind::Symbol(symbol))
    }
}
