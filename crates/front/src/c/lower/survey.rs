//! What must be known of a function before it is lowered: whose address is taken, where labels stand, what loops.

use std::collections::{BTreeMap, BTreeSet};

use crate::c::tree::{self, *};

/// A look at a function's body.
#[derive(Default)]
pub(super) struct Survey {
    /// Locals whose address is taken.
    pub(super) escaped: BTreeSet<LocalId>,
    /// Objects with static storage whose address is taken.
    pub(super) escaped_globals: BTreeSet<GlobalId>,
    /// Where labels stand.
    pub(super) labels: BTreeMap<LabelId, LabelSite>,
    /// Loops and their numbers.
    pub(super) loops: BTreeMap<StmtId, u32>,
    /// Locals that are given a value before anything can read them: each declaration has an initialiser, and no label
    /// stands behind it in its block.
    pub(super) initialised: BTreeSet<LocalId>,
    /// Whether there are labels that `goto` leads to, so that a declaration may be reached twice.
    pub(super) jumps: bool,
    /// Variables that pointers may point to: those whose address is taken, and arrays and records of which more is done than to
    /// name an element or a member.
    pub(super) pointed: BTreeSet<LocalId>,
    /// The same for objects with static storage.
    pub(super) pointed_globals: BTreeSet<GlobalId>,
    /// Variables that are spoken of.
    pub(super) mentioned: BTreeSet<LocalId>,
    /// Functions that are spoken of.
    pub(super) functions: BTreeSet<tree::FunctionId>,
}

/// Where a label stands.
#[derive(Default)]
pub(super) struct LabelSite {
    /// The blocks and loops around it, the outermost first.
    pub(super) around: Vec<StmtId>,
    /// The number of the loop that jumping back to it makes.
    pub(super) loop_: Option<u32>,
}

/// Looks at a function.
pub(super) fn survey(unit: &Unit, function: &Function) -> Survey {
    let mut walk = Walk {
        unit,
        addressed: &function.addressed,
        found: Survey::default(),
        around: Vec::new(),
        declaring: Vec::new(),
    };
    if let Some(Body::Code(body)) = function.body {
        walk.stmt(body);
    }
    // A jump may pass any declaration.
    if walk.found.jumps {
        walk.found.initialised.clear();
    }
    walk.found
}

