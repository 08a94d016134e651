//! Lines by what stands on them, so that a letter is known again where lines have moved.
//!
//! Letters of branches and failures are named after their lines. A saved model holds the text of each, its function, and
//! which of the lines with this text it is; with these its letters are given the names that they have in the code of today.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use emit::language::{Event, Language, SourceLine};
use ir::Program;

use super::diff::aligned;

/// The lines of a program's own file that have code on them.
pub(super) struct SourceLines {
    /// The name of the file, without its folder.
    file: String,
    /// By number, from 1.
    by_number: BTreeMap<usize, SourceLine>,
    by_text: BTreeMap<SourceLine, usize>,
}

impl SourceLines {
    /// No lines are known of a file that cannot be read.
    pub fn of(path: &Path, program: &Program) -> Self {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let functions = functions(&file, program);
        let mut seen: BTreeMap<(&str, &str), u32> = BTreeMap::new();
        let mut by_number = BTreeMap::new();
        for (at, text) in text.lines().map(str::trim).enumerate() {
            let Some(function) = functions.get(&(at + 1)) else {
                continue;
            };
            let nth = seen.entry((function, text)).or_insert(0);
            *nth += 1;
            let line = SourceLine {
                text: text.to_owned(),
                function: function.clone(),
                nth: *nth,
            };
            by_number.insert(at + 1, line);
        }
        let by_text = by_number.iter().map(|(n, line)| (line.clone(), *n));
        Self {
            file: file.into_owned(),
            by_text: by_text.collect(),
            by_number,
        }
    }

    /// Notes for each letter that is named after a line what stands there.
    pub fn note(&self, alphabet: &mut [Event]) {
        for event in alphabet {
            event.line = self.line_of(event).cloned();
        }
    }

    fn line_of(&self, event: &Event) -> Option<&SourceLine> {
        let number = number_in(event, &self.file)?;
        renumbered(&event.symbol, number, "")?;
        self.by_number.get(&number)
    }

    /// A saved model of a file with the names that its letters have in this code, whose events are given. A failure is the
    /// same one only if its line has the same text; a branch may have been changed where it stands.
    pub fn in_todays_names(&self, model: &Language, file: &str, events: &[Event]) -> Language {
        let today = self.branches(events);
        let failures = failures(model);
        let saved: BTreeMap<usize, &SourceLine> = (model.alphabet.iter())
            .filter(|event| !failures.contains(event.symbol.as_str()))
            .filter_map(|event| Some((number_in(event, file)?, event.line.as_ref()?)))
            .collect();
        let changed = changed_branches(&saved, &today);
        let name = |event: &Event| -> Option<String> {
            let (line, number) = (event.line.as_ref()?, number_in(event, file)?);
            let is_branch = !failures.contains(event.symbol.as_str());
            let known = self.by_text.get(line).copied();
            let known = known.or_else(|| changed.get(&number).copied().filter(|_| is_branch));
            let by = known.map_or_else(|| format!("{number} of the model"), |n| n.to_string());
            renumbered(&event.symbol, number, &by)
        };
        let names: BTreeMap<&str, String> = (model.alphabet.iter())
            .map(|event| {
                let old = &event.symbol;
                (old.as_str(), name(event).unwrap_or_else(|| old.clone()))
            })
            .collect();
        renamed(model, &names).unwrap_or_else(|| model.clone())
    }

    /// The lines of letters that are named after lines.
    fn branches(&self, events: &[Event]) -> BTreeMap<usize, &SourceLine> {
        let line = |event: &Event| Some((number_in(event, &self.file)?, self.line_of(event)?));
        events.iter().filter_map(line).collect()
    }
}

/// The function of each line of a file that has code on it.
fn functions(file: &str, program: &Program) -> BTreeMap<usize, String> {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for function in program.functions.values() {
        let Some(code) = function.code.get() else {
            continue;
        };
        if function.is_hidden() || function.file.rsplit('/').next() != Some(file) {
            continue;
        }
        for block in code.blocks.values() {
            let statements = block.statements.iter().map(|statement| statement.line);
            for line in statements.chain([block.terminator.line]) {
                let name = found.entry(line as usize).or_default();
                // Of several functions on one line any will do, as long as it is always the same.
                if name.is_empty() || function.name < *name {
                    name.clone_from(&function.name);
                }
            }
        }
    }
    found
}

/// The line of a letter, if that is one of the program's own file.
fn number_in(event: &Event, file: &str) -> Option<usize> {
    let (path, number) = event.place.as_ref()?.rsplit_once(':')?;
    let own = path.rsplit('/').next() == Some(file);
    number.parse().ok().filter(|_| own)
}

/// The letters that words end with.
fn failures(model: &Language) -> BTreeSet<&str> {
    let accepting: BTreeSet<u64> = (model.states.iter())
        .filter(|state| state.accepting)
        .map(|state| state.id)
        .collect();
    let last = model.transitions.iter();
    let last = last.filter(|step| accepting.contains(&step.to));
    last.map(|step| step.symbol.as_str()).collect()
}

/// Where saved branches stand today whose lines were changed one by one.
fn changed_branches(
    saved: &BTreeMap<usize, &SourceLine>,
    today: &BTreeMap<usize, &SourceLine>,
) -> BTreeMap<usize, usize> {
    let keys = |lines: &BTreeMap<usize, &SourceLine>| -> Vec<String> {
        let key = |line: &&SourceLine| format!("{}\n{}\n{}", line.function, line.nth, line.text);
        lines.values().map(key).collect()
    };
    let (old, new) = (keys(saved), keys(today));
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let (from, to): (Vec<&usize>, Vec<&usize>) = (saved.keys().collect(), today.keys().collect());
    let pairs = aligned(&old, &new).into_iter();
    pairs.map(|(old, new)| (*from[old], *to[new])).collect()
}

/// A model with other names for its letters; `None` if two would have the same.
fn renamed(model: &Language, names: &BTreeMap<&str, String>) -> Option<Language> {
    let distinct: BTreeSet<&String> = names.values().collect();
    if distinct.len() < names.len() {
        return None;
    }
    let mut model = model.clone();
    let rename = |symbol: &mut String| {
        if let Some(name) = names.get(symbol.as_str()) {
            symbol.clone_from(name);
        }
    };
    let alphabet = model.alphabet.iter_mut().map(|event| &mut event.symbol);
    let steps = model.transitions.iter_mut().map(|step| &mut step.symbol);
    alphabet.chain(steps).for_each(rename);
    let words = model.words.iter_mut().flat_map(|word| &mut word.events);
    let undefined = model
        .undefined
        .iter_mut()
        .flat_map(|found| &mut found.events);
    words.chain(undefined).for_each(rename);
    Some(model)
}

/// A name with another line in it. Branches (`main:12 then`) and failures (`assertion fails, line 12`) have lines in their
/// names.
pub(super) fn renumbered(name: &str, number: usize, line: &str) -> Option<String> {
    for (before, after) in [(":", " "), (":", "/"), (", line ", "")] {
        let written = format!("{before}{number}{after}");
        let Some(at) = name.find(&written) else {
            continue;
        };
        let rest = &name[at + written.len()..];
        if !after.is_empty() || !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(format!("{}{before}{line}{after}{rest}", &name[..at]));
        }
    }
    None
}
