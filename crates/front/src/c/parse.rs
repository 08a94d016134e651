//! The parser, `lang-c`.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};

use super::lines::Lines;
use crate::InputError;

/// The syntax of a text.
pub(super) fn parse(text: String, lines: &Lines) -> Result<TranslationUnit, InputError> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    match parse_preprocessed(&config, text) {
        Ok(parsed) => Ok(parsed.unit),
        Err(error) => Err(explain(&error, lines)),
    }
}

fn explain(error: &SyntaxError, lines: &Lines) -> InputError {
    let rest = error.source.get(error.offset..).unwrap_or("").trim_start();
    let word = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let found = match &rest[..word] {
        "" => rest
            .chars()
            .next()
            .map_or("the end of the file".to_owned(), |c| format!("`{c}`")),
        word => format!("`{word}`"),
    };
    let end = error.source.trim_end().len();
    let place = lines.place(error.offset.min(end.saturating_sub(1)));
    InputError::new(format!(
        "this is not C that can be read: {found} was not expected here"
    ))
    .at(Some(place))
}
