//! A state that is never left: all its cases are computed, many symbols at once, and what counts is put together.

use std::fmt::Write as _;

use model::transducer::{State, Step, SymbolicTransducer};
use smt::Term;

use super::Types;
use super::blocks::{clones, reads, seen_before, symbol, window};
use super::fast::{LEVELS, chosen};
use super::tables::array;
use crate::Refusal;
use crate::expression::{Dialect, Expressions};
use crate::plan::{Home, Plan};

const HOME: &str = include_str!("home.c.in");

/// `NAME_feed`, at home.
pub(super) fn home(
    name: &str,
    plan: &Plan<'_>,
    home: &Home,
    types: &Types,
) -> Result<String, Refusal> {
    let machine = plan.machine;
    let cases = Cases::new(machine, &machine.states[home.state]);
    let writes = cases.writes();
    // The name comes last: it may have any of the other words in it.
    let tables = "NAME_home_table".to_owned();
    let mut expressions = Expressions::new(&machine.terms, Dialect::C, tables.clone())
        .for_vectors()
        .computing_tables();
    for back in 0..=machine.lookback {
        expressions.name(machine.seen(back), symbol(-(back as i64)));
    }
    let inside = reads(plan, 1) + &stores(&cases, &writes, types, &mut expressions)?;
    let mut text = String::new();
    for (number, table) in expressions.tables().iter().enumerate() {
        text += &array("uint32_t", &format!("{tables}{number}"), table);
    }
    let each = |part: &dyn Fn(usize) -> String, between: &str| {
        let parts: Vec<String> = (0..writes.len()).map(part).collect();
        parts.join(between)
    };
    let joins = writes.len() == 1 && machine.output.bits == 8;
    if joins {
        text += LEVELS;
    }
    text += &clones("NAME");
    let narrow = machine.output.bits == 8;
    text += &chosen(HOME, "JOIN", joins)
        .replace(
            "PARAMETERS",
            &each(&|k| format!("OUTPUT *restrict values{k}"), ", "),
        )
        .replace("ARGUMENTS", &each(&|k| format!("values{k}"), ", "))
        .replace("VALUES", &each(&|k| format!("values{k}[NAME_BLOCK]"), ", "))
        .replace(
            "STORES",
            &each(
                &|k| format!("            out[o + {k}] = values{k}[j];"),
                "\n",
            ),
        )
        .replace("INSIDE\n", &inside)
        .replace("WINDOW\n", &seen(plan))
        .replace(
            "BEFORE",
            &seen_before(plan, &format!("st->state != {}", home.state)),
        )
        .replace("COUNT", if narrow { "uint8_t" } else { "uint32_t" })
        .replace("INPUT", &types.input)
        .replace("OUTPUT", &types.output);
    Ok(text.replace("NAME", name))
}

/// What is looked back to afterwards.
fn seen(plan: &Plan<'_>) -> String {
    let (from, window) = (plan.machine.lookback, window(plan, "        "));
    match from {
        0 => String::new(),
        from => format!("    i = n;\n    if (n >= {from}) {{\n{window}    }}\n"),
    }
}

/// What may be written for a symbol, and how much of it is.
fn stores(
    cases: &Cases<'_>,
    writes: &[Term],
    types: &Types,
    expressions: &mut Expressions<'_>,
) -> Result<String, Refusal> {
    let mut text = String::new();
    let lengths = [("counts".to_owned(), cases.length())];
    let values = writes.iter().enumerate();
    let values = values.map(|(place, value)| (format!("values{place}"), *value));
    for (to, value) in values.chain(lengths) {
        let computed = expressions.compute(value)?;
        for declaration in computed.declarations {
            let _ = writeln!(text, "        {declaration}");
        }
        let ty = if to == "counts" {
            "COUNT"
        } else {
            &types.output
        };
        let _ = writeln!(text, "        {to}[b] = ({ty}){};", computed.value);
    }
    Ok(text)
}

/// The cases of a state: the one that takes longest to say holds where no other does.
struct Cases<'a> {
    machine: &'a SymbolicTransducer,
    others: Vec<&'a Step>,
    last: Option<&'a Step>,
}

impl<'a> Cases<'a> {
    fn new(machine: &'a SymbolicTransducer, state: &'a State) -> Self {
        let mut others = crate::plan::by_guard(machine, state);
        let last = others.pop();
        Self {
            machine,
            others,
            last,
        }
    }

    /// One of the values that the cases have, as the guards say; cases without a value do not matter.
    fn chosen(&self, value: impl Fn(&Step) -> Option<Term>) -> Option<Term> {
        let terms = &self.machine.terms;
        let last = self.last.and_then(&value);
        let cases = self.others.iter().rev();
        cases.fold(last, |rest, step| match (value(step), rest) {
            (Some(own), Some(rest)) => Some(terms.ite(step.guard, own, rest)),
            (own, rest) => own.or(rest),
        })
    }

    /// What is stored, place by place.
    fn writes(&self) -> Vec<Term> {
        let mut found = Vec::new();
        while let Some(written) = self.chosen(|step| step.writes.get(found.len()).copied()) {
            found.push(written);
        }
        found
    }

    /// How much of what is stored counts.
    fn length(&self) -> Term {
        let length = |step: &Step| self.machine.terms.bv(32, step.writes.len() as u64);
        let known = self.chosen(|step| Some(length(step)));
        known.unwrap_or_else(|| self.machine.terms.bv(32, 0))
    }
}
