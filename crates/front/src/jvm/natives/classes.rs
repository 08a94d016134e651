//! Questions to classes, answered for the class that is asked.

use ir::{
    BinaryOp, ClassId, Const, Expr, FunctionId, ImageId, IntType, Program, StatementKind, Type,
};
use ristretto_classfile::ClassAccessFlags;

use crate::jvm::class::Nested;
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::natives::sketch::{Sketch, binary, int, is_instance};
use crate::jvm::natives::{Native, format, logarithms, reflection, written};
use crate::jvm::texts::{Mirrored, primitive_name};
use crate::jvm::world::World;

const CLASS: &str = "java.lang.Class";

/// The function that answers for the class among the arguments.
pub(super) fn specialise(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    match (native.class, native.method) {
        (CLASS, "getPrimitiveClass") => primitive_class(world, program, native),
        (CLASS, "forName0") => reflection::by_name(world, program, native),
        (CLASS, "getDeclaredField") => reflection::declared_field(world, program, native),
        (CLASS, "isInstance") => is_instance_of(world, program, native),
        (CLASS, "isAssignableFrom") => is_assignable(world, program, native),
        (CLASS, "getEnumConstantsShared") | ("java.util.EnumSet", "getUniverse") => {
            values(world, program, native)
        }
        ("java.util.EnumMap", "getKeyUniverse") => values(world, program, native),
        ("$model.Text", "comparable") => comparable(world, program, native),
        ("java.lang.Enum", "valueOf") => value_of(world, program, native),
        (CLASS, _) => fact(world, program, native),
        ("java.lang.reflect.Array", "newArray") => new_array(world, program, native),
        ("java.lang.String", "format") => format::specialise(world, program, native),
        ("java.lang.String", "intern") => intern(world, program, native),
        ("java.lang.StrictMath", "log") => logarithms::specialise(world, program, native),
        ("jdk.internal.misc.Unsafe", "objectFieldOffset") if native.ty.params.len() == 1 => {
            reflection::offset_of(world, program, native)
        }
        ("jdk.internal.misc.Unsafe", "objectFieldOffset") => field_offset(world, program, native),
        _ => Err(format!("native method {}", native.described())),
    }
}

/// The object and the class it stands for, by the argument's number.
fn mirrored(
    world: &World,
    native: &Native<'_>,
    number: usize,
) -> Result<(ImageId, Mirrored), String> {
    let object = native
        .object(number)?
        .ok_or_else(|| format!("call of {} on null", native.described()))?;
    let class = world
        .mirrored(object)
        .ok_or_else(|| format!("call of {} on no class", native.described()))?;
    Ok((object, class))
}

/// A question whose answer is a constant.
fn fact(world: &mut World, program: &Program, native: &Native<'_>) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 0)?;
    let answer = answer(world, program, native, &class)?;
    native.function(world, program, &[Const::Object(object)], |sketch| {
        sketch.give_const(answer);
        Ok(())
    })
}

fn answer(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
    class: &Mirrored,
) -> Result<Const, String> {
    let mut seen = Seen {
        world,
        program,
        class,
    };
    if native.method.ends_with("Name") && seen.is_made() {
        return Err("the name of a class that was made at run time".to_owned());
    }
    Ok(match native.method {
        "isArray" => Const::Bool(seen.element().is_some()),
        "isPrimitive" => Const::Bool(matches!(class, Mirrored::Primitive(_))),
        "isInterface" => Const::Bool(seen.flags().contains(ClassAccessFlags::INTERFACE)),
        "isEnum" => Const::Bool(seen.is_enum()),
        "isRecord" => Const::Bool(seen.parent_name() == Some("java/lang/Record")),
        "isHidden" => Const::Bool(false),
        // Assertions are on, but not in the JDK, as `java -ea` has it.
        "desiredAssertionStatus" => Const::Bool(!seen.is_library()),
        "getModifiers" => Const::Int(IntType::I32, seen.modifiers(native)?),
        // The loader of the first classes is null.
        "getClassLoader" | "getClassLoader0" if seen.is_booted() => Const::Null,
        "getSuperclass" => seen.superclass()?,
        "getComponentType" | "componentType" | "elementType" => seen.component()?,
        "getName" | "initClassName" => {
            let name = seen.name();
            text(world, program, &name)?
        }
        "getTypeName" | "getCanonicalName" => {
            let name = seen.type_name(native)?;
            text(world, program, &name)?
        }
        "getSimpleName" => {
            let name = seen.simple_name()?;
            text(world, program, &name)?
        }
        "getPackageName" => {
            let name = seen.package_name();
            text(world, program, &name)?
        }
        _ => return Err(format!("native method {}", native.described())),
    })
}

