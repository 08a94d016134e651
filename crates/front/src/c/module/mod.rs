//! Modules: files whose functions others call, one at a time, over what lives between the calls.
//!
//! What lives between calls is the file's own static objects and the objects that its functions work on. For each function
//! that others can call there is one of ours behind the user's, written as a tree, that takes numbers alone: it calls the function with them
//! and with the objects, and keeps what it gives. What a parameter is for is decided by its type (`role`); a function of which
//! that cannot be said is there, too, and its calls are not supported.

mod layout;
mod lent;
mod object;
mod role;
mod spoken;
mod write;

use base::Place;
use ir::{Arguments, Component, Entry, IntType, KnownFrom, Param, Type};

use super::layout::Machine;
use super::lower::{LowerOptions, Lowered, LoweredModule, StaticObject, lower_module};
use super::tree::{Body, Function, FunctionId, Global, Linkage, Unit};
use super::typing::Writer;
use super::{Source, lower, read_with};
use crate::InputError;
use object::{Object, objects};
pub use role::ErrorResult;
use role::{Role, roles};

/// How a module is to be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleOptions {
    /// Results by which a function says that it has failed.
    pub error_results: Vec<ErrorResult>,
}

/// What clients may call of a file.
pub fn load_module(source: &Source, options: &ModuleOptions) -> Result<Component, InputError> {
    let mut found = None;
    let unit = read_with(
        source,
        Some(&mut |code| {
            let module = Module::of(code.unit(), source, options)?;
            found = Some(module.written(code)?);
            Ok(())
        }),
    )?;
    let written = found.ok_or_else(|| InputError::new("no function was found"))?;
    component(source, &unit, written)
}

/// A function that others can call.
struct Callable {
    function: FunctionId,
    name: String,
    place: Place,
    /// What each parameter is for, or why the function cannot be called.
    roles: Result<Vec<Parameter>, String>,
    /// The object that its result is kept as.
    gives: Option<usize>,
    /// The result by which it says that it has failed.
    fails: Option<ErrorResult>,
}

/// A parameter of a function that others can call.
struct Parameter {
    name: String,
    role: Role,
}

/// A file as others see it.
struct Module {
    callables: Vec<Callable>,
    objects: Vec<Object>,
}

/// The same with the code that calls it.
struct Written {
    module: Module,
    /// What makes the objects of callers.
    begin: FunctionId,
    /// One for each function.
    calls: Vec<FunctionId>,
}

impl Module {
    fn of(unit: &Unit, source: &Source, options: &ModuleOptions) -> Result<Self, InputError> {
        let is_header = source.file.extension().is_some_and(|end| end == "h");
        let exported: Vec<FunctionId> = unit
            .functions
            .iter()
            .filter(|(_, function)| is_exported(function, is_header))
            .map(|(id, _)| id)
            .collect();
        if exported.is_empty() {
            return Err(nothing_to_call(unit, source));
        }
        let objects = objects(unit, &exported);
        let callables = exported.into_iter();
        let callables = callables.map(|id| callable(unit, id, &objects, options));
        Ok(Self {
            callables: callables.collect(),
            objects,
        })
    }

    fn written(self, code: &mut Writer<'_, '_>) -> Result<Written, InputError> {
        let (begin, calls) = write::write(code, &self)?;
        Ok(Written {
            module: self,
            begin,
            calls,
        })
    }
}

/// Whether others can call a function: those of a header can call its static ones, too, for they include it.
fn is_exported(function: &Function, of_header: bool) -> bool {
    let is_seen = of_header || function.linkage == Linkage::External;
    function.body.is_some() && is_seen && !function.is_library() && function.name != "main"
}

fn nothing_to_call(unit: &Unit, source: &Source) -> InputError {
    let functions = unit.functions.values();
    let defined = functions.filter(|f| f.body.is_some() && !f.is_library());
    let names: Vec<&str> = defined.map(|f| f.name.as_str()).collect();
    let why = match names[..] {
        [] => "it defines no function".to_owned(),
        ["main"] => "it defines `main` alone, and `mores errors` says how a program can fail".to_owned(),
        _ if names.contains(&"main") => {
            "beside `main` all its functions are static, and `mores errors` says how a program can fail".to_owned()
        }
        _ => "all its functions are static, so that no other file can call them".to_owned(),
    };
    let error = InputError::new(format!(
        "nothing of this file can be called from outside: {why}"
    ));
    error.at(Some(Place::new(source.file.display().to_string(), 0)))
}

fn callable(unit: &Unit, id: FunctionId, objects: &[Object], options: &ModuleOptions) -> Callable {
    let function = &unit.functions[id];
    let result = unit.types.function(function.ty).map(|ty| ty.result);
    let failing = |wanted: &&ErrorResult| result.is_some_and(|ty| wanted.is_about(unit, ty));
    Callable {
        function: id,
        name: function.name.clone(),
        place: function.place.clone(),
        roles: match &function.body {
            Some(Body::Unsupported(unsupported)) => Err(unsupported.what.clone()),
            _ => roles(unit, id, objects),
        },
        gives: result.and_then(|ty| object::given(unit, ty, objects)),
        fails: options.error_results.iter().find(failing).cloned(),
    }
}

