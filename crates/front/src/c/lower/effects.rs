//! What evaluating an expression may read, write and do.
//!
//! C leaves the order of operands open (C11 6.5). Where two of them touch one object and one changes it, or where both do
//! something that can be seen, the order matters (`order`). What a function does counts for those who call it; what it does by itself is
//! found by a walk through its code (`acting`).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::LowerOptions;
use super::acting::{Given, Own, Walk, is_seen_by_callers, of_function};
use super::order::Part as Evaluated;
use super::survey::{Survey, operands};
use super::thing::Thing;
use crate::c::tree::*;

/// How something is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Access {
    pub(super) thing: Thing,
    pub(super) writes: bool,
    pub(super) how: How,
}

/// Who touches something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// The expression itself, whenever it is evaluated.
    Surely,
    /// The same, and it is done before the value of the expression is known.
    Settled,
    /// The expression itself, where a condition is so.
    Perhaps,
    /// A function that is called, at a time of its own.
    Called,
}

/// What can be seen of an evaluation, or ends the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Acts {
    /// It passes events, calls apart.
    pub(super) events: bool,
    /// It writes to the output.
    pub(super) output: bool,
    /// An assertion may fail in it.
    pub(super) fails: bool,
    /// It may end the program.
    pub(super) exits: bool,
    /// It may be undefined.
    pub(super) undefined: bool,
    /// It may never come back, other than by all that: in a loop, or because the run does not count.
    pub(super) stays: bool,
    /// It may never come back, as functions call each other in a circle.
    pub(super) recurses: bool,
    /// It takes inputs.
    pub(super) inputs: bool,
}

impl Acts {
    fn join(&mut self, other: Self) {
        self.events |= other.events;
        self.output |= other.output;
        self.fails |= other.fails;
        self.exits |= other.exits;
        self.undefined |= other.undefined;
        self.stays |= other.stays;
        self.recurses |= other.recurses;
        self.inputs |= other.inputs;
    }
}

/// What an evaluation reads, writes and does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    pub(super) accesses: BTreeSet<Access>,
    pub(super) acts: Acts,
    /// The functions whose calls are seen.
    pub(super) calls: BTreeSet<String>,
}

/// Where an expression stands.
pub(super) struct Scene<'a> {
    pub(super) unit: &'a Unit,
    pub(super) options: &'a LowerOptions,
    /// None where the code is made up.
    pub(super) function: Option<FunctionId>,
}

/// The effects of all functions of a program.
pub(super) struct Doing {
    functions: BTreeMap<FunctionId, Effects>,
    /// What a function does that a pointer points to, whichever it is.
    pointed: Effects,
    pointed_to: BTreeSet<FunctionId>,
    /// The variables of functions that have a value wherever they are read.
    set: BTreeMap<FunctionId, BTreeSet<LocalId>>,
    /// Whether expressions do more than give a value, as far as it was asked.
    active: RefCell<BTreeMap<ExprId, bool>>,
}

impl Doing {
    /// Pointers may point to some of the objects with static storage.
    pub(super) fn new(
        unit: &Unit,
        options: &LowerOptions,
        pointed_objects: &BTreeSet<GlobalId>,
        surveys: &BTreeMap<FunctionId, Survey>,
    ) -> Self {
        let set = surveys.iter();
        let set = set.map(|(id, survey)| (*id, always_set(&unit.functions[*id], survey)));
        let set: BTreeMap<_, _> = set.collect();
        let own = unit.functions.iter();
        let own = own.map(|(id, function)| (id, of_function(unit, options, function, &set[&id])));
        let mut own: BTreeMap<FunctionId, Own> = own.collect();
        let pointed_to = pointed_to(unit);
        forget_unread(&mut own, pointed_objects);
        note_circles(&mut own);
        let mut doing = Self {
            functions: BTreeMap::new(),
            pointed: Effects::default(),
            pointed_to,
            set,
            active: RefCell::default(),
        };
        while doing.grow(&own) {}
        doing
    }

