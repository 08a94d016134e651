//! Two interfaces over the methods that both have, in the same terms.
//!
//! Methods are matched by name and types. What parameters are called does not matter: a scalar goes by the position of
//! the parameter it belongs to. A parameter of a class that got a new field is still comparable; one that can be other
//! things than before (another class, another field of the component) is not, since a call of the one version then has
//! no counterpart in the other.

use std::collections::{BTreeMap, BTreeSet};

use base::Outcome;
use emit::report::{self, Report};
use ir::{IntType, Type};
use model::{InterfaceLts, Method, MethodSymbol, Moore, Parameter, Register, Updates};
use smt::syntax::{self, Asked, Scope};
use smt::{Term, Terms, Value};
use step::{Integers, Variable};

use crate::from_report::{register, updates};
use crate::scalars;

/// The two interfaces, and what could not be matched.
pub(crate) struct Common {
    pub(crate) old: InterfaceLts,
    pub(crate) new: InterfaceLts,
    /// For each method its names in the two versions.
    pub(crate) names: Vec<(String, String)>,
    pub(crate) added: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) incomparable: Vec<String>,
    /// For each method whose arguments are made of the same scalars in both, what each version says all of them satisfy.
    pub(crate) domains: Vec<Option<(Term, Term)>>,
    /// For each method the names of the two versions for the same terms.
    scopes: Vec<(Scope, Scope)>,
    /// For each method what one of the versions calls a scalar.
    own_names: Vec<BTreeMap<String, String>>,
}

/// A scalar of a method: what it is called in its version, what it is called in both, its type.
struct Scalar {
    own: String,
    shared: String,
    ty: Type,
}

/// A method of one version.
struct Read<'r> {
    method: &'r report::Method,
    scalars: Vec<Scalar>,
}

/// Matches the methods of two reports. `Err` if a report contradicts itself.
pub(crate) fn common(old: &Report, new: &Report, integers: Integers) -> Result<Common, String> {
    let (olds, news) = (methods(old)?, methods(new)?);
    let terms = Terms::new();
    let mut matched = Matched {
        terms: &terms,
        integers,
        methods: Vec::new(),
        names: Vec::new(),
        domains: Vec::new(),
        scopes: Vec::new(),
        own_names: Vec::new(),
    };
    let mut incomparable = Vec::new();
    for (key, o) in &olds {
        if let Some(n) = find(&news, key) {
            match unlike(o, n) {
                Some(why) => incomparable.push(format!("{}: {why}", signature(o.method))),
                None => matched.add(key, o, n)?,
            }
        }
    }
    let missing = |from: &[(String, Read<'_>)], other: &[(String, Read<'_>)]| -> Vec<String> {
        from.iter()
            .filter(|(key, _)| find(other, key).is_none())
            .map(|(_, read)| signature(read.method))
            .collect()
    };
    Ok(Common {
        old: matched.interface(old, "first", |names| &names.0, |scopes| &scopes.0)?,
        new: matched.interface(new, "second", |names| &names.1, |scopes| &scopes.1)?,
        added: missing(&news, &olds),
        removed: missing(&olds, &news),
        incomparable,
        names: matched.names,
        domains: matched.domains,
        scopes: matched.scopes,
        own_names: matched.own_names,
    })
}

/// In the order of the source, so that differences come in it.
fn methods(report: &Report) -> Result<Vec<(String, Read<'_>)>, String> {
    let simple = report
        .subject
        .name
        .rsplit(['.', '$'])
        .next()
        .unwrap_or(&report.subject.name);
    let read = |method| {
        Ok((
            key(method, simple),
            Read {
                scalars: scalars(method)?,
                method,
            },
        ))
    };
    report.model.methods.iter().map(read).collect()
}

fn find<'a, 'r>(methods: &'a [(String, Read<'r>)], key: &str) -> Option<&'a Read<'r>> {
    methods
        .iter()
        .find(|(known, _)| known == key)
        .map(|(_, read)| read)
}

