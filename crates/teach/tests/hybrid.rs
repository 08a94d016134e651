//! X-PSYCO and PSYCO as published, on components written in the ir's text form.

use base::{Budget, NoProgress, StopReason};
use cert::Verdict;
use learn::Algorithm;
use mc::{Decision, conform};
use step::{Integers, Sight};
use teach::hybrid::{Engine, Learned, Options, learn};

use crate::support::programs::{PIPE, SESSION};
use crate::support::{component, question};

const HYBRID: Options = Options {
    engine: Engine::Hybrid,
    por: true,
    matching: true,
    learner: Algorithm::RivestSchapire,
    depth: None,
};

fn run(text: &str, options: &Options) -> Learned {
    let sight = Sight::new(Integers::Wrapping);
    learn(
        component(text),
        sight,
        options,
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("it can be initialised")
}

/// Every way to run both methods.
fn all(depth: Option<usize>) -> Vec<Options> {
    let hybrid = |(por, matching)| Options {
        por,
        matching,
        depth,
        ..HYBRID
    };
    let mut all: Vec<Options> = [(false, false), (true, false), (false, true), (true, true)]
        .map(hybrid)
        .into();
    all.push(Options {
        engine: Engine::Psyco,
        depth,
        ..HYBRID
    });
    all
}

fn guards(learned: &Learned) -> Vec<String> {
    let interface = &learned.interface.interface;
    (0..interface.symbols.len())
        .map(|s| interface.guard_text(s))
        .collect()
}

/// What the engines of the default say of an interface that one of these methods has found.
fn decided(learned: &Learned) -> Decision {
    let system = &learned.interface.system;
    let interface = &learned.interface.interface;
    let mut solver = smt::chain(&system.terms, smt::Config::default());
    conform(&question(system, interface), &mut *solver).0
}

#[test]
fn both_methods_learn_the_interface_of_the_motivating_example() {
    let expected = [
        "true",
        "snk != 0 && !snkConnected",
        "snk == 0 || snkConnected",
        "true",
        "true",
    ];
    for options in all(Some(6)) {
        let learned = run(PIPE, &options);
        assert_eq!(guards(&learned), expected, "{options:?}");
        let Verdict::UpTo {
            depth: 6,
            reason: StopReason::Depth(6),
        } = learned.interface.verdict
        else {
            panic!("{options:?}: {:?}", learned.interface.verdict)
        };
        assert!(
            matches!(decided(&learned), Decision::Conforms(_)),
            "{options:?}"
        );
    }
}

#[test]
fn independent_calls_are_explored_in_one_order() {
    let with = run(
        PIPE,
        &Options {
            matching: false,
            depth: Some(6),
            ..HYBRID
        },
    )
    .exploration;
    let without = run(
        PIPE,
        &Options {
            matching: false,
            por: false,
            depth: Some(6),
            ..HYBRID
        },
    )
    .exploration;
    // write and flush only read, so behind a legal connect one order of them is enough.
    assert!(with.skipped_by_por > 0 && without.skipped_by_por == 0);
    assert!(with.sequences < without.sequences, "{with:?} {without:?}");
    assert_eq!((with.k_min, with.k_max), (without.k_min, without.k_max));
}

/// The parameters never get into the fields.
const GATE: &str = r"
    class Error { }
    class C { field open: bool field used: i32 }
    fn C.new(this: ref) { s: return }
    fn C.unlock(this: ref, key: i32) { local e: ref
        s: if key < 10 then bad else more
        more: if key > 20 then bad else good
        good: this->C::open = true return
        bad: e = new Error throw e }
    fn C.pass(this: ref) { local o: bool local n: i32 local e: ref
        s: o = this->C::open n = this->C::used if !o | n == 3 then bad else good
        good: this->C::used = n + 1
              this->C::open = false
              return
        bad: e = new Error throw e }
";

#[test]
fn a_complete_exploration_is_proved_by_the_states_it_has_seen() {
    for por in [false, true] {
        let learned = run(GATE, &Options { por, ..HYBRID });
        let exploration = &learned.exploration;
        assert!(
            exploration.complete && exploration.k_max >= exploration.k_min,
            "{exploration:?}"
        );
        assert!(exploration.skipped_by_matching > 0, "{exploration:?}");
        let (Verdict::Proved(proof), interface) =
            (&learned.interface.verdict, &learned.interface.interface)
        else {
            panic!("{:?}", learned.interface.verdict)
        };
        let system = &learned.interface.system;
        assert!(cert::check(system, interface, proof, &mut smt::Z3::new(&system.terms)).is_ok());
        assert_eq!(interface.automaton.states(), 9);
        // No engine was needed: the explored states are the invariant.
        assert_eq!(learned.interface.counts.last.decided_by, None);
    }
}

#[test]
fn without_matching_nothing_is_ever_complete_here() {
    for options in all(Some(9))
        .into_iter()
        .filter(|o| o.engine == Engine::Psyco || !o.matching)
    {
        let learned = run(GATE, &options);
        let exploration = &learned.exploration;
        assert!(
            !exploration.complete && exploration.k_max == 9,
            "{options:?}: {exploration:?}"
        );
        assert!(
            matches!(learned.interface.verdict, Verdict::UpTo { depth: 9, .. }),
            "{options:?}"
        );
        assert!(
            matches!(decided(&learned), Decision::Conforms(_)),
            "{options:?}"
        );
    }
}

#[test]
fn mixed_parameters_are_named_and_nothing_is_claimed() {
    for options in all(Some(5)) {
        let learned = run(SESSION, &options);
        let Verdict::Unknown(reason) = &learned.interface.verdict else {
            panic!("{:?}", learned.interface.verdict)
        };
        let text = reason.to_string();
        assert!(
            text.contains("close") && text.contains("id") && text.contains("opened"),
            "{options:?}: {text}"
        );
    }
}

#[test]
fn a_spent_budget_claims_nothing() {
    let budget = Budget::lasting(std::time::Duration::ZERO);
    for options in all(None) {
        let learned = learn(
            component(PIPE),
            Sight::new(Integers::Wrapping),
            &options,
            &budget,
            &NoProgress,
        );
        if let Ok(learned) = learned {
            assert!(
                matches!(
                    learned.interface.verdict,
                    Verdict::Unknown(StopReason::Time)
                ),
                "{options:?}"
            );
        }
    }
}
