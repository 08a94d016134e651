//! C: one file that stands alone, and a header.
//!
//! The file holds the filter twice. `NAME_steps` goes from symbol to symbol as the model does, in plain C that any compiler and
//! any prover reads; with `NAME_PLAIN` defined nothing else is compiled. Otherwise `NAME_feed` takes runs, blocks and texts as
//! the plan says, and leaves the rest to `NAME_steps`.

mod blocks;
mod choice;
mod fast;
mod home;
mod sequential;
mod split;
mod tables;

use crate::plan::{Form, Plan};
use crate::words::{comment, guarded, top};
use crate::{Generated, Refusal, Request};

/// What is stored behind the end of the output at most: a vector of 64 bytes.
const SLACK: usize = 64;

const MAIN: &str = include_str!("main.c.in");
const THREADS: &str = include_str!("threads.c.in");

/// The file and its header.
pub(crate) fn file(request: &Request<'_>, plan: &Plan<'_>) -> Result<Generated, Refusal> {
    let types = Types::new(plan);
    let sequential = sequential::Sequential::new(request.name, plan);
    let fast = fast::fast(request.name, plan)?;
    let declared = declarations(request, plan, &types);
    let mut parts = vec![
        comment(&top(request, &plan.means())),
        "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n".to_owned(),
        guarded(request.name, &declared),
        sequential_or_not(request.name),
        space(request.name, plan),
        sequential.code(&types)?,
        fast,
        whole(request.name, plan, &types),
    ];
    if has_threads(plan) {
        parts.push(THREADS.replace("NAME", request.name));
    }
    if request.main {
        parts.push(main_program(request.name, plan, &types));
    }
    let header = format!(
        "#include <stddef.h>\n#include <stdint.h>\n\n{}",
        guarded(request.name, &declared)
    );
    Ok(Generated {
        files: vec![
            (format!("{}.c", request.name), parts.concat()),
            (format!("{}.h", request.name), header),
        ],
        means: plan.means(),
        streams: plan.streams(),
    })
}

/// Whether several threads can share the work.
fn has_threads(plan: &Plan<'_>) -> bool {
    let bytes = !plan.machine.input.signed && !plan.machine.output.signed;
    plan.streams() && bytes && matches!(plan.form(), Form::Tables(_))
}

/// The types of what is read and written.
pub(crate) struct Types {
    pub(crate) input: String,
    pub(crate) output: String,
}

impl Types {
    pub(crate) fn new(plan: &Plan<'_>) -> Self {
        let name = |ty: model::transducer::SymbolType| {
            let sign = if ty.signed { "" } else { "u" };
            format!("{sign}int{}_t", ty.bits)
        };
        Self {
            input: name(plan.machine.input),
            output: name(plan.machine.output),
        }
    }
}

fn declarations(request: &Request<'_>, plan: &Plan<'_>, types: &Types) -> String {
    let (name, input, output) = (request.name, &types.input, &types.output);
    let mut text = format!(
        "/* How much room {name} needs for n symbols at most: in symbols that are written. A little more than is written in\n \
         * the end: stores are wide. */\nsize_t {name}_space(size_t n);\n\n\
         /* Filters n symbols; gives how many were written. The two must not overlap. */\n\
         size_t {name}(const {input} *in, size_t n, {output} *out);\n"
    );
    if plan.streams() {
        text += &format!("\n{}", sequential::stream(name, plan));
        text += &format!(
            "\n/* The same in pieces: begin once, feed each piece into room for {name}_space(n), end once into room for\n \
             * {name}_space(0). */\n\
             void {name}_begin({name}_stream *st);\n\
             size_t {name}_feed({name}_stream *st, const {input} *in, size_t n, {output} *out);\n\
             size_t {name}_end({name}_stream *st, {output} *out);\n"
        );
        if has_threads(plan) {
            text += &format!(
                "\n#ifdef {name}_THREADS\n/* The same by several threads. */\n\
                 size_t {name}_parallel(const {input} *in, size_t n, {output} *out, unsigned threads);\n#endif\n"
            );
        }
    }
    text
}

/// Whether the plain form is compiled alone: as asked for, or where bytes lie in another order in words.
fn sequential_or_not(name: &str) -> String {
    format!(
        "#if defined {name}_PLAIN || !defined __BYTE_ORDER__ || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n\
         #define {name}_SEQUENTIAL\n#endif\n\n"
    )
}

fn space(name: &str, plan: &Plan<'_>) -> String {
    let (longest, end) = (plan.longest, plan.longest_end + SLACK);
    let times = match longest {
        0 | 1 => "n".to_owned(),
        longest => format!("n * {longest}"),
    };
    format!(
        "size_t {name}_space(size_t n)\n{{\n    return n > (SIZE_MAX - {end}) / {} ? SIZE_MAX : {times} + {end};\n}}\n\n",
        longest.max(1)
    )
}

/// The function that filters a whole input.
fn whole(name: &str, plan: &Plan<'_>, types: &Types) -> String {
    let (input, output) = (&types.input, &types.output);
    let head = format!("size_t {name}(const {input} *in, size_t n, {output} *out)");
    match plan.start() {
        Some(_) => format!(
            "{head}\n{{\n    {name}_stream st;\n    size_t written;\n\n    {name}_begin(&st);\n    \
             written = {name}_feed(&st, in, n, out);\n    return written + {name}_end(&st, out + written);\n}}\n\n"
        ),
        None => format!(
            "{head}\n{{\n    {name}_stream st;\n    size_t written;\n\n    {name}_choose(&st, in, n);\n    \
             written = {name}_feed(&st, in, n, out);\n    return written + {name}_end(&st, out + written);\n}}\n\n"
        ),
    }
}

fn main_program(name: &str, plan: &Plan<'_>, types: &Types) -> String {
    let form = if plan.streams() { "PIECES" } else { "WHOLE" };
    let text = MAIN
        .replace("INPUT", &types.input)
        .replace("OUTPUT", &types.output)
        .replace("NAME", name);
    format!("#define {name}_{form}\n{text}")
}
