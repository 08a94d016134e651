//! The model of a filter in C held against the compiled filter.
//!
//! A program reads standard input and writes standard output. A function gets a `main` of ours around it: that reads standard
//! input as symbols, calls the function as the verdict says it is called, and writes what a caller would see.

use std::path::Path;

use base::Budget;
use emit::report::Replay;
use front::Streams;
use front::c::{FilterArgument, FilterCall, FilterResult, Machine, SymbolProgram};
use model::transducer::SymbolicTransducer;
use step::stream::{Filter, Ran};
use teach::stream::witnesses;

use super::Replayed;
use super::cc::Compiler;
use super::outputs::{Did, compared};
use super::sandbox::{Ending, Finished};
use crate::filter::called::{Around, Called};

/// Inputs that a filter is given, at most: each is a process of its own.
const MOST_RUNS: usize = 300;

/// Steps of the interpreter on one input.
const MOST_STEPS: u64 = 10_000_000;

/// The status with which a `main` of ours ends where a function gives up.
const GAVE_UP: i32 = 77;

/// That with which it ends where a function has come back.
const RETURNED: i32 = 78;

/// A filter in C.
pub(crate) struct CFilter<'a> {
    /// Its file.
    pub(crate) path: &'a Path,
    /// For which machine, and with which flags it is compiled.
    pub(crate) machine: Machine,
    pub(crate) options: &'a [String],
    /// What it reads and writes.
    pub(crate) streams: Streams,
    /// How it is called, if it is a function.
    pub(crate) call: Option<&'a FilterCall>,
    /// What it starts with, if it is a program over `in` and `out`.
    pub(crate) symbol_program: Option<&'a SymbolProgram>,
    /// The same, for the interpreter.
    pub(crate) code: &'a Filter,
}

/// Gives the filter inputs through every transition of its model, of at most so many symbols.
pub(crate) fn replay(
    filter: &CFilter,
    model: &SymbolicTransducer,
    longest: Option<usize>,
    budget: &Budget,
) -> Replayed {
    let words = witnesses(model, budget)
        .into_iter()
        .filter(|word| longest.is_none_or(|longest| word.len() <= longest));
    let words: Vec<Vec<u64>> = words.take(MOST_RUNS).collect();
    let did = Compiled::new(filter).and_then(|mut compiled| {
        words
            .iter()
            .map(|word| compiled.run(word))
            .collect::<Result<Vec<Did>, String>>()
    });
    let with = Replay {
        with: Some(Compiler::name()),
        ..Replay::default()
    };
    match did {
        Ok(did) => compared(model, &words, &did, "the compiled program", with),
        Err(why) => Replayed {
            replay: Replay {
                unable: Some(why),
                ..with
            },
            contradiction: None,
        },
    }
}

struct Compiled<'a> {
    filter: &'a CFilter<'a>,
    compiler: Compiler,
    program: std::path::PathBuf,
}

impl<'a> Compiled<'a> {
    fn new(filter: &'a CFilter<'a>) -> Result<Self, String> {
        let compiler = Compiler::new(filter.machine, filter.options)?;
        let program = compiler.file("filter")?;
        let path = filter.path.canonicalize().map_err(|e| e.to_string())?;
        match (filter.call, filter.symbol_program) {
            (Some(call), _) => {
                let driver = compiler.write("driver.c", &around_call(filter, call, &path))?;
                compiler.compile(&[], &[&driver], &program)?;
            }
            (None, Some(symbols)) => {
                let object = compiler.file("program.o")?;
                compiler.compile(&["-Dmain=mores_main_of_the_user", "-c"], &[&path], &object)?;
                let driver = compiler.write("driver.c", &around_symbols(filter, symbols))?;
                compiler.compile(&[], &[&driver, &object], &program)?;
            }
            (None, None) => compiler.compile(&[], &[&path], &program)?,
        }
        Ok(Self {
            filter,
            compiler,
            program,
        })
    }

