//! Functions that a program calls and does not bring, from the library.

use std::collections::{BTreeSet, HashMap};

use lang_c::ast::{ExternalDeclaration, FunctionDefinition, TranslationUnit};
use lang_c::span::Node;

use super::scope::Symbol;
use super::{Program, Trouble, Typed, Typing};
use crate::InputError;
use crate::c::constant::{Base, Constant};
use crate::c::library::{LibraryFile, STREAMS, files};
use crate::c::tree::*;
use crate::c::types::{FloatKind, Type, TypeId};

/// The program with what it needs of the library.
pub(super) fn complete(mut program: Program, filter: bool) -> Result<Unit, InputError> {
    for file in files(filter) {
        if program.needs(file) {
            program = program.with_file(file)?;
        }
    }
    Ok(program.unit)
}

impl Program {
    fn needs(&self, file: &LibraryFile) -> bool {
        let missing = self.unit.missing();
        let functions = missing
            .iter()
            .map(|id| self.unit.functions[*id].name.as_str());
        let streams = streams(&self.unit, &self.linked);
        functions
            .chain(streams.iter().map(|(_, object)| *object))
            .any(|name| file.mentions(name))
    }

    fn with_file(mut self, file: &LibraryFile) -> Result<Self, InputError> {
        let (syntax, lines) = file.read()?;
        self.tags = Default::default();
        let mut typing = self.typing(&lines);
        typing.library_file(&syntax).map_err(Trouble::into_error)?;
        Ok(typing.into_program())
    }
}

impl Unit {
    /// Functions that are spoken of and have no body.
    fn missing(&self) -> BTreeSet<FunctionId> {
        let functions = self.exprs.values().filter_map(|expr| match expr.kind {
            ExprKind::Function(id) => Some(id),
            _ => None,
        });
        functions
            .filter(|id| self.functions[*id].body.is_none())
            .collect()
    }
}

/// Variables of `stdio.h` that are declared only, and the objects they are to point to.
fn streams(unit: &Unit, linked: &HashMap<String, Symbol>) -> Vec<(GlobalId, &'static str)> {
    let declared = |name| match linked.get(name) {
        Some(Symbol::Global(id)) if !unit.globals[*id].defined => Some(*id),
        _ => None,
    };
    let used: BTreeSet<GlobalId> = unit
        .exprs
        .values()
        .filter_map(|expr| match expr.kind {
            ExprKind::Global(id) => Some(id),
            _ => None,
        })
        .collect();
    let found = STREAMS
        .into_iter()
        .filter_map(|(name, object)| Some((declared(name)?, object)));
    found
        .filter(|(id, _)| {
            used.contains(id) && unit.types.pointee(unit.globals[*id].ty.id).is_some()
        })
        .collect()
}

impl Typing<'_> {
    /// Takes what is needed of a file: all declarations, and the functions that are missing, until none is.
    fn library_file(&mut self, syntax: &TranslationUnit) -> Typed<()> {
        let mut definitions = Vec::new();
        for declaration in &syntax.0 {
            match &declaration.node {
                ExternalDeclaration::FunctionDefinition(definition) => definitions.push(definition),
                _ => self.external(declaration)?,
            }
        }
        self.fill_streams();
        loop {
            let before = definitions.len();
            let missing: BTreeSet<FunctionId> = self.unit.missing();
            let mut left = Vec::new();
            for definition in definitions {
                if !self.library_function(definition, &missing)? {
                    left.push(definition);
                }
            }
            definitions = left;
            if definitions.len() == before {
                return Ok(());
            }
        }
    }

    /// `stdout` and the like hold the addresses of the library's objects.
    fn fill_streams(&mut self) {
        for (id, object) in streams(&self.unit, &self.linked) {
            if let Some(Symbol::Global(object)) = self.linked.get(object) {
                let value = StaticValue::Constant(Constant::Address(Base::Global(*object), 0));
                let global = &mut self.unit.globals[id];
                global.init = vec![StaticEntry {
                    offset: 0,
                    ty: global.ty.id,
                    bits: None,
                    value,
                }];
                global.defined = true;
            }
        }
    }

    /// Gives a missing function its body, unless the program declares it as another one. Whether it did.
    fn library_function(
        &mut self,
        node: &Node<FunctionDefinition>,
        missing: &BTreeSet<FunctionId>,
    ) -> Typed<bool> {
        let place = self.place(node.node.declarator.span);
        let specified = self.specifiers(&node.node.specifiers, &place)?;
        let declared = self.declarator(&node.node.declarator, specified.ty)?;
        let id = match declared
            .name
            .as_ref()
            .and_then(|name| self.linked.get(name))
        {
            Some(Symbol::Function(id)) if missing.contains(id) => *id,
            _ => return Ok(false),
        };
        let ty = self.unit.functions[id].ty;
        if !self.agree(ty, declared.ty.id) {
            return Ok(false);
        }
        // The program's own declaration may differ in what pointers point to, and stays what its calls were read with.
        self.unit.functions[id].implicit = true;
        self.definition(node)?;
        if self
            .unit
            .types
            .function(ty)
            .is_some_and(|ty| ty.parameters.is_some())
        {
            self.unit.functions[id].ty = ty;
        }
        Ok(true)
    }

    /// Whether functions of two types are called in the same way.
    fn agree(&self, one: TypeId, other: TypeId) -> bool {
        let types = &self.unit.types;
        let (Some(one), Some(other)) = (types.function(one), types.function(other)) else {
            return false;
        };
        let parameters = match (&one.parameters, &other.parameters) {
            (Some(p), Some(q)) => {
                p.len() == q.len() && p.iter().zip(q).all(|(a, b)| self.alike(*a, *b))
            }
            // Without a prototype floats are passed as doubles.
            (None, Some(q)) => q
                .iter()
                .all(|ty| *types.get(*ty) != Type::Float(FloatKind::Float)),
            (_, None) => false,
        };
        self.alike(one.result, other.result) && parameters
    }

    /// Whether values of two types are the same to the machine.
    fn alike(&self, one: TypeId, other: TypeId) -> bool {
        let types = &self.unit.types;
        match (types.get(one), types.get(other)) {
            (Type::Pointer(_), Type::Pointer(_)) => true,
            _ if types.is_integer(one) && types.is_integer(other) => {
                self.unit.bits(one) == self.unit.bits(other)
                    && types.is_signed(one) == types.is_signed(other)
            }
            _ => types.compatible(one, other),
        }
    }
}
