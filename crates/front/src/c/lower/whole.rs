//! The whole program while it is lowered: what functions, objects and strings became, made when first needed.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use base::Place;
use ir::{ClassId, Const, Function, FunctionId, Global, GlobalId, IntType, Local, Program, Type};

use super::body::Lowering;
use super::call::pointer::Pointed;
use super::effects::Doing;
use super::endings::{Thrown, class};
use super::events::Letters;
use super::float_bits::shows_bits;
use super::home::StaticHome;
use super::owing::may_owe;
use super::shape::{I64, Shape};
use super::start::{self, Making};
use super::statics;
use super::survey::{Survey, static_addresses, survey};
use super::{ByName, LowerOptions, Lowered};
use crate::InputError;
use crate::c::library;
use crate::c::tree::{self, StringId, Unit};
use crate::c::types::{FunctionType, TypeId};

/// What callers must know of a function.
pub(super) struct Head {
    /// In the ir.
    pub(super) id: FunctionId,
    /// The parameters in the ir.
    pub(super) params: Vec<Local>,
    /// What it returns in the ir.
    pub(super) returns: Option<Type>,
    /// How many bytes the record has that it returns: the caller says where it goes.
    pub(super) record: Option<u64>,
    /// Whether it takes a block of further arguments.
    pub(super) variadic: bool,
    /// The type of its result.
    pub(super) result: TypeId,
    /// Whether it may end without a result that somebody may look at.
    pub(super) owes: bool,
}

/// What `result.used` holds where nothing is said.
const ALL_OF_IT: Const = Const::Int(IntType::I32, 1);

/// The function that reads past a stream.
const READ: &str = "read";

/// Functions that go past streams.
const DIRECT: [&str; 8] = [
    READ,
    "write",
    "dprintf",
    "vdprintf",
    "_exit",
    "_Exit",
    "quick_exit",
    "__dprintf_chk",
];

/// Functions that ask for a place in a file, or go to one.
const SEEKING: [&str; 7] = [
    "fseek", "fseeko", "fseeko64", "rewind", "ftell", "ftello", "ftello64",
];

/// The function that `errno` stands for.
const ERRNO: &str = "__errno_location";

/// What waits to be lowered.
enum Task {
    Source(tree::FunctionId),
    Pointed(tree::FunctionId),
}

/// The program so far.
pub(super) struct Whole<'u> {
    pub(super) unit: &'u Unit,
    pub(super) options: &'u LowerOptions,
    /// Whether others call its functions, one at a time, and it does not run by itself.
    pub(super) is_module: bool,
    pub(super) program: Program,
    pub(super) thrown: Thrown,
    /// The class of blocks of memory.
    pub(super) block: ClassId,
    /// The class above those of functions that pointers point to.
    pub(super) function: ClassId,
    /// Holds the offset of a pointer that is returned, otherwise 0.
    pub(super) returned_offset: GlobalId,
    /// Whether a function ended without the result it owes.
    pub(super) returned_nothing: GlobalId,
    /// Whether some function may end without the result it owes.
    pub(super) some_owe: bool,
    /// Holds what somebody wants to know of the result of the function that is called, an `I32`.
    pub(super) used: GlobalId,
    /// Functions of the library that ask for that.
    asking: BTreeSet<tree::FunctionId>,
    /// Whether the bits of floating-point numbers may be looked at.
    pub(super) shows_bits: bool,
    /// Functions that are spoken of where the user's code is.
    named: BTreeSet<String>,
    by_name: RefCell<Vec<ByName>>,
    doing: Doing,
    pub(super) pointed: RefCell<Pointed>,
    /// The events so far.
    pub(super) letters: Letters,
    escaped: BTreeSet<tree::GlobalId>,
    /// Objects that pointers may point to.
    pointed_to: BTreeSet<tree::GlobalId>,
    surveys: RefCell<BTreeMap<tree::FunctionId, Survey>>,
    heads: RefCell<BTreeMap<tree::FunctionId, Rc<Head>>>,
    tasks: RefCell<VecDeque<Task>>,
    globals: RefCell<BTreeMap<tree::GlobalId, StaticHome>>,
    strings: RefCell<BTreeMap<StringId, GlobalId>>,
    texts: RefCell<BTreeMap<Vec<u8>, GlobalId>>,
    pub(super) makings: RefCell<Vec<Making>>,
    names: RefCell<BTreeSet<String>>,
    /// How many functions of the ir have a name of the source.
    function_names: RefCell<BTreeMap<String, u32>>,
    missing: RefCell<Vec<(String, Place)>>,
}

