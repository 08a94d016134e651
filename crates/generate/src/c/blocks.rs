//! Blocks: a round through a circle of states as straight code, which compilers make vector code of.

use std::fmt::Write as _;

use smt::Term;

use super::Types;
use super::sequential::read;
use super::tables::array;
use crate::expression::{Dialect, Expressions};
use crate::plan::{Cycle, Plan};
use crate::{Refusal, fraction};

/// Of so many symbols at a time other forms are kept: they stay in the nearest cache.
const PART: usize = 512;

/// Bytes of a line of the cache.
const LINE: usize = 64;
/// Fewer rounds begin where they begin.
const MUCH: usize = 512;

/// `NAME_feed` in blocks.
pub(super) fn blocks(
    name: &str,
    plan: &Plan<'_>,
    cycle: &Cycle,
    types: &Types,
) -> Result<String, Refusal> {
    let tables = format!("{name}_block_table");
    let mut expressions =
        Expressions::new(&plan.machine.terms, Dialect::C, tables.clone()).for_vectors();
    // Compilers compute many at once only where symbols are read one by one.
    if cycle.states.len() == 1 {
        expressions = expressions.computing_tables();
    }
    let doubles = doubles(plan, cycle);
    for &back in &doubles {
        let place = plan.machine.lookback - back;
        expressions.name_double(plan.machine.seen(back), format!("wide[b + {place}]"));
    }
    let inside = reads(plan, cycle.states.len()) + &writes(plan, cycle, types, &mut expressions)?;
    let mut text = String::new();
    for (number, table) in expressions.tables().iter().enumerate() {
        let narrow = table.iter().all(|entry| *entry < 256);
        let ty = if narrow { "uint8_t" } else { "uint32_t" };
        text += &array(ty, &format!("{tables}{number}"), table);
    }
    let rounds = match doubles.is_empty() {
        true => rounds(name, cycle, types, &inside),
        false => rounds_with_doubles(name, plan, cycle, types, &inside),
    };
    Ok(text + &clones(name) + &rounds + &feed(name, plan, cycle, types))
}

/// All symbols that a round looks at.
pub(super) fn reads(plan: &Plan<'_>, period: usize) -> String {
    let places = -(plan.machine.lookback as i64)..period as i64;
    let bytes = plan.machine.input.bits == 8;
    let ty = if bytes { "uint8_t" } else { "uint32_t" };
    let mut text = String::new();
    for place in places.clone() {
        let at = match (period, place) {
            (1, 0) => "b".to_owned(),
            (1, _) => format!("b - {}", -place),
            (_, 0) => format!("{period} * b"),
            (_, 1..) => format!("{period} * b + {place}"),
            _ => format!("{period} * b - {}", -place),
        };
        let value = read(plan.machine, &format!("in[{at}]"));
        let _ = writeln!(text, "        const {ty} {} = {value};", symbol(place));
    }
    let unused: Vec<String> = places
        .map(|place| format!("(void){};", symbol(place)))
        .collect();
    text + &format!("        {}\n", unused.join(" "))
}

/// All symbols that a round writes.
fn writes(
    plan: &Plan<'_>,
    cycle: &Cycle,
    types: &Types,
    expressions: &mut Expressions<'_>,
) -> Result<String, Refusal> {
    let machine = plan.machine;
    let mut text = String::new();
    let mut slot = 0;
    for (place, values) in cycle.values.iter().enumerate() {
        for back in 0..=machine.lookback {
            let name = symbol(place as i64 - back as i64);
            expressions.name(machine.seen(back), name);
        }
        for &value in values {
            let computed = expressions.compute(value)?;
            for declaration in computed.declarations {
                let _ = writeln!(text, "        {declaration}");
            }
            let at = match (cycle.writes, slot) {
                (1, _) => "b".to_owned(),
                (writes, 0) => format!("{writes} * b"),
                (writes, _) => format!("{writes} * b + {slot}"),
            };
            let _ = writeln!(
                text,
                "        out[{at}] = ({}){};",
                types.output, computed.value
            );
            slot += 1;
        }
    }
    Ok(text)
}

/// The symbol at a place of the block; before its first one they have negative places.
pub(super) fn symbol(place: i64) -> String {
    match place {
        0.. => format!("s{place}"),
        _ => format!("before{}", -place),
    }
}

/// `NAME_CLONES`: the same function for several kinds of vectors; which one is called, is decided when the program runs.
pub(super) fn clones(name: &str) -> String {
    format!(
        "#if defined __x86_64__ && defined __linux__ && defined __GNUC__ && !defined __clang__\n\
         #define {name}_CLONES __attribute__((optimize(\"O3\"), target_clones(\"arch=x86-64-v4\", \"arch=x86-64-v3\", \"default\")))\n\
         #elif defined __GNUC__ && !defined __clang__\n#define {name}_CLONES __attribute__((optimize(\"O3\")))\n\
         #else\n#define {name}_CLONES\n#endif\n\n"
    )
}

/// Whether something else holds, or what is looked back to has not been read.
pub(super) fn seen_before(plan: &Plan<'_>, other: &str) -> String {
    match plan.machine.lookback {
        0 => other.to_owned(),
        lookback => format!("({other} || i < {lookback})"),
    }
}

