//! Functions without a body that something is known of, and those that nothing is known of.
//!
//! What C can say is code of the library ([`crate::c::library`]); what is here C cannot say. A function of the C library that
//! is neither there nor here ends a path. Of all others nothing is known: they return any value and change nothing, and are
//! listed in [`Lowered::missing`](crate::c::lower::Lowered).

use base::Place;
use ir::{Expr, IntType, Type};

use super::{Argument, Used};
use crate::c::library;
use crate::c::lower::body::Lowering;
use crate::c::lower::shape::{I64, Shape};
use crate::c::lower::value::Value;
use crate::c::tree::{ExprId, ExprKind, FunctionId};
use crate::c::types;

pub(super) const I32: Type = Type::Int(IntType::I32);

/// A call of a function by its name.
pub(in crate::c::lower) struct NamedCall<'a> {
    /// What is called.
    pub(in crate::c::lower) function: FunctionId,
    /// The values of the arguments.
    pub(in crate::c::lower) values: &'a [Argument],
    /// The arguments themselves; none where the call is not in the source.
    pub(in crate::c::lower) ids: &'a [ExprId],
    /// What somebody wants to know of the result.
    pub(in crate::c::lower) used: Used,
    /// Where.
    pub(in crate::c::lower) place: Place,
}

/// What names begin with that compilers know without a declaration.
const COMPILER: &str = "__builtin_";

impl Lowering<'_, '_> {
    /// Calls a function that has no body. What it gives is of its declared result type.
    pub(in crate::c::lower) fn call_external(&mut self, call: &NamedCall) -> Value {
        let data = &self.unit().functions[call.function];
        let result = self
            .unit()
            .types
            .function(data.ty)
            .map_or(Shape::Void, |ty| self.shape(ty.result));
        let name = data.name.clone();
        if self.is_perhaps_nowhere(call.function) {
            return self
                .unsupported_value("a call of a function that may be defined nowhere", &result);
        }
        match self.known(&name, call, &result) {
            Some(value) => self.fitted(value, &result, call.used),
            None => self.call_missing(call, &result),
        }
    }

    /// A number as one of the declared type. A declaration that says something else than the function gives is a lie.
    fn fitted(&mut self, value: Value, shape: &Shape, used: Used) -> Value {
        match (value, shape) {
            (Value::Number(number), Shape::Number(ty)) => {
                Value::Number(self.code.cast(*ty, number))
            }
            (value @ Value::Pointer(_), Shape::Pointer) => value,
            (_, Shape::Void) => Value::Void,
            (_, shape) if used == Used::No => Value::dummy(shape),
            (_, shape) => {
                self.unsupported_value("a result of another kind than is declared", shape)
            }
        }
    }

    /// A function that nothing is known of: it changes nothing and returns anything.
    fn call_missing(&mut self, call: &NamedCall, result: &Shape) -> Value {
        let data = &self.unit().functions[call.function];
        self.heed_promises(data);
        self.whole.is_missing(&data.name, &call.place);
        self.on_missing_call(&data.name, &call.place);
        if data.noreturn {
            let code = self.code.input(I32, &data.name);
            self.exit_with(code);
            return Value::dummy(result);
        }
        self.anything(call.function, &data.name, result)
    }

    /// What a known function does, and what it gives; `None` if it is not known.
    fn known(&mut self, name: &str, call: &NamedCall, result: &Shape) -> Option<Value> {
        if name.starts_with(library::OWN) {
            return Some(self.own(name, call, result));
        }
        if let Some(plain) = name.strip_prefix(COMPILER) {
            let done = self
                .compiler_function(plain, call)
                .or_else(|| self.library_function(plain, call));
            let unknown = || format!("a call of `{name}`, which only compilers know");
            return Some(done.unwrap_or_else(|| self.unsupported_value(unknown(), result)));
        }
        let done = self
            .library_function(name, call)
            .or_else(|| self.convention(name, call, result));
        match done {
            None if library::has_function(name)
                || self.unit().functions[call.function].relabelled =>
            {
                let what = format!(
                    "a call of `{name}`, a function of the C library that is not known here"
                );
                Some(self.unsupported_value(what, result))
            }
            done => done,
        }
    }

    /// Functions that the library's own code is made of.
    fn own(&mut self, name: &str, call: &NamedCall, result: &Shape) -> Value {
        let done = self
            .own_function(name, call)
            .or_else(|| self.stream_function(name, call.values));
        done.unwrap_or_else(|| self.unsupported_value(format!("a call of `{name}`"), result))
    }

