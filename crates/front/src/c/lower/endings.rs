//! How runs end other than by returning: the classes of what is thrown, and which kinds are looked for.

use std::cell::OnceCell;
use std::sync::Arc;

use base::Failure;
pub(super) use base::Undefined;
use ir::{
    Class, ClassId, Const, Expr, Field, FieldRef, ImageId, ImageObject, IntType, Program, Type,
};

/// What is a failure of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// An assertion that does not hold; otherwise it ends the program like `abort`.
    pub assertions: bool,
    /// What C leaves undefined; otherwise a run just ends there.
    pub undefined: bool,
    /// `abort`; otherwise it ends the program like `exit`.
    pub abort: bool,
    /// A code that is not 0 at the end of the program.
    pub exit: bool,
}

impl Default for Failures {
    /// Assertions alone.
    fn default() -> Self {
        Self {
            assertions: true,
            undefined: false,
            abort: false,
            exit: false,
        }
    }
}

impl Failures {
    /// Whether a kind of undefined behaviour is a failure. What may only be a value that C does not specify is none.
    fn counts(self, kind: Undefined) -> bool {
        self.undefined && kind != Undefined::Unset
    }
}

/// Which kinds of undefined behaviour are looked for. One that is switched off is given the meaning it has on most
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
    /// A function is given, or gives, what it is not made for.
    pub argument: bool,
    /// An object is changed and used in no order.
    pub sequence: bool,
    /// The length of an array is not positive.
    pub length: bool,
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
            length: on,
        }
    }

    pub(super) fn has(&self, kind: Undefined) -> bool {
        match kind {
            Undefined::Null => self.null,
            Undefined::Dead => self.dead,
            Undefined::Bounds => self.bounds,
            Undefined::Uninitialised | Undefined::Unset => self.uninitialised,
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
            Undefined::Length => self.length,
        }
    }
}

/// The classes of what a run may throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endings {
    /// Above all failures.
    pub failure: ClassId,
    /// An assertion does not hold, or an error function is called.
    pub assertion: ClassId,
    /// `abort` is called, where that is a failure.
    pub abort: ClassId,
    /// Above a class for each kind of undefined behaviour that is no failure, `failure.undefined.KIND`.
    pub undefined: ClassId,
    /// An assumption does not hold: the run does not count.
    pub assumption: ClassId,
    /// The program ends with a code.
    pub exit: ClassId,
    /// That code.
    pub exit_code: FieldRef,
    /// Which failure, or which undefined behaviour, a class is.
    pub kinds: Arc<[(ClassId, Failure)]>,
}

impl Endings {
    /// What they mean to who knows no C.
    pub fn classes(&self) -> ir::Endings {
        ir::Endings {
            failure: self.failure,
            undefined: self.undefined,
            assumption: self.assumption,
            exit: self.exit,
            kinds: Arc::clone(&self.kinds),
        }
    }
}

/// What is thrown; none of it holds anything, so one object of each class is enough.
pub(super) struct Thrown {
    pub(super) endings: Endings,
    assertion: ImageId,
    abort: ImageId,
    exit: ImageId,
    assumption: ImageId,
    undefined: Vec<(Undefined, ImageId)>,
    refusals: Vec<(&'static str, ImageId)>,
}

/// How a function says by its result that it gives up, or has failed.
const REFUSALS: [&str; 5] = [
    "negative result",
    "null result",
    "zero result",
    "nonzero result",
    "false result",
];

impl Thrown {
    pub(super) fn declare(program: &Program, failures: Failures) -> Self {
        let failure = class(program, "failure", None);
        let assertion = class(program, "failure.assertion", Some(failure));
        let abort = class(program, "failure.abort", Some(failure));
        let bad_exit = class(program, "failure.exit", Some(failure));
        let undefined = class(program, "failure.undefined", Some(failure));
        let kinds = Undefined::ALL.map(|kind| {
            let name = format!("failure.undefined.{}", kind.name());
            let above = if failures.counts(kind) {
                failure
            } else {
                undefined
            };
            (kind, class(program, &name, Some(above)))
        });
        let refusals = REFUSALS.map(|how| {
            let class = class(program, &format!("failure.{how}"), Some(failure));
            (how, object(program, class))
        });
        let plain = [
            (assertion, Failure::Assertion),
            (abort, Failure::Abort),
            (bad_exit, Failure::Exit),
        ];
        let exit = exit_class(program);
        let endings = Endings {
            failure,
            assertion,
            abort,
            undefined,
            assumption: class(program, "assumption", None),
            exit,
            exit_code: FieldRef {
                class: exit,
                index: 0,
            },
            kinds: (plain.into_iter())
                .chain(kinds.map(|(kind, class)| (class, Failure::Undefined(kind))))
                .collect(),
        };
        Self {
            assertion: object(program, assertion),
            abort: object(program, abort),
            exit: object(program, bad_exit),
            assumption: object(program, endings.assumption),
            undefined: kinds
                .map(|(kind, class)| (kind, object(program, class)))
                .to_vec(),
            refusals: refusals.to_vec(),
            endings,
        }
    }

    pub(super) fn assertion(&self) -> Expr {
        Expr::Const(Const::Object(self.assertion))
    }

    pub(super) fn abort(&self) -> Expr {
        Expr::Const(Const::Object(self.abort))
    }

    /// The program ends with a code that is not 0.
    pub(super) fn exit(&self) -> Expr {
        Expr::Const(Const::Object(self.exit))
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

/// The class of ends of a program, with their code.
fn exit_class(program: &Program) -> ClassId {
    program.classes.push(Class {
        name: "exit".to_owned(),
        fields: vec![Field {
            name: "code".to_owned(),
            ty: Type::Int(IntType::I32),
            source_type: "int".to_owned(),
        }],
        ..Class::default()
    })
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
