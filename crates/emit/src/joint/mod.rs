//! Two versions as one machine: what both do, what one of them does alone, and what of this is not decided. A picture and a
//! page are made of it, without knowing whether its steps are calls of a class or events of a program.

mod drawing;

use serde::Serialize;

pub(crate) use drawing::drawing;

/// Two versions walked together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename = "joint")]
pub struct Joint {
    /// What its steps are.
    pub about: About,
    /// Where both versions start.
    pub initial: u64,
    /// Where the versions are together, and where they part.
    pub states: Vec<State>,
    /// What leads from one to another.
    pub steps: Vec<Step>,
    /// The shortest ways to differences.
    pub witnesses: Vec<Witness>,
}

/// What the steps of a machine are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// Calls of a class.
    #[default]
    Calls,
    /// Events of a program.
    Events,
}

/// What became of something from one version to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The old version has it, the new one does not.
    Lost,
    /// The new version has it, the old one does not.
    Gained,
    /// It is not known whether both have it.
    Undecided,
    /// Both have it.
    Alike,
}

/// A state of both versions, or where they part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Its number.
    pub id: u64,
    /// What is to be known of it.
    pub role: Role,
    /// What it is in the two versions, in words; may be empty.
    pub means: String,
    /// What words that end here are; none where no word ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<Change>,
}

/// What is to be known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// There is no object yet.
    Start,
    /// Both versions are here.
    Together,
    /// Both versions are here, and nothing was compared from here on.
    Open,
    /// Only the old version goes on.
    Old,
    /// Only the new version goes on.
    New,
    /// Whether both go on is not known.
    Undecided,
}

/// What leads from one state to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The state before.
    pub from: u64,
    /// The state after.
    pub to: u64,
    /// The call with its parameters, or the event.
    pub head: String,
    /// The condition on its arguments; may be empty.
    pub guard: String,
    /// The call with arguments, as one would write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Which versions have it.
    pub change: Change,
    /// Whether that is known for runs of every length.
    pub certain: bool,
    /// What is to be said of it beyond that; may be empty.
    pub said: String,
}

/// A shortest way to a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// What is different.
    pub change: Change,
    /// What is different, in words: `lost: ok before, an error now`.
    pub title: String,
    /// The calls or events, as one would write them.
    pub calls: Vec<String>,
    /// The positions of the steps that they take.
    pub steps: Vec<usize>,
    /// What is to be said of it: what goes wrong, what the program is given.
    pub remarks: Vec<String>,
    /// A program that shows it, and the name of its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<(String, String)>,
}

impl Joint {
    /// How many steps are of a kind.
    pub fn count(&self, change: Change) -> usize {
        self.steps.iter().filter(|s| s.change == change).count()
    }
}
