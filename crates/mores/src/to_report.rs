//! From what was learned to the report.

use std::collections::VecDeque;

use base::{Id, Outcome, StopReason};
use cert::Verdict;
use emit::{report, sentence};
use ir::Component;
use model::InterfaceLts;
use smt::Value;
use step::{LetterId, Note, State, StepSystem, Stepped};
use teach::hybrid::Exploration;
use teach::interface::{Counts, Interface, calls_of};
use teach::may_must::Abstraction;

use crate::example::{Example, Examples, plain_calls};
use crate::{Engine, Scheme, java, scalars};

/// The model part of a report.
pub(crate) fn model(
    interface: &InterfaceLts,
    component: &Component,
    system: &StepSystem,
    representatives: &[Vec<Value>],
) -> report::Model {
    let automaton = &interface.automaton;
    let names = interface.symbol_names();
    let calls = plain_calls(interface, system, representatives);
    let mut examples = Examples::new(interface, component, system);
    let examples: Vec<Example> = calls.iter().enumerate().map(|(s, args)| examples.of(s, args)).collect();
    let walks = Walks { calls: Calls::new(interface, system, &calls), component, names: &names };
    let defined = interface.defined();
    let state = |id: usize| report::State {
        id: id as u64,
        answer: (*automaton.output_of(id)).into(),
        holds: match automaton.output_of(id).is_final() {
            true => Vec::new(),
            false => defined[id].iter().map(|&r| interface.registers[r].name.clone()).collect(),
        },
        undecided: false,
        way: walks.way(id),
    };
    let register = |r: &model::Register| report::Parameter {
        name: r.name.clone(),
        source_type: scalars::in_java(&r.source_type).to_owned(),
    };
    let symbol = |s: usize| {
        let method = &interface.methods[interface.symbols[s].method];
        report::Symbol {
            symbol: names[s].clone(),
            method: method.name.clone(),
            guard: interface.guard_text(s),
            parameters: method.declared.iter().map(|(name, _)| name.clone()).collect(),
            example: examples[s].call.clone(),
            alternatives: examples[s].alternatives.clone(),
        }
    };
    report::Model {
        kind: report::ModelKind::Interface,
        initial: automaton.initial() as u64,
        states: (0..automaton.states()).map(state).collect(),
        alphabet: (0..interface.symbols.len()).map(symbol).collect(),
        transitions: transitions(&walks),
        methods: methods(interface, system),
        statics: java::keeps_statics(component),
        registers: interface.registers.iter().map(register).collect(),
    }
}

fn methods(interface: &InterfaceLts, system: &StepSystem) -> Vec<report::Method> {
    let param = |(name, ty): &(String, String)| report::Parameter { name: name.clone(), source_type: ty.clone() };
    let method = |(m, letter): (&model::Method, &step::Letter)| report::Method {
        name: m.name.clone(),
        constructs: m.constructs,
        parameters: m.declared.iter().map(param).collect(),
        scalars: scalars(m, letter),
        domain: (m.domain != interface.terms.bool(true))
            .then(|| smt::syntax::print(&interface.terms, m.domain, &m.scope())),
        place: letter.place.as_ref().map(Into::into),
    };
    interface.methods.iter().zip(system.letters.values()).map(method).collect()
}

/// What guards speak of, where that is not what the source declares.
fn scalars(method: &model::Method, letter: &step::Letter) -> Vec<report::Parameter> {
    let declared = method.declared.iter().map(|(name, _)| name);
    if declared.eq(letter.params.iter().map(|p| &p.name)) {
        return Vec::new();
    }
    let scalar = |v: &step::Variable| report::Parameter {
        name: v.name.clone(),
        source_type: scalars::in_java(&v.ty.to_string()).to_owned(),
    };
    letter.params.iter().map(scalar).collect()
}

/// All transitions from states that go on. What an error is, and where, is read off one run of the code.
fn transitions(walks: &Walks<'_>) -> Vec<report::Transition> {
    let Walks { calls, names, .. } = walks;
    let interface = calls.interface;
    let automaton = &interface.automaton;
    let mut found = Vec::new();
    for from in (0..automaton.states()).filter(|&s| !automaton.output_of(s).is_final()) {
        for (symbol, name) in names.iter().enumerate() {
            let to = automaton.next(from, symbol);
            let outcome = *automaton.output_of(to);
            let note = outcome.is_final().then(|| calls.why(from, symbol, outcome)).flatten();
            let registers = interface.registers.iter().enumerate();
            let update = |(r, register): (usize, &model::Register)| {
                Some((register.name.clone(), interface.update_text(from, symbol, r)?))
            };
            let cause = |wanted: Outcome| note.as_ref().filter(|_| outcome == wanted).map(cause);
            found.push(report::Transition {
                from: from as u64,
                symbol: name.clone(),
                to: to as u64,
                updates: registers.filter_map(update).collect(),
                example: walks.example(from, symbol),
                error: cause(Outcome::Error),
                unknown: cause(Outcome::Unknown),
            });
        }
    }
    found
}

