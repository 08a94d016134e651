//! Arrays: creation, lengths, elements.

use ir::memory::{MemoryOp, Position};
use ir::{
    BinaryOp, ClassId, Const, Expr, FloatType, IntType, LocalId, StatementKind, TerminatorKind,
    Type, WorldOp,
};

use crate::jvm::descriptor::JavaType;
use crate::jvm::method::op::{Elements, Kind};
use crate::jvm::method::simplify::{self, int};
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};

const INT: Type = Type::Int(IntType::I32);

impl Elements {
    /// The type of the elements, where the instruction alone says it.
    fn ty(self) -> Option<Type> {
        Some(match self {
            Self::Int => INT,
            Self::Long => Type::Int(IntType::I64),
            Self::Float => Type::Float(FloatType::F32),
            Self::Double => Type::Float(FloatType::F64),
            Self::Ref => Type::Ref,
            Self::Char => Type::Int(IntType::U16),
            Self::Short => Type::Int(IntType::I16),
            Self::ByteOrBoolean => return None,
        })
    }

    /// What an element is on the stack.
    fn kind(self) -> Kind {
        self.ty().map_or(Kind::Int, Kind::of)
    }
}

impl Translation<'_> {
    pub(in crate::jvm) fn new_array(&mut self, element: &JavaType) -> Step<Flow> {
        self.create_array(element.clone())
    }

    pub(in crate::jvm) fn new_ref_array(&mut self, index: u16) -> Step<Flow> {
        let name = self.class_named(index)?;
        let element = if name.starts_with('[') {
            JavaType::parse(&name).ok_or_else(|| invalid("an array of nothing"))?
        } else {
            JavaType::Object(name)
        };
        self.create_array(element)
    }

    fn create_array(&mut self, element: JavaType) -> Step<Flow> {
        let length = self.pop(Kind::Int)?;
        let length = self.as_leaf(length);
        if self.refuse_negative(&length)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let array = self.emit_array(&array_of(element)?, length)?;
        self.push(Expr::Local(array), Kind::Ref);
        Ok(Flow::On)
    }

    /// All lengths are looked at before anything is made (JVMS 6.5.multianewarray).
    pub(in crate::jvm) fn new_multi_array(&mut self, index: u16, dimensions: u8) -> Step<Flow> {
        let name = self.class_named(index)?;
        let ty = JavaType::parse(&name).ok_or_else(|| invalid("an array of nothing"))?;
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            let length = self.pop(Kind::Int)?;
            lengths.push(self.as_leaf(length));
        }
        lengths.reverse();
        for length in &lengths {
            if self.refuse_negative(length)? == Flow::Ended {
                return Ok(Flow::Ended);
            }
        }
        let array = self.emit_nested(&ty, &lengths)?;
        self.push(Expr::Local(array), Kind::Ref);
        Ok(Flow::On)
    }

    /// An array, each element an array of the next length, and so on.
    fn emit_nested(&mut self, ty: &JavaType, lengths: &[Expr]) -> Step<LocalId> {
        let Some((length, inner)) = lengths.split_first() else {
            return Err(invalid("an array without a length"));
        };
        let array = self.emit_array(ty, length.clone())?;
        if inner.is_empty() {
            return Ok(array);
        }
        let element =
            element_of(ty).ok_or_else(|| invalid("an array with more lengths than dimensions"))?;
        let next = self.out.temporary("index", INT);
        self.out.assign(next, int(0));
        let (head, body, done) = (self.out.reserve(), self.out.reserve(), self.out.reserve());
        self.out.end(TerminatorKind::Goto(head));
        self.out.start(head);
        let cond = binary(BinaryOp::Lt, Expr::Local(next), length.clone());
        self.out.end(TerminatorKind::Branch {
            cond,
            then: body,
            otherwise: done,
        });
        self.out.start(body);
        let made = self.emit_nested(&element, inner)?;
        self.out.emit(StatementKind::StoreElement(
            Expr::Local(array),
            Expr::Local(next),
            Expr::Local(made),
        ));
        self.out
            .assign(next, binary(BinaryOp::Add, Expr::Local(next), int(1)));
        self.out.end(TerminatorKind::Goto(head));
        self.out.start(done);
        Ok(array)
    }

    fn emit_array(&mut self, ty: &JavaType, length: Expr) -> Step<LocalId> {
        let class = self.world.class(self.program, &ty.descriptor())?;
        let array = self.out.temporary("array", Type::Ref);
        self.out.emit(StatementKind::NewArray(array, class, length));
        self.non_null.insert(array);
        Ok(array)
    }

    fn refuse_negative(&mut self, length: &Expr) -> Step<Flow> {
        let negative = simplify::compare(self.out.locals(), BinaryOp::Lt, length.clone(), int(0));
        self.raise_if(negative, "java/lang/NegativeArraySizeException")
    }

    pub(in crate::jvm) fn array_length(&mut self) -> Step<Flow> {
        let array = self.pop(Kind::Ref)?;
        if self.refuse_null(&array)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let length = self.emit_length(array);
        self.push(Expr::Local(length), Kind::Int);
        Ok(Flow::On)
    }

    fn emit_length(&mut self, array: Expr) -> LocalId {
        let length = self.out.temporary("length", INT);
        let Some(input) = self.input_array() else {
            self.out.emit(StatementKind::Length(length, array));
            return length;
        };
        let of_input = |this: &mut Self| {
            let all = this.out.temporary("all", Type::Int(IntType::I64));
            this.out
                .emit(StatementKind::World(Box::new(WorldOp::Length(all))));
            let all = this.out.cast(INT, Expr::Local(all));
            this.out.assign(length, all);
            Ok(())
        };
        let known = array.clone();
        let of_array = |this: &mut Self| {
            this.out.emit(StatementKind::Length(length, known));
            Ok(())
        };
        // Neither way fails.
        let _: Step<()> = self.either(Expr::InstanceOf(Box::new(array), input), of_input, of_array);
        length
    }

    /// In a filter, the class of the array that is the input.
    pub(in crate::jvm) fn input_array(&self) -> Option<ClassId> {
        let filtering = self.world.filtering_in(self.class)?;
        Some(self.program.image[filtering.array].class)
    }

    fn either(
        &mut self,
        cond: Expr,
        then: impl FnOnce(&mut Self) -> Step<()>,
        otherwise: impl FnOnce(&mut Self) -> Step<()>,
    ) -> Step<()> {
        let (yes, no, on) = (self.out.reserve(), self.out.reserve(), self.out.reserve());
        self.out.end(TerminatorKind::Branch {
            cond,
            then: yes,
            otherwise: no,
        });
        self.out.start(yes);
        then(self)?;
        self.out.end(TerminatorKind::Goto(on));
        self.out.start(no);
        otherwise(self)?;
        self.out.end(TerminatorKind::Goto(on));
        self.out.start(on);
        Ok(())
    }

    /// An element of the array that is the input, which is inside.
    fn load_symbol(&mut self, element: LocalId, elements: Elements, index: &Expr) -> Step<()> {
        let Some(filtering) = &self.world.filtering else {
            return Ok(());
        };
        let (tape, reads) = (filtering.tape, filtering.streams.reads);
        let (input, symbol) = (
            self.out.temporary("input", Type::Ref),
            self.out.temporary("symbol", Type::Int(reads)),
        );
        self.out.emit(StatementKind::LoadGlobal(input, tape));
        let long = Type::Int(IntType::I64);
        let width = Expr::Const(Const::Int(IntType::I64, i64::from(reads.bits / 8)));
        let offset = binary(BinaryOp::Mul, self.out.cast(long, index.clone()), width);
        let at = Position {
            block: Expr::Local(input),
            offset,
        };
        self.out
            .emit(StatementKind::Memory(Box::new(MemoryOp::Load(symbol, at))));
        let narrow = if elements == Elements::Char {
            IntType::U16
        } else {
            IntType::I8
        };
        let value = self.out.cast(Type::Int(narrow), Expr::Local(symbol));
        let ty = self.out.type_of(&Expr::Local(element));
        let value = self.out.cast(ty, value);
        self.out.assign(element, value);
        Ok(())
    }

    pub(in crate::jvm) fn load_element(&mut self, elements: Elements) -> Step<Flow> {
        let index = self.pop(Kind::Int)?;
        let index = self.as_leaf(index);
        let array = self.pop(Kind::Ref)?;
        if self.refuse_outside(&array, &index)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let input = self
            .input_array()
            .filter(|_| matches!(elements, Elements::Char | Elements::ByteOrBoolean));
        let ty = elements.ty().unwrap_or(INT);
        let element = self.out.temporary("element", ty);
        match input {
            Some(input) => self.either(
                Expr::InstanceOf(Box::new(array.clone()), input),
                |this| this.load_symbol(element, elements, &index),
                |this| this.load_from_array(element, elements, &array, &index),
            )?,
            None => self.load_from_array(element, elements, &array, &index)?,
        }
        self.push_typed(element, ty);
        Ok(Flow::On)
    }

    fn load_from_array(
        &mut self,
        element: LocalId,
        elements: Elements,
        array: &Expr,
        index: &Expr,
    ) -> Step<()> {
        match elements.ty() {
            Some(_) => {
                self.out.emit(StatementKind::LoadElement(
                    element,
                    array.clone(),
                    index.clone(),
                ));
                Ok(())
            }
            None => self.either_byte_or_boolean(array, |this, ty| {
                let narrow = this.out.temporary("element", ty);
                this.out.emit(StatementKind::LoadElement(
                    narrow,
                    array.clone(),
                    index.clone(),
                ));
                let wide = this.out.cast(INT, Expr::Local(narrow));
                this.out.assign(element, wide);
            }),
        }
    }

    pub(in crate::jvm) fn store_element(&mut self, elements: Elements) -> Step<Flow> {
        let value = self.pop(elements.kind())?;
        let index = self.pop(Kind::Int)?;
        let index = self.as_leaf(index);
        let array = self.pop(Kind::Ref)?;
        if self.refuse_outside(&array, &index)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        if let Some(input) = self.input_array() {
            let is_input = Expr::InstanceOf(Box::new(array.clone()), input);
            self.give_up_if(is_input, "it changes the array of what it reads".to_owned());
        }
        match elements.ty() {
            Some(Type::Ref) => return self.store_reference(array, index, value),
            Some(ty) => {
                let value = self.out.cast(ty, value);
                self.out
                    .emit(StatementKind::StoreElement(array, index, value));
            }
            None => {
                let value = self.as_leaf(value);
                self.either_byte_or_boolean(&array, |this, ty| {
                    let narrow = this.out.cast(ty, value.clone());
                    this.out.emit(StatementKind::StoreElement(
                        array.clone(),
                        index.clone(),
                        narrow,
                    ));
                })?;
            }
        }
        Ok(Flow::On)
    }

    /// An array may hold more special objects than its static type says.
    fn store_reference(&mut self, array: Expr, index: Expr, value: Expr) -> Step<Flow> {
        if value != simplify::null() {
            let takes = Expr::Takes(Box::new(array.clone()), Box::new(value.clone()));
            if self.raise_if(
                simplify::not(self.out.locals(), takes),
                "java/lang/ArrayStoreException",
            )? == Flow::Ended
            {
                return Ok(Flow::Ended);
            }
        }
        self.out
            .emit(StatementKind::StoreElement(array, index, value));
        Ok(Flow::On)
    }

    /// The array itself says what it holds: the instruction serves both, and what the verifier knew is not written down.
    fn either_byte_or_boolean(
        &mut self,
        array: &Expr,
        mut write: impl FnMut(&mut Self, Type),
    ) -> Step<()> {
        let bytes = self.world.class(self.program, "[B")?;
        let (byte, boolean, on) = (self.out.reserve(), self.out.reserve(), self.out.reserve());
        let cond = Expr::InstanceOf(Box::new(array.clone()), bytes);
        self.out.end(TerminatorKind::Branch {
            cond,
            then: byte,
            otherwise: boolean,
        });
        for (block, ty) in [(byte, Type::Int(IntType::I8)), (boolean, Type::Bool)] {
            self.out.start(block);
            write(self, ty);
            self.out.end(TerminatorKind::Goto(on));
        }
        self.out.start(on);
        Ok(())
    }

    /// Raises what Java raises for a null array or an index that is none.
    fn refuse_outside(&mut self, array: &Expr, index: &Expr) -> Step<Flow> {
        if self.refuse_null(array)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        let length = self.emit_length(array.clone());
        let before = simplify::compare(self.out.locals(), BinaryOp::Lt, index.clone(), int(0));
        let after = binary(BinaryOp::Ge, index.clone(), Expr::Local(length));
        let outside = match before {
            Expr::Const(Const::Bool(true)) => before,
            Expr::Const(Const::Bool(false)) => after,
            before => binary(BinaryOp::Or, before, after),
        };
        self.raise_if(outside, "java/lang/ArrayIndexOutOfBoundsException")
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn array_of(element: JavaType) -> Step<JavaType> {
    match element {
        JavaType::Array(255.., _) => Err(invalid("an array has more than 255 dimensions")),
        JavaType::Array(dimensions, inner) => Ok(JavaType::Array(dimensions + 1, inner)),
        element => Ok(JavaType::Array(1, Box::new(element))),
    }
}

fn element_of(array: &JavaType) -> Option<JavaType> {
    match array {
        JavaType::Array(1, inner) => Some((**inner).clone()),
        JavaType::Array(dimensions, inner) => Some(JavaType::Array(dimensions - 1, inner.clone())),
        _ => None,
    }
}
