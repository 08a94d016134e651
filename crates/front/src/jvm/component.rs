//! What a client may call on a class.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ir::{ClassId, Entry, Param, Program};
use ristretto_classfile::attributes::Instruction;
use ristretto_classfile::{ClassAccessFlags, MethodAccessFlags};

use crate::InputError;
use crate::jvm::class::{Code, JavaClass, JavaMethod};
use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::found::FoundMethod;
use crate::jvm::generic::{self, Seen};
use crate::jvm::world::{OBJECT, World};

/// Constructors and methods of the subject.
pub(super) struct Entries {
    pub(super) constructors: Vec<Entry>,
    pub(super) methods: Vec<Entry>,
}

/// Collects the entries of a class.
pub(super) fn entries(
    world: &mut World,
    program: &Program,
    class: ClassId,
    package_access: bool,
) -> Result<Entries, InputError> {
    let java = world
        .java(class)
        .ok_or_else(|| InputError::new("an array has no methods of its own"))?;
    refuse_interface(&java)?;
    let client = Client {
        package_access,
        class_is_public: java.flags.contains(ClassAccessFlags::PUBLIC),
        extends_class: java.is_abstract(),
    };
    let makes = own(class, &java).filter(|m| client.may_construct(m.declared()));
    let callable = callable(world, program, class, &client);
    let (constructors, methods) = apart(&java, makes.collect(), callable)?;
    let names = names(&java, &constructors, &methods);
    let mut names = names.into_iter();
    let mut entry = |m: &Method| {
        let name = names.next().expect("a name for each entry");
        m.entry(world, program, class, name)
    };
    let constructors = constructors.iter().map(&mut entry).collect();
    let methods = methods.iter().map(&mut entry).collect();
    Ok(Entries {
        constructors,
        methods,
    })
}

/// What makes objects, and what can be called; there must be something to call.
fn apart(
    java: &JavaClass,
    mut constructors: Vec<Method>,
    mut methods: Vec<Method>,
) -> Result<(Vec<Method>, Vec<Method>), InputError> {
    if constructors.is_empty() {
        // Then objects come from where the class hands them out.
        let makes = |m: &Method| {
            m.declared().is_static() && m.declared().ty.returns.as_ref() == Some(&subject(java))
        };
        (constructors, methods) = methods.into_iter().partition(makes);
    }
    if methods.is_empty() {
        return Err(no_method(java));
    }
    if constructors.is_empty() {
        methods.retain(|m| m.declared().is_static());
        if methods.is_empty() {
            let name = dotted(&java.name);
            return Err(InputError::new(format!(
                "class {name} has no public constructor and no public static method"
            )));
        }
    }
    Ok((constructors, methods))
}

fn subject(java: &JavaClass) -> JavaType {
    JavaType::Object(java.name.clone())
}

fn refuse_interface(java: &JavaClass) -> Result<(), InputError> {
    match java.is_interface() {
        true => Err(InputError::new(format!(
            "{} is an interface; name a class that implements it",
            dotted(&java.name)
        ))),
        false => Ok(()),
    }
}

/// Who calls.
struct Client {
    /// Whether it lives in the same package.
    package_access: bool,
    class_is_public: bool,
    /// Whether it makes objects by extending the class, as is the only way for an abstract one.
    extends_class: bool,
}

impl Client {
    fn may_call(&self, method: &JavaMethod) -> bool {
        let invented = MethodAccessFlags::SYNTHETIC | MethodAccessFlags::BRIDGE;
        let visible = method.flags.contains(MethodAccessFlags::PUBLIC)
            || (self.package_access && !method.is_private());
        visible
            && !method.flags.intersects(invented)
            && !method.is_abstract()
            && !method.name.starts_with('<')
    }

    /// A class that is not public is used in its package, and so are its constructors; the one the compiler adds has
    /// no more access than the class.
    fn may_construct(&self, method: &JavaMethod) -> bool {
        let visible = method.flags.contains(MethodAccessFlags::PUBLIC)
            || (self.package_access && !method.is_private())
            || (!self.class_is_public && method.is_package_private())
            || (self.extends_class && method.flags.contains(MethodAccessFlags::PROTECTED));
        method.name == "<init>" && visible && !method.flags.contains(MethodAccessFlags::SYNTHETIC)
    }
}

/// A method of a class.
struct Method {
    class: ClassId,
    java: Rc<JavaClass>,
    number: usize,
}

impl Method {
    fn declared(&self) -> &JavaMethod {
        &self.java.methods[self.number]
    }

    /// What clients of a class see of it.
    fn entry(&self, world: &mut World, program: &Program, subject: ClassId, name: String) -> Entry {
        let method = self.declared();
        let seen = generic::parameters(world, program, subject, self.class, method);
        let params = method
            .ty
            .params
            .iter()
            .zip(seen)
            .zip(method.names_of_parameters());
        let param =
            |((ty, Seen { source_type, given }), name): ((&JavaType, Seen), String)| Param {
                name,
                source_type,
                ty: ty.ir(),
                given,
            };
        Entry {
            function: world.function(program, self.class, self.number),
            name,
            takes_receiver: !method.is_static(),
            universal: !method.is_static() && is_universal(world, program, method),
            params: params.map(param).collect(),
            place: Some(self.java.place(method)),
        }
    }
}

/// Whether `Object` has such a method: `equals`, `hashCode`, `toString`.
fn is_universal(world: &mut World, program: &Program, method: &JavaMethod) -> bool {
    let object = world.class(program, OBJECT).ok();
    let java = object.and_then(|object| world.java(object));
    let same = |other: &JavaMethod| other.selector() == method.selector();
    method.name != "<init>" && java.is_some_and(|java| java.methods.iter().any(same))
}

