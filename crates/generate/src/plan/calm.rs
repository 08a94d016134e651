//! Calm symbols: a run of them can be taken as a whole.

use model::transducer::{Cell, SymbolType};

/// With fewer calm symbols a run is not worth looking for.
const FEWEST: usize = 32;

/// What a state does with the symbols that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Calm {
    /// Whether each calm symbol writes one symbol; otherwise none writes anything.
    pub(crate) keeps: bool,
    /// For each byte: whether it is not calm.
    pub(crate) rare: Vec<bool>,
    /// For each byte: what is written for it if it is calm.
    pub(crate) image: Vec<u8>,
}

/// A table over bytes as lookups by half bytes, as vector instructions have them: byte `x` gives the exclusive or, over all
/// rows, of `low[x & 15]` where `high[x >> 4]` says that the row is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<([u8; 16], [u8; 16])>,
}

impl Calm {
    pub(super) fn new(state: usize, cells: &[Option<Cell>], output: SymbolType) -> Option<Self> {
        let written = |cell: &Cell| match (&cell.writes[..], cell.to == state) {
            ([one], true) => u8::try_from(*one).ok().map(Some),
            ([], true) => Some(None),
            _ => None,
        };
        let kinds: Vec<Option<Option<u8>>> = cells
            .iter()
            .map(|cell| cell.as_ref().and_then(written))
            .collect();
        let count = |keeps: bool| {
            let calm = |kind: &&Option<Option<u8>>| kind.is_some_and(|one| one.is_some() == keeps);
            kinds.iter().filter(calm).count()
        };
        let keeps = count(true) >= count(false);
        // Wide symbols are made of bytes by adding zeros in front.
        let narrow = output.bits == 8 || !output.signed;
        if count(keeps) < FEWEST || !narrow {
            return None;
        }
        let is_calm = |kind: &Option<Option<u8>>| kind.is_some_and(|one| one.is_some() == keeps);
        Some(Self {
            keeps,
            rare: kinds.iter().map(|kind| !is_calm(kind)).collect(),
            image: kinds
                .iter()
                .zip(0..=255u8)
                .map(|(kind, x)| kind.filter(|_| is_calm(kind)).flatten().unwrap_or(x))
                .collect(),
        })
    }

    /// Whether runs are copied as they are.
    pub(crate) fn copies(&self) -> bool {
        self.keeps && self.image.iter().zip(0..=255u8).all(|(y, x)| *y == x)
    }

    /// Lookups that say which bytes are rare: two pairs of tables do for any set. A byte is rare if for one of the pairs
    /// `low[x & 15] & high[x >> 4]` is not zero.
    pub(crate) fn nibbles(&self) -> [([u8; 16], [u8; 16]); 2] {
        let pair = |half: usize| {
            let (mut low, mut high) = ([0u8; 16], [0u8; 16]);
            for bit in 0..8 {
                let row = half * 8 + bit;
                high[row] = 1 << bit;
                for (column, entry) in low.iter_mut().enumerate() {
                    *entry |= u8::from(self.rare[row * 16 + column]) << bit;
                }
            }
            (low, high)
        };
        [pair(0), pair(1)]
    }

    /// What changes calm symbols into what is written for them.
    pub(crate) fn rows(&self) -> Rows {
        let mut rows: Vec<([u8; 16], [u8; 16])> = Vec::new();
        for high in 0..16usize {
            let mut change = [0u8; 16];
            for (low, entry) in change.iter_mut().enumerate() {
                let x = high * 16 + low;
                *entry = self.image[x] ^ x as u8;
            }
            if change == [0; 16] {
                continue;
            }
            match rows.iter_mut().find(|(known, _)| *known == change) {
                Some((_, meant)) => meant[high] = 255,
                None => {
                    let mut meant = [0; 16];
                    meant[high] = 255;
                    rows.push((change, meant));
                }
            }
        }
        Rows { rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calm(image: impl Fn(u8) -> Option<u8>) -> Calm {
        let cells: Vec<Option<Cell>> = (0..=255u8)
            .map(|x| {
                let writes = image(x).map_or(vec![1, 2], |y| vec![u64::from(y)]);
                Some(Cell { writes, to: 0 })
            })
            .collect();
        Calm::new(0, &cells, SymbolType::BYTE).expect("many are calm")
    }

    /// What the vector instructions compute with the tables, for every byte.
    #[test]
    fn half_bytes_say_what_the_table_says() {
        let samples = [
            calm(|x| (!b"&<>\"'".contains(&x)).then_some(x)),
            calm(|x| x.is_ascii_alphanumeric().then(|| x.to_ascii_uppercase())),
            calm(|x| (x % 7 != 0).then(|| x.wrapping_mul(37))),
        ];
        for calm in samples {
            let (nibbles, rows) = (calm.nibbles(), calm.rows().rows);
            for x in 0..=255u8 {
                let (low, high) = (usize::from(x & 15), usize::from(x >> 4));
                let rare = nibbles.iter().any(|(l, h)| l[low] & h[high] != 0);
                assert_eq!(rare, calm.rare[usize::from(x)], "{x}");
                let change = rows.iter().fold(0, |sum, (l, h)| sum ^ (l[low] & h[high]));
                assert_eq!(x ^ change, calm.image[usize::from(x)], "{x}");
            }
        }
    }
}
