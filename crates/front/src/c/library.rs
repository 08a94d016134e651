//! Functions of the C library as code, in C. A program that calls one and does not bring it gets it from here.
//!
//! The files need no preprocessor. Each is read by itself, so that no name of the user's program means anything in it:
//! its own helpers begin with `__mores_`. Functions that C cannot write are intrinsic: the lowering knows them.

use base::Place;
use lang_c::ast::TranslationUnit;

use super::lines::{self, Lines};
use super::{parse, prepass};
use crate::InputError;

/// What the names of the library's own helpers begin with.
pub(super) const OWN: &str = "__mores_";

/// Where places in the library lie.
pub(super) const FOLDER: &str = "<library>/";

/// The object that streams to standard output are the address of.
pub(super) const STDOUT: &str = "__mores_stdout";

/// The same for standard error.
pub(super) const STDERR: &str = "__mores_stderr";

/// The objects that streams are the addresses of, and the variables that hold them in `stdio.h`.
pub(super) const STREAMS: [(&str, &str); 3] = [
    ("stdin", "__mores_stdin"),
    ("stdout", STDOUT),
    ("stderr", STDERR),
];

/// Whether a place is in the library, not in the user's files.
pub(super) fn holds(place: &Place) -> bool {
    place.file.starts_with(FOLDER)
}

/// A file of the library.
pub(super) struct LibraryFile {
    name: &'static str,
    text: &'static str,
}

/// What a file needs of others stands in later ones.
const FILES: [LibraryFile; 14] = [
    LibraryFile {
        name: "getopt.c",
        text: include_str!("library/getopt.c"),
    },
    LibraryFile {
        name: "message.c",
        text: include_str!("library/message.c"),
    },
    LibraryFile {
        name: "scan.c",
        text: include_str!("library/scan.c"),
    },
    LibraryFile {
        name: "line.c",
        text: include_str!("library/line.c"),
    },
    LibraryFile {
        name: "format.c",
        text: include_str!("library/format.c"),
    },
    LibraryFile {
        name: "stdio.c",
        text: include_str!("library/stdio.c"),
    },
    LibraryFile {
        name: "file.c",
        text: include_str!("library/file.c"),
    },
    LibraryFile {
        name: "real.c",
        text: include_str!("library/real.c"),
    },
    LibraryFile {
        name: "world.c",
        text: include_str!("library/world.c"),
    },
    LibraryFile {
        name: "stdlib.c",
        text: include_str!("library/stdlib.c"),
    },
    LibraryFile {
        name: "string.c",
        text: include_str!("library/string.c"),
    },
    LibraryFile {
        name: "ctype.c",
        text: include_str!("library/ctype.c"),
    },
    LibraryFile {
        name: "math.c",
        text: include_str!("library/math.c"),
    },
    LibraryFile {
        name: "compiler.c",
        text: include_str!("library/compiler.c"),
    },
];

/// What standard input is: that of a filter, or any.
const FILTER_IN: LibraryFile = LibraryFile {
    name: "filter_in.c",
    text: include_str!("library/filter_in.c"),
};
/// What filters return.
const FILTER_OUT: LibraryFile = LibraryFile {
    name: "filter_out.c",
    text: include_str!("library/filter_out.c"),
};
const PROGRAM_IN: LibraryFile = LibraryFile {
    name: "program_in.c",
    text: include_str!("library/program_in.c"),
};

/// The names of functions of the C library, of ISO C, POSIX and GNU, whether they are done here or not.
const NAMES: &str = include_str!("library/names.txt");

/// Whether a name is one of the C library's.
pub(super) fn has_function(name: &str) -> bool {
    NAMES.lines().any(|known| known == name)
}

/// Those of them that compilers know without a header, in whatever words a program defines them.
const BUILT_IN: &str = include_str!("library/builtins.txt");

/// Whether compilers may take a function of this name for the library's, although the program defines it (C11 7.1.3).
pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.lines().any(|known| known == name)
}

/// The files, for a filter or not.
pub(super) fn files(filter: bool) -> impl Iterator<Item = &'static LibraryFile> {
    filter
        .then_some(&FILTER_OUT)
        .into_iter()
        .chain(&FILES)
        .chain([if filter { &FILTER_IN } else { &PROGRAM_IN }])
}

impl LibraryFile {
    /// Whether the file may know a name; reading it tells.
    pub(super) fn mentions(&self, name: &str) -> bool {
        let ends = |at: usize| !self.text[at + name.len()..].starts_with(is_of_name);
        let starts = |at: usize| !self.text[..at].ends_with(is_of_name);
        self.text
            .match_indices(name)
            .any(|(at, _)| starts(at) && ends(at))
    }

    /// Its syntax, and where its lines are.
    pub(super) fn read(&self) -> Result<(TranslationUnit, Lines), InputError> {
        let (text, markers) = lines::take_markers(self.text, &format!("{FOLDER}{}", self.name))?;
        let text = prepass::rewrite(&text, &markers)?;
        let lines = markers.of_text(&text);
        let syntax = parse::parse(text, &lines)?;
        Ok((syntax, lines))
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
