//! Random bytecode, as no compiler writes it: values wait on the stack across branches and loops, in any order.
//! Compared with the real machine, whose verifier accepts it.

use base::Random;

use crate::support;
use crate::support::assembler::{Assembler, Method};

/// Types on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Int,
    Long,
}

use Word::{Int, Long};

/// Locals 0 and 1 are int parameters, 2 a long one; 4 to 6 are ints, 7 and 9 longs; loops count from 11 on.
/// What an `int` can be turned into.
const FROM_INT: [(u8, Word); 5] = [
    (0x85, Long),
    (0x91, Int),
    (0x92, Int),
    (0x93, Int),
    (0x74, Int),
];

const INTS: [u8; 5] = [0, 1, 4, 5, 6];
const LONGS: [u8; 3] = [2, 7, 9];

struct Writer<'r> {
    random: &'r mut Random,
    code: Vec<u8>,
    stack: Vec<Word>,
    counter: u8,
}

impl Writer<'_> {
    /// A method `(IIJ)J`.
    fn method(random: &mut Random) -> Vec<u8> {
        let mut this = Writer {
            random,
            code: Vec::new(),
            stack: Vec::new(),
            counter: 11,
        };
        for local in [4, 5, 6] {
            this.emit(&[0x1a, 0x36, local]);
        }
        for local in [7, 9] {
            this.emit(&[0x20, 0x37, local]);
        }
        this.steps(25, 3);
        this.fold();
        this.code
    }

    fn emit(&mut self, bytes: &[u8]) {
        self.code.extend_from_slice(bytes);
    }

    fn steps(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if depth > 0 && self.code.len() < 2000 && self.random.chance(1, 8) {
                if self.random.chance(1, 2) {
                    self.branch(depth - 1)
                } else {
                    self.repeat(depth - 1)
                }
            } else {
                self.step();
            }
        }
    }

    fn push(&mut self, word: Word) {
        match word {
            Int if self.random.chance(1, 3) => self.emit(&[0x10, 0]),
            Int => {
                let local = *self.random.pick(&INTS);
                self.emit(&[0x15, local]);
            }
            Long => {
                let local = *self.random.pick(&LONGS);
                self.emit(&[0x16, local]);
            }
        }
        if word == Int && self.code[self.code.len() - 2] == 0x10 {
            let last = self.code.len() - 1;
            self.code[last] = self.random.bits() as u8;
        }
        self.stack.push(word);
    }

    /// One instruction that fits the stack.
    fn step(&mut self) {
        if self.stack.len() > 12 {
            return self.pop();
        }
        let height = self.stack.len();
        let top = self.stack.last().copied();
        let second = height.checked_sub(2).map(|i| self.stack[i]);
        match (self.random.below(14), top, second) {
            (0 | 1, ..) => self.push(Int),
            (2, ..) => self.push(Long),
            (3 | 4, Some(Int), Some(Int)) => {
                self.combine(&[0x60, 0x64, 0x68, 0x7e, 0x80, 0x82, 0x78, 0x7a, 0x7c])
            }
            (3 | 4, Some(Long), Some(Long)) => self.combine(&[0x61, 0x65, 0x69, 0x7f, 0x81, 0x83]),
            (3 | 4, Some(Int), Some(Long)) => self.combine(&[0x79, 0x7b, 0x7d]),
            (6 | 7, Some(Int), Some(Int)) => self.emit(&[0x5f]),
            (kind @ (5 | 8 | 9), Some(top), second) => self.copy(kind, top, second),
            (10, Some(Int), _) => {
                let local = *self.random.pick(&INTS);
                self.stack.pop();
                self.emit(&[0x36, local]);
            }
            (10, Some(Long), _) => {
                let local = *self.random.pick(&LONGS);
                self.stack.pop();
                self.emit(&[0x37, local]);
            }
            (11, ..) => {
                let (local, by) = (*self.random.pick(&INTS), self.random.bits() as u8);
                self.emit(&[0x84, local, by]);
            }
            (12, Some(Int), _) => self.convert(&FROM_INT),
            (12, Some(Long), _) => self.convert(&[(0x88, Int), (0x75, Long)]),
            (13, Some(Long), Some(Long)) => {
                self.stack.truncate(height - 2);
                self.stack.push(Int);
                self.emit(&[0x94]);
            }
            _ => self.push(Int),
        }
    }

    /// One of the instructions that copy the top of the stack.
    fn copy(&mut self, kind: usize, top: Word, second: Option<Word>) {
        let below = self.stack.len().checked_sub(3);
        let third = below.map(|i| self.stack[i]);
        match (kind, top, second) {
            (5, Int, _) => self.duplicate(0x59, &[Int, Int]),
            (5, Long, _) => self.duplicate(0x5c, &[Long, Long]),
            (8, Int, Some(Int)) => self.duplicate(0x5a, &[Int, Int, Int]),
            (8, Int, Some(Long)) => self.duplicate(0x5b, &[Int, Long, Int]),
            (8, Long, Some(Int)) => self.duplicate(0x5d, &[Long, Int, Long]),
            (8, Long, Some(Long)) => self.duplicate(0x5e, &[Long, Long, Long]),
            (9, Int, Some(Int)) if third == Some(Int) => {
                self.duplicate(0x5b, &[Int, Int, Int, Int])
            }
            (9, Int, Some(Int)) => self.duplicate(0x5c, &[Int, Int, Int, Int]),
            _ => self.push(Int),
        }
    }

    /// Two values become one of the lower one's type.
    fn combine(&mut self, opcodes: &[u8]) {
        let opcode = *self.random.pick(opcodes);
        self.stack.pop();
        self.emit(&[opcode]);
    }

    /// The entries on top after the instruction, where one or two fewer were before.
    fn duplicate(&mut self, opcode: u8, after: &[Word]) {
        let before = match opcode {
            0x59 => 1,
            0x5c if after.len() == 2 => 1,
            0x5c => 2,
            _ => after.len() - 1,
        };
        self.stack.truncate(self.stack.len() - before);
        self.stack.extend_from_slice(after);
        self.emit(&[opcode]);
    }

    fn convert(&mut self, choices: &[(u8, Word)]) {
        let (opcode, word) = *self.random.pick(choices);
        self.stack.pop();
        self.stack.push(word);
        self.emit(&[opcode]);
    }

    fn pop(&mut self) {
        match self.stack.pop() {
            Some(Int) => self.emit(&[0x57]),
            Some(Long) => self.emit(&[0x58]),
            None => {}
        }
    }

    /// Makes the stack look like this.
    fn reshape(&mut self, wanted: &[Word]) {
        let common = self
            .stack
            .iter()
            .zip(wanted)
            .take_while(|(a, b)| a == b)
            .count();
        while self.stack.len() > common {
            self.pop();
        }
        wanted[common..].iter().for_each(|&word| self.push(word));
    }

    fn branch(&mut self, depth: usize) {
        self.condition();
        let shape = self.stack.clone();
        let opcode = 0x99 + self.random.below(6) as u8;
        let away = self.jump(opcode);
        self.steps(4, depth);
        self.reshape(&shape);
        let end = self.jump(0xa7);
        self.land(away);
        self.stack = shape.clone();
        self.steps(4, depth);
        self.reshape(&shape);
        self.land(end);
    }

    /// Something for a branch to look at, now and then a comparison of longs.
    fn condition(&mut self) {
        if self.stack.last() == Some(&Long) {
            self.push(Long);
            self.stack.truncate(self.stack.len() - 2);
            self.emit(&[0x94]);
        } else {
            if self.stack.last().is_none() || self.random.chance(1, 3) {
                self.push(Int);
            }
            self.stack.pop();
        }
    }

    fn repeat(&mut self, depth: usize) {
        let counter = self.counter;
        self.counter += 1;
        self.emit(&[0x10, 3, 0x36, counter]);
        let shape = self.stack.clone();
        let start = self.code.len();
        self.steps(5, depth);
        self.reshape(&shape);
        self.emit(&[0x84, counter, 0xff, 0x15, counter]);
        let back = (start as i64 - self.code.len() as i64) as i16;
        self.emit(&[0x9d]);
        self.emit(&back.to_be_bytes());
    }

    fn jump(&mut self, opcode: u8) -> usize {
        let at = self.code.len();
        self.emit(&[opcode, 0, 0]);
        at
    }

    fn land(&mut self, jump: usize) {
        let offset = (self.code.len() - jump) as u16;
        self.code[jump + 1..jump + 3].copy_from_slice(&offset.to_be_bytes());
    }

    /// Adds up the stack and the locals, and returns the sum.
    fn fold(&mut self) {
        self.push(Long);
        while self.stack.len() > 1 {
            let top = self.stack.len() - 1;
            if self.stack[top - 1] == Long {
                self.combine(&[0x83]);
            } else {
                // int below long: get it on top, widen it, add it
                self.emit(&[0x5d, 0x58, 0x85, 0x61]);
                self.stack.truncate(top - 1);
                self.stack.push(Long);
            }
        }
        for local in LONGS {
            self.emit(&[0x16, local, 0x10, 31, 0x85, 0x69, 0x61]);
        }
        for local in INTS {
            self.emit(&[0x15, local, 0x85, 0x61, 0x10, 3, 0x79]);
        }
        self.emit(&[0xad]);
    }
}

/// How many classes; the environment may ask for more.
fn class_count() -> usize {
    std::env::var("MORES_CLASSES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(40)
}

#[test]
fn random_bytecode_answers_like_the_real_machine() {
    let seed = std::env::var("MORES_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(9);
    let mut random = Random::seeded(seed);
    let folder = tempfile::tempdir().unwrap();
    let mut names = Vec::new();
    for number in 0..class_count() {
        let name = format!("Code{number}");
        let mut class = Assembler::class(&name, "java/lang/Object");
        for method in ["a", "b", "c", "d"] {
            let code = Writer::method(&mut random);
            class = class.method(Method {
                max_stack: 60,
                max_locals: 200,
                ..Method::new(method, "(IIJ)J", code)
            });
        }
        std::fs::write(folder.path().join(format!("{name}.class")), class.bytes()).unwrap();
        names.push(name);
    }
    let seen = support::compare(folder.path(), &names, 10, 3);
    assert_eq!(seen.keys().collect::<Vec<_>>(), ["returned"], "{seen:?}");
}
