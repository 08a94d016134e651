//! Conditions as they are printed are Java: the compiler takes them, and the machine finds of all values what the term says,
//! without an exception. Judged by the real `javac` and `java`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use base::Random;
use smt::syntax::{Scope, Type, parse, print};
use smt::{Sort, Term, Terms, Value};

/// Conditions that are compiled.
const CONDITIONS: usize = 150;
/// Values that each is evaluated on.
const TRIALS: usize = 40;

/// A type of Java, as conditions know it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Java {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

const VARIABLES: [(&str, Java); 13] = [
    ("p", Java::Boolean),
    ("q", Java::Boolean),
    ("b", Java::Byte),
    ("s", Java::Short),
    ("c", Java::Char),
    ("x", Java::Int),
    ("y", Java::Int),
    ("m", Java::Long),
    ("n", Java::Long),
    ("f", Java::Float),
    ("g", Java::Float),
    ("d", Java::Double),
    ("e", Java::Double),
];

impl Java {
    fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    fn ty(self) -> Type {
        match self {
            Self::Boolean => Type::Bool,
            Self::Byte => Type::signed(8),
            Self::Short => Type::signed(16),
            Self::Char => Type::unsigned(16),
            Self::Int => Type::signed(32),
            Self::Long => Type::signed(64),
            Self::Float => Type::float(32),
            Self::Double => Type::float(64),
        }
    }

    /// Values at the edges of the type.
    fn value(self, random: &mut Random) -> Value {
        let whole = [
            0,
            1,
            2,
            3,
            5,
            7,
            65,
            97,
            127,
            128,
            255,
            256,
            32767,
            65535,
            1 << 31,
            (1 << 31) - 1,
            5_000_000_000,
        ];
        let whole = |random: &mut Random| {
            let n: i64 = *random.pick(&whole);
            match random.below(5) {
                0 => -n,
                1 => i64::MIN.wrapping_add(n),
                2 => i64::MAX.wrapping_sub(n),
                _ => n,
            }
        };
        let real = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1.5,
            7.0,
            1e-40,
            3e9,
            -5e9,
            1e300,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        match self.ty() {
            Type::Bool => Value::Bool(random.chance(1, 2)),
            Type::Vector { width, .. } => Value::bv(width, whole(random) as u64),
            Type::Float { width: 32 } => Value::f32(*random.pick(&real) as f32),
            Type::Float { .. } => Value::f64(*random.pick(&real)),
            Type::Int => unreachable!("Java has none"),
        }
    }

    /// A value as an expression of Java.
    fn literal(self, value: &Value) -> String {
        match (self, value) {
            (Self::Boolean, Value::Bool(b)) => b.to_string(),
            (Self::Float, Value::BitVec { bits, .. }) => {
                format!("Float.intBitsToFloat({})", *bits as u32 as i32)
            }
            (Self::Double, Value::BitVec { bits, .. }) => {
                format!("Double.longBitsToDouble({}L)", *bits as i64)
            }
            (_, value) => format!(
                "({}) {}L",
                self.name(),
                value.as_signed().expect("a number")
            ),
        }
    }
}

/// Makes conditions as a programmer writes them.
struct Writer {
    random: Random,
}

impl Writer {
    fn variable(&mut self, types: &[Java]) -> String {
        let fitting: Vec<&str> = VARIABLES
            .iter()
            .filter(|(_, ty)| types.contains(ty))
            .map(|(name, _)| *name)
            .collect();
        (*self.random.pick(&fitting)).to_owned()
    }

    fn condition(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 7 } else { 11 }) {
            0 => self.variable(&[Java::Boolean]),
            1..=3 => self.comparison(false, depth),
            4 | 5 => self.comparison(true, depth),
            6 => match self.random.chance(1, 2) {
                true => format!("Float.isNaN({})", self.variable(&[Java::Float])),
                false => format!("Double.isNaN({})", self.variable(&[Java::Double])),
            },
            7 => format!("!({})", self.condition(depth)),
            8 | 9 => format!("({} && {})", self.condition(depth), self.condition(depth)),
            _ => format!("({} || {})", self.condition(depth), self.condition(depth)),
        }
    }

    fn comparison(&mut self, real: bool, depth: usize) -> String {
        let operator = *self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let (a, b) = match real {
            true => (self.real(depth), self.real(depth)),
            false => (self.whole(depth), self.whole(depth)),
        };
        format!("{a} {operator} {b}")
    }

    fn whole(&mut self, depth: usize) -> String {
        let types = [Java::Byte, Java::Short, Java::Char, Java::Int, Java::Long];
        match self.random.below(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => self.variable(&types),
            2 => self.number(),
            // Bits without a sign.
            3 => format!(
                "({} & {})",
                self.variable(&types),
                *self.random.pick(&["255", "65535", "4294967295L"])
            ),
            4 => {
                let cast = *self.random.pick(&["byte", "short", "char", "int", "long"]);
                format!("({cast}) ({})", self.whole(depth - 1))
            }
            5 => format!(
                "{}({})",
                *self.random.pick(&["-", "~"]),
                self.whole(depth - 1)
            ),
            6 => {
                let operator = *self.random.pick(&["<<", ">>", ">>>"]);
                format!(
                    "({} {operator} {})",
                    self.whole(depth - 1),
                    self.random.below(40)
                )
            }
            _ => {
                let operator = *self
                    .random
                    .pick(&["+", "-", "*", "/", "%", "%", "&", "|", "^"]);
                format!(
                    "({} {operator} {})",
                    self.whole(depth - 1),
                    self.whole(depth - 1)
                )
            }
        }
    }

    fn number(&mut self) -> String {
        let n = *self.random.pick(&[
            0i64,
            1,
            -1,
            2,
            3,
            7,
            -7,
            10,
            65,
            100,
            255,
            1000,
            65535,
            i64::from(i32::MAX),
            i64::from(i32::MIN),
        ]);
        match self.random.below(6) {
            0 => format!(
                "{}L",
                *self
                    .random
                    .pick(&[5_000_000_000i64, -3_000_000_000, i64::MAX, i64::MIN, 7])
            ),
            _ => n.to_string(),
        }
    }

    fn real(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => self.variable(&[Java::Float, Java::Double]),
            2 => (*self.random.pick(&[
                "0.0",
                "1.5f",
                "-2.0",
                "1.0E10",
                "0.1f",
                "-0.0f",
                "Double.POSITIVE_INFINITY",
            ]))
            .to_owned(),
            3 => format!(
                "({}) ({})",
                *self.random.pick(&["float", "double"]),
                self.whole(depth - 1)
            ),
            4 => format!("Math.abs({})", self.real(depth - 1)),
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "/"]);
                format!(
                    "({} {operator} {})",
                    self.real(depth - 1),
                    self.real(depth - 1)
                )
            }
        }
    }
}

