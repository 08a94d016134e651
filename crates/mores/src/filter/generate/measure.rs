//! How fast generated C is, beside the original and `memcpy`, in one program.

use std::path::{Path, PathBuf};
use std::process::Command;

use ::generate::Generated;
use base::Random;
use front::FilterRun;
use front::c::{FilterArgument, FilterCall, FilterResult, SymbolProgram};

use crate::filter::called::{Around, Called};
use model::transducer::{SymbolType, SymbolicTransducer};
use serde::Serialize;

use crate::filter::load::load;
use crate::filter::operand::Operand;
use crate::replay::cc::Compiler;
use crate::{InputError, Machine};

const MEASURE: &str = include_str!("measure.c");
const AROUND: &str = include_str!("around.c");
/// As fast as the compiler makes it for any machine of its kind, as packages are compiled, and for this machine alone.
const ANY: &str = "-O3";
const NATIVE: &str = "-march=native";
/// Of wide symbols so many times fewer are read: few enough to stay in a cache, and too many for a processor to know them by heart.
const WIDE: usize = 64;
/// What plain text is made of, about as often as in English.
const LETTERS: &[u8] = b"etaoin shrdlu etaoin cmfwyp vbgkqjxz etaoin shrdlu ETAOIN 0123456789";
/// Special symbols that are written into texts, at most.
const MOST_SPECIAL: usize = 16;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Symbols of a text; of wide ones a part of that.
    pub symbols: usize,
    /// Runs, of which the fastest counts.
    pub runs: usize,
}

impl Default for Sizes {
    /// A text that stays in the cache.
    fn default() -> Self {
        Self {
            symbols: 1 << 20,
            runs: 25,
        }
    }
}

/// How long a text took, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// `clean`: letters; `page`: with special symbols as a page has them, one of eleven; `quarter`: one of four; `numbers`.
    pub text: String,
    /// How many symbols were read.
    pub symbols: u64,
    /// The original, compiled for this machine; for several filters their generated codes in a row.
    pub original: f64,
    /// The same, compiled for any machine of the kind.
    pub portable: f64,
    /// The generated code.
    pub generated: f64,
    /// A copy of the text.
    pub memcpy: f64,
}

/// The generated code, with what it is measured against.
pub(super) struct Contest<'a> {
    pub(super) name: &'a str,
    pub(super) generated: &'a Generated,
    pub(super) model: &'a SymbolicTransducer,
    pub(super) rival: String,
}

/// The original in C, as a function `original` over memory; why not, where it is none.
pub(super) fn original(
    operand: &Operand,
    model: &SymbolicTransducer,
) -> Result<String, InputError> {
    let request = &operand.request;
    let none = |why: &str| InputError::new(format!("the original cannot be measured: {why}"));
    if operand.is_saved() {
        return Err(none("a saved model has none"));
    }
    let path = request
        .path
        .canonicalize()
        .map_err(|e| none(&e.to_string()))?;
    let FilterRun::C {
        call,
        symbol_program,
    } = load(request)?.run
    else {
        return Err(none("it is no C"));
    };
    let include = format!(
        "#define main mores_original_main\n#include \"{}\"\n#undef main\n",
        path.display()
    );
    let (input, output) = (integer(model.input), integer(model.output));
    let head = format!("size_t original(const {input} *in, size_t n, {output} *out)");
    Ok(match (call, symbol_program) {
        (Some(call), _) => format!("{include}{}", called(&call, &head, &output)),
        (None, Some(program)) => symbols(&program, &head, &include, (&input, &output)),
        (None, None) => format!(
            "{AROUND}{include}{head}\n{{\n    mores_in = (const unsigned char *)in;\n    mores_in_end = mores_in + n;\n    \
             mores_out = (unsigned char *)out;\n    mores_original_main();\n    \
             return (size_t)(mores_out - (unsigned char *)out);\n}}\n"
        ),
    })
}

