//! What all arguments of a letter satisfy.

use std::collections::BTreeMap;

use ir::Const;
use smt::syntax::Asked;
use smt::{Sort, Term, Terms};
use symex::Integers;

use crate::Variable;
use crate::plan::{Kind, New, Origin, Part, Plan};

/// The ranges of small types; that a reference is one thing at a time; and that scalars which say nothing are zero, so
/// that guards need not speak of them.
pub(crate) fn domain(plan: &Plan, params: &[Variable], terms: &Terms, integers: Integers) -> Term {
    let mut finder = Finder {
        plan,
        params,
        terms,
        owners: BTreeMap::new(),
    };
    for part in &plan.params {
        if let Part::Reference(n) = *part {
            finder.reference(n, terms.bool(true));
        }
    }
    let mut conditions: Vec<Term> = params
        .iter()
        .map(|p| integers.range(terms, p.ty, p.term))
        .collect();
    for n in 0..plan.references.len() {
        conditions.extend([finder.exclusive(n), finder.other_texts(n)]);
    }
    for (scalar, owners) in &finder.owners {
        let param = &params[*scalar];
        let zero = integers
            .zero(terms, param.ty)
            .map(|zero| terms.eq(param.term, zero));
        conditions.extend(zero.map(|zero| terms.or(&[terms.or(owners), zero])));
    }
    terms.and(&conditions)
}

/// When the source can ask for each scalar, and which truth values exclude each other.
pub(crate) fn asked(plan: &Plan, params: &[Variable], terms: &Terms) -> Asked {
    let mut asking = Asking {
        plan,
        params,
        terms,
        ways: BTreeMap::new(),
        groups: Vec::new(),
    };
    for part in &plan.params {
        if let Part::Reference(n) = *part {
            asking.reference(n, &[]);
        }
    }
    let exclusive = std::mem::take(&mut asking.groups);
    Asked {
        needs: asking.needs(),
        exclusive,
    }
}

/// Conditions that must hold together.
type Way = Vec<Term>;

struct Asking<'a> {
    plan: &'a Plan,
    params: &'a [Variable],
    terms: &'a Terms,
    /// For each scalar the ways in which the source can come to it.
    ways: BTreeMap<usize, Vec<Way>>,
    groups: Vec<Vec<Term>>,
}

