//! Z3's solvers and models, owned. The second of the two files that call Z3 (`unsafe`): see `context.rs` for the rules.

use std::ffi::{CStr, CString, c_uint};
use std::time::Duration;

use z3_sys::*;

use super::context::{Ast, Context, Result, raw_all, text};
use crate::solver::Answer;
use crate::value::Sort;

/// A value of one of Z3's parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    /// A number.
    Number(u32),
    /// A switch.
    Switch(bool),
    /// A name.
    Name(&'static str),
}

/// A limit in the form in which Z3 takes it: milliseconds, all ones for none.
pub(crate) fn milliseconds(limit: Option<Duration>) -> u32 {
    limit.map_or(u32::MAX, |d| {
        u32::try_from(d.as_millis()).unwrap_or(u32::MAX).max(1)
    })
}

/// A set of parameters, for the duration of one call.
struct Parameters<'a> {
    context: &'a Context,
    raw: Z3_params,
}

impl<'a> Parameters<'a> {
    fn new(context: &'a Context, settings: &[(&str, Parameter)]) -> Result<Self> {
        let c = context.raw();
        // SAFETY: the context is alive; the set is counted before the next call, and released when dropped.
        let set = unsafe {
            let raw = Z3_mk_params(c).ok_or_else(|| context.error())?;
            Z3_params_inc_ref(c, raw);
            Self { context, raw }
        };
        for (name, value) in settings {
            let name = symbol(context, name)?;
            // SAFETY: context, set and symbols are alive.
            unsafe {
                match value {
                    Parameter::Number(n) => Z3_params_set_uint(c, set.raw, name, *n),
                    Parameter::Switch(b) => Z3_params_set_bool(c, set.raw, name, *b),
                    Parameter::Name(n) => {
                        Z3_params_set_symbol(c, set.raw, name, symbol(context, n)?)
                    }
                }
            }
        }
        Ok(set)
    }
}

impl Drop for Parameters<'_> {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `new`.
        unsafe { Z3_params_dec_ref(self.context.raw(), self.raw) }
    }
}

fn symbol(context: &Context, name: &str) -> Result<Z3_symbol> {
    let name = CString::new(name).map_err(|e| e.to_string())?;
    // SAFETY: the context is alive, the name until the call returns; symbols live as long as the context.
    unsafe { Z3_mk_string_symbol(context.raw(), name.as_ptr()) }.ok_or_else(|| context.error())
}

/// A solver of Z3.
pub(crate) struct Engine {
    context: Context,
    raw: Z3_solver,
}

impl Engine {
    /// Z3's incremental core. Measured on small path conditions (`examples/questions.rs`): Z3's combined solver is the
    /// same within noise, and the one it makes for QF_BV eight times slower in scopes.
    pub(crate) fn simple(context: &Context) -> Result<Self> {
        // SAFETY: the context is alive; the result is owned at once.
        Self::own(context, unsafe { Z3_mk_simple_solver(context.raw()) })
    }

    /// A solver that answers each question from scratch, by tactics one after the other. It has no cores.
    pub(crate) fn by_tactics(context: &Context, names: &[&str]) -> Result<Self> {
        let skip = Tactic::named(context, "skip")?;
        let all = names.iter().try_fold(skip, |before, name| {
            before.then(&Tactic::named(context, name)?)
        })?;
        // SAFETY: everything is alive; the result is owned at once.
        Self::own(context, unsafe {
            Z3_mk_solver_from_tactic(context.raw(), all.raw)
        })
    }

    fn own(context: &Context, raw: Option<Z3_solver>) -> Result<Self> {
        let raw = raw.ok_or_else(|| context.error())?;
        // SAFETY: a result lives until the next call, which is this one.
        unsafe { Z3_solver_inc_ref(context.raw(), raw) };
        Ok(Self {
            context: context.clone(),
            raw,
        })
    }

    /// The context that it is an engine of.
    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    pub(crate) fn configure(&self, settings: &[(&str, Parameter)]) -> Result<()> {
        let set = Parameters::new(&self.context, settings)?;
        // SAFETY: everything is alive.
        unsafe { Z3_solver_set_params(self.context.raw(), self.raw, set.raw) };
        self.context.checked()
    }

    pub(crate) fn push(&self) {
        // SAFETY: everything is alive.
        unsafe { Z3_solver_push(self.context.raw(), self.raw) }
    }

    /// Closes `n` scopes, which must be open.
    pub(crate) fn pop(&self, n: u32) {
        // SAFETY: everything is alive. Too large a number is an error that Z3 reports and ignores.
        unsafe { Z3_solver_pop(self.context.raw(), self.raw, n) }
    }

    pub(crate) fn assert(&self, formula: &Ast) -> Result<()> {
        // SAFETY: everything is alive.
        unsafe { Z3_solver_assert(self.context.raw(), self.raw, formula.raw()) };
        self.context.checked()
    }

