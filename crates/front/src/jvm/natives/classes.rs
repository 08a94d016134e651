//! Questions to classes, answered for the class that is asked.

use ir::{BinaryOp, ClassId, Const, Expr, ImageId, IntType, Program, StatementKind, Type};
use ristretto_classfile::ClassAccessFlags;

use crate::jvm::class::Nested;
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::natives::sketch::{Sketch, binary, int, is_instance};
use crate::jvm::texts::{Mirrored, primitive_name};
use crate::jvm::world::World;

type Answer = Result<Const, String>;

/// The object and the class it stands for, by the argument's number.
pub(super) fn mirrored(sketch: &Sketch<'_>, number: usize) -> Result<(ImageId, Mirrored), String> {
    let native = &sketch.native;
    let object = native
        .object(number)?
        .ok_or_else(|| format!("call of {} on null", native.described()))?;
    let class = sketch.world.mirrored(object);
    let class = class.ok_or_else(|| format!("call of {} on no class", native.described()))?;
    Ok((object, class))
}

/// Answers a question to the class that is the first argument.
pub(super) fn give_fact(
    sketch: &mut Sketch<'_>,
    ask: fn(&mut Seen<'_>) -> Answer,
) -> Result<(), String> {
    let (_, class) = mirrored(sketch, 0)?;
    let mut seen = Seen {
        world: sketch.world,
        program: sketch.program,
        class: &class,
        asked: &sketch.native.described(),
    };
    let answer = ask(&mut seen)?;
    sketch.give_const(answer);
    Ok(())
}

/// A class and what can be asked about it.
pub(super) struct Seen<'s> {
    world: &'s mut World,
    program: &'s Program,
    class: &'s Mirrored,
    /// Who asks, `java.lang.Class.getModifiers()`.
    asked: &'s str,
}

/// Questions whose answer is a constant, each a method of `Class`.
impl Seen<'_> {
    pub(super) fn is_array(&mut self) -> Answer {
        Ok(Const::Bool(self.element().is_some()))
    }

    pub(super) fn is_primitive(&mut self) -> Answer {
        Ok(Const::Bool(matches!(self.class, Mirrored::Primitive(_))))
    }

    pub(super) fn is_interface(&mut self) -> Answer {
        Ok(Const::Bool(self.is_flagged(ClassAccessFlags::INTERFACE)))
    }

    pub(super) fn is_enum(&mut self) -> Answer {
        Ok(Const::Bool(self.has_constants()))
    }

    pub(super) fn is_record(&mut self) -> Answer {
        Ok(Const::Bool(self.parent_name() == Some("java/lang/Record")))
    }

    pub(super) fn is_hidden(&mut self) -> Answer {
        Ok(Const::Bool(false))
    }

    /// Assertions are on, but not in the JDK, as `java -ea` has it.
    pub(super) fn asserts(&mut self) -> Answer {
        Ok(Const::Bool(!self.is_library()))
    }

    /// The loader of the first classes is null.
    pub(super) fn loader(&mut self) -> Answer {
        match self.is_booted() {
            true => Ok(Const::Null),
            false => Err(format!("native method {}", self.asked)),
        }
    }

    /// Those of the source for a nested class; arrays have those of their elements.
    pub(super) fn modifiers(&mut self) -> Answer {
        if self.element().is_some() {
            return Err(self.refused());
        }
        let public =
            ClassAccessFlags::PUBLIC | ClassAccessFlags::FINAL | ClassAccessFlags::ABSTRACT;
        let bits = match (self.class(), self.nested()) {
            (None, _) => public.bits(),
            (Some(_), Some(nested)) => nested.modifiers,
            (Some(_), None) => self.flags().bits(),
        };
        let bits = i64::from(bits & !ClassAccessFlags::SUPER.bits());
        Ok(Const::Int(IntType::I32, bits))
    }

    pub(super) fn superclass(&mut self) -> Answer {
        let parent = self
            .class()
            .and_then(|class| self.program.classes[class].parent);
        match parent {
            Some(parent) if !self.is_flagged(ClassAccessFlags::INTERFACE) => {
                self.mirror(Mirrored::Class(parent))
            }
            _ => Ok(Const::Null),
        }
    }

    pub(super) fn component(&mut self) -> Answer {
        match self.element() {
            Some(element) => {
                let class = self.class_of(&element)?;
                self.mirror(class)
            }
            None => Ok(Const::Null),
        }
    }

    pub(super) fn name(&mut self) -> Answer {
        self.text(|seen| Ok(seen.shown()))
    }

    pub(super) fn type_name(&mut self) -> Answer {
        self.text(|seen| Ok(seen.shown_type()))
    }

    pub(super) fn canonical_name(&mut self) -> Answer {
        self.text(|seen| match seen.internal_name().contains('$') {
            true => Err(seen.refused()),
            false => Ok(seen.shown_type()),
        })
    }

    pub(super) fn simple_name(&mut self) -> Answer {
        self.text(Self::shown_simply)
    }

    pub(super) fn package_name(&mut self) -> Answer {
        self.text(|seen| Ok(seen.shown_package()))
    }
}

