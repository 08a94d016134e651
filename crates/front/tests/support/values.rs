//! Arguments at random: corners of number types, texts, boxes, arrays, constants, collections, functions, objects seen
//! before.

use base::Random;
use front::jvm::replay::{Argument, Held, Session};
use ir::interp::Value;
use ir::{Candidate, ClassId, Component, FloatType, IntType, Param, Program, Type};

/// What the arguments of one sequence have in common, so that objects of one kind meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Numbers,
    Texts,
    Anything,
}

pub struct Values<'r, 'c> {
    pub random: &'r mut Random,
    pub component: &'c Component,
    pub theme: Theme,
}

/// A value of a type that is no reference: often a corner of its type, often small.
pub fn scalar(random: &mut Random, ty: Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(random.chance(1, 2)),
        Type::Ref => Value::NULL,
        Type::Float(FloatType::F32) => Value::f32(float(random) as f32),
        Type::Float(FloatType::F64) => Value::f64(float(random)),
        Type::Int(int) => {
            let (min, max) = (int.min() as i64, int.max() as i64);
            let near = [
                min.wrapping_add(1),
                max - 1,
                31,
                32,
                63,
                64,
                i64::from(i32::MIN),
            ];
            let corner = *random.pick(&[&[0, 1, -1, 2, min, max], near.as_slice()].concat());
            let value = match random.below(4) {
                0 | 1 => corner,
                2 => random.below(24) as i64 - 12,
                _ => random.bits() as i64,
            };
            Value::Int(int.wrap(value))
        }
    }
}

fn float(random: &mut Random) -> f64 {
    let corners = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        3e9,
        -1e19,
        1e300,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NAN,
    ];
    match random.below(3) {
        0 => *random.pick(&corners),
        1 => random.below(24) as f64 / 4.0 - 3.0,
        _ => f64::from_bits(random.bits()),
    }
}

impl Values<'_, '_> {
    /// Something to pass for a parameter.
    pub fn argument(&mut self, session: &Session<'_>, param: &Param) -> Argument {
        match param.ty {
            // Positions in collections and texts are small more often than not.
            Type::Int(int)
                if self.component.name.starts_with("java.") && self.random.chance(3, 4) =>
            {
                Value::Int(int.wrap(self.random.below(6) as i64 - 1)).into()
            }
            Type::Ref => self.reference(session, &param.source_type),
            ty => scalar(self.random, ty).into(),
        }
    }

    fn reference(&mut self, session: &Session<'_>, ty: &str) -> Argument {
        let known = named(&self.component.program, ty);
        match self.random.below(20) {
            0 => return Value::NULL.into(),
            1 if known
                .is_some_and(|c| self.component.program.is_subclass(self.component.class, c)) =>
            {
                return Argument::This;
            }
            2..6 => {
                let fitting = known
                    .map(|class| session.earlier_of(class))
                    .unwrap_or_default();
                if !fitting.is_empty() {
                    return Argument::Earlier(*self.random.pick(&fitting));
                }
            }
            _ => {}
        }
        self.fresh(ty).unwrap_or_else(|| Value::NULL.into())
    }

    fn fresh(&mut self, ty: &str) -> Option<Argument> {
        if let Some(element) = ty.strip_suffix("[]") {
            return self.array(element);
        }
        Some(match ty {
            "Object" | "Comparable" => self.object(),
            "String" | "CharSequence" => self.text(),
            "Number" => self.boxed("Integer"),
            "Boolean" | "Byte" | "Short" | "Character" | "Integer" | "Long" | "Float"
            | "Double" => self.boxed(ty),
            "StringBuffer" | "StringBuilder" => {
                self.around(&format!("java.lang.{ty}"), "java/lang/String")
            }
            _ => return self.library(ty).or_else(|| self.candidate(ty)),
        })
    }

