//! Registers that hold symbols read before, or numbers that come around: rings and phases become states and lookback.
//!
//! `window[at++ & 3] = c` is a register for `at` and four for the window. What `at` is modulo four becomes part of the state, and
//! then each of the four is the symbol read a fixed number of symbols ago.

use std::collections::HashMap;

use model::transducer::{End, Start, State, Step, SymbolicTransducer};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, Sort, Term, Terms, Value};

use crate::words::numbered;

/// More states than this are not made.
const MOST_STATES: usize = 256;
/// Registers do not become symbols that were read longer ago.
const MOST_BACK: usize = 16;

/// The same machine without registers, if there is one that is not much larger.
pub(crate) fn unrolled(machine: &SymbolicTransducer) -> Option<SymbolicTransducer> {
    let [start] = &machine.starts[..] else {
        return None;
    };
    if machine.registers.is_empty() || start.when.is_some() {
        return None;
    }
    let initial: Vec<Term> = machine
        .registers
        .iter()
        .map(|register| machine.terms.constant(register.initial.clone()))
        .collect();
    let mut unroller = Unroller::new(machine);
    unroller.number((start.state, initial))?;
    let mut states = Vec::new();
    while let Some(place) = unroller.places.get(states.len()).cloned() {
        states.push(unroller.state(&place)?);
    }
    let states = merged(&states);
    let mut found = SymbolicTransducer {
        registers: Vec::new(),
        starts: vec![Start {
            when: None,
            state: 0,
        }],
        states,
        ..machine.clone()
    };
    found.lookback = farthest(&found)?;
    Some(found)
}

/// A state, and what each register is there: a term over the symbols read before.
type Place = (usize, Vec<Term>);

struct Unroller<'a> {
    machine: &'a SymbolicTransducer,
    /// For each register: only these lowest bits of it matter.
    masks: Vec<Option<u64>>,
    /// Each symbol as it is called after one more was read.
    later: FxHashMap<Term, Term>,
    places: Vec<Place>,
    numbers: HashMap<Place, usize>,
}

