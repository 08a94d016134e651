//! What a model of a filter in Java takes for granted, which its verdict must say.

use std::fmt;

use ir::Program;

use crate::jvm::natives::native::ANYTHING;

/// Something that need not be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// A program has no arguments.
    NoArguments,
    /// A text that is only said to be a sequence of characters is a string.
    TextIsString,
    /// A stream gives one symbol where it is asked for many.
    OneAtATime,
    /// `println` ends lines as Unix does.
    UnixLines,
    /// Capacities that depend on the input are not negative.
    Capacities,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoArguments => "the program is started without arguments",
            Self::TextIsString => "the text that is read is a String",
            Self::OneAtATime => "a stream that is read in blocks gives one symbol at a time",
            Self::UnixLines => "lines end with \\n",
            Self::Capacities => "capacities that depend on the input are not negative",
        })
    }
}

/// What was assumed of the streams that a filter in Java was followed with; nothing of any other program.
pub fn assumed(program: &Program) -> Vec<Assumption> {
    let used = |name: &str| {
        let is_used =
            |function: &ir::Function| function.name.contains(name) && function.code.get().is_some();
        program
            .functions
            .values()
            .any(|f| f.name.starts_with("$model.stream.") && is_used(f))
    };
    let any_capacity = format!(".room(I)V for {ANYTHING}");
    let assumptions = [
        (".read([", Assumption::OneAtATime),
        (".line()V", Assumption::UnixLines),
        (any_capacity.as_str(), Assumption::Capacities),
    ];
    assumptions
        .into_iter()
        .filter(|(name, _)| used(name))
        .map(|(_, assumption)| assumption)
        .collect()
}
