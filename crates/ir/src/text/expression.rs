//! Expressions, read by precedence climbing.

use crate::text::body::Body;
use crate::text::constant::constant;
use crate::text::lexer::TokenKind;
use crate::text::tokens::Parsed;
use crate::{BinaryOp, Expr, MAX_EXPR_DEPTH, UnaryOp};

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

/// Operators on one value that are written like functions.
pub(super) const FUNCTIONS: [(&str, UnaryOp); 4] = [
    ("abs", UnaryOp::Abs),
    ("sqrt", UnaryOp::Sqrt),
    ("toBits", UnaryOp::ToBits),
    ("fromBits", UnaryOp::FromBits),
];

/// Binds tighter than every operator on two values.
pub(super) const UNARY: u8 = 9;

pub(super) fn binding(op: BinaryOp) -> u8 {
    BINARY
        .iter()
        .find(|(_, o, _)| *o == op)
        .map(|(_, _, level)| *level)
        .expect("every operator is in the table")
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
            if binding(BinaryOp::Lt) >= level && self.tokens.accept_word("takes") {
                let right = self.binary(binding(BinaryOp::Lt) + 1, nesting + 1)?;
                let depth = left.depth.max(right.depth);
                left = self.deeper(
                    depth,
                    Expr::Takes(Box::new(left.expr), Box::new(right.expr)),
                )?;
                continue;
            }
            let TokenKind::Mark(mark) = *self.tokens.peek() else {
                return Ok(left);
            };
            let Some(&(_, op, own)) = BINARY
                .iter()
                .find(|(m, _, own)| *m == mark && *own >= level)
            else {
                return Ok(left);
            };
            self.tokens.take();
            let right = self.binary(own + 1, nesting + 1)?;
            let depth = left.depth.max(right.depth);
            left = self.deeper(
                depth,
                Expr::Binary(op, Box::new(left.expr), Box::new(right.expr)),
            )?;
        }
    }

    fn unary(&mut self, nesting: usize) -> Parsed<Measured> {
        if nesting > MAX_NESTING {
            return self.tokens.error("the expression nests too deep");
        }
        if let Some(constant) = constant(self.tokens, self.names)? {
            return self.deeper(0, Expr::Const(constant));
        }
        if self.tokens.accept_mark("!") {
            let a = self.unary(nesting + 1)?;
            return self.deeper(a.depth, Expr::Unary(UnaryOp::Not, Box::new(a.expr)));
        }
        if self.tokens.accept_mark("-") {
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
            return self.applied(nesting, |inner| Expr::Cast(ty, inner));
        }
        if let Some(&(word, op)) = FUNCTIONS.iter().find(|(word, _)| self.tokens.at_word(word)) {
            self.tokens.word(word)?;
            return self.applied(nesting, |inner| Expr::Unary(op, inner));
        }
        let name = self.tokens.reference()?;
        let local = self.local(&name)?;
        self.deeper(0, Expr::Local(local))
    }

    /// Something applied to what stands in brackets.
    fn applied(
        &mut self,
        nesting: usize,
        apply: impl FnOnce(Box<Expr>) -> Expr,
    ) -> Parsed<Measured> {
        self.tokens.mark("(")?;
        let inner = self.binary(0, nesting + 1)?;
        self.tokens.mark(")")?;
        self.deeper(inner.depth, apply(Box::new(inner.expr)))
    }

    fn deeper(&self, below: usize, expr: Expr) -> Parsed<Measured> {
        if below >= MAX_EXPR_DEPTH {
            return self
                .tokens
                .error(format!("the expression nests deeper than {MAX_EXPR_DEPTH}"));
        }
        Ok(Measured {
            expr,
            depth: below + 1,
        })
    }
}