impl<'a> Unroller<'a> {
    fn new(machine: &'a SymbolicTransducer) -> Self {
        let registers = 0..machine.registers.len();
        Self {
            machine,
            masks: registers.map(|number| mask(machine, number)).collect(),
            later: (0..MOST_BACK)
                .map(|back| (machine.seen(back), machine.seen(back + 1)))
                .collect(),
            places: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    fn number(&mut self, place: Place) -> Option<usize> {
        if let Some(known) = self.numbers.get(&place) {
            return Some(*known);
        }
        let number = self.places.len();
        self.places.push(place.clone());
        self.numbers.insert(place, number);
        (number < MOST_STATES).then_some(number)
    }

    /// The state for a place.
    fn state(&mut self, (state, values): &Place) -> Option<State> {
        let (machine, terms) = (self.machine, &self.machine.terms);
        let registers = machine.registers.iter().map(|register| register.variable);
        let map: FxHashMap<Term, Term> = registers.zip(values.iter().copied()).collect();
        let all = |ts: &[Term]| terms.substitute_all(ts, &map);
        let does = &machine.states[*state];
        let mut steps = Vec::new();
        for step in &does.steps {
            let guard = terms.substitute(step.guard, &map);
            if guard == terms.false_() {
                continue;
            }
            let to = self.number((step.to, self.after(&all(&step.updates))?))?;
            steps.push(Step {
                guard,
                writes: all(&step.writes),
                updates: Vec::new(),
                to,
            });
        }
        let ends = does.ends.iter().map(|end| End {
            guard: terms.substitute(end.guard, &map),
            writes: all(&end.writes),
        });
        Some(State {
            steps,
            ends: ends.collect(),
            failure: does.failure.clone(),
        })
    }

    /// What registers are when the symbol has been read that they were computed with.
    fn after(&self, updates: &[Term]) -> Option<Vec<Term>> {
        let values = updates.iter().zip(&self.masks);
        values.map(|(t, mask)| self.value(*t, *mask)).collect()
    }

    /// A number, or a symbol that was read before and perhaps widened.
    fn value(&self, t: Term, mask: Option<u64>) -> Option<Term> {
        let terms = &self.machine.terms;
        if let Some(Value::BitVec { width, bits }) = terms.value(t) {
            return Some(terms.bv(*width, bits & mask.unwrap_or(u64::MAX)));
        }
        let symbol = match terms.op(t) {
            Op::ZeroExtend(_) | Op::SignExtend(_) => terms.args(t)[0],
            _ => t,
        };
        let simple = terms.value(t).is_some() || self.later.contains_key(&symbol);
        simple.then(|| terms.substitute(t, &self.later))
    }
}

/// The lowest bits of a register that anything depends on, if it is a number that is added to and masked.
fn mask(machine: &SymbolicTransducer, number: usize) -> Option<u64> {
    let terms = &machine.terms;
    let register = machine.registers[number].variable;
    let Sort::BitVec(width @ 1..=64) = terms.sort(register) else {
        return None;
    };
    let mut roots = Vec::new();
    for state in &machine.states {
        for step in &state.steps {
            let own = step.updates.get(number).copied();
            let others = step.updates.iter().copied().enumerate();
            roots.extend(others.filter(|(i, _)| *i != number).map(|(_, t)| t));
            roots.extend(step.writes.iter().copied().chain([step.guard]));
            // The lowest bits of a sum depend on the lowest bits of what is added.
            roots.extend(own.filter(|own| !is_sum(terms, *own, register)));
        }
        for end in &state.ends {
            roots.extend(end.writes.iter().copied().chain([end.guard]));
        }
    }
    let used = used(terms, &roots, register)?;
    let bits = u64::BITS - used.leading_zeros();
    (bits < width).then(|| (1u64 << bits) - 1)
}

/// Whether a term is the register, a constant, or the register plus constants.
fn is_sum(terms: &Terms, t: Term, register: Term) -> bool {
    let plain = |t: &Term| *t == register || terms.value(*t).is_some();
    plain(&t) || (matches!(terms.op(t), Op::BvAdd) && terms.args(t).iter().all(plain))
}

/// The bits of the register that the terms look at, if they look at it through masks only.
fn used(terms: &Terms, roots: &[Term], register: Term) -> Option<u64> {
    let mut seen = FxHashSet::default();
    let mut todo = roots.to_vec();
    let mut used = 0;
    if roots.contains(&register) {
        return None;
    }
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        if !args.contains(&register) {
            todo.extend_from_slice(args);
            continue;
        }
        let constant = args.iter().find_map(|arg| terms.value(*arg)?.as_unsigned());
        used |= match (terms.op(t), constant) {
            (Op::BvAnd, Some(mask)) if args.len() == 2 => mask,
            (Op::Extract { hi, .. }, _) if *hi < 63 => (1 << (hi + 1)) - 1,
            _ => return None,
        };
    }
    Some(used)
}

/// What a state does, but for where it leads.
type Deeds = (Vec<(Term, Vec<Term>)>, Vec<(Term, Vec<Term>)>, bool);

/// States that do the same, and lead to such, as one.
fn merged(states: &[State]) -> Vec<State> {
    let deeds = |state: &State| -> Deeds {
        let steps = state.steps.iter().map(|s| (s.guard, s.writes.clone()));
        let ends = state.ends.iter().map(|e| (e.guard, e.writes.clone()));
        (steps.collect(), ends.collect(), state.failure.is_some())
    };
    let mut classes = numbered(states.iter().map(deeds));
    loop {
        let kind = |(state, class): (&State, &usize)| -> (usize, Vec<usize>) {
            let nexts = state.steps.iter().map(|step| classes[step.to]);
            (*class, nexts.collect())
        };
        let finer = numbered(states.iter().zip(&classes).map(kind));
        if finer.iter().max() == classes.iter().max() {
            break;
        }
        classes = finer;
    }
    let mut found: Vec<State> = Vec::new();
    for (state, class) in states.iter().zip(&classes) {
        if *class == found.len() {
            let mut state = state.clone();
            let steps = state.steps.iter_mut();
            steps.for_each(|step| step.to = classes[step.to]);
            found.push(state);
        }
    }
    found
}

/// How far back a machine looks; nothing if a register is left in it.
fn farthest(machine: &SymbolicTransducer) -> Option<usize> {
    let mut roots = Vec::new();
    for state in &machine.states {
        for step in &state.steps {
            roots.extend(step.writes.iter().copied().chain([step.guard]));
        }
        for end in &state.ends {
            roots.extend(end.writes.iter().copied().chain([end.guard]));
        }
    }
    let places: FxHashMap<Term, usize> = (0..=MOST_BACK)
        .map(|back| (machine.seen(back), back))
        .collect();
    let variables = machine.terms.free_vars_of(&roots);
    let backs = variables
        .iter()
        .map(|variable| places.get(variable).copied());
    Some(
        backs
            .collect::<Option<Vec<usize>>>()?
            .into_iter()
            .max()
            .unwrap_or(0),
    )
}
