//! Declarators (C11 6.7.6): pointers, arrays and functions around a name.

use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis,
    FunctionDeclarator, ParameterDeclaration, PointerQualifier, TypeName, TypeQualifier,
};
use lang_c::span::Node;

use super::attribute::Attributes;
use super::scope::Symbol;
use super::{Typed, Typing, constant, unsupported, wrong};
use crate::c::tree::ExprId;
use crate::c::types::{FunctionType, QualType, Type, TypeId};

/// A declared name and its type.
pub(super) struct Declared {
    pub(super) name: Option<String>,
    pub(super) ty: QualType,
    pub(super) attributes: Attributes,
}

impl Typing<'_> {
    /// The type of a name in a cast, in `sizeof` and the like.
    pub(super) fn type_of_name(&mut self, node: &Node<TypeName>) -> Typed<QualType> {
        Ok(self.aligned_type_of_name(node)?.0)
    }

    /// The type, and the alignment that a typedef asks for beyond its own.
    pub(super) fn aligned_type_of_name(
        &mut self,
        node: &Node<TypeName>,
    ) -> Typed<(QualType, Option<u64>)> {
        let place = self.place(node.span);
        let (base, attributes) = self.qualifiers(&node.node.specifiers, &place)?;
        self.attribute_type(&attributes);
        match &node.node.declarator {
            Some(declarator) => {
                let declared = self.declarator(declarator, base)?;
                self.attribute_type(&declared.attributes);
                Ok((declared.ty, None))
            }
            None => Ok((base, attributes.aligned)),
        }
    }

    pub(super) fn declarator(
        &mut self,
        node: &Node<Declarator>,
        base: QualType,
    ) -> Typed<Declared> {
        self.declarator_of(node, base, false)
    }

    /// The outermost length of a parameter that is an array says nothing, whatever it is.
    fn declarator_of(
        &mut self,
        node: &Node<Declarator>,
        base: QualType,
        parameter: bool,
    ) -> Typed<Declared> {
        let declarator = &node.node;
        let attributes = self.attributes(&declarator.extensions)?;
        let pointers = declarator
            .derived
            .iter()
            .take_while(|d| is_pointer(&d.node))
            .count();
        let mut ty = base;
        for derived in &declarator.derived[..pointers] {
            ty = self.derived(derived, ty, false)?;
        }
        let innermost = !matches!(declarator.kind.node, DeclaratorKind::Declarator(_));
        for (i, derived) in declarator.derived[pointers..].iter().enumerate().rev() {
            ty = self.derived(derived, ty, parameter && innermost && i == 0)?;
        }
        match &declarator.kind.node {
            DeclaratorKind::Abstract => Ok(Declared {
                name: None,
                ty,
                attributes,
            }),
            DeclaratorKind::Identifier(name) => Ok(Declared {
                name: Some(self.name(name)),
                ty,
                attributes,
            }),
            DeclaratorKind::Declarator(inner) => {
                let inner = self.declarator_of(inner, ty, parameter)?;
                Ok(Declared {
                    attributes: inner.attributes.and(attributes),
                    ..inner
                })
            }
        }
    }

    fn derived(
        &mut self,
        node: &Node<DerivedDeclarator>,
        ty: QualType,
        any_length: bool,
    ) -> Typed<QualType> {
        let place = self.place(node.span);
        match &node.node {
            DerivedDeclarator::Pointer(qualifiers) => {
                let pointer = QualType::plain(self.types().pointer(ty));
                self.pointer_qualifiers(qualifiers, pointer)
            }
            DerivedDeclarator::Array(array) => self.array(array, ty, any_length),
            DerivedDeclarator::Function(function) => self.function_type(function, ty.id),
            DerivedDeclarator::KRFunction(_) => Ok(self.without_prototype(ty.id)),
            DerivedDeclarator::Block(_) => unsupported(&place, "a block of clang"),
        }
    }

    fn pointer_qualifiers(
        &mut self,
        nodes: &[Node<PointerQualifier>],
        ty: QualType,
    ) -> Typed<QualType> {
        let mut ty = ty;
        for node in nodes {
            match &node.node {
                PointerQualifier::TypeQualifier(qualifier) => match qualifier.node {
                    TypeQualifier::Const => ty.constant = true,
                    TypeQualifier::Volatile => ty.volatile = true,
                    // A pointer of which several threads may know is one like others where there is one thread.
                    TypeQualifier::Atomic => {}
                    TypeQualifier::Restrict
                    | TypeQualifier::Nonnull
                    | TypeQualifier::NullUnspecified
                    | TypeQualifier::Nullable => {}
                },
                PointerQualifier::Extension(extensions) => {
                    let attributes = self.attributes(extensions)?;
                    self.attribute_type(&attributes);
                }
            }
        }
        Ok(ty)
    }

    fn without_prototype(&mut self, result: TypeId) -> QualType {
        let function = FunctionType {
            result,
            parameters: None,
            variadic: false,
        };
        QualType::plain(self.types().id(Type::Function(function)))
    }

    fn array(
        &mut self,
        node: &Node<ArrayDeclarator>,
        element: QualType,
        any_length: bool,
    ) -> Typed<QualType> {
        let place = self.place(node.span);
        if !any_length {
            let incomplete_record = self.layout(element.id).is_none();
            if incomplete_record && self.unit.types.function(element.id).is_some() {
                return wrong(&place, "there are no arrays of functions");
            }
            if !self.is_variable(element.id) {
                self.complete(element.id, &place)?;
            }
        }
        let length = match &node.node.size {
            ArraySize::Unknown => None,
            ArraySize::VariableUnknown if any_length => None,
            ArraySize::VariableUnknown => return Ok(self.variable_array(element, None)),
            ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) => {
                match self.length(size)? {
                    // What holds arrays of variable length is one itself.
                    (size, length)
                        if !any_length && (length.is_none() || self.is_variable(element.id)) =>
                    {
                        let count = self.measured(size, element)?;
                        return Ok(self.variable_array(element, count));
                    }
                    (_, length) => length,
                }
            }
        };
        Ok(QualType::plain(
            self.types().id(Type::Array { element, length }),
        ))
    }

    /// The length of an array, and how much that is; nothing where it varies.
    fn length(&mut self, node: &Node<lang_c::ast::Expression>) -> Typed<(ExprId, Option<u64>)> {
        let place = self.place(node.span);
        let size = self.value(node)?;
        match constant::integer(&self.unit, size) {
            Some(length) => match u64::try_from(length) {
                Ok(length) if length < 1 << 60 => Ok((size, Some(length))),
                _ => wrong(&place, format!("an array cannot have {length} elements")),
            },
            None if self.unit.types.is_integer(self.ty(size)) && !self.at_file_scope() => {
                Ok((size, None))
            }
            None => wrong(&place, "the length of this array is not constant"),
        }
    }

    fn function_type(
        &mut self,
        node: &Node<FunctionDeclarator>,
        result: TypeId,
    ) -> Typed<QualType> {
        self.enter();
        // Nobody counts in a prototype.
        let measuring = self.measuring.take();
        let parameters = self.parameters(&node.node.parameters);
        self.measuring = measuring;
        self.leave();
        let parameters = parameters?;
        let variadic = node.node.ellipsis == Ellipsis::Some;
        let types: Vec<TypeId> = parameters.iter().map(|declared| declared.ty.id).collect();
        let nothing =
            types.len() == 1 && self.unit.types.is_void(types[0]) && parameters[0].name.is_none();
        let parameters = match types {
            _ if nothing => Some(Vec::new()),
            types if types.is_empty() && !variadic => None,
            types => Some(types),
        };
        let place = self.place(node.span);
        if parameters
            .iter()
            .flatten()
            .any(|ty| self.unit.types.is_void(*ty))
        {
            return wrong(&place, "a parameter cannot be void");
        }
        let function = FunctionType {
            result,
            parameters,
            variadic,
        };
        Ok(QualType::plain(self.types().id(Type::Function(function))))
    }

    /// The parameters of a prototype. Each is known to those behind it.
    fn parameters(&mut self, nodes: &[Node<ParameterDeclaration>]) -> Typed<Vec<Declared>> {
        let mut parameters = Vec::with_capacity(nodes.len());
        for node in nodes {
            let declared = self.parameter(node)?;
            if let Some(name) = &declared.name {
                self.bind(name.clone(), Symbol::Parameter(declared.ty.id));
            }
            parameters.push(declared);
        }
        Ok(parameters)
    }

    pub(super) fn parameter(&mut self, node: &Node<ParameterDeclaration>) -> Typed<Declared> {
        let place = self.place(node.span);
        let specified = self.specifiers(&node.node.specifiers, &place)?;
        let more = self.attributes(&node.node.extensions)?;
        let mut declared = match &node.node.declarator {
            Some(declarator) => self.declarator_of(declarator, specified.ty, true)?,
            None => Declared {
                name: None,
                ty: specified.ty,
                attributes: Attributes::default(),
            },
        };
        declared.attributes = declared.attributes.and(more).and(specified.attributes);
        self.attribute_type(&declared.attributes);
        declared.ty = self.as_parameter(declared.ty);
        Ok(declared)
    }

    /// Arrays and functions as parameters are pointers.
    pub(super) fn as_parameter(&mut self, ty: QualType) -> QualType {
        match *self.unit.types.get(ty.id) {
            Type::Array { element, .. } | Type::VariableArray { element, .. } => {
                QualType::plain(self.types().pointer(element))
            }
            Type::Function(_) => QualType::plain(self.types().pointer(ty)),
            _ => ty,
        }
    }
}

fn is_pointer(derived: &DerivedDeclarator) -> bool {
    matches!(
        derived,
        DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
    )
}
