//! Random programs on bytes: every path, replayed on the interpreter with inputs that take it, does what was predicted,
//! and for every input there is exactly one path.

use std::fmt::Write;
use std::ops::ControlFlow;

use base::Random;
use smt::{Assignment, Terms};
use symex::{Bounds, End, Explored, Run};

use crate::replay::{
    as_input, inputs, interpreted, is_taken, knows_addresses, predicted, program, value, visit,
};

const TYPES: [(&str, u32); 9] = [
    ("u8", 1),
    ("i8", 1),
    ("i16", 2),
    ("u16", 2),
    ("i32", 4),
    ("u32", 4),
    ("i64", 8),
    ("f32", 4),
    ("f64", 8),
];

/// Writes a program: blocks of different storage, inputs, then accesses that are probed before.
struct Writer {
    random: Random,
    body: String,
    step: usize,
    operation: usize,
    /// Offsets, counts and sizes that depend on inputs so far: each multiplies the paths.
    unknown: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "        {text}");
    }

    fn block(&mut self) -> &'static str {
        ["a", "a", "b", "c", "c", "t", "r"][self.random.below(7)]
    }

    fn unknown(&mut self) -> bool {
        let unknown = self.unknown < 3 && self.random.chance(1, 3);
        self.unknown += usize::from(unknown);
        unknown
    }

    fn offset(&mut self) -> String {
        if !self.unknown() {
            return format!("{}i64", self.random.below(14));
        }
        match self.random.below(6) {
            0 => "i64(x & 7u8)".to_owned(),
            1 => "i64(y) * 4i64".to_owned(),
            2 => "i64(y) * 4i64 + 4i64".to_owned(),
            3 => "i64(x & 3u8) * 3i64 - 1i64".to_owned(),
            4 => "z * 2i64".to_owned(),
            _ => "i64(y % 4) * 2i64 + i64(x & 1u8)".to_owned(),
        }
    }

    fn count(&mut self) -> String {
        if self.unknown() {
            "i64(x & 3u8)".to_owned()
        } else {
            format!("{}i64", self.random.below(9))
        }
    }

    /// Asks, and goes on behind the operation unless the answer is good.
    fn probe(&mut self, access: &str, block: &str, offset: &str, size: &str) {
        let step = self.step;
        self.step += 1;
        self.line(&format!(
            "p = mem probe {access}({block}, {offset}, {size})"
        ));
        self.line(&format!("switch p {{ 0: fine{step}, else: bad{step} }}"));
        let _ = writeln!(
            self.body,
            "    bad{step}: world output(u8(p)) goto end{}",
            self.operation
        );
        let _ = writeln!(self.body, "    fine{step}:");
    }

    fn operation(&mut self) {
        let (block, offset) = (self.block(), self.offset());
        self.line(&format!("o = {offset}"));
        let (ty, size) = *self.random.pick(&TYPES);
        match self.random.below(12) {
            0..3 => {
                self.probe("read", block, "o", &format!("{size}i64"));
                self.line(&format!("v{ty} = mem load({block}, o)"));
                self.show(ty);
            }
            3..6 => {
                self.probe("write", block, "o", &format!("{size}i64"));
                let value = self.value(ty);
                self.line(&format!("mem store({block}, o, {value})"));
            }
            6 => self.point(block),
            7 => {
                self.probe("read", block, "o", "8i64");
                self.line(&format!("d = mem offset({block}, o, 8)"));
                self.line(&format!("r = mem target({block}, o, 8)"));
                self.line("world output(u8(d) + u8(r == a))");
            }
            8 | 9 => {
                let (from, count) = (self.block(), self.count());
                let start = self.random.below(6);
                self.line(&format!("n = {count}"));
                self.probe("copy", from, &format!("{start}i64"), "n");
                self.probe("write", block, "o", "n");
                self.line(&format!("mem copy({from}, {start}i64, {block}, o, n)"));
            }
            10 => self.fill(block),
            _ => self.life(block),
        }
        let _ = writeln!(
            self.body,
            "        goto end{0}\n    end{0}:",
            self.operation
        );
        self.operation += 1;
    }

    fn point(&mut self, block: &str) {
        let width = if self.random.chance(1, 2) { 4 } else { 8 };
        self.probe("write", block, "o", &format!("{width}i64"));
        let target = ["a", "b", "null", "c"][self.random.below(4)];
        let distance = if target == "null" {
            0
        } else {
            self.random.below(5)
        };
        self.line(&format!(
            "mem point({block}, o, {target}, {distance}i64, {width})"
        ));
        self.line(&format!("d = mem offset({block}, o, {width})"));
        self.line(&format!("r = mem target({block}, o, {width})"));
        self.line("world output(u8(d))");
    }

    fn fill(&mut self, block: &str) {
        let count = self.count();
        self.line(&format!("n = {count}"));
        self.probe("write", block, "o", "n");
        let fill = [
            "mem fill(B, o, n, 0u8)",
            "mem fill(B, o, n, x)",
            "mem unset(B, o, n)",
        ];
        let fill = self.random.pick(&fill).replace('B', block);
        self.line(&fill);
    }

    fn life(&mut self, block: &str) {
        match self.random.below(3) {
            0 => {
                self.probe("release", block, "o", "1i64");
                self.line(&format!("mem end({block})"));
            }
            1 => {
                let count = self.count();
                self.line(&format!(
                    "r = mem new Bytes allocated({count} + 2i64) unset \"made\""
                ));
            }
            _ => {
                self.line(&format!("z = mem address({block})"));
                self.line("z = z + o");
                self.line("world output(u8(z == 0i64))");
                self.line("r = mem find(z)");
                self.line("d = mem within(z)");
                self.line("world output(u8(d))");
                self.line("z = 3i64");
            }
        }
    }

    fn value(&mut self, ty: &str) -> String {
        match ty {
            "f32" | "f64" if self.random.chance(1, 2) => format!("1.5{ty}"),
            "f32" | "f64" => format!("v{ty}"),
            _ => match self.random.below(3) {
                0 => format!("{}{ty}", self.random.below(100)),
                1 => format!("{ty}(x)"),
                _ => format!("{ty}(y)"),
            },
        }
    }

    fn show(&mut self, ty: &str) {
        let bits = if ty.starts_with('f') {
            format!("toBits(v{ty})")
        } else {
            format!("v{ty}")
        };
        self.line(&format!("world output(u8({bits} >> 8))"));
        self.line(&format!("world output(u8({bits}))"));
        if self.random.chance(1, 3) {
            let step = self.step;
            self.step += 1;
            let number = if ty.starts_with('f') {
                "1.0".to_owned()
            } else {
                self.random.below(9).to_string()
            };
            self.line(&format!(
                "if v{ty} > {number}{ty} then more{step} else less{step}"
            ));
            let _ = writeln!(self.body, "    more{step}: world event 0 goto next{step}");
            let _ = writeln!(self.body, "    less{step}: world event 1 goto next{step}");
            let _ = writeln!(self.body, "    next{step}:");
        }
    }
}

