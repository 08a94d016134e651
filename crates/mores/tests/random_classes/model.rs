//! A report as a Java class that walks: its tables, its guards and updates as they are printed, and the real calls.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mores::report::{
    Answer, Integers, Method, Parameter, Report, Standing, Symbol, Transition, VerdictKind,
};

use super::generate::Generated;
use super::growing;

/// Whether a model speaks of what collections hold: its conditions are none that Java outside of them could ask.
pub fn names_what_is_held(report: &Report) -> bool {
    let model = &report.model;
    let held = |text: &str| {
        growing::FIELDS
            .iter()
            .any(|f| text.contains(&format!("{f}.")))
    };
    model.alphabet.iter().any(|s| held(&s.guard)) || model.registers.iter().any(|r| held(&r.name))
}

/// The same with names for how much is held that Java has: to follow it, nobody needs to look into a collection.
pub fn with_plain_counts(report: &Report) -> Report {
    let mut report = report.clone();
    for field in growing::FIELDS {
        let (count, plain) = (format!("{field}.size"), format!("{field}_size"));
        let model = &mut report.model;
        for register in &mut model.registers {
            register.name = register.name.replace(&count, &plain);
        }
        for symbol in &mut model.alphabet {
            symbol.guard = symbol.guard.replace(&count, &plain);
        }
        for transition in &mut model.transitions {
            let updates = std::mem::take(&mut transition.updates).into_iter();
            let renamed = |text: String| text.replace(&count, &plain);
            transition.updates = updates
                .map(|(r, value)| (renamed(r), renamed(value)))
                .collect();
        }
    }
    report
}

/// The text of `Judge.java` for a report.
pub fn judge(class: &Generated, report: &Report) -> String {
    let package = class.package();
    let mut text = format!(
        "package {package};\n\nimport {package}.Subject.*;\nimport static {package}.Subject.Colour.*;\n\npublic class Judge extends judge.Walk {{\n  Subject it;\n"
    );
    for register in &report.model.registers {
        let _ = writeln!(
            text,
            "  {} {};",
            java_type(&register.source_type),
            register.name
        );
    }
    tables(report, &mut text);
    arguments(class, report, &mut text);
    guards(report, &mut text);
    updates(report, &mut text);
    calls(report, &mut text);
    errors(report, &mut text);
    text += "}\n";
    text
}

/// A type as Java writes it.
fn java_type(name: &str) -> String {
    name.replace('$', ".")
}

fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(", "))
}

fn constant(text: &mut String, ty: &str, name: &str, value: &str) {
    let upper = name.to_uppercase();
    let _ = writeln!(text, "  private static final {ty} {upper} = {value};");
    let _ = writeln!(text, "  protected {ty} {name}() {{ return {upper}; }}");
}

/// The largest number of a state, and one more.
fn states(report: &Report) -> u64 {
    report
        .model
        .states
        .iter()
        .map(|s| s.id + 1)
        .max()
        .unwrap_or(0)
}

/// A table with a row for each state and a number for each symbol, as texts: initialisers of arrays may not be long.
fn table(report: &Report, of: impl Fn(&Transition) -> i64) -> String {
    let model = &report.model;
    let rows = (0..states(report)).map(|from| {
        let numbers = model.alphabet.iter().map(|symbol| {
            let leads = model
                .transitions
                .iter()
                .find(|t| t.from == from && t.symbol == symbol.symbol);
            leads.map_or(-1, &of).to_string()
        });
        format!("\"{}\"", numbers.collect::<Vec<_>>().join(" "))
    });
    format!("rows(new String[] {})", list(rows))
}