/// A call of a function, as the verdict says that it is called.
fn called(call: &FilterCall, head: &str, output: &str) -> String {
    let (reads, writes) = &call.symbols;
    let Called {
        call: called,
        definitions,
        variables,
    } = Called::new(
        call,
        &Around {
            input: &format!("({reads} *)in"),
            length: "n",
            buffer: &format!("({writes} *)out"),
            room: "0x3fffffff",
            put: &format!(
                "static {output} *mores_out;\nstatic inline void mores_put({writes} symbol) {{ *mores_out++ = ({output})symbol; }}\n"
            ),
        },
    );
    let body = returned(call, &called, output, !definitions.is_empty());
    format!(
        "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n{definitions}{head}\n{{\n    {variables}{body}\n}}\n"
    )
}

/// A call, and how many symbols are then in the buffer `out`.
fn returned(call: &FilterCall, called: &str, output: &str, emits: bool) -> String {
    let made = |length: &str| {
        format!(
            "void *made = (void *){called};\n    size_t length = {length};\n    memcpy(out, made, length * sizeof *out);\n    \
             if (made != (void *)in) free(made);\n    return length;"
        )
    };
    match call.result {
        FilterResult::Length => format!("return (size_t){called};"),
        FilterResult::End => format!("return (size_t)(({output} *){called} - out);"),
        FilterResult::Stored { at, .. } => format!("{called};\n    return (size_t)mores_at_{at};"),
        FilterResult::Reached { at, .. } => {
            format!("{called};\n    return (size_t)(({output} *)mores_at_{at} - out);")
        }
        FilterResult::Made(Some(at)) => made(&format!("mores_at_{at}")),
        FilterResult::Made(None) => made("strlen(made)"),
        FilterResult::Nothing | FilterResult::Unread if emits => {
            format!("mores_out = out;\n    {called};\n    return (size_t)(mores_out - out);")
        }
        FilterResult::Nothing | FilterResult::Unread if changes_all(call) => {
            format!("{called};\n    return n;")
        }
        FilterResult::Nothing | FilterResult::Unread => {
            format!("{called};\n    return strlen((const char *)out);")
        }
    }
}

/// Whether what it is given is all its output, changed in place.
fn changes_all(call: &FilterCall) -> bool {
    let changed = FilterArgument::Changed { terminated: false };
    call.arguments.contains(&changed)
}

/// A program over `in` and `out`, which ends where there is no more input.
fn symbols(
    program: &SymbolProgram,
    head: &str,
    include: &str,
    (input, output): (&str, &str),
) -> String {
    let entry = match program.entry.as_str() {
        "main" => "mores_original_main",
        entry => entry,
    };
    let (takes, ahead) = match program.peeks_ahead {
        true => ("int k", "k"),
        false => ("void", "0"),
    };
    format!(
        "#include <setjmp.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\
         static jmp_buf mores_end;\nstatic const {input} *mores_in, *mores_in_end;\nstatic {output} *mores_out;\n\
         static inline {input} in(void) {{ if (mores_in == mores_in_end) longjmp(mores_end, 1); return *mores_in++; }}\n\
         static inline {input} pop(void) {{ return in(); }}\n\
         static inline {input} peek({takes}) {{ if (mores_in + {ahead} >= mores_in_end) longjmp(mores_end, 1); return mores_in[{ahead}]; }}\n\
         static inline void out({output} symbol) {{ *mores_out++ = symbol; }}\n\
         static inline void push({output} symbol) {{ out(symbol); }}\n\
         {include}{head_}\n{{\n    mores_in = in_;\n    mores_in_end = in_ + n;\n    mores_out = out_;\n    \
         if (!setjmp(mores_end))\n        {entry}();\n    return (size_t)(mores_out - out_);\n}}\n",
        head_ = head.replace("*in,", "*in_,").replace("*out)", "*out_)"),
    )
}

fn integer(ty: SymbolType) -> String {
    let sign = if ty.signed { "" } else { "u" };
    format!("{sign}int{}_t", ty.bits)
}

