//! Concrete arguments as one would write them.

use ir::Const;
use smt::{Value, syntax};
use symex::Integers;

use crate::Letter;
use crate::plan::{Kind, New, Origin, Part};

impl Letter {
    /// The arguments that these scalars make up: `null`, `3`, `"ab"`, `new Pipe{connected = true}`.
    pub fn arguments(&self, scalars: &[Value], integers: Integers) -> Vec<String> {
        let writer = Writer {
            letter: self,
            scalars,
            integers,
        };
        self.plan
            .params
            .iter()
            .map(|part| writer.part(part))
            .collect()
    }
}

struct Writer<'a> {
    letter: &'a Letter,
    scalars: &'a [Value],
    integers: Integers,
}

impl Writer<'_> {
    fn part(&self, part: &Part) -> String {
        match *part {
            Part::Scalar(n) | Part::Cast(n, _) => self.scalar(n),
            Part::Constant(_) => "0".to_owned(),
            Part::Reference(n) => self.reference(n),
            Part::Hidden => "...".to_owned(),
        }
    }

    fn scalar(&self, n: usize) -> String {
        syntax::literal(
            &self.scalars[n],
            self.letter.params[n].syntax_type(self.integers),
        )
    }

    fn reference(&self, n: usize) -> String {
        let taken = |selector: &Option<usize>| {
            selector.is_none_or(|s| self.scalars[s] == Value::Bool(true))
        };
        let choices = &self.letter.plan.references[n].choices;
        let Some((selector, origin)) = choices.iter().find(|(selector, _)| taken(selector)) else {
            return "?".to_owned();
        };
        let named = selector.and_then(|s| {
            self.letter.params[s]
                .name
                .rsplit_once(" == ")
                .map(|(_, name)| name.to_owned())
        });
        match origin {
            Origin::Null => "null".to_owned(),
            Origin::This => "this".to_owned(),
            Origin::Same(n, _) if named.is_none() => self.reference(*n),
            Origin::Constant(_, name) => name.clone(),
            Origin::Held(..) | Origin::Same(..) => named.unwrap_or_else(|| "?".to_owned()),
            Origin::New(new) => self.new_object(new),
            Origin::Unknown(_) => "?".to_owned(),
        }
    }

    fn new_object(&self, new: &New) -> String {
        let (name, parts) = (&new.name, &new.parts);
        match new.kind {
            Kind::Array => {
                let elements: Vec<String> = parts.iter().map(|p| self.part(p)).collect();
                return format!("new {name}{{{}}}", elements.join(", "));
            }
            Kind::Text | Kind::Known => return self.text(parts),
            Kind::Object => {}
        }
        // What differs from a plain new object says what matters.
        let fields = parts.iter().filter_map(|part| match part {
            Part::Scalar(n) if !is_zero(&self.scalars[*n]) => {
                let (_, field) = self.letter.params[*n].name.rsplit_once('.')?;
                Some(format!("{field} = {}", self.scalar(*n)))
            }
            Part::Scalar(_)
            | Part::Cast(..)
            | Part::Constant(_)
            | Part::Reference(_)
            | Part::Hidden => None,
        });
        let fields: Vec<String> = fields.collect();
        let fields = if fields.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", fields.join(", "))
        };
        format!("new {name}{fields}")
    }
}

impl Writer<'_> {
    /// The characters lie in the array that the string holds.
    fn text(&self, parts: &[Part]) -> String {
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
        let text: String = array
            .iter()
            .flat_map(|a| &a.parts)
            .map(|p| char::from(char(p).unwrap_or(b'?')))
            .collect();
        format!("{text:?}")
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bool(b) => !b,
        Value::Int(n) => n.bits() == 0,
        Value::BitVec { .. } => value.as_unsigned() == Some(0),
    }
}
