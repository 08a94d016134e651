//! What is mutated: random components with byte-sized state, and classes of the corpus whose arguments are scalars.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use base::Random;
use front::jvm::Source;
use ir::{Component, Entry, Param, Type};

/// Code that can be loaded as often as it is to be mutated.
#[derive(Clone)]
pub struct Subject {
    /// For people.
    pub name: String,
    from: From,
}

#[derive(Clone)]
enum From {
    Text(String),
    Class(&'static str),
}

const CLASSES: [&str; 24] = [
    "Accumulator",
    "AllowedExceptions",
    "AlternatingBitMask",
    "BitTricks",
    "BoundedCounter",
    "ByteMode",
    "CharMath",
    "Countdown",
    "Defaults",
    "Divider",
    "EnableFirst",
    "Example",
    "Narrowing",
    "Overflow",
    "PipedOutputStream",
    "ReadWriteAcq",
    "ServerTableEntry",
    "Signature",
    "Socket",
    "SparseSwitch",
    "Ternaries",
    "Thermostat",
    "TrafficLight",
    "Turnstile",
];

/// One class, two random components, one class, and so on.
pub fn subjects(random: &mut Random) -> impl Iterator<Item = Subject> + Clone + use<> {
    let mut all = Vec::new();
    let mut first = random.below(CLASSES.len());
    for i in 0..90 {
        if i % 3 == 0 {
            first += 1;
            let name = CLASSES[first % CLASSES.len()];
            all.push(Subject {
                name: name.into(),
                from: From::Class(name),
            });
        } else {
            let text = program(random);
            all.push(Subject {
                name: format!("random component {i}\n{text}"),
                from: From::Text(text),
            });
        }
    }
    all.into_iter()
}

impl Subject {
    /// A fresh copy.
    pub fn load(&self) -> Component {
        match &self.from {
            From::Text(text) => component(text),
            From::Class(name) => {
                let source = Source {
                    class: Some((*name).into()),
                    ..Source::new(compiled())
                };
                front::jvm::load(&source).expect("the corpus loads")
            }
        }
    }
}

/// The classes, compiled once.
fn compiled() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let compile = || {
        let classes = tempfile::tempdir().expect("there is room for files");
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
        let sources: Vec<PathBuf> = CLASSES
            .iter()
            .map(|name| corpus.join(format!("{name}.java")))
            .collect();
        let done = Command::new("javac")
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-g"])
            .arg("-d")
            .arg(classes.path())
            .args(sources)
            .status();
        assert!(
            done.expect("there is a JDK").success(),
            "the corpus compiles"
        );
        classes
    };
    FOLDER.get_or_init(compile).path()
}

fn component(text: &str) -> Component {
    let program = ir::text::parse(text).expect("the program parses");
    ir::validate(&program).expect("the program is valid");
    let entry = |(id, f): (ir::FunctionId, &ir::Function)| {
        let name = f.name.strip_prefix("C.")?.to_string();
        let source_type = |ty| if ty == Type::Bool { "boolean" } else { "byte" };
        let param = |l: &ir::Local| Param {
            name: l.name.clone(),
            source_type: source_type(l.ty).into(),
            ty: l.ty,
            given: None,
        };
        let params = f.params.iter().skip(1).map(param).collect();
        Some(Entry {
            function: id,
            name,
            takes_receiver: true,
            universal: false,
            params,
            place: None,
        })
    };
    let (constructors, methods) = program
        .functions
        .iter()
        .filter_map(entry)
        .partition(|e| e.name == "new");
    let class = program.class_named("C").expect("the program has a class C");
    Component {
        class,
        name: "C".into(),
        initialisers: Vec::new(),
        constructors,
        methods,
        arguments: ir::Arguments::default(),
        texts: Vec::new(),
        known_from: std::collections::BTreeMap::new(),
        measured: ir::KnownFrom::default(),
        endings: None,
        layouts: ir::Layouts::default(),
        script: ir::Script::default(),
        program,
    }
}

/// A random class with a byte, a flag and three methods.
fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "class Error { }\nclass C { field f: i8 field g: bool }\nfn C.new(this: ref) { s: return }\n",
    );
    for method in 0..3 {
        let _ = write!(
            text,
            "fn C.m{method}(this: ref, p: i8) {{ local f: i8 local g: bool local e: ref
  s: f = this->C::f g = this->C::g if {} then bad else good
  good: if {} then one else two
  one: this->C::f = {} return
  two: this->C::g = {} return
  bad: e = new Error throw e }}\n",
            condition(random, 2),
            condition(random, 1),
            number(random),
            condition(random, 1)
        );
    }
    text
}

fn condition(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.chance(2, 3) {
        let operator = random.pick(&["&", "|"]);
        return format!(
            "({} {operator} {})",
            condition(random, depth - 1),
            condition(random, depth - 1)
        );
    }
    let constant = random.below(5);
    match random.below(6) {
        0 => "g".into(),
        1 => "!g".into(),
        2 => format!("f < {constant}i8"),
        3 => format!("f == {constant}i8"),
        4 => format!("p < {constant}i8"),
        _ => format!("p == {constant}i8"),
    }
}

fn number(random: &mut Random) -> String {
    match random.below(4) {
        0 => "p".into(),
        1 => format!("(p % {}i8)", random.below(3) + 1),
        _ => format!("{}i8", random.below(5)),
    }
}
