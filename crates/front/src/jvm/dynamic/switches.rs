//! Switches over patterns and enums: `SwitchBootstraps` of Java 21 and later.
//!
//! The call takes what is switched on and the first label to look at, and gives the number of the first label that fits,
//! how many labels there are if none does, or minus one for null.

use ristretto_classfile::Constant;
use ristretto_classfile::attributes::Instruction;

use crate::jvm::class::JavaClass;
use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::assembler::{Assembly, Label, Writer};
use crate::jvm::dynamic::site::{CallSite, MAKE};

/// What labels mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    /// Classes, strings and ints.
    Types,
    /// Classes, and names of constants.
    Enums,
}

/// Writes the function that the call site calls.
pub(super) fn switch(
    class: &mut Assembly,
    java: &JavaClass,
    site: &CallSite,
    labels: Labels,
) -> Result<(), String> {
    let mut outcome = Ok(());
    class.function(MAKE, &site.ty.descriptor(), |code| {
        outcome = write(code, java, site, labels)
    });
    outcome
}

fn write(
    code: &mut Writer<'_>,
    java: &JavaClass,
    site: &CallSite,
    labels: Labels,
) -> Result<(), String> {
    let count = i32::try_from(site.arguments.len()).map_err(|_| "a switch with too many labels")?;
    code.op(Instruction::Iload_1);
    code.int(count + 1);
    code.call_static("java/util/Objects", "checkIndex", "(II)I");
    code.op(Instruction::Pop);
    code.op(Instruction::Aload_0);
    let present = code.jump(Instruction::Ifnonnull);
    give(code, -1);
    code.land(present);
    for (number, &label) in (0..count).zip(&site.arguments) {
        code.op(Instruction::Iload_1);
        code.int(number);
        let skipped = code.jump(Instruction::If_icmpgt);
        let failed = test(code, java, label, labels)?;
        give(code, number);
        failed
            .into_iter()
            .chain([skipped])
            .for_each(|jump| code.land(jump));
    }
    give(code, count);
    Ok(())
}

fn give(code: &mut Writer<'_>, number: i32) {
    code.int(number);
    code.op(Instruction::Ireturn);
}

/// Goes on if the label fits; the jumps away if not.
fn test(
    code: &mut Writer<'_>,
    java: &JavaClass,
    label: u16,
    labels: Labels,
) -> Result<Vec<Label>, String> {
    match (java.constants.get(label), labels) {
        (Some(Constant::Class(_)), _) => {
            let class = java
                .class_at(label)
                .map_err(|_| "a switch over a class that is none")?;
            code.op(Instruction::Aload_0);
            code.instance_of(&class);
            Ok(vec![code.jump(Instruction::Ifeq)])
        }
        (Some(Constant::String(_)), Labels::Types) => {
            let _ = code.constant(&java.constants, label);
            code.op(Instruction::Aload_0);
            code.call_virtual("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
            Ok(vec![code.jump(Instruction::Ifeq)])
        }
        (Some(Constant::String(_)), Labels::Enums) => {
            code.op(Instruction::Aload_0);
            code.cast("java/lang/Enum");
            code.call_virtual("java/lang/Enum", "name", "()Ljava/lang/String;");
            let _ = code.constant(&java.constants, label);
            code.call_virtual("java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
            Ok(vec![code.jump(Instruction::Ifeq)])
        }
        (Some(Constant::Integer(value)), Labels::Types) => Ok(test_number(code, *value)),
        (Some(Constant::Dynamic { .. }), Labels::Types) => {
            let (class, name) =
                enum_label(java, label).ok_or("a switch with a label that is computed")?;
            Ok(test_constant(code, &class, &name))
        }
        _ => Err("a switch with a label that is computed".to_owned()),
    }
}

/// The class and name of the enum constant that a label describes: `EnumDesc.of(ClassDesc.of(class), name)`.
fn enum_label(java: &JavaClass, label: u16) -> Option<(String, String)> {
    let [class, name] = described(java, label, "java/lang/Enum$EnumDesc")?[..] else {
        return None;
    };
    let [class] = described(java, class, "java/lang/constant/ClassDesc")?[..] else {
        return None;
    };
    Some((
        java.string_at(class).ok()?.replace('.', "/"),
        java.string_at(name).ok()?,
    ))
}

/// The arguments of a constant that is the result of the method `of` of a class.
fn described(java: &JavaClass, constant: u16, class: &str) -> Option<Vec<u16>> {
    let site = java.dynamic_at(constant).ok()?;
    let (&method, arguments) = site.bootstrap.arguments.split_first()?;
    let method = java.handle_at(method).ok()?.member;
    let is_call = site.bootstrap.maker == "java/lang/invoke/ConstantBootstraps.invoke";
    (is_call && method.class == class && method.name == "of").then(|| arguments.to_vec())
}

/// An enum's constants are made when it is made ready, which a label alone does not do.
fn test_constant(code: &mut Writer<'_>, class: &str, name: &str) -> Vec<Label> {
    code.op(Instruction::Aload_0);
    code.instance_of(class);
    let other_class = code.jump(Instruction::Ifeq);
    code.op(Instruction::Aload_0);
    code.get_static(class, name, &JavaType::Object(class.to_owned()));
    let other_constant = code.jump(Instruction::If_acmpne);
    vec![other_class, other_constant]
}

/// A number fits an `Integer` or a `Character` of this value.
fn test_number(code: &mut Writer<'_>, value: i32) -> Vec<Label> {
    let mut hits = Vec::new();
    for (class, method, descriptor) in [
        ("java/lang/Integer", "intValue", "()I"),
        ("java/lang/Character", "charValue", "()C"),
    ] {
        code.op(Instruction::Aload_0);
        code.instance_of(class);
        let other_class = code.jump(Instruction::Ifeq);
        code.op(Instruction::Aload_0);
        code.cast(class);
        code.call_virtual(class, method, descriptor);
        code.int(value);
        let other_value = code.jump(Instruction::If_icmpne);
        hits.push(code.jump(Instruction::Goto));
        code.land(other_class);
        code.land(other_value);
    }
    let missed = code.jump(Instruction::Goto);
    hits.into_iter().for_each(|hit| code.land(hit));
    vec![missed]
}
