//! What is passed in a call, so that both machines can make it.

use std::fmt;

use ir::FloatType;
use ir::interp::Value;

use crate::jvm::descriptor::{JavaType, MethodType};

/// An argument of a call, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, a boolean or null.
    Value(Value),
    /// A new string of these UTF-16 units.
    Text(Vec<u16>),
    /// A new array of the class with this descriptor, `[I`.
    Array(String, Vec<Argument>),
    /// What a static field holds: a constant of an enum, by its class and its name.
    Constant(String, String),
    /// What a constructor (`<init>`) or a static method gives.
    Made(Made),
    /// A new object of this class that no constructor made; what its fields hold, others being zero.
    Blank(String, Vec<Held>),
    /// The object that is called.
    This,
    /// The object with this number among those that were passed or returned before.
    Earlier(usize),
    /// What a field of the object that is called holds; where that is null, something else.
    Kept(Kept),
    /// What the argument at this position of the same call is, which comes before; where that is null, something else.
    Same(usize, Box<Argument>),
}

/// A field of the object that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The class that declares it.
    pub class: String,
    /// Its name.
    pub field: String,
    /// What is passed if it holds null.
    pub otherwise: Box<Argument>,
}

/// A call that makes an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The class, `java.lang.Integer`.
    pub class: String,
    /// `valueOf`, `<init>`.
    pub method: String,
    /// `(I)Ljava/lang/Integer;`
    pub descriptor: String,
    /// What it takes.
    pub args: Vec<Argument>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The class that declares the field.
    pub class: String,
    /// Its name.
    pub field: String,
    /// The descriptor of its type.
    pub descriptor: String,
    /// Its value.
    pub value: Argument,
}

impl From<Value> for Argument {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl Argument {
    /// A new string.
    pub fn text(text: &str) -> Self {
        Self::Text(text.encode_utf16().collect())
    }

    /// What a static method or constructor gives.
    pub fn made(class: &str, method: &str, descriptor: &str, args: Vec<Self>) -> Self {
        let [class, method, descriptor] = [class, method, descriptor].map(str::to_owned);
        Self::Made(Made {
            class,
            method,
            descriptor,
            args,
        })
    }

    /// Whether it is an object that nobody has seen before.
    pub(super) fn is_new(&self) -> bool {
        match self {
            Self::Value(_) | Self::This | Self::Earlier(_) => false,
            Self::Text(_)
            | Self::Array(..)
            | Self::Constant(..)
            | Self::Made(_)
            | Self::Blank(..) => true,
            // Perhaps not, but whoever numbers objects must not depend on that.
            Self::Kept(_) | Self::Same(..) => true,
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |f: &mut fmt::Formatter<'_>, args: &[Self]| {
            args.iter().try_for_each(|arg| write!(f, " {arg}"))
        };
        match self {
            Self::Value(Value::Bool(b)) => write!(f, "{b}"),
            Self::Value(Value::Int(i)) => write!(f, "{i}"),
            Self::Value(Value::Float(_, bits)) => write!(f, "{bits:x}"),
            Self::Value(Value::Ref(_)) => write!(f, "null"),
            Self::Text(units) => write!(f, "{}", quoted(units)),
            Self::Array(descriptor, elements) => {
                write!(f, "array {descriptor} {}", elements.len())?;
                all(f, elements)
            }
            Self::Constant(class, name) => write!(f, "const {class} {name}"),
            Self::Made(Made {
                class,
                method,
                descriptor,
                args,
            }) => {
                write!(f, "make {class} {method} {descriptor}")?;
                all(f, args)
            }
            Self::Blank(class, fields) => {
                write!(f, "blank {class} {}", fields.len())?;
                fields.iter().try_for_each(
                    |Held {
                         class,
                         field,
                         descriptor,
                         value,
                     }| { write!(f, " {class} {field} {descriptor} {value}") },
                )
            }
            Self::Kept(Kept {
                class,
                field,
                otherwise,
            }) => write!(f, "held {class} {field} {otherwise}"),
            Self::Same(position, otherwise) => write!(f, "same {position} {otherwise}"),
            Self::This => write!(f, "this"),
            Self::Earlier(number) => write!(f, "@{number}"),
        }
    }
}

/// A text in quotes without a blank.
pub(super) fn quoted(units: &[u16]) -> String {
    let shown = units.iter().map(|&unit| match u8::try_from(unit) {
        Ok(plain @ 33..127) if plain != b'\\' => char::from(plain).to_string(),
        _ => format!("\\u{unit:04x}"),
    });
    format!("\"{}\"", shown.collect::<String>())
}

fn unquoted(word: &str) -> Option<Vec<u16>> {
    let mut rest = word.strip_prefix('"')?.strip_suffix('"')?;
    let mut units = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (unit, taken) = match first {
            '\\' => (u16::from_str_radix(rest.get(2..6)?, 16).ok()?, 6),
            plain => (u16::try_from(u32::from(plain)).ok()?, plain.len_utf8()),
        };
        units.push(unit);
        rest = &rest[taken..];
    }
    Some(units)
}

