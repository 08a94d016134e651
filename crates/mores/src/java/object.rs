//! Objects that a client passes: by a constructor where one makes them so, with fields set where these are open, and by
//! reflection where neither will do.

use front::jvm::replay::constructed;
use ir::interp::Value as Number;
use ir::{Access, ClassId, ClassKind, Component, Entry, FieldRef, ImageId, Program, Type};
use step::{Given, interpreted};

use super::literal;

/// The library's classes whose objects stand for a value.
const BOXES: [&str; 8] = [
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
];

/// The class above all records.
const RECORD: &str = "java.lang.Record";

/// Between the types that something is of at once.
const ALL_OF: &str = " & ";

/// Writes the arguments of one call.
pub(super) struct Writer<'c> {
    pub(super) component: &'c Component,
    pub(super) constructs: bool,
    /// What has to be done before the call.
    before: Vec<String>,
    variables: usize,
}

/// A way to make an object: which constructor, with what, and which fields have to be set afterwards.
struct Way {
    args: Vec<Number>,
    maker: Entry,
    left: Vec<usize>,
}

impl<'c> Writer<'c> {
    pub(super) fn new(component: &'c Component, constructs: bool) -> Self {
        Self {
            component,
            constructs,
            before: Vec::new(),
            variables: 0,
        }
    }

    pub(super) fn into_lines(mut self, call: String) -> Vec<String> {
        self.before.push(call);
        self.before
    }

