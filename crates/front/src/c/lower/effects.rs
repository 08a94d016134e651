//! What evaluating an expression may read, write and do.
//!
//! C leaves the order of operands open (C11 6.5). Where two of them touch one object and one changes it, or where both do
//! something that can be seen, the order matters (`order`). What a function does counts for those who call it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::call::ending::ASSUMES;
use super::order::Part as Evaluated;
use super::owing::may_owe;
use super::perhaps;
use super::survey::{Survey, named_callee, operands};
use super::{Events, LowerOptions};
use crate::c::library;
use crate::c::tree::*;
use crate::c::types::{FloatKind, RecordId, Type, TypeId};

/// Something that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// A part of a local variable.
    Local(LocalId, Part),
    /// A part of an object with static storage.
    Global(GlobalId, Part),
    /// What a pointer points to: a value of a kind, and which member of which record it is, if it is one.
    Pointed(Kind, Option<(RecordId, u64)>),
    /// What the parameter with this number points to, as far as a caller is concerned; a value of a kind.
    Through(usize, Kind),
}

/// Which bytes of an object: the first and their number, or any.
pub(super) type Part = Option<(u64, u64)>;

/// Kinds of values: those of two kinds do not share memory, as far as C allows it (C11 6.5p7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Characters, records and what else may lie over everything.
    Any,
    Bool,
    Integer(u32),
    Float,
    Double,
    Pointer,
}

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
    calls: BTreeSet<String>,
}

/// Where an expression stands.
pub(super) struct Scene<'a> {
    pub(super) unit: &'a Unit,
    pub(super) options: &'a LowerOptions,
    /// None where the code is made up.
    pub(super) function: Option<FunctionId>,
}

/// What a function does by itself, and whom it calls with what.
#[derive(Default)]
struct Own {
    effects: Effects,
    calls: BTreeSet<(FunctionId, Vec<Given>)>,
    by_pointer: bool,
}

/// What an argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    /// Nothing.
    Null,
    /// A variable, or a part of it.
    Variable(Thing),
    /// What a parameter of the caller points to.
    Through(usize),
    /// Something.
    Any,
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

fn of_function(
    unit: &Unit,
    options: &LowerOptions,
    function: &Function,
    set: &BTreeSet<LocalId>,
) -> Own {
    let mut walk = Walk::new(unit, options, set, How::Called);
    match &function.body {
        Some(Body::Code(body)) => {
            walk.stmt(*body);
            let kept = function.parameters.iter();
            let kept = kept.map(|local| (!walk.own.changes(*local)).then_some(*local));
            let kept = kept.collect();
            walk = Walk {
                parameters: kept,
                ..Walk::new(unit, options, set, How::Called)
            };
            walk.stmt(*body);
        }
        Some(Body::Unsupported(_)) => {}
        None => walk.external(&function.name),
    }
    let mut own = walk.own;
    let acts = &mut own.effects.acts;
    acts.output &= options.streams.is_some();
    acts.exits |= function.noreturn && function.body.is_none();
    // What comes without a result is undefined where somebody looks at that; a function that never returns must not.
    acts.undefined |= options.failures.undefined && (function.noreturn || may_owe(unit, function));
    // The loops of the library end.
    acts.stays &= !function.is_library();
    if function.is_library() && !options.failures.undefined {
        let pointers = function
            .parameters
            .iter()
            .any(|local| unit.types.is_pointer(function.locals[*local].ty.id));
        own.effects.acts.undefined &= pointers;
    }
    let is_entered =
        function.body.is_some() && !function.is_library() && function.name != options.entry;
    let Events {
        calls,
        branches,
        labels,
        returns,
        assigns,
        ..
    } = &options.events;
    let sees_more = *branches || *labels || *returns || !assigns.is_empty();
    own.effects.acts.events |= is_entered && sees_more;
    if is_entered && *calls && options.events.shows(&function.name) {
        own.effects.calls.insert(function.name.clone());
    }
    own.effects.accesses.retain(is_seen_by_callers);
    own
}

