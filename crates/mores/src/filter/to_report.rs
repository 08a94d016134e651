//! From a transducer to the report on it.

use std::time::Duration;

use base::{Budget, Place};
use emit::report::{Certificate, Effort, Integers, Refined, Subject, Verdict, VerdictKind};
use emit::transducer::{
    Acceptor, AcceptorEdge, AcceptorState, End, Failure, Properties, Register, Start, State, Step,
    Symbols, Transducer, TransducerReport,
};
use front::FilterRun;
use front::jvm::Assumption;
use model::analysis::transducer::{Decision, is_linear, is_stateless};
use model::transducer::{self, SymbolType, SymbolicTransducer};
use smt::Term;
use symex::LONGEST_STREAM;
use teach::stream::{Learned, Replayed, Standing};

use super::load::Loaded;
use super::texts::Texts;
use super::{FilterEngine, FilterRequest};
use crate::language::by_name;

pub(super) fn report(
    request: &FilterRequest,
    loaded: &Loaded,
    learned: &Learned,
    seconds: f64,
    budget: &Budget,
) -> TransducerReport {
    let effort = Effort {
        seconds,
        ..effort(request.engine, &learned.effort)
    };
    let stem = || {
        request
            .path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
    };
    let name = request
        .function
        .clone()
        .unwrap_or_else(|| stem().into_owned());
    let subject = Subject {
        reading: request.reading(),
        ..Subject::new(request.path.display().to_string(), name)
    };
    let assumptions = match learned.standing {
        Standing::Unknown { .. } => Vec::new(),
        Standing::Proved | Standing::UpTo { .. } => assumptions(loaded),
    };
    let in_java = matches!(loaded.run, FilterRun::Java { .. });
    let verdict = Verdict {
        assumptions,
        integers: match in_java || request.defined.iter().any(|kind| kind == "overflow") {
            true => Integers::Wrapping,
            false => Integers::OfC,
        },
        ..verdict(&learned.standing)
    };
    // Only what the separate checker has accepted is called proved.
    let certificate = learned.proof.as_ref().map(|_| Certificate {
        path: None,
        checked: true,
    });
    TransducerReport {
        effort,
        warnings: loaded.missing.iter().map(warning).collect(),
        certificate,
        notes: (by_name(&loaded.by_name).into_iter())
            .chain(notes(&learned.replayed))
            .collect(),
        ..made(
            "filter",
            subject,
            verdict,
            learned.transducer.as_ref(),
            budget,
        )
    }
}

/// A report about a transducer that was not learned but computed, or about none.
pub(super) fn made(
    command: &str,
    subject: Subject,
    verdict: Verdict,
    transducer: Option<&SymbolicTransducer>,
    budget: &Budget,
) -> TransducerReport {
    let model = transducer.map(|transducer| Transducer {
        properties: properties(transducer, budget),
        ..written(transducer)
    });
    let mut report = TransducerReport::new(command, subject, verdict, model);
    report.effort.peak_mb = crate::to_report::peak_mb();
    report
}

fn verdict(standing: &Standing) -> Verdict {
    let (kind, depth, reason) = match standing {
        Standing::Proved => (VerdictKind::Proved, None, None),
        Standing::UpTo { symbols, reason } => {
            (VerdictKind::UpTo, Some(*symbols as u64), Some(reason))
        }
        Standing::Unknown { reason } => (VerdictKind::Unknown, None, Some(reason)),
    };
    Verdict {
        kind,
        depth,
        reason: reason.map(ToString::to_string),
        unless: None,
        integers: Integers::Wrapping,
        assumptions: Vec::new(),
    }
}

pub(super) fn assumptions(loaded: &Loaded) -> Vec<String> {
    let names: Vec<&str> = loaded
        .missing
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let undefined = || {
        format!(
            "what is not defined here changes nothing ({})",
            names.join(", ")
        )
    };
    let program = &loaded.filter.subject.program;
    let met = program
        .assumptions()
        .into_iter()
        .map(|what| what.to_string());
    let longest = format!(
        "input and output have fewer than 2^{} symbols",
        LONGEST_STREAM.ilog2()
    );
    let assumed = [longest]
        .into_iter()
        .chain(loaded.assumptions.iter().cloned());
    let assumed = assumed.chain((!names.is_empty()).then(undefined));
    let streams = front::jvm::assumed(program);
    let chosen: &[Assumption] = match &loaded.run {
        FilterRun::Java { chosen, .. } => chosen,
        FilterRun::C { .. } => &[],
    };
    let chosen = chosen.iter().chain(&streams).map(ToString::to_string);
    assumed.chain(met).chain(chosen).collect()
}

fn warning((name, place): &(String, Place)) -> String {
    format!(
        "{name}, called at {place}, is not defined here: it may return anything, and is taken to change nothing"
    )
}

