//! From what the user names to a class path and the class to analyse.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::InputError;
use crate::jvm::class_path::{ClassPath, class_of};
use crate::jvm::compile::compile;
use crate::jvm::descriptor::dotted;
use crate::jvm::files::{read_file, unreadable};

/// What to analyse.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// A `.java` file, a `.class` file, a `.jar` or a folder of class files; or the name of a class of the JDK,
    /// `java.io.PipedOutputStream`.
    pub path: PathBuf,
    /// The class, where the path holds several: `java.util.Stack`, `Stack`, `Outer.Inner`.
    pub class: Option<String>,
    /// Folders and jars with further classes.
    pub class_path: Vec<PathBuf>,
    /// Whether methods with package access count as public.
    pub include_package_access: bool,
    /// Whether collections of the JDK are followed as they are, not by what stands for them.
    pub real_collections: bool,
}

impl Source {
    /// The one class that a path holds.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }
}

/// Where the classes are, and which one is meant.
pub(super) struct Located {
    pub(super) class_path: ClassPath,
    /// The internal name.
    pub(super) subject: String,
}

pub(super) fn locate(source: &Source) -> Result<Located, InputError> {
    let path = &source.path;
    if !path.exists() {
        if let Some(located) = in_jdk(source)? {
            return Ok(located);
        }
        return Err(InputError::new(format!(
            "{} does not exist",
            path.display()
        )));
    }
    if path.is_dir() {
        return in_root(source, path.clone(), None);
    }
    match path.extension().and_then(|e| e.to_str()) {
        Some("java") => {
            let compiled = compile(path, &source.class_path)?;
            let stem = path.file_stem().and_then(|s| s.to_str());
            let subject = subject_in(source, compiled.path(), stem)?;
            // The folder goes away, and classes are read later.
            let mut class_path = ClassPath::of_classes(classes_in(compiled.path())?);
            class_path.extend(&source.class_path)?;
            Ok(Located {
                class_path,
                subject,
            })
        }
        Some("jar") => in_root(source, path.clone(), None),
        Some("class") => in_class_file(source),
        _ => Err(InputError::new(format!(
            "{} is no .java, .class or .jar file and no folder",
            path.display()
        ))),
    }
}

/// Folders and jars from which the real machine runs what a source names; compiled classes among them vanish with this.
pub struct Runnable {
    /// For `java -cp`.
    pub class_path: Vec<PathBuf>,
    /// What was compiled for it.
    _compiled: Option<TempDir>,
}

/// What the real machine needs to run a class.
pub fn runnable(source: &Source) -> Result<Runnable, InputError> {
    let path = &source.path;
    let absolute = |path: &PathBuf| path.canonicalize().map_err(|e| unreadable(path, &e));
    let further = source
        .class_path
        .iter()
        .map(absolute)
        .collect::<Result<Vec<PathBuf>, InputError>>()?;
    let (own, compiled) = match path.extension().and_then(|e| e.to_str()) {
        _ if !path.exists() => (None, None),
        _ if path.is_dir() => (Some(absolute(path)?), None),
        Some("java") => {
            let compiled = compile(path, &source.class_path)?;
            (Some(compiled.path().to_owned()), Some(compiled))
        }
        Some("class") => {
            let name = class_of(&read_file(path)?, &path.display().to_string(), None)?.name;
            let root = root_of(path, &name);
            let stray = || format!("{} does not lie where its package says", path.display());
            (Some(root.ok_or_else(|| InputError::new(stray()))?), None)
        }
        _ => (Some(absolute(path)?), None),
    };
    Ok(Runnable {
        class_path: own.into_iter().chain(further).collect(),
        _compiled: compiled,
    })
}

/// A class among those of a folder or jar.
fn in_root(source: &Source, root: PathBuf, preferred: Option<&str>) -> Result<Located, InputError> {
    let subject = subject_in(source, &root, preferred)?;
    let roots: Vec<PathBuf> = std::iter::once(root)
        .chain(source.class_path.iter().cloned())
        .collect();
    Ok(Located {
        class_path: ClassPath::of_paths(&roots)?,
        subject,
    })
}

fn subject_in(source: &Source, root: &Path, preferred: Option<&str>) -> Result<String, InputError> {
    let names = ClassPath::names_in(root)?;
    choose(&names, source, preferred)
}

