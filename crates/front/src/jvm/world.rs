//! What the linker knows: the classes it has loaded, and which function, global or selector stands for what.
//!
//! Everything is found by name when something asks for it. A class is loaded together with all its supertypes; what
//! cannot be loaded is an error that names it, and whoever needed it ends as unsupported.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use base::Id;
use ir::{
    Class, ClassId, Const, Element, Field, FieldRef, Function, FunctionId, Global, GlobalId,
    ImageId, Local, Program, SelectorId, Type,
};
use ristretto_classfile::FieldAccessFlags;

use crate::InputError;
use crate::jvm::class::{JavaClass, JavaMethod};
use crate::jvm::class_path::ClassPath;
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::found::FoundField;
use crate::jvm::generic::given::GivenTypes;
use crate::jvm::natives::made::Natives;
use crate::jvm::readiness::Readiness;
use crate::jvm::stream::library::LIBRARY;
use crate::jvm::stream::tape::Filtering;
use crate::jvm::texts::Texts;

/// How many classes may stand above one another.
const DEEPEST_HIERARCHY: usize = 200;

pub(in crate::jvm) const OBJECT: &str = "java/lang/Object";

pub(in crate::jvm) struct World {
    pub(in crate::jvm) class_path: ClassPath,
    /// The internal name of the class under study.
    pub(in crate::jvm) subject: String,
    /// By internal name, arrays by descriptor; or why a class is not there.
    classes: BTreeMap<String, Result<ClassId, InputError>>,
    /// By class.
    loaded: Vec<Loaded>,
    functions: BTreeMap<(ClassId, usize), FunctionId>,
    bodies: BTreeMap<FunctionId, Body>,
    pub(in crate::jvm) globals: BTreeMap<(ClassId, usize), GlobalId>,
    declarations: BTreeMap<GlobalId, (ClassId, usize)>,
    selectors: BTreeMap<String, SelectorId>,
    pub(in crate::jvm) texts: Texts,
    pub(in crate::jvm) readiness: Readiness,
    pub(in crate::jvm) natives: Natives,
    /// The filter under study, if it is one.
    pub(in crate::jvm) filtering: Option<Filtering>,
    /// Functions made for natives and constant arguments.
    pub(in crate::jvm) specialised: BTreeMap<Call, Result<FunctionId, String>>,
    /// Types of parameters that say more than the machine's own.
    pub(in crate::jvm) given_types: GivenTypes,
}

/// A native by its name and the arguments that are constants.
type Call = (String, Vec<Option<Const>>);

/// Where the code of a function comes from.
#[derive(Clone, Copy, Debug)]
pub(in crate::jvm) enum Body {
    /// From a method by its position in its class.
    Method(ClassId, usize),
    /// It makes a class ready for use.
    Ready(ClassId),
}

/// What is known of a class of the program.
#[derive(Clone)]
struct Loaded {
    name: String,
    /// `None` for arrays and for classes that no file holds.
    java: Option<Rc<JavaClass>>,
    /// Whether it belongs to the JDK.
    library: bool,
    /// By field of the Java class: its place in the ir's class, if it has one.
    fields: Rc<Vec<Option<u32>>>,
}

/// How the names of classes begin that texts are made of.
const TEXT_CLASSES: [&str; 2] = ["java/lang/String", "java/lang/AbstractStringBuilder"];

impl World {
    pub(in crate::jvm) fn new(class_path: ClassPath, subject: &str) -> Self {
        Self {
            class_path,
            subject: subject.to_owned(),
            classes: BTreeMap::new(),
            loaded: Vec::new(),
            functions: BTreeMap::new(),
            bodies: BTreeMap::new(),
            globals: BTreeMap::new(),
            declarations: BTreeMap::new(),
            selectors: BTreeMap::new(),
            texts: Texts::default(),
            readiness: Readiness::default(),
            natives: Natives::default(),
            filtering: None,
            specialised: BTreeMap::new(),
            given_types: GivenTypes::default(),
        }
    }

    /// The class of this internal name (`java/lang/String`) or array descriptor (`[I`), loaded now if need be.
    pub(in crate::jvm) fn class(
        &mut self,
        program: &Program,
        name: &str,
    ) -> Result<ClassId, InputError> {
        self.class_within(program, name, DEEPEST_HIERARCHY)
    }

    /// The class behind a class of the program; `None` for arrays and for classes that no file holds.
    pub(in crate::jvm) fn java(&self, class: ClassId) -> Option<Rc<JavaClass>> {
        self.loaded[class.index()].java.clone()
    }

