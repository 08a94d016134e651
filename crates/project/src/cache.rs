//! Results that are kept under what they were made of, so that unchanged code costs a look at its bytes.
//!
//! A key is the checksum of everything that a result depends on. Whoever makes one names all of that: the version and the
//! options, the files, the JDK. A result that is not there, or cannot be read, is made anew; nothing is ever trusted
//! because it lies in the right place.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What a result depends on, as one checksum.
#[derive(Clone, Debug, Default)]
pub struct Key(Sha256);

impl Key {
    /// A key of nothing, yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// It depends on this text, in this role. Roles and lengths go in, too, so that no two lists of parts are the same bytes.
    pub fn text(&mut self, role: &str, text: &str) -> &mut Self {
        self.bytes(role, text.as_bytes())
    }

    /// It depends on these bytes, in this role.
    pub fn bytes(&mut self, role: &str, bytes: &[u8]) -> &mut Self {
        for part in [role.as_bytes(), bytes] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }

    /// It depends on what is in this file, or in all files below this folder, and on their names.
    pub fn path(&mut self, role: &str, path: &Path) -> io::Result<&mut Self> {
        if path.is_dir() {
            let mut entries = fs::read_dir(path)?
                .map(|entry| entry.map(|e| e.path()))
                .collect::<io::Result<Vec<_>>>()?;
            entries.sort();
            for entry in entries {
                let name = entry.file_name().unwrap_or_default().to_string_lossy();
                self.text("name", &name);
                self.path(role, &entry)?;
            }
            return Ok(self.text(role, "end of a folder"));
        }
        let bytes = fs::read(path)?;
        Ok(self.bytes(role, &bytes))
    }

    /// The checksum, in hexadecimal digits.
    pub fn name(&self) -> String {
        let digest = self.0.clone().finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Cache {
    /// The results in this folder, which is made when the first is kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The user's own: `$MORES_CACHE`, or `mores` in `$XDG_CACHE_HOME`, or in `~/.cache`. None where there is no home.
    pub fn of_user() -> Option<Self> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let base = || {
            set("XDG_CACHE_HOME")
                .map(PathBuf::from)
                .or_else(|| Some(Path::new(&set("HOME")?).join(".cache")))
        };
        let folder = set("MORES_CACHE")
            .map(PathBuf::from)
            .or_else(|| Some(base()?.join("mores")))?;
        Some(Self::at(folder))
    }

    /// Where results are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is kept under a key.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let bytes = fs::read(self.file(key)).ok()?;
        // The end of the file is a checksum of the rest: a file that was cut or changed is no result.
        let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        (Sha256::digest(content).as_slice() == sum).then(|| content.to_vec())
    }

    /// Keeps a result, whole or not at all.
    pub fn put(&self, key: &Key, content: &[u8]) -> io::Result<()> {
        let file = self.file(key);
        let folder = file.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(content)?;
        beside.write_all(&Sha256::digest(content))?;
        beside.persist(&file).map(|_: File| ()).map_err(|e| e.error)
    }

    fn file(&self, key: &Key) -> PathBuf {
        let name = key.name();
        self.folder.join(&name[..2]).join(&name[2..])
    }
}
