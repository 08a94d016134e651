//! Reading files that users name.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::InputError;

/// No class file comes near this; an archive may claim anything.
pub(super) const LARGEST: u64 = 1 << 26;

/// The bytes of a file the user named or that lies in a folder the user named.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, InputError> {
    let file = fs::File::open(path).map_err(|e| unreadable(path, &e))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| unreadable(path, &e))?;
    Ok(bytes)
}

pub(super) fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> InputError {
    InputError::new(format!("{} cannot be read: {error}", path.display()))
}
