//! What lies where in the objects of a module.

use std::collections::BTreeMap;

use ir::{LaidOut, Layout, Layouts, Leaf, LeafKind};

use super::{StaticObject, role, word};
use crate::c::tree::Unit;
use crate::c::types::{Field, Type, TypeId};

/// The most numbers and pointers of a type that are told by name; of larger ones nothing is said.
const MOST: usize = 4096;

/// The layouts of all objects, and of what pointers in them point to.
pub(super) fn layouts(unit: &Unit, objects: &[StaticObject]) -> Layouts {
    let mut making = Making {
        unit,
        types: Vec::new(),
        known: BTreeMap::new(),
    };
    let mut globals = BTreeMap::new();
    for object in objects {
        if let Some(ty) = making.of(object.ty) {
            let behind_pointer = object.is_pointer;
            globals.insert(object.global, LaidOut { ty, behind_pointer });
        }
    }
    Layouts {
        types: making.types,
        globals,
    }
}

struct Making<'u> {
    unit: &'u Unit,
    types: Vec<Layout>,
    known: BTreeMap<TypeId, usize>,
}

impl Making<'_> {
    /// The place of a type, whose pointers may lead back to it.
    fn of(&mut self, ty: TypeId) -> Option<usize> {
        if let Some(known) = self.known.get(&ty) {
            return Some(*known);
        }
        let size = self.unit.layout(ty)?.size;
        let mut found = Vec::new();
        if size == 0 || !self.leaves(ty, 0, String::new(), &mut found) {
            return None;
        }
        let place = self.types.len();
        self.known.insert(ty, place);
        self.types.push(Layout::default());
        found.sort_by_key(|(at, _, _)| *at);
        let leaves = found.into_iter().map(|(at, name, held)| Leaf {
            at,
            name,
            kind: match held {
                Held::Number(number) => LeafKind::Number(number),
                Held::Pointer(to) => {
                    LeafKind::Pointer(word(self.unit.machine), to.and_then(|to| self.of(to)))
                }
            },
        });
        let leaves: Vec<Leaf> = leaves.collect();
        self.types[place] = Layout { size, leaves };
        Some(place)
    }

    /// The leaves of a type; whether there are few enough of them. Where members overlap, none of them is told by name.
    fn leaves(
        &self,
        ty: TypeId,
        at: u64,
        name: String,
        found: &mut Vec<(u64, String, Held)>,
    ) -> bool {
        if let Some(number) = role::scalar(self.unit, ty) {
            found.push((at, name, Held::Number(number)));
            return found.len() <= MOST;
        }
        match self.unit.types.get(ty) {
            Type::Pointer(to) => {
                found.push((at, name, Held::Pointer(Some(to.id))));
                found.len() <= MOST
            }
            Type::Array {
                element,
                length: Some(length),
            } => {
                let size = self.unit.layout(element.id).map_or(0, |l| l.size);
                (0..*length)
                    .all(|i| self.leaves(element.id, at + i * size, format!("{name}[{i}]"), found))
            }
            Type::Record(record) => {
                let record = &self.unit.types.records[*record];
                let fields = record.body.iter().flat_map(|body| &body.fields);
                record.union
                    || fields
                        .into_iter()
                        .all(|field| self.member(field, at, &name, found))
            }
            _ => true,
        }
    }

    fn member(
        &self,
        field: &Field,
        at: u64,
        name: &str,
        found: &mut Vec<(u64, String, Held)>,
    ) -> bool {
        let name = match &field.name {
            Some(member) => format!("{name}.{member}"),
            None => name.to_owned(),
        };
        field.bits.is_some() || self.leaves(field.ty.id, at + field.offset, name, found)
    }
}

/// What a leaf is, before the types that pointers point to have places.
enum Held {
    Number(ir::Type),
    Pointer(Option<TypeId>),
}
