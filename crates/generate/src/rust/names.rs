//! Names that a filter cannot have in Rust.

use crate::Refusal;

/// What Rust keeps for itself (The Rust Reference, "Keywords"), of all editions up to 2024.
const KEYWORDS: &[&str] = &[
    "_", "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// What is called so in the file already, or means something in every file.
const TAKEN: &[&str] = &[
    "space", "main", "PLAIN", "VECTORS", "Some", "None", "Ok", "Err",
];

/// Refuses a name that no function of the file can have.
pub(super) fn check(name: &str) -> Result<(), Refusal> {
    // `TABLE0` and so on are tables of the sequential form.
    let is_table = name
        .strip_prefix("TABLE")
        .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
    if KEYWORDS.contains(&name) || TAKEN.contains(&name) || is_table {
        return Err(Refusal::new(format!(
            "no function can be called {name} in Rust; give it another name"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_language_are_no_names() {
        for name in ["match", "space", "TABLE3"] {
            assert!(check(name).is_err(), "{name}");
        }
        for name in ["escape", "Stream", "spaces", "TABLE_OF"] {
            assert!(check(name).is_ok(), "{name}");
        }
    }
}
