//! Programs: functions that call one or a few others and show what these gave.

use std::fmt::Write;

use base::Random;

use super::format::{format, scanned};
use super::table::{
    BUFFERS, CALLS, DESCRIPTORS, DIRECT_ENDS, ENDS, FILES, FORMATS, Gives, Row, STREAMS,
};
use super::values::{bytes, related, text, value};

/// As many programs are compiled at once.
pub const BATCH: usize = 32;

/// What programs are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Calls,
    Formats,
    Streams,
    /// Streams and descriptors.
    Direct,
    /// Files.
    Files,
}

const TOPICS: [Topic; 7] = [
    Topic::Calls,
    Topic::Streams,
    Topic::Formats,
    Topic::Calls,
    Topic::Direct,
    Topic::Calls,
    Topic::Files,
];

/// A program, which is a function without parameters.
pub struct Program {
    /// Its number among all.
    pub number: usize,
    /// The function, `program_NUMBER`.
    pub text: String,
    /// What standard input has for it.
    pub input: Vec<u8>,
    /// Whom it calls.
    pub uses: Vec<&'static str>,
}

/// Programs that are compiled together.
pub struct Batch {
    pub topic: Topic,
    /// Whether they are read as filters.
    pub filter: bool,
    /// Whether they are compiled with optimisation.
    pub optimised: bool,
    pub programs: Vec<Program>,
}

/// The batch with this number.
pub fn batch(number: usize) -> Batch {
    let mut random = Random::seeded(0xd1ff ^ number as u64);
    let (round, turn) = (number / TOPICS.len(), number % TOPICS.len());
    let topic = TOPICS[turn];
    // Only filters tell what descriptors do to streams.
    let filter = topic == Topic::Direct || (round % 2 == 1 && topic != Topic::Files);
    let programs = (0..BATCH).map(|i| {
        let before = TOPICS[..turn].iter().filter(|t| **t == topic).count();
        let turns = TOPICS.iter().filter(|t| **t == topic).count();
        let among = (round * turns + before) * BATCH + i;
        Writer {
            random: &mut random,
            text: String::new(),
            uses: Vec::new(),
            filter,
        }
        .program(topic, number * BATCH + i, among)
    });
    let programs = programs.collect();
    Batch {
        topic,
        filter,
        optimised: (number / 2) % 2 == 1,
        programs,
    }
}

impl Batch {
    /// Programs of which this is the code.
    #[allow(dead_code, reason = "only tests have such")]
    pub fn of(texts: &[&str], filter: bool) -> Self {
        let program = |(number, text): (usize, &&str)| {
            let text = format!("static int program_{number}(void) {{ {text} }}\n");
            Program {
                number,
                text,
                input: Vec::new(),
                uses: Vec::new(),
            }
        };
        let programs = texts.iter().enumerate().map(program).collect();
        Self {
            topic: Topic::Calls,
            filter,
            optimised: false,
            programs,
        }
    }

    /// All of it as C. Compiled, the first argument says which program is meant; to us it is the first input.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.topic == Topic::Direct {
            text.push_str("#define DIRECT\n");
        }
        text.push_str(include_str!("prelude.c"));
        self.programs
            .iter()
            .for_each(|program| text.push_str(&program.text));
        text.push_str(
            "#ifdef COMPILED\nint main(int argc, char **argv) { switch (atoi(argv[1])) {\n",
        );
        text.push_str("#else\nint __VERIFIER_nondet_int(void);\n");
        text.push_str("int main(void) { switch (__VERIFIER_nondet_int()) {\n#endif\n");
        for program in &self.programs {
            writeln!(text, "case {0}: return program_{0}();", program.number).unwrap();
        }
        text.push_str("} return 99; }\n");
        text
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    uses: Vec<&'static str>,
    filter: bool,
}

const TYPES: [&str; 11] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "_Bool",
];
const OPERATORS: [&str; 8] = ["", "", "", "", "== 1", "> 0", "& 255", "!= -1"];

