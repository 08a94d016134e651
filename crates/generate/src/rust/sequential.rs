//! The model as it is, from symbol to symbol: `Stream`.

use std::fmt::Write as _;

use model::transducer::{Acceptor, End, Step, SymbolType, SymbolicTransducer};
use smt::{Sort, Term, Value};

use super::Types;
use super::tables::array;
use super::text::{byte_string, literal, tame, within};
use crate::Refusal;
use crate::expression::{Computed, Dialect, Expressions};
use crate::plan::Plan;

/// Writes the sequential form.
pub(super) struct Sequential<'a> {
    plan: &'a Plan<'a>,
    types: &'a Types,
    expressions: Expressions<'a>,
}

/// How many of the symbols before the current one have to be kept.
pub(super) fn window(plan: &Plan<'_>) -> usize {
    plan.lookback.iter().copied().max().unwrap_or(0)
}

/// A symbol that was read, as a number without a sign.
pub(super) fn read(ty: SymbolType, symbol: &str) -> String {
    match (ty.signed, ty.bits) {
        (false, 32) => symbol.to_owned(),
        (false, _) => format!("u32::from({symbol})"),
        (true, 32) => format!("{symbol} as u32"),
        (true, bits) => format!("u32::from({symbol} as u{bits})"),
    }
}

fn type_of(sort: Sort) -> Result<&'static str, Refusal> {
    match sort {
        Sort::Bool => Ok("bool"),
        Sort::BitVec(33..) => Ok("u64"),
        Sort::BitVec(_) => Ok("u32"),
        Sort::Int => Err(Refusal::new("it counts without a bound")),
    }
}

