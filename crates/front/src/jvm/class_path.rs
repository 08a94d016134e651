//! Where classes are found by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::InputError;
use crate::jvm::class::JavaClass;
use crate::jvm::descriptor::dotted;
use crate::jvm::files::{read_file, unreadable};
use crate::jvm::jar::Jar;
use crate::jvm::jdk::Jdk;
use crate::jvm::stand_ins;
use crate::jvm::trim::Malformed;

/// Folders, jars and classes at hand, asked in this order after the JDK.
#[derive(Default)]
pub(super) struct ClassPath {
    roots: Vec<Root>,
    jdk: Option<Jdk>,
    /// The folders and jars among the roots: manifests may name each other.
    added: BTreeSet<PathBuf>,
    /// Classes made while the program is analysed.
    made: BTreeMap<String, Vec<u8>>,
    /// Whether classes of ours stand for collections of the JDK.
    stand_ins: bool,
}

enum Root {
    Folder(PathBuf),
    Jar(Box<Jar>),
    Memory(BTreeMap<String, Vec<u8>>),
}

impl ClassPath {
    /// Classes by internal name.
    pub(super) fn of_classes(classes: BTreeMap<String, Vec<u8>>) -> Self {
        Self {
            roots: vec![Root::Memory(classes)],
            ..Self::default()
        }
    }

    /// Folders and jars.
    pub(super) fn of_paths(paths: &[PathBuf]) -> Result<Self, InputError> {
        let mut this = Self::default();
        this.extend(paths)?;
        Ok(this)
    }

    /// Adds folders and jars, to be asked last.
    pub(super) fn extend(&mut self, paths: &[PathBuf]) -> Result<(), InputError> {
        paths.iter().try_for_each(|path| self.add(path))
    }

    /// Adds a folder, or a jar and right after it what its manifest names, as far as that is new.
    fn add(&mut self, path: &Path) -> Result<(), InputError> {
        let known = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if !self.added.insert(known) {
            return Ok(());
        }
        let root = Root::open(path)?;
        let further = root.further();
        self.roots.push(root);
        self.extend(&further)
    }

    /// The folders and jars that classes are read from, those that manifests name included.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.added.iter().cloned().collect()
    }

    /// Adds a class that no file holds.
    pub(super) fn define(&mut self, name: &str, bytes: Vec<u8>) {
        self.made.insert(name.to_owned(), bytes);
    }

    /// From now on classes of ours stand for collections of the JDK.
    pub(super) fn use_stand_ins(&mut self) {
        self.stand_ins = true;
    }

    /// Whether a class of ours stands for the one of this internal name.
    pub(super) fn stands_in(&self, name: &str) -> bool {
        self.stand_ins && !self.made.contains_key(name) && stand_ins::stands(name)
    }

    /// The class of this internal name, and whether it is one of the JDK; `None` if there is none.
    pub(super) fn find(&mut self, name: &str) -> Result<Option<(JavaClass, bool)>, InputError> {
        if let Some(bytes) = self.made.get(name) {
            return class_of(bytes, &format!("{name}.class"), Some(name))
                .map(|class| Some((class, false)));
        }
        if self.stands_in(name) {
            let bytes = stand_ins::compiled(name);
            let class = |bytes: &[u8]| class_of(bytes, &format!("{name}.class"), Some(name));
            return Ok(bytes.map(class).transpose()?.map(|class| (class, true)));
        }
        // As on the real machine, no one can put a class in front of one of the JDK.
        if let Some(bytes) = self.jdk()?.bytes(name) {
            return class_of(&bytes, &format!("{name}.class"), Some(name))
                .map(|class| Some((class, true)));
        }
        for root in &mut self.roots {
            if let Some(bytes) = root.bytes(name)? {
                return class_of(&bytes, &format!("{name}.class"), Some(name))
                    .map(|class| Some((class, false)));
            }
        }
        Ok(None)
    }

    /// The JDK, opened when it is first needed.
    pub(super) fn jdk(&mut self) -> Result<&Jdk, InputError> {
        let jdk = match self.jdk.take() {
            Some(jdk) => jdk,
            None => Jdk::find()?,
        };
        Ok(self.jdk.insert(jdk))
    }

    /// The internal names of the classes of one folder or jar, without what a manifest names.
    pub(super) fn names_in(path: &Path) -> Result<BTreeSet<String>, InputError> {
        let mut names = BTreeSet::new();
        Root::open(path)?.names(&mut names)?;
        Ok(names)
    }

    /// The class files of one folder or jar, by internal name.
    pub(super) fn files_in(path: &Path) -> Result<BTreeMap<String, Vec<u8>>, InputError> {
        let mut root = Root::open(path)?;
        let mut names = BTreeSet::new();
        root.names(&mut names)?;
        let mut files = BTreeMap::new();
        for name in names {
            let bytes = root.bytes(&name)?;
            files.extend(bytes.map(|bytes| (name, bytes)));
        }
        Ok(files)
    }

    /// The internal names of all classes there are.
    pub(super) fn names(&self) -> Result<BTreeSet<String>, InputError> {
        let mut names = BTreeSet::new();
        for root in &self.roots {
            root.names(&mut names)?;
        }
        Ok(names)
    }
}

