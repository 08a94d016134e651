//! Z3, in process.

mod asked;
mod back;
mod context;
mod engines;
mod float;
pub(crate) mod horn;
pub(crate) mod quantifier;
mod translate;
mod watch;

use std::time::{Duration, Instant};

use base::work;
use rustc_hash::FxHashMap;

use self::asked::Asked;
use self::context::{Ast, Call, Context, Result};
use self::engines::{Engine, Model, Parameter, milliseconds};
use self::translate::{Contents, Translator};
use self::watch::is_watched;
use crate::assignment::Assignment;
use crate::solver::{Answer, Solver};
use crate::term::{Op, Term, Terms};
use crate::value::Value;

/// The solver and its version, as the library that was found when the program started says them.
pub fn solver_version() -> String {
    context::version()
}

/// One incremental solver of Z3 with its own context.
pub struct Z3 {
    terms: Terms,
    context: Context,
    engine: Engine,
    translator: Translator,
    scopes: Vec<Scope>,
    model: Option<Model>,
    core: Vec<Term>,
    limit: Option<Duration>,
    calls: u64,
    /// Whether questions about bit vectors that take long are asked again as clauses.
    clauses: bool,
}

/// What lasts until a scope is closed.
#[derive(Default)]
struct Scope {
    /// Z3 wants assumptions to be constants: for each other one a constant that implies it.
    proxies: FxHashMap<Term, Ast>,
    /// Why an assertion could not be made; no question can be answered while it is in force.
    failed: Option<String>,
    /// What was asserted, and what is in it.
    formulas: Vec<Ast>,
    contents: Contents,
}

/// How long the incremental core may take before a question is asked as clauses. Measured on the largest of 16 numbers: the core
/// cannot tell in 10 seconds what clauses tell in 20 milliseconds.
const SOON: Duration = Duration::from_millis(30);

/// How much more time the next turn gets than the one before.
const MORE_TIME: u32 = 8;

/// A turn as long as this is the last one, also where a question may take any time.
const LAST_TURN: Duration = Duration::from_secs(3600);

/// How formulas with floats or bit vectors become clauses. Measured on a dozen small questions about sums, products, quotients, roots and
/// casts: 5 to 50 times faster than the incremental core, which cannot do half of them in 10 seconds.
const CLAUSES: [&str; 8] = [
    "simplify",
    "propagate-values",
    "fpa2bv",
    "simplify",
    "solve-eqs",
    "ackermannize_bv",
    "bit-blast",
    "sat",
];

/// What it takes to ask that way and is in no count of Z3's, in nanoseconds. Measured on 2000 questions about the load factor of a
/// hash table: 6 milliseconds each, of which two thirds are not counted.
const CLAUSES_SET_UP: u64 = 4_000_000;

/// Z3 would catch interrupts from the keyboard and answer "unknown".
const NO_INTERRUPTS: (&str, Parameter) = ("ctrl_c", Parameter::Switch(false));

/// The limit that Z3 itself looks at, which is dear: none where somebody else does.
fn own_limit(limit: Option<Duration>) -> (&'static str, Parameter) {
    let limit = limit.filter(|_| !is_watched());
    ("timeout", Parameter::Number(milliseconds(limit)))
}

impl Z3 {
    /// A solver without assertions.
    pub fn new(terms: &Terms) -> Self {
        let context = Context::new();
        let engine = Engine::simple(&context).expect("Z3 gives a solver");
        engine
            .configure(&[NO_INTERRUPTS])
            .expect("Z3 knows its parameters");
        Self {
            terms: terms.clone(),
            translator: Translator::new(terms, &context),
            engine,
            context,
            scopes: vec![Scope::default()],
            model: None,
            core: Vec::new(),
            limit: None,
            calls: 0,
            clauses: false,
        }
    }

    /// For few questions that are hard, as those about conditional values: what the incremental core does not answer soon is
    /// asked again as clauses, from scratch.
    pub fn for_hard_questions(terms: &Terms) -> Self {
        Self {
            clauses: true,
            ..Self::new(terms)
        }
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes
            .last_mut()
            .expect("the outermost scope is never closed")
    }

    fn try_assert(&mut self, formula: Term) -> Result<()> {
        let tree = self.translator.translate(formula)?;
        let contents = self.translator.contents(formula);
        self.engine.assert(&tree)?;
        let scope = self.scope();
        scope.formulas.push(tree);
        scope.contents = scope.contents.and(contents);
        Ok(())
    }

    /// What is in the assertions and in these.
    fn contents(&self, assumptions: &[Term]) -> Contents {
        let assumed = assumptions.iter().map(|a| self.translator.contents(*a));
        self.scopes
            .iter()
            .map(|s| s.contents)
            .chain(assumed)
            .fold(Contents::default(), Contents::and)
    }

    /// An answer for floats and bit vectors, from scratch.
    fn check_clauses(
        &mut self,
        assumptions: &[Term],
        trees: &[Ast],
        limit: Option<Duration>,
    ) -> Result<Answer> {
        let engine = Engine::by_tactics(&self.context, &CLAUSES)?;
        engine.configure(&[NO_INTERRUPTS, own_limit(limit)])?;
        for formula in self.scopes.iter().flat_map(|s| &s.formulas).chain(trees) {
            engine.assert(formula)?;
        }
        self.calls += 1;
        work::spend(CLAUSES_SET_UP);
        let answer = self.answer(&engine, &[], limit);
        match answer {
            Answer::Sat => self.model = Some(engine.model()?),
            Answer::Unsat => self.core = assumptions.to_vec(),
            Answer::Unknown(_) => {}
        }
        Ok(answer)
    }

