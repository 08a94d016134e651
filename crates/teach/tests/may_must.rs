//! May and must abstraction, on components written in the ir's text form.

use base::{Budget, NoProgress, Outcome, StopReason};
use cert::Verdict;
use step::{Integers, Sight};
use teach::may_must::{Learned, Options, Scheme, learn};

use crate::support::component;
use crate::support::programs::{PIPE, SESSION};

fn run(text: &str, scheme: Scheme, refinements: Option<usize>) -> Learned {
    let (sight, options) = (
        Sight::new(Integers::Wrapping),
        Options {
            scheme,
            refinements,
            ..Options::default()
        },
    );
    learn(
        component(text),
        sight,
        &options,
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("it can be initialised")
}

/// Guards, after the proof was checked once more.
fn proved(learned: &Learned) -> Vec<String> {
    let interface = &learned.interface.interface;
    let Verdict::Proved(proof) = &learned.interface.verdict else {
        panic!("{:?}", learned.interface.verdict)
    };
    let system = &learned.interface.system;
    cert::check(system, interface, proof, &mut smt::Z3::new(&system.terms))
        .expect("the proof holds");
    (0..interface.symbols.len())
        .map(|s| interface.guard_text(s))
        .collect()
}

fn states(learned: &Learned) -> usize {
    learned.interface.interface.automaton.states()
}

/// The paper's running example (Figure 1).
const READ_WRITE_ACQ: &str = r"
    class Error { }
    class C { field a: bool field x: bool }
    fn C.new(this: ref) { s: return }
    fn C.rel(this: ref) { s: this->C::a = false return }
    fn C.relx(this: ref) { s: this->C::a = false this->C::x = false return }
    fn C.acq(this: ref) { local a: bool local e: ref
        s: a = this->C::a if a then bad else good
        good: this->C::a = true return
        bad: e = new Error throw e }
    fn C.read(this: ref) { local a: bool local e: ref
        s: a = this->C::a if a then good else bad
        good: return
        bad: e = new Error throw e }
    fn C.acqx(this: ref) { local a: bool local e: ref
        s: a = this->C::a if a then bad else good
        good: this->C::a = true this->C::x = true return
        bad: e = new Error throw e }
    fn C.write(this: ref) { local x: bool local e: ref
        s: x = this->C::x if x then good else bad
        good: return
        bad: e = new Error throw e }
";

#[test]
fn every_scheme_finds_the_interface_of_the_papers_example() {
    for scheme in Scheme::ALL {
        let learned = run(READ_WRITE_ACQ, scheme, None);
        assert_eq!(proved(&learned).len(), 7, "{scheme:?}");
        // Four states (Figure 2), the one before construction, and the error.
        assert_eq!(states(&learned), 6, "{scheme:?}");
        assert!(
            learned.abstraction.predicates.len() <= 4,
            "{scheme:?}: {:?}",
            learned.abstraction
        );
        let iterations = learned.abstraction.iterations;
        assert_eq!(
            iterations == 1,
            scheme == Scheme::LearnReuse,
            "{scheme:?}: {iterations}"
        );
    }
}

#[test]
fn every_scheme_finds_guards_on_arguments() {
    for scheme in Scheme::ALL {
        let learned = run(PIPE, scheme, None);
        let expected = [
            "true",
            "snk != 0 && !snkConnected",
            "snk == 0 || snkConnected",
            "true",
            "true",
        ];
        assert_eq!(proved(&learned), expected, "{scheme:?}");
        assert_eq!(states(&learned), 4, "{scheme:?}");
    }
}

/// A number that grows without end, of which only the sign matters, and one that must not be told apart at all.
const TICKS: &str = r"
    class Error { }
    class C { field ticks: i64 field noise: i64 }
    fn C.new(this: ref) { s: return }
    fn C.tick(this: ref, by: i8) { local t: i64 local n: i64 local e: ref
        s: t = this->C::ticks n = this->C::noise if t < 1000000000000i64 then count else full
        count: this->C::ticks = t + 1i64
               this->C::noise = n * 3i64 + 1i64
               return
        full: return }
    fn C.read(this: ref) { local t: i64 local e: ref
        s: t = this->C::ticks if t > 0i64 then good else bad
        good: return
        bad: e = new Error throw e }
";

#[test]
fn a_component_without_a_bound_on_its_states_is_proved() {
    let learned = run(TICKS, Scheme::LearnReuse, Some(20));
    assert_eq!(proved(&learned).len(), 3);
    assert_eq!(states(&learned), 4);
}

/// A stack has no finite interface.
const STACK: &str = r"
    class Error { }
    class C { field size: i32 }
    fn C.new(this: ref) { s: return }
    fn C.push(this: ref) { local n: i32 s: n = this->C::size this->C::size = n + 1 return }
    fn C.pop(this: ref) { local n: i32 local e: ref
        s: n = this->C::size if n == 0 then bad else good
        good: this->C::size = n - 1 return
        bad: e = new Error throw e }
";

/// What a stack of so many elements answers.
fn stack(word: &[&str]) -> Outcome {
    let mut size = None;
    for call in word {
        size = match (*call, size) {
            ("new", None) => Some(0),
            ("push", Some(n)) => Some(n + 1),
            ("pop", Some(n)) if n > 0 => Some(n - 1),
            _ => return Outcome::Error,
        };
    }
    Outcome::Ok
}

#[test]
fn what_is_undecided_lies_between_what_is_legal_and_what_is_not() {
    for scheme in Scheme::ALL {
        let learned = run(STACK, scheme, Some(5));
        assert!(learned.abstraction.undecided, "{scheme:?}");
        let Verdict::UpTo {
            depth,
            reason: StopReason::Limit(_),
        } = learned.interface.verdict
        else {
            panic!("{scheme:?}: {:?}", learned.interface.verdict)
        };
        let interface = learned.interface.interface;
        let names = interface.symbol_names();
        let mut undecided = 0;
        let mut words: Vec<Vec<usize>> = vec![Vec::new()];
        for length in 0..9 {
            for word in &words {
                let calls: Vec<&str> = word.iter().map(|&s| names[s].as_str()).collect();
                match *interface.automaton.output(word) {
                    Outcome::Unknown => {
                        assert!(
                            length > depth,
                            "{scheme:?}: {calls:?} is not decided, {depth}"
                        );
                        undecided += 1;
                    }
                    outcome => assert_eq!(outcome, stack(&calls), "{scheme:?}: {calls:?}"),
                }
            }
            let longer = |word: &Vec<usize>| {
                (0..names.len())
                    .map(|s| [&word[..], &[s]].concat())
                    .collect::<Vec<_>>()
            };
            words = words.iter().flat_map(longer).collect();
        }
        assert!(
            undecided > 0 && depth >= 2,
            "{scheme:?}: {undecided} undecided beyond {depth}"
        );
    }
}

#[test]
fn mixed_parameters_are_named() {
    let learned = run(SESSION, Scheme::LearnReuse, Some(100));
    let Verdict::Unknown(StopReason::Inexpressible(why)) = &learned.interface.verdict else {
        panic!("{:?}", learned.interface.verdict)
    };
    assert!(why.contains("close") && why.contains("opened"), "{why}");
}
