//! Random integer expressions have the types and values that gcc gives them, for both machines.

use std::fmt::Write;

use base::Random;
use front::c::{Constant, Machine, QualType, StaticValue, Unit};

use crate::c_support::{MACHINES, compiles, read_text};

/// How many expressions; the environment may ask for more.
fn expression_count() -> usize {
    std::env::var("MORES_EXPRESSIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(600)
}

const TYPES: [&str; 14] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "float",
    "double",
];

const WORLD: &str = "
enum plus { P0, P1 = 70000 }; enum minus { M0 = -1, M1 }; enum large { L0 = 0x100000000ll };
enum plus ep; enum minus em; enum large el;
struct fields { int i5 : 5; unsigned u5 : 5; unsigned u32 : 32; unsigned long ul7 : 7; long long ll9 : 9; _Bool b : 1; } s;
int *pi; const char *pc; void *pv; int ai[3]; int fi(char); double fd(void);
";

fn variables() -> String {
    let declarations = TYPES
        .iter()
        .enumerate()
        .map(|(i, ty)| format!("{ty} v{i};\n"));
    declarations.collect::<String>() + WORLD
}

fn literal(random: &mut Random) -> String {
    let suffix = ["", "u", "l", "ul", "ll", "ull", "U", "L", "lu", "LLU"][random.below(10)];
    let value = match random.below(4) {
        0 => random.below(200) as u64,
        1 => (1 << 31) - 2 + random.below(4) as u64,
        2 => (1 << 32) - 2 + random.below(4) as u64,
        _ => random.bits() >> (1 + random.below(63)),
    };
    match random.below(5) {
        0 => format!("0x{value:x}{suffix}"),
        1 => format!("0{value:o}{suffix}"),
        2 => {
            ["'a'", "'\\n'", "'\\377'", "L'x'", "u'x'", "U'x'", "'ab'"][random.below(7)].to_owned()
        }
        _ => format!("{value}{suffix}"),
    }
}

fn leaf(random: &mut Random) -> String {
    const OTHERS: [&str; 21] = [
        "ep",
        "em",
        "el",
        "P1",
        "M0",
        "L0",
        "s.i5",
        "s.u5",
        "s.u32",
        "s.ul7",
        "s.ll9",
        "s.b",
        "(pi - ai)",
        "fi(v3)",
        "sizeof(int)",
        "sizeof v7",
        "_Alignof(double)",
        "__builtin_offsetof(struct t2, b)",
        "*pc",
        "ai[1]",
        "pi[v1]",
    ];
    match random.below(3) {
        0 => literal(random),
        1 => format!("v{}", random.below(12)),
        _ => OTHERS[random.below(OTHERS.len())].to_owned(),
    }
}

fn expression(random: &mut Random, depth: usize, leaf: fn(&mut Random) -> String) -> String {
    if depth == 0 || random.chance(1, 6) {
        return leaf(random);
    }
    let mut operand = || expression(random, depth - 1, leaf);
    let (a, b, c) = (operand(), operand(), operand());
    match random.below(16) {
        0 => format!("(-{a})"),
        1 => format!("(~{a})"),
        2 => format!("(!{a})"),
        3 => format!("(+{a})"),
        4 => format!("(({}){a})", TYPES[random.below(12)]),
        5 => format!("({a} ? {b} : {c})"),
        6 => format!(
            "({a} {} {b})",
            ["<", ">", "<=", ">=", "==", "!="][random.below(6)]
        ),
        7 => format!("({a} {} {b})", ["&&", "||"][random.below(2)]),
        8 => format!("({a} {} {b})", ["<<", ">>"][random.below(2)]),
        _ => format!(
            "({a} {} {b})",
            ["+", "-", "*", "/", "%", "&", "|", "^"][random.below(8)]
        ),
    }
}

