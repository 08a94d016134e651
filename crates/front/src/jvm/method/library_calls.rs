//! Calls into the JDK that are understood without its code.
//!
//! Constructors of exceptions do nothing a component could observe, unless they call back: those that take a cause or
//! an object for a message ask it for its text.

use ir::{BinaryOp, Callee, Const, Expr, StatementKind};

use crate::jvm::descriptor::{JavaType, dotted};
use crate::jvm::library;
use crate::jvm::method::calls::Site;
use crate::jvm::method::op::{Invoke, Kind};
use crate::jvm::method::simplify::{self, int};
use crate::jvm::method::stack::Entry;
use crate::jvm::method::translation::{Flow, Step, Translation, unsupported};

const BUILDER: &str = "java/lang/StringBuilder";
const CONCATENATIONS: [&str; 2] =
    ["java/lang/invoke/StringConcatFactory.makeConcatWithConstants", "java/lang/invoke/StringConcatFactory.makeConcat"];

impl Translation<'_> {
    /// Translates a call of a library method; `None` if it is none, or one that needs no special treatment.
    pub(super) fn library_call(&mut self, site: &Site) -> Step<Option<Flow>> {
        let class = site.member.class.as_str();
        let method = format!("{}{}", site.member.name, site.member.descriptor);
        let flow = match (site.invoke, class, method.as_str()) {
            (Invoke::Virtual, "java/lang/Class", "desiredAssertionStatus()Z") => self.assertion_status(site)?,
            (Invoke::Static, "java/util/Objects", "requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;") => {
                let reference = self.pop(Kind::Ref)?;
                let reference = self.as_leaf(reference);
                let flow = self.refuse_null(&reference)?;
                self.push(reference, Kind::Ref);
                flow
            }
            (Invoke::Virtual, BUILDER, "toString()Ljava/lang/String;") => self.build_string()?,
            (Invoke::Virtual, BUILDER, _) if site.member.name == "append" => self.append(site)?,
            (Invoke::Special, _, _) if site.member.name == "<init>" && library::parent(class).is_some() => {
                self.construct(site)?
            }
            (Invoke::Static, _, _) => return self.library_function(site),
            _ => return Ok(None),
        };
        Ok(Some(flow))
    }

    fn library_function(&mut self, site: &Site) -> Step<Option<Flow>> {
        let name = format!("{}.{}{}", dotted(&site.member.class), site.member.name, site.member.descriptor);
        match self.world.library_function(&name) {
            Some(function) => self.call(site, Callee::Direct(function)).map(Some),
            None => Ok(None),
        }
    }

    /// Assertions are on.
    fn assertion_status(&mut self, site: &Site) -> Step<Flow> {
        let Entry::Class(_) = self.pop_entry()? else { return Err(site.unsupported()) };
        self.push(int(1), Kind::Int);
        Ok(Flow::On)
    }

    /// A constructor of the library: it does nothing to the object, which has no fields.
    fn construct(&mut self, site: &Site) -> Step<Flow> {
        let class = site.member.class.as_str();
        let descriptor = site.member.descriptor.as_str();
        let throwable = library::is_below(class, "java/lang/Throwable");
        let bare = matches!(class, "java/lang/Object" | "java/lang/Record" | BUILDER) && descriptor == "()V";
        if !throwable && !bare {
            return Err(site.unsupported());
        }
        let args = self.arguments(site)?;
        self.pop(Kind::Ref)?;
        match (class, descriptor, args.as_slice()) {
            ("java/lang/AssertionError", "(Ljava/lang/Object;)V", [detail]) => {
                self.only_strings(detail, &site.to_string());
            }
            (_, "(Ljava/lang/Throwable;)V", _) => self.world.note_cause(self.class, self.number),
            _ => {}
        }
        Ok(Flow::On)
    }

    fn append(&mut self, site: &Site) -> Step<Flow> {
        let any_object = site.ty.params == [JavaType::Object("java/lang/Object".to_owned())];
        if !takes_one_primitive(site) && !any_object && site.ty.params != [string_type()] {
            return Err(site.unsupported());
        }
        let args = self.arguments(site)?;
        let builder = self.pop(Kind::Ref)?;
        let builder = self.as_leaf(builder);
        if self.refuse_null(&builder)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        if any_object {
            args.iter().for_each(|arg| self.only_strings(arg, &site.to_string()));
        }
        self.push(builder, Kind::Ref);
        Ok(Flow::On)
    }

    fn build_string(&mut self) -> Step<Flow> {
        let builder = self.pop(Kind::Ref)?;
        if self.refuse_null(&builder)? == Flow::Ended {
            return Ok(Flow::Ended);
        }
        Ok(self.new_string())
    }

    /// Pushes a string nobody knows anything about but that it is new.
    fn new_string(&mut self) -> Flow {
        let class = self.world.library_class("java/lang/String");
        let string = self.out.temporary("string", ir::Type::Ref);
        self.out.emit(StatementKind::New(string, class));
        self.non_null.insert(string);
        self.known_strings.insert(string);
        self.push(Expr::Local(string), Kind::Ref);
        Flow::On
    }

    /// String concatenation is the only dynamic call that is understood.
    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Step<Flow> {
        let java = self.java;
        let (bootstrap, ty) = java.dynamic_at(index)?;
        if !CONCATENATIONS.contains(&bootstrap) {
            let maker = dotted(bootstrap);
            return Err(unsupported(if maker.contains("LambdaMetafactory") {
                "a lambda or method reference".to_owned()
            } else {
                format!("a call site made by {maker}")
            }));
        }
        for param in ty.params.iter().rev() {
            let ir = param.ir().ok_or_else(|| unsupported(format!("concatenation with a {param}")))?;
            let value = self.pop(Kind::of(ir))?;
            if ir == ir::Type::Ref && *param != string_type() {
                self.only_strings(&value, "toString() in a concatenation");
            }
        }
        Ok(self.new_string())
    }

    /// Anything but a string or null would be asked for its text by code that is not followed.
    fn only_strings(&mut self, value: &Expr, what: &str) {
        match value {
            Expr::Const(Const::Null | Const::String(_)) => return,
            Expr::Local(local) if self.known_strings.contains(local) => return,
            _ => {}
        }
        let string = self.world.library_class("java/lang/String");
        let is_null = simplify::same_reference(BinaryOp::Eq, value.clone(), simplify::null());
        let is_string = Expr::InstanceOf(Box::new(value.clone()), string);
        let fine = Expr::Binary(BinaryOp::Or, Box::new(is_null), Box::new(is_string));
        self.give_up_if(simplify::not(fine), format!("call of {what} with an object that is no string"));
    }
}

fn string_type() -> JavaType {
    JavaType::Object("java/lang/String".to_owned())
}

fn takes_one_primitive(site: &Site) -> bool {
    matches!(site.ty.params.as_slice(), [JavaType::Int | JavaType::Long | JavaType::Boolean | JavaType::Char])
}
