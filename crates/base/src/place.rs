//! A place in the user's source.

use std::fmt;
use std::sync::Arc;

/// File and line, as the user would open them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file's name as the compiler recorded it.
    pub file: Arc<str>,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
}

impl Place {
    /// A place in `file`.
    pub fn new(file: impl Into<Arc<str>>, line: u32) -> Self {
        Self {
            file: file.into(),
            line,
        }
    }

    /// The file's name without its folder.
    pub fn file_name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or_default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}
