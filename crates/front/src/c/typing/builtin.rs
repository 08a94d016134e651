//! What the compiler knows without a declaration.

use base::Place;
use lang_c::ast::Expression;
use lang_c::span::Node;

use super::scope::Symbol;
use super::{Typed, Typing, constant, wrong};
use crate::c::tree::*;
use crate::c::types::{FloatKind, FunctionType, IntegerKind, Opaque, QualType, Type, TypeId};

/// Functions of the compiler with the types of result and parameters: `v`oid, `i`nt, `u`nsigned, `l`ong, `L`ong
/// long, unsigned lon`g`, unsigned lon`G` long, si`z`e_t, `f`loat, `d`ouble, `p`ointer to void, `c`haracters, constant
/// character `s`tring, and `.` for more arguments. They are declared by the first use, under the name given here.
const COMPILER: [(&str, &str); 37] = [
    ("__builtin_trap", "v"),
    ("__builtin_unreachable", "v"),
    ("__builtin_ffs", "ii"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "iL"),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "ig"),
    ("__builtin_clzll", "iG"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "ig"),
    ("__builtin_ctzll", "iG"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "ig"),
    ("__builtin_popcountll", "iG"),
    ("__builtin_parity", "iu"),
    ("__builtin_parityl", "ig"),
    ("__builtin_parityll", "iG"),
    ("__builtin_bswap16", "uu"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "GG"),
    ("__builtin_alloca", "pz"),
    ("__builtin_alloca_with_align", "pzz"),
    ("__builtin_inf", "d"),
    ("__builtin_inff", "f"),
    ("__builtin_huge_val", "d"),
    ("__builtin_huge_valf", "f"),
    ("__builtin_nan", "ds"),
    ("__builtin_nanf", "fs"),
    ("__builtin_isnan", "id"),
    ("__builtin_isinf_sign", "id"),
    ("__builtin_isfinite", "id"),
    ("__builtin_signbit", "id"),
    ("__builtin_isnormal", "id"),
    ("__builtin_return_address", "pu"),
    ("__builtin_frame_address", "pu"),
    ("__builtin_assume_aligned", "pp."),
    ("__builtin_prefetch", "vp."),
];

