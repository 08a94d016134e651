//! Interfaces by may and must abstraction (Singh, Giannakopoulou, Păsăreanu, CAV 2010; `papers/003`).
//!
//! Both algorithms of the paper are here: [`build`] (BuildInterface, Algorithm 1) learns the interface of the must
//! abstraction, checks it on the may abstraction, refines and begins again; [`reuse`] (LearnReuse, Algorithms 2 to 4) learns
//! that of the code itself and refines while it learns. What the abstractions are, and how they differ from the paper's, is
//! said in [`mc::may_must`]. Different here:
//! - With parameters, symbols are split on the way; symbols that turn out to do the same are one in the end.
//! - A result is *proved* only if `cert` accepts the invariant that the abstractions give.

mod build;
mod reuse;

use std::collections::BTreeSet;
use std::rc::Rc;

use base::{Budget, Progress, StopReason};
use cert::{Invariant, Verdict};
use learn::Algorithm;
use mc::Symbol;
use mc::may_must::{Abstraction as Blocks, Bounds, invariant};
use model::{Moore, Outcome};
use smt::{Term, Terms};
use step::{LocationId, Sight, StepSystem};

use crate::certify::certify;
use crate::interface::{self, Counts, Hypothesis, Interface, Known, alphabet, mixed, unsupported};
use crate::prepare::Prepared;

/// The part of the budget that is kept for bounds.
const RESERVED: u32 = 10;

/// How learning and refinement are put together: the rows of the paper's table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// BuildInterface, refinement by weakest preconditions along the whole counterexample.
    Wp,
    /// BuildInterface, refinement of infeasible counterexamples by interpolation.
    WpCraig,
    /// The same, and infeasible counterexamples refine the may abstraction alone.
    RefineMay,
    /// LearnReuse with interpolation.
    #[default]
    LearnReuse,
}

impl Scheme {
    /// All of them, in the order of the paper's table.
    pub const ALL: [Self; 4] = [Self::Wp, Self::WpCraig, Self::RefineMay, Self::LearnReuse];

    /// The name in the paper, in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wp => "wp",
            Self::WpCraig => "wp+craig",
            Self::RefineMay => "refine-may",
            Self::LearnReuse => "learn-reuse",
        }
    }

    /// The scheme of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How learning and refinement are put together.
    pub scheme: Scheme,
    /// The learner that asks.
    pub learner: Algorithm,
    /// The most refinements; none by default, so that only the budget ends learning.
    pub refinements: Option<usize>,
}

/// What the abstraction was in the end, and what it took to get there (Singh, Giannakopoulou and Păsăreanu, "May and Must Abstractions", 2010, Table 1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abstraction {
    /// Predicates that split states, as the source would write them, in the order they were found.
    pub predicates: Vec<String>,
    /// The comparisons they are made of.
    pub atoms: usize,
    /// How often an interface was learned from the beginning.
    pub iterations: usize,
    /// Refinements of the abstraction.
    pub refinements: usize,
    /// Abstract states that were visited in the end.
    pub states: usize,
    /// Whether the interface is a pair of bounds: words that lead to its unknown state are undecided.
    pub undecided: bool,
}

/// What was learned, and over which abstraction.
pub struct Learned {
    /// The interface.
    pub interface: Interface,
    /// The abstraction.
    pub abstraction: Abstraction,
}

/// Learns the interface of a component by may and must abstraction.
pub fn learn(
    component: Rc<ir::Component>,
    sight: Sight,
    options: &Options,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Learned, StopReason> {
    let prepared = Prepared::sliced(&component, &sight, (budget, progress))?;
    let with = |system: &Rc<StepSystem>, whole: &Rc<StepSystem>, symbol_limit| {
        Setting {
            system,
            whole,
            options,
            symbol_limit,
            budget,
            progress,
        }
        .run()
    };
    let mut learned = with(&prepared.working, &prepared.whole, prepared.symbol_limit());
    if let Some(without) = prepared.instead_of(&learned.interface) {
        learned = with(&without, &without, None);
        learned.interface.demote(&prepared.mixed);
    }
    learned.interface.counts.sliced = prepared.dropped();
    learned.interface.system = prepared.whole;
    Ok(learned)
}

/// What is learned from, and how.
struct Setting<'a> {
    /// The system without variables that do not matter.
    system: &'a Rc<StepSystem>,
    /// What is claimed: proofs are checked against this.
    whole: &'a Rc<StepSystem>,
    options: &'a Options,
    symbol_limit: Option<usize>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

/// What either algorithm ends with.
struct Run<'a> {
    /// A safe and permissive interface and why it is, or why there is none.
    end: Result<(Moore<Outcome>, Invariant), StopReason>,
    /// The abstractions: may, and must where it is another one.
    may: Blocks<'a>,
    must: Option<Blocks<'a>>,
    /// What is decided where there is no interface, if that was found out already.
    bounds: Option<Bounds>,
    membership: usize,
    equivalence: usize,
    iterations: usize,
}