struct Bench {
    terms: Terms,
    scope: Scope,
    vars: Vec<(Java, Term)>,
}

impl Bench {
    fn new() -> Self {
        let (terms, mut scope, mut vars) = (Terms::new(), Scope::new(), Vec::new());
        for (name, java) in VARIABLES {
            let sort = match java.ty() {
                Type::Bool => Sort::Bool,
                ty => ty.sort(),
            };
            let term = terms.var(name, sort);
            scope.declare(name, term, java.ty());
            vars.push((java, term));
        }
        Self { terms, scope, vars }
    }

    fn parameters() -> String {
        VARIABLES
            .map(|(name, java)| format!("{} {name}", java.name()))
            .join(", ")
    }

    fn holds(&self, condition: Term, values: &[Value]) -> bool {
        let env: BTreeMap<Term, &Value> = self.vars.iter().map(|(_, v)| *v).zip(values).collect();
        let value = self
            .terms
            .eval(condition, &|v| env.get(&v).map(|&v| v.clone()));
        value
            .and_then(|v| v.as_bool())
            .expect("every variable has a value")
    }

    fn arguments(&self, values: &[Value]) -> String {
        let written: Vec<String> = self
            .vars
            .iter()
            .zip(values)
            .map(|((java, _), v)| java.literal(v))
            .collect();
        written.join(", ")
    }
}

/// Compiles and runs a program; gives what it prints.
fn run(class: &str, text: &str) -> String {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("mores-{class}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a program");
    let file = folder.join(format!("{class}.java"));
    std::fs::write(&file, text).expect("written");
    let compiled = Command::new("javac")
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
        .args(["-nowarn", "-d"])
        .arg(&folder)
        .arg(&file)
        .output()
        .expect("there is a JDK");
    let complaint = String::from_utf8_lossy(&compiled.stderr)
        .lines()
        .take(12)
        .collect::<Vec<_>>()
        .join("\n");
    assert!(compiled.status.success(), "{complaint}");
    let ran = Command::new("java")
        .arg("-cp")
        .arg(&folder)
        .arg(class)
        .output()
        .expect("there is a JDK");
    std::fs::remove_dir_all(&folder).expect("it is ours");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn what_is_printed_compiles_and_is_what_the_term_says_on_all_edges() {
    let bench = Bench::new();
    let mut writer = Writer {
        random: Random::seeded(16),
    };
    let mut random = Random::seeded(61);
    let (mut text, mut expected, mut partial) =
        (String::from("public class Printed {\n"), Vec::new(), 0);
    let mut calls = String::new();
    for number in 0..CONDITIONS {
        // Numbers alone have no type here, so that not all operations apply to them.
        let term = loop {
            if let Ok(term) = parse(&bench.terms, &writer.condition(4), &bench.scope) {
                break term;
            }
        };
        let printed = print(&bench.terms, term, &bench.scope);
        partial += usize::from(printed.contains(['/', '%']));
        let _ = writeln!(
            text,
            "  static boolean c{number}({}) {{ return {printed}; }}",
            Bench::parameters()
        );
        let _ = writeln!(calls, "  static void t{number}() {{");
        for _ in 0..TRIALS {
            let values: Vec<Value> = bench
                .vars
                .iter()
                .map(|(java, _)| java.value(&mut random))
                .collect();
            expected.push((
                printed.clone(),
                bench.arguments(&values),
                bench.holds(term, &values),
            ));
            let arguments = bench.arguments(&values);
            let _ = writeln!(
                calls,
                "    try {{ System.out.println(c{number}({arguments})); }} catch (Throwable t) {{ System.out.println(t); }}"
            );
        }
        let _ = writeln!(calls, "  }}");
    }
    let main: String = (0..CONDITIONS)
        .map(|number| format!("    t{number}();\n"))
        .collect();
    let _ = write!(
        text,
        "{calls}  public static void main(String[] args) {{\n{main}  }}\n}}\n"
    );
    let said = run("Printed", &text);
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), expected.len());
    for (said, (printed, arguments, holds)) in said.iter().zip(&expected) {
        assert_eq!(*said, holds.to_string(), "{printed}\nwith {arguments}");
    }
    assert!(partial > CONDITIONS / 10, "{partial} conditions divide");
}
