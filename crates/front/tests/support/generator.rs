//! Java classes at random: they compile, they end, and they do everything the translation supports.

use base::Random;

/// The source of a class.
pub fn class(random: &mut Random, name: &str) -> String {
    let mut writer = Writer {
        random,
        name: name.to_owned(),
        locals: Vec::new(),
        methods: Vec::new(),
        fresh: 0,
    };
    let mut text = format!(
        "public class {name} {{\n  int fi; long fl; boolean fz; byte fb; char fc; short fs; {name} next;\n  static int si = 3; static long sl;\n"
    );
    text += "  static class Own extends RuntimeException { final int code; Own(int code) { super(\"c\" + code); this.code = code; } }\n";
    text += &writer.constructor();
    for number in 0..6 {
        text += &writer.method(number);
    }
    text + "}\n"
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Int,
    Long,
    Bool,
    Byte,
    Char,
    Short,
}

const TYPES: [Ty; 6] = [Ty::Int, Ty::Long, Ty::Bool, Ty::Byte, Ty::Char, Ty::Short];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Bool => "boolean",
            Ty::Byte => "byte",
            Ty::Char => "char",
            Ty::Short => "short",
        }
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    name: String,
    /// Variables in scope: name, type, whether it may be written.
    locals: Vec<(String, Ty, bool)>,
    /// Methods that may be called: name, parameters, result.
    methods: Vec<(String, Vec<Ty>, Ty)>,
    fresh: usize,
}