    fn program(&self) -> &'c Program {
        &self.component.program
    }

    /// What a client calls the class under study. Whoever reads a report knows it by its name there alone.
    pub(super) fn subject(&self) -> Result<String, String> {
        let name = &self.component.name;
        let spoken = self
            .program()
            .access(name)
            .name
            .filter(|spoken| *spoken == name.replace('$', "."));
        spoken.ok_or_else(|| format!("{name} cannot be named from outside"))
    }

    /// A type as a client writes it. What is of several types at once (`A & B`) can be cast to them, but no variable can
    /// be declared so.
    fn type_name(&self, source_type: &str) -> Result<String, String> {
        if source_type.contains(ALL_OF) {
            let names: Result<Vec<String>, String> = source_type
                .split(ALL_OF)
                .map(|one| self.type_name(one))
                .collect();
            return Ok(names?.join(ALL_OF));
        }
        let element = source_type.trim_end_matches("[]");
        let primitive = [
            "boolean", "byte", "short", "char", "int", "long", "float", "double",
        ]
        .contains(&element);
        let name = if primitive {
            Some(element.to_owned())
        } else {
            self.program().access(element).name
        };
        let name = name.ok_or_else(|| format!("{element} cannot be named from outside"))?;
        Ok(format!("{name}{}", &source_type[element.len()..]))
    }

    /// Where the type of an expression is not the declared one, overloads would be confused.
    fn cast(&self, text: String, own: &str, source_type: &str) -> Result<String, String> {
        let wanted = self.type_name(source_type)?;
        Ok(if own == wanted {
            text
        } else {
            format!("({wanted}) {text}")
        })
    }

    /// Keeps a value in a variable, and says which.
    pub(super) fn kept(&mut self, source_type: &str, text: String) -> Result<String, String> {
        let ty = self.type_name(source_type)?;
        if ty.contains(ALL_OF) {
            return Err(format!("a variable cannot be a {ty}"));
        }
        self.variables += 1;
        // A test declares those of its constructor around those of its calls.
        let name = format!(
            "{}{}",
            if self.constructs { "c" } else { "a" },
            self.variables
        );
        self.before.push(format!("{ty} {name} = {text}"));
        Ok(name)
    }

    pub(super) fn expression(
        &mut self,
        given: &Given,
        source_type: &str,
    ) -> Result<String, String> {
        match given {
            Given::Scalar(ty, value) => literal::scalar(*ty, value, source_type),
            Given::Null | Given::Hidden => Ok(format!("({}) null", self.type_name(source_type)?)),
            Given::Constant(image, name) => self.constant(*image, name, source_type),
            Given::This => {
                let subject = self.subject()?;
                self.cast("it".to_owned(), &subject, source_type)
            }
            Given::Held(field, otherwise) => self.held(*field, *otherwise, source_type),
            Given::Same(..) => Err("an argument within another one".to_owned()),
            Given::Text(bytes) => self.cast(literal::text(bytes), "java.lang.String", source_type),
            Given::Array(class, elements) => self.array(*class, elements, source_type),
            Given::Object(class, parts) => self.object(*class, parts, source_type),
            Given::Made(class) => {
                let own = self.type_name(&self.program().classes[*class].name)?;
                self.cast(format!("new {own}()"), &own, source_type)
            }
            Given::Heir(class) => Err(format!(
                "no object of the abstract class {} can be made",
                self.program().classes[*class].name
            )),
            Given::Unknown(why) => Err(why.clone()),
        }
    }

    fn constant(&self, image: ImageId, name: &str, source_type: &str) -> Result<String, String> {
        let program = self.program();
        // A constant with a body has a class of its own, which has no name.
        let mut classes = program.ancestors(program.image[image].class);
        let class = classes.find_map(|class| program.access(&program.classes[class].name).name);
        let class = class.ok_or_else(|| format!("{name} cannot be named from outside"))?;
        self.cast(format!("{class}.{name}"), &class, source_type)
    }

    fn held(
        &self,
        field: FieldRef,
        otherwise: ClassId,
        source_type: &str,
    ) -> Result<String, String> {
        let program = self.program();
        let (declaring, otherwise) = (
            &program.classes[field.class].name,
            &program.classes[otherwise].name,
        );
        let name = &program.field(field).name;
        if is_library(declaring) || name.contains(':') {
            return Err(format!(
                "what {declaring} holds in {name} cannot be reached from outside"
            ));
        }
        let quoted = |text: &str| literal::text(text.as_bytes());
        let what = format!(
            "held(it, {}, {}, {})",
            quoted(declaring),
            quoted(name),
            quoted(otherwise)
        );
        Ok(format!("({}) {what}", self.type_name(source_type)?))
    }

    fn array(
        &mut self,
        class: ClassId,
        elements: &[Given],
        source_type: &str,
    ) -> Result<String, String> {
        let name = self.program().classes[class].name.clone();
        let element = name
            .strip_suffix("[]")
            .ok_or("an array of nothing")?
            .to_owned();
        let elements = elements
            .iter()
            .map(|e| self.expression(e, &element))
            .collect::<Result<Vec<_>, _>>()?;
        let own = self.type_name(&name)?;
        self.cast(
            format!("new {own}{{{}}}", elements.join(", ")),
            &own,
            source_type,
        )
    }

    /// An object of which nothing is set.
    pub(super) fn blank(&mut self, class: ClassId, source_type: &str) -> Result<String, String> {
        let program = self.program();
        if program.classes[class].element.is_some() {
            return self.array(class, &[], source_type);
        }
        let zero = |field: FieldRef| match program.field(field).ty {
            Type::Ref => Given::Null,
            ty => Given::Scalar(ty, blank_scalar(ty)),
        };
        let parts: Vec<Given> = program.layout(class).into_iter().map(zero).collect();
        self.object(class, &parts, source_type)
    }

    fn object(
        &mut self,
        class: ClassId,
        parts: &[Given],
        source_type: &str,
    ) -> Result<String, String> {
        let name = self.program().classes[class].name.clone();
        if let Some(boxed) = self.boxed(&name, parts) {
            return boxed.and_then(|text| self.cast(text, &name, source_type));
        }
        let access = self.program().access(&name);
        match access.kind {
            ClassKind::Abstract => {
                return Err(format!(
                    "no object of the abstract class {name} can be made"
                ));
            }
            ClassKind::Interface => {
                let wanted = self.type_name(source_type)?;
                return Ok(format!(
                    "({wanted}) standIn({})",
                    literal::text(name.as_bytes())
                ));
            }
            ClassKind::Concrete => {}
        }
        match (self.way(class, parts, &access), &access.name) {
            (Some(way), Some(own)) => {
                let text = self.constructed(own, way, class, parts)?;
                self.cast(text, own, source_type)
            }
            _ => self.reflected(&name, class, parts, source_type),
        }
    }

    /// `Integer.valueOf(3)`
    fn boxed(&self, class: &str, parts: &[Given]) -> Option<Result<String, String>> {
        let simple = class
            .strip_prefix("java.lang.")
            .filter(|simple| BOXES.contains(simple))?;
        let primitive = match simple {
            "Character" => "char".to_owned(),
            "Integer" => "int".to_owned(),
            other => other.to_lowercase(),
        };
        let value = parts.iter().find_map(|part| match part {
            Given::Scalar(ty, value) => Some(literal::scalar(*ty, value, &primitive)),
            _ => None,
        })?;
        Some(value.map(|value| format!("{class}.valueOf({value})")))
    }

    /// The constructor that leaves least to be set by hand.
    fn way(&self, class: ClassId, parts: &[Given], access: &Access) -> Option<Way> {
        let program = self.program();
        let layout = program.layout(class);
        let unique = |at: usize| {
            let name = |f: FieldRef| &program.field(f).name;
            layout
                .iter()
                .filter(|&&f| name(f) == name(layout[at]))
                .count()
                == 1
        };
        let settable = |at: &usize| access.fields.contains(&layout[*at]) && unique(*at);
        let ways = access.constructors.iter().filter_map(|maker| {
            let args = self.maker_arguments(maker, &layout, parts)?;
            let made = constructed(self.component, class, maker, &args)?;
            let left: Vec<usize> = (0..parts.len())
                .filter(|&at| !is(&parts[at], made[at]))
                .collect();
            left.iter().all(settable).then(|| Way {
                args,
                maker: maker.clone(),
                left,
            })
        });
        ways.min_by_key(|way| (way.left.len(), way.args.len()))
    }

    /// What a constructor most likely wants to become which field: the one of its parameter's name.
    fn maker_arguments(
        &self,
        maker: &Entry,
        layout: &[FieldRef],
        parts: &[Given],
    ) -> Option<Vec<Number>> {
        let program = self.program();
        let mut used = Vec::new();
        let mut argument = |param: &ir::Param| {
            if param.ty == Type::Ref {
                return None;
            }
            let fits = |at: &usize| program.field(layout[*at]).ty == param.ty && !used.contains(at);
            let named = (0..layout.len())
                .find(|at| fits(at) && program.field(layout[*at]).name == param.name);
            let at = named.or_else(|| (0..layout.len()).find(fits));
            used.extend(at);
            match at.map(|at| &parts[at]) {
                Some(Given::Scalar(ty, value)) => interpreted(*ty, value),
                _ => Some(Number::zero(param.ty)),
            }
        };
        maker.params.iter().map(&mut argument).collect()
    }

    fn constructed(
        &mut self,
        own: &str,
        way: Way,
        class: ClassId,
        parts: &[Given],
    ) -> Result<String, String> {
        let program = self.program();
        let arg = |(value, param): (&Number, &ir::Param)| number(*value, &param.source_type);
        let args = way
            .args
            .iter()
            .zip(&way.maker.params)
            .map(arg)
            .collect::<Result<Vec<_>, _>>()?;
        let new = format!("new {own}({})", args.join(", "));
        if way.left.is_empty() {
            return Ok(new);
        }
        let layout = program.layout(class);
        let mut set = Vec::new();
        for at in way.left {
            let field = program.field(layout[at]);
            set.push((
                field.name.clone(),
                self.expression(&parts[at], &field.source_type)?,
            ));
        }
        let name = self.kept(&program.classes[class].name, new)?;
        self.before.extend(
            set.into_iter()
                .map(|(field, value)| format!("{name}.{field} = {value}")),
        );
        Ok(name)
    }

    /// An object that no constructor makes so.
    fn reflected(
        &mut self,
        name: &str,
        class: ClassId,
        parts: &[Given],
        ty: &str,
    ) -> Result<String, String> {
        let program = self.program();
        let mut args = vec![literal::text(name.as_bytes())];
        for (field, part) in program
            .layout(class)
            .into_iter()
            .zip(parts)
            .filter(|(_, part)| !is_blank(part))
        {
            let declared = program.field(field);
            let holder = &program.classes[field.class];
            let is_record = holder
                .parent
                .is_some_and(|parent| program.classes[parent].name == RECORD);
            // Not even reflection sets the field of a record.
            if is_library(&holder.name) || declared.name.contains(':') || is_record {
                return Err(format!(
                    "an object of {name} whose {} is set cannot be made from outside",
                    declared.name
                ));
            }
            args.push(literal::text(declared.name.as_bytes()));
            args.push(self.expression(part, &declared.source_type)?);
        }
        Ok(format!(
            "({}) made({})",
            self.type_name(ty)?,
            args.join(", ")
        ))
    }
}

