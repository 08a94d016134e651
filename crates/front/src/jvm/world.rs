//! The program while it grows: classes are loaded and methods translated when something reachable asks for them.
//!
//! The closed world is sound because every object of the program is made by one of its own `New`s: a virtual call can
//! only mean methods of classes that were loaded, and each class is loaded together with all its superclasses.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use base::Arena;
use ir::{Class, ClassId, Field, FieldRef, Function, FunctionId, Global, GlobalId, Local, Program, StringId, Type};
use ristretto_classfile::FieldAccessFlags;

use crate::InputError;
use crate::jvm::class::{JavaClass, JavaMethod, Member};
use crate::jvm::class_path::ClassPath;
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::library;
use crate::jvm::method;

/// How many classes may stand above one another.
const DEEPEST_HIERARCHY: usize = 200;

pub(super) struct World {
    class_path: ClassPath,
    pub(super) program: Program,
    /// By internal name; `None` for classes that are nowhere, or whose superclasses are nowhere.
    classes: BTreeMap<String, Option<ClassId>>,
    /// By class.
    loaded: Vec<Loaded>,
    pub(super) functions: BTreeMap<(ClassId, usize), FunctionId>,
    library_functions: BTreeMap<String, FunctionId>,
    globals: BTreeMap<(ClassId, usize), GlobalId>,
    strings: BTreeMap<String, StringId>,
    /// The selectors of all virtual calls.
    pub(super) selectors: BTreeSet<String>,
    /// Classes whose static initialiser may run, in the order in which that was noticed.
    pub(super) initialised: Vec<ClassId>,
    pending: VecDeque<Pending>,
    /// Functions that give an exception a cause.
    pub(super) cause_givers: BTreeSet<FunctionId>,
}

/// What is known of a class of the program.
#[derive(Clone)]
struct Loaded {
    name: String,
    /// `None` for a class of the library.
    java: Option<Rc<JavaClass>>,
    /// By field of the Java class: its place in the ir's class, if it has one.
    fields: Rc<Vec<Option<u32>>>,
}

struct Pending {
    function: FunctionId,
    class: ClassId,
    method: usize,
}

/// A method that was found.
#[derive(Clone)]
pub(super) enum Found {
    /// In a loaded class.
    Java(ClassId, Rc<JavaClass>, usize),
    /// In the library, as code: its full name.
    Library(String),
}

/// A field that was found, by its declaring class and its position there.
pub(super) struct FoundField {
    pub(super) class: ClassId,
    pub(super) java: Rc<JavaClass>,
    pub(super) index: usize,
}

impl World {
    pub(super) fn new(class_path: ClassPath) -> Self {
        Self {
            class_path,
            program: Program::default(),
            classes: BTreeMap::new(),
            loaded: Vec::new(),
            functions: BTreeMap::new(),
            library_functions: BTreeMap::new(),
            globals: BTreeMap::new(),
            strings: BTreeMap::new(),
            selectors: BTreeSet::new(),
            initialised: Vec::new(),
            pending: VecDeque::new(),
            cause_givers: BTreeSet::new(),
        }
    }

    /// Translates everything that was asked for, and what that asks for.
    pub(super) fn translate_all(&mut self) -> Result<(), InputError> {
        while let Some(Pending { function, class, method }) = self.pending.pop_front() {
            self.program.functions[function] = method::translate(self, class, method)?;
        }
        Ok(())
    }

    /// The class of this internal name, loaded now if need be; `None` if it cannot be known.
    pub(super) fn class(&mut self, name: &str) -> Result<Option<ClassId>, InputError> {
        self.class_within(name, DEEPEST_HIERARCHY)
    }

    /// The Java class behind a class of the program; `None` for those of the library.
    pub(super) fn java(&self, class: ClassId) -> Option<Rc<JavaClass>> {
        self.loaded[base::Id::index(class)].java.clone()
    }

    /// The internal name of a class.
    pub(super) fn name(&self, class: ClassId) -> &str {
        &self.loaded[base::Id::index(class)].name
    }

    /// A library class that is always there.
    pub(super) fn library_class(&mut self, name: &'static str) -> ClassId {
        match self.classes.get(name) {
            Some(Some(class)) => *class,
            _ => {
                let parent = library::parent(name).expect("the class is in the library's table");
                let parent = parent.map(|p| self.library_class(p));
                self.add_class(name, parent, Vec::new(), None)
            }
        }
    }

