//! The transitions of a learned interface, with what goes wrong on them and how much of them is established.

use std::collections::{BTreeSet, VecDeque};

use base::{Id, Outcome, StopReason};
use emit::report::{self, NO_SUCH_CALL, Standing};
use ir::Component;
use model::InterfaceLts;
use model::analysis::{Established, established};
use smt::Value;
use step::{LetterId, Note, State, StepSystem, Stepped};
use teach::interface::{Caller, Interface, Known, LONGEST, Ways};

use crate::spoken;

/// The transitions from states that go on, but for those of which nothing is known for no other reason than that nothing
/// was looked at: these are the other result.
pub(crate) fn transitions(
    walks: &Walks<'_>,
    learned: &Interface,
) -> (Vec<report::Transition>, BTreeSet<usize>) {
    let automaton = &walks.calls.interface.automaton;
    let going_on = (0..automaton.states()).filter(|&s| !automaton.output_of(s).is_final());
    let is_beyond = |&s: &usize| learned.beyond == Some(s) || walks.calls.is_beyond(s);
    let beyond: BTreeSet<usize> = going_on.filter(is_beyond).collect();
    let mut transitions = all_transitions(walks, learned);
    transitions.retain(|t| !beyond.contains(&(t.from as usize)));
    (transitions, beyond)
}

/// All transitions from states that go on. What an error is, and where, is read off one run of the code.
fn all_transitions(walks: &Walks<'_>, learned: &Interface) -> Vec<report::Transition> {
    let Walks { calls, names, .. } = walks;
    let interface = calls.interface;
    let automaton = &interface.automaton;
    let standings = Standings::new(interface, learned);
    let is_brief = |symbol: usize| learned.brief.contains(&interface.symbols[symbol].method);
    let mut found = Vec::new();
    for from in (0..automaton.states()).filter(|&s| !automaton.output_of(s).is_final()) {
        for (symbol, name) in names.iter().enumerate() {
            let to = automaton.next(from, symbol);
            let outcome = *automaton.output_of(to);
            let seen = (outcome.is_final() || !standings.proved)
                .then(|| calls.made(from, symbol))
                .flatten();
            let standing = standings.of((from, symbol), outcome, seen.as_ref());
            let note = outcome
                .is_final()
                .then(|| calls.why(symbol, seen, outcome, is_brief(symbol)))
                .flatten();
            let registers = interface.registers.iter().enumerate();
            let update = |(r, register): (usize, &model::Register)| {
                Some((
                    register.name.clone(),
                    interface.update_text(from, symbol, r)?,
                ))
            };
            let (way, example) = walks.example(from, symbol);
            let cause = |wanted: Outcome| note.as_ref().filter(|_| outcome == wanted).map(cause);
            found.push(report::Transition {
                from: from as u64,
                symbol: name.clone(),
                to: to as u64,
                updates: registers.filter_map(update).collect(),
                way,
                example,
                error: cause(Outcome::Error),
                unknown: cause(Outcome::Unknown),
                established: standing == Standing::Established,
                answered: standing != Standing::Guessed,
            });
        }
    }
    found
}

/// Calls as Java, where what a call may be depends on those before it.
pub(crate) struct Walks<'a> {
    pub(crate) calls: Calls<'a>,
    pub(crate) component: &'a Component,
    pub(crate) names: &'a [String],
}

impl Walks<'_> {
    /// Calls that lead to a state; none if the model has no registers, or if one of them cannot be written.
    pub(crate) fn way(&self, to: usize) -> Vec<report::Called> {
        let word = self.calls.ways.as_ref().and_then(|ways| ways.word(to));
        word.and_then(|word| self.written(word)).unwrap_or_default()
    }

    /// A call of a symbol in a state, and the calls before it if they are others than those that lead to the state.
    fn example(&self, from: usize, symbol: usize) -> (Vec<report::Called>, Vec<String>) {
        let way = |ways: &Ways| {
            let word = ways.through(from, symbol)?;
            let mut calls = self.written(&word)?;
            let last = calls.pop()?.call;
            let usual = ways
                .word(from)
                .is_some_and(|own| word[..word.len() - 1] == own[..]);
            Some((if usual { Vec::new() } else { calls }, last))
        };
        self.calls.ways.as_ref().and_then(way).unwrap_or_default()
    }

    fn written(&self, word: &[usize]) -> Option<Vec<report::Called>> {
        let system = self.calls.system;
        let calls = self.calls.caller.calls(word);
        let written = |(call, &symbol): (&cert::Call, &usize)| {
            let call = spoken::call(self.component, system, call.letter, &call.args).ok()?;
            Some(report::Called {
                symbol: self.names[symbol].clone(),
                call,
            })
        };
        // No call of a symbol may be possible while the registers hold what they do.
        (calls.len() == word.len())
            .then(|| calls.iter().zip(word).map(written).collect())
            .flatten()
    }
}

/// How much of each transition follows from what is known of the whole.
struct Standings {
    /// By state and symbol; nothing if everything is established.
    grades: Option<Vec<Vec<Established>>>,
    /// Whether a symbol of which no call can be made may stand on a transition.
    registers: bool,
    /// Whether a certificate stands for the whole, so that no run is needed to doubt it.
    proved: bool,
}

impl Standings {
    fn new(interface: &InterfaceLts, learned: &Interface) -> Self {
        let grades = match &learned.known {
            Known::Always | Known::Bounded | Known::Unless { .. } => None,
            Known::UpTo(depth) => {
                let grades = learned.grades.clone();
                Some(grades.unwrap_or_else(|| established(&interface.automaton, *depth)))
            }
        };
        Self {
            grades,
            registers: !interface.registers.is_empty(),
            proved: learned.known == Known::Always,
        }
    }

