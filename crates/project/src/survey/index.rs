//! All subjects of a survey together.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Request;
use super::row::{Row, Word};

/// What a survey found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Index {
    /// The version of the tool.
    pub mores: String,
    /// The command.
    pub command: String,
    /// What was named.
    pub named: Vec<String>,
    /// How long each run could take, in seconds.
    pub budget_seconds: f64,
    /// How much memory each could hold, in bytes.
    pub memory_bytes: u64,
    /// How many subjects there are of each verdict.
    pub counts: BTreeMap<&'static str, usize>,
    /// How many classes or files were left out, by the reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Subjects that nothing was run for, because the survey was interrupted.
    pub not_looked_at: Vec<String>,
    /// Those with rules worth reading first.
    pub subjects: Vec<Row>,
}

impl Index {
    /// Rows in their order, counted.
    pub(super) fn of(
        request: &Request,
        left_out: BTreeMap<&'static str, usize>,
        mut subjects: Vec<Row>,
        not_looked_at: Vec<String>,
    ) -> Self {
        let key = |row: &Row| (row.interest(), row.verdict, row.name.clone());
        subjects.sort_by_cached_key(key);
        let mut counts = BTreeMap::new();
        for row in &subjects {
            *counts.entry(row.verdict.text()).or_default() += 1;
        }
        let named = request.named.iter().map(|path| path.display().to_string());
        Self {
            mores: mores::report::VERSION.to_owned(),
            command: "survey".to_owned(),
            named: named.collect(),
            budget_seconds: request.limits.budget.as_secs_f64(),
            memory_bytes: request.limits.memory,
            counts,
            left_out,
            not_looked_at,
            subjects,
        }
    }

    /// How many subjects crashed the command.
    pub fn crashes(&self) -> usize {
        let crashed = |row: &&Row| row.verdict == Word::Crashed;
        self.subjects.iter().filter(crashed).count()
    }

    /// As JSON, with a newline at the end.
    pub fn to_json(&self) -> String {
        mores::report::json(self)
    }

    /// `12 proved, 3 partly`, in the order of verdicts.
    pub(super) fn counted(&self) -> String {
        let words = Word::ALL.iter().map(|word| word.text());
        let counted = words.filter_map(|word| Some(format!("{} {word}", self.counts.get(word)?)));
        counted.collect::<Vec<_>>().join(", ")
    }

    /// `12 interfaces, 3 abstract`; nothing if nothing was left out.
    pub(super) fn omitted(&self) -> Option<String> {
        let all: usize = self.left_out.values().sum();
        let each = self.left_out.iter().map(|(why, n)| format!("{n} {why}"));
        (all > 0).then(|| format!("{all} left out: {}", each.collect::<Vec<_>>().join(", ")))
    }
}