/// All classes of a folder.
pub(super) fn classes_in(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, InputError> {
    let names = ClassPath::names_in(folder)?;
    names
        .into_iter()
        .map(|n| Ok((n.clone(), read_file(&folder.join(format!("{n}.class")))?)))
        .collect()
}

/// A class of the JDK.
fn in_jdk(source: &Source) -> Result<Option<Located>, InputError> {
    let Some(name) = source.path.to_str().filter(|name| is_class_name(name)) else {
        return Ok(None);
    };
    let mut class_path = ClassPath::of_paths(&source.class_path)?;
    let jdk = class_path.jdk()?;
    let subject = spellings(name)
        .into_iter()
        .find(|name| jdk.bytes(name).is_some());
    Ok(subject.map(|subject| Located {
        class_path,
        subject,
    }))
}

fn is_class_name(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_') && !part.contains(['/', '\\'])
    };
    name.contains('.') && name.split('.').all(part)
}

/// The internal names a class may have: nested ones are set off by a dollar, which people write as a dot.
fn spellings(name: &str) -> Vec<String> {
    let mut parts: Vec<&str> = name.split('.').collect();
    let mut nested = String::new();
    let mut found = Vec::new();
    while let Some(last) = parts.pop() {
        found.push(format!(
            "{}{last}{nested}",
            parts.iter().map(|p| format!("{p}/")).collect::<String>()
        ));
        nested = format!("${last}{nested}");
    }
    found
}

fn in_class_file(source: &Source) -> Result<Located, InputError> {
    let bytes = read_file(&source.path)?;
    let file = source.path.display().to_string();
    let name = class_of(&bytes, &file, None)?.name;
    choose(&BTreeSet::from([name.clone()]), source, None)?;
    let mut class_path = ClassPath::of_classes(BTreeMap::from([(name.clone(), bytes)]));
    class_path.extend(
        &root_of(&source.path, &name)
            .into_iter()
            .chain(source.class_path.clone())
            .collect::<Vec<_>>(),
    )?;
    Ok(Located {
        class_path,
        subject: name,
    })
}

/// The folder below which the packages of a class file lie, if the file lies where its package says.
pub(super) fn root_of(path: &Path, name: &str) -> Option<PathBuf> {
    let mut root = path.canonicalize().ok()?;
    for part in format!("{name}.class").split('/').rev() {
        if root.file_name()?.to_str()? != part {
            return None;
        }
        root.pop();
    }
    Some(root)
}

/// The class that is meant, among those there are.
fn choose(
    names: &BTreeSet<String>,
    source: &Source,
    preferred: Option<&str>,
) -> Result<String, InputError> {
    let path = source.path.display();
    if names.is_empty() {
        return Err(InputError::new(format!("{path} holds no class")));
    }
    if let Some(wanted) = &source.class {
        let found: Vec<&String> = names
            .iter()
            .filter(|name| is_called(name, wanted))
            .collect();
        let exact = found.iter().find(|name| dotted(name) == *wanted);
        return match (exact, found.as_slice()) {
            (Some(name), _) | (None, [name]) => Ok((*name).clone()),
            (None, []) => Err(InputError::new(format!(
                "{path} holds no class {wanted}; it holds {}",
                list(names)
            ))),
            (None, several) => {
                let several = several.iter().map(|n| (*n).clone()).collect();
                Err(InputError::new(format!(
                    "{path} holds several classes {wanted}: {}",
                    list(&several)
                )))
            }
        };
    }
    let top: BTreeSet<String> = names
        .iter()
        .filter(|n| !simple(n).contains('$'))
        .cloned()
        .collect();
    let preferred: Vec<&String> = top
        .iter()
        .filter(|n| Some(simple(n)) == preferred)
        .collect();
    match (preferred.as_slice(), top.len()) {
        ([name], _) => Ok((*name).clone()),
        (_, 1) => Ok(top.into_iter().next().expect("there is one")),
        _ => Err(InputError::new(format!(
            "{path} holds several classes; choose one with --class: {}",
            list(&top)
        ))),
    }
}

/// Whether a user may call a class so: by its full or simple name, nested classes with a dot or a dollar.
fn is_called(name: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.replace(['/', '$'], ".");
    let (name, wanted) = (plain(name), plain(wanted));
    name == wanted
        || name
            .strip_suffix(&wanted)
            .is_some_and(|rest| rest.ends_with('.'))
}

fn simple(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn list(names: &BTreeSet<String>) -> String {
    const MOST: usize = 12;
    let shown: Vec<String> = names.iter().take(MOST).map(|n| dotted(n)).collect();
    let more = names.len().saturating_sub(MOST);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{rest}", shown.join(", "))
}