impl Setting<'_> {
    fn run(&self) -> Learned {
        let budget = self.budget.but_last(RESERVED);
        let symbols = alphabet::initial(self.system, &mut *smt::for_engine(&self.system.terms));
        let new = || {
            let solver = smt::for_engine(&self.system.terms);
            Blocks::new(self.system, symbols.clone(), solver, &budget)
                .limited(self.options.refinements)
        };
        let run = match self.options.scheme {
            Scheme::LearnReuse => reuse::run(self, &new, &budget),
            Scheme::Wp | Scheme::WpCraig => build::run(self, new(), None, &budget),
            Scheme::RefineMay => build::run(self, new(), Some(new()), &budget),
        };
        self.conclude(run)
    }

    /// Soundness: symbols of a method that mixed parameters split without end are no interface.
    fn check_symbols(&self, symbols: &[Symbol], split: usize) -> Result<(), StopReason> {
        let letter = symbols[split].letter;
        let same = symbols.iter().filter(|s| s.letter == letter).count();
        match self.symbol_limit {
            Some(limit) if same > limit => {
                let name = &self.system.letters[letter].name;
                Err(StopReason::Inexpressible(format!(
                    "{name} needs more than {limit} guards"
                )))
            }
            _ => Ok(()),
        }
    }

    fn conclude(&self, mut run: Run<'_>) -> Learned {
        let shown = self.show(&mut run);
        let solver_calls = run.may.solver_calls()
            + run.must.as_ref().map_or(0, Blocks::solver_calls)
            + shown.calls;
        let counts = Counts {
            membership: run.membership,
            equivalence: run.equivalence,
            solver_calls,
            obligations: shown.obligations,
            ..Counts::default()
        };
        let Shown {
            hypothesis,
            verdict,
            known,
            undecided,
            states,
            ..
        } = shown;
        let abstraction = Abstraction {
            undecided,
            states,
            ..self.measured(&run)
        };
        let system = Rc::clone(self.whole);
        let (interface, representatives) = interface::shown(hypothesis, &system);
        let interface = Interface {
            interface,
            representatives,
            verdict,
            known,
            grades: None,
            brief: BTreeSet::new(),
            beyond: None,
            narrowed: None,
            exact: None,
            system,
            counts,
        };
        Learned {
            interface,
            abstraction,
        }
    }

    fn measured(&self, run: &Run<'_>) -> Abstraction {
        let all = || [Some(&run.may), run.must.as_ref()].into_iter().flatten();
        let found: Vec<(LocationId, Term)> = all()
            .flat_map(|blocks| blocks.predicates())
            .copied()
            .collect();
        let text = |&(location, predicate): &(LocationId, Term)| {
            smt::syntax::print(
                &self.system.terms,
                predicate,
                &self.system.location_scope(location),
            )
        };
        let mut seen = BTreeSet::new();
        let predicates = found
            .iter()
            .map(text)
            .filter(|text| seen.insert(text.clone()))
            .collect();
        Abstraction {
            predicates,
            atoms: atoms(&self.system.terms, &found),
            iterations: run.iterations,
            refinements: all().map(Blocks::refinements).sum(),
            states: 0,
            undecided: false,
        }
    }

    /// The interface as it will be seen, and what is known of it.
    fn show(&self, run: &mut Run<'_>) -> Shown {
        match std::mem::replace(&mut run.end, Err(StopReason::Cancelled)) {
            Ok((model, proof)) => self.proved(run, &model, &proof),
            // Mixed parameters: it will be learned again without them.
            Err(reason @ StopReason::Inexpressible(_)) if self.symbol_limit.is_some() => {
                Shown::nothing(reason)
            }
            Err(reason) => self.bounded(run, reason),
        }
    }

    fn proved(&self, run: &mut Run<'_>, model: &Moore<Outcome>, proof: &Invariant) -> Shown {
        let states = run.may.visited(model).unwrap_or_default();
        let (interface, representatives) = self.merged(&mut run.may, model);
        let certified = certify(self.whole, &interface, proof, self.budget);
        let accepted = certified
            .result
            .as_ref()
            .ok()
            .map(|(_, obligations)| *obligations);
        let known = accepted.map_or(Known::UpTo(0), |_| Known::Always);
        let verdict = match certified.result {
            Ok((proof, _)) => match unsupported(&interface, self.whole, &representatives) {
                Some(reason) => Verdict::Unknown(reason),
                None => Verdict::Proved(proof),
            },
            Err(_) if self.budget.check().is_err() => Verdict::Unknown(StopReason::Time),
            Err(rejection) => {
                let what = format!(
                    "a proof was found but the certificate checker did not accept it: {rejection}"
                );
                Verdict::Unknown(StopReason::Limit(what))
            }
        };
        let (obligations, calls) = (accepted.unwrap_or(0), certified.calls);
        Shown {
            hypothesis: Some((interface, representatives)),
            verdict,
            known,
            undecided: false,
            states,
            obligations,
            calls,
        }
    }

    /// What is known when there is no proof: between which interfaces that of the code lies (Section 4.3).
    fn bounded(&self, run: &mut Run<'_>, reason: StopReason) -> Shown {
        run.may.within(self.budget);
        let bounds = run.bounds.take().unwrap_or_else(|| run.may.bounds());
        let machine = bounds
            .machine
            .map(|outcome| outcome.unwrap_or(Outcome::Unknown))
            .minimise();
        let Some(depth) = bounds.depth else {
            return self.closed(run, &machine, reason);
        };
        let (interface, representatives) = self.merged(&mut run.may, &machine);
        let verdict = if depth == 0 {
            Verdict::Unknown(reason)
        } else {
            Verdict::UpTo { depth, reason }
        };
        Shown {
            hypothesis: Some((interface, representatives)),
            verdict,
            known: Known::Bounded,
            undecided: true,
            ..Shown::nothing(StopReason::Time)
        }
    }

    /// The bounds are one, though the algorithm had not seen it yet.
    fn closed(&self, run: &mut Run<'_>, machine: &Moore<Outcome>, reason: StopReason) -> Shown {
        match invariant(&mut run.may, None, machine) {
            Ok(proof) => self.proved(run, machine, &proof),
            Err(_) => Shown::nothing(reason),
        }
    }

    /// The interface of a machine over the symbols, those in one that lead to the same everywhere.
    fn merged(&self, blocks: &mut Blocks<'_>, machine: &Moore<Outcome>) -> Hypothesis {
        let symbols = blocks.symbols().to_vec();
        let interface = alphabet::interface(self.system, &symbols, machine);
        let (merged, of) = interface.merged(blocks.solver());
        (
            merged,
            of.iter()
                .map(|&s| symbols[s].representative.clone())
                .collect(),
        )
    }
}

/// The interface as it will be seen, and what is known of it.
struct Shown {
    hypothesis: Option<Hypothesis>,
    verdict: Verdict,
    known: Known,
    undecided: bool,
    states: usize,
    obligations: usize,
    calls: u64,
}

impl Shown {
    fn nothing(reason: StopReason) -> Self {
        Self {
            hypothesis: None,
            verdict: Verdict::Unknown(reason),
            known: Known::UpTo(0),
            undecided: false,
            states: 0,
            obligations: 0,
            calls: 0,
        }
    }
}

/// The comparisons that predicates are made of, each with its opposite counted once.
fn atoms(terms: &Terms, predicates: &[(LocationId, Term)]) -> usize {
    let all = predicates
        .iter()
        .flat_map(|&(_, predicate)| mixed::atoms(terms, predicate));
    all.map(|atom| atom.min(terms.not(atom)))
        .collect::<BTreeSet<Term>>()
        .len()
}
