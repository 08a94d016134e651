//! Types as class files write them: `I`, `[[Ljava/lang/String;`, `(IZ)V`.

use std::fmt;

use ir::{FloatType, IntType, Type};

/// A Java type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum JavaType {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// A class by its internal name, `java/lang/String`.
    Object(String),
    /// How many dimensions, and of what.
    Array(usize, Box<JavaType>),
}

impl JavaType {
    /// The type of a field.
    pub(in crate::jvm) fn parse(descriptor: &str) -> Option<Self> {
        let (ty, rest) = Self::prefix(descriptor)?;
        rest.is_empty().then_some(ty)
    }

    /// A type at the beginning of a descriptor, and what follows it.
    fn prefix(descriptor: &str) -> Option<(Self, &str)> {
        let element = descriptor.trim_start_matches('[');
        let dimensions = descriptor.len() - element.len();
        let (ty, rest) = match element.strip_prefix('L') {
            Some(name) => {
                let (name, rest) = name.split_once(';')?;
                (Self::Object(name.to_owned()), rest)
            }
            None => (Self::primitive(element.chars().next()?)?, element.get(1..)?),
        };
        match dimensions {
            0 => Some((ty, rest)),
            1..=255 => Some((Self::Array(dimensions, Box::new(ty)), rest)),
            _ => None,
        }
    }

    fn primitive(code: char) -> Option<Self> {
        Some(match code {
            'Z' => Self::Boolean,
            'B' => Self::Byte,
            'S' => Self::Short,
            'C' => Self::Char,
            'I' => Self::Int,
            'J' => Self::Long,
            'F' => Self::Float,
            'D' => Self::Double,
            _ => return None,
        })
    }

    /// The type in the ir.
    pub(in crate::jvm) fn ir(&self) -> Type {
        match self {
            Self::Boolean => Type::Bool,
            Self::Byte => Type::Int(IntType::I8),
            Self::Short => Type::Int(IntType::I16),
            Self::Char => Type::Int(IntType::U16),
            Self::Int => Type::Int(IntType::I32),
            Self::Long => Type::Int(IntType::I64),
            Self::Object(_) | Self::Array(..) => Type::Ref,
            Self::Float => Type::Float(FloatType::F32),
            Self::Double => Type::Float(FloatType::F64),
        }
    }

    /// As class files write it.
    pub(in crate::jvm) fn descriptor(&self) -> String {
        match self {
            Self::Boolean => "Z".to_owned(),
            Self::Byte => "B".to_owned(),
            Self::Short => "S".to_owned(),
            Self::Char => "C".to_owned(),
            Self::Int => "I".to_owned(),
            Self::Long => "J".to_owned(),
            Self::Float => "F".to_owned(),
            Self::Double => "D".to_owned(),
            Self::Object(name) => format!("L{name};"),
            Self::Array(dimensions, element) => {
                format!("{}{}", "[".repeat(*dimensions), element.descriptor())
            }
        }
    }

    /// The type with its package, `java.lang.String[]`.
    pub(in crate::jvm) fn full_name(&self) -> String {
        match self {
            Self::Object(name) => dotted(name),
            Self::Array(dimensions, element) => {
                format!("{}{}", element.full_name(), "[]".repeat(*dimensions))
            }
            primitive => primitive.to_string(),
        }
    }

    /// How many local variable slots a value takes.
    pub(in crate::jvm) fn slots(&self) -> usize {
        match self {
            Self::Long | Self::Double => 2,
            Self::Boolean | Self::Byte | Self::Short | Self::Char | Self::Int | Self::Float => 1,
            Self::Object(_) | Self::Array(..) => 1,
        }
    }
}

/// As the source writes it; `java.lang` is left out.
impl fmt::Display for JavaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean => write!(f, "boolean"),
            Self::Byte => write!(f, "byte"),
            Self::Short => write!(f, "short"),
            Self::Char => write!(f, "char"),
            Self::Int => write!(f, "int"),
            Self::Long => write!(f, "long"),
            Self::Float => write!(f, "float"),
            Self::Double => write!(f, "double"),
            Self::Object(name) => {
                let dotted = dotted(name);
                let short = dotted
                    .strip_prefix("java.lang.")
                    .filter(|rest| !rest.contains('.'));
                write!(f, "{}", short.unwrap_or(&dotted))
            }
            Self::Array(dimensions, element) => write!(f, "{element}{}", "[]".repeat(*dimensions)),
        }
    }
}

/// `java.lang.String` for `java/lang/String`.
pub(in crate::jvm) fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}

/// What a method takes, the receiver aside, and returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::jvm) struct MethodType {
    pub(in crate::jvm) params: Vec<JavaType>,
    pub(in crate::jvm) returns: Option<JavaType>,
}

impl MethodType {
    pub(in crate::jvm) fn parse(descriptor: &str) -> Option<Self> {
        let (mut rest, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
        let mut params = Vec::new();
        while !rest.is_empty() {
            let (ty, after) = JavaType::prefix(rest)?;
            params.push(ty);
            rest = after;
        }
        let returns = if returns == "V" {
            None
        } else {
            Some(JavaType::parse(returns)?)
        };
        // The machine itself knows no more than 255 slots of arguments.
        (params.iter().map(JavaType::slots).sum::<usize>() <= 255)
            .then_some(Self { params, returns })
    }

    /// `(int, boolean)`
    pub(in crate::jvm) fn params_in_source(&self) -> String {
        let params: Vec<String> = self.params.iter().map(JavaType::to_string).collect();
        format!("({})", params.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read_as_the_source_writes_them() {
        let ty = MethodType::parse("(IZ[[JLjava/lang/String;Ljava/util/Map;)D").unwrap();
        assert_eq!(
            ty.params_in_source(),
            "(int, boolean, long[][], String, java.util.Map)"
        );
        assert_eq!(ty.returns.unwrap().to_string(), "double");
        assert_eq!(
            MethodType::parse("()V"),
            Some(MethodType {
                params: vec![],
                returns: None
            })
        );
    }

    #[test]
    fn nonsense_is_no_descriptor() {
        for text in ["", "V", "II", "L", "Lx", "[", "Q", "é"] {
            assert_eq!(JavaType::parse(text), None, "{text}");
        }
        for text in ["", "()", "(V)V", "I)V", "(I", "(L)V", "()VV"] {
            assert_eq!(MethodType::parse(text), None, "{text}");
        }
        assert_eq!(JavaType::parse(&format!("{}I", "[".repeat(256))), None);
        assert_eq!(MethodType::parse(&format!("({})V", "J".repeat(128))), None);
    }
}
