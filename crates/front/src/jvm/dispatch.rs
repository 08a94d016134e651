//! What virtual calls mean: for each class and selector the method that is called (JVMS 5.4.6).

use ir::{ClassId, Function, FunctionId, Program};

use crate::jvm::class::JavaMethod;
use crate::jvm::found::FoundMethod;
use crate::jvm::method::{self, unsupported_code};
use crate::jvm::outsider;
use crate::jvm::world::{OBJECT, World};

/// What stands for maps of the JDK asks this of keys: whether their class has a `hashCode` that does not come from the machine.
pub(in crate::jvm) const MAKES_HASH_CODES: &str = "makesHashCodes()Z";

impl World {
    /// The method a selector means for objects of exactly this class.
    pub(in crate::jvm) fn implementation(
        &mut self,
        program: &Program,
        class: ClassId,
        selector: &str,
    ) -> Option<FunctionId> {
        let (package, selector) = match selector.split_once(':') {
            Some((package, selector)) => (Some(package), selector),
            None => (None, selector),
        };
        let name_ends = selector.find('(')?;
        if selector == MAKES_HASH_CODES {
            return self.whether_it_makes_hash_codes(program, class);
        }
        let (name, descriptor) = selector.split_at(name_ends);
        if let Some(answering) = outsider::function(self, program, class, (name, descriptor)) {
            return Some(answering);
        }
        match self.in_superclasses(program, class, package, name, descriptor) {
            Some(found) if found.declaration().is_abstract() => None,
            Some(found) => Some(self.function(program, found.class, found.index)),
            None => self.in_interfaces(program, class, name, descriptor),
        }
    }

    /// A method that gives true or false, as the class has it.
    fn whether_it_makes_hash_codes(
        &mut self,
        program: &Program,
        class: ClassId,
    ) -> Option<FunctionId> {
        let hash_code = ("hashCode", "()I");
        let is_answered = outsider::function(self, program, class, hash_code).is_some();
        let found = self.in_superclasses(program, class, None, hash_code.0, hash_code.1);
        let has_own = found.is_some_and(|found| found.java.name != OBJECT);
        let answer = match has_own && !is_answered {
            true => "yes",
            false => "no",
        };
        let map = self.class(program, "java/util/HashMap").ok()?;
        let found = self.declared(map, answer, "(Ljava/lang/Object;)Z")?;
        Some(self.function(program, found.class, found.index))
    }

    /// The method at or above a class that overrides all others, walking down from the top: a method with package
    /// access is overridden only within its package (JVMS 5.4.5).
    fn in_superclasses(
        &self,
        program: &Program,
        class: ClassId,
        package: Option<&str>,
        name: &str,
        descriptor: &str,
    ) -> Option<FoundMethod> {
        let mut chain: Vec<ClassId> = program.ancestors(class).collect();
        chain.reverse();
        let mut selected: Option<FoundMethod> = None;
        for class in chain {
            let Some(found) = self
                .declared(class, name, descriptor)
                .filter(|f| can_be_called(f.declaration()))
            else {
                continue;
            };
            let overrides = match (&selected, package) {
                (Some(above), _) => {
                    !above.declaration().is_package_private()
                        || above.java.package() == found.java.package()
                }
                (None, Some(package)) => found.java.package() == package,
                (None, None) => !found.declaration().is_package_private(),
            };
            if overrides {
                selected = Some(found);
            }
        }
        selected
    }

    /// The one implementation among the interfaces that no other one overrides.
    fn in_interfaces(
        &mut self,
        program: &Program,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<FunctionId> {
        let interfaces = self.interfaces(program, class).into_iter();
        let declared = interfaces.filter_map(|i| self.declared(i, name, descriptor));
        let found: Vec<FoundMethod> = declared
            .filter(|f| can_be_called(f.declaration()))
            .collect();
        match self.most_specific(program, &found).as_slice() {
            [] => None,
            [one] => Some(self.function(program, one.class, one.index)),
            [one, ..] => Some(refusal(program, class, one, "is inherited twice")),
        }
    }
}

/// A function that says it cannot be analysed.
fn refusal(program: &Program, class: ClassId, found: &FoundMethod, why: &str) -> FunctionId {
    let FoundMethod { java, index, .. } = found;
    let declared = &java.methods[*index];
    let reason = format!("call of {}: it {why}", method::describe(java, declared));
    let head = crate::jvm::world::head(java, declared);
    let code = unsupported_code(&head.params, reason, java.place(declared).line);
    let name = format!("{} ({why}, {})", head.name, program.classes[class].name);
    program.functions.push(Function {
        name,
        code: code.into(),
        ..head
    })
}

/// Whether a virtual call can mean it.
fn can_be_called(method: &JavaMethod) -> bool {
    !method.is_static() && !method.is_private() && !method.name.starts_with('<')
}
