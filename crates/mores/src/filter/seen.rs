//! What a filter was seen to write, where nothing else is known of it: a few runs on the interpreter, which take no time.

use ir::IntType;
use step::stream::{Filter, Ran};

/// Steps that a run may take.
const STEPS: u64 = 100_000;

/// Inputs of bytes.
const TEXTS: [&[u8]; 5] = [b"", b"a", b"Hello, 1 & 2", b"\x00\xff", b"aa\nbb\n"];

/// Inputs of other symbols.
const NUMBERS: [&[u64]; 5] = [&[], &[0], &[1], &[1, 2, 3], &[1000, 2000, 100, u64::MAX]];

/// A note with what some inputs become; none if no run ends.
pub(super) fn note(filter: &Filter) -> Option<String> {
    let seen: Vec<String> = inputs(filter.reads)
        .iter()
        .filter_map(|input| {
            let became = match filter.run(input, STEPS) {
                Ran::Wrote(written) => symbols(&written, filter.writes),
                Ran::Fails { what, .. } => format!("a failure ({what})"),
                Ran::Discarded | Ran::Unknown(_) => return None,
            };
            Some(format!("{} became {became}", symbols(input, filter.reads)))
        })
        .collect();
    (!seen.is_empty()).then(|| format!("some runs on the interpreter: {}", seen.join("; ")))
}

fn inputs(reads: IntType) -> Vec<Vec<u64>> {
    match reads.bits {
        8 => TEXTS
            .iter()
            .map(|text| text.iter().map(|byte| u64::from(*byte)).collect())
            .collect(),
        bits => {
            let fitting = |symbol: &u64| symbol & (u64::MAX >> (64 - u32::from(bits).min(64)));
            let cut = |numbers: &&[u64]| numbers.iter().map(fitting).collect();
            NUMBERS.iter().map(cut).collect()
        }
    }
}

fn symbols(symbols: &[u64], ty: IntType) -> String {
    if ty.bits == 8 {
        let text: Vec<u8> = symbols.iter().map(|symbol| *symbol as u8).collect();
        return format!("\"{}\"", text.escape_ascii());
    }
    let shift = 64 - u32::from(ty.bits).min(64);
    let number = |symbol: &u64| match ty.signed {
        true => ((symbol << shift) as i64 >> shift).to_string(),
        false => symbol.to_string(),
    };
    let numbers: Vec<String> = symbols.iter().map(number).collect();
    format!("[{}]", numbers.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bits: u8, signed: bool) -> IntType {
        IntType { bits, signed }
    }

    #[test]
    fn symbols_are_shown_as_what_they_are() {
        assert_eq!(symbols(&[97, 10, 255], of(8, false)), r#""a\n\xff""#);
        assert_eq!(symbols(&[0xffff, 1], of(16, true)), "[-1 1]");
        assert_eq!(symbols(&[0xffff], of(16, false)), "[65535]");
    }

    #[test]
    fn inputs_fit_into_their_symbols() {
        let short = inputs(of(16, true));
        assert!(short.iter().flatten().all(|symbol| *symbol < 1 << 16));
        assert_eq!(
            inputs(of(64, false)).last().and_then(|i| i.last()),
            Some(&u64::MAX)
        );
    }
}
