//! Z3's contexts and syntax trees, owned. One of the two files that call Z3 (`unsafe`); the other is `engines.rs`.
//!
//! Rules kept here so that nobody else has to know them: every tree that Z3 hands out is counted at once and released
//! when the last [`Ast`] is dropped; a context outlives all its trees because they share it; Z3's errors come back as
//! `Err` because the error handler does nothing instead of ending the process.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_uint};
use std::rc::Rc;

use base::Id;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use z3_sys::*;

use crate::float::{exponent, significand};
use crate::term::Term;
use crate::value::{Sort, Value};

/// What Z3 said when it failed.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// A Z3 context, shared by everything that was made in it.
#[derive(Clone)]
pub(crate) struct Context(Rc<Owned>);

struct Owned {
    raw: Z3_context,
    /// Sorts are trees and need to be kept alive like them.
    sorts: RefCell<FxHashMap<Sort, Z3_sort>>,
    /// Z3's own floats, by their width.
    floats: RefCell<FxHashMap<u32, Z3_sort>>,
    /// What was done up to the last look, in Z3's own units.
    seen: Cell<u32>,
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the last owner of the context is gone, and with it all trees and engines, which each hold a share.
        unsafe { Z3_del_context(self.raw) }
    }
}

/// Called by Z3 on errors. The default handler ends the process; this one leaves it to the caller, who sees a null.
unsafe extern "C" fn keep_going(_: Z3_context, _: Z3_error_code) {}

unsafe extern "C" {
    /// The crate's own declaration returns a Rust enum, which a newer library could leave.
    #[link_name = "Z3_get_decl_kind"]
    fn decl_kind(c: Z3_context, d: Z3_func_decl) -> c_uint;
}

/// A context that another thread may interrupt, as long as something keeps it alive (see `watch.rs`).
pub(super) struct Handle(Z3_context);

// SAFETY: the pointer is used for nothing but `Z3_interrupt`, the one call that Z3 allows from another thread.
unsafe impl Send for Handle {}

impl Handle {
    /// Ends what is going on in the context, with the answer unknown. The context must be alive.
    pub(super) fn interrupt(&self) {
        // SAFETY: who holds the handle keeps the context alive: it is dropped only after its question is taken off the
        // list, and the list is locked while this is called.
        unsafe { Z3_interrupt(self.0) }
    }
}

/// The version that the library says it has: `5.4.0.0`.
pub(super) fn version() -> String {
    // SAFETY: the library gives a text of its own that is never freed or changed.
    let text = unsafe { CStr::from_ptr(Z3_get_full_version()) };
    text.to_string_lossy().into_owned()
}

impl Context {
    /// A new context.
    pub(crate) fn new() -> Self {
        // SAFETY: the configuration is used only here. Null would mean that there is no memory for a few bytes.
        let raw = unsafe {
            let config = Z3_mk_config().expect("Z3 gives a configuration");
            let raw = Z3_mk_context_rc(config).expect("Z3 gives a context");
            Z3_del_config(config);
            Z3_set_error_handler(raw, Some(keep_going));
            raw
        };
        Self(Rc::new(Owned {
            raw,
            sorts: RefCell::default(),
            floats: RefCell::default(),
            seen: Cell::new(0),
        }))
    }

    /// What another thread needs to interrupt what is going on in this context.
    pub(super) fn handle(&self) -> Handle {
        Handle(self.raw())
    }

    /// From now on each question ends, unanswered, after so many of Z3's own units; 0 for as many as it takes.
    pub(super) fn allow(&self, units: u32) {
        let units = CString::new(units.to_string()).expect("digits hold no zero byte");
        // SAFETY: the context is alive, and the texts until the call returns.
        unsafe { Z3_update_param_value(self.raw(), c"rlimit".as_ptr(), units.as_ptr()) }
    }

    /// What was done since the last look, by a count that begins again after the largest number.
    pub(super) fn since_last_look(&self, count: u32) -> u32 {
        count.wrapping_sub(self.0.seen.replace(count))
    }

    /// The pointer, for `engines.rs`.
    pub(super) fn raw(&self) -> Z3_context {
        self.0.raw
    }

