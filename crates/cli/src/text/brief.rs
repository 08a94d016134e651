//! An interface on one screen: what is legal in each state, and of the rest how much there is and why.

use std::collections::BTreeSet;

use mores::outline::{Call, Move, Role, State};
use mores::report::Standing;

use crate::text::compact::Compact;
use crate::text::interface::{elsewhere, leads, line, mark, title};
use crate::text::layout::{clean, first_lines, fold, shortened};
use crate::text::listing::spaced;
use crate::text::others::{Others, Step};
use crate::text::screen::{Screen, Tone};

/// So many calls that fail, or that are unknown, are shown as they are: a summary would not be shorter.
const FEW: usize = 2;
/// The most lines of a summary.
const SUMMARY: usize = 2;

/// What is shown of the states of an interface.
pub(super) struct Brief<'o> {
    states: &'o [&'o State],
    /// What every state with an object says in the same way, said once.
    everywhere: BTreeSet<Said<'o>>,
    screen: Screen,
}

/// A call and what comes of it, without the number of the state it is made in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Said<'o> {
    call: String,
    role: Role,
    standing: u8,
    /// The state after, if it is another one.
    to: Option<u64>,
    causes: BTreeSet<&'o str>,
}

impl<'o> Said<'o> {
    fn of(state: &State, step: &Move, call: &'o Call) -> Self {
        Self {
            call: call.text(),
            role: step.role,
            standing: step.standing as u8,
            to: (step.to != state.id).then_some(step.to),
            causes: call.causes.iter().map(|c| c.what.as_str()).collect(),
        }
    }
}

/// Whether there is an object, or none is needed.
fn is_after_construction(state: &State) -> bool {
    matches!(state.role, Role::AtFirst | Role::Ok)
}

