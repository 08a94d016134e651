//! Initialisers (C11 6.7.9), brought into a list of offsets and values.

use base::Place;
use lang_c::ast::{Designator, Expression, Initializer as Syntax, InitializerListItem};
use lang_c::span::Node;

use super::{Typed, Typing, constant, unsupported, wrong};
use crate::c::tree::*;
use crate::c::types::{Bits, Field, QualType, RecordId, Type, TypeId};

/// A part of an object that is to be filled.
#[derive(Clone, Copy)]
struct Part {
    ty: TypeId,
    offset: u64,
    bits: Option<Bits>,
}

/// The items between two braces, and how far they are used up.
struct Items<'s> {
    items: &'s [Node<InitializerListItem>],
    at: usize,
    /// The expression of the item that is next, once it is known.
    typed: Option<ExprId>,
}

impl<'s> Items<'s> {
    fn next(&self) -> Option<&'s Node<InitializerListItem>> {
        self.items.get(self.at)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.typed = None;
    }
}

/// What is collected for an object.
#[derive(Default)]
struct Filled {
    entries: Vec<Entry>,
    /// Whether a designator occurred, so that a part may be filled twice.
    designated: bool,
}

/// No designator of a range writes more elements than this.
const RANGE: i128 = 1 << 20;

impl Typing<'_> {
    /// What an object of this type holds, and its type, which an array may get its length from.
    pub(super) fn initializer(
        &mut self,
        ty: QualType,
        node: &Node<Syntax>,
    ) -> Typed<(Initializer, QualType)> {
        let place = self.place(node.span);
        match &node.node {
            Syntax::List(items) => self.list_initializer(ty, items, &place),
            Syntax::Expression(expr) => {
                if let Some(string) = self.string_for(ty.id, expr)? {
                    let ty = self.string_length(ty, string);
                    let entry = Entry {
                        offset: 0,
                        ty: ty.id,
                        bits: None,
                        value: EntryValue::Characters(string),
                    };
                    return Ok((
                        Initializer {
                            zero: false,
                            entries: vec![entry],
                        },
                        ty,
                    ));
                }
                let value = self.value(expr)?;
                let value = self.assignable(value, ty.id, "the initial value")?;
                let entry = Entry {
                    offset: 0,
                    ty: ty.id,
                    bits: None,
                    value: EntryValue::Expr(value),
                };
                Ok((
                    Initializer {
                        zero: false,
                        entries: vec![entry],
                    },
                    ty,
                ))
            }
        }
    }

    pub(super) fn list_initializer(
        &mut self,
        ty: QualType,
        items: &[Node<InitializerListItem>],
        place: &Place,
    ) -> Typed<(Initializer, QualType)> {
        if self.unit.types.record(ty.id).is_some() {
            self.complete(ty.id, place)?;
        }
        let mut filled = Filled::default();
        let part = Part {
            ty: ty.id,
            offset: 0,
            bits: None,
        };
        let length = self.braced(part, items, &mut filled)?;
        let ty = self.with_length(ty, length);
        Ok((
            Initializer {
                zero: true,
                entries: filled.entries,
            },
            ty,
        ))
    }

    /// Fills a part with what stands between braces of its own. The answer is how many elements an array has.
    fn braced(
        &mut self,
        part: Part,
        items: &[Node<InitializerListItem>],
        filled: &mut Filled,
    ) -> Typed<u64> {
        let mut rest = Items {
            items,
            at: 0,
            typed: None,
        };
        if let [only] = items
            && only.node.designation.is_empty()
            && let Syntax::Expression(expr) = &only.node.initializer.node
            && let Some(string) = self.string_for(part.ty, expr)?
        {
            let ty = self.string_length(QualType::plain(part.ty), string);
            self.fill(
                filled,
                Entry {
                    value: EntryValue::Characters(string),
                    ..entry(Part { ty: ty.id, ..part })
                },
            );
            return Ok(self.unit.strings[string].elements.len() as u64);
        }
        match self.unit.types.get(part.ty) {
            Type::Array { .. } | Type::Record(_) => {
                self.aggregate(part, &mut rest, true, &[], filled)
            }
            _ => {
                if let Some(item) = rest.next() {
                    self.scalar_in_braces(part, item, filled)?;
                    rest.advance();
                }
                match rest.next() {
                    Some(item) => wrong(
                        &self.place(item.span),
                        "there are too many initial values here",
                    ),
                    None => Ok(0),
                }
            }
        }
    }

    fn scalar_in_braces(
        &mut self,
        part: Part,
        item: &Node<InitializerListItem>,
        filled: &mut Filled,
    ) -> Typed<()> {
        match &item.node.initializer.node {
            Syntax::Expression(expr) => {
                let value = self.value(expr)?;
                self.scalar(part, value, filled)
            }
            Syntax::List(items) => self.braced(part, items, filled).map(|_| ()),
        }
    }

    fn scalar(&mut self, part: Part, value: ExprId, filled: &mut Filled) -> Typed<()> {
        let value = self.assignable(value, part.ty, "the initial value")?;
        self.fill(
            filled,
            Entry {
                value: EntryValue::Expr(value),
                ..entry(part)
            },
        );
        Ok(())
    }

    /// Fills the parts of an array or record one after the other, until there are no more items, or, without braces of
    /// its own, no more parts. `path` says where to begin.
    fn aggregate(
        &mut self,
        part: Part,
        items: &mut Items,
        braced: bool,
        path: &[Node<Designator>],
        filled: &mut Filled,
    ) -> Typed<u64> {
        let mut position = 0_u64;
        let mut longest = 0;
        let mut path = path;
        while let Some(item) = items.next() {
            let place = &self.place(item.span);
            if path.is_empty() && !item.node.designation.is_empty() {
                if !braced {
                    break;
                }
                path = &item.node.designation;
            }
            let mut last = position;
            let chosen = !path.is_empty();
            if let Some((first, rest)) = path.split_first() {
                filled.designated = true;
                let own;
                (position, last, own) = self.designated(part.ty, first)?;
                // A member of an anonymous record is found by the same designator in there.
                path = if own { rest } else { path };
            }
            let saved = items.at;
            for at in position..=last {
                let Some(sub) = self.part_at(part, at, chosen, place)? else {
                    if braced {
                        return wrong(place, "there are too many initial values here");
                    }
                    return Ok(longest);
                };
                items.at = saved;
                self.part(sub, items, path, filled, place)?;
                if at < last {
                    // The same item again.
                    self.refuse_repeated_effects(filled, place)?;
                }
            }
            path = &[];
            position = last + 1;
            longest = longest.max(position);
            if !braced && self.part_at(part, position, false, place)?.is_none() {
                break;
            }
        }
        Ok(longest)
    }

    /// Soundness: gcc evaluates the value of a range once; here it stands in each element, so it must be a constant.
    fn refuse_repeated_effects(&self, filled: &Filled, place: &Place) -> Typed<()> {
        match filled.entries.last().map(|entry| entry.value) {
            Some(EntryValue::Expr(value)) if constant::evaluate(&self.unit, value).is_none() => {
                unsupported(
                    place,
                    "a range of elements with a value that is not constant",
                )
            }
            _ => Ok(()),
        }
    }

    /// From which part to which a designator leads, and whether that is what it names: where it names a member of an
    /// anonymous record, the part is that record.
    fn designated(&mut self, ty: TypeId, node: &Node<Designator>) -> Typed<(u64, u64, bool)> {
        let place = self.place(node.span);
        let is_array = matches!(self.unit.types.get(ty), Type::Array { .. });
        match &node.node {
            Designator::Index(index) if is_array => {
                let index = self.integer_constant(index)?;
                let index = self.element_index(index, &place)?;
                Ok((index, index, true))
            }
            Designator::Range(range) if is_array => {
                let (from, to) = (
                    self.integer_constant(&range.node.from)?,
                    self.integer_constant(&range.node.to)?,
                );
                if to < from {
                    return wrong(&place, "this range of elements is empty");
                }
                if to - from > RANGE {
                    return unsupported(&place, "so large a range of elements");
                }
                Ok((
                    self.element_index(from, &place)?,
                    self.element_index(to, &place)?,
                    true,
                ))
            }
            Designator::Member(name) => {
                let name = self.name(name);
                let Some(record) = self.unit.types.record(ty) else {
                    return wrong(
                        &place,
                        format!("`{}` has no members, so no `{name}`", self.type_name(ty)),
                    );
                };
                self.field_in(record, &name, &place)?;
                let (index, own) = self.field_index(record, &name);
                Ok((index, index, own))
            }
            Designator::Index(_) | Designator::Range(_) => {
                wrong(&place, format!("`{}` has no elements", self.type_name(ty)))
            }
        }
    }

    fn element_index(&self, index: i128, place: &Place) -> Typed<u64> {
        match u64::try_from(index) {
            Ok(index) if index < 1 << 40 => Ok(index),
            _ => wrong(place, format!("there is no element {index}")),
        }
    }

    /// The position of the member, or of the anonymous record around it; and whether it is the record's own.
    fn field_index(&self, record: RecordId, name: &str) -> (u64, bool) {
        let fields = self.unit.types.records[record]
            .body
            .as_ref()
            .map_or(&[][..], |body| &body.fields);
        let own = fields
            .iter()
            .position(|field| field.name.as_deref() == Some(name));
        let holds = |field: &Field| {
            let inner = self
                .unit
                .types
                .record(field.ty.id)
                .filter(|_| field.name.is_none());
            inner.is_some_and(|inner| self.unit.types.member(inner, name).is_some())
        };
        match own {
            Some(own) => (own as u64, true),
            None => (fields.iter().position(holds).unwrap_or(0) as u64, false),
        }
    }

    /// The part of an aggregate at a position. Of a union only the first one is filled unless another is chosen.
    fn part_at(&self, part: Part, at: u64, chosen: bool, place: &Place) -> Typed<Option<Part>> {
        match self.unit.types.get(part.ty) {
            Type::Array { element, length } => {
                let size = self.complete(element.id, place)?.size;
                let inside = length.is_none_or(|length| at < length);
                let Some(offset) = at
                    .checked_mul(size)
                    .and_then(|o| o.checked_add(part.offset))
                else {
                    return Ok(None);
                };
                Ok(inside.then_some(Part {
                    ty: element.id,
                    offset,
                    bits: None,
                }))
            }
            Type::Record(id) => {
                let record = &self.unit.types.records[*id];
                let fields = record.body.as_ref().map_or(&[][..], |body| &body.fields);
                let at = if record.union && at > 0 && !chosen {
                    usize::MAX
                } else {
                    at as usize
                };
                Ok(fields.get(at).map(|field| part_of(part, field)))
            }
            _ => Ok(None),
        }
    }

    /// Fills one part with the next item, or with as many as it needs.
    fn part(
        &mut self,
        part: Part,
        items: &mut Items,
        path: &[Node<Designator>],
        filled: &mut Filled,
        place: &Place,
    ) -> Typed<()> {
        if let Type::Array { length: None, .. } = self.unit.types.get(part.ty) {
            return unsupported(place, "an initial value of a flexible array member");
        }
        if !path.is_empty() {
            return self.aggregate(part, items, false, path, filled).map(|_| ());
        }
        let Some(item) = items.next() else {
            return Ok(());
        };
        match &item.node.initializer.node {
            Syntax::List(inner) => {
                self.forget(filled, part);
                self.braced(part, inner, filled)?;
                items.advance();
                Ok(())
            }
            Syntax::Expression(expr) => self.bare(part, expr, items, filled, place),
        }
    }

    fn bare(
        &mut self,
        part: Part,
        expr: &Node<Expression>,
        items: &mut Items,
        filled: &mut Filled,
        place: &Place,
    ) -> Typed<()> {
        if let Some(string) = self.string_for(part.ty, expr)? {
            self.fill(
                filled,
                Entry {
                    value: EntryValue::Characters(string),
                    ..entry(part)
                },
            );
            items.advance();
            return Ok(());
        }
        let aggregate = matches!(
            self.unit.types.get(part.ty),
            Type::Array { .. } | Type::Record(_)
        );
        let value = match items.typed {
            Some(value) => value,
            None => self.value(expr)?,
        };
        if aggregate && self.ty(value) != part.ty {
            items.typed = Some(value);
            // An empty record takes nothing, so the item would wait for ever.
            let before = items.at;
            self.aggregate(part, items, false, &[], filled)?;
            return match items.at == before && self.part_at(part, 0, false, place)?.is_some() {
                true => wrong(place, "there is no room for this initial value"),
                false => Ok(()),
            };
        }
        items.advance();
        self.scalar(part, value, filled)
    }

    /// The string that an array of characters is filled with.
    fn string_for(&mut self, ty: TypeId, node: &Node<Expression>) -> Typed<Option<StringId>> {
        let Type::Array { element, .. } = *self.unit.types.get(ty) else {
            return Ok(None);
        };
        let (Expression::StringLiteral(_), true) =
            (&node.node, self.unit.types.is_integer(element.id))
        else {
            return Ok(None);
        };
        let literal = self.expression(node)?;
        let ExprKind::String(id) = self.unit.exprs[literal].kind else {
            return Ok(None);
        };
        let width = |ty| self.layout(ty).map(|layout| layout.size);
        let Type::Array { element: own, .. } = *self.unit.types.get(self.ty(literal)) else {
            return Ok(None);
        };
        match width(own.id) == width(element.id) {
            true => Ok(Some(id)),
            false => wrong(
                &self.place(node.span),
                "the elements of this string are of another size",
            ),
        }
    }

    /// An array without a length has that of the string.
    fn string_length(&mut self, ty: QualType, string: StringId) -> QualType {
        let length = self.unit.strings[string].elements.len() as u64;
        self.with_length(ty, length)
    }

    /// Braces fill all of a part anew, with zeros where they say nothing.
    fn forget(&self, filled: &mut Filled, part: Part) {
        if filled.designated && part.bits.is_none() {
            let end = part.offset + self.layout(part.ty).map_or(0, |layout| layout.size);
            filled
                .entries
                .retain(|old| old.offset < part.offset || end <= old.offset);
        }
    }

    /// Adds an entry; what it covers of earlier ones is gone (C11 6.7.9 §19).
    fn fill(&mut self, filled: &mut Filled, entry: Entry) {
        if filled.designated {
            let end = |e: &Entry| e.offset + self.layout(e.ty).map_or(0, |layout| layout.size);
            let covers = |old: &Entry| match (entry.bits, old.bits) {
                (Some(new), Some(bits)) => entry.offset == old.offset && new == bits,
                (Some(_), None) => false,
                (None, _) => entry.offset <= old.offset && end(old) <= end(&entry),
            };
            filled.entries.retain(|old| !covers(old));
        }
        filled.entries.push(entry);
    }

    pub(super) fn initialise_global(&mut self, id: GlobalId, node: &Node<Syntax>) -> Typed<()> {
        let ty = self.unit.globals[id].ty;
        let (init, ty) = self.initializer(ty, node)?;
        self.unit.globals[id].ty = ty;
        self.unit.globals[id].init = self.static_entries(&init)?;
        Ok(())
    }

    /// Values that must be known before the program runs.
    pub(super) fn static_entries(&mut self, init: &Initializer) -> Typed<Vec<StaticEntry>> {
        let mut made = Vec::with_capacity(init.entries.len());
        for entry in &init.entries {
            match entry.value {
                EntryValue::Characters(string) => {
                    made.push(static_entry(entry, StaticValue::Characters(string)))
                }
                EntryValue::Expr(value) => match constant::evaluate(&self.unit, value) {
                    Some(value) => made.push(static_entry(entry, StaticValue::Constant(value))),
                    None => made.extend(self.whole_object(entry, value)?),
                },
            }
        }
        Ok(made)
    }

    /// A record that is initialised by a compound literal takes over what that holds.
    fn whole_object(&self, entry: &Entry, value: ExprId) -> Typed<Vec<StaticEntry>> {
        let object = match self.unit.exprs[value].kind {
            ExprKind::Read(object) => &self.unit.exprs[object].kind,
            _ => return wrong(&self.place_of(value), "this initial value is not constant"),
        };
        match object {
            ExprKind::Global(id) if self.unit.globals[*id].name.is_empty() => {
                let entries = self.unit.globals[*id].init.iter().cloned();
                Ok(entries
                    .map(|e| StaticEntry {
                        offset: e.offset + entry.offset,
                        ..e
                    })
                    .collect())
            }
            _ => wrong(&self.place_of(value), "this initial value is not constant"),
        }
    }
}

fn entry(part: Part) -> Entry {
    let Part { ty, offset, bits } = part;
    Entry {
        offset,
        ty,
        bits,
        value: EntryValue::Characters(base::Id::from_index(0)),
    }
}

fn static_entry(entry: &Entry, value: StaticValue) -> StaticEntry {
    StaticEntry {
        offset: entry.offset,
        ty: entry.ty,
        bits: entry.bits,
        value,
    }
}

fn part_of(part: Part, field: &Field) -> Part {
    Part {
        ty: field.ty.id,
        offset: part.offset + field.offset,
        bits: field.bits,
    }
}
