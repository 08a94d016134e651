//! Classes written by us: what the JDK makes at run time for call sites, and models that are shorter as bytecode.
//!
//! The result goes through the same translation as any other class, so that calls, class initialisation, dispatch and
//! exceptions need no second implementation.

use ristretto_classfile::attributes::{Attribute, ExceptionTableEntry, Instruction};
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, Constant, ConstantPool, Field, FieldAccessFlags, FieldType,
    Method, MethodAccessFlags, Version,
};

use crate::jvm::descriptor::{JavaType, MethodType};

type Written<T> = Result<T, ristretto_classfile::Error>;

/// A class being written.
pub(in crate::jvm) struct Assembly {
    name: String,
    parent: String,
    interfaces: Vec<String>,
    pool: Pool,
    fields: Vec<Field>,
    methods: Vec<Method>,
}

/// Constants; the first failure is remembered, so that whoever writes code need not look at each.
struct Pool {
    constants: ConstantPool<'static>,
    failed: Option<String>,
}

impl Pool {
    fn add(&mut self, add: impl FnOnce(&mut ConstantPool<'static>) -> Written<u16>) -> u16 {
        match add(&mut self.constants) {
            Ok(index) => index,
            Err(error) => {
                self.failed.get_or_insert_with(|| error.to_string());
                0
            }
        }
    }

    fn class(&mut self, name: &str) -> u16 {
        self.add(|pool| pool.add_class(name))
    }

    fn text(&mut self, text: &str) -> u16 {
        self.add(|pool| pool.add_utf8(text))
    }
}

impl Assembly {
    /// An empty class below `parent`; names are internal ones.
    pub(in crate::jvm) fn new(name: &str, parent: &str) -> Self {
        Self {
            name: name.to_owned(),
            parent: parent.to_owned(),
            interfaces: Vec::new(),
            pool: Pool {
                constants: ConstantPool::new(),
                failed: None,
            },
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    pub(in crate::jvm) fn name(&self) -> &str {
        &self.name
    }

    pub(in crate::jvm) fn implement(&mut self, interface: &str) {
        if !self.interfaces.iter().any(|known| known == interface) {
            self.interfaces.push(interface.to_owned());
        }
    }

    pub(in crate::jvm) fn field(&mut self, name: &str, ty: &JavaType, is_static: bool) {
        let flags = if is_static {
            FieldAccessFlags::STATIC
        } else {
            FieldAccessFlags::empty()
        };
        let descriptor = ty.descriptor();
        let Ok(field_type) = FieldType::parse(&descriptor) else {
            self.pool
                .failed
                .get_or_insert_with(|| format!("{descriptor} is no type"));
            return;
        };
        self.fields.push(Field {
            access_flags: flags | FieldAccessFlags::FINAL | FieldAccessFlags::SYNTHETIC,
            name_index: self.pool.text(name),
            descriptor_index: self.pool.text(&descriptor),
            field_type,
            attributes: Vec::new(),
        });
    }

    /// A static method.
    pub(in crate::jvm) fn function(
        &mut self,
        name: &str,
        descriptor: &str,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        self.method_with(MethodAccessFlags::STATIC, name, descriptor, write);
    }

    /// A method of objects.
    pub(in crate::jvm) fn method(
        &mut self,
        name: &str,
        descriptor: &str,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        self.method_with(MethodAccessFlags::empty(), name, descriptor, write);
    }

    /// A method of objects that has no code.
    pub(in crate::jvm) fn native(&mut self, name: &str, descriptor: &str) {
        self.native_with(MethodAccessFlags::empty(), name, descriptor);
    }

    /// A static method that has no code.
    pub(in crate::jvm) fn native_function(&mut self, name: &str, descriptor: &str) {
        self.native_with(MethodAccessFlags::STATIC, name, descriptor);
    }

    fn native_with(&mut self, flags: MethodAccessFlags, name: &str, descriptor: &str) {
        self.methods.push(Method {
            access_flags: flags | MethodAccessFlags::PUBLIC | MethodAccessFlags::NATIVE,
            name_index: self.pool.text(name),
            descriptor_index: self.pool.text(descriptor),
            attributes: Vec::new(),
        });
    }

    fn method_with(
        &mut self,
        flags: MethodAccessFlags,
        name: &str,
        descriptor: &str,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        let mut writer = Writer {
            pool: &mut self.pool,
            code: Vec::new(),
            handlers: Vec::new(),
        };
        write(&mut writer);
        let Writer { code, handlers, .. } = writer;
        let code = Attribute::Code {
            name_index: self.pool.text("Code"),
            // Nobody runs this on a machine that counts.
            max_stack: u16::MAX,
            max_locals: u16::MAX,
            code,
            exception_table: handlers,
            attributes: Vec::new(),
        };
        self.methods.push(Method {
            access_flags: flags | MethodAccessFlags::PUBLIC | MethodAccessFlags::SYNTHETIC,
            name_index: self.pool.text(name),
            descriptor_index: self.pool.text(descriptor),
            attributes: vec![code],
        });
    }

    /// The class file, or why there can be none.
    pub(in crate::jvm) fn finish(mut self) -> Result<Vec<u8>, String> {
        let this_class = self.pool.class(&self.name.clone());
        let super_class = self.pool.class(&self.parent.clone());
        let interfaces = self
            .interfaces
            .iter()
            .map(|name| self.pool.class(name))
            .collect();
        if let Some(failed) = self.pool.failed {
            return Err(failed);
        }
        let file = ClassFile {
            version: Version::Java8 { minor: 0 },
            constant_pool: self.pool.constants,
            access_flags: ClassAccessFlags::PUBLIC
                | ClassAccessFlags::FINAL
                | ClassAccessFlags::SYNTHETIC,
            this_class,
            super_class,
            interfaces,
            fields: self.fields,
            methods: self.methods,
            attributes: Vec::new(),
            code_source_url: None,
        };
        let mut bytes = Vec::new();
        file.to_bytes(&mut bytes).map_err(|e| e.to_string())?;
        Ok(bytes)
    }
}

/// A place in code that is jumped to.
#[derive(Clone, Copy)]
pub(in crate::jvm) struct Label(usize);

/// The code of a method being written.
pub(in crate::jvm) struct Writer<'a> {
    pool: &'a mut Pool,
    code: Vec<Instruction>,
    handlers: Vec<ExceptionTableEntry>,
}

impl Writer<'_> {
    pub(in crate::jvm) fn op(&mut self, instruction: Instruction) {
        self.code.push(instruction);
    }