impl<'o> Brief<'o> {
    pub(super) fn of(states: &'o [&'o State], screen: Screen) -> Self {
        let ok: Vec<&State> = states
            .iter()
            .copied()
            .filter(|s| is_after_construction(s))
            .collect();
        let said = |state: &'o State| -> BTreeSet<Said<'o>> {
            let calls = state.moves.iter().flat_map(|step| {
                let of = move |call| Said::of(state, step, call);
                step.calls.iter().map(of)
            });
            calls.collect()
        };
        let mut sets = ok.iter().map(|state| said(state));
        let first = sets.next().filter(|_| ok.len() > 1).unwrap_or_default();
        let everywhere = sets.fold(first, |common, set| &common & &set);
        Self {
            states,
            everywhere,
            screen,
        }
    }

    /// A paragraph for each state if these fit, a line for each otherwise.
    pub(super) fn text(&self, room: usize) -> String {
        let blocks = self.blocks();
        match blocks.lines().count() <= room {
            true => blocks,
            false => self.lines(room),
        }
    }

    fn blocks(&self) -> String {
        let common = self.common();
        let states = self.states.iter().map(|state| {
            let steps = self.own(state);
            let text = self.block(Some(state), &steps);
            let nothing = match text.is_empty() {
                true => "    nothing else\n",
                false => "",
            };
            let title = self.screen.paint(Tone::Title, &title(state));
            format!("\n{title}\n{text}{nothing}")
        });
        common.into_iter().chain(states).collect()
    }

    /// What every state says.
    fn common(&self) -> Option<String> {
        let state = self.states.iter().find(|s| is_after_construction(s))?;
        let steps = self.parted(state, true);
        let title = match state.role {
            Role::AtFirst => "in every state",
            _ => "in every state after construction",
        };
        (!self.everywhere.is_empty()).then(|| {
            let title = self.screen.paint(Tone::Title, title);
            format!("\n{title}\n{}", self.block(None, &steps))
        })
    }

    /// Whether calls that every state has leave each as it is: they lead back to the state that is looked at for all.
    fn stays(&self, step: &Step<'_>) -> bool {
        let first = self.states.iter().find(|s| is_after_construction(s));
        first.is_some_and(|state| state.id == step.step.to)
    }

    /// What this state says and not every one.
    fn own(&self, state: &'o State) -> Vec<Step<'o>> {
        self.parted(state, false)
    }

    fn parted(&self, state: &'o State, common: bool) -> Vec<Step<'o>> {
        let wanted = |step: &'o Move, call: &&'o Call| {
            let said = Said::of(state, step, call);
            (is_after_construction(state) && self.everywhere.contains(&said)) == common
        };
        let steps = state.moves.iter().map(|step| Step {
            step,
            calls: step.calls.iter().filter(|c| wanted(step, c)).collect(),
        });
        steps.filter(|step| !step.calls.is_empty()).collect()
    }

    /// The lines of a state, or of all states: legal calls, then what is to be said of the others.
    fn block(&self, state: Option<&State>, steps: &[Step<'_>]) -> String {
        let legal = steps.iter().filter(|s| s.is_legal());
        let legal: String = legal.map(|step| self.legal(state, step)).collect();
        let noun = if legal.is_empty() {
            "calls"
        } else {
            "other calls"
        };
        let others = Others::ALL.map(|kind| {
            let steps: Vec<&Step<'_>> = steps.iter().filter(|s| kind.has(s.step)).collect();
            match steps.iter().map(|s| s.calls.len()).sum() {
                0..=FEW => self.few(&steps),
                _ => self.summary(kind, &steps, noun),
            }
        });
        format!("{legal}{}", others.concat())
    }

    /// How many calls there are of a kind, and why.
    fn summary(&self, kind: Others, steps: &[&Step<'_>], noun: &str) -> String {
        let mark = steps.first().map(|s| mark(s.step, self.screen));
        let text = kind.summary(steps, noun);
        let line = format!("{} {text}", mark.unwrap_or_default());
        first_lines(&fold(&line, "        ", self.screen.width), SUMMARY)
    }

    /// Legal calls that lead to one place: those without a condition together.
    fn legal(&self, state: Option<&State>, step: &Step<'_>) -> String {
        let mark = mark(step.step, self.screen);
        let leads = match (state, self.stays(step)) {
            (Some(state), _) => leads(state, step.step),
            (None, false) => elsewhere(step.step),
            (None, true) if step.step.standing == Standing::Established => "(stays)".to_owned(),
            (None, true) => "~> the same state".to_owned(),
        };
        let (bare, noted): (Vec<&Call>, Vec<&Call>) = step
            .calls
            .iter()
            .copied()
            .partition(|call: &&Call| call.note().is_none());
        let mut out = String::new();
        if !bare.is_empty() {
            let calls: Vec<String> = bare.iter().map(|call| clean(&call.text())).collect();
            let line = format!("{mark} {}  {leads}", calls.join(", "));
            out.push_str(&fold(&line, "        ", self.screen.width));
        }
        for call in noted {
            let room = self.screen.width.saturating_sub(leads.len() + 6);
            let call = shortened(&clean(&call.text()), room);
            out.push_str(&format!("{mark} {call}  {leads}\n"));
        }
        out
    }

    fn few(&self, steps: &[&Step<'_>]) -> String {
        let mut out = String::new();
        for step in steps {
            let mark = mark(step.step, self.screen);
            for call in &step.calls {
                let line = shortened(&line(step.step, call, ""), self.screen.width - 4);
                out.push_str(&format!("{mark} {line}\n"));
            }
        }
        out
    }

    /// A line for each state, or a few, as there is room.
    fn lines(&self, room: usize) -> String {
        let common = self.common().unwrap_or_default();
        let causes = self.causes();
        let room = room.saturating_sub(common.lines().count() + causes.lines().count() + 1);
        let rows = self.states.iter().map(|state| (*state, self.own(state)));
        let rows = Compact::new(rows.collect(), self.screen).text(room);
        format!("{common}\n{rows}{causes}")
    }

    /// Why calls fail or are unknown, for all states together.
    fn causes(&self) -> String {
        let all: Vec<Step<'_>> = self.states.iter().flat_map(|s| self.own(s)).collect();
        let summary = |kind: Others| {
            let steps: Vec<&Step<'_>> = all.iter().filter(|s| kind.has(s.step)).collect();
            (!steps.is_empty()).then(|| self.summary(kind, &steps, "calls"))
        };
        let lines: String = Others::ALL.into_iter().filter_map(summary).collect();
        spaced(&lines)
    }
}