fn random_program(seed: u64) -> String {
    let mut writer = Writer {
        random: Random::seeded(seed),
        body: String::new(),
        step: 0,
        operation: 0,
        unknown: 0,
    };
    for _ in 0..10 {
        writer.operation();
    }
    let numbers: String = TYPES
        .iter()
        .map(|(ty, _)| format!("    local v{ty}: {ty}\n"))
        .collect();
    let zeros: String = TYPES
        .iter()
        .map(|(ty, _)| {
            format!(
                "        v{ty} = {}{ty}\n",
                if ty.starts_with('f') { "0.0" } else { "0" }
            )
        })
        .collect();
    format!(
        "class Bytes {{ }}\nevent \"more\" \"a.c\" 1\nevent \"less\" \"a.c\" 2\nfn start() -> i32 {{\n    local a: ref\n    \
         local b: ref\n    local c: ref\n    local t: ref\n    local r: ref\n    local x: u8\n    local y: i32\n    \
         local z: i64\n    local o: i64\n    local n: i64\n    local d: i64\n    local p: i32\n{numbers}    start:\n        \
         r = null\n        x = world input \"x\"\n        y = world input \"y\"\n        z = world input \"z\"\n        \
         a = mem new Bytes static(12i64) zero \"a\"\n        b = mem new Bytes automatic(9i64) unset \"b\"\n        \
         c = mem new Bytes allocated(16i64) bytes \"0102030405060708\" \"c\"\n        \
         t = mem new Bytes constant(4i64) bytes \"414243\" \"t\"\n{zeros}{}        return 0\n}}\n",
        writer.body
    )
}

