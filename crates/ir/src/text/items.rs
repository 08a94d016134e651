//! Declarations: classes, strings, globals and the heads of functions.

use std::collections::BTreeMap;

use base::{Arena, Id};

use crate::text::body::Body;
use crate::text::lexer::{Token, TokenKind};
use crate::text::tokens::{Name, Parsed, Tokens};
use crate::{Class, ClassId, Field, Function, FunctionId, Global, GlobalId, Local, Program, StringId};

pub(super) fn program(tokens: Vec<Token>) -> Parsed<Program> {
    let mut tokens = Tokens::new(tokens);
    let names = Names::declared(&mut tokens)?;
    let mut items = Items { tokens, names, program: Program::default(), bodies: Vec::new() };
    while *items.tokens.peek() != TokenKind::End {
        items.item()?;
    }
    items.read_bodies()?;
    let Items { names, mut program, .. } = items;
    program.strings = names.strings;
    Ok(program)
}

/// Everything declared at the top, known before the first reference to it is read.
#[derive(Default)]
pub(super) struct Names {
    classes: Declared,
    globals: Declared,
    functions: Declared,
    strings: Arena<StringId, String>,
    /// The first string of each text.
    string_ids: BTreeMap<String, StringId>,
}

#[derive(Default)]
struct Declared {
    by_name: BTreeMap<String, Vec<usize>>,
    count: usize,
}

impl Declared {
    fn declare(&mut self, name: String) {
        self.by_name.entry(name).or_default().push(self.count);
        self.count += 1;
    }

    fn find<I: Id>(&self, kind: &str, name: &Name) -> Parsed<I> {
        pick(self.by_name.get(&name.text).map_or(&[], Vec::as_slice), kind, name).map(I::from_index)
    }
}

/// The one element a name means.
pub(super) fn pick(candidates: &[usize], kind: &str, name: &Name) -> Parsed<usize> {
    match (candidates, name.id) {
        (_, Some(id)) if candidates.contains(&id) => Ok(id),
        ([only], None) => Ok(*only),
        ([], _) | (_, Some(_)) => Err(name.error(format!("there is no such {kind}"))),
        (_, None) => Err(name.error(format!("more than one {kind} has this name"))),
    }
}

impl Names {
    /// Runs over the top level once, reading only what is declared.
    fn declared(tokens: &mut Tokens) -> Parsed<Self> {
        let mut names = Self::default();
        let mut depth = 0usize;
        while *tokens.peek() != TokenKind::End {
            let token = tokens.take();
            match token {
                TokenKind::Mark("{") => depth += 1,
                TokenKind::Mark("}") => depth = depth.saturating_sub(1),
                TokenKind::Plain(word) if depth == 0 => names.declaration(&word, tokens)?,
                _ => {}
            }
        }
        tokens.seek(0);
        Ok(names)
    }

    fn declaration(&mut self, word: &str, tokens: &mut Tokens) -> Parsed<()> {
        match word {
            "class" => self.classes.declare(tokens.name()?),
            "global" => self.globals.declare(tokens.name()?),
            "fn" => self.functions.declare(tokens.name()?),
            "string" => {
                let text = tokens.text()?;
                self.declare_string(text);
            }
            _ => {}
        }
        Ok(())
    }

    fn declare_string(&mut self, text: String) -> StringId {
        let id = self.strings.push(text.clone());
        *self.string_ids.entry(text).or_insert(id)
    }

    pub(super) fn class(&self, name: &Name) -> Parsed<ClassId> {
        self.classes.find("class", name)
    }

    pub(super) fn global(&self, name: &Name) -> Parsed<GlobalId> {
        self.globals.find("global", name)
    }

    pub(super) fn function(&self, name: &Name) -> Parsed<FunctionId> {
        self.functions.find("function", name)
    }

    /// The literal with this text, declared on the spot if it is new.
    pub(super) fn string(&mut self, text: String, id: Option<usize>) -> Option<StringId> {
        match id {
            Some(id) => self.strings.ids().nth(id).filter(|&s| self.strings[s] == text),
            None => Some(self.string_ids.get(&text).copied().unwrap_or_else(|| self.declare_string(text))),
        }
    }
}

struct Items {
    tokens: Tokens,
    names: Names,
    program: Program,
    /// Where the code of each function begins: it is read last, when all classes and their fields are known.
    bodies: Vec<usize>,
}

