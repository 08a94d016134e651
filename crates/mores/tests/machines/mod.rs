//! Transducers made by hand.

use model::transducer::{
    Acceptor, AcceptorState, End, Failure, Register, Start, State, Step, SymbolType,
    SymbolicTransducer, seen,
};
use smt::{Sort, Term, Terms, Value};

/// Every machine with its name.
pub fn all() -> Vec<(&'static str, SymbolicTransducer)> {
    vec![
        ("copy", copying()),
        ("escape", escaping()),
        ("unescape", unescaping()),
        ("hex", hex(b'a')),
        ("difference", difference()),
        ("summing", summing()),
        ("ahead", look_ahead()),
        ("failing", failing()),
    ]
}

/// A machine over bytes whose states are made with terms and the symbol being read.
fn machine(states: impl FnOnce(&Terms, Term) -> Vec<State>) -> SymbolicTransducer {
    let terms = Terms::new();
    let x = seen(&terms, SymbolType::BYTE, 0);
    SymbolicTransducer {
        input: SymbolType::BYTE,
        output: SymbolType::BYTE,
        alphabet: terms.true_(),
        lookback: 0,
        registers: Vec::new(),
        starts: vec![Start {
            when: None,
            state: 0,
        }],
        states: states(&terms, x),
        terms,
    }
}

fn step(guard: Term, writes: Vec<Term>, to: usize) -> Step {
    Step {
        guard,
        writes,
        updates: Vec::new(),
        to,
    }
}

fn bytes(terms: &Terms, text: &str) -> Vec<Term> {
    text.bytes().map(|b| terms.bv(8, b.into())).collect()
}

fn is(terms: &Terms, x: Term, byte: u8) -> Term {
    terms.eq(x, terms.bv(8, byte.into()))
}

fn ending(terms: &Terms, text: &str) -> Vec<End> {
    vec![End {
        guard: terms.true_(),
        writes: bytes(terms, text),
    }]
}

/// Writes what it reads.
pub fn copying() -> SymbolicTransducer {
    machine(|terms, x| {
        let steps = vec![step(terms.true_(), vec![x], 0)];
        vec![State {
            steps,
            ends: ending(terms, ""),
            failure: None,
        }]
    })
}

/// `<` becomes `&lt;`, `&` becomes `&amp;`.
pub fn escaping() -> SymbolicTransducer {
    machine(|terms, x| {
        let (less, and) = (is(terms, x, b'<'), is(terms, x, b'&'));
        let steps = vec![
            step(less, bytes(terms, "&lt;"), 0),
            step(and, bytes(terms, "&amp;"), 0),
            step(terms.not(terms.or(&[less, and])), vec![x], 0),
        ];
        vec![State {
            steps,
            ends: ending(terms, ""),
            failure: None,
        }]
    })
}

/// The other way; other uses of `&` are not defined.
pub fn unescaping() -> SymbolicTransducer {
    machine(|terms, x| {
        let and = is(terms, x, b'&');
        let one = |byte: u8, writes: &str, to| step(is(terms, x, byte), bytes(terms, writes), to);
        let inside = |steps| State {
            steps,
            ends: Vec::new(),
            failure: None,
        };
        let steps = vec![step(and, Vec::new(), 1), step(terms.not(and), vec![x], 0)];
        vec![
            State {
                steps,
                ends: ending(terms, ""),
                failure: None,
            },
            inside(vec![one(b'l', "", 2), one(b'a', "", 4)]),
            inside(vec![one(b't', "", 3)]),
            inside(vec![one(b';', "<", 0)]),
            inside(vec![one(b'm', "", 5)]),
            inside(vec![one(b'p', "", 6)]),
            inside(vec![one(b';', "&", 0)]),
        ]
    })
}

