//! The user's preprocessor.

use std::path::Path;
use std::process::Command;

use base::Place;

use super::{Machine, Part, Source};
use crate::InputError;

/// Options of compilers with which types are others than those that are followed.
pub(super) const CHANGES_C: [&str; 10] = [
    "-funsigned-char",
    "-fno-signed-char",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-m16",
    "-m32",
    "-mx32",
];

/// The preprocessed text, with line markers: all that reading a program depends on.
pub fn preprocess(source: &Source) -> Result<String, InputError> {
    let texts = source
        .parts()
        .map(|part| preprocess_part(&part, source.machine));
    texts.collect()
}

/// The same of one file.
pub(super) fn preprocess_part(source: &Part, machine: Machine) -> Result<String, InputError> {
    let bytes = match source.file.extension().and_then(|e| e.to_str()) {
        Some("i") => std::fs::read(&source.file).map_err(|e| {
            InputError::new(format!("{} cannot be read: {e}", source.file.display()))
        })?,
        _ => run(source, machine)?,
    };
    String::from_utf8(bytes).map_err(|e| {
        let line = e.as_bytes()[..e.utf8_error().valid_up_to()]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1;
        InputError::new(format!(
            "{} is not UTF-8 (line {line} after preprocessing)",
            source.file.display()
        ))
    })
}

fn run(source: &Part, machine: Machine) -> Result<Vec<u8>, InputError> {
    if let Some(other) = source.options.iter().find(|option| Source::refuses(option)) {
        let file = source.file.display();
        let message = format!("{other}: what {file} means with it is not followed; leave it out");
        return Err(InputError::new(message));
    }
    std::fs::File::open(&source.file)
        .map_err(|e| InputError::new(format!("{} cannot be read: {e}", source.file.display())))?;
    let mut command = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    match machine {
        Machine::Bits32 if cfg!(target_arch = "x86_64") => {
            command.args(["-m32", "-msse2", "-mfpmath=sse"])
        }
        Machine::Bits32 => command.arg("-m32"),
        // Elsewhere compilers do not know the option, and 64 bits are all they have.
        Machine::Bits64 if cfg!(target_arch = "x86_64") => command.arg("-m64"),
        Machine::Bits64 => &mut command,
    };
    // Fortified headers replace the functions of the library by others that nobody wrote in the program. A file is C
    // whatever its name, and messages are in English whatever the user's language.
    command
        .args(["-E", "-U_FORTIFY_SOURCE", "-D__NO_CTYPE", "-x", "c"])
        .args(&source.options)
        .arg(&source.file);
    let output = command
        .env("LC_ALL", "C")
        .output()
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                InputError::new("cc was not found; install a C compiler, or set CC to one")
            }
            _ => InputError::new(format!("cc cannot be started: {e}")),
        })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = InputError::new(format!("{} cannot be preprocessed", source.file.display()));
    Err(error.at(place_of(&source.file, &said)).with_details(said))
}

/// The first line the preprocessor complains about, `a.c:2:10: fatal error: …`.
fn place_of(file: &Path, said: &str) -> Option<Place> {
    let complaint = said.lines().find(|line| line.contains("error:"))?;
    let mut parts = complaint.split(':');
    let (name, line) = (parts.next()?, parts.next()?.trim().parse().ok()?);
    let name = if name.is_empty() {
        file.to_string_lossy().into_owned()
    } else {
        name.to_owned()
    };
    Some(Place::new(name, line))
}
