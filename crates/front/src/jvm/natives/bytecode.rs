//! Code that is shorter as bytecode: it calls, loops and makes objects as the code it stands for would.

use ir::{Const, FunctionId, Program};

use crate::jvm::descriptor::JavaType;
use crate::jvm::dynamic::assembler::{Assembly, Writer};
use crate::jvm::natives::native::Native;
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::world::World;

/// How the names of classes begin that are made here.
pub(super) const OURS: &str = crate::jvm::class::OURS;

/// The class with what bytecode of ours can ask for besides: an end without an answer, and a text that cannot be read.
pub(super) const TEXT: &str = "$model/Text";

/// The name of the one function of a class.
pub(super) const MAKE: &str = "make";

impl Sketch<'_> {
    /// Ends with what code that is written as bytecode gives for the same arguments.
    pub(super) fn give_bytecode(
        &mut self,
        write: impl FnOnce(&mut Writer<'_>),
    ) -> Result<(), String> {
        let (class, descriptor) = (class_of(&self.native), descriptor(self));
        let function = define(self.world, self.program, &class, &descriptor, write)?;
        self.give_call(function);
        Ok(())
    }
}

/// The class for the code of a native; another one for each choice of the constants that matter.
pub(super) fn class_of(native: &Native<'_>) -> String {
    let plain = |c| if "./;[<>".contains(c) { '_' } else { c };
    let name: String = native.name.chars().map(plain).collect();
    let matter = native.matter.iter().map(|constant| match constant {
        Some(Const::Object(object)) => format!(" {object}"),
        Some(Const::Null) => " null".to_owned(),
        Some(Const::Bool(value)) => format!(" {value}"),
        Some(Const::Int(_, value)) => format!(" {value}"),
        Some(Const::Float(_, bits)) => format!(" {bits:x}"),
        None => " anything".to_owned(),
    });
    format!("{OURS}{name}{}", matter.collect::<String>())
}

/// The type of a static function that takes what the native takes, its object first.
pub(super) fn descriptor(sketch: &Sketch<'_>) -> String {
    let mut ty = sketch.native.ty.clone();
    if sketch.params().len() > ty.params.len() {
        let class = sketch.native.internal_class();
        ty.params.insert(0, JavaType::Object(class));
    }
    ty.descriptor()
}

/// A class with one function.
pub(super) fn define(
    world: &mut World,
    program: &Program,
    name: &str,
    descriptor: &str,
    write: impl FnOnce(&mut Writer<'_>),
) -> Result<FunctionId, String> {
    define_text(world)?;
    let mut class = Assembly::new(name, "java/lang/Object");
    class.function(MAKE, descriptor, write);
    world.class_path.define(name, class.finish()?);
    let class = world.class(program, name)?;
    let found = world
        .declared(class, MAKE, descriptor)
        .ok_or("a model without code")?;
    Ok(world.function(program, class, found.index))
}

fn define_text(world: &mut World) -> Result<(), String> {
    let mut class = Assembly::new(TEXT, "java/lang/Object");
    class.native_function("refuse", "()V");
    class.native_function("order", "()V");
    class.native_function("comparable", "(Ljava/lang/Class;)Ljava/lang/Class;");
    class.native_function("digits", "()V");
    class.native_function("unreadable", "()Ljava/lang/String;");
    world.class_path.define(TEXT, class.finish()?);
    Ok(())
}