impl Asking<'_> {
    fn needs(&self) -> BTreeMap<Term, Term> {
        let needed = |(&scalar, ways): (&usize, &Vec<Way>)| {
            let all: Vec<Term> = self
                .joined(ways)
                .iter()
                .map(|way| self.terms.and(way))
                .collect();
            (self.params[scalar].term, self.terms.or(&all))
        };
        let needs = self.ways.iter().map(needed);
        needs
            .filter(|&(_, needed)| needed != self.terms.bool(true))
            .collect()
    }

    /// The ways, in one where objects of several classes have the same field: then it matters only which classes do not.
    fn joined(&self, ways: &[Way]) -> Vec<Way> {
        let is_class = |t: &Term| ways.iter().any(|way| way.last() == Some(t));
        let is_no_class = |t: &Term| is_class(&self.terms.not(*t));
        match ways.iter().find(|way| way.iter().any(is_no_class)) {
            Some(other) => vec![other.iter().copied().filter(|t| !is_no_class(t)).collect()],
            None => ways.to_vec(),
        }
    }

    fn come(&mut self, scalar: usize, way: &[Term]) {
        let ways = self.ways.entry(scalar).or_default();
        if !ways.iter().any(|known| known == way) {
            ways.push(way.to_vec());
        }
    }

    fn not(&self, scalar: usize) -> Term {
        self.terms.not(self.params[scalar].term)
    }

    /// Looks through what a reference may be, where the source has come to it so.
    fn reference(&mut self, reference: usize, way: &[Term]) {
        let plan = self.plan;
        let choices = &plan.references[reference].choices;
        let selectors = distinct(choices);
        self.groups
            .push(selectors.iter().map(|&s| self.params[s].term).collect());
        let mut before = Before::default();
        for (selector, origin) in choices {
            let asked: Vec<usize> = match origin {
                Origin::Null | Origin::Constant(..) | Origin::This | Origin::Unknown(_) => {
                    Vec::new()
                }
                Origin::Same(n, _) if self.is_parameter(*n) => before.null.clone(),
                Origin::Held(..) => before.null.clone(),
                Origin::Same(..) => before.identities.clone(),
                Origin::New(New {
                    kind: Kind::Object,
                    derived,
                    ..
                }) => [&before.identities[..], derived].concat(),
                // No text is two at once.
                Origin::New(New {
                    kind: Kind::Known, ..
                }) => before.any(),
                Origin::New(new) => {
                    let length = characters(plan, new).map_or(0, <[Part]>::len);
                    [before.any(), before.texts_of(length)].concat()
                }
            };
            if let Some(selector) = *selector {
                let asked: Vec<Term> = asked.iter().map(|&s| self.not(s)).collect();
                self.come(selector, &[way, &asked].concat());
            }
            self.content(origin, *selector, way, &before);
            before.note(plan, *selector, origin, self.is_parameter_origin(origin));
        }
    }

    /// What lies in an object, where it is one.
    fn content(&mut self, origin: &Origin, selector: Option<usize>, way: &[Term], before: &Before) {
        let texts = before.texts.iter().map(|&(selector, _)| selector);
        let not = before.any().into_iter().chain(texts);
        let not: Vec<Term> = not.map(|s| self.not(s)).collect();
        match origin {
            // What a constructor makes of nothing holds nothing that is chosen.
            Origin::New(New { maker: Some(_), .. }) => {}
            Origin::New(New {
                kind: Kind::Object,
                parts,
                ..
            }) => {
                let here: Vec<Term> = match selector {
                    Some(selector) => vec![self.params[selector].term],
                    None => [not, before.classes.iter().map(|&s| self.not(s)).collect()].concat(),
                };
                parts
                    .iter()
                    .for_each(|part| self.part(part, &[way, &here].concat()));
            }
            Origin::New(New {
                kind: Kind::Array,
                parts,
                ..
            }) => self.elements(parts, &[way, &not].concat(), before, selector),
            Origin::New(New {
                kind: Kind::Text,
                parts,
                ..
            }) => {
                for parts in arrays(self.plan, parts) {
                    self.elements(parts, &[way, &not].concat(), before, selector);
                }
            }
            // A text that is known holds nothing that is chosen.
            Origin::New(New {
                kind: Kind::Known, ..
            }) => {}
            Origin::Same(n, _) if !self.is_parameter(*n) => {
                let here = selector.map(|selector| self.params[selector].term);
                self.reference(*n, &[way, &here.into_iter().collect::<Vec<_>>()].concat());
            }
            Origin::Same(..)
            | Origin::Null
            | Origin::Constant(..)
            | Origin::This
            | Origin::Held(..) => {}
            Origin::Unknown(_) => {}
        }
    }

    /// An element is there if the length is none of those up to its place.
    fn elements(&mut self, parts: &[Part], way: &[Term], before: &Before, own: Option<usize>) {
        let lengths: Vec<usize> = before.lengths.iter().copied().chain(own).collect();
        for (place, part) in parts.iter().enumerate() {
            let long: Vec<Term> = lengths
                .iter()
                .take(place + 1)
                .map(|&s| self.not(s))
                .collect();
            self.part(part, &[way, &long].concat());
        }
    }

    fn part(&mut self, part: &Part, way: &[Term]) {
        match *part {
            Part::Scalar(n) | Part::Cast(n, _) => self.come(n, way),
            Part::Reference(n) => self.reference(n, way),
            Part::Constant(_) | Part::Hidden => {}
        }
    }

    fn is_parameter(&self, reference: usize) -> bool {
        self.plan
            .params
            .iter()
            .any(|part| matches!(part, Part::Reference(n) if *n == reference))
    }

    fn is_parameter_origin(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Same(n, _) if self.is_parameter(*n))
    }
}

