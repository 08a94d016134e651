//! The call of a function that is a filter: what it is given, and what becomes of its result.

use base::Place;

use super::emit::{definition, write_emit};
pub use super::result::Result;
use super::result::{Output, says};
use super::role::{Parameter, Role, roles};
use super::{Code, ENTRY, FilterOptions, Harness, made, plain, width};
use crate::c::print::integer as name;
use crate::c::tree::{BinaryOp, CompareOp, ExprId, Function, FunctionId, LocalId, StmtId, Unit};
use crate::c::types::{IntegerKind, Type, TypeId};
use crate::c::typing::{Draft, Writer};
use crate::{InputError, Streams};

type Written = std::result::Result<(), InputError>;

/// How a function that is a filter is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterCall {
    /// Its name.
    pub function: String,
    /// What it is given.
    pub arguments: Vec<Argument>,
    /// What its result says about its output.
    pub result: Result,
    /// The type of symbols that it reads and writes, as C names them.
    pub symbols: (String, String),
}

/// What a function is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The symbols to read.
    Input,
    /// The same, in memory that may be written.
    Changed {
        /// Whether a zero ends them.
        terminated: bool,
    },
    /// Where these end.
    InputEnd,
    /// How many these are.
    Length,
    /// A buffer.
    Output,
    /// Where that ends.
    OutputEnd,
    /// A number.
    Number(i64),
    /// The null pointer.
    Null,
    /// A text of no characters.
    Empty,
    /// Standard input, which is what is read.
    Stdin,
    /// Standard output, which is what is written.
    Stdout,
    /// A function `mores_emit` that writes, as C defines it. It calls `mores_put` with each symbol.
    Emit(String),
    /// The address of a variable of this type, as C names it, that holds something.
    At(String, Box<Argument>),
}

/// What is said where a function has several outputs.
pub(super) const SEVERAL: &str = "it has more than one buffer or callback to write through";

/// How much room there is said to be in a buffer: enough.
const ROOM: i64 = 0x3fff_ffff;

/// A function that reads a string.
pub(super) fn harness(
    unit: &Unit,
    id: FunctionId,
    options: &FilterOptions,
) -> std::result::Result<Harness, String> {
    let function = &unit.functions[id];
    let ty = unit
        .types
        .function(function.ty)
        .ok_or("it has no prototype")?;
    let types = ty.parameters.as_ref().ok_or("it has no prototype")?;
    let parameters = parameters(function, types);
    let roles = roles(unit, id, &parameters, options)?;
    let result = says(unit, function, ty.result, &output(function, &roles));
    let (reads, writes) = symbols(unit, &roles, result, ty.result)?;
    let streams = streams(unit, &roles, result, (reads, writes));
    let values = roles
        .iter()
        .zip(&parameters)
        .filter(|(role, _)| matches!(role.plain(), Role::Fixed(_)));
    let arguments = roles.iter();
    let arguments = arguments.map(|role| argument(unit, role, streams.terminated));
    Ok(Harness {
        streams,
        entry: ENTRY.to_owned(),
        symbol_program: None,
        values: values
            .map(|(_, parameter)| parameter.name.to_owned())
            .collect(),
        assumptions: assumptions(&function.name, &roles, &parameters, result),
        call: Some(FilterCall {
            function: function.name.clone(),
            arguments: arguments.collect(),
            result,
            symbols: (name(reads).to_owned(), name(writes).to_owned()),
        }),
        code: Code::Call(Call {
            function: id,
            place: function.place.clone(),
            roles,
            result,
        }),
    })
}

/// Where a function writes to.
fn output(function: &Function, roles: &[Role]) -> Output {
    let find = |is: fn(&Role) -> bool| roles.iter().position(is);
    let buffer = find(|r| matches!(r.plain(), Role::Output(_) | Role::Changed(_)));
    Output {
        buffer: buffer.and_then(|at| function.parameters.get(at)).copied(),
        reached: buffer.filter(|at| matches!(roles[*at], Role::At(..))),
        counted: find(|r| matches!(r, Role::At(_, role) if **role == Role::Room)),
        emits: find(|r| matches!(r, Role::Emit(_) | Role::Stdout)).is_some(),
    }
}

