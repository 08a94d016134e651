//! Machines for the tests of generated Rust, written in the syntax of guards.

use model::transducer::{
    Acceptor, AcceptorState, End, Register, Start, State, Step, SymbolType, SymbolicTransducer,
    seen,
};
use smt::syntax::{Scope, Type, parse, parse_value};
use smt::{Sort, Term, Terms, Value};

/// From a state, under a guard, what is written, and the next state.
type StepText<'a> = (usize, &'a str, &'a [&'a str], usize);
/// In a state, what is written at the end.
type EndText<'a> = (usize, &'a str, &'a [&'a str]);

/// A machine with a name, and the symbols that it treats in a special way.
pub struct Sample {
    pub name: &'static str,
    pub machine: SymbolicTransducer,
    pub special: Vec<u64>,
}

/// Numbers with a sign.
const INT: SymbolType = SymbolType {
    bits: 32,
    signed: true,
};
/// Units of UTF-16.
const UNIT: SymbolType = SymbolType {
    bits: 16,
    signed: false,
};
/// What C calls `signed char`.
const SIGNED_CHAR: SymbolType = SymbolType {
    bits: 8,
    signed: true,
};

struct Builder {
    terms: Terms,
    input: SymbolType,
    output: SymbolType,
    scope: Scope,
    registers: Vec<Register>,
}

impl Builder {
    fn new(input: SymbolType, output: SymbolType) -> Self {
        let terms = Terms::new();
        let mut scope = Scope::new();
        for back in 0..4 {
            let var = seen(&terms, input, back);
            let name = terms.var_name(var).expect("a variable").to_string();
            scope.declare(&name, var, typed(input));
        }
        Self {
            terms,
            input,
            output,
            scope,
            registers: Vec::new(),
        }
    }

    fn bytes() -> Self {
        Self::new(SymbolType::BYTE, SymbolType::BYTE)
    }

    fn register(&mut self, name: &str, initial: Value) {
        let variable = self.terms.var(name, initial.sort());
        let ty = match initial.sort() {
            Sort::Bool => Type::Bool,
            Sort::Int => Type::Int,
            Sort::BitVec(width) => Type::unsigned(width),
        };
        self.scope.declare(name, variable, ty);
        self.registers.push(Register {
            name: name.to_owned(),
            variable,
            initial,
        });
    }

    fn guard(&self, text: &str) -> Term {
        parse(&self.terms, text, &self.scope).expect("the test's guard is right")
    }

    fn value(&self, text: &str, ty: Type) -> Term {
        parse_value(&self.terms, text, &self.scope, ty).expect("the test's term is right")
    }

    /// Texts in quotes are written as they are, everything else is a term.
    fn writes(&self, texts: &[&str]) -> Vec<Term> {
        let mut writes = Vec::new();
        for text in texts {
            match text.strip_prefix('\'') {
                Some(text) => {
                    let fixed = text.bytes();
                    writes.extend(fixed.map(|b| self.terms.bv(self.output.bits, b.into())));
                }
                None => writes.push(self.value(text, typed(self.output))),
            }
        }
        writes
    }

    /// The machine that starts in state 0.
    fn machine(&self, lookback: usize, steps: &[StepText], ends: &[EndText]) -> SymbolicTransducer {
        let sources = steps.iter().flat_map(|s| [s.0, s.3]);
        let mut states = vec![State::default(); sources.max().unwrap_or(0) + 1];
        for &(from, guard, writes, to) in steps {
            states[from].steps.push(Step {
                guard: self.guard(guard),
                writes: self.writes(writes),
                updates: self.registers.iter().map(|r| r.variable).collect(),
                to,
            });
        }
        for &(at, guard, writes) in ends {
            states[at].ends.push(End {
                guard: self.guard(guard),
                writes: self.writes(writes),
            });
        }
        for state in &mut states {
            if state.ends.is_empty() {
                state.ends.push(End {
                    guard: self.terms.true_(),
                    writes: Vec::new(),
                });
            }
        }
        SymbolicTransducer {
            terms: self.terms.clone(),
            input: self.input,
            output: self.output,
            alphabet: self.terms.true_(),
            lookback,
            registers: self.registers.clone(),
            starts: vec![Start {
                when: None,
                state: 0,
            }],
            states,
        }
    }
}

