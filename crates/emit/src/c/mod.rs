//! C that makes a program do what was found: one file beside the program gives it its inputs.

mod library;

use std::collections::BTreeMap;

use base::Undefined;

/// What a program is given so that it does one word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harness {
    /// The file of the program, to say how to compile both.
    pub program: String,
    /// The events that it then does.
    pub word: Vec<String>,
    /// The undefined behaviour that the last of them is, if it is one.
    pub undefined: Option<Undefined>,
    /// What it is given, in the order in which it asks.
    pub inputs: Vec<Given>,
    /// Functions that the program calls somewhere and does not define. Those that inputs come from need not be named.
    pub missing: Vec<Missing>,
    /// Those functions that it does not define whose calls are events.
    pub shown: Vec<String>,
}

/// A value that the program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The function that returns it, or what else it is.
    pub function: String,
    /// What it returns.
    pub number: Number,
    /// The value: two's complement, or the bits of a float.
    pub bits: u64,
    /// What gives it.
    pub giver: Giver,
}

/// What gives a program a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// A function that the program calls.
    Function,
    /// An object that the program does not define.
    Object,
    /// Standard input: a byte, or -1 at its end.
    Input,
    /// The compiler or the C library: nobody can arrange it, so it is told in a comment.
    Open,
}

/// What a number is in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `_Bool`.
    Bool,
    /// An integer type of so many bits: 8, 16, 32 or 64.
    Int {
        /// Its size.
        bits: u32,
        /// Whether it has negative values.
        signed: bool,
    },
    /// `float`.
    Float,
    /// `double`.
    Double,
}

/// A function that the program does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub name: String,
    /// What it does.
    pub returns: Returns,
}

/// What a function does that is not defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// It returns nothing.
    Nothing,
    /// It returns the next input.
    Input(Number),
    /// It ends the program, with the next input as its exit code.
    Never,
}

const HEAD: &str = include_str!("head.c");

/// The functions that programs to be verified are given by convention, apart from those with numbers.
const INTEGERS: [(&str, u32, bool); 14] = [
    ("char", 8, true),
    ("schar", 8, true),
    ("uchar", 8, false),
    ("short", 16, true),
    ("ushort", 16, false),
    ("int", 32, true),
    ("uint", 32, false),
    ("unsigned", 32, false),
    ("longlong", 64, true),
    ("ulonglong", 64, false),
    ("u8", 8, false),
    ("u16", 16, false),
    ("u32", 32, false),
    ("u64", 64, false),
];

/// One C file that makes a program run into what was found: `cc program.c harness.c && ./a.out`.
///
/// It defines all functions weakly, so that those that the program has itself are used. What the program is given is checked:
/// if it asks for something else, or for more, it ends with status 3 and says so.
pub fn harness(harness: &Harness) -> String {
    let mut out = intro(harness);
    out.push_str(HEAD);
    out.push_str(&given(&harness.inputs));
    out.push_str(&standard_input(&harness.inputs));
    harness
        .inputs
        .iter()
        .filter(|given| given.giver == Giver::Object)
        .for_each(|given| out.push_str(&object(given)));
    let called = harness.inputs.iter().filter(|given| is_called(given));
    out.push_str(&library::definitions(
        called.map(|given| given.function.as_str()),
    ));
    let functions = functions(harness);
    for (name, returns) in &functions {
        let shown = harness.shown.iter().any(|shown| shown == name);
        out.push_str(&definition(name, *returns, shown));
    }
    // Their types depend on the machine, so they are written as C names them.
    for (kind, ty) in [
        ("long", "long"),
        ("ulong", "unsigned long"),
        ("size_t", "__SIZE_TYPE__"),
    ] {
        let name = format!("__VERIFIER_nondet_{kind}");
        if !functions.contains_key(name.as_str()) {
            out.push_str(&format!(
                "WEAK {ty} {name}(void) {{ return ({ty})take(\"{name}\"); }}\n"
            ));
        }
    }
    out
}

impl Harness {
    /// What the linker must be told beside the files, if anything.
    pub fn linked(&self) -> Option<&'static str> {
        let called = self.inputs.iter().filter(|given| is_called(given));
        library::linked(called.map(|given| given.function.as_str()))
    }
}

/// What the linker must be told where a program is given any inputs, if anything.
pub fn any_linked(sources: &[Source]) -> Option<&'static str> {
    let called = sources
        .iter()
        .filter(|source| source.giver == Giver::Function);
    library::linked(called.map(|source| source.name.as_str()))
}

/// What a program may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The function that returns it, or the object.
    pub name: String,
    /// What it is.
    pub number: Number,
    /// What gives it.
    pub giver: Giver,
}

