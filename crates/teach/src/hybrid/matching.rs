//! State matching (Howar, Giannakopoulou and Rakamarić, "Hybrid Learning", 2013, Section 4.1): a sequence whose state another one covers is not extended.

use rustc_hash::FxHashSet;

use super::pools::StateNo;

/// The visited states *V*. The paper compares states of the code only; but a hypothesis may be in another state there,
/// and be wrong about what follows. So a state of the hypothesis belongs to what is compared.
#[derive(Default)]
pub(super) struct Visited(FxHashSet<(StateNo, u32)>);

impl Visited {
    /// Whether an earlier sequence could lead to this state.
    pub fn covers(&self, state: StateNo, hypothesis: u32) -> bool {
        self.0.contains(&(state, hypothesis))
    }

    /// Adds what a sequence that will be extended can lead to.
    pub fn add(&mut self, states: &[StateNo], hypothesis: u32) {
        self.0
            .extend(states.iter().map(|&state| (state, hypothesis)));
    }
}