fn text(world: &mut World, program: &Program, text: &str) -> Result<Const, String> {
    world
        .text(program, text)
        .map(Const::Object)
        .map_err(|error| error.message)
}

/// A class and what can be asked about it.
struct Seen<'s> {
    world: &'s mut World,
    program: &'s Program,
    class: &'s Mirrored,
}

impl Seen<'_> {
    fn class(&self) -> Option<ClassId> {
        match self.class {
            Mirrored::Class(class) => Some(*class),
            Mirrored::Primitive(_) => None,
        }
    }

    fn internal_name(&self) -> String {
        match self.class {
            Mirrored::Class(class) => self.world.name(*class).to_owned(),
            Mirrored::Primitive(name) => (*name).to_owned(),
        }
    }

    /// The type of the elements, if it is an array class.
    fn element(&self) -> Option<JavaType> {
        let name = self.internal_name();
        JavaType::parse(name.strip_prefix('[')?)
    }

    fn flags(&self) -> ClassAccessFlags {
        let java = self.class().and_then(|class| self.world.java(class));
        java.map_or(ClassAccessFlags::empty(), |java| java.flags)
    }

    fn parent_name(&self) -> Option<&str> {
        let parent = self.program.classes[self.class()?].parent?;
        Some(self.world.name(parent))
    }

    /// Whether it surely belongs to the JDK's first module.
    fn is_booted(&self) -> bool {
        let first = [
            "java/lang/",
            "java/io/",
            "java/math/",
            "java/nio/",
            "sun/nio/cs/",
            "jdk/internal/",
        ];
        let name = self.internal_name();
        let util = name
            .strip_prefix("java/util/")
            .is_some_and(|rest| !rest.contains('/'));
        let nested = |package: &str| {
            name.strip_prefix(package)
                .is_some_and(|rest| !rest.contains('/'))
        };
        self.is_library() && (util || first.into_iter().any(nested))
    }

    /// Whether the JDK would have made it at run time, with a name of its own choice.
    fn is_made(&self) -> bool {
        self.internal_name().contains("$$Site$")
    }

    fn is_enum(&self) -> bool {
        self.flags().contains(ClassAccessFlags::ENUM)
            && self.parent_name() == Some("java/lang/Enum")
    }

    fn is_library(&self) -> bool {
        self.class()
            .is_none_or(|class| self.world.is_library(class))
    }

    /// How the class is nested in another one.
    fn nested(&self) -> Option<Nested> {
        self.world.java(self.class()?)?.nested.clone()
    }

    /// Those of the source for a nested class; arrays have those of their elements.
    fn modifiers(&self, native: &Native<'_>) -> Result<i64, String> {
        if self.element().is_some() {
            return Err(format!("{} of {}", native.described(), self.name()));
        }
        let public =
            ClassAccessFlags::PUBLIC | ClassAccessFlags::FINAL | ClassAccessFlags::ABSTRACT;
        let bits = match (self.class(), self.nested()) {
            (None, _) => public.bits(),
            (Some(_), Some(nested)) => nested.modifiers,
            (Some(_), None) => self.flags().bits(),
        };
        Ok(i64::from(bits & !ClassAccessFlags::SUPER.bits()))
    }

    fn superclass(&mut self) -> Result<Const, String> {
        let parent = self
            .class()
            .and_then(|class| self.program.classes[class].parent);
        match parent {
            Some(parent) if !self.flags().contains(ClassAccessFlags::INTERFACE) => {
                self.mirror(Mirrored::Class(parent))
            }
            _ => Ok(Const::Null),
        }
    }

    fn component(&mut self) -> Result<Const, String> {
        let Some(element) = self.element() else {
            return Ok(Const::Null);
        };
        match primitive_name(&element) {
            Some(name) => self.mirror(Mirrored::Primitive(name)),
            None => {
                let name = element.class_name().ok_or("an array of nothing")?;
                let class = self
                    .world
                    .class(self.program, &name)
                    .map_err(|error| error.message)?;
                self.mirror(Mirrored::Class(class))
            }
        }
    }

    fn mirror(&mut self, of: Mirrored) -> Result<Const, String> {
        self.world
            .mirror(self.program, of)
            .map(Const::Object)
            .map_err(|error| error.message)
    }

    /// As `Class.getName` has it: arrays by descriptor.
    fn name(&self) -> String {
        dotted(&self.internal_name())
    }

    fn type_name(&self, native: &Native<'_>) -> Result<String, String> {
        match self.element() {
            _ if native.method == "getCanonicalName" && self.internal_name().contains('$') => {
                Err(format!("{} of {}", native.described(), self.name()))
            }
            Some(element) => Ok(format!("{}[]", element.full_name())),
            None => Ok(self.name()),
        }
    }

    /// The name in the source; anonymous classes have an empty one.
    fn simple_name(&mut self) -> Result<String, String> {
        if let Some(element) = self.element() {
            let class = match (primitive_name(&element), element.class_name()) {
                (Some(name), _) => Mirrored::Primitive(name),
                (None, Some(name)) => Mirrored::Class(
                    self.world
                        .class(self.program, &name)
                        .map_err(|error| error.message)?,
                ),
                (None, None) => return Err("an array of nothing".to_owned()),
            };
            let inner = Seen {
                world: &mut *self.world,
                program: self.program,
                class: &class,
            }
            .simple_name()?;
            return Ok(format!("{inner}[]"));
        }
        Ok(match self.nested() {
            Some(nested) => nested.name.unwrap_or_default(),
            None => self
                .name()
                .rsplit('.')
                .next()
                .unwrap_or_default()
                .to_owned(),
        })
    }

    fn package_name(&self) -> String {
        let name = match self.element() {
            Some(element) => element.full_name(),
            None if self.class().is_none() => "java.lang.".to_owned(),
            None => self.name(),
        };
        name.rsplit_once('.')
            .map_or(String::new(), |(package, _)| package.to_owned())
    }
}

