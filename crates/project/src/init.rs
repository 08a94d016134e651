//! A first configuration for a code base: what there is, as far as files and their names tell. Nothing is learned.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mores::InputError;

use crate::classes::classes_in;

/// Where build tools leave compiled classes.
const COMPILED: [&str; 4] = [
    "target/classes",
    "build/classes/java/main",
    "build/classes/kotlin/main",
    "out/production/classes",
];

/// Where sources of classes usually lie.
const SOURCES: [&str; 3] = ["src/main/java", "src", "."];

/// Packages whose classes are checked from the start; the others stand in comments.
const MOST: usize = 40;

/// Files that are looked at at most: a configuration of more would be read by nobody.
const FILES: usize = 20_000;

/// What was found, as a configuration with comments.
pub fn init(folder: &Path) -> Result<String, InputError> {
    let files = sources_below(folder)?;
    let found = Found {
        folder,
        java: of_kind(&files, "java"),
        c: of_kind(&files, "c"),
        jars: of_kind(&files, "jar"),
    };
    let mut sections = String::new();
    let mut room = MOST;
    found.classes(&mut room, &mut sections)?;
    found.programs(&mut sections)?;
    if sections.is_empty() {
        let folder = folder.display();
        return Err(InputError::new(format!(
            "{folder}: there are no compiled classes, no jars, no .java files and no .c files with main; build the code first, or name its folder"
        )));
    }
    Ok(format!("{}{sections}", found.head()))
}

struct Found<'f> {
    folder: &'f Path,
    java: Vec<PathBuf>,
    c: Vec<PathBuf>,
    jars: Vec<PathBuf>,
}

