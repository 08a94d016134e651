//! How the arguments of a call are made of scalars.
//!
//! A reference that a client passes is null, a constant the source has a name for, the component itself, an object that
//! a field of the component holds, or a new object whose fields may hold anything. Which of these it is, is said by
//! truth values named as the source would ask for it (`snk == null`, `text.length() == 1`), and what a new object
//! holds by scalars named as the source would reach them (`snk.connected`, `data[0]`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{
    Arguments, Candidate, ClassId, Component, Const, Entry, FieldRef, FloatType, GivenType,
    ImageId, IntType, Param, Program, Type,
};

use smt::syntax::LONGEST;

use crate::made::{Content, Maker, Object, made};

/// How far from a parameter new objects go; what lies beyond must not be looked at.
const DEEPEST: usize = 1;

/// The text that is passed where everything fits.
const USUAL: &str = "a";

const BYTE: Type = Type::Int(IntType {
    bits: 8,
    signed: false,
});

/// The arguments of an entry.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub scalars: Vec<Scalar>,
    /// One for each parameter.
    pub params: Vec<Part>,
    pub references: Vec<Reference>,
    /// What others answer during the call: the last of the scalars, in this order.
    pub answers: Vec<Question>,
    /// What is left out.
    pub assumptions: BTreeSet<String>,
    /// What parameters are where only a few texts are passed.
    pub few: BTreeMap<String, String>,
}

/// A question that a call asks of others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// As people ask it: `Iterator.hasNext()`.
    pub name: Arc<str>,
    /// How often the same call has asked it before.
    pub before: usize,
    /// The type of the answer.
    pub ty: Type,
}

impl Question {
    /// The question whose answer guards call so.
    pub(crate) fn named(answer: &str, ty: Type) -> Self {
        let counted = answer.rsplit_once('#').and_then(|(name, number)| {
            let before = number.parse::<usize>().ok()?.checked_sub(1)?;
            Some((name, before))
        });
        let (name, before) = counted.unwrap_or((answer, 0));
        Self {
            name: name.into(),
            before,
            ty,
        }
    }

    /// What guards call the answer.
    fn answer(&self) -> String {
        match self.before {
            0 => self.name.to_string(),
            before => format!("{}#{}", self.name, before + 1),
        }
    }
}

/// A scalar that a client chooses, or somebody else.
#[derive(Debug)]
pub(crate) struct Scalar {
    pub name: String,
    pub ty: Type,
    pub source_type: String,
}

/// A value that a client passes, or that lies in an object passed.
#[derive(Debug)]
pub(crate) enum Part {
    /// This scalar.
    Scalar(usize),
    /// This scalar as a value of another type.
    Cast(usize, Type),
    Constant(Const),
    /// This reference.
    Reference(usize),
    /// Nothing may be known of it.
    Hidden,
}

/// A reference: the first origin whose scalar is true, or that has none.
#[derive(Debug)]
pub(crate) struct Reference {
    pub choices: Vec<(Option<usize>, Origin)>,
}

/// What a reference refers to.
#[derive(Debug)]
pub(crate) enum Origin {
    Null,
    /// By the name the source has for it.
    Constant(ImageId, String),
    /// The component.
    This,
    /// What a field of the component holds; where that is null, this kind of new object.
    Held(FieldRef, ClassId),
    /// What an earlier parameter refers to; where that is null, this kind of new object.
    Same(usize, ClassId),
    New(New),
    Unknown(String),
}

/// An object that a client makes.
#[derive(Debug)]
pub(crate) struct New {
    pub class: ClassId,
    /// The class as people call it.
    pub name: String,
    /// The truth values for classes below this one, whose objects are of this class, too.
    pub derived: Vec<usize>,
    pub kind: Kind,
    /// Its fields, or its elements.
    pub parts: Vec<Part>,
    /// Whose constructor makes it so; nobody's where its fields may hold anything.
    pub maker: Option<Maker>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    /// A text of symbolic characters.
    Text,
    /// A text that is known.
    Known,
}

impl Plan {
    /// Whether there are texts of any characters among the arguments.
    pub fn takes_texts(&self) -> bool {
        let choices = self.references.iter().flat_map(|r| &r.choices);
        let is_text = |(_, origin): &(Option<usize>, Origin)| {
            matches!(
                origin,
                Origin::New(New {
                    kind: Kind::Text,
                    ..
                })
            )
        };
        choices.into_iter().any(is_text)
    }
}

