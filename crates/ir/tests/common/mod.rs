//! Valid programs at random: every type, statement and terminator, names of every kind.

use std::cell::OnceCell;

use base::{Arena, Growing, Id, Place, Random};
use ir::memory::{Access, Content, MemoryOp, NewBlock, Position, Storage};
use ir::{
    Ask, BinaryOp, Block, BlockId, Callee, Class, ClassId, Code, Const, CopyElements, Element,
    Event, EventId, Expr, Field, FieldRef, FloatType, Function, FunctionId, Giver, Global,
    GlobalId, ImageId, ImageObject, IntType, Like, Local, LocalId, Open, PrintArg, Program,
    SelectorId, Statement, StatementKind, Terminator, TerminatorKind, Type, UnaryOp, Unwind,
    WorldOp,
};

const I32: Type = Type::Int(IntType::I32);
const I64: Type = Type::Int(IntType::I64);
const INTEGERS: [Type; 4] = [
    I32,
    I64,
    Type::Int(IntType::U16),
    Type::Int(IntType {
        bits: 64,
        signed: false,
    }),
];
const FLOATS: [Type; 2] = [Type::Float(FloatType::F32), Type::Float(FloatType::F64)];
const TYPES: [Type; 8] = [
    Type::Bool,
    Type::Ref,
    INTEGERS[0],
    INTEGERS[1],
    INTEGERS[2],
    INTEGERS[3],
    FLOATS[0],
    FLOATS[1],
];

const U8: Type = Type::Int(IntType {
    bits: 8,
    signed: false,
});

/// What memory holds besides pointers.
const NUMBERS: [Type; 8] = [
    Type::Bool,
    U8,
    INTEGERS[0],
    INTEGERS[1],
    INTEGERS[2],
    INTEGERS[3],
    FLOATS[0],
    FLOATS[1],
];

const NAMES: [&str; 8] = [
    "x",
    "this",
    "a.b",
    "if",
    "we ird`\\",
    "é\n\u{7}",
    "i32",
    "add(I)V",
];

/// The program of this seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    let heads: Vec<Head> = (0..1 + random.below(4))
        .map(|i| Head::any(&mut random, i))
        .collect();
    // One selector for each function keeps the signatures of a selector equal.
    let program = Program {
        selectors: heads
            .iter()
            .map(|head| format!("{}()", head.name))
            .collect(),
        classes: classes(&mut random, &heads),
        ..Program::default()
    };
    image(&mut random, &program);
    for i in 0..random.below(3) {
        let place = Place::new(
            *random.pick(&["", "a.c", "we\"ird"]),
            random.below(3) as u32,
        );
        program.events.push(Event {
            name: name(&mut random, i).into(),
            place,
        });
    }
    for i in 0..random.below(4) {
        let (name, ty, tracked) = (
            name(&mut random, i),
            any_type(&mut random),
            random.chance(1, 2),
        );
        let initial = if random.chance(1, 2) {
            constant(&mut random, &program, ty).into()
        } else {
            OnceCell::new()
        };
        program.globals.push(Global {
            name,
            ty,
            initial,
            tracked,
        });
    }
    let functions: Vec<Function> = heads
        .iter()
        .map(|head| Writer::new(&mut random, &program, &heads, head).function())
        .collect();
    Program {
        functions: functions.into_iter().collect(),
        ..program
    }
}

/// Objects that refer to one another, forward too. Elements of one class are left null.
fn image(random: &mut Random, program: &Program) {
    for i in 0..random.below(4) {
        let class = ClassId::from_index(random.below(program.classes.len()));
        let plain = name(random, i);
        let names = [
            None,
            Some("twice".to_owned()),
            Some(format!("\"{plain}\"")),
            Some(plain),
        ];
        let name = random.pick(&names).clone();
        program.image.push(ImageObject {
            class,
            name,
            content: OnceCell::new(),
        });
    }
    for object in program.image.values() {
        let content = match program.classes[object.class].element {
            Some(Element { class: Some(_), .. }) => vec![Const::Null; random.below(3)],
            Some(Element { ty, class: None }) => (0..random.below(4))
                .map(|_| constant(random, program, ty))
                .collect(),
            None => {
                let fields = program.layout(object.class).into_iter();
                fields
                    .map(|field| constant(random, program, program.field(field).ty))
                    .collect()
            }
        };
        object.content.set(content).expect("it had none");
    }
}