impl Seen<'_> {
    fn text(&mut self, name: impl FnOnce(&mut Self) -> Result<String, String>) -> Answer {
        if self.is_made() {
            return Err("the name of a class that was made at run time".to_owned());
        }
        let name = name(self)?;
        Ok(Const::Object(self.world.text(self.program, &name)?))
    }

    fn refused(&self) -> String {
        format!("{} of {}", self.asked, self.shown())
    }

    fn is_flagged(&self, flag: ClassAccessFlags) -> bool {
        self.flags().contains(flag)
    }

    /// The class of the elements of an array.
    fn class_of(&mut self, element: &JavaType) -> Result<Mirrored, String> {
        if let Some(name) = primitive_name(element) {
            return Ok(Mirrored::Primitive(name));
        }
        let name = element.class_name().ok_or("an array of nothing")?;
        Ok(Mirrored::Class(self.world.class(self.program, &name)?))
    }

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

    fn has_constants(&self) -> bool {
        self.is_flagged(ClassAccessFlags::ENUM) && self.parent_name() == Some("java/lang/Enum")
    }

    fn is_library(&self) -> bool {
        self.class()
            .is_none_or(|class| self.world.is_library(class))
    }

    /// How the class is nested in another one.
    fn nested(&self) -> Option<Nested> {
        self.world.java(self.class()?)?.nested.clone()
    }

    fn mirror(&mut self, of: Mirrored) -> Answer {
        Ok(Const::Object(self.world.mirror(self.program, of)?))
    }

    /// As `Class.getName` has it: arrays by descriptor.
    fn shown(&self) -> String {
        dotted(&self.internal_name())
    }

    fn shown_type(&self) -> String {
        match self.element() {
            Some(element) => format!("{}[]", element.full_name()),
            None => self.shown(),
        }
    }

    /// The name in the source; anonymous classes have an empty one.
    fn shown_simply(&mut self) -> Result<String, String> {
        if let Some(element) = self.element() {
            let class = self.class_of(&element)?;
            let inner = Seen {
                world: &mut *self.world,
                class: &class,
                ..*self
            }
            .shown_simply()?;
            return Ok(format!("{inner}[]"));
        }
        Ok(match self.nested() {
            Some(nested) => nested.name.unwrap_or_default(),
            None => {
                let name = self.shown();
                name.rsplit('.').next().unwrap_or_default().to_owned()
            }
        })
    }

    fn shown_package(&self) -> String {
        let name = match self.element() {
            Some(element) => element.full_name(),
            None if self.class().is_none() => "java.lang.".to_owned(),
            None => self.shown(),
        };
        name.rsplit_once('.')
            .map_or(String::new(), |(package, _)| package.to_owned())
    }
}

/// The name of an enum among the arguments, by number; `None` for other classes.
pub(super) fn enum_name(sketch: &mut Sketch<'_>, number: usize) -> Result<Option<String>, String> {
    let (_, class) = mirrored(sketch, number)?;
    let seen = Seen {
        world: sketch.world,
        program: sketch.program,
        class: &class,
        asked: "",
    };
    Ok(seen.has_constants().then(|| seen.internal_name()))
}

