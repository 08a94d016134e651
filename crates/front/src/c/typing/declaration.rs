//! Declarations of objects, functions and types (C11 6.7), in files and in blocks.

use base::Place;
use lang_c::ast::{Declaration, InitDeclarator, Initializer as Syntax};
use lang_c::span::Node;

use super::scope::Symbol;
use super::specifier::{Specified, Storage};
use super::{Typed, Typing, unsupported, wrong};
use crate::c::tree::*;
use crate::c::types::{FunctionType, Opaque, QualType, Type, TypeId};

impl Typing<'_> {
    /// The statements that a declaration in a block becomes: one for each variable.
    pub(super) fn declaration(&mut self, node: &Node<Declaration>) -> Typed<Vec<StmtId>> {
        let place = self.place(node.span);
        self.forward_tag(&node.node);
        let specified = self.specifiers(&node.node.specifiers, &place)?;
        let mut made = Vec::new();
        for declarator in &node.node.declarators {
            let outer = self.measuring.take();
            self.measuring = self.current.is_some().then(Vec::new);
            let declared = self.init_declarator(declarator, &specified);
            let measured = std::mem::replace(&mut self.measuring, outer);
            made.extend(measured.unwrap_or_default());
            made.extend(declared?);
        }
        Ok(made)
    }

    /// `struct s;` alone speaks of a new `struct s` in an inner scope.
    fn forward_tag(&mut self, node: &Declaration) {
        use lang_c::ast::{DeclarationSpecifier, TypeSpecifier};
        if let ([specifier], []) = (&node.specifiers[..], &node.declarators[..])
            && let DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node
            && let TypeSpecifier::Struct(record) = &ty.node
            && let (None, Some(name)) = (&record.node.declarations, &record.node.identifier)
            && !self.at_file_scope()
        {
            let (tag, place) = (self.name(name), self.place(record.span));
            if self.find_tag_here(&tag).is_none() {
                let union = record.node.kind.node == lang_c::ast::StructKind::Union;
                let record = crate::c::types::Record {
                    tag: Some(tag.clone()),
                    union,
                    place,
                    body: None,
                };
                let id = self.types().records.push(record);
                self.bind_tag(tag, super::scope::Tag::Record(id));
            }
        }
    }

    fn init_declarator(
        &mut self,
        node: &Node<InitDeclarator>,
        specified: &Specified,
    ) -> Typed<Option<StmtId>> {
        let place = self.place(node.span);
        let declared = self.declarator(&node.node.declarator, specified.ty)?;
        let attributes = specified.attributes.clone().and(declared.attributes);
        let Some(name) = declared.name else {
            return wrong(&place, "a name is missing in this declaration");
        };
        self.refuse_label(&attributes, &name, &place)?;
        let ty = match &attributes.mode {
            Some(mode) => self.with_mode(declared.ty, mode, &place)?,
            None => declared.ty,
        };
        let init = node.node.initializer.as_ref();
        if specified.storage == Some(Storage::Typedef) {
            self.attribute_name_of_type(&attributes, ty, &place)?;
            self.define_type(name, ty, attributes.aligned, &place)?;
            return Ok(None);
        }
        if self.unit.types.function(ty.id).is_some() {
            if init.is_some() {
                let fault = format!("the function `{name}` cannot be initialised");
                return wrong(&place, fault);
            }
            let linkage = self.linkage(specified, &name);
            let id = self.declare_function(&name, ty.id, linkage, &place)?;
            self.attribute_function(id, &attributes);
            self.unit.functions[id].relabelled |= attributes.label.is_some();
            return Ok(None);
        }
        self.attribute_type(&attributes);
        self.refuse_objects(ty, &name, &place)?;
        match specified.storage {
            None | Some(Storage::Auto) if !self.at_file_scope() => {
                self.local(name, ty, init, place).map(Some)
            }
            Some(Storage::Static) if !self.at_file_scope() => {
                self.static_local(name, ty, init, place).map(|()| None)
            }
            _ => {
                self.global(name.clone(), ty, init, specified, &place)?;
                if let (true, Some(Symbol::Global(id))) = (attributes.weak, self.linked.get(&name))
                {
                    self.unit.globals[*id].weak = true;
                }
                Ok(None)
            }
        }
    }

    /// Soundness: nothing is computed with what these types hold.
    fn refuse_objects(&self, ty: QualType, name: &str, place: &Place) -> Typed<()> {
        match self.unit.types.get(ty.id) {
            Type::Void => wrong(place, format!("the variable `{name}` cannot be void")),
            // Argument lists may be declared and passed on; what takes arguments from them is refused there.
            Type::Opaque(Opaque::ArgumentList) => Ok(()),
            Type::Opaque(_) => unsupported(place, format!("the type `{}`", self.type_name(ty.id))),
            _ => Ok(()),
        }
    }

    fn define_type(
        &mut self,
        name: String,
        ty: QualType,
        aligned: Option<u64>,
        place: &Place,
    ) -> Typed<()> {
        let own = self.layout(ty.id).map(|layout| layout.align);
        if aligned.is_some()
            && (aligned < own || matches!(self.unit.types.get(ty.id), Type::Array { .. }))
        {
            return unsupported(place, "a typedef with an alignment of its own");
        }
        match self.find_here(&name) {
            Some(Symbol::Typedef(old, _)) if self.unit.types.compatible(old.id, ty.id) => Ok(()),
            Some(_) => wrong(
                place,
                format!("`{name}` is declared as something else before"),
            ),
            None => {
                self.bind(name, Symbol::Typedef(ty, aligned.filter(|_| aligned > own)));
                Ok(())
            }
        }
    }

    fn linkage(&self, specified: &Specified, name: &str) -> Linkage {
        let before = match self.linked.get(name) {
            Some(Symbol::Global(id)) => Some(self.unit.globals[*id].linkage),
            Some(Symbol::Function(id)) => Some(self.unit.functions[*id].linkage),
            _ => None,
        };
        match specified.storage {
            Some(Storage::Static) => Linkage::Internal,
            _ => before.unwrap_or(Linkage::External),
        }
    }

    /// A function by this name: a new one, or the one that was declared before.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        ty: TypeId,
        linkage: Linkage,
        place: &Place,
    ) -> Typed<FunctionId> {
        if let Some(
            Symbol::Local(_) | Symbol::Typedef(..) | Symbol::Enumerator(..) | Symbol::Parameter(_),
        ) = self.find_here(name)
        {
            return wrong(place, format!("`{name}` is declared twice here"));
        }
        let id = match self.linked.get(name) {
            Some(Symbol::Function(id)) => self.redeclare_function(*id, ty, place)?,
            Some(_) => {
                return wrong(
                    place,
                    format!("`{name}` is declared as something else before"),
                );
            }
            None => self.new_function(name, ty, linkage, place),
        };
        self.bind(name.to_owned(), Symbol::Function(id));
        Ok(id)
    }

    fn redeclare_function(
        &mut self,
        id: FunctionId,
        ty: TypeId,
        place: &Place,
    ) -> Typed<FunctionId> {
        let function = &self.unit.functions[id];
        // What the compiler knows of its own accord may be declared in any way.
        if !function.implicit && !self.unit.types.compatible(function.ty, ty) {
            let (name, old) = (function.name.clone(), self.type_name(function.ty));
            return wrong(
                place,
                format!("`{name}` is declared with another type before: {old}"),
            );
        }
        let known = self
            .unit
            .types
            .function(ty)
            .is_some_and(|f| f.parameters.is_some());
        if known || function.implicit {
            self.unit.functions[id].ty = ty;
        }
        self.unit.functions[id].implicit = false;
        Ok(id)
    }

    pub(super) fn new_function(
        &mut self,
        name: &str,
        ty: TypeId,
        linkage: Linkage,
        place: &Place,
    ) -> FunctionId {
        let id = self.unit.functions.push(Function {
            name: name.to_owned(),
            ty,
            place: place.clone(),
            linkage,
            noreturn: false,
            pure: false,
            never_null: Default::default(),
            returns_nonnull: false,
            promises: false,
            weak: false,
            relabelled: false,
            implicit: false,
            parameters: Vec::new(),
            locals: base::Arena::new(),
            labels: base::Arena::new(),
            addressed: Default::default(),
            body: None,
        });
        self.linked.insert(name.to_owned(), Symbol::Function(id));
        id
    }

    /// A function that nobody declared, as C allowed before 1999: `int name()`.
    pub(super) fn implicit_function(&mut self, name: &str, place: &Place) -> FunctionId {
        if let Some(Symbol::Function(id)) = self.linked.get(name) {
            return *id;
        }
        let function = FunctionType {
            result: self.types().int(),
            parameters: None,
            variadic: false,
        };
        let ty = self.types().id(Type::Function(function));
        let id = self.new_function(name, ty, Linkage::External, place);
        self.unit.functions[id].implicit = true;
        id
    }

    fn local(
        &mut self,
        name: String,
        ty: QualType,
        init: Option<&Node<Syntax>>,
        place: Place,
    ) -> Typed<StmtId> {
        let function = self.current(&place)?.id;
        if self.is_variable(ty.id) {
            return self.variable_local(name, ty, init.is_some(), place);
        }
        let local = Local {
            name: Some(name.clone()),
            ty,
            bytes: None,
            place: place.clone(),
        };
        let id = self.unit.functions[function].locals.push(local);
        // The name is known in its own initialiser.
        self.bind_new(name, Symbol::Local(id), &place)?;
        self.scope().locals.push(id);
        let init = match init {
            Some(init) => {
                let (init, ty) = self.initializer(ty, init)?;
                self.unit.functions[function].locals[id].ty = ty;
                Some(init)
            }
            None => None,
        };
        self.complete(self.unit.functions[function].locals[id].ty.id, &place)?;
        Ok(self.stmt(StmtKind::Declare { local: id, init }, place))
    }

    fn static_local(
        &mut self,
        name: String,
        ty: QualType,
        init: Option<&Node<Syntax>>,
        place: Place,
    ) -> Typed<()> {
        let owner = Some(self.current(&place)?.id);
        let id = self.new_global(&name, ty, Linkage::Internal, owner, &place);
        self.unit.globals[id].defined = true;
        self.bind_new(name, Symbol::Global(id), &place)?;
        if let Some(init) = init {
            self.initialise_global(id, init)?;
        }
        self.complete(self.unit.globals[id].ty.id, &place)
            .map(|_| ())
    }

    fn global(
        &mut self,
        name: String,
        ty: QualType,
        init: Option<&Node<Syntax>>,
        specified: &Specified,
        place: &Place,
    ) -> Typed<()> {
        let linkage = self.linkage(specified, &name);
        let id = match self.linked.get(&name) {
            Some(Symbol::Global(id)) => self.redeclare_global(*id, ty, place)?,
            Some(_) => {
                return wrong(
                    place,
                    format!("`{name}` is declared as something else before"),
                );
            }
            None => {
                let id = self.new_global(&name, ty, linkage, None, place);
                self.linked.insert(name.clone(), Symbol::Global(id));
                id
            }
        };
        if let Some(
            Symbol::Local(_) | Symbol::Typedef(..) | Symbol::Enumerator(..) | Symbol::Parameter(_),
        ) = self.find_here(&name)
        {
            return wrong(place, format!("`{name}` is declared twice here"));
        }
        self.bind(name.clone(), Symbol::Global(id));
        self.unit.globals[id].thread_local |= specified.thread_local;
        if specified.storage != Some(Storage::Extern) || init.is_some() {
            self.define_global(id, place)?;
        }
        if let Some(init) = init {
            if !self.unit.globals[id].init.is_empty() {
                return wrong(place, format!("`{name}` is initialised twice"));
            }
            self.initialise_global(id, init)?;
        }
        Ok(())
    }

    /// What two files define is no program: linkers refuse that.
    fn define_global(&mut self, id: GlobalId, place: &Place) -> Typed<()> {
        let global = &mut self.unit.globals[id];
        if self.before.contains(&id) {
            let (name, first) = (&global.name, &global.place);
            let message =
                format!("`{name}` is defined at {first} already; `extern` declares it only");
            return wrong(place, message);
        }
        if !global.defined {
            global.place = place.clone();
        }
        global.defined = true;
        Ok(())
    }

    /// The types must agree; the one that says more is kept.
    fn redeclare_global(&mut self, id: GlobalId, ty: QualType, place: &Place) -> Typed<GlobalId> {
        let global = &self.unit.globals[id];
        let qualified = |ty: QualType| (ty.constant, ty.volatile);
        if !self.unit.types.compatible(global.ty.id, ty.id) || qualified(global.ty) != qualified(ty)
        {
            let name = global.name.clone();
            return wrong(
                place,
                format!("`{name}` is declared with another type before"),
            );
        }
        if self.layout(global.ty.id).is_none() {
            self.unit.globals[id].ty = ty;
        }
        Ok(id)
    }

    pub(super) fn new_global(
        &mut self,
        name: &str,
        ty: QualType,
        linkage: Linkage,
        owner: Option<FunctionId>,
        place: &Place,
    ) -> GlobalId {
        self.unit.globals.push(Global {
            name: name.to_owned(),
            ty,
            place: place.clone(),
            linkage,
            owner,
            defined: false,
            init: Vec::new(),
            weak: false,
            thread_local: false,
        })
    }

    /// An array type with this length, where it has none.
    pub(super) fn with_length(&mut self, ty: QualType, length: u64) -> QualType {
        match *self.unit.types.get(ty.id) {
            Type::Array {
                element,
                length: None,
            } => QualType {
                id: self.types().id(Type::Array {
                    element,
                    length: Some(length),
                }),
                ..ty
            },
            _ => ty,
        }
    }
}
