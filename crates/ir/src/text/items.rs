//! Declarations: classes, selectors, globals, objects of the image and the heads of functions.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use base::{Arena, Growing, Id, Place};

use crate::text::body::Body;
use crate::text::constant::constant;
use crate::text::lexer::{Token, TokenKind};
use crate::text::tokens::{Name, Parsed, Tokens};
use crate::{
    Class, ClassId, Code, Const, Element, Event, Field, Function, FunctionId, Global, GlobalId,
    Identity, ImageId, ImageObject, Local, LocalId, Program, SelectorId, Type,
};

pub(super) fn program(tokens: Vec<Token>) -> Parsed<Program> {
    let mut tokens = Tokens::new(tokens);
    let names = Names::declared(&mut tokens)?;
    let mut items = Items {
        tokens,
        names,
        program: Program::default(),
        bodies: Vec::new(),
    };
    while *items.tokens.peek() != TokenKind::End {
        items.item()?;
    }
    items.read_bodies()?;
    let Items {
        names, mut program, ..
    } = items;
    program.selectors = names.selectors;
    Ok(program)
}

/// Everything declared at the top, known before the first reference to it is read.
#[derive(Default)]
pub(super) struct Names {
    classes: Declared,
    globals: Declared,
    functions: Declared,
    image: Declared,
    selectors: Growing<SelectorId, String>,
    /// The first selector of each name.
    selector_ids: BTreeMap<String, SelectorId>,
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
        pick(
            self.by_name.get(&name.text).map_or(&[], Vec::as_slice),
            kind,
            name,
        )
        .map(I::from_index)
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
            "image" => self.image.declare(tokens.object_name()?),
            "selector" => {
                let name = tokens.name()?;
                self.declare_selector(name);
            }
            _ => {}
        }
        Ok(())
    }

    fn declare_selector(&mut self, name: String) -> SelectorId {
        let id = self.selectors.push(name.clone());
        *self.selector_ids.entry(name).or_insert(id)
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

    /// The selector of this name, declared on the spot if it is new.
    pub(super) fn selector(&mut self, name: String) -> SelectorId {
        self.selector_ids
            .get(&name)
            .copied()
            .unwrap_or_else(|| self.declare_selector(name))
    }

    /// Reads what follows an `@`.
    pub(super) fn image(&self, tokens: &mut Tokens) -> Parsed<ImageId> {
        let name = tokens.object_reference()?;
        self.image.find("object", &name)
    }
}

struct Items {
    tokens: Tokens,
    names: Names,
    program: Program,
    /// The code to come: it is read last, when all classes and their fields are known.
    bodies: Vec<Unread>,
}

/// The code of a function: its locals, and where its blocks begin.
struct Unread {
    function: FunctionId,
    locals: Arena<LocalId, Local>,
    position: usize,
}

impl Items {
    fn item(&mut self) -> Parsed<()> {
        if self.tokens.accept_word("class") {
            self.class()
        } else if self.tokens.accept_word("selector") {
            self.tokens.name().map(|_| ())
        } else if self.tokens.accept_word("global") {
            self.global()
        } else if self.tokens.accept_word("image") {
            self.object()
        } else if self.tokens.accept_word("event") {
            self.event()
        } else if self.tokens.accept_word("fn") {
            self.function()
        } else {
            self.tokens
                .error("a class, selector, global, image, event or fn is needed here")
        }
    }

    fn event(&mut self) -> Parsed<()> {
        let name = self.tokens.text()?.into();
        let file = self.tokens.text()?.into();
        let line = self.tokens.plain_number("a line")? as u32;
        self.program.events.push(Event {
            name,
            place: Place { file, line },
        });
        Ok(())
    }

    fn global(&mut self) -> Parsed<()> {
        let (name, ty) = self.typed_name()?;
        let initial = OnceCell::new();
        if self.tokens.accept_mark("=") {
            let _ = initial.set(self.constant()?);
        }
        let tracked = self.tokens.accept_word("tracked");
        self.program.globals.push(Global {
            name,
            ty,
            initial,
            tracked,
        });
        Ok(())
    }

    fn constant(&mut self) -> Parsed<Const> {
        match constant(&mut self.tokens, &self.names)? {
            Some(constant) => Ok(constant),
            None => self.tokens.error("a constant is needed here"),
        }
    }

    fn object(&mut self) -> Parsed<()> {
        let name = Some(self.tokens.object_name()?).filter(|name| !name.is_empty());
        self.tokens.mark(":")?;
        let class = self.class_reference()?;
        let content = OnceCell::new();
        if self.tokens.accept_mark("{") {
            let _ = content.set(self.content()?);
        }
        self.program.image.push(ImageObject {
            class,
            name,
            content,
        });
        Ok(())
    }

    fn content(&mut self) -> Parsed<Vec<Const>> {
        let mut content = Vec::new();
        while !self.tokens.accept_mark("}") {
            content.push(self.constant()?);
            if !self.tokens.at_mark("}") {
                self.tokens.mark(",")?;
            }
        }
        Ok(content)
    }

