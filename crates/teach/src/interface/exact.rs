//! What is known beside the calls that are unknown.

use base::Outcome;
use model::InterfaceLts;

/// Said only where a proof was found and checked: never of a run that was stopped.
const EXACT: &str = "Outside the unknown state the interface is exact: this was proved for all sequences of calls.";

/// Said where the proof is about nothing that a client would want to know.
const NO_OBJECT: &str = "Nothing is known of any object: no constructor is known to return.";
const NO_METHOD: &str = "Nothing is known of the methods: every call of one is unknown.";

/// What a proof says of an interface with an unknown state.
pub(crate) fn exact_outside_unknown(interface: &InterfaceLts) -> String {
    empty(interface).unwrap_or(EXACT).to_owned()
}

/// The same where it holds as long as something does not happen.
pub(crate) fn exact_unless(interface: &InterfaceLts, what: &str) -> String {
    match empty(interface) {
        Some(empty) => empty.to_owned(),
        None => format!("Outside the unknown state the interface is exact unless {what}."),
    }
}

/// Why there is nothing outside the unknown state; `None` if there is.
fn empty(interface: &InterfaceLts) -> Option<&'static str> {
    let automaton = &interface.automaton;
    let initial = automaton.initial();
    let constructs = |symbol: usize| interface.methods[interface.symbols[symbol].method].constructs;
    let answer = |from: usize, symbol: usize| *automaton.output_of(automaton.next(from, symbol));
    let symbols = || 0..interface.symbols.len();
    let mut makers = symbols().filter(|&s| constructs(s)).peekable();
    // A class of static methods needs no object: they are called in the first state.
    let statics = symbols().any(|s| !constructs(s) && answer(initial, s) == Outcome::Ok);
    if makers.peek().is_some() && !statics && makers.all(|s| answer(initial, s) != Outcome::Ok) {
        return Some(NO_OBJECT);
    }
    let with_object = |s: usize| s != initial || interface.methods.iter().all(|method| !method.constructs);
    let live = (0..automaton.states()).filter(|&s| !automaton.output_of(s).is_final() && with_object(s));
    let known = live
        .flat_map(|from| symbols().map(move |s| (from, s)))
        .any(|(from, s)| !constructs(s) && answer(from, s) != Outcome::Unknown);
    (!known && !statics).then_some(NO_METHOD)
}
