//! What of memory tells configurations apart: nothing at first. A buffer keeps what was once written to it, and were that told
//! apart though it is overwritten before it is read, there would be no end of configurations. Where something is decided or
//! written by a byte that was forgotten, or where it ends up in something that is not, that byte is remembered in all
//! configurations which are the same but for what may be forgotten (their *control state*), and what leads there is
//! located anew. So what is remembered is what is live, found by counterexamples.

use std::collections::BTreeSet;
use std::rc::Rc;

use base::{Arena, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Term;

use super::locate::Arriving;
use super::{Change, Configuration, ConfigurationId, Does, Letter, Move, Origin, StreamSystem};
use crate::events::pose::{Captured, Pose};
use crate::graph::Byte;

define_id!(
    /// A pose with everything forgotten that may be.
    ControlId,
    "control state"
);

/// What is remembered.
#[derive(Default)]
pub(super) struct Retained {
    controls: FxHashMap<Rc<Pose>, ControlId>,
    kept: Arena<ControlId, BTreeSet<Byte>>,
    /// What leads to configurations of a control state.
    into: FxHashMap<ControlId, FxHashSet<(ConfigurationId, Letter)>>,
    /// What the variables of forgotten bytes stand for.
    bytes: FxHashMap<Term, Byte>,
    /// The control states that were tried.
    tried: FxHashSet<ControlId>,
    /// Whether anything is forgotten.
    forgets: bool,
}

/// How a configuration was reached whose control state remembers something.
#[derive(Debug)]
pub(super) struct Via {
    from: ConfigurationId,
    arriving: Arriving,
}

/// A control state, and how much it remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Control {
    id: ControlId,
    kept: usize,
}

impl Retained {
    /// Forgets what leads where, but not what is remembered.
    pub fn clear(&mut self) {
        self.into.clear();
        self.tried.clear();
    }

    fn control(&mut self, pose: Pose) -> ControlId {
        let pose = Rc::new(pose);
        *self
            .controls
            .entry(pose)
            .or_insert_with(|| self.kept.push(BTreeSet::new()))
    }
}

impl StreamSystem {
    /// Forgets of memory what has not been found to matter. What matters is found on the way, so that [`Change::Remembered`]
    /// comes often, and is best taken as a reason to walk over all configurations once more.
    pub fn retain_little(&mut self) {
        self.retained = Retained {
            forgets: true,
            ..Retained::default()
        };
        self.forget_all();
    }

    /// Forgets nothing of memory any more.
    pub fn retain_all(&mut self) {
        self.retained = Retained::default();
        self.forget_all();
    }

    /// Forgets what is not remembered in the control state that a pose belongs to.
    pub(super) fn forget_idle(&mut self, captured: &mut Captured) -> Option<Control> {
        let is_open = self.general.is_looking() || self.general.has_open_control();
        if !self.retained.forgets || is_open || self.general.is_settled() || !captured.has_loose() {
            return None;
        }
        let id = self.retained.control(captured.control());
        let kept = &self.retained.kept[id];
        captured.forget(kept);
        Some(Control {
            id,
            kept: kept.len(),
        })
    }

    /// The variables of a configuration that stand for what is forgotten, or left open.
    pub(super) fn forgotten(&mut self, configuration: &Configuration) -> Rc<FxHashSet<Term>> {
        let bytes = configuration.pose.forgotten();
        let all: FxHashSet<Term> = bytes.iter().map(|byte| byte.unknown(&self.terms)).collect();
        self.retained
            .bytes
            .extend(bytes.iter().map(|byte| (byte.unknown(&self.terms), *byte)));
        Rc::new(all.into_iter().chain(self.open_of(configuration)).collect())
    }

