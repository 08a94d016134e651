//! What is known of generated code, in sentences.

use emit::report::VerdictKind;
use emit::{GeneratedCode, Speed};

use super::{GenerateReport, Measured};

impl GenerateReport {
    /// What is proved: of the original, and of the code.
    pub fn known(&self) -> String {
        let original = match (self.verdict.kind, &self.verdict.reason) {
            (VerdictKind::Proved, _) => String::new(),
            (_, reason) => format!(
                "The model is NOT PROVED to be the original{}. ",
                reason
                    .as_ref()
                    .map(|why| format!(": {why}"))
                    .unwrap_or_default()
            ),
        };
        let code = match &self.reason {
            None => "Proved: the generated code, in its plain form, writes exactly what the model says, on every input.".to_owned(),
            Some(why) => format!("Not proved: {why}."),
        };
        original + &code
    }

    /// What was run.
    pub fn tried(&self) -> String {
        let trial = &self.trial;
        match &trial.unable {
            Some(why) if trial.runs == 0 => return format!("Not run: {why}."),
            Some(why) => {
                let runs = trial.runs;
                return format!(
                    "Tested in part: it did what the model says in all of {runs} runs; not all were made: {why}."
                );
            }
            None => {}
        }
        let transitions = match trial.in_part {
            true => "some of its transitions",
            false => "its transitions",
        };
        let left_out = match trial.not_run.is_empty() {
            true => "",
            false => "; vector instructions that this machine does not have were left out",
        };
        let (what, where_) = match self.language.as_str() {
            "cuda" => (
                "what its threads do, one after the other on this machine, was",
                "",
            ),
            "rust" => ("it did in all its forms", " and every alignment"),
            _ => ("its fast form did", " and every alignment"),
        };
        format!(
            "Tested: {what} what the model says in all of {} runs, through {transitions}, at every length up to \
             300{where_}{left_out}.",
            trial.runs
        )
    }

    /// How it gets fast.
    pub fn fast(&self) -> String {
        let pieces = match (self.streams, self.language.as_str()) {
            (true, _) => "takes its input whole or in pieces",
            (false, "cuda") => "takes its input whole",
            (false, _) => "takes its input whole: what is written first depends on what comes last",
        };
        format!("How it is fast: {}. It {pieces}.", self.means)
    }

    /// The page about the code.
    pub(super) fn page(&self, (file, code): (&str, &str)) -> String {
        let paths: Vec<&str> = self.operands.iter().map(|v| v.path.as_str()).collect();
        emit::generated(&GeneratedCode {
            name: &self.name,
            origin: &paths.join(", then "),
            proved: self.proved && self.verdict.kind == VerdictKind::Proved,
            known: self.known(),
            remarks: [self.tried(), self.fast()],
            speeds: self.measured.iter().map(Measured::speed).collect(),
            file,
            code,
        })
    }
}

impl Measured {
    /// How many symbols each reads in a second, in billions.
    pub fn speed(&self) -> Speed {
        let rate = |seconds: f64| self.symbols as f64 / seconds / 1e9;
        Speed {
            text: self.text.clone(),
            original: rate(self.original),
            portable: rate(self.portable),
            generated: rate(self.generated),
            copy: rate(self.memcpy),
        }
    }
}