impl Items {
    fn item(&mut self) -> Parsed<()> {
        if self.tokens.accept_word("class") {
            self.class()
        } else if self.tokens.accept_word("strings") {
            let class = self.tokens.reference()?;
            self.program.string_class = Some(self.names.class(&class)?);
            Ok(())
        } else if self.tokens.accept_word("string") {
            self.tokens.text().map(|_| ())
        } else if self.tokens.accept_word("global") {
            let (name, ty) = self.typed_name()?;
            self.program.globals.push(Global { name, ty });
            Ok(())
        } else if self.tokens.accept_word("fn") {
            self.function()
        } else {
            self.tokens.error("a class, string, global or fn is needed here")
        }
    }

    fn typed_name(&mut self) -> Parsed<(String, crate::Type)> {
        let name = self.tokens.name()?;
        self.tokens.mark(":")?;
        Ok((name, self.tokens.ty()?))
    }

    fn class(&mut self) -> Parsed<()> {
        let name = self.tokens.name()?;
        let parent = if self.tokens.accept_word("extends") { Some(self.class_reference()?) } else { None };
        let mut interfaces = Vec::new();
        if self.tokens.accept_word("implements") {
            interfaces.push(self.class_reference()?);
            while self.tokens.accept_mark(",") {
                interfaces.push(self.class_reference()?);
            }
        }
        let mut class = Class { name, parent, interfaces, fields: Vec::new(), methods: BTreeMap::new() };
        self.tokens.mark("{")?;
        while !self.tokens.accept_mark("}") {
            self.member(&mut class)?;
        }
        self.program.classes.push(class);
        Ok(())
    }

    fn class_reference(&mut self) -> Parsed<ClassId> {
        let name = self.tokens.reference()?;
        self.names.class(&name)
    }

    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        if self.tokens.accept_word("field") {
            let (name, ty) = self.typed_name()?;
            class.fields.push(Field { name, ty });
            return Ok(());
        }
        if !self.tokens.accept_word("method") {
            return self.tokens.error("a field, a method or `}` is needed here");
        }
        let selector = self.tokens.reference()?;
        self.tokens.mark("=")?;
        let function = self.tokens.reference()?;
        let function = self.names.function(&function)?;
        match class.methods.insert(selector.text.clone(), function) {
            None => Ok(()),
            Some(_) => Err(selector.error("the class has this method already".to_owned())),
        }
    }

    fn function(&mut self) -> Parsed<()> {
        let name = self.tokens.name()?;
        let mut locals = Arena::new();
        self.tokens.mark("(")?;
        while !self.tokens.accept_mark(")") {
            let (name, ty) = self.typed_name()?;
            locals.push(Local { name, ty });
            if !self.tokens.at_mark(")") {
                self.tokens.mark(",")?;
            }
        }
        let params = locals.len();
        let returns = if self.tokens.accept_mark("->") { Some(self.tokens.ty()?) } else { None };
        let file = if self.tokens.accept_word("file") { self.tokens.text()? } else { String::new() };
        self.tokens.mark("{")?;
        while self.tokens.accept_word("local") {
            let (name, ty) = self.typed_name()?;
            locals.push(Local { name, ty });
        }
        self.bodies.push(self.tokens.position());
        self.program.functions.push(Function {
            name,
            file: file.into(),
            locals,
            params,
            returns,
            blocks: Arena::new(),
        });
        self.skip_body()
    }

    fn skip_body(&mut self) -> Parsed<()> {
        let mut open = 1;
        while open > 0 {
            match self.tokens.take() {
                TokenKind::Mark("{") => open += 1,
                TokenKind::Mark("}") => open -= 1,
                TokenKind::End => return self.tokens.error("the closing `}` is missing"),
                _ => {}
            }
        }
        Ok(())
    }

    fn read_bodies(&mut self) -> Parsed<()> {
        for (id, &position) in self.program.functions.ids().zip(&self.bodies) {
            self.tokens.seek(position);
            let Program { classes, functions, .. } = &self.program;
            let blocks = Body::new(&mut self.tokens, &mut self.names, classes, &functions[id]).blocks()?;
            self.program.functions[id].blocks = blocks;
        }
        Ok(())
    }
}
