//! Reports to draw and to read back.

use emit::report::{
    Abstraction, Answer, Cause, Certificate, Effort, Exploration, Integers, Interface, Method,
    Parameter, Report, SourcePlace, State, Subject, Symbol, Transition, Verdict, VerdictKind,
};

/// Builds a report: calls that no move mentions end in the error state, which gets the last number.
pub struct Sample {
    name: String,
    methods: Vec<Method>,
    alphabet: Vec<Symbol>,
    moves: Vec<(u64, String, u64)>,
    unknown: Vec<(u64, String)>,
    states: u64,
}

impl Sample {
    /// A component with so many ok states, the one before construction included.
    pub fn new(name: &str, states: u64) -> Self {
        let (methods, alphabet, moves, unknown) = Default::default();
        Self {
            name: name.to_owned(),
            methods,
            alphabet,
            moves,
            unknown,
            states,
        }
    }

    /// A method with its parameters (`int b`) and the guards that split it (none: `true`).
    pub fn method(mut self, name: &str, parameters: &[&str], guards: &[&str]) -> Self {
        let parameters: Vec<Parameter> = parameters.iter().map(|p| parameter(p)).collect();
        let names: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
        let line = 10 + 3 * self.methods.len() as u32;
        let guards = if guards.is_empty() { &["true"] } else { guards };
        for (i, guard) in guards.iter().enumerate() {
            let symbol = if guards.len() == 1 {
                name.to_owned()
            } else {
                format!("{name}_{}", i + 1)
            };
            let (method, guard) = (name.to_owned(), (*guard).to_owned());
            self.alphabet.push(Symbol {
                symbol,
                method,
                guard,
                parameters: names.clone(),
                example: Vec::new(),
                alternatives: Vec::new(),
            });
        }
        let place = Some(self.place(line));
        self.methods.push(Method {
            name: name.to_owned(),
            constructs: name == self.name,
            parameters,
            scalars: Vec::new(),
            domain: None,
            place,
        });
        self
    }

    /// Calls of this symbol in these states lead there.
    pub fn moves(mut self, from: &[u64], symbol: &str, to: u64) -> Self {
        self.moves
            .extend(from.iter().map(|&f| (f, symbol.to_owned(), to)));
        self
    }

    /// Calls of this symbol in these states change nothing.
    pub fn stays(mut self, states: &[u64], symbol: &str) -> Self {
        self.moves
            .extend(states.iter().map(|&s| (s, symbol.to_owned(), s)));
        self
    }

    /// Calls of this symbol in this state could not be analysed.
    pub fn unknown(mut self, from: u64, symbol: &str) -> Self {
        self.unknown.push((from, symbol.to_owned()));
        self
    }

    fn place(&self, line: u32) -> SourcePlace {
        SourcePlace {
            file: format!("{}.java", self.name),
            line,
        }
    }

    fn transition(&self, from: u64, symbol: &Symbol) -> Transition {
        let (error, unknown) = (self.states, self.states + 1);
        let line = self
            .methods
            .iter()
            .position(|m| m.name == symbol.method)
            .map_or(1, |i| 11 + 3 * i as u32);
        let cause = |what: &str| {
            Some(Cause {
                what: what.to_owned(),
                place: Some(self.place(line)),
            })
        };
        let name = symbol.symbol.clone();
        if self.unknown.iter().any(|(f, s)| *f == from && *s == name) {
            let unknown_cause = cause("floating-point arithmetic is not supported yet");
            return Transition {
                from,
                symbol: name,
                to: unknown,
                error: None,
                unknown: unknown_cause,
                updates: std::collections::BTreeMap::new(),
                way: Vec::new(),
                example: Vec::new(),
                established: true,
                answered: true,
            };
        }
        match self.moves.iter().find(|(f, s, _)| *f == from && *s == name) {
            Some(&(_, _, to)) => Transition {
                from,
                symbol: name,
                to,
                error: None,
                unknown: None,
                updates: std::collections::BTreeMap::new(),
                way: Vec::new(),
                example: Vec::new(),
                established: true,
                answered: true,
            },
            None => Transition {
                from,
                symbol: name,
                to: error,
                error: cause("assertion failed"),
                unknown: None,
                updates: std::collections::BTreeMap::new(),
                way: Vec::new(),
                example: Vec::new(),
                established: true,
                answered: true,
            },
        }
    }

