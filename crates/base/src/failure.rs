//! How a program fails: the vocabulary that front ends, engines and reports share.

use std::fmt;

/// A way to fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// An assertion does not hold, or an error function is called.
    Assertion,
    /// `abort` is called.
    Abort,
    /// The program ends with a code that is not 0.
    Exit,
    /// It does what the language gives no meaning to.
    Undefined(Undefined),
    /// Something else is thrown, of a class with this name.
    Thrown(String),
}

/// A kind of behaviour that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undefined {
    /// A null pointer is followed.
    Null,
    /// What is accessed, freed or compared does not live any more.
    Dead,
    /// An access is out of bounds.
    Bounds,
    /// A value is used that was never set.
    Uninitialised,
    /// A result does not fit its type.
    Overflow,
    /// A division by zero.
    Division,
    /// A shift by too many bits, or of a number to the left that is negative or gets too large.
    Shift,
    /// What is written is constant.
    Constant,
    /// Pointers are used that do not belong together.
    Pointer,
    /// A pointer is called that is no such function.
    Function,
    /// The result of a function that returned none is used.
    Return,
    /// Code is reached that was said to be unreachable.
    Unreachable,
    /// Bytes are copied to where they lie.
    Overlap,
    /// A function is given, or gives, what it is not made for.
    Argument,
    /// An object is changed and used in no order.
    Sequence,
    /// The length of an array is not positive.
    Length,
    /// A byte that was never set is read as a character. It may be one that C gives an unspecified value, such as padding, so
    /// this is never called a failure.
    Unset,
}

impl Undefined {
    /// All kinds.
    pub const ALL: [Self; 17] = [
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
        Self::Length,
        Self::Unset,
    ];

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One word, as reports and options have it.
    pub fn name(self) -> &'static str {
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
            Self::Length => "length",
            Self::Unset => "unset",
        }
    }

    /// What happens, as a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Null => "a null pointer is followed",
            Self::Dead => "what is accessed does not live any more",
            Self::Bounds => "an access is out of bounds",
            Self::Uninitialised => "a value is used that was never set",
            Self::Overflow => "a result does not fit its type",
            Self::Division => "a division by zero",
            Self::Shift => "a shift that C gives no meaning to",
            Self::Constant => "what is written is constant",
            Self::Pointer => "pointers are used that do not belong together",
            Self::Function => "a pointer is called that is no such function",
            Self::Return => "the result of a function that returned none is used",
            Self::Unreachable => "code is reached that was said to be unreachable",
            Self::Overlap => "bytes are copied to where they lie",
            Self::Argument => "a function is given or gives what it is not made for",
            Self::Sequence => "an object is changed and used in no order",
            Self::Length => "an array is made whose length is not positive",
            Self::Unset => "a byte that was never set is read as a character",
        }
    }

    /// What it is called as the end of a word.
    fn letter(self) -> &'static str {
        match self {
            Self::Null => "null pointer",
            Self::Dead => "use of a dead object",
            Self::Bounds => "out of bounds",
            Self::Uninitialised => "uninitialised value",
            Self::Overflow => "overflow",
            Self::Division => "division by zero",
            Self::Shift => "undefined shift",
            Self::Constant => "write to a constant",
            Self::Pointer => "wrong pointer",
            Self::Function => "call of no such function",
            Self::Return => "missing result",
            Self::Unreachable => "unreachable code",
            Self::Overlap => "overlapping copy",
            Self::Argument => "wrong argument",
            Self::Sequence => "change in no order",
            Self::Length => "array without elements",
            Self::Unset => "unset byte",
        }
    }

    /// Whether the sanitizers of compilers see it, as a rule.
    pub fn is_seen_by_sanitizers(self) -> bool {
        match self {
            Self::Null
            | Self::Dead
            | Self::Bounds
            | Self::Overflow
            | Self::Division
            | Self::Shift
            | Self::Length
            | Self::Overlap => true,
            Self::Uninitialised
            | Self::Constant
            | Self::Pointer
            | Self::Function
            | Self::Return
            | Self::Unreachable
            | Self::Argument
            | Self::Sequence
            | Self::Unset => false,
        }
    }
}

impl Failure {
    /// The failure of a name.
    pub fn named(name: &str) -> Self {
        let plain = [Self::Assertion, Self::Abort, Self::Exit];
        let plain = plain.into_iter().find(|failure| failure.name() == name);
        let undefined = || Undefined::named(name).map(Self::Undefined);
        plain
            .or_else(undefined)
            .unwrap_or_else(|| Self::Thrown(name.to_owned()))
    }

    /// One word, as reports have it.
    pub fn name(&self) -> &str {
        match self {
            Self::Assertion => "assertion",
            Self::Abort => "abort",
            Self::Exit => "exit",
            Self::Undefined(kind) => kind.name(),
            Self::Thrown(class) => class,
        }
    }

    /// The undefined behaviour that it is, if it is one.
    pub fn undefined(&self) -> Option<Undefined> {
        match self {
            Self::Undefined(kind) => Some(*kind),
            Self::Assertion | Self::Abort | Self::Exit | Self::Thrown(_) => None,
        }
    }
}

/// As the end of a word begins: `assertion fails`, `out of bounds`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assertion => f.write_str("assertion fails"),
            Self::Abort => f.write_str("abort"),
            Self::Exit => f.write_str("exit with an error"),
            Self::Undefined(kind) => f.write_str(kind.letter()),
            Self::Thrown(class) => write!(f, "{class} fails"),
        }
    }
}
