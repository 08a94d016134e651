//! From syntax to the typed tree. A file for each part of the language; this one holds what they share.

mod assign;
mod atomic;
mod attribute;
mod builtin;
mod call;
mod convert;
mod declaration;
mod declarator;
mod expression;
mod function;
mod initializer;
mod library;
mod literal;
mod operator;
mod record;
mod scope;
mod specifier;
mod statement;
mod tags;
mod text;
mod variable;
mod written;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use base::{Arena, Place};
use lang_c::ast::{ExternalDeclaration, Identifier, StaticAssert};
use lang_c::span::{Node, Span};

use super::constant;
use super::layout::{Layout, Machine, layout};
use super::lines::Lines;
use super::prepass::original;
use super::tree::*;
use super::types::{QualType, Type, TypeId, Types};
use super::{Source, Syntax};
use crate::InputError;
use scope::{Scope, Symbol};
use tags::Tags;
pub(super) use written::{Draft, Writer};

/// Who writes code behind a program.
pub(super) type More<'m> =
    &'m mut (dyn FnMut(&mut Writer<'_, '_>) -> Result<(), InputError> + Send);

/// The typed tree of a program; with more code behind it, that of a filter.
pub(super) fn unit(
    files: &[Syntax],
    source: &Source,
    mut more: Option<More<'_>>,
) -> Result<Unit, InputError> {
    let mut program = Program::new(source.machine, tags::shared(files, source.machine)?);
    let filter = more.is_some();
    for (at, file) in files.iter().enumerate() {
        let last = at + 1 == files.len();
        program = program.with_part(file, more.take_if(|_| last))?;
    }
    match source.library {
        true => library::complete(program, filter),
        false => Ok(program.unit),
    }
}

/// What has been read so far, between files.
struct Program {
    unit: Unit,
    linked: HashMap<String, Symbol>,
    tags: Tags,
}

impl Program {
    fn new(machine: Machine, tags: Tags) -> Self {
        Self {
            unit: Unit {
                machine,
                types: Types::new(),
                globals: Arena::new(),
                functions: Arena::new(),
                exprs: Arena::new(),
                stmts: Arena::new(),
                strings: Arena::new(),
                lengths: BTreeMap::new(),
                enumerators: BTreeMap::new(),
                promising_types: false,
            },
            linked: HashMap::new(),
            tags,
        }
    }

    /// A further file of the user's: of the names in those before it knows those with external linkage.
    fn with_part(mut self, file: &Syntax, more: Option<More<'_>>) -> Result<Self, InputError> {
        let unit = &self.unit;
        self.linked.retain(|_, symbol| unit.is_external(*symbol));
        self.tags.begin_file();
        let before = unit.globals.iter().filter(|(_, global)| global.defined);
        let before = before.map(|(id, _)| id).collect();
        let mut typing = self.typing(&file.lines);
        typing.before = before;
        for declaration in &file.tree.0 {
            typing.external(declaration).map_err(Trouble::into_error)?;
        }
        typing.finish().map_err(Trouble::into_error)?;
        if let Some(write) = more {
            write(&mut Writer::new(&mut typing))?;
        }
        Ok(typing.into_program())
    }

    fn typing(self, lines: &Lines) -> Typing<'_> {
        Typing {
            lines,
            unit: self.unit,
            scopes: vec![Scope::default()],
            linked: self.linked,
            tags: self.tags,
            before: BTreeSet::new(),
            measuring: None,
            current: None,
        }
    }
}

impl Unit {
    fn is_external(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Global(id) => self.globals[id].linkage == Linkage::External,
            Symbol::Function(id) => self.functions[id].linkage == Linkage::External,
            _ => false,
        }
    }
}

/// Why something has no place in the tree.
enum Trouble {
    /// It is no C.
    Wrong(InputError),
    /// It is C, but cannot be done.
    Unsupported(Unsupported),
}

impl Trouble {
    fn into_error(self) -> InputError {
        match self {
            Self::Wrong(error) => error,
            Self::Unsupported(what) => {
                InputError::new(format!("{} cannot be analysed", what.what)).at(Some(what.place))
            }
        }
    }
}

type Typed<T> = Result<T, Trouble>;

fn wrong<T>(place: &Place, message: impl Into<String>) -> Typed<T> {
    Err(Trouble::Wrong(
        InputError::new(message).at(Some(place.clone())),
    ))
}

fn unsupported<T>(place: &Place, what: impl Into<String>) -> Typed<T> {
    Err(Trouble::Unsupported(Unsupported {
        what: what.into(),
        place: place.clone(),
    }))
}

