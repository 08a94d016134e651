//! Regular expressions over symbols, as deterministic automata.
//!
//! An output matches if a part of it does; `^` and `$` stand for its beginning and end. Symbols of 8 bits are bytes:
//! classes such as `\w` and `.` are those of ASCII and of bytes. Wider symbols are code points, or units of UTF-16.

use std::collections::BTreeSet;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};
use rustc_hash::FxHashMap;
use smt::Terms;

use super::symbols::{Symbols, greatest};
use crate::transducer::{End, Start, State, Step, SymbolType, SymbolicTransducer, seen};

/// Patterns that are larger are refused.
const MOST_STATES: usize = 20_000;

/// A regular expression over symbols.
#[derive(Clone, Debug)]
pub struct Pattern {
    symbols: SymbolType,
    /// The first is the start.
    states: Vec<Matcher>,
}

/// A state of the automaton of a pattern.
#[derive(Clone, Debug)]
struct Matcher {
    accepting: bool,
    edges: Vec<(Symbols, usize)>,
}

impl Pattern {
    /// Reads a regular expression; otherwise a sentence that says what is wrong with it.
    pub fn new(pattern: &str, symbols: SymbolType) -> Result<Self, String> {
        let wide = symbols.bits > 8;
        let mut parser = ParserBuilder::new().unicode(wide).utf8(false).build();
        let hir = parser.parse(pattern).map_err(|error| error.to_string())?;
        let mut nfa = Nfa {
            bits: symbols.bits,
            states: vec![Node::Match],
        };
        let start = nfa.add(&hir, 0)?;
        Ok(Self {
            symbols,
            states: Subsets::new(&nfa, start).determinised()?,
        })
    }

    /// What it is a pattern of.
    pub fn symbols(&self) -> SymbolType {
        self.symbols
    }

    /// Whether a part of these symbols matches.
    pub fn matches(&self, symbols: &[u64]) -> bool {
        let next = |at: usize, symbol: &u64| {
            self.states[at]
                .edges
                .iter()
                .find(|(set, _)| set.contains(*symbol))
                .map(|edge| edge.1)
        };
        symbols
            .iter()
            .try_fold(0, next)
            .is_some_and(|at| self.states[at].accepting)
    }

    /// A transducer that writes nothing and is defined on what matches.
    pub(super) fn transducer(&self, terms: &Terms) -> SymbolicTransducer {
        let x = seen(terms, self.symbols, 0);
        let step = |(set, to): &(Symbols, usize)| {
            let guard = set.holds(terms, x);
            Step {
                guard,
                writes: Vec::new(),
                updates: Vec::new(),
                to: *to,
            }
        };
        let end = End {
            guard: terms.true_(),
            writes: Vec::new(),
        };
        let state = |matcher: &Matcher| State {
            steps: matcher.edges.iter().map(step).collect(),
            ends: if matcher.accepting {
                vec![end.clone()]
            } else {
                Vec::new()
            },
            failure: None,
        };
        SymbolicTransducer {
            terms: terms.clone(),
            input: self.symbols,
            output: self.symbols,
            alphabet: terms.true_(),
            lookback: 0,
            registers: Vec::new(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states: self.states.iter().map(state).collect(),
        }
    }
}

/// A state of the automaton that guesses (Thompson 1968).
enum Node {
    Match,
    Any(Vec<usize>),
    On(Symbols, usize),
    /// Only at the beginning of what is searched.
    First(usize),
    /// Only at its end.
    Last(usize),
}

struct Nfa {
    bits: u32,
    states: Vec<Node>,
}

impl Nfa {
    fn push(&mut self, node: Node) -> Result<usize, String> {
        if self.states.len() >= MOST_STATES {
            return Err("the pattern is too large".into());
        }
        self.states.push(node);
        Ok(self.states.len() - 1)
    }

    /// The state from which what matches leads to `next`. Nesting is bounded by the parser.
    fn add(&mut self, hir: &Hir, next: usize) -> Result<usize, String> {
        match hir.kind() {
            HirKind::Empty => Ok(next),
            HirKind::Literal(literal) => {
                let symbols = self.literal(&literal.0)?;
                symbols
                    .into_iter()
                    .rev()
                    .try_fold(next, |next, n| self.push(Node::On(Symbols::one(n), next)))
            }
            HirKind::Class(class) => self.push(Node::On(self.class(class), next)),
            HirKind::Look(Look::Start) => self.push(Node::First(next)),
            HirKind::Look(Look::End) => self.push(Node::Last(next)),
            HirKind::Look(look) => Err(format!(
                "of the conditions on places only ^ and $ without (?m) are supported, not {look:?}"
            )),
            HirKind::Repetition(repetition) => self.repeat(repetition, next),
            HirKind::Capture(capture) => self.add(&capture.sub, next),
            HirKind::Concat(parts) => parts
                .iter()
                .rev()
                .try_fold(next, |next, part| self.add(part, next)),
            HirKind::Alternation(parts) => {
                let ways = parts
                    .iter()
                    .map(|part| self.add(part, next))
                    .collect::<Result<Vec<usize>, String>>()?;
                self.push(Node::Any(ways))
            }
        }
    }

    fn repeat(&mut self, repetition: &Repetition, next: usize) -> Result<usize, String> {
        let mut at = next;
        match repetition.max {
            None => {
                let again = self.push(Node::Any(vec![next]))?;
                let body = self.add(&repetition.sub, again)?;
                self.states[again] = Node::Any(vec![body, next]);
                at = again;
            }
            Some(max) => {
                for _ in repetition.min..max {
                    let body = self.add(&repetition.sub, at)?;
                    at = self.push(Node::Any(vec![body, next]))?;
                }
            }
        }
        for _ in 0..repetition.min {
            at = self.add(&repetition.sub, at)?;
        }
        Ok(at)
    }