fn typed(ty: SymbolType) -> Type {
    Type::Vector {
        signed: ty.signed,
        width: ty.bits,
    }
}

/// All machines.
pub fn samples() -> Vec<Sample> {
    let sample = |name, machine, special: &[u8]| Sample {
        name,
        machine,
        special: special.iter().map(|b| u64::from(*b)).collect(),
    };
    vec![
        sample("html", html(), b"&<>\"'"),
        sample("newlines", newlines(), b"\r\n"),
        sample("javaScript", javascript(), b"<!-/\"\\"),
        sample("words", words(), b"abcdefghijk"),
        sample("long_texts", long_texts(), b"\x00\x01xyz"),
        sample("upper", upper(), b"az{}"),
        sample("letters_only", letters_only(), b"amz."),
        sample("signed_bytes", signed_bytes(), b"\x80\xff\x7f"),
        sample("difference", difference(), b"\x00\xff"),
        sample("hex", hex(), b"\x00\xff"),
        sample("blocks", blocks(), b"ab"),
        sample("checksum", checksum(), b"\x00\xff"),
        sample("squeeze", squeeze(), b" \t"),
        sample("sign_first", sign_first(), b"-+"),
        sample("sums", sums(), b"\x00\x01"),
        sample("units", units(), b"<&"),
        sample("tabs", tabs(), b"\t\n"),
        sample("decoded", decoded(), b"\x80\xff\xc3"),
        sample("halves", halves(), b"\x80\xff\xc3"),
    ]
}

fn html() -> SymbolicTransducer {
    let rest = "x != 60 && x != 62 && x != 38 && x != 34 && x != 39";
    Builder::bytes().machine(
        0,
        &[
            (0, "x == 60", &["'&lt;"], 0),
            (0, "x == 62", &["'&gt;"], 0),
            (0, "x == 38", &["'&amp;"], 0),
            (0, "x == 34", &["'&quot;"], 0),
            (0, "x == 39", &["'&#39;"], 0),
            (0, rest, &["x"], 0),
        ],
        &[],
    )
}

/// CR LF becomes LF; a CR is held until it is known what follows.
fn newlines() -> SymbolicTransducer {
    Builder::bytes().machine(
        0,
        &[
            (0, "x == 13", &[], 1),
            (0, "x != 13", &["x"], 0),
            (1, "x == 13", &["13"], 1),
            (1, "x == 10", &["10"], 0),
            (1, "x != 13 && x != 10", &["13", "x"], 0),
        ],
        &[(1, "true", &["13"])],
    )
}

/// Escapes quotes, and what would open a comment of HTML: `<` and `<!` and `<!-` are held.
fn javascript() -> SymbolicTransducer {
    let quoted = "(x == 34 || x == 92)";
    let plain = "x != 34 && x != 92 && x != 60";
    Builder::bytes().machine(
        0,
        &[
            (0, quoted, &["92", "x"], 0),
            (0, "x == 60", &[], 1),
            (0, plain, &["x"], 0),
            (1, "x == 33", &[], 2),
            (1, "x == 60", &["60"], 1),
            (1, quoted, &["60", "92", "x"], 0),
            (
                1,
                "x != 34 && x != 92 && x != 60 && x != 33",
                &["60", "x"],
                0,
            ),
            (2, "x == 45", &[], 3),
            (2, "x == 60", &["'<!"], 1),
            (2, quoted, &["'<!", "92", "x"], 0),
            (
                2,
                "x != 34 && x != 92 && x != 60 && x != 45",
                &["'<!", "x"],
                0,
            ),
            (3, "x == 45", &["'\\x3C!--"], 0),
            (3, "x == 60", &["'<!-"], 1),
            (3, quoted, &["'<!-", "92", "x"], 0),
            (
                3,
                "x != 34 && x != 92 && x != 60 && x != 45",
                &["'<!-", "x"],
                0,
            ),
        ],
        &[
            (1, "true", &["60"]),
            (2, "true", &["'<!"]),
            (3, "true", &["'<!-"]),
        ],
    )
}

