//! How runs end other than by returning: the classes of what is thrown, and which kinds are looked for.

use std::cell::OnceCell;

use ir::{
    Class, ClassId, Const, Expr, Field, FieldRef, ImageId, ImageObject, IntType, Program, Type,
};

/// A kind of undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Undefined {
    Null,
    Dead,
    Bounds,
    Uninitialised,
    Overflow,
    Division,
    Shift,
    Constant,
    Pointer,
    Function,
    Return,
    Unreachable,
    Overlap,
    Argument,
    Sequence,
}

impl Undefined {
    const ALL: [Self; 15] = [
        Self::Null,
        Self::Dead,
        Self::Bounds,
        Self::Uninitialised,
        Self::Overflow,
        Self::Division,
        Self::Shift,
        Self::Constant,
        Self::Pointer,
        Self::Function,
        Self::Return,
        Self::Unreachable,
        Self::Overlap,
        Self::Argument,
        Self::Sequence,
    ];

    /// The kind of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Dead => "dead",
            Self::Bounds => "bounds",
            Self::Uninitialised => "uninitialised",
            Self::Overflow => "overflow",
            Self::Division => "division",
            Self::Shift => "shift",
            Self::Constant => "constant",
            Self::Pointer => "pointer",
            Self::Function => "function",
            Self::Return => "return",
            Self::Unreachable => "unreachable",
            Self::Overlap => "overlap",
            Self::Argument => "argument",
            Self::Sequence => "sequence",
        }
    }

    /// What is said where the kind is switched off and there is no meaning to go on with.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Null => "a null pointer is followed",
            Self::Dead => "what is accessed does not live any more",
            Self::Bounds => "an access is out of bounds",
            Self::Uninitialised => "a value is used that was never set",
            Self::Overflow => "a result does not fit its type",
            Self::Division => "a division by zero",
            Self::Shift => "a shift by too many bits",
            Self::Constant => "what is written is constant",
            Self::Pointer => "pointers are used that do not belong together",
            Self::Function => "a pointer is called that is no such function",
            Self::Return => "the result of a function that returned none is used",
            Self::Unreachable => "code is reached that was said to be unreachable",
            Self::Overlap => "bytes are copied to where they lie",
            Self::Argument => "a function of the library is given what it is not made for",
            Self::Sequence => "an object is changed and used in no order",
        }
    }
}

/// Which kinds of undefined behaviour are failures. One that is switched off is given the meaning it has on most
/// machines, if any: overflow wraps, shifts take the amount modulo the width, what has no value yet has any value; where
/// there is none the path is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after what is undefined")]
pub struct Checks {
    pub null: bool,
    pub dead: bool,
    pub bounds: bool,
    pub uninitialised: bool,
    pub overflow: bool,
    pub division: bool,
    pub shift: bool,
    pub constant: bool,
    pub pointer: bool,
    pub function: bool,
    /// The result of a function that ended without one is used.
    pub returns: bool,
    pub unreachable: bool,
    /// Bytes are copied to where they lie.
    pub overlap: bool,
    /// A function of the library is given what it is not made for.
    pub argument: bool,
    /// An object is changed and used in no order.
    pub sequence: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Self::all(true)
    }
}

impl Checks {
    /// All kinds, or none.
    pub fn all(on: bool) -> Self {
        Self {
            null: on,
            dead: on,
            bounds: on,
            uninitialised: on,
            overflow: on,
            division: on,
            shift: on,
            constant: on,
            pointer: on,
            function: on,
            returns: on,
            unreachable: on,
            overlap: on,
            argument: on,
            sequence: on,
        }
    }

    pub(super) fn has(&self, kind: Undefined) -> bool {
        match kind {
            Undefined::Null => self.null,
            Undefined::Dead => self.dead,
            Undefined::Bounds => self.bounds,
            Undefined::Uninitialised => self.uninitialised,
            Undefined::Overflow => self.overflow,
            Undefined::Division => self.division,
            Undefined::Shift => self.shift,
            Undefined::Constant => self.constant,
            Undefined::Pointer => self.pointer,
            Undefined::Function => self.function,
            Undefined::Return => self.returns,
            Undefined::Unreachable => self.unreachable,
            Undefined::Overlap => self.overlap,
            Undefined::Argument => self.argument,
            Undefined::Sequence => self.sequence,
        }
    }
}

