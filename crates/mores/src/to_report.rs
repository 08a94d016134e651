//! From what was learned to the report.

use std::collections::BTreeSet;

use cert::Verdict;
use emit::{report, sentence};
use ir::Component;
use model::InterfaceLts;
use step::StepSystem;
use teach::hybrid::Exploration;
use teach::interface::{Counts, Interface, Known, LONGEST};
use teach::may_must::Abstraction;

use crate::example::{Example, Examples, plain_calls};
use crate::transitions::{Calls, ON_EARLIER_CALLS, Walks, transitions};
use crate::{Engine, Scheme, java, scalars};

/// The model part of a report.
pub(crate) fn model(
    component: &Component,
    learned: &Interface,
    view: &report::View,
) -> report::Interface {
    let interface = &learned.interface;
    let (automaton, system) = (&interface.automaton, &learned.system);
    let names = interface.symbol_names();
    let calls = plain_calls(interface, system, &learned.representatives);
    let mut examples = Examples::new(interface, component, system);
    let examples: Vec<Example> = calls
        .iter()
        .enumerate()
        .map(|(s, args)| examples.of(s, args))
        .collect();
    let walks = Walks {
        calls: Calls::new(interface, system, &calls),
        component,
        names: &names,
    };
    let defined = interface.defined();
    let (transitions, beyond) = transitions(&walks, learned);
    let state = |id: usize| report::State {
        id: id as u64,
        answer: (*automaton.output_of(id)).into(),
        holds: match automaton.output_of(id).is_final() {
            true => Vec::new(),
            false => defined[id]
                .iter()
                .map(|&r| interface.registers[r].name.clone())
                .collect(),
        },
        undecided: false,
        beyond: beyond.contains(&id),
        way: walks.way(id),
    };
    let symbol = |s: usize| {
        let method = &interface.methods[interface.symbols[s].method];
        report::Symbol {
            symbol: names[s].clone(),
            method: method.name.clone(),
            guard: interface.guard_text(s),
            parameters: method.declared.iter().map(|(n, _)| n.clone()).collect(),
            example: examples[s].call.clone(),
            alternatives: examples[s].alternatives.clone(),
        }
    };
    report::Interface {
        view: view.clone(),
        initial: automaton.initial() as u64,
        states: (0..automaton.states()).map(state).collect(),
        alphabet: (0..interface.symbols.len()).map(symbol).collect(),
        transitions,
        methods: methods(component, interface, system),
        statics: component.endings.is_none() && java::keeps_statics(component),
        registers: registers(component, interface),
    }
}

fn registers(component: &Component, interface: &InterfaceLts) -> Vec<report::Parameter> {
    let register = |register: &model::Register| report::Parameter {
        name: register.name.clone(),
        source_type: scalars::written(component, &register.source_type).to_owned(),
    };
    interface.registers.iter().map(register).collect()
}

fn methods(
    component: &Component,
    interface: &InterfaceLts,
    system: &StepSystem,
) -> Vec<report::Method> {
    let param = |(name, ty): &(String, String)| report::Parameter {
        name: name.clone(),
        source_type: ty.clone(),
    };
    let method = |(m, letter): (&model::Method, &step::Letter)| report::Method {
        name: m.name.clone(),
        constructs: m.constructs,
        parameters: m.declared.iter().map(param).collect(),
        scalars: scalars(component, m, letter),
        domain: (m.domain != interface.terms.bool(true))
            .then(|| smt::syntax::print(&interface.terms, m.domain, &m.scope())),
        place: letter.place.as_ref().map(Into::into),
    };
    interface
        .methods
        .iter()
        .zip(system.letters.values())
        .map(method)
        .collect()
}

/// What guards speak of, where that is not what the source declares.
fn scalars(
    component: &Component,
    method: &model::Method,
    letter: &step::Letter,
) -> Vec<report::Parameter> {
    let declared = method.declared.iter().map(|(name, _)| name);
    let spoken = |v: &step::Variable| scalars::named(&v.source_type) == Some(v.ty);
    if declared.eq(letter.params.iter().map(|p| &p.name)) && letter.params.iter().all(spoken) {
        return Vec::new();
    }
    let scalar = |v: &step::Variable| report::Parameter {
        name: v.name.clone(),
        source_type: scalars::written(component, &v.ty.to_string()).to_owned(),
    };
    letter.params.iter().map(scalar).collect()
}

