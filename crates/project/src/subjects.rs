//! What there is to look at in what a user names: the classes of a jar, of a folder, of a package of the JDK; the C
//! programs of a folder.
//!
//! What has no interface to learn is left out and counted by its reason, so that nobody takes a short list for a whole
//! one. What is named itself is never left out: the command says what is wrong with it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use mores::{InputError, ListedClass};

/// Something that one run of the command looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// What people call it: `java.util.Stack`, `src/tcas.c`. No two subjects of a list have the same.
    pub name: String,
    /// Which command looks at it.
    pub view: View,
    /// What the command is given: a file, a folder, a jar, or the name of a class of the JDK.
    pub path: PathBuf,
    /// The class, where the path holds several.
    pub class: Option<String>,
    /// Folders and jars with further classes.
    pub class_path: Vec<PathBuf>,
}

/// Which command looks at a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// A class: `mores interface`.
    Interface,
    /// A C program: `mores errors`.
    Errors,
}

impl Subject {
    fn new(name: impl Into<String>, view: View, path: impl Into<PathBuf>) -> Self {
        Self {
            name: name.into(),
            view,
            path: path.into(),
            class: None,
            class_path: Vec::new(),
        }
    }

    /// The command and the arguments that name the subject: `interface shapes.jar --class shapes.Circle`.
    pub fn arguments(&self) -> Vec<OsString> {
        let view = match self.view {
            View::Interface => "interface",
            View::Errors => "errors",
        };
        let mut arguments: Vec<OsString> = vec![view.into(), self.path.clone().into()];
        if let Some(class) = &self.class {
            arguments.extend(["--class".into(), class.into()]);
        }
        // A path with the separator in it cannot be passed on; the list of subjects is refused then.
        let joined = std::env::join_paths(&self.class_path).unwrap_or_default();
        if !self.class_path.is_empty() {
            arguments.extend(["--class-path".into(), joined]);
        }
        arguments
    }
}

/// What was found, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subjects {
    /// Sorted by name.
    pub subjects: Vec<Subject>,
    /// How many classes or files were left out, by the reason.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// Why a C file is left out.
const NO_MAIN: &str = "C files without main";

/// All that is worth a look in jars, folders, files, packages of the JDK (`java.util.*`, with those below
/// `java.util.**`) and classes of the JDK. Classes need what is on the class path.
pub fn subjects(named: &[PathBuf], class_path: &[PathBuf]) -> Result<Subjects, InputError> {
    if std::env::join_paths(class_path).is_err() {
        let why = "a path on the class path holds the separator of paths";
        return Err(InputError::new(why));
    }
    let mut found = Subjects::default();
    for path in named {
        let before = found.subjects.len();
        found.add(path, class_path)?;
        if found.subjects.len() == before {
            return Err(nothing_in(path, &found.left_out));
        }
    }
    let classes = found.subjects.iter_mut();
    for subject in classes.filter(|subject| subject.view == View::Interface) {
        subject.class_path = class_path.to_vec();
    }
    found.subjects.sort();
    found.subjects.dedup_by(|a, b| a.name == b.name);
    Ok(found)
}

fn nothing_in(path: &Path, left_out: &BTreeMap<&'static str, usize>) -> InputError {
    let counted: Vec<String> = left_out
        .iter()
        .map(|(why, n)| format!("{n} {why}"))
        .collect();
    let path = path.display();
    InputError::new(match counted.as_slice() {
        [] => format!("{path} holds no class and no C program"),
        _ => format!(
            "{path} holds nothing to look at; left out: {}",
            counted.join(", ")
        ),
    })
}