/// The constructors of a class that pass the test.
pub(super) fn constructors(
    world: &mut World,
    program: &Program,
    class: ClassId,
    may_call: impl Fn(&JavaMethod) -> bool,
) -> Vec<Entry> {
    let Some(java) = world.java(class) else {
        return Vec::new();
    };
    let wanted = |m: &Method| m.declared().name == "<init>" && may_call(m.declared());
    own(class, &java)
        .filter(wanted)
        .map(|m| m.entry(world, program, class, dotted(&java.name)))
        .collect()
}

fn own(class: ClassId, java: &Rc<JavaClass>) -> impl Iterator<Item = Method> + use<> {
    let java = java.clone();
    (0..java.methods.len()).map(move |number| Method {
        class,
        java: java.clone(),
        number,
    })
}

/// The methods of the class and of the classes above, `Object` aside, without those that are overridden; then those of
/// interfaces.
fn callable(world: &World, program: &Program, class: ClassId, client: &Client) -> Vec<Method> {
    let mut found: Vec<Method> = Vec::new();
    let mut hidden: BTreeSet<String> = BTreeSet::new();
    for class in program.ancestors(class) {
        let Some(java) = world.java(class).filter(|java| java.name != OBJECT) else {
            break;
        };
        for method in own(class, &java) {
            let selector = method.declared().selector();
            if client.may_call(method.declared()) && !hidden.contains(&selector) {
                found.push(method);
            }
        }
        hidden.extend(
            java.methods
                .iter()
                .filter(|method| !only_lends_access(method))
                .map(JavaMethod::selector),
        );
    }
    found.extend(defaults(world, program, class).into_iter().filter(|m| {
        let declared = m.declared();
        client.may_call(declared) && !hidden.contains(&declared.selector())
    }));
    found
}

/// The methods that interfaces bring along, the nearest interface first, without those that another interface overrides
/// (JVMS 5.4.6). Static ones belong to the interface alone.
fn defaults(world: &World, program: &Program, class: ClassId) -> Vec<Method> {
    let interfaces = world.interfaces(program, class);
    let is_virtual = |m: &JavaMethod| !m.is_static() && !m.is_private() && !m.name.starts_with('<');
    let mut declared: BTreeMap<String, Vec<FoundMethod>> = BTreeMap::new();
    for &interface in &interfaces {
        let Some(java) = world.java(interface) else {
            continue;
        };
        for (index, method) in java
            .methods
            .iter()
            .enumerate()
            .filter(|(_, m)| is_virtual(m))
        {
            let found = FoundMethod {
                class: interface,
                java: java.clone(),
                index,
            };
            declared.entry(method.selector()).or_default().push(found);
        }
    }
    let chosen = |method: &Method| {
        let found = declared.get(&method.declared().selector())?;
        let [one] = world.most_specific(program, found).try_into().ok()?;
        let FoundMethod { class, index, .. } = one;
        (class == method.class && index == method.number).then_some(())
    };
    let all = interfaces
        .iter()
        .filter_map(|&i| Some((i, world.java(i)?)))
        .flat_map(|(i, java)| own(i, &java));
    all.filter(|method| is_virtual(method.declared()) && chosen(method).is_some())
        .collect()
}

/// A public class below one that is not public gets a bridge for each method it inherits, so that clients can reach it.
/// Such a bridge calls the method above and stands for it; any other bridge calls a method of its own class, which
/// overrides what the bridge hides.
fn only_lends_access(method: &JavaMethod) -> bool {
    let calls_above = |code: &Code| {
        code.instructions
            .iter()
            .any(|i| matches!(i, Instruction::Invokespecial(_)))
    };
    method.flags.contains(MethodAccessFlags::BRIDGE)
        && method.code.as_ref().is_some_and(calls_above)
}

/// A name for each constructor and method: plain where that is enough, with parameter types where not.
fn names(subject: &JavaClass, constructors: &[Method], methods: &[Method]) -> Vec<String> {
    let class = subject
        .name
        .rsplit(['/', '$'])
        .next()
        .unwrap_or(&subject.name);
    let plain = |m: &Method| {
        if m.declared().name == "<init>" {
            class.to_owned()
        } else {
            m.declared().name.clone()
        }
    };
    let all: Vec<&Method> = constructors.iter().chain(methods).collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    all.iter()
        .for_each(|m| *uses.entry(plain(m)).or_default() += 1);
    let full = |m: &Method| format!("{}{}", plain(m), m.declared().ty.params_in_source());
    let mut names: Vec<String> = all
        .iter()
        .map(|m| {
            if uses[&plain(m)] == 1 {
                plain(m)
            } else {
                full(m)
            }
        })
        .collect();
    // A method may be called like its class, or differ from another one in its result alone.
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (name, method) in names.iter_mut().zip(&all) {
        if taken.contains(name) {
            let returns = method
                .declared()
                .ty
                .returns
                .as_ref()
                .map_or("void".to_owned(), |ty| ty.to_string());
            *name = format!("{returns} {}", full(method));
        }
        taken.insert(name.clone());
    }
    names
}

fn no_method(java: &JavaClass) -> InputError {
    let name = dotted(&java.name);
    let within = Client {
        package_access: true,
        class_is_public: false,
        extends_class: false,
    };
    let hidden: Vec<&str> = java
        .methods
        .iter()
        .filter(|m| within.may_call(m))
        .map(|m| m.name.as_str())
        .collect();
    InputError::new(match hidden.as_slice() {
        [] => format!("class {name} has no public method"),
        [one] => format!(
            "class {name} has no public method; {one} has package access: add --package-access"
        ),
        many => {
            format!(
                "class {name} has no public method; {} have package access: add --package-access",
                many.join(", ")
            )
        }
    })
}