impl Found<'_> {
    fn head(&self) -> String {
        let root = SOURCES
            .into_iter()
            .find(|root| !self.java.is_empty() && self.folder.join(root).is_dir());
        let sources = match root {
            Some(".") | None => "# sources = [\"src/main/java\"]".to_owned(),
            Some(root) => format!("sources = [{}]", quoted(root)),
        };
        format!(
            "# What mores keeps under check.\n\
             #   mores accept   learns the models and leaves them in the folder below: commit them\n\
             #   mores check    says whether the code still does what they say\n\n\
             # The folder of the committed models.\n\
             models = \"mores\"\n\
             # How long one subject may take, and how much memory it may hold.\n\
             budget = \"60s\"\n\
             # memory = \"2GB\"\n\
             # Where the sources of compiled classes lie: results point to their lines.\n\
             {sources}\n"
        )
    }

    /// Compiled classes where there are any, or else jars, or else sources.
    fn classes(&self, room: &mut usize, out: &mut String) -> Result<(), InputError> {
        let compiled: Vec<PathBuf> = COMPILED
            .into_iter()
            .map(PathBuf::from)
            .filter(|path| self.folder.join(path).is_dir())
            .collect();
        let roots = match (compiled.is_empty(), self.jars.is_empty()) {
            (false, _) => compiled,
            (true, false) => self.jars.clone(),
            (true, true) => self.source_roots(),
        };
        for root in roots {
            out.push_str(&self.section(&root, room)?);
        }
        Ok(())
    }

    /// The folders above the packages of sources.
    fn source_roots(&self) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = self.java.iter().filter_map(|f| self.root_of(f)).collect();
        roots.sort();
        roots.dedup();
        roots
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        let package = text
            .lines()
            .find_map(|line| line.trim().strip_prefix("package "))
            .and_then(|rest| rest.split(';').next())
            .map_or_else(PathBuf::new, |name| name.trim().split('.').collect());
        let parent = file.parent()?;
        let root = parent.to_str()?.strip_suffix(package.to_str()?)?;
        let root = root.trim_end_matches('/');
        Some(PathBuf::from(if root.is_empty() { "." } else { root }))
    }

    /// A table for the classes of a path, a pattern for each package.
    fn section(&self, root: &Path, room: &mut usize) -> Result<String, InputError> {
        let mut packages: BTreeMap<String, usize> = BTreeMap::new();
        for (name, class) in classes_in(&self.folder.join(root))? {
            if class.is_made && !name.contains('$') {
                let package = name.rsplit_once('.').map_or("", |(package, _)| package);
                *packages.entry(package.to_owned()).or_default() += 1;
            }
        }
        if packages.is_empty() {
            return Ok(String::new());
        }
        let mut lines = String::new();
        let mut used = 0;
        for (package, classes) in &packages {
            let pattern = match package.is_empty() {
                true => "*".to_owned(),
                false => format!("{package}.*"),
            };
            let fits = *classes <= *room;
            *room -= if fits { *classes } else { 0 };
            used += usize::from(fits);
            let comment = if fits { "" } else { "# " };
            let number = counted(*classes);
            lines.push_str(&format!("    {comment}{},  # {number}\n", quoted(&pattern)));
        }
        let table = format!(
            "\n[[classes]]\nfrom = {}\n# Remove what is not worth a look; a class can be named itself, too.\nmatch = [\n{lines}]\n",
            quoted(&root.to_string_lossy())
        );
        // A table without a pattern would be wrong: all of it is a comment then.
        Ok(match used {
            0 => table.lines().map(commented).collect(),
            _ => table,
        })
    }

    /// C files: filters, programs with assertions, other programs.
    fn programs(&self, out: &mut String) -> Result<(), InputError> {
        for file in &self.c {
            let path = self.folder.join(file);
            let bytes = fs::read(&path)
                .map_err(|e| InputError::new(format!("{} cannot be read: {e}", path.display())))?;
            let text = String::from_utf8_lossy(&bytes);
            let name = quoted(&file.to_string_lossy());
            let calls = |names: &[&str]| names.iter().any(|name| is_called(&text, name));
            let asserts = calls(&[
                "assert",
                "__VERIFIER_assert",
                "reach_error",
                "__VERIFIER_error",
            ]);
            let main = calls(&["main"]);
            let filters =
                calls(&["getchar", "getc", "fgetc"]) && calls(&["putchar", "putc", "fputc"]);
            out.push_str(&match (main, asserts, filters) {
                (true, false, true) => format!("\n[[filters]]\nfile = {name}\n"),
                (true, true, _) => format!("\n[[programs]]\nfile = {name}\ngoal = \"errors\"\n"),
                (true, false, false) => {
                    format!("\n[[programs]]\nfile = {name}\ngoal = \"explain\"\n")
                }
                (false, true, _) => format!(
                    "\n# It has assertions and no main: name the function that a run starts with.\n\
                     # [[programs]]\n# file = {name}\n# function = \"…\"\n"
                ),
                (false, false, _) => String::new(),
            });
        }
        Ok(())
    }
}

fn commented(line: &str) -> String {
    match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("# {line}\n"),
    }
}

fn counted(classes: usize) -> String {
    match classes {
        1 => "1 class".to_owned(),
        classes => format!("{classes} classes"),
    }
}

/// Whether a name stands before a parenthesis.
fn is_called(text: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(in_word) && after.trim_start().starts_with('(')
    })
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

fn of_kind(files: &[PathBuf], ending: &str) -> Vec<PathBuf> {
    let meant = |file: &&PathBuf| file.extension().is_some_and(|end| end == ending);
    files.iter().filter(meant).cloned().collect()
}

/// Files below a folder, relative to it and sorted: without hidden folders, and without what build tools make.
fn sources_below(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let mut found = Vec::new();
    collect(folder, Path::new(""), &mut found)?;
    found.sort();
    Ok(found)
}

/// Folders that hold no sources of the code base.
const NOT_SOURCES: [&str; 6] = ["target", "build", "out", "node_modules", "test", "tests"];

fn collect(root: &Path, inside: &Path, found: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let folder = root.join(inside);
    let unreadable = |e| InputError::new(format!("{} cannot be read: {e}", folder.display()));
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(unreadable)?;
        let path = inside.join(&name);
        if kind.is_dir() && !name.starts_with('.') && !NOT_SOURCES.contains(&name.as_str()) {
            collect(root, &path, found)?;
        } else if kind.is_file() && found.len() < FILES {
            found.push(path);
        }
    }
    Ok(())
}
