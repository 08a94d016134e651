//! Certificates: an invariant in a form that outlives the run. Locations go by name and formulas are written as in the
//! source, so that a person can read a certificate too.

use std::collections::BTreeSet;

use model::Register;
use serde::{Deserialize, Serialize};
use smt::syntax;
use step::{LocationId, StepSystem, Variables};

use crate::{Invariant, Node};

/// A proof as it is written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// What it is about.
    pub subject: String,
    /// Which integers it is about.
    pub integers: String,
    /// Whether the component's states are told apart by the values of its own fields.
    #[serde(default, rename = "own-values")]
    pub own_values: bool,
    /// Fields that have too many values to tell states apart by them.
    #[serde(default)]
    pub widened: BTreeSet<String>,
    /// The claim, in words.
    pub claim: String,
    /// The invariant. A pair of state and location that is not listed cannot be reached.
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

/// Why a certificate cannot be read against code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Certificate {
    /// Writes an invariant down.
    pub fn new(
        version: &str,
        subject: &str,
        system: &StepSystem,
        registers: &[Register],
        invariant: &Invariant,
    ) -> Self {
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
            mores: version.into(),
            subject: subject.into(),
            integers: system.integers.name().into(),
            own_values: system.variables.own_values,
            widened: system.widened(),
            claim:
                "the first state holds, every call from what holds leads to what holds, and code and model answer alike"
                    .into(),
            invariant: invariant.regions.iter().map(region).collect(),
        }
    }

    /// What the proof tells states apart by.
    pub fn variables(&self) -> Variables {
        Variables {
            own_values: self.own_values,
            widened: self.widened.clone(),
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
        let names: BTreeSet<&str> = self
            .invariant
            .iter()
            .map(|region| region.location.as_str())
            .collect();
        let locations = system.locations_named(&names);
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
    let formula = syntax::parse(
        &system.terms,
        &region.holds,
        &scope(system, location, registers),
    )
    .map_err(|e| Unreadable(format!("{}: {e}", region.holds)))?;
    Ok((
        Node {
            state: region.state,
            location,
        },
        formula,
    ))
}