/// Name and types. Constructors go by no name, so that a class may be compared with one of another name.
fn key(method: &report::Method, class: &str) -> String {
    let plain = method.name.split('(').next().unwrap_or(&method.name);
    let plain = if method.constructs && plain == class {
        "new"
    } else {
        plain
    };
    let types: Vec<&str> = method
        .parameters
        .iter()
        .map(|p| p.source_type.as_str())
        .collect();
    format!("{plain}({})", types.join(", "))
}

/// A method as its declaration shows it.
pub(crate) fn signature(method: &report::Method) -> String {
    let plain = method.name.split('(').next().unwrap_or(&method.name);
    let params: Vec<String> = method
        .parameters
        .iter()
        .map(|p| format!("{} {}", p.source_type, p.name))
        .collect();
    format!(
        "{}{plain}({})",
        if method.constructs { "new " } else { "" },
        params.join(", ")
    )
}

fn scalars(method: &report::Method) -> Result<Vec<Scalar>, String> {
    let listed = if method.scalars.is_empty() {
        &method.parameters
    } else {
        &method.scalars
    };
    let scalar = |p: &report::Parameter| {
        let ty = scalar_type(&p.source_type)
            .ok_or_else(|| format!("{} of {} has no scalar type", p.name, method.name));
        Ok(Scalar {
            own: p.name.clone(),
            shared: shared_name(&p.name, &method.parameters),
            ty: ty?,
        })
    };
    listed.iter().map(scalar).collect()
}

/// Characters of texts are bytes, for which Java has no name.
fn scalar_type(name: &str) -> Option<Type> {
    let byte = IntType {
        bits: 8,
        signed: false,
    };
    scalars::named(name).or_else(|| (name == byte.to_string()).then_some(Type::Int(byte)))
}

/// The name of a scalar with positions for parameters: `#0.connected`, `#1 == #0`, `#0 == this.key`.
fn shared_name(name: &str, parameters: &[report::Parameter]) -> String {
    renamed(name, parameters, |position| format!("#{position}"))
}

/// A text with other names for parameters, by their positions.
pub(crate) fn renamed(
    text: &str,
    parameters: &[report::Parameter],
    called: impl Fn(usize) -> String,
) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let mut before = ' ';
    let close = |word: &mut String, before: char, out: &mut String| {
        // What follows a point is a field.
        match parameters
            .iter()
            .position(|p| p.name == *word)
            .filter(|_| before != '.')
        {
            Some(position) => out.push_str(&called(position)),
            None => out.push_str(word),
        }
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' || c == '$' {
            word.push(c);
        } else {
            close(&mut word, before, &mut out);
            out.push(c);
            before = c;
        }
    }
    close(&mut word, before, &mut out);
    out
}

/// Whether a scalar says which object is meant, not what is in it.
fn is_choice(name: &str) -> bool {
    name.contains(' ')
}

