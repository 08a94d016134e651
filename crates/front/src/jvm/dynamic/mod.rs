//! Call sites that are made when they are first reached: concatenation, lambdas, method references, records, switches
//! over patterns.
//!
//! The JDK makes code for them at run time. So is done here: each call site gets a small class of its own with a static
//! function of the call site's type, and the instruction becomes a call of that function.

mod adapt;
pub(in crate::jvm) mod assembler;
pub(in crate::jvm) mod concat;
mod lambda;
mod records;
mod site;
mod switches;

use crate::jvm::class::{JavaClass, Member};
use crate::jvm::descriptor::MethodType;
use crate::jvm::method::op::Invoke;
use crate::jvm::method::translation::{Flow, Step, Translation, invalid, unsupported};
use assembler::Assembly;
use site::{CallSite, MAKE};
use switches::Labels;

impl Translation<'_> {
    pub(in crate::jvm) fn invoke_dynamic(&mut self, index: u16) -> Step<Flow> {
        let site = self.java.dynamic_at(index)?;
        let ty = MethodType::parse(&site.descriptor)
            .ok_or_else(|| invalid("a call site has no type"))?;
        let maker = &site.bootstrap.maker;
        let site = CallSite {
            name: site.name,
            ty,
            arguments: site.bootstrap.arguments.clone(),
        };
        let number = self
            .java
            .methods
            .iter()
            .position(|m| std::ptr::eq(m, self.method))
            .unwrap_or_default();
        let class = format!("{}$$Site${number}_{}", self.java.name, self.at);
        let bytes = assemble(self.java, &site, maker, &class).map_err(unsupported)?;
        self.world.class_path.define(&class, bytes);
        let member = Member {
            class,
            name: MAKE.to_owned(),
            descriptor: site.ty.descriptor(),
        };
        self.invoke_member(Invoke::Static, member, site.ty)
    }

    /// `ldc` of a dynamic constant.
    pub(in crate::jvm) fn dynamic_constant(&mut self, _index: u16) -> Step<Flow> {
        Err(unsupported("a dynamic constant"))
    }
}

/// The class of a call site.
fn assemble(java: &JavaClass, site: &CallSite, maker: &str, name: &str) -> Result<Vec<u8>, String> {
    let mut class = Assembly::new(name, "java/lang/Object");
    match maker {
        "java/lang/invoke/StringConcatFactory.makeConcat" => concat::plain(&mut class, java, site)?,
        "java/lang/invoke/StringConcatFactory.makeConcatWithConstants" => {
            concat::with_constants(&mut class, java, site)?;
        }
        "java/lang/invoke/LambdaMetafactory.metafactory"
        | "java/lang/invoke/LambdaMetafactory.altMetafactory" => {
            lambda::lambda(&mut class, java, site)?;
        }
        "java/lang/runtime/ObjectMethods.bootstrap" => records::method(&mut class, java, site)?,
        "java/lang/runtime/SwitchBootstraps.typeSwitch" => {
            switches::switch(&mut class, java, site, Labels::Types)?
        }
        "java/lang/runtime/SwitchBootstraps.enumSwitch" => {
            switches::switch(&mut class, java, site, Labels::Enums)?
        }
        other => return Err(format!("a call site made by {}", other.replace('/', "."))),
    }
    class.finish()
}
