//! What classes a jar, a folder, sources or a package of the JDK hold, and which of them have an interface to learn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ristretto_classfile::{ClassAccessFlags, MethodAccessFlags};
use tempfile::TempDir;

use crate::InputError;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::class_path::{ClassPath, class_of};
use crate::jvm::compile::compile_sources;
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::jdk::Jdk;

/// The modifier of a nested class that anybody may name (JVMS 4.7.6).
const PUBLIC: u16 = 0x0001;

/// A class among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedClass {
    /// `java.util.Stack`; nested ones are set off by a dollar.
    pub name: String,
    /// The name of the source file, as the compiler left it.
    pub source_file: String,
    /// Why there is nothing to learn of it; none where there is something.
    pub left_out: Option<NoInterface>,
}

/// Why a class has no interface of its own that a client could keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoInterface {
    /// It cannot be read.
    Unreadable,
    /// The compiler made it up, or it has no name that another file could write: anonymous, local.
    Nameless,
    /// An annotation.
    Annotation,
    /// An interface.
    Interface,
    /// It, or a class around it, is not public.
    NotPublic,
    /// An enumeration: its objects are constants.
    Enumeration,
    /// Its objects are of classes below it.
    Abstract,
    /// Clients can make no object of it: no public constructor, no public static method that hands one out.
    NotMade,
}

impl NoInterface {
    /// The reason as a plural noun, for lists of numbers: `12 interfaces`.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Nameless => "anonymous, local or made by the compiler",
            Self::Annotation => "annotations",
            Self::Interface => "interfaces",
            Self::NotPublic => "not public",
            Self::Enumeration => "enumerations",
            Self::Abstract => "abstract",
            Self::NotMade => "without public constructor or factory",
        }
    }
}

/// The classes of a jar or of a folder of class files, sorted.
pub fn classes_of_path(path: &Path) -> Result<Vec<ListedClass>, InputError> {
    Ok(list(ClassPath::files_in(path)?))
}

/// The classes that the JDK has in a package, and in those below if they are wanted, sorted.
pub fn classes_of_jdk(package: &str, below: bool) -> Result<Vec<ListedClass>, InputError> {
    let jdk = Jdk::find()?;
    let package = package.replace('.', "/");
    let names = jdk.names_in_packages(|found| {
        let rest = found.strip_prefix(package.as_str());
        found == package || (below && rest.is_some_and(|rest| rest.starts_with('/')))
    });
    let classes = names
        .into_iter()
        .filter_map(|name| jdk.bytes(&name).map(|bytes| (name, bytes)));
    Ok(list(classes.collect()))
}

/// Classes that were compiled for us; they vanish with this.
pub struct Compiled(TempDir);

impl Compiled {
    /// Source files, compiled together.
    pub fn of(files: &[PathBuf], class_path: &[PathBuf]) -> Result<Self, InputError> {
        compile_sources(files, class_path).map(Self)
    }

    /// The folder of class files.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// The classes of source files, compiled together, sorted.
pub fn classes_of_sources(
    files: &[PathBuf],
    class_path: &[PathBuf],
) -> Result<Vec<ListedClass>, InputError> {
    classes_of_path(Compiled::of(files, class_path)?.path())
}

fn list(files: BTreeMap<String, Vec<u8>>) -> Vec<ListedClass> {
    let read: BTreeMap<String, Option<JavaClass>> = files
        .into_iter()
        .filter(|(name, _)| !name.ends_with("package-info") && !name.ends_with("module-info"))
        .map(|(name, bytes)| {
            let class = class_of(&bytes, &format!("{name}.class"), Some(&name)).ok();
            (name, class)
        })
        .collect();
    let listed = |(name, class): (&String, &Option<JavaClass>)| ListedClass {
        name: dotted(name),
        source_file: class
            .as_ref()
            .map_or(String::new(), |class| class.source_file.to_string()),
        left_out: match class {
            Some(class) => left_out(class, &read),
            None => Some(NoInterface::Unreadable),
        },
    };
    read.iter().map(listed).collect()
}

fn left_out(
    class: &JavaClass,
    others: &BTreeMap<String, Option<JavaClass>>,
) -> Option<NoInterface> {
    let has = |flag: ClassAccessFlags| class.flags.contains(flag);
    let nameless = class.nested.is_some() && class.around().is_none();
    match () {
        () if nameless || has(ClassAccessFlags::SYNTHETIC) => Some(NoInterface::Nameless),
        () if has(ClassAccessFlags::ANNOTATION) => Some(NoInterface::Annotation),
        () if class.is_interface() => Some(NoInterface::Interface),
        () if !is_public(class, others) => Some(NoInterface::NotPublic),
        () if has(ClassAccessFlags::ENUM) => Some(NoInterface::Enumeration),
        () if class.is_abstract() => Some(NoInterface::Abstract),
        () if !class.methods.iter().any(|method| makes(class, method)) => {
            Some(NoInterface::NotMade)
        }
        () => None,
    }
}

/// Whether code in any package may name a class.
fn is_public(class: &JavaClass, others: &BTreeMap<String, Option<JavaClass>>) -> bool {
    let Some(nested) = &class.nested else {
        return class.flags.contains(ClassAccessFlags::PUBLIC);
    };
    let around = class
        .around()
        .and_then(|around| others.get(&around)?.as_ref());
    nested.modifiers & PUBLIC != 0 && around.is_some_and(|around| is_public(around, others))
}

/// Whether clients get an object of the class from a method.
fn makes(class: &JavaClass, method: &JavaMethod) -> bool {
    let hands_out = method.is_static()
        && method.ty.returns.as_ref() == Some(&JavaType::Object(class.name.clone()));
    method.flags.contains(MethodAccessFlags::PUBLIC)
        && !method.flags.contains(MethodAccessFlags::SYNTHETIC)
        && (method.name == "<init>" || hands_out)
}