    fn typed_name(&mut self) -> Parsed<(String, Type)> {
        let name = self.tokens.name()?;
        self.tokens.mark(":")?;
        Ok((name, self.tokens.ty()?))
    }

    fn class(&mut self) -> Parsed<()> {
        let name = self.tokens.name()?;
        let element = if self.tokens.accept_mark("[") {
            Some(self.element()?)
        } else {
            None
        };
        let parent = if self.tokens.accept_word("extends") {
            Some(self.class_reference()?)
        } else {
            None
        };
        let mut interfaces = Vec::new();
        if self.tokens.accept_word("implements") {
            interfaces.push(self.class_reference()?);
            while self.tokens.accept_mark(",") {
                interfaces.push(self.class_reference()?);
            }
        }
        let identity = self.identity()?;
        let full = self.tokens.accept_word("full");
        let mut class = Class {
            name,
            parent,
            interfaces,
            element,
            identity,
            full,
            ..Class::default()
        };
        self.tokens.mark("{")?;
        while !self.tokens.accept_mark("}") {
            self.member(&mut class)?;
        }
        self.program.classes.push(class);
        Ok(())
    }

    fn identity(&mut self) -> Parsed<Identity> {
        if !self.tokens.accept_word("alike") {
            return Ok(Identity::Own);
        }
        if !self.tokens.accept_mark("(") {
            return Ok(Identity::Unknown);
        }
        let slot = self.tokens.plain_number("a slot")?;
        self.tokens.mark(",")?;
        let low = self.signed()?;
        self.tokens.mark(",")?;
        let high = self.signed()?;
        self.tokens.mark(")")?;
        let slot = u32::try_from(slot).or_else(|_| self.tokens.error("there is no such slot"))?;
        Ok(Identity::Number { slot, low, high })
    }

    fn signed(&mut self) -> Parsed<i64> {
        let negative = self.tokens.accept_mark("-");
        let number = self.tokens.plain_number("a number")?;
        let number =
            i64::try_from(number).or_else(|_| self.tokens.error("the number is too large"))?;
        Ok(if negative { -number } else { number })
    }

    fn element(&mut self) -> Parsed<Element> {
        let ty = self.tokens.ty()?;
        let class = if self.tokens.at_mark("]") {
            None
        } else {
            Some(self.class_reference()?)
        };
        self.tokens.mark("]")?;
        Ok(Element { ty, class })
    }

    fn class_reference(&mut self) -> Parsed<ClassId> {
        let name = self.tokens.reference()?;
        self.names.class(&name)
    }

    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        if self.tokens.accept_word("field") {
            let (name, ty) = self.typed_name()?;
            let described = matches!(self.tokens.peek(), TokenKind::Text(_));
            let source_type = if described {
                self.tokens.text()?
            } else {
                String::new()
            };
            class.fields.push(Field {
                name,
                ty,
                source_type,
            });
            return Ok(());
        }
        if !self.tokens.accept_word("method") {
            return self.tokens.error("a field, a method or `}` is needed here");
        }
        let selector = self.tokens.reference()?;
        self.tokens.mark("=")?;
        let function = self.tokens.reference()?;
        let function = self.names.function(&function)?;
        let id = self.names.selector(selector.text.clone());
        if class.methods.get(id).is_some() {
            return Err(selector.error("the class has this method already".to_owned()));
        }
        class.methods.set(id, Some(function));
        Ok(())
    }

    fn function(&mut self) -> Parsed<()> {
        let name = self.tokens.name()?;
        let mut params = Vec::new();
        self.tokens.mark("(")?;
        while !self.tokens.accept_mark(")") {
            params.push(self.local()?);
            if !self.tokens.at_mark(")") {
                self.tokens.mark(",")?;
            }
        }
        let returns = if self.tokens.accept_mark("->") {
            Some(self.tokens.ty()?)
        } else {
            None
        };
        let file = if self.tokens.accept_word("file") {
            self.tokens.text()?
        } else {
            String::new()
        };
        let head = Function {
            name,
            file: file.into(),
            params: params.clone(),
            returns,
            code: OnceCell::new(),
        };
        let function = self.program.functions.push(head);
        if self.tokens.accept_mark("{") {
            self.code(function, params)
        } else {
            Ok(())
        }
    }

    fn local(&mut self) -> Parsed<Local> {
        let (name, ty) = self.typed_name()?;
        Ok(Local { name, ty })
    }

    fn code(&mut self, function: FunctionId, params: Vec<Local>) -> Parsed<()> {
        let mut locals: Arena<LocalId, Local> = params.into_iter().collect();
        while self.tokens.accept_word("local") {
            locals.push(self.local()?);
        }
        self.bodies.push(Unread {
            function,
            locals,
            position: self.tokens.position(),
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
        for Unread {
            function,
            locals,
            position,
        } in std::mem::take(&mut self.bodies)
        {
            self.tokens.seek(position);
            let classes = &self.program.classes;
            let blocks = Body::new(&mut self.tokens, &mut self.names, classes, &locals).blocks()?;
            let _ = self.program.functions[function]
                .code
                .set(Code { locals, blocks });
        }
        Ok(())
    }
}
