//! Calls of methods.

use ir::{Callee, ClassId, Const, Expr, StatementKind, TerminatorKind, Type};
use ristretto_classfile::{ClassAccessFlags, MethodAccessFlags};

use crate::jvm::class::{JavaClass, JavaMethod, Member};
use crate::jvm::descriptor::{JavaType, MethodType, dotted};
use crate::jvm::method::monitors;
use crate::jvm::method::op::{Invoke, Kind};
use crate::jvm::method::simplify::int;
use crate::jvm::method::translation::{Flow, Step, Stop, Translation, invalid, unsupported};
use crate::jvm::natives::calls as natives;
use crate::jvm::stream::instead::Becomes;
use crate::jvm::texts::Mirrored;

/// A call site.
pub(in crate::jvm) struct Site {
    pub(in crate::jvm) invoke: Invoke,
    pub(in crate::jvm) member: Member,
    pub(in crate::jvm) ty: MethodType,
}

impl Site {
    /// That the call cannot be followed.
    pub(in crate::jvm) fn unsupported(&self) -> Stop {
        unsupported(format!("call of {self}"))
    }
}

/// `java.util.ArrayList.add(Object)`
impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}.{}{}",
            dotted(&self.member.class),
            self.member.name,
            self.ty.params_in_source()
        )
    }
}

