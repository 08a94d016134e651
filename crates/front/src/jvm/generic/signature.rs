//! The `Signature` attribute: types as the source declares them (JVMS 4.7.9.1). The machine ignores it, so a broken one
//! only means that less is known.

use crate::jvm::descriptor::JavaType;

/// How deep type arguments may be nested; no source comes near this.
const DEEPEST: usize = 24;

/// A type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Generic {
    Primitive(JavaType),
    Class(Named),
    Variable(String),
    Array(Box<Generic>),
    /// What is of all these types at once: a type variable with several bounds.
    All(Vec<Generic>),
    /// A variable that nobody declares where it can be found.
    Unknown(String),
}

/// A class with type arguments; none where the source gives none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) struct Named {
    /// The internal name.
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) arguments: Vec<Argument>,
    /// The class around it, where that has arguments, too.
    pub(in crate::jvm) around: Option<Box<Named>>,
}

impl Named {
    pub(in crate::jvm) fn plain(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            arguments: Vec::new(),
            around: None,
        }
    }
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) enum Argument {
    /// `?`
    Any,
    /// `? extends T`
    Extends(Generic),
    /// `? super T`
    Super(Generic),
    /// `T`
    Is(Generic),
}

/// A type variable and its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) struct Declared {
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) bounds: Vec<Generic>,
}

/// What a class declares.
pub(in crate::jvm) struct ClassSignature {
    pub(in crate::jvm) variables: Vec<Declared>,
    /// The class above, then the interfaces.
    pub(in crate::jvm) supertypes: Vec<Named>,
}

/// What a method declares.
pub(in crate::jvm) struct MethodSignature {
    pub(in crate::jvm) variables: Vec<Declared>,
    pub(in crate::jvm) parameters: Vec<Generic>,
}

pub(in crate::jvm) fn of_class(text: &str) -> Option<ClassSignature> {
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    let variables = reader.variables()?;
    let mut supertypes = Vec::new();
    while !reader.rest.is_empty() {
        supertypes.push(reader.named()?);
    }
    Some(ClassSignature {
        variables,
        supertypes,
    })
}

pub(in crate::jvm) fn of_method(text: &str) -> Option<MethodSignature> {
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    let variables = reader.variables()?;
    reader.expect('(')?;
    let mut parameters = Vec::new();
    while !reader.take(')') {
        parameters.push(reader.any()?);
    }
    Some(MethodSignature {
        variables,
        parameters,
    })
}

pub(in crate::jvm) fn of_field(text: &str) -> Option<Generic> {
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    reader.any().filter(|_| reader.rest.is_empty())
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, wanted: char) -> Option<()> {
        self.take(wanted).then_some(())
    }

    /// What stands before the first of these characters.
    fn until(&mut self, ends: &[char]) -> Option<&'t str> {
        let (word, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    /// `<T:Ljava/lang/Number;:LA;U::LB;>`, or nothing.
    fn variables(&mut self) -> Option<Vec<Declared>> {
        let mut variables = Vec::new();
        if !self.take('<') {
            return Some(variables);
        }
        while !self.take('>') {
            let name = self.until(&[':'])?.to_owned();
            let mut bounds = Vec::new();
            while self.take(':') {
                // A variable that is bounded by interfaces alone has no class there.
                if !self.rest.starts_with(':') {
                    bounds.push(self.any()?);
                }
            }
            variables.push(Declared { name, bounds });
        }
        Some(variables)
    }

    fn any(&mut self) -> Option<Generic> {
        self.depth += 1;
        let ty = if self.depth > DEEPEST {
            None
        } else {
            self.one()
        };
        self.depth -= 1;
        ty
    }

    fn one(&mut self) -> Option<Generic> {
        match self.rest.chars().next()? {
            'L' => Some(Generic::Class(self.named()?)),
            '[' => {
                self.take('[');
                Some(Generic::Array(Box::new(self.any()?)))
            }
            'T' => {
                self.take('T');
                let name = self.until(&[';'])?.to_owned();
                self.take(';');
                Some(Generic::Variable(name))
            }
            _ => {
                let (code, rest) = self.rest.split_at_checked(1)?;
                self.rest = rest;
                JavaType::parse(code).map(Generic::Primitive)
            }
        }
    }

    /// `Lp/Outer<TT;>.Inner<*>;`
    fn named(&mut self) -> Option<Named> {
        self.expect('L')?;
        let mut class = Named::plain(self.until(&['<', '.', ';'])?);
        class.arguments = self.arguments()?;
        while self.take('.') {
            let name = format!("{}${}", class.name, self.until(&['<', '.', ';'])?);
            let arguments = self.arguments()?;
            class = Named {
                name,
                arguments,
                around: Some(Box::new(class)),
            };
        }
        self.expect(';')?;
        Some(class)
    }

    fn arguments(&mut self) -> Option<Vec<Argument>> {
        let mut arguments = Vec::new();
        if self.take('<') {
            while !self.take('>') {
                arguments.push(self.argument()?);
            }
        }
        Some(arguments)
    }

    fn argument(&mut self) -> Option<Argument> {
        match self.rest.chars().next()? {
            '*' => {
                self.take('*');
                Some(Argument::Any)
            }
            '+' => {
                self.take('+');
                self.any().map(Argument::Extends)
            }
            '-' => {
                self.take('-');
                self.any().map(Argument::Super)
            }
            _ => self.any().map(Argument::Is),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        let class =
            of_class("<T:Ljava/lang/Number;:LA;U::LB<TU;>;>Lp/Outer<TT;>.Inner<*>;LI<-[I+TU;>;")
                .unwrap();
        let names: Vec<&str> = class.variables.iter().map(|v| v.name.as_str()).collect();
        assert_eq!(names, ["T", "U"]);
        assert_eq!(
            (
                class.variables[0].bounds.len(),
                class.variables[1].bounds.len()
            ),
            (2, 1)
        );
        let around = Named {
            arguments: vec![Argument::Is(Generic::Variable("T".into()))],
            ..Named::plain("p/Outer")
        };
        let inner = Named {
            arguments: vec![Argument::Any],
            around: Some(Box::new(around)),
            ..Named::plain("p/Outer$Inner")
        };
        assert_eq!(class.supertypes[0], inner);
        let ints = Generic::Array(Box::new(Generic::Primitive(JavaType::Int)));
        let extends = Argument::Extends(Generic::Variable("U".into()));
        assert_eq!(
            class.supertypes[1].arguments,
            [Argument::Super(ints), extends]
        );
        let method = of_method("<E:Ljava/lang/Object;>(ITE;[TE;)V^LX;").unwrap();
        assert_eq!(method.parameters.len(), 3);
    }

    #[test]
    fn broken_signatures_are_none() {
        for text in [
            "L",
            "Lx",
            "<T",
            "<T:>",
            "<:LA;>LB;",
            "LA<;",
            "LA<*",
            "LA.;",
            "T;",
            "é",
        ] {
            assert!(of_class(text).is_none(), "{text}");
        }
        for text in ["", "(", "(I", "(T)V", "(Q)V", "<T:>(I"] {
            assert!(of_method(text).is_none(), "{text}");
        }
        assert!(of_field(&format!("{}I", "[".repeat(100))).is_none());
        assert!(of_field(&"LA<".repeat(100)).is_none());
    }
}
