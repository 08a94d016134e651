//! Where lowering passes a place that may be an event.

use base::Place;
use ir::WorldOp;

use super::Key;
use crate::c::constant::{self, Base, Constant};
use crate::c::lower::body::Lowering;
use crate::c::tree::*;
use crate::c::types::{Type, TypeId};

impl Lowering<'_, '_> {
    /// A function is entered.
    pub(in crate::c::lower) fn on_entry(&mut self) {
        if let Some(function) = self
            .seen()
            .filter(|f| self.whole.options.events.calls && !self.is_entry(f))
        {
            let (name, place) = (self.called(function), function.place.clone());
            self.see(Key::Name(name), &place);
        }
    }

    /// A function that is not defined is called.
    pub(in crate::c::lower) fn on_missing_call(&mut self, name: &str, place: &Place) {
        if self.whole.options.events.calls && (self.function.is_none() || self.seen().is_some()) {
            self.see(Key::Name(name.to_owned()), place);
        }
    }

    /// A function returns.
    pub(in crate::c::lower) fn on_return(&mut self) {
        if let Some(function) = self
            .seen()
            .filter(|f| self.whole.options.events.returns && !self.is_entry(f))
        {
            let (name, place) = (
                format!("return from {}", self.called(function)),
                function.place.clone(),
            );
            self.see(Key::Name(name), &place);
        }
    }

    /// A label that the user wrote is passed.
    pub(in crate::c::lower) fn on_label(&mut self, label: LabelId) {
        let Some(function) = self.seen().filter(|_| self.whole.options.events.labels) else {
            return;
        };
        let label = &function.labels[label];
        if let Some(name) = &label.name {
            let (name, place) = (
                format!("{}:{name}", self.called(function)),
                label.place.clone(),
            );
            self.see(Key::Name(name), &place);
        }
    }

    /// A condition of a statement or of `?:` has come out. One that can come out in one way only is none.
    pub(in crate::c::lower) fn on_outcome(&mut self, condition: ExprId, holds: bool) {
        if constant::evaluate(self.unit(), condition).is_some()
            || self.whole.letters.is_assertion(self.unit(), condition)
        {
            return;
        }
        let place = self.unit().exprs[condition].place.clone();
        self.see_branch(
            Key::Outcome(condition, holds),
            if holds { "then" } else { "else" },
            &place,
        );
    }

    /// A `switch` goes to a case, or with none to the default or behind itself.
    pub(in crate::c::lower) fn on_case(&mut self, switch: StmtId, case: Option<(i128, i128)>) {
        let place = self.unit().stmts[switch].place.clone();
        let named = |value| self.case_name(switch, value);
        let way = match case {
            Some((low, high)) if low == high => format!("case {}", named(low)),
            Some((low, high)) => format!("case {} ... {}", named(low), named(high)),
            None => "default".to_owned(),
        };
        self.see_branch(Key::Case(switch, case.map(|(low, _)| low)), &way, &place);
    }

    /// A value as the enum that a `switch` looks at calls it.
    fn case_name(&self, switch: StmtId, value: i128) -> String {
        let StmtKind::Switch { value: subject, .. } = self.unit().stmts[switch].kind else {
            return value.to_string();
        };
        let ty = self.unit().exprs[self.unconverted(subject)].ty.id;
        self.enumerator(value, ty)
            .unwrap_or_else(|| value.to_string())
    }

    /// An lvalue has been given a value: that of an expression, or another one.
    pub(in crate::c::lower) fn on_assign(&mut self, target: ExprId, value: Option<ExprId>) {
        if let Some(name) = self.name_of(target) {
            let place = self.unit().exprs[target].place.clone();
            self.on_given(&name, self.unit().exprs[target].ty.id, value, &place);
        }
    }

    /// A variable has been given a value by its declaration.
    pub(in crate::c::lower) fn on_initialise(&mut self, local: LocalId, init: &Initializer) {
        let Some(variable) = self
            .function
            .map(|f| &self.unit().functions[f].locals[local])
        else {
            return;
        };
        let value = init
            .entries
            .iter()
            .rev()
            .find_map(|entry| match entry.value {
                EntryValue::Expr(value) => Some(value),
                EntryValue::Characters(_) => None,
            });
        if let Some(name) = variable
            .name
            .clone()
            .filter(|_| self.shape(variable.ty.id).scalar().is_some())
        {
            let (ty, place) = (variable.ty.id, variable.place.clone());
            self.on_given(&name, ty, value, &place);
        }
    }

    fn on_given(&mut self, name: &str, ty: TypeId, value: Option<ExprId>, place: &Place) {
        if self.seen().is_none() {
            return;
        }
        self.whole
            .letters
            .assigned
            .borrow_mut()
            .insert(name.to_owned());
        if self
            .whole
            .options
            .events
            .assigns
            .iter()
            .any(|asked| asked == name)
        {
            let value = value
                .and_then(|value| self.spelling(value, ty))
                .unwrap_or_else(|| "*".to_owned());
            self.see(Key::Name(format!("{name} := {value}")), place);
        }
    }

