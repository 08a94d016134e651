//! Blocks, statements and terminators.

use std::collections::BTreeMap;

use base::{Arena, Growing, Id};

use crate::text::items::{Names, pick};
use crate::text::lexer::TokenKind;
use crate::text::names::is_keyword;
use crate::text::tokens::{Name, Parsed, Tokens};
use crate::{
    Block, BlockId, Callee, Class, ClassId, CopyElements, Expr, FieldRef, Local, LocalId,
    Statement, StatementKind, Terminator, TerminatorKind, Unwind,
};

/// What a body can speak of.
pub(super) struct Body<'a> {
    pub(super) tokens: &'a mut Tokens,
    pub(super) names: &'a mut Names,
    classes: &'a Growing<ClassId, Class>,
    locals: BTreeMap<&'a str, Vec<usize>>,
    labels: BTreeMap<String, BlockId>,
}

/// What stands at one place of a block.
enum Step {
    Statement(StatementKind),
    Terminator(TerminatorKind),
}

impl<'a> Body<'a> {
    pub(super) fn new(
        tokens: &'a mut Tokens,
        names: &'a mut Names,
        classes: &'a Growing<ClassId, Class>,
        locals: &'a Arena<LocalId, Local>,
    ) -> Self {
        Self {
            tokens,
            names,
            classes,
            locals: by_name(locals),
            labels: BTreeMap::new(),
        }
    }

    /// All blocks up to the closing brace.
    pub(super) fn blocks(mut self) -> Parsed<Arena<BlockId, Block>> {
        self.find_labels()?;
        let mut blocks = Arena::new();
        while !self.tokens.accept_mark("}") {
            self.tokens.name()?;
            self.tokens.mark(":")?;
            blocks.push(self.block()?);
        }
        Ok(blocks)
    }

    /// Numbers the labels, so that jumps forward can be read.
    fn find_labels(&mut self) -> Parsed<()> {
        let start = self.tokens.position();
        let mut depth = 0;
        while !(depth == 0 && self.tokens.at_mark("}")) {
            if self.at_label() {
                let label = self.tokens.reference()?;
                let id = BlockId::from_index(self.labels.len());
                if self.labels.insert(label.text.clone(), id).is_some() {
                    return Err(label.error("there is a block of this name already".to_owned()));
                }
            }
            match self.tokens.take() {
                TokenKind::Mark("{") => depth += 1,
                TokenKind::Mark("}") => depth -= 1,
                TokenKind::End => return self.tokens.error("the closing `}` is missing"),
                _ => {}
            }
        }
        self.tokens.seek(start);
        Ok(())
    }

    fn at_label(&self) -> bool {
        let name = match self.tokens.peek() {
            TokenKind::Plain(word) => !is_keyword(word),
            TokenKind::Quoted(_) => true,
            TokenKind::Text(_)
            | TokenKind::Number(..)
            | TokenKind::Real(..)
            | TokenKind::Mark(_)
            | TokenKind::End => false,
        };
        name && *self.tokens.peek_at(1) == TokenKind::Mark(":")
    }