fn primitive_class(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let string = native.object(0)?.ok_or("the class of no name")?;
    let units = world
        .text_of(program, string)
        .ok_or("the class of an unknown name")?;
    let name = String::from_utf16_lossy(&units);
    let all = [
        "boolean", "byte", "short", "char", "int", "long", "float", "double", "void",
    ];
    let known = all
        .into_iter()
        .find(|known| *known == name)
        .ok_or_else(|| format!("the primitive type {name}"))?;
    let mirror = world
        .mirror(program, Mirrored::Primitive(known))
        .map_err(|error| error.message)?;
    native.function(world, program, &[Const::Object(string)], |sketch| {
        sketch.give_const(Const::Object(mirror));
        Ok(())
    })
}

fn is_instance_of(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 0)?;
    native.function(world, program, &[Const::Object(object)], |sketch| {
        match class {
            Mirrored::Class(class) => {
                let value = sketch.param(1);
                sketch.give(is_instance(value, class));
            }
            Mirrored::Primitive(_) => sketch.give_const(Const::Bool(false)),
        }
        Ok(())
    })
}

fn is_assignable(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 0)?;
    let Some(other) = native.object(1)? else {
        return native.function(
            world,
            program,
            &[Const::Object(object), Const::Null],
            |sketch| sketch.raise("java/lang/NullPointerException"),
        );
    };
    let from = world
        .mirrored(other)
        .ok_or("whether an unknown class is below another")?;
    let holds = match (&class, &from) {
        (Mirrored::Class(to), Mirrored::Class(from)) => program.is_subclass(*from, *to),
        (a, b) => a == b,
    };
    native.function(
        world,
        program,
        &[Const::Object(object), Const::Object(other)],
        |sketch| {
            sketch.give_const(Const::Bool(holds));
            Ok(())
        },
    )
}

/// The constants of an enum, in order; null if it is none.
fn values(world: &mut World, program: &Program, native: &Native<'_>) -> Result<FunctionId, String> {
    let number = usize::from(native.args.len() > native.ty.params.len() && native.class != CLASS);
    let (object, class) = mirrored(world, native, number)?;
    let name = enum_name(world, program, &class);
    native.function(
        world,
        program,
        &[Const::Object(object)],
        |sketch| match name {
            Some(name) => {
                let function = written::values(sketch, &name)?;
                sketch.give_call(function);
                Ok(())
            }
            None => {
                sketch.give_zero();
                Ok(())
            }
        },
    )
}

