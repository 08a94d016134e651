//! What the examples are asked for: options with a value, and options without.
#![allow(dead_code, reason = "each example uses a part of it")]

use std::ops::Range;
use std::path::Path;

/// The words behind the command.
pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn given() -> Self {
        Self(std::env::args().collect())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|word| word == name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word == name)?;
        self.0.get(at + 1).map(String::as_str)
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    /// The numbers of what is looked at: as many as `--count` says, from `--from` on.
    pub fn seeds(&self, count: u64) -> Range<u64> {
        let from = self.number("--from").unwrap_or(0);
        from..from + self.number("--count").unwrap_or(count)
    }

    /// Those numbers in parts.
    pub fn batches(&self, count: u64, size: u64) -> impl Iterator<Item = Range<u64>> {
        let Range { start, end } = self.seeds(count);
        (start..end)
            .step_by(size as usize)
            .map(move |first| first..(first + size).min(end))
    }

    /// Leaves a program in the folder that `--keep` names, if it names one.
    pub fn keep(&self, file: &str, text: &str) {
        if let Some(folder) = self.value("--keep") {
            std::fs::write(Path::new(folder).join(file), text).expect("it can be kept");
        }
    }
}