/// A caller does not see the variables of a call.
fn is_seen_by_callers(access: &Access) -> bool {
    !matches!(access.thing, Thing::Local(..))
}

impl Own {
    /// Whether a variable is written, or may be.
    fn changes(&self, local: LocalId) -> bool {
        let is = |thing: Thing| matches!(thing, Thing::Local(own, _) if own == local);
        let written = self
            .effects
            .accesses
            .iter()
            .any(|access| access.writes && is(access.thing));
        let given = self.calls.iter().flat_map(|(_, given)| given);
        written
            || given
                .into_iter()
                .any(|given| matches!(given, Given::Variable(thing) if is(*thing)))
    }
}

struct Walk<'u> {
    unit: &'u Unit,
    options: &'u LowerOptions,
    /// The variables that have a value wherever they are read.
    set: &'u BTreeSet<LocalId>,
    own: Own,
    how: How,
    /// The parameters that hold what they were given, wherever one stands.
    parameters: Vec<Option<LocalId>>,
}

impl<'u> Walk<'u> {
    fn new(
        unit: &'u Unit,
        options: &'u LowerOptions,
        set: &'u BTreeSet<LocalId>,
        how: How,
    ) -> Self {
        Self {
            unit,
            options,
            set,
            own: Own::default(),
            how,
            parameters: Vec::new(),
        }
    }