/// A class from its bytes, which `file` holds; it must have the name it was found under.
pub(super) fn class_of(
    bytes: &[u8],
    file: &str,
    name: Option<&str>,
) -> Result<JavaClass, InputError> {
    let class =
        JavaClass::read(bytes).map_err(|malformed| InputError::new(describe(malformed, file)))?;
    match name {
        Some(name) if name != class.name => Err(InputError::new(format!(
            "{file} holds class {}, not {}",
            dotted(&class.name),
            dotted(name)
        ))),
        _ => Ok(class),
    }
}

fn describe(malformed: Malformed, file: &str) -> String {
    match malformed {
        Malformed::NotAClassFile => format!("{file} is not a class file"),
        Malformed::Version(major @ 45..) => {
            format!(
                "{file} was compiled for Java {}; mores reads class files up to Java 25",
                major - 44
            )
        }
        Malformed::Version(major) => {
            format!("{file} has the class file version {major}, which no Java had")
        }
        Malformed::Broken(what) => format!("{file} is broken: {what}"),
    }
}

impl Root {
    fn open(path: &Path) -> Result<Self, InputError> {
        if path.is_dir() {
            Ok(Self::Folder(path.to_owned()))
        } else {
            Ok(Self::Jar(Box::new(Jar::open(path)?)))
        }
    }

    /// The jars and folders that belong to it.
    fn further(&self) -> Vec<PathBuf> {
        match self {
            Self::Folder(_) | Self::Memory(_) => Vec::new(),
            Self::Jar(jar) => jar.further(),
        }
    }

    fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, InputError> {
        match self {
            Self::Memory(classes) => Ok(classes.get(name).cloned()),
            // A name from a class file must not lead out of the folder.
            Self::Folder(_)
                if name
                    .split('/')
                    .any(|part| part.is_empty() || part == "." || part == "..") =>
            {
                Ok(None)
            }
            Self::Folder(folder) => {
                let path = folder.join(format!("{name}.class"));
                if path.is_file() {
                    read_file(&path).map(Some)
                } else {
                    Ok(None)
                }
            }
            Self::Jar(jar) => jar.class(name),
        }
    }

    fn names(&self, names: &mut BTreeSet<String>) -> Result<(), InputError> {
        match self {
            Self::Memory(classes) => names.extend(classes.keys().cloned()),
            Self::Folder(folder) => names_below(folder, "", names)?,
            Self::Jar(jar) => jar.names(names),
        }
        names.retain(|n| {
            !n.ends_with("module-info")
                && !n.ends_with("package-info")
                && !n.starts_with("META-INF/")
        });
        Ok(())
    }
}

fn names_below(
    folder: &Path,
    prefix: &str,
    names: &mut BTreeSet<String>,
) -> Result<(), InputError> {
    for entry in fs::read_dir(folder).map_err(|e| unreadable(folder, &e))? {
        let entry = entry.map_err(|e| unreadable(folder, &e))?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        // Links are not followed: they may lead in circles.
        let kind = entry.file_type().map_err(|e| unreadable(folder, &e))?;
        if kind.is_dir() {
            names_below(&entry.path(), &format!("{prefix}{name}/"), names)?;
        } else if let Some(class) = name.strip_suffix(".class") {
            names.insert(format!("{prefix}{class}"));
        }
    }
    Ok(())
}
