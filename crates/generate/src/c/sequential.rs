//! The model as it is, from symbol to symbol, in plain C.

use std::fmt::Write as _;

use model::transducer::{Acceptor, End, Step, SymbolicTransducer};
use smt::{Sort, Term, Value};

use super::tables::array;
use super::{Types, choice, split};
use crate::Refusal;
use crate::expression::{Dialect, Expressions};
use crate::plan::{Form, Plan};
use crate::words::gaps;

/// Writes the sequential form.
pub(super) struct Sequential<'a> {
    name: &'a str,
    plan: &'a Plan<'a>,
    expressions: Expressions<'a>,
}

/// What the state between two symbols is kept in.
pub(super) fn stream(name: &str, plan: &Plan<'_>) -> String {
    let machine = plan.machine;
    let mut text =
        "/* What is known between two symbols. */\ntypedef struct {\n    unsigned state;\n"
            .to_owned();
    for back in 1..=machine.lookback {
        let _ = writeln!(text, "    uint32_t x{back}; /* read {back} before */");
    }
    for (number, register) in machine.registers.iter().enumerate() {
        let ty = type_of(machine.terms.sort(register.variable));
        let _ = writeln!(text, "    {ty} r{number}; /* {} */", register.name);
    }
    text + &format!("}} {name}_stream;\n")
}

fn type_of(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "int",
        Sort::BitVec(33..) => "uint64_t",
        Sort::BitVec(_) | Sort::Int => "uint32_t",
    }
}

impl<'a> Sequential<'a> {
    pub(super) fn new(name: &'a str, plan: &'a Plan<'a>) -> Self {
        let machine = plan.machine;
        let expressions = named(machine, format!("{name}_table"));
        Self {
            name,
            plan,
            expressions,
        }
    }

    /// Everything that the sequential form needs.
    pub(super) fn code(mut self, types: &Types) -> Result<String, Refusal> {
        let begin = self.begin()?;
        let steps = self.steps(types)?;
        let end = self.end(types)?;
        let mut text = String::new();
        for (number, table) in self.expressions.tables().iter().enumerate() {
            text += &array("uint32_t", &format!("{}_table{number}", self.name), table);
        }
        // What goes by tables takes no steps, and compilers take long for many.
        let steps = match self.plan.form() {
            Form::Tables(_) => format!("#ifdef {}_SEQUENTIAL\n{steps}#endif\n\n", self.name),
            Form::Rounds(_) | Form::Runs | Form::Home(_) | Form::Steps => steps,
        };
        Ok(text + &begin + &steps + &end)
    }

