//! Transducers as people read them: guards as classes of characters, what is written as text.

use smt::syntax::{Scope, Type, print, print_value};
use smt::{Sort, Term};

use super::lookup::{Lookup, lookups};
use super::program::Program;
use super::{SymbolType, SymbolicTransducer};

impl SymbolicTransducer {
    /// A guard: `'<'`, `'a'..'z', '_'`, `!('<', '>')`, `any`; with the name in front if it asks for an earlier symbol,
    /// `x1 in ('<')`; as an expression if it asks for more than one, or for wide numbers.
    pub fn show_guard(&self, guard: Term) -> String {
        let vars: Vec<Term> = self.terms.free_vars(guard).into_iter().collect();
        if vars.is_empty() {
            return if guard == self.terms.true_() {
                "any".to_owned()
            } else {
                "none".to_owned()
            };
        }
        let set = match vars[..] {
            [var] => (0..=self.lookback)
                .find(|back| self.seen(*back) == var)
                .zip(self.members(guard, var)),
            _ => None,
        };
        match set {
            Some((0, set)) => self.class(&set).0,
            Some((back, set)) => format!("x{back} in ({})", self.class(&set).0),
            None => print(&self.terms, guard, &self.scope()),
        }
    }

    /// The symbols for which a guard holds, as ranges; `None` if the guard asks for more than the symbol being read, or for
    /// wide numbers. Symbols that cannot occur may be in it or not.
    pub fn symbols(&self, guard: Term) -> Option<Vec<(u64, u64)>> {
        let set = self.members(guard, self.seen(0))?;
        let ranges = ranges(&set, Member::In).into_iter();
        Some(ranges.map(|(a, b)| (a as u64, b as u64)).collect())
    }

    /// What is written: constants as text in quotes, everything else as expressions. `""` if nothing is.
    pub fn show_writes(&self, writes: &[Term]) -> String {
        let mut parts: Vec<String> = Vec::new();
        let mut text: Vec<u64> = Vec::new();
        let scope = self.scope();
        let ty = typed(self.output);
        for &t in writes {
            match self
                .terms
                .value(t)
                .and_then(|v| v.as_unsigned())
                .filter(|_| is_text(self.output))
            {
                Some(c) => text.push(c),
                None => {
                    parts.extend(quoted(self.output, &mut text));
                    let whole = self.expression(t, &scope, ty);
                    let alone = writes.len() == 1 || whole.starts_with('"');
                    parts.push(if whole.contains(' ') && !alone {
                        format!("({whole})")
                    } else {
                        whole
                    });
                }
            }
        }
        parts.extend(quoted(self.output, &mut text));
        if parts.is_empty() {
            "\"\"".to_owned()
        } else {
            parts.join(" ")
        }
    }

    /// An expression for people: it need not read back.
    fn expression(&self, t: Term, scope: &Scope, ty: Type) -> String {
        let (t, lookups) = lookups(&self.terms, t);
        let mut scope = scope.clone();
        let name = |i: usize| format!("table_{i}_");
        for (i, lookup) in lookups.iter().enumerate() {
            let entry = match self.terms.sort(lookup.stands) {
                Sort::BitVec(width) if width != self.output.bits => Type::signed(width),
                Sort::BitVec(_) | Sort::Bool | Sort::Int => ty,
            };
            scope.declare(&name(i), lookup.stands, entry);
        }
        let mut text = print_value(&self.terms, t, &scope, ty);
        for (i, lookup) in lookups.iter().enumerate().rev() {
            text = text.replace(&name(i), &self.lookup(lookup, &scope));
        }
        text
    }

