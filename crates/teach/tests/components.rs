//! Components written in the ir's text form, learned and proved.

use base::{Budget, Id, NoProgress, StopReason};
use cert::{Invariant, Rejection, Verdict};
use model::InterfaceLts;
use step::{Integers, LetterId, Sight};
use teach::interface::{Interface, learn_interface};

use crate::support::component;
use crate::support::programs::{PIPE, SESSION};

fn learn(text: &str, integers: Integers) -> Interface {
    learn_interface(
        component(text),
        Sight::new(integers),
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("it can be initialised")
}

fn size(learned: &Interface) -> (usize, usize) {
    let interface = &learned.interface;
    (interface.automaton.states(), interface.symbols.len())
}

#[test]
fn the_guard_of_connect_is_learned_and_proved() {
    let learned = learn(PIPE, Integers::Wrapping);
    assert_eq!(size(&learned), (4, 5));
    assert!(
        matches!(learned.verdict, Verdict::Proved(_)),
        "{:?}",
        learned.verdict
    );
    assert_eq!(learned.counts.sliced, ["sinkConnected"]);
}

const PARITY: &str = r"
    class Error { }
    class C { field expect: i32 }
    fn C.new(this: ref) { s: return }
    fn C.message(this: ref, p: i32) { local n: i32 local e: ref
        s: n = this->C::expect if p % 2 != n % 2 then bad else good
        good: this->C::expect = n + 1 return
        bad: e = new Error throw e }
";

#[test]
fn an_unbounded_counter_is_proved_over_mathematical_integers() {
    let learned = learn(PARITY, Integers::Mathematical);
    assert!(
        matches!(learned.verdict, Verdict::Proved(_)),
        "{:?}",
        learned.verdict
    );
    assert_eq!(size(&learned), (4, 4));
}

#[test]
fn a_counter_that_wraps_is_never_wrongly_proved() {
    let budget = Budget::lasting(std::time::Duration::from_secs(5));
    let learned = learn_interface(
        component(PARITY),
        Sight::new(Integers::Wrapping),
        &budget,
        &NoProgress,
    )
    .unwrap();
    assert!(
        !matches!(learned.verdict, Verdict::Proved(_)),
        "{:?}",
        learned.verdict
    );
}

/// The same with a byte, so that the overflow is within reach.
#[test]
fn a_proof_unless_something_overflows_holds_as_long_as_it_says_and_no_longer() {
    let text = PARITY
        .replace("i32", "i16")
        .replace("% 2", "% 2i16")
        .replace("n + 1", "n + 1i16");
    let learned = learn(&text, Integers::Wrapping);
    let Verdict::UpTo {
        depth,
        reason: StopReason::Overflow(what),
    } = &learned.verdict
    else {
        panic!("{:?}", learned.verdict)
    };
    assert_eq!(what, "`expect` overflows, which takes at least 2^15 calls");
    assert_eq!(*depth, 32767);
    let (system, interface) = (&learned.system, &learned.interface);
    let (new, message) = (LetterId::from_index(0), LetterId::from_index(1));
    let short = |p: i16| vec![smt::Value::bv(16, p as u64)];
    let mut code = system.step(&system.initial(), new, &[]).next.unwrap();
    let mut state = interface.automaton.next(interface.automaton.initial(), 0);
    // Arguments of every parity and sign after each number of calls; the only way on is a message of the right parity.
    let mut differs = Vec::new();
    for calls in 1..=32770 {
        for p in -2..=2 {
            let symbol = interface
                .symbol_of(1, &short(p))
                .expect("guards cover all arguments");
            let model = *interface
                .automaton
                .output_of(interface.automaton.next(state, symbol));
            if system.step(&code, message, &short(p)).answer != model {
                differs.push(calls);
            }
        }
        let legal = (-2..=2).find_map(|p| Some((p, system.step(&code, message, &short(p)).next?)));
        let (p, next) = legal.expect("one parity is always legal");
        state = interface
            .automaton
            .next(state, interface.symbol_of(1, &short(p)).unwrap());
        code = next;
    }
    let first = *differs.first().expect("a short overflows in 32768 calls");
    assert!(first > *depth, "they differ after {first} calls");
}

#[test]
fn the_checker_rejects_every_way_to_break_a_proof() {
    let learned = learn(PIPE, Integers::Wrapping);
    let (Verdict::Proved(proof), interface) = (&learned.verdict, &learned.interface) else {
        panic!("not proved")
    };
    let system = &learned.system;
    let check = |interface: &InterfaceLts, proof: &Invariant| {
        cert::check(system, interface, proof, &mut smt::Z3::new(&system.terms))
    };
    assert!(check(interface, proof).is_ok());
    let (yes, no) = (system.terms.bool(true), system.terms.bool(false));
    for &node in proof.regions.keys() {
        let mut without = proof.clone();
        without.regions.remove(&node);
        assert!(check(interface, &without).is_err(), "{node:?} is needed");
        let mut nothing = proof.clone();
        nothing.regions.insert(node, no);
        assert!(
            check(interface, &nothing).is_err(),
            "{node:?} can be reached"
        );
        let mut everything = proof.clone();
        everything.regions.insert(node, yes);
        // The node before construction has no variable to say anything about.
        assert_eq!(
            check(interface, &everything).is_err(),
            node.state > 0,
            "{node:?} says something"
        );
    }
    let mut overlapping = interface.clone();
    overlapping.symbols[1].guard = yes;
    assert!(matches!(
        check(&overlapping, proof),
        Err(Rejection::Broken(_))
    ));
    let mut renamed = interface.clone();
    renamed.methods[1].name = "attach".into();
    assert!(matches!(
        check(&renamed, proof),
        Err(Rejection::Mismatch(_))
    ));
}

/// A counter from 0 to 400 that refuses to leave.
const VISIBLE: &str = r"
    class Error { }
    class C { field n: i32 }
    fn C.new(this: ref) { s: return }
    fn C.up(this: ref) { local n: i32 local e: ref
        s: n = this->C::n if n == 400 then bad else good
        good: this->C::n = n + 1 return
        bad: e = new Error throw e }
    fn C.down(this: ref) { local n: i32 local e: ref
        s: n = this->C::n if n == 0 then bad else good
        good: this->C::n = n - 1 return
        bad: e = new Error throw e }
";

#[test]
fn a_counter_whose_every_value_shows_has_a_state_for_each() {
    let learned = learn(VISIBLE, Integers::Wrapping);
    assert!(
        matches!(learned.verdict, Verdict::Proved(_)),
        "{:?}",
        learned.verdict
    );
    assert_eq!(size(&learned), (403, 3));
    // One state at a time no learner would get there: it would have to ask about every pair.
    assert!(learned.counts.equivalence < 10, "{:?}", learned.counts);
}

/// A counter to a million that stops there, and is asked whether it went further.
const SATURATING: &str = r"
    class Error { }
    class C { field n: i32 }
    fn C.new(this: ref) { s: return }
    fn C.tick(this: ref) { local n: i32
        s: n = this->C::n if n < 1000000 then more else end
        more: this->C::n = n + 1 return
        end: return }
    fn C.check(this: ref) { local n: i32 local e: ref
        s: n = this->C::n if 1000000 < n then bad else good
        good: return
        bad: e = new Error throw e }
";

#[test]
fn a_counter_that_nobody_sees_has_one_state_however_far_it_counts() {
    let learned = learn(SATURATING, Integers::Wrapping);
    assert!(
        matches!(learned.verdict, Verdict::Proved(_)),
        "{:?}",
        learned.verdict
    );
    assert_eq!(size(&learned), (3, 3));
}

#[test]
fn what_an_earlier_call_brought_is_held_in_a_register() {
    let learned = learn(SESSION, Integers::Wrapping);
    let (Verdict::Proved(proof), interface) = (&learned.verdict, &learned.interface) else {
        panic!("{:?}", learned.verdict)
    };
    assert_eq!(size(&learned), (4, 5));
    assert_eq!(
        interface
            .registers
            .iter()
            .map(|r| r.name.as_str())
            .collect::<Vec<_>>(),
        ["opened"]
    );
    let guards: Vec<String> = (0..interface.symbols.len())
        .map(|s| interface.guard_text(s))
        .collect();
    assert!(guards.contains(&"id == opened".to_owned()), "{guards:?}");
    // A model that forgets, or remembers something else, is not what was proved.
    let mut checker = smt::Z3::new(&learned.system.terms);
    assert!(cert::check(&learned.system, interface, proof, &mut checker).is_ok());
    for (&key, values) in &interface.updates {
        for other in [None, Some(learned.system.terms.bv(32, 77))] {
            let held: Vec<_> = values.iter().map(|value| value.and(other)).collect();
            if held != *values {
                let mut wrong = interface.clone();
                wrong.updates.insert(key, held);
                assert!(
                    cert::check(&learned.system, &wrong, proof, &mut checker).is_err(),
                    "{key:?}"
                );
            }
        }
    }
}

/// More conditions than a readable guard has.
const SCRAMBLED: &str = r"
    class Error { }
    class C { field opened: i32 }
    fn C.new(this: ref) { s: return }
    fn C.open(this: ref, id: i32) { s: this->C::opened = id return }
    fn C.close(this: ref, id: i32) { local o: i32 local e: ref
        s: o = this->C::opened if id == o | id == o + 3 | id == o + 5 | id == o + 7 | id == o + 11 then bad else good
        good: return
        bad: e = new Error throw e }
";

#[test]
fn mixed_parameters_that_no_guard_says_are_named_and_nothing_is_called_proved() {
    let learned = learn(SCRAMBLED, Integers::Wrapping);
    let Verdict::Unknown(reason) = &learned.verdict else {
        panic!("{:?}", learned.verdict)
    };
    let text = reason.to_string();
    assert!(
        text.contains("close") && text.contains("id") && text.contains("opened"),
        "{text}"
    );
}
