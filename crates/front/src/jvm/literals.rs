//! Objects that are there before anything runs: literals, and what stands for classes.

use std::cell::OnceCell;

use ir::{Class, Const, ImageId, ImageObject, IntType, Program};

use crate::InputError;
use crate::jvm::texts::{MACHINE_TEXT, Mirrored, STRING, hash, quoted};
use crate::jvm::world::{World, zero};

impl World {
    /// The object of a string literal, given as UTF-16; equal ones are the same object (JLS 3.10.5).
    pub(in crate::jvm) fn literal(
        &mut self,
        program: &Program,
        units: &[u16],
    ) -> Result<ImageId, InputError> {
        if let Some(&known) = self.texts.literals.get(units) {
            return Ok(known);
        }
        let class = self.class(program, STRING)?;
        let bytes = self.class(program, "[B")?;
        let latin = units.iter().all(|&unit| unit < 256);
        let content: Vec<u8> = match latin {
            true => units.iter().map(|&unit| unit as u8).collect(),
            false => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        };
        let byte = |b: u8| Const::Int(IntType::I8, i64::from(b as i8));
        let elements = OnceCell::from(content.into_iter().map(byte).collect::<Vec<_>>());
        let name = quoted(units);
        let value = program.image.push(ImageObject {
            class: bytes,
            name: Some(format!("{name}.value")),
            content: elements,
        });
        let hash = hash(units);
        let fields = program.layout(class).into_iter().map(|f| {
            let field = program.field(f);
            match field.name.as_str() {
                "value" => Const::Object(value),
                "coder" => Const::Int(IntType::I8, i64::from(!latin)),
                // Strings remember their hash codes. Written down now, no one has to change them later.
                "hash" => Const::Int(IntType::I32, i64::from(hash)),
                "hashIsZero" => Const::Bool(hash == 0),
                _ => zero(field.ty),
            }
        });
        let content = OnceCell::from(fields.collect::<Vec<_>>());
        let literal = program.image.push(ImageObject {
            class,
            name: Some(name),
            content,
        });
        self.texts.fixed.extend([value, literal]);
        self.texts.literals.insert(units.to_vec(), literal);
        Ok(literal)
    }

    /// Remembers that an object of the image is a string, if it is one.
    pub(in crate::jvm) fn adopt_text(&mut self, program: &Program, object: ImageId) {
        if self.name(program.image[object].class) != STRING {
            return;
        }
        let references = program
            .image_content(object)
            .iter()
            .filter_map(|c| match c {
                Const::Object(bytes) => Some(*bytes),
                _ => None,
            });
        self.texts.fixed.extend(references);
        self.texts.fixed.insert(object);
    }

    /// The object of a string literal.
    pub(in crate::jvm) fn text(
        &mut self,
        program: &Program,
        text: &str,
    ) -> Result<ImageId, InputError> {
        self.literal(program, &text.encode_utf16().collect::<Vec<u16>>())
    }

    /// The text of a string of the image that is a literal or was made like one.
    pub(in crate::jvm) fn text_of(&self, program: &Program, string: ImageId) -> Option<Vec<u16>> {
        let content = program.image.get(string)?.content.get()?;
        let object = &program.image[string];
        if self.name(object.class) != STRING {
            return None;
        }
        let at = |name: &str| {
            let field = program
                .layout(object.class)
                .into_iter()
                .find(|&f| program.field(f).name == name)?;
            content.get(program.slot(field)).copied()
        };
        let (Const::Object(value), Const::Int(_, coder)) = (at("value")?, at("coder")?) else {
            return None;
        };
        let bytes = program
            .image
            .get(value)?
            .content
            .get()?
            .iter()
            .map(|c| match c {
                Const::Int(_, byte) => Some(*byte as u8),
                _ => None,
            });
        let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
        Some(match coder {
            0 => bytes.into_iter().map(u16::from).collect(),
            _ => bytes
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
        })
    }

    /// The object that stands for a class or a primitive type.
    pub(in crate::jvm) fn mirror(
        &mut self,
        program: &Program,
        of: Mirrored,
    ) -> Result<ImageId, InputError> {
        if let Some(&known) = self.texts.mirrors.get(&of) {
            return Ok(known);
        }
        let class = self.class(program, "java/lang/Class")?;
        let name = match &of {
            Mirrored::Class(class) => program.classes[*class].name.clone(),
            Mirrored::Primitive(name) => (*name).to_owned(),
        };
        let mirror = self.blank(program, class, format!("{name}.class"));
        self.texts.mirrors.insert(of.clone(), mirror);
        self.texts.mirrored.insert(mirror, of);
        Ok(mirror)
    }

    /// What a class object stands for.
    pub(in crate::jvm) fn mirrored(&self, object: ImageId) -> Option<Mirrored> {
        self.texts.mirrored.get(&object).cloned()
    }

    /// The text of exceptions that the machine raises: not null, and nothing else is known of it. Its class is one of
    /// its own, so that a look at it can be told.
    pub(in crate::jvm) fn machine_text(
        &mut self,
        program: &Program,
    ) -> Result<ImageId, InputError> {
        if let Some(known) = self.texts.machine {
            return Ok(known);
        }
        let parent = Some(self.class(program, STRING)?);
        let name = MACHINE_TEXT.to_owned();
        let class = self.add_class(
            program,
            Class {
                name: name.clone(),
                parent,
                identity: ir::Identity::Unknown,
                ..Class::default()
            },
        );
        let text = self.blank(program, class, name);
        self.texts.machine = Some(text);
        Ok(text)
    }
}
