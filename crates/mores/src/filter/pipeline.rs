//! A chain of filters: which of them are needed, in which order they may stand, and which order is the cheapest.

use std::time::Duration;

use base::{Budget, Progress, StopReason};
use emit::report::{VERSION, Verdict};
use model::analysis::transducer::{self as algebra, Compared, Decision};
use model::transducer::SymbolicTransducer;
use serde::Serialize;

use super::algebra::{YesNo, fits, trust};
use super::operand::{Operand, Side};
use crate::{InputError, Version};

/// How long one question about a chain may take.
const QUESTION: Duration = Duration::from_secs(20);

/// What is known of a chain of filters.
#[derive(Clone, Debug, Serialize)]
pub struct PipelineReport {
    /// The version of the tool.
    pub mores: String,
    /// `pipeline`.
    pub command: String,
    /// The filters, in the order that was given.
    pub operands: Vec<Version>,
    /// How well their models are known.
    pub verdict: Verdict,
    /// What is known of each.
    pub members: Vec<Member>,
    /// What is known of each two that follow each other.
    pub neighbours: Vec<Neighbours>,
    /// The order that is proposed, by numbers from 0 on; without those that do nothing.
    pub proposal: Vec<usize>,
    /// Whether the proposed chain writes the same as the given one, on every input.
    pub same: YesNo,
    /// Why that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A filter in a chain.
#[derive(Clone, Debug, Serialize)]
pub struct Member {
    /// Whether applying it twice is the same as once.
    pub idempotent: YesNo,
    /// Whether it changes nothing of what those before it write.
    pub does_nothing: YesNo,
}

/// Two filters that follow each other.
#[derive(Clone, Debug, Serialize)]
pub struct Neighbours {
    /// The numbers of the two.
    pub members: [usize; 2],
    /// Whether it does not matter which comes first.
    pub commute: YesNo,
}

impl PipelineReport {
    /// As JSON, for programs.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Looks at a chain of filters.
pub fn pipeline(
    filters: &[Operand],
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<PipelineReport, InputError> {
    let sides: Vec<Side> = filters
        .iter()
        .map(|operand| Side::new(operand, budget, progress))
        .collect::<Result<_, _>>()?;
    let models: Vec<&SymbolicTransducer> = sides
        .iter()
        .map(|side| side.model().map_err(InputError::new))
        .collect::<Result<_, _>>()?;
    for pair in models.windows(2) {
        fits(pair[0], pair[1])?;
    }
    progress.working(&|| "comparing orders".to_owned());
    let chain = Chain { models, budget };
    let members = chain.members();
    let neighbours = chain.neighbours();
    let proposal = chain.proposal(&members, &neighbours);
    let decided = chain.compared(&proposal);
    let (same, reason) = match decided {
        Decision::Yes => (YesNo::Yes, None),
        Decision::No(_) => (YesNo::No, None),
        Decision::Unknown(why) => (YesNo::Unknown, Some(why.to_string())),
    };
    Ok(PipelineReport {
        mores: VERSION.into(),
        command: "pipeline".into(),
        operands: sides.iter().map(Side::version).collect(),
        verdict: trust(&sides),
        members,
        neighbours,
        proposal,
        same,
        reason,
    })
}

struct Chain<'a> {
    models: Vec<&'a SymbolicTransducer>,
    budget: &'a Budget,
}

impl Chain<'_> {
    fn question(&self) -> Budget {
        self.budget.slice(QUESTION)
    }

    fn members(&self) -> Vec<Member> {
        (0..self.models.len())
            .map(|number| Member {
                idempotent: self.idempotent(number),
                does_nothing: self.does_nothing(number),
            })
            .collect()
    }

    fn idempotent(&self, number: usize) -> YesNo {
        let filter = self.models[number];
        match fits(filter, filter) {
            Ok(()) => answer(algebra::idempotent(filter, &self.question())),
            Err(_) => YesNo::No,
        }
    }

    /// The first one always does something: there is nothing before it to compare with.
    fn does_nothing(&self, number: usize) -> YesNo {
        if number == 0 {
            return YesNo::No;
        }
        let before: Vec<usize> = (0..number).collect();
        let with: Vec<usize> = (0..=number).collect();
        match (self.whole(&before), self.whole(&with)) {
            (Ok(a), Ok(b)) if a.output.bits == b.output.bits => {
                answer(algebra::equal(&a, &b, &self.question()))
            }
            (Ok(_), Ok(_)) => YesNo::No,
            (Err(_), _) | (_, Err(_)) => YesNo::Unknown,
        }
    }

    fn neighbours(&self) -> Vec<Neighbours> {
        let pairs = self.models.windows(2).enumerate();
        pairs
            .map(|(number, pair)| Neighbours {
                members: [number, number + 1],
                commute: match fits(pair[1], pair[0]) {
                    Ok(()) => answer(algebra::commutes(pair[0], pair[1], &self.question())),
                    Err(_) => YesNo::No,
                },
            })
            .collect()
    }

    /// Without those that do nothing; of neighbours that commute, the one that leaves less for the other comes first.
    fn proposal(&self, members: &[Member], neighbours: &[Neighbours]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..members.len())
            .filter(|number| members[*number].does_nothing != YesNo::Yes)
            .collect();
        let commute = |a: usize, b: usize| {
            let known = |n: &&Neighbours| n.members == [a.min(b), a.max(b)];
            neighbours.iter().find(known).map(|n| n.commute) == Some(YesNo::Yes)
        };
        for _ in 0..order.len() {
            for i in 1..order.len() {
                let [first, second] = [order[i - 1], order[i]];
                if commute(first, second)
                    && growth(self.models[second]) < growth(self.models[first])
                {
                    order.swap(i - 1, i);
                }
            }
        }
        order
    }

    /// Whether another order does the same.
    fn compared(&self, order: &[usize]) -> Decision<()> {
        let given: Vec<usize> = (0..self.models.len()).collect();
        if order == given {
            return Decision::Yes;
        }
        match (self.whole(&given), self.whole(order)) {
            (Ok(a), Ok(b)) => algebra::equal(&a, &b, &self.question())
                .decision
                .map(|_| ()),
            (Err(why), _) | (_, Err(why)) => Decision::Unknown(why),
        }
    }

    fn whole(&self, order: &[usize]) -> Result<SymbolicTransducer, StopReason> {
        let mut whole: Option<SymbolicTransducer> = None;
        for &number in order {
            let next = self.models[number];
            whole = Some(match whole {
                None => next.clone(),
                Some(so_far) => algebra::compose(&so_far, next, &self.question())?,
            });
        }
        whole.ok_or_else(|| StopReason::Limit("no filter is left".to_owned()))
    }
}

fn answer(compared: Compared) -> YesNo {
    match compared.decision {
        Decision::Yes => YesNo::Yes,
        Decision::No(_) => YesNo::No,
        Decision::Unknown(_) => YesNo::Unknown,
    }
}

/// How much is left for who comes after: the most that is written for a symbol, and whether some write nothing.
fn growth(model: &SymbolicTransducer) -> (usize, bool) {
    let lengths = || {
        let steps = model.states.iter().flat_map(|state| &state.steps);
        steps.map(|step| step.writes.len())
    };
    (
        lengths().max().unwrap_or(0),
        lengths().all(|length| length > 0),
    )
}
