//! From the tables of a configuration to the subjects that they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mores::{InputError, file_stem};
use toml::Spanned;

use super::entries::{ClassEntry, FilterEntry, ProgramEntry};
use super::subject::{Expected, Subject};
use super::{BUDGET, Budget, Text, Written};
use crate::classes::{Listed, classes_in};
use crate::pattern::{is_open, matches};

/// All subjects of a configuration.
#[derive(Clone, Debug)]
pub struct Subjects {
    /// Sorted by name.
    pub subjects: Vec<Subject>,
    /// Models in the folder of models that belong to no subject: their classes are gone.
    pub orphans: Vec<(String, PathBuf)>,
}

/// How models are called.
const MODEL: &str = ".mores.json";

pub(super) fn subjects(written: &Written, file: &Text<'_>) -> Result<Subjects, InputError> {
    let mut expanding = Expanding {
        written,
        file,
        usual: Budget::read(BUDGET).map_err(InputError::new)?,
        listed: BTreeMap::new(),
        found: BTreeMap::new(),
        taken: BTreeSet::new(),
    };
    // A class that is named itself belongs to the entry that names it, whatever patterns match it, too.
    for open in [false, true] {
        for entry in &written.classes {
            expanding.classes(entry, open)?;
        }
    }
    for entry in &written.programs {
        expanding.program(entry)?;
    }
    for entry in &written.filters {
        expanding.filter(entry)?;
    }
    if expanding.found.is_empty() {
        let what = "nothing is to be checked; add [[classes]], [[programs]] or [[filters]]";
        return Err(file.wrong(0, what));
    }
    let subjects: Vec<Subject> = expanding.found.into_values().collect();
    let orphans = orphans(&written.models, &subjects)?;
    Ok(Subjects { subjects, orphans })
}

struct Expanding<'w> {
    written: &'w Written,
    file: &'w Text<'w>,
    usual: Budget,
    listed: BTreeMap<PathBuf, BTreeMap<String, Listed>>,
    found: BTreeMap<String, Subject>,
    /// Classes that an entry names or matches: no pattern has them once more.
    taken: BTreeSet<(PathBuf, String)>,
}

