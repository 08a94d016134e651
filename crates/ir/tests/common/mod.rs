//! Valid programs at random: every type, statement and terminator, names of every kind.
#![allow(dead_code)]

use std::collections::BTreeMap;

use base::{Arena, Id, Random};
use ir::{
    BinaryOp, Block, BlockId, Callee, Class, ClassId, Const, Expr, Field, FieldRef, Function, FunctionId, Global,
    GlobalId, IntType, Local, LocalId, Program, Statement, StatementKind, StringId, Terminator, TerminatorKind, Type,
    UnaryOp, Unwind,
};

const TYPES: [Type; 6] = [
    Type::Bool,
    Type::Ref,
    Type::Int(IntType::I32),
    Type::Int(IntType::I64),
    Type::Int(IntType::U16),
    Type::Int(IntType { bits: 64, signed: false }),
];

const NAMES: [&str; 8] = ["x", "this", "a.b", "if", "we ird`\\", "é\n\u{7}", "i32", "add(I)V"];

/// The program of this seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let heads: Vec<Head> = (0..1 + random.below(4)).map(|i| Head::any(&mut random, i)).collect();
    let mut program = Program {
        classes: classes(&mut random, &heads),
        globals: (0..random.below(4))
            .map(|i| Global { name: name(&mut random, i), ty: any_type(&mut random) })
            .collect(),
        functions: Arena::new(),
        strings: (0..random.below(3)).map(|i| name(&mut random, i)).collect(),
        string_class: None,
    };
    if random.chance(2, 3) {
        program.string_class = program.classes.ids().next();
    }
    let functions: Vec<Function> =
        heads.iter().map(|head| Writer::new(&mut random, &program, &heads, head).function()).collect();
    program.functions = functions.into_iter().collect();
    program
}

fn name(random: &mut Random, unique: usize) -> String {
    format!("{}{unique}", random.pick(&NAMES))
}

fn any_type(random: &mut Random) -> Type {
    *random.pick(&TYPES)
}

struct Head {
    name: String,
    params: Vec<Type>,
    returns: Option<Type>,
}

impl Head {
    fn any(random: &mut Random, unique: usize) -> Self {
        let mut params: Vec<Type> = (0..random.below(4)).map(|_| any_type(random)).collect();
        if random.chance(1, 2) {
            params.insert(0, Type::Ref);
        }
        Self { name: name(random, unique), params, returns: random.chance(1, 2).then(|| any_type(random)) }
    }
}

fn classes(random: &mut Random, heads: &[Head]) -> Arena<ClassId, Class> {
    let mut classes = Arena::new();
    for i in 0..1 + random.below(4) {
        let above = |random: &mut Random| ClassId::from_index(random.below(i));
        let parent = (i > 0 && random.chance(2, 3)).then(|| above(random));
        let interfaces = if i > 0 { (0..random.below(3)).map(|_| above(random)).collect() } else { vec![] };
        let fields = (0..random.below(4)).map(|f| Field { name: name(random, f), ty: any_type(random) }).collect();
        // One selector for each function keeps the signatures of a selector equal.
        let methods: BTreeMap<String, FunctionId> = heads
            .iter()
            .enumerate()
            .filter(|(_, head)| head.params.first() == Some(&Type::Ref) && random.chance(1, 2))
            .map(|(f, head)| (format!("{}()", head.name), FunctionId::from_index(f)))
            .collect();
        classes.push(Class { name: name(random, i), parent, interfaces, fields, methods });
    }
    classes
}

struct Writer<'a> {
    random: &'a mut Random,
    program: &'a Program,
    heads: &'a [Head],
    head: &'a Head,
    locals: Arena<LocalId, Local>,
    block_count: usize,
}

impl<'a> Writer<'a> {
    fn new(random: &'a mut Random, program: &'a Program, heads: &'a [Head], head: &'a Head) -> Self {
        // Names of locals need not be unique.
        let types: Vec<Type> = head.params.iter().chain(&TYPES).copied().collect();
        let locals = types.into_iter().map(|ty| Local { name: name(random, 0), ty }).collect();
        let block_count = 1 + random.below(6);
        Self { random, program, heads, head, locals, block_count }
    }