fn constant(random: &mut Random, program: &Program, ty: Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(random.chance(1, 2)),
        Type::Int(int) => Const::Int(
            int,
            int.wrap(*random.pick(&[0, 1, -1, i64::MIN, i64::MAX, 1 << 31, 77])),
        ),
        Type::Float(float) => {
            let bits = if random.chance(1, 2) {
                float.nearest(*random.pick(&REALS))
            } else {
                random.bits()
            };
            Const::Float(float, float.canonical(bits))
        }
        Type::Ref if !program.image.is_empty() && random.chance(1, 2) => {
            Const::Object(ImageId::from_index(random.below(program.image.len())))
        }
        Type::Ref => Const::Null,
    }
}

const REALS: [f64; 9] = [
    0.0,
    -0.0,
    1.5,
    -1e-7,
    1e300,
    16777217.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

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
        Self {
            name: name(random, unique),
            params,
            returns: random.chance(1, 2).then(|| any_type(random)),
        }
    }
}

fn classes(random: &mut Random, heads: &[Head]) -> Growing<ClassId, Class> {
    let classes: Growing<ClassId, Class> = Growing::new();
    for i in 0..1 + random.below(4) {
        let above = |random: &mut Random| ClassId::from_index(random.below(i));
        let plain: Vec<ClassId> = classes
            .iter()
            .filter(|(_, c)| c.element.is_none())
            .map(|(id, _)| id)
            .collect();
        let parent = (!plain.is_empty() && random.chance(2, 3)).then(|| *random.pick(&plain));
        let interfaces = if plain.is_empty() {
            vec![]
        } else {
            (0..random.below(3)).map(|_| *random.pick(&plain)).collect()
        };
        let name = name(random, i);
        if i > 0 && random.chance(1, 3) {
            let ty = any_type(random);
            let class = (ty == Type::Ref && random.chance(1, 2)).then(|| above(random));
            classes.push(Class {
                name,
                parent,
                element: Some(Element { ty, class }),
                ..Class::default()
            });
            continue;
        }
        let fields = (0..random.below(4)).map(|f| field(random, f)).collect();
        let methods = heads.iter().enumerate();
        let methods = methods
            .filter(|(_, head)| head.params.first() == Some(&Type::Ref) && random.chance(1, 2));
        let methods = methods
            .map(|(f, _)| (SelectorId::from_index(f), FunctionId::from_index(f)))
            .collect();
        classes.push(Class {
            name,
            parent,
            interfaces,
            fields,
            methods,
            full: random.chance(1, 4),
            ..Class::default()
        });
    }
    classes
}

