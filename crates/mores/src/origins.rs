//! What a result about code depends on, besides mores itself: for those who keep results.

use std::path::{Path, PathBuf};

use front::c::preprocess;
use front::{Input, InputError, jvm};

use crate::Machine;
use crate::language::source;

/// How the files of a C program are read.
#[derive(Debug)]
pub struct ProgramFiles<'a> {
    /// Sizes of `long` and of pointers.
    pub machine: Machine,
    /// Further arguments of the preprocessor.
    pub options: &'a [String],
    /// The other files.
    pub also: Vec<PathBuf>,
    /// A `compile_commands.json`, or a folder with one.
    pub commands: Option<&'a Path>,
}

/// Everything that code is read from. Who has the same of all of it gets the same result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// C after the preprocessor: all headers are in it.
    pub text: Option<String>,
    /// Class files, jars, and folders with all class files below.
    pub classes: Vec<PathBuf>,
    /// A folder of Java sources, any of which the compiler may read.
    pub sources: Option<PathBuf>,
    /// The folder of the JDK.
    pub jdk: Option<PathBuf>,
}

/// What the code at a path is read from: C by the ending of its name, everything else is Java.
pub fn origins(
    path: &Path,
    class_path: &[PathBuf],
    how: &ProgramFiles<'_>,
) -> Result<Origins, InputError> {
    if path.extension().is_some_and(|end| end == "c" || end == "i") {
        let read = (how.machine, how.options);
        let program = source((path, &how.also), read, how.commands)?;
        return Ok(Origins {
            text: Some(preprocess(&program)?),
            ..Origins::default()
        });
    }
    let input = Input {
        class_path: class_path.to_vec(),
        ..Input::new(path)
    };
    let found = jvm::origins(&input.as_java())?;
    Ok(Origins {
        classes: found.classes,
        sources: found.sources,
        jdk: jvm::home(),
        ..Origins::default()
    })
}
