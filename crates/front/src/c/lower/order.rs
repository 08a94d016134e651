//! Operands whose order C leaves open (C11 6.5p2, 6.5p3, 6.5.2.2p10, 6.7.9p23).
//!
//! Where the order makes no difference they are evaluated in that of gcc. An operand that does nothing but give a value is
//! evaluated before and after another one that may change that, and the value is left open if the two differ. Where two operands
//! do something, every order is followed: which one a compiler takes is left open, 0 being gcc's. Where an expression itself
//! changes an object and uses it in no order, it has no meaning. What may be undefined beside what may never come back is looked at
//! before, too (`early`).

use ir::{BinaryOp, Const, Expr, IntType, Like, TerminatorKind, Type, WorldOp};

use super::body::Lowering;
use super::early::Early;
use super::effects::{Access, Effects, How, Scene};
use super::endings::Undefined;
use super::fold;
use super::place::Spot;
use super::shape::{I64, Shape};
use super::thing::{self, Kind, Shares, Thing, share};
use super::value::{Pointer, Value};
use crate::c::tree::{ExprId, ExprKind};

/// What leaves the order open.
pub(super) const ORDER: &str = "the order of evaluation";

/// What is assumed where pointers may meet.
const APART: &str = "no two parts of an expression change and use one object in no order";

/// The most operands whose orders are all followed.
const MOST: usize = 3;

/// An operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    /// The expression.
    pub(super) id: ExprId,
    /// What of it is evaluated.
    pub(super) part: Part,
}

/// What is evaluated of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Its value.
    Value,
    /// Where it is, as a pointer.
    Place,
    /// Where it is, and then what is there.
    Target,
}

/// How operands meet.
#[derive(Default)]
pub(super) struct Meeting {
    /// Those whose order matters.
    pub(super) ordered: Vec<usize>,
    pub(super) undefined: bool,
    pub(super) assumes: bool,
    /// Those that may be undefined before others end the run.
    pub(super) early: Early,
}

impl Lowering<'_, '_> {
    /// The values of operands, whose usual order is given.
    pub(super) fn operands(&mut self, operands: &[Operand], usual: &[usize]) -> Vec<Value> {
        let active = operands
            .iter()
            .filter(|operand| self.is_active(operand.id))
            .count();
        let meeting = if active == 0 || operands.len() < 2 {
            Meeting::default()
        } else {
            self.meeting(operands)
        };
        self.heed(&meeting);
        if meeting.ordered.is_empty() {
            return self.in_order(operands, usual, &meeting);
        }
        if let Some(acting) = self.one_acts(operands, &meeting.ordered) {
            return self.around(operands, usual, &meeting, acting);
        }
        if meeting.ordered.len() > MOST
            || operands
                .iter()
                .any(|operand| self.has_statements(operand.id))
        {
            self.unsupported("the order in which these parts are evaluated, which C leaves open");
            return operands
                .iter()
                .map(|operand| Value::dummy(&self.shape_of(*operand)))
                .collect();
        }
        self.in_any_order(operands, usual, &meeting)
    }

    /// Whether the order of these values matters.
    pub(super) fn is_in_no_order(&self, values: &[ExprId]) -> bool {
        let active = values.iter().filter(|value| self.is_active(**value));
        let least = if self.whole.options.failures.undefined {
            1
        } else {
            2
        };
        values.len() > 1 && active.count() >= least
    }

    fn is_filter(&self) -> bool {
        self.whole.options.streams.is_some()
    }

    fn is_active(&self, id: ExprId) -> bool {
        let library = self
            .function
            .is_none_or(|function| self.unit().functions[function].is_library());
        !library && self.whole.doing().is_active(self.unit(), id)
    }

    /// Whether an operand holds statements: they cannot be written down twice.
    pub(super) fn has_statements(&self, id: ExprId) -> bool {
        let kind = &self.unit().exprs[id].kind;
        let inner = super::survey::operands(kind);
        matches!(kind, ExprKind::Statements { .. })
            || inner
                .into_iter()
                .any(|operand| self.has_statements(operand))
    }

    /// What is undefined ends the run, and what is not known is assumed.
    fn heed(&mut self, meeting: &Meeting) {
        if meeting.undefined {
            let away = self.undefined(Undefined::Sequence);
            self.code.goto(away);
        }
        if meeting.assumes {
            self.code.world(WorldOp::Assume(APART.into()));
        }
        self.heed_recursion(&meeting.early);
    }