/// What is read and written, symbols of these types.
fn streams(
    unit: &Unit,
    roles: &[Role],
    result: Result,
    (reads, writes): (IntegerKind, IntegerKind),
) -> Streams {
    let has = |is: fn(&Role) -> bool| roles.iter().any(is);
    let counted = has(|r| matches!(r.plain(), Role::Length | Role::InputEnd));
    let buffer = has(|r| matches!(r.plain(), Role::Output(_)));
    let standard_input = has(|r| *r == Role::Stdin);
    let terminated = !counted && !standard_input;
    let made = matches!(result, Result::Made(_));
    let in_place = has(|r| matches!(r.plain(), Role::Changed(_)));
    let buffer = buffer || in_place;
    Streams {
        terminated,
        buffered: buffer || made,
        in_place,
        counted: result.is_counted(),
        standard_input,
        standard_output: has(|r| *r == Role::Stdout),
        ends_with_zero: !result.is_counted() && (made || buffer && terminated),
        ..plain(width(unit.machine, reads), width(unit.machine, writes))
    }
}

fn parameters<'u>(function: &'u Function, types: &[TypeId]) -> Vec<Parameter<'u>> {
    let named = |i: usize| {
        let local = function.parameters.get(i)?;
        function.locals[*local].name.as_deref()
    };
    let parameter = |(i, ty): (usize, &TypeId)| Parameter {
        name: named(i).unwrap_or("?"),
        ty: *ty,
    };
    types.iter().enumerate().map(parameter).collect()
}

/// What is read, and what is written.
fn symbols(
    unit: &Unit,
    roles: &[Role],
    result: Result,
    gives: TypeId,
) -> std::result::Result<(IntegerKind, IntegerKind), String> {
    let read = roles.iter().find_map(|role| match role.plain() {
        Role::Input(kind) | Role::Changed(kind) => Some(*kind),
        Role::Stdin => Some(IntegerKind::UnsignedChar),
        _ => None,
    });
    let read = read.ok_or("it has no parameter that points to characters or numbers to read")?;
    let made = match (result, unit.types.get(gives)) {
        (Result::Made(_), Type::Pointer(to)) => match unit.types.get(to.id) {
            Type::Integer(kind) => Some(*kind),
            _ => Some(IntegerKind::UnsignedChar),
        },
        _ => None,
    };
    let mut all = roles.iter().filter_map(written).chain(made);
    let write = all.next().ok_or(
        "it has no buffer or callback to write through, and returns no memory that it allocates",
    )?;
    match all.next() {
        Some(_) => Err(SEVERAL.to_owned()),
        None => Ok((read, write)),
    }
}

fn written(role: &Role) -> Option<IntegerKind> {
    match role.plain() {
        Role::Output(kind) | Role::Changed(kind) => Some(*kind),
        Role::Emit(emit) => emit.writes(),
        Role::Stdout => Some(IntegerKind::UnsignedChar),
        _ => None,
    }
}

fn argument(unit: &Unit, role: &Role, terminated: bool) -> Argument {
    match role {
        Role::Input(_) => Argument::Input,
        Role::Changed(_) => Argument::Changed { terminated },
        Role::InputEnd => Argument::InputEnd,
        Role::Length => Argument::Length,
        Role::Output(_) => Argument::Output,
        Role::OutputEnd => Argument::OutputEnd,
        Role::Room => Argument::Number(ROOM),
        Role::Fixed(value) => Argument::Number(*value),
        Role::Null => Argument::Null,
        Role::Empty => Argument::Empty,
        Role::Stdin => Argument::Stdin,
        Role::Stdout => Argument::Stdout,
        Role::Emit(emit) => Argument::Emit(definition(emit)),
        Role::At(ty, inner) => {
            let inner = argument(unit, inner, terminated);
            Argument::At(type_in_c(unit, *ty), Box::new(inner))
        }
    }
}

/// The type of a variable that is given by its address.
fn type_in_c(unit: &Unit, ty: TypeId) -> String {
    match unit.types.get(ty) {
        Type::Integer(kind) => name(*kind).to_owned(),
        Type::Pointer(to) => match unit.types.get(to.id) {
            Type::Integer(kind) if to.constant => format!("const {} *", name(*kind)),
            Type::Integer(kind) => format!("{} *", name(*kind)),
            _ => "void *".to_owned(),
        },
        _ => "long".to_owned(),
    }
}