/// A tab becomes blanks up to the next column that four divides.
fn tabs() -> SymbolicTransducer {
    let plain = "x != 9 && x != 10";
    Builder::bytes().machine(
        0,
        &[
            (0, "x == 9", &["'    "], 0),
            (0, "x == 10", &["x"], 0),
            (0, plain, &["x"], 1),
            (1, "x == 9", &["'   "], 0),
            (1, "x == 10", &["x"], 0),
            (1, plain, &["x"], 2),
            (2, "x == 9", &["'  "], 0),
            (2, "x == 10", &["x"], 0),
            (2, plain, &["x"], 3),
            (3, "x == 9", &["' "], 0),
            (3, "x == 10", &["x"], 0),
            (3, plain, &["x"], 0),
        ],
        &[],
    )
}

/// Bytes become units of 16 bits; what begins with 128 or more takes two bytes.
fn decoded() -> SymbolicTransducer {
    Builder::new(SymbolType::BYTE, UNIT).machine(
        1,
        &[
            (0, "x < 128", &["x"], 0),
            (0, "x >= 128", &[], 1),
            (
                1,
                "true",
                &["(u16) ((((u16) x1 & 31) << 6) | ((u16) x & 63))"],
                0,
            ),
        ],
        &[(1, "true", &["65533"])],
    )
}

/// The same with the halves of units, the lower first.
fn halves() -> SymbolicTransducer {
    let wide = "((((u16) x1 & 31) << 6) | ((u16) x & 63))";
    let (low, high) = (format!("(u8) {wide}"), format!("(u8) ({wide} >> 8)"));
    Builder::bytes().machine(
        1,
        &[
            (0, "x < 128", &["x", "0"], 0),
            (0, "x >= 128", &[], 1),
            (1, "x1 % 3 == 0 || x > 200", &["x1", "x"], 1),
            (1, "x1 % 3 != 0 && x <= 200", &[&low, &high], 0),
        ],
        &[(1, "true", &["253", "255"])],
    )
}

/// Holds `abcdefghijk` as far as it has come, and writes it in capitals when it is whole: eleven states.
fn words() -> SymbolicTransducer {
    const WORD: &str = "abcdefghijk";
    let b = Builder::bytes();
    let mut steps: Vec<(usize, String, Vec<String>, usize)> = Vec::new();
    for (at, letter) in WORD.bytes().enumerate() {
        let held = format!("'{}", &WORD[..at]);
        let whole = at + 1 == WORD.len();
        let writes = if whole {
            vec!["'ABCDEFGHIJK".to_owned()]
        } else {
            Vec::new()
        };
        steps.push((
            at,
            format!("x == {letter}"),
            writes,
            if whole { 0 } else { at + 1 },
        ));
        if at > 0 {
            steps.push((at, "x == 97".to_owned(), vec![held.clone()], 1));
        }
        let rest = format!("x != {letter} && x != 97");
        steps.push((at, rest, vec![held, "x".to_owned()], 0));
    }
    let texts: Vec<Vec<&str>> = steps
        .iter()
        .map(|step| step.2.iter().map(String::as_str).collect())
        .collect();
    let steps: Vec<StepText> = steps
        .iter()
        .zip(&texts)
        .map(|(step, texts)| (step.0, step.1.as_str(), &texts[..], step.3))
        .collect();
    b.machine(
        0,
        &steps,
        &[(3, "true", &["'abc"]), (10, "true", &["'the end"])],
    )
}