impl Translation<'_> {
    pub(in crate::jvm) fn invoke(&mut self, invoke: Invoke, index: u16) -> Step<Flow> {
        let member = self.java.member_at(index)?;
        let ty =
            MethodType::parse(&member.descriptor).ok_or_else(|| invalid("a method has no type"))?;
        self.invoke_member(invoke, member, ty)
    }

    /// A call of this member, its arguments on the stack.
    pub(in crate::jvm) fn invoke_member(
        &mut self,
        invoke: Invoke,
        member: Member,
        ty: MethodType,
    ) -> Step<Flow> {
        let mut site = self.in_filter(Site { invoke, member, ty })?;
        if let Some(class) =
            natives::instead(&self.java.name, &site.member.class, &site.member.name)
        {
            site.member.class = class.to_owned();
        }
        if site.member.class.starts_with('[')
            && site.member.name == "clone"
            && site.ty.params.is_empty()
        {
            return self.copy_array();
        }
        if site.member.class == "java/lang/Class" && site.member.name == "desiredAssertionStatus" {
            return self.assertion_status(&site);
        }
        if site.member.name == "availableProcessors"
            && natives::asks_for_speed_alone(&self.java.name)
        {
            self.pop(Kind::Ref)?;
            self.push(int(1), Kind::Int);
            return Ok(Flow::On);
        }
        if let Some(flow) = self.extend_chain(&site)? {
            return Ok(flow);
        }
        if natives::is_lookup(&site.member.class, &site.member.name) {
            return self.lookup();
        }
        if natives::is_polymorphic(&site.member.class, &site.member.name)
            || natives::is_concatenation(&site.member.class)
        {
            let name = format!(
                "{}.{}{}",
                dotted(&site.member.class),
                site.member.name,
                site.member.descriptor
            );
            return self.call(&site, Callee::Native(name.into()));
        }
        let callee = self.callee(&site)?;
        if monitors::needs_monitor(&site.member) {
            self.demand_monitor(site.ty.params.len())?;
        }
        self.call(&site, callee)
    }

    /// In a filter, calls about texts may be about the input.
    fn in_filter(&mut self, site: Site) -> Step<Site> {
        let Some(filtering) = self.world.filtering_in(self.class) else {
            return self.in_filter_of_library(site);
        };
        let named = filtering.instead.call(self.java, site.invoke, &site.member);
        match named {
            Becomes::Itself => Ok(site),
            Becomes::Other(invoke, member) => {
                let ty = MethodType::parse(&member.descriptor)
                    .ok_or_else(|| invalid("a method has no type"))?;
                Ok(Site { invoke, member, ty })
            }
            Becomes::TakesBuilder => {
                let class = self.world.class(self.program, &site.member.class)?;
                if self.world.is_library(class) {
                    Err(site.unsupported())
                } else {
                    Ok(site)
                }
            }
        }
    }

    /// The JDK's own code may be given the input as well; of texts it is asked there in the same way.
    fn in_filter_of_library(&mut self, site: Site) -> Step<Site> {
        let asked = self
            .world
            .filtering_of_texts(self.class)
            .and_then(|filtering| filtering.instead.asked(site.invoke, &site.member));
        let Some(member) = asked else {
            return Ok(site);
        };
        let ty =
            MethodType::parse(&member.descriptor).ok_or_else(|| invalid("a method has no type"))?;
        Ok(Site {
            invoke: Invoke::Static,
            member,
            ty,
        })
    }

    /// Every array has a public `clone` (JLS 10.7).
    fn copy_array(&mut self) -> Step<Flow> {
        let array = self.pop(Kind::Ref)?;
        let array = self.as_leaf(array);
        if self.refuse_null(&array)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        if let Some(input) = self.input_array() {
            let is_input = Expr::InstanceOf(Box::new(array.clone()), input);
            self.give_up_if(is_input, "it copies the array of what it reads".to_owned());
        }
        let copy = self.out.temporary("copy", Type::Ref);
        self.out.emit(StatementKind::Duplicate(copy, array));
        self.non_null.insert(copy);
        self.push(Expr::Local(copy), Kind::Ref);
        Ok(Flow::On)
    }

    /// A lookup for method handles: it knows its caller, and nothing else is asked of it.
    fn lookup(&mut self) -> Step<Flow> {
        let class = self
            .world
            .class(self.program, "java/lang/invoke/MethodHandles$Lookup")?;
        let field = self
            .world
            .own_field(class, "lookupClass")
            .ok_or_else(|| unsupported("a method handle"))?;
        let own = self
            .world
            .mirror(self.program, Mirrored::Class(self.class))?;
        let lookup = self.out.temporary("lookup", Type::Ref);
        self.out.emit(StatementKind::New(lookup, class));
        let own = Expr::Const(Const::Object(own));
        self.out
            .emit(StatementKind::Store(Expr::Local(lookup), field, own));
        self.non_null.insert(lookup);
        self.push(Expr::Local(lookup), Kind::Ref);
        Ok(Flow::On)
    }

    /// Assertions are on, but not in the JDK.
    fn assertion_status(&mut self, site: &Site) -> Step<Flow> {
        let Expr::Const(Const::Object(mirror)) = self.pop(Kind::Ref)? else {
            return Err(site.unsupported());
        };
        let Some(Mirrored::Class(class)) = self.world.mirrored(mirror) else {
            return Err(site.unsupported());
        };
        self.push(int(i64::from(!self.world.is_library(class))), Kind::Int);
        Ok(Flow::On)
    }

    /// What a call site calls.
    pub(in crate::jvm) fn callee(&mut self, site: &Site) -> Step<Callee> {
        let class = self.world.class(self.program, &site.member.class)?;
        let start = if self.is_super_call(site, class) {
            self.program.classes[self.class].parent.unwrap_or(class)
        } else {
            class
        };
        let found = self.world.method(self.program, start, &site.member);
        let found =
            found.ok_or_else(|| unsupported(format!("call of {site}, which is not there")))?;
        let declared = found.declaration();
        if declared.is_static() != (site.invoke == Invoke::Static) {
            return Err(invalid(
                "a method is static where it should not be, or the other way round",
            ));
        }
        if site.invoke == Invoke::Static
            && !natives::needs_no_variables(&found.java.name, &site.member.name)
        {
            self.make_ready(found.class)?;
        }
        if is_virtual(site, &found.java, declared) {
            return Ok(Callee::Virtual(
                self.world.selector(self.program, &found.selector()),
            ));
        }
        if declared.is_abstract() {
            return Err(site.unsupported());
        }
        Ok(Callee::Direct(self.world.function(
            self.program,
            found.class,
            found.index,
        )))
    }

    /// Makes a class ready for use where the machine would initialise it (JLS 12.4.1). In the methods of a class itself
    /// it is so already, and so are its superclasses; an interface may have methods called before.
    pub(in crate::jvm) fn make_ready(&mut self, class: ClassId) -> Step<()> {
        let own = self.program.ancestors(self.class).any(|c| c == class);
        if own && (self.method.is_static() || !self.java.is_interface()) {
            return Ok(());
        }
        if let Some(function) = self.world.ready(self.program, class) {
            let unwind = self.unwind()?;
            let next = self.out.reserve();
            let callee = Callee::Direct(function);
            self.out.end(TerminatorKind::Call {
                dst: None,
                callee,
                args: Vec::new(),
                next,
                unwind,
            });
            self.out.start(next);
        }
        Ok(())
    }

    /// `super.m()`: the search begins above this class, whatever class the compiler named (JVMS 6.5.invokespecial).
    fn is_super_call(&self, site: &Site, class: ClassId) -> bool {
        site.invoke == Invoke::Special
            && site.member.name != "<init>"
            && class != self.class
            && self.program.ancestors(self.class).any(|c| c == class)
    }

    /// Writes the call itself.
    pub(in crate::jvm) fn call(&mut self, site: &Site, callee: Callee) -> Step<Flow> {
        let mut args = self.arguments(site)?;
        if site.invoke != Invoke::Static {
            let receiver = self.pop(Kind::Ref)?;
            // What is being constructed is a new object.
            if site.member.name != "<init>" && self.refuse_null(&receiver)? == Flow::Ended {
                return Ok(Flow::Ended);
            }
            args.insert(0, receiver);
        }
        let returns = site.ty.returns.as_ref().map(JavaType::ir);
        let dst = returns.map(|ty| self.out.temporary(&site.member.name, ty));
        let unwind = self.unwind()?;
        let next = self.out.reserve();
        self.out.end(TerminatorKind::Call {
            dst,
            callee,
            args,
            next,
            unwind,
        });
        self.out.start(next);
        if let (Some(dst), Some(ty)) = (dst, returns) {
            self.push_typed(dst, ty);
        }
        Ok(Flow::On)
    }

    /// The arguments of a call, the receiver aside, in order.
    pub(in crate::jvm) fn arguments(&mut self, site: &Site) -> Step<Vec<Expr>> {
        let mut args = Vec::new();
        for ty in site.ty.params.iter().rev() {
            let ty = ty.ir();
            let value = self.pop(Kind::of(ty))?;
            args.push(self.out.cast(ty, value));
        }
        args.reverse();
        Ok(args)
    }
}

/// Whether the class of the receiver has a say in what is called.
fn is_virtual(site: &Site, java: &JavaClass, method: &JavaMethod) -> bool {
    let fixed = method.is_private()
        || method.flags.contains(MethodAccessFlags::FINAL)
        || java.flags.contains(ClassAccessFlags::FINAL);
    matches!(site.invoke, Invoke::Virtual | Invoke::Interface) && !fixed
}
