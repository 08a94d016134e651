//! Constant expressions: numbers and addresses that are known before a program runs.

use super::layout::{Machine, layout};
use super::tree::{
    BinaryOp, CompareOp, Conversion, ExprId, ExprKind, FunctionId, GlobalId, StringId, UnaryOp,
    Unit,
};
use super::types::{FloatKind, Type, TypeId, Types};

/// A value known before the program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A number of an integer type, in its range; also what a pointer made of an integer points to.
    Integer(i128),
    /// A number of a floating type.
    Float(f64),
    /// An address: an object and an offset in bytes.
    Address(Base, i64),
}

/// What an address constant is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// An object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A string literal.
    String(StringId),
}

/// How many bits an integer type has: 1 for `_Bool`.
pub(super) fn bits(types: &Types, machine: Machine, ty: TypeId) -> Option<u32> {
    match types.get(ty) {
        Type::Bool => Some(1),
        Type::Integer(kind) => Some(machine.integer(*kind) as u32 * 8),
        Type::Enum(id) => bits(types, machine, types.enums[*id].integer),
        _ => None,
    }
}

/// A number modulo the range of an integer type of so many bits.
pub(super) fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let unsigned = value & ((1_i128 << bits) - 1);
    if signed && unsigned >> (bits - 1) == 1 {
        unsigned - (1_i128 << bits)
    } else {
        unsigned
    }
}

/// The value of an expression, if it is constant. A signed overflow and a division by zero have no value.
pub(super) fn evaluate(unit: &Unit, id: ExprId) -> Option<Constant> {
    Evaluation { unit }.value(id)
}

/// The value of an integer constant expression.
pub(super) fn integer(unit: &Unit, id: ExprId) -> Option<i128> {
    match evaluate(unit, id)? {
        Constant::Integer(value) if unit.types.is_integer(unit.exprs[id].ty.id) => Some(value),
        Constant::Integer(_) | Constant::Float(_) | Constant::Address(..) => None,
    }
}

struct Evaluation<'u> {
    unit: &'u Unit,
}

