//! What the result of a check depends on.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mores::ProgramFiles;
use mores::report::VERSION;

use crate::cache::{Cache, Key};
use crate::config::Subject;
use crate::subjects::files_below;

/// Makes keys, and looks at each file once.
pub(super) struct Keys<'c> {
    cache: &'c Cache,
    /// The checksum of the command itself and of the solver it runs with.
    tool: String,
    /// Checksums of jars and folders.
    known: BTreeMap<PathBuf, String>,
}

impl<'c> Keys<'c> {
    pub(super) fn new(cache: &'c Cache, program: &Path) -> io::Result<Self> {
        let mut keys = Self {
            cache,
            tool: String::new(),
            known: BTreeMap::new(),
        };
        let mut key = Key::new();
        key.text("version", VERSION);
        key.text("program", &keys.of_large(program)?);
        for library in solvers() {
            key.text("library", &keys.of_large(&library)?);
        }
        keys.tool = key.name();
        Ok(keys)
    }

    /// The key of a check: the tool, the arguments, model and proof, and everything that the code is read from.
    pub(super) fn check(&mut self, subject: &Subject, arguments: &[OsString]) -> io::Result<Key> {
        let mut key = Key::new();
        key.text("tool", &self.tool);
        for argument in arguments {
            key.bytes("argument", argument.as_encoded_bytes());
        }
        key.path("model", &subject.model)?;
        let certificate = subject.certificate();
        if certificate.exists() {
            key.path("certificate", &certificate)?;
        }
        let how = ProgramFiles {
            machine: subject.machine(),
            options: &subject.cc,
            also: subject.also(),
            commands: subject.commands(),
        };
        let origins = mores::origins(&subject.code, &subject.class_path, &how)
            .map_err(|error| io::Error::other(error.to_string()))?;
        if let Some(text) = &origins.text {
            key.text("preprocessed", text);
        }
        for path in &origins.classes {
            key.text("classes", &self.of_classes(path)?);
        }
        if let Some(sources) = &origins.sources {
            key.text("sources", &self.of_sources(sources)?);
        }
        if let Some(jdk) = &origins.jdk {
            key.path("jdk", &jdk.join("release"))?;
            key.text("image", &stamp(&jdk.join("lib").join("modules"))?);
        }
        Ok(key)
    }

    /// A jar, a class file, or a folder with all class files below.
    fn of_classes(&mut self, path: &Path) -> io::Result<String> {
        self.of_files(path, "class")
    }

    /// A folder of sources with all Java files below.
    fn of_sources(&mut self, path: &Path) -> io::Result<String> {
        self.of_files(path, "java")
    }

    fn of_files(&mut self, path: &Path, ending: &str) -> io::Result<String> {
        if let Some(known) = self.known.get(path) {
            return Ok(known.clone());
        }
        let mut key = Key::new();
        if path.is_dir() {
            let files = files_below(path).map_err(|e| io::Error::other(e.to_string()))?;
            let meant = |file: &&PathBuf| file.extension().is_some_and(|end| end == ending);
            for file in files.iter().filter(meant) {
                let inside = file.strip_prefix(path).unwrap_or(file);
                key.bytes("name", inside.as_os_str().as_encoded_bytes());
                key.path("content", file)?;
            }
        } else {
            key.path("content", path)?;
        }
        let name = key.name();
        self.known.insert(path.to_owned(), name.clone());
        Ok(name)
    }

    /// The checksum of a large file that hardly ever changes: it is kept under the file's place, size and time.
    fn of_large(&self, path: &Path) -> io::Result<String> {
        let path = path.canonicalize()?;
        let mut place = Key::new();
        place.text("checksum of", &path.to_string_lossy());
        place.text("stamp", &stamp(&path)?);
        if let Some(kept) = self.cache.get(&place) {
            return String::from_utf8(kept).map_err(io::Error::other);
        }
        let mut key = Key::new();
        key.path("content", &path)?;
        let name = key.name();
        self.cache.put(&place, name.as_bytes())?;
        Ok(name)
    }
}

/// The solver's library as this process has loaded it, where the system says so.
fn solvers() -> Vec<PathBuf> {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mut paths: Vec<PathBuf> = maps
        .lines()
        .filter_map(|line| line.split_whitespace().nth(5))
        .filter(|path| path.contains("libz3"))
        .map(PathBuf::from)
        .collect();
    paths.dedup();
    paths
}

/// Size and time of a file.
fn stamp(path: &Path) -> io::Result<String> {
    let file = fs::metadata(path)?;
    let time = file.modified()?.duration_since(UNIX_EPOCH);
    let time = time.map_err(io::Error::other)?.as_nanos();
    Ok(format!("{} bytes, {time} ns", file.len()))
}