/// Compiles and runs the contest.
pub(super) fn measured(contest: &Contest<'_>, sizes: Sizes) -> Result<Vec<Measured>, InputError> {
    let failed =
        |why: String| InputError::new(format!("{} cannot be measured: {why}", contest.name));
    let mut compiler = Compiler::new(Machine::Bits64, &[]).map_err(failed)?;
    compiler.take_time();
    let said = run(contest, sizes, &mut compiler).map_err(failed)?;
    said.lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [text, symbols, times @ ..] = &words[..] else {
                return Err(failed(line.to_owned()));
            };
            let times: Vec<f64> = times.iter().filter_map(|t| t.parse().ok()).collect();
            let &[original, portable, generated, memcpy] = &times[..] else {
                return Err(failed(format!("the two write something else: {line}")));
            };
            Ok(Measured {
                text: (*text).to_owned(),
                symbols: symbols.parse().unwrap_or(0),
                original,
                portable,
                generated,
                memcpy,
            })
        })
        .collect()
}

fn run(contest: &Contest<'_>, sizes: Sizes, compiler: &mut Compiler) -> Result<String, String> {
    let program = compiled(contest, compiler)?;
    let mut lines = String::new();
    let wide = contest.model.input.bits.max(contest.model.output.bits) > 8;
    let symbols = if wide {
        sizes.symbols / WIDE
    } else {
        sizes.symbols
    };
    for (kind, bytes) in texts(contest.model, symbols) {
        let file = compiler.file(&format!("{kind}.text"))?;
        std::fs::write(&file, &bytes).map_err(|e| e.to_string())?;
        let symbols = bytes.len() / (contest.model.input.bits as usize / 8);
        lines += &format!("{kind} {} {symbols} {}\n", file.display(), sizes.runs);
    }
    let finished = compiler.run(&program, lines.as_bytes(), &[])?;
    let said = String::from_utf8_lossy(&finished.output).into_owned();
    match said.is_empty() {
        true => Err(format!("it ended with {}", finished.ending)),
        false => Ok(said),
    }
}

/// The program. Each part is a file of its own: the original may give any name a meaning of its own.
fn compiled(contest: &Contest<'_>, compiler: &Compiler) -> Result<PathBuf, String> {
    let (input, output) = (integer(contest.model.input), integer(contest.model.output));
    let name = contest.name;
    let driver = format!(
        "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\
         size_t original(const {input} *in, size_t n, {output} *out);\n\
         size_t portable(const {input} *in, size_t n, {output} *out);\n\
         size_t {name}(const {input} *in, size_t n, {output} *out);\nsize_t {name}_space(size_t n);\n{MEASURE}"
    );
    let own = [
        format!("-DINPUT={input}"),
        format!("-DOUTPUT={output}"),
        format!("-DGENERATED={name}"),
        format!("-DSPACE={name}_space"),
    ];
    let sources = [
        ("rival", &contest.rival, Some(NATIVE)),
        ("portable", &contest.rival, None),
        ("code", &contest.generated.files[0].1, Some(NATIVE)),
        ("measure", &driver, Some(NATIVE)),
    ];
    let mut objects = Vec::new();
    for (part, text, machine) in sources {
        let source = compiler.write(&format!("{part}.c"), text)?;
        let object = compiler.file(&format!("{part}.o"))?;
        let own = own.iter().map(String::as_str);
        let flags: Vec<&str> = [ANY, "-c"].into_iter().chain(machine).chain(own).collect();
        compiler.compile(&flags, &[&source], &object)?;
        objects.push(object);
    }
    rename(&objects[1], "original", "portable")?;
    let program = compiler.file("contest")?;
    let objects: Vec<&Path> = objects.iter().map(PathBuf::as_path).collect();
    compiler.compile(&[], &objects, &program)?;
    Ok(program)
}

