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
mod chains;
mod constants;
mod fields;
mod floats;
pub(in crate::jvm) mod handlers;
mod monitors;
mod objects;
pub(in crate::jvm) mod op;
pub(in crate::jvm) mod simplify;
pub(in crate::jvm) mod stack;
mod state;
mod tidy;
pub(in crate::jvm) mod translation;
mod variables;

use base::Arena;
use ir::{Block, ClassId, Code, FunctionId, Local, Program, Terminator, TerminatorKind};

use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::descriptor::dotted;
use crate::jvm::world::World;
use translation::Translation;

/// The code of a method, whose head stands in the program already.
pub(super) fn translate(
    world: &mut World,
    program: &Program,
    class: ClassId,
    method: usize,
    function: FunctionId,
) -> Code {
    let java = world
        .java(class)
        .expect("only methods of classes from files are translated");
    let head = &program.functions[function];
    let declared = &java.methods[method];
    match &declared.code {
        Some(code) => {
            let first = Translation::new(world, program, class, &java, method, code, head);
            let translated = first.run().or_else(|| {
                let second = Translation::new(world, program, class, &java, method, code, head);
                second.without_special_receiver().run()
            });
            tidy::tidy(
                translated.expect("nothing is left to tell apart"),
                head.params.len(),
            )
        }
        None => unsupported_code(&head.params, why_no_code(&java, declared), 0),
    }
}

fn why_no_code(java: &JavaClass, method: &JavaMethod) -> String {
    if method.is_native() {
        format!("native method {}", describe(java, method))
    } else {
        format!("{} has no code", describe(java, method))
    }
}

/// `Stack.push(int)`
pub(in crate::jvm) fn describe(java: &JavaClass, method: &JavaMethod) -> String {
    format!(
        "{}.{}{}",
        dotted(&java.name),
        method.name,
        method.ty.params_in_source()
    )
}

/// Code that only says why it is none.
pub(super) fn unsupported_code(params: &[Local], reason: String, line: u32) -> Code {
    let terminator = Terminator {
        kind: TerminatorKind::Unsupported(reason),
        line,
    };
    let blocks: Arena<_, _> = [Block {
        statements: Vec::new(),
        terminator,
    }]
    .into_iter()
    .collect();
    Code {
        locals: params.iter().cloned().collect(),
        blocks,
    }
}