    /// Adds what functions do by those that they call; whether that is news.
    fn grow(&mut self, own: &BTreeMap<FunctionId, Own>) -> bool {
        let mut news = false;
        for (
            id,
            Own {
                effects,
                calls,
                by_pointer,
            },
        ) in own
        {
            let mut all = effects.clone();
            for (callee, given) in calls {
                if let Some(known) = self.functions.get(callee) {
                    all.join(&known.given(given));
                }
            }
            if *by_pointer {
                all.join(&self.pointed);
            }
            all.accesses.retain(is_seen_by_callers);
            news |= self.functions.insert(*id, all.clone()).as_ref() != Some(&all);
        }
        let mut pointed = Effects::default();
        let known = self
            .pointed_to
            .iter()
            .filter_map(|id| self.functions.get(id));
        known.for_each(|effects| pointed.join(&effects.given(&[])));
        news |= pointed != self.pointed;
        self.pointed = pointed;
        news
    }

    /// Whether a function that pointers point to, and that takes two pointers and gives a number, may do more than that.
    pub(super) fn comparing_acts(&self, unit: &Unit) -> bool {
        let compares = |id: &&FunctionId| {
            let ty = unit.types.function(unit.functions[**id].ty);
            ty.is_some_and(|ty| {
                let pointers = ty.parameters.as_ref().is_none_or(|all| {
                    all.len() == 2
                        && all
                            .iter()
                            .all(|parameter| unit.types.is_pointer(*parameter))
                });
                pointers && unit.types.is_integer(ty.result)
            })
        };
        let mut comparing = self
            .pointed_to
            .iter()
            .filter(compares)
            .filter_map(|id| self.functions.get(id));
        comparing.any(Effects::acts_on_others)
    }

    /// What a part of an expression does.
    pub(super) fn of(&self, scene: &Scene, id: ExprId, part: Evaluated) -> Effects {
        let nothing = BTreeSet::new();
        let set = scene.function.and_then(|function| self.set.get(&function));
        let set = set.unwrap_or(&nothing);
        let mut walk = Walk::new(scene.unit, scene.options, set, How::Surely);
        match part {
            Evaluated::Value => walk.expr(id),
            Evaluated::Place => walk.parts(id),
            Evaluated::Target => {
                walk.parts(id);
                walk.touch_lvalue(id, false);
            }
        }
        let Own {
            mut effects,
            calls,
            by_pointer,
        } = walk.own;
        for (callee, given) in &calls {
            if let Some(known) = self.functions.get(callee) {
                effects.join(&known.given(given));
            }
        }
        if by_pointer {
            effects.join(&self.pointed);
        }
        effects
    }

    /// Whether an expression may do more than give a value.
    pub(super) fn is_active(&self, unit: &Unit, id: ExprId) -> bool {
        if let Some(known) = self.active.borrow().get(&id) {
            return *known;
        }
        let kind = &unit.exprs[id].kind;
        let active = match kind {
            ExprKind::Call { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Statements { .. }
            | ExprKind::ArgumentList { .. }
            | ExprKind::CompoundLiteral { .. } => true,
            _ => operands(kind)
                .into_iter()
                .any(|operand| self.is_active(unit, operand)),
        };
        self.active.borrow_mut().insert(id, active);
        active
    }
}

impl Effects {
    fn join(&mut self, other: &Self) {
        self.accesses.extend(&other.accesses);
        self.acts.join(other.acts);
        self.calls.extend(other.calls.iter().cloned());
    }

    /// Whether the order of what two do shows, what they read and write apart. Of a filter nobody asks how it fails.
    pub(super) fn shows_order(&self, other: &Self, filter: bool) -> bool {
        let seen = |effects: &Self| effects.acts.events || effects.acts.output;
        let ends = |effects: &Self| effects.acts.fails || effects.acts.exits;
        let one_way = |a: &Self, b: &Self| {
            let some = seen(a) || !a.calls.is_empty();
            seen(a) && (seen(b) || !b.calls.is_empty())
                || some && ends(b)
                || a.acts.exits && (b.acts.fails || b.acts.undefined)
                || !filter && a.acts.fails && b.acts.fails
        };
        // Calls of one function are the same in every order.
        let calls = !self.calls.is_empty()
            && !other.calls.is_empty()
            && self.calls.union(&other.calls).count() > 1;
        calls || one_way(self, other) || one_way(other, self)
    }

