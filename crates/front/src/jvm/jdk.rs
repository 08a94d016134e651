//! The classes of the JDK at hand.

use std::path::{Path, PathBuf};

use ristretto_jimage::Image;

use crate::InputError;
use crate::jvm::compile::tool;

/// The run-time image of a JDK. It is mapped into memory, so opening it costs nothing and reading a class little.
pub(in crate::jvm) struct Jdk {
    image: Image,
    modules: Vec<String>,
}

impl Jdk {
    /// The JDK of `JAVA_HOME`, or the one the `java` in the path belongs to.
    pub(in crate::jvm) fn find() -> Result<Self, InputError> {
        let home = home().ok_or_else(no_jdk)?;
        let path = home.join("lib").join("modules");
        let image = Image::from_file(&path).map_err(|e| {
            InputError::new(format!("the JDK in {} cannot be read: {e}", home.display()))
        })?;
        Ok(Self {
            image,
            modules: modules(&home),
        })
    }

    /// The bytes of a class by its internal name.
    pub(in crate::jvm) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let found = self
            .modules
            .iter()
            .find_map(|m| self.image.get_resource(&format!("/{m}/{name}.class")).ok())?;
        Some(found.data().to_vec())
    }

    /// The internal names of the classes whose names, without package and classes around, pass the test.
    pub(in crate::jvm) fn names(&self, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        self.names_where(|_, name| is_meant(simple_name(name)))
    }

    /// The internal names of the classes of packages, written as `java/util`, that pass the test.
    pub(in crate::jvm) fn names_in_packages(&self, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        self.names_where(|package, _| is_meant(package))
    }

    /// The internal names of the classes of which package and name pass the test, sorted.
    fn names_where(&self, is_meant: impl Fn(&str, &str) -> bool) -> Vec<String> {
        let classes = self
            .image
            .iter()
            .filter_map(Result::ok)
            .filter(|r| r.extension() == "class");
        let of_module = classes.filter(|r| self.modules.iter().any(|m| m == r.module()));
        let meant = of_module.filter(|r| is_meant(r.parent(), r.base()));
        let mut names: Vec<String> = meant
            .map(|r| format!("{}/{}", r.parent(), r.base()))
            .collect();
        names.sort();
        names
    }
}

/// The last part of the internal name of a class: `Entry` of `java/util/Map$Entry`.
pub(in crate::jvm) fn simple_name(name: &str) -> &str {
    name.rsplit(['/', '$']).next().unwrap_or(name)
}

/// The version of the JDK: 17 for `17.0.15`.
pub(in crate::jvm) fn version() -> Result<u32, InputError> {
    let text = release()?;
    let number = text
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .and_then(|first| first.parse().ok());
    number.ok_or_else(|| InputError::new(format!("{text} is no version of a JDK")))
}

/// The version of the JDK as it says it, `17.0.15`.
pub fn release() -> Result<String, InputError> {
    let home = home().ok_or_else(no_jdk)?;
    let unknown = || {
        InputError::new(format!(
            "the JDK in {} does not say which version it is",
            home.display()
        ))
    };
    released(&home, "JAVA_VERSION=").ok_or_else(unknown)
}

fn no_jdk() -> InputError {
    InputError::new(
        "no JDK was found, and its classes are needed; install one, or set JAVA_HOME to one",
    )
}

/// What a JDK says of itself.
fn released(home: &Path, what: &str) -> Option<String> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let said = release.lines().find_map(|line| line.strip_prefix(what))?;
    Some(said.trim_matches('"').to_owned())
}

/// The folder of the JDK: `JAVA_HOME`, or the one the `java` in the path belongs to.
pub fn home() -> Option<PathBuf> {
    let holds = |home: &PathBuf| home.join("lib").join("modules").is_file();
    let named = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .filter(holds);
    named.or_else(|| home_of_tool().filter(holds))
}

/// The folder of the JDK that the `java` in the path belongs to.
fn home_of_tool() -> Option<PathBuf> {
    let java = tool("java");
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|folder| folder.join(&java));
    let java = candidates
        .into_iter()
        .find(|file| file.is_file())?
        .canonicalize()
        .ok()?;
    Some(java.parent()?.parent()?.to_owned())
}

/// The modules the JDK says it has; the one that holds most classes first.
fn modules(home: &Path) -> Vec<String> {
    let listed = released(home, "MODULES=").unwrap_or_default();
    let mut modules = vec!["java.base".to_owned()];
    modules.extend(
        listed
            .split_whitespace()
            .filter(|m| *m != "java.base")
            .map(str::to_owned),
    );
    modules
}
