//! The objects that functions of a module work on: of each record type one at a time.

use std::collections::BTreeMap;

use crate::c::tree::{FunctionId, Unit};
use crate::c::types::{QualType, RecordId, Type, TypeId};

/// An object that callers hand from one call to the next.
pub(super) struct Object {
    /// What it is called: as parameters are that take it.
    pub(super) name: String,
    /// Its type.
    pub(super) ty: TypeId,
    pub(super) record: RecordId,
    pub(super) from: From,
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A function of the module gives a pointer to it, or stores one.
    Module,
    /// The caller has it.
    Caller,
}

impl Object {
    /// What is taken for granted of callers.
    pub(super) fn assumed(&self, unit: &Unit, makers: &[&str]) -> String {
        let (name, ty) = (&self.name, unit.types.name(QualType::plain(self.ty)));
        match (self.from, makers) {
            (From::Module, []) => format!(
                "`{name}`, wherever a {ty} is wanted, is what was stored last where a pointer to one was wanted, at first null"
            ),
            (From::Module, makers) => format!(
                "`{name}`, wherever a {ty} is wanted, is what {} gave last, at first null",
                makers.join(" or ")
            ),
            (From::Caller, _) => format!(
                "`{name}`, wherever a {ty} is wanted, is the same object of the caller's, in which at first nothing is set and which \
                 only this file changes"
            ),
        }
    }
}

/// What is known of a record type.
#[derive(Default)]
struct Seen {
    /// The names of parameters that take it, and how often.
    names: BTreeMap<String, usize>,
    /// Whether some function may write to it.
    written: bool,
    /// Whether some function gives one, or stores a pointer to one.
    made: bool,
}

/// The objects of the functions that others can call, in the order of their types.
pub(super) fn objects(unit: &Unit, exported: &[FunctionId]) -> Vec<Object> {
    let mut seen: BTreeMap<RecordId, (TypeId, Seen)> = BTreeMap::new();
    for id in exported {
        look_at(unit, *id, &mut seen);
    }
    let taken = seen
        .into_iter()
        .filter(|(_, (_, seen))| !seen.names.is_empty());
    let object = |(record, (ty, seen)): (RecordId, (TypeId, Seen))| {
        let from = match (seen.made, unit.layout(ty)) {
            (true, _) => From::Module,
            (false, Some(_)) if seen.written => From::Caller,
            (false, _) => return None,
        };
        let often = seen
            .names
            .iter()
            .max_by_key(|(name, count)| (**count, std::cmp::Reverse(*name)));
        Some(Object {
            name: often.map(|(name, _)| name.clone())?,
            ty,
            record,
            from,
        })
    };
    taken.filter_map(object).collect()
}

fn look_at(unit: &Unit, id: FunctionId, seen: &mut BTreeMap<RecordId, (TypeId, Seen)>) {
    let function = &unit.functions[id];
    let Some(ty) = unit.types.function(function.ty) else {
        return;
    };
    if let Some((record, to)) = record(unit, ty.result)
        && !to.constant
    {
        seen.entry(record)
            .or_insert_with(|| (to.id, Seen::default()))
            .1
            .made = true;
    }
    for (i, parameter) in ty.parameters.iter().flatten().enumerate() {
        let local = function.parameters.get(i);
        let name = local.and_then(|local| function.locals[*local].name.clone());
        let name = name.unwrap_or_else(|| "object".to_owned());
        let place = place_of_pointer(unit, *parameter);
        if let Some((record, to)) = place.or_else(|| record(unit, *parameter)) {
            let seen = &mut seen
                .entry(record)
                .or_insert_with(|| (to.id, Seen::default()))
                .1;
            *seen.names.entry(name).or_default() += 1;
            seen.made |= place.is_some();
            seen.written |= !to.constant;
        }
    }
}

/// The record that a pointer points to, unless that is a stream of the C library, which nobody makes but the library.
pub(super) fn record(unit: &Unit, ty: TypeId) -> Option<(RecordId, QualType)> {
    let to = unit.types.pointee(ty)?;
    match unit.types.get(to.id) {
        Type::Record(record) if !is_stream(unit, *record) => Some((*record, to)),
        _ => None,
    }
}

fn is_stream(unit: &Unit, record: RecordId) -> bool {
    let tag = unit.types.records[record].tag.as_deref();
    tag.is_some_and(|tag| tag.contains("_IO_FILE"))
}

/// The record of which a pointer can be stored where a pointer points.
pub(super) fn place_of_pointer(unit: &Unit, ty: TypeId) -> Option<(RecordId, QualType)> {
    let place = unit.types.pointee(ty).filter(|place| !place.constant)?;
    record(unit, place.id).filter(|(_, to)| !to.constant)
}

/// The object that a result is kept as.
pub(super) fn given(unit: &Unit, result: TypeId, objects: &[Object]) -> Option<usize> {
    let (record, to) = record(unit, result)?;
    let is_it = |object: &Object| object.record == record && object.from == From::Module;
    objects.iter().position(is_it).filter(|_| !to.constant)
}