impl Expanding<'_> {
    /// The classes of an entry: those that it names, or those that its patterns match.
    fn classes(&mut self, entry: &Spanned<ClassEntry>, open: bool) -> Result<(), InputError> {
        let at = entry.span().start;
        let table = entry.get_ref();
        self.sensible(at, table)?;
        for name in table.matching.iter().filter(|name| is_open(name) == open) {
            let found = match &table.from {
                None => BTreeMap::from([(name.clone(), None)]),
                Some(from) => self.matching(at, from, name, table)?,
            };
            for (class, listed) in found {
                self.class(at, table, &class, listed, open)?;
            }
        }
        Ok(())
    }

    fn sensible(&self, at: usize, table: &ClassEntry) -> Result<(), InputError> {
        let several = table.matching.len() > 1 || table.matching.iter().any(|m| is_open(m));
        let wrong = match () {
            () if several && table.name.is_some() => "name is for an entry with one class",
            () if several && table.model.is_some() => "model is for an entry with one class",
            () if table.from.is_none() && table.matching.iter().any(|m| is_open(m)) => {
                "a pattern needs from: a jar or a folder; classes of the JDK are named one by one"
            }
            () => {
                return table
                    .contradiction()
                    .map_or(Ok(()), |w| Err(self.file.wrong(at, w)));
            }
        };
        Err(self.file.wrong(at, wrong))
    }

    /// The classes of a path that a pattern matches. One that is named itself and is not there is gone.
    fn matching(
        &mut self,
        at: usize,
        from: &Path,
        pattern: &str,
        table: &ClassEntry,
    ) -> Result<BTreeMap<String, Option<Listed>>, InputError> {
        if !self.listed.contains_key(from) {
            let listed = classes_in(from).map_err(|e| self.file.wrong(at, &e.to_string()))?;
            self.listed.insert(from.to_owned(), listed);
        }
        let listed = &self.listed[from];
        if !is_open(pattern) {
            let class = listed.get(pattern).cloned();
            return Ok(BTreeMap::from([(pattern.to_owned(), class)]));
        }
        let meant = |name: &str, class: &Listed| {
            let nested = name.contains('$') && !pattern.contains('$');
            matches(pattern, name) && class.is_made && !nested
        };
        let found: BTreeMap<String, Option<Listed>> = listed
            .iter()
            .filter(|(name, class)| meant(name, class))
            .map(|(name, class)| (name.clone(), Some(class.clone())))
            .collect();
        if found.is_empty() {
            let from = from.display();
            let what = format!(
                "{pattern} matches no public class in {from} that clients can make; correct the pattern or build the code"
            );
            return Err(self.file.wrong(at, &what));
        }
        let kept = |name: &String| !table.except.iter().any(|except| matches(except, name));
        Ok(found.into_iter().filter(|(name, _)| kept(name)).collect())
    }

    fn class(
        &mut self,
        at: usize,
        table: &ClassEntry,
        class: &str,
        listed: Option<Listed>,
        open: bool,
    ) -> Result<(), InputError> {
        let name = table.name.clone().unwrap_or_else(|| class.to_owned());
        let known = (table.from.clone().unwrap_or_default(), class.to_owned());
        if !self.taken.insert(known) && open {
            return Ok(());
        }
        let expected = Expected::Interface {
            view: table.view(),
            integers: table.integers.into(),
            every_method: table.every_method,
        };
        let (from, is_there) = (table.from.clone(), listed.is_some() || table.from.is_none());
        let code = match (listed, from) {
            (Some(listed), _) => listed.code,
            (None, Some(from)) => from,
            (None, None) => PathBuf::from(class),
        };
        let subject = Subject {
            class: table.from.as_ref().map(|_| class.to_owned()),
            is_there,
            class_path: table.class_path.clone(),
            package_access: table.package_access,
            sources: [table.sources.clone(), self.written.sources.clone()].concat(),
            options: table.options(),
            budget: table.budget.clone().unwrap_or_else(|| self.budget()),
            memory: table.memory.clone().or_else(|| self.written.memory.clone()),
            ..self.plain(at, name, code, table.model.as_ref(), expected)
        };
        self.add(at, subject)
    }

    fn program(&mut self, entry: &Spanned<ProgramEntry>) -> Result<(), InputError> {
        let (at, table) = (entry.span().start, entry.get_ref());
        let name = table.name.clone().unwrap_or_else(|| stem(&table.file));
        let expected = Expected::Language {
            command: table.goal.command(),
            reading: table.reading(),
        };
        let subject = Subject {
            cc: table.cc.clone(),
            options: table.options(),
            budget: table.budget.clone().unwrap_or_else(|| self.budget()),
            memory: table.memory.clone().or_else(|| self.written.memory.clone()),
            ..self.plain(at, name, table.file.clone(), table.model.as_ref(), expected)
        };
        self.add(at, subject)
    }

    fn filter(&mut self, entry: &Spanned<FilterEntry>) -> Result<(), InputError> {
        let (at, table) = (entry.span().start, entry.get_ref());
        let function = table.function.clone();
        let name = table.name.clone().or(function);
        let name = name.unwrap_or_else(|| stem(&table.file));
        let expected = Expected::Transducer {
            reading: table.reading(),
        };
        let subject = Subject {
            class: table.class.clone(),
            class_path: table.class_path.clone(),
            cc: table.cc.clone(),
            sources: [table.sources.clone(), self.written.sources.clone()].concat(),
            options: table.options(),
            budget: table.budget.clone().unwrap_or_else(|| self.budget()),
            memory: table.memory.clone().or_else(|| self.written.memory.clone()),
            ..self.plain(at, name, table.file.clone(), table.model.as_ref(), expected)
        };
        self.add(at, subject)
    }

    fn budget(&self) -> Budget {
        let written = self.written.budget.clone();
        written.unwrap_or_else(|| self.usual.clone())
    }

    /// A subject with nothing said but where it is.
    fn plain(
        &self,
        at: usize,
        name: String,
        code: PathBuf,
        model: Option<&PathBuf>,
        expected: Expected,
    ) -> Subject {
        let own = || {
            self.written
                .models
                .join(format!("{}{MODEL}", file_stem(&name)))
        };
        Subject {
            line: self.file.line(at),
            model: model.cloned().unwrap_or_else(own),
            names_model: model.is_some(),
            is_there: code.exists(),
            class: None,
            class_path: Vec::new(),
            package_access: false,
            cc: Vec::new(),
            sources: self.written.sources.clone(),
            options: Vec::new(),
            budget: self.budget(),
            memory: None,
            name,
            code,
            expected,
        }
    }

    fn add(&mut self, at: usize, subject: Subject) -> Result<(), InputError> {
        let wrong = |what: String| Err(self.file.wrong(at, &what));
        let name = &subject.name;
        if std::env::join_paths(&subject.class_path).is_err() {
            return wrong("a path of class-path holds the separator of paths".to_owned());
        }
        if !subject.is_there && !subject.model.exists() {
            let code = subject.code.display();
            return wrong(match &subject.class {
                Some(class) if subject.code.exists() => format!(
                    "{code} holds no class {class}; correct the name (nested classes are set off by a dollar)"
                ),
                _ => format!("{code} does not exist; correct the path, or build the code first"),
            });
        }
        if let Some(other) = self.found.get(name) {
            return wrong(format!(
                "a second subject is called {name}, the first stands in line {}; give one of them a name",
                other.line
            ));
        }
        let same = self
            .found
            .values()
            .find(|other| other.model == subject.model);
        if let Some(other) = same {
            let model = subject.model.display();
            return wrong(format!(
                "{name} and {} would share the model {model}",
                other.name
            ));
        }
        self.found.insert(name.clone(), subject);
        Ok(())
    }
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Models in the folder that no subject has: the name of each, and its file.
fn orphans(folder: &Path, subjects: &[Subject]) -> Result<Vec<(String, PathBuf)>, InputError> {
    let owned: BTreeSet<&Path> = subjects.iter().map(|s| s.model.as_path()).collect();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => {
            let folder = folder.display();
            return Err(InputError::new(format!("{folder} cannot be read: {e}")));
        }
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut orphans: Vec<(String, PathBuf)> = paths
        .filter(|path| !owned.contains(path.as_path()))
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.strip_suffix(MODEL)?.to_owned();
            Some((name, path))
        })
        .collect();
    orphans.sort();
    Ok(orphans)
}