/// What is assumed of parameters and result.
fn assumptions(
    function: &str,
    roles: &[Role],
    parameters: &[Parameter],
    result: Result,
) -> Vec<String> {
    let named = |is: fn(&Role) -> bool| {
        let at = roles.iter().position(|role| is(role.plain()));
        at.map_or("?", |at| parameters[at].name)
    };
    let input = named(|role| matches!(role, Role::Input(_) | Role::Changed(_)));
    let output = named(|role| matches!(role, Role::Output(_)));
    let of_role = |(role, parameter): (&Role, &Parameter)| {
        let name = match role {
            Role::At(..) => format!("*{}", parameter.name),
            _ => parameter.name.to_owned(),
        };
        assumed_of(role.plain(), &name, (input, output))
    };
    let length = roles
        .iter()
        .any(|r| matches!(r.plain(), Role::Length | Role::InputEnd));
    let buffer = roles.iter().any(|r| matches!(r.plain(), Role::Output(_)));
    let all = buffer && length && !result.is_counted();
    let of_output = all.then(|| format!("all that `{function}` stores is its output"));
    let in_place = roles.iter().any(|r| matches!(r.plain(), Role::Changed(_)));
    let up_to = if length {
        ""
    } else {
        ", up to the first zero,"
    };
    let of_input = (in_place && !result.is_counted())
        .then(|| format!("what `{input}` holds in the end{up_to} is the output of `{function}`"));
    roles
        .iter()
        .zip(parameters)
        .filter_map(of_role)
        .chain(assumed_of_result(function, parameters, result))
        .chain(of_output)
        .chain(of_input)
        .collect()
}

/// What is assumed of a parameter, beside those that are input and output.
fn assumed_of(role: &Role, name: &str, (input, output): (&str, &str)) -> Option<String> {
    Some(match role {
        Role::Length => format!("`{name}` is the number of symbols in `{input}`"),
        Role::InputEnd => format!("`{name}` is where `{input}` ends"),
        Role::Room => format!("`{name}` is {ROOM}, more than is ever written"),
        Role::OutputEnd => {
            format!("`{name}` is {ROOM} symbols behind `{output}`, more than are ever written")
        }
        Role::Fixed(value) => format!("`{name}` is {value}"),
        Role::Null => format!("`{name}` is null"),
        Role::Empty => format!("`{name}` is the empty text"),
        Role::Emit(emit) if emit.result.is_some() => format!("`{name}` returns 0"),
        Role::Stdin => format!("`{name}` is standard input"),
        Role::Stdout => format!("`{name}` is standard output"),
        Role::Emit(_) | Role::Input(_) | Role::Changed(_) | Role::Output(_) | Role::At(..) => {
            return None;
        }
    })
}

/// What is assumed of the result, or of what says how much was written instead.
fn assumed_of_result(function: &str, parameters: &[Parameter], result: Result) -> Option<String> {
    let stored = |at: usize| parameters[at].name;
    let made = format!(
        "`{function}` returns memory that it has allocated, with room for all of its output"
    );
    Some(match result {
        Result::Nothing => return None,
        Result::Unread => format!("what `{function}` returns says nothing about its output"),
        Result::Length => format!("`{function}` returns how many symbols it has written"),
        Result::End => format!("`{function}` returns where its output ends"),
        Result::Stored { at, .. } => {
            format!("`*{}` is how many symbols it has written", stored(at))
        }
        Result::Reached { at, .. } => format!("`*{}` is where its output ends", stored(at)),
        Result::Made(None) => made,
        Result::Made(Some(at)) => {
            format!(
                "{made}, of which `*{}` is the number of symbols",
                stored(at)
            )
        }
    })
}

/// A call of a function, to be written.
pub(super) struct Call {
    function: FunctionId,
    place: Place,
    roles: Vec<Role>,
    result: Result,
}

/// What the function that calls a filter keeps to look at when the filter has returned.
#[derive(Default)]
struct Kept {
    /// Where the input begins, if it lies in memory.
    input: Option<LocalId>,
    buffer: Option<LocalId>,
    /// The variable whose address the parameter at this place is.
    variables: Vec<(usize, LocalId)>,
}

impl Kept {
    fn variable(&self, at: usize) -> Option<LocalId> {
        let found = self.variables.iter().find(|(i, _)| *i == at);
        found.map(|(_, local)| *local)
    }
}

