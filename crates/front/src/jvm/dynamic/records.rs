//! `equals`, `hashCode` and `toString` of records, as `ObjectMethods` makes them.

use ristretto_classfile::ReferenceKind;
use ristretto_classfile::attributes::Instruction;

use crate::jvm::class::JavaClass;
use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::adapt::wrapper;
use crate::jvm::dynamic::assembler::{Assembly, Writer};
use crate::jvm::dynamic::site::{CallSite, MAKE};

/// A component of a record.
struct Component {
    name: String,
    ty: JavaType,
}

const BUILDER: &str = "java/lang/StringBuilder";

/// Writes the function that the call site calls.
pub(super) fn method(
    class: &mut Assembly,
    java: &JavaClass,
    site: &CallSite,
) -> Result<(), String> {
    let broken = || "a method of a record without its components".to_owned();
    let [record, names, getters @ ..] = site.arguments.as_slice() else {
        return Err(broken());
    };
    let record = java.class_at(*record).map_err(|_| broken())?;
    let names = java.string_at(*names).map_err(|_| broken())?;
    let mut components = Vec::new();
    for (name, &getter) in names.split(';').filter(|n| !n.is_empty()).zip(getters) {
        let getter = java.handle_at(getter).map_err(|_| broken())?;
        if getter.kind != ReferenceKind::GetField || getter.member.class != record {
            return Err(broken());
        }
        let ty = JavaType::parse(&getter.member.descriptor).ok_or_else(broken)?;
        components.push(Component {
            name: name.to_owned(),
            ty,
        });
    }
    if components.len() != getters.len() {
        return Err(broken());
    }
    let descriptor = site.ty.descriptor();
    match site.name.as_str() {
        "equals" => class.function(MAKE, &descriptor, |code| equals(code, &record, &components)),
        "hashCode" => class.function(MAKE, &descriptor, |code| {
            hash_code(code, &record, &components)
        }),
        "toString" => class.function(MAKE, &descriptor, |code| {
            to_string(code, &record, &components)
        }),
        other => return Err(format!("method {other} of a record")),
    }
    Ok(())
}

fn equals(code: &mut Writer<'_>, record: &str, components: &[Component]) {
    code.op(Instruction::Aload_0);
    code.op(Instruction::Aload_1);
    let other = code.jump(Instruction::If_acmpne);
    answer(code, true);
    code.land(other);
    code.op(Instruction::Aload_1);
    code.instance_of(record);
    let same_class = code.jump(Instruction::Ifne);
    answer(code, false);
    code.land(same_class);
    for component in components {
        for receiver in [Instruction::Aload_0, Instruction::Aload_1] {
            code.op(receiver);
            code.cast(record);
            code.get_field(record, &component.name, &component.ty);
        }
        let equal = equal_values(code, &component.ty);
        answer(code, false);
        code.land(equal);
    }
    answer(code, true);
}

fn answer(code: &mut Writer<'_>, yes: bool) {
    code.op(if yes {
        Instruction::Iconst_1
    } else {
        Instruction::Iconst_0
    });
    code.op(Instruction::Ireturn);
}

/// Jumps if the two values on the stack are equal, numbers with a fraction as their wrappers see it.
fn equal_values(code: &mut Writer<'_>, ty: &JavaType) -> crate::jvm::dynamic::assembler::Label {
    match ty {
        JavaType::Object(_) | JavaType::Array(..) => {
            code.call_static(
                "java/util/Objects",
                "equals",
                "(Ljava/lang/Object;Ljava/lang/Object;)Z",
            );
            code.jump(Instruction::Ifne)
        }
        JavaType::Long => {
            code.op(Instruction::Lcmp);
            code.jump(Instruction::Ifeq)
        }
        JavaType::Float | JavaType::Double => {
            let (class, _) = wrapper(ty).expect("a primitive type has a wrapper");
            let letter = ty.descriptor();
            code.call_static(class, "compare", &format!("({letter}{letter})I"));
            code.jump(Instruction::Ifeq)
        }
        JavaType::Boolean | JavaType::Byte | JavaType::Short | JavaType::Char | JavaType::Int => {
            code.op(Instruction::Isub);
            code.jump(Instruction::Ifeq)
        }
    }
}

fn hash_code(code: &mut Writer<'_>, record: &str, components: &[Component]) {
    code.op(Instruction::Iconst_0);
    for component in components {
        code.int(31);
        code.op(Instruction::Imul);
        code.op(Instruction::Aload_0);
        code.get_field(record, &component.name, &component.ty);
        match wrapper(&component.ty) {
            Some((class, _)) => code.call_static(
                class,
                "hashCode",
                &format!("({})I", component.ty.descriptor()),
            ),
            None => code.call_static("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
        }
        code.op(Instruction::Iadd);
    }
    code.op(Instruction::Ireturn);
}

fn to_string(code: &mut Writer<'_>, record: &str, components: &[Component]) {
    code.create(BUILDER);
    code.op(Instruction::Dup);
    code.call_special(BUILDER, "<init>", "()V");
    code.class(record);
    code.call_virtual("java/lang/Class", "getSimpleName", "()Ljava/lang/String;");
    append(code, "Ljava/lang/String;");
    let mut before = "[";
    for component in components {
        append_text(code, &format!("{before}{}=", component.name));
        code.op(Instruction::Aload_0);
        code.get_field(record, &component.name, &component.ty);
        let shown = match &component.ty {
            JavaType::Byte | JavaType::Short => "I".to_owned(),
            JavaType::Object(_) | JavaType::Array(..) => "Ljava/lang/Object;".to_owned(),
            ty => ty.descriptor(),
        };
        append(code, &shown);
        before = ", ";
    }
    append_text(code, if components.is_empty() { "[]" } else { "]" });
    code.call_virtual(BUILDER, "toString", "()Ljava/lang/String;");
    code.op(Instruction::Areturn);
}

fn append_text(code: &mut Writer<'_>, text: &str) {
    code.string(text);
    append(code, "Ljava/lang/String;");
}

fn append(code: &mut Writer<'_>, descriptor: &str) {
    code.call_virtual(BUILDER, "append", &format!("({descriptor})L{BUILDER};"));
}
