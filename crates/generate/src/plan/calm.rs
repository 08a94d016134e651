//! Calm symbols: a run of them can be taken as a whole.

use model::transducer::{Cell, SymbolType};

/// With fewer calm symbols a run is not worth looking for.
const FEWEST: usize = 32;

/// What a state does with the symbols that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Calm {
    /// Whether each calm symbol writes one symbol; otherwise none writes anything.
    pub(crate) keeps: bool,
    /// What each calm symbol writes behind that, if there is anything.
    pub(crate) tail: Option<u8>,
    /// For each byte: whether it is not calm.
    pub(crate) rare: Vec<bool>,
    /// For each byte: what is written for it if it is calm.
    pub(crate) image: Vec<u8>,
    /// Texts of up to eight bytes that are written for bytes that keep the state and are not calm.
    pub(crate) texts: Vec<Vec<u8>>,
    /// For each such byte: which of the texts.
    pub(crate) text_of: Vec<Option<usize>>,
}

/// So many texts fit in two vectors.
const MOST_TEXTS: usize = 16;
/// So long a text fits in its part of them.
const LONGEST_TEXT: usize = 8;

/// A table over bytes as lookups by half bytes, as vector instructions have them: byte `x` gives the exclusive or, over all
/// rows, of `low[x & 15]` where `high[x >> 4]` says that the row is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<([u8; 16], [u8; 16])>,
}