fn tables(report: &Report, text: &mut String) {
    let model = &report.model;
    let own = |method: &Method| {
        let numbered = model.alphabet.iter().enumerate();
        list(
            numbered
                .filter(|(_, s)| s.method == method.name)
                .map(|(number, _)| number),
        )
    };
    let answer = |id: u64| {
        let state = model.states.iter().find(|s| s.id == id);
        state.map_or(2, |s| answer_number(s.answer))
    };
    let methods = || model.methods.iter();
    let constants = [
        ("int[][]", "symbols", list(methods().map(own))),
        (
            "String[]",
            "methods",
            list(methods().map(|m| format!("\"{}\"", m.name))),
        ),
        (
            "boolean[]",
            "constructs",
            list(methods().map(|m| m.constructs)),
        ),
        ("int[][]", "leads", table(report, |t| t.to as i64)),
        ("int[][]", "standings", table(report, standing)),
        ("int[]", "answers", list((0..states(report)).map(answer))),
        ("int", "initial", model.initial.to_string()),
        ("int", "depth", depth(report).to_string()),
        ("boolean", "small", needs_small(report).to_string()),
        (
            "long[]",
            "mentioned",
            list(mentioned(report).iter().map(|n| format!("{n}L"))),
        ),
    ];
    for (ty, name, value) in &constants {
        constant(text, ty, name, value);
    }
    let registers = model
        .registers
        .iter()
        .map(|r| match r.source_type.as_str() {
            "boolean" => format!("{} ? 1 : 0", r.name),
            _ => r.name.clone(),
        });
    let _ = writeln!(
        text,
        "  protected long[] registers() {{ return new long[] {}; }}",
        list(registers)
    );
}

fn standing(transition: &Transition) -> i64 {
    match transition.standing() {
        Standing::Established => 0,
        Standing::Answered => 1,
        Standing::Guessed => 2,
    }
}

fn answer_number(answer: Answer) -> i64 {
    match answer {
        Answer::Ok => 0,
        Answer::Error => 1,
        Answer::Unknown => 2,
    }
}

/// The most calls that are claimed. What holds unless something overflows is claimed up to its depth whatever the arguments.
fn depth(report: &Report) -> u64 {
    let most = 1000;
    match (&report.verdict.unless, report.verdict.kind) {
        (Some(_), VerdictKind::UpTo) => report.verdict.depth.unwrap_or(0).min(most),
        _ => report.claimed_calls().unwrap_or(most).min(most),
    }
}

/// Integers without bounds are those of Java as long as nothing overflows.
fn needs_small(report: &Report) -> bool {
    report.verdict.integers == Integers::Mathematical
}

/// The numbers that stand in guards.
fn mentioned(report: &Report) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for symbol in &report.model.alphabet {
        for word in symbol
            .guard
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        {
            found.extend(
                word.trim_end_matches('L')
                    .parse::<i64>()
                    .ok()
                    .filter(|n| n.abs() < 1 << 62),
            );
        }
    }
    if needs_small(report) {
        found.retain(|n| n.abs() <= 1000);
    }
    found
}

/// What makes arguments, by type. Objects that the subject holds are passed again.
fn arguments(class: &Generated, report: &Report, text: &mut String) {
    let holds = |field: &str| class.text.contains(&format!("  {field} = null;"));
    let held = |field: &str, name: &str| match holds(field) {
        true => format!("it == null ? null : it.{name}"),
        false => "null".to_owned(),
    };
    let _ = writeln!(
        text,
        "  Shape shape() {{ switch (random.nextInt(4)) {{ case 0: return null; case 1: return {}; case 2: return new Dot(); default: return new Square((int) number()); }} }}",
        held("Shape shape", "shape")
    );
    let _ = writeln!(
        text,
        "  Part part(int deep) {{ switch (random.nextInt(4)) {{ case 0: return null; case 1: if (deep > 0) return {}; default: Part made = new Part(); made.port = (int) number(); made.ready = random.nextBoolean(); made.next = deep > 0 ? part(deep - 1) : null; return made; }} }}",
        held("Part part", "part")
    );
    *text += "  Bag<Integer> bag() { if (random.nextInt(5) == 0) return null; Bag<Integer> made = new Bag<>(); made.held = boxed(); return made; }\n";
    *text += "  protected Object[] arguments(int method) {\n    switch (method) {\n";
    let any = report.model.view.any_arguments;
    for (number, method) in report.model.methods.iter().enumerate() {
        let known = |p: &Parameter| among_few(report, method, p);
        let each = method.parameters.iter();
        let made = list(each.map(|p| known(p).unwrap_or_else(|| argument(&p.source_type, any))));
        let _ = writeln!(
            text,
            "      case {number}: return {}(new Object[] {made});",
            passing(method)
        );
    }
    *text += "      default: throw new AssertionError();\n    }\n  }\n";
}