    /// The finished report.
    pub fn report(self) -> Report {
        let mut states: Vec<State> = (0..self.states).map(|id| state(id, Answer::Ok)).collect();
        states.push(state(self.states, Answer::Error));
        if !self.unknown.is_empty() {
            states.push(state(self.states + 1, Answer::Unknown));
        }
        let pairs = (0..self.states).flat_map(|from| self.alphabet.iter().map(move |s| (from, s)));
        let transitions = pairs
            .map(|(from, symbol)| self.transition(from, symbol))
            .collect();
        let proved = self.unknown.is_empty();
        let verdict = Verdict {
            unless: None,
            assumptions: Vec::new(),
            kind: if proved {
                VerdictKind::Proved
            } else {
                VerdictKind::UpTo
            },
            depth: (!proved).then_some(7),
            reason: (!proved).then(|| "floating-point arithmetic is not supported yet".to_owned()),
            integers: Integers::Wrapping,
        };
        let model = Interface {
            view: emit::report::View::default(),
            initial: 0,
            states,
            alphabet: self.alphabet,
            transitions,
            methods: self.methods,
            statics: false,
            registers: Vec::new(),
        };
        let subject = Subject::new(format!("corpus/java/{}.java", self.name), self.name.clone());
        let certificate = Certificate {
            path: Some(format!("{}.certificate.json", self.name)),
            checked: true,
        };
        Report {
            effort: Effort {
                membership: 41,
                equivalence: 2,
                solver_calls: 97,
                seconds: 0.25,
                peak_mb: 31,
                exploration: (!proved).then_some(EXPLORATION),
                ..Effort::default()
            },
            certificate: proved.then_some(certificate),
            ..Report::new("interface", subject, verdict, model)
        }
    }
}

fn state(id: u64, answer: Answer) -> State {
    State {
        id,
        answer,
        holds: Vec::new(),
        undecided: false,
        beyond: false,
        way: Vec::new(),
    }
}

const EXPLORATION: Exploration = Exploration {
    k_min: 4,
    k_max: 16,
    complete: false,
    sequences: 120_400,
    skipped_by_por: 2_310,
    skipped_by_matching: 871,
};

fn parameter(text: &str) -> Parameter {
    let (source_type, name) = text.split_once(' ').expect("a type and a name");
    Parameter {
        name: name.to_owned(),
        source_type: source_type.to_owned(),
    }
}

/// Paper 000, Fig. 1.
pub fn piped_output_stream() -> Report {
    Sample::new("PipedOutputStream", 3)
        .method("PipedOutputStream", &[], &[])
        .method(
            "connect",
            &["int snk", "boolean snkConnected"],
            &["snk != 0 && !snkConnected", "snk == 0 || snkConnected"],
        )
        .method("write", &["int b"], &[])
        .method("flush", &[], &[])
        .method("close", &[], &[])
        .moves(&[0], "PipedOutputStream", 1)
        .moves(&[1], "connect_1", 2)
        .stays(&[1, 2], "flush")
        .stays(&[1, 2], "close")
        .stays(&[2], "write")
        .report()
}

/// Paper 003, Fig. 2.
pub fn read_write_acq() -> Report {
    Sample::new("ReadWriteAcq", 5)
        .method("ReadWriteAcq", &[], &[])
        .method("acq", &[], &[])
        .method("acqx", &[], &[])
        .method("rel", &[], &[])
        .method("read", &[], &[])
        .method(
            "write",
            &["int v"],
            &["0 <= v && v < 100", "v < 0 || v >= 100"],
        )
        .moves(&[0], "ReadWriteAcq", 1)
        .moves(&[1], "acq", 2)
        .moves(&[1], "acqx", 3)
        .moves(&[2, 3, 4], "rel", 1)
        .stays(&[2, 3], "read")
        .moves(&[3], "write_1", 4)
        .stays(&[4], "write_1")
        .stays(&[4], "read")
        .moves(&[4], "acq", 2)
        .report()
}

