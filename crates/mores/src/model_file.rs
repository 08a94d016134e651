//! Saved models.

use std::fs;
use std::path::Path;

use base::Place;
use emit::report::{Kind, Report};
use front::InputError;

/// Larger files are no models: reading one would only take the memory.
const LARGEST: u64 = 256 << 20;

/// Reads a saved model of a kind; of [`Model`](emit::report::Model), of any kind.
pub fn read_model<M: Kind>(path: &Path) -> Result<Report<M>, InputError> {
    let text = read_text(path)?;
    Report::from_json(&text).map_err(|e| in_file(path, e.line.unwrap_or(0), e.to_string()))
}

fn read_text(path: &Path) -> Result<String, InputError> {
    let unreadable =
        |e: std::io::Error| in_file(path, 0, format!("cannot be read: {e}; check the path"));
    let file = fs::metadata(path).map_err(unreadable)?;
    if file.is_dir() {
        return Err(in_file(
            path,
            0,
            "this is a folder, not a model; give a file like Stack.mores.json",
        ));
    }
    if file.len() > LARGEST {
        return Err(in_file(
            path,
            0,
            "this is too large to be a model; give a file like Stack.mores.json",
        ));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| {
        in_file(
            path,
            0,
            "this is not text, so no model; give a file like Stack.mores.json",
        )
    })
}

pub(crate) fn in_file(path: &Path, line: usize, message: impl Into<String>) -> InputError {
    let line = u32::try_from(line).unwrap_or(0);
    let mut error = InputError::new(message);
    error.place = Some(Place::new(path.display().to_string(), line));
    error
}