/// Texts of up to fifteen bytes, in two states.
fn long_texts() -> SymbolicTransducer {
    Builder::bytes().machine(
        0,
        &[
            (0, "x == 0", &["'a zero, a zero"], 0),
            (0, "x == 1", &["'(the other", "x"], 1),
            (0, "x > 1", &["x"], 0),
            (1, "x == 0", &["'12345678"], 1),
            (1, "x == 1", &["')"], 0),
            (1, "x > 1", &["(u8) (255 - x)"], 1),
        ],
        &[(1, "true", &["'unclosed, and said at some length"])],
    )
}

/// Capitals; braces become two symbols.
fn upper() -> SymbolicTransducer {
    Builder::bytes().machine(
        0,
        &[
            (0, "x >= 97 && x <= 122", &["(u8) (x - 32)"], 0),
            (0, "x == 123 || x == 125", &["92", "x"], 0),
            (0, "x < 97 || x == 124 || x > 125", &["x"], 0),
        ],
        &[],
    )
}

/// Drops everything but letters.
fn letters_only() -> SymbolicTransducer {
    Builder::bytes().machine(
        0,
        &[
            (0, "x >= 97 && x <= 122", &["x", "46"], 0),
            (0, "x < 97 || x > 122", &[], 0),
        ],
        &[],
    )
}

/// Bytes with a sign.
fn signed_bytes() -> SymbolicTransducer {
    Builder::new(SIGNED_CHAR, SIGNED_CHAR).machine(
        0,
        &[
            (0, "x < 0", &["'-", "x"], 0),
            (0, "x >= 0 && x != 127", &["x"], 0),
            (0, "x == 127", &[], 1),
            (1, "x >= 0", &["x"], 1),
            (1, "x < 0", &["x"], 0),
        ],
        &[(1, "true", &["-2"])],
    )
}

/// The difference of numbers to the one before.
fn difference() -> SymbolicTransducer {
    Builder::new(INT, INT).machine(
        1,
        &[(0, "true", &["x"], 1), (1, "true", &["x - x1"], 1)],
        &[(1, "true", &["x1"])],
    )
}

/// Two digits for each byte, and a letter from a table.
fn hex() -> SymbolicTransducer {
    let digit = |half: &str| format!("(u8) ({half} < 10 ? {half} + 48 : {half} + 87)");
    let (upper, lower) = (digit("(x >> 4)"), digit("(x & 15)"));
    let table = "(x & 3) == 0 ? 65 : (x & 3) == 1 ? 67 : (x & 3) == 2 ? 71 : 84";
    let writes: &[&str] = &[&upper, &lower, table];
    Builder::bytes().machine(0, &[(0, "true", writes, 0)], &[])
}

/// Three symbols become four, each from two neighbours, as in Base64.
fn blocks() -> SymbolicTransducer {
    Builder::bytes().machine(
        1,
        &[
            (0, "true", &["(u8) ((x >> 2) + 48)"], 1),
            (1, "x < 128", &["(u8) (((x1 & 3) << 4) | (x >> 4))"], 2),
            (1, "x >= 128", &["(u8) (((x1 & 3) << 4) | (x >> 5))"], 2),
            (
                2,
                "true",
                &["(u8) (((x1 & 15) << 2) | (x >> 6))", "(u8) (x & 63)"],
                0,
            ),
        ],
        &[
            (1, "true", &["(u8) ((x1 & 3) << 4)", "'=="]),
            (2, "x1 > 3", &["'="]),
            (2, "x1 <= 3", &[]),
        ],
    )
}

