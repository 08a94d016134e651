//! A module: functions that others call one at a time, over what lives between the calls.

use std::cell::OnceCell;

use ir::{Function, FunctionId, GlobalId, IntType, Type};

use super::home::StaticHome;
use super::start;
use super::whole::{Whole, set_code};
use super::{LowerOptions, Lowered, Parts};
use crate::InputError;
use crate::c::tree::{self, Unit};
use crate::c::types::TypeId;

/// A module in the ir.
pub(in crate::c) struct LoweredModule {
    /// The program; its start makes what lives between calls, and calls nothing.
    pub(in crate::c) lowered: Lowered,
    /// The functions that were asked for, in that order.
    pub(in crate::c) entries: Vec<FunctionId>,
    /// What lives between calls, in memory or behind a pointer.
    pub(in crate::c) objects: Vec<StaticObject>,
}

/// An object with static storage: what the global of the ir refers to is of this type.
pub(in crate::c) struct StaticObject {
    pub(in crate::c) global: GlobalId,
    pub(in crate::c) ty: TypeId,
    /// Whether it is a pointer to that.
    pub(in crate::c) is_pointer: bool,
}

/// Lowers a module.
pub(in crate::c) fn lower_module(
    unit: &Unit,
    options: &LowerOptions,
    entries: &[tree::FunctionId],
) -> Result<LoweredModule, InputError> {
    let (parts, entries, objects) =
        crate::c::with_stack(|| lowered(unit, options, entries)).map_err(crate::c::no_thread)??;
    Ok(LoweredModule {
        lowered: parts.into(),
        entries,
        objects,
    })
}

type LoweredParts = (Parts, Vec<FunctionId>, Vec<StaticObject>);

fn lowered(
    unit: &Unit,
    options: &LowerOptions,
    entries: &[tree::FunctionId],
) -> Result<LoweredParts, InputError> {
    let whole = Whole::new(unit, options, true);
    let file = entries
        .first()
        .map(|id| unit.functions[*id].place.file.clone());
    let start = whole.program.functions.push(Function {
        name: "<start>".to_owned(),
        file: file.unwrap_or_else(|| "<module>".into()),
        params: Vec::new(),
        returns: Some(Type::Int(IntType::I32)),
        code: OnceCell::new(),
    });
    let heads: Vec<FunctionId> = entries.iter().map(|id| whole.head(*id).id).collect();
    whole.work();
    set_code(&whole.program, start, start::code_of_module(&whole));
    let objects = objects(&whole);
    Ok((whole.into_lowered(start).into(), heads, objects))
}

fn objects(whole: &Whole) -> Vec<StaticObject> {
    let homes = whole.static_homes().into_iter();
    let object = |(id, home): (tree::GlobalId, StaticHome)| {
        let ty = whole.unit.globals[id].ty.id;
        match home {
            StaticHome::Block(global, _) => Some(StaticObject {
                global,
                ty,
                is_pointer: false,
            }),
            StaticHome::Pointer(global, _) => Some(StaticObject {
                global,
                ty: whole.unit.types.pointee(ty)?.id,
                is_pointer: true,
            }),
            StaticHome::Number(..) | StaticHome::Elsewhere(_) => None,
        }
    };
    homes.filter_map(object).collect()
}
