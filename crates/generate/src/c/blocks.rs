//! Blocks: a round through a circle of states as straight code, which compilers make vector code of.

use std::fmt::Write as _;

use super::Types;
use super::sequential::read;
use super::tables::array;
use crate::Refusal;
use crate::expression::{Dialect, Expressions};
use crate::plan::{Cycle, Plan};

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
    let inside = reads(plan, cycle.states.len()) + &writes(plan, cycle, types, &mut expressions)?;
    let mut text = String::new();
    for (number, table) in expressions.tables().iter().enumerate() {
        let narrow = table.iter().all(|entry| *entry < 256);
        let ty = if narrow { "uint8_t" } else { "uint32_t" };
        text += &array(ty, &format!("{tables}{number}"), table);
    }
    Ok(text + &functions(name, plan, cycle, types, &inside))
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
         #else\n#define {name}_CLONES\n#endif\n\n"
    )
}

/// What is looked back to when `i` symbols have been read.
pub(super) fn window(plan: &Plan<'_>, indent: &str) -> String {
    let seen = |back| {
        let symbol = read(plan.machine, &format!("in[i - {back}]"));
        format!("{indent}st->x{back} = {symbol};\n")
    };
    (1..=plan.machine.lookback).map(seen).collect()
}

fn functions(name: &str, plan: &Plan<'_>, cycle: &Cycle, types: &Types, inside: &str) -> String {
    let (input, output) = (&types.input, &types.output);
    let (period, writes, head) = (cycle.states.len(), cycle.writes, cycle.states[0]);
    let lookback = plan.machine.lookback;
    let (clones, window) = (clones(name), window(plan, "        "));
    // After whole rounds the window is that of the last symbols; a short block might not hold all of it.
    format!(
        "{clones}\
         /* Whole rounds: {period} read, {writes} written. */\n\
         {name}_CLONES static void {name}_blocks(const {input} *restrict in, size_t blocks, {output} *restrict out)\n{{\n    \
         for (ptrdiff_t b = 0; b < (ptrdiff_t)blocks; b++) {{\n{inside}    }}\n}}\n\n\
         size_t {name}_feed({name}_stream *st, const {input} *in, size_t n, {output} *out)\n{{\n    \
         size_t i = 0, o = 0, blocks;\n\n    \
         /* Up to where a round begins, and until what rounds look back to has been read. */\n    \
         while (i < n && (st->state != {head} || i < {lookback})) {{\n        \
         o += {name}_steps(st, in + i, 1, out + o);\n        i++;\n    }}\n    \
         blocks = (n - i) / {period};\n    if (blocks) {{\n        {name}_blocks(in + i, blocks, out + o);\n        \
         i += {period} * blocks;\n        o += {writes} * blocks;\n{window}    }}\n    \
         return o + {name}_steps(st, in + i, n - i, out + o);\n}}\n"
    )
}
