//! A class as the translation wants it: names resolved, descriptors parsed, only the attributes that matter.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Place;
use ristretto_classfile::attributes::{
    Attribute, BootstrapMethod, ExceptionTableEntry, Instruction, MethodParameter,
};
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, Constant, ConstantPool, FieldAccessFlags, JavaStr,
    MethodAccessFlags, ReferenceKind,
};

use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::trim::{Malformed, trim};

/// Larger than any class file: a class has at most 65535 methods of at most 65535 bytes, and no one gets near that.
const LARGEST: usize = 1 << 26;

pub(in crate::jvm) struct JavaClass {
    /// The internal name, `java/util/Stack`.
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) parent: Option<String>,
    pub(in crate::jvm) interfaces: Vec<String>,
    pub(in crate::jvm) flags: ClassAccessFlags,
    pub(in crate::jvm) fields: Vec<JavaField>,
    pub(in crate::jvm) methods: Vec<JavaMethod>,
    /// The source file; the class's own name if the compiler left it out.
    pub(in crate::jvm) source_file: Arc<str>,
    pub(in crate::jvm) constants: ConstantPool<'static>,
    /// What makes its dynamic call sites, by index.
    pub(in crate::jvm) bootstrap_methods: Vec<Bootstrap>,
    /// Whether it is nested in another class, and how.
    pub(in crate::jvm) nested: Option<Nested>,
    /// The other classes that may use its private fields (JVMS 4.7.29); `None` where another class lists them.
    pub(in crate::jvm) nest: Option<Vec<String>>,
    /// Its type variables and supertypes as the source declares them, if these are generic.
    pub(in crate::jvm) signature: Option<String>,
}

/// What a nested class is within the one around it.
#[derive(Clone, Debug)]
pub(in crate::jvm) struct Nested {
    /// Its name in the source; anonymous classes have none.
    pub(in crate::jvm) name: Option<String>,
    /// Its modifiers in the source.
    pub(in crate::jvm) modifiers: u16,
}

/// The modifier of a nested class that needs no object around it (JVMS 4.7.6).
pub(in crate::jvm) const NESTED_STATIC: u16 = 0x0008;

/// What makes a dynamic call site or constant.
#[derive(Clone, Debug)]
pub(in crate::jvm) struct Bootstrap {
    /// The method, `java/lang/invoke/StringConcatFactory.makeConcat`.
    pub(in crate::jvm) maker: String,
    /// The indices of constants it is given.
    pub(in crate::jvm) arguments: Vec<u16>,
}

/// A dynamic call site.
pub(in crate::jvm) struct DynamicSite<'c> {
    pub(in crate::jvm) bootstrap: &'c Bootstrap,
    /// The name of what is called; what it means is the maker's business.
    pub(in crate::jvm) name: String,
    /// A method type for a call, a field type for a constant.
    pub(in crate::jvm) descriptor: String,
}

/// A method handle.
pub(in crate::jvm) struct Handle {
    pub(in crate::jvm) kind: ReferenceKind,
    pub(in crate::jvm) member: Member,
}

pub(in crate::jvm) struct JavaField {
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) ty: JavaType,
    pub(in crate::jvm) flags: FieldAccessFlags,
    /// The index of its constant, if it is one.
    pub(in crate::jvm) constant: Option<u16>,
    /// Its type as the source declares it, if that is generic.
    pub(in crate::jvm) signature: Option<String>,
}

pub(in crate::jvm) struct JavaMethod {
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) descriptor: String,
    pub(in crate::jvm) ty: MethodType,
    pub(in crate::jvm) flags: MethodAccessFlags,
    pub(in crate::jvm) code: Option<Code>,
    /// As the compiler recorded them on request; empty where it did not.
    pub(in crate::jvm) parameter_names: Vec<String>,
    /// Its type as the source declares it, if that is generic.
    pub(in crate::jvm) signature: Option<String>,
    /// The exceptions that it declares, by their internal names.
    pub(in crate::jvm) throws: Vec<String>,
}

pub(in crate::jvm) struct Code {
    pub(in crate::jvm) instructions: Vec<Instruction>,
    pub(in crate::jvm) handlers: Vec<ExceptionTableEntry>,
    /// Instruction index and line, sorted.
    lines: Vec<(u16, u16)>,
    pub(in crate::jvm) variables: Vec<Variable>,
}

/// A local variable of the source.
pub(in crate::jvm) struct Variable {
    pub(in crate::jvm) slot: usize,
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) ty: JavaType,
    /// Whether it lives from the first instruction on, as parameters do.
    pub(in crate::jvm) from_start: bool,
}

type Read<T> = Result<T, Malformed>;

