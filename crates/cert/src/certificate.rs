//! Certificates: proofs in a form that outlives the run. Formulas are written as in the source, so that a person can read a
//! certificate, too.

use std::collections::BTreeSet;

use model::Register;
use serde::{Deserialize, Serialize};
use smt::syntax;
use step::events::{Division, Does, EventSystem, Pauses};
use step::{LocationId, StepSystem, Variables};

use crate::language::{Block, Claim, Edge, To};
use crate::{Invariant, Node};

/// A proof as it is written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// What it is about.
    pub subject: String,
    /// The claim, in words.
    pub claim: String,
    /// What makes the claim true.
    #[serde(flatten)]
    pub proof: Proof,
}

/// What makes a claim true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Proof {
    /// An invariant of an interface and its code.
    Invariant(Regions),
    /// Sets of states of a program, with moves between them that every state can take.
    Blocks(Blocks),
    /// The runs of a program, of which one is taken whatever it is given.
    Runs(Runs),
    /// A filter and its transducer were walked side by side: the checker needs no more than the two.
    Walk(Walked),
}

/// An invariant. A pair of state and location that is not listed cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Regions {
    /// Which integers it is about.
    pub integers: String,
    /// Whether the component's states are told apart by the values of its own fields.
    #[serde(default)]
    pub own_values: bool,
    /// Fields that have too many values to tell states apart by them.
    #[serde(default)]
    pub widened: BTreeSet<String>,
    /// Fields that nobody looks at.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unread: BTreeSet<String>,
    /// The regions.
    pub invariant: Vec<Region>,
}

/// What holds at one node of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The state of the model.
    pub state: usize,
    /// The name of the code's location.
    pub location: String,
    /// Over the variables of the location.
    pub holds: String,
}

/// A [`Claim`]: the program starts in the first block, and the others are where moves lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    /// How states are divided into locations.
    #[serde(default, skip_serializing_if = "Divided::is_by_events")]
    pub divided: Divided,
    /// For each block what holds of the variables of its location.
    pub blocks: Vec<String>,
    /// All moves from states of the blocks.
    pub moves: Vec<Leads>,
}

/// How the states of a program are divided into the locations of blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Divided {
    /// Where the program pauses.
    pub pauses: Paused,
    /// Values of one variable that are told apart at most.
    pub values: usize,
    /// Variables that have too many.
    pub widened: BTreeSet<String>,
}

/// Where a program pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paused {
    /// After events and where rounds begin.
    Events,
    /// Where rounds begin that depend on something undecided.
    Rounds,
    /// There; paths that meet on the way go on as one.
    JoinedRounds,
}

impl Default for Divided {
    fn default() -> Self {
        Self {
            pauses: Paused::Events,
            ..Self::by(&Division::default())
        }
    }
}

impl Divided {
    fn by(division: &Division) -> Self {
        Self {
            pauses: match division.pauses {
                Pauses::Events => Paused::Events,
                Pauses::Rounds => Paused::Rounds,
                Pauses::JoinedRounds => Paused::JoinedRounds,
            },
            values: division.values,
            widened: division.widened.clone(),
        }
    }

    /// What has too many values is found again where words are looked at.
    fn is_by_events(&self) -> bool {
        self.pauses == Paused::Events
    }
}

/// A move from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leads {
    /// The block.
    pub from: usize,
    /// The number of the move among those of the block's location.
    pub number: usize,
    /// Where it leads.
    pub to: To,
    /// Whether every state of the block can take it.
    pub exact: bool,
}

/// Runs that are all there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runs {
    /// Within how many iterations of a loop all of them end.
    pub iterations: usize,
    /// Within how many events.
    pub events: usize,
    /// How many there are.
    pub runs: usize,
    /// Which paths go on as one where they meet again.
    #[serde(default, skip_serializing_if = "Together::is_nothing")]
    pub together: Together,
}