    /// Nothing that is decided, written or kept may depend on what a configuration has forgotten.
    pub(super) fn nothing_forgotten(
        &mut self,
        from: &Origin,
        terms: &[Term],
    ) -> Result<(), Change> {
        if self.retained.bytes.is_empty() || terms.iter().all(|t| self.terms.value(*t).is_some()) {
            return Ok(());
        }
        let free = self.terms.free_vars_of(terms);
        let missed: Vec<Byte> = free
            .iter()
            .filter_map(|v| self.retained.bytes.get(v).copied())
            .collect();
        if missed.is_empty() {
            Ok(())
        } else {
            Err(self.remember(from, missed))
        }
    }

    /// Where nobody can say what a configuration does, that may be because it has forgotten something.
    pub(super) fn nothing_to_remember(
        &mut self,
        from: &Configuration,
        origin: &Origin,
    ) -> Result<(), Change> {
        let all = from.pose.forgotten();
        if all.is_empty() {
            Ok(())
        } else {
            Err(self.remember(origin, all))
        }
    }

    fn remember(&mut self, from: &Origin, bytes: Vec<Byte>) -> Change {
        if let Some(Control { id, .. }) = from.control {
            self.retained.kept[id].extend(bytes);
            for step in self.retained.into.remove(&id).unwrap_or_default() {
                self.moves.remove(&step);
            }
        }
        Change::Remembered
    }

    /// Whether more is remembered by now than when a configuration was reached.
    pub(super) fn is_outdated(&self, id: ConfigurationId) -> bool {
        let control = self.configurations[id].1.control;
        control.is_some_and(|control| self.retained.kept[control.id].len() > control.kept)
    }

    /// Notes where a configuration leads.
    pub(super) fn note_targets(&mut self, id: ConfigurationId, letter: Letter, moves: &[Move]) {
        for step in moves {
            if let Does::Waits(to, _) | Does::Rereads(to, _) = step.does {
                // One that only waits for the end of input leads where it goes on from there.
                let to = self.configurations[to].0.again.unwrap_or(to);
                if let Some(control) = self.configurations[to].1.control {
                    self.retained
                        .into
                        .entry(control.id)
                        .or_default()
                        .insert((id, letter));
                }
            }
        }
    }

    /// How a configuration is reached, to reach it again when more is remembered.
    pub(super) fn via(
        &self,
        control: Option<Control>,
        from: &Origin,
        arriving: &Arriving,
    ) -> Option<Rc<Via>> {
        control?;
        Some(Rc::new(Via {
            from: from.id?,
            arriving: arriving.clone(),
        }))
    }

    /// Tries configurations whose control states are new, before much is found out that leads there; whether something that
    /// matters was found.
    pub fn try_first(&mut self, moves: &[Move]) -> bool {
        let mut found = false;
        for step in moves {
            if let Does::Waits(to, _) | Does::Rereads(to, _) = step.does
                && let Some(control) = self.configurations[to].1.control
                && self.retained.tried.insert(control.id)
            {
                for letter in [Letter::Symbol, Letter::End] {
                    let now = self.anew(to).unwrap_or(to);
                    found |= matches!(self.moves(now, letter), Err(Change::Remembered));
                }
            }
        }
        found
    }

    /// What a configuration has become since more is remembered.
    fn anew(&mut self, id: ConfigurationId) -> Option<ConfigurationId> {
        if !self.is_outdated(id) {
            return Some(id);
        }
        let reached = self.configurations[id]
            .1
            .via
            .clone()
            .filter(|via| !self.is_outdated(via.from))?;
        let (from, origin) = self.configurations[reached.from].clone();
        Some(
            self.locate(&from, &origin, reached.arriving.clone())
                .ok()?
                .at,
        )
    }

    /// Something was found to matter to a configuration: what else matters to what it becomes is found out at once, before
    /// everything is located anew that leads there.
    pub(super) fn remember_more(&mut self, id: ConfigurationId, letter: Letter) {
        let mut now = id;
        while let Some(next) = self.anew(now).filter(|next| *next != now) {
            now = next;
            match self.follow(now, letter) {
                Ok(moves) => {
                    self.note_targets(now, letter, &moves);
                    self.moves.insert((now, letter), moves);
                    return;
                }
                Err(Change::Remembered) => {}
                Err(_) => return,
            }
        }
    }
}