impl Call {
    /// Writes the function that calls the filter, on the line of the user's that it stands for.
    pub(super) fn write(&self, code: &mut Writer<'_, '_>) -> Written {
        code.place = self.place.clone();
        if matches!(self.result, Result::Made(_)) {
            made::allocates(code);
        }
        let emit = self.roles.iter().find_map(|role| match role {
            Role::Emit(emit) => Some(emit),
            _ => None,
        });
        let emit = emit.map(|emit| write_emit(code, emit)).transpose()?;
        let int = code.integer(IntegerKind::Int);
        let entry = code.declare(ENTRY, int, Vec::new());
        let (mut draft, _) = code.define(entry, &[]);
        let mut kept = Kept {
            input: self.write_input(code, &mut draft)?,
            ..Kept::default()
        };
        let buffer = self.roles.iter().find_map(|role| match role.plain() {
            Role::Output(kind) => Some(*kind),
            _ => None,
        });
        if let Some(kind) = buffer {
            kept.buffer = Some(write_buffer(code, &mut draft, kind)?);
        }
        if self.is_in_place() {
            kept.buffer = kept.input;
        }
        let arguments = self.arguments(code, &mut draft, &mut kept, emit)?;
        let call = code.call(self.function, arguments)?;
        self.keep(code, &mut draft, call, &kept)?;
        let zero = code.number(0, IntegerKind::Int);
        code.give(&mut draft, zero);
        code.finish(draft);
        Ok(())
    }

    /// What the function is given; what lies behind a pointer is kept in variables.
    fn arguments(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &mut Draft,
        kept: &mut Kept,
        emit: Option<FunctionId>,
    ) -> std::result::Result<Vec<ExprId>, InputError> {
        let mut arguments = Vec::new();
        for (i, role) in self.roles.iter().enumerate() {
            arguments.push(match role {
                Role::At(ty, role) => {
                    let value = self.value(code, draft, role, kept, emit)?;
                    let local = code.variable(draft, "at", *ty, value);
                    kept.variables.push((i, local));
                    code.address_of(draft, local)?
                }
                role => self.value(code, draft, role, kept, emit)?,
            });
        }
        Ok(arguments)
    }

    /// Where the input begins: asked for twice, there were two.
    fn write_input(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &mut Draft,
    ) -> std::result::Result<Option<LocalId>, InputError> {
        if self.roles.contains(&Role::Stdin) {
            return Ok(None);
        }
        let (void, symbol) = (code.void(), code.integer(self.reads()));
        let (constant, name) = match self.is_in_place() {
            true => (false, "__mores_changed"),
            false => (true, "__mores_stream"),
        };
        let (anything, ty) = (code.pointer(void, constant), code.pointer(symbol, constant));
        let stream = code.declare(name, anything, Vec::new());
        let first = code.call(stream, Vec::new())?;
        Ok(Some(code.variable(draft, "input", ty, first)))
    }

    fn is_in_place(&self) -> bool {
        let mut roles = self.roles.iter().map(Role::plain);
        roles.any(|role| matches!(role, Role::Changed(_)))
    }

    /// What a parameter is given.
    fn value(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &Draft,
        role: &Role,
        kept: &Kept,
        emit: Option<FunctionId>,
    ) -> std::result::Result<ExprId, InputError> {
        let long = code.integer(IntegerKind::Long);
        let symbols = code.declare("__mores_symbols", long, Vec::new());
        let first = kept.input.map(|input| code.get(draft, input)).transpose()?;
        match (role, kept.buffer, emit) {
            (Role::Input(_) | Role::Changed(_), ..) => Ok(first.unwrap_or_else(|| code.null())),
            (Role::InputEnd, ..) => {
                let length = code.call(symbols, Vec::new())?;
                let first = first.unwrap_or_else(|| code.null());
                code.arithmetic(BinaryOp::Add, first, length)
            }
            (Role::Length, ..) => code.call(symbols, Vec::new()),
            (Role::Output(_), Some(buffer), _) => code.get(draft, buffer),
            (Role::OutputEnd, Some(buffer), _) => {
                let (first, room) = (
                    code.get(draft, buffer)?,
                    code.number(ROOM, IntegerKind::Long),
                );
                code.arithmetic(BinaryOp::Add, first, room)
            }
            (Role::Room, ..) => Ok(code.number(ROOM, IntegerKind::Int)),
            (Role::Fixed(value), ..) => Ok(code.number(*value, IntegerKind::LongLong)),
            (Role::Emit(_), _, Some(emit)) => Ok(code.address(emit)),
            (Role::Empty, ..) => code.text(""),
            (Role::Stdin, ..) => code.named_global("stdin"),
            (Role::Stdout, ..) => code.named_global("stdout"),
            _ => Ok(code.null()),
        }
    }