/// One C file that gives a program any inputs, others for each value of the variable `MORES_SEED` of the environment. Standard
/// input is left as it is.
pub fn any_inputs(sources: &[Source], silent: &[String]) -> String {
    let mut out = String::from("/* Gives a program any inputs. */\n");
    out.push_str(HEAD);
    out.push_str(include_str!("any.c"));
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let called = sources
        .iter()
        .filter(|source| source.giver == Giver::Function);
    out.push_str(&library::definitions(
        called.map(|source| source.name.as_str()),
    ));
    let known =
        |name: &str| CONVENTIONS.contains(&name) || library::knows(name) || !is_identifier(name);
    for source in sources.iter().filter(|source| !known(&source.name)) {
        match source.giver {
            Giver::Function => {
                let (shown, returns) =
                    (silent.contains(&source.name), Returns::Input(source.number));
                out.push_str(&definition(&source.name, returns, shown))
            }
            Giver::Object => out.push_str(&any_object(source)),
            Giver::Input | Giver::Open => {}
        }
    }
    for name in silent
        .iter()
        .filter(|name| !known(name) && !names.contains(&name.as_str()))
    {
        out.push_str(&definition(name, Returns::Nothing, true));
    }
    out
}

/// An object that is given a value before the program starts.
fn any_object(source: &Source) -> String {
    let (name, ty) = (&source.name, type_name(source.number));
    format!(
        "__attribute__((weak)) {ty} {name};\n__attribute__((constructor)) UNSEEN static void give_{name}(void) {{ {name} = ({ty})take(\"{name}\"); }}\n"
    )
}

fn type_name(number: Number) -> &'static str {
    match number {
        Number::Bool => "_Bool",
        Number::Int { bits, signed } => integer(bits, signed),
        Number::Float => "float",
        Number::Double => "double",
    }
}

fn intro(harness: &Harness) -> String {
    let program = commented(&harness.program);
    let word: Vec<String> = harness.word.iter().map(|event| commented(event)).collect();
    let linked = harness.linked().map(|flags| format!(" {flags}"));
    let linked = linked.unwrap_or_default();
    let mut out = format!("/* Gives {program} what it needs to do this:\n");
    word.iter()
        .for_each(|event| out.push_str(&format!(" *   {event}\n")));
    out.push_str(&format!(
        " *\n *     cc {}{program} THIS_FILE{linked} && ./a.out\n *\n",
        sanitized(harness.undefined)
    ));
    if harness
        .undefined
        .is_some_and(|kind| !kind.is_seen_by_sanitizers())
    {
        out.push_str(" * Not all sanitizers see this: without one nobody can say what the program does then.\n *\n");
    }
    out.push_str(" * To see the functions that are called on the way (glibc):\n *\n");
    out.push_str(&format!(
        " *     cc -DMORES_CALLS -finstrument-functions -rdynamic {program} THIS_FILE{linked} -ldl && ./a.out\n"
    ));
    let unheard = harness
        .inputs
        .iter()
        .filter(|given| given.giver == Giver::Open);
    let mut unheard = unheard
        .map(|given| format!(" *   {} is {}\n", commented(&given.function), text(given)))
        .peekable();
    if unheard.peek().is_some() {
        out.push_str(" *\n * This assumes what no function can arrange:\n");
        out.extend(unheard);
    }
    out.push_str(" */\n");
    out
}

/// The flags with which the compiled program tells of what is undefined.
fn sanitized(undefined: Option<Undefined>) -> &'static str {
    match undefined {
        Some(_) => "-g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all ",
        None => "",
    }
}

/// Text in a comment, which it must not end.
fn commented(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if (' '..='~').contains(&c) { c } else { '?' })
        .collect();
    plain.replace("*/", "* /").replace("/*", "/ *")
}

