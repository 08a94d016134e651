//! Classes that stand for texts and streams, in Java.

use std::collections::BTreeMap;
use std::fs;

use crate::InputError;
use crate::jvm::compile::compile_all;
use crate::jvm::source::classes_in;

const SOURCES: [(&str, &str); 10] = [
    ("Builder.java", include_str!("library/Builder.java")),
    ("ByteReader.java", include_str!("library/ByteReader.java")),
    ("ByteWriter.java", include_str!("library/ByteWriter.java")),
    ("CharacterReader.java", include_str!("library/CharacterReader.java")),
    ("CharacterWriter.java", include_str!("library/CharacterWriter.java")),
    ("Print.java", include_str!("library/Print.java")),
    ("Result.java", include_str!("library/Result.java")),
    ("Standard.java", include_str!("library/Standard.java")),
    ("Tape.java", include_str!("library/Tape.java")),
    ("Texts.java", include_str!("library/Texts.java")),
];

/// The classes, by internal name, as the user's compiler makes them.
pub(super) fn compiled() -> Result<BTreeMap<String, Vec<u8>>, InputError> {
    let fault = |e: std::io::Error| InputError::new(format!("no folder for the classes of filters can be made: {e}"));
    let folder = tempfile::Builder::new().prefix("mores-").tempdir().map_err(fault)?;
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let file = folder.path().join(name);
        fs::write(&file, text).map_err(fault)?;
        files.push(file);
    }
    classes_in(compile_all(&files, &[], folder.path())?.path())
}
