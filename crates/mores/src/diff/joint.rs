//! Both versions of a class as one machine, for the picture that shows them together.

use std::collections::{BTreeMap, BTreeSet};

use base::Outcome;
use emit::joint::{About, Change, Joint, Role, State, Step, Witness};
use emit::outline::heads_alone;
use emit::report::{Parameter, Report, Symbol};
use model::analysis::{Move, Walked};

use super::{ChangeKind, Changed, DiffReport};
use crate::pair::{Common, Pair, renamed, written};

/// What became of the differences of the models, in the order in which these were found.
#[derive(Default)]
pub(super) struct Fates {
    pub(super) all: Vec<Change>,
    /// The positions of those that the report lists.
    pub(super) listed: Vec<usize>,
}

/// Both versions, as far as they were walked together.
pub(super) fn joint(
    pair: &Pair,
    common: &Common,
    walked: &Walked,
    fates: &Fates,
    report: &DiffReport,
) -> Joint {
    let drawn = Drawn::new(pair, common, walked, &fates.all);
    let mut joint = Joint {
        about: About::Calls,
        initial: 0,
        states: drawn.states(),
        ..Joint::default()
    };
    // Which step of the joint machine a pair takes with a step of the product.
    let mut taken: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (group, moves) in drawn.groups() {
        for (moves, guard) in drawn.told(&moves) {
            let position = joint.steps.len();
            taken.extend(moves.iter().map(|m| ((m.pair, m.step), position)));
            joint.steps.push(drawn.step(&group, moves[0], guard));
        }
    }
    let ways = drawn.ways(&fates.listed);
    joint.witnesses = (report.differences.iter().zip(ways).zip(1..))
        .map(|((changed, way), number)| {
            let steps = way.iter().filter_map(|at| taken.get(at).copied());
            witness(changed, steps.collect(), number, report)
        })
        .collect();
    let used: BTreeSet<u64> = joint.steps.iter().map(|step| step.to).collect();
    let stays = |state: &State| match state.role {
        Role::Start | Role::Together | Role::Open => true,
        Role::Old | Role::New | Role::Undecided => used.contains(&state.id),
    };
    joint.states.retain(stays);
    joint
}

/// Where nothing but a difference is known: the calls that lead to it, one after the other.
pub(super) fn chain(report: &DiffReport) -> Joint {
    let Some(changed) = report.differences.first() else {
        return Joint::default();
    };
    let last = changed.calls.len() as u64;
    let change = changed.kind.change();
    let state = |id: u64| State {
        id,
        role: match id {
            0 => Role::Start,
            id if id < last => Role::Together,
            _ => part(change),
        },
        means: String::new(),
        ends: Vec::new(),
    };
    let calls = changed.calls.iter().zip(0..);
    let step = |(call, at): (&String, u64)| Step {
        from: at,
        to: at + 1,
        head: call.clone(),
        guard: String::new(),
        example: Some(call.clone()),
        change: if at + 1 == last {
            change
        } else {
            Change::Alike
        },
        certain: true,
        said: String::new(),
    };
    let steps: Vec<Step> = calls.map(step).collect();
    Joint {
        about: About::Calls,
        initial: 0,
        states: (0..=last).map(state).collect(),
        witnesses: vec![witness(changed, (0..steps.len()).collect(), 1, report)],
        steps,
    }
}

/// Where a step of a kind leads that does not lead both versions on.
fn part(change: Change) -> Role {
    match change {
        Change::Lost => Role::Old,
        Change::Gained => Role::New,
        Change::Undecided | Change::Alike => Role::Undecided,
    }
}

/// What is told as one step: the pair before, the method, the state after, what became of it, whether that is certain.
type Group = (usize, usize, u64, Change, bool);

struct Drawn<'a> {
    pair: &'a Pair,
    common: &'a Common,
    walked: &'a Walked,
    fates: &'a [Change],
    /// For each version, the symbols of the methods that both have, in the order of the product.
    symbols: [Vec<&'a Symbol>; 2],
    heads: [BTreeMap<String, String>; 2],
    /// Calls beyond which one of the models claims nothing.
    claimed: u64,
}