fn type_of(unit: &Unit, name: &str) -> QualType {
    unit.globals
        .values()
        .find(|global| global.name == name)
        .unwrap()
        .ty
}

/// Expressions that no random one is like.
const SPECIAL: &[&str] = &[
    "(v12 + v0)",
    "(v12 * v13)",
    "(v3 ? v12 : v11)",
    "(v0, v3)",
    "(v0 = v9)",
    "(v0 += v9)",
    "(v3++)",
    "(--v9)",
    "(0 ? pi : 0)",
    "(1 ? pc : pi)",
    "(1 ? pv : pi)",
    "&ai",
    "&ai[1]",
    "*&ai",
    "(ai + 1)",
    "\"abc\"",
    "&\"abc\"",
    "fi",
    "&fi",
    "*fi",
    "fd()",
    "&s",
    "s",
    "(v3 ?: v9)",
    "__builtin_expect(v3, 1)",
    "({ short z = 1; z; })",
    "(char){3}",
    "(int[]){1, 2, 3}",
    "_Generic(v0, char: 1ul, default: 2)",
    "_Generic(pc, char *: 1, const char *: 2.f)",
    "_Generic(ai, int *: 1ll, default: 2)",
    "(pi == 0)",
    "(pc - pc)",
    "!pi",
    "(v12 < v13)",
    "1.5",
    "1.5f",
    "0x1p3",
];

#[test]
fn types_of_expressions_are_those_of_gcc() {
    let mut random = Random::seeded(3);
    let world = format!("struct t2 {{ char a; long long b; }};\n{}", variables());
    let mut expressions: Vec<String> = (0..expression_count())
        .map(|_| expression(&mut random, 4, leaf))
        .collect();
    // Bit-fields may stand everywhere but alone.
    expressions.iter_mut().for_each(|e| {
        *e = if e.starts_with("s.") {
            format!("(+{e})")
        } else {
            e.clone()
        }
    });
    expressions.extend(SPECIAL.iter().map(|e| (*e).to_owned()));
    // A statement expression needs a function around it.
    let inside: String = expressions
        .iter()
        .enumerate()
        .map(|(i, e)| format!("extern __typeof__({e}) *t{i};\n"))
        .collect();
    for (machine, option) in MACHINES {
        let unit = read_text(&format!("{world}void all(void) {{\n{inside}}}\n"), machine).unwrap();
        let mut asserted = format!("{world}void all(void) {{\n");
        for (i, e) in expressions.iter().enumerate() {
            let name = unit.types.name(type_of(&unit, &format!("t{i}")));
            writeln!(
                asserted,
                "_Static_assert(__builtin_types_compatible_p(__typeof__({e}) *, {name}), \"t{i} is not {name}\");"
            )
            .unwrap();
        }
        asserted.push_str("}\n");
        compiles(&asserted, &[option]);
    }
}

fn value(text: &str, machine: Machine) -> Option<i128> {
    let unit = read_text(text, machine).ok()?;
    match unit.globals.values().next().unwrap().init[0].value {
        StaticValue::Constant(Constant::Integer(value)) => Some(value),
        _ => None,
    }
}

#[test]
fn values_of_constant_expressions_are_those_of_gcc() {
    let mut random = Random::seeded(4);
    let expressions: Vec<String> = (0..expression_count())
        .map(|_| expression(&mut random, 3, literal))
        .collect();
    for (machine, option) in MACHINES {
        let mut asserted = String::new();
        let mut known = 0;
        for e in &expressions {
            // What overflows or divides by zero has no value, and gcc may still give it one.
            if let Some(value) = value(&format!("long long x = {e};\n"), machine) {
                writeln!(
                    asserted,
                    "_Static_assert((long long)({e}) == {:#x}ull, \"{value}\");",
                    value as u64
                )
                .unwrap();
                known += 1;
            }
        }
        assert!(known * 2 > expressions.len(), "{known}");
        compiles(&asserted, &[option]);
    }
}