fn notes(replayed: &Replayed) -> Vec<String> {
    let unable = |reason| {
        format!("not every transition was run again on the interpreter, which cannot: {reason}")
    };
    replayed.unable.iter().map(unable).collect()
}

fn effort(engine: FilterEngine, effort: &teach::stream::Effort) -> Effort {
    Effort {
        engine: vec![engine.name().to_owned()],
        membership: effort.membership as u64,
        equivalence: effort.equivalence as u64,
        refined: (engine == FilterEngine::SigmaStar).then_some(Refined {
            conjecture: effort.conjecture_refinements as u64,
            abstraction: effort.abstraction_refinements as u64,
            predicates: effort.predicates as u64,
        }),
        solver_calls: effort.solver_calls as u64,
        peak_mb: crate::to_report::peak_mb(),
        ..Effort::default()
    }
}

/// Whether a model is linear is not worth more time than this.
const LINEAR: Duration = Duration::from_secs(1);

fn properties(model: &SymbolicTransducer, budget: &Budget) -> Properties {
    let linear = match is_linear(model, &budget.slice(LINEAR)) {
        Decision::Yes => Some(true),
        Decision::No(_) => Some(false),
        Decision::Unknown(_) => None,
    };
    Properties {
        stateless: Some(is_stateless(model)),
        linear,
    }
}

/// The model as the report has it.
pub(super) fn written(model: &SymbolicTransducer) -> Transducer {
    let texts = Texts::of(model);
    Transducer {
        input: symbols(model.input),
        output: symbols(model.output),
        alphabet: texts.guard(model.alphabet),
        lookback: model.lookback as u64,
        registers: (0..model.registers.len())
            .map(|i| register(&texts, i))
            .collect(),
        starts: model
            .starts
            .iter()
            .map(|start| written_start(&texts, start))
            .collect(),
        states: model.states.iter().enumerate().map(state).collect(),
        transitions: of_states(model, |from, state| {
            state.steps.iter().map(|s| step(&texts, from, s)).collect()
        }),
        ends: of_states(model, |at, state| {
            state.ends.iter().map(|e| end(&texts, at, e)).collect()
        }),
        properties: Properties::default(),
    }
}

fn of_states<T>(
    model: &SymbolicTransducer,
    each: impl Fn(u64, &transducer::State) -> Vec<T>,
) -> Vec<T> {
    model
        .states
        .iter()
        .enumerate()
        .flat_map(|(id, state)| each(id as u64, state))
        .collect()
}

fn symbols(ty: SymbolType) -> Symbols {
    Symbols {
        bits: ty.bits,
        signed: ty.signed,
    }
}

fn register(texts: &Texts, position: usize) -> Register {
    let register = &texts.model.registers[position];
    let ty = texts.register_type(position);
    let initial = texts.model.terms.constant(register.initial.clone());
    Register {
        name: register.name.clone(),
        ty: ty.to_string(),
        initial: texts.value(initial),
    }
}

fn written_start(texts: &Texts, start: &transducer::Start) -> Start {
    Start {
        state: start.state as u64,
        when: start
            .when
            .as_ref()
            .map(|acceptor| written_acceptor(texts, acceptor)),
    }
}

fn written_acceptor(texts: &Texts, acceptor: &transducer::Acceptor) -> Acceptor {
    let states = acceptor.states.iter().enumerate();
    let edge = |from: usize, (guard, to): &(Term, usize)| AcceptorEdge {
        from: from as u64,
        guard: texts.guard(*guard),
        guard_text: texts.guard_text(*guard),
        to: *to as u64,
    };
    Acceptor {
        states: states
            .clone()
            .map(|(id, s)| AcceptorState {
                id: id as u64,
                accepting: s.accepting,
            })
            .collect(),
        transitions: states
            .flat_map(|(from, s)| s.edges.iter().map(move |e| edge(from, e)))
            .collect(),
    }
}

fn state((id, state): (usize, &transducer::State)) -> State {
    State {
        id: id as u64,
        failure: state.failure.as_ref().map(|failure| match failure {
            transducer::Failure::Fails(how) => Failure::Fails(how.clone()),
            transducer::Failure::NotKnown => Failure::NotKnown,
        }),
    }
}

fn step(texts: &Texts, from: u64, step: &transducer::Step) -> Step {
    Step {
        from,
        guard: texts.guard(step.guard),
        guard_text: texts.guard_text(step.guard),
        writes: step.writes.iter().map(|&term| texts.value(term)).collect(),
        writes_text: texts.writes_text(&step.writes),
        updates: step.updates.iter().map(|&term| texts.value(term)).collect(),
        to: step.to as u64,
    }
}

fn end(texts: &Texts, state: u64, end: &transducer::End) -> End {
    End {
        state,
        guard: texts.guard(end.guard),
        guard_text: texts.guard_text(end.guard),
        writes: end.writes.iter().map(|&term| texts.value(term)).collect(),
        writes_text: texts.writes_text(&end.writes),
    }
}