/// Why calls of the one version have no counterpart in the other.
fn unlike(old: &Read<'_>, new: &Read<'_>) -> Option<String> {
    let choices = |read: &Read<'_>| -> BTreeSet<String> {
        read.scalars
            .iter()
            .filter(|s| is_choice(&s.shared))
            .map(|s| s.own.clone())
            .collect()
    };
    let shared = |read: &Read<'_>| -> BTreeSet<String> {
        read.scalars
            .iter()
            .filter(|s| is_choice(&s.shared))
            .map(|s| s.shared.clone())
            .collect()
    };
    if shared(old) != shared(new) {
        let list = |names: BTreeSet<String>| match names.len() {
            0 => "nothing".to_owned(),
            _ => names
                .into_iter()
                .map(|n| format!("`{n}`"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let (old, new) = (list(choices(old)), list(choices(new)));
        return Some(format!(
            "what its arguments can be is told by {old} in the one, by {new} in the other"
        ));
    }
    let retyped = old.scalars.iter().find(|o| {
        new.scalars
            .iter()
            .any(|n| n.shared == o.shared && n.ty != o.ty)
    })?;
    Some(format!("{} has another type", retyped.own))
}

impl Common {
    /// The value of a scalar that one of the versions calls so.
    pub(crate) fn value(
        &self,
        method: usize,
        second: bool,
        own: &str,
        args: &[Value],
    ) -> Option<Value> {
        let (old, new) = &self.scopes[method];
        let (term, _) = (if second { new } else { old }).lookup(own)?;
        let at = self.old.methods[method]
            .params
            .iter()
            .position(|p| p.term == term)?;
        args.get(at).cloned()
    }

    /// What a version calls a scalar: the old one if it knows it.
    pub(crate) fn own_name(&self, method: usize, shared: &str) -> Option<String> {
        self.own_names[method].get(shared).cloned()
    }
}

struct Matched<'t> {
    terms: &'t Terms,
    integers: Integers,
    methods: Vec<Method>,
    /// The names of the two versions for the same terms.
    scopes: Vec<(Scope, Scope)>,
    names: Vec<(String, String)>,
    domains: Vec<Option<(Term, Term)>>,
    own_names: Vec<BTreeMap<String, String>>,
}

impl Matched<'_> {
    fn add(&mut self, key: &str, old: &Read<'_>, new: &Read<'_>) -> Result<(), String> {
        let mut params: Vec<Parameter> = Vec::new();
        for scalar in old.scalars.iter().chain(&new.scalars) {
            if params.iter().all(|p| p.name != scalar.shared) {
                params.push(self.parameter(key, scalar)?);
            }
        }
        let scope = |read: &Read<'_>| {
            let mut scope = Scope::new();
            for scalar in &read.scalars {
                if let Some(param) = params.iter().find(|p| p.name == scalar.shared) {
                    scope.declare(&scalar.own, param.term, param.ty);
                }
            }
            scope
        };
        let scopes = (scope(old), scope(new));
        let domains = (self.domain(old, &scopes.0)?, self.domain(new, &scopes.1)?);
        let domain = self.terms.and(&[domains.0, domains.1]);
        let same_scalars = params.len() == old.scalars.len() && params.len() == new.scalars.len();
        self.domains.push(same_scalars.then_some(domains));
        let declared = old.method.parameters.iter();
        let declared = declared.map(|p| (p.name.clone(), p.source_type.clone()));
        let (name, constructs) = (old.method.name.clone(), old.method.constructs);
        self.methods.push(Method {
            name,
            constructs,
            declared: declared.collect(),
            params,
            domain,
            asked: Asked::default(),
        });
        let named = new.scalars.iter().chain(&old.scalars);
        let named = named.map(|s| (s.shared.clone(), s.own.clone()));
        self.own_names.push(named.collect());
        self.scopes.push(scopes);
        self.names
            .push((old.method.name.clone(), new.method.name.clone()));
        Ok(())
    }

    fn parameter(&self, key: &str, scalar: &Scalar) -> Result<Parameter, String> {
        let sort = self
            .integers
            .sort(scalar.ty)
            .ok_or_else(|| format!("{} is no scalar", scalar.own))?;
        let term = self.terms.var(&format!("{key}:{}", scalar.shared), sort);
        let source_type = scalars::in_java(&scalar.ty.to_string()).to_owned();
        let variable = Variable {
            name: scalar.shared.clone(),
            source_type: source_type.clone(),
            ty: scalar.ty,
            term,
        };
        Ok(Parameter {
            ty: variable.syntax_type(self.integers),
            name: scalar.shared.clone(),
            source_type,
            term,
        })
    }

    fn domain(&self, read: &Read<'_>, scope: &Scope) -> Result<Term, String> {
        match &read.method.domain {
            Some(text) => {
                syntax::parse(self.terms, text, scope).map_err(|e| format!("`{text}`: {e}"))
            }
            None => Ok(self.terms.bool(true)),
        }
    }

    /// What a report says of the matched methods.
    fn interface(
        &self,
        report: &Report,
        whose: &str,
        name: impl Fn(&(String, String)) -> &String,
        scope: impl Fn(&(Scope, Scope)) -> &Scope,
    ) -> Result<InterfaceLts, String> {
        let registers = report
            .model
            .registers
            .iter()
            .map(|r| register(r, whose, self.terms, self.integers));
        let registers = registers.collect::<Result<Vec<_>, _>>()?;
        let scope = |method: usize| remembering(scope(&self.scopes[method]).clone(), &registers);
        let mut symbols = Vec::new();
        let mut kept = Vec::new();
        for symbol in &report.model.alphabet {
            let mut names = self.names.iter();
            let Some(method) = names.position(|names| *name(names) == symbol.method) else {
                continue;
            };
            let guard = syntax::parse(self.terms, &symbol.guard, &scope(method))
                .map_err(|e| format!("the guard of {}, `{}`: {e}", symbol.symbol, symbol.guard))?;
            symbols.push(MethodSymbol { method, guard });
            kept.push(symbol.symbol.as_str());
        }
        let (terms, methods) = (self.terms.clone(), self.methods.clone());
        let automaton = automaton(&report.model, &kept)?;
        let updated = Updates::new();
        let mut interface = InterfaceLts {
            terms,
            methods,
            symbols,
            automaton,
            registers: registers.clone(),
            updates: updated,
        };
        // What registers hold is of use only where all methods are compared.
        if kept.len() == report.model.alphabet.len() {
            interface.updates = updates(&report.model, &interface, scope)?;
        }
        Ok(interface)
    }
}

