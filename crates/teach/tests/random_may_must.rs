//! May and must abstraction on random components with byte-sized state: every claim is compared with an exhaustive search
//! on the reference interpreter, and schemes with each other.

use base::{Budget, NoProgress, Random};
use cert::Verdict;
use step::{Integers, Sight};
use teach::may_must::{Options, Scheme, learn};

use crate::support::component;
use crate::support::random::{difference, program};

const COMPONENTS: u64 = 30;
const SCHEMES: [Scheme; 4] = [
    Scheme::LearnReuse,
    Scheme::Wp,
    Scheme::WpCraig,
    Scheme::RefineMay,
];

#[test]
fn every_scheme_agrees_with_exhaustive_search() {
    let mut proofs = [0; SCHEMES.len()];
    for seed in 0..COMPONENTS {
        let text = program(&mut Random::seeded(seed));
        let component = component(&text);
        let mut sizes = Vec::new();
        for (scheme, proofs) in SCHEMES.into_iter().zip(&mut proofs) {
            let options = Options {
                scheme,
                refinements: Some(60),
                ..Options::default()
            };
            let sight = Sight::new(Integers::Wrapping);
            let learned = learn(
                component.clone(),
                sight,
                &options,
                &Budget::unlimited(),
                &NoProgress,
            );
            let learned = learned.expect("there is no static initialiser");
            let interface = &learned.interface.interface;
            let truth = difference(&component, interface);
            match &learned.interface.verdict {
                Verdict::Proved(_) => {
                    assert_eq!(truth, None, "seed {seed}, {scheme:?}:\n{text}");
                    sizes.push((interface.automaton.states(), interface.symbols.len()));
                    *proofs += 1;
                }
                Verdict::UpTo { depth, .. } => {
                    assert!(
                        truth.is_none_or(|length| length > *depth),
                        "seed {seed}, {scheme:?}: {truth:?}\n{text}"
                    );
                }
                Verdict::Unknown(_) => {}
                Verdict::Violated(_) => panic!("seed {seed}, {scheme:?}"),
            }
        }
        assert!(
            sizes.windows(2).all(|pair| pair[0] == pair[1]),
            "seed {seed}: {sizes:?}\n{text}"
        );
    }
    // The test is worth something only if this happens often.
    assert!(proofs.iter().all(|&n| n >= 20), "{proofs:?}");
}