/// Functions of the library that the compiler knows in the same way: `__builtin_abs` is `abs`, and `abs` need not be
/// declared.
const LIBRARY: [(&str, &str); 72] = [
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "LL"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("free", "vp"),
    ("memcpy", "pppz"),
    ("memmove", "pppz"),
    ("mempcpy", "pppz"),
    ("memset", "ppiz"),
    ("memcmp", "ippz"),
    ("memchr", "ppiz"),
    ("bzero", "vpz"),
    ("strlen", "zs"),
    ("strcmp", "iss"),
    ("strncmp", "issz"),
    ("strcasecmp", "iss"),
    ("strncasecmp", "issz"),
    ("strcpy", "ccs"),
    ("strncpy", "ccsz"),
    ("stpcpy", "ccs"),
    ("strcat", "ccs"),
    ("strncat", "ccsz"),
    ("strchr", "csi"),
    ("strrchr", "csi"),
    ("strstr", "css"),
    ("strspn", "zss"),
    ("strcspn", "zss"),
    ("strpbrk", "css"),
    ("strdup", "cs"),
    ("strndup", "csz"),
    ("printf", "is."),
    ("fprintf", "ips."),
    ("sprintf", "ics."),
    ("snprintf", "iczs."),
    ("puts", "is"),
    ("putchar", "ii"),
    ("fputc", "iip"),
    ("fputs", "isp"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("islower", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("fmin", "ddd"),
    ("fmax", "ddd"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("pow", "ddd"),
    ("ffs", "ii"),
];

/// The name a function of the compiler has, and its signature.
fn known(name: &str) -> Option<(&'static str, &'static str)> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let compiler = COMPILER.iter().find(|(known, _)| *known == name);
    let found = compiler.or_else(|| LIBRARY.iter().find(|(known, _)| *known == plain));
    found.map(|(name, signature)| (*name, *signature))
}

impl Typing<'_> {
    /// A function of the compiler's own, declared where it is used first.
    pub(super) fn builtin_function(&mut self, name: &str, place: &Place) -> Option<FunctionId> {
        let (name, signature) = known(name)?;
        if let Some(Symbol::Function(id)) = self.linked.get(name) {
            return Some(*id);
        }
        let mut letters = signature.chars();
        let result = self.builtin_type(letters.next()?);
        let variadic = signature.ends_with('.');
        let parameters = letters
            .filter(|c| *c != '.')
            .map(|c| self.builtin_type(c))
            .collect();
        let ty = FunctionType {
            result,
            parameters: Some(parameters),
            variadic,
        };
        let ty = self.types().id(Type::Function(ty));
        let id = self.new_function(name, ty, Linkage::External, place);
        self.unit.functions[id].implicit = true;
        let ends = [
            "abort",
            "__builtin_trap",
            "__builtin_unreachable",
            "exit",
            "_exit",
        ];
        self.unit.functions[id].noreturn = ends.contains(&name);
        Some(id)
    }

    pub(super) fn builtin_type(&mut self, letter: char) -> TypeId {
        let size = self.unit.machine.size_type();
        let types = self.types();
        match letter {
            'v' => types.id(Type::Void),
            'u' => types.integer(IntegerKind::UnsignedInt),
            'l' => types.integer(IntegerKind::Long),
            'L' => types.integer(IntegerKind::LongLong),
            'g' => types.integer(IntegerKind::UnsignedLong),
            'G' => types.integer(IntegerKind::UnsignedLongLong),
            'z' => types.integer(size),
            'f' => types.id(Type::Float(FloatKind::Float)),
            'd' => types.id(Type::Float(FloatKind::Double)),
            'p' => {
                let void = types.id(Type::Void);
                types.pointer(QualType::plain(void))
            }
            'c' => {
                let char = types.integer(IntegerKind::Char);
                types.pointer(QualType::plain(char))
            }
            's' => {
                let id = types.integer(IntegerKind::Char);
                types.pointer(QualType {
                    id,
                    constant: true,
                    volatile: false,
                })
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
                match constant::evaluate(&self.unit, value) {
                    Some(_) => self.int_constant(1, place),
                    // What is none here may be one to a compiler that looks further.
                    None => self.left_open("__builtin_constant_p", place),
                }
            }
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                match self.integer_constant(condition)? {
                    0 => self.expression(otherwise)?,
                    _ => self.expression(then)?,
                }
            }
            ("__builtin_types_compatible_p", [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let compatible = self.point_alike(a, b);
                self.int_constant(i128::from(compatible), place)
            }
            ("__builtin_object_size" | "__builtin_dynamic_object_size", [_, _]) => {
                let ty = self.size_type();
                let what = "how large an object is to the compiler".to_owned();
                self.expr(ExprKind::Unsupported(what), ty, place.clone())
            }
            ("__builtin_va_start", [list, ..]) => {
                self.list_op(ArgumentListOp::Start, list, place)?
            }
            ("__builtin_va_end", [list]) => self.list_op(ArgumentListOp::End, list, place)?,
            ("__builtin_va_copy", [to, from]) => {
                let from = self.argument_list(from)?;
                self.list_op(ArgumentListOp::Copy(from), to, place)?
            }
            _ => return self.atomic(name, arguments, place),
        };
        Ok(Some(made))
    }

    /// Whether two pointers point to compatible types.
    fn point_alike(&self, a: ExprId, b: ExprId) -> bool {
        let types = &self.unit.types;
        let (a, b) = (types.pointee(self.ty(a)), types.pointee(self.ty(b)));
        a.zip(b).is_some_and(|(a, b)| types.compatible(a.id, b.id))
    }

    fn list_op(
        &mut self,
        op: ArgumentListOp,
        list: &Node<Expression>,
        place: &Place,
    ) -> Typed<ExprId> {
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

    /// A truth value that compilers choose.
    fn left_open(&mut self, name: &str, place: &Place) -> ExprId {
        let ty = FunctionType {
            result: self.types().int(),
            parameters: Some(Vec::new()),
            variadic: false,
        };
        let ty = self.types().id(Type::Function(ty));
        let id = match self.linked.get(name) {
            Some(Symbol::Function(id)) => *id,
            _ => self.new_function(name, ty, Linkage::External, place),
        };
        let function = self.expr(ExprKind::Function(id), ty, place.clone());
        let callee = self.address_of_function(function);
        let int = self.types().int();
        self.expr(
            ExprKind::Call {
                callee,
                arguments: Vec::new(),
            },
            int,
            place.clone(),
        )
    }

    pub(super) fn int_constant(&mut self, value: i128, place: &Place) -> ExprId {
        let int = self.types().int();
        self.expr(ExprKind::Integer(value), int, place.clone())
    }
}