fn broken(what: impl Into<String>) -> Malformed {
    Malformed::Broken(what.into())
}

impl JavaClass {
    pub(in crate::jvm) fn read(bytes: &[u8]) -> Read<Self> {
        if bytes.len() > LARGEST {
            return Err(broken("it is too large"));
        }
        let file = ClassFile::from_bytes(&trim(bytes)?).map_err(|e| broken(e.to_string()))?;
        let constants = &file.constant_pool;
        let name = class_name(constants, file.this_class)?;
        let parent = if file.super_class == 0 {
            None
        } else {
            Some(class_name(constants, file.super_class)?)
        };
        let fields = file
            .fields
            .iter()
            .map(|f| field(constants, f))
            .collect::<Read<Vec<_>>>()?;
        let methods = file
            .methods
            .iter()
            .map(|m| method(constants, m))
            .collect::<Read<Vec<_>>>()?;
        distinct("field", fields.iter().map(|f| (&f.name, f.ty.to_string())))?;
        distinct(
            "method",
            methods.iter().map(|m| (&m.name, m.descriptor.clone())),
        )?;
        Ok(Self {
            source_file: source_file(&file)?.unwrap_or_else(|| called(&name)).into(),
            interfaces: file
                .interfaces
                .iter()
                .map(|&i| class_name(constants, i))
                .collect::<Read<_>>()?,
            bootstrap_methods: bootstrap_methods(&file)?,
            nested: nested(&file)?,
            nest: nest(&file)?,
            signature: signature(constants, &file.attributes),
            name,
            parent,
            flags: file.access_flags,
            fields,
            methods,
            constants: file.constant_pool,
        })
    }

    /// Whether its code gives a static field a value, outside the initialiser of the class that has it. A field of the
    /// same name counts whatever class it is named through: code may name the field through a class below.
    pub(in crate::jvm) fn sets(&self, class: &str, field: &str) -> bool {
        let is_it = |member: Member| member.name == field;
        let sets = |instruction: &Instruction| match instruction {
            Instruction::Putstatic(index) => self.member_at(*index).map_or(true, is_it),
            _ => false,
        };
        let initialises = |m: &JavaMethod| m.name == "<clinit>" && self.name == class;
        let methods = self.methods.iter().filter(|m| !initialises(m));
        let mut code = methods.filter_map(|m| m.code.as_ref());
        code.any(|code| code.instructions.iter().any(sets))
    }

    pub(in crate::jvm) fn is_interface(&self) -> bool {
        self.flags.contains(ClassAccessFlags::INTERFACE)
    }

    pub(in crate::jvm) fn is_abstract(&self) -> bool {
        self.flags.contains(ClassAccessFlags::ABSTRACT)
    }

    /// Whether all its objects are of classes below it, which anybody may have written.
    pub(in crate::jvm) fn is_of_others(&self) -> bool {
        (self.is_interface() || self.is_abstract()) && !self.flags.contains(ClassAccessFlags::ENUM)
    }

    /// Whether its objects belong to an object of the class around it.
    pub(in crate::jvm) fn is_inner_member(&self) -> bool {
        let needs_one = |nested: &Nested| nested.modifiers & NESTED_STATIC == 0;
        self.nested.as_ref().is_some_and(needs_one)
            && !self.is_interface()
            && self.around().is_some()
    }

    /// The internal name of the class around a member class; what is local to a method has a number before its name,
    /// and is none.
    pub(in crate::jvm) fn around(&self) -> Option<String> {
        let own = self.nested.as_ref()?.name.as_ref()?;
        Some(
            self.name
                .strip_suffix(own.as_str())?
                .strip_suffix('$')?
                .to_owned(),
        )
    }

    pub(in crate::jvm) fn method(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods
            .iter()
            .position(|m| m.name == name && m.descriptor == descriptor)
    }

    /// `java/util` of `java/util/Stack`.
    pub(in crate::jvm) fn package(&self) -> &str {
        self.name
            .rsplit_once('/')
            .map_or("", |(package, _)| package)
    }

    /// Where a method begins.
    pub(in crate::jvm) fn place(&self, method: &JavaMethod) -> Place {
        let line = method.code.as_ref().map_or(0, |code| code.line(0));
        Place::new(self.source_file.clone(), line)
    }

    pub(in crate::jvm) fn class_at(&self, index: u16) -> Read<String> {
        class_name(&self.constants, index)
    }

    /// A constant's text, exactly.
    pub(in crate::jvm) fn string_at(&self, index: u16) -> Read<String> {
        exact(
            self.constants
                .try_get_string(index)
                .map_err(|e| broken(e.to_string()))?,
        )
    }

