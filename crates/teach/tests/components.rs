//! Components written in the ir's text form, learned and proved.

mod support;

use base::{Budget, NoProgress};
use cert::{Invariant, Rejection, Verdict};
use model::InterfaceLts;
use step::{Integers, Sight};
use support::component;
use teach::interface::{Interface, learn_interface};

fn learn(text: &str, integers: Integers) -> Interface {
    learn_interface(component(text), Sight::new(integers), &Budget::unlimited(), &NoProgress)
        .expect("it can be initialised")
}

fn size(learned: &Interface) -> (usize, usize) {
    let interface = learned.interface.as_ref().expect("there is an interface");
    (interface.automaton.states(), interface.symbols.len())
}

const PIPE: &str = r"
    class Error { }
    class C { field sink: i32 field sinkConnected: bool }
    fn C.new(this: ref) { s: return }
    fn C.connect(this: ref, snk: i32, snkConnected: bool) { local sink: i32 local e: ref
        s: if snk == 0 then bad else more
        more: sink = this->C::sink
              if sink != 0 | snkConnected then bad else good
        good: this->C::sink = snk
              this->C::sinkConnected = true
              return
        bad: e = new Error throw e }
    fn C.write(this: ref) { local sink: i32 local e: ref
        s: sink = this->C::sink if sink == 0 then bad else good
        good: return
        bad: e = new Error throw e }
    fn C.flush(this: ref) { s: return }
";

#[test]
fn the_guard_of_connect_is_learned_and_proved() {
    let learned = learn(PIPE, Integers::Wrapping);
    assert_eq!(size(&learned), (4, 5));
    assert!(matches!(learned.verdict, Verdict::Proved(_)), "{:?}", learned.verdict);
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
    assert!(matches!(learned.verdict, Verdict::Proved(_)), "{:?}", learned.verdict);
    assert_eq!(size(&learned), (4, 4));
}

#[test]
fn a_counter_that_wraps_is_never_wrongly_proved() {
    let budget = Budget::lasting(std::time::Duration::from_secs(5));
    let learned = learn_interface(component(PARITY), Sight::new(Integers::Wrapping), &budget, &NoProgress).unwrap();
    assert!(!matches!(learned.verdict, Verdict::Proved(_)), "{:?}", learned.verdict);
}

#[test]
fn the_checker_rejects_every_way_to_break_a_proof() {
    let learned = learn(PIPE, Integers::Wrapping);
    let (Verdict::Proved(proof), Some(interface)) = (&learned.verdict, &learned.interface) else {
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
        assert!(check(interface, &nothing).is_err(), "{node:?} can be reached");
        let mut everything = proof.clone();
        everything.regions.insert(node, yes);
        // The node before construction has no variable to say anything about.
        assert_eq!(check(interface, &everything).is_err(), node.state > 0, "{node:?} says something");
    }
    let mut overlapping = interface.clone();
    overlapping.symbols[1].guard = yes;
    assert!(matches!(check(&overlapping, proof), Err(Rejection::Partition(_))));
    let mut renamed = interface.clone();
    renamed.methods[1].name = "attach".into();
    assert!(matches!(check(&renamed, proof), Err(Rejection::Mismatch(_))));
}

const SESSION: &str = r"
    class Error { }
    class C { field opened: i32 }
    fn C.new(this: ref) { s: return }
    fn C.open(this: ref, id: i32) { local o: i32 local e: ref
        s: o = this->C::opened if o != 0 | id == 0 then bad else good
        good: this->C::opened = id return
        bad: e = new Error throw e }
    fn C.close(this: ref, id: i32) { local o: i32 local e: ref
        s: o = this->C::opened if o == 0 then bad else open
        open: if id != o then bad else good
        good: this->C::opened = 0 return
        bad: e = new Error throw e }
";

#[test]
fn mixed_parameters_are_named_and_nothing_is_called_proved() {
    let learned = learn(SESSION, Integers::Wrapping);
    let Verdict::Unknown(reason) = &learned.verdict else { panic!("{:?}", learned.verdict) };
    let text = reason.to_string();
    assert!(text.contains("close") && text.contains("id") && text.contains("opened"), "{text}");
    assert_eq!(size(&learned), (5, 4));
}