    /// The parser gives bytes; wider symbols are what these bytes say in UTF-8.
    fn literal(&self, bytes: &[u8]) -> Result<Vec<u64>, String> {
        if self.bits <= 8 {
            return Ok(bytes.iter().map(|&b| b.into()).collect());
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|_| "the pattern asks for bytes that are no text")?;
        let units = || text.encode_utf16().map(u64::from).collect();
        Ok(if self.bits == 16 {
            units()
        } else {
            text.chars().map(u64::from).collect()
        })
    }

    fn class(&self, class: &Class) -> Symbols {
        let ranges: Vec<(u64, u64)> = match class {
            Class::Bytes(class) => class
                .iter()
                .map(|r| (r.start().into(), r.end().into()))
                .collect(),
            Class::Unicode(class) => class
                .iter()
                .map(|r| (r.start().into(), r.end().into()))
                .collect(),
        };
        let within = Symbols::of(self.complete(ranges));
        within.and(&Symbols::all(self.bits))
    }

    /// Classes of characters say nothing of numbers that are no characters: those go with both their neighbours.
    fn complete(&self, mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
        let has = |n: u64| ranges.iter().any(|&(low, high)| low <= n && n <= high);
        let surrogates = has(0xd7ff) && has(0xe000);
        let beyond = has(0x10_ffff) && self.bits > 21;
        if surrogates {
            ranges.push((0xd800, 0xdfff));
        }
        if beyond {
            ranges.push((0x11_0000, greatest(self.bits)));
        }
        ranges
    }
}

/// Where one can be: states of the guessing automaton, or after a match.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Subset {
    /// Whether nothing has been read yet, and the states.
    Searching(bool, BTreeSet<usize>),
    Matched,
}

/// The subset construction.
struct Subsets<'a> {
    nfa: &'a Nfa,
    start: usize,
    numbers: FxHashMap<Subset, usize>,
    subsets: Vec<Subset>,
}

impl<'a> Subsets<'a> {
    fn new(nfa: &'a Nfa, start: usize) -> Self {
        Self {
            nfa,
            start,
            numbers: FxHashMap::default(),
            subsets: Vec::new(),
        }
    }

    fn determinised(mut self) -> Result<Vec<Matcher>, String> {
        let first = self.searching(true, [self.start]);
        self.number(first);
        let mut states = Vec::new();
        while let Some(subset) = self.subsets.get(states.len()).cloned() {
            states.push(self.matcher(&subset));
            if self.subsets.len() > MOST_STATES {
                return Err("the automaton of the pattern is too large".into());
            }
        }
        Ok(states)
    }

    fn number(&mut self, subset: Subset) -> usize {
        *self.numbers.entry(subset.clone()).or_insert_with(|| {
            self.subsets.push(subset);
            self.subsets.len() - 1
        })
    }

    fn searching(&self, first: bool, from: impl IntoIterator<Item = usize>) -> Subset {
        let reached = self.closure(from, first, false);
        if reached
            .iter()
            .any(|&at| matches!(self.nfa.states[at], Node::Match))
        {
            return Subset::Matched;
        }
        Subset::Searching(first, reached)
    }

    /// What is reached without reading.
    fn closure(
        &self,
        from: impl IntoIterator<Item = usize>,
        first: bool,
        last: bool,
    ) -> BTreeSet<usize> {
        let mut pending: Vec<usize> = from.into_iter().collect();
        let mut reached = BTreeSet::new();
        while let Some(at) = pending.pop() {
            if reached.insert(at) {
                match &self.nfa.states[at] {
                    Node::Any(ways) => pending.extend(ways),
                    Node::First(next) if first => pending.push(*next),
                    Node::Last(next) if last => pending.push(*next),
                    Node::First(_) | Node::Last(_) | Node::On(..) | Node::Match => {}
                }
            }
        }
        reached
    }

    fn matcher(&mut self, subset: &Subset) -> Matcher {
        let bits = self.nfa.bits;
        let Subset::Searching(first, states) = subset else {
            let at = self.number(Subset::Matched);
            return Matcher {
                accepting: true,
                edges: vec![(Symbols::all(bits), at)],
            };
        };
        let ended = self.closure(states.iter().copied(), *first, true);
        let accepting = ended
            .iter()
            .any(|&at| matches!(self.nfa.states[at], Node::Match));
        // A match may begin anywhere, so the start is always among what is reached.
        let mut parts: Vec<(Symbols, BTreeSet<usize>)> =
            vec![(Symbols::all(bits), BTreeSet::from([self.start]))];
        for &at in states {
            if let Node::On(set, next) = &self.nfa.states[at] {
                parts = parts
                    .into_iter()
                    .flat_map(|part| split(part, set, *next, bits))
                    .collect();
            }
        }
        let mut edges: Vec<(Symbols, usize)> = Vec::new();
        for (set, reached) in parts {
            let to = self.searching(false, reached);
            let to = self.number(to);
            match edges.iter_mut().find(|edge| edge.1 == to) {
                Some(edge) => edge.0 = edge.0.or(&set),
                None => edges.push((set, to)),
            }
        }
        Matcher { accepting, edges }
    }
}

type Part = (Symbols, BTreeSet<usize>);

fn split((symbols, reached): Part, set: &Symbols, next: usize, bits: u32) -> Vec<Part> {
    let mut more = reached.clone();
    more.insert(next);
    let parts = [
        (symbols.and(set), more),
        (symbols.and(&set.not(bits)), reached),
    ];
    parts
        .into_iter()
        .filter(|(symbols, _)| !symbols.is_empty())
        .collect()
}