fn field(random: &mut Random, unique: usize) -> Field {
    let source_type = random.pick(&["", "int", "java.lang.Object"]).to_string();
    Field {
        name: name(random, unique),
        ty: any_type(random),
        source_type,
    }
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
    fn new(
        random: &'a mut Random,
        program: &'a Program,
        heads: &'a [Head],
        head: &'a Head,
    ) -> Self {
        // Names of locals need not be unique.
        let types: Vec<Type> = head.params.iter().chain(&TYPES).copied().collect();
        let locals = types
            .into_iter()
            .map(|ty| Local {
                name: name(random, 0),
                ty,
            })
            .collect();
        let block_count = 1 + random.below(6);
        Self {
            random,
            program,
            heads,
            head,
            locals,
            block_count,
        }
    }

    fn function(mut self) -> Function {
        let mut blocks: Arena<BlockId, Block> =
            (0..self.block_count).map(|_| self.block()).collect();
        let entry = &mut blocks[BlockId::from_index(0)].statements;
        let fresh = self.locals.iter().skip(self.head.params.len());
        let fresh = fresh.map(|(id, local)| Statement {
            kind: first_value(self.random, self.program, id, local.ty),
            line: 0,
        });
        let zeros: Vec<Statement> = fresh.collect();
        entry.splice(0..0, zeros);
        Function {
            name: self.head.name.clone(),
            file: ["", "A.java", "we\"ird"][self.random.below(3)].into(),
            params: self
                .locals
                .values()
                .take(self.head.params.len())
                .cloned()
                .collect(),
            returns: self.head.returns,
            code: Code {
                locals: self.locals,
                blocks,
            }
            .into(),
        }
    }

    fn block(&mut self) -> Block {
        let statements = (0..self.random.below(4))
            .filter_map(|_| self.statement())
            .collect();
        let kind = self.terminator();
        Block {
            statements,
            terminator: Terminator {
                kind,
                line: self.random.below(3) as u32,
            },
        }
    }

    fn statement(&mut self) -> Option<Statement> {
        let kind = match self.random.below(40) {
            30..=36 => StatementKind::Memory(Box::new(self.memory()?)),
            37..=39 => StatementKind::World(Box::new(self.world()?)),
            0 | 1 => self.new_object()?,
            6 => StatementKind::Length(self.local(I32)?, self.expr(Type::Ref, 1)),
            7 => {
                let dst = self.any_local()?;
                StatementKind::LoadElement(dst, self.expr(Type::Ref, 1), self.expr(I32, 1))
            }
            8 => StatementKind::StoreElement(
                self.expr(Type::Ref, 1),
                self.expr(I32, 1),
                self.any_expr(),
            ),
            9 => StatementKind::CopyElements(Box::new(CopyElements {
                from: self.expr(Type::Ref, 1),
                start: self.expr(I32, 1),
                to: self.expr(Type::Ref, 1),
                at: self.expr(I32, 1),
                count: self.expr(I32, 1),
            })),
            10 => StatementKind::Duplicate(self.local(Type::Ref)?, self.expr(Type::Ref, 1)),
            11 => StatementKind::ClassOf(self.local(Type::Ref)?, self.expr(Type::Ref, 1)),
            12 => StatementKind::LoadSlot(
                self.any_local()?,
                self.expr(Type::Ref, 1),
                self.expr(I64, 1),
            ),
            13 => StatementKind::StoreSlot(
                self.expr(Type::Ref, 1),
                self.expr(I64, 1),
                self.any_expr(),
            ),
            2 => {
                let (global, ty) = self.global()?;
                StatementKind::LoadGlobal(self.local(ty)?, global)
            }
            3 => {
                let (global, ty) = self.global()?;
                StatementKind::StoreGlobal(global, self.expr(ty, 3))
            }
            4 => {
                let (field, ty) = self.field()?;
                StatementKind::Load(self.local(ty)?, self.expr(Type::Ref, 1), field)
            }
            5 => {
                let (field, ty) = self.field()?;
                StatementKind::Store(self.expr(Type::Ref, 1), field, self.expr(ty, 3))
            }
            _ => {
                let ty = any_type(self.random);
                StatementKind::Assign(self.local(ty)?, self.expr(ty, 5))
            }
        };
        Some(Statement {
            kind,
            line: self.random.below(100) as u32,
        })
    }

    fn memory(&mut self) -> Option<MemoryOp> {
        let (number, width) = (*self.random.pick(&NUMBERS), *self.random.pick(&[4, 8]));
        Some(match self.random.below(14) {
            0 => MemoryOp::New(self.new_block()?),
            1 => MemoryOp::End(self.expr(Type::Ref, 1)),
            2 | 3 => MemoryOp::Probe {
                dst: self.local(I32)?,
                at: self.position(),
                size: self.expr(I64, 1),
                access: *self.random.pick(&[
                    Access::Read,
                    Access::Write,
                    Access::Copy,
                    Access::Release,
                ]),
            },
            4 => MemoryOp::Load(self.local(number)?, self.position()),
            5 => MemoryOp::Store(self.position(), self.expr(number, 2)),
            6 => MemoryOp::LoadTarget {
                dst: self.local(Type::Ref)?,
                at: self.position(),
                width,
            },
            7 => MemoryOp::LoadOffset {
                dst: self.local(I64)?,
                at: self.position(),
                width,
            },
            8 => MemoryOp::StorePointer {
                at: self.position(),
                pointer: self.position(),
                width,
            },
            9 => MemoryOp::Copy {
                from: self.position(),
                to: self.position(),
                count: self.expr(I64, 1),
            },
            10 => {
                let byte = self.random.chance(1, 2).then(|| self.expr(U8, 2));
                MemoryOp::Fill {
                    at: self.position(),
                    byte,
                    count: self.expr(I64, 1),
                }
            }
            11 => MemoryOp::Size(self.local(I64)?, self.expr(Type::Ref, 1)),
            12 if self.random.chance(1, 2) => MemoryOp::Compare {
                dst: self.local(I32)?,
                left: self.position(),
                right: self.position(),
            },
            12 => MemoryOp::Address(self.local(I64)?, self.expr(Type::Ref, 1)),
            _ if self.random.chance(1, 2) => {
                MemoryOp::Find(self.local(Type::Ref)?, self.expr(I64, 2))
            }
            _ => MemoryOp::FindOffset(self.local(I64)?, self.expr(I64, 2)),
        })
    }

    fn new_block(&mut self) -> Option<NewBlock> {
        let (class, dst) = (
            block_class(self.random, self.program)?,
            self.local(Type::Ref)?,
        );
        Some(new_block(self.random, dst, class))
    }

    /// Mostly near the beginning of a block, so that not every path ends.
    fn position(&mut self) -> Position {
        let near = Expr::Const(Const::Int(IntType::I64, self.random.below(9) as i64));
        let offset = if self.random.chance(2, 3) {
            near
        } else {
            self.expr(I64, 2)
        };
        Position {
            block: self.expr(Type::Ref, 1),
            offset,
        }
    }

    fn world(&mut self) -> Option<WorldOp> {
        let number = *self.random.pick(&NUMBERS);
        Some(match self.random.below(10) {
            9 => WorldOp::Ask(Ask {
                dst: self.local(number)?,
                question: (*self.random.pick(&NAMES)).into(),
                last: constant(self.random, self.program, number),
            }),
            0 => {
                let givers = [Giver::Call, Giver::Object, Giver::Stream];
                let giver = *self.random.pick(&givers);
                WorldOp::Input {
                    dst: self.local(number)?,
                    name: (*self.random.pick(&NAMES)).into(),
                    giver,
                }
            }
            6 => {
                let like = match self.random.below(4) {
                    0 => Like::Any,
                    1 => Like::Truth(self.expr(I32, 2)),
                    2 => Like::Sign(self.expr(I64, 2)),
                    _ => Like::Natural,
                };
                let dst = self.local(if like == Like::Any { number } else { I32 })?;
                WorldOp::Open(Open {
                    dst,
                    name: (*self.random.pick(&NAMES)).into(),
                    like,
                })
            }
            1 => {
                let count = self.program.events.len();
                let event = (count > 0).then(|| self.random.below(count))?;
                WorldOp::Event(EventId::from_index(event))
            }
            8 => WorldOp::Keep(self.expr(I64, 2)),
            7 => WorldOp::Assume((*self.random.pick(&NAMES)).into()),
            2 => WorldOp::Enter(self.random.below(3) as u32),
            3 => WorldOp::Iterate(self.random.below(3) as u32),
            4 => WorldOp::Output(self.expr(U8, 2)),
            _ => {
                let count = self.random.below(3);
                WorldOp::Print {
                    format: self.position(),
                    args: (0..count).map(|_| self.print_arg()).collect(),
                }
            }
        })
    }

    fn print_arg(&mut self) -> PrintArg {
        let number = *self.random.pick(&NUMBERS);
        match self.random.chance(1, 2) {
            true => PrintArg::Number(self.expr(number, 2)),
            false => PrintArg::Pointer(self.position()),
        }
    }

    fn new_object(&mut self) -> Option<StatementKind> {
        let (dst, class) = (self.local(Type::Ref)?, self.class());
        Some(match self.program.classes[class].element {
            Some(_) => StatementKind::NewArray(dst, class, self.expr(I32, 1)),
            None => StatementKind::New(dst, class),
        })
    }

    fn any_local(&mut self) -> Option<LocalId> {
        let ty = any_type(self.random);
        self.local(ty)
    }

    fn any_expr(&mut self) -> Expr {
        let ty = any_type(self.random);
        self.expr(ty, 2)
    }

    fn terminator(&mut self) -> TerminatorKind {
        match self.random.below(10) {
            0 => TerminatorKind::Goto(self.target()),
            1 => TerminatorKind::Branch {
                cond: self.expr(Type::Bool, 4),
                then: self.target(),
                otherwise: self.target(),
            },
            2 => {
                let cases = [
                    (-3, self.target()),
                    (0, self.target()),
                    (i64::from(i32::MAX), self.target()),
                ];
                TerminatorKind::Switch {
                    value: self.expr(I32, 2),
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
            Callee::Virtual(SelectorId::from_index(number))
        } else if self.random.chance(1, 10) {
            Callee::Native(self.random.pick(&NAMES).to_string().into())
        } else {
            Callee::Direct(FunctionId::from_index(number))
        };
        let exception = self
            .local(Type::Ref)
            .expect("there is a local of every type");
        TerminatorKind::Call {
            dst: head
                .returns
                .filter(|_| self.random.chance(2, 3))
                .and_then(|ty| self.local(ty)),
            callee,
            args: head.params.iter().map(|&ty| self.expr(ty, 2)).collect(),
            next: self.target(),
            unwind: self.random.chance(1, 2).then(|| Unwind {
                block: self.target(),
                exception,
            }),
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
            Type::Float(_) => self.real(ty, depth),
        }
    }

    fn condition(&mut self, depth: usize) -> Expr {
        use BinaryOp::*;
        match self.random.below(20) {
            // Rare: most objects are no arrays of references, and the path ends.
            19 => Expr::Takes(
                Box::new(self.expr(Type::Ref, depth)),
                Box::new(self.expr(Type::Ref, depth)),
            ),
            0 => Expr::Unary(UnaryOp::Not, Box::new(self.expr(Type::Bool, depth))),
            1 => {
                let op = *self.random.pick(&[And, Or, Xor, Eq, Ne]);
                self.binary(op, Type::Bool, Type::Bool, depth)
            }
            2..=8 => {
                let op = *self.random.pick(&[Lt, Le, Gt, Ge, Eq, Ne]);
                let ty = *self.random.pick(&TYPES[2..]); // numbers
                self.binary(op, ty, ty, depth)
            }
            9..=13 => Expr::InstanceOf(Box::new(self.expr(Type::Ref, depth)), self.class()),
            _ => Expr::Cast(Type::Bool, Box::new(self.expr(I32, depth))),
        }
    }

    fn number(&mut self, ty: Type, depth: usize) -> Expr {
        use BinaryOp::*;
        match self.random.below(5) {
            0 => Expr::Unary(UnaryOp::Neg, Box::new(self.expr(ty, depth))),
            1 => {
                let from = *self.random.pick(&[
                    Type::Bool,
                    I32,
                    I64,
                    INTEGERS[2],
                    INTEGERS[3],
                    FLOATS[0],
                    FLOATS[1],
                ]);
                Expr::Cast(ty, Box::new(self.expr(from, depth)))
            }
            4 if ty == I32 => Expr::Unary(UnaryOp::ToBits, Box::new(self.expr(FLOATS[0], depth))),
            4 if ty == I64 => Expr::Unary(UnaryOp::ToBits, Box::new(self.expr(FLOATS[1], depth))),
            2 => {
                let op = *self.random.pick(&[Shl, Shr, Ushr]);
                self.binary(op, ty, I32, depth)
            }
            _ => {
                let op = *self.random.pick(&[Add, Sub, Mul, Div, Rem, And, Or, Xor]);
                self.binary(op, ty, ty, depth)
            }
        }
    }

    fn real(&mut self, ty: Type, depth: usize) -> Expr {
        use BinaryOp::*;
        match self.random.below(5) {
            0 => {
                let op = *self
                    .random
                    .pick(&[UnaryOp::Neg, UnaryOp::Abs, UnaryOp::Sqrt]);
                Expr::Unary(op, Box::new(self.expr(ty, depth)))
            }
            1 => {
                let from =
                    *self
                        .random
                        .pick(&[I32, I64, INTEGERS[2], INTEGERS[3], FLOATS[0], FLOATS[1]]);
                Expr::Cast(ty, Box::new(self.expr(from, depth)))
            }
            2 => {
                let bits = if ty == FLOATS[0] { I32 } else { I64 };
                Expr::Unary(UnaryOp::FromBits, Box::new(self.expr(bits, depth)))
            }
            _ => {
                let op = *self.random.pick(&[Add, Sub, Mul, Div, Rem]);
                self.binary(op, ty, ty, depth)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Type, b: Type, depth: usize) -> Expr {
        Expr::Binary(
            op,
            Box::new(self.expr(a, depth)),
            Box::new(self.expr(b, depth)),
        )
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        if self.random.chance(if ty == Type::Ref { 5 } else { 3 }, 6)
            && let Some(local) = self.local(ty)
        {
            return Expr::Local(local);
        }
        Expr::Const(constant(self.random, self.program, ty))
    }

    fn local(&mut self, ty: Type) -> Option<LocalId> {
        let fitting: Vec<LocalId> = self
            .locals
            .iter()
            .filter(|(_, l)| l.ty == ty)
            .map(|(id, _)| id)
            .collect();
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

/// Gives a local its first value; a reference is mostly to a new object, so that not every path ends at once.
fn first_value(random: &mut Random, program: &Program, local: LocalId, ty: Type) -> StatementKind {
    if ty == Type::Ref
        && random.chance(1, 3)
        && let Some(class) = block_class(random, program)
    {
        return StatementKind::Memory(Box::new(MemoryOp::New(new_block(random, local, class))));
    }
    if ty == Type::Ref && random.chance(4, 5) {
        let class = ClassId::from_index(random.below(program.classes.len()));
        let length = Expr::Const(Const::Int(IntType::I32, random.below(4) as i64));
        return match program.classes[class].element {
            Some(_) => StatementKind::NewArray(local, class, length),
            None => StatementKind::New(local, class),
        };
    }
    StatementKind::Assign(local, Expr::Const(Const::zero(ty)))
}

/// A class without fields and elements.
fn block_class(random: &mut Random, program: &Program) -> Option<ClassId> {
    let fits =
        |&(id, class): &(ClassId, &Class)| class.element.is_none() && program.layout(id).is_empty();
    let fitting: Vec<ClassId> = program
        .classes
        .iter()
        .filter(fits)
        .map(|(id, _)| id)
        .collect();
    (!fitting.is_empty()).then(|| *random.pick(&fitting))
}

fn new_block(random: &mut Random, dst: LocalId, class: ClassId) -> NewBlock {
    let bytes = |random: &mut Random| {
        (0..random.below(5))
            .map(|_| *random.pick(b"%d\0\xff"))
            .collect()
    };
    let storages = [
        Storage::Static,
        Storage::Constant,
        Storage::Automatic,
        Storage::Allocated,
    ];
    NewBlock {
        dst,
        class,
        size: Expr::Const(Const::Int(
            IntType::I64,
            *random.pick(&[0, 1, 9, 16, 70, -1]),
        )),
        storage: *random.pick(&storages),
        content: match random.below(3) {
            0 => Content::Unset,
            1 => Content::Zero,
            _ => Content::Bytes(bytes(random)),
        },
        name: (*random.pick(&NAMES)).into(),
    }
}

/// A text with a few bytes deleted, doubled, overwritten or swapped.
pub fn mutate(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let Some(at) = (!bytes.is_empty()).then(|| random.below(bytes.len())) else {
            break;
        };
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