    fn class_within(&mut self, name: &str, depth: usize) -> Result<Option<ClassId>, InputError> {
        if let Some(known) = self.classes.get(name) {
            return Ok(*known);
        }
        let Some(depth) = depth.checked_sub(1) else { return Ok(None) };
        if let Some(parent) = library::parent(name) {
            let parent = parent.map(|p| self.library_class(p));
            return Ok(Some(self.add_class(name, parent, Vec::new(), None)));
        }
        // Until it is known, the class counts as unknown: a circle of superclasses ends here.
        self.classes.insert(name.to_owned(), None);
        let Some(java) = self.class_path.find(name)? else { return Ok(None) };
        let Some(parent) = &java.parent else { return Ok(None) };
        let Some(parent) = self.class_within(parent, depth)? else { return Ok(None) };
        let mut interfaces = Vec::new();
        for interface in &java.interfaces {
            // An interface that is nowhere cannot be tested for, so nothing is lost without it.
            interfaces.extend(self.class_within(interface, depth)?);
        }
        Ok(Some(self.add_class(name, Some(parent), interfaces, Some(Rc::new(java)))))
    }

    fn add_class(
        &mut self,
        name: &str,
        parent: Option<ClassId>,
        interfaces: Vec<ClassId>,
        java: Option<Rc<JavaClass>>,
    ) -> ClassId {
        let (fields, positions) = java.as_ref().map_or_else(Default::default, |java| layout(java));
        let class = Class { name: dotted(name), parent, interfaces, fields, methods: BTreeMap::new() };
        let id = self.program.classes.push(class);
        self.classes.insert(name.to_owned(), Some(id));
        self.loaded.push(Loaded { name: name.to_owned(), java, fields: Rc::new(positions) });
        for selector in self.selectors.clone() {
            self.bind(id, &selector);
        }
        id
    }

    /// The id of a string literal.
    pub(super) fn string(&mut self, text: String) -> StringId {
        self.program.string_class = Some(self.library_class("java/lang/String"));
        let strings = &mut self.program.strings;
        *self.strings.entry(text.clone()).or_insert_with(|| strings.push(text))
    }

    /// Says that the static initialiser of a class may run, and those of its superclasses.
    pub(super) fn initialise(&mut self, class: ClassId) {
        let Some(java) = self.java(class) else { return };
        if self.initialised.contains(&class) {
            return;
        }
        if let Some(parent) = self.program.classes[class].parent {
            self.initialise(parent);
        }
        self.initialised.push(class);
        if let Some(initialiser) = java.method("<clinit>", "()V") {
            self.function(class, &java, initialiser);
        }
    }

    /// The function of a method, to be translated.
    pub(super) fn function(&mut self, class: ClassId, java: &JavaClass, method: usize) -> FunctionId {
        if let Some(&known) = self.functions.get(&(class, method)) {
            return known;
        }
        let function = self.program.functions.push(head(java, &java.methods[method]));
        self.functions.insert((class, method), function);
        self.pending.push_back(Pending { function, class, method });
        function
    }

    /// The function of a method that was asked for, as long as it has no code.
    pub(super) fn head(&self, class: ClassId, method: usize) -> Function {
        self.program.functions[self.functions[&(class, method)]].clone()
    }

    /// Says that this method gives an exception a cause, which asks the cause for its text.
    pub(super) fn note_cause(&mut self, class: ClassId, method: usize) {
        self.cause_givers.extend(self.functions.get(&(class, method)));
    }

    /// Makes a function unsupported.
    pub(super) fn withdraw(&mut self, function: FunctionId, reason: &str) {
        let function = &mut self.program.functions[function];
        let first = function.blocks.values().next();
        let line = first.map_or(0, |b| b.statements.first().map_or(b.terminator.line, |s| s.line));
        function.blocks = method::unsupported_body(reason.to_owned(), line);
    }

    /// A library function by its full name.
    pub(super) fn library_function(&mut self, name: &str) -> Option<FunctionId> {
        if let Some(&known) = self.library_functions.get(name) {
            return Some(known);
        }
        let id = self.program.functions.push(library::function(name)?.clone());
        self.library_functions.insert(name.to_owned(), id);
        Some(id)
    }

    /// The method a call means statically: in the class, above it, or in its interfaces (JVMS 5.4.3.3).
    pub(super) fn method(&self, class: ClassId, member: &Member) -> Option<Found> {
        let ancestors: Vec<ClassId> = self.program.ancestors(class).collect();
        let declared = ancestors.iter().find_map(|&c| self.declared(c, member));
        declared.or_else(|| {
            let interfaces = self.interfaces(class);
            let found: Vec<Found> = interfaces.iter().filter_map(|&i| self.declared(i, member)).collect();
            let implemented = |f: &&Found| matches!(f, Found::Java(_, java, m) if !java.methods[*m].is_abstract());
            found.iter().find(implemented).or(found.first()).cloned()
        })
    }

    fn declared(&self, class: ClassId, member: &Member) -> Option<Found> {
        match self.java(class) {
            Some(java) => {
                let method = java.method(&member.name, &member.descriptor)?;
                Some(Found::Java(class, java, method))
            }
            None => {
                let name = format!("{}.{}{}", dotted(self.name(class)), member.name, member.descriptor);
                library::function(&name).map(|_| Found::Library(name.clone()))
            }
        }
    }