/// Lowers a program, on a stack that is deep enough.
pub(super) fn lower(unit: &Unit, options: &LowerOptions) -> Result<Lowered, InputError> {
    let Some(entry) = unit.defined(&options.entry) else {
        return Err(InputError::new(format!(
            "there is no function `{}` to start with",
            options.entry
        )));
    };
    let whole = Whole::new(unit, options, false);
    let start = whole.program.functions.push(Function {
        name: "<start>".to_owned(),
        file: unit.functions[entry].place.file.clone(),
        params: Vec::new(),
        returns: Some(Type::Int(IntType::I32)),
        code: OnceCell::new(),
    });
    let prepared = start::prepare(&whole, entry);
    whole.work();
    set_code(&whole.program, start, start::code(&whole, entry, prepared));
    whole.letters.check(&options.events)?;
    Ok(whole.into_lowered(start))
}

impl<'u> Whole<'u> {
    /// All that was lowered.
    pub(super) fn into_lowered(self, start: FunctionId) -> Lowered {
        Lowered {
            program: self.program,
            start,
            endings: self.thrown.endings,
            missing: self.missing.into_inner(),
            by_name: self.by_name.into_inner(),
        }
    }

    pub(super) fn new(unit: &'u Unit, options: &'u LowerOptions, is_module: bool) -> Self {
        let program = Program::default();
        let thrown = Thrown::declare(&program, options.failures);
        let block = class(&program, "block", None);
        let function = class(&program, "function", None);
        let known = |name: &str, ty, first| global(&program, name.to_owned(), ty, first);
        let returned_offset = known("returned.offset", I64, None);
        let returned_nothing = known("returned.nothing", Type::Bool, None);
        let used = known("result.used", Type::Int(IntType::I32), Some(ALL_OF_IT));
        let surveyed = unit.functions.iter().map(|(id, f)| (id, survey(unit, f)));
        let surveys: BTreeMap<_, _> = surveyed.collect();
        let mut escaped = static_addresses(unit);
        escaped.extend(surveys.values().flat_map(|survey| &survey.escaped_globals));
        let mut pointed_to = static_addresses(unit);
        pointed_to.extend(surveys.values().flat_map(|survey| &survey.pointed_globals));
        let doing = Doing::new(unit, options, &pointed_to, &surveys);
        let names = program.globals.values().map(|g| g.name.clone()).collect();
        Self {
            unit,
            options,
            is_module,
            program,
            thrown,
            block,
            function,
            returned_offset,
            returned_nothing,
            some_owe: unit.functions.values().any(|f| may_owe(unit, f)),
            used,
            asking: asking(unit, &surveys),
            shows_bits: shows_bits(unit),
            named: named(unit),
            by_name: RefCell::default(),
            doing,
            pointed: RefCell::default(),
            letters: Letters::default(),
            escaped,
            pointed_to,
            surveys: RefCell::new(surveys),
            heads: RefCell::default(),
            tasks: RefCell::default(),
            globals: RefCell::default(),
            strings: RefCell::default(),
            texts: RefCell::default(),
            makings: RefCell::default(),
            names: RefCell::new(names),
            function_names: RefCell::default(),
            missing: RefCell::default(),
        }
    }

