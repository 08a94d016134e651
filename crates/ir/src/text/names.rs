//! How names are written: plain, quoted, with their id where they are not unique.

use std::collections::BTreeMap;
use std::fmt::Write;

use base::Id;

use crate::text::lexer::{is_plain, is_plain_start};
use crate::{FloatType, IntType, Type};

/// Words that mean something in the grammar; a name that is one of them stands in back quotes.
const KEYWORDS: [&str; 52] = [
    "class",
    "extends",
    "implements",
    "field",
    "method",
    "selector",
    "image",
    "global",
    "fn",
    "local",
    "file",
    "new",
    "call",
    "virtual",
    "native",
    "then",
    "else",
    "unwind",
    "goto",
    "if",
    "switch",
    "return",
    "throw",
    "unsupported",
    "is",
    "takes",
    "abs",
    "sqrt",
    "toBits",
    "fromBits",
    "true",
    "false",
    "null",
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "f32",
    "f64",
    "f32nan",
    "f32inf",
    "f64nan",
    "f64inf",
    "ref",
    "mem",
    "world",
    "event",
];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// A name as it must be written.
pub(super) fn spell(name: &str) -> String {
    let plain = name.chars().next().is_some_and(is_plain_start) && name.chars().all(is_plain);
    if plain && !is_keyword(name) {
        name.to_owned()
    } else {
        quote(name, '`')
    }
}

/// A text between quotes.
pub(super) fn quote(text: &str, quote: char) -> String {
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\\' => quoted.push_str("\\\\"),
            c if c == quote => quoted.extend(['\\', c]),
            c if c.is_control() => {
                write!(quoted, "\\u{{{:x}}}", u32::from(c)).expect("writing to a string")
            }
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

/// The spelling of each element of an arena.
pub(super) struct Spelling<I> {
    written: Vec<String>,
    ids: std::marker::PhantomData<I>,
}

impl<I: Id> Spelling<I> {
    pub(super) fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.collect();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        names
            .iter()
            .for_each(|&name| *uses.entry(name).or_default() += 1);
        let written = names.iter().enumerate().map(|(index, &name)| {
            if uses[name] == 1 {
                spell(name)
            } else {
                format!("{}#{index}", spell(name))
            }
        });
        Self {
            written: written.collect(),
            ids: std::marker::PhantomData,
        }
    }

    pub(super) fn get(&self, id: I) -> &str {
        self.written.get(id.index()).map_or("`?`", String::as_str)
    }
}

pub(super) fn read_type(word: &str) -> Option<Type> {
    match word {
        "bool" => Some(Type::Bool),
        "ref" => Some(Type::Ref),
        _ => read_int_type(word)
            .map(Type::Int)
            .or_else(|| read_float_type(word).map(Type::Float)),
    }
}

pub(super) fn read_float_type(word: &str) -> Option<FloatType> {
    match word {
        "f32" => Some(FloatType::F32),
        "f64" => Some(FloatType::F64),
        _ => None,
    }
}

pub(super) fn read_int_type(word: &str) -> Option<IntType> {
    let signed = word.starts_with('i');
    let bits = word.strip_prefix(['i', 'u'])?;
    let bits = [8, 16, 32, 64]
        .into_iter()
        .find(|b: &u8| b.to_string() == bits)?;
    Some(IntType { bits, signed })
}
