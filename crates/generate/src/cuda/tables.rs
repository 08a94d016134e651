//! The tables of a filter, as the kernel takes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write as _};

use crate::Refusal;
use crate::plan::{Dense, Text};
use crate::words::numbers;

/// A map from states to states is packed into 64 bits, four for each state.
const MOST_STATES: usize = 16;
/// The room for one text: two words of eight bytes.
pub(super) const TEXT_ROOM: usize = 16;
/// A text's number and the symbol that goes into it have a byte each.
const MOST_WITH_SYMBOL: usize = 256;
/// The shared memory that every block of threads can have, in bytes.
const SHARED: usize = 48 * 1024;
/// What a block of threads needs of it beside tables and the buffer for what it writes, with what alignment costs.
const SHARED_FOR_THE_REST: usize = 640;
/// How many bytes a block of threads reads at a time, and how many of them one of its warps reads.
const TILE: usize = 256 * 32;
const WARP: usize = 32 * 32;
/// The buffer has room for so many times what is read: more is written seldom, and then in parts.
const USUAL_GROWTH: usize = 2;

/// How many numbers stand in a line.
const A_LINE: usize = 32;

/// A dense machine with its texts numbered.
pub(super) struct Tables<'a> {
    dense: &'a Dense,
    start: usize,
    /// The different texts.
    texts: Vec<Text>,
    /// For each state and class: the number of its text.
    text_of: Vec<Vec<usize>>,
}

impl<'a> Tables<'a> {
    /// The tables, if the kernel can take them.
    pub(super) fn new(dense: &'a Dense, start: usize) -> Result<Self, Refusal> {
        let spelling = Spelling::new(dense);
        let mut numbers: BTreeMap<Text, usize> = BTreeMap::new();
        let mut texts = Vec::new();
        let mut number = |text: Text| {
            *numbers.entry(text.clone()).or_insert_with(|| {
                texts.push(text);
                texts.len() - 1
            })
        };
        let mut text_of: Vec<Vec<usize>> = Vec::new();
        for cells in &dense.cells {
            let row = cells.iter().enumerate();
            let row = row.map(|(class, cell)| number(spelling.text(class, &cell.text)));
            text_of.push(row.collect());
        }
        let tables = Self {
            dense,
            start,
            texts,
            text_of,
        };
        tables.check().map(|()| tables)
    }

    /// Refuses what the kernel cannot take.
    fn check(&self) -> Result<(), Refusal> {
        let (states, texts) = (self.dense.states(), self.texts.len());
        let why = if states > MOST_STATES {
            format!("it has {states} states; on a GPU at most {MOST_STATES} are possible")
        } else if self.longest_end() > TEXT_ROOM {
            format!(
                "it writes {} bytes at the end; on a GPU at most {TEXT_ROOM} are possible",
                self.longest_end()
            )
        } else if self.long_with_symbol() && texts > MOST_WITH_SYMBOL {
            format!(
                "it writes {texts} different texts, some with the symbol that was read in them; on a GPU at most \
                 {MOST_WITH_SYMBOL} are possible"
            )
        } else if self.shared() > SHARED {
            format!(
                "its tables take {} bytes with the buffer for what is written; a GPU is sure to have {SHARED}",
                self.shared()
            )
        } else {
            return Ok(());
        };
        Err(Refusal::new(why))
    }

    /// The longest text; the kernel takes it to be one byte at least.
    fn longest(&self) -> usize {
        self.lengths().max().unwrap_or(1).max(1)
    }

    fn longest_end(&self) -> usize {
        self.dense.ends.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.texts.iter().map(|text| text.0.len())
    }

    fn long_with_symbol(&self) -> bool {
        let long = |text: &Text| text.0.len() > 1 && text.0.contains(&None);
        self.texts.iter().any(long)
    }

    /// The shared memory that is needed, as the kernel lays out its `Tables` and its buffer.
    fn shared(&self) -> usize {
        let states = self.dense.states();
        let map = if states <= 8 { 4 } else { 8 };
        let maps = if states > 1 { 256 * map } else { map };
        let text = if self.longest() <= 8 { 16 } else { 32 };
        let buffer = (TILE * self.longest().min(USUAL_GROWTH)).max(WARP * self.longest());
        let tables = states * 256 * 4 + maps + self.texts.len() * (text + 1);
        tables + buffer + SHARED_FOR_THE_REST
    }

    /// The tables in CUDA.
    pub(super) fn text(&self, name: &str) -> String {
        let mut text = self.constants(name);
        for (declared, entries) in self.steps().into_iter().chain(self.outputs()) {
            let _ = writeln!(text, "TABLE {declared} = {entries};");
        }
        text
    }

    /// What each state does with each class of bytes: declarations, and what is in them.
    fn steps(&self) -> Vec<(&'static str, String)> {
        let class_of: Vec<String> = self.dense.class_of.iter().map(u8::to_string).collect();
        let nexts = self.dense.cells.iter();
        let nexts = nexts.map(|cells| cells.iter().map(|cell| cell.to).collect());
        let text_of = self.text_of.iter().cloned();
        vec![
            ("uint8_t class_of[256]", numbers(&class_of, A_LINE)),
            ("uint8_t next_state[STATES][CLASSES]", rows(nexts)),
            ("uint16_t output_of[STATES][CLASSES]", rows(text_of)),
        ]
    }