    /// A constant or negated constant that implies the assumption.
    fn literal(&mut self, assumption: Term) -> Result<Ast> {
        let atom = match self.terms.op(assumption) {
            Op::Not => self.terms.args(assumption)[0],
            _ => assumption,
        };
        if matches!(self.terms.op(atom), Op::Var(_)) {
            return self.translator.translate(assumption);
        }
        if let Some(known) = self.scopes.iter().find_map(|s| s.proxies.get(&assumption)) {
            return Ok(known.clone());
        }
        let proxy = self.context.fresh_bool()?;
        let meaning = self.translator.translate(assumption)?;
        self.engine.assert(
            &self
                .context
                .apply(Call::Implies, &[proxy.clone(), meaning])?,
        )?;
        self.scope().proxies.insert(assumption, proxy.clone());
        Ok(proxy)
    }

    fn try_check(&mut self, assumptions: &[Term]) -> Result<Answer> {
        if let Some(why) = self.scopes.iter().find_map(|s| s.failed.clone()) {
            return Ok(Answer::Unknown(why));
        }
        let trees = assumptions
            .iter()
            .map(|a| self.translator.translate(*a))
            .collect::<Result<Vec<Ast>>>()?;
        let contents = self.contents(assumptions);
        if contents.floats && !contents.integers {
            return self.check_clauses(assumptions, &trees, self.limit);
        }
        match self.clauses && !contents.integers {
            true => self.check_by_turns(assumptions, &trees),
            false => self.check_core(assumptions, self.limit),
        }
    }

    /// The incremental core and clauses in turns, each with more time than the one before: either is much faster at times. (The core
    /// is at products, clauses are at conditional values.)
    fn check_by_turns(&mut self, assumptions: &[Term], trees: &[Ast]) -> Result<Answer> {
        let mut time = SOON;
        loop {
            let limit = self.limit.map_or(time, |limit| limit.min(time));
            let mut answer = self.check_core(assumptions, Some(limit))?;
            if matches!(answer, Answer::Unknown(_)) {
                answer = self.check_clauses(assumptions, trees, Some(limit))?;
            }
            let is_over = time >= self.limit.unwrap_or(LAST_TURN);
            let is_spent = is_over || self.terms.budget().check().is_err();
            if is_spent || !matches!(answer, Answer::Unknown(_)) {
                return Ok(answer);
            }
            time *= MORE_TIME;
        }
    }

    fn check_core(&mut self, assumptions: &[Term], limit: Option<Duration>) -> Result<Answer> {
        let literals = assumptions
            .iter()
            .map(|a| self.literal(*a))
            .collect::<Result<Vec<Ast>>>()?;
        self.calls += 1;
        let answer = self.answer(&self.engine, &literals, limit);
        match answer {
            Answer::Sat => self.model = Some(self.engine.model()?),
            Answer::Unsat => {
                let used: Vec<u32> = self.engine.core()?.iter().map(Ast::id).collect();
                let pairs = assumptions.iter().zip(&literals);
                self.core = pairs
                    .filter(|(_, l)| used.contains(&l.id()))
                    .map(|(a, _)| *a)
                    .collect();
            }
            Answer::Unknown(_) => {}
        }
        Ok(answer)
    }

    /// Asks an engine, for as long as a question may take.
    fn answer(&self, engine: &Engine, assumptions: &[Ast], limit: Option<Duration>) -> Answer {
        let since = Instant::now();
        let asked = Asked {
            terms: &self.terms,
            engine,
            limit,
        };
        let answer = asked.answer(|| engine.check(assumptions));
        let by_clock = limit.filter(|_| !self.terms.budget().is_steady());
        let late = by_clock.is_some_and(|limit| since.elapsed() >= limit);
        match answer {
            Answer::Unknown(_) if late => Answer::Unknown("timeout".to_owned()),
            Answer::Unknown(_) | Answer::Sat | Answer::Unsat => answer,
        }
    }

    fn model_value(&mut self, var: Term) -> Option<Value> {
        let tree = self.translator.translate(var).ok()?;
        self.model.as_ref()?.eval(&tree).ok()?.to_value()
    }
}

impl Solver for Z3 {
    fn push(&mut self) {
        self.engine.push();
        self.scopes.push(Scope::default());
    }

    fn pop(&mut self) {
        assert!(self.scopes.len() > 1, "no scope is open");
        self.scopes.pop();
        self.engine.pop(1);
    }

    fn assert(&mut self, formula: Term) {
        if let Err(why) = self.try_assert(formula) {
            self.scope().failed = Some(why);
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.model = None;
        self.core.clear();
        self.try_check(assumptions).unwrap_or_else(Answer::Unknown)
    }

    fn model(&mut self, vars: &[Term]) -> Assignment {
        assert!(self.model.is_some(), "there is a model only after `Sat`");
        let value = |var: &Term| {
            let any = Value::default_of(self.terms.sort(*var));
            (*var, self.model_value(*var).unwrap_or(any))
        };
        vars.iter().map(value).collect()
    }

    fn core(&mut self) -> Vec<Term> {
        self.core.clone()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
        let set = self.engine.configure(&[own_limit(limit)]);
        set.expect("Z3 knows its parameters");
    }

    fn calls(&self) -> u64 {
        self.calls
    }
}
