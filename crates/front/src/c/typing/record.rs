//! Structs, unions and enums (C11 6.7.2).

use base::Place;
use lang_c::ast::{
    EnumType, Enumerator, StructDeclaration, StructDeclarator, StructField, StructKind, StructType,
};
use lang_c::span::Node;

use super::attribute::Attributes;
use super::scope::{Symbol, Tag};
use super::tags::Kind;
use super::{Typed, Typing, unsupported, wrong};
use crate::c::constant::bits;
use crate::c::layout::{Member, Shape, place as place_members};
use crate::c::types::{Enum, EnumId, IntegerKind, Record, RecordId, Type, TypeId};

impl Typing<'_> {
    pub(super) fn record(
        &mut self,
        node: &Node<StructType>,
        attributes: &Attributes,
    ) -> Typed<TypeId> {
        let place = self.place(node.span);
        let union = node.node.kind.node == StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|name| self.name(name));
        let defined = node.node.declarations.as_deref();
        let id = self.record_named(tag, union, defined.is_some(), &place)?;
        if let Some(declarations) = defined {
            let known = self.unit.types.records[id].body.is_some();
            if !self.tags.defines(Tag::Record(id)) {
                return wrong(
                    &place,
                    format!("`{}` is defined twice", self.record_name(id)),
                );
            }
            let members = self.members(declarations)?;
            self.refuse_incomplete(&members, &place, union)?;
            let shape = Shape {
                union,
                packed: attributes.packed,
                aligned: attributes.aligned,
                most: self.lines.pack(node.span.end.saturating_sub(1)),
            };
            let Some(body) = place_members(&self.unit.types, self.unit.machine, shape, &members)
            else {
                return wrong(&place, "this is larger than the machine");
            };
            // Another file says the same of it.
            if !known {
                self.unit.types.records[id].body = Some(body);
                self.unit.types.records[id].place = place;
            }
        }
        Ok(self.types().id(Type::Record(id)))
    }

    fn record_name(&self, id: RecordId) -> String {
        let record = &self.unit.types.records[id];
        let kind = if record.union { "union" } else { "struct" };
        format!("{kind} {}", record.tag.as_deref().unwrap_or("(unnamed)"))
    }

    /// The record with this tag: a new one where it is not known, or where another scope's would be defined.
    fn record_named(
        &mut self,
        tag: Option<String>,
        union: bool,
        defines: bool,
        place: &Place,
    ) -> Typed<RecordId> {
        let found = tag.as_ref().and_then(|tag| {
            if defines {
                self.find_tag_here(tag)
            } else {
                self.find_tag(tag)
            }
        });
        match found {
            Some(Tag::Record(id)) if self.unit.types.records[id].union == union => Ok(id),
            Some(_) => wrong(
                place,
                format!("`{}` is a tag of another kind", tag.unwrap_or_default()),
            ),
            None => {
                let kind = if union { Kind::Union } else { Kind::Struct };
                let key = self.key(kind, tag.as_ref(), place);
                let id = match key.as_ref().and_then(|key| self.tags.known(key)) {
                    Some(Tag::Record(id)) => id,
                    _ => self.types().records.push(Record {
                        tag: tag.clone(),
                        union,
                        place: place.clone(),
                        body: None,
                    }),
                };
                self.tags.note(key, Tag::Record(id));
                if let Some(tag) = tag {
                    self.bind_tag(tag, Tag::Record(id));
                }
                Ok(id)
            }
        }
    }

    fn members(&mut self, declarations: &[Node<StructDeclaration>]) -> Typed<Vec<Member>> {
        let mut members = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::StaticAssert(assertion) => self.assertion(assertion)?,
                StructDeclaration::Field(field) => self.field(field, &mut members)?,
            }
        }
        Ok(members)
    }

    fn field(&mut self, node: &Node<StructField>, members: &mut Vec<Member>) -> Typed<()> {
        let place = self.place(node.span);
        if node.node.specifiers.is_empty() {
            return Ok(());
        }
        let (base, attributes) = self.qualifiers(&node.node.specifiers, &place)?;
        // A record without a name and without declarators lends its members; any other type alone declares nothing.
        if node.node.declarators.is_empty() {
            let anonymous = self
                .unit
                .types
                .record(base.id)
                .is_some_and(|id| self.unit.types.records[id].tag.is_none());
            if anonymous {
                let aligned = attributes.aligned;
                members.push(Member {
                    name: None,
                    ty: base,
                    width: None,
                    aligned,
                    packed: attributes.packed,
                });
            }
            return Ok(());
        }
        for declarator in &node.node.declarators {
            let member = self.member(declarator, base, &attributes)?;
            if member.name.is_some() && members.iter().any(|other| other.name == member.name) {
                let name = member.name.unwrap_or_default();
                return wrong(&place, format!("the member `{name}` is declared twice"));
            }
            members.push(member);
        }
        Ok(())
    }

    fn member(
        &mut self,
        node: &Node<StructDeclarator>,
        base: crate::c::types::QualType,
        attributes: &Attributes,
    ) -> Typed<Member> {
        let place = self.place(node.span);
        let declared = match &node.node.declarator {
            Some(declarator) => Some(self.declarator(declarator, base)?),
            None => None,
        };
        let ty = declared.as_ref().map_or(base, |declared| declared.ty);
        let name = declared.as_ref().and_then(|declared| declared.name.clone());
        let own = declared
            .map(|declared| declared.attributes)
            .unwrap_or_default();
        let attributes = attributes.clone().and(own);
        self.attribute_type(&attributes);
        let ty = match &attributes.mode {
            Some(mode) => self.with_mode(ty, mode, &place)?,
            None => ty,
        };
        let width = match &node.node.bit_width {
            Some(width) => {
                let value = self.integer_constant(width)?;
                Some(self.width(value, ty.id, name.is_some(), &place)?)
            }
            None => None,
        };
        Ok(Member {
            name,
            ty,
            width,
            aligned: attributes.aligned,
            packed: attributes.packed,
        })
    }

    fn width(&self, width: i128, ty: TypeId, named: bool, place: &Place) -> Typed<u32> {
        let Some(most) = bits(&self.unit.types, self.unit.machine, ty) else {
            return wrong(place, "a bit-field must be of an integer type");
        };
        match u32::try_from(width) {
            Ok(0) if named => wrong(place, "a bit-field with a name cannot have 0 bits"),
            Ok(width) if width <= most => Ok(width),
            _ => wrong(
                place,
                format!("a bit-field of this type cannot have {width} bits"),
            ),
        }
    }

    /// Only the last member of a struct may be an array without a length.
    fn refuse_incomplete(&self, members: &[Member], place: &Place, union: bool) -> Typed<()> {
        for (i, member) in members.iter().enumerate() {
            let flexible = matches!(
                self.unit.types.get(member.ty.id),
                Type::Array { length: None, .. }
            );
            if !(flexible && (union || i + 1 == members.len())) {
                self.complete(member.ty.id, place)?;
            }
        }
        Ok(())
    }

    pub(super) fn enumeration(&mut self, node: &Node<EnumType>) -> Typed<TypeId> {
        let place = self.place(node.span);
        let tag = node.node.identifier.as_ref().map(|name| self.name(name));
        let defines = !node.node.enumerators.is_empty();
        let id = self.enum_named(tag, defines, &place)?;
        if defines {
            if !self.tags.defines(Tag::Enum(id)) {
                return wrong(&place, "this enum is defined twice");
            }
            self.enumerators(id, &node.node.enumerators)?;
        }
        Ok(self.types().id(Type::Enum(id)))
    }

    fn enum_named(&mut self, tag: Option<String>, defines: bool, place: &Place) -> Typed<EnumId> {
        let found = tag.as_ref().and_then(|tag| {
            if defines {
                self.find_tag_here(tag)
            } else {
                self.find_tag(tag)
            }
        });
        match found {
            Some(Tag::Enum(id)) => Ok(id),
            Some(Tag::Record(_)) => wrong(
                place,
                format!("`{}` is a tag of another kind", tag.unwrap_or_default()),
            ),
            None => {
                let integer = self.types().integer(IntegerKind::UnsignedInt);
                let key = self.key(Kind::Enum, tag.as_ref(), place);
                let id = match key.as_ref().and_then(|key| self.tags.known(key)) {
                    Some(Tag::Enum(id)) => id,
                    _ => self.types().enums.push(Enum {
                        tag: tag.clone(),
                        place: place.clone(),
                        integer,
                        values: None,
                    }),
                };
                self.tags.note(key, Tag::Enum(id));
                if let Some(tag) = tag {
                    self.bind_tag(tag, Tag::Enum(id));
                }
                Ok(id)
            }
        }
    }

    fn enumerators(&mut self, id: EnumId, nodes: &[Node<Enumerator>]) -> Typed<()> {
        let mut values: Vec<(String, i128)> = Vec::new();
        let mut next = 0;
        for node in nodes {
            let place = self.place(node.span);
            self.attributes(&node.node.extensions)?;
            if let Some(expr) = &node.node.expression {
                next = self.integer_constant(expr)?;
            }
            let name = self.name(&node.node.identifier);
            let ty = self.enumerator_type(next, &place)?;
            self.bind_new(name.clone(), Symbol::Enumerator(next, ty), &place)?;
            values.push((name, next));
            next += 1;
        }
        let integer = self.enum_type(&values);
        // Where not all values fit into `int`, gcc gives all of them the type of the enum.
        if values
            .iter()
            .any(|(_, value)| i32::try_from(*value).is_err())
        {
            for (name, value) in &values {
                self.bind(name.clone(), Symbol::Enumerator(*value, integer));
            }
        }
        self.unit.types.enums[id].integer = integer;
        self.unit.types.enums[id].values = Some(values);
        Ok(())
    }

    /// The type of a value while its enum is being read.
    fn enumerator_type(&mut self, value: i128, place: &Place) -> Typed<TypeId> {
        if i64::try_from(value).is_err() && u64::try_from(value).is_err() {
            return unsupported(place, "a value of an enum beyond 64 bits");
        }
        let kind = match i32::try_from(value) {
            Ok(_) => IntegerKind::Int,
            Err(_) => self.smallest(value, value, value >= 0),
        };
        Ok(self.types().integer(kind))
    }

    fn enum_type(&mut self, values: &[(String, i128)]) -> TypeId {
        let least = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let greatest = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let kind = self.smallest(least, greatest, least >= 0);
        self.types().integer(kind)
    }

    /// The first of `int`, `long` and `long long`, signed or not, that holds both.
    fn smallest(&self, least: i128, greatest: i128, unsigned: bool) -> IntegerKind {
        let kinds = [IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong];
        let fits = |kind: &IntegerKind| {
            let bits = self.unit.machine.integer(*kind) * 8;
            let (low, high) = if unsigned {
                (0, (1_i128 << bits) - 1)
            } else {
                (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
            };
            low <= least && greatest <= high
        };
        let kind = kinds
            .into_iter()
            .find(fits)
            .unwrap_or(IntegerKind::LongLong);
        if unsigned { kind.unsigned() } else { kind }
    }
}
