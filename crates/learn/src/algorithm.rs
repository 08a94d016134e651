//! The list of learners: who offers a choice offers this one.

use std::fmt::Debug;

use crate::{KearnsVazirani, LStar, Learner, ObservationTree, Ttt};

/// A learning algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// L* as published by Angluin.
    LStar,
    /// L* as Maler and Pnueli changed it.
    MalerPnueli,
    /// L* with the counterexample analysis of Rivest and Schapire: the one to use if in doubt.
    #[default]
    RivestSchapire,
    /// The discrimination tree of Kearns and Vazirani.
    KearnsVazirani,
    /// TTT.
    Ttt,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::LStar,
        Self::MalerPnueli,
        Self::RivestSchapire,
        Self::KearnsVazirani,
        Self::Ttt,
    ];

    /// The name on a command line, and what there is to say.
    fn entry(self) -> (&'static str, &'static str) {
        match self {
            Self::LStar => ("lstar", "Angluin's observation table, 1987"),
            Self::MalerPnueli => (
                "maler-pnueli",
                "the same with all suffixes of counterexamples as columns, 1995",
            ),
            Self::RivestSchapire => (
                "rivest-schapire",
                "the same with binary search in counterexamples, 1993",
            ),
            Self::KearnsVazirani => ("kearns-vazirani", "a discrimination tree, 1994"),
            Self::Ttt => ("ttt", "a tree without redundancy, 2014"),
        }
    }

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// What the algorithm is, in a few words.
    pub fn about(self) -> &'static str {
        self.entry().1
    }

    /// The algorithm of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
    }

    /// A learner that begins with so many letters and these observations.
    pub fn learner<O: Clone + Eq + Debug + 'static>(
        self,
        letters: usize,
        tree: ObservationTree<O>,
    ) -> Box<dyn Learner<O>> {
        match self {
            Self::LStar => Box::new(LStar::angluin(letters, tree)),
            Self::MalerPnueli => Box::new(LStar::maler_pnueli(letters, tree)),
            Self::RivestSchapire => Box::new(LStar::rivest_schapire(letters, tree)),
            Self::KearnsVazirani => Box::new(KearnsVazirani::new(letters, tree)),
            Self::Ttt => Box::new(Ttt::new(letters, tree)),
        }
    }
}
