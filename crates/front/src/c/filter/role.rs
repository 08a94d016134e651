//! What a parameter of a function that is a filter is for.
//!
//! Input is what is read and not changed, output what is changed, whatever their types say of `const`. Where nothing is read that is not changed, too,
//! it is changed in place. A number behind the input is its length, one
//! behind the output is room in it. A pointer behind either to which nobody goes is where it ends. A pointer to a single number or to a pointer stands
//! for that: it is the address of a variable.

use super::FilterOptions;
use super::emit::{Emit, emit};
use super::uses::{Uses, behind_pointer, of_pointer, reads_file};
use crate::c::tree::{FunctionId, Unit};
use crate::c::types::{IntegerKind, QualType, Type, TypeId};

/// What a parameter is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What is read.
    Input(IntegerKind),
    /// Where that ends.
    InputEnd,
    /// How many symbols there are to read.
    Length,
    /// What is read, and changed where it lies.
    Changed(IntegerKind),
    /// Where to write.
    Output(IntegerKind),
    /// Where what can be written to ends.
    OutputEnd,
    /// How much room there is to write.
    Room,
    /// A function that is given what is written.
    Emit(Emit),
    /// A number that has nothing to do with either.
    Fixed(i64),
    /// A pointer that is null.
    Null,
    /// A text of no characters.
    Empty,
    /// Standard input: what is read.
    Stdin,
    /// Standard output: what is written.
    Stdout,
    /// The address of a variable of this type that holds what is for something.
    At(TypeId, Box<Role>),
}

impl Role {
    /// What it is for, be it itself or behind an address.
    pub(super) fn plain(&self) -> &Self {
        match self {
            Self::At(_, role) => role,
            role => role,
        }
    }
}

/// A parameter.
pub(super) struct Parameter<'u> {
    pub(super) name: &'u str,
    pub(super) ty: TypeId,
}

/// What kind of thing a parameter is.
enum Thing {
    /// A number that may say how many there are.
    Count,
    /// A smaller one, a truth value or one with a name.
    Choice,
    /// Symbols.
    Symbols(IntegerKind, Uses),
    /// The address of a pointer to symbols.
    Cursor(IntegerKind, TypeId, Uses),
    /// The address of a number.
    Cell(TypeId),
    /// A function that takes symbols.
    Callback(Emit),
    /// A stream of the C library that is read from, or written to.
    File { reads: bool },
    /// A pointer that nobody follows.
    Unused,
    /// None of these.
    Other,
}

/// The roles of all parameters.
pub(super) fn roles(
    unit: &Unit,
    function: FunctionId,
    parameters: &[Parameter],
    options: &FilterOptions,
) -> Result<Vec<Role>, String> {
    let things: Vec<Thing> = parameters
        .iter()
        .enumerate()
        .map(|(i, parameter)| thing(unit, function, i, parameter.ty))
        .collect::<Result<_, String>>()?;
    let given = |i: usize| {
        let mut values = options.values.iter();
        let found = values.find(|(name, _)| name == parameters[i].name);
        found.map(|(_, value)| *value)
    };
    let open = |i: &usize| matches!(things[*i], Thing::Count) && given(*i).is_none();
    let sides = Sides::of(unit, &things, parameters);
    let length = sides.length(parameters.len(), open);
    (0..parameters.len())
        .map(|i| match given(i) {
            Some(value) => number_given(&things[i], value),
            None => sides.role(&things, i, length),
        })
        .collect()
}

fn number_given(thing: &Thing, value: i64) -> Result<Role, String> {
    match thing {
        Thing::Count | Thing::Choice => Ok(Role::Fixed(value)),
        Thing::Cell(ty) => Ok(Role::At(*ty, Box::new(Role::Fixed(value)))),
        _ => Err(NO_PART.to_owned()),
    }
}

const NO_PART: &str =
    "it has a parameter that is neither what it reads, a number, a buffer nor a callback";

fn thing(unit: &Unit, function: FunctionId, at: usize, ty: TypeId) -> Result<Thing, String> {
    let to = match unit.types.get(ty) {
        Type::Integer(kind) if unit.machine.integer(*kind) >= 4 => return Ok(Thing::Count),
        Type::Integer(_) | Type::Enum(_) | Type::Bool => return Ok(Thing::Choice),
        Type::Pointer(to) => *to,
        _ => return Ok(Thing::Other),
    };
    let uses = of_pointer(unit, function, at);
    Ok(match unit.types.get(to.id) {
        Type::Function(callback) => Thing::Callback(emit(unit, callback)?),
        Type::Integer(kind) if is_cell(unit, *kind, to, uses) => Thing::Cell(to.id),
        Type::Integer(kind) => Thing::Symbols(*kind, read_if_constant(to, uses)),
        Type::Void if uses.moves && (uses.reads || uses.writes) => {
            let kind = uses.element.unwrap_or(IntegerKind::UnsignedChar);
            Thing::Symbols(kind, read_if_constant(to, uses))
        }
        Type::Pointer(inner) => match unit.types.get(inner.id) {
            Type::Integer(kind) => Thing::Cursor(
                *kind,
                to.id,
                read_if_constant(*inner, behind_pointer(unit, function, at)),
            ),
            _ => Thing::Other,
        },
        Type::Record(_) if unit.types.name(QualType::plain(to.id)).contains("_IO_FILE") => {
            Thing::File {
                reads: reads_file(unit, function, at),
            }
        }
        _ if !uses.reads && !uses.writes => Thing::Unused,
        _ => Thing::Other,
    })
}