    pub(in crate::jvm) fn ops(&mut self, instructions: impl IntoIterator<Item = Instruction>) {
        self.code.extend(instructions);
    }

    /// Here.
    pub(in crate::jvm) fn label(&self) -> Label {
        Label(self.code.len())
    }

    /// A jump forward, to be led to its target by [`Writer::land`].
    pub(in crate::jvm) fn jump(&mut self, instruction: fn(u16) -> Instruction) -> Label {
        let label = self.label();
        self.op(instruction(0));
        label
    }

    /// Leads a jump here.
    pub(in crate::jvm) fn land(&mut self, jump: Label) {
        let here = self.position(self.label());
        let target = match &mut self.code[jump.0] {
            Instruction::Ifeq(target)
            | Instruction::Ifne(target)
            | Instruction::Iflt(target)
            | Instruction::Ifgt(target)
            | Instruction::Ifnull(target)
            | Instruction::Ifnonnull(target)
            | Instruction::If_icmpne(target)
            | Instruction::If_icmpge(target)
            | Instruction::If_icmpgt(target)
            | Instruction::If_acmpne(target)
            | Instruction::If_acmpeq(target)
            | Instruction::Goto(target) => target,
            other => unreachable!("{other:?} is no jump that is written here"),
        };
        *target = here;
    }