/// The truth values that were met before in the choices of a reference, by what they ask.
#[derive(Default)]
struct Before {
    /// Whether it is null.
    null: Vec<usize>,
    /// Whether it is an object that somebody holds, which may be of any class and have any length.
    identities: Vec<usize>,
    /// Whether it is of a class.
    classes: Vec<usize>,
    /// Whether it is a text that is known, of this length.
    texts: Vec<(usize, usize)>,
    /// Which length it has.
    lengths: Vec<usize>,
}

impl Before {
    fn note(&mut self, plan: &Plan, selector: Option<usize>, origin: &Origin, parameter: bool) {
        let Some(selector) = selector else { return };
        match origin {
            Origin::Null => self.null.push(selector),
            Origin::Same(..) if parameter => self.identities.push(selector),
            Origin::This | Origin::Held(..) => self.identities.push(selector),
            Origin::Same(..)
            | Origin::New(New {
                kind: Kind::Object, ..
            }) => self.classes.push(selector),
            Origin::New(new) if new.kind == Kind::Known => {
                let length = characters(plan, new).map_or(0, <[Part]>::len);
                self.texts.push((selector, length));
            }
            Origin::New(_) => self.lengths.push(selector),
            // A constant is no new object, and of no other class.
            Origin::Constant(..) | Origin::Unknown(_) => self.identities.push(selector),
        }
    }

    /// Whether it is a text that is known, of this length.
    fn texts_of(&self, length: usize) -> Vec<usize> {
        let texts = self.texts.iter().filter(|(_, of)| *of == length);
        texts.map(|&(selector, _)| selector).collect()
    }

    /// Whether it is null, or somebody's.
    fn any(&self) -> Vec<usize> {
        [&self.null[..], &self.identities].concat()
    }
}

struct Finder<'a> {
    plan: &'a Plan,
    params: &'a [Variable],
    terms: &'a Terms,
    /// For each scalar that lies in an object: when it says something.
    owners: BTreeMap<usize, Vec<Term>>,
}

