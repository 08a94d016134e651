//! Which classes a jar, a folder of class files or a folder of sources holds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mores::InputError;

use crate::subjects::files_below;

/// A class among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What the command is given to read it: the jar, the folder, or the source file.
    pub code: PathBuf,
    /// Whether clients can make objects of it: public, not abstract, with a public constructor or factory. Of a source nobody knows
    /// without compiling it, and it counts.
    pub is_made: bool,
}

/// The classes that a path holds, by name, nested ones set off by a dollar; sources are listed where there are no class
/// files.
pub fn classes_in(path: &Path) -> Result<BTreeMap<String, Listed>, InputError> {
    if !path.exists() {
        let what = "does not exist; build the code first, or correct the path";
        return Err(InputError::new(format!("{} {what}", path.display())));
    }
    if !path.is_dir() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("jar") => compiled(path),
            Some("java") => Ok(in_source(path)),
            _ => Err(InputError::new(format!(
                "{} is no jar, no folder and no .java file",
                path.display()
            ))),
        };
    }
    let compiled = compiled(path)?;
    if compiled.is_empty() {
        return Ok(sources(path, &files_below(path)?));
    }
    Ok(compiled)
}

/// The class files of a jar or a folder.
fn compiled(root: &Path) -> Result<BTreeMap<String, Listed>, InputError> {
    let classes = mores::classes_of_path(root)?.into_iter();
    // Classes for certain versions of Java only are copies of others.
    let own = classes.filter(|class| !class.name.starts_with("META-INF."));
    let listed = |class: mores::ListedClass| {
        let listed = Listed {
            code: root.to_owned(),
            is_made: class.left_out.is_none(),
        };
        (class.name, listed)
    };
    Ok(own.map(listed).collect())
}

fn sources(root: &Path, files: &[PathBuf]) -> BTreeMap<String, Listed> {
    let own = named(root, files, "java").filter(|(name, _)| is_class(name));
    own.map(|(name, file)| (name, source(file))).collect()
}

/// A single source file: its class is called as the file, in the package that the file names.
fn in_source(path: &Path) -> BTreeMap<String, Listed> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let package = text.lines().find_map(|line| {
        let named = line.trim().strip_prefix("package ")?;
        Some(format!("{}.", named.split(';').next()?.trim()))
    });
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{}{stem}", package.unwrap_or_default());
    BTreeMap::from([(name, source(path))])
}

fn source(file: &Path) -> Listed {
    Listed {
        code: file.to_owned(),
        is_made: true,
    }
}

/// The files with an ending, each with the name of the class that it must hold by where it lies.
fn named<'f>(
    root: &'f Path,
    files: &'f [PathBuf],
    ending: &'f str,
) -> impl Iterator<Item = (String, &'f Path)> {
    let meant = files
        .iter()
        .filter(move |file| file.extension().is_some_and(|end| end == ending));
    meant.filter_map(move |file| {
        let inside = file.strip_prefix(root).ok()?.with_extension("");
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        Some((parts?.join("."), file.as_path()))
    })
}

fn is_class(name: &str) -> bool {
    !name.ends_with("module-info") && !name.ends_with("package-info")
}
