//! Values as both machines show them.

use ir::Type;
use ir::interp::{ObjectId, Value};

use super::Session;
use super::argument::quoted;
use crate::jvm::texts::MACHINE_TEXT;

/// The classes of numbers and such in objects.
const BOXES: [&str; 8] = [
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
];

/// How deep arrays in arrays are shown.
const DEPTH: usize = 3;

impl Session<'_> {
    /// A value; or why it cannot be shown.
    pub(super) fn shown(&self, value: Value) -> Result<String, String> {
        self.shown_within(value, DEPTH)
    }

    fn shown_within(&self, value: Value, depth: usize) -> Result<String, String> {
        let object = match value {
            Value::Bool(b) => return Ok(b.to_string()),
            Value::Int(i) => return Ok(i.to_string()),
            Value::Float(_, bits) => return Ok(format!("{bits:x}")),
            Value::Ref(None) => return Ok("null".to_owned()),
            Value::Ref(Some(object)) => object,
        };
        let class = self.class_name(object);
        if class == MACHINE_TEXT {
            return Err("a text that is not known".to_owned());
        }
        if let Some(text) = self.text_of(object) {
            return Ok(quoted(&text));
        }
        if class
            .strip_prefix("java.lang.")
            .is_some_and(|name| BOXES.contains(&name))
        {
            let content = self.field(object, "value").ok_or("an empty box")?;
            return Ok(format!("{class}({})", self.shown_within(content, 0)?));
        }
        if let Some(seen) = self.seen(object) {
            return Ok(seen);
        }
        if self.machine.length(object).is_some() && depth > 0 {
            let elements = self.machine.content(object).into_iter();
            let elements = elements.map(|e| Ok(self.shown_within(e, depth - 1)? + ","));
            return Ok(format!(
                "{class}{{{}}}",
                elements.collect::<Result<String, String>>()?
            ));
        }
        Ok(if class.contains("$$Site$") {
            "lambda".to_owned()
        } else {
            class
        })
    }

    /// An object that was passed or returned before.
    fn seen(&self, object: ObjectId) -> Option<String> {
        if self.object == Some(object) {
            return Some("this".to_owned());
        }
        self.earlier
            .iter()
            .position(|&o| o == object)
            .map(|number| format!("@{number}"))
    }

    fn class_name(&self, object: ObjectId) -> String {
        self.machine.program().classes[self.machine.class_of(object)]
            .name
            .clone()
    }

    fn field(&self, object: ObjectId, name: &str) -> Option<Value> {
        let program = self.machine.program();
        let layout = program.layout(self.machine.class_of(object));
        let found = layout
            .into_iter()
            .find(|&f| program.field(f).name == name && program.field(f).ty != Type::Ref);
        found.map(|field| self.machine.field(object, field))
    }

    /// The text of a string.
    fn text_of(&self, object: ObjectId) -> Option<Vec<u16>> {
        let program = self.machine.program();
        let class = self.machine.class_of(object);
        if program.classes[class].name != "java.lang.String" {
            return None;
        }
        let value = program
            .layout(class)
            .into_iter()
            .find(|&f| program.field(f).name == "value")?;
        let (Value::Ref(Some(bytes)), Value::Int(coder)) = (
            self.machine.field(object, value),
            self.field(object, "coder")?,
        ) else {
            return None;
        };
        let bytes = self
            .machine
            .content(bytes)
            .into_iter()
            .map(|v| if let Value::Int(b) = v { b as u8 } else { 0 });
        let bytes: Vec<u8> = bytes.collect();
        Some(match coder {
            0 => bytes.into_iter().map(u16::from).collect(),
            _ => bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
        })
    }
}