/// The verdict part of a report.
pub(crate) fn verdict(learned: &Interface, integers: report::Integers) -> report::Verdict {
    let (kind, reason) = match &learned.verdict {
        Verdict::Proved(_) => (report::VerdictKind::Proved, None),
        Verdict::UpTo { reason, .. } => (report::VerdictKind::UpTo, Some(reason.to_string())),
        Verdict::Violated(_) => (
            report::VerdictKind::Violated,
            Some("code and model disagree".to_string()),
        ),
        Verdict::Unknown(reason) => (report::VerdictKind::Unknown, Some(reason.to_string())),
    };
    let (unless, depth) = match (&learned.known, &learned.verdict) {
        (Known::Unless { what, depth }, _) => (Some(what.clone()), Some(*depth)),
        (_, Verdict::UpTo { depth, .. }) => (None, Some(*depth)),
        (Known::UpTo(depth), _) => (None, Some(*depth).filter(|&depth| depth > 0)),
        (Known::Always | Known::Bounded, _) => (None, None),
    };
    let assumptions = learned.system.assumed();
    report::Verdict {
        kind,
        depth: depth.map(|depth| depth as u64),
        reason,
        unless,
        integers,
        assumptions,
    }
}

/// The effort part of a report.
pub(crate) fn effort(counts: &Counts, seconds: f64) -> report::Effort {
    let mut engine = Vec::new();
    engine.extend(
        counts
            .last
            .decided_by
            .map(|engine| format!("decided by {}", engine.name())),
    );
    let (regions, frames) = (counts.last.regions, counts.last.frames);
    if regions + frames > 0 {
        engine.push(format!(
            "{regions} regions searched, {frames} frames of PDR"
        ));
    }
    if counts.obligations > 0 {
        engine.push(format!(
            "{} obligations of the certificate checked again",
            counts.obligations
        ));
    }
    let ran = |(&engine, time): (&mc::Engine, &std::time::Duration)| report::EngineTime {
        name: engine.name().to_owned(),
        seconds: (time.as_secs_f64() * 1000.0).round() / 1000.0,
        decided: counts.last.decided_by == Some(engine),
    };
    report::Effort {
        membership: counts.membership as u64,
        equivalence: counts.equivalence as u64,
        solver_calls: counts.solver_calls,
        seconds,
        peak_mb: peak_mb(),
        engine,
        engines: counts.last.ran.iter().map(ran).collect(),
        exploration: None,
        abstraction: None,
        refined: None,
    }
}

/// Adds to the effort what an engine of the papers did.
pub(crate) fn explored(effort: &mut report::Effort, engine: Engine, exploration: &Exploration) {
    let name = match engine {
        Engine::Default => "the default engine",
        Engine::MayMust(_) => "may and must abstraction",
        Engine::Psyco => "PSYCO",
        Engine::Hybrid {
            por: true,
            matching: true,
        } => "X-PSYCO",
        Engine::Hybrid {
            por: true,
            matching: false,
        } => "X-PSYCO without state matching",
        Engine::Hybrid {
            por: false,
            matching: true,
        } => "X-PSYCO without partial-order reduction",
        Engine::Hybrid {
            por: false,
            matching: false,
        } => "X-PSYCO without state matching and partial-order reduction",
    };
    effort
        .engine
        .insert(0, format!("learned by {name}, as published"));
    effort.exploration = Some(report::Exploration {
        k_min: exploration.k_min as u64,
        k_max: exploration.k_max as u64,
        complete: exploration.complete,
        sequences: exploration.sequences,
        skipped_by_por: exploration.skipped_by_por,
        skipped_by_matching: exploration.skipped_by_matching,
    });
}