    /// `learn(id)` is called.
    pub(in crate::c::lower) fn on_learn(&mut self, id: ExprId) {
        let place = self.unit().exprs[id].place.clone();
        match self
            .spelling(id, self.unit().exprs[id].ty.id)
            .or_else(|| self.name_of(id))
        {
            Some(name) => self.see(Key::Name(name), &place),
            None => self.unsupported("an event that is not named by a constant"),
        }
    }

    /// The function, if it is the user's.
    fn seen(&self) -> Option<&Function> {
        self.function
            .map(|id| &self.unit().functions[id])
            .filter(|function| !function.is_library())
    }

    /// What a function is called: with its file where several files have one of this name.
    fn called(&self, function: &Function) -> String {
        // Two files that include one header have the same functions of it.
        let other = |other: &Function| {
            other.name == function.name && other.place != function.place && !other.is_library()
        };
        let functions = self.unit().functions.values();
        let mut defined = functions.filter(|function| function.body.is_some());
        match function.linkage == Linkage::Internal && defined.any(other) {
            true => format!("{}:{}", function.place.file_name(), function.name),
            false => function.name.clone(),
        }
    }

    fn is_entry(&self, function: &Function) -> bool {
        function.name == self.whole.options.entry
    }

    fn see_branch(&mut self, key: Key, way: &str, place: &Place) {
        let Some(function) = self.seen().filter(|_| self.whole.options.events.branches) else {
            return;
        };
        let at = format!("{}:{}", self.called(function), place.line);
        let name = |number| match number {
            1 => format!("{at} {way}"),
            _ => format!("{at}/{number} {way}"),
        };
        let (letters, asked) = (&self.whole.letters, &self.whole.options.events);
        let event = letters.event(&self.whole.program, asked, key, name, place);
        self.code_event(event);
    }

    fn see(&mut self, key: Key, place: &Place) {
        let (letters, asked) = (&self.whole.letters, &self.whole.options.events);
        let event = letters.event(&self.whole.program, asked, key, |_| String::new(), place);
        self.code_event(event);
    }

    fn code_event(&mut self, event: Option<ir::EventId>) {
        if let Some(event) = event {
            self.code.world(WorldOp::Event(event));
        }
    }

    /// What a variable or member is called, or the array whose element it is.
    fn name_of(&self, lvalue: ExprId) -> Option<String> {
        let unit = self.unit();
        match &unit.exprs[lvalue].kind {
            ExprKind::Local(id) => unit.functions[self.function?].locals[*id].name.clone(),
            ExprKind::Global(id) => Some(unit.globals[*id].name.clone()),
            ExprKind::Member { member, .. } => Some(member.name.clone()),
            ExprKind::Read(inner) | ExprKind::Decay(inner) => self.name_of(*inner),
            ExprKind::Deref(pointer) => match &unit.exprs[*pointer].kind {
                ExprKind::Offset { pointer, .. } => self.array_name(*pointer),
                _ => self.array_name(*pointer),
            },
            ExprKind::Convert { operand, .. } => self.name_of(*operand),
            _ => None,
        }
    }

    fn array_name(&self, pointer: ExprId) -> Option<String> {
        match &self.unit().exprs[pointer].kind {
            ExprKind::Decay(array) => self.name_of(*array),
            _ => None,
        }
    }

    /// A constant as the source writes it, as far as that is known.
    fn spelling(&self, value: ExprId, ty: TypeId) -> Option<String> {
        let unit = self.unit();
        if let Some(name) = unit.enumerators.get(&self.unconverted(value)) {
            return Some(name.clone());
        }
        match constant::evaluate(unit, value)? {
            Constant::Integer(number) => Some(
                self.enumerator(number, ty)
                    .unwrap_or_else(|| number.to_string()),
            ),
            Constant::Float(number) => Some(number.to_string()),
            Constant::Address(Base::Function(id), 0) => Some(unit.functions[id].name.clone()),
            Constant::Address(Base::Global(id), 0) => Some(format!("&{}", unit.globals[id].name)),
            Constant::Address(Base::String(id), 0) => {
                let characters = unit.strings[id].elements.iter().take_while(|c| **c != 0);
                Some(
                    characters
                        .map(|c| char::from_u32(*c).unwrap_or('?'))
                        .collect(),
                )
            }
            Constant::Address(..) => None,
        }
    }

    /// An expression before all conversions.
    fn unconverted(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Convert { operand, .. } = &self.unit().exprs[id].kind {
            id = *operand;
        }
        id
    }

    /// The name of a value in the enum that a type is.
    fn enumerator(&self, number: i128, ty: TypeId) -> Option<String> {
        let Type::Enum(id) = self.unit().types.get(ty) else {
            return None;
        };
        let values = self.unit().types.enums[*id].values.as_ref()?;
        values
            .iter()
            .find(|(_, value)| *value == number)
            .map(|(name, _)| name.clone())
    }
}
