//! The arguments of a call as terms, and as values of the interpreter.

use ir::interp::{Machine, ObjectId as Concrete, Value as Number};
use ir::{ClassId, Component, Const, Type};
use smt::{Term, Terms};
use symex::{Choice, Integers, Object, ObjectId, Open, State, Value, World};

use crate::plan::{Kind, New, Origin, Part, Plan};
use crate::{Letter, Variable};

/// The variables of a letter, named after its entry so that no two letters share one.
pub(crate) fn variables(
    plan: &Plan,
    entry: &str,
    terms: &Terms,
    integers: Integers,
) -> Vec<Variable> {
    let variable = |scalar: &crate::plan::Scalar| {
        let sort = integers.sort(scalar.ty).expect("a scalar has a sort");
        let term = terms.var(&format!("{entry}:{}", scalar.name), sort);
        Variable {
            name: scalar.name.clone(),
            source_type: scalar.source_type.clone(),
            ty: scalar.ty,
            term,
        }
    };
    plan.scalars.iter().map(variable).collect()
}

/// The arguments of a call, and the open references among them.
pub(crate) fn symbolic(
    letter: &Letter,
    world: &World<'_>,
    state: &State,
    this: Option<ObjectId>,
) -> (Vec<Value>, Vec<Open>) {
    let plan = &letter.plan;
    let maker = Symbolic {
        letter,
        world,
        state,
        this,
    };
    let open = plan
        .references
        .iter()
        .map(|r| maker.open(&r.choices))
        .collect();
    (plan.params.iter().map(|p| maker.part(p)).collect(), open)
}

struct Symbolic<'a> {
    letter: &'a Letter,
    world: &'a World<'a>,
    state: &'a State,
    this: Option<ObjectId>,
}

impl Symbolic<'_> {
    fn part(&self, part: &Part) -> Value {
        match *part {
            Part::Scalar(n) => Value::Scalar(self.letter.params[n].term),
            Part::Cast(n, to) => {
                let param = &self.letter.params[n];
                Value::Scalar(self.world.cast(param.ty, to, param.term))
            }
            Part::Constant(constant) => self.world.constant(constant),
            Part::Reference(n) => Value::Open(base::Id::from_index(n)),
            Part::Hidden => Value::Hidden,
        }
    }

    fn open(&self, choices: &[(Option<usize>, Origin)]) -> Open {
        let terms = self.world.terms;
        let mut before: Vec<Term> = Vec::new();
        let mut found = Vec::new();
        for (selector, origin) in choices {
            let here = selector.map_or(terms.bool(true), |s| self.letter.params[s].term);
            let when: Vec<Term> = before.iter().map(|&b| terms.not(b)).chain([here]).collect();
            found.push((terms.and(&when), self.choice(origin)));
            before.push(here);
        }
        Open { choices: found }
    }

    fn blank(&self, class: ClassId) -> Object {
        match self.world.program.classes[class].element {
            Some(_) => Object::new(class, Vec::new()),
            None => self.world.blank(class),
        }
    }

    fn choice(&self, origin: &Origin) -> Choice {
        match origin {
            Origin::Null => Choice::Known(None),
            Origin::Constant(id, _) => Choice::Known(Some(ObjectId::Image(*id))),
            Origin::This => Choice::Known(self.this),
            Origin::Held(field, otherwise) => {
                let Some(this) = self.this else {
                    return Choice::Known(None);
                };
                let object = self.state.heap.object(self.world, this);
                match object.content[self.world.program.slot(*field)] {
                    Value::Ref(Some(object)) => Choice::Known(Some(object)),
                    Value::Ref(None) => Choice::New(self.blank(*otherwise)),
                    Value::Open(_) | Value::Hidden | Value::NotNull | Value::Scalar(_) => {
                        Choice::Forgotten(format!(
                            "parameters of {}: an object that the component holds and that nothing is known of",
                            self.letter.name
                        ))
                    }
                }
            }
            Origin::Same(n, otherwise) => {
                Choice::Same(base::Id::from_index(*n), self.blank(*otherwise))
            }
            Origin::New(new) => Choice::New(Object::new(
                new.class,
                new.parts.iter().map(|p| self.part(p)).collect(),
            )),
            Origin::Unknown(what) => Choice::Stop(what.clone()),
        }
    }
}