/// What is looked up by the lower and by the upper half of a byte.
pub(crate) type Nibbles = ([u8; 16], [u8; 16]);

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
        let weight = |keeps: bool| {
            let calm =
                (0..kinds.len()).filter(|x| kinds[*x].is_some_and(|one| one.is_some() == keeps));
            calm.map(weight).sum::<usize>()
        };
        let keeps = weight(true) >= weight(false);
        // Wide symbols are made of bytes by adding zeros in front.
        let narrow = output.bits == 8 || !output.signed;
        if count(keeps) < FEWEST || !narrow {
            return None;
        }
        let is_calm = |kind: &Option<Option<u8>>| kind.is_some_and(|one| one.is_some() == keeps);
        let rare = |x: &usize| !is_calm(&kinds[*x]);
        let (texts, text_of) = texts(state, cells, rare);
        Some(Self {
            texts,
            text_of,
            keeps,
            tail: None,
            rare: kinds.iter().map(|kind| !is_calm(kind)).collect(),
            image: kinds
                .iter()
                .zip(0..=255u8)
                .map(|(kind, x)| kind.filter(|_| is_calm(kind)).flatten().unwrap_or(x))
                .collect(),
        })
    }

    /// Symbols that keep a state, each of which writes one byte and then the same as the others: units of UTF-16, and the like.
    pub(super) fn with_tail(
        state: usize,
        cells: &[Option<Cell>],
        output: SymbolType,
    ) -> Option<Self> {
        let written = |cell: &Option<Cell>| match cell {
            Some(cell) if cell.to == state => match cell.writes[..] {
                [one, tail] => Some((u8::try_from(one).ok()?, u8::try_from(tail).ok()?)),
                _ => None,
            },
            _ => None,
        };
        let kinds: Vec<Option<(u8, u8)>> = cells.iter().map(written).collect();
        let count = |tail: u8| kinds.iter().flatten().filter(|kind| kind.1 == tail).count();
        let tail = (0..=255).max_by_key(|tail| count(*tail))?;
        if count(tail) < FEWEST || output != SymbolType::BYTE {
            return None;
        }
        let calm = |kind: &Option<(u8, u8)>| kind.filter(|kind| kind.1 == tail);
        let rare: Vec<bool> = kinds.iter().map(|kind| calm(kind).is_none()).collect();
        let image = kinds.iter().zip(0..=255u8);
        Some(Self {
            keeps: true,
            tail: Some(tail),
            image: image
                .map(|(kind, x)| calm(kind).map_or(x, |kind| kind.0))
                .collect(),
            texts: Vec::new(),
            text_of: vec![None; rare.len()],
            rare,
        })
    }

    /// Symbols that are copied; those that are not have texts that are found elsewhere.
    pub(super) fn copied(rare: Vec<bool>) -> Self {
        Self {
            keeps: true,
            tail: None,
            image: (0..=255).collect(),
            texts: vec![Vec::new()],
            text_of: rare.iter().map(|rare| rare.then_some(0)).collect(),
            rare,
        }
    }

    /// For each byte: a bit for each symbol that is written, if these are calm or from the texts.
    pub(crate) fn bits(&self) -> Vec<u8> {
        let bits = |x: usize| match (self.rare[x], self.text_of[x]) {
            (false, _) => u8::from(self.keeps),
            (true, Some(number)) => ((1u16 << self.texts[number].len()) - 1) as u8,
            (true, None) => 0,
        };
        (0..self.rare.len()).map(bits).collect()
    }

    /// Whether all symbols keep the state, and those that are not calm write nothing.
    pub(crate) fn shrinks(&self) -> bool {
        let rare = self
            .rare
            .iter()
            .zip(&self.text_of)
            .filter(|(rare, _)| **rare);
        let nothing = |text: &Option<usize>| text.is_some_and(|text| self.texts[text].is_empty());
        self.keeps && rare.clone().count() > 0 && rare.map(|(_, text)| text).all(nothing)
    }

    /// Whether runs are copied as they are.
    pub(crate) fn copies(&self) -> bool {
        self.keeps && self.image.iter().zip(0..=255u8).all(|(y, x)| *y == x)
    }

    /// Lookups that say which bytes are rare: two pairs of tables do for any set. A byte is rare if for one of the pairs
    /// `low[x & 15] & high[x >> 4]` is not zero.
    pub(crate) fn nibbles(&self) -> [Nibbles; 2] {
        [0, 1].map(|half| nibbles(half, |x| self.rare[x]))
    }

    /// Lookups that say which bytes below 128 are not copied as they are, and the highest bit if there are others.
    pub(crate) fn odd(&self) -> (Nibbles, u8) {
        let odd = |x: usize| !self.keeps || self.rare[x] || usize::from(self.image[x]) != x;
        let others = (128..self.rare.len()).any(odd);
        (nibbles(0, odd), if others { 128 } else { 0 })
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

/// Lookups that say which of the lower or the upper 128 bytes are meant.
fn nibbles(half: usize, meant: impl Fn(usize) -> bool) -> Nibbles {
    let (mut low, mut high) = ([0u8; 16], [0u8; 16]);
    for bit in 0..8 {
        let row = half * 8 + bit;
        high[row] = 1 << bit;
        for (column, entry) in low.iter_mut().enumerate() {
            *entry |= u8::from(meant(row * 16 + column)) << bit;
        }
    }
    (low, high)
}

/// About how often a byte is met: most inputs are texts.
fn weight(x: usize) -> usize {
    match x as u8 {
        b' ' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => 16,
        b'!'..=b'~' => 4,
        _ => 1,
    }
}

/// The texts of bytes that keep the state and are not calm, and which of them each has. Where there are too many, printed
/// characters come first: there are more of them in texts.
fn texts(
    state: usize,
    cells: &[Option<Cell>],
    rare: impl Fn(&usize) -> bool,
) -> (Vec<Vec<u8>>, Vec<Option<usize>>) {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    let mut text_of = vec![None; cells.len()];
    for x in (32..127).chain(0..32).chain(127..256).filter(rare) {
        let Some(cell) = cells[x].as_ref().filter(|cell| cell.to == state) else {
            continue;
        };
        let bytes = cell.writes.iter().map(|symbol| u8::try_from(*symbol).ok());
        let Some(text) = bytes.collect::<Option<Vec<u8>>>() else {
            continue;
        };
        let known = texts.iter().position(|known| *known == text);
        if known.is_none() && texts.len() < MOST_TEXTS && text.len() <= LONGEST_TEXT {
            texts.push(text);
            text_of[x] = Some(texts.len() - 1);
        } else {
            text_of[x] = known;
        }
    }
    (texts, text_of)
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
                let (odd, sign) = calm.odd();
                let is_odd = rare || calm.image[usize::from(x)] != x;
                let found = odd.0[low] & odd.1[high] != 0 && x < 128 || x & sign != 0;
                assert!(found == is_odd || (found && x >= 128), "{x}");
                let change = rows.iter().fold(0, |sum, (l, h)| sum ^ (l[low] & h[high]));
                assert_eq!(x ^ change, calm.image[usize::from(x)], "{x}");
            }
        }
    }
}
