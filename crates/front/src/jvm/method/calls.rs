//! Calls of methods whose code is at hand.

use ir::{Callee, Expr, TerminatorKind};
use ristretto_classfile::{ClassAccessFlags, MethodAccessFlags};

use crate::jvm::class::{JavaClass, JavaMethod, Member};
use crate::jvm::descriptor::{MethodType, dotted};
use crate::jvm::method::op::{Invoke, Kind};
use crate::jvm::method::translation::{Flow, Step, Stop, Translation, invalid, unsupported};
use crate::jvm::world::Found;

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
        write!(f, "{}.{}{}", dotted(&self.member.class), self.member.name, self.ty.params_in_source())
    }
}

impl Translation<'_> {
    pub(in crate::jvm) fn invoke(&mut self, invoke: Invoke, index: u16) -> Step<Flow> {
        let member = self.java.member_at(index)?;
        let ty = MethodType::parse(&member.descriptor).ok_or_else(|| invalid("a method has no type"))?;
        let site = Site { invoke, member, ty };
        if !site.ty.is_supported() {
            return Err(site.unsupported());
        }
        if let Some(flow) = self.library_call(&site)? {
            return Ok(flow);
        }
        let callee = self.callee(&site)?;
        self.call(&site, callee)
    }

    /// What a call site calls.
    fn callee(&mut self, site: &Site) -> Step<Callee> {
        let class = self.known_class(&site.member.class)?.ok_or_else(|| site.unsupported())?;
        let start = if self.is_super_call(site, class) {
            self.world.program.classes[self.class].parent.unwrap_or(class)
        } else {
            class
        };
        match self.world.method(start, &site.member).ok_or_else(|| site.unsupported())? {
            Found::Library(name) => self.library_callee(site, &name),
            Found::Java(class, java, method) => {
                let declared = &java.methods[method];
                if declared.is_static() != (site.invoke == Invoke::Static) {
                    return Err(invalid("a method is static where it should not be, or the other way round"));
                }
                if site.invoke == Invoke::Static {
                    self.world.initialise(class);
                }
                if is_virtual(site, &java, declared) {
                    let selector = declared.selector();
                    self.world.call_virtually(&selector);
                    return Ok(Callee::Virtual(selector));
                }
                if declared.is_abstract() {
                    return Err(site.unsupported());
                }
                Ok(Callee::Direct(self.world.function(class, &java, method)))
            }
        }
    }

    /// `super.m()`: the search begins above this class, whatever class the compiler named (JVMS 6.5.invokespecial).
    fn is_super_call(&self, site: &Site, class: ir::ClassId) -> bool {
        site.invoke == Invoke::Special
            && site.member.name != "<init>"
            && class != self.class
            && self.world.program.ancestors(self.class).any(|c| c == class)
    }

    fn library_callee(&mut self, site: &Site, name: &str) -> Step<Callee> {
        match site.invoke {
            Invoke::Virtual | Invoke::Interface => {
                let selector = format!("{}{}", site.member.name, site.member.descriptor);
                self.world.call_virtually(&selector);
                Ok(Callee::Virtual(selector))
            }
            Invoke::Special | Invoke::Static => {
                self.world.library_function(name).map(Callee::Direct).ok_or_else(|| site.unsupported())
            }
        }
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
        let returns = site.ty.returns.as_ref().and_then(|ty| ty.ir());
        let dst = returns.map(|ty| self.out.temporary(&site.member.name, ty));
        let unwind = self.unwind()?;
        let next = self.out.reserve();
        self.out.end(TerminatorKind::Call { dst, callee, args, next, unwind });
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
            let ty = ty.ir().ok_or_else(|| site.unsupported())?;
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
