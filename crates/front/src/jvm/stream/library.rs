//! Classes that stand for texts and streams, in Java.

use std::collections::BTreeMap;
use std::fs;
use std::sync::OnceLock;

use crate::InputError;
use crate::jvm::compile::compile_all;
use crate::jvm::source::classes_in;

const SOURCES: [(&str, &str); 13] = [
    ("Builder.java", include_str!("library/Builder.java")),
    ("ByteReader.java", include_str!("library/ByteReader.java")),
    ("ByteWriter.java", include_str!("library/ByteWriter.java")),
    (
        "CharacterReader.java",
        include_str!("library/CharacterReader.java"),
    ),
    (
        "CharacterWriter.java",
        include_str!("library/CharacterWriter.java"),
    ),
    ("Print.java", include_str!("library/Print.java")),
    ("Result.java", include_str!("library/Result.java")),
    ("Shared.java", include_str!("library/Shared.java")),
    ("Single.java", include_str!("library/Single.java")),
    ("Standard.java", include_str!("library/Standard.java")),
    ("Tape.java", include_str!("library/Tape.java")),
    ("TextWriter.java", include_str!("library/TextWriter.java")),
    ("Texts.java", include_str!("library/Texts.java")),
];

/// How the names of classes begin that stand for texts and streams.
pub(in crate::jvm) const LIBRARY: &str = "$model/stream/";

/// Classes by internal name.
type Classes = BTreeMap<String, Vec<u8>>;

/// The classes as the user's compiler makes them, once for each process: it is always the same compiler.
pub(super) fn compiled() -> Result<Classes, InputError> {
    static MADE: OnceLock<Result<Classes, InputError>> = OnceLock::new();
    MADE.get_or_init(compile).clone()
}

fn compile() -> Result<Classes, InputError> {
    let fault = |e: std::io::Error| {
        InputError::new(format!(
            "no folder for the classes of filters can be made: {e}"
        ))
    };
    let folder = tempfile::Builder::new()
        .prefix("mores-")
        .tempdir()
        .map_err(fault)?;
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let file = folder.path().join(name);
        fs::write(&file, text).map_err(fault)?;
        files.push(file);
    }
    classes_in(compile_all(&files, &[], folder.path())?.path())
}
