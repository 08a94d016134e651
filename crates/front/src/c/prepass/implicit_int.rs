//! Declarations that leave out `int`, as C did before 1999.

use std::collections::BTreeSet;

use super::Rewriting;

/// Specifiers that are no type: `int` can be missing behind them.
pub(super) fn is_plain_specifier(word: &str) -> bool {
    const WORDS: [&str; 16] = [
        "static",
        "extern",
        "register",
        "auto",
        "const",
        "volatile",
        "inline",
        "__const",
        "__volatile__",
        "__inline",
        "__inline__",
        "_Noreturn",
        "_Thread_local",
        "__thread",
        "__restrict",
        "restrict",
    ];
    WORDS.contains(&word)
}

impl<'t> Rewriting<'t> {
    /// Inserts the `int` that is missing.
    pub(super) fn implicit_int(&mut self) {
        let types = self.typedef_names();
        // For each open brace whether statements stand in it; the members of a struct are followed by its names.
        let mut blocks = Vec::new();
        let mut after_block = true;
        let mut within = 0_usize;
        for at in 0..self.tokens.len() {
            let outermost = blocks.is_empty() && within == 0;
            if matches!(self.previous(at), "" | ";" | "{" | ")" | "(")
                || self.previous(at) == "}" && after_block
            {
                self.declaration(at, outermost, &types);
            }
            match self.tokens[at].text {
                "{" => blocks.push(self.opens_block(at)),
                "}" => after_block = blocks.pop().unwrap_or(true),
                "(" => within += 1,
                ")" => within = within.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn opens_block(&self, brace: usize) -> bool {
        matches!(
            self.previous(brace),
            "" | ")" | ";" | "{" | "}" | ":" | "else" | "do"
        )
    }

    /// Looks at the declaration that starts here, if one does.
    fn declaration(&mut self, start: usize, outermost: bool, types: &BTreeSet<&str>) {
        let mut at = start;
        while self
            .tokens
            .get(at)
            .is_some_and(|token| is_plain_specifier(token.text))
        {
            at += 1;
        }
        let specified = at > start;
        let named = self.is_name(at) && !types.contains(self.tokens[at].text);
        let ends = |mark: &str| self.is(at + 1, mark);
        let missing = match self.previous(start) {
            // The parameters of a definition follow its head without a mark between.
            ")" => specified && named && [",", ";", "["].into_iter().any(ends),
            "(" => specified && named && [",", ")", "="].into_iter().any(ends),
            _ if specified => {
                named && [",", ";", "=", "[", "("].into_iter().any(ends) || self.is(at, "*")
            }
            _ => outermost && named && ends("(") && self.defines(at + 1),
        };
        if missing {
            self.insert(at, "int ");
        }
    }

    /// Whether a body, or declarations of parameters and then a body, follow this list, or it is a bare declaration.
    fn defines(&self, open: usize) -> bool {
        let Some(close) = self.closing(open) else {
            return false;
        };
        self.is(close + 1, "{")
            || self.is(close + 1, ";")
            || self.is_word(close + 1) && !self.is_attribute(close + 1)
    }

    fn is_attribute(&self, at: usize) -> bool {
        matches!(
            self.tokens[at].text,
            "__attribute__" | "__attribute" | "asm" | "__asm__" | "__asm"
        )
    }

    /// All words of declarations with `typedef`, outside their braces: more than the names they define, which is fine
    /// for asking whether a word may be a type.
    fn typedef_names(&self) -> BTreeSet<&'t str> {
        let mut names = BTreeSet::from(["__builtin_va_list"]);
        let starts = (0..self.tokens.len()).filter(|at| self.is(*at, "typedef"));
        for start in starts {
            let mut depth = 0_usize;
            for token in &self.tokens[start..] {
                match token.text {
                    "{" => depth += 1,
                    "}" => depth = depth.saturating_sub(1),
                    ";" if depth == 0 => break,
                    word if depth == 0 => {
                        names.insert(word);
                    }
                    _ => {}
                }
            }
        }
        names
    }
}