    pub(in crate::jvm) fn goto(&mut self, label: Label) {
        let target = self.position(label);
        self.op(Instruction::Goto(target));
    }

    /// Exceptions of this class between the labels come here.
    pub(in crate::jvm) fn catch(&mut self, from: Label, to: Label, class: &str) {
        let range_pc = self.position(from)..self.position(to);
        let handler_pc = self.position(self.label());
        let catch_type = self.pool.class(class);
        self.handlers.push(ExceptionTableEntry {
            range_pc,
            handler_pc,
            catch_type,
        });
    }

    fn position(&mut self, label: Label) -> u16 {
        u16::try_from(label.0).unwrap_or_else(|_| {
            self.pool
                .failed
                .get_or_insert_with(|| "the code is too long".to_owned());
            0
        })
    }

    pub(in crate::jvm) fn load(&mut self, ty: &JavaType, slot: usize) {
        let slot = u16::try_from(slot).unwrap_or(u16::MAX);
        self.op(match ty {
            JavaType::Long => Instruction::Lload_w(slot),
            JavaType::Float => Instruction::Fload_w(slot),
            JavaType::Double => Instruction::Dload_w(slot),
            JavaType::Object(_) | JavaType::Array(..) => Instruction::Aload_w(slot),
            JavaType::Boolean
            | JavaType::Byte
            | JavaType::Short
            | JavaType::Char
            | JavaType::Int => Instruction::Iload_w(slot),
        });
    }

    pub(in crate::jvm) fn give(&mut self, ty: Option<&JavaType>) {
        self.op(match ty {
            None => Instruction::Return,
            Some(JavaType::Long) => Instruction::Lreturn,
            Some(JavaType::Float) => Instruction::Freturn,
            Some(JavaType::Double) => Instruction::Dreturn,
            Some(JavaType::Object(_) | JavaType::Array(..)) => Instruction::Areturn,
            Some(
                JavaType::Boolean
                | JavaType::Byte
                | JavaType::Short
                | JavaType::Char
                | JavaType::Int,
            ) => Instruction::Ireturn,
        });
    }

    pub(in crate::jvm) fn int(&mut self, value: i32) {
        let index = self.pool.add(|pool| pool.add_integer(value));
        self.op(Instruction::Ldc_w(index));
    }

    pub(in crate::jvm) fn double(&mut self, value: f64) {
        let index = self.pool.add(|pool| pool.add_double(value));
        self.op(Instruction::Ldc2_w(index));
    }

    pub(in crate::jvm) fn string(&mut self, text: &str) {
        let index = self.pool.add(|pool| pool.add_string(text));
        self.op(Instruction::Ldc_w(index));
    }

    /// The object that stands for a class.
    pub(in crate::jvm) fn class(&mut self, name: &str) {
        let index = self.pool.class(name);
        self.op(Instruction::Ldc_w(index));
    }

    /// A constant of another class, as it is there; `None` if it is of a kind that code cannot load.
    pub(in crate::jvm) fn constant(
        &mut self,
        constants: &ConstantPool<'_>,
        index: u16,
    ) -> Option<JavaType> {
        let object = |name: &str| JavaType::Object(name.to_owned());
        Some(match constants.get(index)? {
            Constant::Integer(value) => {
                self.int(*value);
                JavaType::Int
            }
            Constant::Long(value) => {
                let index = self.pool.add(|pool| pool.add_long(*value));
                self.op(Instruction::Ldc2_w(index));
                JavaType::Long
            }
            Constant::Float(value) => {
                let index = self.pool.add(|pool| pool.add_float(*value));
                self.op(Instruction::Ldc_w(index));
                JavaType::Float
            }
            Constant::Double(value) => {
                self.double(*value);
                JavaType::Double
            }
            Constant::String(_) => {
                let units = constants.try_get_string(index).ok()?.to_utf16().ok()?;
                self.string(&String::from_utf16(&units).ok()?);
                object("java/lang/String")
            }
            Constant::Class(_) => {
                let units = constants.try_get_class(index).ok()?.to_utf16().ok()?;
                self.class(&String::from_utf16(&units).ok()?);
                object("java/lang/Class")
            }
            _ => return None,
        })
    }