    fn function(mut self) -> Function {
        let mut blocks: Arena<BlockId, Block> = (0..self.block_count).map(|_| self.block()).collect();
        let entry = &mut blocks[BlockId::from_index(0)].statements;
        let zeros = self
            .locals
            .iter()
            .skip(self.head.params.len())
            .map(|(id, local)| Statement { kind: StatementKind::Assign(id, Expr::Const(zero(local.ty))), line: 0 });
        entry.splice(0..0, zeros);
        Function {
            name: self.head.name.clone(),
            file: ["", "A.java", "we\"ird"][self.random.below(3)].into(),
            params: self.head.params.len(),
            returns: self.head.returns,
            locals: self.locals,
            blocks,
        }
    }

    fn block(&mut self) -> Block {
        let statements = (0..self.random.below(4)).filter_map(|_| self.statement()).collect();
        let kind = self.terminator();
        Block { statements, terminator: Terminator { kind, line: self.random.below(3) as u32 } }
    }

    fn statement(&mut self) -> Option<Statement> {
        let kind = match self.random.below(6) {
            0 => StatementKind::New(self.local(Type::Ref)?, self.class()),
            1 => {
                let (global, ty) = self.global()?;
                StatementKind::LoadGlobal(self.local(ty)?, global)
            }
            2 => {
                let (global, ty) = self.global()?;
                StatementKind::StoreGlobal(global, self.expr(ty, 3))
            }
            3 => {
                let (field, ty) = self.field()?;
                StatementKind::Load(self.local(ty)?, self.expr(Type::Ref, 1), field)
            }
            4 => {
                let (field, ty) = self.field()?;
                StatementKind::Store(self.expr(Type::Ref, 1), field, self.expr(ty, 3))
            }
            _ => {
                let ty = any_type(self.random);
                StatementKind::Assign(self.local(ty)?, self.expr(ty, 5))
            }
        };
        Some(Statement { kind, line: self.random.below(100) as u32 })
    }

    fn terminator(&mut self) -> TerminatorKind {
        match self.random.below(8) {
            0 => TerminatorKind::Goto(self.target()),
            1 => {
                TerminatorKind::Branch { cond: self.expr(Type::Bool, 4), then: self.target(), otherwise: self.target() }
            }
            2 => {
                let cases = [(-3, self.target()), (0, self.target()), (i64::from(i32::MAX), self.target())];
                TerminatorKind::Switch {
                    value: self.expr(Type::Int(IntType::I32), 2),
                    cases: cases[..self.random.below(4)].to_vec(),
                    default: self.target(),
                }
            }
            3 | 4 => self.call(),
            5 => TerminatorKind::Throw(self.expr(Type::Ref, 1)),
            6 => TerminatorKind::Unsupported(self.random.pick(&NAMES).to_string()),
            _ => TerminatorKind::Return(self.head.returns.map(|ty| self.expr(ty, 3))),
        }
    }

    fn call(&mut self) -> TerminatorKind {
        let number = self.random.below(self.heads.len());
        let head = &self.heads[number];
        let virtually = head.params.first() == Some(&Type::Ref) && self.random.chance(1, 2);
        let callee = if virtually {
            Callee::Virtual(format!("{}()", head.name))
        } else {
            Callee::Direct(FunctionId::from_index(number))
        };
        let exception = self.local(Type::Ref).expect("there is a local of every type");
        TerminatorKind::Call {
            dst: head.returns.filter(|_| self.random.chance(2, 3)).and_then(|ty| self.local(ty)),
            callee,
            args: head.params.iter().map(|&ty| self.expr(ty, 2)).collect(),
            next: self.target(),
            unwind: self.random.chance(1, 2).then(|| Unwind { block: self.target(), exception }),
        }
    }

    fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(1, 4) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match ty {
            Type::Ref => self.leaf(ty),
            Type::Bool => self.condition(depth),
            Type::Int(_) => self.number(ty, depth),
        }
    }

    fn condition(&mut self, depth: usize) -> Expr {
        use BinaryOp::*;
        match self.random.below(5) {
            0 => Expr::Unary(UnaryOp::Not, Box::new(self.expr(Type::Bool, depth))),
            1 => {
                let op = *self.random.pick(&[And, Or, Xor, Eq, Ne]);
                self.binary(op, Type::Bool, Type::Bool, depth)
            }
            2 => {
                let op = *self.random.pick(&[Lt, Le, Gt, Ge, Eq, Ne]);
                let ty = *self.random.pick(&TYPES[2..]);
                self.binary(op, ty, ty, depth)
            }
            3 => Expr::InstanceOf(Box::new(self.expr(Type::Ref, depth)), self.class()),
            _ => Expr::Cast(Type::Bool, Box::new(self.expr(Type::Int(IntType::I32), depth))),
        }
    }

    fn number(&mut self, ty: Type, depth: usize) -> Expr {
        use BinaryOp::*;
        match self.random.below(4) {
            0 => Expr::Unary(UnaryOp::Neg, Box::new(self.expr(ty, depth))),
            1 => {
                let from = *self.random.pick(&[TYPES[0], TYPES[2], TYPES[3], TYPES[4], TYPES[5]]);
                Expr::Cast(ty, Box::new(self.expr(from, depth)))
            }
            2 => {
                let op = *self.random.pick(&[Shl, Shr, Ushr]);
                self.binary(op, ty, Type::Int(IntType::I32), depth)
            }
            _ => {
                let op = *self.random.pick(&[Add, Sub, Mul, Div, Rem, And, Or, Xor]);
                self.binary(op, ty, ty, depth)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Type, b: Type, depth: usize) -> Expr {
        Expr::Binary(op, Box::new(self.expr(a, depth)), Box::new(self.expr(b, depth)))
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        if self.random.chance(1, 2)
            && let Some(local) = self.local(ty)
        {
            return Expr::Local(local);
        }
        Expr::Const(match ty {
            Type::Bool => Const::Bool(self.random.chance(1, 2)),
            Type::Int(int) => {
                Const::Int(int, int.wrap(*self.random.pick(&[0, 1, -1, i64::MIN, i64::MAX, 1 << 31, 77])))
            }
            Type::Ref => self.reference(),
        })
    }

    fn reference(&mut self) -> Const {
        let strings = self.program.strings.len();
        if self.program.string_class.is_some() && strings > 0 && self.random.chance(1, 2) {
            Const::String(StringId::from_index(self.random.below(strings)))
        } else {
            Const::Null
        }
    }

    fn local(&mut self, ty: Type) -> Option<LocalId> {
        let fitting: Vec<LocalId> = self.locals.iter().filter(|(_, l)| l.ty == ty).map(|(id, _)| id).collect();
        (!fitting.is_empty()).then(|| *self.random.pick(&fitting))
    }

    fn class(&mut self) -> ClassId {
        ClassId::from_index(self.random.below(self.program.classes.len()))
    }

    fn global(&mut self) -> Option<(GlobalId, Type)> {
        let count = self.program.globals.len();
        let global = GlobalId::from_index((count > 0).then(|| self.random.below(count))?);
        Some((global, self.program.globals[global].ty))
    }

    fn field(&mut self) -> Option<(FieldRef, Type)> {
        let class = self.class();
        let count = self.program.classes[class].fields.len();
        let index = (count > 0).then(|| self.random.below(count))? as u32;
        let field = FieldRef { class, index };
        Some((field, self.program.field(field).ty))
    }

    fn target(&mut self) -> BlockId {
        BlockId::from_index(self.random.below(self.block_count))
    }
}

fn zero(ty: Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(false),
        Type::Int(int) => Const::Int(int, 0),
        Type::Ref => Const::Null,
    }
}

/// A text with a few bytes deleted, doubled, overwritten or swapped.
pub fn mutate(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let Some(at) = (!bytes.is_empty()).then(|| random.below(bytes.len())) else { break };
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes[at] = *random.pick(b"()[]{}:,=<>+-*/%&|^!@#`\"\\0129aZ_ \n\xff"),
            3 => {
                let end = (at + random.below(20)).min(bytes.len());
                let chunk = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, chunk);
            }
            _ => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