    /// What Z3 has to say about the last call.
    pub(super) fn error(&self) -> String {
        // SAFETY: the context is alive; the message is copied before the next call.
        unsafe { text(Z3_get_error_msg(self.raw(), Z3_get_error_code(self.raw()))) }
    }

    /// `Err` if the last call, which returned nothing, failed.
    pub(super) fn checked(&self) -> Result<()> {
        // SAFETY: the context is alive.
        match unsafe { Z3_get_error_code(self.raw()) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(self.error()),
        }
    }

    /// Takes a share in a tree that Z3 just returned.
    pub(super) fn own(&self, ast: Option<Z3_ast>) -> Result<Ast> {
        let ast = ast.ok_or_else(|| self.error())?;
        // SAFETY: Z3 keeps a result alive until the next call, which is this one.
        unsafe { Z3_inc_ref(self.raw(), ast) };
        Ok(Ast {
            context: self.clone(),
            ast,
        })
    }

    fn sort(&self, sort: Sort) -> Result<Z3_sort> {
        if let Some(known) = self.0.sorts.borrow().get(&sort) {
            return Ok(*known);
        }
        // SAFETY: the context is alive.
        let made = self.keep(unsafe {
            match sort {
                Sort::Bool => Z3_mk_bool_sort(self.raw()),
                Sort::BitVec(width) => Z3_mk_bv_sort(self.raw(), width),
                Sort::Int => Z3_mk_int_sort(self.raw()),
            }
        })?;
        self.0.sorts.borrow_mut().insert(sort, made);
        Ok(made)
    }

    /// Z3's sort of floats of that width.
    fn float_sort(&self, width: u32) -> Result<Z3_sort> {
        if let Some(known) = self.0.floats.borrow().get(&width) {
            return Ok(*known);
        }
        // SAFETY: the context is alive.
        let made =
            self.keep(unsafe { Z3_mk_fpa_sort(self.raw(), exponent(width), significand(width)) })?;
        self.0.floats.borrow_mut().insert(width, made);
        Ok(made)
    }

    /// Keeps a sort that Z3 just returned alive as long as the context.
    fn keep(&self, sort: Option<Z3_sort>) -> Result<Z3_sort> {
        let sort = sort.ok_or_else(|| self.error())?;
        // SAFETY: the context is alive; the sort is counted before the next call and released never, that is, with the
        // context. There are at most 68 of them.
        unsafe {
            let tree = Z3_sort_to_ast(self.raw(), sort).ok_or_else(|| self.error())?;
            Z3_inc_ref(self.raw(), tree);
        }
        Ok(sort)
    }

    /// The constant that stands for a variable. It is named by the variable's number, which is how
    /// [`Ast::shape`] finds the variable again.
    pub(crate) fn variable(&self, var: Term, sort: Sort) -> Result<Ast> {
        let sort = self.sort(sort)?;
        // SAFETY: context and sort are alive.
        let made = unsafe {
            let symbol =
                Z3_mk_int_symbol(self.raw(), var.index() as i32).ok_or_else(|| self.error())?;
            Z3_mk_const(self.raw(), symbol, sort)
        };
        self.own(made)
    }

    /// A truth value nobody else uses.
    pub(crate) fn fresh_bool(&self) -> Result<Ast> {
        let sort = self.sort(Sort::Bool)?;
        // SAFETY: context and sort are alive; the prefix lives for the program.
        self.own(unsafe { Z3_mk_fresh_const(self.raw(), c"a".as_ptr(), sort) })
    }

    /// A constant.
    pub(crate) fn value(&self, value: &Value) -> Result<Ast> {
        let sort = self.sort(value.sort())?;
        // SAFETY: context and sort are alive, the digits until the call returns.
        let made = unsafe {
            match value {
                Value::Bool(true) => Z3_mk_true(self.raw()),
                Value::Bool(false) => Z3_mk_false(self.raw()),
                Value::BitVec { bits, .. } => Z3_mk_unsigned_int64(self.raw(), *bits, sort),
                Value::Int(i) => {
                    let digits = CString::new(i.to_string()).expect("digits contain no zero byte");
                    Z3_mk_numeral(self.raw(), digits.as_ptr(), sort)
                }
            }
        };
        self.own(made)
    }

