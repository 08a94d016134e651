//! Texts put together by a `StringBuilder` that nobody else sees: `new StringBuilder().append(a).append(b).toString()`.
//!
//! Compilers write concatenation like this (the JDK's own classes are full of it), and so are call sites of
//! `StringConcatFactory` written here. While such a builder lies on the operand stack, its parts are only collected;
//! `toString` becomes one call of a native with all of them, so that a text with a number that is not known need not be
//! spelled out. Used in any other way, stored or live where control flow meets, the builder is made after all.

use ir::{Callee, Expr, LocalId, StatementKind, TerminatorKind, Type};

use crate::jvm::class::Member;
use crate::jvm::descriptor::{JavaType, MethodType};
use crate::jvm::method::calls::Site;
use crate::jvm::method::op::{Invoke, Kind};
use crate::jvm::method::state::{Chain, Entry};
use crate::jvm::method::translation::{Flow, Step, Translation, invalid};
use crate::jvm::natives::calls as natives;
use crate::jvm::texts::STRING;

pub(in crate::jvm) const BUILDER: &str = "java/lang/StringBuilder";

/// A call takes at most 255 words of arguments (JVMS 4.3.3).
const MOST_PARTS: usize = 100;

/// What a call does to a builder.
enum Link {
    Construct,
    ConstructWithText,
    Append(JavaType),
    Finish,
}

impl Link {
    fn of(site: &Site) -> Option<Self> {
        if site.member.class != BUILDER {
            return None;
        }
        Some(
            match (
                site.invoke,
                site.member.name.as_str(),
                site.member.descriptor.as_str(),
            ) {
                (Invoke::Special, "<init>", "()V") => Self::Construct,
                (Invoke::Special, "<init>", "(Ljava/lang/String;)V") => Self::ConstructWithText,
                (Invoke::Virtual, "toString", "()Ljava/lang/String;") => Self::Finish,
                (Invoke::Virtual, "append", _) => Self::Append(appended(site)?),
                _ => return None,
            },
        )
    }

    fn params(&self) -> usize {
        match self {
            Self::Construct | Self::Finish => 0,
            Self::ConstructWithText | Self::Append(_) => 1,
        }
    }
}

/// What a call appends: a text, any object, or a primitive value; sequences and arrays of characters are left alone.
fn appended(site: &Site) -> Option<JavaType> {
    let [ty] = site.ty.params.as_slice() else {
        return None;
    };
    let is_builder = |ty: &JavaType| matches!(ty, JavaType::Object(name) if name == BUILDER);
    let is_taken = match ty {
        JavaType::Object(name) => name == STRING || name == "java/lang/Object",
        JavaType::Array(..) => false,
        JavaType::Boolean | JavaType::Char | JavaType::Int => true,
        JavaType::Long | JavaType::Float | JavaType::Double => true,
        // There is no such method.
        JavaType::Byte | JavaType::Short => false,
    };
    (is_taken && site.ty.returns.as_ref().is_some_and(is_builder)).then(|| ty.clone())
}

