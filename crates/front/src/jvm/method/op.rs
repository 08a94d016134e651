//! Instructions, sorted into families: two hundred opcodes become some thirty operations.

use ir::{BinaryOp, Const, FloatType, IntType, Type};
use ristretto_classfile::attributes::{ArrayType, Instruction};

use crate::jvm::descriptor::JavaType;

/// What an entry of the operand stack or a local variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::jvm) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    pub(in crate::jvm) fn ty(self) -> Type {
        match self {
            Self::Int => Type::Int(IntType::I32),
            Self::Long => Type::Int(IntType::I64),
            Self::Float => Type::Float(FloatType::F32),
            Self::Double => Type::Float(FloatType::F64),
            Self::Ref => Type::Ref,
        }
    }

    /// The kind a value of this type has on the stack.
    pub(in crate::jvm) fn of(ty: Type) -> Self {
        match ty {
            Type::Int(IntType::I64) => Self::Long,
            Type::Int(_) | Type::Bool => Self::Int,
            Type::Float(FloatType::F32) => Self::Float,
            Type::Float(FloatType::F64) => Self::Double,
            Type::Ref => Self::Ref,
        }
    }
}

/// How the stack is rearranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum StackOp {
    Pop,
    Pop2,
    /// Copies the top entry below as many words.
    Dup(usize),
    /// Copies the top two words below as many more.
    Dup2(usize),
    Swap,
}

/// What a branch looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Test {
    /// An int and zero.
    Zero(BinaryOp),
    /// Two ints.
    Ints(BinaryOp),
    /// Two references.
    Refs(BinaryOp),
    /// A reference and null.
    Null(BinaryOp),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Invoke {
    Virtual,
    Special,
    Static,
    Interface,
}

/// What an array holds, as far as the instruction says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Elements {
    Int,
    Long,
    Float,
    Double,
    Ref,
    /// One instruction serves both.
    ByteOrBoolean,
    Char,
    Short,
}

/// An operation. Targets are indices of instructions, other numbers indices of constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Op {
    Nop,
    Constant(Const),
    LoadConstant(u16),
    Load(Kind, usize),
    Store(Kind, usize),
    Increment(usize, i64),
    Stack(StackOp),
    Binary(BinaryOp, IntType),
    Negate(IntType),
    Convert(Kind, IntType),
    CompareLongs,
    FloatBinary(BinaryOp, FloatType),
    FloatNegate(FloatType),
    /// From or to a floating-point number, or both.
    FloatConvert(Kind, Kind),
    /// Minus one, zero or one, and this where one is NaN.
    CompareFloats(FloatType, i64),
    /// Of primitive values.
    NewArray(JavaType),
    /// Of references to this class.
    NewRefArray(u16),
    /// Of this array class, with so many dimensions given.
    NewMultiArray(u16, u8),
    ArrayLength,
    LoadElement(Elements),
    StoreElement(Elements),
    If(Test, usize),
    Goto(usize),
    Switch(Vec<(i64, usize)>, usize),
    Return(Option<Kind>),
    GetField(u16),
    PutField(u16),
    GetStatic(u16),
    PutStatic(u16),
    Invoke(Invoke, u16),
    InvokeDynamic(u16),
    New(u16),
    Throw,
    CheckCast(u16),
    InstanceOf(u16),
    /// Enters or leaves a monitor: one thread alone never waits.
    EnterMonitor,
    ExitMonitor,
    Unsupported(&'static str),
}

impl Op {
    /// The operation of the instruction at `index`.
    pub(in crate::jvm) fn of(instruction: &Instruction, index: usize) -> Self {
        constant(instruction)
            .or_else(|| variable(instruction))
            .or_else(|| arithmetic(instruction))
            .or_else(|| floating_point(instruction))
            .or_else(|| array(instruction))
            .or_else(|| branch(instruction, index))
            .or_else(|| object(instruction))
            .unwrap_or_else(|| Self::Unsupported(unsupported(instruction)))
    }