    /// The field or method a constant names.
    pub(in crate::jvm) fn member_at(&self, index: u16) -> Read<Member> {
        member(&self.constants, index)
    }

    /// A constant's text as UTF-16.
    pub(in crate::jvm) fn units_at(&self, index: u16) -> Read<Vec<u16>> {
        let text = self
            .constants
            .try_get_string(index)
            .map_err(|e| broken(e.to_string()))?;
        text.to_utf16().map_err(|e| broken(e.to_string()))
    }

    /// A dynamic call site or constant.
    pub(in crate::jvm) fn dynamic_at(&self, index: u16) -> Read<DynamicSite<'_>> {
        let (bootstrap, name_and_type) = match self.constants.get(index) {
            Some(
                Constant::InvokeDynamic {
                    bootstrap_method_attr_index,
                    name_and_type_index,
                }
                | Constant::Dynamic {
                    bootstrap_method_attr_index,
                    name_and_type_index,
                },
            ) => (*bootstrap_method_attr_index, *name_and_type_index),
            _ => return Err(broken("an instruction names no call site")),
        };
        let (name, descriptor) = name_and_type_at(&self.constants, name_and_type)?;
        let bootstrap = self.bootstrap_methods.get(usize::from(bootstrap));
        let bootstrap = bootstrap.ok_or_else(|| broken("a call site has no bootstrap method"))?;
        Ok(DynamicSite {
            bootstrap,
            name,
            descriptor,
        })
    }

    /// A method handle among the constants.
    pub(in crate::jvm) fn handle_at(&self, index: u16) -> Read<Handle> {
        let (kind, reference) = self
            .constants
            .try_get_method_handle(index)
            .map_err(|e| broken(e.to_string()))?;
        Ok(Handle {
            kind: kind.clone(),
            member: member(&self.constants, *reference)?,
        })
    }

    /// A method type among the constants, `(I)V`.
    pub(in crate::jvm) fn method_type_at(&self, index: u16) -> Read<String> {
        let descriptor = self
            .constants
            .try_get_method_type(index)
            .map_err(|e| broken(e.to_string()))?;
        text(&self.constants, *descriptor)
    }
}

/// A field or method as code names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::jvm) struct Member {
    pub(in crate::jvm) class: String,
    pub(in crate::jvm) name: String,
    pub(in crate::jvm) descriptor: String,
}

impl JavaField {
    pub(in crate::jvm) fn is_static(&self) -> bool {
        self.flags.contains(FieldAccessFlags::STATIC)
    }

    pub(in crate::jvm) fn is_final(&self) -> bool {
        self.flags.contains(FieldAccessFlags::FINAL)
    }
}

impl JavaMethod {
    /// The names of the parameters, the receiver aside: the source's, or `arg0` and so on.
    pub(in crate::jvm) fn names_of_parameters(&self) -> Vec<String> {
        let mut slot = usize::from(!self.is_static());
        let mut names = Vec::new();
        let complete = self.parameter_names.len() == self.ty.params.len();
        for (i, ty) in self.ty.params.iter().enumerate() {
            let mut variables = self.code.iter().flat_map(|code| &code.variables);
            let debug = variables
                .find(|v| v.from_start && v.slot == slot)
                .map(|v| v.name.clone());
            let recorded = || complete.then(|| self.parameter_names[i].clone());
            names.push(debug.or_else(recorded).unwrap_or_else(|| format!("arg{i}")));
            slot += ty.slots();
        }
        names
    }

    pub(in crate::jvm) fn is_static(&self) -> bool {
        self.flags.contains(MethodAccessFlags::STATIC)
    }

    pub(in crate::jvm) fn is_private(&self) -> bool {
        self.flags.contains(MethodAccessFlags::PRIVATE)
    }

    pub(in crate::jvm) fn is_abstract(&self) -> bool {
        self.flags.contains(MethodAccessFlags::ABSTRACT)
    }

    pub(in crate::jvm) fn is_final(&self) -> bool {
        self.flags.contains(MethodAccessFlags::FINAL)
    }

    pub(in crate::jvm) fn is_native(&self) -> bool {
        self.flags.contains(MethodAccessFlags::NATIVE)
    }

    /// Neither public nor protected nor private.
    pub(in crate::jvm) fn is_package_private(&self) -> bool {
        use MethodAccessFlags as Flags;
        !self
            .flags
            .intersects(Flags::PUBLIC | Flags::PROTECTED | Flags::PRIVATE)
    }

    /// `push(I)V`
    pub(in crate::jvm) fn selector(&self) -> String {
        format!("{}{}", self.name, self.descriptor)
    }
}

