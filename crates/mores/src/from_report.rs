//! From a saved report back to a model, over the terms of a step system.

use emit::report;
use model::{InterfaceLts, Method, MethodSymbol, Moore, Outcome, Register, Updates};
use smt::{Term, Terms, syntax};
use step::{Integers, StepSystem, Variable};

use crate::scalars;

/// Why a saved model cannot be compared with code.
#[derive(Clone, Debug)]
pub(crate) enum Mismatch {
    /// The code has other methods than the model: what changed, one sentence each.
    Methods(Vec<String>),
    /// The model file contradicts itself.
    Broken(String),
}

/// The interface a report holds, over the parameters of the code's methods.
pub(crate) fn interface(
    report: &report::Report,
    system: &StepSystem,
) -> Result<InterfaceLts, Mismatch> {
    let methods = teach::interface::methods(system);
    same_methods(&report.model, &methods)?;
    let registers = report.model.registers.iter();
    let registers = registers
        .map(|r| register(r, "register", &system.terms, system.integers))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Mismatch::Broken)?;
    let automaton = automaton(&report.model)?;
    let terms = system.terms.clone();
    let mut interface = InterfaceLts {
        terms,
        methods,
        symbols: Vec::new(),
        automaton,
        registers,
        updates: Updates::new(),
    };
    for read in &report.model.alphabet {
        interface.symbols.push(symbol(read, &interface)?);
    }
    interface.updates = updates(&report.model, &interface, |method| interface.scope(method))
        .map_err(Mismatch::Broken)?;
    Ok(interface)
}

/// A register over a variable of its own, which is called after what kind of thing it is.
pub(crate) fn register(
    register: &report::Parameter,
    kind: &str,
    terms: &Terms,
    integers: Integers,
) -> Result<Register, String> {
    let report::Parameter { name, source_type } = register.clone();
    let unknown = || format!("the register {name} has no scalar type: {source_type}");
    let ty = scalars::named(&source_type).ok_or_else(unknown)?;
    let sort = integers.sort(ty).ok_or_else(unknown)?;
    let term = terms.var(&format!("{kind}:{name}"), sort);
    let variable = Variable {
        name: name.clone(),
        source_type: source_type.clone(),
        ty,
        term,
    };
    Ok(Register {
        name,
        source_type,
        ty: variable.syntax_type(integers),
        term,
    })
}

/// What the registers hold after each transition, for an interface with the states and symbols of a report.
/// `scope` says what the report calls the scalars of a method.
pub(crate) fn updates(
    model: &report::Interface,
    interface: &InterfaceLts,
    scope: impl Fn(usize) -> syntax::Scope,
) -> Result<Updates, String> {
    let mut updates = Updates::new();
    if interface.registers.is_empty() {
        return Ok(updates);
    }
    let state = |id: u64| model.states.iter().position(|s| s.id == id);
    for transition in &model.transitions {
        let symbol = model
            .alphabet
            .iter()
            .position(|s| s.symbol == transition.symbol);
        let (Some(from), Some(to), Some(symbol)) =
            (state(transition.from), state(transition.to), symbol)
        else {
            return Err(format!(
                "a transition of `{}` leads nowhere",
                transition.symbol
            ));
        };
        if transition.answered && !Outcome::from(model.states[to].answer).is_final() {
            let scope = scope(interface.symbols[symbol].method);
            let value =
                |r: &Register| update(r, (&model.states[to], transition), &scope, interface);
            let values = interface
                .registers
                .iter()
                .map(value)
                .collect::<Result<_, _>>()?;
            updates.insert((from, symbol), values);
        }
    }
    Ok(updates)
}

fn update(
    register: &Register,
    (to, transition): (&report::State, &report::Transition),
    scope: &syntax::Scope,
    interface: &InterfaceLts,
) -> Result<Option<Term>, String> {
    if !to.holds.contains(&register.name) {
        return Ok(None);
    }
    let Some(text) = transition.updates.get(&register.name) else {
        return Ok(Some(register.term));
    };
    let broken = |e| format!("the update of {}, `{text}`: {e}", register.name);
    syntax::parse_value(&interface.terms, text, scope, register.ty)
        .map(Some)
        .map_err(broken)
}