/// A sum is carried along, and decides.
fn checksum() -> SymbolicTransducer {
    let mut b = Builder::bytes();
    b.register("sum", Value::bv(16, 500));
    b.register("odd", Value::Bool(false));
    b.register("wide", Value::bv(64, 1));
    let mut machine = b.machine(
        0,
        &[
            (0, "!odd", &["(u8) (sum >> 4)"], 0),
            (0, "odd && x > 100", &["x", "(u8) (wide >> 40)"], 1),
            (0, "odd && x <= 100", &[], 0),
            (1, "sum > 1000", &["'large"], 0),
            (1, "sum <= 1000", &["(u8) (sum % (x + 1))"], 1),
        ],
        &[
            (0, "odd", &["(u8) sum"]),
            (0, "!odd", &["(u8) (wide >> 3)"]),
        ],
    );
    let updates = vec![
        b.value("(u16) (sum + x)", Type::unsigned(16)),
        b.guard("!odd"),
        b.value("wide * 31 + 7", Type::unsigned(64)),
    ];
    for state in &mut machine.states {
        for step in &mut state.steps {
            step.updates.clone_from(&updates);
        }
    }
    machine
}

/// White space becomes one space: whether the symbol before was one decides, in one state. Looks back two at the end.
fn squeeze() -> SymbolicTransducer {
    let white = "(x == 32 || x == 9)";
    let first = "x1 != 32 && x1 != 9";
    Builder::bytes().machine(
        2,
        &[
            (0, &format!("{white} && {first}"), &["32"], 0),
            (0, &format!("{white} && !({first})"), &[], 0),
            (0, &format!("!{white}"), &["x"], 0),
        ],
        &[(0, "x2 > x1", &["'!"]), (0, "x2 <= x1", &["x1"])],
    )
}

/// Where the whole input decides where to start: with a minus anywhere, letters are dropped; without, they are doubled.
fn sign_first() -> SymbolicTransducer {
    let b = Builder::bytes();
    let mut machine = b.machine(
        0,
        &[
            (0, "x >= 97", &["x", "x"], 0),
            (0, "x < 97", &["x"], 0),
            (1, "x >= 97", &[], 1),
            (1, "x < 97", &["x"], 1),
        ],
        &[(1, "true", &["'-"])],
    );
    let state = |accepting: bool, edges: &[(&str, usize)]| AcceptorState {
        accepting,
        edges: edges
            .iter()
            .map(|(guard, to)| (b.guard(guard), *to))
            .collect(),
    };
    let without = Acceptor {
        states: vec![state(true, &[("x != 45", 0)])],
    };
    let with = Acceptor {
        states: vec![
            state(false, &[("x != 45", 0), ("x == 45", 1)]),
            state(true, &[("true", 1)]),
        ],
    };
    machine.starts = vec![
        Start {
            when: Some(without),
            state: 0,
        },
        Start {
            when: Some(with),
            state: 1,
        },
    ];
    machine
}

/// Bytes become numbers, each from three bytes, with division and shifts that depend on them.
fn sums() -> SymbolicTransducer {
    let number = "(i32) x * 1000 / ((i32) x1 - 7) + ((i32) x2 << (x & 31))";
    let other = "-((i32) x % ((i32) x2 + 1)) - ((i32) x1 >> 2)";
    Builder::new(SymbolType::BYTE, INT).machine(
        2,
        &[
            (0, "x1 == 7", &["(i32) x"], 0),
            (0, "x1 != 7 && x > x2", &[number], 0),
            (0, "x1 != 7 && x <= x2", &[other], 0),
        ],
        &[],
    )
}

/// Units of 16 bits become bytes; what is no byte is said in digits.
fn units() -> SymbolicTransducer {
    Builder::new(UNIT, SymbolType::BYTE).machine(
        0,
        &[
            (0, "x == 60", &["'&lt;"], 0),
            (0, "x < 128 && x != 60", &["(u8) x"], 0),
            (
                0,
                "x >= 128",
                &["'\\u", "(u8) (x >> 8)", "(u8) (x & 255)"],
                0,
            ),
        ],
        &[],
    )
}