    fn machine(&self) -> &'a SymbolicTransducer {
        self.plan.machine
    }

    fn begin(&mut self) -> Result<String, Refusal> {
        let name = self.name;
        let mut inside = String::new();
        for back in 1..=self.machine().lookback {
            let _ = writeln!(inside, "    st->x{back} = 0;");
        }
        for (number, register) in self.machine().registers.iter().enumerate() {
            let value = match &register.initial {
                Value::Bool(b) => u64::from(*b),
                Value::BitVec { bits, .. } => *bits,
                Value::Int(_) => return Err(Refusal::new("it counts without a bound")),
            };
            let _ = writeln!(inside, "    st->r{number} = {value}u;");
        }
        Ok(match self.plan.start() {
            Some(start) => {
                format!(
                    "void {name}_begin({name}_stream *st)\n{{\n    st->state = {start};\n{inside}}}\n\n"
                )
            }
            None => {
                let stream = stream(name, self.plan);
                format!("{stream}\n{}", self.choice(&inside)?)
            }
        })
    }

    /// Where the whole input decides where to start: each start's automaton reads it.
    fn choice(&mut self, inside: &str) -> Result<String, Refusal> {
        let (name, input) = (self.name, Types::new(self.plan).input);
        let mut text = String::new();
        let mut tried = String::new();
        for (number, start) in self.machine().starts.iter().enumerate() {
            let Some(acceptor) = &start.when else {
                let _ = writeln!(tried, "    st->state = {};\n    return;", start.state);
                continue;
            };
            text += &self.acceptor(number, acceptor, &input)?;
            let _ = writeln!(
                tried,
                "    st->state = {};\n    if ({name}_starts_{number}(in, n))\n        return;",
                start.state
            );
        }
        text += &format!(
            "/* Which of the starts is meant: the whole input says that. */\n\
             static void {name}_choose({name}_stream *st, const {input} *in, size_t n)\n{{\n{inside}{tried}}}\n\n"
        );
        Ok(match &self.plan.choice {
            Some(choice) => {
                let joined = choice::choice(name, choice, &input, inside);
                format!("#ifdef {name}_SEQUENTIAL\n{text}#else\n{joined}#endif\n\n")
            }
            None => text,
        })
    }

    fn acceptor(
        &mut self,
        number: usize,
        acceptor: &Acceptor,
        input: &str,
    ) -> Result<String, Refusal> {
        let mut cases = String::new();
        for (state, does) in acceptor.states.iter().enumerate() {
            let _ = writeln!(cases, "        case {state}:");
            for (guard, to) in &does.edges {
                let guard = self.condition(*guard)?;
                let _ = writeln!(cases, "            if ({guard}) {{ state = {to}; break; }}");
            }
            let _ = writeln!(cases, "            return 0;");
        }
        let accepting: Vec<String> = acceptor
            .states
            .iter()
            .enumerate()
            .filter(|(_, does)| does.accepting)
            .map(|(state, _)| format!("state == {state}"))
            .collect();
        let accepting = match accepting.is_empty() {
            true => "0".to_owned(),
            false => accepting.join(" || "),
        };
        Ok(format!(
            "static int {}_starts_{number}(const {input} *in, size_t n)\n{{\n    unsigned state = 0;\n\n    \
             for (size_t i = 0; i < n; i++) {{\n        const uint32_t x = {};\n        switch (state) {{\n{cases}        \
             }}\n    }}\n    return {accepting};\n}}\n\n",
            self.name,
            self.read()
        ))
    }

    /// The symbol at `i`, without a sign.
    fn read(&self) -> String {
        read(self.machine(), "in[i]")
    }

    fn steps(&mut self, types: &Types) -> Result<String, Refusal> {
        let (name, machine) = (self.name, self.machine());
        let mut text = format!(
            "/* From symbol to symbol, as the model says. */\n\
             static size_t {name}_steps({name}_stream *st, const {} *in, size_t n, {} *out)\n{{\n    \
             size_t o = 0;\n    unsigned state = st->state;\n",
            types.input, types.output
        );
        text += &taken_out(machine, &self.read());
        if let [only] = &machine.states[..] {
            text += &self.cases(0, &only.steps, 2)?;
        } else {
            text += "        switch (state) {\n";
            for (number, state) in machine.states.iter().enumerate() {
                let _ = writeln!(text, "        case {number}:");
                text += &self.cases(number, &state.steps, 3)?;
                text += "            break;\n";
            }
            text += "        }\n";
        }
        text += "    }\n    st->state = state;\n";
        text += &put_back(machine);
        Ok(text + "    return o;\n}\n\n")
    }

    /// What a state does: the cases of a state, by what tells them apart.
    fn cases(&mut self, state: usize, steps: &[Step], depth: usize) -> Result<String, Refusal> {
        if let Some(joined) = split::joined(self.machine(), state) {
            return self.case_list(state, &[(joined.guard, &joined)], depth);
        }
        let cases = steps.iter().map(|step| (step.guard, step)).collect();
        self.case_tree(state, cases, depth)
    }

    /// If all cases say the same condition or its opposite, that one is asked first.
    fn case_tree(
        &mut self,
        state: usize,
        cases: Vec<(Term, &Step)>,
        depth: usize,
    ) -> Result<String, Refusal> {
        let Some(split) = split::split(self.machine(), &cases) else {
            return self.case_list(state, &cases, depth);
        };
        let indent = "    ".repeat(depth);
        let condition = self.condition(split.condition)?;
        let yes = self.case_tree(state, split.yes, depth + 1)?;
        let no = self.case_tree(state, split.no, depth + 1)?;
        Ok(format!(
            "{indent}if ({condition}) {{\n{yes}{indent}}} else {{\n{no}{indent}}}\n"
        ))
    }

    /// One case after the other; the one that takes longest to say comes last, as all the rest.
    fn case_list(
        &mut self,
        state: usize,
        cases: &[(Term, &Step)],
        depth: usize,
    ) -> Result<String, Refusal> {
        let mut guarded = Vec::new();
        for (guard, step) in cases {
            guarded.push((self.condition(*guard)?, step));
        }
        guarded.sort_by_key(|(guard, _)| guard.len());
        let mut text = String::new();
        let indent = "    ".repeat(depth);
        let last = guarded.len().saturating_sub(1);
        for (i, (guard, step)) in guarded.iter().enumerate() {
            let head = match (i, i == last) {
                (0, true) => "{".to_owned(),
                (0, false) => format!("if ({guard}) {{"),
                (_, true) => " else {".to_owned(),
                (_, false) => format!(" else if ({guard}) {{"),
            };
            let open = if i == 0 { indent.as_str() } else { "" };
            let _ = writeln!(text, "{open}{head}");
            text += &self.step(state, step, depth + 1)?;
            let _ = write!(text, "{indent}}}");
        }
        Ok(text + "\n")
    }

    fn step(&mut self, state: usize, step: &Step, depth: usize) -> Result<String, Refusal> {
        let indent = "    ".repeat(depth);
        let mut text = self.writes(&step.writes, &indent)?;
        let machine = self.machine();
        let mut news = String::new();
        for (number, (update, register)) in step.updates.iter().zip(&machine.registers).enumerate()
        {
            if *update == register.variable {
                continue;
            }
            let computed = self.expressions.compute(*update)?;
            let ty = type_of(machine.terms.sort(register.variable));
            for declaration in computed.declarations {
                let _ = writeln!(text, "{indent}{declaration}");
            }
            let _ = writeln!(text, "{indent}const {ty} new{number} = {};", computed.value);
            let _ = match narrow_type(machine.terms.sort(register.variable)) {
                Some(ty) => writeln!(news, "{indent}kept_r{number} = ({ty})new{number};"),
                None => writeln!(news, "{indent}r{number} = new{number};"),
            };
        }
        text += &news;
        text += &self.remember(state, step.to, &indent);
        if step.to != state {
            let _ = writeln!(text, "{indent}state = {};", step.to);
        }
        Ok(text)
    }

    /// The symbols that the next state looks back to; those that it does not are forgotten, so that nothing hangs on them.
    fn remember(&self, from: usize, to: usize, indent: &str) -> String {
        let (had, needs) = (self.plan.lookback[from], self.plan.lookback[to]);
        let mut text = String::new();
        for back in (1..=had.max(needs)).rev() {
            let value = match back {
                _ if back > needs => "0".to_owned(),
                1 => "x".to_owned(),
                back => format!("x{}", back - 1),
            };
            let _ = writeln!(text, "{indent}x{back} = {value};");
        }
        text
    }

    fn writes(&mut self, writes: &[Term], indent: &str) -> Result<String, Refusal> {
        let mut text = String::new();
        let mut stores = String::new();
        let ty = Types::new(self.plan).output;
        for (place, t) in writes.iter().enumerate() {
            let computed = self.expressions.compute(*t)?;
            for declaration in computed.declarations {
                let _ = writeln!(text, "{indent}{declaration}");
            }
            let to = if place == 0 {
                "o".to_owned()
            } else {
                format!("o + {place}")
            };
            let value = match self.machine().terms.value(*t).and_then(Value::as_unsigned) {
                Some(byte) if self.machine().output.bits == 8 && !self.machine().output.signed => {
                    character(byte as u8)
                }
                _ => format!("({ty}){}", computed.value),
            };
            let _ = writeln!(stores, "{indent}out[{to}] = {value};");
        }
        text += &stores;
        match writes.len() {
            0 => {}
            1 => text += &format!("{indent}o++;\n"),
            n => text += &format!("{indent}o += {n};\n"),
        }
        Ok(text)
    }

    fn end(&mut self, types: &Types) -> Result<String, Refusal> {
        let (name, machine) = (self.name, self.machine());
        let linkage = if self.plan.streams() { "" } else { "static " };
        let mut text = format!(
            "{linkage}size_t {name}_end({name}_stream *st, {} *out)\n{{\n    size_t o = 0;\n",
            types.output
        );
        for (variable, ty) in kept(self.plan.machine) {
            let _ = writeln!(
                text,
                "    const {ty} {variable} = st->{variable};\n    (void){variable};"
            );
        }
        text += "\n    switch (st->state) {\n";
        for (number, state) in machine.states.iter().enumerate() {
            if state.ends.iter().all(|end| end.writes.is_empty()) {
                continue;
            }
            let _ = writeln!(text, "    case {number}:");
            for end in &state.ends {
                text += &self.one_end(end)?;
            }
            text += "        break;\n";
        }
        Ok(text + "    default:\n        break;\n    }\n    (void)out;\n    return o;\n}\n\n")
    }

    fn one_end(&mut self, end: &End) -> Result<String, Refusal> {
        let guard = self.expressions.compute(end.guard)?;
        if end.guard == self.machine().terms.true_() {
            return self.writes(&end.writes, "        ");
        }
        let mut text = "        {\n".to_owned();
        for declaration in guard.declarations {
            let _ = writeln!(text, "            {declaration}");
        }
        let _ = writeln!(text, "            if ({}) {{", guard.value);
        text += &self.writes(&end.writes, "                ")?;
        Ok(text + "                break;\n            }\n        }\n")
    }

    /// A guard as a condition in which nothing is declared.
    fn condition(&mut self, guard: Term) -> Result<String, Refusal> {
        if let Some(ranges) = self.machine().symbols(guard) {
            return Ok(self.ranges(&ranges));
        }
        let computed = self.expressions.compute(guard)?;
        if computed.declarations.is_empty() {
            return Ok(computed.value);
        }
        self.expressions.whole(guard)
    }

    /// Whether the symbol is in one of the ranges, or in none of the gaps between them if that is shorter.
    fn ranges(&self, ranges: &[(u64, u64)]) -> String {
        let most = (1u64 << self.machine().input.bits) - 1;
        let one = |&(from, to): &(u64, u64)| {
            let [first, last] = [from, to].map(|symbol| self.symbol(symbol));
            match (from, to) {
                _ if from == to => format!("x == {first}"),
                (0, to) if to == most => "1".to_owned(),
                (0, _) => format!("x <= {last}"),
                (_, to) if to == most => format!("x >= {first}"),
                _ => format!("(x >= {first} && x <= {last})"),
            }
        };
        let texts: Vec<String> = ranges.iter().map(one).collect();
        let gaps = gaps(ranges, most);
        match (texts.len(), gaps.len()) {
            (0, _) => "0".to_owned(),
            (_, 0) => "1".to_owned(),
            (inside, outside) if outside < inside => {
                let texts: Vec<String> = gaps.iter().map(one).collect();
                format!("!({})", texts.join(" || "))
            }
            _ => texts.join(" || "),
        }
    }

    fn symbol(&self, symbol: u64) -> String {
        match u8::try_from(symbol) {
            Ok(byte) if byte.is_ascii() => character(byte),
            _ => format!("{symbol}u"),
        }
    }
}

