//! What the machine does for methods that have no bytecode, and for some whose bytecode is beyond us.
//!
//! [`table`] says what stands for which method and why; the other files hold how.

mod boxes;
mod classes;
mod concat;
mod copy;
mod format;
mod handles;
mod logarithms;
mod memory;
mod objects;
mod properties;
mod reflection;
mod sketch;
mod table;
mod tape;
mod written;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use ir::{ClassId, Code, Const, FieldRef, Function, FunctionId, ImageId, Local, Program, Type};

use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::world::World;
use handles::Target;
use table::Model;

pub(in crate::jvm) use concat::{concatenates, concatenation, is_concatenation};
pub(in crate::jvm) use handles::{is_lookup, is_polymorphic};
pub(in crate::jvm) use sketch::Sketch;

/// How the names of classes begin that are made here.
const OURS: &str = "$model/";

/// What was made so far.
#[derive(Default)]
pub(in crate::jvm) struct Natives {
    /// By native and the constants that matter to it.
    made: BTreeMap<(String, Vec<Const>), FunctionId>,
    /// The thread everything runs on.
    thread: Option<ImageId>,
    /// An object that only arrays of any object take.
    any_object: Option<ImageId>,
    /// The slots of fields that were asked for by reflection.
    fields: BTreeMap<ImageId, FieldRef>,
    /// What variable handles refer to.
    handles: BTreeMap<ImageId, Target>,
}

/// Whether a class asks how many processors there are only to be fast on them, so that one is as good an answer as any.
pub(in crate::jvm) fn asks_for_speed_alone(class: &str) -> bool {
    const CLASSES: [&str; 6] = [
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/concurrent/Exchanger",
        "java/util/concurrent/LinkedTransferQueue",
        "java/util/concurrent/Phaser",
        "java/util/concurrent/SynchronousQueue",
        "java/util/concurrent/atomic/Striped64",
    ];
    CLASSES.contains(&class)
}

/// Whether a static method can be called before its class is ready: on our one thread, which is no worker of a pool, it
/// uses no variable of the class, and the initialiser changes nothing else. Making a pool of threads ready would ask how
/// many processors there are; waiting on a condition comes through here and needs no pool.
pub(in crate::jvm) fn needs_no_variables(class: &str, method: &str) -> bool {
    class == "java/util/concurrent/ForkJoinPool" && method == "managedBlock"
}

/// What a class of the JDK calls instead of a method that is not exact, where only speed depends on it: `BigInteger`
/// estimates lengths with logarithms.
pub(in crate::jvm) fn instead(caller: &str, class: &str, method: &str) -> Option<&'static str> {
    (caller == "java/math/BigInteger" && class == "java/lang/Math" && method == "log")
        .then_some("java/lang/StrictMath")
}

/// The code of a method that is not translated from its bytecode; `None` for all others. Asked for every method before
/// it is translated, native or not: the function's name, `java.lang.Object.hashCode()I`, is the key.
///
/// Soundness: models stand for methods of the JDK, and for those that stand in for them. A method of the user's that has
/// such a name is what its code says.
pub(in crate::jvm) fn model(
    world: &mut World,
    program: &Program,
    class: ClassId,
    method: usize,
    function: FunctionId,
) -> Option<Code> {
    if !world.is_library(class) && !world.name(class).starts_with(OURS) {
        return None;
    }
    let head = &program.functions[function];
    let is_native = world
        .java(class)
        .is_some_and(|java| java.methods[method].is_native());
    let of_natives = if is_native {
        table::of_natives(&head.name)
    } else {
        None
    };
    let model = of_natives.or_else(|| table::find(&head.name))?;
    let written = write(world, program, head, model);
    Some(written.unwrap_or_else(|why| sketch::refusal(head, why)))
}

fn write(
    world: &mut World,
    program: &Program,
    head: &Function,
    model: Model,
) -> Result<Code, String> {
    let mut sketch = Sketch::new(world, program, head);
    match model {
        Model::Nothing => sketch.give_zero(),
        Model::Bool(value) => sketch.give_const(Const::Bool(value)),
        Model::Int(value) => sketch.give_int(value),
        Model::Text(text) => {
            let literal = sketch
                .world
                .text(program, text)
                .map_err(|error| error.message)?;
            sketch.give_const(Const::Object(literal));
        }
        Model::First => sketch.give_first(),
        Model::Special | Model::Digits | Model::Box => sketch.give_call_of_native(&head.name),
        Model::Ir(write) => write(&mut sketch)?,
        Model::Written(write) => {
            let function = written::function(sketch.world, program, head, write)?;
            sketch.give_call(function);
        }
        Model::Refused(why) => return Err(why.to_owned()),
        Model::Closed(why) => {
            let shown = Native::parse(&head.name, &[])
                .map_or_else(|| head.name.clone(), |native| native.described());
            return Err(format!("{why}: {shown}"));
        }
    }
    Ok(sketch.finish())
}

