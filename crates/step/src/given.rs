//! Concrete arguments as what they are: who writes them in a language of its own starts here.

use ir::{ClassId, Const, FieldRef, ImageId, Type};
use smt::Value;

use crate::Letter;
use crate::made::Maker;
use crate::plan::{Kind, New, Origin, Part};

/// A value that a client passes, or that lies in an object passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A number or truth value.
    Scalar(Type, Value),
    /// No object.
    Null,
    /// A constant by the name the source has for it.
    Constant(ImageId, String),
    /// The component.
    This,
    /// What a field of the component holds; where that is null, a blank object of this class.
    Held(FieldRef, ClassId),
    /// What the parameter with this position refers to; where that is null, a blank object of this class.
    Same(usize, ClassId),
    /// A new string of these characters, each below 256.
    Text(Vec<u8>),
    /// A new array.
    Array(ClassId, Vec<Given>),
    /// A new object; its fields in the order of the layout.
    Object(ClassId, Vec<Given>),
    /// What the constructor without parameters makes.
    Made(ClassId),
    /// An object of a class below this abstract one, which begins by the constructor without parameters.
    Heir(ClassId),
    /// Anything at all.
    Hidden,
    /// Nothing that could be made; why.
    Unknown(String),
}

impl Letter {
    /// The arguments that these scalars make up.
    pub fn given(&self, scalars: &[Value]) -> Vec<Given> {
        let reader = Reader {
            letter: self,
            scalars,
        };
        self.plan
            .params
            .iter()
            .map(|part| reader.part(part))
            .collect()
    }
}

struct Reader<'a> {
    letter: &'a Letter,
    scalars: &'a [Value],
}

impl Reader<'_> {
    fn part(&self, part: &Part) -> Given {
        match *part {
            Part::Scalar(n) => Given::Scalar(self.letter.params[n].ty, self.scalars[n].clone()),
            // Only within strings, which are read as a whole.
            Part::Cast(..) | Part::Constant(_) | Part::Hidden => Given::Hidden,
            Part::Reference(n) => self.reference(n),
        }
    }

    fn reference(&self, n: usize) -> Given {
        let taken = |selector: &Option<usize>| {
            selector.is_none_or(|s| self.scalars[s] == Value::Bool(true))
        };
        let choices = &self.letter.plan.references[n].choices;
        let Some((_, origin)) = choices.iter().find(|(selector, _)| taken(selector)) else {
            return Given::Unknown("a reference of no known kind".to_owned());
        };
        match origin {
            Origin::Null => Given::Null,
            Origin::Constant(image, name) => Given::Constant(*image, name.clone()),
            Origin::This => Given::This,
            Origin::Held(field, otherwise) => Given::Held(*field, *otherwise),
            Origin::Same(same, otherwise) => match self.parameter(*same) {
                Some(position) => Given::Same(position, *otherwise),
                None => self.reference(*same),
            },
            Origin::New(new) => self.object(new),
            Origin::Unknown(what) => Given::Unknown(what.clone()),
        }
    }

    /// The parameter that is this reference, if it is no part of another one.
    fn parameter(&self, reference: usize) -> Option<usize> {
        self.letter
            .plan
            .params
            .iter()
            .position(|part| matches!(part, Part::Reference(n) if *n == reference))
    }

    fn object(&self, new: &New) -> Given {
        match new.maker {
            Some(Maker::Client) => return Given::Made(new.class),
            Some(Maker::Heir) => return Given::Heir(new.class),
            None => {}
        }
        match new.kind {
            Kind::Text | Kind::Known => Given::Text(self.text(&new.parts)),
            Kind::Array => {
                Given::Array(new.class, new.parts.iter().map(|p| self.part(p)).collect())
            }
            Kind::Object => {
                Given::Object(new.class, new.parts.iter().map(|p| self.part(p)).collect())
            }
        }
    }

    /// The characters lie in the array that the string holds.
    fn text(&self, parts: &[Part]) -> Vec<u8> {
        let array = parts.iter().find_map(|part| match part {
            Part::Reference(n) => match &self.letter.plan.references[*n].choices[..] {
                [(None, Origin::New(array))] => Some(array),
                _ => None,
            },
            Part::Scalar(_) | Part::Cast(..) | Part::Constant(_) | Part::Hidden => None,
        });
        let char = |part: &Part| match part {
            Part::Cast(n, _) | Part::Scalar(n) => match &self.scalars[*n] {
                Value::Int(number) => u8::try_from(number).ok(),
                value @ (Value::BitVec { .. } | Value::Bool(_)) => {
                    u8::try_from(value.as_unsigned()?).ok()
                }
            },
            Part::Constant(Const::Int(_, char)) => Some(*char as u8),
            Part::Constant(_) | Part::Reference(_) | Part::Hidden => None,
        };
        array
            .iter()
            .flat_map(|a| &a.parts)
            .map(|p| char(p).unwrap_or(b'?'))
            .collect()
    }
}