/// Calls as Java, where what a call may be depends on those before it.
struct Walks<'a> {
    calls: Calls<'a>,
    component: &'a Component,
    names: &'a [String],
}

impl Walks<'_> {
    /// Calls that lead to a state; none if the model has no registers, or if one of them cannot be written.
    fn way(&self, to: usize) -> Vec<report::Called> {
        let Some(word) = self.calls.words.get(to).and_then(Option::as_ref) else { return Vec::new() };
        self.written(word).unwrap_or_default()
    }

    /// A call of a symbol after those that lead to a state.
    fn example(&self, from: usize, symbol: usize) -> Vec<String> {
        let Some(word) = self.calls.words.get(from).and_then(Option::as_ref) else { return Vec::new() };
        let word: Vec<usize> = word.iter().copied().chain([symbol]).collect();
        self.written(&word).and_then(|mut calls| calls.pop()).map(|last| last.call).unwrap_or_default()
    }

    fn written(&self, word: &[usize]) -> Option<Vec<report::Called>> {
        let Calls { interface, system, representatives, .. } = self.calls;
        let calls = calls_of(system, interface, representatives, word);
        let written = |(call, &symbol): (&cert::Call, &usize)| {
            let call = java::call(self.component, system, call.letter, &call.args).ok()?;
            Some(report::Called { symbol: self.names[symbol].clone(), call })
        };
        // No call of a symbol may be possible while the registers hold what they do.
        (calls.len() == word.len()).then(|| calls.iter().zip(word).map(written).collect()).flatten()
    }
}

/// Calls from every state of the model.
struct Calls<'a> {
    interface: &'a InterfaceLts,
    system: &'a StepSystem,
    representatives: &'a [Vec<Value>],
    /// Where the first word that leads to a state of the model leads in the code.
    reached: Vec<Option<State>>,
    /// The words themselves, where what is called depends on the calls before.
    words: Vec<Option<Vec<usize>>>,
}

impl<'a> Calls<'a> {
    fn new(interface: &'a InterfaceLts, system: &'a StepSystem, representatives: &'a [Vec<Value>]) -> Self {
        let mut calls = Self { interface, system, representatives, reached: Vec::new(), words: Vec::new() };
        if interface.registers.is_empty() {
            calls.follow()
        } else {
            calls.words = interface.automaton.access_words()
        }
        calls
    }

    /// Breadth first, one step for each state: the words of large models are long.
    fn follow(&mut self) {
        let automaton = &self.interface.automaton;
        self.reached = vec![None; automaton.states()];
        self.reached[automaton.initial()] = Some(self.system.initial());
        let mut queue = VecDeque::from([automaton.initial()]);
        while let Some(from) = queue.pop_front() {
            for symbol in 0..self.interface.symbols.len() {
                let to = automaton.next(from, symbol);
                if self.reached[to].is_none()
                    && !automaton.output_of(to).is_final()
                    && let Some(next) = self.made(from, symbol).and_then(|end| end.next)
                {
                    self.reached[to] = Some(next);
                    queue.push_back(to);
                }
            }
        }
    }

    /// What comes of a call of a symbol in a state.
    fn made(&self, from: usize, symbol: usize) -> Option<Stepped> {
        if let Some(state) = self.reached.get(from) {
            let letter = LetterId::from_index(self.interface.symbols[symbol].method);
            return Some(self.system.step(state.as_ref()?, letter, &self.representatives[symbol]));
        }
        let word: Vec<usize> = self.words.get(from)?.iter().flatten().copied().chain([symbol]).collect();
        let calls = calls_of(self.system, self.interface, self.representatives, &word);
        (calls.len() == word.len())
            .then(|| self.system.run(calls.iter().map(|call| (call.letter, call.args.as_slice()))))
    }

    /// Why a call ends as the model says.
    fn why(&self, from: usize, symbol: usize, outcome: Outcome) -> Option<Note> {
        match self.made(from, symbol) {
            Some(end) => why(end, outcome),
            None if self.interface.registers.is_empty() => None,
            None => Some(Note { what: NO_SUCH_CALL.into(), place: None, reason: None }),
        }
    }
}

