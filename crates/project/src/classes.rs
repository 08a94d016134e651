//! Which classes a jar, a folder of class files or a folder of sources holds.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use mores::InputError;

/// A class among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What the command is given to read it: the jar, the folder, or the source file.
    pub code: PathBuf,
    /// Whether clients can make objects of it: public, not abstract, with a public constructor. Of a source nobody knows
    /// without compiling it, and it counts.
    pub is_made: bool,
}

/// Larger files are no class files.
const LARGEST: u64 = 64 << 20;

/// The classes that a path holds, by name, nested ones set off by a dollar; sources are listed where there are no class
/// files.
pub fn classes_in(path: &Path) -> Result<BTreeMap<String, Listed>, InputError> {
    if !path.exists() {
        let what = "does not exist; build the code first, or correct the path";
        return Err(InputError::new(format!("{} {what}", path.display())));
    }
    if !path.is_dir() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("jar") => in_jar(path),
            Some("java") => Ok(in_source(path)),
            _ => Err(InputError::new(format!(
                "{} is no jar, no folder and no .java file",
                path.display()
            ))),
        };
    }
    let files = files_below(path)?;
    let compiled = compiled(path, &files)?;
    if compiled.is_empty() {
        return Ok(sources(path, &files));
    }
    Ok(compiled)
}

/// All files below a folder, sorted. Links are not followed: they may lead in circles.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, InputError> {
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

fn compiled(root: &Path, files: &[PathBuf]) -> Result<BTreeMap<String, Listed>, InputError> {
    let mut found = BTreeMap::new();
    for (name, file) in named(root, files, "class") {
        let bytes = fs::read(file)
            .map_err(|e| InputError::new(format!("{} cannot be read: {e}", file.display())))?;
        add(&mut found, name, root, &bytes);
    }
    Ok(found)
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

fn in_jar(path: &Path) -> Result<BTreeMap<String, Listed>, InputError> {
    let broken = |e: &dyn std::fmt::Display| {
        InputError::new(format!("{} is not a jar: {e}", path.display()))
    };
    let file = File::open(path)
        .map_err(|e| InputError::new(format!("{} cannot be read: {e}", path.display())))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|e| broken(&e))?;
    let mut found = BTreeMap::new();
    for at in 0..archive.len() {
        let entry = archive.by_index(at).map_err(|e| broken(&e))?;
        let name = entry.name().map_err(|e| broken(&e))?.to_string();
        let Some(name) = name
            .strip_suffix(".class")
            .map(|name| name.replace('/', "."))
        else {
            continue;
        };
        let mut bytes = Vec::new();
        let mut limited = entry.take(LARGEST);
        limited.read_to_end(&mut bytes).map_err(|e| broken(&e))?;
        // Classes for certain versions of Java only are copies of others.
        if !name.starts_with("META-INF.") {
            add(&mut found, name, path, &bytes);
        }
    }
    Ok(found)
}

fn add(found: &mut BTreeMap<String, Listed>, name: String, root: &Path, bytes: &[u8]) {
    if is_class(&name) {
        let listed = Listed {
            code: root.to_owned(),
            is_made: is_made(bytes).unwrap_or(false),
        };
        found.insert(name, listed);
    }
}

fn is_class(name: &str) -> bool {
    !name.ends_with("module-info") && !name.ends_with("package-info")
}

/// Whether clients can make objects of a class (JVMS 4.1); nothing if it is no class file.
fn is_made(bytes: &[u8]) -> Option<bool> {
    const PUBLIC: u16 = 0x0001;
    const NO_OBJECTS: u16 = 0x0200 | 0x0400 | 0x1000 | 0x4000;
    let mut reader = Reader(bytes);
    let constants = reader.head()?;
    let flags = reader.u16()?;
    reader.skip(4)?;
    let interfaces = reader.u16()?;
    reader.skip(2 * usize::from(interfaces))?;
    reader.members(|_, _| {})?;
    let mut constructs = false;
    reader.members(|flags, name| {
        let is_constructor = constants.get(&name).is_some_and(|name| *name == b"<init>");
        constructs |= is_constructor && flags & PUBLIC != 0;
    })?;
    Some(flags & PUBLIC != 0 && flags & NO_OBJECTS == 0 && constructs)
}

/// The rest of a class file.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn skip(&mut self, length: usize) -> Option<()> {
        self.take(length).map(|_| ())
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(u32::from_be_bytes(self.take(4)?.try_into().ok()?)).ok()
    }

    /// The beginning up to the constants, of which the texts are kept by their numbers.
    fn head(&mut self) -> Option<BTreeMap<u16, &'b [u8]>> {
        if self.take(4)? != [0xca, 0xfe, 0xba, 0xbe] {
            return None;
        }
        self.skip(4)?;
        let count = self.u16()?;
        let mut texts = BTreeMap::new();
        let mut number = 1;
        while number < count {
            let tag = self.take(1)?[0];
            match tag {
                1 => {
                    let length = self.u16()?;
                    texts.insert(number, self.take(length.into())?);
                }
                7 | 8 | 16 | 19 | 20 => self.skip(2)?,
                15 => self.skip(3)?,
                3 | 4 | 9..=12 | 17 | 18 => self.skip(4)?,
                5 | 6 => self.skip(8)?,
                _ => return None,
            }
            // A long or a double takes two numbers.
            number += if matches!(tag, 5 | 6) { 2 } else { 1 };
        }
        Some(texts)
    }

    /// Fields, or methods: the flags and the number of the name of each.
    fn members(&mut self, mut each: impl FnMut(u16, u16)) -> Option<()> {
        for _ in 0..self.u16()? {
            let (flags, name) = (self.u16()?, self.u16()?);
            each(flags, name);
            self.skip(2)?;
            for _ in 0..self.u16()? {
                self.skip(2)?;
                let length = self.length()?;
                self.skip(length)?;
            }
        }
        Some(())
    }
}