    fn object(&mut self) -> Argument {
        match (self.theme, self.random.below(20)) {
            (Theme::Numbers, 0..17) | (Theme::Anything, 0..6) => self.boxed("Integer"),
            (Theme::Texts, 0..17) | (Theme::Anything, 6..12) => self.text(),
            (Theme::Anything, 12) => self.fresh("Object[]").unwrap_or(Argument::This),
            (Theme::Anything, 13) => self.list(),
            (Theme::Anything, 14) => {
                Argument::made("java.lang.Object", "<init>", "()V", Vec::new())
            }
            (Theme::Anything, 15) => {
                Argument::Constant("java.lang.Thread$State".to_owned(), "NEW".to_owned())
            }
            (Theme::Anything, 16) => self.function("runnable", "Runnable"),
            (_, 17) => self.boxed("Integer"),
            (_, 18) => self.text(),
            (_, _) => {
                let class = *self.random.pick(&[
                    "Boolean",
                    "Byte",
                    "Short",
                    "Character",
                    "Long",
                    "Float",
                    "Double",
                ]);
                self.boxed(class)
            }
        }
    }

    pub fn text(&mut self) -> Argument {
        let some = [
            "",
            "a",
            "b",
            "ab",
            "abc",
            "aab",
            " b ",
            "0",
            "-1",
            "12",
            "2147483648",
            "1.5",
            "true",
            "A",
            "\n",
            "\\u",
        ];
        match self.random.below(12) {
            0 => Argument::text("gr\u{fc}\u{df}e \u{130}"),
            1 => Argument::text("\u{3b1}\u{2713}\u{1f600}"),
            2 => Argument::Text(
                (0..self.random.below(7))
                    .map(|_| self.random.below(128) as u16)
                    .collect(),
            ),
            3 if self.random.chance(1, 6) => Argument::Text(vec![0xd800, 97]),
            _ => Argument::text(self.random.pick::<&str>(&some)),
        }
    }

    fn boxed(&mut self, class: &str) -> Argument {
        let (code, ty) = match class {
            "Boolean" => ("Z", Type::Bool),
            "Byte" => ("B", Type::Int(IntType::I8)),
            "Short" => ("S", Type::Int(IntType::I16)),
            "Character" => ("C", Type::Int(IntType::U16)),
            "Long" => ("J", Type::Int(IntType::I64)),
            "Float" => ("F", Type::Float(FloatType::F32)),
            "Double" => ("D", Type::Float(FloatType::F64)),
            _ => ("I", Type::Int(IntType::I32)),
        };
        let small = Value::Int(self.random.below(6) as i64);
        let value = match ty {
            Type::Int(_) if self.random.chance(4, 5) => small,
            ty => scalar(self.random, ty),
        };
        let descriptor = format!("({code})Ljava/lang/{class};");
        Argument::made(
            &format!("java.lang.{class}"),
            "valueOf",
            &descriptor,
            vec![value.into()],
        )
    }

    fn array(&mut self, element: &str) -> Option<Argument> {
        let (code, ty) = match element {
            "boolean" => ("Z", Type::Bool),
            "byte" => ("B", Type::Int(IntType::I8)),
            "short" => ("S", Type::Int(IntType::I16)),
            "char" => ("C", Type::Int(IntType::U16)),
            "int" => ("I", Type::Int(IntType::I32)),
            "long" => ("J", Type::Int(IntType::I64)),
            "float" => ("F", Type::Float(FloatType::F32)),
            "double" => ("D", Type::Float(FloatType::F64)),
            "Object" => ("Ljava/lang/Object;", Type::Ref),
            "String" => ("Ljava/lang/String;", Type::Ref),
            "CharSequence" => ("Ljava/lang/CharSequence;", Type::Ref),
            "Integer" => ("Ljava/lang/Integer;", Type::Ref),
            "int[]" => ("[I", Type::Ref),
            _ => return None,
        };
        let length = *self.random.pick(&[0, 1, 1, 2, 2, 3, 4, 7]);
        let elements = (0..length).map(|_| match ty {
            Type::Ref if self.random.chance(1, 12) => Value::NULL.into(),
            Type::Ref => self.fresh(element).unwrap_or_else(|| Value::NULL.into()),
            ty => scalar(self.random, ty).into(),
        });
        Some(Argument::Array(format!("[{code}"), elements.collect()))
    }