    /// Which parameter a pointer is, or points into what it points to.
    fn parameter(&self, pointer: ExprId) -> Option<usize> {
        match &self.unit.exprs[pointer].kind {
            ExprKind::Convert {
                operand,
                conversion: Conversion::Pointer,
            } => self.parameter(*operand),
            ExprKind::Offset { pointer, .. } => self.parameter(*pointer),
            ExprKind::Read(lvalue) => match self.unit.exprs[*lvalue].kind {
                ExprKind::Local(local) => {
                    self.parameters.iter().position(|own| *own == Some(local))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The parameter that leads to an lvalue.
    fn leads_to(&self, lvalue: ExprId) -> Option<usize> {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Member { record, .. } => self.leads_to(*record),
            ExprKind::Deref(pointer) => self.parameter(*pointer),
            _ => None,
        }
    }

    fn given(&self, argument: ExprId) -> Given {
        let whole = |lvalue: ExprId| match thing(self.unit, lvalue) {
            Some(Thing::Local(id, _)) => Given::Variable(Thing::Local(id, None)),
            Some(Thing::Global(id, _)) => Given::Variable(Thing::Global(id, None)),
            Some(Thing::Pointed(..) | Thing::Through(..)) | None => {
                self.leads_to(lvalue).map_or(Given::Any, Given::Through)
            }
        };
        match &self.unit.exprs[argument].kind {
            ExprKind::Null => Given::Null,
            ExprKind::Convert {
                operand,
                conversion: Conversion::Pointer,
            } => self.given(*operand),
            ExprKind::Address(lvalue) | ExprKind::Decay(lvalue) => whole(*lvalue),
            _ => self.parameter(argument).map_or(Given::Any, Given::Through),
        }
    }

    /// What functions do that have no body. Of those that nothing is known of it is assumed that they change nothing.
    fn external(&mut self, name: &str) {
        let any = Thing::Pointed(Kind::Any, None);
        let counts = self.options.failures.undefined;
        let acts = &mut self.own.effects.acts;
        let plain = name.strip_prefix("__builtin_");
        let of_compiler = plain.is_some();
        match plain.unwrap_or(name) {
            "memcpy" | "memmove" | "memset" | "__memcpy_chk" | "__memmove_chk" | "__memset_chk"
            | "free" | "cfree" | "__mores_unset" => {
                acts.undefined = true;
                self.touch(any, true);
                self.touch(any, false);
            }
            "abort" | "trap" if self.options.failures.abort => acts.fails = true,
            "exit" | "abort" | "trap" | "__mores_exit" => {
                acts.exits = true;
                acts.fails |= self.options.failures.exit;
            }
            "__assert_fail"
            | "__assert_perror_fail"
            | "__assert"
            | "__assert_func"
            | "__assert_rtn"
            | "assert"
            | "__VERIFIER_error"
            | "reach_error"
            | "__VERIFIER_assert"
            | "__CPROVER_assert"
            | "__mores_gives_up" => {
                acts.fails = true;
            }
            "__mores_output" | "__mores_print" | "__mores_out" | "__mores_bytes"
            | "__mores_keep" => acts.output = true,
            "__mores_undefined" | "unreachable" => acts.undefined = true,
            "learn" | "LEARN" => acts.events = true,
            "__mores_input" | "rand" | "random" | "lrand48" => acts.inputs = true,
            name if name.starts_with(library::OWN) || library::has_function(name) => {
                acts.undefined = counts;
            }
            name => {
                acts.inputs = true;
                acts.stays = ASSUMES.contains(&name);
                acts.undefined = counts && of_compiler;
                if self.options.events.calls && self.options.events.shows(name) {
                    self.own.effects.calls.insert(name.to_owned());
                }
            }
        }
    }

    fn touch(&mut self, thing: Thing, writes: bool) {
        self.own.effects.accesses.insert(Access {
            thing,
            writes,
            how: self.how,
        });
    }

    fn perhaps(&mut self, id: ExprId) {
        let before = self.how;
        if before != How::Called {
            self.how = How::Perhaps;
        }
        self.expr(id);
        self.how = before;
    }

    /// What is done before the rest of an expression.
    fn first(&mut self, id: ExprId) {
        let before = self.how;
        if before == How::Surely {
            self.how = How::Settled;
        }
        self.expr(id);
        self.how = before;
    }

    fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        let node = &unit.exprs[id];
        let counts = self.options.failures.undefined;
        if perhaps::may_be_undefined(unit, &node.kind, node.ty.id, counts) {
            self.own.effects.acts.undefined = true;
        }
        match &node.kind {
            ExprKind::Read(lvalue) => {
                self.parts(*lvalue);
                self.touch_lvalue(*lvalue, false);
            }
            ExprKind::Address(lvalue) | ExprKind::Decay(lvalue) => self.parts(*lvalue),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => self.parts(id),
            ExprKind::Assign { target, value } => {
                self.parts(*target);
                self.expr(*value);
                self.touch_lvalue(*target, true);
                self.sees_assignment();
            }
            ExprKind::Update {
                target, operand, ..
            } => {
                self.parts(*target);
                self.expr(*operand);
                self.touch_lvalue(*target, false);
                self.touch_lvalue(*target, true);
                self.sees_assignment();
            }
            ExprKind::Call { callee, arguments } => self.call(*callee, arguments),
            ExprKind::Comma { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Statements { .. } => self.one_after_another(&node.kind),
            ExprKind::ArgumentList { list, op } => {
                self.parts(*list);
                self.touch_lvalue(*list, true);
                if let ArgumentListOp::Copy(from) = op {
                    self.parts(*from);
                }
            }
            kind => operands(kind)
                .into_iter()
                .for_each(|operand| self.expr(operand)),
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId]) {
        match named_callee(self.unit, callee) {
            Some(function) => {
                let given = arguments
                    .iter()
                    .map(|argument| self.given(*argument))
                    .collect();
                self.own.calls.insert((function, given));
            }
            None => {
                self.own.by_pointer = true;
                let acts = &mut self.own.effects.acts;
                acts.undefined |= self.options.failures.undefined;
                self.expr(callee);
            }
        }
        arguments.iter().for_each(|argument| self.expr(*argument));
    }

    /// What says itself in which order its parts are evaluated, and whether they all are.
    fn one_after_another(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Comma { left, right } => {
                self.first(*left);
                self.expr(*right);
            }
            ExprKind::Logical { left, right, .. } => {
                self.first(*left);
                self.perhaps(*right);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.own.effects.acts.events |= self.options.events.branches;
                self.first(*condition);
                self.perhaps(*then);
                self.perhaps(*otherwise);
            }
            ExprKind::Elvis {
                value, otherwise, ..
            } => {
                self.first(*value);
                self.perhaps(*otherwise);
            }
            ExprKind::Statements { block, .. } => {
                let before = std::mem::replace(&mut self.how, How::Called);
                self.stmt(*block);
                self.how = before;
            }
            _ => unreachable!("nothing else says in which order it is evaluated"),
        }
    }

    fn sees_assignment(&mut self) {
        self.own.effects.acts.events |= !self.options.events.assigns.is_empty();
    }

    /// What must be evaluated to know where an lvalue is.
    fn parts(&mut self, lvalue: ExprId) {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Deref(pointer) => self.expr(*pointer),
            ExprKind::Member { record, .. } => self.parts(*record),
            ExprKind::CompoundLiteral { init, local } => {
                self.initializer(init);
                self.touch(Thing::Local(*local, None), true);
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Function(_) => {}
            _ => self.expr(lvalue),
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        for entry in &init.entries {
            if let EntryValue::Expr(value) = entry.value {
                self.expr(value);
            }
        }
    }

    fn touch_lvalue(&mut self, lvalue: ExprId, writes: bool) {
        let Some(thing) = thing(self.unit, lvalue) else {
            return;
        };
        self.own.effects.acts.undefined |= match self.options.failures.undefined && !writes {
            true => perhaps::may_not_be_read(self.unit, lvalue, self.set),
            false => perhaps::leads_through_a_pointer(self.unit, lvalue),
        };
        match (thing, self.leads_to(lvalue)) {
            (Thing::Pointed(kind, _), Some(parameter)) => {
                self.touch(Thing::Through(parameter, kind), writes)
            }
            _ => self.touch(thing, writes),
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmts[id].kind {
            StmtKind::Block { body, .. } => body.iter().for_each(|s| self.stmt(*s)),
            StmtKind::Declare {
                init: Some(init), ..
            } => self.initializer(init),
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(*condition);
                self.stmt(*then);
                otherwise.iter().for_each(|s| self.stmt(*s));
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.own.effects.acts.stays = true;
                self.expr(*condition);
                self.stmt(*body);
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => {
                self.own.effects.acts.stays = true;
                let parts = init.iter().chain(condition).chain(step);
                parts.for_each(|e| self.expr(*e));
                self.stmt(*body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(*value);
                self.stmt(*body);
            }
            StmtKind::Labelled { body, .. } => self.stmt(*body),
            StmtKind::Return(value) => value.iter().for_each(|e| self.expr(*e)),
            StmtKind::Goto(_) => self.own.effects.acts.stays = true,
            StmtKind::Declare { init: None, .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Empty
            | StmtKind::Unsupported(_) => {}
        }
    }
}

/// What an lvalue is a part of; `None` for what nobody can change.
pub(super) fn thing(unit: &Unit, lvalue: ExprId) -> Option<Thing> {
    let node = &unit.exprs[lvalue];
    let size = unit.layout(node.ty.id).map_or(0, |layout| layout.size);
    Some(match &node.kind {
        ExprKind::Local(id) | ExprKind::CompoundLiteral { local: id, .. } => {
            Thing::Local(*id, Some((0, size)))
        }
        ExprKind::Global(id) => Thing::Global(*id, Some((0, size))),
        ExprKind::Member { record, member } => {
            let owner = unit.types.record(unit.exprs[*record].ty.id);
            match thing(unit, *record)? {
                Thing::Local(id, part) => {
                    Thing::Local(id, part.map(|(at, _)| (at + member.offset, size)))
                }
                Thing::Global(id, part) => {
                    Thing::Global(id, part.map(|(at, _)| (at + member.offset, size)))
                }
                Thing::Pointed(..) | Thing::Through(..) => {
                    let union = owner.is_none_or(|owner| unit.types.records[owner].union);
                    let kind = if union {
                        Kind::Any
                    } else {
                        kind(unit, node.ty.id)
                    };
                    Thing::Pointed(
                        kind,
                        owner.filter(|_| !union).map(|owner| (owner, member.offset)),
                    )
                }
            }
        }
        ExprKind::Deref(pointer) => {
            element(unit, *pointer, size).unwrap_or(Thing::Pointed(kind(unit, node.ty.id), None))
        }
        ExprKind::String(_) | ExprKind::Function(_) => return None,
        _ => Thing::Pointed(Kind::Any, None),
    })
}

/// The element of an array that is known by its name.
fn element(unit: &Unit, pointer: ExprId, bytes: u64) -> Option<Thing> {
    let (array, index) = match unit.exprs[pointer].kind {
        ExprKind::Offset {
            pointer,
            index,
            minus: false,
            size,
        } => (pointer, index_of(unit, index, size)),
        _ => (pointer, Some(0)),
    };
    let ExprKind::Decay(array) = unit.exprs[array].kind else {
        return None;
    };
    let part = |part: Part| part.zip(index).map(|((at, _), index)| (at + index, bytes));
    match thing(unit, array)? {
        Thing::Local(id, whole) => Some(Thing::Local(id, part(whole))),
        Thing::Global(id, whole) => Some(Thing::Global(id, part(whole))),
        Thing::Pointed(..) | Thing::Through(..) => None,
    }
}

/// How many bytes behind the first element another one lies, if its index is constant.
fn index_of(unit: &Unit, index: ExprId, size: u64) -> Option<u64> {
    match crate::c::constant::evaluate(unit, index)? {
        crate::c::Constant::Integer(index) => u64::try_from(index).ok()?.checked_mul(size),
        _ => None,
    }
}

fn kind(unit: &Unit, ty: TypeId) -> Kind {
    match unit.types.get(ty) {
        Type::Bool => Kind::Bool,
        Type::Integer(_) => match unit.bits(ty) {
            Some(bits) if bits > 8 => Kind::Integer(bits),
            _ => Kind::Any,
        },
        Type::Enum(id) => kind(unit, unit.types.enums[*id].integer),
        Type::Float(FloatKind::Float) => Kind::Float,
        Type::Float(FloatKind::Double) => Kind::Double,
        Type::Pointer(_) => Kind::Pointer,
        Type::Void
        | Type::Float(FloatKind::LongDouble)
        | Type::Array { .. }
        | Type::Function(_)
        | Type::Record(_)
        | Type::Opaque(_) => Kind::Any,
    }
}

/// How sure it is that two things share memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shares {
    No,
    Perhaps,
    Surely,
}

/// Whether two things share memory. `in_memory` says of a variable whether pointers may point to it, and of what kind it is.
pub(super) fn share(one: Thing, other: Thing, in_memory: &dyn Fn(Thing) -> Option<Kind>) -> Shares {
    let parts = |one: Part, other: Part| match (one, other) {
        (Some((a, n)), Some((b, m))) if a < b + m && b < a + n => Shares::Surely,
        (Some(_), Some(_)) => Shares::No,
        (None, _) | (_, None) => Shares::Perhaps,
    };
    let kinds = |one: Kind, other: Kind| one == other || one == Kind::Any || other == Kind::Any;
    match (one, other) {
        (Thing::Local(a, one), Thing::Local(b, other)) if a == b => parts(one, other),
        (Thing::Global(a, one), Thing::Global(b, other)) if a == b => parts(one, other),
        (Thing::Pointed(_, Some((a, at))), Thing::Pointed(_, Some((b, there))))
            if a == b && at != there =>
        {
            Shares::No
        }
        (Thing::Pointed(a, _), Thing::Pointed(b, _)) if kinds(a, b) => Shares::Perhaps,
        (Thing::Pointed(a, _), variable @ (Thing::Local(..) | Thing::Global(..)))
        | (variable @ (Thing::Local(..) | Thing::Global(..)), Thing::Pointed(a, _)) => {
            match in_memory(variable) {
                Some(b) if kinds(a, b) => Shares::Perhaps,
                Some(_) | None => Shares::No,
            }
        }
        _ => Shares::No,
    }
}

/// The kind of values that a variable holds; all kinds for a record or an array.
pub(super) fn kind_of_variable(unit: &Unit, ty: TypeId) -> Kind {
    kind(unit, ty)
}