/// What guards may speak of where registers hold something.
fn remembering(mut scope: Scope, registers: &[Register]) -> Scope {
    registers
        .iter()
        .for_each(|r| scope.declare(&r.name, r.term, r.ty));
    scope
}

/// What of the automaton is claimed: a call that is only guessed leads to a further state, which is unknown.
fn automaton(model: &report::Interface, symbols: &[&str]) -> Result<Moore<Outcome>, String> {
    let guessed = model.states.len();
    let states = model.states.iter().enumerate();
    let states: BTreeMap<u64, usize> = states.map(|(i, s)| (s.id, i)).collect();
    let state = |id: u64| {
        let known = states.get(&id).copied();
        known.ok_or_else(|| format!("there is no state {id}"))
    };
    let moves: BTreeMap<(u64, &str), &report::Transition> = model
        .transitions
        .iter()
        .map(|t| ((t.from, t.symbol.as_str()), t))
        .collect();
    let row = |(position, s): (usize, &report::State)| {
        let outcome = Outcome::from(s.answer);
        let next = |symbol: &&str| match (outcome.is_final(), moves.get(&(s.id, *symbol))) {
            (true, _) => Ok(position),
            (false, None) if s.beyond => Ok(guessed),
            (false, Some(transition)) if !transition.answered => Ok(guessed),
            (false, Some(transition)) => state(transition.to),
            (false, None) => Err(format!("state {} says nothing of {symbol}", s.id)),
        };
        Ok((
            outcome,
            symbols
                .iter()
                .map(next)
                .collect::<Result<Vec<_>, String>>()?,
        ))
    };
    let mut rows = model
        .states
        .iter()
        .enumerate()
        .map(row)
        .collect::<Result<Vec<_>, String>>()?;
    if rows.iter().any(|(_, row)| row.contains(&guessed)) {
        rows.push((Outcome::Unknown, vec![guessed; symbols.len()]));
    }
    Moore::new(symbols.len(), state(model.initial)?, rows).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_goes_by_the_position_of_its_parameter() {
        let named = |name: &str| report::Parameter {
            name: name.to_owned(),
            source_type: "Node".to_owned(),
        };
        let params = [named("to"), named("from")];
        let shared = |name: &str| shared_name(name, &params);
        assert_eq!(shared("to.from"), "#0.from");
        assert_eq!(shared("from == to"), "#1 == #0");
        assert_eq!(shared("from == this.to"), "#1 == this.to");
        assert_eq!(shared("from.length == 1"), "#1.length == 1");
    }
}