    /// A predicate symbol, as its own tree.
    pub(super) fn relation(&self, index: usize, sorts: &[Sort]) -> Result<(Z3_func_decl, Ast)> {
        let domain = sorts
            .iter()
            .map(|s| self.sort(*s))
            .collect::<Result<Vec<_>>>()?;
        let range = self.sort(Sort::Bool)?;
        let name = CString::new(format!("r{index}")).expect("digits contain no zero byte");
        // SAFETY: context, sorts and name are alive; the symbol is owned through its tree before the next call.
        unsafe {
            let symbol =
                Z3_mk_string_symbol(self.raw(), name.as_ptr()).ok_or_else(|| self.error())?;
            let made = Z3_mk_func_decl(
                self.raw(),
                symbol,
                domain.len() as c_uint,
                domain.as_ptr(),
                range,
            )
            .ok_or_else(|| self.error())?;
            let tree = self.own(Z3_func_decl_to_ast(self.raw(), made))?;
            Ok((made, tree))
        }
    }

    /// The application of a predicate.
    pub(super) fn call(&self, relation: Z3_func_decl, args: &[Ast]) -> Result<Ast> {
        let raw = raw_all(args);
        // SAFETY: everything is alive, and the count is that of the slice.
        self.own(unsafe { Z3_mk_app(self.raw(), relation, raw.len() as c_uint, raw.as_ptr()) })
    }

    /// `forall` or `exists` over constants that [`Context::variable`] made.
    pub(crate) fn quantify(&self, forall: bool, vars: &[Ast], body: &Ast) -> Result<Ast> {
        if vars.is_empty() {
            return Ok(body.clone());
        }
        // SAFETY: constants are applications; everything is alive; there are no patterns.
        let made = unsafe {
            let apps: Option<Vec<Z3_app>> =
                vars.iter().map(|v| Z3_to_app(self.raw(), v.ast)).collect();
            let apps = apps.ok_or_else(|| self.error())?;
            let make = if forall {
                Z3_mk_forall_const
            } else {
                Z3_mk_exists_const
            };
            make(
                self.raw(),
                0,
                apps.len() as c_uint,
                apps.as_ptr(),
                0,
                std::ptr::null(),
                body.ast,
            )
        };
        self.own(made)
    }

    /// One of Z3's own operations.
    pub(crate) fn apply(&self, call: Call, args: &[Ast]) -> Result<Ast> {
        use Call::*;
        let raw = raw_all(args);
        let (c, n) = (self.raw(), raw.len() as c_uint);
        assert!(
            call.takes(raw.len()),
            "{call:?} does not take {n} arguments"
        );
        // SAFETY: everything is alive; the number of arguments was checked; Z3 itself checks sorts and answers null.
        let made = unsafe {
            match call {
                Not => Z3_mk_not(c, raw[0]),
                And => Z3_mk_and(c, n, raw.as_ptr()),
                Or => Z3_mk_or(c, n, raw.as_ptr()),
                Eq => Z3_mk_eq(c, raw[0], raw[1]),
                Ite => Z3_mk_ite(c, raw[0], raw[1], raw[2]),
                BvNeg => Z3_mk_bvneg(c, raw[0]),
                BvNot => Z3_mk_bvnot(c, raw[0]),
                BvAdd => Z3_mk_bvadd(c, raw[0], raw[1]),
                BvMul => Z3_mk_bvmul(c, raw[0], raw[1]),
                BvSdiv => Z3_mk_bvsdiv(c, raw[0], raw[1]),
                BvSrem => Z3_mk_bvsrem(c, raw[0], raw[1]),
                BvUdiv => Z3_mk_bvudiv(c, raw[0], raw[1]),
                BvUrem => Z3_mk_bvurem(c, raw[0], raw[1]),
                BvAnd => Z3_mk_bvand(c, raw[0], raw[1]),
                BvOr => Z3_mk_bvor(c, raw[0], raw[1]),
                BvXor => Z3_mk_bvxor(c, raw[0], raw[1]),
                BvShl => Z3_mk_bvshl(c, raw[0], raw[1]),
                BvLshr => Z3_mk_bvlshr(c, raw[0], raw[1]),
                BvAshr => Z3_mk_bvashr(c, raw[0], raw[1]),
                BvUlt => Z3_mk_bvult(c, raw[0], raw[1]),
                BvUle => Z3_mk_bvule(c, raw[0], raw[1]),
                BvSlt => Z3_mk_bvslt(c, raw[0], raw[1]),
                BvSle => Z3_mk_bvsle(c, raw[0], raw[1]),
                ZeroExtend(by) => Z3_mk_zero_ext(c, by, raw[0]),
                SignExtend(by) => Z3_mk_sign_ext(c, by, raw[0]),
                Extract { hi, lo } => Z3_mk_extract(c, hi, lo, raw[0]),
                IntNeg => Z3_mk_unary_minus(c, raw[0]),
                IntAdd => Z3_mk_add(c, n, raw.as_ptr()),
                IntMul => Z3_mk_mul(c, n, raw.as_ptr()),
                IntDiv => Z3_mk_div(c, raw[0], raw[1]),
                IntMod => Z3_mk_mod(c, raw[0], raw[1]),
                IntLt => Z3_mk_lt(c, raw[0], raw[1]),
                IntLe => Z3_mk_le(c, raw[0], raw[1]),
                Implies => Z3_mk_implies(c, raw[0], raw[1]),
                Float(call) => return self.apply_float(call, &raw),
            }
        };
        self.own(made)
    }

