//! The fast form: which templates are filled in, and with what.

use super::{Form, SLACK, Types, rounds, tables};
use crate::Refusal;
use crate::plan::{Dense, FEW_STATES, Plan};

const FEED: &str = include_str!("feed.rs.in");
const FEED_DENSE: &str = include_str!("feed_dense.rs.in");
const DENSE: &str = include_str!("dense.rs.in");
const DENSE_ONE: &str = include_str!("dense_one.rs.in");
const DENSE_FEW: &str = include_str!("dense_few.rs.in");
const DENSE_MANY: &str = include_str!("dense_many.rs.in");
const RUNS: &str = include_str!("runs.rs.in");
const AVX2: &str = include_str!("avx2.rs.in");

/// The fast form.
pub(super) struct Fast {
    /// The method `Stream::feed`.
    pub(super) feed: String,
    /// The modules that it needs.
    pub(super) modules: String,
}

/// `Stream::feed`, with all it needs.
pub(super) fn fast(plan: &Plan<'_>, types: &Types) -> Result<Fast, Refusal> {
    let visible = if plan.streams() { "pub " } else { "" };
    let fast = match (Form::of(plan), &plan.cycle, &plan.dense) {
        (Form::Rounds, Some(cycle), _) => rounds::rounds(plan, cycle, types)?,
        (Form::Tables, _, Some(dense)) => by_tables(plan, dense, types),
        _ => Fast {
            feed: types.fill(FEED),
            modules: String::new(),
        },
    };
    Ok(Fast {
        feed: fast.feed.replace("VISIBLE ", visible),
        ..fast
    })
}

fn by_tables(plan: &Plan<'_>, dense: &Dense, types: &Types) -> Fast {
    let calm = plan.calm.iter().any(Option::is_some);
    let access = match dense.states() {
        1 => DENSE_ONE,
        2..=FEW_STATES => DENSE_FEW,
        _ => DENSE_MANY,
    };
    // Bytes with a sign are the same bytes.
    let bytes = match plan.machine.input.signed {
        true => "std::slice::from_raw_parts(piece.as_ptr().cast::<u8>(), piece.len())",
        false => "piece",
    };
    let mut inside = tables::dense(dense) + &chosen(access, calm);
    if calm {
        inside = tables::calm(&plan.calm) + &inside + RUNS + "\n" + AVX2 + "\n";
    }
    let mut constants = format!(
        "    /// How many words of eight bytes a text takes.\n    const WORDS: usize = {};\n",
        dense.words
    );
    if calm {
        let states = dense.states();
        constants +=
            &format!("    /// How many states there are.\n    const STATES: usize = {states};\n");
    }
    let modules = chosen(DENSE, calm)
        .replace("    #CONSTANTS\n", &constants)
        .replace("    #INSIDE\n", &inside)
        .replace("CLASSES", &dense.classes().to_string())
        .replace("SLACK", &SLACK.to_string());
    Fast {
        feed: types.fill(FEED_DENSE).replace("BYTES", bytes),
        modules,
    }
}

/// A template with what stands between `#CALM` and `#END` for machines that have calm symbols, or with what stands after `#ELSE`.
fn chosen(template: &str, calm: bool) -> String {
    let mut text = String::new();
    let mut meant = true;
    for line in template.lines() {
        match line.trim() {
            "#CALM" => meant = calm,
            "#ELSE" => meant = !calm,
            "#END" => meant = true,
            _ if meant => text += &format!("{line}\n"),
            _ => {}
        }
    }
    text
}