/// An argument that is one of a few by what the model was made for.
fn among_few(report: &Report, method: &Method, parameter: &Parameter) -> Option<String> {
    let Parameter { name, source_type } = parameter;
    if let Some(pool) = report.model.view.pool.get(name) {
        let values = list(pool.iter().map(|value| format!("({source_type}) {value}")));
        let made = boxed(source_type);
        return Some(format!("oneOf((Object[]) new {made}[] {values})"));
    }
    if !report.model.view.few_texts || !source_type.ends_with("String") {
        return None;
    }
    let ways = [
        format!("{name} of {} is ", method.name),
        format!("{name} is "),
    ];
    let mut assumed = report.verdict.assumptions.iter();
    let texts = assumed.find_map(|a| ways.iter().find_map(|way| a.strip_prefix(way)))?;
    let texts = quoted(texts).into_iter().chain(["null".to_owned()]);
    Some(format!("oneOf((Object[]) new String[] {})", list(texts)))
}

fn boxed(source_type: &str) -> &str {
    match source_type {
        "int" => "Integer",
        "long" => "Long",
        "char" => "Character",
        "short" => "Short",
        "byte" => "Byte",
        other => other,
    }
}

/// The texts that are quoted in a sentence, with their quotes.
fn quoted(sentence: &str) -> BTreeSet<String> {
    let parts = sentence.split('"').skip(1).step_by(2);
    parts.map(|text| format!("\"{text}\"")).collect()
}

/// How arguments are passed: two of one class may be one object.
fn passing(method: &Method) -> &'static str {
    match &method.parameters[..] {
        [one, other] if one.source_type == other.source_type && one.source_type.contains('$') => {
            "perhapsOne"
        }
        _ => "",
    }
}

/// An argument of a type; whether it may be anything of it.
fn argument(source_type: &str, any: bool) -> String {
    let simple = source_type.rsplit(['.', '$']).next().unwrap_or(source_type);
    match simple.split('<').next().unwrap_or(simple) {
        "boolean" => "random.nextBoolean()".to_owned(),
        "byte" | "char" | "short" | "int" | "long" => format!("({simple}) number()"),
        "String" => "text()".to_owned(),
        "Integer" => "boxed()".to_owned(),
        "int[]" => "cells()".to_owned(),
        "Colour" => "random.nextInt(4) == 0 ? null : Colour.values()[random.nextInt(3)]".to_owned(),
        "Shape" => "shape()".to_owned(),
        "Part" => "part(1)".to_owned(),
        "Bag" => "bag()".to_owned(),
        "Object" if any => "anything(it)".to_owned(),
        "Object" => "plain(it)".to_owned(),
        other => panic!("no arguments of {other}"),
    }
}

/// The parameters of a method as locals.
fn parameters(method: &Method) -> String {
    let each = method.parameters.iter().enumerate().map(|(number, p)| {
        let ty = java_type(&p.source_type);
        format!("{ty} {} = ({ty}) a[{number}]; ", p.name)
    });
    each.collect()
}

fn method_of<'r>(report: &'r Report, symbol: &Symbol) -> &'r Method {
    report
        .model
        .methods
        .iter()
        .find(|m| m.name == symbol.method)
        .expect("the method of a symbol")
}