impl Writer<'_> {
    fn program(mut self, topic: Topic, number: usize, among: usize) -> Program {
        writeln!(self.text, "static int program_{number}(void)\n{{").unwrap();
        match topic {
            Topic::Calls => self.calls(among, CALLS),
            Topic::Files => self.calls(among, FILES),
            Topic::Formats => self.formats(among),
            Topic::Streams => self.streams(among, STREAMS, ENDS),
            Topic::Direct => self.streams(among, DESCRIPTORS, DIRECT_ENDS),
        }
        let code = self.random.below(3) * 100;
        writeln!(self.text, "    return {code};\n}}\n").unwrap();
        let length = *self.random.pick(&[0, 1, 2, 5, 9, 14, 30]);
        let input = (0..length)
            .map(|_| *self.random.pick(b"abcAB12 \n\n\t%\0\x7f\x80\xe9\xff"))
            .collect();
        self.uses.sort_unstable();
        self.uses.dedup();
        Program {
            number,
            text: self.text,
            input,
            uses: self.uses,
        }
    }

    /// Every function in turn, and others beside them.
    fn calls(&mut self, among: usize, rows: &'static [Row]) {
        for row in [&rows[among % rows.len()], self.random.pick(rows)] {
            self.text.push_str("    {\n");
            self.objects();
            self.call(row);
            self.line("show(errno)");
            self.text.push_str("    }\n");
        }
    }

    fn formats(&mut self, among: usize) {
        for i in 0..2 {
            self.text.push_str("    {\n");
            self.line("char l[4000] = \"\"");
            self.line("int at = -1");
            let row = &FORMATS[(2 * among + i) % FORMATS.len()];
            self.call(row);
            if row.2.contains("(l,") {
                self.line(
                    "show_bytes(l, 24); show(strlen(l)); for (int i = 0; l[i] != 0; i++) put(l[i])",
                );
            }
            self.line("show(at)");
            self.text.push_str("    }\n");
        }
    }

    /// A few steps on streams, one of them on what this is about.
    fn streams(&mut self, among: usize, rows: &'static [Row], ends: &'static [Row]) {
        self.objects();
        if self.random.chance(1, 5) {
            let row = self.random.pick(BUFFERS);
            self.step(row);
        }
        let count = 1 + self.random.below(5);
        let chosen = self.random.below(count);
        for i in 0..count {
            let row = match i == chosen {
                true => &rows[among % rows.len()],
                false if self.random.chance(1, 3) => self.random.pick(rows),
                false => self.random.pick(STREAMS),
            };
            self.step(row);
        }
        if self.random.chance(1, 3) {
            let row = self.random.pick(ends);
            self.step(row);
        }
    }

    fn step(&mut self, row: &Row) {
        self.text.push_str("    {\n");
        self.call(row);
        self.text.push_str("    }\n");
    }

    /// What templates speak of.
    fn objects(&mut self) {
        let first = bytes(self.random);
        let second = related(&first, self.random);
        let within = bytes(self.random);
        self.line(&format!(
            "char a[] = {}, b[] = {}, w[24] = {}",
            text(&first),
            text(&second),
            text(&within)
        ));
        let digits = value('x', self.random);
        self.line(&format!("char d[] = {digits}, *e = d"));
        let (m, o) = (value('m', self.random), value('m', self.random));
        self.line(&format!("unsigned char m[8] = {m}, o[8] = {o}"));
        if self.random.chance(1, 2) {
            self.line("memcpy(o, m, 6)");
        }
        self.line("errno = 0");
    }

    fn line(&mut self, statement: &str) {
        writeln!(self.text, "        {statement};").unwrap();
    }

    fn call(&mut self, row: &Row) {
        let (gives, names, template) = row;
        self.uses.extend(names.split(' '));
        let call = self.filled(template);
        let call = self.by_pointer(names, call);
        match gives {
            Gives::Nothing => self.line(&call),
            Gives::Exact(ty) => self.number(&call, ty, kind_of_exact(names, &call)),
            Gives::Truth => self.open(&call, &["? 1 : 2", "&& 1", "|| 0", "== 0", "!= 0"]),
            Gives::Sign => self.open(&call, &["? 1 : 2", "== 0", "< 0", "> 0", "<= 0", ">= 0"]),
            Gives::Open => self.number(&call, "int", 'i'),
            Gives::Real => self.line(&format!("show_real({call})")),
            Gives::Into(object) => {
                self.line(&format!("void *p = {call}"));
                self.line(&format!("show_place(p, {object})"));
            }
        }
        let mentions = |what: &str| template.contains(what);
        if mentions("(w") && !mentions("fread") && !mentions("read(") {
            self.line("show_bytes(w, sizeof w)");
        }
        if mentions("&e") {
            self.line("show_place(e, d)");
        }
    }

    /// A result that is dropped, or stored in some type.
    fn number(&mut self, call: &str, ty: &str, kind: char) {
        if self.random.chance(1, 5) {
            return self.line(call);
        }
        let (to, operator) = (*self.random.pick(&TYPES), *self.random.pick(&OPERATORS));
        self.line(&format!(
            "STORE({to}, r, {ty}, '{kind}', ({call}), {operator})"
        ));
        self.line("show(r)");
    }

    /// A result of which all that is known is what the operators here ask for.
    fn open(&mut self, call: &str, known: &[&str]) {
        match self.random.chance(1, 2) {
            true => self.number(call, "int", 'i'),
            false => {
                let operator = *self.random.pick(known);
                self.line(&format!("show({call} {operator})"));
            }
        }
    }

    /// Now and then a function is called by a pointer to it.
    fn by_pointer(&mut self, name: &str, call: String) -> String {
        let rest = call
            .strip_prefix(name)
            .filter(|rest| rest.starts_with('(') && !name.starts_with("__builtin_"));
        match rest {
            Some(rest) if self.random.chance(1, 6) => {
                self.line(&format!("__typeof__({name}) *pointer = {name}"));
                format!("pointer{rest}")
            }
            _ => call,
        }
    }

    /// Only the interpreter itself prints numbers with fractions.
    fn format(&mut self) -> String {
        let fractions = !self.filter && self.random.chance(1, 3);
        format(self.random, fractions)
    }

    fn filled(&mut self, template: &str) -> String {
        let mut pieces = template.split('$');
        let mut filled = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let letter = piece.chars().next().expect("a letter behind $");
            let value = match letter {
                '*' => self.format(),
                '%' => scanned(self.random),
                'v' => (*self.random.pick(&TYPES[..10])).to_owned(),
                'O' => (*self.random.pick(&["stdout", "stdout", "stdout", "stderr"])).to_owned(),
                'I' => (*self.random.pick(&["stdin", "stdin", "stdout", "stderr"])).to_owned(),
                'w' => (*self.random.pick(&["1", "1", "1", "1", "2"])).to_owned(),
                letter => value(letter, self.random),
            };
            filled.push_str(&value);
            filled.push_str(&piece[1..]);
        }
        filled
    }
}

/// Only characters below zero have an open case.
fn kind_of_exact(name: &str, call: &str) -> char {
    let argument = call
        .split(['(', ')'])
        .nth(1)
        .and_then(|text| text.parse::<i64>().ok());
    match (name, argument) {
        ("tolower" | "toupper", Some(..-1)) => 'h',
        _ => '-',
    }
}