/// How the arguments of an entry are made.
pub(crate) fn plan(
    component: &Component,
    entry: &Entry,
    constructs: bool,
    answers: Vec<Question>,
    few_texts: Option<&[String]>,
) -> Plan {
    let holder = (entry.takes_receiver && !constructs).then_some(component);
    let mut planner = Planner {
        program: &component.program,
        arguments: component.arguments,
        texts: few_texts.unwrap_or(&component.texts),
        few_texts: few_texts.is_some(),
        component,
        entry: &entry.name,
        holder,
        earlier: Vec::new(),
        plan: Plan::default(),
    };
    for param in &entry.params {
        let part = planner.part(&param.name, param.ty, Declared::of(param), 0);
        if let Part::Reference(n) = part {
            planner
                .earlier
                .push((param.name.clone(), param.source_type.clone(), n));
        }
        planner.plan.params.push(part);
    }
    let scalars = answers.iter().map(|question| Scalar {
        name: question.answer(),
        ty: question.ty,
        source_type: source_type(question.ty).to_owned(),
    });
    planner.plan.scalars.extend(scalars);
    planner.plan.answers = answers;
    planner.plan
}

/// The type of a parameter, or of what lies in one.
#[derive(Clone, Copy)]
struct Declared<'t> {
    source_type: &'t str,
    /// Where there is more to it than that.
    given: Option<GivenType>,
}

impl<'t> Declared<'t> {
    fn of(param: &'t Param) -> Self {
        Self {
            source_type: &param.source_type,
            given: param.given,
        }
    }
}

/// Where a reference is.
#[derive(Clone, Copy)]
struct Spot {
    /// How far from a parameter.
    depth: usize,
    /// Which of the plan's references.
    number: usize,
}

struct Planner<'c> {
    program: &'c Program,
    arguments: Arguments,
    /// Texts that are passed beside short ones.
    texts: &'c [String],
    /// Whether these are the only ones, beside the empty one.
    few_texts: bool,
    component: &'c Component,
    /// The method or constructor that they are passed to.
    entry: &'c str,
    /// Whose objects may be passed back to it.
    holder: Option<&'c Component>,
    /// The parameters before this one that are references: their names, types and references.
    earlier: Vec<(String, String, usize)>,
    plan: Plan,
}