impl Evaluation<'_> {
    fn value(&self, id: ExprId) -> Option<Constant> {
        let expr = &self.unit.exprs[id];
        let ty = expr.ty.id;
        match &expr.kind {
            ExprKind::Integer(value) => Some(Constant::Integer(*value)),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::Null => Some(Constant::Integer(0)),
            ExprKind::Address(lvalue) | ExprKind::Decay(lvalue) => self.address(*lvalue),
            ExprKind::Convert {
                conversion,
                operand,
            } => self.convert(*conversion, *operand, ty),
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, ty),
            ExprKind::Binary { op, left, right } => self.binary(*op, *left, *right, ty),
            ExprKind::Compare { op, left, right } => self.compare(*op, *left, *right),
            ExprKind::Logical { and, left, right } => self.logical(*and, *left, *right),
            ExprKind::Offset {
                pointer,
                index,
                minus,
                size,
            } => self.offset(*pointer, *index, *minus, *size),
            ExprKind::Difference { left, right, size } => self.difference(*left, *right, *size),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => match self.truth(*condition)? {
                true => self.value(*then),
                false => self.value(*otherwise),
            },
            ExprKind::Elvis {
                value,
                conversion: None,
                otherwise,
            } => match self.value(*value)? {
                Constant::Integer(0) => self.value(*otherwise),
                found => Some(found),
            },
            ExprKind::Elvis { .. }
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::Function(_)
            | ExprKind::MemberOfValue { .. }
            | ExprKind::Read(_)
            | ExprKind::Comma { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Call { .. }
            | ExprKind::Statements { .. }
            | ExprKind::ArgumentList { .. }
            | ExprKind::Unsupported(_) => None,
        }
    }

    /// The address of an lvalue or function.
    fn address(&self, id: ExprId) -> Option<Constant> {
        match &self.unit.exprs[id].kind {
            ExprKind::Global(global) => Some(Constant::Address(Base::Global(*global), 0)),
            ExprKind::Function(function) => Some(Constant::Address(Base::Function(*function), 0)),
            ExprKind::String(string) => Some(Constant::Address(Base::String(*string), 0)),
            ExprKind::Deref(pointer) => self.value(*pointer),
            ExprKind::Member { record, member } => {
                moved(self.address(*record)?, i128::from(member.offset))
            }
            _ => None,
        }
    }

    fn truth(&self, id: ExprId) -> Option<bool> {
        match self.value(id)? {
            Constant::Integer(value) => Some(value != 0),
            Constant::Float(value) => Some(value != 0.0),
            // The address of an object or function is never null; one past its end might be.
            Constant::Address(_, 0) => Some(true),
            Constant::Address(..) => None,
        }
    }

    fn convert(&self, conversion: Conversion, operand: ExprId, ty: TypeId) -> Option<Constant> {
        if conversion == Conversion::Truth {
            return self
                .truth(operand)
                .map(|truth| Constant::Integer(i128::from(truth)));
        }
        match (conversion, self.value(operand)?) {
            (Conversion::Integer | Conversion::PointerToInteger, Constant::Integer(value)) => {
                self.wrapped(value, ty)
            }
            (Conversion::IntegerToFloat, Constant::Integer(value)) => {
                Some(Constant::Float(self.rounded(value, ty)))
            }
            (Conversion::FloatToInteger, Constant::Float(value)) => self.cut(value, ty),
            (Conversion::Float, Constant::Float(value)) => {
                Some(Constant::Float(self.as_float(value, ty)))
            }
            (Conversion::IntegerToPointer, Constant::Integer(value)) => Some(Constant::Integer(
                wrap(value, self.unit.machine.word() as u32 * 8, false),
            )),
            (Conversion::Pointer | Conversion::Same, value) => Some(value),
            // An address may travel through an integer that holds it whole.
            (Conversion::PointerToInteger | Conversion::Integer, value @ Constant::Address(..)) => {
                let wide = layout(&self.unit.types, self.unit.machine, ty)?.size
                    >= self.unit.machine.word();
                wide.then_some(value)
            }
            (Conversion::IntegerToPointer, value @ Constant::Address(..)) => Some(value),
            _ => None,
        }
    }

    fn wrapped(&self, value: i128, ty: TypeId) -> Option<Constant> {
        let bits = bits(&self.unit.types, self.unit.machine, ty)?;
        Some(Constant::Integer(wrap(
            value,
            bits,
            self.unit.types.is_signed(ty),
        )))
    }

    /// The value in its type, or nothing if a signed one does not fit.
    fn checked(&self, value: i128, ty: TypeId) -> Option<Constant> {
        let wrapped = self.wrapped(value, ty)?;
        (!self.unit.types.is_signed(ty) || wrapped == Constant::Integer(value)).then_some(wrapped)
    }

    fn rounded(&self, value: i128, ty: TypeId) -> f64 {
        match self.unit.types.get(ty) {
            Type::Float(FloatKind::Float) => f64::from(value as f32),
            _ => value as f64,
        }
    }

    fn as_float(&self, value: f64, ty: TypeId) -> f64 {
        match self.unit.types.get(ty) {
            Type::Float(FloatKind::Float) => f64::from(value as f32),
            _ => value,
        }
    }

    /// A floating number without its fraction, if it fits.
    fn cut(&self, value: f64, ty: TypeId) -> Option<Constant> {
        let whole = value.trunc();
        let fits = whole.abs() < 2.0_f64.powi(100);
        let number = fits.then_some(whole as i128)?;
        (self.wrapped(number, ty)? == Constant::Integer(number))
            .then_some(Constant::Integer(number))
    }

    fn unary(&self, op: UnaryOp, operand: ExprId, ty: TypeId) -> Option<Constant> {
        match (op, self.value(operand)?) {
            (UnaryOp::Negate, Constant::Integer(value)) => self.checked(-value, ty),
            (UnaryOp::Negate, Constant::Float(value)) => Some(Constant::Float(-value)),
            (UnaryOp::Complement, Constant::Integer(value)) => self.wrapped(!value, ty),
            (UnaryOp::Not, _) => self
                .truth(operand)
                .map(|truth| Constant::Integer(i128::from(!truth))),
            (UnaryOp::Negate | UnaryOp::Complement, _) => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId, ty: TypeId) -> Option<Constant> {
        match (self.value(left)?, self.value(right)?) {
            (Constant::Integer(left), Constant::Integer(right)) => self.whole(op, left, right, ty),
            (Constant::Float(left), Constant::Float(right)) => {
                let exact = !matches!(self.unit.types.get(ty), Type::Float(FloatKind::LongDouble));
                let value = floating(op, left, right).filter(|_| exact)?;
                Some(Constant::Float(self.as_float(value, ty)))
            }
            _ => None,
        }
    }

    fn whole(&self, op: BinaryOp, left: i128, right: i128, ty: TypeId) -> Option<Constant> {
        let width = i128::from(bits(&self.unit.types, self.unit.machine, ty)?);
        let distance = || {
            u32::try_from(right)
                .ok()
                .filter(|_| (0..width).contains(&right))
        };
        match op {
            BinaryOp::Multiply => self.checked(left.checked_mul(right)?, ty),
            BinaryOp::Divide => self.checked(left.checked_div(right)?, ty),
            BinaryOp::Remainder => {
                self.checked(left.checked_div(right)?, ty)?;
                self.checked(left.checked_rem(right)?, ty)
            }
            BinaryOp::Add => self.checked(left + right, ty),
            BinaryOp::Subtract => self.checked(left - right, ty),
            // gcc defines a shift into the sign bit, and `1 << 31` is common.
            BinaryOp::ShiftLeft => self.wrapped(left << distance()?, ty),
            BinaryOp::ShiftRight => self.wrapped(left >> distance()?, ty),
            BinaryOp::And => self.wrapped(left & right, ty),
            BinaryOp::Xor => self.wrapped(left ^ right, ty),
            BinaryOp::Or => self.wrapped(left | right, ty),
        }
    }

    fn compare(&self, op: CompareOp, left: ExprId, right: ExprId) -> Option<Constant> {
        let truth = match (self.value(left)?, self.value(right)?) {
            (Constant::Integer(left), Constant::Integer(right)) => ordered(op, left, right),
            (Constant::Float(left), Constant::Float(right)) => ordered(op, left, right),
            (Constant::Address(a, m), Constant::Address(b, n)) if a == b => ordered(op, m, n),
            _ => return None,
        };
        Some(Constant::Integer(i128::from(truth)))
    }

    fn logical(&self, and: bool, left: ExprId, right: ExprId) -> Option<Constant> {
        let left = self.truth(left)?;
        let truth = if left == and {
            self.truth(right)?
        } else {
            left
        };
        Some(Constant::Integer(i128::from(truth)))
    }

    fn offset(&self, pointer: ExprId, index: ExprId, minus: bool, size: u64) -> Option<Constant> {
        let Constant::Integer(index) = self.value(index)? else {
            return None;
        };
        let bytes = index.checked_mul(i128::from(size))?;
        moved(self.value(pointer)?, if minus { -bytes } else { bytes })
    }

    fn difference(&self, left: ExprId, right: ExprId, size: u64) -> Option<Constant> {
        match (self.value(left)?, self.value(right)?) {
            (Constant::Address(a, m), Constant::Address(b, n)) if a == b => (i128::from(m)
                - i128::from(n))
            .checked_div(i128::from(size))
            .map(Constant::Integer),
            (Constant::Integer(m), Constant::Integer(n)) => m
                .checked_sub(n)?
                .checked_div(i128::from(size))
                .map(Constant::Integer),
            _ => None,
        }
    }
}

fn moved(value: Constant, bytes: i128) -> Option<Constant> {
    match value {
        Constant::Address(base, offset) => Some(Constant::Address(
            base,
            i64::try_from(i128::from(offset).checked_add(bytes)?).ok()?,
        )),
        Constant::Integer(value) => value.checked_add(bytes).map(Constant::Integer),
        Constant::Float(_) => None,
    }
}

fn floating(op: BinaryOp, left: f64, right: f64) -> Option<f64> {
    match op {
        BinaryOp::Multiply => Some(left * right),
        BinaryOp::Divide => Some(left / right),
        BinaryOp::Add => Some(left + right),
        BinaryOp::Subtract => Some(left - right),
        BinaryOp::Remainder
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Or => None,
    }
}

fn ordered<T: PartialOrd>(op: CompareOp, left: T, right: T) -> bool {
    match op {
        CompareOp::Less => left < right,
        CompareOp::LessOrEqual => left <= right,
        CompareOp::Greater => left > right,
        CompareOp::GreaterOrEqual => left >= right,
        CompareOp::Equal => left == right,
        CompareOp::NotEqual => left != right,
    }
}
