//! Arrays of numbers in Rust.

use std::fmt::Write as _;

use crate::plan::{Calm, Dense, FEW_STATES};

/// Lines of numbers, so many a line.
fn lines(numbers: &[String], a_line: usize, indent: &str) -> String {
    let lines = numbers.chunks(a_line);
    lines
        .map(|line| format!("{indent}{},\n", line.join(", ")))
        .collect()
}

/// A table of numbers in the smallest type that has them all.
pub(super) fn array(name: &str, entries: &[u64]) -> String {
    let ty = match entries.iter().max().copied().unwrap_or(0) {
        0..=0xff => "u8",
        0x100..=0xffff => "u16",
        0x1_0000..=0xffff_ffff => "u32",
        _ => "u64",
    };
    let texts: Vec<String> = entries.iter().map(u64::to_string).collect();
    let texts = lines(&texts, 16, "    ");
    format!("static {name}: [{ty}; {}] = [\n{texts}];\n", entries.len())
}

/// `[0x…, 0x…]`
fn words(words: &[u64]) -> String {
    let texts: Vec<String> = words.iter().map(|word| format!("{word:#018x}")).collect();
    format!("[{}]", texts.join(", "))
}

/// The tables of a dense machine.
pub(super) fn dense(dense: &Dense) -> String {
    match dense.states() {
        1 => {
            let texts = (0..=255).map(|x| dense.packed(&dense.does(0, x).0));
            texts_table("TEXT", &texts.collect::<Vec<_>>())
        }
        2..=FEW_STATES => few(dense),
        _ => many(dense),
    }
}

fn texts_table(name: &str, texts: &[Vec<u64>]) -> String {
    let size = texts.first().map_or(0, Vec::len);
    let shown: Vec<String> = texts.iter().map(|text| words(text)).collect();
    let shown = lines(&shown, 4 / size.clamp(1, 4), "        ");
    format!(
        "    static {name}: [[u64; {size}]; {}] = [\n{shown}    ];\n\n",
        texts.len()
    )
}

/// For each byte: what each of up to eight states writes, and the states after it, eight bits each, times eight.
fn few(dense: &Dense) -> String {
    let (mut texts, mut nexts) = (Vec::new(), Vec::new());
    for x in 0..=255 {
        let mut next = 0u64;
        for state in 0..FEW_STATES {
            // States that do not exist are never looked up.
            let (text, to) = dense.does(state.min(dense.states() - 1), x);
            texts.push(dense.packed(&text));
            next |= (to as u64 * 8) << (8 * state);
        }
        nexts.push(format!("{next:#018x}"));
    }
    let nexts = lines(&nexts, 4, "        ");
    texts_table("TEXT", &texts) + &format!("    static NEXTS: [u64; 256] = [\n{nexts}    ];\n\n")
}

/// Classes of bytes, and for each state and class where the next state's row begins and which text is written.
fn many(dense: &Dense) -> String {
    let mut pool: Vec<Vec<u64>> = Vec::new();
    let mut cells = String::new();
    for row in &dense.cells {
        let mut line = Vec::new();
        for cell in row {
            let text = fixed_and_own(dense, &cell.text.0);
            let known = pool.iter().position(|known| *known == text);
            let number = known.unwrap_or_else(|| {
                pool.push(text);
                pool.len() - 1
            });
            line.push(format!("({}, {number})", cell.to * dense.classes()));
        }
        let _ = writeln!(cells, "        {},", line.join(", "));
    }
    let class_of: Vec<String> = dense.class_of.iter().map(u8::to_string).collect();
    let total = dense.states() * dense.classes();
    format!(
        "    static CLASS: [u8; 256] = [\n{}    ];\n\n{}    \
         /// For each state and class: where the next state's row begins, and which text is written.\n    \
         static CELLS: [(u32, u32); {total}] = [\n{cells}    ];\n\n",
        lines(&class_of, 16, "        "),
        texts_table("TEXTS", &pool)
    )
}

/// The bytes of a text that are always the same, with its length, and behind them where the symbol itself belongs.
fn fixed_and_own(dense: &Dense, text: &[Option<u8>]) -> Vec<u64> {
    let fixed: Vec<u8> = text.iter().map(|b| b.unwrap_or(0)).collect();
    let own: Vec<u8> = text
        .iter()
        .map(|b| if b.is_none() { 255 } else { 0 })
        .collect();
    let mut text = dense.packed(&fixed);
    let mut own = dense.packed(&own);
    // The length stands with the fixed bytes alone.
    if let Some(last) = own.last_mut() {
        *last &= u64::MAX >> 8;
    }
    text.extend(own);
    text
}

/// The calm symbols of all states.
pub(super) fn calm(calms: &[Option<Calm>]) -> String {
    let mut text = String::new();
    let mut of_states = Vec::new();
    let mut found = 0;
    for calm in calms {
        let Some(calm) = calm else {
            of_states.push("None".to_owned());
            continue;
        };
        text += &one_calm(found, calm);
        of_states.push(format!("Some(&CALM{found})"));
        found += 1;
    }
    let of_states = lines(&of_states, 6, "        ");
    text + &format!(
        "    /// The calm symbols of each state.\n    static CALM_OF: [Option<&Calm>; {}] = [\n{of_states}    ];\n\n",
        calms.len()
    )
}

fn one_calm(number: usize, calm: &Calm) -> String {
    let list = |bytes: &[u8]| {
        let texts: Vec<String> = bytes.iter().map(u8::to_string).collect();
        format!("[{}]", texts.join(", "))
    };
    let pair = |(low, high): &([u8; 16], [u8; 16])| {
        format!(
            "            (\n                {},\n                {},\n            ),\n",
            list(low),
            list(high)
        )
    };
    let rare: Vec<String> = calm.rare.iter().map(bool::to_string).collect();
    let image: Vec<String> = calm.image.iter().map(u8::to_string).collect();
    let nibbles: String = calm.nibbles().iter().map(pair).collect();
    let change: String = calm.rows().rows.iter().map(pair).collect();
    let deep = "            ";
    format!(
        "    static CALM{number}: Calm = Calm {{\n        keeps: {},\n        copies: {},\n        \
         rare: [\n{}        ],\n        image: [\n{}        ],\n        \
         nibbles: [\n{nibbles}        ],\n        changes: &[\n{change}        ],\n    }};\n\n",
        calm.keeps,
        calm.copies(),
        lines(&rare, 16, deep),
        lines(&image, 16, deep),
    )
}