/// Variables of the stream, and what they are in a function.
fn kept(machine: &SymbolicTransducer) -> Vec<(String, &'static str)> {
    let window = (1..=machine.lookback).map(|back| (format!("x{back}"), "uint32_t"));
    let registers = machine.registers.iter().enumerate().map(|(number, r)| {
        (
            format!("r{number}"),
            type_of(machine.terms.sort(r.variable)),
        )
    });
    window.chain(registers).collect()
}

/// Variables of the stream in variables of a function, and the beginning of its loop over the symbols.
fn taken_out(machine: &SymbolicTransducer, symbol: &str) -> String {
    let (mut before, mut inside) = (String::new(), String::new());
    let narrow = narrow(machine);
    for (variable, ty) in kept(machine) {
        match narrow.iter().find(|(name, _)| *name == variable) {
            Some((_, narrow)) => {
                let _ = writeln!(
                    before,
                    "    {narrow} kept_{variable} = ({narrow})st->{variable};"
                );
                let _ = writeln!(
                    inside,
                    "        const uint32_t {variable} = kept_{variable};"
                );
            }
            None => {
                let _ = writeln!(before, "    {ty} {variable} = st->{variable};");
            }
        }
    }
    format!(
        "{before}\n    for (size_t i = 0; i < n; i++) {{\n        const uint32_t x = {symbol};\n{inside}\n"
    )
}