    /// Whether more is seen of it than a value or undefined behaviour.
    pub(super) fn is_seen(&self) -> bool {
        let Acts {
            events,
            output,
            fails,
            exits,
            undefined: _,
            stays,
            recurses,
            inputs: _,
        } = self.acts;
        events || output || fails || exits || stays || recurses || !self.calls.is_empty()
    }

    /// The same for a caller who gives these arguments; nothing is known of those that are missing.
    fn given(&self, arguments: &[Given]) -> Self {
        let translate = |access: &Access| {
            let Thing::Through(parameter, kind) = access.thing else {
                return Some(*access);
            };
            let thing = match arguments.get(parameter) {
                Some(Given::Null) => return None,
                Some(Given::Variable(thing)) => *thing,
                Some(Given::Through(outer)) => Thing::Through(*outer, kind),
                Some(Given::Any) | None => Thing::Pointed(kind, None),
            };
            Some(Access { thing, ..*access })
        };
        let accesses = self.accesses.iter().filter_map(translate).collect();
        Self {
            accesses,
            acts: self.acts,
            calls: self.calls.clone(),
        }
    }

    /// Whether something is changed that others may see, or something is done.
    pub(super) fn acts_on_others(&self) -> bool {
        let Acts {
            output,
            fails,
            exits,
            inputs,
            ..
        } = self.acts;
        output || fails || exits || inputs || self.accesses.iter().any(|access| access.writes)
    }
}

/// What nobody reads may be written in any order.
fn forget_unread(own: &mut BTreeMap<FunctionId, Own>, pointed: &BTreeSet<GlobalId>) {
    let all = own.values().flat_map(|own| &own.effects.accesses);
    let read: BTreeSet<GlobalId> = all
        .filter_map(|access| match access.thing {
            Thing::Global(id, _) if !access.writes => Some(id),
            _ => None,
        })
        .collect();
    let matters = |access: &Access| match access.thing {
        Thing::Global(id, _) => read.contains(&id) || pointed.contains(&id),
        Thing::Local(..) | Thing::Pointed(..) | Thing::Through(..) => true,
    };
    own.values_mut()
        .for_each(|own| own.effects.accesses.retain(matters));
}

/// Functions that are spoken of other than to call them.
fn pointed_to(unit: &Unit) -> BTreeSet<FunctionId> {
    let mut called: BTreeMap<ExprId, ()> = BTreeMap::new();
    for expr in unit.exprs.values() {
        if let ExprKind::Call { callee, .. } = expr.kind
            && let ExprKind::Address(function) = unit.exprs[callee].kind
        {
            called.insert(function, ());
        }
    }
    let spoken = unit.exprs.iter().filter_map(|(id, expr)| match expr.kind {
        ExprKind::Function(function) if !called.contains_key(&id) => Some(function),
        _ => None,
    });
    let held = unit
        .globals
        .values()
        .flat_map(|global| &global.init)
        .filter_map(|entry| match entry.value {
            StaticValue::Constant(crate::c::Constant::Address(crate::c::Base::Function(id), _)) => {
                Some(id)
            }
            _ => None,
        });
    spoken.chain(held).collect()
}

/// The variables of a function that have a value wherever they are read.
fn always_set(function: &Function, survey: &Survey) -> BTreeSet<LocalId> {
    let parameters = function.parameters.iter().copied();
    parameters
        .chain(survey.initialised.iter().copied())
        .collect()
}

/// Notes which functions may call themselves, or others that do.
fn note_circles(own: &mut BTreeMap<FunctionId, Own>) {
    let mut ending: BTreeSet<FunctionId> = BTreeSet::new();
    loop {
        let known = ending.len();
        for (id, own) in own.iter() {
            if own.calls.iter().all(|(callee, _)| ending.contains(callee)) {
                ending.insert(*id);
            }
        }
        if ending.len() == known {
            break;
        }
    }
    let circles = own.iter_mut().filter(|(id, _)| !ending.contains(id));
    circles.for_each(|(_, own)| own.effects.acts.recurses = true);
}