/// Adds to the report what an abstraction was, and which calls it left undecided.
pub(crate) fn abstracted(report: &mut report::Report, scheme: Scheme, abstraction: &Abstraction) {
    report.effort.engine.insert(
        0,
        format!("learned by may and must abstraction, {}", scheme.name()),
    );
    report.effort.abstraction = Some(report::Abstraction {
        scheme: scheme.name().to_owned(),
        predicates: abstraction.predicates.clone(),
        atoms: abstraction.atoms as u64,
        iterations: abstraction.iterations as u64,
        refinements: abstraction.refinements as u64,
        states: abstraction.states as u64,
    });
    if abstraction.undecided {
        leave_undecided(report);
    }
}

/// Calls the unknown states of a pair of bounds what they are. A reason stays only where the code itself has none to go
/// on: that a call is unknown although its code has an answer is here no matter of its arguments.
fn leave_undecided(report: &mut report::Report) {
    let model = &mut report.model;
    for state in model
        .states
        .iter_mut()
        .filter(|s| s.answer == report::Answer::Unknown)
    {
        state.undecided = true;
    }
    for transition in &mut model.transitions {
        transition.unknown = transition
            .unknown
            .take()
            .filter(|cause| cause.what != ON_EARLIER_CALLS);
    }
    if model.states.iter().any(|s| s.undecided) {
        report.notes.insert(0, sentence::UNDECIDED.to_owned());
    }
}

/// What the names of variables begin with that belong to our C library: users do not know them.
const OF_LIBRARY: &str = "__mores_";

/// Sentences about what is known, what was left out and what could not be decided.
pub(crate) fn notes(
    report: &report::Report,
    component: &Component,
    learned: &Interface,
) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(sentence::not_established(report));
    match sentence::empty(report) {
        Some(empty) => notes.push(empty.to_owned()),
        None => notes.extend(sentence::known_part(report)),
    }
    notes.extend(too_long(learned));
    let left_out = &report.model.view.exclude;
    if !left_out.is_empty() {
        notes.push(format!("Not looked at: {}.", left_out.join(", ")));
    }
    let sliced = learned.counts.sliced.iter().map(String::as_str);
    let sliced: Vec<&str> = sliced
        .filter(|name| !name.starts_with(OF_LIBRARY))
        .collect();
    if !sliced.is_empty() {
        notes.push(format!("No answer depends on {}.", sliced.join(", ")));
    }
    if !report.model.view.real_collections {
        notes.extend(stand_ins(component));
    }
    notes.extend(counts(learned));
    notes
}

/// Which registers are no fields, but say how many elements are held.
fn counts(learned: &Interface) -> Option<String> {
    let system = &learned.system;
    let seen = system.seen().into_iter().map(|at| system.location(at));
    let counted: BTreeSet<String> = seen.flat_map(|at| at.counts.clone().into_keys()).collect();
    let registers = learned.interface.registers.iter().map(|r| r.name.clone());
    let names: Vec<String> = registers.filter(|name| counted.contains(name)).collect();
    let (say, held) = match names.len() {
        0 => return None,
        1 => ("says", "in that field"),
        _ => ("say", "in these fields"),
    };
    Some(format!(
        "{} {say} how many elements are held {held}; states that differ in nothing else are one.",
        names.join(" and ")
    ))
}

/// Which collections were not followed as they are.
fn stand_ins(component: &Component) -> Option<String> {
    let names = front::jvm::stand_ins_of(component);
    (!names.is_empty()).then(|| {
        format!(
            "Classes of mores stand for {} of the JDK; --stand-ins no follows the JDK's own.",
            names.join(", ")
        )
    })
}

/// Which calls are not told apart because nobody would read how.
fn too_long(learned: &Interface) -> Option<String> {
    let methods = &learned.interface.methods;
    let names: Vec<String> = learned
        .brief
        .iter()
        .map(|&m| methods[m].name.clone())
        .collect();
    let (them, rules) = match names.len() {
        0 => return None,
        1 => ("it", "The rule"),
        _ => ("them", "The rules"),
    };
    Some(format!(
        "{rules} of {} would take guards of more than {LONGEST} characters: some calls of {them} are unknown or lead beyond for that \
         reason alone. To see the guards, give --whole.",
        names.join(", "),
    ))
}

/// The most memory this process has used, where the system tells.
pub(crate) fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map_or(0, |kb| kb.div_ceil(1024))
}
