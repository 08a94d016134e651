//! Statements and expressions of the random classes.

use base::Random;

use super::generate::{Ty, Var};

/// What a body may speak of.
pub struct Words<'r> {
    pub random: &'r mut Random,
    pub parameters: Vec<Var>,
    pub fields: Vec<Var>,
    /// Whether numbers grow by small steps only.
    pub is_gentle: bool,
    pub keeps_statics: bool,
    pub extends: bool,
}

const TEXTS: [&str; 5] = ["\"\"", "\"a\"", "\"ab\"", "\"x\"", "\"b\""];
const COLOURS: [&str; 3] = ["Colour.RED", "Colour.GREEN", "Colour.BLUE"];

impl Words<'_> {
    /// One statement at least.
    pub fn statements(&mut self, longest: usize, depth: usize) -> String {
        let count = 1 + self.random.below(longest);
        (0..count)
            .map(|_| format!("    {}\n", self.statement(depth)))
            .collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 7 } else { 13 }) {
            0..=2 => self.refusal(),
            3 | 4 => self.change(),
            5 => self.risk(),
            6 => self.special(),
            7 => {
                let (condition, then) = (self.condition(2), self.statement(depth - 1));
                let otherwise = self.statement(depth - 1);
                format!("if ({condition}) {{ {then} }} else {{ {otherwise} }}")
            }
            8 => self.attempt(depth),
            9 => self.switch(depth),
            10 => self.loops(),
            11 => self.builder(),
            _ => self.list(),
        }
    }

    /// It fails where something holds.
    fn refusal(&mut self) -> String {
        let condition = self.condition(2);
        match self.random.below(6) {
            0 => format!("if ({condition}) throw new Own(\"own\");"),
            1 => format!("if ({condition}) throw new Worse();"),
            2 => format!("assert !({condition});"),
            3 => format!("if ({condition}) return;"),
            4 => format!("if ({condition}) throw new IllegalArgumentException();"),
            _ => format!("if ({condition}) throw new IllegalStateException();"),
        }
    }

    /// A field gets another value.
    fn change(&mut self) -> String {
        let field = self.random.pick(&self.fields).clone();
        let name = &field.name;
        if self.random.chance(1, 2)
            && let Some(given) = self.parameter(|ty| ty == field.ty)
        {
            return format!("{name} = {given};");
        }
        match field.ty {
            Ty::Int => match self.random.below(6) {
                0 | 1 => format!("{name} = ({name} + 1) % {};", 2 + self.random.below(3)),
                2 | 3 => format!("{name} = {};", self.random.below(4)),
                4 => format!("{name}++;"),
                _ => format!("{name} = ({}) & 3;", self.number(2)),
            },
            Ty::Long => format!("{name} = ({name} + {}L) % 3;", self.random.below(4)),
            Ty::Bool => format!("{name} = {};", self.condition(1)),
            Ty::Byte => format!("{name} += {};", 1 + self.random.below(90)),
            Ty::Char => format!("{name} = (char) ({});", self.number(1)),
            Ty::Short => format!("{name} = (short) ({});", self.number(1)),
            Ty::Text => format!("{name} = {};", self.random.pick(&TEXTS)),
            Ty::Cells => format!("{name}[({}) & 1] = {};", self.number(1), self.small()),
            Ty::Colour => format!("{name} = {};", self.random.pick(&COLOURS)),
            Ty::Shape => format!(
                "{name} = {};",
                self.random.pick(&["null", "new Dot()", "new Square(2)"])
            ),
            Ty::Part => format!("{name} = {};", self.random.pick(&["null", "new Part()"])),
            Ty::Boxed | Ty::Bag | Ty::Any => format!("{name} = null;"),
        }
    }

    /// Something that may fail by itself.
    fn risk(&mut self) -> String {
        let number = self.number(1);
        match self.random.below(7) {
            0 => format!("mode = Math.abs(({number}) / ({})) % 3;", self.number(1)),
            1 => format!("{{ int[] made = new int[2]; made[{number}]++; }}"),
            2 => match self.of(Ty::Cells) {
                Some(cells) => format!("{cells}[{number}] = {};", self.small()),
                None => format!("Objects.checkIndex({number}, 3);"),
            },
            3 => match self.reference() {
                Some(it) => format!("Objects.requireNonNull({it});"),
                None => {
                    format!(
                        "mode = Objects.requireNonNull(mode > 1 ? null : Integer.valueOf(1)) + {};",
                        self.small()
                    )
                }
            },
            4 => match self.of(Ty::Shape) {
                Some(shape) => format!("mode = ((Square) {shape}).side & 1;"),
                None => format!("Math.addExact({number}, {});", self.small()),
            },
            5 => match self.of(Ty::Part) {
                Some(part) => format!("{part}.port = {};", self.small()),
                None => format!("Math.toIntExact(1L * ({number}));"),
            },
            _ => match self.of(Ty::Bag) {
                Some(bag) => format!("mode = {bag}.take() & 3;"),
                None => format!("Objects.checkIndex({number}, 4);"),
            },
        }
    }

    /// What only some classes have.
    fn special(&mut self) -> String {
        if self.keeps_statics {
            return match self.random.below(3) {
                0 => "shared = (shared + 1) % 3;".to_owned(),
                1 => format!(
                    "if (shared == {}) throw new Own(\"shared\");",
                    self.random.below(3)
                ),
                _ => format!("if ({}) shared = 0;", self.condition(1)),
            };
        }
        if self.extends {
            return match self.random.below(2) {
                0 => format!("pass({});", self.number(1)),
                _ => format!(
                    "if (weigh({}) > {}) throw new Own(\"heavy\");",
                    self.number(1),
                    self.small()
                ),
            };
        }
        self.change()
    }

    fn attempt(&mut self, depth: usize) -> String {
        let body = self.statement(depth - 1);
        let caught = *self.random.pick(&[
            "Own",
            "RuntimeException",
            "IllegalStateException",
            "NullPointerException",
        ]);
        let after = self.change();
        match self.random.below(3) {
            0 => format!("try {{ {body} }} catch ({caught} e) {{ {after} }}"),
            1 => format!("try {{ {body} }} finally {{ {after} }}"),
            _ => {
                let last = self.change();
                format!(
                    "try {{ {body} }} catch ({caught} e) {{ {after} throw e; }} finally {{ {last} }}"
                )
            }
        }
    }

    fn switch(&mut self, depth: usize) -> String {
        let (first, second) = (self.statement(depth - 1), self.statement(depth - 1));
        let otherwise = self.refusal();
        let stop = *self.random.pick(&["break;", ""]);
        let (value, cases) = match (self.of(Ty::Text), self.of(Ty::Colour)) {
            (Some(text), _) => (text, ["\"a\"", "\"ab\""]),
            (None, Some(colour)) => (colour, ["RED", "BLUE"]),
            (None, None) => (self.number(1), ["0", "2"]),
        };
        format!(
            "switch ({value}) {{ case {}: {{ {first} }} {stop} case {}: {{ {second} }} break; default: {{ {otherwise} }} }}",
            cases[0], cases[1]
        )
    }

    fn loops(&mut self) -> String {
        let limit = self.small();
        match (self.of(Ty::Cells), self.of(Ty::Text)) {
            (Some(cells), _) => {
                format!("for (int c : {cells}) if (c > {limit}) throw new Own(\"cell\");")
            }
            (None, Some(text)) => {
                format!(
                    "for (int i = 0; i < {text}.length(); i++) if ({text}.charAt(i) == 'b') throw new Own(\"b\");"
                )
            }
            (None, None) => {
                let start = self.number(1);
                format!(
                    "{{ int left = ({start}) & 3; while (left > 0) {{ left--; if (left == mode) throw new Own(\"loop\"); }} }}"
                )
            }
        }
    }

    fn builder(&mut self) -> String {
        let added = match self.of(Ty::Text) {
            Some(text) => text,
            None => (*self.random.pick(&TEXTS)).to_owned(),
        };
        let condition = self.condition(1);
        let most = self.random.below(4);
        format!(
            "{{ StringBuilder made = new StringBuilder(\"q\"); if ({condition}) made.append({added}); if (made.length() > {most}) throw new Own(\"long\"); }}"
        )
    }

    fn list(&mut self) -> String {
        let (condition, number) = (self.condition(1), self.number(1));
        format!(
            "{{ List<Integer> made = new ArrayList<>(); if ({condition}) made.add(5); made.get(({number}) & 1); }}"
        )
    }

    fn parameter(&mut self, fits: impl Fn(Ty) -> bool) -> Option<String> {
        let fitting: Vec<&Var> = self.parameters.iter().filter(|p| fits(p.ty)).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting).name.clone())
    }

    /// A parameter of a type, or else a field.
    fn of(&mut self, ty: Ty) -> Option<String> {
        if let Some(given) = self.parameter(|t| t == ty)
            && self.random.chance(3, 4)
        {
            return Some(given);
        }
        let fitting: Vec<&Var> = self.fields.iter().filter(|f| f.ty == ty).collect();
        (!fitting.is_empty()).then(|| self.random.pick(&fitting).name.clone())
    }

    fn reference(&mut self) -> Option<String> {
        let types = [
            Ty::Text,
            Ty::Boxed,
            Ty::Cells,
            Ty::Colour,
            Ty::Shape,
            Ty::Part,
            Ty::Bag,
            Ty::Any,
        ];
        self.parameter(|ty| types.contains(&ty))
    }

    fn small(&mut self) -> String {
        let values = ["0", "1", "2", "3", "-1", "7", "10"];
        (*self.random.pick(&values)).to_owned()
    }

    fn constant(&mut self) -> String {
        let wild = [
            "Integer.MAX_VALUE",
            "Integer.MIN_VALUE",
            "100000",
            "31",
            "255",
            "-128",
        ];
        if !self.is_gentle && self.random.chance(1, 5) {
            return (*self.random.pick(&wild)).to_owned();
        }
        self.small()
    }

    /// A condition over everything in sight.
    pub fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.chance(1, 4) {
            let op = *self.random.pick(&["&&", "||", "&&", "||", "^"]);
            return format!(
                "({} {op} {})",
                self.condition(depth - 1),
                self.condition(depth - 1)
            );
        }
        let mut all: Vec<Var> = self
            .parameters
            .iter()
            .chain(&self.parameters)
            .chain(&self.fields)
            .cloned()
            .collect();
        all.push(Var {
            name: "mode".to_owned(),
            ty: Ty::Int,
        });
        let var = self.random.pick(&all).clone();
        let atom = self.atom(&var);
        if self.random.chance(1, 6) {
            format!("!({atom})")
        } else {
            atom
        }
    }

    fn comparison(&mut self) -> &'static str {
        ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)]
    }

    fn bag_atom(&mut self, name: &str) -> String {
        match self.random.below(4) {
            0 => format!("{name} == null"),
            1 => format!("{name}.held == null"),
            2 => format!("{name}.held {} {}", self.comparison(), self.small()),
            _ => format!("{name}.held.equals({})", self.random.below(3)),
        }
    }

    fn atom(&mut self, var: &Var) -> String {
        let name = &var.name;
        match var.ty {
            Ty::Int | Ty::Short | Ty::Byte => {
                let (number, op) = (self.number(2), self.comparison());
                match self.random.below(3) {
                    0 => format!("{number} {op} {}", self.constant()),
                    1 => format!("{name} {op} {number}"),
                    _ => format!("{name} {op} {}", self.constant()),
                }
            }
            Ty::Long => match self.random.below(4) {
                0 if !self.is_gentle => {
                    format!("({name} << 3) {} {}L", self.comparison(), self.small())
                }
                1 if !self.is_gentle => format!("{name} * 3 {} 5000000000L", self.comparison()),
                2 => format!("{name} % 5 {} {}", self.comparison(), self.small()),
                _ => format!("{name} {} {}", self.comparison(), self.constant()),
            },
            Ty::Bool => name.clone(),
            Ty::Char => match self.random.below(4) {
                0 => format!("{name} {} 'b'", self.comparison()),
                1 => format!("{name} >= 'a' && {name} <= 'f'"),
                2 => format!("Character.isUpperCase((char) ({name} & 127))"),
                _ => format!("{name} - 'a' {} {}", self.comparison(), self.small()),
            },
            Ty::Text => self.text_atom(name),
            Ty::Boxed => self.boxed_atom(name),
            Ty::Cells => self.cells_atom(name),
            Ty::Colour => self.colour_atom(name),
            Ty::Shape => self.shape_atom(name),
            Ty::Part => self.part_atom(name),
            Ty::Bag => self.bag_atom(name),
            Ty::Any => match self.random.below(4) {
                0 => format!("{name} == null"),
                1 => format!("{name} instanceof String"),
                2 => format!("{name} == this"),
                _ => format!("{name}.equals({})", self.random.pick(&TEXTS)),
            },
        }
    }

    fn boxed_atom(&mut self, name: &str) -> String {
        match self.random.below(3) {
            0 => format!("{name} == null"),
            1 => format!(
                "{name} {} {}",
                self.comparison(),
                self.constant().replace("-128", "3")
            ),
            _ => format!("{name}.equals({})", self.random.below(3)),
        }
    }

    fn cells_atom(&mut self, name: &str) -> String {
        match self.random.below(5) {
            0 => format!("{name} == null"),
            1 => format!(
                "{name}.length {} {}",
                self.comparison(),
                self.random.below(3)
            ),
            2 => format!("{name}[0] {} {}", self.comparison(), self.constant()),
            3 => format!("{name}[0] == {name}[1]"),
            _ => format!(
                "{name}[({}) & 1] {} {}",
                self.number(1),
                self.comparison(),
                self.small()
            ),
        }
    }

    fn text_atom(&mut self, name: &str) -> String {
        let text = *self.random.pick(&TEXTS);
        match self.random.below(9) {
            0 => format!("{name} == null"),
            1 => format!("{name}.isEmpty()"),
            2 => format!(
                "{name}.length() {} {}",
                self.comparison(),
                self.random.below(3)
            ),
            3 => format!("{name}.equals({text})"),
            4 => format!("{text}.equals({name})"),
            5 => format!("{name}.charAt(0) {} 'b'", self.comparison()),
            6 => format!("{name}.startsWith({text})"),
            7 => format!("{name}.indexOf('a') {} 0", self.comparison()),
            _ => format!("{name}.charAt(({}) & 1) == 'a'", self.number(1)),
        }
    }

    fn colour_atom(&mut self, name: &str) -> String {
        match (self.random.below(4), self.of(Ty::Colour)) {
            (0, _) => format!("{name} == {}", self.random.pick(&COLOURS)),
            (1, _) => format!("{name}.ordinal() {} 1", self.comparison()),
            (2, Some(other)) if other != name => format!("{name} == {other}"),
            (3, _) => format!("{name}.compareTo({}) > 0", self.random.pick(&COLOURS)),
            _ => format!("{name} == null"),
        }
    }

    fn shape_atom(&mut self, name: &str) -> String {
        match (self.random.below(5), self.of(Ty::Shape)) {
            (0, _) => format!("{name} instanceof Square"),
            (1, _) => format!("{name}.area() {} {}", self.comparison(), self.constant()),
            (2, Some(other)) if other != name => format!("{name} == {other}"),
            (3, _) => format!(
                "{name} instanceof Square && ((Square) {name}).side {} 2",
                self.comparison()
            ),
            _ => format!("{name} == null"),
        }
    }

    fn part_atom(&mut self, name: &str) -> String {
        match (self.random.below(6), self.of(Ty::Part)) {
            (0, _) => format!("{name} == null"),
            (1, _) => format!("{name}.port {} {}", self.comparison(), self.constant()),
            (2, Some(other)) if other != name => format!("{name} == {other}"),
            (3, _) => format!("{name}.next == null"),
            (4, _) => format!("{name}.next.port == {}", self.small()),
            _ => format!("{name}.ready"),
        }
    }

    /// An `int`.
    pub fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(1, 3) {
            return self.leaf();
        }
        let (a, b) = (self.number(depth - 1), self.leaf());
        let gentle = [
            "({a} + {b})",
            "({a} - {b})",
            "({a} % 4)",
            "Math.max({a}, {b})",
            "Math.min({a}, {b})",
        ];
        let wild = [
            "({a} * 3)",
            "({a} * {b})",
            "({a} / 3)",
            "({a} / {b})",
            "({a} << 2)",
            "({a} >> 1)",
            "({a} >>> 3)",
            "({a} << {b})",
            "({a} & {b})",
            "({a} | 4)",
            "({a} ^ {b})",
            "(~({a}))",
            "(-({a}))",
            "(byte) ({a})",
            "(char) ({a})",
            "(int) (1L * {a} + {b})",
            "Math.abs({a})",
            "Math.floorMod({a}, 3)",
            "Integer.compare({a}, {b})",
            "Integer.signum({a})",
            "({a} > {b} ? 1 : {a})",
        ];
        let form = match self.is_gentle || self.random.chance(1, 2) {
            true => *self.random.pick(&gentle),
            false => *self.random.pick(&wild),
        };
        form.replace("{a}", &a).replace("{b}", &b)
    }

    fn leaf(&mut self) -> String {
        let numbers = |ty: Ty| matches!(ty, Ty::Int | Ty::Byte | Ty::Char | Ty::Short);
        match self.random.below(6) {
            0 => self.constant(),
            1 => self
                .of(Ty::Text)
                .map_or("mode".to_owned(), |text| format!("{text}.length()")),
            2 => self
                .of(Ty::Cells)
                .map_or("mode".to_owned(), |cells| format!("{cells}.length")),
            3 => self.of(Ty::Int).unwrap_or("mode".to_owned()),
            _ => self.parameter(numbers).unwrap_or("mode".to_owned()),
        }
    }
}
