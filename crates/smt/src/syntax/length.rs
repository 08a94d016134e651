//! How long an array or text is. Methods are given those of a few lengths, and each has a truth value of its own: `b.length == 0`,
//! `b.length == 1`, `b.length == 2`. Where all but the last are names, `b.length` is one, too: the first of these numbers whose
//! truth value holds, or the last number.

use std::collections::BTreeMap;

use crate::term::{Term, Terms};
use crate::value::Sort;

/// Arrays and texts that methods are given have at most this many elements.
pub const LONGEST: usize = 2;

/// What the name of the length of an array or text ends with.
const LENGTHS: [&str; 2] = [".length", ".length()"];

/// The length of an array or text, by the truth values that tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length {
    /// What it is called: `b.length`.
    pub name: String,
    /// Whether it is 0, 1 and so on; where none of these is true it is [`LONGEST`].
    pub cases: Vec<Term>,
}

impl Length {
    /// The number, of a sort that numbers of the source have.
    pub fn term(&self, terms: &Terms, sort: Sort) -> Option<Term> {
        let number = |n: usize| match sort {
            Sort::BitVec(width) => Some(terms.bv(width, n as u64)),
            Sort::Int => Some(terms.int(n)),
            Sort::Bool => None,
        };
        let mut length = number(self.cases.len())?;
        for (n, &case) in self.cases.iter().enumerate().rev() {
            length = terms.ite(case, number(n)?, length);
        }
        Some(length)
    }
}

/// The lengths that these truth values tell. Where an array may be one that somebody holds, as `b == this.buffer` says, or a text
/// one of the code's, its length is not told by them; nor where others give it, now one and then another.
pub fn lengths<'n>(names: impl IntoIterator<Item = (&'n str, Term)>) -> Vec<Length> {
    let names: BTreeMap<&str, Term> = names.into_iter().collect();
    let of = |name: &&str| {
        let name = name.strip_suffix(" == 0")?;
        let array = LENGTHS.iter().find_map(|end| name.strip_suffix(end))?;
        if array.ends_with(')') || names.keys().any(|other| is_held(other, array)) {
            return None;
        }
        // Whether it is the greatest of them may go without a name: it is whenever it is none of the others.
        let case = |n| names.get(&*format!("{name} == {n}")).copied();
        Some(Length {
            name: name.to_owned(),
            cases: (0..LONGEST).map(case).collect::<Option<_>>()?,
        })
    };
    names.keys().filter_map(of).collect()
}

/// Whether a question is whether an array or text is a certain one, of whatever length.
fn is_held(question: &str, array: &str) -> bool {
    let rest = question.strip_prefix(array).unwrap_or_default();
    let is_certain = [" == ", " instanceof ", ".equals("];
    is_certain.iter().any(|asked| rest.starts_with(asked)) && rest != " == null"
}