fn is_identifier(name: &str) -> bool {
    let first = name
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The value as people read it.
fn text(given: &Given) -> String {
    match given.number {
        Number::Bool => u8::from(given.bits != 0).to_string(),
        Number::Int { bits, signed: true } => signed(given.bits, bits).to_string(),
        Number::Int {
            bits,
            signed: false,
        } => (given.bits & mask(bits)).to_string(),
        Number::Float => f32::from_bits(given.bits as u32).to_string(),
        Number::Double => f64::from_bits(given.bits).to_string(),
    }
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}

fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

/// Whether a value comes from a function that can be defined.
fn is_called(given: &Given) -> bool {
    given.giver == Giver::Function && is_identifier(&given.function)
}

/// Standard input is what the program reads, up to its end.
fn standard_input(inputs: &[Given]) -> String {
    let read = inputs
        .iter()
        .filter(|given| given.giver == Giver::Input)
        .map(|given| signed(given.bits, 32));
    let bytes: Vec<String> = read
        .clone()
        .filter(|byte| *byte >= 0)
        .map(|byte| byte.to_string())
        .collect();
    if read.count() == 0 {
        return String::new();
    }
    format!(
        "static const unsigned char input[] = {{ {}0 }};\n{}",
        bytes.join(", ") + ", ",
        include_str!("input.c")
    )
    .replace("{ , 0 }", "{ 0 }")
}

/// An object that the program does not define, with a value.
fn object(given: &Given) -> String {
    let (name, ty) = (&given.function, type_name(given.number));
    if is_identifier(name) {
        format!("__attribute__((weak)) {ty} {name} = {};\n", text(given))
    } else {
        String::new()
    }
}

fn given(inputs: &[Given]) -> String {
    let mut out = String::from(
        "static const struct { const char *function; unsigned long long bits; } given[] = {\n",
    );
    for given in inputs.iter().filter(|given| is_called(given)) {
        let Given { function, bits, .. } = given;
        out.push_str(&format!(
            "    {{ \"{function}\", 0x{bits:x}ULL }}, /* {} */\n",
            text(given)
        ));
    }
    out.push_str("    { 0, 0 }\n};\n");
    out.push_str(include_str!("take.c"));
    out
}

/// All functions, by name, each with one meaning.
fn functions(harness: &Harness) -> BTreeMap<String, Returns> {
    let mut functions = BTreeMap::new();
    let mut define = |name: String, returns| functions.insert(name, returns);
    define(
        "__VERIFIER_nondet_bool".to_owned(),
        Returns::Input(Number::Bool),
    );
    define(
        "__VERIFIER_nondet_float".to_owned(),
        Returns::Input(Number::Float),
    );
    define(
        "__VERIFIER_nondet_double".to_owned(),
        Returns::Input(Number::Double),
    );
    for (kind, bits, signed) in INTEGERS {
        define(
            format!("__VERIFIER_nondet_{kind}"),
            Returns::Input(Number::Int { bits, signed }),
        );
    }
    for given in harness.inputs.iter().filter(|given| is_called(given)) {
        define(given.function.clone(), Returns::Input(given.number));
    }
    for missing in harness
        .missing
        .iter()
        .filter(|missing| is_identifier(&missing.name))
    {
        define(missing.name.clone(), missing.returns);
    }
    functions.retain(|name, _| !CONVENTIONS.contains(&name.as_str()) && !library::knows(name));
    functions
}

/// What the head of the file defines.
const CONVENTIONS: [&str; 7] = [
    "reach_error",
    "__VERIFIER_error",
    "__VERIFIER_assume",
    "__CPROVER_assume",
    "assume_abort_if_not",
    "learn",
    "LEARN",
];

/// Without parameters: whatever the program passes is not looked at.
fn definition(name: &str, returns: Returns, shown: bool) -> String {
    let called = match shown {
        true => format!("CALLED(\"{name}\"); "),
        false => String::new(),
    };
    match returns {
        Returns::Nothing => format!("WEAK void {name}(void) {{ {called}}}\n"),
        Returns::Never => {
            format!("WEAK void {name}(void) {{ {called}exit((int)take(\"{name}\")); }}\n")
        }
        Returns::Input(Number::Bool) => {
            format!("WEAK _Bool {name}(void) {{ {called}return take(\"{name}\") != 0; }}\n")
        }
        Returns::Input(Number::Int { bits, signed }) => {
            let ty = integer(bits, signed);
            format!("WEAK {ty} {name}(void) {{ {called}return ({ty})take(\"{name}\"); }}\n")
        }
        Returns::Input(Number::Float) => format!(
            "WEAK float {name}(void)\n{{\n    union {{ unsigned bits; float value; }} it;\n    {called}it.bits = (unsigned)take(\"{name}\");\n    return it.value;\n}}\n"
        ),
        Returns::Input(Number::Double) => format!(
            "WEAK double {name}(void)\n{{\n    union {{ unsigned long long bits; double value; }} it;\n    {called}it.bits = take(\"{name}\");\n    return it.value;\n}}\n"
        ),
    }
}

fn integer(bits: u32, signed: bool) -> &'static str {
    match (bits, signed) {
        (0..=8, true) => "signed char",
        (0..=8, false) => "unsigned char",
        (9..=16, true) => "short",
        (9..=16, false) => "unsigned short",
        (17..=32, true) => "int",
        (17..=32, false) => "unsigned",
        (33.., true) => "long long",
        (33.., false) => "unsigned long long",
    }
}
