//! From words to expressions without types.

use num_bigint::BigInt;

use super::float;
use super::lexer::{Token, TokenKind, tokens};
use super::scope::{SyntaxError, Type};
use crate::value::Value;

/// How deep expressions may nest, so that no text overflows the stack.
const DEEPEST: usize = 200;

/// An expression and the column of its operator, or of its first character.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) column: usize,
    pub(super) kind: ExprKind,
    depth: usize,
}

impl Expr {
    fn new(column: usize, kind: ExprKind) -> Result<Self, SyntaxError> {
        let deepest = |parts: &[&Expr]| parts.iter().map(|e| e.depth).max().unwrap_or(0);
        let depth = 1 + match &kind {
            ExprKind::Name(_) | ExprKind::Truth(_) | ExprKind::Number(..) | ExprKind::Float(_) => 0,
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => a.depth,
            ExprKind::Binary(_, a, b) => deepest(&[a, b]),
            ExprKind::Conditional(c, a, b) => deepest(&[c, a, b]),
            ExprKind::Chain(_, parts) | ExprKind::Call(_, parts) => {
                deepest(&parts.iter().collect::<Vec<_>>())
            }
        };
        if depth > DEEPEST {
            Err(too_deep(column))
        } else {
            Ok(Self {
                column,
                kind,
                depth,
            })
        }
    }
}

fn too_deep(column: usize) -> SyntaxError {
    SyntaxError {
        column,
        message: "nested too deeply".to_owned(),
    }
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Name(String),
    Truth(bool),
    /// A number, and whether it is at least a `long`.
    Number(BigInt, bool),
    /// A float of the value's width.
    Float(Value),
    /// `!`, `-` or `~`
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `a && b && …` or `a || b || …`: these can be long.
    Chain(&'static str, Vec<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Type, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// The expression that is the whole text.
pub(super) fn expression(text: &str) -> Result<Expr, SyntaxError> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
    };
    let expr = parser.conditional()?;
    match parser.peek().kind {
        TokenKind::End => Ok(expr),
        _ => Err(parser.unexpected("the end")),
    }
}

/// How tightly an operator holds its operands together, as in Java.
pub(super) fn precedence(operator: &str) -> Option<u8> {
    match operator {
        "||" => Some(2),
        "&&" => Some(3),
        "|" => Some(4),
        "^" => Some(5),
        "&" => Some(6),
        "==" | "!=" => Some(7),
        "<" | "<=" | ">" | ">=" | "instanceof" | "throws" => Some(8),
        "<<" | ">>" | ">>>" => Some(9),
        "+" | "-" => Some(10),
        "*" | "/" | "%" => Some(11),
        _ => None,
    }
}