    pub(in crate::jvm) fn create(&mut self, class: &str) {
        let index = self.pool.class(class);
        self.op(Instruction::New(index));
    }

    pub(in crate::jvm) fn cast(&mut self, class: &str) {
        let index = self.pool.class(class);
        self.op(Instruction::Checkcast(index));
    }

    pub(in crate::jvm) fn instance_of(&mut self, class: &str) {
        let index = self.pool.class(class);
        self.op(Instruction::Instanceof(index));
    }

    fn member(&mut self, class: &str, name: &str, descriptor: &str, method: bool) -> u16 {
        let class = self.pool.class(class);
        self.pool.add(|pool| {
            if method {
                pool.add_method_ref(class, name, descriptor)
            } else {
                pool.add_field_ref(class, name, descriptor)
            }
        })
    }

    pub(in crate::jvm) fn get_field(&mut self, class: &str, name: &str, ty: &JavaType) {
        let index = self.member(class, name, &ty.descriptor(), false);
        self.op(Instruction::Getfield(index));
    }

    pub(in crate::jvm) fn put_field(&mut self, class: &str, name: &str, ty: &JavaType) {
        let index = self.member(class, name, &ty.descriptor(), false);
        self.op(Instruction::Putfield(index));
    }

    pub(in crate::jvm) fn get_static(&mut self, class: &str, name: &str, ty: &JavaType) {
        let index = self.member(class, name, &ty.descriptor(), false);
        self.op(Instruction::Getstatic(index));
    }

    pub(in crate::jvm) fn put_static(&mut self, class: &str, name: &str, ty: &JavaType) {
        let index = self.member(class, name, &ty.descriptor(), false);
        self.op(Instruction::Putstatic(index));
    }

    pub(in crate::jvm) fn call_static(&mut self, class: &str, name: &str, descriptor: &str) {
        let index = self.member(class, name, descriptor, true);
        self.op(Instruction::Invokestatic(index));
    }

    pub(in crate::jvm) fn call_virtual(&mut self, class: &str, name: &str, descriptor: &str) {
        let index = self.member(class, name, descriptor, true);
        self.op(Instruction::Invokevirtual(index));
    }

    pub(in crate::jvm) fn call_special(&mut self, class: &str, name: &str, descriptor: &str) {
        let index = self.member(class, name, descriptor, true);
        self.op(Instruction::Invokespecial(index));
    }

    pub(in crate::jvm) fn call_interface(&mut self, class: &str, name: &str, descriptor: &str) {
        let class = self.pool.class(class);
        let index = self
            .pool
            .add(|pool| pool.add_interface_method_ref(class, name, descriptor));
        let words = MethodType::parse(descriptor)
            .map_or(0, |ty| ty.params.iter().map(JavaType::slots).sum::<usize>());
        self.op(Instruction::Invokeinterface(
            index,
            u8::try_from(words + 1).unwrap_or(u8::MAX),
        ));
    }
}

impl JavaType {
    /// The name by which casts and instance tests know a type of references.
    pub(in crate::jvm) fn class_name(&self) -> Option<String> {
        match self {
            Self::Object(name) => Some(name.clone()),
            Self::Array(..) => Some(self.descriptor()),
            Self::Boolean | Self::Byte | Self::Short | Self::Char | Self::Int => None,
            Self::Long | Self::Float | Self::Double => None,
        }
    }
}

impl MethodType {
    /// As class files write it.
    pub(in crate::jvm) fn descriptor(&self) -> String {
        let params: String = self.params.iter().map(JavaType::descriptor).collect();
        format!(
            "({params}){}",
            self.returns
                .as_ref()
                .map_or("V".to_owned(), JavaType::descriptor)
        )
    }
}