    /// Where it may go besides the next instruction.
    pub(in crate::jvm) fn targets(&self) -> Vec<usize> {
        match self {
            Self::If(_, target) | Self::Goto(target) => vec![*target],
            Self::Switch(cases, default) => {
                cases.iter().map(|&(_, to)| to).chain([*default]).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn constant(instruction: &Instruction) -> Option<Op> {
    use Instruction as I;
    let int = |value: i64| Op::Constant(Const::Int(IntType::I32, value));
    let long = |value: i64| Op::Constant(Const::Int(IntType::I64, value));
    let float = |value: f32| Op::Constant(Const::Float(FloatType::F32, u64::from(value.to_bits())));
    let double = |value: f64| Op::Constant(Const::Float(FloatType::F64, value.to_bits()));
    Some(match instruction {
        I::Nop => Op::Nop,
        I::Aconst_null => Op::Constant(Const::Null),
        I::Iconst_m1 => int(-1),
        I::Iconst_0 => int(0),
        I::Iconst_1 => int(1),
        I::Iconst_2 => int(2),
        I::Iconst_3 => int(3),
        I::Iconst_4 => int(4),
        I::Iconst_5 => int(5),
        I::Lconst_0 => long(0),
        I::Lconst_1 => long(1),
        I::Fconst_0 => float(0.0),
        I::Fconst_1 => float(1.0),
        I::Fconst_2 => float(2.0),
        I::Dconst_0 => double(0.0),
        I::Dconst_1 => double(1.0),
        I::Bipush(value) => int(i64::from(*value)),
        I::Sipush(value) => int(i64::from(*value)),
        I::Ldc(index) => Op::LoadConstant(u16::from(*index)),
        I::Ldc_w(index) | I::Ldc2_w(index) => Op::LoadConstant(*index),
        I::Pop => Op::Stack(StackOp::Pop),
        I::Pop2 => Op::Stack(StackOp::Pop2),
        I::Dup => Op::Stack(StackOp::Dup(0)),
        I::Dup_x1 => Op::Stack(StackOp::Dup(1)),
        I::Dup_x2 => Op::Stack(StackOp::Dup(2)),
        I::Dup2 => Op::Stack(StackOp::Dup2(0)),
        I::Dup2_x1 => Op::Stack(StackOp::Dup2(1)),
        I::Dup2_x2 => Op::Stack(StackOp::Dup2(2)),
        I::Swap => Op::Stack(StackOp::Swap),
        _ => return None,
    })
}

fn variable(instruction: &Instruction) -> Option<Op> {
    match instruction {
        Instruction::Iinc(slot, by) => Some(Op::Increment(narrow(slot), i64::from(*by))),
        Instruction::Iinc_w(slot, by) => Some(Op::Increment(wide(slot), i64::from(*by))),
        _ => load(instruction).or_else(|| store(instruction)),
    }
}

fn narrow(slot: &u8) -> usize {
    usize::from(*slot)
}

fn wide(slot: &u16) -> usize {
    usize::from(*slot)
}

fn load(instruction: &Instruction) -> Option<Op> {
    use Instruction as I;
    use Kind::{Double, Float, Int, Long, Ref};
    Some(match instruction {
        I::Iload(slot) => Op::Load(Int, narrow(slot)),
        I::Iload_w(slot) => Op::Load(Int, wide(slot)),
        I::Iload_0 => Op::Load(Int, 0),
        I::Iload_1 => Op::Load(Int, 1),
        I::Iload_2 => Op::Load(Int, 2),
        I::Iload_3 => Op::Load(Int, 3),
        I::Lload(slot) => Op::Load(Long, narrow(slot)),
        I::Lload_w(slot) => Op::Load(Long, wide(slot)),
        I::Lload_0 => Op::Load(Long, 0),
        I::Lload_1 => Op::Load(Long, 1),
        I::Lload_2 => Op::Load(Long, 2),
        I::Lload_3 => Op::Load(Long, 3),
        I::Aload(slot) => Op::Load(Ref, narrow(slot)),
        I::Aload_w(slot) => Op::Load(Ref, wide(slot)),
        I::Aload_0 => Op::Load(Ref, 0),
        I::Aload_1 => Op::Load(Ref, 1),
        I::Aload_2 => Op::Load(Ref, 2),
        I::Aload_3 => Op::Load(Ref, 3),
        I::Fload(slot) => Op::Load(Float, narrow(slot)),
        I::Fload_w(slot) => Op::Load(Float, wide(slot)),
        I::Fload_0 => Op::Load(Float, 0),
        I::Fload_1 => Op::Load(Float, 1),
        I::Fload_2 => Op::Load(Float, 2),
        I::Fload_3 => Op::Load(Float, 3),
        I::Dload(slot) => Op::Load(Double, narrow(slot)),
        I::Dload_w(slot) => Op::Load(Double, wide(slot)),
        I::Dload_0 => Op::Load(Double, 0),
        I::Dload_1 => Op::Load(Double, 1),
        I::Dload_2 => Op::Load(Double, 2),
        I::Dload_3 => Op::Load(Double, 3),
        _ => return None,
    })
}

fn store(instruction: &Instruction) -> Option<Op> {
    use Instruction as I;
    use Kind::{Double, Float, Int, Long, Ref};
    Some(match instruction {
        I::Istore(slot) => Op::Store(Int, narrow(slot)),
        I::Istore_w(slot) => Op::Store(Int, wide(slot)),
        I::Istore_0 => Op::Store(Int, 0),
        I::Istore_1 => Op::Store(Int, 1),
        I::Istore_2 => Op::Store(Int, 2),
        I::Istore_3 => Op::Store(Int, 3),
        I::Lstore(slot) => Op::Store(Long, narrow(slot)),
        I::Lstore_w(slot) => Op::Store(Long, wide(slot)),
        I::Lstore_0 => Op::Store(Long, 0),
        I::Lstore_1 => Op::Store(Long, 1),
        I::Lstore_2 => Op::Store(Long, 2),
        I::Lstore_3 => Op::Store(Long, 3),
        I::Astore(slot) => Op::Store(Ref, narrow(slot)),
        I::Astore_w(slot) => Op::Store(Ref, wide(slot)),
        I::Astore_0 => Op::Store(Ref, 0),
        I::Astore_1 => Op::Store(Ref, 1),
        I::Astore_2 => Op::Store(Ref, 2),
        I::Astore_3 => Op::Store(Ref, 3),
        I::Fstore(slot) => Op::Store(Float, narrow(slot)),
        I::Fstore_w(slot) => Op::Store(Float, wide(slot)),
        I::Fstore_0 => Op::Store(Float, 0),
        I::Fstore_1 => Op::Store(Float, 1),
        I::Fstore_2 => Op::Store(Float, 2),
        I::Fstore_3 => Op::Store(Float, 3),
        I::Dstore(slot) => Op::Store(Double, narrow(slot)),
        I::Dstore_w(slot) => Op::Store(Double, wide(slot)),
        I::Dstore_0 => Op::Store(Double, 0),
        I::Dstore_1 => Op::Store(Double, 1),
        I::Dstore_2 => Op::Store(Double, 2),
        I::Dstore_3 => Op::Store(Double, 3),
        _ => return None,
    })
}

fn arithmetic(instruction: &Instruction) -> Option<Op> {
    use BinaryOp::*;
    use Instruction as I;
    use Kind::{Int, Long};
    let int = |op| Op::Binary(op, IntType::I32);
    let long = |op| Op::Binary(op, IntType::I64);
    Some(match instruction {
        I::Iadd => int(Add),
        I::Isub => int(Sub),
        I::Imul => int(Mul),
        I::Idiv => int(Div),
        I::Irem => int(Rem),
        I::Ishl => int(Shl),
        I::Ishr => int(Shr),
        I::Iushr => int(Ushr),
        I::Iand => int(And),
        I::Ior => int(Or),
        I::Ixor => int(Xor),
        I::Ladd => long(Add),
        I::Lsub => long(Sub),
        I::Lmul => long(Mul),
        I::Ldiv => long(Div),
        I::Lrem => long(Rem),
        I::Lshl => long(Shl),
        I::Lshr => long(Shr),
        I::Lushr => long(Ushr),
        I::Land => long(And),
        I::Lor => long(Or),
        I::Lxor => long(Xor),
        I::Ineg => Op::Negate(IntType::I32),
        I::Lneg => Op::Negate(IntType::I64),
        I::I2l => Op::Convert(Int, IntType::I64),
        I::L2i => Op::Convert(Long, IntType::I32),
        I::I2b => Op::Convert(Int, IntType::I8),
        I::I2c => Op::Convert(Int, IntType::U16),
        I::I2s => Op::Convert(Int, IntType::I16),
        I::Lcmp => Op::CompareLongs,
        _ => return None,
    })
}

fn floating_point(instruction: &Instruction) -> Option<Op> {
    use BinaryOp::*;
    use Instruction as I;
    use Kind::{Double, Float, Int, Long};
    let float = |op| Op::FloatBinary(op, FloatType::F32);
    let double = |op| Op::FloatBinary(op, FloatType::F64);
    Some(match instruction {
        I::Fadd => float(Add),
        I::Fsub => float(Sub),
        I::Fmul => float(Mul),
        I::Fdiv => float(Div),
        I::Frem => float(Rem),
        I::Dadd => double(Add),
        I::Dsub => double(Sub),
        I::Dmul => double(Mul),
        I::Ddiv => double(Div),
        I::Drem => double(Rem),
        I::Fneg => Op::FloatNegate(FloatType::F32),
        I::Dneg => Op::FloatNegate(FloatType::F64),
        I::I2f => Op::FloatConvert(Int, Float),
        I::I2d => Op::FloatConvert(Int, Double),
        I::L2f => Op::FloatConvert(Long, Float),
        I::L2d => Op::FloatConvert(Long, Double),
        I::F2i => Op::FloatConvert(Float, Int),
        I::F2l => Op::FloatConvert(Float, Long),
        I::F2d => Op::FloatConvert(Float, Double),
        I::D2i => Op::FloatConvert(Double, Int),
        I::D2l => Op::FloatConvert(Double, Long),
        I::D2f => Op::FloatConvert(Double, Float),
        I::Fcmpl => Op::CompareFloats(FloatType::F32, -1),
        I::Fcmpg => Op::CompareFloats(FloatType::F32, 1),
        I::Dcmpl => Op::CompareFloats(FloatType::F64, -1),
        I::Dcmpg => Op::CompareFloats(FloatType::F64, 1),
        _ => return None,
    })
}

fn array(instruction: &Instruction) -> Option<Op> {
    use Instruction as I;
    Some(match instruction {
        I::Newarray(ty) => Op::NewArray(element_type(ty)),
        I::Anewarray(index) => Op::NewRefArray(*index),
        I::Multianewarray(index, dimensions) => Op::NewMultiArray(*index, *dimensions),
        I::Arraylength => Op::ArrayLength,
        I::Iaload => Op::LoadElement(Elements::Int),
        I::Laload => Op::LoadElement(Elements::Long),
        I::Faload => Op::LoadElement(Elements::Float),
        I::Daload => Op::LoadElement(Elements::Double),
        I::Aaload => Op::LoadElement(Elements::Ref),
        I::Baload => Op::LoadElement(Elements::ByteOrBoolean),
        I::Caload => Op::LoadElement(Elements::Char),
        I::Saload => Op::LoadElement(Elements::Short),
        I::Iastore => Op::StoreElement(Elements::Int),
        I::Lastore => Op::StoreElement(Elements::Long),
        I::Fastore => Op::StoreElement(Elements::Float),
        I::Dastore => Op::StoreElement(Elements::Double),
        I::Aastore => Op::StoreElement(Elements::Ref),
        I::Bastore => Op::StoreElement(Elements::ByteOrBoolean),
        I::Castore => Op::StoreElement(Elements::Char),
        I::Sastore => Op::StoreElement(Elements::Short),
        _ => return None,
    })
}

fn element_type(ty: &ArrayType) -> JavaType {
    match ty {
        ArrayType::Boolean => JavaType::Boolean,
        ArrayType::Char => JavaType::Char,
        ArrayType::Float => JavaType::Float,
        ArrayType::Double => JavaType::Double,
        ArrayType::Byte => JavaType::Byte,
        ArrayType::Short => JavaType::Short,
        ArrayType::Int => JavaType::Int,
        ArrayType::Long => JavaType::Long,
    }
}

fn branch(instruction: &Instruction, index: usize) -> Option<Op> {
    use BinaryOp::*;
    use Instruction as I;
    let to = |target: &u16| usize::from(*target);
    Some(match instruction {
        I::Ifeq(t) => Op::If(Test::Zero(Eq), to(t)),
        I::Ifne(t) => Op::If(Test::Zero(Ne), to(t)),
        I::Iflt(t) => Op::If(Test::Zero(Lt), to(t)),
        I::Ifge(t) => Op::If(Test::Zero(Ge), to(t)),
        I::Ifgt(t) => Op::If(Test::Zero(Gt), to(t)),
        I::Ifle(t) => Op::If(Test::Zero(Le), to(t)),
        I::If_icmpeq(t) => Op::If(Test::Ints(Eq), to(t)),
        I::If_icmpne(t) => Op::If(Test::Ints(Ne), to(t)),
        I::If_icmplt(t) => Op::If(Test::Ints(Lt), to(t)),
        I::If_icmpge(t) => Op::If(Test::Ints(Ge), to(t)),
        I::If_icmpgt(t) => Op::If(Test::Ints(Gt), to(t)),
        I::If_icmple(t) => Op::If(Test::Ints(Le), to(t)),
        I::If_acmpeq(t) => Op::If(Test::Refs(Eq), to(t)),
        I::If_acmpne(t) => Op::If(Test::Refs(Ne), to(t)),
        I::Ifnull(t) => Op::If(Test::Null(Eq), to(t)),
        I::Ifnonnull(t) => Op::If(Test::Null(Ne), to(t)),
        I::Goto(t) => Op::Goto(to(t)),
        I::Goto_w(t) => Op::Goto(usize::try_from(*t).ok()?),
        I::Tableswitch(switch) => {
            let numbered = switch.offsets.iter().zip(i64::from(switch.low)..);
            let cases = numbered.map(|(&offset, case)| Some((case, relative(index, offset)?)));
            Op::Switch(
                cases.collect::<Option<_>>()?,
                relative(index, switch.default)?,
            )
        }
        I::Lookupswitch(switch) => {
            let cases = switch
                .pairs
                .iter()
                .map(|(&case, &offset)| Some((i64::from(case), relative(index, offset)?)));
            Op::Switch(
                cases.collect::<Option<_>>()?,
                relative(index, switch.default)?,
            )
        }
        I::Ireturn => Op::Return(Some(Kind::Int)),
        I::Lreturn => Op::Return(Some(Kind::Long)),
        I::Freturn => Op::Return(Some(Kind::Float)),
        I::Dreturn => Op::Return(Some(Kind::Double)),
        I::Areturn => Op::Return(Some(Kind::Ref)),
        I::Return => Op::Return(None),
        I::Athrow => Op::Throw,
        _ => return None,
    })
}

fn relative(index: usize, offset: i32) -> Option<usize> {
    index.checked_add_signed(offset as isize)
}

fn object(instruction: &Instruction) -> Option<Op> {
    use Instruction as I;
    Some(match instruction {
        I::Getstatic(index) => Op::GetStatic(*index),
        I::Putstatic(index) => Op::PutStatic(*index),
        I::Getfield(index) => Op::GetField(*index),
        I::Putfield(index) => Op::PutField(*index),
        I::Invokevirtual(index) => Op::Invoke(Invoke::Virtual, *index),
        I::Invokespecial(index) => Op::Invoke(Invoke::Special, *index),
        I::Invokestatic(index) => Op::Invoke(Invoke::Static, *index),
        I::Invokeinterface(index, _) => Op::Invoke(Invoke::Interface, *index),
        I::Invokedynamic(index) => Op::InvokeDynamic(*index),
        I::New(index) => Op::New(*index),
        I::Checkcast(index) => Op::CheckCast(*index),
        I::Instanceof(index) => Op::InstanceOf(*index),
        I::Monitorenter => Op::EnterMonitor,
        I::Monitorexit => Op::ExitMonitor,
        _ => return None,
    })
}

/// Why an instruction is not translated.
fn unsupported(instruction: &Instruction) -> &'static str {
    use Instruction as I;
    match instruction {
        I::Jsr(_) | I::Jsr_w(_) | I::Ret(_) | I::Ret_w(_) => "a subroutine of a very old compiler",
        _ => "an instruction no compiler writes",
    }
}