    /// The texts that are written: fixed bytes, and 255 where the symbol goes.
    fn outputs(&self) -> Vec<(&'static str, String)> {
        let fixed = |text: &Text| words(text.0.iter().map(|byte| byte.unwrap_or(0)));
        let own = |byte: &Option<u8>| if byte.is_none() { u8::MAX } else { 0 };
        let owns = |text: &Text| words(text.0.iter().map(own));
        let padded = |end: &Vec<u8>| {
            let mut end = end.clone();
            end.resize(TEXT_ROOM, 0);
            end
        };
        let (texts, ends) = (&self.texts, &self.dense.ends);
        vec![
            ("uint8_t output_len[OUTPUTS]", row(self.lengths())),
            (
                "uint64_t output_text[OUTPUTS][2]",
                rows(texts.iter().map(fixed)),
            ),
            (
                "uint64_t output_self[OUTPUTS][2]",
                rows(texts.iter().map(owns)),
            ),
            ("uint8_t end_len[STATES]", row(ends.iter().map(Vec::len))),
            (
                "uint8_t end_text[STATES][16]",
                rows(ends.iter().map(padded)),
            ),
        ]
    }

    fn constants(&self, name: &str) -> String {
        let (longest, empty) = (self.longest(), self.lengths().any(|length| length == 0));
        let mut text = format!("#define FILTER_NAME {name}\n");
        let mut constant = |ty: &str, name: &str, value: &dyn Display, why: &str| {
            let _ = writeln!(text, "constexpr {ty} {name} = {value}; // {why}");
        };
        let mut number = |name, value: usize, why| constant("int", name, &value, why);
        number(
            "STATES",
            self.dense.states(),
            "state numbers are below this",
        );
        number("START", self.start, "the first state");
        let why = "bytes of one class are treated alike in every state";
        number("CLASSES", self.dense.classes(), why);
        number(
            "OUTPUTS",
            self.texts.len(),
            "different outputs of one symbol",
        );
        number("MAX_OUT", longest, "the longest of them, at least 1");
        let why = "the longest text at the end of the input";
        number("MAX_END", self.longest_end(), why);
        let why = "the output is seldom more than this many times the input";
        number("STAGE_FACTOR", longest.min(USUAL_GROWTH), why);
        constant("bool", "ANY_EMPTY", &empty, "some symbol writes nothing");
        let why = "some output of more than one byte has the symbol in it";
        constant("bool", "LONG_SELF", &self.long_with_symbol(), why);
        text
    }
}

/// Which texts are written with the symbol in them and which are spelled out.
///
/// A class of one byte can have both. The kernel does less work if no text longer than a byte has the symbol in it, so such
/// texts are spelled out, but for those that larger classes write too: they are there in any case.
struct Spelling<'a> {
    /// For each class: its byte, if it has only one.
    only: Vec<Option<u8>>,
    /// What classes of several bytes write.
    shared: BTreeSet<&'a Text>,
}

impl<'a> Spelling<'a> {
    fn new(dense: &'a Dense) -> Self {
        let mut bytes: Vec<Vec<u8>> = vec![Vec::new(); dense.classes()];
        for (x, class) in (0..=u8::MAX).zip(&dense.class_of) {
            bytes[usize::from(*class)].push(x);
        }
        let only: Vec<Option<u8>> = bytes
            .iter()
            .map(|bytes| match bytes[..] {
                [x] => Some(x),
                _ => None,
            })
            .collect();
        let cells = dense.cells.iter().flat_map(|cells| cells.iter().zip(&only));
        let shared = cells
            .filter(|(_, only)| only.is_none())
            .map(|(cell, _)| &cell.text)
            .collect();
        Self { only, shared }
    }

    fn text(&self, class: usize, text: &Text) -> Text {
        match self.only[class] {
            Some(x) if text.0.len() > 1 && !self.shared.contains(text) => {
                Text(text.bytes(x).into_iter().map(Some).collect())
            }
            _ => text.clone(),
        }
    }
}

/// Up to sixteen bytes as two words, the first byte lowest.
fn words(bytes: impl Iterator<Item = u8>) -> Vec<String> {
    let mut all = [0; TEXT_ROOM];
    all.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    let all = u128::from_le_bytes(all);
    let word = |word: u128| format!("0x{:016x}u", word as u64);
    vec![word(all), word(all >> 64)]
}

fn row<T: Display>(entries: impl IntoIterator<Item = T>) -> String {
    let entries: Vec<String> = entries.into_iter().map(|entry| entry.to_string()).collect();
    let lines: Vec<String> = entries.chunks(A_LINE).map(|line| line.join(", ")).collect();
    format!("{{{}}}", lines.join(",\n     "))
}

fn rows<T: Display>(table: impl Iterator<Item = Vec<T>>) -> String {
    let rows: Vec<String> = table
        .map(|entries| format!("    {},\n", row(entries)))
        .collect();
    format!("{{\n{}}}", rows.concat())
}
