//! `printf` and `fprintf` with a format that is known, where nobody looks at the characters: only what C demands of the
//! arguments is looked at. All else is code of the library.

use ir::{BinaryOp as Op, Expr, IntType, PrintArg, Type, WorldOp};

use super::format::{Most, Takes, takes};
use super::intrinsic::NamedCall;
use super::{Argument, Used};
use crate::c::library::{STDERR, STDOUT};
use crate::c::lower::body::Lowering;
use crate::c::lower::endings::Undefined;
use crate::c::lower::fold;
use crate::c::lower::home::StaticHome;
use crate::c::lower::shape::Shape;
use crate::c::lower::value::{Pointer, Value, number};

/// The function of the library that reads a text, to see that it can be read.
const READ_TEXT: &str = "__mores_read_text";

/// The function of the library that looks whether a file is open for writing.
const WRITE_TO_FILE: &str = "__mores_for_writing";

/// Where a function that formats writes.
#[derive(Clone, Copy)]
enum To {
    Output,
    /// The stream is the first argument.
    Stream,
}

impl Lowering<'_, '_> {
    /// Does a call that needs no more than this; whether it is one.
    pub(super) fn printed(&mut self, call: &NamedCall) -> bool {
        let (to, at) = match self.unit().functions[call.function].name.as_str() {
            "printf" => (To::Output, 0),
            "__printf_chk" => (To::Output, 1),
            "fprintf" => (To::Stream, 1),
            "__fprintf_chk" => (To::Stream, 2),
            _ => return false,
        };
        if self.whole.options.streams.is_some() || call.used != Used::No {
            return false;
        }
        let Some(taken) = self
            .literal_text(call.ids.get(at))
            .and_then(|f| takes(&f, self.unit().word() * 8))
        else {
            return false;
        };
        let Some((Value::Pointer(format), _)) = call.values.get(at) else {
            return false;
        };
        // A stream that was closed is looked at by the library's code.
        if self.whole.closes() {
            return false;
        }
        let arguments = &call.values[at + 1..];
        self.demand_arguments(&taken, arguments);
        match (to, call.values) {
            (To::Stream, [(Value::Pointer(stream), _), ..]) => {
                self.print_to(stream, format, arguments)
            }
            _ => self.print(format, arguments),
        }
        true
    }

    /// Goes on only if there is an argument of the right kind for each conversion.
    fn demand_arguments(&mut self, taken: &[Takes], arguments: &[Argument]) {
        for (i, takes) in taken.iter().enumerate() {
            let Some((value, shape)) = arguments.get(i).filter(|(_, shape)| fits(*takes, shape))
            else {
                let away = self.undefined(Undefined::Argument);
                self.code.goto(away);
                return;
            };
            if let (Takes::Text(most), Value::Pointer(_)) = (takes, value) {
                let int = Shape::Number(Type::Int(IntType::I32));
                let most = match (
                    most,
                    i.checked_sub(1).and_then(|before| arguments.get(before)),
                ) {
                    (Most::Before, Some((Value::Number(before), _))) => before.clone(),
                    (Most::Fixed(most), _) => number(IntType::I32, i128::from(*most)),
                    (Most::All | Most::Before, _) => number(IntType::I32, -1),
                };
                self.read_text((value.clone(), shape.clone()), (Value::Number(most), int));
            }
        }
    }

    fn read_text(&mut self, text: Argument, most: Argument) {
        match self.unit().defined(READ_TEXT) {
            Some(function) => {
                self.call_source(function, vec![text, most], Used::No);
            }
            None => self.unsupported("a text is printed where the library is not at hand"),
        }
    }

    fn print(&mut self, format: &Pointer, args: &[Argument]) {
        let arguments = args.iter().filter_map(|(value, _)| match value {
            Value::Number(number) => Some(PrintArg::Number(number.clone())),
            Value::Pointer(pointer) => Some(PrintArg::Pointer(pointer.position())),
            Value::Void | Value::Record(_) => None,
        });
        let args = arguments.collect();
        self.code.world(WorldOp::Print {
            format: format.position(),
            args,
        });
    }

    /// Writes if a stream is that of standard output; what goes to standard error leaves no trace.
    fn print_to(&mut self, stream: &Pointer, format: &Pointer, args: &[Argument]) {
        let (write, other, astray, on) = (
            self.code.block(),
            self.code.block(),
            self.code.block(),
            self.code.block(),
        );
        let is = |block: Expr| fold::binary(Op::Eq, stream.block.clone(), block);
        let (Some(output), Some(errors)) = (self.stream_object(STDOUT), self.stream_object(STDERR))
        else {
            return self.unsupported("a stream where there are none");
        };
        self.code.branch(is(output), write, other);
        self.code.at(other);
        self.code.branch(is(errors), on, astray);
        self.code.at(astray);
        self.write_to_file(stream);
        self.code.goto(on);
        self.code.at(write);
        self.print(format, args);
        self.code.flow(on);
    }

    /// What is written to a file leaves no trace, but the file must be open for it.
    fn write_to_file(&mut self, stream: &Pointer) {
        match self.unit().defined(WRITE_TO_FILE) {
            Some(function) => {
                let stream = (Value::Pointer(stream.clone()), Shape::Pointer);
                self.call_source(function, vec![stream], Used::No);
            }
            None => self.unsupported("a stream that is none of the three standard ones"),
        }
    }

    /// The block that streams of a kind point to.
    fn stream_object(&mut self, name: &str) -> Option<Expr> {
        let (id, _) = self
            .unit()
            .globals
            .iter()
            .find(|(_, global)| global.name == name)?;
        match self.whole.static_home(id) {
            StaticHome::Block(global, _) => Some(self.load_global(global, Type::Ref)),
            StaticHome::Number(..) | StaticHome::Pointer(..) | StaticHome::Elsewhere(_) => None,
        }
    }
}

/// Whether an argument is what a conversion takes, to the machine.
fn fits(takes: Takes, shape: &Shape) -> bool {
    match (takes, shape) {
        (Takes::Integer(bits), Shape::Number(Type::Int(int))) => int.bits == bits,
        (Takes::Float, Shape::Number(Type::Float(float))) => float.bits() == 64,
        (Takes::Text(_) | Takes::Pointer, Shape::Pointer) => true,
        _ => false,
    }
}
