//! Arrays of numbers in C.

use std::fmt::Write as _;

use crate::plan::{Calm, Dense, FEW_STATES};
use crate::words::numbers;

/// A constant array.
pub(super) fn array(ty: &str, name: &str, entries: &[u64]) -> String {
    let wide = entries.iter().any(|entry| *entry > u64::from(u32::MAX));
    let texts: Vec<String> = entries
        .iter()
        .map(|entry| match wide {
            true => format!("0x{entry:016x}u"),
            false => entry.to_string(),
        })
        .collect();
    let a_line = if wide { 4 } else { 16 };
    format!(
        "static const {ty} {name}[{}] = {};\n\n",
        entries.len(),
        numbers(&texts, a_line)
    )
}

/// The tables of a dense machine.
pub(super) fn dense(name: &str, dense: &Dense) -> String {
    let states = dense.states();
    match states {
        1 => {
            let texts = (0..=255).flat_map(|x| dense.packed(&dense.does(0, x).0));
            array(
                "uint64_t",
                &format!("{name}_text"),
                &texts.collect::<Vec<_>>(),
            )
        }
        2..=FEW_STATES => few(name, dense),
        _ => many(name, dense),
    }
}

/// For each byte: what each of up to eight states writes, and the states after it, eight bits each, times eight.
fn few(name: &str, dense: &Dense) -> String {
    let (mut texts, mut nexts) = (Vec::new(), Vec::new());
    for x in 0..=255 {
        let mut next = 0u64;
        for state in 0..FEW_STATES {
            // States that do not exist are never looked up.
            let (text, to) = dense.does(state.min(dense.states() - 1), x);
            texts.extend(dense.packed(&text));
            next |= (to as u64 * 8) << (8 * state);
        }
        nexts.push(next);
    }
    array("uint64_t", &format!("{name}_text"), &texts)
        + &array("uint64_t", &format!("{name}_nexts"), &nexts)
}

/// Classes of bytes, and for each state and class which text is written and where the next state's row begins.
fn many(name: &str, dense: &Dense) -> String {
    let mut pool: Vec<Vec<u64>> = Vec::new();
    let mut cells = String::new();
    for row in &dense.cells {
        let mut line = Vec::new();
        for cell in row {
            let fixed: Vec<u8> = cell.text.0.iter().map(|b| b.unwrap_or(0)).collect();
            let own: Vec<u8> = cell
                .text
                .0
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
            let number = pool
                .iter()
                .position(|known| *known == text)
                .unwrap_or_else(|| {
                    pool.push(text);
                    pool.len() - 1
                });
            line.push(format!("{{{}, {number}}}", cell.to * dense.classes()));
        }
        let _ = writeln!(cells, "    {},", line.join(", "));
    }
    let class_of: Vec<u64> = dense
        .class_of
        .iter()
        .map(|class| u64::from(*class))
        .collect();
    let total = dense.states() * dense.classes();
    array("uint8_t", &format!("{name}_class"), &class_of)
        + &array("uint64_t", &format!("{name}_texts"), &pool.concat())
        + &format!(
            "/* For each state and class: where the next state's row begins, and which text is written. */\n\
             static const struct {{ uint32_t row, text; }} {name}_cells[{total}] = {{\n{cells}}};\n\n"
        )
}

/// The calm symbols of all states, and which belong to each.
pub(super) fn calm(name: &str, calms: &[Option<Calm>]) -> String {
    let mut found: Vec<&Calm> = Vec::new();
    for calm in calms.iter().flatten() {
        if !found.contains(&calm) {
            found.push(calm);
        }
    }
    let number = |calm: &Option<Calm>| {
        let calm = calm.as_ref()?;
        found.iter().position(|known| *known == calm)
    };
    let places: Vec<String> = calms
        .iter()
        .map(|calm| number(calm).map_or("-1".to_owned(), |number| number.to_string()))
        .collect();
    kinds_of_calm(name, &found)
        + &format!(
            "/* Which of them belongs to a state. */\nstatic const int {name}_calm_of[{}] = {};\n\n",
            calms.len(),
            numbers(&places, 16)
        )
}