impl<'a> Drawn<'a> {
    fn new(pair: &'a Pair, common: &'a Common, walked: &'a Walked, fates: &'a [Change]) -> Self {
        let [old, new] = pair.reports();
        let symbols = |report: &'a Report, second: bool| {
            let known = |symbol: &&Symbol| {
                let mut names = common.names.iter();
                names.any(|(old, new)| symbol.method == *(if second { new } else { old }))
            };
            report.model.alphabet.iter().filter(known).collect()
        };
        let claims = [old, new].map(|report| report.claimed_calls().unwrap_or(u64::MAX));
        Self {
            pair,
            common,
            walked,
            fates,
            symbols: [symbols(old, false), symbols(new, true)],
            heads: [old, new].map(heads_alone),
            claimed: claims[0].min(claims[1]),
        }
    }

    /// The pairs, and behind them where versions part.
    fn states(&self) -> Vec<State> {
        let [old, new] = self.pair.reports();
        let id = |report: &Report, state: usize| report.model.states.get(state).map(|s| s.id);
        let pairs = self.walked.pairs.iter().enumerate();
        let pair = |(at, &(o, n)): (usize, &(usize, usize))| State {
            id: at as u64,
            role: match at {
                _ if at >= self.walked.compared => Role::Open,
                0 => Role::Start,
                _ => Role::Together,
            },
            means: match (id(old, o), id(new, n)) {
                _ if at == 0 => "before construction".to_owned(),
                (Some(o), Some(n)) => format!("state {o} of the old version, {n} of the new one"),
                _ => String::new(),
            },
            ends: Vec::new(),
        };
        let apart = [
            (Role::Old, "only the old version goes on"),
            (Role::New, "only the new version goes on"),
            (Role::Undecided, "not decided whether both go on"),
        ];
        let apart = apart.into_iter().map(|(role, means)| State {
            id: self.apart(role),
            role,
            means: means.to_owned(),
            ends: Vec::new(),
        });
        pairs.map(pair).chain(apart).collect()
    }

    /// The number of the state where versions part so.
    fn apart(&self, role: Role) -> u64 {
        let behind = match role {
            Role::Old => 0,
            Role::New => 1,
            Role::Start | Role::Together | Role::Open | Role::Undecided => 2,
        };
        self.walked.pairs.len() as u64 + behind
    }

    /// What can be told together.
    fn groups(&self) -> BTreeMap<Group, Vec<Move>> {
        let mut fates = self.fates.iter();
        let mut groups: BTreeMap<Group, Vec<Move>> = BTreeMap::new();
        for &m in &self.walked.moves {
            let change = match m.answers {
                // Soundness: what neither model knows is not known to be alike.
                (old, new) if old == new && m.to.is_none() => Change::Undecided,
                (old, new) if old == new => Change::Alike,
                _ => fates.next().copied().unwrap_or(Change::Undecided),
            };
            let to = match m.to {
                Some(pair) => pair as u64,
                None => self.apart(part(change)),
            };
            let depth = self.walked.depths[m.pair] as u64;
            let certain = change != Change::Alike || depth < self.claimed;
            let method = self.walked.steps[m.step].method;
            let group = (m.pair, method, to, change, certain);
            groups.entry(group).or_default().push(m);
        }
        groups
    }

    /// The moves of a group with the guards that tell them from the others of the method: none where these are all, the
    /// guards of one version where it alone tells, else each step with both of its own.
    fn told(&self, group: &[Move]) -> Vec<(Vec<Move>, Guard)> {
        let method = self.walked.steps[group[0].step].method;
        let steps: BTreeSet<usize> = group.iter().map(|m| m.step).collect();
        let all =
            || (0..self.walked.steps.len()).filter(|&s| self.walked.steps[s].method == method);
        if all().all(|step| steps.contains(&step)) {
            return vec![(group.to_vec(), Guard::none(1))];
        }
        let symbol = |step: usize, side: usize| match side {
            0 => self.walked.steps[step].old,
            _ => self.walked.steps[step].new,
        };
        let whole = |side: usize| {
            let own: BTreeSet<usize> = steps.iter().map(|&s| symbol(s, side)).collect();
            let closed = all().all(|s| steps.contains(&s) || !own.contains(&symbol(s, side)));
            closed.then_some((own.len(), side, own))
        };
        // The fewest guards; of the new version if there are as many of both.
        if let Some((_, side, own)) = [1, 0].into_iter().filter_map(whole).min_by_key(|w| w.0) {
            let guards: Vec<&str> = own.iter().map(|&s| self.guard(side, s)).collect();
            let text = guards.join(" or ");
            return vec![(group.to_vec(), Guard { side, text })];
        }
        let each = |m: &Move| (vec![*m], self.both(m.step));
        group.iter().map(each).collect()
    }

    fn guard(&self, side: usize, symbol: usize) -> &str {
        let symbol = self.symbols[side].get(symbol);
        symbol.map_or("", |symbol| symbol.guard.trim())
    }

    /// The guards of both versions, in the words of the new one.
    fn both(&self, step: usize) -> Guard {
        let step = &self.walked.steps[step];
        let [old, new] = pair_of(|side| self.declared(side, step.method));
        let called = |at: usize| new.get(at).map_or(String::new(), |p| p.name.clone());
        let old = renamed(self.guard(0, step.old), old, called);
        let closed = |guard: &str| match guard.contains("||") {
            true => format!("({guard})"),
            false => guard.to_owned(),
        };
        match (old.as_str(), self.guard(1, step.new)) {
            (old, "true") => Guard::of(1, old),
            ("true", new) => Guard::of(1, new),
            (old, new) if old == new => Guard::of(1, new),
            (old, new) => Guard::of(1, &format!("{} && {}", closed(new), closed(old))),
        }
    }

    /// The parameters of a method in one of the versions.
    fn declared(&self, side: usize, method: usize) -> &[Parameter] {
        let (old, new) = &self.common.names[method];
        let name = if side == 0 { old } else { new };
        let mut methods = self.pair.reports()[side].model.methods.iter();
        let method = methods.find(|method| method.name == *name);
        method.map_or(&[], |method| &method.parameters)
    }

    fn step(&self, group: &Group, first: Move, guard: Guard) -> Step {
        let &(pair, method, to, change, certain) = group;
        let step = &self.walked.steps[first.step];
        let symbol = match guard.side {
            0 => self.symbols[0].get(step.old),
            _ => self.symbols[1].get(step.new),
        };
        let head = symbol.and_then(|symbol| self.heads[guard.side].get(&symbol.symbol));
        let call = [(method, step.args.clone())];
        Step {
            from: pair as u64,
            to,
            head: head.cloned().unwrap_or_default(),
            guard: guard.text,
            example: written(self.pair, self.common, &call).pop(),
            change,
            certain,
            said: match (change, first.answers) {
                (Change::Undecided, (old, new)) => {
                    format!("{} before, {} now", word(old), word(new))
                }
                (Change::Lost | Change::Gained | Change::Alike, _) => String::new(),
            },
        }
    }

    /// For some differences the pairs that they pass, with the step that each takes.
    fn ways(&self, listed: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let moves: BTreeMap<(usize, usize), Option<usize>> = (self.walked.moves.iter())
            .map(|m| ((m.pair, m.step), m.to))
            .collect();
        let way = |&found: &usize| {
            let steps = &self.walked.ways[found];
            let mut pair = Some(0);
            let mut way = Vec::new();
            for &step in steps {
                let Some(at) = pair else { break };
                way.push((at, step));
                pair = moves.get(&(at, step)).copied().flatten();
            }
            way
        };
        listed.iter().map(way).collect()
    }
}

