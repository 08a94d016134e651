//! Functions that write: to standard output, which is seen, or elsewhere, which is not.

use ir::{BinaryOp as Op, Expr, IntType, PrintArg, Type, WorldOp};

use super::Argument;
use super::intrinsic::{I32, NamedCall};
use crate::c::library::STDOUT;
use crate::c::lower::body::Lowering;
use crate::c::lower::fold;
use crate::c::lower::home::StaticHome;
use crate::c::lower::shape::{Shape, U8};
use crate::c::lower::value::{Pointer, Value, number};
use crate::c::tree::ExprId;

/// Where a function that formats writes, and which argument is the format.
enum Formatted {
    Output(usize),
    /// The stream is the first argument.
    Stream(usize),
    /// What is written is not seen.
    Nowhere,
}

impl Lowering<'_, '_> {
    pub(super) fn output(&mut self, name: &str, call: &NamedCall) -> Option<Value> {
        let formatted = match (name, call.values) {
            ("putchar", [(Value::Number(character), _)]) => return Some(self.put(character.clone())),
            ("printf", _) => Formatted::Output(0),
            ("__printf_chk" | "___printf_chk", _) => Formatted::Output(1),
            ("fprintf", _) => Formatted::Stream(1),
            ("__fprintf_chk" | "___fprintf_chk", _) => Formatted::Stream(2),
            ("vprintf" | "vfprintf" | "dprintf" | "vdprintf" | "syslog" | "warn" | "warnx", _) => Formatted::Nowhere,
            _ => return None,
        };
        let (Formatted::Output(at) | Formatted::Stream(at)) = formatted else {
            return Some(self.printed(name, call.used));
        };
        let (Value::Pointer(format), _) = call.values.get(at)? else { return None };
        if call.ids.get(at).is_some_and(|id| self.writes_back(*id)) {
            return Some(self.unsupported_value("a format with %n", &Shape::Number(I32)));
        }
        let rest = &call.values[at + 1..];
        match (formatted, call.values) {
            (Formatted::Stream(_), [(Value::Pointer(stream), _), ..]) => self.print_to(stream, format, rest),
            _ => self.print(format, rest),
        }
        Some(self.printed(name, call.used))
    }

    /// How many characters were written, which nobody counts.
    fn printed(&mut self, name: &str, used: bool) -> Value {
        match used {
            true => Value::Number(self.code.input(I32, name)),
            false => Value::Number(number(IntType::I32, 0)),
        }
    }

    /// Whether a format that is known stores something through an argument.
    fn writes_back(&self, format: ExprId) -> bool {
        let Some(text) = self.literal(format) else { return false };
        let mut conversion = false;
        for c in text.into_iter().filter_map(char::from_u32) {
            match c {
                '%' => conversion = !conversion,
                'n' if conversion => return true,
                _ if c.is_ascii_alphabetic() && !"hljztLq".contains(c) => conversion = false,
                _ => {}
            }
        }
        false
    }

    fn print(&mut self, format: &Pointer, args: &[Argument]) {
        let arguments = args.iter().filter_map(|(value, _)| match value {
            Value::Number(number) => Some(PrintArg::Number(number.clone())),
            Value::Pointer(pointer) => Some(PrintArg::Pointer(pointer.position())),
            Value::Void | Value::Record(_) => None,
        });
        let args = arguments.collect();
        self.code.world(WorldOp::Print { format: format.position(), args });
    }

    /// Writes if a stream is that of standard output.
    fn print_to(&mut self, stream: &Pointer, format: &Pointer, args: &[Argument]) {
        let Some(output) = self.standard_output() else { return };
        let (write, on) = (self.code.block(), self.code.block());
        self.code.branch(fold::binary(Op::Eq, stream.block.clone(), output), write, on);
        self.code.at(write);
        self.print(format, args);
        self.code.flow(on);
    }

    /// The block that streams to standard output point to; none if the program has no such stream.
    fn standard_output(&mut self) -> Option<Expr> {
        let (id, _) = self.unit().globals.iter().find(|(_, global)| global.name == STDOUT)?;
        match self.whole.static_home(id) {
            StaticHome::Block(global, _) => Some(self.load_global(global, Type::Ref)),
            StaticHome::Number(..) | StaticHome::Pointer(..) | StaticHome::Elsewhere(_) => None,
        }
    }

    fn put(&mut self, character: Expr) -> Value {
        let byte = self.code.cast(Type::Int(U8), character);
        let byte = self.code.atom(byte);
        if !self.writes_by_itself() {
            self.code.world(WorldOp::Output(byte.clone()));
        }
        Value::Number(self.code.cast(I32, byte))
    }
}