/// The arguments of a call for given scalars; `Err` says why there are none.
pub(crate) fn concrete(
    plan: &Plan,
    component: &Component,
    machine: &mut Machine<'_>,
    this: Option<Concrete>,
    scalars: &[Number],
) -> Result<Vec<Number>, String> {
    let mut made = vec![None; plan.references.len()];
    let mut maker = Build {
        plan,
        component,
        machine,
        this,
        scalars,
        made: &mut made,
    };
    plan.params.iter().map(|p| maker.part(p)).collect()
}

struct Build<'a, 'm, 'p> {
    plan: &'a Plan,
    component: &'a Component,
    machine: &'m mut Machine<'p>,
    this: Option<Concrete>,
    scalars: &'a [Number],
    made: &'a mut Vec<Option<Number>>,
}

impl Build<'_, '_, '_> {
    fn part(&mut self, part: &Part) -> Result<Number, String> {
        Ok(match *part {
            Part::Scalar(n) => self.scalars[n],
            Part::Cast(n, Type::Int(int)) => match self.scalars[n] {
                Number::Int(number) => Number::Int(int.wrap(number)),
                other => other,
            },
            Part::Cast(n, _) => self.scalars[n],
            Part::Constant(constant) => self.constant(constant),
            Part::Reference(n) => self.reference(n)?,
            // Whatever it is: nothing that looks at it is compared.
            Part::Hidden => Number::NULL,
        })
    }

    fn constant(&self, constant: Const) -> Number {
        match constant {
            Const::Bool(b) => Number::Bool(b),
            Const::Int(_, n) => Number::Int(n),
            Const::Float(float, bits) => Number::Float(float, bits),
            Const::Null => Number::NULL,
            Const::Object(id) => Number::Ref(Some(Concrete::of_image(id))),
        }
    }

    fn reference(&mut self, n: usize) -> Result<Number, String> {
        if let Some(known) = self.made[n] {
            return Ok(known);
        }
        let taken = |s: &Option<usize>| s.is_none_or(|s| self.scalars[s] == Number::Bool(true));
        let found = self.plan.references[n]
            .choices
            .iter()
            .find(|(selector, _)| taken(selector));
        let (_, origin) = found.ok_or("a reference of no known kind")?;
        if let Origin::New(new) = origin {
            // An object may refer to itself, so that it is there before its content.
            let object = self.allocated(new);
            self.made[n] = Some(Number::Ref(Some(object)));
            self.fill(object, new)?;
        } else {
            self.made[n] = Some(self.origin(origin)?);
        }
        Ok(self.made[n].expect("it was just made"))
    }

    fn origin(&mut self, origin: &Origin) -> Result<Number, String> {
        Ok(match origin {
            Origin::Null => Number::NULL,
            Origin::Constant(id, _) => Number::Ref(Some(Concrete::of_image(*id))),
            Origin::This => Number::Ref(self.this),
            Origin::Held(field, otherwise) => {
                match self.this.map(|this| self.machine.field(this, *field)) {
                    Some(Number::Ref(Some(held))) => Number::Ref(Some(held)),
                    _ => self.blank(*otherwise),
                }
            }
            Origin::Same(n, otherwise) => match self.reference(*n)? {
                Number::Ref(Some(same)) => Number::Ref(Some(same)),
                _ => self.blank(*otherwise),
            },
            Origin::New(new) => {
                let object = self.allocated(new);
                self.fill(object, new)?;
                Number::Ref(Some(object))
            }
            Origin::Unknown(what) => return Err(what.clone()),
        })
    }

    fn blank(&mut self, class: ClassId) -> Number {
        Number::Ref(Some(match self.component.program.classes[class].element {
            Some(_) => self.machine.allocate_array(class, 0),
            None => self.machine.allocate(class),
        }))
    }

    fn allocated(&mut self, new: &New) -> Concrete {
        match new.kind {
            Kind::Array => self.machine.allocate_array(new.class, new.parts.len()),
            Kind::Object | Kind::Text | Kind::Known => self.machine.allocate(new.class),
        }
    }

    fn fill(&mut self, object: Concrete, new: &New) -> Result<(), String> {
        let layout = self.component.program.layout(new.class);
        for (at, part) in new.parts.iter().enumerate() {
            let value = self.part(part)?;
            match new.kind {
                Kind::Array => self.machine.set_element(object, at, value),
                Kind::Object | Kind::Text | Kind::Known => {
                    self.machine.set_field(object, layout[at], value);
                }
            }
        }
        Ok(())
    }
}
