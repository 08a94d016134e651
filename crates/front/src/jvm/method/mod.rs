//! From the bytecode of a method to a function.
//!
//! The operand stack holds expressions while a block is translated; where control flow meets, its entries go into
//! locals. Expressions on the stack read nothing but locals: what reads the heap or calls goes into a temporary at
//! once, and a local that is about to change is saved first. Only code that can be reached is translated.

mod arithmetic;
mod arrays;
mod branches;
pub(in crate::jvm) mod builder;
pub(in crate::jvm) mod calls;
mod constants;
mod fields;
mod floats;
pub(in crate::jvm) mod handlers;

mod objects;
pub(in crate::jvm) mod op;
pub(in crate::jvm) mod simplify;
pub(in crate::jvm) mod stack;
mod tidy;
pub(in crate::jvm) mod translation;
mod variables;

use base::Arena;
use ir::{Block, BlockId, ClassId, Function, Terminator, TerminatorKind};
use ristretto_classfile::MethodAccessFlags;

use crate::InputError;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::world::World;
use translation::Translation;

/// The function of a method, whose head stands in the program already.
pub(in crate::jvm) fn translate(world: &mut World, class: ClassId, method: usize) -> Result<Function, InputError> {
    let java = world.java(class).expect("only methods of loaded classes are translated");
    let function = world.head(class, method);
    let declared = &java.methods[method];
    match (refusal(&java, declared), &declared.code) {
        (None, Some(code)) => {
            let first = Translation::new(world, class, &java, method, code, function.clone());
            let translated = match first.run()? {
                Some(translated) => translated,
                None => {
                    let second = Translation::new(world, class, &java, method, code, function);
                    second.without_special_receiver().run()?.expect("nothing is left to tell apart")
                }
            };
            Ok(tidy::tidy(translated))
        }
        (reason, _) => {
            let reason = reason.unwrap_or_else(|| format!("{} has no code", describe(&java, declared)));
            Ok(Function { blocks: unsupported_body(reason, java.place(declared).line), ..function })
        }
    }
}

/// Why a method cannot be translated at all.
fn refusal(java: &JavaClass, method: &JavaMethod) -> Option<String> {
    let floating = |ty: &&JavaType| ty.ir().is_none();
    if method.flags.contains(MethodAccessFlags::NATIVE) {
        return Some(format!("native method {}", describe(java, method)));
    }
    if let Some(ty) = method.ty.params.iter().find(floating) {
        return Some(format!("a parameter of type {ty} of {}", describe(java, method)));
    }
    None
}

/// `Stack.push(int)`
pub(in crate::jvm) fn describe(java: &JavaClass, method: &JavaMethod) -> String {
    format!("{}.{}{}", dotted(&java.name), method.name, method.ty.params_in_source())
}

/// A body that only says why it is none.
pub(in crate::jvm) fn unsupported_body(reason: String, line: u32) -> Arena<BlockId, Block> {
    let terminator = Terminator { kind: TerminatorKind::Unsupported(reason), line };
    [Block { statements: Vec::new(), terminator }].into_iter().collect()
}

/// The names of the parameters, the receiver aside: the source's, or `arg0` and so on.
pub(in crate::jvm) fn parameter_names(method: &JavaMethod) -> Vec<String> {
    let mut slot = usize::from(!method.is_static());
    let mut names = Vec::new();
    let complete = method.parameter_names.len() == method.ty.params.len();
    for (i, ty) in method.ty.params.iter().enumerate() {
        let variables = method.code.iter().flat_map(|code| &code.variables);
        let debug = variables.into_iter().find(|v| v.from_start && v.slot == slot).map(|v| v.name.clone());
        let recorded = || complete.then(|| method.parameter_names[i].clone());
        names.push(debug.or_else(recorded).unwrap_or_else(|| format!("arg{i}")));
        slot += ty.slots();
    }
    names
}
