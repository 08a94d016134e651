//! Words that are written for many symbols, said at once: `x`, the same constants, `x + 32`, or a term of the program's.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Term, Terms};

use super::super::{SymbolType, SymbolicTransducer, seen};
use super::concrete::{Source, Tables};

/// Fewer symbols than this say nothing about a law: `\b` and `\f` are ninety before `b` and `f`, by accident.
const LAW: usize = 3;
/// More templates than this are not tried.
const MOST_TEMPLATES: usize = 256;

/// Ways to say what is written.
pub(super) struct Forms<'a> {
    terms: &'a Terms,
    output: SymbolType,
    /// The symbol being read, as wide as what is written.
    copied: Term,
    /// Its values.
    copies: Vec<u64>,
    templates: Vec<(Term, Rc<[u64]>)>,
}

/// What one position of a word is, as a function of the symbol being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Constant(u64),
    /// The symbol and so much more.
    Shifted(u64),
    Template(usize),
}

/// A symbol and the word it writes.
pub(super) type Pair<'w> = (u32, &'w [u64]);

impl<'a> Forms<'a> {
    /// The templates are what the machine's own terms say of one symbol, others being remembered.
    pub(super) fn new(machine: &'a SymbolicTransducer, sources: &[Source]) -> Self {
        let (terms, output) = (&machine.terms, machine.output);
        let x = seen(terms, machine.input, 0);
        let copied = widened(terms, x, machine.input, output);
        if machine.input.bits > 16 {
            // Nobody counts such symbols one by one.
            return Self {
                terms,
                output,
                copied,
                copies: Vec::new(),
                templates: Vec::new(),
            };
        }
        let mut tables = Tables::new(machine);
        let window = vec![0; machine.lookback];
        let copies = tables
            .table(copied, &window)
            .map_or_else(Vec::new, |table| table.to_vec());
        let mut found: BTreeMap<Vec<u64>, (usize, String, Term)> = BTreeMap::new();
        for t in laws(machine, sources).into_iter().take(MOST_TEMPLATES) {
            if let Some(table) = tables.table(t, &window) {
                let new = (size(terms, t), terms.show(t), t);
                let known = found.entry(table.to_vec()).or_insert_with(|| new.clone());
                *known = new.min(known.clone());
            }
        }
        let mut best: Vec<((usize, String, Term), Vec<u64>)> =
            found.into_iter().map(|(table, t)| (t, table)).collect();
        best.sort();
        let templates = best
            .into_iter()
            .map(|((_, _, t), table)| (t, table.into()))
            .collect();
        Self {
            terms,
            output,
            copied,
            copies,
            templates,
        }
    }

    /// Divides symbols, in order, that write words of one length into few groups, each of which one list of terms describes.
    /// What is copied is one group; the others depend on nothing but the pairs and the templates.
    pub(super) fn groups(&self, pairs: &[Pair]) -> Vec<(Vec<u32>, Vec<Term>)> {
        let is_copied = |pair: &&Pair| *pair.1 == [self.copies[pair.0 as usize]];
        let (mut copied, mut rest): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(is_copied);
        if copied.len() < LAW && self.is_by_law(&copied, &rest, pairs) {
            (copied, rest) = (Vec::new(), pairs.iter().collect());
        }
        let mut groups = Vec::new();
        if !copied.is_empty() {
            groups.push((
                copied.iter().map(|pair| pair.0).collect(),
                vec![self.copied],
            ));
        }
        while let Some(seed) = rest.first().copied() {
            let (pieces, group) = self.grow(seed, &rest);
            rest.retain(|pair| group.binary_search(&pair.0).is_err());
            groups.push((
                group,
                pieces.into_iter().map(|piece| self.term(piece)).collect(),
            ));
        }
        groups
    }

    /// Whether few symbols are copied by accident: what holds for the others holds for them, too.
    fn is_by_law(&self, copied: &[&Pair], others: &[&Pair], all: &[Pair]) -> bool {
        let Some(seed) = others.first() else {
            return false;
        };
        let (_, group) = self.grow(seed, &all.iter().collect::<Vec<_>>());
        group.len() >= LAW
            && copied
                .iter()
                .all(|pair| group.binary_search(&pair.0).is_ok())
    }