    /// Soundness: whatever was compared, a transition that one run of the code contradicts is not established. Where guards
    /// speak of registers, sequences of symbols are no sequences of calls: then only a run shows that there is one, and
    /// nothing tells where it leads.
    fn of(
        &self,
        (from, symbol): (usize, usize),
        outcome: Outcome,
        seen: Option<&Stepped>,
    ) -> Standing {
        let contradicted =
            seen.is_some_and(|end| outcome != Outcome::Unknown && end.answer != outcome);
        let grade = self
            .grades
            .as_ref()
            .map_or(Established::Wholly, |grades| grades[from][symbol]);
        match grade {
            _ if contradicted => Standing::Guessed,
            Established::Nothing => Standing::Guessed,
            Established::Answer | Established::Wholly
                if self.grades.is_some() && self.registers =>
            {
                match seen {
                    None => Standing::Guessed,
                    Some(_) if outcome.is_final() => Standing::Established,
                    Some(_) => Standing::Answered,
                }
            }
            Established::Answer => Standing::Answered,
            Established::Wholly => Standing::Established,
        }
    }
}

/// Calls from every state of the model.
pub(crate) struct Calls<'a> {
    interface: &'a InterfaceLts,
    system: &'a StepSystem,
    representatives: &'a [Vec<Value>],
    caller: Caller<'a>,
    /// Where the first word that leads to a state of the model leads in the code.
    reached: Vec<Option<State>>,
    /// The words themselves, where what is called depends on the calls before.
    ways: Option<Ways>,
}

impl<'a> Calls<'a> {
    pub(crate) fn new(
        interface: &'a InterfaceLts,
        system: &'a StepSystem,
        representatives: &'a [Vec<Value>],
    ) -> Self {
        let mut calls = Self {
            interface,
            system,
            representatives,
            caller: Caller::new(system, interface, representatives),
            reached: Vec::new(),
            ways: None,
        };
        if interface.registers.is_empty() {
            calls.follow()
        } else {
            calls.ways = Some(Ways::new(&calls.caller))
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

    /// What comes of a call of a symbol in a state, if there is one.
    fn made(&self, from: usize, symbol: usize) -> Option<Stepped> {
        if let Some(state) = self.reached.get(from) {
            let letter = LetterId::from_index(self.interface.symbols[symbol].method);
            return Some(
                self.system
                    .step(state.as_ref()?, letter, &self.representatives[symbol]),
            );
        }
        let word = self.ways.as_ref()?.through(from, symbol)?;
        let calls = self.caller.calls(&word);
        let run = || {
            self.system
                .run(calls.iter().map(|call| (call.letter, call.args.as_slice())))
        };
        (calls.len() == word.len()).then(run)
    }

    /// Whether nothing is known of any call in a state, for no reason but a limit of what is looked at.
    fn is_beyond(&self, state: usize) -> bool {
        let automaton = &self.interface.automaton;
        let symbols = || 0..self.interface.symbols.len();
        let is_unknown =
            |symbol| *automaton.output_of(automaton.next(state, symbol)) == Outcome::Unknown;
        if state == automaton.initial() || !symbols().all(is_unknown) {
            return false;
        }
        let limited = |end: Stepped| {
            let reason = end.note.as_ref().and_then(Note::reason);
            matches!(reason, Some(StopReason::Limit(_) | StopReason::Scope))
        };
        let ends: Vec<Option<Stepped>> = symbols().map(|s| self.made(state, s)).collect();
        // Of several symbols of a method what the registers hold may allow only one.
        let registers = !self.interface.registers.is_empty();
        let made = ends.iter().flatten().count();
        (registers && made > 0 || made == ends.len()) && ends.into_iter().flatten().all(limited)
    }

    /// Why a call ends as the model says, as far as a run of the code tells.
    fn why(
        &self,
        symbol: usize,
        seen: Option<Stepped>,
        outcome: Outcome,
        brief: bool,
    ) -> Option<Note> {
        let letter = LetterId::from_index(self.interface.symbols[symbol].method);
        let is_unknown = outcome == Outcome::Unknown;
        match seen {
            Some(end) if brief && end.answer != outcome => Some(too_long()),
            Some(end) => why(end, outcome),
            None if self.interface.registers.is_empty() => None,
            None if brief && is_unknown => Some(too_long()),
            None => {
                let known = self.system.unknown(letter).filter(|_| is_unknown);
                let none = || Note::unknown(StopReason::Limit(NO_SUCH_CALL.into()));
                Some(known.unwrap_or_else(none))
            }
        }
    }
}

fn too_long() -> Note {
    let reason = format!("when it fails takes more than {LONGEST} characters to say");
    Note::unknown(StopReason::Limit(reason))
}

/// What the code says of a call that the model answers with `outcome`. Where the code itself has an answer for this one
/// call and the model has not, the call was made unknown because its answer depends on earlier arguments.
fn why(end: Stepped, outcome: Outcome) -> Option<Note> {
    match outcome {
        _ if end.answer == outcome => end.note,
        Outcome::Unknown => Some(Note::unknown(StopReason::Limit(ON_EARLIER_CALLS.into()))),
        Outcome::Ok | Outcome::Error => None,
    }
}

pub(crate) const ON_EARLIER_CALLS: &str = "depends on arguments of earlier calls";

fn cause(note: &Note) -> report::Cause {
    report::Cause {
        what: note.what.clone(),
        place: note.place.as_ref().map(Into::into),
    }
}