    /// Asks, under assumptions that must be constants or their negations.
    pub(crate) fn check(&self, assumptions: &[Ast]) -> Answer {
        let raw = raw_all(assumptions);
        let c = self.context.raw();
        // SAFETY: everything is alive, and the count is that of the slice; the reason is copied at once.
        unsafe {
            match Z3_solver_check_assumptions(c, self.raw, raw.len() as c_uint, raw.as_ptr()) {
                Z3_L_TRUE => Answer::Sat,
                Z3_L_FALSE => Answer::Unsat,
                _ => Answer::Unknown(text(Z3_solver_get_reason_unknown(c, self.raw))),
            }
        }
    }

    /// What was done in the engine's context up to now, in Z3's own units; begins again after the largest number.
    pub(crate) fn resources(&self) -> Result<u32> {
        let c = self.context.raw();
        // SAFETY: everything is alive; the statistics are counted before the next call and released on every way out, and
        // their keys are texts of theirs. A number is asked for only where one is there.
        unsafe {
            let stats = Z3_solver_get_statistics(c, self.raw);
            let stats = stats.ok_or_else(|| self.context.error())?;
            Z3_stats_inc_ref(c, stats);
            let _stats = Release(|| Z3_stats_dec_ref(c, stats));
            let is_count =
                |i: &c_uint| CStr::from_ptr(Z3_stats_get_key(c, stats, *i)) == c"rlimit count";
            let at = (0..Z3_stats_size(c, stats)).rev().find(is_count);
            match at {
                Some(i) if Z3_stats_is_uint(c, stats, i) => {
                    Ok(Z3_stats_get_uint_value(c, stats, i))
                }
                _ => Err("Z3 does not say what it did".to_owned()),
            }
        }
    }

    /// Assumptions that were needed for the last `Unsat`.
    pub(crate) fn core(&self) -> Result<Vec<Ast>> {
        let c = self.context.raw();
        // SAFETY: everything is alive; the vector is counted before the next call and released after the last.
        unsafe {
            let core = Z3_solver_get_unsat_core(c, self.raw).ok_or_else(|| self.context.error())?;
            Z3_ast_vector_inc_ref(c, core);
            let found = (0..Z3_ast_vector_size(c, core))
                .map(|i| self.context.own(Z3_ast_vector_get(c, core, i)));
            let found = found.collect();
            Z3_ast_vector_dec_ref(c, core);
            found
        }
    }

    /// The model of the last `Sat`.
    pub(crate) fn model(&self) -> Result<Model> {
        let c = self.context.raw();
        // SAFETY: everything is alive; the model is counted before the next call.
        unsafe {
            let raw = Z3_solver_get_model(c, self.raw).ok_or_else(|| self.context.error())?;
            Z3_model_inc_ref(c, raw);
            Ok(Model {
                context: self.context.clone(),
                raw,
            })
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `own`.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.raw) }
    }
}

/// A model of Z3.
pub(crate) struct Model {
    context: Context,
    raw: Z3_model,
}

impl Model {
    /// What the model makes of a tree; what it leaves open gets some value.
    pub(crate) fn eval(&self, tree: &Ast) -> Result<Ast> {
        let c = self.context.raw();
        let mut result = tree.raw();
        // SAFETY: everything is alive; `result` is written if the call succeeds, and owned before the next call.
        let done = unsafe { Z3_model_eval(c, self.raw, tree.raw(), true, &raw mut result) };
        if done {
            self.context.own(Some(result))
        } else {
            Err(self.context.error())
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `Engine::model`.
        unsafe { Z3_model_dec_ref(self.context.raw(), self.raw) }
    }
}

/// Z3's solver for Horn clauses.
pub(crate) struct Fixedpoint {
    context: Context,
    raw: Z3_fixedpoint,
    /// Symbols, and the trees that keep them alive.
    relations: Vec<(Z3_func_decl, Ast)>,
}

impl Fixedpoint {
    pub(crate) fn new(context: &Context, settings: &[(&str, Parameter)]) -> Result<Self> {
        let c = context.raw();
        let set = Parameters::new(context, settings)?;
        // SAFETY: everything is alive; the result is counted before the next call.
        let raw = unsafe {
            let raw = Z3_mk_fixedpoint(c).ok_or_else(|| context.error())?;
            Z3_fixedpoint_inc_ref(c, raw);
            raw
        };
        let made = Self {
            context: context.clone(),
            raw,
            relations: Vec::new(),
        };
        // SAFETY: everything is alive.
        unsafe { Z3_fixedpoint_set_params(c, raw, set.raw) };
        context.checked()?;
        Ok(made)
    }

    /// The next relation; they are numbered from 0.
    pub(crate) fn declare(&mut self, sorts: &[Sort]) -> Result<()> {
        let relation = self.context.relation(self.relations.len(), sorts)?;
        // SAFETY: everything is alive.
        unsafe { Z3_fixedpoint_register_relation(self.context.raw(), self.raw, relation.0) };
        self.relations.push(relation);
        self.context.checked()
    }