/// The variables of a function go back into the stream.
fn put_back(machine: &SymbolicTransducer) -> String {
    let narrow = narrow(machine);
    let of = |(variable, _): (String, &str)| {
        let is_narrow = narrow.iter().any(|(name, _)| *name == variable);
        let from = if is_narrow { "kept_" } else { "" };
        format!("    st->{variable} = {from}{variable};\n")
    };
    kept(machine).into_iter().map(of).collect()
}

/// Registers of bytes and half words, with their types. They keep these while symbols are read: what is not cut off needs an
/// operation more, on which the next symbol waits.
fn narrow(machine: &SymbolicTransducer) -> Vec<(String, &'static str)> {
    let registers = machine.registers.iter().enumerate();
    registers
        .filter_map(|(number, register)| {
            let ty = narrow_type(machine.terms.sort(register.variable))?;
            Some((format!("r{number}"), ty))
        })
        .collect()
}

fn narrow_type(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::BitVec(8) => Some("uint8_t"),
        Sort::BitVec(16) => Some("uint16_t"),
        _ => None,
    }
}

/// Expressions in C over the window, which is called as in the model, and the registers.
pub(super) fn named(machine: &SymbolicTransducer, tables: String) -> Expressions<'_> {
    let mut expressions = Expressions::new(&machine.terms, Dialect::C, tables);
    for back in 0..=machine.lookback {
        let name = if back == 0 {
            "x".to_owned()
        } else {
            format!("x{back}")
        };
        expressions.name(machine.seen(back), name);
    }
    for (number, register) in machine.registers.iter().enumerate() {
        expressions.name(register.variable, format!("r{number}"));
    }
    expressions
}

/// A symbol that is read, without a sign.
pub(super) fn read(machine: &SymbolicTransducer, place: &str) -> String {
    match machine.input.signed {
        true => format!("(uint{}_t){place}", machine.input.bits),
        false => place.to_owned(),
    }
}

/// A byte as C writes it.
fn character(byte: u8) -> String {
    match byte {
        b'\n' => "'\\n'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\'' => "'\\''".to_owned(),
        b'\\' => "'\\\\'".to_owned(),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        _ => format!("{byte}u"),
    }
}
