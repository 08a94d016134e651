//! Calls that show a difference, also as a Java program.

use base::Outcome;
use cert::Trace;
use emit::java::{Against, Lines, Witness, witness};
use emit::report::{SourcePlace, View};
use ir::Component;
use serde::{Serialize, Serializer};
use step::StepSystem;

use crate::check::written;
use crate::{java, spoken};

/// Calls of which code and model answer the last one differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The calls, as one would write them.
    pub calls: Vec<String>,
    /// What the code answers to the last: ok, error or unknown.
    pub code: &'static str,
    /// What the model says.
    pub model: &'static str,
    /// Whether it was shown that no shorter sequence differs.
    pub shortest: bool,
    /// The line to look at: where the last call fails, if that is in the file of the called method, or else where the
    /// method is declared.
    pub place: Option<SourcePlace>,
    subject: String,
    against: Against,
    view: View,
    answers: (Outcome, Outcome),
    /// The calls as Java, each with whether it makes the object; or why they cannot be written.
    java: Result<Vec<(Lines, bool)>, String>,
}

/// A difference as other programs see it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Shown<'a> {
    calls: &'a [String],
    code: &'static str,
    model: &'static str,
    shortest: bool,
    /// The program that shows it.
    java: Option<String>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    java_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a SourcePlace>,
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let java = self.java(Self::PROGRAM);
        let shown = Shown {
            calls: &self.calls,
            code: self.code,
            model: self.model,
            shortest: self.shortest,
            java_reason: java.as_ref().err().cloned(),
            java: java.ok(),
            place: self.place.as_ref(),
        };
        shown.serialize(serializer)
    }
}

impl Difference {
    /// What the program that shows a difference is called where no file is named.
    pub const PROGRAM: &'static str = "Witness";

    pub(crate) fn new(
        component: &Component,
        system: &StepSystem,
        trace: &Trace,
        shortest: bool,
        view: &View,
    ) -> Self {
        Self {
            calls: trace
                .calls
                .iter()
                .map(|call| written(system, call))
                .collect(),
            code: trace.code.name(),
            model: trace.model.name(),
            shortest,
            place: place(system, trace),
            subject: component.name.clone(),
            against: Against::Model,
            view: view.clone(),
            answers: (trace.code, trace.model),
            java: program(component, system, trace, view),
        }
    }

    /// The same, of code and an older version of it in the place of the model.
    pub(crate) fn of_versions(self) -> Self {
        Self {
            against: Against::OldVersion,
            ..self
        }
    }

    /// A Java program that makes the calls and shows the difference: a class of this name, to be kept in a file of this
    /// name. `Err` says why there is none.
    pub fn java(&self, class: &str) -> Result<String, String> {
        if !java::is_identifier(class) {
            return Err(format!("{class} is no name for a class"));
        }
        let own = self
            .subject
            .rsplit('.')
            .next()
            .unwrap_or(&self.subject)
            .split('$')
            .next();
        if own == Some(class) {
            return Err(format!(
                "a class {class} would stand in the way of the one that is called"
            ));
        }
        let calls = self.java.as_ref().map_err(Clone::clone)?;
        Ok(witness(&Witness {
            subject: &self.subject,
            name: class,
            shortest: self.shortest,
            calls,
            against: self.against,
            model: self.answers.1.into(),
            code: self.answers.0.into(),
            view: &self.view,
        }))
    }
}

/// The line of the code that the last call is about.
fn place(system: &StepSystem, trace: &Trace) -> Option<SourcePlace> {
    let calls = trace.calls.iter();
    let end = system.run(calls.map(|call| (call.letter, call.args.as_slice())));
    let fails = end.note.and_then(|note| note.place);
    let last = trace.calls.last()?;
    let declared = system.letters[last.letter].place.clone();
    let place = match (fails, declared) {
        (Some(fails), Some(declared)) if fails.file != declared.file => declared,
        (Some(place), _) | (None, Some(place)) => place,
        (None, None) => return None,
    };
    Some(SourcePlace::from(&place))
}

fn program(
    component: &Component,
    system: &StepSystem,
    trace: &Trace,
    view: &View,
) -> Result<Vec<(Lines, bool)>, String> {
    if trace.code == Outcome::Unknown || trace.model == Outcome::Unknown {
        return Err("no program can show that something is unknown".to_owned());
    }
    if component.endings.is_some() {
        return Err("the code is C, which no program in Java calls".to_owned());
    }
    if view.error_when.is_some() || view.error_waiting {
        return Err(
            "what counts as an error here is no exception that a program could see".to_owned(),
        );
    }
    let line = |call: &cert::Call| {
        let lines = spoken::call(component, system, call.letter, &call.args)?;
        Ok((lines, system.letters[call.letter].constructs))
    };
    trace.calls.iter().map(line).collect()
}
