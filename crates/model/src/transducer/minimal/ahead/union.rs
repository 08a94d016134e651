//! Two machines for different inputs as one that need not know which of them an input is for: the determinisation of their
//! union, if there is one (C. Choffrut, "Une caractérisation des fonctions séquentielles et des fonctions
//! sous-séquentielles en tant que relations rationnelles", TCS 5, 1977, doi 10.1016/0304-3975(77)90049-4).

use rustc_hash::FxHashMap;

use super::super::rows::{Entry, NOWHERE, Out, Row, Rows, Words};

/// A machine that has to hold back more than this is none.
const MOST_HELD: usize = 64;

/// What both do, if that can be done with a few more states; `None` else.
pub(super) fn union(a: &Rows, b: &Rows) -> Option<Rows> {
    let most = 2 * (a.rows.len() + b.rows.len()) + 16;
    let (places, numbers) = Default::default();
    let mut union = Union {
        parts: [a, b],
        words: Words::new(),
        places,
        numbers,
        most,
    };
    let begin = |rows: &Rows| Some((rows.starts[0], Vec::new()));
    union.number([begin(a), begin(b)]);
    let mut rows = Vec::new();
    while let Some(place) = union.places.get(rows.len()).cloned() {
        rows.push(union.row(&place)?);
    }
    Some(Rows {
        words: union.words,
        rows,
        starts: vec![0],
    })
}

/// Where one of the two is, and what it has written that is still held back; `None` if no input of its leads here.
type Side = Option<(u32, Vec<u64>)>;

type Place = [Side; 2];

struct Union<'a> {
    parts: [&'a Rows; 2],
    words: Words,
    places: Vec<Place>,
    numbers: FxHashMap<Place, u32>,
    /// With more places than this it is given up.
    most: usize,
}

impl Union<'_> {
    /// The number of a place; `None` if there are too many.
    fn number(&mut self, place: Place) -> Option<u32> {
        if let Some(known) = self.numbers.get(&place) {
            return Some(*known);
        }
        let number = self.places.len() as u32;
        self.places.push(place.clone());
        self.numbers.insert(place, number);
        (self.places.len() <= self.most).then_some(number)
    }

    fn row(&mut self, place: &Place) -> Option<Row> {
        let parts = self.parts;
        let row = |i: usize| {
            place[i]
                .as_ref()
                .map(|(at, held)| (&parts[i].rows[*at as usize], &held[..]))
        };
        let rows = [row(0), row(1)];
        let size = parts[0].rows[0].entries.len();
        let mut entries: Vec<Entry> = Vec::with_capacity(size);
        let mut last = None;
        for symbol in 0..size {
            let now = [0, 1].map(|i| rows[i].map(|(row, held)| (row.entries[symbol], held)));
            // Many symbols in a row do the same.
            match (last == Some(now), entries.last().copied()) {
                (true, Some(entry)) => entries.push(entry),
                _ => entries.push(self.entry(now)?),
            }
            last = Some(now);
        }
        let (end, open) = self.end(rows)?;
        let mut failures = rows.iter().flatten().map(|(row, _)| &row.failure);
        let failure = failures.next()?;
        // How it fails is not said of an input before it is known that it fails.
        if failures.any(|other| other != failure) {
            return None;
        }
        Some(Row {
            entries,
            end,
            open,
            failure: failure.clone(),
        })
    }

    fn entry(&mut self, sides: [Option<(Entry, &[u64])>; 2]) -> Option<Entry> {
        let comes = sides
            .iter()
            .flatten()
            .filter(|(entry, _)| *entry != Entry::FREE);
        let undefined = comes
            .clone()
            .filter(|(entry, _)| entry.to == NOWHERE)
            .count();
        match comes.count() {
            0 => return Some(Entry::FREE),
            all if all == undefined => return Some(Entry::UNDEFINED),
            _ if undefined > 0 => return None,
            _ => {}
        }
        let after = |i: usize| {
            let (entry, held) = sides[i].filter(|(entry, _)| entry.to != NOWHERE)?;
            Some((
                entry.to,
                [held, self.parts[i].words.word(entry.out)].concat(),
            ))
        };
        let mut place = [after(0), after(1)];
        let certain = match &place {
            [Some((_, a)), Some((_, b))] => a.iter().zip(b).take_while(|(a, b)| a == b).count(),
            [Some((_, all)), None] | [None, Some((_, all))] => all.len(),
            [None, None] => 0,
        };
        let mut written = Vec::new();
        for (_, held) in place.iter_mut().flatten() {
            written = held.drain(..certain).collect();
            if held.len() > MOST_HELD {
                return None;
            }
        }
        let out = self.words.number(&written);
        Some(Entry {
            out,
            to: self.number(place)?,
        })
    }

    /// What is written at the end, and whether no input ends here. An input is for one of the two only.
    fn end(&mut self, rows: [Option<(&Row, &[u64])>; 2]) -> Option<(Option<Out>, bool)> {
        let mut ends = (0..2).filter_map(|i| {
            rows[i]
                .filter(|(row, _)| !row.open)
                .map(|(row, held)| (i, row, held))
        });
        match (ends.next(), ends.next()) {
            (None, _) => Some((None, true)),
            (Some((i, row, held)), None) => {
                let word = row
                    .end
                    .map(|out| [held, self.parts[i].words.word(out)].concat());
                Some((word.map(|word| self.words.number(&word)), false))
            }
            (Some(_), Some(_)) => None,
        }
    }
}

/// What one or the other accepts.
pub(super) fn either(a: &Rows, b: &Rows) -> Rows {
    let first = (a.starts[0], b.starts[0]);
    let mut pairs = vec![first];
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::from_iter([(first, 0)]);
    let mut rows: Vec<Row> = Vec::new();
    while let Some(&(x, y)) = pairs.get(rows.len()) {
        let (x, y) = (a.rows.get(x as usize), b.rows.get(y as usize));
        let mut row = Row::failing(a.rows[0].entries.len(), None);
        for (symbol, entry) in row.entries.iter_mut().enumerate() {
            let to = [x, y].map(|row| row.map_or(NOWHERE, |row| row.entries[symbol].to));
            if to != [NOWHERE; 2] {
                let fresh = pairs.len() as u32;
                let number = *numbers.entry((to[0], to[1])).or_insert(fresh);
                if number == fresh {
                    pairs.push((to[0], to[1]));
                }
                *entry = Entry { out: 0, to: number };
            }
        }
        row.end = [x, y].into_iter().flatten().find_map(|row| row.end);
        rows.push(row);
    }
    Rows {
        words: Words::new(),
        rows,
        starts: vec![0],
    }
}

/// Machines side by side, each with its start.
pub(super) fn beside<'a>(parts: impl Iterator<Item = &'a Rows>) -> Rows {
    let mut all = Rows {
        words: Words::new(),
        rows: Vec::new(),
        starts: Vec::new(),
    };
    for part in parts {
        let first = all.rows.len() as u32;
        let mut moved = |out: Out| all.words.number(part.words.word(out));
        for row in &part.rows {
            let mut row = row.clone();
            row.end = row.end.map(&mut moved);
            for entry in row.entries.iter_mut().filter(|entry| entry.to != NOWHERE) {
                *entry = Entry {
                    out: moved(entry.out),
                    to: first + entry.to,
                };
            }
            all.rows.push(row);
        }
        all.starts
            .extend(part.starts.iter().map(|start| first + start));
    }
    all
}