    /// Lowers everything that waits, and what that needs in turn.
    pub(super) fn work(&self) {
        loop {
            let Some(task) = self.tasks.borrow_mut().pop_front() else {
                break;
            };
            match task {
                Task::Source(id) => {
                    let head = self.head(id);
                    let survey = self.surveys.borrow_mut().remove(&id).unwrap_or_default();
                    let line = self.unit.functions[id].place.line;
                    set_code(
                        &self.program,
                        head.id,
                        Lowering::new(self, Some(id), survey, line).source(&head),
                    );
                }
                Task::Pointed(id) => self.lower_pointed(id),
            }
        }
    }

    /// Notes that a function that pointers point to must be made.
    pub(super) fn will_be_pointed_to(&self, id: tree::FunctionId) {
        self.tasks.borrow_mut().push_back(Task::Pointed(id));
    }

    /// Notes that a function is called and not defined.
    pub(super) fn is_missing(&self, name: &str, place: &Place) {
        let mut missing = self.missing.borrow_mut();
        if missing.iter().all(|(known, _)| known != name) {
            missing.push((name.to_owned(), place.clone()));
        }
    }

    /// Notes that a function that is only declared means something by its name.
    pub(super) fn goes_by_name(&self, name: &str, meaning: &'static str, place: &Place) {
        let mut known = self.by_name.borrow_mut();
        if known.iter().all(|by_name| by_name.name != name) {
            known.push(ByName {
                name: name.to_owned(),
                meaning,
                place: place.clone(),
            });
        }
    }

    /// Whether a function that is still to be lowered speaks of variables of its own.
    pub(super) fn mentions(&self, function: tree::FunctionId, locals: &[tree::LocalId]) -> bool {
        let surveys = self.surveys.borrow();
        surveys
            .get(&function)
            .is_some_and(|survey| locals.iter().any(|local| survey.mentioned.contains(local)))
    }

    /// What evaluating expressions does.
    pub(super) fn doing(&self) -> &Doing {
        &self.doing
    }

    /// Whether pointers may point to an object.
    pub(super) fn is_pointed_to(&self, id: tree::GlobalId) -> bool {
        let global = &self.unit.globals[id];
        self.pointed_to.contains(&id)
            || !global.defined && global.linkage == tree::Linkage::External
    }

    /// Whether comparing elements may do more than give a result, whichever function compares them.
    pub(super) fn comparing_acts(&self) -> bool {
        self.doing.comparing_acts(self.unit)
    }

    /// Whether a function of the library wants to know what its result is used for.
    pub(super) fn asks_for_use(&self, function: tree::FunctionId) -> bool {
        self.asking.contains(&function)
    }

    /// Whether the user's code reads or writes without streams, or may end without what they hold back; only filters tell.
    pub(super) fn uses_descriptors(&self) -> bool {
        self.options.streams.is_some() && DIRECT.iter().any(|name| self.named.contains(*name))
    }

    /// Whether the user's code can tell why a function of the library failed.
    pub(super) fn reads_errno(&self) -> bool {
        self.named.contains(ERRNO)
    }

    /// Whether the user's code goes back in files, or asks for a place in one.
    pub(super) fn seeks(&self) -> bool {
        SEEKING.iter().any(|name| self.named.contains(*name))
    }

    /// Whether the user's code closes streams.
    pub(super) fn closes(&self) -> bool {
        self.named.contains("fclose")
    }

    /// Whether the user's code reads standard input without its stream.
    pub(super) fn reads_directly(&self) -> bool {
        self.named.contains(READ)
    }

    pub(super) fn has_body(&self, id: tree::FunctionId) -> bool {
        self.unit.functions[id].body.is_some()
    }

    /// The head of a function that is defined.
    pub(super) fn head(&self, id: tree::FunctionId) -> Rc<Head> {
        if let Some(head) = self.heads.borrow().get(&id) {
            return head.clone();
        }
        let head = Rc::new(self.new_head(id));
        self.heads.borrow_mut().insert(id, head.clone());
        self.tasks.borrow_mut().push_back(Task::Source(id));
        head
    }