struct Typing<'l> {
    lines: &'l Lines,
    unit: Unit,
    /// From the file's own to the innermost one.
    scopes: Vec<Scope>,
    /// What names with linkage mean, in whichever scope they are declared.
    linked: HashMap<String, Symbol>,
    /// What tags mean in this file and in others.
    tags: Tags,
    /// Objects that other files define.
    before: BTreeSet<GlobalId>,
    /// What measures the arrays of the declaration that is being read, where they may be of variable length.
    measuring: Option<Vec<StmtId>>,
    /// The function whose body is being read.
    current: Option<Current>,
}

/// What is known of the function that is being read.
struct Current {
    id: FunctionId,
    result: TypeId,
    labels: BTreeMap<String, Named>,
    switches: Vec<Switch>,
    /// How many loops are around.
    loops: usize,
    /// How many loops and switches are around.
    breakable: usize,
}

/// A label with a name: where it was first spoken of, and whether it has been seen itself.
struct Named {
    id: LabelId,
    place: Place,
    stands: bool,
}

/// A `switch` that is being read.
struct Switch {
    ty: TypeId,
    cases: Vec<Case>,
    default: Option<LabelId>,
}

impl Typing<'_> {
    fn into_program(self) -> Program {
        Program {
            unit: self.unit,
            linked: self.linked,
            tags: self.tags,
        }
    }

    fn place(&self, span: Span) -> Place {
        self.lines.place(span.start)
    }

    fn name(&self, identifier: &Node<Identifier>) -> String {
        original(&identifier.node.name)
    }

    fn types(&mut self) -> &mut Types {
        &mut self.unit.types
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, place: Place) -> ExprId {
        self.unit.exprs.push(Expr {
            kind,
            ty: QualType::plain(ty),
            place,
        })
    }

    fn lvalue(&mut self, kind: ExprKind, ty: QualType, place: Place) -> ExprId {
        self.unit.exprs.push(Expr { kind, ty, place })
    }

    fn stmt(&mut self, kind: StmtKind, place: Place) -> StmtId {
        self.unit.stmts.push(Stmt { kind, place })
    }

    fn ty(&self, expr: ExprId) -> TypeId {
        self.unit.exprs[expr].ty.id
    }

    fn place_of(&self, expr: ExprId) -> Place {
        self.unit.exprs[expr].place.clone()
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.unit.types.name(QualType::plain(ty))
    }

    fn layout(&self, ty: TypeId) -> Option<Layout> {
        layout(&self.unit.types, self.unit.machine, ty)
    }

    /// Size and alignment of a type that must have them.
    fn complete(&self, ty: TypeId, place: &Place) -> Typed<Layout> {
        match self.layout(ty) {
            Some(layout) => Ok(layout),
            None if matches!(self.unit.types.get(ty), Type::VariableArray { .. }) => {
                unsupported(place, "an array whose length varies")
            }
            None => wrong(
                place,
                format!(
                    "`{}` has no size here: its definition is missing",
                    self.type_name(ty)
                ),
            ),
        }
    }

    fn external(&mut self, declaration: &Node<ExternalDeclaration>) -> Typed<()> {
        match &declaration.node {
            ExternalDeclaration::Declaration(declaration) => {
                self.declaration(declaration).map(|_| ())
            }
            ExternalDeclaration::StaticAssert(assertion) => self.assertion(assertion),
            ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
        }
    }

    fn assertion(&mut self, assertion: &Node<StaticAssert>) -> Typed<()> {
        let place = self.place(assertion.span);
        match self.integer_constant(&assertion.node.expression)? {
            0 => wrong(
                &place,
                format!(
                    "the static assertion fails: {}",
                    assertion.node.message.node.join(" ")
                ),
            ),
            _ => Ok(()),
        }
    }

    /// Arrays that are defined without a length have one element, and no object is left without a size.
    fn finish(&mut self) -> Typed<()> {
        let ids: Vec<GlobalId> = self.unit.globals.ids().collect();
        for id in ids {
            let global = &self.unit.globals[id];
            if !global.defined || self.layout(global.ty.id).is_some() {
                continue;
            }
            let (ty, place) = (global.ty, global.place.clone());
            self.unit.globals[id].ty = self.with_length(ty, 1);
            self.complete(self.unit.globals[id].ty.id, &place)?;
        }
        Ok(())
    }

    /// The value of an expression that must be an integer constant.
    fn integer_constant(&mut self, node: &Node<lang_c::ast::Expression>) -> Typed<i128> {
        let expr = self.value(node)?;
        match constant::integer(&self.unit, expr) {
            Some(value) => Ok(value),
            None => wrong(&self.place(node.span), "an integer constant is needed here"),
        }
    }

    /// The function that is being read, in code that is only reached while one is.
    fn current(&mut self, place: &Place) -> Typed<&mut Current> {
        match &mut self.current {
            Some(current) => Ok(current),
            None => wrong(place, "this can stand in a function only"),
        }
    }

    fn new_label(&mut self, function: FunctionId, name: Option<String>, place: Place) -> LabelId {
        self.unit.functions[function]
            .labels
            .push(Label { name, place })
    }
}