impl Subjects {
    fn add(&mut self, path: &Path, class_path: &[PathBuf]) -> Result<(), InputError> {
        let extension = path.extension().and_then(|e| e.to_str());
        match extension {
            _ if path.is_dir() => self.add_folder(path, class_path)?,
            _ if !path.exists() => self.add_of_jdk(path)?,
            Some("jar") => self.add_classes(path, mores::classes_of_path(path)?),
            Some("java" | "class") => self.add_file(path, View::Interface),
            Some("c" | "i") => self.add_file(path, View::Errors),
            _ => {
                return Err(InputError::new(format!(
                    "{} is no jar, no folder, no .java, .class or .c file",
                    path.display()
                )));
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, view: View) {
        let name = path.display().to_string();
        self.subjects.push(Subject::new(name, view, path));
    }

    /// A package, or a class, of the JDK.
    fn add_of_jdk(&mut self, path: &Path) -> Result<(), InputError> {
        let text = path.to_string_lossy();
        let package = text
            .strip_suffix(".**")
            .map(|package| (package, true))
            .or_else(|| text.strip_suffix(".*").map(|package| (package, false)));
        let Some((package, below)) = package else {
            return self.add_class_of_jdk(&text);
        };
        let classes = mores::classes_of_jdk(package, below)?;
        for class in self.worth_a_look(classes) {
            let name = spoken(&class.name);
            let subject = Subject::new(name.clone(), View::Interface, name);
            self.subjects.push(subject);
        }
        Ok(())
    }

    fn add_class_of_jdk(&mut self, name: &str) -> Result<(), InputError> {
        if !is_class_of_jdk(name)? {
            return Err(InputError::new(format!("{name} does not exist")));
        }
        let subject = Subject::new(spoken(name), View::Interface, name);
        self.subjects.push(subject);
        Ok(())
    }

    fn add_classes(&mut self, path: &Path, classes: Vec<ListedClass>) {
        for class in self.worth_a_look(classes) {
            self.subjects.push(Subject {
                class: Some(class.name.clone()),
                ..Subject::new(spoken(&class.name), View::Interface, path)
            });
        }
    }

    /// The classes with something to learn; the others are counted.
    fn worth_a_look(&mut self, classes: Vec<ListedClass>) -> Vec<ListedClass> {
        let (left_out, kept): (Vec<_>, Vec<_>) = classes
            .into_iter()
            .partition(|class| class.left_out.is_some());
        for reason in left_out.iter().filter_map(|class| class.left_out) {
            *self.left_out.entry(reason.plural()).or_default() += 1;
        }
        kept
    }

    /// The sources of a folder, Java and C; where there is no Java source, its class files.
    fn add_folder(&mut self, folder: &Path, class_path: &[PathBuf]) -> Result<(), InputError> {
        let files = files_below(folder)?;
        let ending = |ending: &str| -> Vec<PathBuf> {
            let ends = |file: &&PathBuf| file.extension().is_some_and(|e| e == ending);
            files.iter().filter(ends).cloned().collect()
        };
        let mut java = ending("java");
        let own = |file: &PathBuf, name: &str| file.file_name().is_some_and(|f| f == name);
        java.retain(|f| !own(f, "package-info.java") && !own(f, "module-info.java"));
        if java.is_empty() {
            self.add_classes(folder, mores::classes_of_path(folder)?);
        } else {
            self.add_sources(&java, class_path);
        }
        for file in ending("c") {
            if has_main(&file)? {
                self.add_file(&file, View::Errors);
            } else {
                *self.left_out.entry(NO_MAIN).or_default() += 1;
            }
        }
        Ok(())
    }

    /// The classes of sources. Where these do not compile together, each file is a subject, and the command says of each
    /// what is wrong.
    fn add_sources(&mut self, files: &[PathBuf], class_path: &[PathBuf]) {
        let Ok(classes) = mores::classes_of_sources(files, class_path) else {
            let alone = files.iter();
            return alone.for_each(|file| self.add_file(file, View::Interface));
        };
        for class in self.worth_a_look(classes) {
            let Some(file) = file_of(&class, files) else {
                continue;
            };
            self.subjects.push(Subject {
                class: Some(class.name.clone()),
                ..Subject::new(spoken(&class.name), View::Interface, file)
            });
        }
    }
}

/// Whether the JDK has a class of this name. Where the package ends and the class begins, the name does not say.
fn is_class_of_jdk(name: &str) -> Result<bool, InputError> {
    let wanted = spoken(name);
    let packages = wanted.match_indices('.').map(|(at, _)| &wanted[..at]);
    for package in packages {
        let classes = mores::classes_of_jdk(package, false)?;
        if classes.iter().any(|class| spoken(&class.name) == wanted) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The file that declares a class: it is called as the class file says, and lies where its package says, if one does.
fn file_of<'f>(class: &ListedClass, files: &'f [PathBuf]) -> Option<&'f PathBuf> {
    let folders: Vec<&str> = class.name.split('.').collect();
    let package: PathBuf = folders[..folders.len() - 1].iter().collect();
    let full = package.join(&class.source_file);
    let find = |end: &Path| files.iter().find(|file| file.ends_with(end));
    find(&full).or_else(|| find(Path::new(&class.source_file)))
}

/// The name that people write, with dots for dollars; a class whose own name has a dollar is found by it, too.
fn spoken(name: &str) -> String {
    name.replace('$', ".")
}

/// All files below a folder, sorted. Links are not followed: they may lead in circles.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let unreadable = |e| InputError::new(format!("{} cannot be read: {e}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let kind = entry.file_type().map_err(unreadable)?;
        if kind.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a C file defines `main`, as far as its text says: the word, followed by a parenthesis.
fn has_main(file: &Path) -> Result<bool, InputError> {
    let bytes = fs::read(file)
        .map_err(|e| InputError::new(format!("{} cannot be read: {e}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_main = |(at, word): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(in_word) && after.trim_start().starts_with('(')
    };
    Ok(text.match_indices("main").any(is_main))
}
