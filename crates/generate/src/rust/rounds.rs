//! Rounds: a circle of states as straight code over blocks, which compilers make vector code of.

use std::fmt::Write as _;

use smt::Value;

use super::Types;
use super::fast::Fast;
use super::sequential::{read, window};
use super::tables::array;
use super::text::mentions;
use crate::Refusal;
use crate::expression::{Dialect, Expressions};
use crate::plan::{Cycle, Plan};

const FEED: &str = include_str!("feed_rounds.rs.in");
const ROUNDS: &str = include_str!("rounds.rs.in");

/// `Stream::feed` in blocks.
pub(super) fn rounds(plan: &Plan<'_>, cycle: &Cycle, types: &Types) -> Result<Fast, Refusal> {
    let (period, back) = (cycle.states.len(), window(plan));
    let mut expressions = Expressions::new(&plan.machine.terms, Dialect::Rust, "TABLE".to_owned());
    if period == 1 {
        expressions = expressions.computing_tables();
    }
    let values = values(plan, cycle, types, &mut expressions)?;
    let tables = expressions.tables().iter().enumerate();
    let tables: String = tables
        .map(|(number, table)| array(&format!("TABLE{number}"), table) + "\n")
        .collect();
    let used: Vec<usize> = (1..=back)
        .filter(|back| mentions(&values, &symbol(-(*back as i64))))
        .collect();
    let now_used = (0..period).any(|place| mentions(&values, &symbol(place as i64)));
    let modules = types
        .fill(ROUNDS)
        .replace("    #TABLES\n", &indented(&tables))
        .replace("ITEMS", &items(&used, now_used))
        .replace("ALL_BLOCKS", &blocks(&used, back))
        .replace(
            "            #SYMBOLS\n",
            &symbols(plan, period, &used, &values),
        )
        .replace("            #VALUES\n", &values);
    let numbers = |text: String| {
        text.replace("PERIOD", &period.to_string())
            .replace("WRITES", &cycle.writes.to_string())
            .replace("LOOKBACK", &back.to_string())
    };
    Ok(Fast {
        feed: numbers(feed(plan, cycle, types)),
        modules: numbers(modules),
    })
}

fn feed(plan: &Plan<'_>, cycle: &Cycle, types: &Types) -> String {
    let (head, back) = (cycle.states[0], window(plan));
    let before = match back {
        0 => format!("self.state != {head}"),
        back => format!("(self.state != {head} || i < {back})"),
    };
    let from = match back {
        0 => "i".to_owned(),
        back => format!("i - {back}"),
    };
    let kept = (1..=back).map(|back| {
        let last = read(plan.machine.input, &format!("input[i - {back}]"));
        format!("                self.x{back} = {last};\n")
    });
    types
        .fill(FEED)
        .replace("BEFORE", &before)
        .replace("FROM", &from)
        .replace("                #WINDOW\n", &kept.collect::<String>())
}

/// What is written in a round, symbol by symbol.
fn values(
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
            expressions.name(machine.seen(back), symbol(place as i64 - back as i64));
        }
        for &value in values {
            let written = match machine.terms.value(value).and_then(Value::as_unsigned) {
                Some(known) => super::text::literal(known, machine.output),
                None => {
                    let computed = expressions.compute(value)?;
                    for declaration in computed.declarations {
                        let _ = writeln!(text, "            {declaration}");
                    }
                    format!("{} as {}", computed.value, types.output)
                }
            };
            let _ = writeln!(text, "            out[{slot}].write({written});");
            slot += 1;
        }
    }
    Ok(text)
}

/// The symbol at a place of the block; before its first one they have negative places.
fn symbol(place: i64) -> String {
    match place {
        0.. => format!("s{place}"),
        _ => format!("before{}", -place),
    }
}

/// The pattern for a block of input: itself, and beside it where the symbols before it are found.
fn items(used: &[usize], now_used: bool) -> String {
    let now = if now_used { "now" } else { "_" };
    used.iter().fold(now.to_owned(), |items, back| {
        format!("({items}, back{back})")
    })
}

/// The blocks, together with those that begin so many symbols before.
fn blocks(used: &[usize], back: usize) -> String {
    let from = |start: usize| match start {
        0 => "input.chunks_exact(READ)".to_owned(),
        start => format!("input[{start}..].chunks_exact(READ)"),
    };
    used.iter().fold(from(back), |blocks, place| {
        format!("{blocks}.zip({})", from(back - place))
    })
}

/// The symbols of a block, and those before it, under their names.
fn symbols(plan: &Plan<'_>, period: usize, used: &[usize], values: &str) -> String {
    let ty = plan.machine.input;
    let mut text = String::new();
    for back in used {
        let value = read(ty, &format!("back{back}[0]"));
        let _ = writeln!(text, "            let before{back} = {value};");
    }
    for place in 0..period {
        let name = symbol(place as i64);
        if mentions(values, &name) {
            let value = read(ty, &format!("now[{place}]"));
            let _ = writeln!(text, "            let {name} = {value};");
        }
    }
    text
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("    {line}").trim_end().to_owned() + "\n")
        .collect()
}