/// `Class.getPrimitiveClass(String)`
pub(super) fn primitive_class(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let name = sketch.known_text(0, "the class of an unknown name")?;
    let all = PRIMITIVES.map(|(known, _)| known);
    let known = all.into_iter().chain(["void"]).find(|known| *known == name);
    let known = known.ok_or_else(|| format!("the primitive type {name}"))?;
    let mirror = sketch.mirror(Mirrored::Primitive(known))?;
    sketch.give_const(mirror);
    Ok(())
}

pub(super) fn is_instance_of(sketch: &mut Sketch<'_>) -> Result<(), String> {
    match mirrored(sketch, 0)?.1 {
        Mirrored::Class(class) => sketch.give(is_instance(sketch.param(1), class)),
        Mirrored::Primitive(_) => sketch.give_const(Const::Bool(false)),
    }
    Ok(())
}

pub(super) fn is_assignable(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (_, to) = mirrored(sketch, 0)?;
    let Some(other) = sketch.native.object(1)? else {
        return sketch.raise("java/lang/NullPointerException");
    };
    let from = sketch.world.mirrored(other);
    let holds = match (to, from.ok_or("whether an unknown class is below another")?) {
        (Mirrored::Class(to), Mirrored::Class(from)) => sketch.program.is_subclass(from, to),
        (to, from) => to == from,
    };
    sketch.give_const(Const::Bool(holds));
    Ok(())
}

/// The class itself if it says that it implements `Comparable` of itself: then it has a method that compares with one.
pub(super) fn comparable(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let (object, class) = mirrored(sketch, 0)?;
    let java = match class {
        Mirrored::Class(class) => sketch.world.java(class),
        Mirrored::Primitive(_) => None,
    };
    let compares = java.is_some_and(|java| {
        let itself = format!("(L{};)I", java.name);
        java.interfaces.iter().any(|i| i == "java/lang/Comparable")
            && java.method("compareTo", &itself).is_some()
    });
    sketch.give_const(if compares {
        Const::Object(object)
    } else {
        Const::Null
    });
    Ok(())
}

/// `Array.newArray(Class, int)`
pub(super) fn new_array(sketch: &mut Sketch<'_>) -> Result<(), String> {
    if sketch.native.known(0)? == Const::Null {
        return sketch.raise("java/lang/NullPointerException");
    }
    let (_, class) = mirrored(sketch, 0)?;
    let element = descriptor(sketch.world, &class).ok_or("an array of void")?;
    let class = sketch.class(&format!("[{element}"))?;
    let length = sketch.param(1);
    let negative = binary(BinaryOp::Lt, length.clone(), int(0));
    sketch.raise_if(negative, "java/lang/NegativeArraySizeException")?;
    let array = sketch.local("array", Type::Ref);
    sketch.emit(StatementKind::NewArray(array, class, length));
    sketch.give(Expr::Local(array));
    Ok(())
}

/// The primitive types and their descriptors; `void` is none.
const PRIMITIVES: [(&str, &str); 8] = [
    ("boolean", "Z"),
    ("byte", "B"),
    ("short", "S"),
    ("char", "C"),
    ("int", "I"),
    ("long", "J"),
    ("float", "F"),
    ("double", "D"),
];

/// The descriptor of a type; `void` has none.
pub(super) fn descriptor(world: &World, class: &Mirrored) -> Option<String> {
    Some(match class {
        Mirrored::Class(class) => match world.name(*class) {
            array if array.starts_with('[') => array.to_owned(),
            name => format!("L{name};"),
        },
        Mirrored::Primitive(name) => {
            let (_, letter) = PRIMITIVES.iter().find(|(known, _)| known == name)?;
            (*letter).to_owned()
        }
    })
}

/// `String.intern`: the literal of the same text. Strings of the image alone have a text that is known.
pub(super) fn intern(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let units = sketch.units(0, "the literal of a string that is not known")?;
    let literal = sketch.world.literal(sketch.program, &units)?;
    sketch.give_const(Const::Object(literal));
    Ok(())
}