/// Whether a field holds what is wanted.
fn is(wanted: &Given, held: Number) -> bool {
    match wanted {
        Given::Scalar(ty, value) => interpreted(*ty, value) == Some(held),
        Given::Null => held == Number::NULL,
        Given::Hidden => true,
        Given::Constant(image, _) => {
            held == Number::Ref(Some(ir::interp::ObjectId::of_image(*image)))
        }
        Given::This | Given::Held(..) | Given::Same(..) => false,
        Given::Made(_) | Given::Heir(_) => false,
        Given::Text(_) | Given::Array(..) | Given::Object(..) | Given::Unknown(_) => false,
    }
}

fn is_blank(part: &Given) -> bool {
    match part {
        Given::Scalar(ty, value) => interpreted(*ty, value) == Some(Number::zero(*ty)),
        Given::Null | Given::Hidden => true,
        Given::Constant(..) | Given::This | Given::Held(..) | Given::Same(..) => false,
        Given::Made(_) | Given::Heir(_) => false,
        Given::Text(_) | Given::Array(..) | Given::Object(..) | Given::Unknown(_) => false,
    }
}

fn blank_scalar(ty: Type) -> smt::Value {
    match ty {
        Type::Bool | Type::Ref => smt::Value::Bool(false),
        Type::Int(int) => smt::Value::bv(u32::from(int.bits), 0),
        Type::Float(float) => smt::Value::bv(u32::from(float.bits()), 0),
    }
}

fn number(value: Number, source_type: &str) -> Result<String, String> {
    let (ty, value) = match value {
        Number::Bool(b) => (Type::Bool, smt::Value::Bool(b)),
        Number::Float(float, bits) => (
            Type::Float(float),
            smt::Value::bv(u32::from(float.bits()), bits),
        ),
        // The type says how it is written, and the number fits it already.
        Number::Int(n) => (Type::Int(ir::IntType::I64), smt::Value::bv(64, n as u64)),
        Number::Ref(_) => return Err("a reference is no number".to_owned()),
    };
    literal::scalar(ty, &value, source_type)
}

/// Modules of the JDK do not let others look into their objects.
fn is_library(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun."]
        .iter()
        .any(|package| class.starts_with(package))
}
