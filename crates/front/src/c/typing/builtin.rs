//! What the compiler knows without a declaration.

use base::Place;
use lang_c::ast::Expression;
use lang_c::span::Node;

use super::scope::Symbol;
use super::{Typed, Typing, constant, wrong};
use crate::c::tree::*;
use crate::c::types::{FloatKind, FunctionType, IntegerKind, Opaque, QualType, Type, TypeId};

/// Functions of the compiler with the types of result and parameters: `v`oid, `i`nt, `u`nsigned, `l`ong, `L`ong
/// long, unsigned lon`g`, si`z`e_t, `f`loat, `d`ouble, `p`ointer to void, constant character `s`tring, and `.` for more
/// arguments. They are declared by the first use, under the name given here.
const FUNCTIONS: [(&str, &str); 51] = [
    ("__builtin_abort", "v"),
    ("__builtin_trap", "v"),
    ("__builtin_unreachable", "v"),
    ("__builtin_exit", "vi"),
    ("__builtin_abs", "ii"),
    ("__builtin_labs", "ll"),
    ("__builtin_llabs", "LL"),
    ("__builtin_ffs", "ii"),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "ig"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "ig"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "ig"),
    ("__builtin_parity", "iu"),
    ("__builtin_bswap16", "uu"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_malloc", "pz"),
    ("__builtin_calloc", "pzz"),
    ("__builtin_realloc", "ppz"),
    ("__builtin_free", "vp"),
    ("__builtin_alloca", "pz"),
    ("__builtin_memcpy", "pppz"),
    ("__builtin_memmove", "pppz"),
    ("__builtin_memset", "ppiz"),
    ("__builtin_memcmp", "ippz"),
    ("__builtin_strlen", "zs"),
    ("__builtin_strcmp", "iss"),
    ("__builtin_strncmp", "issz"),
    ("__builtin_strcpy", "pps"),
    ("__builtin_strchr", "psi"),
    ("__builtin_printf", "is."),
    ("__builtin_puts", "is"),
    ("__builtin_putchar", "ii"),
    ("__builtin_inf", "d"),
    ("__builtin_inff", "f"),
    ("__builtin_huge_val", "d"),
    ("__builtin_huge_valf", "f"),
    ("__builtin_nan", "ds"),
    ("__builtin_nanf", "fs"),
    ("__builtin_fabs", "dd"),
    ("__builtin_fabsf", "ff"),
    ("__builtin_sqrt", "dd"),
    ("__builtin_floor", "dd"),
    ("__builtin_ceil", "dd"),
    ("__builtin_trunc", "dd"),
    ("__builtin_isnan", "id"),
    ("__builtin_isinf_sign", "id"),
    ("__builtin_isfinite", "id"),
    ("__builtin_signbit", "id"),
    ("__builtin_isnormal", "id"),
];

impl Typing<'_> {
    /// A function of the compiler's own, declared where it is used first.
    pub(super) fn builtin_function(&mut self, name: &str, place: &Place) -> Option<FunctionId> {
        if let Some(Symbol::Function(id)) = self.linked.get(name) {
            return Some(*id);
        }
        let (_, signature) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
        let mut letters = signature.chars();
        let result = self.builtin_type(letters.next()?);
        let variadic = signature.ends_with('.');
        let parameters = letters.filter(|c| *c != '.').map(|c| self.builtin_type(c)).collect();
        let ty = FunctionType { result, parameters: Some(parameters), variadic };
        let ty = self.types().id(Type::Function(ty));
        let id = self.new_function(name, ty, Linkage::External, place);
        self.unit.functions[id].implicit = true;
        let ends = ["__builtin_abort", "__builtin_trap", "__builtin_unreachable", "__builtin_exit"];
        self.unit.functions[id].noreturn = ends.contains(&name);
        Some(id)
    }

    fn builtin_type(&mut self, letter: char) -> TypeId {
        let size = self.unit.machine.size_type();
        let types = self.types();
        match letter {
            'v' => types.id(Type::Void),
            'u' => types.integer(IntegerKind::UnsignedInt),
            'l' => types.integer(IntegerKind::Long),
            'L' => types.integer(IntegerKind::LongLong),
            'g' => types.integer(IntegerKind::UnsignedLong),
            'z' => types.integer(size),
            'f' => types.id(Type::Float(FloatKind::Float)),
            'd' => types.id(Type::Float(FloatKind::Double)),
            'p' => {
                let void = types.id(Type::Void);
                types.pointer(QualType::plain(void))
            }
            's' => {
                let id = types.integer(IntegerKind::Char);
                types.pointer(QualType { id, constant: true, volatile: false })
            }
            _ => types.int(),
        }
    }

    /// What looks like a call and is none.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        place: &Place,
    ) -> Typed<Option<ExprId>> {
        let made = match (name, arguments) {
            ("__builtin_expect", [value, hint]) => {
                self.value(hint)?;
                let value = self.value(value)?;
                let long = self.types().integer(IntegerKind::Long);
                self.assignable(value, long, "this argument")?
            }
            ("__builtin_constant_p", [value]) => {
                let value = self.value(value)?;
                let known = constant::evaluate(&self.unit, value).is_some();
                self.int_constant(i128::from(known), place)
            }
            ("__builtin_choose_expr", [condition, then, otherwise]) => match self.integer_constant(condition)? {
                0 => self.expression(otherwise)?,
                _ => self.expression(then)?,
            },
            ("__builtin_types_compatible_p", [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let (a, b) = (self.unit.types.pointee(self.ty(a)), self.unit.types.pointee(self.ty(b)));
                let compatible = a.zip(b).is_some_and(|(a, b)| self.unit.types.compatible(a.id, b.id));
                self.int_constant(i128::from(compatible), place)
            }
            ("__builtin_object_size", [_, _]) => {
                let ty = self.size_type();
                let bits = self.unit.machine.word() as u32 * 8;
                self.expr(ExprKind::Integer((1_i128 << bits) - 1), ty, place.clone())
            }
            ("__builtin_va_start", [list, ..]) => self.list_op(ArgumentListOp::Start, list, place)?,
            ("__builtin_va_end", [list]) => self.list_op(ArgumentListOp::End, list, place)?,
            ("__builtin_va_copy", [to, from]) => {
                let from = self.argument_list(from)?;
                self.list_op(ArgumentListOp::Copy(from), to, place)?
            }
            _ => return Ok(None),
        };
        Ok(Some(made))
    }

    fn list_op(&mut self, op: ArgumentListOp, list: &Node<Expression>, place: &Place) -> Typed<ExprId> {
        let list = self.argument_list(list)?;
        let void = self.types().id(Type::Void);
        Ok(self.expr(ExprKind::ArgumentList { op, list }, void, place.clone()))
    }

    pub(super) fn is_argument_list(&self, ty: TypeId) -> bool {
        *self.unit.types.get(ty) == Type::Opaque(Opaque::ArgumentList)
    }

    /// A `va_list` as an lvalue.
    pub(super) fn argument_list(&mut self, node: &Node<Expression>) -> Typed<ExprId> {
        let list = self.expression(node)?;
        match self.is_argument_list(self.ty(list)) && self.is_lvalue(list) {
            true => Ok(list),
            false => wrong(&self.place(node.span), "an argument list is needed here"),
        }
    }

    fn int_constant(&mut self, value: i128, place: &Place) -> ExprId {
        let int = self.types().int();
        self.expr(ExprKind::Integer(value), int, place.clone())
    }
}