    /// The internal name of a class, or the descriptor of an array class.
    pub(in crate::jvm) fn name(&self, class: ClassId) -> &str {
        &self.loaded[class.index()].name
    }

    /// Whether a class belongs to the JDK.
    pub(in crate::jvm) fn is_library(&self, class: ClassId) -> bool {
        self.loaded[class.index()].library
    }

    fn class_within(
        &mut self,
        program: &Program,
        name: &str,
        depth: usize,
    ) -> Result<ClassId, InputError> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Err(InputError::new(format!(
                "class {} stands too deep in its hierarchy",
                dotted(name)
            )));
        };
        // Until it is known, the class counts as unknown: a circle of superclasses ends here.
        let circle = InputError::new(format!("class {} is its own superclass", dotted(name)));
        self.classes.insert(name.to_owned(), Err(circle));
        let class = match name.strip_prefix('[') {
            Some(element) => self.load_array(program, name, element, depth),
            None => self.load(program, name, depth),
        };
        self.classes.insert(name.to_owned(), class.clone());
        class
    }

    fn load(&mut self, program: &Program, name: &str, depth: usize) -> Result<ClassId, InputError> {
        let (java, library) = self.class_path.find(name)?.ok_or_else(|| missing(name))?;
        if java
            .methods
            .iter()
            .any(|m| m.name == "<clinit>" && !m.is_static())
        {
            return Err(InputError::new(format!(
                "class {} is broken: its initialiser is not static",
                dotted(name)
            )));
        }
        let parent = match &java.parent {
            None if name == OBJECT => None,
            None => {
                return Err(InputError::new(format!(
                    "class {} has no superclass",
                    dotted(name)
                )));
            }
            Some(parent) => Some(self.above(program, name, "extends", parent, depth)?),
        };
        let mut interfaces = Vec::new();
        for interface in &java.interfaces {
            interfaces.push(self.above(program, name, "implements", interface, depth)?);
        }
        let (fields, positions) = layout(&java);
        let class = Class {
            name: dotted(name),
            parent,
            interfaces,
            fields,
            full: self.class_path.stands_in(name),
            ..Class::default()
        };
        let loaded = Loaded {
            name: name.to_owned(),
            java: Some(Rc::new(java)),
            library,
            fields: Rc::new(positions),
        };
        Ok(self.add(program, class, loaded))
    }

    fn above(
        &mut self,
        program: &Program,
        name: &str,
        how: &str,
        above: &str,
        depth: usize,
    ) -> Result<ClassId, InputError> {
        self.class_within(program, above, depth).map_err(|error| {
            if error != missing(above) {
                return error;
            }
            InputError::new(format!(
                "class {} {how} {}, which is not at hand; name its folder or jar with --class-path",
                dotted(name),
                dotted(above)
            ))
        })
    }

    fn load_array(
        &mut self,
        program: &Program,
        name: &str,
        element: &str,
        depth: usize,
    ) -> Result<ClassId, InputError> {
        let ty = JavaType::parse(element);
        let ty = ty.ok_or_else(|| InputError::new(format!("{name:?} is no name of a class")))?;
        let class = match &ty {
            JavaType::Object(class) => Some(self.class_within(program, class, depth)?),
            JavaType::Array(..) => Some(self.class_within(program, element, depth)?),
            _ => None,
        };
        let parent = Some(self.class_within(program, OBJECT, depth)?);
        let mut interfaces = Vec::new();
        for interface in ["java/lang/Cloneable", "java/io/Serializable"] {
            interfaces.push(self.class_within(program, interface, depth)?);
        }
        let library = class.is_none_or(|c| self.is_library(c));
        let element = Some(Element { ty: ty.ir(), class });
        let class = Class {
            name: format!("{}[]", ty.full_name()),
            parent,
            interfaces,
            element,
            ..Class::default()
        };
        Ok(self.add(
            program,
            class,
            Loaded {
                name: name.to_owned(),
                java: None,
                library,
                fields: Rc::default(),
            },
        ))
    }

    /// Adds a class that no file holds. Its methods are those entered into [`Class::methods`] now; what is not there is
    /// inherited as usual.
    pub(in crate::jvm) fn add_class(&mut self, program: &Program, class: Class) -> ClassId {
        let name = class.name.replace('.', "/");
        self.add(
            program,
            class,
            Loaded {
                name,
                java: None,
                library: true,
                fields: Rc::default(),
            },
        )
    }

    fn add(&mut self, program: &Program, class: Class, loaded: Loaded) -> ClassId {
        self.loaded.push(loaded);
        let id = program.classes.push(class);
        debug_assert_eq!(
            id.index() + 1,
            self.loaded.len(),
            "only the linker adds classes"
        );
        id
    }

    /// The function of a method, to be translated when it is first called.
    pub(in crate::jvm) fn function(
        &mut self,
        program: &Program,
        class: ClassId,
        method: usize,
    ) -> FunctionId {
        if let Some(&known) = self.functions.get(&(class, method)) {
            return known;
        }
        let java = self
            .java(class)
            .expect("only classes from files have methods by number");
        let function = program.functions.push(head(&java, &java.methods[method]));
        self.functions.insert((class, method), function);
        self.bodies.insert(function, Body::Method(class, method));
        function
    }

    /// Adds a function whose code is to come from elsewhere than a method.
    pub(in crate::jvm) fn add_function(
        &mut self,
        program: &Program,
        function: Function,
        body: Body,
    ) -> FunctionId {
        let id = program.functions.push(function);
        self.bodies.insert(id, body);
        id
    }

    /// Where the code of a function comes from.
    pub(in crate::jvm) fn body(&self, function: FunctionId) -> Option<Body> {
        self.bodies.get(&function).copied()
    }

    /// The selector of this name.
    pub(in crate::jvm) fn selector(&mut self, program: &Program, name: &str) -> SelectorId {
        if let Some(&known) = self.selectors.get(name) {
            return known;
        }
        let selector = program.selectors.push(name.to_owned());
        self.selectors.insert(name.to_owned(), selector);
        selector
    }

    /// The ir's field of an instance field.
    pub(in crate::jvm) fn field_ref(&self, found: &FoundField) -> Option<FieldRef> {
        let index = self.loaded[found.class.index()].fields[found.index]?;
        Some(FieldRef {
            class: found.class,
            index,
        })
    }

    /// An instance field that a class declares itself, by name.
    pub(in crate::jvm) fn own_field(&self, class: ClassId, name: &str) -> Option<FieldRef> {
        let java = self.java(class)?;
        let index = java
            .fields
            .iter()
            .position(|f| f.name == name && !f.is_static())?;
        self.field_ref(&FoundField { class, java, index })
    }

    /// A static field that a class declares itself, by name.
    pub(in crate::jvm) fn own_static(&self, class: ClassId, name: &str) -> Option<FoundField> {
        let java = self.java(class)?;
        let index = java
            .fields
            .iter()
            .position(|f| f.name == name && f.is_static())?;
        Some(FoundField { class, java, index })
    }

    /// The global variable of a static field.
    pub(in crate::jvm) fn global(&mut self, program: &Program, found: &FoundField) -> GlobalId {
        let key = (found.class, found.index);
        if let Some(&known) = self.globals.get(&key) {
            return known;
        }
        let field = found.declaration();
        let twin = found
            .java
            .fields
            .iter()
            .filter(|f| f.name == field.name)
            .count()
            > 1;
        let kind = if twin {
            format!(":{}", field.ty)
        } else {
            String::new()
        };
        let initial = match self.constant_of(program, found) {
            Some(constant) => OnceCell::from(constant),
            None => OnceCell::new(),
        };
        let global = program.globals.push(Global {
            name: format!("{}.{}{kind}", dotted(&found.java.name), field.name),
            ty: field.ty.ir(),
            initial,
            tracked: !self.is_fixed(program, found) && self.is_studied(program, found.class),
        });
        self.globals.insert(key, global);
        self.declarations.insert(global, key);
        global
    }

    /// Whether a static field keeps the value that its class gives it first: it is final, or private, and nobody who may
    /// set it does.
    pub(in crate::jvm) fn is_fixed(&mut self, program: &Program, found: &FoundField) -> bool {
        let (java, field) = (Rc::clone(&found.java), found.declaration());
        if field.is_final() {
            return true;
        }
        let Some(nest) = &java.nest else {
            return false;
        };
        if !field.flags.contains(FieldAccessFlags::PRIVATE) {
            return false;
        }
        let keeps = |user: &JavaClass| !user.sets(&java.name, &field.name);
        let mut nest = nest.iter();
        let mut loaded = |name: &String| {
            let class = self.class(program, name).ok()?;
            self.java(class)
        };
        keeps(&java) && nest.all(|name| loaded(name).is_some_and(|user| keeps(&user)))
    }

    /// The global variables of a class that something has named.
    pub(in crate::jvm) fn globals_of(&self, class: ClassId) -> impl Iterator<Item = GlobalId> {
        self.globals
            .range((class, 0)..=(class, usize::MAX))
            .map(|(_, &global)| global)
    }

    /// The class and field behind a global variable.
    pub(in crate::jvm) fn declaration_of(&self, global: GlobalId) -> Option<FoundField> {
        let &(class, index) = self.declarations.get(&global)?;
        Some(FoundField {
            class,
            java: self.java(class)?,
            index,
        })
    }

    /// Whether a class is under study: the subject, its nested classes, and its superclasses outside the JDK.
    fn is_studied(&self, program: &Program, class: ClassId) -> bool {
        let nested = |rest: &str| rest.is_empty() || rest.starts_with('$');
        if self
            .name(class)
            .strip_prefix(self.subject.as_str())
            .is_some_and(nested)
        {
            return true;
        }
        match self.classes.get(&self.subject) {
            Some(Ok(subject)) => {
                !self.is_library(class) && program.ancestors(*subject).any(|c| c == class)
            }
            _ => false,
        }
    }

    /// The filter under study, for code in which texts may be the input.
    pub(in crate::jvm) fn filtering_in(&self, class: ClassId) -> Option<&Filtering> {
        let filtering = self.filtering.as_ref();
        filtering.filter(|_| self.may_meet_input(class))
    }

    /// The filter under study, for code of the JDK that asks texts, and is not what texts are made of.
    pub(in crate::jvm) fn filtering_of_texts(&self, class: ClassId) -> Option<&Filtering> {
        let name = self.name(class);
        let is_text = TEXT_CLASSES.iter().any(|prefix| name.starts_with(prefix));
        let filtering = self.filtering.as_ref();
        filtering.filter(|_| !is_text && !name.starts_with(LIBRARY))
    }

    /// Whether code is the user's in a filter, so that texts in it may be the input.
    pub(in crate::jvm) fn may_meet_input(&self, class: ClassId) -> bool {
        self.filtering.is_some() && self.may_be_user(class)
    }

    /// Whether code may be the user's in a filter: what is studied is, also where it comes with the JDK.
    pub(in crate::jvm) fn may_be_user(&self, class: ClassId) -> bool {
        (!self.is_library(class) || self.name(class) == self.subject)
            && !self.name(class).starts_with(LIBRARY)
    }

    /// An object of the image, all zero. Its name is its own, and does not depend on the order in which things are found.
    pub(in crate::jvm) fn blank(&self, program: &Program, class: ClassId, name: String) -> ImageId {
        let zeros: Vec<Const> = program
            .layout(class)
            .iter()
            .map(|&f| zero(program.field(f).ty))
            .collect();
        program.image.push(ir::ImageObject {
            class,
            name: Some(name),
            content: OnceCell::from(zeros),
        })
    }
}