/// Two digits for a byte; those above nine from that letter on.
pub fn hex(letter: u8) -> SymbolicTransducer {
    machine(|terms, x| {
        let digit = |nibble: Term| {
            let (small, large) = (
                terms.bv(8, b'0'.into()),
                terms.bv(8, u64::from(letter) - 10),
            );
            terms.ite(
                terms.bv_ult(nibble, terms.bv(8, 10)),
                terms.bv_add(nibble, small),
                terms.bv_add(nibble, large),
            )
        };
        let (high, low) = (
            terms.bv_lshr(x, terms.bv(8, 4)),
            terms.bv_and(x, terms.bv(8, 15)),
        );
        let steps = vec![step(terms.true_(), vec![digit(high), digit(low)], 0)];
        vec![State {
            steps,
            ends: ending(terms, ""),
            failure: None,
        }]
    })
}

/// Each byte less the one before; the last one again at the end.
pub fn difference() -> SymbolicTransducer {
    let mut machine = machine(|terms, x| {
        let before = seen(terms, SymbolType::BYTE, 1);
        let first = State {
            steps: vec![step(terms.true_(), vec![x], 1)],
            ends: ending(terms, ""),
            failure: None,
        };
        let steps = vec![
            step(terms.eq(x, before), Vec::new(), 1),
            step(
                terms.not(terms.eq(x, before)),
                vec![terms.bv_sub(x, before)],
                1,
            ),
        ];
        let large = terms.bv_ult(terms.bv(8, 100), before);
        let ends = vec![
            End {
                guard: large,
                writes: vec![before],
            },
            End {
                guard: terms.not(large),
                writes: vec![terms.bv_add(before, terms.bv(8, 200))],
            },
        ];
        vec![
            first,
            State {
                steps,
                ends,
                failure: None,
            },
        ]
    });
    machine.lookback = 1;
    machine
}

/// The sum of all bytes so far, in a register with an awkward name.
pub fn summing() -> SymbolicTransducer {
    let mut sum = machine(|terms, x| {
        let total = terms.var("total", Sort::BitVec(8));
        let sum = terms.bv_add(total, x);
        let steps = vec![Step {
            updates: vec![sum],
            ..step(terms.true_(), vec![sum], 0)
        }];
        vec![State {
            steps,
            ends: ending(terms, ""),
            failure: None,
        }]
    });
    let variable = sum.terms.var("total", Sort::BitVec(8));
    sum.registers.push(Register {
        name: "x1".into(),
        variable,
        initial: Value::bv(8, 0),
    });
    sum
}

/// Copies inputs that end in an exclamation mark, and writes nothing for others.
pub fn look_ahead() -> SymbolicTransducer {
    let mut ahead = machine(|terms, x| {
        let copy = State {
            steps: vec![step(terms.true_(), vec![x], 0)],
            ends: ending(terms, ""),
            failure: None,
        };
        let drop = State {
            steps: vec![step(terms.true_(), Vec::new(), 1)],
            ends: ending(terms, ""),
            failure: None,
        };
        vec![copy, drop]
    });
    let mark = is(&ahead.terms, ahead.seen(0), b'!');
    let edges = vec![(mark, 1), (ahead.terms.not(mark), 0)];
    let accepts = |last: bool| Acceptor {
        states: [false, true]
            .map(|marked| AcceptorState {
                accepting: marked == last,
                edges: edges.clone(),
            })
            .to_vec(),
    };
    ahead.starts = vec![
        Start {
            when: Some(accepts(true)),
            state: 0,
        },
        Start {
            when: Some(accepts(false)),
            state: 1,
        },
    ];
    ahead
}

/// Copies, and fails on a zero.
pub fn failing() -> SymbolicTransducer {
    machine(|terms, x| {
        let zero = is(terms, x, 0);
        let steps = vec![step(zero, Vec::new(), 1), step(terms.not(zero), vec![x], 0)];
        vec![
            State {
                steps,
                ends: ending(terms, "."),
                failure: None,
            },
            State {
                failure: Some(Failure::fails("division by zero at a.c:3")),
                ..State::default()
            },
        ]
    })
}