    /// `"0123456789abcdef"[x >> 4]`
    fn lookup(&self, lookup: &Lookup, scope: &Scope) -> String {
        let is_text = is_text(self.output) && lookup.entries.iter().all(|entry| *entry < 256);
        let entries = match is_text
            .then(|| quoted(SymbolType::BYTE, &mut lookup.entries.clone()))
            .flatten()
        {
            Some(text) => text,
            None => format!(
                "{{{}}}",
                lookup
                    .entries
                    .iter()
                    .map(u64::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        format!("{entries}[{}]", print(&self.terms, lookup.selector, scope))
    }

    /// The names of window and registers in expressions.
    pub fn scope(&self) -> Scope {
        let mut scope = Scope::new();
        for back in 0..=self.lookback {
            let name = if back == 0 {
                "x".to_owned()
            } else {
                format!("x{back}")
            };
            scope.declare(&name, self.seen(back), typed(self.input));
        }
        for register in &self.registers {
            let ty = match self.terms.sort(register.variable) {
                Sort::Bool => Type::Bool,
                Sort::Int => Type::Int,
                Sort::BitVec(width) => Type::signed(width),
            };
            scope.declare(&register.name, register.variable, ty);
        }
        scope
    }

    /// The symbols for which the guard holds, and those that can occur at all, if there are not too many.
    fn members(&self, guard: Term, var: Term) -> Option<Vec<Member>> {
        if !is_text(self.input) {
            return None;
        }
        let guard = Program::new(&self.terms, &[guard], &[var])?;
        let alphabet = Program::new(&self.terms, &[self.alphabet], &[self.seen(0)])?;
        let mut words = Vec::new();
        let mut holds = |program: &Program, symbol: u64| {
            program.run(&[symbol], &mut words);
            program.value(&words, 0) != 0
        };
        let member = |symbol: u64| match (holds(&alphabet, symbol), holds(&guard, symbol)) {
            (false, _) => Member::Never,
            (true, true) => Member::In,
            (true, false) => Member::Out,
        };
        Some((0..1u64 << self.input.bits).map(member).collect())
    }

    /// The class in the shorter of two ways, and how many pieces it has.
    fn class(&self, set: &[Member]) -> (String, usize) {
        let (inside, outside) = (ranges(set, Member::In), ranges(set, Member::Out));
        let list = |ranges: &[(usize, usize)]| {
            let texts: Vec<String> = ranges.iter().map(|range| self.range(*range)).collect();
            texts.join(", ")
        };
        match (&inside[..], &outside[..]) {
            (_, []) => ("any".to_owned(), 0),
            ([], _) => ("none".to_owned(), 0),
            (_, [(a, b)]) if a == b && inside.len() > 1 => (format!("!{}", list(&outside)), 1),
            _ if outside.len() < inside.len() => (format!("!({})", list(&outside)), outside.len()),
            _ => (list(&inside), inside.len()),
        }
    }

    fn range(&self, (from, to): (usize, usize)) -> String {
        let [first, last] = [from, to].map(|symbol| character(self.input, symbol as u64));
        match to - from {
            0 => first,
            1 => format!("{first}, {last}"),
            _ => format!("{first}..{last}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    In,
    Out,
    /// The symbol cannot occur.
    Never,
}

/// Runs of members of one kind; what cannot occur does not end a run.
fn ranges(set: &[Member], kind: Member) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (symbol, member) in set
        .iter()
        .enumerate()
        .filter(|(_, member)| **member != Member::Never)
    {
        let inside = *member == kind;
        match found.last_mut() {
            Some(range) if inside && open => range.1 = symbol,
            _ if inside => found.push((symbol, symbol)),
            _ => {}
        }
        open = inside;
    }
    found
}

fn typed(ty: SymbolType) -> Type {
    Type::Vector {
        signed: ty.signed,
        width: ty.bits,
    }
}

/// Whether symbols of the type are read as characters.
fn is_text(ty: SymbolType) -> bool {
    ty.bits <= 16
}

/// A character between quotes, as a program would have it; a number if it has no face.
fn character(ty: SymbolType, symbol: u64) -> String {
    let digits = ty.bits as usize / 4;
    match escaped(symbol, '\'') {
        Some(text) => format!("'{text}'"),
        None => format!("0x{symbol:0digits$x}"),
    }
}

/// What was gathered, between quotes; nothing if there is nothing.
fn quoted(ty: SymbolType, text: &mut Vec<u64>) -> Option<String> {
    let digits = ty.bits as usize / 4;
    let sign = if ty.bits == 8 { 'x' } else { 'u' };
    let one = |symbol: &u64| {
        escaped(*symbol, '"').unwrap_or_else(|| format!("\\{sign}{symbol:0digits$x}"))
    };
    let all: String = text.iter().map(one).collect();
    text.clear();
    (!all.is_empty()).then(|| format!("\"{all}\""))
}

fn escaped(symbol: u64, quote: char) -> Option<String> {
    let c = u8::try_from(symbol)
        .ok()
        .filter(u8::is_ascii)
        .map(char::from)?;
    match c {
        '\n' => Some("\\n".to_owned()),
        '\r' => Some("\\r".to_owned()),
        '\t' => Some("\\t".to_owned()),
        '\0' => Some("\\0".to_owned()),
        '\\' => Some("\\\\".to_owned()),
        c if c == quote => Some(format!("\\{c}")),
        c if c == ' ' || c.is_ascii_graphic() => Some(c.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Builder;
    use super::*;

    fn guard(b: &Builder, text: &str) -> String {
        b.machine(2, &[], &[]).show_guard(b.guard(text))
    }

    #[test]
    fn guards_on_bytes_are_classes_of_characters() {
        let b = Builder::bytes();
        assert_eq!(guard(&b, "x == 60"), "'<'");
        assert_eq!(guard(&b, "x != 60"), "!'<'");
        assert_eq!(
            guard(&b, "x >= 97 && x <= 122 || x == 39"),
            "'\\'', 'a'..'z'"
        );
        assert_eq!(guard(&b, "x < 97 || x > 122"), "!('a'..'z')");
        assert_eq!(
            guard(&b, "x == 10 || x == 13 || x >= 128"),
            "'\\n', '\\r', 0x80..0xff"
        );
        assert_eq!(guard(&b, "true"), "any");
    }

    #[test]
    fn guards_on_other_symbols_say_which() {
        let b = Builder::bytes();
        assert_eq!(guard(&b, "x2 == 60 || x2 == 61"), "x2 in ('<', '=')");
        assert_eq!(guard(&b, "x == x1"), "x == x1");
        let chars = Builder::new(
            SymbolType {
                bits: 16,
                signed: false,
            },
            SymbolType::BYTE,
        );
        assert_eq!(guard(&chars, "x >= 55296 && x <= 57343"), "0xd800..0xdfff");
        let int = SymbolType {
            bits: 32,
            signed: true,
        };
        assert_eq!(guard(&Builder::new(int, int), "x > 5"), "x > 5");
    }

    #[test]
    fn what_cannot_occur_is_not_mentioned() {
        let b = Builder::bytes();
        let mut machine = b.machine(0, &[], &[]);
        machine.alphabet = b.guard("x != 0");
        assert_eq!(machine.show_guard(b.guard("x != 0 && x != 60")), "!'<'");
        assert_eq!(machine.show_guard(b.guard("x != 0")), "any");
    }

    #[test]
    fn constants_are_text_and_the_rest_is_expressions() {
        let b = Builder::bytes();
        let machine = b.machine(1, &[], &[]);
        let show = |texts: &[&str]| {
            let writes: Vec<Term> = texts.iter().map(|t| b.value(t, b.output)).collect();
            machine.show_writes(&writes)
        };
        assert_eq!(show(&["38", "108", "116", "59"]), "\"&lt;\"");
        assert_eq!(show(&["92", "34", "10", "200"]), "\"\\\\\\\"\\n\\xc8\"");
        assert_eq!(show(&["92", "x"]), "\"\\\\\" x");
        assert_eq!(show(&["(u8) (x - 32)"]), "(u8) (x - 32)");
        assert_eq!(show(&["(u8) (x - x1)", "x1"]), "((u8) (x - x1)) x1");
        assert_eq!(show(&[]), "\"\"");
    }

    #[test]
    fn tables_are_shown_as_tables() {
        let b = Builder::bytes();
        let machine = b.machine(1, &[], &[]);
        let digits = |of: &str| {
            let digit = |i: usize| format!("{of} == {i} ? {} : ", b"0123456789abcdef"[i]);
            (0..15).map(digit).collect::<String>() + "102"
        };
        let show = |text: &str| machine.show_writes(&[b.value(text, b.output)]);
        assert_eq!(show(&digits("x >> 4")), "\"0123456789abcdef\"[x >> 4]");
        assert_eq!(show(&digits("(x1 & 15)")), "\"0123456789abcdef\"[x1 & 15]");
        let both = [digits("x >> 4"), digits("(x & 15)")].map(|text| b.value(&text, b.output));
        assert_eq!(
            machine.show_writes(&both),
            "\"0123456789abcdef\"[x >> 4] \"0123456789abcdef\"[x & 15]"
        );
        // What may be any byte, or is a choice between two, is no table.
        assert!(show(&digits("x")).contains('?'));
        assert_eq!(show("(x & 3) == 1 ? 65 : 66"), "(x & 3) == 1 ? 65 : 66");
        // What is computed stays computed.
        let computed = "(u8) (x >> 4 < 10 ? (x >> 4) + 48 : (x >> 4) + 87)";
        assert!(show(computed).contains('?'), "{}", show(computed));
        // Entries that are numbers to what follows stay numbers.
        let shifted = format!("(u8) (({}) + 1)", digits("x >> 4"));
        assert_eq!(show(&shifted), "(byte) (\"0123456789abcdef\"[x >> 4] + 1)");
    }
}
