//! Which files a class is read from, for those who want to know whether anything has changed.

use std::path::PathBuf;

use super::class_path::{ClassPath, class_of};
use super::compile::source_root;
use super::files::read_file;
use super::source::{Source, root_of};
use crate::InputError;

/// Everything that reading a class depends on, besides the JDK.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Class files, jars, and folders with all class files below.
    pub classes: Vec<PathBuf>,
    /// A folder of sources: the compiler may read any below it.
    pub sources: Option<PathBuf>,
}

/// The files that a class, and the classes it needs, are read from. A superset: a class is read when it is needed.
pub fn origins(source: &Source) -> Result<Origins, InputError> {
    let path = &source.path;
    let mut roots = source.class_path.clone();
    let mut origins = Origins::default();
    match path.extension().and_then(|end| end.to_str()) {
        _ if path.is_dir() => roots.insert(0, path.clone()),
        // A class of the JDK has no file.
        _ if !path.exists() => {}
        Some("java") => origins.sources = Some(source_root(path)),
        Some("class") => {
            let name = class_of(&read_file(path)?, &path.display().to_string(), None)?.name;
            roots.extend(root_of(path, &name));
            origins.classes.push(path.clone());
        }
        _ => roots.insert(0, path.clone()),
    }
    origins.classes.extend(ClassPath::of_paths(&roots)?.files());
    Ok(origins)
}