/// Whether a pointer is the address of one number, and no characters.
fn is_cell(unit: &Unit, kind: IntegerKind, to: QualType, uses: Uses) -> bool {
    !to.constant && unit.machine.integer(kind) > 1 && !uses.moves && (uses.reads || uses.writes)
}

/// What is constant is not changed, whatever becomes of pointers to it.
fn read_if_constant(to: QualType, uses: Uses) -> Uses {
    Uses {
        writes: uses.writes && !to.constant,
        ..uses
    }
}

/// Which parameters are input and output.
struct Sides {
    input: Option<usize>,
    output: Option<usize>,
    /// The input, if it is output, too.
    changed: Option<usize>,
    /// What stands behind them, where that is where they end.
    input_end: Option<usize>,
    output_end: Option<usize>,
}

impl Sides {
    fn of(unit: &Unit, things: &[Thing], parameters: &[Parameter]) -> Self {
        let uses = |i: usize| match &things[i] {
            Thing::Symbols(_, uses) | Thing::Cursor(_, _, uses) => Some(*uses),
            _ => None,
        };
        let constant = |i: usize| match unit.types.get(parameters[i].ty) {
            Type::Pointer(to) => to.constant,
            _ => false,
        };
        let find = |is: &dyn Fn(usize, Uses) -> bool| {
            (0..things.len()).find(|&i| uses(i).is_some_and(|uses| is(i, uses)))
        };
        let input = find(&|i, uses| constant(i) && uses.reads)
            .or_else(|| find(&|_, uses| uses.reads && !uses.writes))
            .or_else(|| find(&|i, _| constant(i)));
        let changed = find(&|_, uses| uses.reads && uses.writes);
        // What may be null where the other may not is a choice.
        let is_asked = |i: usize| uses(i).is_some_and(|uses| uses.asked);
        let is_choice = |i: usize| is_asked(i) && changed.is_some_and(|other| !is_asked(other));
        let input = input.filter(|i| !is_choice(*i));
        let changed = changed.filter(|_| input.is_none());
        let input = input.or(changed);
        let output = find(&|i, uses| uses.writes && Some(i) != input);
        let changed = changed.filter(|_| output.is_none());
        let end = |side: Option<usize>| {
            let next = side? + 1;
            let same = next < things.len() && parameters[next].ty == parameters[side?].ty;
            let unused =
                uses(next.min(things.len() - 1)).is_some_and(|uses| !uses.reads && !uses.writes);
            (same && unused && Some(next) != input && Some(next) != output).then_some(next)
        };
        Self {
            input,
            output,
            changed,
            input_end: end(input),
            output_end: end(output),
        }
    }

    /// The number that says how much there is to read: the one behind the input, or the first that is not room in an output before it.
    fn length(&self, count: usize, open: impl Fn(&usize) -> bool) -> Option<usize> {
        let input = self.input?;
        let is_room = |i: usize| {
            self.output
                .is_some_and(|output| output + 1 == i && i < input)
        };
        let behind = Some(input + 1).filter(|i| *i < count && open(i));
        match self.input_end {
            Some(_) => None,
            None => behind.or_else(|| (0..count).find(|i| open(i) && !is_room(*i))),
        }
    }

    fn role(&self, things: &[Thing], i: usize, length: Option<usize>) -> Result<Role, String> {
        let behind = |side: Option<usize>, end: Option<usize>| {
            i > 0 && (side == Some(i - 1) || end.is_some() && end == Some(i - 1))
        };
        let fault = || Err(NO_PART.to_owned());
        let side = |kind: IntegerKind| match Some(i) {
            at if at == self.changed => Some(Role::Changed(kind)),
            at if at == self.input => Some(Role::Input(kind)),
            at if at == self.output => Some(Role::Output(kind)),
            at if at == self.input_end => Some(Role::InputEnd),
            at if at == self.output_end => Some(Role::OutputEnd),
            _ => None,
        };
        match &things[i] {
            Thing::Count if length == Some(i) => Ok(Role::Length),
            Thing::Count if behind(self.output, self.output_end) => Ok(Role::Room),
            Thing::Count | Thing::Choice => Ok(Role::Fixed(0)),
            Thing::Symbols(kind, uses) => match side(*kind) {
                Some(role) => Ok(role),
                None if uses.writes => Err(super::call::SEVERAL.to_owned()),
                None if uses.asked || !uses.reads => Ok(Role::Null),
                None => Ok(Role::Empty),
            },
            Thing::Cursor(kind, ty, _) => match side(*kind) {
                Some(role) => Ok(Role::At(*ty, Box::new(role))),
                None => fault(),
            },
            Thing::Cell(ty) if behind(self.input, None) && length.is_none() => {
                Ok(Role::At(*ty, Box::new(Role::Length)))
            }
            Thing::Cell(ty) if self.output.is_none() || behind(self.output, None) => {
                Ok(Role::At(*ty, Box::new(Role::Room)))
            }
            Thing::Cell(ty) => Ok(Role::At(*ty, Box::new(Role::Fixed(0)))),
            Thing::Callback(emit) => Ok(Role::Emit(emit.clone())),
            Thing::File { reads: true } => Ok(Role::Stdin),
            Thing::File { reads: false } => Ok(Role::Stdout),
            Thing::Unused => Ok(Role::Null),
            Thing::Other => fault(),
        }
    }
}