fn same_methods(model: &report::Interface, methods: &[Method]) -> Result<(), Mismatch> {
    let mut changes = Vec::new();
    for method in methods {
        match model.methods.iter().find(|m| m.name == method.name) {
            None => changes.push(format!(
                "the code has {}, the model has not",
                signature_of_code(method)
            )),
            Some(known) if signature_of_model(known) != signature_of_code(method) => {
                let (old, new) = (signature_of_model(known), signature_of_code(method));
                changes.push(format!("the model has {old}, the code {new}"));
            }
            Some(_) => {}
        }
    }
    let gone = model
        .methods
        .iter()
        .filter(|m| methods.iter().all(|c| c.name != m.name));
    changes
        .extend(gone.map(|m| format!("the model has {}, the code has not", signature_of_model(m))));
    if changes.is_empty() {
        Ok(())
    } else {
        Err(Mismatch::Methods(changes))
    }
}

fn signature(name: &str, params: impl Iterator<Item = (String, String)>) -> String {
    let params: Vec<String> = params.map(|(ty, name)| format!("{ty} {name}")).collect();
    let plain = name.split('(').next().unwrap_or(name);
    format!("{plain}({})", params.join(", "))
}

fn signature_of_code(method: &Method) -> String {
    signature(
        &method.name,
        method
            .declared
            .iter()
            .map(|(name, ty)| (ty.clone(), name.clone())),
    )
}

fn signature_of_model(method: &report::Method) -> String {
    signature(
        &method.name,
        method
            .parameters
            .iter()
            .map(|p| (p.source_type.clone(), p.name.clone())),
    )
}

fn symbol(symbol: &report::Symbol, interface: &InterfaceLts) -> Result<MethodSymbol, Mismatch> {
    let method = interface
        .methods
        .iter()
        .position(|m| m.name == symbol.method)
        .ok_or_else(|| Mismatch::Broken(format!("symbol {} is of no method", symbol.symbol)))?;
    let guard =
        syntax::parse(&interface.terms, &symbol.guard, &interface.scope(method)).map_err(|e| {
            Mismatch::Broken(format!(
                "the guard of {}, `{}`: {e}",
                symbol.symbol, symbol.guard
            ))
        })?;
    Ok(MethodSymbol { method, guard })
}

/// What of the automaton is claimed: a call that is only guessed leads to a further state, which is unknown.
fn automaton(model: &report::Interface) -> Result<Moore<Outcome>, Mismatch> {
    let broken = |what: String| Mismatch::Broken(what);
    let state = |id: u64| {
        model
            .states
            .iter()
            .position(|s| s.id == id)
            .ok_or_else(|| broken(format!("no state {id}")))
    };
    let guessed = model.states.len();
    let mut rows: Vec<(Outcome, Vec<usize>)> = Vec::new();
    for (position, s) in model.states.iter().enumerate() {
        let outcome = Outcome::from(s.answer);
        let successors = model.alphabet.iter().map(|symbol| {
            if outcome.is_final() {
                return Ok(position);
            }
            if s.beyond {
                return Ok(guessed);
            }
            let leads = |t: &&report::Transition| t.from == s.id && t.symbol == symbol.symbol;
            let transition = model.transitions.iter().find(leads);
            let missing = || broken(format!("state {} says nothing of {}", s.id, symbol.symbol));
            let transition = transition.ok_or_else(missing)?;
            if transition.answered {
                state(transition.to)
            } else {
                Ok(guessed)
            }
        });
        rows.push((outcome, successors.collect::<Result<_, _>>()?));
    }
    if rows.iter().any(|(_, row)| row.contains(&guessed)) {
        rows.push((Outcome::Unknown, vec![guessed; model.alphabet.len()]));
    }
    Moore::new(model.alphabet.len(), state(model.initial)?, rows).map_err(|e| broken(e.to_string()))
}