    /// The largest group around one symbol, position by position.
    fn grow(&self, seed: &Pair, rest: &[&Pair]) -> (Vec<Piece>, Vec<u32>) {
        let mut group: Vec<&Pair> = rest.to_vec();
        let mut pieces = Vec::new();
        for position in 0..seed.1.len() {
            let piece = self.best(seed, position, &group);
            group.retain(|pair| self.value(piece, pair.0) == pair.1[position]);
            pieces.push(piece);
        }
        (pieces, group.iter().map(|pair| pair.0).collect())
    }

    /// What describes the position for the most symbols; the plainer one where two do as well.
    fn best(&self, seed: &Pair, position: usize, group: &[&Pair]) -> Piece {
        let (symbol, written) = (seed.0, seed.1[position]);
        let shifted =
            Piece::Shifted(written.wrapping_sub(self.copies[symbol as usize]) & self.mask());
        let templates = (0..self.templates.len()).map(Piece::Template);
        let matching = templates.filter(|t| self.value(*t, symbol) == written);
        let covered = |piece: Piece| {
            group
                .iter()
                .filter(|pair| self.value(piece, pair.0) == pair.1[position])
                .count()
        };
        let mut best = (covered(Piece::Constant(written)), Piece::Constant(written));
        for piece in [shifted].into_iter().chain(matching) {
            let count = covered(piece);
            let least = if piece == Piece::Shifted(0) {
                LAW - 1
            } else {
                LAW
            };
            if count > best.0 && count >= least {
                best = (count, piece);
            }
        }
        best.1
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.output.bits)
    }

    fn value(&self, piece: Piece, symbol: u32) -> u64 {
        match piece {
            Piece::Constant(c) => c,
            Piece::Shifted(by) => self.copies[symbol as usize].wrapping_add(by) & self.mask(),
            Piece::Template(t) => self.templates[t].1[symbol as usize],
        }
    }

    fn term(&self, piece: Piece) -> Term {
        let number = |n: u64| self.terms.bv(self.output.bits, n);
        match piece {
            Piece::Constant(c) => number(c),
            Piece::Shifted(by) => self.terms.bv_add(self.copied, number(by)),
            Piece::Template(t) => self.templates[t].0,
        }
    }

    /// The terms of a word.
    pub(super) fn constants(&self, word: &[u64]) -> Vec<Term> {
        word.iter()
            .map(|c| self.term(Piece::Constant(*c)))
            .collect()
    }
}

/// A symbol that is read, as one that is written.
pub(crate) fn widened(terms: &Terms, x: Term, input: SymbolType, output: SymbolType) -> Term {
    match input.bits.cmp(&output.bits) {
        std::cmp::Ordering::Equal => x,
        std::cmp::Ordering::Greater => terms.extract(x, output.bits - 1, 0),
        std::cmp::Ordering::Less if input.signed => terms.sign_extend(x, output.bits),
        std::cmp::Ordering::Less => terms.zero_extend(x, output.bits),
    }
}

/// Terms over the symbol being read that the machine writes, wherever in its window the symbol stands there.
fn laws(machine: &SymbolicTransducer, sources: &[Source]) -> Vec<Term> {
    let terms = &machine.terms;
    let window: Vec<Term> = (0..=machine.lookback)
        .map(|back| machine.seen(back))
        .collect();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut found = Vec::new();
    for (at, values) in sources {
        let Some(state) = machine.states.get(*at) else {
            continue;
        };
        let writes = state
            .steps
            .iter()
            .flat_map(|s| &s.writes)
            .chain(state.ends.iter().flat_map(|e| &e.writes));
        for &t in writes {
            let used: Vec<Term> = terms.free_vars(t).into_iter().collect();
            let map: FxHashMap<Term, Term> = match used[..] {
                [] => continue,
                // A register has a sort of its own.
                [one] if !window.contains(&one) => continue,
                [one] => FxHashMap::from_iter([(one, window[0])]),
                _ if found.len() >= MOST_TEMPLATES => continue,
                _ => {
                    let number = |n: &u64| terms.bv(machine.input.bits, *n);
                    window[1..]
                        .iter()
                        .copied()
                        .zip(values.iter().map(number))
                        .collect()
                }
            };
            let law = terms.substitute(t, &map);
            if law != window[0] && terms.free_vars(law).iter().eq([&window[0]]) && seen.insert(law)
            {
                found.push(law);
            }
        }
    }
    found
}

/// How many different parts a term has.
fn size(terms: &Terms, t: Term) -> usize {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        if seen.insert(t) {
            todo.extend_from_slice(terms.args(t));
        }
    }
    seen.len()
}
