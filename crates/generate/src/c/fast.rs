//! The fast form: which templates are filled in, and with what.

use super::{Types, blocks, home, tables};
use crate::Refusal;
use crate::plan::{Dense, FEW_STATES, Form, Plan};

pub(super) const LEVELS: &str = include_str!("levels.c.in");
const RUN: &str = include_str!("run.c.in");
const RUN_AVX512: &str = include_str!("run_avx512.c.in");
const RUN_AVX2: &str = include_str!("run_avx2.c.in");
const RUN_NEON: &str = include_str!("run_neon.c.in");
const NEON: &str = include_str!("neon.c.in");
const SPREAD: &str = include_str!("spread.c.in");
const PLACES: &str = include_str!("places.c.in");
const RUNS: &str = include_str!("runs.c.in");
const TURN: &str = include_str!("turn.c.in");
const TURNS: &str = include_str!("turns.c.in");
const LENGTHS: &str = include_str!("lengths.c.in");
const LENGTHS_NEON: &str = include_str!("lengths_neon.c.in");
const DENSE_ONE: &str = include_str!("dense_one.c.in");
const DENSE_FEW: &str = include_str!("dense_few.c.in");
const DENSE_MANY: &str = include_str!("dense_many.c.in");
const DENSE: &str = include_str!("dense.c.in");

/// `NAME_feed`, with all it needs.
pub(super) fn fast(name: &str, plan: &Plan<'_>) -> Result<String, Refusal> {
    let types = Types::new(plan);
    let head = format!(
        "{}size_t {name}_feed({name}_stream *st, const {} *in, size_t n, {} *out)",
        if plan.streams() { "" } else { "static " },
        types.input,
        types.output
    );
    let plain = format!("{head}\n{{\n    return {name}_steps(st, in, n, out);\n}}\n");
    let fast = match plan.form() {
        Form::Rounds(cycle) => blocks::blocks(name, plan, cycle, &types)?,
        Form::Tables(dense) => tables(name, plan, dense, &types),
        Form::Runs => runs_and_steps(name, plan, &types),
        Form::Home(home) => home::home(name, plan, home, &types)?,
        Form::Steps => return Ok(plain + "\n"),
    };
    Ok(format!(
        "#ifdef {name}_SEQUENTIAL\n{plain}#else\n{fast}#endif\n\n"
    ))
}

fn tables(name: &str, plan: &Plan<'_>, dense: &Dense, types: &Types) -> String {
    let fill = |text: &str| text.replace("NAME", name);
    let calm = plan.calm.iter().any(Option::is_some);
    let access = match dense.states() {
        1 => DENSE_ONE,
        2..=FEW_STATES => DENSE_FEW,
        _ => DENSE_MANY,
    };
    let access = access
        .replace("WORDS", &dense.words.to_string())
        .replace("CLASSES", &dense.classes().to_string());
    let mut text = tables::dense(name, dense) + &fill(&access);
    text += &format!("#define {name}_STATES {}u\n\n", dense.states());
    if calm {
        text += &tables::calm(name, &plan.calm);
        text += &fill(LEVELS);
        text += &fill(NEON);
        text += &fill(&runs());
    }
    let turn = plan.turn.as_ref().filter(|_| !calm);
    if let Some(turn) = turn {
        text += &tables::kinds_of_calm(name, &[&turn.calm]);
        text += &tables::after(name, &turn.after);
        text += &fill(LEVELS);
        text += &fill(NEON);
        text += &fill(&turns(dense.states()));
    }
    let silent = plan.silent.contains(&true);
    if silent {
        let silent: Vec<u64> = plan
            .silent
            .iter()
            .map(|silent| u64::from(*silent))
            .collect();
        text += "/* Whether nothing more is written, but for the end. */\n";
        text += &tables::array("uint8_t", &format!("{name}_silent"), &silent);
    }
    // The name comes last: it may have any of the other words in it.
    let feed = chosen(&chosen(DENSE, "CALM", calm), "TURN", turn.is_some());
    let feed = chosen(&feed, "SILENT", silent)
        .replace("LINKAGE ", if plan.streams() { "" } else { "static " })
        .replace("INPUT", &types.input)
        .replace("OUTPUT", &types.output);
    text + &fill(&feed)
}

fn runs_and_steps(name: &str, plan: &Plan<'_>, types: &Types) -> String {
    let window = blocks::window(plan, "                ");
    let fill = |text: &str| text.replace("NAME", name);
    let lengths = LENGTHS
        .replace("ARM\n", LENGTHS_NEON)
        .replace("INPUT", &types.input)
        .replace("OUTPUT", &types.output)
        .replace("            WINDOW\n", &window);
    tables::calm(name, &plan.calm) + &fill(LEVELS) + &fill(NEON) + &fill(&lengths)
}

/// The same loop over blocks for each kind of vector.
fn runs() -> String {
    kinds(RUNS, RUN)
}

/// Runs that turn the state, for each kind of vector.
fn turns(states: usize) -> String {
    kinds(TURNS, &TURN.replace("STATES", &states.to_string()))
}

/// A loop over blocks, once for each kind of vector, in the places of a text.
fn kinds(text: &str, over_blocks: &str) -> String {
    let instance = |template: &str, suffix: &str, width: &str| {
        let own = (PLACES.to_owned() + over_blocks)
            .replace("SUFFIX", suffix)
            .replace("WIDTH", width);
        template.to_owned() + &own
    };
    let text = SPREAD.to_owned() + text;
    text.replace("AVX512\n", &instance(RUN_AVX512, "avx512", "64"))
        .replace("AVX2\n", &instance(RUN_AVX2, "avx2", "32"))
        .replace("ARM\n", &instance(RUN_NEON, "neon", "64"))
}

/// The text with the parts between `#MARK` and `#END`, or without them.
pub(super) fn chosen(text: &str, mark: &str, wanted: bool) -> String {
    let [begin, end] = [format!("#{mark}\n"), format!("#END {mark}\n")];
    let mut parts = text.split(&begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (inside, after) = part.split_once(&end).unwrap_or((part, ""));
        text + if wanted { inside } else { "" } + after
    })
}