impl<'a> Sequential<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, types: &'a Types) -> Self {
        let machine = plan.machine;
        let mut expressions = Expressions::new(&machine.terms, Dialect::Rust, "TABLE".to_owned());
        expressions.name(machine.seen(0), "x".to_owned());
        for back in 1..=machine.lookback {
            expressions.name(machine.seen(back), format!("x{back}"));
        }
        for (number, register) in machine.registers.iter().enumerate() {
            expressions.name(register.variable, format!("r{number}"));
        }
        Self {
            plan,
            types,
            expressions,
        }
    }

    /// The type `Stream` with all its methods, `feed` among them, and the tables that they look up.
    pub(super) fn code(mut self, feed: &str) -> Result<String, Refusal> {
        let declared = self.declared()?;
        let begin = self.begin()?;
        let (end, steps) = (self.end()?, self.steps()?);
        let tables = self.expressions.tables().iter().enumerate();
        let tables: String = tables
            .map(|(number, table)| array(&format!("TABLE{number}"), table) + "\n")
            .collect();
        let default = match self.plan.streams() {
            true => {
                "\nimpl Default for Stream {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n"
            }
            false => "",
        };
        Ok(format!(
            "{tables}{declared}\n// Expressions are bracketed whether or not they need it, and not every step needs the symbol.\n\
             #[allow(clippy::all, dead_code, unused_mut, unused_parens, unused_variables)]\n\
             impl Stream {{\n{begin}\n{feed}\n{end}\n{steps}}}\n{default}"
        ))
    }

    fn machine(&self) -> &'a SymbolicTransducer {
        self.plan.machine
    }

    /// `pub`, where the input may come in pieces.
    fn visibility(&self) -> &'static str {
        if self.plan.streams() { "pub " } else { "" }
    }

    fn declared(&self) -> Result<String, Refusal> {
        let mut text = format!(
            "/// What is known between two symbols.\n#[derive(Clone, Debug)]\n{}struct Stream {{\n    state: usize,\n",
            self.visibility()
        );
        for back in 1..=window(self.plan) {
            let _ = writeln!(text, "    // Read {back} before.\n    x{back}: u32,");
        }
        for (number, register) in self.machine().registers.iter().enumerate() {
            let ty = type_of(self.machine().terms.sort(register.variable))?;
            let _ = writeln!(text, "    // {}", tame(&register.name));
            let _ = writeln!(text, "    r{number}: {ty},");
        }
        Ok(text + "}\n")
    }

    /// How a stream comes to be: in the only start, or in the one that the whole input chooses.
    fn begin(&mut self) -> Result<String, Refusal> {
        let mut fields = String::new();
        for back in 1..=window(self.plan) {
            let _ = writeln!(fields, "            x{back}: 0,");
        }
        for (number, register) in self.machine().registers.iter().enumerate() {
            let value = match &register.initial {
                Value::Bool(b) => b.to_string(),
                Value::BitVec { bits, .. } => bits.to_string(),
                Value::Int(_) => return Err(Refusal::new("it counts without a bound")),
            };
            let _ = writeln!(fields, "            r{number}: {value},");
        }
        let (head, state) = match self.plan.start() {
            Some(start) => (
                "    /// Before the first symbol.\n    pub fn new() -> Self {\n".to_owned(),
                format!("            state: {start},\n"),
            ),
            None => (
                format!(
                    "    /// Before the first symbol, where the whole input says where to start.\n{}(input: &[{}]) -> Self {{\n",
                    "    fn chosen", self.types.input
                ),
                "            state: Self::start(input),\n".to_owned(),
            ),
        };
        let choice = match self.plan.start() {
            Some(_) => String::new(),
            None => self.choice()?,
        };
        Ok(format!(
            "{head}        Self {{\n{state}{fields}        }}\n    }}\n{choice}"
        ))
    }

    /// Where the whole input decides where to start: each start's automaton reads it.
    fn choice(&mut self) -> Result<String, Refusal> {
        let starts = &self.machine().starts;
        let (mut tried, mut acceptors) = (String::new(), String::new());
        let sure = starts.iter().position(|start| start.when.is_none());
        // Every input has its start, so the last one needs no question.
        let last = sure.unwrap_or(starts.len().saturating_sub(1));
        for (number, start) in starts.iter().enumerate().take(last) {
            // Without states nothing is accepted.
            let acceptor = start.when.as_ref();
            let Some(acceptor) = acceptor.filter(|acceptor| !acceptor.states.is_empty()) else {
                continue;
            };
            acceptors += &self.acceptor(number, acceptor)?;
            let _ = writeln!(
                tried,
                "        if Self::accepts_{number}(input) {{\n            return {};\n        }}",
                start.state
            );
        }
        let otherwise = starts.get(last).map_or(0, |start| start.state);
        Ok(format!(
            "\n    /// Which of the starts is meant.\n    fn start(input: &[{}]) -> usize {{\n{tried}        {otherwise}\n    }}\n{acceptors}",
            self.types.input
        ))
    }

    fn acceptor(&mut self, number: usize, acceptor: &Acceptor) -> Result<String, Refusal> {
        let mut arms = String::new();
        for (state, does) in acceptor.states.iter().enumerate() {
            let _ = write!(arms, "                {state} => ");
            for (guard, to) in &does.edges {
                let guard = self.condition(*guard)?;
                let _ = write!(arms, "if {guard} {{ {to} }} else ");
            }
            arms += "{ DEAD }\n";
        }
        let accepting = acceptor.states.iter().enumerate();
        let accepting: Vec<String> = accepting
            .filter(|(_, does)| does.accepting)
            .map(|(state, _)| state.to_string())
            .collect();
        let accepts = match accepting.is_empty() {
            true => "false".to_owned(),
            false => format!("matches!(state, {})", accepting.join(" | ")),
        };
        Ok(format!(
            "\n    /// Whether start number {number} is the one.\n    fn accepts_{number}(input: &[{}]) -> bool {{\n        \
             const DEAD: usize = usize::MAX;\n        let mut state = 0usize;\n        for &symbol in input {{\n{}            \
             state = match state {{\n{arms}                _ => return false,\n            }};\n        }}\n        \
             {accepts}\n    }}\n",
            self.types.input,
            self.symbol()
        ))
    }

    /// What is known of the symbol that is read.
    fn symbol(&self) -> String {
        let x = read(self.machine().input, "symbol");
        format!("            let x = {x};\n")
    }

    /// Variables of the stream that are kept in variables of a function.
    fn kept(&self) -> Vec<String> {
        let back = (1..=window(self.plan)).map(|back| format!("x{back}"));
        let registers = (0..self.machine().registers.len()).map(|number| format!("r{number}"));
        back.chain(registers).collect()
    }

    fn steps(&mut self) -> Result<String, Refusal> {
        let machine = self.machine();
        let mut text = format!(
            "    /// From symbol to symbol, as the model says.\n{}(&mut self, input: &[{}], output: &mut Vec<{}>) {{\n        let mut state = self.state;\n",
            "    fn steps", self.types.input, self.types.output
        );
        for variable in self.kept() {
            let _ = writeln!(text, "        let mut {variable} = self.{variable};");
        }
        let _ = write!(text, "        for &symbol in input {{\n{}", self.symbol());
        if let [only] = &machine.states[..] {
            text += &self.cases(0, &only.steps, 3)?;
        } else {
            text += "            match state {\n";
            for (number, state) in machine.states.iter().enumerate() {
                match number + 1 == machine.states.len() {
                    true => text += "                _ => {\n",
                    false => text += &format!("                {number} => {{\n"),
                }
                text += &self.cases(number, &state.steps, 5)?;
                text += "                }\n";
            }
            text += "            }\n";
        }
        for back in (1..=window(self.plan)).rev() {
            let newer = match back {
                1 => "x".to_owned(),
                back => format!("x{}", back - 1),
            };
            let _ = writeln!(text, "            x{back} = {newer};");
        }
        text += "        }\n        self.state = state;\n";
        for variable in self.kept() {
            let _ = writeln!(text, "        self.{variable} = {variable};");
        }
        Ok(text + "    }\n")
    }

    /// What a state does: one case after the other; the one that takes longest to say comes last, as all the rest.
    fn cases(&mut self, state: usize, steps: &[Step], depth: usize) -> Result<String, Refusal> {
        let mut guarded = Vec::new();
        for step in steps {
            guarded.push((self.condition(step.guard)?, step));
        }
        guarded.sort_by_key(|(guard, _)| guard.len());
        let indent = "    ".repeat(depth);
        if let [(_, only)] = &guarded[..] {
            return self.step(state, only, &indent);
        }
        let mut text = String::new();
        let last = guarded.len().saturating_sub(1);
        for (i, (guard, step)) in guarded.iter().enumerate() {
            let head = match (i, i == last) {
                (0, _) => format!("{indent}if {guard} {{"),
                (_, true) => " else {".to_owned(),
                (_, false) => format!(" else if {guard} {{"),
            };
            let _ = writeln!(text, "{head}");
            text += &self.step(state, step, &format!("{indent}    "))?;
            let _ = write!(text, "{indent}}}");
        }
        Ok(text + if guarded.is_empty() { "" } else { "\n" })
    }

    fn step(&mut self, state: usize, step: &Step, indent: &str) -> Result<String, Refusal> {
        let mut text = self.writes(&step.writes, indent)?;
        let mut news = String::new();
        let registers = step.updates.iter().zip(&self.machine().registers);
        for (number, (update, register)) in registers.enumerate() {
            if *update == register.variable {
                continue;
            }
            let computed = self.expressions.compute(*update)?;
            text += &declarations(&computed, indent);
            let _ = writeln!(text, "{indent}let new{number} = {};", computed.value);
            let _ = writeln!(news, "{indent}r{number} = new{number};");
        }
        text += &news;
        if step.to != state {
            let _ = writeln!(text, "{indent}state = {};", step.to);
        }
        Ok(text)
    }

    fn writes(&mut self, writes: &[Term], indent: &str) -> Result<String, Refusal> {
        if let Some(bytes) = self.fixed(writes) {
            return Ok(format!(
                "{indent}output.extend_from_slice({});\n",
                byte_string(&bytes)
            ));
        }
        let mut text = String::new();
        let mut values = Vec::new();
        for t in writes {
            let known = self.machine().terms.value(*t).and_then(Value::as_unsigned);
            if let Some(symbol) = known {
                values.push(literal(symbol, self.machine().output));
                continue;
            }
            let computed = self.expressions.compute(*t)?;
            text += &declarations(&computed, indent);
            values.push(format!("{} as {}", computed.value, self.types.output));
        }
        match &values[..] {
            [] => {}
            [one] => text += &format!("{indent}output.push({one});\n"),
            several => {
                let several = several.join(", ");
                text += &format!("{indent}output.extend_from_slice(&[{several}]);\n");
            }
        }
        Ok(text)
    }

    /// What is written, if that is several bytes and always the same.
    fn fixed(&self, writes: &[Term]) -> Option<Vec<u8>> {
        let machine = self.machine();
        let byte = |t: &Term| {
            let value = machine.terms.value(*t)?.as_unsigned()?;
            u8::try_from(value).ok()
        };
        let bytes: Vec<u8> = writes.iter().map(byte).collect::<Option<_>>()?;
        (bytes.len() > 1 && machine.output == SymbolType::BYTE).then_some(bytes)
    }

    fn end(&mut self) -> Result<String, Refusal> {
        let (visible, output) = (self.visibility(), &self.types.output);
        let mut text = format!(
            "    /// Ends the input and appends what that writes.\n    \
             {visible}fn end(self, output: &mut Vec<{output}>) {{\n"
        );
        for variable in self.kept() {
            let _ = writeln!(text, "        let {variable} = self.{variable};");
        }
        let mut arms = String::new();
        for (number, state) in self.machine().states.iter().enumerate() {
            if state.ends.iter().all(|end| end.writes.is_empty()) {
                continue;
            }
            let _ = writeln!(arms, "            {number} => {{");
            for end in state.ends.iter().filter(|end| !end.writes.is_empty()) {
                arms += &self.one_end(end)?;
            }
            arms += "            }\n";
        }
        if !arms.is_empty() {
            let _ = writeln!(
                text,
                "        match self.state {{\n{arms}            _ => {{}}\n        }}"
            );
        }
        Ok(text + "    }\n")
    }

    fn one_end(&mut self, end: &End) -> Result<String, Refusal> {
        if end.guard == self.machine().terms.true_() {
            return self.writes(&end.writes, "                ");
        }
        // Guards of one state are disjoint, so nothing has to be left after the first that holds.
        let guard = self.computed_condition(end.guard)?;
        let writes = self.writes(&end.writes, "                    ")?;
        Ok(format!(
            "                if {guard} {{\n{writes}                }}\n"
        ))
    }

    fn condition(&mut self, guard: Term) -> Result<String, Refusal> {
        let ty = self.machine().input;
        if let Some(ranges) = self.machine().symbols(guard) {
            let symbol = if ty == SymbolType::BYTE {
                "symbol"
            } else {
                "x"
            };
            return Ok(match ty.bits {
                // Numbers of 32 bits are meant, even where symbols have fewer and a sign.
                8 if ty.signed => within("(x as u8)", &ranges, ty.bits),
                bits => within(symbol, &ranges, bits),
            });
        }
        self.computed_condition(guard)
    }

    /// A guard as an expression; a block, where something in it has a name.
    fn computed_condition(&mut self, guard: Term) -> Result<String, Refusal> {
        let Computed {
            declarations,
            value,
        } = self.expressions.compute(guard)?;
        Ok(match declarations.is_empty() {
            true => value,
            false => format!("{{ {} {value} }}", declarations.join(" ")),
        })
    }
}

fn declarations(computed: &Computed, indent: &str) -> String {
    let lines = computed.declarations.iter();
    lines.map(|line| format!("{indent}{line}\n")).collect()
}