/// That a class is nowhere.
pub(in crate::jvm) fn missing(name: &str) -> InputError {
    InputError::new(format!("class {} is not at hand", dotted(name)))
}

/// The value of a variable nobody has written.
pub(in crate::jvm) fn zero(ty: Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(false),
        Type::Int(int) => Const::Int(int, 0),
        Type::Float(float) => Const::Float(float, 0),
        Type::Ref => Const::Null,
    }
}

/// The instance fields, and where each field of the Java class went.
fn layout(java: &JavaClass) -> (Vec<Field>, Vec<Option<u32>>) {
    let mut fields: Vec<Field> = Vec::new();
    let mut positions = Vec::new();
    let mut names = BTreeSet::new();
    for field in &java.fields {
        positions.push((!field.is_static()).then_some(fields.len() as u32));
        if field.is_static() {
            continue;
        }
        let twin = !names.insert(&field.name);
        let name = if twin {
            format!("{}:{}", field.name, field.ty)
        } else {
            field.name.clone()
        };
        fields.push(Field {
            name,
            ty: field.ty.ir(),
            source_type: field.ty.to_string(),
        });
    }
    (fields, positions)
}

/// A function without code: its name, file, parameters and result.
pub(in crate::jvm) fn head(java: &JavaClass, method: &JavaMethod) -> Function {
    let receiver = (!method.is_static()).then(|| Local {
        name: "this".to_owned(),
        ty: Type::Ref,
    });
    let names = method.names_of_parameters();
    let params = method
        .ty
        .params
        .iter()
        .zip(names)
        .map(|(ty, name)| Local { name, ty: ty.ir() });
    Function {
        name: format!(
            "{}.{}{}",
            dotted(&java.name),
            method.name,
            method.descriptor
        ),
        // No user looks into what stands for streams.
        file: if java.name.starts_with(LIBRARY) {
            "".into()
        } else {
            java.source_file.clone()
        },
        params: receiver.into_iter().chain(params).collect(),
        returns: method.ty.returns.as_ref().map(JavaType::ir),
        code: OnceCell::new(),
    }
}