/// What is looked back to when `i` symbols have been read.
pub(super) fn window(plan: &Plan<'_>, indent: &str) -> String {
    let seen = |back| {
        let symbol = read(plan.machine, &format!("in[i - {back}]"));
        format!("{indent}st->x{back} = {symbol};\n")
    };
    (1..=plan.machine.lookback).map(seen).collect()
}

/// Whole rounds.
fn rounds(name: &str, cycle: &Cycle, types: &Types, inside: &str) -> String {
    let (input, output) = (&types.input, &types.output);
    format!(
        "/* Whole rounds: {} read, {} written. */\n\
         {name}_CLONES static void {name}_blocks(const {input} *restrict in, size_t blocks, {output} *restrict out)\n{{\n    \
         for (ptrdiff_t b = 0; b < (ptrdiff_t)blocks; b++) {{\n{inside}    }}\n}}\n\n",
        cycle.states.len(),
        cycle.writes
    )
}

/// How far back the symbols lie that are divided as parts of sums, where there are several: each is then converted once, for
/// all sums that it is in.
fn doubles(plan: &Plan<'_>, cycle: &Cycle) -> Vec<usize> {
    let machine = plan.machine;
    let [values] = &cycle.values[..] else {
        return Vec::new();
    };
    let converted: Vec<Term> = values
        .iter()
        .flat_map(|value| fraction::converted(&machine.terms, *value))
        .collect();
    let found: Vec<usize> = (0..=machine.lookback)
        .filter(|back| converted.contains(&machine.seen(*back)))
        .collect();
    if found.len() > 1 { found } else { Vec::new() }
}

/// Whole rounds over symbols that are there as floating-point numbers, too.
fn rounds_with_doubles(
    name: &str,
    plan: &Plan<'_>,
    cycle: &Cycle,
    types: &Types,
    inside: &str,
) -> String {
    let (input, output) = (&types.input, &types.output);
    let (lookback, bits, writes) = (plan.machine.lookback, plan.machine.input.bits, cycle.writes);
    format!(
        "/* Some rounds: one read, {writes} written. */\n\
         {name}_CLONES static void {name}_part(const {input} *restrict in, ptrdiff_t blocks, {output} *restrict out)\n{{\n    \
         double wide[{PART} + {lookback}];\n\n    \
         for (ptrdiff_t b = 0; b < blocks + {lookback}; b++)\n        \
         wide[b] = (double)(int{bits}_t)in[b - {lookback}];\n    \
         for (ptrdiff_t b = 0; b < blocks; b++) {{\n{inside}    }}\n}}\n\n\
         static void {name}_blocks(const {input} *in, size_t blocks, {output} *out)\n{{\n    \
         for (size_t i = 0; i < blocks; i += {PART})\n        \
         {name}_part(in + i, (ptrdiff_t)(blocks - i < {PART} ? blocks - i : {PART}), out + {writes} * i);\n}}\n\n"
    )
}

fn feed(name: &str, plan: &Plan<'_>, cycle: &Cycle, types: &Types) -> String {
    let (input, output) = (&types.input, &types.output);
    let (period, writes, head) = (cycle.states.len(), cycle.writes, cycle.states[0]);
    let before = seen_before(plan, &format!("st->state != {head}"));
    let window = window(plan, "        ");
    let first = up_to_a_line(name, plan, cycle);
    // After whole rounds the window is that of the last symbols; a short block might not hold all of it.
    format!(
        "size_t {name}_feed({name}_stream *st, const {input} *in, size_t n, {output} *out)\n{{\n    \
         size_t i = 0, o = 0, blocks;\n\n    \
         /* Up to where a round begins, and until what rounds look back to has been read. */\n    \
         while (i < n && {before}) {{\n        \
         o += {name}_steps(st, in + i, 1, out + o);\n        i++;\n    }}\n{first}    \
         blocks = (n - i) / {period};\n    if (blocks) {{\n        {name}_blocks(in + i, blocks, out + o);\n        \
         i += {period} * blocks;\n        o += {writes} * blocks;\n{window}    }}\n    \
         return o + {name}_steps(st, in + i, n - i, out + o);\n}}\n"
    )
}

/// Rounds up to where what is written begins a line of the cache, if it ever does: stores over two lines are slower.
fn up_to_a_line(name: &str, plan: &Plan<'_>, cycle: &Cycle) -> String {
    let (period, writes) = (cycle.states.len(), cycle.writes);
    let bytes = writes * plan.machine.output.bits as usize / 8;
    if bytes == 0 || !LINE.is_multiple_of(bytes) {
        return String::new();
    }
    format!(
        "    /* Up to where a line of the cache begins, if there is much to write. */\n    \
         blocks = ({LINE} - (uintptr_t)(out + o) % {LINE}) % {LINE} / {bytes};\n    \
         if ((n - i) / {period} >= {MUCH}) {{\n        {name}_blocks(in + i, blocks, out + o);\n        \
         i += {period} * blocks;\n        o += {writes} * blocks;\n    }}\n"
    )
}