impl Code {
    /// The line of an instruction, 0 if unknown.
    pub(in crate::jvm) fn line(&self, instruction: usize) -> u32 {
        let after = self
            .lines
            .partition_point(|&(start, _)| usize::from(start) <= instruction);
        after
            .checked_sub(1)
            .map_or(0, |i| u32::from(self.lines[i].1))
    }
}

fn field(constants: &ConstantPool<'_>, field: &ristretto_classfile::Field) -> Read<JavaField> {
    let constant = field
        .attributes
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::ConstantValue {
                constant_value_index,
                ..
            } => Some(*constant_value_index),
            _ => None,
        });
    let descriptor = text(constants, field.descriptor_index)?;
    let ty = JavaType::parse(&descriptor).ok_or_else(|| broken("a field has no type"))?;
    let signature = signature(constants, &field.attributes);
    Ok(JavaField {
        name: text(constants, field.name_index)?,
        ty,
        flags: field.access_flags,
        constant,
        signature,
    })
}

fn method(constants: &ConstantPool<'_>, method: &ristretto_classfile::Method) -> Read<JavaMethod> {
    let descriptor = text(constants, method.descriptor_index)?;
    let ty = MethodType::parse(&descriptor).ok_or_else(|| broken("a method has no type"))?;
    let mut code_found = None;
    let mut parameter_names = Vec::new();
    let mut throws = Vec::new();
    for attribute in &method.attributes {
        match attribute {
            Attribute::Exceptions {
                exception_indexes, ..
            } => {
                let names = exception_indexes.iter().map(|&i| class_name(constants, i));
                throws = names.collect::<Read<_>>()?;
            }
            Attribute::Code {
                code: instructions,
                exception_table,
                attributes,
                ..
            } => {
                code_found = Some(code(constants, instructions, exception_table, attributes)?);
            }
            Attribute::MethodParameters { parameters, .. } => {
                parameter_names = names(constants, parameters)
            }
            _ => {}
        }
    }
    let name = text(constants, method.name_index)?;
    let signature = signature(constants, &method.attributes);
    Ok(JavaMethod {
        name,
        descriptor,
        ty,
        flags: method.access_flags,
        code: code_found,
        parameter_names,
        signature,
        throws,
    })
}

/// The type that the source declares.
fn signature(constants: &ConstantPool<'_>, attributes: &[Attribute]) -> Option<String> {
    let index = attributes.iter().find_map(|attribute| match attribute {
        Attribute::Signature {
            signature_index, ..
        } => Some(*signature_index),
        _ => None,
    });
    // The machine does not look at it, so nothing is broken by a broken one.
    text(constants, index?).ok()
}

/// The names of parameters; none if one has none.
fn names(constants: &ConstantPool<'_>, parameters: &[MethodParameter]) -> Vec<String> {
    parameters
        .iter()
        .map(|p| text(constants, p.name_index))
        .collect::<Read<_>>()
        .unwrap_or_default()
}

fn code(
    constants: &ConstantPool<'_>,
    instructions: &[Instruction],
    handlers: &[ExceptionTableEntry],
    attributes: &[Attribute],
) -> Read<Code> {
    let mut lines = Vec::new();
    let mut variables = Vec::new();
    for attribute in attributes {
        match attribute {
            Attribute::LineNumberTable { line_numbers, .. } => {
                lines.extend(line_numbers.iter().map(|l| (l.start_pc, l.line_number)));
            }
            Attribute::LocalVariableTable {
                variables: table, ..
            } => {
                for entry in table {
                    let ty = JavaType::parse(&text(constants, entry.descriptor_index)?);
                    variables.push(Variable {
                        slot: usize::from(entry.index),
                        name: text(constants, entry.name_index)?,
                        ty: ty.ok_or_else(|| broken("a local variable has no type"))?,
                        from_start: entry.start_pc == 0,
                    });
                }
            }
            _ => {}
        }
    }
    lines.sort_unstable();
    Ok(Code {
        instructions: instructions.to_vec(),
        handlers: handlers.to_vec(),
        lines,
        variables,
    })
}

/// What the names of classes begin with that stand for methods of the JDK.
pub(in crate::jvm) const OURS: &str = "$model/";

/// What people call a class without a file: what stands for a method goes by the name of that.
fn called(class: &str) -> String {
    match class.strip_prefix(OURS) {
        Some(method) => {
            let name = method.split(['(', ' ']).next().unwrap_or(method);
            name.replace('_', ".")
        }
        None => class.to_owned(),
    }
}