fn enum_name(world: &mut World, program: &Program, class: &Mirrored) -> Option<String> {
    let seen = Seen {
        world,
        program,
        class,
    };
    seen.is_enum().then(|| seen.internal_name())
}

/// The class itself if it says that it implements `Comparable` of itself: then it has a method that compares with one.
fn comparable(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 0)?;
    let java = match class {
        Mirrored::Class(class) => world.java(class),
        Mirrored::Primitive(_) => None,
    };
    let compares = java.is_some_and(|java| {
        let itself = format!("(L{};)I", java.name);
        java.interfaces.iter().any(|i| i == "java/lang/Comparable")
            && java.method("compareTo", &itself).is_some()
    });
    native.function(world, program, &[Const::Object(object)], |sketch| {
        sketch.give_const(if compares {
            Const::Object(object)
        } else {
            Const::Null
        });
        Ok(())
    })
}

/// `Enum.valueOf` looks the name up among the constants.
fn value_of(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 0)?;
    let name = enum_name(world, program, &class).ok_or("a constant of a class that is no enum")?;
    native.function(world, program, &[Const::Object(object)], |sketch| {
        let function = written::value_of(sketch, &name)?;
        sketch.give_call(function);
        Ok(())
    })
}

fn new_array(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let Some(object) = native.object(0)? else {
        return native.function(world, program, &[Const::Null], |sketch| {
            sketch.raise("java/lang/NullPointerException")
        });
    };
    let (_, class) = mirrored(world, native, 0)?;
    let array = match &class {
        Mirrored::Primitive("void") => return Err("an array of void".to_owned()),
        Mirrored::Primitive(name) => format!("[{}", letter(name)),
        Mirrored::Class(class) => match world.name(*class) {
            array if array.starts_with('[') => format!("[{array}"),
            name => format!("[L{name};"),
        },
    };
    native.function(world, program, &[Const::Object(object)], |sketch| {
        make_array(sketch, &array)
    })
}

fn letter(primitive: &str) -> &'static str {
    match primitive {
        "boolean" => "Z",
        "byte" => "B",
        "short" => "S",
        "char" => "C",
        "int" => "I",
        "long" => "J",
        "float" => "F",
        _ => "D",
    }
}

fn make_array(sketch: &mut Sketch<'_>, class: &str) -> Result<(), String> {
    let class = sketch.class(class)?;
    let length = sketch.param(1);
    let negative = binary(BinaryOp::Lt, length.clone(), int(0));
    sketch.raise_if(negative, "java/lang/NegativeArraySizeException")?;
    let array = sketch.local("array", Type::Ref);
    sketch.emit(StatementKind::NewArray(array, class, length));
    sketch.give(Expr::Local(array));
    Ok(())
}

/// The literal of the same text: strings of the image alone have a text that is known.
fn intern(world: &mut World, program: &Program, native: &Native<'_>) -> Result<FunctionId, String> {
    let string = native.object(0)?.ok_or("the literal of null")?;
    let units = world
        .text_of(program, string)
        .ok_or("the literal of a string that is not known")?;
    let literal = world
        .literal(program, &units)
        .map_err(|error| error.message)?;
    native.function(world, program, &[Const::Object(string)], |sketch| {
        sketch.give_const(Const::Object(literal));
        Ok(())
    })
}

/// `objectFieldOffset(Class, String)`: the slot of the field the class declares.
fn field_offset(
    world: &mut World,
    program: &Program,
    native: &Native<'_>,
) -> Result<FunctionId, String> {
    let (object, class) = mirrored(world, native, 1)?;
    let string = native
        .object(2)?
        .ok_or("the offset of a field without a name")?;
    let units = world
        .text_of(program, string)
        .ok_or("the offset of an unknown field")?;
    let name = String::from_utf16_lossy(&units);
    let Mirrored::Class(class) = class else {
        return Err(format!("the offset of field {name}"));
    };
    let field = world
        .own_field(class, &name)
        .ok_or_else(|| format!("the offset of field {name}"))?;
    let slot = program.slot(field) as i64;
    native.function(
        world,
        program,
        &[Const::Object(object), Const::Object(string)],
        |sketch| {
            sketch.give_int(slot);
            Ok(())
        },
    )
}