/// The methods of the vehicle, with parameters and guards.
const VEHICLE: &[(&str, &[&str], &[&str])] = &[
    (
        "Vehicle",
        &["int crew"],
        &["crew >= 0 && crew <= 7", "crew < 0 || crew > 7"],
    ),
    ("arm", &[], &[]),
    (
        "ignite",
        &["int mass", "int thrust"],
        &[
            "mass > 0 && thrust >= 10 && thrust <= 2500",
            "mass <= 0 || thrust < 10 || thrust > 2500",
        ],
    ),
    ("stageOneSeparation", &[], &[]),
    (
        "ascend",
        &["long altitude"],
        &["altitude > 100000", "altitude <= 100000"],
    ),
    (
        "abort",
        &["int mode"],
        &[
            "mode == 0",
            "mode == 1 || mode == 2",
            "mode < 0 || mode > 2",
        ],
    ),
    (
        "dock",
        &["int port", "boolean soft"],
        &["port != 0 && soft", "port == 0 || !soft"],
    ),
    ("undock", &[], &[]),
    ("telemetry", &[], &[]),
    ("status", &[], &[]),
    (
        "land",
        &["int x", "int y"],
        &["x * x + y * y <= 10000", "x * x + y * y > 10000"],
    ),
];

/// Where it goes.
const ROUTE: &[(&[u64], &str, u64)] = &[
    (&[0], "Vehicle_1", 1),
    (&[1], "arm", 2),
    (&[2], "ignite_1", 3),
    (&[3], "stageOneSeparation", 4),
    (&[4], "ascend_1", 5),
    (&[4], "ascend_2", 6),
    (&[6], "ascend_1", 5),
    (&[2, 3], "abort_1", 1),
    (&[4, 5, 6], "abort_2", 11),
    (&[5], "dock_1", 7),
    (&[7], "undock", 8),
    (&[8], "dock_1", 7),
    (&[8], "ignite_1", 9),
    (&[9], "land_1", 10),
    (&[9], "land_2", 11),
    (&[11], "land_1", 12),
    (&[11], "land_2", 12),
    (&[10, 12], "arm", 2),
];

/// A vehicle with a docking sequence: long guards, an unknown state, returns to earlier states.
pub fn vehicle() -> Report {
    let mut sample = VEHICLE.iter().fold(
        Sample::new("Vehicle", 13),
        |sample, (name, params, guards)| sample.method(name, params, guards),
    );
    for (from, symbol, to) in ROUTE {
        sample = sample.moves(from, symbol, *to);
    }
    sample = sample.stays(&[6], "ascend_2");
    let all: Vec<u64> = (1..13).collect();
    sample
        .stays(&all, "telemetry")
        .stays(&all[2..], "status")
        .unknown(5, "ascend_1")
        .report()
}

/// The same class as far as an abstraction got that was stopped early: after an exclusive acquisition all is open.
pub fn bounds() -> Report {
    let mut report = Sample::new("ReadWriteAcq", 3)
        .method("ReadWriteAcq", &[], &[])
        .method("acq", &[], &[])
        .method("acqx", &[], &[])
        .method("rel", &[], &[])
        .method("read", &[], &[])
        .moves(&[0], "ReadWriteAcq", 1)
        .moves(&[1], "acq", 2)
        .moves(&[2], "rel", 1)
        .stays(&[2], "read")
        .unknown(1, "acqx")
        .report();
    report.model.states[4].undecided = true;
    report
        .model
        .transitions
        .iter_mut()
        .for_each(|t| t.unknown = None);
    report.effort.exploration = None;
    report.effort.abstraction = Some(Abstraction {
        scheme: "learn-reuse".to_owned(),
        predicates: vec!["l == 0".to_owned(), "x < 1".to_owned()],
        atoms: 2,
        iterations: 1,
        refinements: 3,
        states: 4,
    });
    report
}