    fn list(&mut self) -> Argument {
        let count = self.random.below(4);
        let elements = (0..count).map(|_| self.object()).collect();
        let array = Argument::Array("[Ljava/lang/Object;".to_owned(), elements);
        Argument::made(
            "java.util.Arrays",
            "asList",
            "([Ljava/lang/Object;)Ljava/util/List;",
            vec![array],
        )
    }

    /// A new collection of these classes that holds what a list does.
    fn collection(&mut self, classes: &[&str]) -> Argument {
        let list = self.list();
        let class = format!("java.util.{}", self.random.pick(classes));
        Argument::made(&class, "<init>", "(Ljava/util/Collection;)V", vec![list])
    }

    fn map(&mut self, class: &str) -> Argument {
        let pair = vec![self.object(), self.object()];
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;";
        let one = Argument::made("java.util.Collections", "singletonMap", descriptor, pair);
        Argument::made(class, "<init>", "(Ljava/util/Map;)V", vec![one])
    }

    /// A new object around a text.
    fn around(&mut self, class: &str, what: &str) -> Argument {
        let text = self.text();
        Argument::made(class, "<init>", &format!("(L{what};)V"), vec![text])
    }

    fn function(&mut self, method: &str, class: &str) -> Argument {
        let package = if class == "Runnable" {
            "java/lang"
        } else {
            "java/util/function"
        };
        let descriptor = format!("(I)L{package}/{class};");
        Argument::made(
            "Given",
            method,
            &descriptor,
            vec![Value::Int(self.random.below(16) as i64).into()],
        )
    }

    fn library(&mut self, ty: &str) -> Option<Argument> {
        let made = |class: &str, method: &str, descriptor: &str, args| {
            Some(Argument::made(class, method, descriptor, args))
        };
        match ty {
            "java.util.Map" => match self.random.below(2) {
                0 => Some(self.map("java.util.HashMap")),
                _ => Some(self.map("java.util.LinkedHashMap")),
            },
            "java.util.SortedMap" | "java.util.NavigableMap" => Some(self.map("java.util.TreeMap")),
            "java.util.Comparator" => Some(self.comparator()),
            "java.io.Reader" => Some(self.around("java.io.StringReader", "java/lang/String")),
            "java.io.Writer" => made("java.io.StringWriter", "<init>", "()V", Vec::new()),
            "java.io.OutputStream" => {
                made("java.io.ByteArrayOutputStream", "<init>", "()V", Vec::new())
            }
            "java.io.InputStream" => {
                let bytes = vec![self.array("byte")?];
                made("java.io.ByteArrayInputStream", "<init>", "([B)V", bytes)
            }
            "java.math.BigInteger" => {
                let value = vec![scalar(self.random, Type::Int(IntType::I64)).into()];
                made(ty, "valueOf", "(J)Ljava/math/BigInteger;", value)
            }
            "java.util.BitSet" => {
                let words = vec![self.array("long")?];
                made(ty, "valueOf", "([J)Ljava/util/BitSet;", words)
            }
            "Runnable" => Some(self.function("runnable", "Runnable")),
            _ => self.collected(ty).or_else(|| {
                let class = ty.strip_prefix("java.util.function.")?;
                let method = FUNCTIONS.iter().find(|(known, _)| *known == class)?.1;
                Some(self.function(method, class))
            }),
        }
    }

    fn collected(&mut self, ty: &str) -> Option<Argument> {
        let classes: &[&str] = match ty {
            "Iterable" | "java.util.Collection" => &[
                "ArrayList",
                "LinkedList",
                "ArrayDeque",
                "HashSet",
                "LinkedHashSet",
                "TreeSet",
            ],
            "java.util.List" => &["ArrayList", "LinkedList", "Vector"],
            "java.util.Set" => &["HashSet", "LinkedHashSet", "TreeSet"],
            "java.util.Queue" | "java.util.Deque" => &["ArrayDeque", "LinkedList"],
            "java.util.SortedSet" | "java.util.NavigableSet" => &["TreeSet"],
            _ => return None,
        };
        let may_be_list = matches!(ty, "Iterable" | "java.util.Collection" | "java.util.List");
        match may_be_list && self.random.below(2) == 0 {
            true => Some(self.list()),
            false => Some(self.collection(classes)),
        }
    }