/// Which paths of a program go on as one where they meet again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Together {
    /// None.
    #[default]
    Nothing,
    /// Those with the same events.
    SameEvents,
    /// All: what is claimed has no events, that the program never fails.
    Everything,
}

impl Together {
    fn is_nothing(&self) -> bool {
        *self == Self::Nothing
    }
}

/// How a filter was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walked {
    /// How many symbols back outputs may look.
    pub lookback: usize,
    /// Questions put to the solver.
    pub obligations: usize,
}

/// Why a certificate cannot be read against code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Certificate {
    /// Writes a proof down.
    pub fn new(version: &str, subject: &str, proof: Proof) -> Self {
        Self {
            mores: version.into(),
            subject: subject.into(),
            claim: proof.claim().into(),
            proof,
        }
    }

    /// Reads JSON.
    pub fn from_json(text: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(text).map_err(|e| Unreadable(format!("this is no certificate: {e}")))
    }

    /// Writes JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and numbers can always be written")
            + "\n"
    }
}

impl Proof {
    fn claim(&self) -> &'static str {
        match self {
            Self::Invariant(_) => {
                "the first state holds, every call from what holds leads to what holds, and code and model answer alike"
            }
            Self::Blocks(_) => {
                "no run leaves the blocks along another move, and every state of a block can take its exact moves"
            }
            Self::Runs(_) => "whatever the program is given, it takes one of these runs",
            Self::Walk(_) => "on every input the transducer writes what the filter writes",
        }
    }
}

impl Regions {
    /// Writes an invariant down.
    pub fn new(system: &StepSystem, registers: &[Register], invariant: &Invariant) -> Self {
        let region = |(node, &formula): (&Node, &smt::Term)| Region {
            state: node.state,
            location: system.location(node.location).name.clone(),
            holds: syntax::print(
                &system.terms,
                formula,
                &scope(system, node.location, registers),
            ),
        };
        Self {
            integers: system.integers.name().into(),
            own_values: system.variables.own_values,
            widened: system.widened(),
            unread: system.variables.unread.clone(),
            invariant: invariant.regions.iter().map(region).collect(),
        }
    }

    /// What the proof tells states apart by.
    pub fn variables(&self) -> Variables {
        Variables {
            own_values: self.own_values,
            widened: self.widened.clone(),
            unread: self.unread.clone(),
        }
    }

    /// The names of the locations that it speaks of.
    pub fn locations(&self) -> BTreeSet<&str> {
        let regions = self.invariant.iter();
        regions.map(|region| region.location.as_str()).collect()
    }

    /// The invariant, over the variables of the code.
    pub fn invariant(
        &self,
        system: &StepSystem,
        registers: &[Register],
    ) -> Result<Invariant, Unreadable> {
        if self.integers != system.integers.name() {
            return Err(Unreadable(format!(
                "the certificate is about {} integers",
                self.integers
            )));
        }
        let locations = system.locations_named(&self.locations());
        let regions = self
            .invariant
            .iter()
            .map(|region| read((system, registers), &locations, region));
        Ok(Invariant {
            regions: regions.collect::<Result<_, _>>()?,
        })
    }
}

/// The variables of the code by their names, and the model's registers by theirs: `model.owner`.
fn scope(system: &StepSystem, location: LocationId, registers: &[Register]) -> syntax::Scope {
    let mut scope = system.location_scope(location);
    for register in registers {
        let plain = register
            .name
            .strip_prefix("this.")
            .unwrap_or(&register.name);
        scope.declare(&format!("model.{plain}"), register.term, register.ty);
    }
    scope
}

fn read(
    (system, registers): (&StepSystem, &[Register]),
    locations: &[LocationId],
    region: &Region,
) -> Result<(Node, smt::Term), Unreadable> {
    let named = |&&id: &&LocationId| system.location(id).name == region.location;
    let location = *locations.iter().find(named).ok_or_else(|| {
        Unreadable(format!(
            "the code has no state of the shape {}",
            region.location
        ))
    })?;
    let scope = scope(system, location, registers);
    let formula = parsed(&system.terms, &region.holds, &scope)?;
    let state = region.state;
    Ok((Node { state, location }, formula))
}