    /// All interfaces of a class and of its superclasses, nearest first.
    pub(super) fn interfaces(&self, class: ClassId) -> Vec<ClassId> {
        let classes = &self.program.classes;
        let direct = self.program.ancestors(class).flat_map(|c| classes[c].interfaces.iter().copied());
        let mut found: Vec<ClassId> = Vec::new();
        let mut work: VecDeque<ClassId> = direct.collect();
        while let Some(interface) = work.pop_front() {
            if !found.contains(&interface) {
                found.push(interface);
                work.extend(classes[interface].interfaces.iter().copied());
            }
        }
        found
    }

    /// The field an instruction means (JVMS 5.4.3.2).
    pub(super) fn field(&self, class: ClassId, member: &Member) -> Option<FoundField> {
        let supertypes = self.program.ancestors(class).chain(self.interfaces(class));
        supertypes.into_iter().find_map(|class| {
            let java = self.java(class)?;
            let ty = JavaType::parse(&member.descriptor)?;
            let index = java.fields.iter().position(|f| f.name == member.name && f.ty == ty)?;
            Some(FoundField { class, java, index })
        })
    }

    /// The ir's field of a field, if the ir has a type for it.
    pub(super) fn field_ref(&self, found: &FoundField) -> Option<FieldRef> {
        let index = self.loaded[base::Id::index(found.class)].fields[found.index]?;
        Some(FieldRef { class: found.class, index })
    }

    /// The global variable of a static field.
    pub(super) fn global(&mut self, found: &FoundField, ty: Type) -> GlobalId {
        let field = &found.java.fields[found.index];
        let twin = found.java.fields.iter().filter(|f| f.name == field.name).count() > 1;
        let kind = if twin { format!(":{}", field.ty) } else { String::new() };
        let name = format!("{}.{}{kind}", dotted(&found.java.name), field.name);
        let globals = &mut self.program.globals;
        *self.globals.entry((found.class, found.index)).or_insert_with(|| globals.push(Global { name, ty }))
    }

    /// The class and field behind a global variable.
    pub(super) fn declaration_of(&self, global: GlobalId) -> Option<FoundField> {
        let (&(class, index), _) = self.globals.iter().find(|(_, id)| **id == global)?;
        Some(FoundField { class, java: self.java(class)?, index })
    }

    /// The static initialiser of a class, if it has one that was asked for.
    pub(super) fn initialiser(&self, class: ClassId) -> Option<FunctionId> {
        let method = self.java(class)?.method("<clinit>", "()V")?;
        self.functions.get(&(class, method)).copied()
    }

    /// Loaded classes with their Java side.
    pub(super) fn java_classes(&self) -> impl Iterator<Item = (ClassId, Rc<JavaClass>)> + '_ {
        self.program.classes.ids().filter_map(|class| Some((class, self.java(class)?)))
    }

    /// The first superclass of a class that is nowhere; `None` if the class itself is nowhere.
    pub(super) fn missing_above(&mut self, name: &str) -> Result<Option<String>, InputError> {
        let mut missing = None;
        let mut next = Some(name.to_owned());
        for _ in 0..DEEPEST_HIERARCHY {
            let Some(class) = next else { break };
            match self.class_path.find(&class)? {
                Some(java) => next = java.parent.filter(|p| library::parent(p).is_none()),
                None if class == name => return Ok(None),
                None => return Ok(Some(class)),
            }
            missing = next.clone();
        }
        Ok(missing)
    }
}

/// The instance fields that have a type in the ir, and where each field of the Java class went.
fn layout(java: &JavaClass) -> (Vec<Field>, Vec<Option<u32>>) {
    let mut fields: Vec<Field> = Vec::new();
    let mut positions = Vec::new();
    for field in &java.fields {
        let ty = field.ty.ir().filter(|_| !field.flags.contains(FieldAccessFlags::STATIC));
        positions.push(ty.map(|_| fields.len() as u32));
        let Some(ty) = ty else { continue };
        let twin = fields.iter().any(|f| f.name == field.name);
        let name = if twin { format!("{}:{}", field.name, field.ty) } else { field.name.clone() };
        fields.push(Field { name, ty });
    }
    (fields, positions)
}

/// A function without code: its name, file, parameters and result.
pub(super) fn head(java: &JavaClass, method: &JavaMethod) -> Function {
    let receiver = (!method.is_static()).then(|| Local { name: "this".to_owned(), ty: Type::Ref });
    let names = method::parameter_names(method);
    // A float or double has no type here. A reference is the one kind of parameter nobody can make up a value for, and
    // the body of such a method is unsupported anyway.
    let params = method.ty.params.iter().zip(names).map(|(ty, name)| Local { name, ty: ty.ir().unwrap_or(Type::Ref) });
    let locals: Arena<_, _> = receiver.into_iter().chain(params).collect();
    Function {
        name: format!("{}.{}{}", dotted(&java.name), method.name, method.descriptor),
        file: java.source_file.clone(),
        params: locals.len(),
        locals,
        returns: method.ty.returns.as_ref().map(|ty| ty.ir().unwrap_or(Type::Ref)),
        blocks: Arena::new(),
    }
}