struct Checked {
    ended: usize,
    cut: usize,
    compared: usize,
}

fn check(seed: u64) -> Checked {
    let text = random_program(seed);
    let program = program(&text);
    let terms = Terms::new();
    let mut runs: Vec<Run> = Vec::new();
    let explored = visit(&program, &terms, &Bounds::default(), &mut |run: Run| {
        runs.push(run);
        if runs.len() < 2000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let mut checked = Checked {
        ended: 0,
        cut: 0,
        compared: 0,
    };
    for run in &runs {
        let model = run.model.clone().expect("the solver decides this");
        assert!(is_taken(&terms, &model, run), "{text}");
        match predicted(&program, &terms, &model, run) {
            Some(seen) if !knows_addresses(&terms, run) => {
                let replayed = interpreted(&program, inputs(&terms, &model, run));
                assert_eq!(replayed, seen, "seed {seed}\n{text}");
                checked.ended += 1;
            }
            Some(_) => {}
            None => checked.cut += 1,
        }
    }
    if explored == Explored::All {
        checked.compared = cover(seed, &text, &program, &terms, &runs);
    }
    checked
}

/// Whatever the inputs are, one path is taken, and it does what the interpreter does.
fn cover(seed: u64, text: &str, program: &ir::Program, terms: &Terms, runs: &[Run]) -> usize {
    let mut random = Random::seeded(seed);
    let mut compared = 0;
    for _ in 0..30 {
        let mut values = Assignment::new();
        let first = &runs[0].inputs;
        let numbers = [
            random.bits() & 15,
            random.below(12) as u64,
            random.below(9) as u64,
        ];
        for (input, number) in first.iter().zip(numbers) {
            let smt::Sort::BitVec(width) = terms.sort(input.term) else {
                panic!("inputs are numbers")
            };
            values.set(input.term, smt::Value::bv(width, number));
        }
        if runs.iter().any(|run| knows_addresses(terms, run)) {
            continue;
        }
        let taken: Vec<&Run> = runs
            .iter()
            .filter(|run| is_taken(terms, &values, run))
            .collect();
        assert_eq!(taken.len(), 1, "seed {seed} {values:?}\n{text}");
        let given = first
            .iter()
            .map(|input| as_input(input.ty, &value(terms, &values, input.term)))
            .collect();
        if let Some(seen) = predicted(program, terms, &values, taken[0]) {
            assert_eq!(interpreted(program, given), seen, "seed {seed}\n{text}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_path_of_a_program_on_bytes_is_one_of_the_interpreter() {
    let (mut ended, mut cut, mut compared) = (0, 0, 0);
    for seed in 0..200 {
        let checked = check(seed);
        ended += checked.ended;
        cut += checked.cut;
        compared += checked.compared;
    }
    assert!(
        ended > 1000 && compared > 3000,
        "{ended} paths ended, {cut} were cut, {compared} inputs were compared"
    );
    assert!(cut * 5 < ended, "{ended} paths ended, {cut} were cut");
}

#[test]
fn a_path_that_ends_is_never_one_that_breaks_a_promise() {
    let text = "class Bytes { } fn start() { local b: ref local x: i32 s: b = mem new Bytes automatic(4i64) unset \"b\"
        x = mem load(b, 0i64) return }";
    let program = program(text);
    let terms = Terms::new();
    let mut endings = Vec::new();
    visit(&program, &terms, &Bounds::default(), &mut |run: Run| {
        endings.push(matches!(run.ending, End::Cut(_)));
        ControlFlow::Continue(())
    });
    assert_eq!(endings, [true]);
}