    fn meeting(&self, operands: &[Operand]) -> Meeting {
        let effects: Vec<Effects> = operands
            .iter()
            .map(|operand| self.effects_of(*operand))
            .collect();
        let mut meeting = Meeting {
            early: self.early(&effects),
            ..Meeting::default()
        };
        for (i, one) in effects.iter().enumerate() {
            for (j, other) in effects.iter().enumerate().skip(i + 1) {
                let apart = meeting.early.has(i) || meeting.early.has(j);
                let ordered = !apart && one.shows_order(other, self.is_filter())
                    || self.touch(one, other, &mut meeting);
                if ordered {
                    [i, j].into_iter().for_each(|k| {
                        if !meeting.ordered.contains(&k) {
                            meeting.ordered.push(k);
                        }
                    });
                }
            }
        }
        meeting.ordered.sort_unstable();
        meeting
    }

    fn effects_of(&self, operand: Operand) -> Effects {
        let scene = Scene {
            unit: self.unit(),
            options: self.whole.options,
            function: self.function,
        };
        self.whole.doing().of(&scene, operand.id, operand.part)
    }

    /// Whether what one does and what another does touch, in calls; the rest is noted.
    fn touch(&self, one: &Effects, other: &Effects, meeting: &mut Meeting) -> bool {
        let mut ordered = false;
        for a in &one.accesses {
            for b in other.accesses.iter().filter(|b| a.writes || b.writes) {
                match (self.shares(a.thing, b.thing), called(a) || called(b)) {
                    (Shares::No, _) => {}
                    (Shares::Perhaps | Shares::Surely, true) => ordered = true,
                    (Shares::Surely, false) if a.how != How::Perhaps && b.how != How::Perhaps => {
                        meeting.undefined = true
                    }
                    (Shares::Perhaps | Shares::Surely, false) => meeting.assumes = true,
                }
            }
        }
        ordered
    }

    /// Where an update goes, the value before it and the other operand.
    pub(super) fn updated(&mut self, target: ExprId, operand: ExprId) -> (Spot, Value, Expr) {
        let ty = self.unit().exprs[target].ty.id;
        let both = [(target, Part::Target), (operand, Part::Value)];
        let both = both.map(|(id, part)| Operand { id, part });
        let meeting = self.meets_update(&both);
        if meeting.ordered.is_empty() {
            self.try_before(&both, &[1, 0], &meeting);
            let operand = self.number(operand);
            let operand = self.code.atom(operand);
            let spot = self.spot(target);
            let before = self.read(&spot, ty);
            return (spot, before, operand);
        }
        if !self.is_found_by_evaluation(target) && !meeting.early.has(0) {
            let spot = self.spot(target);
            let before = self.read(&spot, ty);
            let before = self.kept(before);
            let operand = self.number(operand);
            let operand = self.code.keep(operand);
            let after = self.read(&spot, ty);
            return (spot, self.either(before, after, false), operand);
        }
        let place = self.held(&Shape::Pointer);
        let before = self.held(&self.shape(ty));
        let other = self.held(&self.shape(self.unit().exprs[operand].ty.id));
        let mut spot = None;
        let chosen = self.code.open(Type::Bool, ORDER, Like::Any);
        let (first, last, on) = (self.code.block(), self.code.block(), self.code.block());
        self.code.branch(chosen, first, last);
        for (block, target_first) in [(last, false), (first, true)] {
            self.code.at(block);
            for at_target in [target_first, !target_first] {
                match at_target {
                    true => spot = Some(self.read_into(target, &place, &before)),
                    false => {
                        let value = self.value(operand);
                        self.keep_in(&other, value);
                    }
                }
            }
            self.code.goto(on);
        }
        self.code.at(on);
        let operand = match other {
            Value::Number(number) => number,
            Value::Void | Value::Pointer(_) | Value::Record(_) => Expr::Const(Const::Bool(false)),
        };
        (
            spot.expect("one of the orders reads the target"),
            before,
            operand,
        )
    }

    /// Reads an lvalue into locals; where it is afterwards.
    fn read_into(&mut self, target: ExprId, place: &Value, before: &Value) -> Spot {
        let ty = self.unit().exprs[target].ty.id;
        let spot = self.spot(target);
        let value = self.read(&spot, ty);
        self.keep_in(before, value);
        let Value::Pointer(held) = place else {
            return spot;
        };
        match spot {
            Spot::Memory(at) => {
                self.keep_in(place, Value::Pointer(at));
                Spot::Memory(held.clone())
            }
            Spot::Bits(at, bits) => {
                self.keep_in(place, Value::Pointer(at));
                Spot::Bits(held.clone(), bits)
            }
            spot @ (Spot::Local(_) | Spot::Static(..)) => spot,
        }
    }

    /// How the target of an update, the first, and the other operand meet.
    fn meets_update(&mut self, both: &[Operand]) -> Meeting {
        if !both.iter().any(|operand| self.is_active(operand.id)) {
            return Meeting::default();
        }
        let meeting = self.meeting(both);
        self.heed(&meeting);
        meeting
    }

