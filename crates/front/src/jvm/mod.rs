//! Java: class files to a [`Component`].
//!
//! The path is: find the class ([`Source`]), read it, and translate every method that can be reached from what a client
//! may call. Classes at hand are read in full; of the JDK only a short table is known (`library`). Whatever cannot be
//! translated ends its path in `Unsupported`, with a name and a line.

mod assumptions;
mod class;
mod class_path;
mod compile;
mod component;
mod descriptor;
mod dispatch;
mod initialisers;
mod library;
mod method;
pub mod replay;
mod source;
mod trim;
mod world;

use std::collections::BTreeMap;

use ir::{ClassId, Component, Invalid};

use crate::InputError;
use class_path::ClassPath;
use descriptor::dotted;
use world::World;

pub use source::Source;

/// Finds, reads and translates a class.
pub fn load(source: &Source) -> Result<Component, InputError> {
    let located = source::locate(source)?;
    build(located.class_path, &located.subject, source.include_package_access)
}

/// Translates a class among classes given as bytes, by internal name (`java/util/Stack`).
pub fn load_classes(
    classes: BTreeMap<String, Vec<u8>>,
    class: &str,
    include_package_access: bool,
) -> Result<Component, InputError> {
    build(ClassPath::of_classes(classes), &class.replace('.', "/"), include_package_access)
}

fn build(class_path: ClassPath, subject: &str, package_access: bool) -> Result<Component, InputError> {
    let mut world = World::new(class_path);
    let class = subject_class(&mut world, subject)?;
    let entries = component::entries(&mut world, class, package_access)?;
    world.translate_all()?;
    world.withdraw_assumptions();
    let initialisers = initialisers::initialisers(&mut world, class);
    withdraw_invalid(&mut world)?;
    Ok(Component {
        name: world.program.classes[class].name.clone(),
        program: world.program,
        class,
        initialisers,
        constructors: entries.constructors,
        methods: entries.methods,
    })
}

fn subject_class(world: &mut World, name: &str) -> Result<ClassId, InputError> {
    if let Some(class) = world.class(name)? {
        return Ok(class);
    }
    let missing = world.missing_above(name)?;
    Err(InputError::new(match missing {
        Some(missing) => format!(
            "class {} extends {}, which is not at hand; name its folder or jar in the class path",
            dotted(name),
            dotted(&missing)
        ),
        None => format!("there is no class {}", dotted(name)),
    }))
}

/// The machine verifies a class before it runs it; here a function that breaks the ir's rules was made of bytecode that
/// would not verify, and whoever calls it learns nothing.
fn withdraw_invalid(world: &mut World) -> Result<(), InputError> {
    let Err(faults) = ir::validate(&world.program) else { return Ok(()) };
    for Invalid { function, message, .. } in faults {
        let function = function.ok_or_else(|| InputError::new(format!("the class does not verify: {message}")))?;
        world.withdraw(function, &format!("bytecode that does not verify: {message}"));
    }
    // Later rules are checked only where the earlier ones hold.
    withdraw_invalid(world)
}