    /// One of Z3's operations on floats; [`Context::apply`] has counted the arguments.
    fn apply_float(&self, call: FloatCall, raw: &[Z3_ast]) -> Result<Ast> {
        use FloatCall::*;
        let c = self.raw();
        // SAFETY: the context is alive; rounding modes are owned at once.
        let (nearest, to_zero) =
            unsafe { (self.own(Z3_mk_fpa_rne(c))?, self.own(Z3_mk_fpa_rtz(c))?) };
        let nearest = nearest.raw();
        // SAFETY: everything is alive; the number of arguments was checked; Z3 itself checks sorts and answers null.
        let made = unsafe {
            match call {
                Add => Z3_mk_fpa_add(c, nearest, raw[0], raw[1]),
                Sub => Z3_mk_fpa_sub(c, nearest, raw[0], raw[1]),
                Mul => Z3_mk_fpa_mul(c, nearest, raw[0], raw[1]),
                Div => Z3_mk_fpa_div(c, nearest, raw[0], raw[1]),
                Sqrt => Z3_mk_fpa_sqrt(c, nearest, raw[0]),
                Neg => Z3_mk_fpa_neg(c, raw[0]),
                Abs => Z3_mk_fpa_abs(c, raw[0]),
                Lt => Z3_mk_fpa_lt(c, raw[0], raw[1]),
                Le => Z3_mk_fpa_leq(c, raw[0], raw[1]),
                Eq => Z3_mk_fpa_eq(c, raw[0], raw[1]),
                IsNan => Z3_mk_fpa_is_nan(c, raw[0]),
                FromSigned(width) => {
                    Z3_mk_fpa_to_fp_signed(c, nearest, raw[0], self.float_sort(width)?)
                }
                ToSigned(width) => Z3_mk_fpa_to_sbv(c, to_zero.raw(), raw[0], width),
                Convert(width) => {
                    Z3_mk_fpa_to_fp_float(c, nearest, raw[0], self.float_sort(width)?)
                }
                FromBits(width) => Z3_mk_fpa_to_fp_bv(c, raw[0], self.float_sort(width)?),
                ToBits => Z3_mk_fpa_to_ieee_bv(c, raw[0]),
            }
        };
        self.own(made)
    }
}

/// Z3's own operations, as far as they are used. They differ from [`crate::Op`] in integer division and in extensions,
/// which here say by how much, not to which width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Not,
    And,
    Or,
    Eq,
    Ite,
    BvNeg,
    BvNot,
    BvAdd,
    BvMul,
    BvSdiv,
    BvSrem,
    BvUdiv,
    BvUrem,
    BvAnd,
    BvOr,
    BvXor,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    ZeroExtend(u32),
    SignExtend(u32),
    Extract { hi: u32, lo: u32 },
    IntNeg,
    IntAdd,
    IntMul,
    IntDiv,
    IntMod,
    IntLt,
    IntLe,
    Implies,
    Float(FloatCall),
}

