//! Jars, read as the JDK at hand reads them: which entry holds a class depends on the JDK's version, and a manifest may
//! name further jars.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::InputError;
use crate::jvm::files::{LARGEST, unreadable};
use crate::jvm::jdk;

type Archive = zip::ZipArchive<fs::File>;

/// The manifest's name, which archives may write in either case.
const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Where classes for certain versions lie, followed by the version.
const VERSIONS: &str = "META-INF/versions/";

/// The oldest version that a JDK looks for there. The specification begins at 9; the JDK's class loader takes 8, too.
const OLDEST: u32 = 8;

/// A jar that is open.
pub(super) struct Jar {
    path: PathBuf,
    archive: Archive,
    /// The JDK's version, if the jar has classes for certain versions.
    release: Option<u32>,
    /// The jars and folders that its manifest names, as it names them.
    class_path: Vec<String>,
}

impl Jar {
    pub(super) fn open(path: &Path) -> Result<Self, InputError> {
        let file = fs::File::open(path).map_err(|e| unreadable(path, &e))?;
        let archive = Archive::new(file)
            .map_err(|e| InputError::new(format!("{} is not a jar: {e}", path.display())))?;
        let mut jar = Self {
            path: path.to_owned(),
            archive,
            release: None,
            class_path: Vec::new(),
        };
        let manifest = jar.manifest()?;
        let main = main_attributes(&manifest).ok_or_else(|| {
            InputError::new(format!(
                "{} has a manifest that no JDK can read: it is no list of names and values",
                path.display()
            ))
        })?;
        let value = |name: &str| {
            main.iter()
                .rev()
                .find(|(n, _)| n.eq_ignore_ascii_case(name))
                .map(|(_, v)| v.as_str())
        };
        if is_multi_release(&manifest, value("Multi-Release")) {
            jar.release = Some(jdk::version()?);
        }
        jar.class_path = value("Class-Path")
            .unwrap_or_default()
            .split(' ')
            .map(str::to_owned)
            .collect();
        jar.class_path.retain(|named| !named.is_empty());
        Ok(jar)
    }

    fn manifest(&mut self) -> Result<Vec<u8>, InputError> {
        let name = self
            .archive
            .file_names()
            .filter_map(|n| n.ok())
            .find(|n| n.eq_ignore_ascii_case(MANIFEST));
        let name = name.map(|name| name.to_string());
        Ok(name
            .map(|name| self.entry(&name))
            .transpose()?
            .flatten()
            .unwrap_or_default())
    }

    /// The bytes of a class by its internal name.
    pub(super) fn class(&mut self, name: &str) -> Result<Option<Vec<u8>>, InputError> {
        for version in self.versions() {
            if let Some(bytes) = self.entry(&format!("{VERSIONS}{version}/{name}.class"))? {
                return Ok(Some(bytes));
            }
        }
        self.entry(&format!("{name}.class"))
    }

    /// The versions that are looked for, the one to prefer first.
    fn versions(&self) -> impl Iterator<Item = u32> + use<> {
        self.release
            .into_iter()
            .flat_map(|release| (OLDEST..=release).rev())
    }

    fn entry(&mut self, name: &str) -> Result<Option<Vec<u8>>, InputError> {
        let unreadable = |e: &dyn std::fmt::Display| unreadable(&self.path, e);
        let Some(index) = self.archive.index_for_name(name) else {
            return Ok(None);
        };
        let entry = self.archive.by_index(index).map_err(|e| unreadable(&e))?;
        let mut bytes = Vec::new();
        entry
            .take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| unreadable(&e))?;
        Ok(Some(bytes))
    }

    /// The internal names of its classes, those among them that are for certain versions only included.
    pub(super) fn names(&self, names: &mut BTreeSet<String>) {
        let versions: Vec<String> = self
            .versions()
            .map(|version| format!("{VERSIONS}{version}/"))
            .collect();
        for file in self.archive.file_names().filter_map(|n| n.ok()) {
            let versioned = versions
                .iter()
                .find_map(|folder| file.strip_prefix(folder.as_str()));
            names.extend(
                versioned
                    .unwrap_or(&file)
                    .strip_suffix(".class")
                    .map(str::to_owned),
            );
        }
    }

    /// The jars and folders that its manifest names and that are there.
    pub(super) fn further(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let named = self
            .class_path
            .iter()
            .filter_map(|named| decoded(named))
            .map(|named| folder.join(named));
        named.filter(|path| path.exists()).collect()
    }
}

/// Whether a JDK looks for classes for its version: the attribute says so, and the text of it stands somewhere in the
/// manifest as it is usually written.
fn is_multi_release(manifest: &[u8], value: Option<&str>) -> bool {
    const USUAL: &[u8] = b"multi-release: true";
    let written = manifest
        .windows(USUAL.len())
        .any(|text| text.eq_ignore_ascii_case(USUAL));
    written && value.is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

/// Names and values of the main section of a manifest; `None` if it is none. A line that does not end does not count.
fn main_attributes(manifest: &[u8]) -> Option<Vec<(String, String)>> {
    let text = String::from_utf8_lossy(manifest)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let lines = text
        .split_inclusive('\n')
        .map_while(|line| line.strip_suffix('\n'));
    let mut whole: Vec<String> = Vec::new();
    for line in lines.take_while(|line| !line.is_empty()) {
        match line.strip_prefix(' ') {
            Some(more) => whole.last_mut()?.push_str(more),
            None => whole.push(line.to_owned()),
        }
    }
    let attribute = |line: &String| {
        line.split_once(": ")
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    whole.iter().map(attribute).collect()
}

/// The path that a manifest means: it holds URLs. `None` if it is no path of this system.
fn decoded(named: &str) -> Option<String> {
    let named = named.strip_prefix("file:").unwrap_or(named);
    let mut bytes = Vec::new();
    let mut rest = named.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|path| !path.contains(':'))
}
