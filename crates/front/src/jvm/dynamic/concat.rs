//! String concatenation: `StringConcatFactory` (JEP 280) as appends to a `StringBuilder`.

use ristretto_classfile::attributes::Instruction;

use crate::jvm::class::JavaClass;
use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::assembler::{Assembly, Writer};
use crate::jvm::dynamic::site::{CallSite, MAKE};

const BUILDER: &str = "java/lang/StringBuilder";
/// Where an argument of the call stands in a recipe.
const ARGUMENT: char = '\u{1}';
/// Where a constant of the call site stands in a recipe.
const CONSTANT: char = '\u{2}';

/// `makeConcat`: all arguments one after the other.
pub(super) fn plain(class: &mut Assembly, java: &JavaClass, site: &CallSite) -> Result<(), String> {
    let recipe: String = site.ty.params.iter().map(|_| ARGUMENT).collect();
    by_recipe(class, java, site, &recipe, &[])
}

/// `makeConcatWithConstants`: arguments, constants and text as a recipe says.
pub(super) fn with_constants(
    class: &mut Assembly,
    java: &JavaClass,
    site: &CallSite,
) -> Result<(), String> {
    let (&recipe, constants) = site
        .arguments
        .split_first()
        .ok_or("a concatenation without a recipe")?;
    let recipe = java
        .string_at(recipe)
        .map_err(|_| "a concatenation without a recipe")?;
    by_recipe(class, java, site, &recipe, constants)
}

fn by_recipe(
    class: &mut Assembly,
    java: &JavaClass,
    site: &CallSite,
    recipe: &str,
    constants: &[u16],
) -> Result<(), String> {
    let mut outcome = Ok(());
    class.function(MAKE, &site.ty.descriptor(), |code| {
        outcome = append_by_recipe(code, java, site, recipe, constants)
    });
    outcome
}

/// A function that gives all its arguments one after the other.
pub(in crate::jvm) fn append_all(code: &mut Writer<'_>, params: &[JavaType]) {
    begin(code);
    let mut slot = 0;
    for ty in params {
        code.load(ty, slot);
        slot += ty.slots();
        append(code, ty);
    }
    finish(code);
}

fn begin(code: &mut Writer<'_>) {
    code.create(BUILDER);
    code.op(Instruction::Dup);
    code.call_special(BUILDER, "<init>", "()V");
}

fn finish(code: &mut Writer<'_>) {
    code.call_virtual(BUILDER, "toString", "()Ljava/lang/String;");
    code.op(Instruction::Areturn);
}

fn append_by_recipe(
    code: &mut Writer<'_>,
    java: &JavaClass,
    site: &CallSite,
    recipe: &str,
    constants: &[u16],
) -> Result<(), String> {
    begin(code);
    let mut slot = 0;
    let mut params = site.ty.params.iter();
    let mut constants = constants.iter();
    for piece in recipe.split_inclusive([ARGUMENT, CONSTANT]) {
        let text = piece.trim_end_matches([ARGUMENT, CONSTANT]);
        if !text.is_empty() {
            code.string(text);
            append(code, &JavaType::Object("java/lang/String".to_owned()));
        }
        if piece.ends_with(ARGUMENT) {
            let ty = params
                .next()
                .ok_or("a concatenation with too few arguments")?;
            code.load(ty, slot);
            slot += ty.slots();
            append(code, ty);
        } else if piece.ends_with(CONSTANT) {
            let index = constants
                .next()
                .ok_or("a concatenation with too few constants")?;
            let ty = code
                .constant(&java.constants, *index)
                .ok_or("a concatenation with a dynamic constant")?;
            append(code, &ty);
        }
    }
    finish(code);
    Ok(())
}

/// Appends the value on top of the stack; an array of characters is an object like any other here.
fn append(code: &mut Writer<'_>, ty: &JavaType) {
    let shown = match ty {
        JavaType::Byte | JavaType::Short | JavaType::Int => "I".to_owned(),
        JavaType::Object(name) if name == "java/lang/String" => ty.descriptor(),
        JavaType::Object(_) | JavaType::Array(..) => "Ljava/lang/Object;".to_owned(),
        JavaType::Boolean
        | JavaType::Char
        | JavaType::Long
        | JavaType::Float
        | JavaType::Double => ty.descriptor(),
    };
    code.call_virtual(BUILDER, "append", &format!("({shown})L{BUILDER};"));
}
