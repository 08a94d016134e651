//! A solver that runs as another process and speaks SMT-LIB.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::assignment::Assignment;
use crate::smtlib::{Writer, parse_answer};
use crate::solver::{Answer, Solver};
use crate::term::{Term, Terms};
use crate::value::Value;

/// A solver process. Whatever goes wrong with it is an [`Answer::Unknown`]: it is then ended, and the next question
/// starts a new one.
pub struct Process {
    terms: Terms,
    start: Box<dyn Fn() -> Command>,
    running: Option<Running>,
    /// Scopes with their assertions: what a new process must be told.
    stack: Vec<Vec<Term>>,
    assumptions: Vec<Term>,
    limit: Option<Duration>,
    calls: u64,
}

/// A process, and what it was told.
struct Running {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    writer: Writer,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What every solver is told first.
const PREAMBLE: &str = "(set-option :print-success false)\n(set-option :global-declarations true)\n\
    (set-option :incremental true)\n(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n\
    (set-logic ALL)\n";

impl Process {
    /// A solver that `start` gives the command of; it is started with the first question.
    pub fn new(terms: &Terms, start: impl Fn() -> Command + 'static) -> Self {
        Self {
            terms: terms.clone(),
            start: Box::new(start),
            running: None,
            stack: vec![Vec::new()],
            assumptions: Vec::new(),
            limit: None,
            calls: 0,
        }
    }

    fn try_check(&mut self, assumptions: &[Term]) -> Result<Answer, String> {
        if self.running.is_none() {
            self.running = Some(self.launch()?);
        }
        let running = self.running.as_mut().ok_or("no process")?;
        let mut text = String::new();
        let literals: Vec<String> = assumptions
            .iter()
            .map(|a| running.writer.literal(*a, &mut text))
            .collect();
        let _ = writeln!(text, "(check-sat-assuming ({}))", literals.join(" "));
        match &running.ask(&text, self.limit)?[..] {
            "sat" => Ok(Answer::Sat),
            "unsat" => Ok(Answer::Unsat),
            "unknown" => Ok(Answer::Unknown(
                "the solver process says unknown".to_owned(),
            )),
            other => Err(format!("the solver process says {other}")),
        }
    }

    fn launch(&self) -> Result<Running, String> {
        let mut command = (self.start)();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command
            .spawn()
            .map_err(|e| format!("the solver process does not start: {e}"))?;
        let input = child
            .stdin
            .take()
            .ok_or("the solver process has no input")?;
        let output = child
            .stdout
            .take()
            .ok_or("the solver process has no output")?;
        let (send, receive) = channel();
        // The thread ends with the process, whose output then ends.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut running = Running {
            child,
            input,
            output: receive,
            writer: Writer::new(&self.terms),
        };
        running.tell(PREAMBLE)?;
        for (depth, scope) in self.stack.iter().enumerate() {
            if depth > 0 {
                running.tell("(push 1)\n")?;
            }
            scope.iter().try_for_each(|a| running.assert(*a))?;
        }
        Ok(running)
    }

    /// Tells a process that runs; one that fails is ended.
    fn pass_on(&mut self, tell: impl FnOnce(&mut Running) -> Result<(), String>) {
        if let Some(running) = &mut self.running
            && tell(running).is_err()
        {
            self.running = None;
        }
    }

    fn values(&mut self, vars: &[Term]) -> Option<Assignment> {
        let running = self.running.as_mut()?;
        let mut result = Assignment::new();
        for &var in vars {
            let mut text = String::new();
            let name = running.writer.term(var, &mut text);
            let _ = writeln!(text, "(get-value ({name}))");
            let answer = running.ask(&text, self.limit).ok()?;
            result.set(var, parse_answer(&answer, self.terms.sort(var))?);
        }
        Some(result)
    }

    fn unsat_assumptions(&mut self) -> Option<Vec<Term>> {
        let running = self.running.as_mut()?;
        let answer = running.ask("(get-unsat-assumptions)\n", self.limit).ok()?;
        let names: Vec<&str> = answer
            .strip_prefix('(')?
            .strip_suffix(')')?
            .split_whitespace()
            .collect();
        let mut nothing = String::new();
        let literal = |t: &Term| (*t, running.writer.literal(*t, &mut nothing));
        let known: Vec<(Term, String)> = self.assumptions.iter().map(literal).collect();
        // Only if each name is one of ours is the core complete.
        let complete = names
            .iter()
            .all(|name| known.iter().any(|(_, k)| k == name));
        let core = known
            .iter()
            .filter(|(_, k)| names.contains(&&k[..]))
            .map(|(t, _)| *t);
        complete.then(|| core.collect())
    }
}

impl Running {
    fn tell(&mut self, text: &str) -> Result<(), String> {
        let failed = |e: std::io::Error| format!("the solver process does not listen: {e}");
        self.input
            .write_all(text.as_bytes())
            .and_then(|()| self.input.flush())
            .map_err(failed)
    }

    fn assert(&mut self, formula: Term) -> Result<(), String> {
        let mut text = String::new();
        let formula = self.writer.term(formula, &mut text);
        let _ = writeln!(text, "(assert {formula})");
        self.tell(&text)
    }

    /// The answer to a question: as many lines as it takes to close all parentheses.
    fn ask(&mut self, text: &str, limit: Option<Duration>) -> Result<String, String> {
        self.tell(text)?;
        let end = limit.map(|d| Instant::now() + d);
        let mut answer = String::new();
        loop {
            let line = match end {
                None => self
                    .output
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => self
                    .output
                    .recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            match line {
                Ok(line) => answer.push_str(line.trim()),
                Err(RecvTimeoutError::Timeout) => return Err("timeout".to_owned()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the solver process ended".to_owned());
                }
            }
            let open = answer.matches('(').count();
            if !answer.is_empty() && open == answer.matches(')').count() {
                return Ok(answer);
            }
            answer.push(' ');
        }
    }
}

impl Solver for Process {
    fn push(&mut self) {
        self.stack.push(Vec::new());
        self.pass_on(|running| running.tell("(push 1)\n"));
    }

    fn pop(&mut self) {
        assert!(self.stack.len() > 1, "no scope is open");
        self.stack.pop();
        self.pass_on(|running| running.tell("(pop 1)\n"));
    }

    fn assert(&mut self, formula: Term) {
        self.stack
            .last_mut()
            .expect("the outermost scope is never closed")
            .push(formula);
        self.pass_on(|running| running.assert(formula));
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.calls += 1;
        self.assumptions = assumptions.to_vec();
        self.try_check(assumptions).unwrap_or_else(|why| {
            self.running = None;
            Answer::Unknown(why)
        })
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        let any = |var: &Term| (*var, Value::default_of(self.terms.sort(*var)));
        let default: Assignment = vars.iter().map(any).collect();
        self.values(vars).unwrap_or(default)
    }

    fn core(&mut self) -> Vec<Term> {
        self.unsat_assumptions()
            .unwrap_or_else(|| self.assumptions.clone())
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn calls(&self) -> u64 {
        self.calls
    }
}