/// The function for a `Callee::Native` of this name and these arguments; asked once for each name and arguments.
pub(in crate::jvm) fn specialise(
    world: &mut World,
    program: &Program,
    name: &str,
    args: &[Option<Const>],
) -> Result<FunctionId, String> {
    let native = Native::parse(name, args).ok_or_else(|| format!("native method {name}"))?;
    if let Some(known) = handles::specialise(world, program, &native) {
        return known;
    }
    if let Some(known) = concat::specialise(world, program, &native) {
        return known;
    }
    if let Some(known) = boxes::specialise(world, program, &native) {
        return known;
    }
    if let Some(known) = tape::specialise(world, program, &native) {
        return known;
    }
    if let Some(known) = properties::specialise(world, program, &native) {
        return known;
    }
    classes::specialise(world, program, &native)
}

/// A native method and what it is called with.
struct Native<'a> {
    /// `java.lang.Class.isInstance(Ljava/lang/Object;)Z`
    name: &'a str,
    /// `java.lang.Class`
    class: &'a str,
    /// `isInstance`
    method: &'a str,
    ty: MethodType,
    args: &'a [Option<Const>],
}

impl<'a> Native<'a> {
    fn parse(name: &'a str, args: &'a [Option<Const>]) -> Option<Self> {
        let (path, _) = name.split_once('(')?;
        let (class, method) = path.rsplit_once('.')?;
        let ty = MethodType::parse(&name[path.len()..])?;
        Some(Self {
            name,
            class,
            method,
            ty,
            args,
        })
    }

    /// An argument that must be known.
    fn known(&self, number: usize) -> Result<Const, String> {
        let known = self.args.get(number).copied().flatten();
        known.ok_or_else(|| {
            format!(
                "call of {} with something that is not known",
                self.described()
            )
        })
    }

    /// An argument that must be a known object; null is `None`.
    fn object(&self, number: usize) -> Result<Option<ImageId>, String> {
        match self.known(number)? {
            Const::Object(object) => Ok(Some(object)),
            Const::Null => Ok(None),
            Const::Bool(_) | Const::Int(..) | Const::Float(..) => {
                Err(format!("native method {}", self.name))
            }
        }
    }

    /// `java.lang.Class.isInstance(Object)`
    fn described(&self) -> String {
        format!(
            "{}.{}{}",
            self.class,
            self.method,
            self.ty.params_in_source()
        )
    }

    /// A function with this native's parameters; made once for each choice of the constants that matter.
    fn function(
        &self,
        world: &mut World,
        program: &Program,
        matter: &[Const],
        write: impl FnOnce(&mut Sketch<'_>) -> Result<(), String>,
    ) -> Result<FunctionId, String> {
        let key = (self.name.to_owned(), matter.to_vec());
        if let Some(&known) = world.natives.made.get(&key) {
            return Ok(known);
        }
        let mut head = self.head(program, matter);
        let mut sketch = Sketch::new(world, program, &head);
        write(&mut sketch)?;
        let code = sketch.finish();
        head.code = OnceCell::from(code);
        let function = program.functions.push(head);
        world.natives.made.insert(key, function);
        Ok(function)
    }

    /// The name of this native for these constants, also of an object that it gives for them.
    fn name_for(&self, program: &Program, matter: &[Const]) -> String {
        let shown: Vec<String> = matter
            .iter()
            .map(|&constant| show(program, constant))
            .collect();
        format!("{} for {}", self.name, shown.join(", "))
    }

    fn head(&self, program: &Program, matter: &[Const]) -> Function {
        let receivers = self.args.len().saturating_sub(self.ty.params.len());
        let types = std::iter::repeat_n(Type::Ref, receivers)
            .chain(self.ty.params.iter().map(JavaType::ir));
        Function {
            name: self.name_for(program, matter),
            file: self.class.into(),
            params: types
                .enumerate()
                .map(|(i, ty)| Local {
                    name: format!("arg{i}"),
                    ty,
                })
                .collect(),
            returns: self.ty.returns.as_ref().map(JavaType::ir),
            code: OnceCell::new(),
        }
    }
}

/// A constant in a name, distinct for distinct constants.
fn show(program: &Program, constant: Const) -> String {
    match constant {
        Const::Object(object) => {
            let name = program.image.get(object).and_then(|o| o.name.clone());
            name.unwrap_or_else(|| object.to_string())
        }
        Const::Null => "null".to_owned(),
        Const::Bool(value) => value.to_string(),
        Const::Int(_, value) => value.to_string(),
        Const::Float(_, bits) => format!("{bits:x}"),
    }
}