/// A stack that was compared up to three calls: where the second `push` leads is not established, and nothing of what
/// comes after it.
pub fn guessed() -> Report {
    let mut report = Sample::new("Stack", 3)
        .method("Stack", &[], &[])
        .method("push", &[], &[])
        .method("pop", &[], &[])
        .method("full", &[], &[])
        .moves(&[0], "Stack", 1)
        .moves(&[1, 2], "push", 2)
        .moves(&[2], "pop", 1)
        .report();
    report.verdict.kind = VerdictKind::UpTo;
    report.verdict.depth = Some(3);
    for transition in report.model.transitions.iter_mut().filter(|t| t.from == 2) {
        transition.established = false;
        transition.answered = transition.symbol == "push" || transition.symbol == "pop";
    }
    report
}

/// 40 ok states and 60 symbols: a socket whose calls depend on four things at once.
pub fn socket() -> Report {
    let mut sample = Sample::new("Socket", 41)
        .method("Socket", &[], &[])
        .moves(&[0], "Socket", 1);
    let state = |phase: u64, input: u64, output: u64| 1 + phase * 4 + input * 2 + output;
    let names = "bind connect listen accept handshake renegotiate drain quiesce close";
    let all: Vec<u64> = (1..41).collect();
    for (phase, name) in names.split(' ').enumerate() {
        let phase = phase as u64;
        sample = sample.method(
            name,
            &["int port", "int backlog"],
            &["port > 0 && port < 65536", "port <= 0 || port >= 65536"],
        );
        for (input, output) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let symbol = format!("{name}_1");
            sample = sample.moves(
                &[state(phase, input, output)],
                &symbol,
                state(phase + 1, input, output),
            );
        }
    }
    sample = sample
        .method("shutdownInput", &[], &[])
        .method("shutdownOutput", &[], &[])
        .method("reset", &[], &[]);
    for phase in 2..8 {
        for other in 0..2 {
            sample = sample.moves(
                &[state(phase, 0, other)],
                "shutdownInput",
                state(phase, 1, other),
            );
            sample = sample.moves(
                &[state(phase, other, 0)],
                "shutdownOutput",
                state(phase, other, 1),
            );
        }
        sample = sample.moves(&[state(phase, 1, 1)], "reset", 1);
    }
    for i in 0..38 {
        let kinds = "Port Channel Timeout Linger Buffer Address Option";
        let kind = kinds.split(' ').nth(i % 7).expect("there are seven");
        let name = format!("get{kind}{}", i / 7);
        sample = sample
            .method(&name, &[], &[])
            .stays(if i < 30 { &all } else { &all[10..30] }, &name);
    }
    sample.report()
}

/// Names that try to break out of every format.
pub fn hostile() -> Report {
    let script = "<script>alert(\"x\")</script>";
    let long = "a".repeat(300);
    Sample::new("Evil\"'&<b>\\", 3)
        .method("Evil\"'&<b>\\", &[], &[])
        .method(
            script,
            &["int p&amp;"],
            &[
                "p&amp; < 0 && \"]]>\" != p",
                "p&amp; >= 0 || --> :: \\n; # % {x} [*]",
            ],
        )
        .method(
            &long,
            &["int 変数名", "int \u{202e}rtl"],
            &[
                "変数名 > 0 && \u{202e}rtl == 'ß'",
                "変数名 <= 0 || \u{202e}rtl != 'ß'",
            ],
        )
        .method("end", &[], &[])
        .method("`code`\n|pipe|\u{0}", &[], &[])
        .moves(&[0], "Evil\"'&<b>\\", 1)
        .moves(&[1], &format!("{script}_1"), 2)
        .stays(&[1, 2], &format!("{long}_1"))
        .stays(&[1], "end")
        .moves(&[2], "`code`\n|pipe|\u{0}", 1)
        .report()
}