/// Z3's operations on floats of its own, as far as they are used. `ToSigned` rounds to zero and can be anything beyond
/// its range, `ToBits` can be anything for NaN; the others round to nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatCall {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Neg,
    Abs,
    Lt,
    Le,
    Eq,
    IsNan,
    FromSigned(u32),
    ToSigned(u32),
    Convert(u32),
    FromBits(u32),
    ToBits,
}

impl FloatCall {
    fn takes(self, n: usize) -> bool {
        use FloatCall::*;
        match self {
            Add | Sub | Mul | Div | Lt | Le | Eq => n == 2,
            Sqrt | Neg | Abs | IsNan | FromSigned(_) | ToSigned(_) | Convert(_) | FromBits(_)
            | ToBits => n == 1,
        }
    }
}

impl Call {
    fn takes(self, n: usize) -> bool {
        use Call::*;
        match self {
            And | Or | IntAdd | IntMul => n >= 1,
            Not | BvNeg | BvNot | IntNeg | ZeroExtend(_) | SignExtend(_) | Extract { .. } => n == 1,
            Ite => n == 3,
            Float(call) => call.takes(n),
            Eq | BvAdd | BvMul | BvSdiv | BvSrem | BvUdiv | BvUrem | BvAnd | BvOr | BvXor
            | BvShl | BvLshr | BvAshr | BvUlt | BvUle | BvSlt | BvSle | IntDiv | IntMod | IntLt
            | IntLe | Implies => n == 2,
        }
    }
}

/// A syntax tree of Z3.
pub(crate) struct Ast {
    context: Context,
    ast: Z3_ast,
}

impl Clone for Ast {
    fn clone(&self) -> Self {
        // SAFETY: this share keeps the tree alive.
        unsafe { Z3_inc_ref(self.context.raw(), self.ast) };
        Self {
            context: self.context.clone(),
            ast: self.ast,
        }
    }
}

impl Drop for Ast {
    fn drop(&mut self) {
        // SAFETY: gives back the share that this value holds.
        unsafe { Z3_dec_ref(self.context.raw(), self.ast) }
    }
}

/// What a tree of Z3 is, from outside.
pub(crate) enum Shape {
    /// A constant.
    Value(Value),
    /// A constant made by [`Context::variable`] for this term.
    Variable(Term),
    /// A bound variable: how many binders out it is bound.
    Bound(u32),
    /// An application of a predicate made by [`Context::relation`], by its number.
    Relation(usize, Vec<Ast>),
    /// An operation, by Z3's number for it and its numeric parameters.
    Apply(u32, Vec<i32>, Vec<Ast>),
    /// A quantified formula, or something we never make.
    Other,
}

impl Ast {
    /// The pointer, for `engines.rs`.
    pub(super) fn raw(&self) -> Z3_ast {
        self.ast
    }

    /// A number that is the same for equal trees of one context, as long as one of them lives.
    pub(crate) fn id(&self) -> u32 {
        // SAFETY: the tree is alive.
        unsafe { Z3_get_ast_id(self.context.raw(), self.ast) }
    }

    /// The sort, if it is one of ours.
    pub(crate) fn sort(&self) -> Option<Sort> {
        let c = self.context.raw();
        // SAFETY: the tree is alive and keeps its sort alive.
        unsafe {
            let sort = Z3_get_sort(c, self.ast)?;
            match Z3_get_sort_kind(c, sort) {
                SortKind::Bool => Some(Sort::Bool),
                SortKind::Int => Some(Sort::Int),
                SortKind::Bv => Some(Sort::BitVec(Z3_get_bv_sort_size(c, sort))),
                _ => None,
            }
        }
    }

