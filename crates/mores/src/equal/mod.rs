//! Whether two interfaces are the same.
//!
//! The question is about the two models. What it says of the code behind them is said beside it: it is no more than
//! their verdicts say.

mod report;

use base::{Budget, Outcome, Progress};
use emit::report::{Cause, Report, VERSION, Verdict, VerdictKind};
use front::InputError;
use model::analysis::{Equality, Parting, equal_interfaces};
use model::{InterfaceLts, PartitionFault};
use smt::{Answer, Solver, Term};

use crate::InterfaceRequest;
use crate::pair::{Common, Pair, Run, Side, broken, calls_on, unless, written};

pub use report::{Answers, EqualReport, NotCompared};

/// Ask whether two interfaces are the same. Each is code, or a saved model if its path ends in `.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EqualRequest {
    /// One of them.
    pub first: InterfaceRequest,
    /// The other.
    pub second: InterfaceRequest,
}

/// Compares two interfaces of the same methods. The budget is for learning both and for comparing.
pub fn equal(
    request: &EqualRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<EqualReport, InputError> {
    let pair = Pair::new(&request.first, &request.second, budget, progress)?;
    progress.working(&|| "comparing".to_owned());
    let common = pair.common()?;
    same_methods(&common)?;
    let mut solver = smt::for_engine(&common.old.terms);
    let mut report = empty(request, &pair);
    let comparison = Comparison {
        pair: &pair,
        common: &common,
    };
    match comparison.prepared(&mut *solver)? {
        Some(doubt) => report.reason = Some(doubt),
        None => {
            let equality = equal_interfaces(&common.old, &common.new, &mut *solver, budget);
            comparison.tell(equality, &mut report);
        }
    }
    Ok(report)
}

/// Equality is a question about the same methods only.
fn same_methods(common: &Common) -> Result<(), InputError> {
    let lists = [
        ("only the first has ", &common.removed),
        ("only the second has ", &common.added),
    ];
    let listed = lists.into_iter().filter(|(_, methods)| !methods.is_empty());
    let mut faults: Vec<String> = listed
        .map(|(who, methods)| format!("{who}{}", methods.join(", ")))
        .collect();
    faults.extend(common.incomparable.iter().cloned());
    if faults.is_empty() {
        return Ok(());
    }
    Err(InputError::new(format!(
        "the two do not have the same methods: {}",
        faults.join("; ")
    )))
}

fn empty(request: &EqualRequest, pair: &Pair) -> EqualReport {
    let (first, second) = &pair.sides;
    EqualReport {
        mores: VERSION.into(),
        command: "equal".into(),
        models: "interface",
        first: first.version(&request.first.path),
        second: second.version(&request.second.path),
        equal: None,
        exact: None,
        depth: None,
        verdict: trust(pair),
        witness: Vec::new(),
        answers: None,
        cause: None,
        shortest: None,
        replayed: None,
        not_compared: None,
        reason: None,
        notes: pair.about(),
    }
}

/// How far what holds of the two models holds of the code behind them: as far as the weaker of their verdicts.
fn trust(pair: &Pair) -> Verdict {
    let [first, second] = pair.reports().map(|report| &report.verdict);
    let mut assumptions = first.assumptions.clone();
    assumptions.extend(
        second
            .assumptions
            .iter()
            .filter(|a| !first.assumptions.contains(a))
            .cloned(),
    );
    let (kind, depth) = match (first.kind, second.kind) {
        (VerdictKind::Violated | VerdictKind::Unknown, _)
        | (_, VerdictKind::Violated | VerdictKind::Unknown) => (VerdictKind::Unknown, None),
        (VerdictKind::UpTo, _) | (_, VerdictKind::UpTo) => (
            VerdictKind::UpTo,
            [first.depth, second.depth].into_iter().flatten().min(),
        ),
        (VerdictKind::Proved, VerdictKind::Proved) => (VerdictKind::Proved, None),
    };
    let reason = match (why(first), why(second)) {
        (Some(one), Some(other)) if one == other => Some(format!("both: {one}")),
        (one, other) => {
            let parts = [("first", one), ("second", other)].into_iter();
            let parts: Vec<String> = parts
                .filter_map(|(which, why)| Some(format!("the {which}: {}", why?)))
                .collect();
            Some(parts.join("; ")).filter(|reason| !reason.is_empty())
        }
    };
    let unless = unless(first, second).filter(|_| kind == VerdictKind::UpTo);
    Verdict {
        kind,
        depth,
        reason,
        unless,
        integers: pair.integers,
        assumptions,
    }
}

/// Why a model is not proved.
fn why(verdict: &Verdict) -> Option<String> {
    let apart = verdict
        .unless
        .as_ref()
        .map(|unless| format!("proved unless {unless}"));
    apart
        .or_else(|| verdict.reason.clone())
        .filter(|_| verdict.kind != VerdictKind::Proved)
}

struct Comparison<'a> {
    pair: &'a Pair,
    common: &'a Common,
}