impl Finder<'_> {
    fn selectors(&self, reference: usize) -> impl Iterator<Item = usize> {
        distinct(&self.plan.references[reference].choices).into_iter()
    }

    fn exclusive(&self, reference: usize) -> Term {
        let selectors = self.selected(reference);
        let pairs = selectors
            .iter()
            .enumerate()
            .flat_map(|(i, &a)| selectors[..i].iter().map(move |&b| (a, b)));
        self.terms.and(
            &pairs
                .map(|(a, b)| self.terms.not(self.terms.and(&[a, b])))
                .collect::<Vec<_>>(),
        )
    }

    /// A text of symbolic characters is none of those that are known, so that each text is passed in one way only.
    fn other_texts(&self, reference: usize) -> Term {
        let choices = &self.plan.references[reference].choices;
        let of = |kind: Kind| {
            choices
                .iter()
                .filter_map(move |(selector, origin)| match origin {
                    Origin::New(new) if new.kind == kind => {
                        Some((*selector, characters(self.plan, new)?))
                    }
                    _ => None,
                })
        };
        let mut conditions = Vec::new();
        for (_, known) in of(Kind::Known) {
            for (selector, text) in of(Kind::Text).filter(|(_, text)| text.len() == known.len()) {
                let same = text.iter().zip(known).map(|(a, b)| self.same(a, b));
                let here = match selector {
                    Some(selector) => self.params[selector].term,
                    None => self.terms.not(self.terms.or(&self.selected(reference))),
                };
                let both: Vec<Term> = same.chain([here]).collect();
                conditions.push(self.terms.not(self.terms.and(&both)));
            }
        }
        self.terms.and(&conditions)
    }

    fn selected(&self, reference: usize) -> Vec<Term> {
        let selectors = self.selectors(reference);
        selectors.map(|s| self.params[s].term).collect()
    }

    /// Whether a character that is chosen is one that is known.
    fn same(&self, chosen: &Part, known: &Part) -> Term {
        match (chosen, known) {
            (Part::Cast(n, _) | Part::Scalar(n), Part::Constant(Const::Int(_, byte))) => {
                let term = self.params[*n].term;
                let byte = u8::from_le_bytes((*byte as i8).to_le_bytes());
                let byte = match self.terms.sort(term) {
                    Sort::BitVec(width) => self.terms.bv(width, u64::from(byte)),
                    Sort::Int | Sort::Bool => self.terms.int(byte),
                };
                self.terms.eq(term, byte)
            }
            _ => self.terms.bool(false),
        }
    }

    /// Looks through what a reference refers to where `context` holds.
    fn reference(&mut self, reference: usize, context: Term) {
        let plan = self.plan;
        let mut taken = vec![context];
        for (selector, origin) in &plan.references[reference].choices {
            let here = selector.map(|s| self.params[s].term);
            let when = self
                .terms
                .and(&taken.iter().copied().chain(here).collect::<Vec<_>>());
            match origin {
                Origin::New(New { maker: Some(_), .. }) => {}
                Origin::New(new) => new.parts.iter().for_each(|part| self.part(part, when)),
                Origin::Same(n, _) if self.is_nested(*n) => self.part(&Part::Reference(*n), when),
                Origin::Same(..) | Origin::Null | Origin::Constant(..) | Origin::This => {}
                Origin::Held(..) | Origin::Unknown(_) => {}
            }
            taken.extend(here.map(|here| self.terms.not(here)));
        }
    }

    /// Whether a reference is no parameter of its own.
    fn is_nested(&self, reference: usize) -> bool {
        !self
            .plan
            .params
            .iter()
            .any(|part| matches!(part, Part::Reference(n) if *n == reference))
    }

    fn part(&mut self, part: &Part, when: Term) {
        match *part {
            Part::Scalar(n) | Part::Cast(n, _) => self.owners.entry(n).or_default().push(when),
            Part::Reference(n) => {
                for selector in self.selectors(n).collect::<Vec<_>>() {
                    self.owners.entry(selector).or_default().push(when);
                }
                self.reference(n, when);
            }
            Part::Constant(_) | Part::Hidden => {}
        }
    }
}

/// The truth values that choose, each once: one that stood there twice would exclude itself, and what it chooses would never
/// be passed.
fn distinct(choices: &[(Option<usize>, Origin)]) -> Vec<usize> {
    let mut found = Vec::new();
    for selector in choices.iter().filter_map(|&(selector, _)| selector) {
        if !found.contains(&selector) {
            found.push(selector);
        }
    }
    found
}

/// The characters of a text.
fn characters<'p>(plan: &'p Plan, text: &'p New) -> Option<&'p [Part]> {
    arrays(plan, &text.parts).next()
}

/// The elements of the arrays among the parts of an object.
fn arrays<'p>(plan: &'p Plan, parts: &'p [Part]) -> impl Iterator<Item = &'p [Part]> {
    let references = parts.iter().filter_map(|part| match part {
        Part::Reference(n) => Some(&plan.references[*n].choices),
        Part::Scalar(_) | Part::Cast(..) | Part::Constant(_) | Part::Hidden => None,
    });
    references.flatten().filter_map(|(_, origin)| match origin {
        Origin::New(New { parts, .. }) => Some(&parts[..]),
        Origin::Null
        | Origin::Constant(..)
        | Origin::This
        | Origin::Held(..)
        | Origin::Same(..)
        | Origin::Unknown(_) => None,
    })
}