    /// A store that comes behind the values of operands, but not behind what they themselves change.
    pub(super) fn stores_beside(&mut self, target: ExprId, values: &[ExprId]) {
        if !values.iter().any(|value| self.is_active(*value)) {
            return;
        }
        let Some(thing) = thing::thing(self.unit(), target) else {
            return;
        };
        let mut meeting = Meeting::default();
        for value in values {
            let effects = self.effects_of(Operand {
                id: *value,
                part: Part::Value,
            });
            for access in effects
                .accesses
                .iter()
                .filter(|access| access.writes && !called(access))
            {
                match (self.shares(access.thing, thing), access.how) {
                    (Shares::No, _) | (_, How::Settled) => {}
                    (Shares::Surely, How::Surely) => meeting.undefined = true,
                    (Shares::Perhaps | Shares::Surely, _) => meeting.assumes = true,
                }
            }
        }
        self.heed(&meeting);
    }

    fn shares(&self, one: Thing, other: Thing) -> Shares {
        share(one, other, &|variable| self.kind_in_memory(variable))
    }

    /// The kind of a variable that pointers may point to.
    fn kind_in_memory(&self, variable: Thing) -> Option<Kind> {
        let unit = self.unit();
        let (ty, pointed) = match variable {
            Thing::Local(id, _) => {
                let function = self.function?;
                (
                    unit.functions[function].locals[id].ty.id,
                    self.survey.pointed.contains(&id),
                )
            }
            Thing::Global(id, _) => (unit.globals[id].ty.id, self.whole.is_pointed_to(id)),
            Thing::Pointed(..) | Thing::Through(..) => return None,
        };
        pointed.then(|| thing::kind(unit, ty))
    }

    fn in_order(&mut self, operands: &[Operand], order: &[usize], meeting: &Meeting) -> Vec<Value> {
        let mut values: Vec<Option<Value>> = vec![None; operands.len()];
        for (i, &at) in order.iter().enumerate() {
            self.try_before(operands, &order[i..], meeting);
            values[at] = Some(self.operand(operands[at]));
        }
        values.into_iter().flatten().collect()
    }

    pub(super) fn operand(&mut self, operand: Operand) -> Value {
        match operand.part {
            Part::Value => self.value(operand.id),
            Part::Place => Value::Pointer(self.spot_pointer(operand.id)),
            Part::Target => {
                let spot = self.spot(operand.id);
                self.read(&spot, self.unit().exprs[operand.id].ty.id)
            }
        }
    }

    fn shape_of(&self, operand: Operand) -> Shape {
        match operand.part {
            Part::Value | Part::Target => {
                let ty = self.unit().exprs[operand.id].ty.id;
                if self.unit().is_argument_list(ty) {
                    Shape::Pointer
                } else {
                    self.shape(ty)
                }
            }
            Part::Place => Shape::Pointer,
        }
    }

    /// The one operand that does something, if the others whose order matters only give scalars.
    fn one_acts(&self, operands: &[Operand], ordered: &[usize]) -> Option<usize> {
        let (acting, giving): (Vec<usize>, Vec<usize>) = ordered
            .iter()
            .partition(|&&at| self.is_active(operands[at].id));
        let scalars = giving.iter().all(|&at| {
            matches!(
                self.shape_of(operands[at]),
                Shape::Number(_) | Shape::Pointer
            )
        });
        // Where undefined behaviour is a failure, it may happen in one order and not in the other.
        let may_fail = |at: &usize| self.effects_of(operands[*at]).acts.undefined;
        let safe = !self.whole.options.failures.undefined || !giving.iter().any(may_fail);
        match acting[..] {
            [acting] if scalars && safe => Some(acting),
            _ => None,
        }
    }

    /// Evaluates operands before and after the one that does something.
    fn around(
        &mut self,
        operands: &[Operand],
        usual: &[usize],
        meeting: &Meeting,
        acting: usize,
    ) -> Vec<Value> {
        let place = |at: usize| usual.iter().position(|operand| *operand == at);
        let giving = meeting.ordered.iter().copied();
        let giving: Vec<usize> = giving.filter(|&at| at != acting).collect();
        let mut before = Vec::new();
        for &at in &giving {
            let value = self.operand(operands[at]);
            before.push(self.kept(value));
        }
        let rest: Vec<usize> = usual
            .iter()
            .copied()
            .filter(|at| !giving.contains(at))
            .collect();
        let mut values: Vec<Option<Value>> = vec![None; operands.len()];
        for (i, &at) in rest.iter().enumerate() {
            self.try_before(operands, &rest[i..], meeting);
            let value = self.operand(operands[at]);
            values[at] = Some(self.kept(value));
        }
        for (&at, before) in giving.iter().zip(before) {
            let after = self.operand(operands[at]);
            let usually_first = place(at) < place(acting);
            values[at] = Some(self.either(before, after, usually_first));
        }
        values.into_iter().flatten().collect()
    }

