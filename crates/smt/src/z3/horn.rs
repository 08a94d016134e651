//! Horn clauses by Z3's Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014: doi 10.1007/978-3-319-08867-9_2).

use std::time::Duration;

use rustc_hash::FxHashMap;
use z3_sys::DeclKind;

use super::asked::Asked;
use super::back::to_term;
use super::context::{Ast, Call, Context, Result, Shape};
use super::engines::{Engine, Fixedpoint, Parameter, milliseconds};
use super::translate::Translator;
use crate::horn::{Application, Clause, Definition, System};
use crate::solver::Answer;
use crate::term::{Term, Terms};
use crate::value::Sort;

/// What Spacer says of a system.
pub(crate) enum Found {
    Derivable,
    /// A definition for each relation that the answer mentions.
    Solution(FxHashMap<usize, Term>),
    Unknown(String),
}

/// Asks Spacer. `formals` are the variables in which each relation is to be defined.
pub(crate) fn ask(
    terms: &Terms,
    system: &System,
    formals: &[Definition],
    limit: Option<Duration>,
) -> Result<Found> {
    if has_floats(terms, system) {
        return Ok(Found::Unknown(
            "Spacer does not reason about floats".to_owned(),
        ));
    }
    let context = Context::new();
    let by_clock = limit.filter(|_| !terms.budget().is_steady());
    // Transformations that remove relations would leave us without definitions for them.
    let settings = [
        ("engine", Parameter::Name("spacer")),
        ("timeout", Parameter::Number(milliseconds(by_clock))),
        ("xform.slice", Parameter::Switch(false)),
        ("xform.inline_linear", Parameter::Switch(false)),
        ("xform.inline_eager", Parameter::Switch(false)),
    ];
    let mut engine = Fixedpoint::new(&context, &settings)?;
    for sorts in &system.relations {
        engine.declare(sorts)?;
    }
    engine.declare(&[])?;
    let goal = system.relations.len();
    let mut question = Question {
        terms,
        context: &context,
        engine: &engine,
        translator: Translator::new(terms, &context),
    };
    for clause in &system.clauses {
        if let Err(reason) = terms.budget().check() {
            return Ok(Found::Unknown(reason.to_string()));
        }
        question.add(clause, goal)?;
    }
    let asked = Asked {
        terms,
        engine: &Engine::simple(&context)?,
        limit,
    };
    let goal = engine.call(goal, &[])?;
    match asked.answer(|| engine.query(&goal)) {
        Answer::Sat => Ok(Found::Derivable),
        Answer::Unsat => definitions(terms, &engine.answer()?, formals).map(Found::Solution),
        Answer::Unknown(why) => Ok(Found::Unknown(why)),
    }
}

/// Spacer takes floats without complaint, but its theory is integers and bit vectors, and what it says of a system with
/// floats could not be checked where it says `derivable`.
fn has_floats(terms: &Terms, system: &System) -> bool {
    let parts = |clause: &Clause| {
        let applications = clause.body.iter().chain(&clause.head);
        let mut parts: Vec<Term> = applications.flat_map(|a| a.args.iter().copied()).collect();
        parts.push(clause.constraint);
        parts
    };
    let all: Vec<Term> = system.clauses.iter().flat_map(parts).collect();
    terms
        .below(&all, |_| false)
        .into_iter()
        .any(|t| terms.op(t).is_float())
}

struct Question<'a> {
    terms: &'a Terms,
    context: &'a Context,
    engine: &'a Fixedpoint,
    translator: Translator,
}

impl Question<'_> {
    /// `forall vars: body && constraint => head`
    fn add(&mut self, clause: &Clause, goal: usize) -> Result<()> {
        let head = match &clause.head {
            Some(head) => self.application(head)?,
            None => self.engine.call(goal, &[])?,
        };
        let mut body = vec![self.translator.translate(clause.constraint)?];
        for application in &clause.body {
            body.push(self.application(application)?);
        }
        let body = self.context.apply(Call::And, &body)?;
        let rule = self.context.apply(Call::Implies, &[body, head])?;
        let mut mentioned = vec![clause.constraint];
        mentioned.extend(
            clause
                .body
                .iter()
                .chain(&clause.head)
                .flat_map(|a| a.args.iter().copied()),
        );
        let vars = self.terms.free_vars_of(&mentioned);
        let vars = vars
            .into_iter()
            .map(|v| self.translator.translate(v))
            .collect::<Result<Vec<Ast>>>()?;
        self.engine
            .add_rule(&self.context.quantify(true, &vars, &rule)?)
    }

    fn application(&mut self, application: &Application) -> Result<Ast> {
        let args = application
            .args
            .iter()
            .map(|a| self.translator.translate(*a))
            .collect::<Result<Vec<Ast>>>()?;
        self.engine.call(application.relation, &args)
    }
}

/// Reads `(forall x: r0(x) == …) && …`.
fn definitions(
    terms: &Terms,
    answer: &Ast,
    formals: &[Definition],
) -> Result<FxHashMap<usize, Term>> {
    let mut found = FxHashMap::default();
    let mut open = vec![answer.clone()];
    while let Some(part) = open.pop() {
        if let Shape::Apply(kind, _, args) = part.shape()?
            && kind == DeclKind::And as u32
        {
            open.extend(args);
            continue;
        }
        if let Some((relation, formula)) = definition(terms, &part, formals)? {
            found.insert(relation, formula);
        }
    }
    Ok(found)
}

/// One definition; `None` for the goal, which has no arguments and is false.
fn definition(terms: &Terms, part: &Ast, formals: &[Definition]) -> Result<Option<(usize, Term)>> {
    let (bound, body) = part.forall().unwrap_or_else(|| (0, part.clone()));
    let strange = || format!("an answer of an unexpected form: {}", part.to_text());
    let (atom, formula) = match body.shape()? {
        Shape::Apply(kind, _, args) if kind == DeclKind::Eq as u32 && args.len() == 2 => {
            let formula = args[1].clone();
            (args[0].clone(), Some(formula))
        }
        Shape::Apply(kind, _, args) if kind == DeclKind::Not as u32 => (args[0].clone(), None),
        Shape::Relation(..) => (body.clone(), None),
        _ => return Err(strange()),
    };
    let Shape::Relation(relation, args) = atom.shape()? else {
        return Err(strange());
    };
    let Some(known) = formals.get(relation) else {
        return Ok(None);
    };
    let is_negated =
        matches!(body.shape()?, Shape::Apply(kind, ..) if kind == DeclKind::Not as u32);
    let Some(formula) = formula else {
        return Ok(Some((relation, terms.bool(!is_negated))));
    };
    // Bound variables are counted from the inside; each argument is one of them.
    let mut names = vec![terms.true_(); bound];
    for (arg, formal) in args.iter().zip(&known.args) {
        match arg.shape()? {
            Shape::Bound(index) if (index as usize) < bound => {
                names[bound - 1 - index as usize] = *formal
            }
            _ => return Err(strange()),
        }
    }
    let formula = to_term(terms, &formula, &names)?;
    if terms.sort(formula) != Sort::Bool {
        return Err(strange());
    }
    Ok(Some((relation, formula)))
}