    fn run(&mut self, word: &[u64]) -> Result<Did, String> {
        // What has no meaning in C may do anything.
        if matches!(
            self.filter.code.run(word, MOST_STEPS),
            Ran::Fails {
                undefined: true,
                ..
            }
        ) {
            return Ok(Did::Anything);
        }
        let width = usize::from(self.filter.streams.reads.bits / 8);
        let input: Vec<u8> = word
            .iter()
            .flat_map(|symbol| symbol.to_le_bytes().into_iter().take(width))
            .collect();
        let first = self
            .compiler
            .run(&self.program, &input, &[("MORES_FILL", "0".to_owned())])?;
        let Some(FilterCall {
            result: FilterResult::Nothing | FilterResult::Unread,
            ..
        }) = self.filter.call
        else {
            return Ok(self.did(&first));
        };
        if !self.filter.streams.buffered || self.filter.streams.ends_with_zero {
            return Ok(self.did(&first));
        }
        // Nothing says where the output ends: what is the same in two buffers that held something else is stored.
        let second = self
            .compiler
            .run(&self.program, &input, &[("MORES_FILL", "1".to_owned())])?;
        let stored = first
            .output
            .iter()
            .zip(&second.output)
            .rposition(|(a, b)| a == b)
            .map_or(0, |last| last + 1);
        let width = usize::from(self.filter.streams.writes.bits / 8);
        let output =
            first.output[..stored.next_multiple_of(width).min(first.output.len())].to_vec();
        Ok(self.did(&Finished { output, ..first }))
    }

    fn did(&self, finished: &Finished) -> Did {
        match finished.ending {
            Ending::Exited(GAVE_UP) if self.filter.call.is_some() => {
                Did::Failed("gives up".to_owned())
            }
            Ending::Exited(code) if self.has_left(code) => {
                Did::Failed(format!("ends the program with {code}"))
            }
            Ending::Exited(_) => Did::Wrote(self.symbols(&finished.output)),
            Ending::Killed(signal) => Did::Failed(format!("is ended by signal {signal}")),
            ending @ (Ending::OutOfTime | Ending::TooMuchOutput) => {
                Did::Unable(format!("it ended with {ending}"))
            }
        }
    }

    /// Whether a function has not come back to its caller, who would have looked at its buffer.
    fn has_left(&self, code: i32) -> bool {
        self.filter.call.is_some() && self.filter.streams.buffered && code != RETURNED
    }

    fn symbols(&self, bytes: &[u8]) -> Vec<u64> {
        let width = usize::from(self.filter.streams.writes.bits / 8).max(1);
        bytes
            .chunks(width)
            .map(|chunk| {
                chunk
                    .iter()
                    .rev()
                    .fold(0, |n, byte| n << 8 | u64::from(*byte))
            })
            .collect()
    }
}

/// A `main` for a program over `in` and `out`, in a file of its own: the program's declarations need not be those of ours.
fn around_symbols(filter: &CFilter, program: &SymbolProgram) -> String {
    let (reads, writes) = (
        integer(filter.streams.reads),
        integer(filter.streams.writes),
    );
    let entry = if program.entry == "main" {
        "mores_main_of_the_user"
    } else {
        &program.entry
    };
    let (takes, ahead) = if program.peeks_ahead {
        ("int k", "k")
    } else {
        ("void", "0")
    };
    let text = [
        ("READS", reads),
        ("WRITES", writes),
        ("ENTRY", entry),
        ("TAKES", takes),
        ("AHEAD", ahead),
    ]
    .iter()
    .fold(include_str!("symbols.c").to_owned(), |text, (name, by)| {
        text.replace(name, by)
    });
    format!("{}{text}", include_str!("driver.h"))
}