/// The words of a line.
pub(super) struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self(line.split_whitespace())
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn string(&mut self) -> Option<String> {
        self.next().map(str::to_owned)
    }

    /// An argument of this type.
    pub(super) fn argument(&mut self, ty: &JavaType) -> Option<Argument> {
        let word = self.next()?;
        match ty {
            JavaType::Boolean => return Some(Value::Bool(word.parse().ok()?).into()),
            JavaType::Float => return Some(float(FloatType::F32, word)?.into()),
            JavaType::Double => return Some(float(FloatType::F64, word)?.into()),
            JavaType::Byte | JavaType::Short | JavaType::Char | JavaType::Int | JavaType::Long => {
                let value = Value::Int(word.parse().ok()?);
                return value.fits(ty.ir()).then_some(value.into());
            }
            JavaType::Object(_) | JavaType::Array(..) => {}
        }
        Some(match word {
            "null" => Value::NULL.into(),
            "this" => Argument::This,
            "array" => self.array()?,
            "const" => Argument::Constant(self.string()?, self.string()?),
            "make" => self.made()?,
            "blank" => self.blank()?,
            "held" => {
                let (class, field) = (self.string()?, self.string()?);
                Argument::Kept(Kept {
                    class,
                    field,
                    otherwise: Box::new(self.argument(ty)?),
                })
            }
            "same" => Argument::Same(self.next()?.parse().ok()?, Box::new(self.argument(ty)?)),
            word => match word.strip_prefix('@') {
                Some(number) => Argument::Earlier(number.parse().ok()?),
                None => Argument::Text(unquoted(word)?),
            },
        })
    }

    fn array(&mut self) -> Option<Argument> {
        let descriptor = self.string()?;
        let element = JavaType::parse(descriptor.strip_prefix('[')?)?;
        let length: usize = self.next()?.parse().ok()?;
        let elements = (0..length)
            .map(|_| self.argument(&element))
            .collect::<Option<Vec<_>>>()?;
        Some(Argument::Array(descriptor, elements))
    }

    fn made(&mut self) -> Option<Argument> {
        let (class, method, descriptor) = (self.string()?, self.string()?, self.string()?);
        let ty = MethodType::parse(&descriptor)?;
        let args = ty
            .params
            .iter()
            .map(|ty| self.argument(ty))
            .collect::<Option<Vec<_>>>()?;
        Some(Argument::Made(Made {
            class,
            method,
            descriptor,
            args,
        }))
    }

    fn blank(&mut self) -> Option<Argument> {
        let class = self.string()?;
        let count: usize = self.next()?.parse().ok()?;
        let held = (0..count).map(|_| {
            let (class, field, descriptor) = (self.string()?, self.string()?, self.string()?);
            let value = self.argument(&JavaType::parse(&descriptor)?)?;
            Some(Held {
                class,
                field,
                descriptor,
                value,
            })
        });
        let held = held.collect::<Option<Vec<_>>>()?;
        Some(Argument::Blank(class, held))
    }
}

fn float(float: FloatType, word: &str) -> Option<Value> {
    Some(Value::Float(
        float,
        float.canonical(u64::from_str_radix(word, 16).ok()?),
    ))
}