impl Translation<'_> {
    /// A new builder, not made before it must be. What really concatenates must do so with a real one.
    pub(in crate::jvm) fn begin_chain(&mut self, class: &str) -> bool {
        let begins = class == BUILDER && !natives::concatenates(&self.java.name);
        if begins {
            self.stack.push(Entry::Builder(self.chains.len()));
            self.chains.push(Chain::New);
        }
        begins
    }

    /// Follows a call on a builder that is not made; `None` if it is another call, which is then made as usual.
    pub(in crate::jvm) fn extend_chain(&mut self, site: &Site) -> Step<Option<Flow>> {
        let Some(link) = Link::of(site) else {
            return Ok(None);
        };
        let receiver = self
            .stack
            .len()
            .checked_sub(link.params() + 1)
            .map(|depth| &self.stack[depth]);
        let Some(&Entry::Builder(chain)) = receiver else {
            return Ok(None);
        };
        match (link, &self.chains[chain]) {
            (Link::Construct, Chain::New) => self.construct(chain, None),
            (Link::ConstructWithText, Chain::New) => self.construct_with_text(chain),
            (Link::Append(ty), Chain::Parts(_, parts)) if parts.len() < MOST_PARTS => {
                self.append(chain, ty)
            }
            (Link::Finish, Chain::Parts(..)) => self.finish_chain(chain).map(Some),
            (Link::Construct | Link::ConstructWithText | Link::Append(_) | Link::Finish, _) => {
                Ok(None)
            }
        }
    }

    fn construct(&mut self, chain: usize, text: Option<Expr>) -> Step<Option<Flow>> {
        self.pop_entry()?;
        self.chains[chain] = Chain::Parts(text, Vec::new());
        Ok(Some(Flow::On))
    }

    /// The constructor asks for the length of the text first.
    fn construct_with_text(&mut self, chain: usize) -> Step<Option<Flow>> {
        let text = self.pop(Kind::Ref)?;
        let text = self.kept(text);
        if self.refuse_null(&text)? == Flow::Ended {
            return Ok(Some(Flow::Ended));
        }
        self.construct(chain, Some(text))
    }

    fn append(&mut self, chain: usize, ty: JavaType) -> Step<Option<Flow>> {
        let part = self.pop(Kind::of(ty.ir()))?;
        if let Chain::Made(_) = self.chains[chain] {
            // It was appended to itself.
            self.push(part, Kind::of(ty.ir()));
            return Ok(None);
        }
        let (ty, part) = if ty.ir() == Type::Ref && !is_string(&ty) {
            (string(), self.text_of_object(part)?)
        } else {
            let part = self.out.cast(ty.ir(), part);
            (ty, self.kept(part))
        };
        if let Chain::Parts(_, parts) = &mut self.chains[chain] {
            parts.push((ty, part));
        }
        Ok(Some(Flow::On))
    }

    /// An object is asked for its text when it is appended.
    fn text_of_object(&mut self, object: Expr) -> Step<Expr> {
        let member = member(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
        let site = self.site(Invoke::Static, member)?;
        let callee = self.callee(&site)?;
        let text = self.out.temporary("text", Type::Ref);
        self.plain_call(Some(text), callee, vec![object])?;
        Ok(Expr::Local(text))
    }

    fn finish_chain(&mut self, chain: usize) -> Step<Flow> {
        self.pop_entry()?;
        let Chain::Parts(first, parts) = &self.chains[chain] else {
            return Ok(Flow::On);
        };
        let first = first.iter().map(|text| (string(), text.clone()));
        let (params, args) = first.chain(parts.iter().cloned()).unzip();
        let callee = Callee::Native(natives::concatenation(params).into());
        let text = self.out.temporary("text", Type::Ref);
        self.plain_call(Some(text), callee, args)?;
        self.non_null.insert(text);
        self.push(Expr::Local(text), Kind::Ref);
        Ok(Flow::On)
    }

    /// The builder itself, made now if it was not before.
    pub(in crate::jvm) fn made(&mut self, chain: usize) -> Step<LocalId> {
        if let Chain::Made(builder) = self.chains[chain] {
            return Ok(builder);
        }
        let class = self.world.class(self.program, BUILDER)?;
        self.make_ready(class)?;
        let builder = self.out.temporary("StringBuilder", Type::Ref);
        self.out.emit(StatementKind::New(builder, class));
        self.non_null.insert(builder);
        let before = std::mem::replace(&mut self.chains[chain], Chain::Made(builder));
        if let Chain::Parts(text, parts) = before {
            let descriptor = if text.is_some() {
                "(Ljava/lang/String;)V"
            } else {
                "()V"
            };
            self.call_builder(builder, Invoke::Special, "<init>", descriptor, text)?;
            for (ty, part) in parts {
                let descriptor = format!("({})L{BUILDER};", ty.descriptor());
                self.call_builder(builder, Invoke::Virtual, "append", &descriptor, Some(part))?;
            }
        }
        Ok(builder)
    }

    fn call_builder(
        &mut self,
        builder: LocalId,
        invoke: Invoke,
        name: &str,
        descriptor: &str,
        arg: Option<Expr>,
    ) -> Step<()> {
        let site = self.site(invoke, member(BUILDER, name, descriptor))?;
        let callee = self.callee(&site)?;
        let result = site
            .ty
            .returns
            .is_some()
            .then(|| self.out.temporary(name, Type::Ref));
        let args = std::iter::once(Expr::Local(builder)).chain(arg).collect();
        self.plain_call(result, callee, args)
    }

    /// A call that does not touch the operand stack.
    fn plain_call(&mut self, dst: Option<LocalId>, callee: Callee, args: Vec<Expr>) -> Step<()> {
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
        Ok(())
    }

    fn site(&self, invoke: Invoke, member: Member) -> Step<Site> {
        let ty =
            MethodType::parse(&member.descriptor).ok_or_else(|| invalid("a method has no type"))?;
        Ok(Site { invoke, member, ty })
    }

    /// A value that stays what it is, whatever happens to the variables.
    fn kept(&mut self, value: Expr) -> Expr {
        if matches!(value, Expr::Const(_)) {
            value
        } else {
            Expr::Local(self.save(value))
        }
    }
}

fn is_string(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Object(name) if name == STRING)
}

fn string() -> JavaType {
    JavaType::Object(STRING.to_owned())
}

fn member(class: &str, name: &str, descriptor: &str) -> Member {
    Member {
        class: class.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    }
}