/// Gives a function of an object file another name, and hides all others: what else is in there may be in another object, too.
fn rename(object: &Path, from: &str, to: &str) -> Result<(), String> {
    let done = Command::new("objcopy")
        .arg(format!("--keep-global-symbol={to}"))
        .arg(format!("--redefine-sym={from}={to}"))
        .arg(object)
        .output();
    match done {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
        Err(why) => Err(format!("objcopy: {why}")),
    }
}

/// Texts to measure a filter on, as bytes: letters alone; as on a page, with one special symbol of eleven and some characters
/// of several bytes; with one special symbol of four. Numbers, where numbers are read.
pub fn texts(model: &SymbolicTransducer, symbols: usize) -> Vec<(&'static str, Vec<u8>)> {
    let mut random = Random::seeded(7);
    if model.input.bits > 8 {
        let width = model.input.bits as usize / 8;
        let number = |random: &mut Random| match random.chance(3, 4) {
            true => (random.below(2000) as u64).wrapping_sub(1000),
            false => random.bits() >> 34,
        };
        let bytes =
            (0..symbols).flat_map(|_| number(&mut random).to_le_bytes().into_iter().take(width));
        return vec![("numbers", bytes.collect())];
    }
    let special = special(model);
    [("clean", 0, 0), ("page", 90, 5), ("quarter", 250, 5)]
        .into_iter()
        .map(|(kind, specials, wide)| {
            (kind, text(&special, (specials, wide), symbols, &mut random))
        })
        .collect()
}

/// A text in which so many of a thousand are special, and so many characters of several bytes.
fn text(
    special: &[u8],
    (specials, wide): (usize, usize),
    length: usize,
    random: &mut Random,
) -> Vec<u8> {
    let mut text = Vec::with_capacity(length + 4);
    while text.len() < length {
        match random.below(1000) {
            kind if kind < specials => text.push(*random.pick(special)),
            kind if kind < specials + wide => text.extend(random.pick(&["é", "—", "日"]).bytes()),
            _ => text.push(LETTERS[random.below(LETTERS.len())]),
        }
    }
    text
}

/// Symbols that do not keep the start and write one symbol there; some of a page where there are none.
fn special(model: &SymbolicTransducer) -> Vec<u8> {
    let start = model.starts.first().map_or(0, |start| start.state);
    let cells = model.cells(start).unwrap_or_default();
    let calm = |x: u8| match cells.get(usize::from(x)) {
        Some(Some(cell)) => cell.to == start && cell.writes.len() == 1,
        _ => false,
    };
    let printed = |x: &u8| (9..=13).contains(x) || x.is_ascii_punctuation();
    let mut found: Vec<u8> = (1..128).filter(|x| printed(x) && !calm(*x)).collect();
    found.truncate(MOST_SPECIAL);
    match found.is_empty() {
        true => b"<&\"".to_vec(),
        false => found,
    }
}

/// Generated filters in a row, as a function `original` over memory.
pub(super) fn row(parts: &[(String, Generated)], model: &SymbolicTransducer) -> String {
    let (input, output) = (integer(model.input), integer(model.output));
    let mut text: String = parts
        .iter()
        .map(|(_, part)| part.files[0].1.clone())
        .collect();
    let last = parts.len().saturating_sub(1);
    let mut body = "    const void *from = in;\n".to_owned();
    for (i, (name, _)) in parts.iter().enumerate() {
        let to = if i == last {
            "out".to_owned()
        } else {
            format!("room{i}")
        };
        if i < last {
            body += &format!(
                "    static void *room{i};\n    static size_t had{i};\n    if ({name}_space(n) * 4 > had{i}) {{\n        \
                 had{i} = {name}_space(n) * 4;\n        room{i} = realloc(room{i}, had{i});\n    }}\n"
            );
        }
        body += &format!("    n = {name}(from, n, {to});\n    from = {to};\n");
    }
    text += &format!(
        "#include <stdlib.h>\nsize_t original(const {input} *in, size_t n, {output} *out)\n{{\n{body}    return n;\n}}\n"
    );
    text
}