    fn new_head(&self, id: tree::FunctionId) -> Head {
        let data = &self.unit.functions[id];
        let ty = self
            .unit
            .types
            .function(data.ty)
            .expect("a function has a function type");
        let (returns, record) = self.returned(ty.result);
        let mut params = self.parameters(data, ty);
        if record.is_some() {
            params.splice(0..0, pair("result"));
        }
        let function = Function {
            name: self.name_of_function(data),
            file: data.place.file.clone(),
            params: params.clone(),
            returns,
            code: OnceCell::new(),
        };
        let owes = data.name != self.options.entry && may_owe(self.unit, data);
        let id = self.program.functions.push(function);
        Head {
            id,
            params,
            returns,
            record,
            variadic: ty.variadic,
            result: ty.result,
            owes,
        }
    }

    fn parameters(&self, data: &tree::Function, ty: &FunctionType) -> Vec<Local> {
        let mut params = Vec::new();
        for (i, local) in data.parameters.iter().enumerate() {
            let local = &data.locals[*local];
            let types = ty.parameters.as_ref();
            let given = types.and_then(|types| types.get(i)).copied();
            let name = local.name.clone();
            let name = name.unwrap_or_else(|| format!("parameter{i}"));
            let promoted = given.is_none();
            params.extend(self.parameter(&name, given.unwrap_or(local.ty.id), promoted));
        }
        if ty.variadic {
            params.push(Local {
                name: "further".to_owned(),
                ty: Type::Ref,
            });
        }
        params
    }

    /// What a function returns in the ir, and the size of the record that it writes instead.
    pub(super) fn returned(&self, result: TypeId) -> (Option<Type>, Option<u64>) {
        match self.unit.shape(result) {
            Shape::Void | Shape::Other(_) => (None, None),
            Shape::Number(ty) => (Some(ty), None),
            Shape::Pointer => (Some(Type::Ref), None),
            Shape::Record(size) => (None, Some(size)),
        }
    }

    /// The locals of a parameter; without a prototype, of what arguments are promoted to.
    pub(super) fn parameter(&self, name: &str, ty: TypeId, promoted: bool) -> Vec<Local> {
        match self.unit.shape(ty) {
            Shape::Number(ty) => {
                vec![Local {
                    name: name.to_owned(),
                    ty: if promoted { promote(ty) } else { ty },
                }]
            }
            Shape::Pointer => pair(name).into(),
            Shape::Other(_) if self.unit.is_argument_list(ty) => pair(name).into(),
            Shape::Void | Shape::Record(_) | Shape::Other(_) => vec![Local {
                name: name.to_owned(),
                ty: Type::Ref,
            }],
        }
    }

    /// A global of the ir with a name like this.
    pub(super) fn new_global(&self, name: &str, ty: Type, initial: Option<Const>) -> GlobalId {
        self.new_tracked_global(name, ty, initial, false)
    }

    /// The name of a function in the ir, where two files may have functions of one name.
    fn name_of_function(&self, data: &tree::Function) -> String {
        let mut taken = self.function_names.borrow_mut();
        let count = taken.entry(data.name.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => data.name.clone(),
            n => format!("{}~{n}", data.name),
        }
    }

