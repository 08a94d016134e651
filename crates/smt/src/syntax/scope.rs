//! What names mean, and what types there are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::length::lengths;
use crate::term::{Term, Terms};
use crate::value::Sort;

/// The type of an expression. A sort with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A truth value.
    Bool,
    /// An integer without bound.
    Int,
    /// A number of fixed width.
    Vector {
        /// Whether it is read in two's complement.
        signed: bool,
        /// Its width.
        width: u32,
    },
    /// A float, by its pattern: `float` or `double`.
    Float {
        /// Its width, 32 or 64.
        width: u32,
    },
}

impl Type {
    /// A signed number of the width: `int` is `Type::signed(32)`.
    pub const fn signed(width: u32) -> Self {
        Self::Vector {
            signed: true,
            width,
        }
    }

    /// An unsigned number of the width: `char` is `Type::unsigned(16)`.
    pub const fn unsigned(width: u32) -> Self {
        Self::Vector {
            signed: false,
            width,
        }
    }

    /// A float of the width: `float` is `Type::float(32)`, `double` is `Type::float(64)`.
    pub const fn float(width: u32) -> Self {
        Self::Float { width }
    }

    /// The sort of its terms.
    pub fn sort(self) -> Sort {
        match self {
            Self::Bool => Sort::Bool,
            Self::Int => Sort::Int,
            Self::Vector { width, .. } | Self::Float { width } => Sort::BitVec(width),
        }
    }

    /// The type of a variable nobody declared.
    pub(super) fn of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool,
            Sort::Int => Self::Int,
            Sort::BitVec(width) => Self::signed(width),
        }
    }

    /// The type with that name, as it is written in casts.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "byte" => return Some(Self::signed(8)),
            "short" => return Some(Self::signed(16)),
            "char" => return Some(Self::unsigned(16)),
            "int" => return Some(Self::signed(32)),
            "long" => return Some(Self::signed(64)),
            "float" => return Some(Self::float(32)),
            "double" => return Some(Self::float(64)),
            _ => {}
        }
        let signed = name.starts_with('i');
        let digits = name.strip_prefix(['i', 'u'])?;
        let width = digits
            .parse()
            .ok()
            .filter(|w| (1..=64).contains(w) && !digits.starts_with(['0', '+']))?;
        Some(Self::Vector { signed, width })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => write!(f, "boolean"),
            Self::Int => write!(f, "integer"),
            Self::Vector {
                signed: true,
                width: 8,
            } => write!(f, "byte"),
            Self::Vector {
                signed: true,
                width: 16,
            } => write!(f, "short"),
            Self::Vector {
                signed: false,
                width: 16,
            } => write!(f, "char"),
            Self::Vector {
                signed: true,
                width: 32,
            } => write!(f, "int"),
            Self::Vector {
                signed: true,
                width: 64,
            } => write!(f, "long"),
            Self::Vector {
                signed: true,
                width,
            } => write!(f, "i{width}"),
            Self::Vector {
                signed: false,
                width,
            } => write!(f, "u{width}"),
            Self::Float { width: 32 } => write!(f, "float"),
            Self::Float { width: 64 } => write!(f, "double"),
            Self::Float { width } => write!(f, "f{width}"),
        }
    }
}

/// Names with their terms and types: what a method's parameters or a location's variables are called.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: BTreeMap<String, (Term, Type)>,
    vars: BTreeMap<Term, String>,
    lengths: BTreeSet<Term>,
    pub(super) asked: Asked,
}

/// When the source can ask for a variable. `snk.connected` can be asked of an object only, so that a condition that speaks
/// of it must ask before whether `snk` is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// What must hold, a conjunction, so that the source can ask for a variable. Where it does not hold the variable is
    /// zero or false, which is not what the source would find.
    pub needs: BTreeMap<Term, Term>,
    /// Truth values of which at most one is true.
    pub exclusive: Vec<Vec<Term>>,
}

impl Scope {
    /// No names.
    pub fn new() -> Self {
        Self::default()
    }

    /// The variables under their own names; vectors are signed.
    pub fn of(terms: &Terms, vars: impl IntoIterator<Item = Term>) -> Self {
        let mut scope = Self::new();
        for var in vars {
            let name = terms
                .var_name(var)
                .map_or_else(|| format!("{var}"), |n| n.to_string());
            scope.declare(&name, var, Type::of(terms.sort(var)));
        }
        scope
    }

    /// Gives a term, usually a variable, a name and a type.
    pub fn declare(&mut self, name: &str, term: Term, ty: Type) {
        self.names.insert(name.to_owned(), (term, ty));
        self.vars.insert(term, name.to_owned());
    }

    /// Also says when the source can ask for what is declared.
    pub fn asking(mut self, asked: &Asked) -> Self {
        self.asked.needs.extend(&asked.needs);
        self.asked.exclusive.extend(asked.exclusive.iter().cloned());
        self
    }

    /// Also the variables that have no name here, under their own names; where these are taken, with a prime.
    pub(super) fn with(&self, terms: &Terms, vars: impl IntoIterator<Item = Term>) -> Self {
        let mut scope = self.clone();
        for var in vars {
            let (mut name, ty) = self.display(terms, var);
            while scope.lookup(&name).is_some_and(|(known, _)| known != var) {
                name.push('\'');
            }
            scope.declare(&name, var, ty);
        }
        scope
    }

    /// Also the lengths of the arrays whose lengths are told by truth values.
    pub(super) fn with_lengths(&self, terms: &Terms) -> Self {
        let mut scope = self.clone();
        let ty = match self.names.values().any(|(_, ty)| *ty == Type::Int) {
            true => Type::Int,
            false => Type::signed(32),
        };
        let truths = self.names.iter().filter(|(_, (_, ty))| *ty == Type::Bool);
        for length in lengths(truths.map(|(name, &(term, _))| (name.as_str(), term))) {
            let term = length.term(terms, ty.sort());
            if let Some(term) = term.filter(|_| self.lookup(&length.name).is_none()) {
                scope.declare(&length.name, term, ty);
                scope.lengths.insert(term);
            }
        }
        scope
    }

    /// Whether a term is the length of an array.
    pub(super) fn is_length(&self, term: Term) -> bool {
        self.lengths.contains(&term)
    }

    /// What a name stands for.
    pub fn lookup(&self, name: &str) -> Option<(Term, Type)> {
        self.names.get(name).copied()
    }

    /// The name and type of a variable; undeclared ones have their own name and are signed.
    pub(super) fn display(&self, terms: &Terms, var: Term) -> (String, Type) {
        let declared = self
            .vars
            .get(&var)
            .and_then(|name| Some((name.clone(), self.names.get(name)?.1)));
        let declared = declared.filter(|(_, ty)| ty.sort() == terms.sort(var));
        declared.unwrap_or_else(|| {
            let name = terms
                .var_name(var)
                .map_or_else(|| format!("{var}"), |n| n.to_string());
            (name, Type::of(terms.sort(var)))
        })
    }
}

/// Why a text is not a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}