/// A printed condition as Java that compiles outside of the class: what a box holds is private, and what only one of
/// several classes has needs a cast.
fn compiled(printed: &str, method: &Method) -> String {
    // What no identifier could be stands between these.
    let mut guard = printed
        .replace('`', "")
        .replace("this", "it")
        .replace(".value", ".intValue()");
    for parameter in &method.parameters {
        let (class, members) = match parameter.source_type.rsplit(['$', '.']).next() {
            Some("Shape") => ("Square", &["side"][..]),
            Some("Object") => ("String", &["length()", "charAt("][..]),
            _ => continue,
        };
        let name = &parameter.name;
        for member in members {
            guard = guard.replace(
                &format!("{name}.{member}"),
                &format!("(({class}) {name}).{member}"),
            );
        }
    }
    guard
}

fn guards(report: &Report, text: &mut String) {
    *text += "  protected boolean holds(int symbol, Object[] a) {\n    switch (symbol) {\n";
    for number in 0..report.model.alphabet.len() {
        let _ = writeln!(text, "      case {number}: return g{number}(a);");
    }
    *text += "      default: throw new AssertionError();\n    }\n  }\n";
    for (number, symbol) in report.model.alphabet.iter().enumerate() {
        let method = method_of(report, symbol);
        let guard = compiled(&symbol.guard, method);
        let _ = writeln!(
            text,
            "  boolean g{number}(Object[] a) {{ {}return {guard}; }}",
            parameters(method)
        );
    }
}

fn updates(report: &Report, text: &mut String) {
    let mut cases = String::new();
    for (number, transition) in report
        .model
        .transitions
        .iter()
        .enumerate()
        .filter(|(_, t)| !t.updates.is_empty())
    {
        let place = report
            .model
            .alphabet
            .iter()
            .position(|s| s.symbol == transition.symbol)
            .expect("a symbol");
        let method = method_of(report, &report.model.alphabet[place]);
        let _ = writeln!(
            cases,
            "    if (from == {} && symbol == {place}) u{number}(a);",
            transition.from
        );
        let typed = |name: &str| {
            let register = report
                .model
                .registers
                .iter()
                .find(|r| r.name == *name)
                .expect("a register");
            java_type(&register.source_type)
        };
        let (mut computed, mut stored) = (String::new(), String::new());
        for (place, (register, value)) in transition.updates.iter().enumerate() {
            let ty = typed(register);
            let value = compiled(value, method);
            let _ = write!(computed, "{ty} new{place} = ({ty}) ({value}); ");
            let _ = write!(stored, "this.{register} = new{place}; ");
        }
        let _ = writeln!(
            text,
            "  void u{number}(Object[] a) {{ {}{computed}{stored}}}",
            parameters(method)
        );
    }
    let _ = writeln!(
        text,
        "  protected void update(int from, int symbol, Object[] a) {{\n{cases}  }}"
    );
}

fn calls(report: &Report, text: &mut String) {
    *text +=
        "  protected void call(int method, Object[] a) throws Throwable {\n    switch (method) {\n";
    for (number, method) in report.model.methods.iter().enumerate() {
        let name = method.name.split('(').next().unwrap_or(&method.name);
        let cast = |(number, p): (usize, &Parameter)| {
            format!("({}) a[{number}]", java_type(&p.source_type))
        };
        let passed: Vec<String> = method.parameters.iter().enumerate().map(cast).collect();
        let call = if method.constructs {
            "it = new Subject".to_owned()
        } else {
            format!("it.{name}")
        };
        let _ = writeln!(
            text,
            "      case {number}: {call}({}); return;",
            passed.join(", ")
        );
    }
    *text += "      default: throw new AssertionError();\n    }\n  }\n";
}

/// What counts as an error: everything that is thrown, but for what the view allows.
fn errors(report: &Report, text: &mut String) {
    let allowed = report
        .model
        .view
        .allow_exceptions
        .iter()
        .map(|class| format!(" && !(thrown instanceof {class})"));
    let allowed: String = allowed.collect();
    let _ = writeln!(
        text,
        "  protected boolean isError(Throwable thrown) {{ return true{allowed}; }}"
    );
}
