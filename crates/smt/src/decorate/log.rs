//! Writes every question down, in SMT-LIB, as it is asked, with the answer and the time in a comment.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use crate::assignment::Assignment;
use crate::smtlib::Writer;
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};

/// See the module.
pub struct Log<S, W> {
    inner: S,
    writer: Writer,
    out: W,
}

impl<S: Solver, W: Write> Log<S, W> {
    /// Writes what `inner` is told and asked to `out`. A log that cannot be written is given up silently: it must not
    /// change an answer.
    pub fn new(terms: &Terms, inner: S, out: W) -> Self {
        let mut log = Self {
            inner,
            writer: Writer::new(terms),
            out,
        };
        log.write("(set-option :global-declarations true)\n(set-logic ALL)\n");
        log
    }

    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes());
    }
}

impl<S: Solver, W: Write> Solver for Log<S, W> {
    fn push(&mut self) {
        self.write("(push 1)\n");
        self.inner.push();
    }

    fn pop(&mut self) {
        self.write("(pop 1)\n");
        self.inner.pop();
    }

    fn assert(&mut self, formula: Term) {
        let mut text = String::new();
        let formula_text = self.writer.term(formula, &mut text);
        let _ = writeln!(text, "(assert {formula_text})");
        self.write(&text);
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        let mut text = String::new();
        let literals: Vec<String> = assumptions
            .iter()
            .map(|a| self.writer.literal(*a, &mut text))
            .collect();
        let _ = writeln!(text, "(check-sat-assuming ({}))", literals.join(" "));
        self.write(&text);
        let start = Instant::now();
        let answer = self.inner.check(assumptions);
        let told = match &answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(why) => why,
        };
        self.write(&format!(
            "; {} in {:?}\n",
            told.replace('\n', " "),
            start.elapsed()
        ));
        answer
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        self.inner.model(vars)
    }

    fn core(&mut self) -> Vec<Term> {
        self.inner.core()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.inner.set_limit(limit);
    }

    fn calls(&self) -> u64 {
        self.inner.calls()
    }
}