/// The classes of what a run may throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// Above all failures.
    pub failure: ClassId,
    /// An assertion does not hold, or an error function is called.
    pub assertion: ClassId,
    /// `abort` is called, where that is a failure.
    pub abort: ClassId,
    /// Above a class for each kind of undefined behaviour, `failure.undefined.KIND`.
    pub undefined: ClassId,
    /// An assumption does not hold: the run does not count.
    pub assumption: ClassId,
    /// The program ends with a code.
    pub exit: ClassId,
    /// That code.
    pub exit_code: FieldRef,
}

impl Endings {
    /// What they mean to who knows no C.
    pub fn classes(self) -> ir::Endings {
        ir::Endings {
            failure: self.failure,
            undefined: self.undefined,
            assumption: self.assumption,
            exit: self.exit,
        }
    }
}

/// What is thrown; none of it holds anything, so one object of each class is enough.
pub(super) struct Thrown {
    pub(super) endings: Endings,
    assertion: ImageId,
    abort: ImageId,
    assumption: ImageId,
    undefined: Vec<(Undefined, ImageId)>,
    refusals: Vec<(&'static str, ImageId)>,
}

/// How a function that is a filter says that it gives up.
const REFUSALS: [&str; 2] = ["negative result", "null result"];

impl Thrown {
    pub(super) fn declare(program: &Program) -> Self {
        let failure = class(program, "failure", None);
        let assertion = class(program, "failure.assertion", Some(failure));
        let abort = class(program, "failure.abort", Some(failure));
        let undefined = class(program, "failure.undefined", Some(failure));
        let assumption = class(program, "assumption", None);
        let exit = program.classes.push(Class {
            name: "exit".to_owned(),
            fields: vec![Field {
                name: "code".to_owned(),
                ty: Type::Int(IntType::I32),
                source_type: "int".to_owned(),
            }],
            ..Class::default()
        });
        let kinds = Undefined::ALL.map(|kind| {
            let name = format!("failure.undefined.{}", kind.name());
            let class = class(program, &name, Some(undefined));
            (kind, object(program, class))
        });
        let refusals = REFUSALS.map(|how| {
            let class = class(program, &format!("failure.{how}"), Some(failure));
            (how, object(program, class))
        });
        Self {
            endings: Endings {
                failure,
                assertion,
                abort,
                undefined,
                assumption,
                exit,
                exit_code: FieldRef {
                    class: exit,
                    index: 0,
                },
            },
            assertion: object(program, assertion),
            abort: object(program, abort),
            assumption: object(program, assumption),
            undefined: kinds.to_vec(),
            refusals: refusals.to_vec(),
        }
    }

    pub(super) fn assertion(&self) -> Expr {
        Expr::Const(Const::Object(self.assertion))
    }

    pub(super) fn abort(&self) -> Expr {
        Expr::Const(Const::Object(self.abort))
    }

    pub(super) fn assumption(&self) -> Expr {
        Expr::Const(Const::Object(self.assumption))
    }

    /// A function that is a filter gives up.
    pub(super) fn refusal(&self, how: &str) -> Option<Expr> {
        let (_, object) = self.refusals.iter().find(|(known, _)| *known == how)?;
        Some(Expr::Const(Const::Object(*object)))
    }

    pub(super) fn undefined(&self, kind: Undefined) -> Expr {
        let found = self.undefined.iter().find(|(k, _)| *k == kind);
        let (_, object) = found.expect("an object was made for every kind");
        Expr::Const(Const::Object(*object))
    }
}

/// A class without fields.
pub(super) fn class(program: &Program, name: &str, parent: Option<ClassId>) -> ClassId {
    program.classes.push(Class {
        name: name.to_owned(),
        parent,
        ..Class::default()
    })
}

/// An object without fields, named after its class.
pub(super) fn object(program: &Program, class: ClassId) -> ImageId {
    let name = Some(program.classes[class].name.clone());
    program.image.push(ImageObject {
        class,
        name,
        content: OnceCell::from(Vec::new()),
    })
}