    /// The value, if the tree is a constant of one of our sorts.
    pub(crate) fn to_value(&self) -> Option<Value> {
        let c = self.context.raw();
        match self.sort()? {
            // SAFETY: the tree is alive.
            Sort::Bool => match unsafe { Z3_get_bool_value(c, self.ast) } {
                Z3_L_TRUE => Some(Value::Bool(true)),
                Z3_L_FALSE => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::BitVec(width) => {
                let digits = self.digits()?;
                (width <= 64)
                    .then(|| digits.parse().ok().map(|bits| Value::bv(width, bits)))
                    .flatten()
            }
            Sort::Int => self.digits()?.parse::<BigInt>().ok().map(Value::Int),
        }
    }

    fn digits(&self) -> Option<String> {
        let c = self.context.raw();
        // SAFETY: the tree is alive, and its digits are asked for only if it is a numeral.
        unsafe {
            matches!(Z3_get_ast_kind(c, self.ast), AstKind::Numeral)
                .then(|| text(Z3_get_numeral_string(c, self.ast)))
        }
    }

    /// Takes the tree apart.
    pub(crate) fn shape(&self) -> Result<Shape> {
        if let Some(value) = self.to_value() {
            return Ok(Shape::Value(value));
        }
        let c = self.context.raw();
        // SAFETY: the tree is alive, and each question is asked only of the kind of tree it is for.
        match unsafe { Z3_get_ast_kind(c, self.ast) } {
            AstKind::Var => Ok(Shape::Bound(unsafe { Z3_get_index_value(c, self.ast) })),
            AstKind::App => self.application(),
            _ => Ok(Shape::Other),
        }
    }

    fn application(&self) -> Result<Shape> {
        let c = self.context.raw();
        let null = || self.context.error();
        // SAFETY: the caller has seen that the tree is an application; it is alive and keeps symbol and arguments alive.
        unsafe {
            let app = Z3_to_app(c, self.ast).ok_or_else(null)?;
            let symbol = Z3_get_app_decl(c, app).ok_or_else(null)?;
            let kind = decl_kind(c, symbol);
            let args = (0..Z3_get_app_num_args(c, app))
                .map(|i| self.context.own(Z3_get_app_arg(c, app, i)));
            let args = args.collect::<Result<Vec<Ast>>>()?;
            if kind == DeclKind::Uninterpreted as u32 {
                let name = Z3_get_decl_name(c, symbol).ok_or_else(null)?;
                if Z3_get_symbol_kind(c, name) == SymbolKind::Int {
                    return Ok(Shape::Variable(Term::from_index(
                        Z3_get_symbol_int(c, name) as usize,
                    )));
                }
                let name = text(Z3_get_symbol_string(c, name));
                let number = name.strip_prefix('r').and_then(|n| n.parse().ok());
                return Ok(number.map_or(Shape::Other, |n| Shape::Relation(n, args)));
            }
            let parameters = (0..Z3_get_decl_num_parameters(c, symbol))
                .filter(|i| Z3_get_decl_parameter_kind(c, symbol, *i) == ParameterKind::Int)
                .map(|i| Z3_get_decl_int_parameter(c, symbol, i));
            Ok(Shape::Apply(kind, parameters.collect(), args))
        }
    }

    /// The body of a `forall`, and how many variables it binds.
    pub(crate) fn forall(&self) -> Option<(usize, Ast)> {
        let c = self.context.raw();
        // SAFETY: the tree is alive, and it is asked about binders only if it has some.
        unsafe {
            if Z3_get_ast_kind(c, self.ast) != AstKind::Quantifier
                || !Z3_is_quantifier_forall(c, self.ast)
            {
                return None;
            }
            let body = self.context.own(Z3_get_quantifier_body(c, self.ast)).ok()?;
            let bound = Z3_get_quantifier_num_bound(c, self.ast) as usize;
            Some((bound, body))
        }
    }

    /// Z3's own text for it, for messages.
    pub(crate) fn to_text(&self) -> String {
        // SAFETY: the tree is alive; the text is copied before the next call.
        unsafe { text(Z3_ast_to_string(self.context.raw(), self.ast)) }
    }
}

/// The pointers, for a call during which the trees stay alive.
pub(super) fn raw_all(asts: &[Ast]) -> Vec<Z3_ast> {
    asts.iter().map(|a| a.ast).collect()
}

/// A copy of one of Z3's strings.
///
/// # Safety
/// `string` is null or a string that Z3 just returned.
pub(super) unsafe fn text(string: Z3_string) -> String {
    if string.is_null() {
        return "Z3 said nothing".to_owned();
    }
    // SAFETY: Z3's strings end with a zero byte and live until the next call.
    unsafe { CStr::from_ptr(string) }
        .to_string_lossy()
        .into_owned()
}
