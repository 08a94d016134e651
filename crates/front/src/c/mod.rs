//! C: from a file to a typed tree, and from there to the ir.
//!
//! ```text
//! .c ─ preprocess (the user's cc -E) ─▶ lines ─▶ prepass ─▶ lang-c ─▶ typing ─▶ Unit ─ lower ─▶ ir::Program
//! ```
//!
//! `preprocess` runs the user's preprocessor, `lines` takes its line markers away and remembers what they said,
//! `prepass` rewrites tokens that the parser cannot read, line by line. What the parser gives is syntax; `typing`
//! makes a [`Unit`] of it, in which every name is resolved, every expression has its C type and every implicit
//! conversion is a node. Types are in `types`, sizes and offsets in `layout`, constants in `constant`. Functions of the C
//! library that a program calls and does not define are C code, too, and come from `library`.
//!
//! A program that is not C is an [`InputError`] with file and line. A construct that is C and cannot be done is one too
//! where it is declared for all, and a node [`ExprKind::Unsupported`] or [`StmtKind::Unsupported`], or a whole
//! [`Body::Unsupported`], where only those who get there must know.
//!
//! # Functions without a body
//!
//! What a program defines does what it says, whatever it is called. Of functions that it only declares:
//!
//! | functions | what they do |
//! |---|---|
//! | `string.h`, `strings.h`, `ctype.h`, exact ones of `math.h`, `printf` and its kin, `atoi`, `strtol` and their kin, `qsort`, `bsearch`, `realloc`, `getchar`, `fgets`, `fread`, `putchar`, `puts`, `fwrite` and their kin, `read`, `write`, `errno`, bit functions of the compiler | code of the library, in C |
//! | `malloc`, `calloc`, `free`, `alloca`, `memcpy`, `memmove`, `memset` | on memory; it never runs out |
//! | `exit`, `abort` | end the program; `abort`, and a code that is not 0, may fail instead ([`Failures`]) |
//! | `fabs`, `sqrt`, `fmod`, `__builtin_add_overflow` and the like | operations of the ir |
//! | `rand`, `random` | inputs |
//! | all other functions of ISO C, POSIX and GNU (`library/names.txt`) | not supported where they are reached |
//! | `assert`, `__VERIFIER_error`, `reach_error`, `__VERIFIER_assert`, `__CPROVER_assert` | fail, by their names |
//! | `__VERIFIER_assume`, `__CPROVER_assume`, `__ESBMC_assume`, `assume_abort_if_not` | runs that go on have the condition, by their names |
//! | `__VERIFIER_nondet_T`, `__CPROVER_nondet_T`, `nondet_T` | inputs, by their names |
//! | `learn`, `LEARN` | events ([`Events`]), by their names |
//! | all others | any result, no effect; listed in [`Lowered::missing`]. A pointer or record as a result is not supported |
//!
//! Which functions went by their names is listed in [`Lowered::by_name`]. What C leaves to compilers and libraries, such as what
//! `isupper` gives for a capital letter or which operand is evaluated first, is left open ([`ir::Open`]); what the meaning of a
//! program rests on is noted where a run passes ([`ir::WorldOp::Assume`]).

mod constant;
mod filter;
mod layout;
mod library;
mod lines;
mod lower;
mod module;
mod parse;
mod prepass;
mod preprocess;
mod print;
mod token;
mod tree;
mod types;
mod typing;

use std::path::PathBuf;

use lang_c::ast::TranslationUnit;

use crate::InputError;
use lines::Lines;

pub use constant::{Base, Constant};
pub use filter::{
    Argument as FilterArgument, FilterCall, FilterOptions, FilterResult, FilterUnit, SymbolProgram,
    read_filter,
};
pub use layout::{Layout, Machine};
pub use lower::{ByName, Checks, Endings, Events, Failures, LowerOptions, Lowered, lower};
pub use module::{ErrorResult, ModuleOptions, load_module};
pub use preprocess::preprocess;
pub use print::as_c;
pub use tree::*;
pub use types::*;

/// A C program, and how to read it.
#[derive(Clone, Debug)]
pub struct Source {
    /// A `.c` file, or a `.i` file, which is preprocessed already.
    pub file: PathBuf,
    /// Sizes and alignments of types.
    pub machine: Machine,
    /// Further arguments of the preprocessor, such as `-DNDEBUG` or `-Iinclude`.
    pub options: Vec<String>,
    /// The other files of the program.
    pub others: Vec<Part>,
    /// Whether functions of the C library that are called, and not defined in the files, are taken from ours.
    pub library: bool,
}

/// A file of a C program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// A `.c` file, or a `.i` file, which is preprocessed already.
    pub file: PathBuf,
    /// Further arguments of the preprocessor.
    pub options: Vec<String>,
}

impl Source {
    /// The file with no further arguments and with our library.
    pub fn new(file: impl Into<PathBuf>, machine: Machine) -> Self {
        Self {
            file: file.into(),
            machine,
            options: Vec::new(),
            others: Vec::new(),
            library: true,
        }
    }

    /// Whether an argument of the preprocessor changes what C means in a way that is not followed.
    pub fn refuses(argument: &str) -> bool {
        preprocess::CHANGES_C.contains(&argument) || argument.starts_with("-fpack-struct=")
    }

    /// All files. What stands behind a program, such as calls of a filter, is written in the last of them.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let first = Part {
            file: self.file.clone(),
            options: self.options.clone(),
        };
        self.others.iter().cloned().chain([first])
    }
}

/// How much stack reading may take. Chains of `else if` and long sums nest as deep as they are long, in the parser's
/// recursion as in ours; the memory is only reserved, not used, where they are short.
const STACK: usize = 1 << 30;

/// Reads a program.
pub fn read(source: &Source) -> Result<Unit, InputError> {
    read_with(source, None)
}

/// Reads a program, or with more code behind it a filter.
fn read_with(source: &Source, more: Option<typing::More<'_>>) -> Result<Unit, InputError> {
    with_stack(|| read_here(source, more)).map_err(no_thread)?
}

fn no_thread(error: std::io::Error) -> InputError {
    InputError::new(format!("no thread can be started: {error}"))
}

/// Does something that recurses as deep as a program nests.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("c".into())
            .stack_size(STACK)
            .spawn_scoped(scope, work)?;
        Ok(thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn read_here(source: &Source, more: Option<typing::More<'_>>) -> Result<Unit, InputError> {
    let parts = source.parts().map(|part| Syntax::of(&part, source.machine));
    let files: Vec<Syntax> = parts.collect::<Result<_, _>>()?;
    typing::unit(&files, source, more)
}

/// A file as the parser reads it.
struct Syntax {
    tree: TranslationUnit,
    lines: Lines,
}

impl Syntax {
    fn of(part: &Part, machine: Machine) -> Result<Self, InputError> {
        let text = preprocess::preprocess_part(part, machine)?;
        let (text, lines) = lines::take_markers(&text, &part.file.to_string_lossy())?;
        let text = prepass::rewrite(&text, &lines)?;
        let lines = lines.of_text(&text);
        let tree = parse::parse(text, &lines)?;
        Ok(Self { tree, lines })
    }
}