impl Comparison<'_> {
    /// Whether both are interfaces at all, and about the same arguments; says what could not be found out.
    fn prepared(&self, solver: &mut dyn Solver) -> Result<Option<String>, InputError> {
        for (method, domains) in self.common.domains.iter().enumerate() {
            let Some((first, second)) = *domains else {
                continue;
            };
            match self.apart(first, second, solver) {
                Answer::Unsat => {}
                Answer::Unknown(why) => return Ok(Some(why)),
                Answer::Sat => {
                    let name = &self.common.old.methods[method].name;
                    let what = format!(
                        "the two are about other arguments of {name}: make one of them anew"
                    );
                    return Err(InputError::new(what));
                }
            }
        }
        let (first, second) = &self.pair.sides;
        for (side, interface) in [(first, &self.common.old), (second, &self.common.new)] {
            if let Some(doubt) = well_formed(side, interface, solver)? {
                return Ok(Some(doubt));
            }
        }
        Ok(None)
    }

    /// Whether two conditions can differ.
    fn apart(&self, first: Term, second: Term, solver: &mut dyn Solver) -> Answer {
        let terms = &self.common.old.terms;
        match first == second {
            true => Answer::Unsat,
            false => solver.ask(&[terms.not(terms.eq(first, second))]),
        }
    }

    fn tell(&self, equality: Equality<Parting>, report: &mut EqualReport) {
        match equality {
            Equality::Equal { unknown } => {
                (report.equal, report.depth) = (Some(true), self.claimed());
                report.exact = Some(unknown.is_none() && report.depth.is_none());
                report.not_compared = unknown.map(|parting| self.not_compared(&parting));
            }
            Equality::Differs(parting) => match self.backing(&parting) {
                Backing::Both { cause, replayed } => {
                    self.tell_difference(&parting, (cause, replayed), report)
                }
                Backing::Lacking if parting.shortest => {
                    (report.equal, report.exact, report.depth) =
                        (Some(true), Some(false), self.claimed());
                    report.not_compared = Some(self.not_compared(&parting));
                }
                Backing::Lacking => {
                    let what = "they differ only beyond what they claim, perhaps not only there";
                    report.reason = Some(what.to_owned());
                }
            },
            Equality::Undecided { depth, reason } => {
                report.reason = Some(format!(
                    "{reason}; sequences of up to {depth} calls were compared"
                ));
            }
        }
    }

    /// The most calls that both models claim something of.
    fn claimed(&self) -> Option<u64> {
        self.pair
            .reports()
            .into_iter()
            .filter_map(Report::claimed_calls)
            .min()
    }

    fn not_compared(&self, parting: &Parting) -> NotCompared {
        NotCompared {
            calls: written(self.pair, self.common, &parting.calls),
            answers: parting.answers.into(),
        }
    }

    /// Soundness: a difference counts only if each side's model claims what it answers there, or its code was seen to
    /// answer so.
    fn backing(&self, parting: &Parting) -> Backing {
        let (first, second) = &self.pair.sides;
        let (mut cause, mut replayed) = (None, Vec::new());
        for (side, wanted, is_second) in [
            (first, parting.answers.0, false),
            (second, parting.answers.1, true),
        ] {
            let claimed = side
                .report
                .claimed_calls()
                .is_none_or(|calls| parting.calls.len() as u64 <= calls);
            match self.seen(side, parting, wanted, is_second) {
                Seen::So(why) => {
                    cause = cause.or(why);
                    replayed.push(true);
                }
                Seen::NoCode if claimed => {}
                Seen::Unknown if claimed => replayed.push(false),
                Seen::NoCode | Seen::Unknown | Seen::Otherwise => return Backing::Lacking,
            }
        }
        Backing::Both {
            cause,
            replayed: !replayed.is_empty() && !replayed.contains(&false),
        }
    }

    fn tell_difference(
        &self,
        parting: &Parting,
        (cause, replayed): (Option<Cause>, bool),
        report: &mut EqualReport,
    ) {
        report.equal = Some(false);
        report.witness = written(self.pair, self.common, &parting.calls);
        report.answers = Some(parting.answers.into());
        report.shortest = Some(parting.shortest);
        (report.cause, report.replayed) = (cause, Some(replayed));
    }

    /// What the code of one side does, where it is at hand.
    fn seen(&self, side: &Side, parting: &Parting, wanted: Outcome, second: bool) -> Seen {
        let Some(code) = &side.code else {
            return Seen::NoCode;
        };
        match calls_on(code, self.common, &parting.calls, second)
            .map_or(Run::Unknown, |calls| code.run(&calls))
        {
            Run::Ended(answer, cause) if answer == wanted => Seen::So(cause),
            Run::Ended(..) | Run::Earlier => Seen::Otherwise,
            Run::Unknown => Seen::Unknown,
        }
    }
}

/// Whether a difference between two models is one of what they stand for.
enum Backing {
    /// It is: what goes wrong, and whether all code that is at hand was seen to answer so.
    Both {
        cause: Option<Cause>,
        replayed: bool,
    },
    /// One model claims nothing of so many calls, or its code does something else.
    Lacking,
}

/// What became of a difference between models on the code of one of them.
enum Seen {
    NoCode,
    /// It answers as its model says; what goes wrong.
    So(Option<Cause>),
    Otherwise,
    /// The interpreter cannot say.
    Unknown,
}

/// A file may say anything; what was learned just now is an interface. Says what could not be found out.
fn well_formed(
    side: &Side,
    interface: &InterfaceLts,
    solver: &mut dyn Solver,
) -> Result<Option<String>, InputError> {
    if side.code.is_some() {
        return Ok(None);
    }
    let of = |method: usize| &interface.methods[method].name;
    interface.check_registers().map_err(|what| broken(&what))?;
    match interface.check_partition(solver) {
        // A symbol that no call belongs to does no harm.
        Ok(()) | Err(PartitionFault::Empty(_)) => Ok(None),
        Err(PartitionFault::Undecided(why)) => Ok(Some(why)),
        Err(PartitionFault::Overlap(symbol, _)) => Err(broken(&format!(
            "two guards of {} hold at once",
            of(interface.symbols[symbol].method)
        ))),
        Err(PartitionFault::Gap(method)) => Err(broken(&format!(
            "no guard of {} holds of some calls",
            of(method)
        ))),
    }
}