/// Sets of calm symbols.
pub(super) fn kinds_of_calm(name: &str, found: &[&Calm]) -> String {
    let rows = found
        .iter()
        .map(|calm| calm.rows().rows.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let mut text = format!(
        "/* Symbols that keep a state and are copied, or dropped: which are none of them (128, or 192 if they have\n \
         * no short text) or change (64), what is written for\n \
         * them, and both as lookups by half bytes. */\n\
         typedef struct {{\n    unsigned keeps, copies, rows, expands, shrinks;\n    uint8_t rare[256], image[256], text_of[256], bits[256], texts[128];\n    \
         uint8_t low[2][16], high[2][16], odd[2][16], odd_sign, tail;\n    uint8_t change[{rows}][16], meant[{rows}][16];\n}} {name}_calm;\n\n\
         static const {name}_calm {name}_calms[{}] = {{\n",
        found.len()
    );
    for calm in found {
        text += &one_calm(calm);
    }
    text += "};\n\n";
    let texts = found.iter().map(|calm| calm.texts.len()).max().unwrap_or(0);
    text += &format!(
        "/* How many texts a state has at most that are written for symbols that keep it. */\n#define {name}_TEXTS {texts}\n\n"
    );
    text
}

/// The state after a run of symbols that turn it, by the length of the run modulo the number of states.
pub(super) fn after(name: &str, after: &[Vec<usize>]) -> String {
    let row = |row: &Vec<usize>| {
        let texts: Vec<String> = row.iter().map(usize::to_string).collect();
        format!("    {{ {} }},\n", texts.join(", "))
    };
    let (states, rows) = (after.len(), after.iter().map(row).collect::<String>());
    format!(
        "/* For a length of a run, modulo {states}, and each state: the state after the run. */\n\
         static const uint8_t {name}_after[{states}][{states}] = {{\n{rows}}};\n\n"
    )
}

fn one_calm(calm: &Calm) -> String {
    let list = |bytes: &[u8]| {
        let texts: Vec<String> = bytes.iter().map(u8::to_string).collect();
        format!("{{ {} }}", texts.join(", "))
    };
    let lines = |bytes: &[u8]| {
        let texts: Vec<String> = bytes.iter().map(u8::to_string).collect();
        numbers(&texts, 32)
    };
    let rare: Vec<u8> = (0..=255u8)
        .map(
            |x| match (calm.rare[usize::from(x)], calm.image[usize::from(x)] == x) {
                (true, _) if calm.text_of[usize::from(x)].is_none() => 192,
                (true, _) => 128,
                (false, false) => 64,
                (false, true) => 0,
            },
        )
        .collect();
    let [(low0, high0), (low1, high1)] = calm.nibbles();
    let ((odd_low, odd_high), odd_sign) = calm.odd();
    let rows = calm.rows().rows;
    let all = |halves: Vec<[u8; 16]>| {
        let texts: Vec<String> = halves.iter().map(|half| list(half)).collect();
        match texts.is_empty() {
            true => "{ { 0 } }".to_owned(),
            false => format!("{{ {} }}", texts.join(", ")),
        }
    };
    format!(
        "    {{ {}, {}, {}, {}, {}, {}, {}, {}, {}, {},\n      {{ {}, {} }}, {{ {}, {} }}, {{ {}, {} }}, {}, {},\n      {}, {} }},\n",
        u8::from(calm.keeps) + u8::from(calm.tail.is_some()),
        u8::from(calm.copies()),
        rows.len(),
        u8::from(!calm.texts.is_empty()),
        u8::from(calm.shrinks()),
        lines(&rare),
        lines(&calm.image),
        lines(&places(calm)),
        lines(&calm.bits()),
        lines(&texts(calm)),
        list(&low0),
        list(&low1),
        list(&high0),
        list(&high1),
        list(&odd_low),
        list(&odd_high),
        odd_sign,
        calm.tail.unwrap_or(0),
        all(rows.iter().map(|row| row.0).collect()),
        all(rows.iter().map(|row| row.1).collect()),
    )
}

/// The texts, eight bytes each.
fn texts(calm: &Calm) -> Vec<u8> {
    let mut bytes = vec![0; 128];
    for (number, text) in calm.texts.iter().enumerate() {
        bytes[8 * number..8 * number + text.len()].copy_from_slice(text);
    }
    bytes
}

/// Where the text of each byte begins; 128 for those that write themselves or their image.
fn places(calm: &Calm) -> Vec<u8> {
    let place = |text: &Option<usize>| text.map_or(128, |number| 8 * number as u8);
    calm.text_of.iter().map(place).collect()
}