impl Writer<'_> {
    fn constructor(&mut self) -> String {
        self.locals = vec![("p".to_owned(), Ty::Int, true)];
        let body = self.block(1, 3);
        format!(
            "  private {0}() {{ fl = 5; }}\n  public {0}(int p) {body}\n",
            self.name
        )
    }

    fn method(&mut self, number: usize) -> String {
        let name = format!("m{number}");
        let params: Vec<Ty> = (0..self.random.below(4))
            .map(|_| *self.random.pick(&TYPES))
            .collect();
        let returns = *self.random.pick(&TYPES);
        self.locals = params
            .iter()
            .enumerate()
            .map(|(i, &ty)| (format!("p{i}"), ty, true))
            .collect();
        let declared: Vec<String> = self
            .locals
            .iter()
            .map(|(name, ty, _)| format!("{} {name}", ty.name()))
            .collect();
        let body = self.block(3, 5);
        let result = self.expr(returns, 3);
        // Only earlier methods are called, so calls end.
        self.methods.push((name.clone(), params, returns));
        format!(
            "  public {} {name}({}) {{\n    {body}\n    return {result};\n  }}\n",
            returns.name(),
            declared.join(", ")
        )
    }

    fn block(&mut self, depth: usize, longest: usize) -> String {
        let scope = self.locals.len();
        let count = 1 + self.random.below(longest);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        self.locals.truncate(scope);
        format!("{{ {} }}", statements.join(" "))
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 11 }) {
            0 => self.declaration(),
            1 | 2 => self.assignment(),
            3 => self.small_change(),
            4 | 5 => {
                let (cond, then) = (self.expr(Ty::Bool, 3), self.block(depth - 1, 3));
                let otherwise = if self.random.chance(1, 2) {
                    format!(" else {}", self.block(depth - 1, 3))
                } else {
                    String::new()
                };
                format!("if ({cond}) {then}{otherwise}")
            }
            6 => self.counted_loop(depth),
            7 => self.switch(depth),
            8 => self.attempt(depth),
            9 => self.leave(),
            _ => self.objects(),
        }
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }

    fn declaration(&mut self) -> String {
        let ty = *self.random.pick(&TYPES);
        let value = self.expr(ty, 3);
        let name = self.fresh();
        self.locals.push((name.clone(), ty, true));
        format!("{} {name} = {value};", ty.name())
    }

    fn assignment(&mut self) -> String {
        let ty = *self.random.pick(&TYPES);
        let target = self.place(ty);
        format!("{target} = {};", self.expr(ty, 4))
    }

    fn small_change(&mut self) -> String {
        let ty = *self
            .random
            .pick(&[Ty::Int, Ty::Long, Ty::Byte, Ty::Char, Ty::Short]);
        let target = self.place(ty);
        match self.random.below(3) {
            0 => format!("{target}++;"),
            1 => format!(
                "{target} {} {};",
                self.random
                    .pick(&["+=", "-=", "*=", "^=", "<<=", ">>=", ">>>=", "/=", "%="]),
                self.expr(Ty::Int, 2)
            ),
            _ => format!("--{target};"),
        }
    }

    fn counted_loop(&mut self, depth: usize) -> String {
        let name = self.fresh();
        self.locals.push((name.clone(), Ty::Int, false));
        let cond = self.expr(Ty::Bool, 2);
        let mut body = self.block(depth - 1, 3);
        if self.random.chance(1, 3) {
            let word = *self.random.pick(&["break", "continue"]);
            let test = self.expr(Ty::Bool, 2);
            body = format!("{{ if ({test}) {word}; {body} }}");
        }
        self.locals.pop();
        let rounds = 1 + self.random.below(4);
        match self.random.below(2) {
            0 => format!("for (int {name} = 0; {name} < {rounds} && ({cond}); {name}++) {body}"),
            _ => format!("for (int {name} = {rounds}; {name} > 0; {name} -= 2) {body}"),
        }
    }

    fn switch(&mut self, depth: usize) -> String {
        let value = self.expr(Ty::Int, 2);
        let mut text = format!("switch ({value} % 5) {{ ");
        for case in [-2, 0, 1, 3] {
            if self.random.chance(2, 3) {
                let end = *self.random.pick(&["break;", ""]);
                text += &format!("case {case}: {} {end} ", self.block(depth - 1, 2));
            }
        }
        if self.random.chance(1, 2) {
            text += &format!("default: {} ", self.block(depth - 1, 2));
        }
        text + "}"
    }

    fn attempt(&mut self, depth: usize) -> String {
        let body = self.block(depth - 1, 3);
        let mut text = format!("try {body}");
        let classes = [
            "Own",
            "ArithmeticException",
            "NullPointerException",
            "RuntimeException",
        ];
        let first = self.random.below(classes.len());
        let catches = self.random.below(3);
        for class in classes.iter().skip(first).take(catches) {
            let name = self.fresh();
            text += &format!(" catch ({class} {name}) {}", self.block(depth - 1, 2));
        }
        if catches == 0 || self.random.chance(1, 3) {
            text += &format!(" finally {}", self.block(0, 2));
        }
        text
    }

    fn leave(&mut self) -> String {
        let cond = self.expr(Ty::Bool, 2);
        let code = self.expr(Ty::Int, 2);
        match self.random.below(3) {
            0 => format!("if ({cond}) throw new Own({code});"),
            1 => format!("assert {cond} : {code};"),
            _ => format!("if ({cond}) throw new IllegalStateException(\"at \" + {code});"),
        }
    }

    fn objects(&mut self) -> String {
        let name = self.name.clone();
        match self.random.below(4) {
            0 => format!("if (next == null) {{ next = new {name}(); next.fi = fi; }}"),
            1 => "next = null;".to_owned(),
            2 => format!("next.fl = {};", self.expr(Ty::Long, 2)),
            _ => "next = this;".to_owned(),
        }
    }

    /// Something that can be written.
    fn place(&mut self, ty: Ty) -> String {
        let locals: Vec<String> = self
            .locals
            .iter()
            .filter(|(_, t, writable)| *t == ty && *writable)
            .map(|(n, ..)| n.clone())
            .collect();
        if !locals.is_empty() && self.random.chance(2, 3) {
            return self.random.pick(&locals).clone();
        }
        self.field(ty).to_owned()
    }

    fn field(&mut self, ty: Ty) -> &'static str {
        match ty {
            Ty::Int => ["fi", "si", "this.fi"][self.random.below(3)],
            Ty::Long => ["fl", "sl"][self.random.below(2)],
            Ty::Bool => "fz",
            Ty::Byte => "fb",
            Ty::Char => "fc",
            Ty::Short => "fs",
        }
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(1, 6) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        if self.random.chance(1, 8) {
            return format!(
                "({} ? {} : {})",
                self.expr(Ty::Bool, depth),
                self.expr(ty, depth),
                self.expr(ty, depth)
            );
        }
        if self.random.chance(1, 12)
            && let Some(call) = self.call(ty, depth)
        {
            return call;
        }
        match ty {
            Ty::Bool => self.condition(depth),
            Ty::Int | Ty::Long => self.arithmetic(ty, depth),
            Ty::Byte | Ty::Char | Ty::Short => {
                let from = *self
                    .random
                    .pick(&[Ty::Int, Ty::Long, Ty::Byte, Ty::Char, Ty::Short]);
                format!("({}) ({})", ty.name(), self.expr(from, depth))
            }
        }
    }

    fn call(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let fitting: Vec<usize> = (0..self.methods.len())
            .filter(|&i| self.methods[i].2 == ty)
            .collect();
        let (name, params, _) =
            self.methods[*fitting.get(self.random.below(fitting.len().max(1)))?].clone();
        let args: Vec<String> = params.iter().map(|&p| self.argument(p, depth)).collect();
        let receiver = *self.random.pick(&["", "this.", "next."]);
        Some(format!("{receiver}{name}({})", args.join(", ")))
    }

    fn argument(&mut self, ty: Ty, depth: usize) -> String {
        format!("({}) ({})", ty.name(), self.expr(ty, depth.min(1)))
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 => format!("!({})", self.expr(Ty::Bool, depth)),
            1 | 2 => {
                let op = *self.random.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!(
                    "(({}) {op} ({}))",
                    self.expr(Ty::Bool, depth),
                    self.expr(Ty::Bool, depth)
                )
            }
            3 => format!("next {} null", self.random.pick(&["==", "!="])),
            _ => {
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (a, b) = (self.number(), self.number());
                format!("({} {op} {})", self.expr(a, depth), self.expr(b, depth))
            }
        }
    }

    fn number(&mut self) -> Ty {
        *self
            .random
            .pick(&[Ty::Int, Ty::Int, Ty::Long, Ty::Byte, Ty::Char, Ty::Short])
    }

    fn arithmetic(&mut self, ty: Ty, depth: usize) -> String {
        let operand = |writer: &mut Self| {
            if ty == Ty::Int {
                *writer
                    .random
                    .pick(&[Ty::Int, Ty::Int, Ty::Byte, Ty::Char, Ty::Short])
            } else {
                writer.number()
            }
        };
        match self.random.below(8) {
            0 => format!("({}) (-({}))", ty.name(), self.expr(ty, depth)),
            1 => {
                let from = self.number();
                format!("({}) ({})", ty.name(), self.expr(from, depth))
            }
            2 => {
                let op = *self.random.pick(&["<<", ">>", ">>>"]);
                let by = self.number();
                format!("({} {op} {})", self.expr(ty, depth), self.expr(by, depth))
            }
            3 => {
                let target = self.place(ty);
                (*self
                    .random
                    .pick(&["(T++)", "(++T)", "(T--)", "(T += 3)", "(T = T * 2)"]))
                .replace('T', &target)
            }
            4 => format!("~({})", self.expr(ty, depth)),
            _ => {
                let op = *self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                let (a, b) = (operand(self), operand(self));
                let whole = format!("(({}) {op} ({}))", self.expr(a, depth), self.expr(b, depth));
                format!("({}) {whole}", ty.name())
            }
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let locals: Vec<String> = self
            .locals
            .iter()
            .filter(|(_, t, _)| *t == ty)
            .map(|(n, ..)| n.clone())
            .collect();
        match self.random.below(3) {
            0 if !locals.is_empty() => self.random.pick(&locals).clone(),
            // A field is never a constant, so no branch is dead to the compiler.
            0 | 1 => self.field(ty).to_owned(),
            _ => match ty {
                Ty::Bool => "fz".to_owned(),
                Ty::Int => (*self.random.pick(&[
                    "0",
                    "1",
                    "-1",
                    "7",
                    "Integer.MIN_VALUE",
                    "Integer.MAX_VALUE",
                    "31",
                    "100000",
                ]))
                .to_owned(),
                Ty::Long => (*self.random.pick(&[
                    "0L",
                    "1L",
                    "-1L",
                    "Long.MIN_VALUE",
                    "Long.MAX_VALUE",
                    "1L << 33",
                ]))
                .to_owned(),
                Ty::Byte => {
                    (*self.random.pick(&["(byte) 127", "(byte) -128", "(byte) 3"])).to_owned()
                }
                Ty::Char => (*self.random.pick(&["'a'", "(char) 65535", "(char) 0"])).to_owned(),
                Ty::Short => (*self
                    .random
                    .pick(&["(short) 32767", "(short) -32768", "(short) 9"]))
                .to_owned(),
            },
        }
    }
}
