//! Definitions of functions (C11 6.9.1), K&R ones included.

use std::collections::BTreeMap;

use base::Place;
use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, DerivedDeclarator, FunctionDefinition, Identifier,
    ParameterDeclaration, Statement,
};
use lang_c::span::Node;

use super::declarator::Declared;
use super::scope::Symbol;
use super::specifier::{Specified, Storage};
use super::{Current, Trouble, Typed, Typing, wrong};
use crate::c::tree::*;
use crate::c::types::{FunctionType, QualType, TypeId};

impl Typing<'_> {
    pub(super) fn definition(&mut self, node: &Node<FunctionDefinition>) -> Typed<()> {
        let place = self.place(node.node.declarator.span);
        let specified = self.specifiers(&node.node.specifiers, &place)?;
        let declared = self.declarator(&node.node.declarator, specified.ty)?;
        let (Some(name), Some(ty)) = (
            declared.name,
            self.unit.types.function(declared.ty.id).cloned(),
        ) else {
            return wrong(
                &place,
                "this is neither a declaration nor the definition of a function",
            );
        };
        let attributes = specified.attributes.clone().and(declared.attributes);
        let Some(id) = self.define_function(&name, declared.ty.id, &specified, &place)? else {
            return Ok(());
        };
        self.attribute_function(id, &attributes);
        self.refuse_label(&attributes, &name, &place)?;
        self.enter();
        let result = self.with_body(id, &ty, node);
        self.scopes.truncate(1);
        self.current = None;
        match result {
            Ok(body) => self.unit.functions[id].body = Some(Body::Code(body)),
            Err(Trouble::Unsupported(what)) => {
                self.unit.functions[id].body = Some(Body::Unsupported(what))
            }
            Err(trouble) => return Err(trouble),
        }
        Ok(())
    }

    /// `None` for an inline function of a header that another file has brought along.
    fn define_function(
        &mut self,
        name: &str,
        ty: TypeId,
        specified: &Specified,
        place: &Place,
    ) -> Typed<Option<FunctionId>> {
        let linkage = if specified.storage == Some(Storage::Static) {
            Linkage::Internal
        } else {
            Linkage::External
        };
        let before = match self.linked.get(name) {
            Some(Symbol::Function(id)) => Some(*id),
            _ => None,
        };
        let before = before.filter(|id| self.unit.functions[*id].body.is_some());
        if let Some(before) = before {
            if self.unit.functions[before].place == *place {
                self.declare_function(name, ty, linkage, place)?;
                return Ok(None);
            }
            // The `extern inline` of old gcc may be followed by a definition proper; nothing else may.
            return wrong(place, format!("the function `{name}` is defined twice"));
        }
        let id = self.declare_function(name, ty, linkage, place)?;
        self.unit.functions[id].place = place.clone();
        Ok(Some(id))
    }

    fn with_body(
        &mut self,
        id: FunctionId,
        ty: &FunctionType,
        node: &Node<FunctionDefinition>,
    ) -> Typed<StmtId> {
        self.current = Some(Current {
            id,
            result: ty.result,
            labels: BTreeMap::new(),
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
        });
        let place = self.place(node.span);
        if !self.unit.types.is_void(ty.result) {
            self.complete(ty.result, &place)?;
        }
        let measured = match innermost(&node.node.declarator.node) {
            Some(DerivedDeclarator::Function(function)) => {
                self.named_parameters(id, &function.node.parameters)?
            }
            Some(DerivedDeclarator::KRFunction(names)) => {
                self.old_parameters(id, names, &node.node.declarations)?;
                Vec::new()
            }
            _ => {
                return wrong(
                    &place,
                    "a function that is defined by a typedef has no parameters to speak of",
                );
            }
        };
        let Statement::Compound(items) = &node.node.statement.node else {
            return wrong(&place, "the body of a function must be a block");
        };
        // Parameters and the outermost block share a scope.
        let body = [measured, self.block_items(items)?].concat();
        let parameters = self.unit.functions[id].parameters.clone();
        let locals = self
            .leave()
            .into_iter()
            .filter(|local| !parameters.contains(local))
            .collect();
        self.check_labels()?;
        Ok(self.stmt(StmtKind::Block { locals, body }, place))
    }

    /// Parameters with their types, and what measures the arrays among them that are of variable length.
    fn named_parameters(
        &mut self,
        id: FunctionId,
        nodes: &[Node<ParameterDeclaration>],
    ) -> Typed<Vec<StmtId>> {
        let mut measured = Vec::new();
        for parameter in nodes {
            let place = self.place(parameter.span);
            self.measuring = Some(Vec::new());
            let declared = self.parameter(parameter);
            measured.extend(self.measuring.take().unwrap_or_default());
            let declared = declared?;
            if !self.unit.types.is_void(declared.ty.id) {
                self.add_parameter(id, declared, place)?;
            }
        }
        Ok(measured)
    }

    fn add_parameter(&mut self, id: FunctionId, declared: Declared, place: Place) -> Typed<()> {
        self.complete(declared.ty.id, &place)?;
        let local = Local {
            name: declared.name.clone(),
            ty: declared.ty,
            bytes: None,
            place: place.clone(),
        };
        let local = self.unit.functions[id].locals.push(local);
        self.unit.functions[id].parameters.push(local);
        match declared.name {
            Some(name) => self.bind_new(name, Symbol::Local(local), &place),
            None => Ok(()),
        }
    }

    /// `f(a, b) int a; char *b;`: names first, types behind, `int` where none is given.
    fn old_parameters(
        &mut self,
        id: FunctionId,
        names: &[Node<Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Typed<()> {
        let mut types = BTreeMap::new();
        for declaration in declarations {
            self.old_declaration(declaration, &mut types)?;
        }
        let int = QualType::plain(self.types().int());
        for name in names {
            let (place, name) = (self.place(name.span), self.name(name));
            let ty = types.remove(&name).unwrap_or(int);
            let declared = Declared {
                name: Some(name),
                ty,
                attributes: Default::default(),
            };
            self.add_parameter(id, declared, place)?;
        }
        if let Some(name) = types.keys().next() {
            let place = self.place(declarations[0].span);
            return wrong(
                &place,
                format!("`{name}` is declared as a parameter, but is none"),
            );
        }
        let prototype = self
            .unit
            .types
            .function(self.unit.functions[id].ty)
            .and_then(|f| f.parameters.clone());
        self.refuse_other_parameters(id, prototype)
    }

    fn old_declaration(
        &mut self,
        node: &Node<Declaration>,
        types: &mut BTreeMap<String, QualType>,
    ) -> Typed<()> {
        let place = self.place(node.span);
        let specified = self.specifiers(&node.node.specifiers, &place)?;
        for declarator in &node.node.declarators {
            let declared = self.declarator(&declarator.node.declarator, specified.ty)?;
            self.attribute_type(&specified.attributes.clone().and(declared.attributes));
            let ty = self.as_parameter(declared.ty);
            types.insert(declared.name.unwrap_or_default(), ty);
        }
        Ok(())
    }

    /// A prototype before a K&R definition must have as many parameters; callers convert to its types.
    fn refuse_other_parameters(
        &mut self,
        id: FunctionId,
        prototype: Option<Vec<TypeId>>,
    ) -> Typed<()> {
        let function = &self.unit.functions[id];
        match prototype {
            Some(types) if types.len() != function.parameters.len() => wrong(
                &function.place.clone(),
                format!(
                    "`{}` is declared with other parameters before",
                    function.name
                ),
            ),
            _ => Ok(()),
        }
    }

    fn check_labels(&mut self) -> Typed<()> {
        let Some(current) = &self.current else {
            return Ok(());
        };
        match current.labels.iter().find(|(_, label)| !label.stands) {
            Some((name, label)) => {
                wrong(&label.place.clone(), format!("there is no label `{name}`"))
            }
            None => Ok(()),
        }
    }
}

/// The part of a declarator next to its name.
fn innermost(declarator: &Declarator) -> Option<&DerivedDeclarator> {
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => innermost(&inner.node).or_else(|| first(declarator)),
        DeclaratorKind::Identifier(_) | DeclaratorKind::Abstract => first(declarator),
    }
}

fn first(declarator: &Declarator) -> Option<&DerivedDeclarator> {
    let mut derived = declarator.derived.iter().map(|node| &node.node);
    derived.find(|derived| !matches!(derived, DerivedDeclarator::Pointer(_)))
}
