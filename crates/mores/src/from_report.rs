//! From a saved report back to a model, over the terms of a step system.

use emit::report;
use model::{InterfaceLts, Method, MethodSymbol, Moore, Outcome};
use smt::syntax;
use step::StepSystem;

/// Why a saved model cannot be compared with code.
#[derive(Clone, Debug)]
pub(crate) enum Mismatch {
    /// The code has other methods than the model: what changed, one sentence each.
    Methods(Vec<String>),
    /// The model file contradicts itself.
    Broken(String),
}

/// The interface a report holds, over the parameters of the code's methods.
pub(crate) fn interface(report: &report::Report, system: &StepSystem) -> Result<InterfaceLts, Mismatch> {
    let methods = teach::interface::methods(system);
    same_methods(&report.model, &methods)?;
    let symbols = report.model.alphabet.iter().map(|s| symbol(s, &methods, system)).collect::<Result<Vec<_>, _>>()?;
    let automaton = automaton(&report.model)?;
    let (registers, updates) = Default::default();
    Ok(InterfaceLts { terms: system.terms.clone(), methods, symbols, automaton, registers, updates })
}

fn same_methods(model: &report::Model, methods: &[Method]) -> Result<(), Mismatch> {
    let mut changes = Vec::new();
    for method in methods {
        match model.methods.iter().find(|m| m.name == method.name) {
            None => changes.push(format!("the code has {}, the model has not", signature_of_code(method))),
            Some(known) if signature_of_model(known) != signature_of_code(method) => {
                let (old, new) = (signature_of_model(known), signature_of_code(method));
                changes.push(format!("the model has {old}, the code {new}"));
            }
            Some(_) => {}
        }
    }
    let gone = model.methods.iter().filter(|m| methods.iter().all(|c| c.name != m.name));
    changes.extend(gone.map(|m| format!("the model has {}, the code has not", signature_of_model(m))));
    if changes.is_empty() { Ok(()) } else { Err(Mismatch::Methods(changes)) }
}

fn signature(name: &str, params: impl Iterator<Item = (String, String)>) -> String {
    let params: Vec<String> = params.map(|(ty, name)| format!("{ty} {name}")).collect();
    let plain = name.split('(').next().unwrap_or(name);
    format!("{plain}({})", params.join(", "))
}

fn signature_of_code(method: &Method) -> String {
    signature(&method.name, method.declared.iter().map(|(name, ty)| (ty.clone(), name.clone())))
}

fn signature_of_model(method: &report::Method) -> String {
    signature(&method.name, method.parameters.iter().map(|p| (p.source_type.clone(), p.name.clone())))
}

fn symbol(symbol: &report::Symbol, methods: &[Method], system: &StepSystem) -> Result<MethodSymbol, Mismatch> {
    let method = methods
        .iter()
        .position(|m| m.name == symbol.method)
        .ok_or_else(|| Mismatch::Broken(format!("symbol {} is of no method", symbol.symbol)))?;
    let guard = syntax::parse(&system.terms, &symbol.guard, &methods[method].scope())
        .map_err(|e| Mismatch::Broken(format!("the guard of {}, `{}`: {e}", symbol.symbol, symbol.guard)))?;
    Ok(MethodSymbol { method, guard })
}

fn automaton(model: &report::Model) -> Result<Moore<Outcome>, Mismatch> {
    let broken = |what: String| Mismatch::Broken(what);
    let state = |id: u64| model.states.iter().position(|s| s.id == id).ok_or_else(|| broken(format!("no state {id}")));
    let mut rows: Vec<(Outcome, Vec<usize>)> = Vec::new();
    for (position, s) in model.states.iter().enumerate() {
        let outcome = Outcome::from(s.answer);
        let successors = model.alphabet.iter().map(|symbol| {
            if outcome.is_final() {
                return Ok(position);
            }
            let leads = |t: &&report::Transition| t.from == s.id && t.symbol == symbol.symbol;
            let transition = model.transitions.iter().find(leads);
            state(transition.ok_or_else(|| broken(format!("state {} says nothing of {}", s.id, symbol.symbol)))?.to)
        });
        rows.push((outcome, successors.collect::<Result<_, _>>()?));
    }
    Moore::new(model.alphabet.len(), state(model.initial)?, rows).map_err(|e| broken(e.to_string()))
}