fn parsed(terms: &smt::Terms, text: &str, scope: &syntax::Scope) -> Result<smt::Term, Unreadable> {
    syntax::parse(terms, text, scope).map_err(|e| Unreadable(format!("{text}: {e}")))
}

impl Blocks {
    /// Writes a claim down.
    pub fn new(system: &EventSystem, claim: &Claim) -> Self {
        let block = |block: &Block| {
            let scope = system.location_scope(block.location);
            syntax::print(&system.terms, block.formula, &scope)
        };
        let leads = |edge: &Edge| Leads {
            from: edge.from,
            number: edge.number,
            to: edge.to,
            exact: claim.exact.contains(edge),
        };
        Self {
            divided: Divided::by(&system.division()),
            blocks: claim.blocks.iter().map(block).collect(),
            moves: claim.edges.iter().map(leads).collect(),
        }
    }

    /// How states are to be divided so that the blocks are of them.
    pub fn division(&self) -> Division {
        let Divided {
            pauses,
            values,
            widened,
        } = &self.divided;
        Division {
            pauses: match pauses {
                Paused::Events => Pauses::Events,
                Paused::Rounds => Pauses::Rounds,
                Paused::JoinedRounds => Pauses::JoinedRounds,
            },
            values: *values,
            widened: widened.clone(),
        }
    }

    /// The claim, over the variables of the program.
    pub fn claim(&self, system: &EventSystem) -> Result<Claim, Unreadable> {
        let known = |block: usize| block < self.blocks.len();
        let within =
            |leads: &Leads| known(leads.from) && !matches!(leads.to, To::Block(to) if !known(to));
        if !self.moves.iter().all(within) {
            return Err(lost("a move is of no block"));
        }
        let locations = self.locations(system)?;
        let read = |(text, location): (&String, &Option<LocationId>)| {
            let location = location.ok_or_else(|| lost("no move leads to a block"))?;
            let scope = system.location_scope(location);
            let formula = parsed(&system.terms, text, &scope)?;
            Ok(Block { location, formula })
        };
        let edge = |leads: &Leads| Edge {
            from: leads.from,
            number: leads.number,
            to: leads.to,
        };
        let exact = self.moves.iter().filter(|leads| leads.exact);
        Ok(Claim {
            blocks: (self.blocks.iter().zip(&locations))
                .map(read)
                .collect::<Result<_, _>>()?,
            exact: exact.map(edge).collect(),
            edges: self.moves.iter().map(edge).collect(),
        })
    }

    /// Where the blocks are: the first is where the program starts, and moves say where the others are.
    fn locations(&self, system: &EventSystem) -> Result<Vec<Option<LocationId>>, Unreadable> {
        let mut locations = vec![None; self.blocks.len()];
        *locations
            .first_mut()
            .ok_or_else(|| lost("there is no block"))? = Some(system.initial());
        let mut open = vec![0];
        while let Some(from) = open.pop() {
            let at = locations[from].ok_or_else(|| lost("a block is nowhere"))?;
            let moves = system.moves(at);
            for leads in self.moves.iter().filter(|leads| leads.from == from) {
                let To::Block(to) = leads.to else { continue };
                let does = moves.get(leads.number).map(|step| &step.does);
                let Some(Does::Pass(_, target)) = does else {
                    return Err(lost("a move does not exist"));
                };
                let place = locations
                    .get_mut(to)
                    .ok_or_else(|| lost("a move leads to no block"))?;
                if place.is_none() {
                    *place = Some(target.location);
                    open.push(to);
                }
            }
        }
        Ok(locations)
    }
}

fn lost(what: &str) -> Unreadable {
    Unreadable(what.to_owned())
}