/// What is said of a guard that no call satisfies while the registers hold what they hold in a state.
const NO_SUCH_CALL: &str = "no such call was found";

/// What the code says of a call that the model answers with `outcome`. Where the code itself has an answer for this one
/// call and the model has not, the call was made unknown because its answer depends on earlier arguments.
fn why(end: Stepped, outcome: Outcome) -> Option<Note> {
    if end.answer == outcome {
        return end.note;
    }
    Some(Note { what: ON_EARLIER_CALLS.into(), place: None, reason: None })
}

const ON_EARLIER_CALLS: &str = "depends on arguments of earlier calls";

fn cause(note: &Note) -> report::Cause {
    report::Cause { what: note.what.clone(), place: note.place.as_ref().map(Into::into) }
}

/// The verdict part of a report.
pub(crate) fn verdict(verdict: &Verdict, integers: report::Integers, system: &StepSystem) -> report::Verdict {
    let (kind, depth, reason) = match verdict {
        Verdict::Proved(_) => (report::VerdictKind::Proved, None, None),
        Verdict::UpTo { depth, reason } => (report::VerdictKind::UpTo, Some(*depth as u64), Some(reason.to_string())),
        Verdict::Violated(_) => (report::VerdictKind::Violated, None, Some("code and model disagree".to_string())),
        Verdict::Unknown(reason) => (report::VerdictKind::Unknown, None, Some(reason.to_string())),
    };
    let unless = match verdict {
        Verdict::UpTo { reason: StopReason::Overflow(what), .. } => Some(what.clone()),
        Verdict::Proved(_) | Verdict::UpTo { .. } | Verdict::Violated(_) | Verdict::Unknown(_) => None,
    };
    report::Verdict { kind, depth, reason, unless, integers, assumptions: system.assumptions.clone() }
}

/// The effort part of a report.
pub(crate) fn effort(counts: &Counts, seconds: f64) -> report::Effort {
    let mut engine = Vec::new();
    engine.extend(counts.last.decided_by.map(|engine| format!("decided by {}", engine.name())));
    engine.push(format!("{} regions searched, {} frames of PDR", counts.last.regions, counts.last.frames));
    if counts.obligations > 0 {
        engine.push(format!("{} obligations of the certificate checked again", counts.obligations));
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
    }
}

/// What is said of model checking where there was none.
const NOTHING_SEARCHED: &str = "0 regions searched, 0 frames";

/// Adds to the effort what an engine of the papers did.
pub(crate) fn explored(effort: &mut report::Effort, engine: Engine, exploration: &Exploration) {
    let name = match engine {
        Engine::Default => "the default engine",
        Engine::MayMust(_) => "may and must abstraction",
        Engine::Psyco => "PSYCO",
        Engine::Hybrid { por: true, matching: true } => "X-PSYCO",
        Engine::Hybrid { por: true, matching: false } => "X-PSYCO without state matching",
        Engine::Hybrid { por: false, matching: true } => "X-PSYCO without partial-order reduction",
        Engine::Hybrid { por: false, matching: false } => "X-PSYCO without state matching and partial-order reduction",
    };
    effort.engine.retain(|line| !line.starts_with(NOTHING_SEARCHED));
    effort.engine.insert(0, format!("learned by {name}, as published"));
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
    report.effort.engine.retain(|line| !line.starts_with(NOTHING_SEARCHED));
    report.effort.engine.insert(0, format!("learned by may and must abstraction, {}", scheme.name()));
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
    for state in model.states.iter_mut().filter(|s| s.answer == report::Answer::Unknown) {
        state.undecided = true;
    }
    for transition in &mut model.transitions {
        transition.unknown = transition.unknown.take().filter(|cause| cause.what != ON_EARLIER_CALLS);
    }
    if model.states.iter().any(|s| s.undecided) {
        report.notes.insert(0, sentence::UNDECIDED.to_owned());
    }
}

/// Sentences about what was left out or could not be decided.
pub(crate) fn notes(learned: &Interface) -> Vec<String> {
    let mut notes = learned.notes.clone();
    if !learned.counts.sliced.is_empty() {
        notes.push(format!("No answer depends on {}.", learned.counts.sliced.join(", ")));
    }
    notes
}

/// The most memory this process has used, where the system tells.
pub(crate) fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map_or(0, |kb| kb.div_ceil(1024))
}