impl Subjects {
    /// Those that somebody names: by their whole name, by the last part of it, or by a pattern. All, if nothing is named.
    pub fn named(mut self, names: &[String]) -> Result<Self, InputError> {
        if names.is_empty() {
            return Ok(self);
        }
        let all = || {
            let subjects = self.subjects.iter().map(|subject| &subject.name);
            subjects.chain(self.orphans.iter().map(|(name, _)| name))
        };
        if let Some(wrong) = names.iter().find(|name| !all().any(|s| is_meant(name, s))) {
            return Err(InputError::new(nothing_called(wrong, all())));
        }
        let named = |subject: &String| names.iter().any(|name| is_meant(name, subject));
        self.subjects.retain(|subject| named(&subject.name));
        self.orphans.retain(|(name, _)| named(name));
        Ok(self)
    }
}

fn is_meant(name: &str, subject: &str) -> bool {
    let last = subject.rsplit(['.', '$']).next();
    matches(name, subject) || last == Some(name)
}

fn nothing_called<'n>(name: &str, all: impl Iterator<Item = &'n String>) -> String {
    const SHOWN: usize = 12;
    let mut known: Vec<&str> = all.map(String::as_str).collect();
    known.sort_unstable();
    let more = known.len().saturating_sub(SHOWN);
    known.truncate(SHOWN);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!(
        "{}: nothing is called {name}; there are {}{more}",
        super::FILE,
        known.join(", ")
    )
}