impl Planner<'_> {
    fn scalar(&mut self, name: String, ty: Type, source_type: &str) -> usize {
        // Candidates share inherited fields.
        let known = self
            .plan
            .scalars
            .iter()
            .position(|s| s.name == name && s.ty == ty);
        known.unwrap_or_else(|| {
            self.plan.scalars.push(Scalar {
                name,
                ty,
                source_type: source_type.to_owned(),
            });
            self.plan.scalars.len() - 1
        })
    }

    fn truth(&mut self, name: String) -> Option<usize> {
        Some(self.scalar(name, Type::Bool, "boolean"))
    }

    fn part(&mut self, name: &str, ty: Type, declared: Declared<'_>, depth: usize) -> Part {
        if ty != Type::Ref {
            return Part::Scalar(self.scalar(name.to_owned(), ty, declared.source_type));
        }
        if depth > DEEPEST {
            return Part::Hidden;
        }
        let number = self.number();
        let choices = self.choices(name, declared, Spot { depth, number });
        self.settle(number, choices)
    }

    fn reference(&mut self, choices: Vec<(Option<usize>, Origin)>) -> Part {
        let number = self.number();
        self.settle(number, choices)
    }

    /// The number of a new reference, for objects that refer to themselves.
    fn number(&mut self) -> usize {
        self.plan.references.push(Reference {
            choices: Vec::new(),
        });
        self.plan.references.len() - 1
    }

    fn settle(&mut self, number: usize, mut choices: Vec<(Option<usize>, Origin)>) -> Part {
        // The last one needs no condition of its own.
        if let Some((selector, _)) = choices.last_mut()
            && let Some(last) = selector.take()
            && last + 1 == self.plan.scalars.len()
        {
            self.plan.scalars.pop();
        }
        self.plan.references[number].choices = choices;
        Part::Reference(number)
    }

    fn choices(
        &mut self,
        name: &str,
        declared: Declared<'_>,
        spot: Spot,
    ) -> Vec<(Option<usize>, Origin)> {
        let (Declared { source_type, given }, depth) = (declared, spot.depth);
        let mut choices = vec![(self.truth(format!("{name} == null")), Origin::Null)];
        let candidates = match given {
            Some(given) => self.program.candidates_given(given),
            None => self.program.candidates(source_type),
        };
        let candidates = self.derived_first(self.typical(candidates));
        if depth == 0 {
            self.held(name, source_type, &candidates, &mut choices);
        }
        let several = candidates.len() > 1;
        if candidates.is_empty() {
            let what = "no class for it is at hand";
            let what = format!("parameter {name} of type {source_type}: {what}");
            choices.push((None, Origin::Unknown(what)));
        }
        let mut classes: Vec<(ClassId, usize)> = Vec::new();
        for candidate in candidates {
            match candidate {
                Candidate::Constant(object, constant) => {
                    let selector = self.truth(format!("{name} == {constant}"));
                    choices.push((selector, Origin::Constant(object, constant)));
                }
                Candidate::Instance(class) => {
                    let new = self.instance(name, class, (given, spot), &classes);
                    let asked = several.then(|| format!("{name} instanceof {}", new.name));
                    let selector = asked.and_then(|asked| self.truth(asked));
                    classes.extend(selector.map(|selector| (class, selector)));
                    choices.push((selector, Origin::New(new)));
                }
                Candidate::Array(class) => self.arrays(name, class, given, depth, &mut choices),
                Candidate::Text(class) if several => {
                    let selector = self.truth(format!("{name} instanceof String"));
                    let mut lengths = Vec::new();
                    match self.arguments {
                        Arguments::Any => self.texts(name, class, &mut lengths),
                        Arguments::Constructed => self.text(name, class, USUAL, &mut lengths),
                    }
                    if let Part::Reference(n) = self.reference(lengths) {
                        choices.push((selector, Origin::Same(n, class)));
                    }
                }
                Candidate::Text(class) => self.any_texts(name, class, depth, &mut choices),
            }
        }
        self.assume(name, depth, &choices);
        choices
    }

    /// Texts where nothing but texts fits.
    fn any_texts(
        &mut self,
        name: &str,
        class: ClassId,
        depth: usize,
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        if self.few_texts {
            return self.few_texts(name, class, depth, choices);
        }
        if depth == 0 {
            self.known_texts(name, class, choices);
        }
        self.texts(name, class, choices);
    }

    /// A new object of a class; the classes before it have these selectors.
    fn instance(
        &mut self,
        name: &str,
        class: ClassId,
        (given, spot): (Option<GivenType>, Spot),
        before: &[(ClassId, usize)],
    ) -> New {
        let (maker, parts) = match self.constructed(class, spot.number) {
            Some((maker, parts)) => (Some(maker), parts),
            None => (None, self.fields(name, class, given, spot.depth)),
        };
        let below = |(other, _): &&(ClassId, usize)| self.program.is_subclass(*other, class);
        let derived = before.iter().filter(below);
        New {
            class,
            name: simple_name(&self.program.classes[class].name).to_owned(),
            derived: derived.map(|&(_, selector)| selector).collect(),
            kind: Kind::Object,
            parts,
            maker,
        }
    }

    /// Of what fits a type that everything fits, the plainest and a text: what a client passes there is rarely looked at.
    fn typical(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let is_plain = |candidate: &Candidate| match candidate {
            Candidate::Instance(class) => self.program.classes[*class].parent.is_none(),
            Candidate::Constant(..) | Candidate::Array(_) | Candidate::Text(_) => false,
        };
        if self.arguments == Arguments::Constructed && candidates.iter().any(is_plain) {
            candidates.retain(|c| is_plain(c) || matches!(c, Candidate::Text(_)));
        }
        candidates
    }

    /// The fields of an object as its class makes it, if that is what clients pass; the object itself is this reference.
    fn constructed(&mut self, class: ClassId, own: usize) -> Option<(Maker, Vec<Part>)> {
        if self.arguments == Arguments::Any || self.program.is_value(class) {
            return None;
        }
        let (maker, objects) = made(self.program, class)?;
        let (object, reached) = objects.split_first()?;
        let numbers: Vec<usize> = std::iter::once(own)
            .chain(reached.iter().map(|_| self.number()))
            .collect();
        let parts = |object: &Object| -> Vec<Part> {
            let part = |content: &Content| match *content {
                Content::Constant(constant) => Part::Constant(constant),
                Content::Object(at) => Part::Reference(numbers[at]),
            };
            object.content.iter().map(part).collect()
        };
        for (object, &number) in reached.iter().zip(&numbers[1..]) {
            let is_array = self.program.classes[object.class].element.is_some();
            let new = New {
                class: object.class,
                name: simple_name(&self.program.classes[object.class].name).to_owned(),
                derived: Vec::new(),
                kind: if is_array { Kind::Array } else { Kind::Object },
                parts: parts(object),
                maker: Some(maker),
            };
            self.plan.references[number].choices = vec![(None, Origin::New(new))];
        }
        Some((maker, parts(object)))
    }

    /// Classes before those that they extend: an object is told to be of the first that fits.
    fn derived_first(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut ordered: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            let class = |c: &Candidate| match c {
                Candidate::Instance(class) => Some(*class),
                Candidate::Constant(..) | Candidate::Array(_) | Candidate::Text(_) => None,
            };
            let extends = |other: &Candidate| match (class(&candidate), class(other)) {
                (Some(own), Some(other)) => own != other && self.program.is_subclass(own, other),
                _ => false,
            };
            let at = ordered.iter().position(extends).unwrap_or(ordered.len());
            ordered.insert(at, candidate);
        }
        ordered
    }

    /// Says what a verdict is about: a reference can be more than what is tried here.
    fn assume(&mut self, name: &str, depth: usize, choices: &[(Option<usize>, Origin)]) {
        let is_new = |(_, origin): &(Option<usize>, Origin)| {
            matches!(origin, Origin::New(_) | Origin::Same(..))
        };
        if !choices.iter().any(is_new) {
            return;
        }
        if depth > 0 {
            let what = match self.few_texts {
                true => format!(
                    "what arguments hold is null or new, of the declared class, arrays at most {LONGEST} long, texts {USUAL:?}"
                ),
                false => format!(
                    "what arguments hold is null or new, of the declared class, arrays and strings at most {LONGEST} long"
                ),
            };
            self.plan.assumptions.insert(what);
            return;
        }
        let mut kinds: Vec<String> = Vec::new();
        for kind in choices.iter().filter_map(|choice| self.kind_of(choice)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let last = kinds.pop().unwrap_or_default();
        let kinds = format!("{} or {last}", kinds.join(", "));
        match self.few_texts {
            true => _ = self.plan.few.insert(name.to_owned(), kinds),
            false => _ = self.plan.assumptions.insert(format!("{name} is {kinds}")),
        }
    }

    /// A choice in words; `None` for constants, which are all there.
    fn kind_of(&self, (selector, origin): &(Option<usize>, Origin)) -> Option<String> {
        let named = || {
            selector.and_then(|s| Some(self.plan.scalars[s].name.rsplit_once(" == ")?.1.to_owned()))
        };
        let text = || match self.arguments {
            Arguments::Any => format!("a new String of at most {LONGEST} characters below 256"),
            Arguments::Constructed => format!("the text {USUAL:?}"),
        };
        match origin {
            Origin::Null => Some("null".to_owned()),
            Origin::This | Origin::Held(..) => named(),
            Origin::Same(..) => Some(named().unwrap_or_else(text)),
            Origin::New(
                new @ New {
                    kind: Kind::Known, ..
                },
            ) => self.known_text(new),
            Origin::New(New {
                kind: Kind::Text, ..
            }) => Some(format!(
                "a new String of at most {LONGEST} characters below 256"
            )),
            Origin::New(New {
                kind: Kind::Array,
                name,
                ..
            }) => Some(format!("a new {name} of at most {LONGEST} elements")),
            Origin::New(New {
                kind: Kind::Object,
                name,
                maker,
                ..
            }) => Some(match maker {
                Some(Maker::Client) => format!("new {name}()"),
                Some(Maker::Heir) => format!("a new {name} that begins by {name}()"),
                None => format!("a new {name}"),
            }),
            Origin::Constant(..) | Origin::Unknown(_) => None,
        }
    }

    /// Objects that the component holds and that fit. Constants are covered by name, and strings and boxed numbers are
    /// taken to be new: nobody should ask whether they are the same object.
    fn held(
        &mut self,
        name: &str,
        source_type: &str,
        candidates: &[Candidate],
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        let Some(otherwise) = self.kind_with_identity(candidates) else {
            return;
        };
        // The arrays that a component holds are rarely anybody else's.
        if candidates.iter().all(|c| matches!(c, Candidate::Array(_))) {
            return;
        }
        for (earlier, earlier_type, n) in self.earlier.clone() {
            if earlier_type == source_type {
                choices.push((
                    self.truth(format!("{name} == {earlier}")),
                    Origin::Same(n, otherwise),
                ));
            }
        }
        let Some(component) = self.holder else { return };
        let any = self.program.takes_any(source_type);
        if any || component.name == source_type {
            choices.push((self.truth(format!("{name} == this")), Origin::This));
        }
        for field in self.program.layout(component.class) {
            let declared = self.program.field(field);
            let declared_type = self.program.field_type(component.class, field);
            // What is passed where everything fits comes back, if at all, from where everything fits.
            let any = any && self.arguments == Arguments::Any;
            let fits = declared_type == source_type || (any && self.has_identity(&declared_type));
            if declared.ty == Type::Ref && fits {
                let selector = self.truth(format!("{name} == this.{}", declared.name));
                choices.push((selector, Origin::Held(field, otherwise)));
            }
        }
    }

    /// A class among candidates of which it matters whether two are the same object.
    fn kind_with_identity(&self, candidates: &[Candidate]) -> Option<ClassId> {
        candidates
            .iter()
            .rev()
            .find_map(|candidate| match candidate {
                Candidate::Instance(class) if !self.program.is_value(*class) => Some(*class),
                Candidate::Array(class) => Some(*class),
                Candidate::Instance(_) | Candidate::Text(_) | Candidate::Constant(..) => None,
            })
    }

    fn has_identity(&self, source_type: &str) -> bool {
        self.kind_with_identity(&self.program.candidates(source_type))
            .is_some()
    }

    fn fields(
        &mut self,
        name: &str,
        class: ClassId,
        given: Option<GivenType>,
        depth: usize,
    ) -> Vec<Part> {
        let layout = self.program.layout(class);
        let part = |at: FieldRef| {
            let field = self.program.field(at);
            let given = if field.ty == Type::Ref {
                self.program.field_given(given, class, at)
            } else {
                None
            };
            let declared = Declared {
                source_type: &field.source_type,
                given,
            };
            self.part(
                &format!("{name}.{}", field.name),
                field.ty,
                declared,
                depth + 1,
            )
        };
        layout.into_iter().map(part).collect()
    }

    fn arrays(
        &mut self,
        name: &str,
        class: ClassId,
        given: Option<GivenType>,
        depth: usize,
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        let Some(element) = self.program.classes[class].element else {
            return;
        };
        let of = self.program.classes[class]
            .name
            .trim_end_matches("[]")
            .to_owned();
        let given = given.and_then(|given| self.program.element_given(given));
        let declared = Declared {
            source_type: &of,
            given,
        };
        for length in 0..=LONGEST {
            let selector = self.truth(format!("{name}.length == {length}"));
            let parts = (0..length)
                .map(|i| self.part(&format!("{name}[{i}]"), element.ty, declared, depth + 1))
                .collect();
            let name = format!("{}[]", simple_name(&of));
            choices.push((
                selector,
                Origin::New(New {
                    class,
                    name,
                    derived: Vec::new(),
                    kind: Kind::Array,
                    parts,
                    maker: None,
                }),
            ));
        }
    }

    /// The texts that are given, and the empty one where anybody asks for lengths.
    fn few_texts(
        &mut self,
        name: &str,
        class: ClassId,
        depth: usize,
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        if depth > 0 {
            return self.text(name, class, USUAL, choices);
        }
        if self.component.measured.concerns(self.entry, name) {
            let selector = self.truth(format!("{name}.length() == 0"));
            let empty = self.laid_out(name, class, Vec::new());
            choices.push((selector, known(empty)));
        }
        self.known_texts(name, class, choices);
    }

    /// Texts that the code compares with. (The empty one is told by its length.)
    fn known_texts(
        &mut self,
        name: &str,
        class: ClassId,
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        let (few, of, entry) = (self.few_texts, self.component, self.entry);
        let concerns = |text: &&String| match of.known_from.get(*text) {
            Some(known) if few => known.concerns(entry, name),
            _ => true,
        };
        let texts = self.texts.iter().filter(concerns);
        let texts = texts.filter(|text| ir::can_be_passed(text));
        for text in texts.filter(|text| !text.is_empty()) {
            let Some(chars) = latin(text) else { continue };
            let selector = self.truth(format!("{name}.equals({text:?})"));
            // A text that is given twice is one choice.
            if choices.iter().any(|(other, _)| *other == selector) {
                continue;
            }
            let text = self.laid_out(name, class, chars);
            choices.push((selector, known(text)));
        }
    }

    /// A text that is known, between quotes.
    fn known_text(&self, text: &New) -> Option<String> {
        let bytes = text.parts.iter().find_map(|part| match part {
            Part::Reference(n) => match &self.plan.references[*n].choices[..] {
                [(None, Origin::New(array))] => Some(&array.parts),
                _ => None,
            },
            _ => None,
        })?;
        let char = |part: &Part| match part {
            Part::Constant(Const::Int(_, byte)) => char::from(*byte as u8),
            _ => '?',
        };
        let text: String = bytes.iter().map(char).collect();
        Some(format!("{text:?}"))
    }

    /// Strings as the library lays them out: one reference leads to their bytes, one for each character.
    fn texts(&mut self, name: &str, class: ClassId, choices: &mut Vec<(Option<usize>, Origin)>) {
        for length in 0..=LONGEST {
            let selector = self.truth(format!("{name}.length() == {length}"));
            let chars = (0..length).map(|i| {
                let char = self.scalar(format!("{name}.charAt({i})"), BYTE, "char");
                Part::Cast(char, Type::Int(IntType::I8))
            });
            let chars = chars.collect();
            choices.push((selector, self.laid_out(name, class, chars)));
        }
    }

    /// A string that is known.
    fn text(
        &mut self,
        name: &str,
        class: ClassId,
        text: &str,
        choices: &mut Vec<(Option<usize>, Origin)>,
    ) {
        let chars = latin(text).unwrap_or_default();
        choices.push((None, self.laid_out(name, class, chars)));
    }

    /// A string of these characters.
    fn laid_out(&mut self, name: &str, class: ClassId, chars: Vec<Part>) -> Origin {
        let layout = self.program.layout(class);
        let is_reference = |&f: &FieldRef| self.program.field(f).ty == Type::Ref;
        let value = layout.iter().position(is_reference);
        let bytes = value.and_then(|v| {
            let declared = &self.program.field(layout[v]).source_type;
            match self.program.candidates(declared)[..] {
                [Candidate::Array(bytes)] => Some(bytes),
                _ => None,
            }
        });
        let (Some(value), Some(bytes)) = (value, bytes) else {
            let what = format!("parameter {name}: strings of this library are not known");
            return Origin::Unknown(what);
        };
        let array = New {
            parts: chars,
            class: bytes,
            name: "byte[]".into(),
            derived: Vec::new(),
            kind: Kind::Array,
            maker: None,
        };
        let array = self.reference(vec![(None, Origin::New(array))]);
        let zero = |f: &FieldRef| Part::Constant(zero(self.program.field(*f).ty));
        let mut content: Vec<Part> = layout.iter().map(zero).collect();
        content[value] = array;
        Origin::New(New {
            class,
            name: simple_name(&self.program.classes[class].name).to_owned(),
            derived: Vec::new(),
            kind: Kind::Text,
            parts: content,
            maker: None,
        })
    }
}

/// A text whose characters are known.
fn known(text: Origin) -> Origin {
    match text {
        Origin::New(new) => Origin::New(New {
            kind: Kind::Known,
            ..new
        }),
        other => other,
    }
}

/// The type of an answer as people write it.
fn source_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "boolean",
        Type::Int(IntType { bits: 64, .. }) => "long",
        Type::Int(_) => "int",
        Type::Float(FloatType::F32) => "float",
        Type::Float(FloatType::F64) => "double",
        Type::Ref => "Object",
    }
}

/// The characters of a text as the library keeps them, where each takes one byte.
fn latin(text: &str) -> Option<Vec<Part>> {
    let byte = |c: char| {
        let byte = u8::try_from(u32::from(c)).ok()?;
        let signed = i64::from(byte as i8);
        Some(Part::Constant(Const::Int(IntType::I8, signed)))
    };
    text.chars().map(byte).collect()
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

pub(crate) fn zero(ty: Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(false),
        Type::Int(int) => Const::Int(int, 0),
        Type::Float(float) => Const::Float(float, 0),
        Type::Ref => Const::Null,
    }
}