    fn comparator(&mut self) -> Argument {
        match self.random.below(2) {
            0 => {
                let descriptor = "()Ljava/util/Comparator;";
                Argument::made(
                    "java.util.Collections",
                    "reverseOrder",
                    descriptor,
                    Vec::new(),
                )
            }
            _ => {
                let kind = vec![Value::Int(self.random.below(4) as i64).into()];
                Argument::made("Given", "comparator", "(I)Ljava/util/Comparator;", kind)
            }
        }
    }

    /// What the tool itself would pass: constants of enums, and objects of the user's classes, whatever they hold.
    fn candidate(&mut self, ty: &str) -> Option<Argument> {
        let program = &self.component.program;
        let candidates = program.candidates(ty);
        if candidates.is_empty() {
            return None;
        }
        match self.random.pick(&candidates) {
            Candidate::Constant(_, name) => {
                let class = named(program, ty)?;
                Some(Argument::Constant(
                    program.classes[class].name.clone(),
                    name.clone(),
                ))
            }
            Candidate::Instance(class) => self.blank(*class),
            Candidate::Text(_) => Some(self.text()),
            Candidate::Array(_) => None,
        }
    }

    fn blank(&mut self, class: ClassId) -> Option<Argument> {
        let program = &self.component.program;
        let name = &program.classes[class].name;
        let is_record = program
            .ancestors(class)
            .any(|c| program.classes[c].name == "java.lang.Record");
        if is_record || name.starts_with("java.") {
            return None;
        }
        let scalars = program
            .layout(class)
            .into_iter()
            .filter(|&f| program.field(f).ty != Type::Ref);
        let held = scalars.map(|f| {
            let field = program.field(f);
            let descriptor = descriptor(field.ty, &field.source_type).to_owned();
            let value = scalar(self.random, field.ty).into();
            Held {
                class: program.classes[f.class].name.clone(),
                field: field.name.clone(),
                descriptor,
                value,
            }
        });
        Some(Argument::Blank(name.clone(), held.collect()))
    }
}

fn descriptor(ty: Type, source_type: &str) -> &'static str {
    match (ty, source_type) {
        (Type::Bool, _) => "Z",
        (Type::Int(IntType::I8), _) => "B",
        (Type::Int(IntType::I16), _) => "S",
        (Type::Int(IntType::U16), _) => "C",
        (Type::Int(IntType::I32), _) => "I",
        (Type::Int(_), _) => "J",
        (Type::Float(FloatType::F32), _) => "F",
        (Type::Float(FloatType::F64), _) => "D",
        (Type::Ref, _) => "Ljava/lang/Object;",
    }
}

/// The class that a type as the source writes it means, if something has loaded it.
fn named(program: &Program, ty: &str) -> Option<ClassId> {
    let short = (!ty.contains('.'))
        .then(|| program.class_named(&format!("java.lang.{ty}")))
        .flatten();
    program.class_named(ty).or(short)
}

const FUNCTIONS: [(&str, &str); 18] = [
    ("Function", "function"),
    ("UnaryOperator", "unary"),
    ("BiFunction", "biFunction"),
    ("BinaryOperator", "binary"),
    ("Supplier", "supplier"),
    ("Predicate", "predicate"),
    ("Consumer", "consumer"),
    ("BiConsumer", "biConsumer"),
    ("ToIntFunction", "toInt"),
    ("IntFunction", "intFunction"),
    ("IntUnaryOperator", "intUnary"),
    ("IntBinaryOperator", "intBinary"),
    ("IntPredicate", "intPredicate"),
    ("IntSupplier", "intSupplier"),
    ("IntConsumer", "intConsumer"),
    ("LongUnaryOperator", "longUnary"),
    ("LongBinaryOperator", "longBinary"),
    ("Runnable", "runnable"),
];