    fn reads(&self) -> IntegerKind {
        let kinds = self.roles.iter().find_map(|role| match role.plain() {
            Role::Input(kind) | Role::Changed(kind) => Some(*kind),
            _ => None,
        });
        kinds.unwrap_or(IntegerKind::Char)
    }

    /// What becomes of the result of the call.
    fn keep(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &mut Draft,
        call: ExprId,
        kept: &Kept,
    ) -> Written {
        let void = code.void();
        let anywhere = code.pointer(void, true);
        let ty = code.ty(call);
        let (ty, less, how) = match self.result {
            Result::Length => (ty, CompareOp::Less, "negative result"),
            Result::Stored { status: true, .. } | Result::Reached { status: true, .. } => {
                (ty, CompareOp::Less, "negative result")
            }
            Result::End if code.unit().types.is_integer(ty) => {
                let result = code.variable(draft, "result", ty, call);
                return self.keep_counted(code, draft, Some(result), kept);
            }
            Result::End | Result::Made(_) => (anywhere, CompareOp::Equal, "null result"),
            Result::Nothing | Result::Unread | Result::Stored { .. } | Result::Reached { .. } => {
                code.push(draft, call);
                return self.keep_counted(code, draft, None, kept);
            }
        };
        let result = code.variable(draft, "result", ty, call);
        let (given, zero) = (code.get(draft, result)?, code.number(0, IntegerKind::Int));
        let gives_up = code.compare(less, given, zero)?;
        let given_up = give_up(code, how)?;
        code.when(draft, gives_up, given_up, None);
        if matches!(self.result, Result::Made(_)) {
            let given = code.get(draft, result)?;
            let input = self.value(code, draft, &Role::Input(self.reads()), kept, None)?;
            let counted = self
                .roles
                .iter()
                .any(|r| matches!(r.plain(), Role::Length | Role::InputEnd));
            let count = match counted {
                true => Some(self.value(code, draft, &Role::Length, kept, None)?),
                false => None,
            };
            made::is_output(code, draft, given, (input, count))?;
        }
        self.keep_counted(code, draft, Some(result), kept)
    }

    /// Where something says how much of what was written is output, no more of it is.
    fn keep_counted(
        &self,
        code: &mut Writer<'_, '_>,
        draft: &mut Draft,
        result: Option<LocalId>,
        kept: &Kept,
    ) -> Written {
        let says = match self.result {
            Result::Length | Result::End => result,
            Result::Stored { at, .. } | Result::Reached { at, .. } | Result::Made(Some(at)) => {
                kept.variable(at)
            }
            Result::Nothing | Result::Unread | Result::Made(None) => None,
        };
        let Some(says) = says else {
            return Ok(());
        };
        let mut count = code.get(draft, says)?;
        if let (Result::End | Result::Reached { .. }, Some(buffer)) = (self.result, kept.buffer) {
            let first = code.get(draft, buffer)?;
            let ty = match code.unit().types.is_integer(code.ty(count)) {
                true => code.integer(IntegerKind::UnsignedLong),
                false => code.ty(first),
            };
            let first = code.convert(first, ty);
            let end = code.convert(count, ty);
            count = code.arithmetic(BinaryOp::Subtract, end, first)?;
        }
        let (void, wide) = (code.void(), code.integer(IntegerKind::LongLong));
        let keep = code.declare("__mores_keep", void, vec![wide]);
        let keeps = code.call(keep, vec![count])?;
        code.push(draft, keeps);
        Ok(())
    }
}

/// The buffer that is written to.
fn write_buffer(
    code: &mut Writer<'_, '_>,
    draft: &mut Draft,
    kind: IntegerKind,
) -> std::result::Result<LocalId, InputError> {
    let (void, symbol) = (code.void(), code.integer(kind));
    let anything = code.pointer(void, false);
    let sink = code.declare("__mores_sink", anything, Vec::new());
    let (ty, made) = (code.pointer(symbol, false), code.call(sink, Vec::new())?);
    Ok(code.variable(draft, "buffer", ty, made))
}

fn give_up(code: &mut Writer<'_, '_>, how: &str) -> std::result::Result<StmtId, InputError> {
    let (void, char) = (code.void(), code.integer(IntegerKind::Char));
    let text = code.pointer(char, true);
    let function = code.declare("__mores_gives_up", void, vec![text]);
    let how = code.text(how)?;
    let given_up = code.call(function, vec![how])?;
    Ok(code.expr(given_up))
}
