//! Arguments of a model's calls as the real machine makes them.

use front::jvm::replay::{Argument, Held, Kept};
use ir::interp::Value;
use ir::{Access, ClassId, ClassKind, Component, FieldRef, FloatType, IntType, Program, Type};
use step::{Given, LetterId, StepSystem, interpreted};

/// The library's classes whose objects stand for a value, with the type of that value in descriptors.
const BOXES: [(&str, &str); 8] = [
    ("java.lang.Boolean", "Z"),
    ("java.lang.Byte", "B"),
    ("java.lang.Short", "S"),
    ("java.lang.Character", "C"),
    ("java.lang.Integer", "I"),
    ("java.lang.Long", "J"),
    ("java.lang.Float", "F"),
    ("java.lang.Double", "D"),
];

/// The class above all records.
const RECORD: &str = "java.lang.Record";

/// The arguments that these scalars make up; `Err` says why they cannot be made.
pub(super) fn arguments(
    component: &Component,
    system: &StepSystem,
    letter: LetterId,
    scalars: &[smt::Value],
) -> Result<Vec<Argument>, String> {
    let maker = Maker {
        program: &component.program,
    };
    system.letters[letter]
        .given(scalars)
        .iter()
        .map(|given| maker.argument(given))
        .collect()
}

struct Maker<'c> {
    program: &'c Program,
}

impl Maker<'_> {
    fn argument(&self, given: &Given) -> Result<Argument, String> {
        Ok(match given {
            Given::Scalar(ty, value) => self.scalar(*ty, value)?.into(),
            Given::Null | Given::Hidden => Value::NULL.into(),
            Given::Constant(image, name) => {
                // A constant with a body has a class of its own, below that of the enum.
                let class = self.program.image[*image].class;
                let classes: Vec<ClassId> = self.program.ancestors(class).collect();
                let is_enum = |c: &&ClassId| self.parent(**c) == Some("java.lang.Enum");
                let declaring = classes.iter().find(is_enum).unwrap_or(&class);
                Argument::Constant(self.name(*declaring).to_owned(), name.clone())
            }
            Given::This => Argument::This,
            Given::Held(field, otherwise) => Argument::Kept(Kept {
                class: self.name(field.class).to_owned(),
                field: self.program.field(*field).name.clone(),
                otherwise: Box::new(self.blank(*otherwise)?),
            }),
            Given::Same(position, otherwise) => {
                Argument::Same(*position, Box::new(self.blank(*otherwise)?))
            }
            Given::Text(bytes) => {
                Argument::Text(bytes.iter().map(|&byte| u16::from(byte)).collect())
            }
            Given::Array(class, elements) => self.array(*class, elements)?,
            Given::Object(class, parts) => self.object(*class, parts)?,
            Given::Made(class) => Argument::made(self.name(*class), "<init>", "()V", Vec::new()),
            Given::Heir(class) => {
                return Err(format!("{} has no objects of its own", self.name(*class)));
            }
            Given::Unknown(why) => return Err(why.clone()),
        })
    }

    fn name(&self, class: ClassId) -> &str {
        &self.program.classes[class].name
    }

    fn parent(&self, class: ClassId) -> Option<&str> {
        self.program.classes[class]
            .parent
            .map(|parent| self.name(parent))
    }

    fn scalar(&self, ty: Type, value: &smt::Value) -> Result<Value, String> {
        interpreted(ty, value).ok_or_else(|| format!("{value} is no {ty}"))
    }

    fn array(&self, class: ClassId, elements: &[Given]) -> Result<Argument, String> {
        let descriptor = descriptor(self.name(class));
        let elements = elements
            .iter()
            .map(|element| self.argument(element))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Argument::Array(descriptor, elements))
    }

    /// An object of which nothing is set.
    fn blank(&self, class: ClassId) -> Result<Argument, String> {
        match self.program.classes[class].element {
            Some(_) => self.array(class, &[]),
            None => self.object(class, &[]),
        }
    }

    /// Soundness: a boxed number is a new object here, as the model takes it to be, and not one of the machine's cache.
    fn object(&self, class: ClassId, parts: &[Given]) -> Result<Argument, String> {
        let name = self.name(class);
        if let Some((_, primitive)) = BOXES.iter().find(|(boxed, _)| *boxed == name) {
            let value = parts.iter().find_map(|part| match part {
                Given::Scalar(ty, value) => Some(self.scalar(*ty, value)),
                _ => None,
            });
            let value = value.ok_or_else(|| format!("{name} without a value"))??;
            return Ok(Argument::made(
                name,
                "<init>",
                &format!("({primitive})V"),
                vec![value.into()],
            ));
        }
        let Access { kind, .. } = self.program.access(name);
        if kind != ClassKind::Concrete {
            return Err(format!("{name} has no objects of its own"));
        }
        let fields = self.program.layout(class).into_iter().zip(parts);
        let fields = fields.filter(|(_, part)| !matches!(part, Given::Null | Given::Hidden));
        let fields = fields
            .map(|(field, part)| self.held(class, field, part))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Argument::Blank(name.to_owned(), fields))
    }

    fn held(&self, class: ClassId, field: FieldRef, part: &Given) -> Result<Held, String> {
        if self.parent(class) == Some(RECORD) {
            return Err(format!("nobody can set the fields of {}", self.name(class)));
        }
        let declared = self.program.field(field);
        Ok(Held {
            class: self.name(field.class).to_owned(),
            field: declared.name.clone(),
            descriptor: of_type(declared.ty).to_owned(),
            value: self.argument(part)?,
        })
    }
}

/// `[Ljava/lang/String;` for `java.lang.String[]`.
fn descriptor(name: &str) -> String {
    let element = name.trim_end_matches("[]");
    let dimensions = (name.len() - element.len()) / 2;
    let primitives = [
        "boolean Z",
        "byte B",
        "short S",
        "char C",
        "int I",
        "long J",
        "float F",
        "double D",
    ];
    let primitive = primitives
        .iter()
        .find_map(|pair| pair.strip_prefix(element)?.strip_prefix(' '));
    let element =
        primitive.map_or_else(|| format!("L{};", element.replace('.', "/")), str::to_owned);
    format!("{}{element}", "[".repeat(dimensions))
}

/// What a field of this type takes; of references, all.
fn of_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "Z",
        Type::Int(int) if int == IntType::I8 => "B",
        Type::Int(int) if int == IntType::I16 => "S",
        Type::Int(int) if int == IntType::U16 => "C",
        Type::Int(int) if int == IntType::I32 => "I",
        Type::Int(_) => "J",
        Type::Float(FloatType::F32) => "F",
        Type::Float(FloatType::F64) => "D",
        Type::Ref => "Ljava/lang/Object;",
    }
}
