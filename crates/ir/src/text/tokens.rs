//! The parser's hold on the tokens.

use crate::Type;
use crate::text::ParseError;
use crate::text::lexer::{Token, TokenKind};
use crate::text::names::{is_keyword, read_type};

pub(super) type Parsed<T> = Result<T, ParseError>;

/// A name, the id that may follow it, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) id: Option<usize>,
    line: u32,
    column: u32,
}

impl Name {
    pub(super) fn error(&self, message: String) -> ParseError {
        ParseError {
            line: self.line,
            column: self.column,
            message,
        }
    }
}

/// A position among the tokens, the last of which is the end.
pub(super) struct Tokens {
    tokens: Vec<Token>,
    next: usize,
}

impl Tokens {
    pub(super) fn new(tokens: Vec<Token>) -> Self {
        Self { tokens, next: 0 }
    }

    pub(super) fn peek(&self) -> &TokenKind {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &TokenKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + ahead).min(last)].kind
    }

    pub(super) fn take(&mut self) -> TokenKind {
        let kind = self.peek().clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        kind
    }

    /// Passes over a token if that is wanted.
    pub(super) fn skip_if(&mut self, wanted: bool) {
        if wanted {
            self.take();
        }
    }

    /// Where the next token is, to come back to.
    pub(super) fn position(&self) -> usize {
        self.next
    }

    /// Back to a position that [`Tokens::position`] gave.
    pub(super) fn seek(&mut self, position: usize) {
        self.next = position;
    }

    /// An error at the next token.
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let Token { line, column, .. } = self.tokens[self.next];
        Err(ParseError {
            line,
            column,
            message: message.into(),
        })
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        self.error(format!(
            "{wanted} is needed where {} stands",
            describe(self.peek())
        ))
    }

    pub(super) fn at_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), TokenKind::Mark(m) if *m == mark)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Plain(w) if w == word)
    }

    pub(super) fn accept_mark(&mut self, mark: &str) -> bool {
        let found = self.at_mark(mark);
        self.skip_if(found);
        found
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.skip_if(found);
        found
    }

    pub(super) fn mark(&mut self, mark: &str) -> Parsed<()> {
        if self.accept_mark(mark) {
            Ok(())
        } else {
            self.unexpected(&format!("`{mark}`"))
        }
    }

    pub(super) fn word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) {
            Ok(())
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            TokenKind::Text(text) => {
                self.take();
                Ok(text)
            }
            _ => self.unexpected("a text in double quotes"),
        }
    }

    /// A name in a declaration.
    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            TokenKind::Quoted(name) => {
                self.take();
                Ok(name)
            }
            TokenKind::Plain(name) if !is_keyword(&name) => {
                self.take();
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    /// A name that means something declared elsewhere.
    pub(super) fn reference(&mut self) -> Parsed<Name> {
        self.named(Self::name)
    }

    /// The name of an object of the image in its declaration: a text in quotes, as of a literal, is one with its quotes;
    /// it is empty where there is none.
    pub(super) fn object_name(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            TokenKind::Text(text) => {
                self.take();
                Ok(format!("\"{text}\""))
            }
            TokenKind::Mark("#" | ":") => Ok(String::new()),
            TokenKind::Plain(_)
            | TokenKind::Quoted(_)
            | TokenKind::Number(..)
            | TokenKind::Real(..)
            | TokenKind::Mark(_)
            | TokenKind::End => self.name(),
        }
    }

    /// Like [`Tokens::reference`], of an object of the image.
    pub(super) fn object_reference(&mut self) -> Parsed<Name> {
        self.named(Self::object_name)
    }

    fn named(&mut self, read: impl Fn(&mut Self) -> Parsed<String>) -> Parsed<Name> {
        let Token { line, column, .. } = self.tokens[self.next];
        let text = read(self)?;
        Ok(Name {
            text,
            id: self.id_suffix()?,
            line,
            column,
        })
    }

    /// `#3`, where it stands.
    pub(super) fn id_suffix(&mut self) -> Parsed<Option<usize>> {
        if !self.accept_mark("#") {
            return Ok(None);
        }
        let id = self.plain_number("an id")?;
        usize::try_from(id)
            .map(Some)
            .or_else(|_| self.error("the id is too large"))
    }

    pub(super) fn plain_number(&mut self, wanted: &str) -> Parsed<u64> {
        match self.peek().clone() {
            TokenKind::Number(value, suffix) if suffix.is_empty() => {
                self.take();
                Ok(value)
            }
            _ => self.unexpected(wanted),
        }
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let ty = match self.peek() {
            TokenKind::Plain(word) => read_type(word),
            _ => None,
        };
        match ty {
            Some(ty) => {
                self.take();
                Ok(ty)
            }
            None => self.unexpected("a type"),
        }
    }

    /// The type a cast begins with, if a cast stands here.
    pub(super) fn cast(&mut self) -> Option<Type> {
        let TokenKind::Plain(word) = self.peek() else {
            return None;
        };
        let ty = read_type(word)?;
        self.take();
        Some(ty)
    }

    /// Whether a line stands here, and not an object of the image.
    pub(super) fn at_line(&self) -> bool {
        self.at_mark("@") && matches!(self.peek_at(1), TokenKind::Number(..))
    }

    /// `@12`, where it stands.
    pub(super) fn line(&mut self) -> Parsed<u32> {
        if !self.at_line() {
            return Ok(0);
        }
        self.take();
        let line = self.plain_number("a line")?;
        u32::try_from(line).or_else(|_| self.error("the line is too large"))
    }
}

fn describe(token: &TokenKind) -> String {
    match token {
        TokenKind::Plain(word) => format!("`{word}`"),
        TokenKind::Quoted(name) => format!("the name {name:?}"),
        TokenKind::Text(text) => format!("the text {text:?}"),
        TokenKind::Number(value, suffix) => format!("`{value}{suffix}`"),
        TokenKind::Real(digits, suffix) => format!("`{digits}{suffix}`"),
        TokenKind::Mark(mark) => format!("`{mark}`"),
        TokenKind::End => "the end".to_owned(),
    }
}
