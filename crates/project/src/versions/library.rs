//! A library: a jar, a folder of class files, or a folder of sources, which are compiled together.

use std::path::{Path, PathBuf};

use mores::{Compiled, InputError, classes_of_path};

use crate::subjects::files_below;

/// Classes to compare, as class files.
pub struct Library {
    path: PathBuf,
    compiled: Option<Compiled>,
}

/// Whether a path holds a library: a jar with more than one class, or a folder with class files or Java sources.
pub fn is_library(path: &Path) -> bool {
    if path.is_dir() {
        return has_classes(path) || sources(path).is_ok_and(|files| !files.is_empty());
    }
    path.extension().is_some_and(|end| end == "jar") && has_classes(path)
}

fn has_classes(path: &Path) -> bool {
    classes_of_path(path).is_ok_and(|classes| classes.len() > 1)
}

impl Library {
    /// The classes of a path. Where a folder has class files, these count, and no source.
    pub fn open(path: &Path, class_path: &[PathBuf]) -> Result<Self, InputError> {
        let needs_compiler = path.is_dir() && classes_of_path(path)?.is_empty();
        let compiled = needs_compiler
            .then(|| Compiled::of(&sources(path)?, class_path))
            .transpose()?;
        Ok(Self {
            path: path.to_owned(),
            compiled,
        })
    }

    /// Where the class files are.
    pub fn classes(&self) -> &Path {
        let compiled = self.compiled.as_ref().map(Compiled::path);
        compiled.unwrap_or(&self.path)
    }
}

/// The Java sources below a folder that declare classes.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let named = |file: &Path, name: &str| file.file_name().is_some_and(|own| own == name);
    let declares = |file: &PathBuf| {
        file.extension().is_some_and(|end| end == "java")
            && !named(file, "module-info.java")
            && !named(file, "package-info.java")
    };
    let files = files_below(folder)?.into_iter();
    Ok(files.filter(declares).collect())
}
