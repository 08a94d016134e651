//! The code that initialises a class where the program gets to it, failure included (JLS 12.4.2).

use ir::{
    Callee, ClassId, Code, Const, Expr, FunctionId, GlobalId, LocalId, Program, StatementKind,
    TerminatorKind,
};
use ir::{Function, Type, Unwind};

use crate::InputError;
use crate::jvm::method::builder::Builder;
use crate::jvm::readiness::Flags;
use crate::jvm::world::{World, missing};

const ERROR: &str = "java/lang/Error";
const FAILED_NOW: &str = "java/lang/ExceptionInInitializerError";
/// Tells which JDK this is.
const SINCE_17: &str = "java/util/HexFormat";
const FAILED_BEFORE: &str = "java/lang/NoClassDefFoundError";

/// Calls functions one after the other, once: those that make the supertypes ready, then the initialiser.
pub(in crate::jvm) fn code(
    world: &mut World,
    program: &Program,
    head: &Function,
    line: u32,
    flags: Flags,
    calls: &[FunctionId],
) -> Code {
    let mut writer = Writer {
        world,
        program,
        out: Builder::new(head),
    };
    writer.out.line = line;
    writer.initialise(flags, calls);
    writer.out.finish()
}

struct Writer<'w> {
    world: &'w mut World,
    program: &'w Program,
    out: Builder,
}

impl Writer<'_> {
    fn initialise(&mut self, flags: Flags, calls: &[FunctionId]) {
        let (returns, fails, refuses) =
            (self.out.reserve(), self.out.reserve(), self.out.reserve());
        let ready = self.global("ready", flags.ready);
        self.out.leave_if(ready, returns);
        let erroneous = self.global("erroneous", flags.erroneous);
        self.out.leave_if(erroneous, refuses);
        self.set(flags.ready, true);
        let exception = self.out.temporary("exception", Type::Ref);
        for &function in calls {
            self.call(
                function,
                Vec::new(),
                Some(Unwind {
                    block: fails,
                    exception,
                }),
            );
        }
        self.out.end(TerminatorKind::Goto(returns));
        self.out.start(returns);
        self.out.end(TerminatorKind::Return(None));
        self.out.start(fails);
        self.set(flags.ready, false);
        self.set(flags.erroneous, true);
        self.or_unsupported(|this| this.pass_on(exception));
        self.out.start(refuses);
        self.or_unsupported(Self::refuse);
    }

    /// Step 10: errors leave as they are, other exceptions as the cause of one.
    fn pass_on(&mut self, exception: LocalId) -> Result<(), InputError> {
        let error = self.world.class(self.program, ERROR)?;
        let as_it_is = self.out.reserve();
        self.out.leave_if(
            Expr::InstanceOf(Box::new(Expr::Local(exception)), error),
            as_it_is,
        );
        let wrapped = self.make(
            FAILED_NOW,
            "(Ljava/lang/Throwable;)V",
            vec![Expr::Local(exception)],
        )?;
        self.out.end(TerminatorKind::Throw(wrapped));
        self.out.start(as_it_is);
        self.out.end(TerminatorKind::Throw(Expr::Local(exception)));
        Ok(())
    }

    /// Step 5. Since Java 17 the error says what failed before, by an exception made up for that purpose.
    fn refuse(&mut self) -> Result<(), InputError> {
        let text = Expr::Const(Const::Object(self.world.machine_text(self.program)?));
        let error = self.make(FAILED_BEFORE, "(Ljava/lang/String;)V", vec![text.clone()])?;
        if self.world.class(self.program, SINCE_17).is_ok() {
            let cause = self.make(FAILED_NOW, "(Ljava/lang/String;)V", vec![text])?;
            let throwable = self.world.class(self.program, "java/lang/Throwable")?;
            let init = self.world.declared(
                throwable,
                "initCause",
                "(Ljava/lang/Throwable;)Ljava/lang/Throwable;",
            );
            let init = init.ok_or_else(|| missing("java/lang/Throwable"))?;
            let init = self.world.function(self.program, throwable, init.index);
            self.call(init, vec![error.clone(), cause], None);
        }
        self.out.end(TerminatorKind::Throw(error));
        Ok(())
    }

    /// A new object by one of its constructors.
    fn make(&mut self, class: &str, descriptor: &str, args: Vec<Expr>) -> Result<Expr, InputError> {
        let id: ClassId = self.world.class(self.program, class)?;
        let constructor = self
            .world
            .declared(id, "<init>", descriptor)
            .ok_or_else(|| missing(class))?;
        let constructor = self.world.function(self.program, id, constructor.index);
        if let Some(ready) = self.world.ready(self.program, id) {
            self.call(ready, Vec::new(), None);
        }
        let object = self.out.temporary("error", Type::Ref);
        self.out.emit(StatementKind::New(object, id));
        let args = std::iter::once(Expr::Local(object)).chain(args).collect();
        self.call(constructor, args, None);
        Ok(Expr::Local(object))
    }

    fn or_unsupported(&mut self, write: impl FnOnce(&mut Self) -> Result<(), InputError>) {
        if let Err(error) = write(self) {
            let reason = format!(
                "a static initialiser throws an exception: {}",
                error.message
            );
            self.out.end(TerminatorKind::Unsupported(reason));
        }
    }

    fn call(&mut self, function: FunctionId, args: Vec<Expr>, unwind: Option<Unwind>) {
        let next = self.out.reserve();
        self.out.end(TerminatorKind::Call {
            dst: None,
            callee: Callee::Direct(function),
            args,
            next,
            unwind,
        });
        self.out.start(next);
    }

    fn global(&mut self, name: &str, global: GlobalId) -> Expr {
        let local = self.out.temporary(name, Type::Bool);
        self.out.emit(StatementKind::LoadGlobal(local, global));
        Expr::Local(local)
    }

    fn set(&mut self, global: GlobalId, value: bool) {
        self.out.emit(StatementKind::StoreGlobal(
            global,
            Expr::Const(Const::Bool(value)),
        ));
    }
}