/// Calls a function and writes what a caller sees, in one file with it: it may be one that others cannot call.
fn around_call(filter: &CFilter, call: &FilterCall, path: &Path) -> String {
    let include = format!(
        "#define main mores_main_of_the_user\n#include \"{}\"\n#undef main\n",
        path.display()
    );
    let (reads, writes) = &call.symbols;
    let Called {
        call: called,
        definitions,
        variables,
    } = Called::new(
        call,
        &Around {
            input: &format!("({reads} *)mores_in"),
            length: &format!("mores_length / sizeof({reads})"),
            buffer: "mores_buffer",
            room: "MORES_ROOM",
            put: &format!(
                "static void mores_put({writes} symbol) {{ mores_write(&symbol, sizeof symbol); }}\n"
            ),
        },
    );
    let has = |argument: FilterArgument| call.arguments.contains(&argument);
    let read = if has(FilterArgument::Stdin) {
        ""
    } else {
        "mores_read();"
    };
    let flush = if has(FilterArgument::Stdout) {
        "\n    fflush(stdout);"
    } else {
        ""
    };
    let after = after_call(call.result, &called, filter.streams) + flush;
    format!(
        "{include}{}{definitions}static {writes} mores_buffer[MORES_ROOM];\nint main(void)\n{{\n    {read}\n    \
         mores_fill(mores_buffer, sizeof mores_buffer);\n    {variables}{after}\n    mores_exit({RETURNED});\n}}\n",
        include_str!("driver.h")
    )
}

/// Writes what is in a buffer, up to a zero.
fn up_to_zero(buffer: &str) -> String {
    format!(
        "mores_size length = 0;\n    while ({buffer}[length]) length++;\n    \
         mores_write({buffer}, length * sizeof *{buffer});"
    )
}

/// The call, and what a caller sees of the output.
fn after_call(result: FilterResult, called: &str, streams: Streams) -> String {
    let made = format!(
        "__typeof__(*mores_buffer) *made = (void *){called};\n    if (!made) mores_exit({GAVE_UP});\n    "
    );
    let unless_negative = format!(
        "__typeof__({called}) status = {called};\n    if (status < 0) mores_exit({GAVE_UP});\n    "
    );
    match result {
        FilterResult::Length => format!(
            "__typeof__({called}) kept = {called};\n    if (kept < 0) mores_exit({GAVE_UP});\n    \
             mores_write(mores_buffer, kept * sizeof *mores_buffer);"
        ),
        FilterResult::End => format!(
            "const void *end = {called};\n    if (!end) mores_exit({GAVE_UP});\n    \
             mores_write(mores_buffer, (const char *)end - (const char *)mores_buffer);"
        ),
        FilterResult::Stored { at, status } => format!(
            "{}mores_write(mores_buffer, mores_at_{at} * sizeof *mores_buffer);",
            if status {
                unless_negative
            } else {
                format!("{called};\n    ")
            }
        ),
        FilterResult::Reached { at, status } => format!(
            "{}mores_write(mores_buffer, (const char *)mores_at_{at} - (const char *)mores_buffer);",
            if status {
                unless_negative
            } else {
                format!("{called};\n    ")
            }
        ),
        FilterResult::Made(Some(at)) => {
            format!("{made}mores_write(made, mores_at_{at} * sizeof *made);")
        }
        FilterResult::Made(None) => format!("{made}{}", up_to_zero("made")),
        FilterResult::Nothing | FilterResult::Unread if !streams.buffered => format!("{called};"),
        FilterResult::Nothing | FilterResult::Unread if streams.ends_with_zero => {
            format!("{called};\n    {}", up_to_zero("mores_buffer"))
        }
        FilterResult::Nothing | FilterResult::Unread => {
            format!("{called};\n    mores_write(mores_buffer, MORES_ROOM * sizeof *mores_buffer);")
        }
    }
}

/// The name of an integer type.
fn integer(ty: ir::IntType) -> &'static str {
    match (ty.bits, ty.signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (_, true) => "long long",
        (_, false) => "unsigned long long",
    }
}
