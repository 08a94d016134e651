//! Tables that can be computed: `"0123456789abcdef"[i]` is `i < 10 ? i + 48 : i + 87`.

/// With more pieces a lookup is cheaper.
pub(crate) const MOST_PIECES: usize = 6;

/// A stretch of a table where each entry is its place plus the same number, or all are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The first place behind the stretch.
    pub(crate) end: usize,
    /// What is added to the place; without a place it is the entry itself.
    pub(crate) add: u64,
    pub(crate) with_place: bool,
}

/// The stretches of a table, if it has no more than so many. Sums wrap at 32 bits.
pub(crate) fn pieces(entries: &[u64], most: usize) -> Option<Vec<Piece>> {
    let mut found: Vec<Piece> = Vec::new();
    let mut start = 0;
    while start < entries.len() {
        if found.len() == most {
            return None;
        }
        let piece = piece(entries, start)?;
        start = piece.end;
        found.push(piece);
    }
    Some(found)
}

/// The longest stretch from a place on.
fn piece(entries: &[u64], start: usize) -> Option<Piece> {
    let first = u32::try_from(entries[start]).ok()?;
    let add = first.wrapping_sub(start as u32);
    let reach = |holds: &dyn Fn(usize) -> bool| {
        let length = (start..entries.len()).take_while(|i| holds(*i)).count();
        start + length
    };
    let same = reach(&|i| entries[i] == u64::from(first));
    let rising = reach(&|i| entries[i] == u64::from(add.wrapping_add(i as u32)));
    Some(match same >= rising {
        true => Piece {
            end: same,
            add: u64::from(first),
            with_place: false,
        },
        false => Piece {
            end: rising,
            add: u64::from(add),
            with_place: true,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the pieces say at a place.
    fn entry(pieces: &[Piece], place: usize) -> u64 {
        let piece = pieces.iter().find(|piece| place < piece.end);
        let piece = piece.expect("a piece holds every place");
        let place = if piece.with_place { place as u32 } else { 0 };
        u64::from((piece.add as u32).wrapping_add(place))
    }

    #[test]
    fn pieces_say_what_the_table_says() {
        let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let tables: [(Vec<u64>, usize); 4] = [
            (alphabet.iter().map(|b| u64::from(*b)).collect(), 5),
            (
                b"0123456789abcdef".iter().map(|b| u64::from(*b)).collect(),
                2,
            ),
            ((0..64).map(|i| u64::from(i < 60)).collect(), 2),
            ((0..16).map(|i| 15 - i).collect(), 16),
        ];
        for (table, count) in tables {
            let found = pieces(&table, 16).expect("there are few");
            assert_eq!(found.len(), count, "{table:?}");
            for (place, value) in table.iter().enumerate() {
                assert_eq!(entry(&found, place), *value);
            }
            assert_eq!(pieces(&table, count - 1), None);
        }
    }
}
