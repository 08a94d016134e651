//! Which endings of a call count as errors.

use ir::{ClassId, Component, Program, Type};
use smt::Terms;
use symex::Integers;

use crate::Variable;
use crate::names::scope;

/// What the user counts as an error. By default every exception that leaves a call is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// If not empty, only exceptions of these classes, or classes below them, are errors.
    pub only: Vec<String>,
    /// Exceptions of these classes, or classes below them, are answers like any other.
    pub allowed: Vec<String>,
    /// A call that waits for another thread without an end is an error: one thread alone never gets further.
    pub waiting: bool,
    /// A condition on the fields of the component: a call after which it holds was an error (Singh, Giannakopoulou and Păsăreanu, "May and Must Abstractions", 2010).
    pub when: Option<String>,
}

impl Errors {
    /// Whether an exception of this class is an error.
    pub fn counts(&self, program: &Program, class: ClassId) -> bool {
        let among = |names: &[String]| names.iter().any(|name| is_named(program, class, name));
        (self.only.is_empty() || among(&self.only)) && !among(&self.allowed)
    }
}

/// What an exception that leaves a call is to a client.
pub(crate) enum Thrown {
    /// An error, by this name.
    Error(String),
    /// An answer like any other.
    Allowed,
    /// Nobody can say what the call was.
    Unknown(&'static str),
}

impl Errors {
    /// What an exception of this class is to a client of a component.
    ///
    /// Soundness: a call that ends the program, or of which an assumption does not hold, is neither right nor wrong.
    pub(crate) fn thrown(&self, component: &Component, class: ClassId) -> Thrown {
        let program = &component.program;
        let name = &program.classes[class].name;
        let Some(endings) = &component.endings else {
            return match self.counts(program, class) {
                true => Thrown::Error(name.clone()),
                false => Thrown::Allowed,
            };
        };
        let is_below = |above| program.is_subclass(class, above);
        if is_below(endings.failure) && !is_below(endings.undefined) {
            let known = endings.kinds.iter().find(|(own, _)| *own == class);
            let last = name.rsplit('.').next().unwrap_or(name);
            return Thrown::Error(known.map_or_else(|| last.to_owned(), |(_, f)| f.to_string()));
        }
        Thrown::Unknown(if is_below(endings.undefined) {
            "a byte is read that was never set"
        } else if is_below(endings.assumption) {
            "what the code assumes of the call does not hold"
        } else {
            "the call ends the program"
        })
    }
}

/// Whether a name is that of an exception; if not, why.
pub fn is_exception(component: &Component, name: &str) -> Result<(), String> {
    let program = &component.program;
    let classes = program.classes_named(name);
    if classes.iter().any(|&class| program.is_thrown(class)) {
        return Ok(());
    }
    if let Some(class) = classes.first() {
        return Err(format!("{} is no exception", program.classes[*class].name));
    }
    Err(match program.names_like(name)[..] {
        [] => "there is no class of this name, neither in full nor without its package".to_owned(),
        ref names => format!(
            "there is no class of this name; there is {}",
            names.join(", ")
        ),
    })
}

/// Whether a condition for errors speaks of nothing but numbers and truth values of the component; if not, why.
pub fn readable(component: &Component, when: &str, integers: Integers) -> Result<(), String> {
    let (program, terms) = (&component.program, Terms::new());
    let fields = program
        .layout(component.class)
        .into_iter()
        .map(|f| program.field(f))
        .map(|f| (f.name.clone(), f.ty));
    let globals = program
        .globals
        .values()
        .filter(|g| g.tracked)
        .map(|g| (g.name.clone(), g.ty));
    let scalars = fields.chain(globals).filter(|(_, ty)| *ty != Type::Ref);
    let variables: Vec<Variable> = scalars
        .filter_map(|(name, ty)| {
            let term = terms.var(&name, integers.sort(ty)?);
            Some(Variable {
                source_type: ty.to_string(),
                name,
                ty,
                term,
            })
        })
        .collect();
    smt::syntax::parse(&terms, when, &scope(&variables, integers))
        .map(|_| ())
        .map_err(|fault| fault.message)
}

/// Whether a class or one above it has this name, in full or without its package.
fn is_named(program: &Program, class: ClassId, name: &str) -> bool {
    program.ancestors(class).any(|c| {
        let full = &program.classes[c].name;
        full == name || full.rsplit(['.', '$']).next() == Some(name)
    })
}