    fn block(&mut self) -> Parsed<Block> {
        let mut statements = Vec::new();
        loop {
            let step = self.step()?;
            let line = self.tokens.line()?;
            match step {
                Step::Statement(kind) => statements.push(Statement { kind, line }),
                Step::Terminator(kind) => {
                    return Ok(Block {
                        statements,
                        terminator: Terminator { kind, line },
                    });
                }
            }
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        let TokenKind::Plain(word) = self.tokens.peek().clone() else {
            return self.assignment();
        };
        match word.as_str() {
            "goto" | "if" | "switch" | "return" | "throw" | "wait" | "unsupported" => {
                self.tokens.take();
                self.terminator(&word).map(Step::Terminator)
            }
            "call" => self.call(None).map(Step::Terminator),
            "mem" => {
                self.tokens.take();
                self.memory().map(Step::Statement)
            }
            "world" => {
                self.tokens.take();
                self.world().map(Step::Statement)
            }
            "global" => {
                self.tokens.take();
                let global = self.tokens.reference()?;
                let global = self.names.global(&global)?;
                self.tokens.mark("=")?;
                Ok(Step::Statement(StatementKind::StoreGlobal(
                    global,
                    self.expr()?,
                )))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Parsed<Step> {
        let target = self.expr()?;
        if self.tokens.accept_mark("->") {
            return self.store_to_object(target).map(Step::Statement);
        }
        if self.tokens.accept_mark("[") {
            return self.store_to_array(target).map(Step::Statement);
        }
        let Expr::Local(dst) = target else {
            return self
                .tokens
                .error("only a local, a field or an element can be written");
        };
        self.tokens.mark("=")?;
        if self.tokens.at_word("call") {
            return self.call(Some(dst)).map(Step::Terminator);
        }
        self.right_side(dst).map(Step::Statement)
    }

    /// What follows `object->` on the left side: a field, or a slot by its number.
    fn store_to_object(&mut self, object: Expr) -> Parsed<StatementKind> {
        if self.tokens.accept_mark("[") {
            let number = self.closed()?;
            self.tokens.mark("=")?;
            return Ok(StatementKind::StoreSlot(object, number, self.expr()?));
        }
        let field = self.field()?;
        self.tokens.mark("=")?;
        Ok(StatementKind::Store(object, field, self.expr()?))
    }

    /// What follows `array[` on the left side: a position, or the first of several to copy to.
    fn store_to_array(&mut self, array: Expr) -> Parsed<StatementKind> {
        let at = self.expr()?;
        if !self.tokens.accept_mark(";") {
            self.tokens.mark("]")?;
            self.tokens.mark("=")?;
            return Ok(StatementKind::StoreElement(array, at, self.expr()?));
        }
        let count = self.closed()?;
        self.tokens.mark("=")?;
        let from = self.expr()?;
        self.tokens.mark("[")?;
        let start = self.closed()?;
        Ok(StatementKind::CopyElements(Box::new(CopyElements {
            from,
            start,
            to: array,
            at,
            count,
        })))
    }

    /// An expression and the bracket that closes it.
    fn closed(&mut self) -> Parsed<Expr> {
        let expr = self.expr()?;
        self.tokens.mark("]")?;
        Ok(expr)
    }

    fn right_side(&mut self, dst: LocalId) -> Parsed<StatementKind> {
        if self.tokens.accept_word("new") {
            return self.created(dst);
        }
        if self.tokens.accept_word("mem") {
            return self.memory_value(dst);
        }
        if self.tokens.accept_word("world") {
            return self.world_value(dst);
        }
        if self.tokens.accept_word("global") {
            let global = self.tokens.reference()?;
            return Ok(StatementKind::LoadGlobal(dst, self.names.global(&global)?));
        }
        if self.tokens.accept_word("class") {
            return Ok(StatementKind::ClassOf(dst, self.expr()?));
        }
        if self.tokens.accept_mark("#") {
            return Ok(StatementKind::Length(dst, self.expr()?));
        }
        let value = self.expr()?;
        if self.tokens.accept_mark("[") {
            return Ok(StatementKind::LoadElement(dst, value, self.closed()?));
        }
        if !self.tokens.accept_mark("->") {
            return Ok(StatementKind::Assign(dst, value));
        }
        if self.tokens.accept_mark("[") {
            return Ok(StatementKind::LoadSlot(dst, value, self.closed()?));
        }
        Ok(StatementKind::Load(dst, value, self.field()?))
    }

    /// What follows `new`: a class, a class and a length, or an object to copy in brackets.
    fn created(&mut self, dst: LocalId) -> Parsed<StatementKind> {
        if self.tokens.accept_mark("(") {
            let object = self.expr()?;
            self.tokens.mark(")")?;
            return Ok(StatementKind::Duplicate(dst, object));
        }
        let class = self.tokens.reference()?;
        let class = self.names.class(&class)?;
        if self.tokens.accept_mark("[") {
            return Ok(StatementKind::NewArray(dst, class, self.closed()?));
        }
        Ok(StatementKind::New(dst, class))
    }

    fn terminator(&mut self, word: &str) -> Parsed<TerminatorKind> {
        match word {
            "goto" => self.target().map(TerminatorKind::Goto),
            "if" => {
                let cond = self.expr()?;
                self.tokens.word("then")?;
                let then = self.target()?;
                self.tokens.word("else")?;
                Ok(TerminatorKind::Branch {
                    cond,
                    then,
                    otherwise: self.target()?,
                })
            }
            "switch" => self.switch(),
            "return" if self.at_value() => Ok(TerminatorKind::Return(Some(self.expr()?))),
            "return" => Ok(TerminatorKind::Return(None)),
            "throw" => self.expr().map(TerminatorKind::Throw),
            "wait" => Ok(TerminatorKind::Wait),
            _ => self.tokens.text().map(TerminatorKind::Unsupported),
        }
    }

    /// Whether an expression follows a `return`, rather than the end of the block.
    fn at_value(&self) -> bool {
        !(self.at_label() || self.tokens.at_mark("}") || self.tokens.at_line())
    }

    fn switch(&mut self) -> Parsed<TerminatorKind> {
        let value = self.expr()?;
        self.tokens.mark("{")?;
        let mut cases = Vec::new();
        while !self.tokens.accept_word("else") {
            let case = self.case()?;
            self.tokens.mark(":")?;
            cases.push((case, self.target()?));
            self.tokens.mark(",")?;
        }
        self.tokens.mark(":")?;
        let default = self.target()?;
        self.tokens.mark("}")?;
        Ok(TerminatorKind::Switch {
            value,
            cases,
            default,
        })
    }

    fn case(&mut self) -> Parsed<i64> {
        let negative = self.tokens.accept_mark("-");
        let magnitude = i128::from(self.tokens.plain_number("a case")?);
        let value = if negative { -magnitude } else { magnitude };
        i64::try_from(value).or_else(|_| self.tokens.error("the case does not fit into 64 bits"))
    }

    fn call(&mut self, dst: Option<LocalId>) -> Parsed<TerminatorKind> {
        self.tokens.word("call")?;
        let callee = if self.tokens.accept_word("virtual") {
            let selector = self.tokens.name()?;
            Callee::Virtual(self.names.selector(selector))
        } else if self.tokens.accept_word("native") {
            Callee::Native(self.tokens.text()?.into())
        } else {
            let function = self.tokens.reference()?;
            Callee::Direct(self.names.function(&function)?)
        };
        self.tokens.mark("(")?;
        let mut args = Vec::new();
        while !self.tokens.accept_mark(")") {
            args.push(self.expr()?);
            if !self.tokens.at_mark(")") {
                self.tokens.mark(",")?;
            }
        }
        self.tokens.word("then")?;
        let next = self.target()?;
        let unwind = if self.tokens.accept_word("unwind") {
            Some(self.unwind()?)
        } else {
            None
        };
        Ok(TerminatorKind::Call {
            dst,
            callee,
            args,
            next,
            unwind,
        })
    }

    fn unwind(&mut self) -> Parsed<Unwind> {
        let block = self.target()?;
        self.tokens.mark("(")?;
        let name = self.tokens.reference()?;
        let exception = self.local(&name)?;
        self.tokens.mark(")")?;
        Ok(Unwind { block, exception })
    }

    fn target(&mut self) -> Parsed<BlockId> {
        let label = self.tokens.reference()?;
        self.labels
            .get(&label.text)
            .copied()
            .ok_or_else(|| label.error("there is no such block".to_owned()))
    }

    fn field(&mut self) -> Parsed<FieldRef> {
        let class = self.tokens.reference()?;
        let class = self.names.class(&class)?;
        self.tokens.mark("::")?;
        let name = self.tokens.reference()?;
        let fields = self.classes[class].fields.iter().enumerate();
        let found: Vec<usize> = fields
            .filter(|(_, f)| f.name == name.text)
            .map(|(i, _)| i)
            .collect();
        Ok(FieldRef {
            class,
            index: pick(&found, "field", &name)? as u32,
        })
    }

    pub(super) fn local(&self, name: &Name) -> Parsed<LocalId> {
        let found = self
            .locals
            .get(name.text.as_str())
            .map_or(&[] as &[usize], Vec::as_slice);
        pick(found, "local", name).map(LocalId::from_index)
    }
}

fn by_name(locals: &Arena<LocalId, Local>) -> BTreeMap<&str, Vec<usize>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (id, local) in locals.iter() {
        by_name.entry(&local.name).or_default().push(id.index());
    }
    by_name
}