fn source_file(file: &ClassFile<'_>) -> Read<Option<String>> {
    let index = file
        .attributes
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::SourceFile {
                source_file_index, ..
            } => Some(*source_file_index),
            _ => None,
        });
    index.map(|i| text(&file.constant_pool, i)).transpose()
}

/// What the class says of itself among the nested classes it names.
fn nested(file: &ClassFile<'_>) -> Read<Option<Nested>> {
    let tables = file
        .attributes
        .iter()
        .filter_map(|attribute| match attribute {
            Attribute::InnerClasses { classes, .. } => Some(classes),
            _ => None,
        });
    let Some(own) = tables
        .flatten()
        .find(|c| c.class_info_index == file.this_class)
    else {
        return Ok(None);
    };
    let name = if own.name_index == 0 {
        None
    } else {
        Some(text(&file.constant_pool, own.name_index)?)
    };
    Ok(Some(Nested {
        name,
        modifiers: own.access_flags.bits(),
    }))
}

fn nest(file: &ClassFile<'_>) -> Read<Option<Vec<String>>> {
    let mut members = Vec::new();
    for attribute in &file.attributes {
        match attribute {
            Attribute::NestHost { .. } => return Ok(None),
            Attribute::NestMembers { class_indexes, .. } => {
                members.extend(class_indexes.iter().copied())
            }
            _ => {}
        }
    }
    let names = members.into_iter();
    let names = names.map(|index| class_name(&file.constant_pool, index));
    names.collect::<Read<_>>().map(Some)
}

fn bootstrap_methods(file: &ClassFile<'_>) -> Read<Vec<Bootstrap>> {
    let constants = &file.constant_pool;
    let found = file
        .attributes
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::BootstrapMethods { methods, .. } => Some(methods),
            _ => None,
        });
    let bootstrap = |method: &BootstrapMethod| -> Read<Bootstrap> {
        let handle = constants.try_get_method_handle(method.bootstrap_method_ref);
        let (_, reference) = handle.map_err(|e| broken(e.to_string()))?;
        let Member { class, name, .. } = member(constants, *reference)?;
        Ok(Bootstrap {
            maker: format!("{class}.{name}"),
            arguments: method.arguments.clone(),
        })
    };
    found.into_iter().flatten().map(bootstrap).collect()
}

fn member(constants: &ConstantPool<'_>, index: u16) -> Read<Member> {
    let (class_index, name_and_type_index) = match constants.get(index) {
        Some(
            Constant::FieldRef {
                class_index,
                name_and_type_index,
            }
            | Constant::MethodRef {
                class_index,
                name_and_type_index,
            }
            | Constant::InterfaceMethodRef {
                class_index,
                name_and_type_index,
            },
        ) => (*class_index, *name_and_type_index),
        _ => return Err(broken("an instruction names no field or method")),
    };
    let (name, descriptor) = name_and_type_at(constants, name_and_type_index)?;
    let class = constants
        .try_get_class(class_index)
        .map_err(|e| broken(e.to_string()))?;
    Ok(Member {
        class: exact(class)?,
        name,
        descriptor,
    })
}

fn name_and_type_at(constants: &ConstantPool<'_>, index: u16) -> Read<(String, String)> {
    let (name, descriptor) = constants
        .try_get_name_and_type(index)
        .map_err(|e| broken(e.to_string()))?;
    Ok((text(constants, *name)?, text(constants, *descriptor)?))
}

/// The name of a class, in a form that can be turned into dots and back.
fn class_name(constants: &ConstantPool<'_>, index: u16) -> Read<String> {
    let name = exact(
        constants
            .try_get_class(index)
            .map_err(|e| broken(e.to_string()))?,
    )?;
    // Arrays are classes, too, to a cast.
    if name.is_empty() || (!name.starts_with('[') && name.contains(['.', ';', '['])) {
        return Err(broken(format!("{name:?} is no name of a class")));
    }
    Ok(name)
}

fn text(constants: &ConstantPool<'_>, index: u16) -> Read<String> {
    exact(
        constants
            .try_get_utf8(index)
            .map_err(|e| broken(e.to_string()))?,
    )
}

/// The text itself, never an approximation: two names or literals must not become one.
fn exact(text: &JavaStr) -> Read<String> {
    let units = text.to_utf16().map_err(|e| broken(e.to_string()))?;
    String::from_utf16(&units).map_err(|_| broken("a text holds half a character"))
}

fn distinct<'a>(kind: &str, keys: impl Iterator<Item = (&'a String, String)>) -> Read<()> {
    let mut seen = BTreeSet::new();
    for key in keys {
        if !seen.insert(key) {
            return Err(broken(format!("it has one {kind} twice")));
        }
    }
    Ok(())
}