fn pair_of<T>(side: impl Fn(usize) -> T) -> [T; 2] {
    [side(0), side(1)]
}

/// A guard as one of the versions writes it.
struct Guard {
    side: usize,
    text: String,
}

impl Guard {
    fn none(side: usize) -> Self {
        Self::of(side, "")
    }

    fn of(side: usize, text: &str) -> Self {
        let text = if text == "true" { "" } else { text };
        Self {
            side,
            text: text.to_owned(),
        }
    }
}

fn word(answer: Outcome) -> &'static str {
    match answer {
        Outcome::Ok => "legal",
        Outcome::Error => "an error",
        Outcome::Unknown => "not known",
    }
}

fn witness(changed: &Changed, steps: Vec<usize>, number: usize, report: &DiffReport) -> Witness {
    let folder = report.program_folder(number);
    let code = changed.java.as_ref();
    Witness {
        change: changed.kind.change(),
        title: changed.kind.heading().to_owned(),
        calls: changed.calls.clone(),
        steps,
        remarks: changed.remark().into_iter().collect(),
        code: code.map(|java| (format!("{folder}/Witness.java"), java.clone())),
    }
}

impl ChangeKind {
    /// What a picture shows of it.
    pub(super) fn change(self) -> Change {
        match self {
            Self::Lost => Change::Lost,
            Self::Gained => Change::Gained,
            Self::NoLongerKnown | Self::NowKnown => Change::Undecided,
        }
    }
}