    /// Functions of the C library.
    fn library_function(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        let done = self.ending(name, call.values);
        let done = done.or_else(|| self.memory_function(name, call.values));
        let done = done.or_else(|| self.arithmetic_function(name, call));
        done.or_else(|| match name {
            "rand" | "random" | "lrand48" => Some(self.input_within(name, 0, i64::from(i32::MAX))),
            _ => None,
        })
    }

    /// Functions that mean something by their names alone, to those who write programs to be verified.
    fn convention(&mut self, name: &str, call: &NamedCall, result: &Shape) -> Option<Value> {
        if let ("learn" | "LEARN", [id, ..]) = (name, call.ids) {
            self.whole.goes_by_name(name, "marks an event", &call.place);
            self.on_learn(*id);
            return Some(Value::dummy(result));
        }
        self.verdict_function(name, call)
            .or_else(|| self.nondeterministic_function(name, call, result))
    }

    fn nondeterministic_function(
        &mut self,
        name: &str,
        call: &NamedCall,
        result: &Shape,
    ) -> Option<Value> {
        let prefixes = ["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_"];
        let kind = prefixes
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix))?;
        self.whole
            .goes_by_name(name, "gives any value", &call.place);
        Some(match self.unit().functions[call.function].implicit {
            true => self.nondeterministic(name, kind),
            false if matches!(kind, "bool" | "_Bool") => self.nondeterministic(name, kind),
            false => self.anything(call.function, name, result),
        })
    }

    /// Any value that the result of a function may have.
    fn anything(&mut self, function: FunctionId, name: &str, result: &Shape) -> Value {
        let declared = self
            .unit()
            .types
            .function(self.unit().functions[function].ty);
        let truth =
            declared.is_some_and(|ty| *self.unit().types.get(ty.result) == types::Type::Bool);
        match result {
            Shape::Void => Value::Void,
            Shape::Number(_) if truth => self.nondeterministic(name, "bool"),
            Shape::Number(ty) => Value::Number(self.code.input(*ty, name)),
            Shape::Pointer | Shape::Record(_) | Shape::Other(_) => self.unsupported_value(
                format!("the result of `{name}`, which is not defined"),
                result,
            ),
        }
    }

    /// A value of the type that a name of the form `__VERIFIER_nondet_KIND` speaks of; `int` if it is none.
    fn nondeterministic(&mut self, name: &str, kind: &str) -> Value {
        let word = self.unit().word() * 8;
        let int = |bits, signed| Type::Int(IntType { bits, signed });
        let ty = match kind {
            "bool" | "_Bool" => Type::Bool,
            "char" | "schar" | "s8" | "int8" | "int8_t" => int(8, true),
            "uchar" | "unsigned_char" | "u8" | "uint8" | "uint8_t" => int(8, false),
            "short" | "s16" | "int16" | "int16_t" => int(16, true),
            "ushort" | "unsigned_short" | "u16" | "uint16" | "uint16_t" => int(16, false),
            "uint" | "unsigned" | "unsigned_int" | "u32" | "uint32" | "uint32_t" => int(32, false),
            "long" => int(word, true),
            "ulong" | "unsigned_long" | "size_t" => int(word, false),
            "longlong" | "long_long" | "s64" | "int64" | "int64_t" => int(64, true),
            "ulonglong" | "unsigned_long_long" | "u64" | "uint64" | "uint64_t" => int(64, false),
            "float" => Type::Float(ir::FloatType::F32),
            "double" => Type::Float(ir::FloatType::F64),
            _ => I32,
        };
        let value = self.code.input(ty, name);
        Value::Number(match ty {
            Type::Bool => self.code.cast(I32, value),
            _ => value,
        })
    }

    /// An `I32` within bounds: runs with others do not count.
    pub(super) fn input_within(&mut self, name: &str, low: i64, high: i64) -> Value {
        let value = self.code.input(I32, name);
        self.assume_within(&value, low, high);
        Value::Number(value)
    }

    /// The characters of an argument that is a string literal.
    pub(super) fn literal(&self, argument: ExprId) -> Option<Vec<u32>> {
        match &self.unit().exprs[argument].kind {
            ExprKind::Convert { operand, .. } => self.literal(*operand),
            ExprKind::Decay(array) => match self.unit().exprs[*array].kind {
                ExprKind::String(id) => Some(self.unit().strings[id].elements.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of an argument that is a string literal, up to its end.
    pub(super) fn literal_text(&self, argument: Option<&ExprId>) -> Option<String> {
        let elements = self.literal(*argument?)?;
        elements
            .into_iter()
            .take_while(|c| *c != 0)
            .map(char::from_u32)
            .collect()
    }

    /// A number of bytes as an `I64`; negative where it is beyond all memory.
    pub(super) fn count(&mut self, number: &Expr) -> Expr {
        let count = self.code.cast(I64, number.clone());
        self.code.atom(count)
    }
}
