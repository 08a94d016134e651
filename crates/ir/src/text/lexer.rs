//! From characters to tokens.

use std::iter::Peekable;
use std::str::Chars;

use crate::text::ParseError;

/// A token and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) line: u32,
    pub(super) column: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name or keyword without quotes.
    Plain(String),
    /// A name in back quotes: never a keyword.
    Quoted(String),
    /// A text in double quotes.
    Text(String),
    /// Digits, and the letters that follow at once: `12`, `12i64`.
    Number(u64, String),
    /// A number with a fraction or an exponent, and the letters that follow at once: `1.5f64`, `1e-7f32`.
    Real(String, String),
    /// An operator or a bracket.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// Longer marks before their beginnings.
const MARKS: [&str; 33] = [
    ">>>", "<<", ">>", "<=", ">=", "==", "!=", "->", "::", "(", ")", "{", "}", ":", ",", "=", "<",
    ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "@", "#", "[", "]", ";", "?",
];

const DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer {
        rest: text.chars().peekable(),
        line: 1,
        column: 1,
    };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let (line, column) = (lexer.line, lexer.column);
        let kind = lexer.token().map_err(|message| ParseError {
            line,
            column,
            message,
        })?;
        let end = kind == TokenKind::End;
        tokens.push(Token { kind, line, column });
        if end {
            return Ok(tokens);
        }
    }
}

pub(super) fn is_plain_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

pub(super) fn is_plain(c: char) -> bool {
    is_plain_start(c) || c.is_ascii_digit() || c == '.'
}

struct Lexer<'t> {
    rest: Peekable<Chars<'t>>,
    line: u32,
    column: u32,
}

impl Lexer<'_> {
    fn advance(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn starts_with(&self, mark: &str) -> bool {
        let mut ahead = self.rest.clone();
        mark.chars().all(|c| ahead.next() == Some(c))
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(&c) = self.rest.peek().filter(|c| accept(**c)) {
            taken.push(c);
            self.advance();
        }
        taken
    }

    fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<TokenKind, String> {
        let Some(&c) = self.rest.peek() else {
            return Ok(TokenKind::End);
        };
        match c {
            '`' => self.quoted('`').map(TokenKind::Quoted),
            '"' => self.quoted('"').map(TokenKind::Text),
            c if c.is_ascii_digit() => self.number(),
            c if is_plain_start(c) => Ok(TokenKind::Plain(self.take_while(is_plain))),
            c => self
                .mark()
                .ok_or_else(|| format!("{c:?} means nothing here")),
        }
    }

    fn number(&mut self) -> Result<TokenKind, String> {
        let mut digits = self.take_while(|c| c.is_ascii_digit());
        let whole = digits.len();
        if self.ahead_is(&[&['.'], &DIGITS]) {
            digits.extend(self.advance());
            digits.push_str(&self.take_while(|c| c.is_ascii_digit()));
        }
        if self.ahead_is(&[&['e'], &DIGITS]) || self.ahead_is(&[&['e'], &['-'], &DIGITS]) {
            digits.extend(self.advance());
            digits.extend(self.advance());
            digits.push_str(&self.take_while(|c| c.is_ascii_digit()));
        }
        let suffix = self.take_while(|c| c.is_ascii_alphanumeric());
        if digits.len() > whole {
            return Ok(TokenKind::Real(digits, suffix));
        }
        let value = digits
            .parse()
            .map_err(|_| format!("{digits} is too large a number"))?;
        Ok(TokenKind::Number(value, suffix))
    }

    /// Whether the next characters are each among these.
    fn ahead_is(&self, wanted: &[&[char]]) -> bool {
        let mut ahead = self.rest.clone();
        wanted
            .iter()
            .all(|any| ahead.next().is_some_and(|c| any.contains(&c)))
    }

    fn mark(&mut self) -> Option<TokenKind> {
        let mark = *MARKS.iter().find(|m| self.starts_with(m))?;
        mark.chars().for_each(|_| {
            self.advance();
        });
        Some(TokenKind::Mark(mark))
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.advance();
        let mut text = String::new();
        loop {
            match self.advance() {
                Some(c) if c == quote => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
                None => return Err(format!("the closing {quote} is missing")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        match self.advance() {
            Some('n') => Ok('\n'),
            Some('u') => self.code_point(),
            Some(c @ ('\\' | '"' | '`')) => Ok(c),
            _ => Err("a backslash stands before something it cannot escape".to_owned()),
        }
    }

    /// `{1f600}`
    fn code_point(&mut self) -> Result<char, String> {
        let open = self.advance() == Some('{');
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        let close = self.advance() == Some('}');
        let point = u32::from_str_radix(&digits, 16)
            .ok()
            .and_then(char::from_u32);
        point
            .filter(|_| open && close)
            .ok_or_else(|| "\\u needs a code point, as in \\u{1f600}".to_owned())
    }
}
