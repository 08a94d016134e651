//! Objects of the image and the first values of globals.

use crate::validate::expressions::{constant_type, same};
use crate::{Class, ClassId, Const, ImageObject, Invalid, Program, Type};

pub(super) fn check(program: &Program) -> Vec<Invalid> {
    let globals = program.globals.values().filter_map(|global| {
        let fits = constant(program, *global.initial.get()?, global.ty, None);
        fits.err()
            .map(|message| format!("global {}: {message}", global.name))
    });
    let objects = program.image.iter().filter_map(|(id, data)| {
        let fits = object(program, data);
        fits.err().map(|message| format!("object {id}: {message}"))
    });
    globals
        .chain(objects)
        .map(|message| Invalid {
            function: None,
            block: None,
            message,
        })
        .collect()
}

fn object(program: &Program, object: &ImageObject) -> Result<(), String> {
    let class = program
        .classes
        .get(object.class)
        .ok_or_else(|| format!("there is no {}", object.class))?;
    let content = object.content.get().ok_or("it has no content")?;
    match class.element {
        Some(element) => content
            .iter()
            .try_for_each(|&c| constant(program, c, element.ty, element.class)),
        None => fields(program, object.class, class, content),
    }
}

fn fields(program: &Program, id: ClassId, class: &Class, content: &[Const]) -> Result<(), String> {
    let layout = program.layout(id);
    if layout.len() != content.len() {
        return Err(format!(
            "{} has {} fields, not {}",
            class.name,
            layout.len(),
            content.len()
        ));
    }
    layout
        .iter()
        .zip(content)
        .try_for_each(|(&field, &c)| constant(program, c, program.field(field).ty, None))
}

/// Whether a constant can stand where this type, and objects of this class, are wanted.
fn constant(
    program: &Program,
    constant: Const,
    ty: Type,
    class: Option<ClassId>,
) -> Result<(), String> {
    same(constant_type(program, constant)?, ty)?;
    let (Const::Object(object), Some(class)) = (constant, class) else {
        return Ok(());
    };
    let own = program.image[object].class;
    // Whether the class exists is said where its object is looked at.
    if program
        .classes
        .get(own)
        .is_none_or(|_| program.is_subclass(own, class))
    {
        Ok(())
    } else {
        Err(format!(
            "an object of {own} stands where one of {class} is wanted"
        ))
    }
}