    /// The application of a declared relation.
    pub(crate) fn call(&self, relation: usize, args: &[Ast]) -> Result<Ast> {
        self.context.call(self.relations[relation].0, args)
    }

    pub(crate) fn add_rule(&self, rule: &Ast) -> Result<()> {
        // SAFETY: everything is alive; a rule needs no name.
        unsafe { Z3_fixedpoint_add_rule(self.context.raw(), self.raw, rule.raw(), None) };
        self.context.checked()
    }

    /// Whether the query can be derived: `Sat` if it can, `Unsat` if not.
    pub(crate) fn query(&self, query: &Ast) -> Answer {
        let c = self.context.raw();
        // SAFETY: everything is alive; the reason is copied at once.
        unsafe {
            match Z3_fixedpoint_query(c, self.raw, query.raw()) {
                Z3_L_TRUE => Answer::Sat,
                Z3_L_FALSE => Answer::Unsat,
                _ => Answer::Unknown(text(Z3_fixedpoint_get_reason_unknown(c, self.raw))),
            }
        }
    }

    /// After `Unsat`: a formula that defines the relations.
    pub(crate) fn answer(&self) -> Result<Ast> {
        // SAFETY: everything is alive.
        self.context
            .own(unsafe { Z3_fixedpoint_get_answer(self.context.raw(), self.raw) })
    }
}

impl Drop for Fixedpoint {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `new`.
        unsafe { Z3_fixedpoint_dec_ref(self.context.raw(), self.raw) }
    }
}

/// A tactic of Z3.
struct Tactic<'a> {
    context: &'a Context,
    raw: Z3_tactic,
}

impl<'a> Tactic<'a> {
    fn named(context: &'a Context, name: &str) -> Result<Self> {
        let name = CString::new(name).map_err(|e| e.to_string())?;
        // SAFETY: the context is alive, the name until the call returns; the result is owned at once.
        Self::own(context, unsafe {
            Z3_mk_tactic(context.raw(), name.as_ptr())
        })
    }

    fn own(context: &'a Context, raw: Option<Z3_tactic>) -> Result<Self> {
        let raw = raw.ok_or_else(|| context.error())?;
        // SAFETY: a result lives until the next call, which is this one.
        unsafe { Z3_tactic_inc_ref(context.raw(), raw) };
        Ok(Self { context, raw })
    }

    fn then(&self, next: &Self) -> Result<Self> {
        // SAFETY: everything is alive; the result is owned at once.
        Self::own(self.context, unsafe {
            Z3_tactic_and_then(self.context.raw(), self.raw, next.raw)
        })
    }

    fn within(&self, limit: Duration) -> Result<Self> {
        let limit = milliseconds(Some(limit));
        // SAFETY: everything is alive; the result is owned at once.
        Self::own(self.context, unsafe {
            Z3_tactic_try_for(self.context.raw(), self.raw, limit)
        })
    }
}

impl Drop for Tactic<'_> {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `own`.
        unsafe { Z3_tactic_dec_ref(self.context.raw(), self.raw) }
    }
}

/// The conjunction that one of Z3's tactics makes of a formula; `Err` if it fails, takes too long, or splits cases.
pub(crate) fn apply_tactic(
    context: &Context,
    name: &str,
    formula: &Ast,
    limit: Duration,
) -> Result<Vec<Ast>> {
    let c = context.raw();
    let null = || context.error();
    // SAFETY: the context is alive, and so is the formula; goals and results are counted before the next call
    // and released by their guards on every way out.
    unsafe {
        let goal = Z3_mk_goal(c, false, false, false).ok_or_else(null)?;
        Z3_goal_inc_ref(c, goal);
        let _goal = Release(|| Z3_goal_dec_ref(c, goal));
        Z3_goal_assert(c, goal, formula.raw());
        context.checked()?;
        let timed = Tactic::named(context, name)?.within(limit)?;
        let result = Z3_tactic_apply(c, timed.raw, goal).ok_or_else(null)?;
        Z3_apply_result_inc_ref(c, result);
        let _result = Release(|| Z3_apply_result_dec_ref(c, result));
        if Z3_apply_result_get_num_subgoals(c, result) != 1 {
            return Err("the tactic split the goal".to_owned());
        }
        let subgoal = Z3_apply_result_get_subgoal(c, result, 0).ok_or_else(null)?;
        Z3_goal_inc_ref(c, subgoal);
        let _subgoal = Release(|| Z3_goal_dec_ref(c, subgoal));
        (0..Z3_goal_size(c, subgoal))
            .map(|i| context.own(Z3_goal_formula(c, subgoal, i)))
            .collect()
    }
}

/// Does something when it goes out of scope.
struct Release<F: Fn()>(F);

impl<F: Fn()> Drop for Release<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