/// The component that a file is.
fn component(source: &Source, unit: &Unit, written: Written) -> Result<Component, InputError> {
    let Written {
        module,
        begin,
        calls,
    } = written;
    let options = LowerOptions {
        failures: lower::Failures {
            assertions: true,
            undefined: true,
            abort: true,
            exit: false,
        },
        entry: String::new(),
        ..LowerOptions::default()
    };
    let functions: Vec<FunctionId> = [begin].into_iter().chain(calls).collect();
    let LoweredModule {
        lowered,
        entries,
        objects,
    } = lower_module(unit, &options, &functions)?;
    let said = assumptions(unit, &module).into_iter();
    for what in said.chain(of_names(&lowered)) {
        lowered.program.assume(&what.into());
    }
    let class = lowered.endings.failure;
    let methods = module.callables.iter().zip(&entries[1..]);
    let methods = methods.map(|(callable, function)| entry(unit, callable, *function));
    Ok(Component {
        class,
        name: name_of(source),
        initialisers: vec![lowered.start, entries[0]],
        constructors: Vec::new(),
        methods: methods.collect(),
        arguments: Arguments::default(),
        texts: Vec::new(),
        known_from: Default::default(),
        measured: KnownFrom::default(),
        endings: Some(lowered.endings.classes()),
        layouts: layout::layouts(unit, &objects),
        script: spoken::script(unit, &module),
        program: lowered.program,
    })
}

/// What is taken for granted of functions that are only declared.
fn of_names(lowered: &Lowered) -> Vec<String> {
    let missing = lowered.missing.iter().map(|(name, place)| {
        format!("`{name}`, which is only declared ({place}), gives anything and changes nothing")
    });
    let known = lowered.by_name.iter();
    let known = known.map(|k| format!("`{}`, which is only declared, {}", k.name, k.meaning));
    missing.chain(known).collect()
}

fn name_of(source: &Source) -> String {
    let stem = source.file.file_stem();
    stem.map_or_else(
        || "module".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

fn entry(unit: &Unit, callable: &Callable, function: ir::FunctionId) -> Entry {
    let parameters = callable.roles.iter().flatten();
    let params = parameters.flat_map(|parameter| params(unit, parameter));
    Entry {
        function,
        name: callable.name.clone(),
        takes_receiver: false,
        params: params.collect(),
        universal: false,
        place: Some(callable.place.clone()),
    }
}

/// The scalars that stand for a parameter.
fn params(unit: &Unit, parameter: &Parameter) -> Vec<Param> {
    let param = |name: String, ty, source_type: String| Param {
        name,
        source_type,
        ty,
        given: None,
    };
    let name = |ty| unit.types.name(super::types::QualType::plain(ty));
    match &parameter.role {
        Role::Number(ty) => vec![param(
            parameter.name.clone(),
            role::scalar(unit, *ty).unwrap_or(Type::Int(IntType::I32)),
            name(*ty),
        )],
        Role::At(ty) => vec![
            param(
                parameter.name.clone(),
                role::TRUTH,
                format!("{} *", name(*ty)),
            ),
            param(
                format!("{}[0]", parameter.name),
                role::scalar(unit, *ty).unwrap_or(Type::Int(IntType::I32)),
                name(*ty),
            ),
        ],
        Role::Object(_) | Role::PlaceOf(_) => Vec::new(),
    }
}

/// What is taken for granted of callers.
fn assumptions(unit: &Unit, module: &Module) -> Vec<String> {
    let mut assumptions = Vec::new();
    for (i, object) in module.objects.iter().enumerate() {
        let gives = |callable: &&Callable| callable.gives == Some(i);
        let makers = module.callables.iter().filter(gives);
        let makers: Vec<&str> = makers.map(|callable| callable.name.as_str()).collect();
        assumptions.push(object.assumed(unit, &makers));
    }
    let points = |parameter: &Parameter| match parameter.role {
        Role::At(_) => Some(format!(
            "`{}` is null or points to one object of its type that nothing else refers to",
            parameter.name
        )),
        Role::Number(_) | Role::Object(_) | Role::PlaceOf(_) => None,
    };
    let parameters = module
        .callables
        .iter()
        .flat_map(|c| c.roles.iter().flatten());
    assumptions.extend(parameters.filter_map(points));
    let shared = named(unit, |global| {
        global.linkage == Linkage::External && !global.ty.constant
    });
    assumptions.extend(
        shared.map(|they| format!("only this file changes {they}, which other files could")),
    );
    let volatile = named(unit, |global| global.ty.volatile);
    assumptions.extend(
        volatile.map(|they| format!("only this file changes {they}, which may be volatile")),
    );
    assumptions
}

/// The names of those static objects of the user's that this holds of, if it holds of any.
fn named(unit: &Unit, is_meant: impl Fn(&Global) -> bool) -> Option<String> {
    let own = |global: &&Global| global.defined && !super::library::holds(&global.place);
    let meant = unit
        .globals
        .values()
        .filter(own)
        .filter(|global| is_meant(global));
    let names: Vec<String> = meant.map(|global| format!("`{}`", global.name)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// How many bytes a pointer has.
fn word(machine: Machine) -> u8 {
    machine.word() as u8
}
