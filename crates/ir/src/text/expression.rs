//! Expressions, read by precedence climbing.

use crate::text::body::Body;
use crate::text::lexer::TokenKind;
use crate::text::names::read_int_type;
use crate::text::tokens::Parsed;
use crate::{BinaryOp, Const, Expr, IntType, MAX_EXPR_DEPTH, UnaryOp};

/// How each operator is written and how tightly it binds.
pub(super) const BINARY: [(&str, BinaryOp, u8); 17] = [
    ("|", BinaryOp::Or, 1),
    ("^", BinaryOp::Xor, 2),
    ("&", BinaryOp::And, 3),
    ("==", BinaryOp::Eq, 4),
    ("!=", BinaryOp::Ne, 4),
    ("<", BinaryOp::Lt, 5),
    ("<=", BinaryOp::Le, 5),
    (">", BinaryOp::Gt, 5),
    (">=", BinaryOp::Ge, 5),
    ("<<", BinaryOp::Shl, 6),
    (">>", BinaryOp::Shr, 6),
    (">>>", BinaryOp::Ushr, 6),
    ("+", BinaryOp::Add, 7),
    ("-", BinaryOp::Sub, 7),
    ("*", BinaryOp::Mul, 8),
    ("/", BinaryOp::Div, 8),
    ("%", BinaryOp::Rem, 8),
];

/// Binds tighter than every operator on two values.
pub(super) const UNARY: u8 = 9;

pub(super) fn binding(op: BinaryOp) -> u8 {
    BINARY.iter().find(|(_, o, _)| *o == op).map(|(_, _, level)| *level).expect("every operator is in the table")
}

/// An expression and its depth, kept at hand so that long chains need not be measured again and again.
struct Measured {
    expr: Expr,
    depth: usize,
}

/// How many brackets may nest around one another: they take the parser's stack, not the expression's depth.
const MAX_NESTING: usize = 2 * MAX_EXPR_DEPTH;

impl Body<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        Ok(self.binary(0, 0)?.expr)
    }

    fn binary(&mut self, level: u8, nesting: usize) -> Parsed<Measured> {
        if nesting > MAX_NESTING {
            return self.tokens.error("the expression nests too deep");
        }
        let mut left = self.unary(nesting)?;
        loop {
            if binding(BinaryOp::Lt) >= level && self.tokens.accept_word("is") {
                let class = self.tokens.reference()?;
                let class = self.names.class(&class)?;
                left = self.deeper(left.depth, Expr::InstanceOf(Box::new(left.expr), class))?;
                continue;
            }
            let TokenKind::Mark(mark) = *self.tokens.peek() else { return Ok(left) };
            let Some(&(_, op, own)) = BINARY.iter().find(|(m, _, own)| *m == mark && *own >= level) else {
                return Ok(left);
            };
            self.tokens.take();
            let right = self.binary(own + 1, nesting + 1)?;
            let depth = left.depth.max(right.depth);
            left = self.deeper(depth, Expr::Binary(op, Box::new(left.expr), Box::new(right.expr)))?;
        }
    }

    fn unary(&mut self, nesting: usize) -> Parsed<Measured> {
        if nesting > MAX_NESTING {
            return self.tokens.error("the expression nests too deep");
        }
        if self.tokens.accept_mark("!") {
            let a = self.unary(nesting + 1)?;
            return self.deeper(a.depth, Expr::Unary(UnaryOp::Not, Box::new(a.expr)));
        }
        if self.tokens.accept_mark("-") {
            if let TokenKind::Number(..) = self.tokens.peek() {
                return self.number(true);
            }
            let a = self.unary(nesting + 1)?;
            return self.deeper(a.depth, Expr::Unary(UnaryOp::Neg, Box::new(a.expr)));
        }
        self.primary(nesting)
    }

    fn primary(&mut self, nesting: usize) -> Parsed<Measured> {
        if self.tokens.accept_mark("(") {
            let inner = self.binary(0, nesting + 1)?;
            self.tokens.mark(")")?;
            return Ok(inner);
        }
        if let Some(ty) = self.tokens.cast() {
            self.tokens.mark("(")?;
            let inner = self.binary(0, nesting + 1)?;
            self.tokens.mark(")")?;
            return self.deeper(inner.depth, Expr::Cast(ty, Box::new(inner.expr)));
        }
        if let TokenKind::Number(..) = self.tokens.peek() {
            return self.number(false);
        }
        let expr = self.leaf()?;
        self.deeper(0, expr)
    }

    fn leaf(&mut self) -> Parsed<Expr> {
        for (word, constant) in [("true", Const::Bool(true)), ("false", Const::Bool(false)), ("null", Const::Null)] {
            if self.tokens.accept_word(word) {
                return Ok(Expr::Const(constant));
            }
        }
        if let TokenKind::Text(text) = self.tokens.peek().clone() {
            self.tokens.take();
            let id = self.tokens.id_suffix()?;
            return match self.names.string(text, id) {
                Some(string) => Ok(Expr::Const(Const::String(string))),
                None => self.tokens.error("there is no such string"),
            };
        }
        let name = self.tokens.reference()?;
        Ok(Expr::Local(self.local(&name)?))
    }

    fn number(&mut self, negative: bool) -> Parsed<Measured> {
        let TokenKind::Number(magnitude, suffix) = self.tokens.peek().clone() else {
            return self.tokens.error("a number is needed");
        };
        let int = if suffix.is_empty() { Some(IntType::I32) } else { read_int_type(&suffix) };
        let Some(int) = int else {
            return self.tokens.error(format!("{suffix} is no integer type"));
        };
        let Some(value) = carried(int, magnitude, negative) else {
            return self.tokens.error("the number does not fit into 64 bits");
        };
        self.tokens.take();
        self.deeper(0, Expr::Const(Const::Int(int, value)))
    }

    fn deeper(&self, below: usize, expr: Expr) -> Parsed<Measured> {
        if below >= MAX_EXPR_DEPTH {
            return self.tokens.error(format!("the expression nests deeper than {MAX_EXPR_DEPTH}"));
        }
        Ok(Measured { expr, depth: below + 1 })
    }
}

/// The `i64` that carries a number, out of the type's range or not; `None` if none can.
fn carried(int: IntType, magnitude: u64, negative: bool) -> Option<i64> {
    let value = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
    match int {
        IntType { bits: 64, signed: false } if !negative => Some(magnitude as i64),
        _ => i64::try_from(value).ok(),
    }
}