    /// One of two values; which is left open where they differ.
    fn either(&mut self, before: Value, after: Value, usually_first: bool) -> Value {
        let after = self.kept(after);
        let (usual, other) = if usually_first {
            (before, after)
        } else {
            (after, before)
        };
        let same = match (&usual, &other) {
            (Value::Number(a), Value::Number(b)) => {
                fold::binary(BinaryOp::Eq, a.clone(), b.clone())
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                let blocks = fold::binary(BinaryOp::Eq, a.block.clone(), b.block.clone());
                fold::binary(
                    BinaryOp::And,
                    blocks,
                    fold::binary(BinaryOp::Eq, a.offset.clone(), b.offset.clone()),
                )
            }
            _ => return usual,
        };
        let held = match &usual {
            Value::Number(number) => {
                Value::Number(Expr::Local(self.code.temporary(self.code.ty(number))))
            }
            _ => self.held(&Shape::Pointer),
        };
        let (differ, change, on) = (self.code.block(), self.code.block(), self.code.block());
        self.keep_in(&held, usual);
        self.code.branch(same, on, differ);
        self.code.at(differ);
        let chosen = self.code.open(Type::Bool, ORDER, Like::Any);
        self.code.branch(chosen, change, on);
        self.code.at(change);
        self.keep_in(&held, other);
        self.code.flow(on);
        held
    }

    /// Follows every order of some operands; the others come where they usually do.
    fn in_any_order(
        &mut self,
        operands: &[Operand],
        usual: &[usize],
        meeting: &Meeting,
    ) -> Vec<Value> {
        let places: Vec<usize> = (0..usual.len())
            .filter(|at| meeting.ordered.contains(&usual[*at]))
            .collect();
        let first: Vec<usize> = places.iter().map(|at| usual[*at]).collect();
        let orders = permutations(&first);
        let held: Vec<Value> = operands
            .iter()
            .map(|operand| self.held(&self.shape_of(*operand)))
            .collect();
        let chosen = self.code.open(Type::Int(IntType::I32), ORDER, Like::Any);
        let blocks: Vec<_> = orders.iter().map(|_| self.code.block()).collect();
        let cases = blocks.iter().enumerate().skip(1);
        let cases = cases.map(|(i, block)| (i as i64, *block));
        self.code.end(TerminatorKind::Switch {
            value: chosen,
            cases: cases.collect(),
            default: blocks[0],
        });
        let on = self.code.block();
        for (order, block) in orders.iter().zip(blocks) {
            self.code.at(block);
            let mut now = usual.to_vec();
            places
                .iter()
                .zip(order)
                .for_each(|(place, operand)| now[*place] = *operand);
            for (i, &at) in now.iter().enumerate() {
                self.try_before(operands, &now[i..], meeting);
                let value = self.operand(operands[at]);
                let value = self.snapshot(value, &self.shape_of(operands[at]));
                self.keep_in(&held[at], value);
            }
            self.code.goto(on);
        }
        self.code.at(on);
        held
    }

    /// Locals for a value.
    fn held(&mut self, shape: &Shape) -> Value {
        let pointer = |lowering: &mut Self| Pointer {
            block: Expr::Local(lowering.code.temporary(Type::Ref)),
            offset: Expr::Local(lowering.code.temporary(I64)),
            object: None,
        };
        match shape {
            Shape::Number(ty) => Value::Number(Expr::Local(self.code.temporary(*ty))),
            Shape::Pointer => Value::Pointer(pointer(self)),
            Shape::Record(_) => Value::Record(pointer(self)),
            Shape::Void | Shape::Other(_) => Value::Void,
        }
    }

    /// A record as it is now, whatever happens to it later.
    fn snapshot(&mut self, value: Value, shape: &Shape) -> Value {
        match (value, shape) {
            (Value::Record(at), Shape::Record(size)) => Value::Record(self.copied(&at, *size)),
            (value, _) => value,
        }
    }
}

fn called(access: &Access) -> bool {
    access.how == How::Called
}

/// All orders, the given one first.
fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.len() < 2 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for (at, &item) in items.iter().enumerate() {
        let rest: Vec<usize> = items
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != at)
            .map(|(_, item)| *item)
            .collect();
        all.extend(
            permutations(&rest)
                .into_iter()
                .map(|rest| [&[item], &rest[..]].concat()),
        );
    }
    all
}