fn joined(operator: &'static str, left: Expr, right: Expr) -> ExprKind {
    match (operator, left) {
        (
            "&&" | "||",
            Expr {
                kind: ExprKind::Chain(same, mut parts),
                ..
            },
        ) if same == operator => {
            parts.push(right);
            ExprKind::Chain(operator, parts)
        }
        ("&&" | "||", left) => ExprKind::Chain(operator, vec![left, right]),
        (_, left) => ExprKind::Binary(operator, left.into(), right.into()),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek().kind, TokenKind::Symbol(s) if s == symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), SyntaxError> {
        if self.accept(symbol) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{symbol}`")))
        }
    }

    fn unexpected(&self, wanted: &str) -> SyntaxError {
        let found = match &self.peek().kind {
            TokenKind::Word(name) | TokenKind::Quoted(name) => format!("`{name}`"),
            TokenKind::Number(value, _) => format!("`{value}`"),
            TokenKind::Float(value) => format!("`{}`", float::constant(value)),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end".to_owned(),
        };
        SyntaxError {
            column: self.peek().column,
            message: format!("expected {wanted}, found {found}"),
        }
    }

    fn deeper<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        if self.depth >= DEEPEST {
            return Err(too_deep(self.peek().column));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    fn conditional(&mut self) -> Result<Expr, SyntaxError> {
        let condition = self.binary(0)?;
        let column = self.peek().column;
        if !self.accept("?") {
            return Ok(condition);
        }
        let then = self.deeper(Self::conditional)?;
        self.expect(":")?;
        let otherwise = self.deeper(Self::conditional)?;
        Expr::new(
            column,
            ExprKind::Conditional(condition.into(), then.into(), otherwise.into()),
        )
    }

    /// Operators that hold tighter than `above`, grouped to the left.
    fn binary(&mut self, above: u8) -> Result<Expr, SyntaxError> {
        let mut left = self.unary()?;
        loop {
            if let Some(question) = self.instance_question(&left) {
                left = question?;
                continue;
            }
            let Token {
                column,
                kind: TokenKind::Symbol(operator),
            } = *self.peek()
            else {
                return Ok(left);
            };
            let Some(tightness) = precedence(operator).filter(|p| *p > above) else {
                return Ok(left);
            };
            self.at += 1;
            let right = self.deeper(|p| p.binary(tightness))?;
            left = Expr::new(column, joined(operator, left, right))?;
        }
    }

    /// `name instanceof Name` or `name throws Name`, which is one name: there are no references to compare.
    fn instance_question(&mut self, left: &Expr) -> Option<Result<Expr, SyntaxError>> {
        let ExprKind::Name(subject) = &left.kind else {
            return None;
        };
        let [
            Token {
                kind: TokenKind::Word(operator),
                ..
            },
            Token {
                kind: TokenKind::Word(class),
                ..
            },
            ..,
        ] = &self.tokens[self.at..]
        else {
            return None;
        };
        let asks = operator == "instanceof" || operator == "throws";
        let name = asks.then(|| format!("{subject} {operator} {class}"))?;
        self.at += 2;
        Some(Expr::new(left.column, ExprKind::Name(name)))
    }

    fn unary(&mut self) -> Result<Expr, SyntaxError> {
        let Token { column, kind } = self.next();
        let kind = match kind {
            TokenKind::Symbol(operator @ ("!" | "-" | "~")) => {
                let operand = self.deeper(Self::unary)?;
                match operand.kind {
                    ExprKind::Number(n, long) if operator == "-" => ExprKind::Number(-n, long),
                    ExprKind::Float(value) if operator == "-" => {
                        ExprKind::Float(float::opposite(&value))
                    }
                    _ => ExprKind::Unary(operator, operand.into()),
                }
            }
            TokenKind::Symbol("(") => return self.parenthesis(column),
            TokenKind::Number(n, long) => ExprKind::Number(n, long),
            TokenKind::Float(value) => ExprKind::Float(value),
            TokenKind::Quoted(name) => ExprKind::Name(name),
            TokenKind::Word(name) => self.word(name)?,
            TokenKind::Symbol(_) | TokenKind::End => {
                self.at = self
                    .tokens
                    .iter()
                    .position(|t| t.column == column)
                    .unwrap_or(self.at);
                return Err(self.unexpected("an expression"));
            }
        };
        Expr::new(column, kind)
    }

    /// After `(`: the type of a cast, or an expression.
    fn parenthesis(&mut self, column: usize) -> Result<Expr, SyntaxError> {
        if let TokenKind::Word(name) = &self.peek().kind
            && let Some(ty) = Type::named(name)
        {
            self.at += 1;
            self.expect(")")?;
            let operand = self.deeper(Self::unary)?;
            return Expr::new(column, ExprKind::Cast(ty, operand.into()));
        }
        let inside = self.deeper(Self::conditional)?;
        self.expect(")")?;
        Ok(inside)
    }

    fn word(&mut self, name: String) -> Result<ExprKind, SyntaxError> {
        if self.accept("(") {
            let mut args = vec![self.deeper(Self::conditional)?];
            while self.accept(",") {
                args.push(self.deeper(Self::conditional)?);
            }
            self.expect(")")?;
            return Ok(ExprKind::Call(name, args));
        }
        Ok(match &name[..] {
            "true" => ExprKind::Truth(true),
            "false" => ExprKind::Truth(false),
            _ => float::named(&name).map_or(ExprKind::Name(name), ExprKind::Float),
        })
    }
}