    /// The same; whether every state of a component should hold it.
    pub(super) fn new_tracked_global(
        &self,
        name: &str,
        ty: Type,
        initial: Option<Const>,
        tracked: bool,
    ) -> GlobalId {
        let mut names = self.names.borrow_mut();
        let numbered = (2..).map(|i| format!("{name}~{i}"));
        let unique = std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !names.contains(name));
        let unique = unique.expect("there is a number that no name has");
        names.insert(unique.clone());
        self.program.globals.push(Global {
            tracked,
            ..new_global(unique, ty, initial)
        })
    }

    /// Where an object with static storage lives.
    pub(super) fn static_home(&self, id: tree::GlobalId) -> StaticHome {
        if let Some(home) = self.globals.borrow().get(&id) {
            return home.clone();
        }
        let home = statics::home(self, id, self.escaped.contains(&id));
        self.globals.borrow_mut().insert(id, home.clone());
        statics::initialise(self, id, &home);
        home
    }

    /// Where the objects with static storage live that were asked for.
    pub(super) fn static_homes(&self) -> BTreeMap<tree::GlobalId, StaticHome> {
        self.globals.borrow().clone()
    }

    /// The global that holds the block of a string literal.
    pub(super) fn string(&self, id: StringId) -> GlobalId {
        if let Some(global) = self.strings.borrow().get(&id) {
            return *global;
        }
        let bytes = statics::string_bytes(self.unit, id);
        let name = format!(
            "\"{}\"",
            String::from_utf8_lossy(&bytes)
                .trim_end_matches('\0')
                .escape_debug()
        );
        let global = self.new_global(&name, Type::Ref, None);
        self.strings.borrow_mut().insert(id, global);
        self.makings.borrow_mut().push(Making::Text {
            global,
            bytes: bytes.into(),
        });
        global
    }

    /// The global that holds a block with these bytes, which nobody writes.
    pub(super) fn text(&self, bytes: &[u8]) -> GlobalId {
        if let Some(global) = self.texts.borrow().get(bytes) {
            return *global;
        }
        let name = format!("text {}", String::from_utf8_lossy(bytes).escape_debug());
        let global = self.new_global(&name, Type::Ref, None);
        self.texts.borrow_mut().insert(bytes.to_vec(), global);
        self.makings.borrow_mut().push(Making::Text {
            global,
            bytes: bytes.into(),
        });
        global
    }
}

fn global(program: &Program, name: String, ty: Type, initial: Option<Const>) -> GlobalId {
    program.globals.push(new_global(name, ty, initial))
}

fn new_global(name: String, ty: Type, initial: Option<Const>) -> Global {
    Global {
        name,
        ty,
        initial: initial.map_or_else(OnceCell::new, OnceCell::from),
        tracked: false,
    }
}

/// The two locals of a pointer.
fn pair(name: &str) -> [Local; 2] {
    [
        Local {
            name: name.to_owned(),
            ty: Type::Ref,
        },
        Local {
            name: format!("{name}.offset"),
            ty: I64,
        },
    ]
}

/// What an argument of this type becomes where nothing is known of the parameter.
pub(super) fn promote(ty: Type) -> Type {
    match ty {
        Type::Int(int) if int.bits < 32 => Type::Int(IntType::I32),
        Type::Float(ir::FloatType::F32) => Type::Float(ir::FloatType::F64),
        Type::Int(_) | Type::Float(_) | Type::Bool | Type::Ref => ty,
    }
}

pub(super) fn set_code(program: &Program, function: FunctionId, code: ir::Code) {
    // Each function is lowered once.
    let _ = program.functions[function].code.set(code);
}

/// Functions of the library that want to know what their results are used for.
fn asking(unit: &Unit, surveys: &BTreeMap<tree::FunctionId, Survey>) -> BTreeSet<tree::FunctionId> {
    let asks = |id: &tree::FunctionId| {
        matches!(
            unit.functions[*id].name.as_str(),
            "__mores_used" | "__mores_open_truth" | "__mores_open_sign"
        )
    };
    let library = surveys
        .iter()
        .filter(|(id, _)| unit.functions[**id].is_library());
    library
        .filter(|(_, survey)| survey.functions.iter().any(asks))
        .map(|(id, _)| *id)
        .collect()
}

/// The names of functions that the user's code speaks of.
fn named(unit: &Unit) -> BTreeSet<String> {
    let functions = unit.exprs.values().filter_map(|expr| match expr.kind {
        tree::ExprKind::Function(id) if !library::holds(&expr.place) => Some(id),
        _ => None,
    });
    functions
        .map(|id| unit.functions[id].name.clone())
        .collect()
}