struct Walk<'u> {
    unit: &'u Unit,
    /// The labels that computed jumps may lead to.
    addressed: &'u BTreeMap<LabelId, GlobalId>,
    found: Survey,
    around: Vec<StmtId>,
    /// Locals whose initialisers are looked at.
    declaring: Vec<LocalId>,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit.stmts[id].kind {
            StmtKind::Block { body, .. } => {
                self.initialised(body);
                self.within(id, |walk| body.iter().for_each(|s| walk.stmt(*s)));
            }
            StmtKind::Declare {
                local,
                init: Some(init),
            } => {
                self.declaring.push(*local);
                self.initializer(init);
                self.declaring.pop();
            }
            StmtKind::Declare { init: None, .. } => {}
            StmtKind::Expr(expr) | StmtKind::Measure { length: expr, .. } => self.expr(*expr),
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
                self.loop_(id, |walk| {
                    walk.expr(*condition);
                    walk.stmt(*body);
                });
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => {
                init.iter().for_each(|e| self.expr(*e));
                self.loop_(id, |walk| {
                    condition.iter().chain(step).for_each(|e| walk.expr(*e));
                    walk.stmt(*body);
                });
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(*value);
                self.stmt(*body);
            }
            StmtKind::Labelled { label, body } => {
                self.pass(*label);
                self.stmt(*body);
            }
            StmtKind::Goto(label) => self.goto(*label),
            StmtKind::ComputedGoto(target) => self.computed_goto(*target),
            StmtKind::Return(value) => value.iter().for_each(|e| self.expr(*e)),
            StmtKind::Break | StmtKind::Continue | StmtKind::Empty | StmtKind::Unsupported(_) => {}
        }
    }

    /// Notes the locals of a block that always have a value.
    fn initialised(&mut self, body: &[StmtId]) {
        if body.iter().any(|s| self.has_label(*s)) {
            return;
        }
        let declared = body.iter().filter_map(|s| match &self.unit.stmts[*s].kind {
            StmtKind::Declare {
                local,
                init: Some(_),
            } => Some(*local),
            _ => None,
        });
        let declared: Vec<LocalId> = declared.collect();
        self.found.initialised.extend(declared);
    }

    /// Whether the `case` of a switch around leads into a statement.
    fn has_label(&self, id: StmtId) -> bool {
        match &self.unit.stmts[id].kind {
            StmtKind::Labelled { .. } => true,
            StmtKind::Block { body, .. } => body.iter().any(|s| self.has_label(*s)),
            StmtKind::If {
                then, otherwise, ..
            } => self.has_label(*then) || otherwise.is_some_and(|s| self.has_label(s)),
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => self.has_label(*body),
            StmtKind::Switch { .. }
            | StmtKind::Declare { .. }
            | StmtKind::Measure { .. }
            | StmtKind::Expr(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Empty
            | StmtKind::Unsupported(_) => false,
        }
    }

    fn within(&mut self, id: StmtId, walk: impl FnOnce(&mut Self)) {
        self.around.push(id);
        walk(self);
        self.around.pop();
    }

    fn loop_(&mut self, id: StmtId, walk: impl FnOnce(&mut Self)) {
        let number = self.next_loop();
        self.found.loops.insert(id, number);
        self.within(id, walk);
    }

    fn next_loop(&self) -> u32 {
        let labels = self
            .found
            .labels
            .values()
            .filter(|site| site.loop_.is_some())
            .count();
        (self.found.loops.len() + labels) as u32
    }

    fn pass(&mut self, label: LabelId) {
        let site = LabelSite {
            around: self.around.clone(),
            loop_: None,
        };
        self.found.labels.insert(label, site);
    }

    fn computed_goto(&mut self, target: ExprId) {
        self.expr(target);
        self.addressed.keys().for_each(|label| self.goto(*label));
    }

    /// A jump to a label that was passed already is a loop.
    fn goto(&mut self, label: LabelId) {
        self.found.jumps = true;
        let number = self.next_loop();
        if let Some(site) = self.found.labels.get_mut(&label) {
            site.loop_.get_or_insert(number);
        }
    }

    fn initializer(&mut self, init: &Initializer) {
        for entry in &init.entries {
            match entry.value {
                EntryValue::Expr(value) => self.expr(value),
                EntryValue::Characters(_) => {}
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        match &unit.exprs[id].kind {
            ExprKind::Address(lvalue) => self.address(*lvalue),
            ExprKind::Decay(array) => {
                self.point_to(*array);
                self.expr(*array);
            }
            ExprKind::Deref(pointer) => self.element(*pointer),
            ExprKind::Local(local) => {
                self.found.mentioned.insert(*local);
                // `int x = x;`
                if self.declaring.contains(local) {
                    self.found.initialised.remove(local);
                }
            }
            ExprKind::Function(function) => {
                self.found.functions.insert(*function);
            }
            ExprKind::CompoundLiteral { init, .. } => self.initializer(init),
            ExprKind::Statements { block, .. } => self.stmt(*block),
            kind => operands(kind).into_iter().for_each(|e| self.expr(e)),
        }
    }

    /// What a pointer points to. The element of an array is named without a pointer that others could keep.
    fn element(&mut self, pointer: ExprId) {
        let unit = self.unit;
        match &unit.exprs[pointer].kind {
            ExprKind::Offset { pointer, index, .. } => {
                self.expr(*index);
                self.element(*pointer);
            }
            ExprKind::Decay(array) => self.expr(*array),
            _ => self.expr(pointer),
        }
    }

    /// Pointers may point to what an lvalue is a part of.
    fn point_to(&mut self, lvalue: ExprId) {
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Local(local) | ExprKind::CompoundLiteral { local, .. } => {
                self.found.pointed.insert(*local);
            }
            ExprKind::Global(global) => {
                self.found.pointed_globals.insert(*global);
            }
            ExprKind::Member { record, .. } => self.point_to(*record),
            ExprKind::Deref(pointer) => self.point_to_element(*pointer),
            _ => {}
        }
    }

    fn point_to_element(&mut self, pointer: ExprId) {
        match &self.unit.exprs[pointer].kind {
            ExprKind::Offset { pointer, .. } => self.point_to_element(*pointer),
            ExprKind::Decay(array) => self.point_to(*array),
            _ => {}
        }
    }

    fn address(&mut self, lvalue: ExprId) {
        self.point_to(lvalue);
        match &self.unit.exprs[lvalue].kind {
            ExprKind::Local(local) | ExprKind::CompoundLiteral { local, .. } => {
                self.found.escaped.insert(*local);
            }
            ExprKind::Global(global) => {
                self.found.escaped_globals.insert(*global);
            }
            _ => {}
        }
        self.expr(lvalue);
    }
}

/// The expressions that are parts of one.
pub(in crate::c) fn operands(kind: &ExprKind) -> Vec<ExprId> {
    match kind {
        ExprKind::Integer(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::String(_)
        | ExprKind::Function(_)
        | ExprKind::CompoundLiteral { .. }
        | ExprKind::Statements { .. }
        | ExprKind::Unsupported(_) => vec![],
        ExprKind::Deref(e) | ExprKind::Read(e) | ExprKind::Address(e) | ExprKind::Decay(e) => {
            vec![*e]
        }
        ExprKind::Member { record, .. } | ExprKind::MemberOfValue { record, .. } => vec![*record],
        ExprKind::Convert { operand, .. } | ExprKind::Unary { operand, .. } => vec![*operand],
        ExprKind::Binary { left, right, .. }
        | ExprKind::Compare { left, right, .. }
        | ExprKind::Logical { left, right, .. }
        | ExprKind::Difference { left, right, .. }
        | ExprKind::Comma { left, right } => vec![*left, *right],
        ExprKind::Offset { pointer, index, .. } => vec![*pointer, *index],
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => vec![*condition, *then, *otherwise],
        ExprKind::Elvis {
            value, otherwise, ..
        } => vec![*value, *otherwise],
        ExprKind::Assign { target, value } => vec![*target, *value],
        ExprKind::Update {
            target, operand, ..
        } => vec![*target, *operand],
        ExprKind::Call { callee, arguments } => std::iter::once(*callee)
            .chain(arguments.iter().copied())
            .collect(),
        ExprKind::ArgumentList {
            op: ArgumentListOp::Copy(from),
            list,
        } => vec![*list, *from],
        ExprKind::ArgumentList { list, .. } => vec![*list],
    }
}

/// Objects with static storage whose address an initial value of another one holds.
pub(super) fn static_addresses(unit: &Unit) -> BTreeSet<GlobalId> {
    let entries = unit.globals.values().flat_map(|global| &global.init);
    let bases = entries.filter_map(|entry| match entry.value {
        StaticValue::Constant(crate::c::Constant::Address(crate::c::Base::Global(id), _)) => {
            Some(id)
        }
        _ => None,
    });
    bases.collect()
}

/// The function that is called by its name.
pub(in crate::c) fn named_callee(unit: &Unit, callee: ExprId) -> Option<tree::FunctionId> {
    match unit.exprs[callee].kind {
        ExprKind::Address(function) => match unit.exprs[function].kind {
            ExprKind::Function(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}
