//! What is printed can be read, means the same, and is printed the same again.

use super::{Scope, Type, literal, parse, parse_value, print, print_value};
use crate::solver::{Answer, Solver};
use crate::term::{Op, Term, Terms};
use crate::testing::Generator;
use crate::value::{Sort, Value};
use crate::z3::Z3;

fn java(terms: &Terms) -> Scope {
    let mut scope = Scope::new();
    let types = [
        ("x", Type::signed(32)),
        ("y", Type::signed(32)),
        ("p", Type::signed(32)),
        ("n", Type::signed(64)),
        ("m", Type::signed(64)),
        ("b", Type::signed(8)),
        ("s", Type::signed(16)),
        ("c", Type::unsigned(16)),
        ("d", Type::unsigned(16)),
        ("u", Type::unsigned(32)),
        ("i", Type::Int),
        ("j", Type::Int),
        ("f", Type::float(32)),
        ("g", Type::float(32)),
        ("e", Type::float(64)),
        ("h", Type::float(64)),
        ("flag", Type::Bool),
        ("this.snk", Type::signed(32)),
        ("this.snkConnected", Type::Bool),
    ];
    for (name, ty) in types {
        scope.declare(name, terms.var(name, ty.sort()), ty);
    }
    scope
}

fn check(cases: &[(&str, &str)]) {
    let terms = Terms::new();
    let scope = java(&terms);
    for (text, expected) in cases {
        let term = parse(&terms, text, &scope).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(&print(&terms, term, &scope), expected, "for {text}");
    }
}

#[test]
fn conditions_are_printed_in_the_style_of_the_source() {
    check(&[
        ("p > 0 && p < 200", "0 < p && p < 200"),
        ("p < 200 && flag && 0 < p", "0 < p && p < 200 && flag"),
        ("0 < p", "p > 0"),
        ("p > 200 || flag || p <= 0", "p <= 0 || p > 200 || flag"),
        (
            "this.snk != 0 && !this.snkConnected",
            "this.snk != 0 && !this.snkConnected",
        ),
        (
            "!(this.snk != 0 && !this.snkConnected)",
            "this.snk == 0 || this.snkConnected",
        ),
        ("x % 2 == 1", "x % 2 == 1"),
        ("x + 1 <= y", "x + 1 <= y"),
        ("(x + y) * p == 3", "(x + y) * p == 3"),
        ("x - y - 1 < -p", "x - y - 1 < -p"),
        ("n < 5000000000L", "n < 5000000000L"),
        ("n < 5", "n < 5"),
        ("(byte) (b + 1) == 0", "b == -1"),
        ("(byte) (b + 1) < 5", "(byte) (b + 1) < 5"),
        ("b + 1 < 5", "b < 4"),
        ("c + d < 10", "c + d < 10"),
        ("(flag ? 1 : 0) != 0", "flag"),
        ("(flag ? x : y) < 3", "(flag ? x : y) < 3"),
        ("x >>> 3 == y << p", "x >>> 3 == y << p"),
        ("(x & 1) == 1", "(x & 1) != 0"),
        ("u < 4294967295", "u != 4294967295"),
        ("x == 7 || x == -2147483648", "x == -2147483648 || x == 7"),
        ("u / 3 > 1000000000", "u / 3 > 1000000000"),
        ("(u32) x < (u32) y", "(x & 4294967295L) < (y & 4294967295L)"),
        ("x + n < m", "x + n < m"),
        ("(long) x * y < m", "(long) x * y < m"),
        (
            "i * j - 3 * i < 2 && mod(i, 4) == 3",
            "mod(i, 4) == 3 && i * j < 3 * i + 2",
        ),
        ("i / 2 == j % 3", "i / 2 == j % 3"),
        ("!flag", "!flag"),
        ("flag == (x < 3)", "(x < 3) == flag"),
    ]);
}

#[test]
fn floats_are_printed_in_the_style_of_the_source() {
    check(&[
        ("f < 1.5f", "f < 1.5f"),
        ("e <= 2.0", "e <= 2.0"),
        ("e <= 2", "e <= 2.0"),
        ("1.5f < f && f <= 1e20f", "1.5f < f && f <= 1.0E20f"),
        ("f > 0.1f", "f > 0.1f"),
        ("f < 1.5", "f < 1.5f"),
        ("f < 0.1", "(double) f < 0.1"),
        ("f == f", "!Float.isNaN(f)"),
        ("f != f", "Float.isNaN(f)"),
        ("f == g", "f == g"),
        ("f != g", "f != g"),
        ("!(f < g)", "!(f < g)"),
        ("f + g * 2 < -1.25e-7f", "f + g * 2.0f < -1.25E-7f"),
        ("f - (g - 1.0f) < -f", "f - (g - 1.0f) < -f"),
        ("f / g == 0.0f", "f / g == 0.0f"),
        ("f == -0.0f", "f == -0.0f"),
        ("(int) f < x", "(int) f < x"),
        ("(byte) f == 3", "(byte) (int) f == 3"),
        ("(long) e == n", "n == (long) e"),
        ("(double) n < e", "(double) n < e"),
        ("n < e", "(double) n < e"),
        ("c < f", "(float) (int) c < f"),
        ("x < f", "(float) x < f"),
        ("x * 0.5 < e", "(double) x * 0.5 < e"),
        ("(double) x < 5", "x < 5"),
        ("(float) e < f", "(float) e < f"),
        ("sqrt(e) < abs(h)", "Math.sqrt(e) < Math.abs(h)"),
        ("f < Float.POSITIVE_INFINITY", "f < Float.POSITIVE_INFINITY"),
        ("e <= Double.POSITIVE_INFINITY", "!Double.isNaN(e)"),
        ("f < Float.NaN", "false"),
        (
            "same(f, Float.NaN)",
            "Float.floatToIntBits(f) == Float.floatToIntBits(Float.NaN)",
        ),
        (
            "!same(e, h)",
            "Double.doubleToLongBits(e) != Double.doubleToLongBits(h)",
        ),
        ("(flag ? 1.0f : 2.0f) < f", "(flag ? 1.0f : 2.0f) < f"),
        ("(flag ? f : 2) < g", "(flag ? f : 2.0f) < g"),
        (
            "(Float.floatToRawIntBits(f) & 1) != 0",
            "(Float.floatToRawIntBits(f) & 1) != 0",
        ),
        ("Float.intBitsToFloat(x) < f", "Float.intBitsToFloat(x) < f"),
        ("5.5 % -3 == 2.5", "true"),
    ]);
}

#[test]
fn every_float_is_read_as_it_was_written() {
    let terms = Terms::new();
    let mut random = base::Random::seeded(5);
    for i in 0..4000 {
        let width = [32, 64][i % 2];
        let value = match i % 4 {
            0 | 1 => Value::bv(width, random.bits()),
            _ => Generator::float_value(&mut random, Sort::BitVec(width)),
        };
        let ty = Type::float(width);
        let text = literal(&value, ty);
        let read =
            parse_value(&terms, &text, &Scope::new(), ty).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(terms.value(read), Some(&value), "{text}");
        assert_eq!(print_value(&terms, read, &Scope::new(), ty), text);
    }
    let shown = |value: Value, ty: Type| literal(&value, ty);
    assert_eq!(shown(Value::f32(1.0 / 3.0), Type::float(32)), "0.33333334f");
    assert_eq!(shown(Value::f64(1e300), Type::float(64)), "1.0E300");
    assert_eq!(
        shown(Value::f64(f64::NEG_INFINITY), Type::float(64)),
        "Double.NEGATIVE_INFINITY"
    );
    assert_eq!(shown(Value::bv(16, 65535), Type::unsigned(16)), "65535");
    assert_eq!(shown(Value::bv(16, 65535), Type::signed(16)), "-1");
}

#[test]
fn every_term_with_floats_survives_printing_and_reading() {
    let terms = Terms::new();
    let mut generator = Generator::with_floats(&terms, 125);
    let mut z3 = Z3::new(&terms);
    z3.set_limit(Some(std::time::Duration::from_millis(50)));
    for i in 0..1500u64 {
        let sort = generator.sort();
        let t = generator.term(sort, 1 + i as u32 % 3);
        let mut scope = scope_for(&terms, t, i.wrapping_mul(77));
        for (j, var) in terms.free_vars(t).into_iter().enumerate() {
            if let (Sort::BitVec(width), true) = (terms.sort(var), (i >> (j % 8)) & 1 == 0) {
                scope.declare(
                    terms.var_name(var).expect("a variable"),
                    var,
                    Type::float(width),
                );
            }
        }
        check_round_trip(&terms, &mut z3, t, &scope);
        let ty = match sort {
            Sort::Bool => Type::Bool,
            Sort::Int => Type::Int,
            Sort::BitVec(width) => Type::float(width),
        };
        let text = print_value(&terms, t, &scope, ty);
        let read = parse_value(&terms, &text, &scope, ty)
            .unwrap_or_else(|e| panic!("{} as {text}: {e}", terms.show(t)));
        check_same(&terms, &mut z3, t, (&text, read));
    }
}

#[test]
fn rewriting_reaches_its_goals() {
    check(&[
        ("x <= 3 && x < 2", "x < 2"),
        ("x < 5 && x != 7", "x < 5"),
        ("x <= 5 && x != 5", "x < 5"),
        ("x >= 0 && x != 0", "x > 0"),
        ("x < 3 && x > 4", "false"),
        ("x <= 3 && x >= 3", "x == 3"),
        ("x < 5 || x >= 5", "true"),
        ("x < 5 || x == 5", "x <= 5"),
        ("x - 3 == 4", "x == 7"),
        ("3 * x == 9", "x == 3"),
        ("2 * x == 9", "false"),
        ("x + y - x == 3", "y == 3"),
        ("!(x < y)", "y <= x"),
        ("x < y && y <= x", "false"),
        ("flag && (flag || x < 3)", "flag"),
        ("flag && (!flag || x < 3)", "x < 3 && flag"),
        ("flag && x < 3 || !flag && x < 3", "x < 3"),
        ("flag ? true : false", "flag"),
        ("flag == true", "flag"),
        ("(flag ? 1 : 0) == 1", "flag"),
        ("(flag ? 1 : 0) == 2", "false"),
        ("b < 200", "true"),
        ("c >= 0", "true"),
        ("b + 0 == 300", "false"),
        ("c == 70000", "false"),
        ("x % 2 < 2", "true"),
        ("x % 2 == 5", "false"),
        ("i < j + 1", "i <= j"),
        ("i + 1 <= j", "i < j"),
        ("2 * i < 5", "i < 3"),
        ("2 * i + 4 * j == 7", "false"),
        ("x + 1 > 0 && x + 1 < 10", "-1 < x && x < 9"),
        ("x - 1 >= 0 && x - 1 < 10", "1 <= x && x < 11"),
        ("x - y < 0", "x - y < 0"),
        ("x + 1 > x", "x < x + 1"),
    ]);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let terms = Terms::new();
    let scope = java(&terms);
    let cases = [
        ("", 1, "expected an expression, found the end"),
        ("x <", 4, "expected an expression, found the end"),
        ("x < z", 5, "`z` is not known here"),
        ("x", 1, "expected a truth value, found `int`"),
        ("x < flag", 3, "`int` and a truth value do not go together"),
        ("x < i", 3, "`int` and an integer do not go together"),
        ("(x < 3", 7, "expected `)`, found the end"),
        ("x < 3 3", 7, "expected the end, found `3`"),
        ("x < 3000000000", 5, "3000000000 is no int"),
        ("x < 3x", 5, "`3x` is not a number"),
        ("x # 3", 3, "unexpected `#`"),
        ("flag < flag", 6, "`<` does not apply to truth values"),
        ("foo(x, y) == 1", 1, "`foo` does not apply to `int`"),
        ("`x", 1, "the backquote is not closed"),
        ("i << 2 == 1", 3, "`<<` does not apply to an integer"),
        ("f << 2 == 1", 3, "`<<` does not apply to `float`"),
        ("f % g == 1", 3, "`%` of floats is known for constants only"),
        ("f < i", 3, "`float` and an integer do not go together"),
        ("isNaN(x)", 1, "`isNaN` does not apply to `int`"),
        ("isNaN(f, g)", 1, "`isNaN` takes 1 arguments"),
        ("f < 1e39f", 5, "1e39f is too large"),
        ("(u32) f < 3", 1, "a float cannot be cast to `u32`"),
    ];
    for (text, column, message) in cases {
        let error = parse(&terms, text, &scope).expect_err(text);
        assert_eq!(
            (error.column, &error.message[..]),
            (column, message),
            "for {text}"
        );
    }
    let deep = format!("{}flag{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(
        parse(&terms, &deep, &scope).expect_err("deep").message,
        "nested too deeply"
    );
    let long = format!("x < {}y", "x * ".repeat(100_000));
    assert_eq!(
        parse(&terms, &long, &scope).expect_err("long").message,
        "nested too deeply"
    );
}

/// Words of the language, and some that are none.
const WORDS: &str = "f g e 1.5f 2.0 1e3 Float.NaN (float) (double) (int) isNaN( \
    Float.floatToRawIntBits( x y n b c u i j flag this.snk z 0 1 31 2147483648 5L \
    18446744073709551616 true false (byte) (u64) (i1) ( ) ( ) ? : && || == != < >= \
    << >>> >> + - * / % & ~ ! ,";

#[test]
fn no_text_makes_the_reader_panic() {
    let words: Vec<&str> = WORDS.split(' ').collect();
    let terms = Terms::new();
    let scope = java(&terms);
    let mut random = base::Random::seeded(3);
    let mut read = 0;
    for _ in 0..40_000 {
        let mut text: Vec<&str> = (0..1 + random.below(9))
            .map(|_| *random.pick(&words))
            .collect();
        if random.chance(1, 4) {
            text.insert(0, ["shl(", "mod(", "`x", "'", "f("][random.below(5)]);
        }
        if let Ok(term) = parse(&terms, &text.join(" "), &scope) {
            let text = print(&terms, term, &scope);
            assert_eq!(
                parse(&terms, &text, &scope).map(|t| print(&terms, t, &scope)),
                Ok(text)
            );
            read += 1;
        }
    }
    assert!(read > 100, "only {read} texts were formulas");
}

/// Gives every variable of the generator a type; `signs` decides the signs.
fn scope_for(terms: &Terms, t: Term, signs: u64) -> Scope {
    let mut scope = Scope::new();
    for (i, var) in terms.free_vars(t).into_iter().enumerate() {
        let ty = match terms.sort(var) {
            Sort::Bool => Type::Bool,
            Sort::Int => Type::Int,
            Sort::BitVec(width) => Type::Vector {
                signed: signs >> (i % 60) & 1 == 0,
                width,
            },
        };
        scope.declare(terms.var_name(var).expect("a variable"), var, ty);
    }
    scope
}

fn check_round_trip(terms: &Terms, z3: &mut Z3, t: Term, scope: &Scope) {
    let text = print(terms, t, scope);
    let ty = match terms.sort(t) {
        Sort::Bool => Type::Bool,
        Sort::Int => Type::Int,
        Sort::BitVec(width) => Type::signed(width),
    };
    let read = parse_value(terms, &text, scope, ty)
        .unwrap_or_else(|e| panic!("{} as {text}: {e}", terms.show(t)));
    check_same(terms, z3, t, (&text, read));
    assert_eq!(
        print(terms, read, scope),
        text,
        "of {} and {}",
        terms.show(t),
        terms.show(read)
    );
}

/// What was read may be another term, with a question more before a division, but means the same.
fn check_same(terms: &Terms, z3: &mut Z3, t: Term, (text, read): (&str, Term)) {
    if read != t {
        z3.push();
        z3.assert(terms.apply_raw(Op::Not, &[terms.apply_raw(Op::Eq, &[t, read])]));
        let answer = z3.check(&[]);
        z3.pop();
        assert_ne!(
            answer,
            Answer::Sat,
            "{} was printed as {text} and read as {}",
            terms.show(t),
            terms.show(read)
        );
    }
}

#[test]
fn every_term_survives_printing_and_reading() {
    for (seed, widths) in [
        (121, &[8, 16, 32, 64][..]),
        (122, &[3, 32, 40]),
        (123, &[16, 32]),
        (24, &[1, 8, 31, 33]),
    ] {
        let terms = Terms::new();
        let mut generator = Generator::new(&terms, widths, seed);
        let mut z3 = Z3::new(&terms);
        z3.set_limit(Some(std::time::Duration::from_millis(100)));
        for i in 0..400u64 {
            let sort = generator.sort();
            let t = generator.term(sort, 1 + i as u32 % 3);
            check_round_trip(
                &terms,
                &mut z3,
                t,
                &scope_for(&terms, t, seed.wrapping_mul(i)),
            );
        }
    }
}

#[test]
fn two_variables_never_look_the_same() {
    let terms = Terms::new();
    let (x, other) = (terms.var("x", Sort::Int), terms.var("y", Sort::Int));
    let mut scope = Scope::new();
    scope.declare("x", other, Type::Int);
    assert_eq!(print(&terms, terms.int_lt(x, other), &scope), "`x'` < x");
}

#[test]
fn strange_names_survive_in_backquotes() {
    let terms = Terms::new();
    let mut scope = Scope::new();
    for name in ["int", "true", "a b", "x~1", "u8", "1x", "mod"] {
        scope.declare(name, terms.var(name, Sort::Int), Type::Int);
    }
    let vars: Vec<Term> = ["int", "true", "a b", "x~1", "u8", "1x", "mod"]
        .map(|n| terms.var(n, Sort::Int))
        .into();
    let sum = vars
        .iter()
        .fold(terms.int(0), |sum, v| terms.int_add(sum, *v));
    let t = terms.int_lt(sum, terms.int(3));
    let text = print(&terms, t, &scope);
    assert_eq!(
        text,
        "`int` + `true` + `a b` + `x~1` + `u8` + `1x` + mod < 3"
    );
    assert_eq!(parse(&terms, &text, &scope), Ok(t));
}

#[test]
fn questions_about_references_read_as_in_java() {
    let terms = Terms::new();
    let mut scope = Scope::new();
    let names = [
        "snk == null",
        "snk == this.sink",
        "a.length == 1",
        "s.length() == 0",
        "job instanceof Print",
        "in.read() throws IOException",
    ];
    let vars = names.map(|name| terms.var(name, Sort::Bool));
    names
        .iter()
        .zip(vars)
        .for_each(|(name, var)| scope.declare(name, var, Type::Bool));
    let char = terms.var("s.charAt(0)", Sort::BitVec(8));
    scope.declare("s.charAt(0)", char, Type::unsigned(8));
    let element = terms.var("a[1].size", Sort::Int);
    scope.declare("a[1].size", element, Type::Int);
    let letter = terms.eq(char, terms.bv(8, 65));
    let t = terms.or(&[
        terms.and(&[terms.not(vars[0]), vars[2], letter]),
        terms.and(&[terms.not(vars[4]), vars[1]]),
        terms.and(&[vars[3], terms.int_lt(element, terms.int(3)), vars[5]]),
    ]);
    let text = print(&terms, t, &scope);
    assert!(!text.contains('`'), "{text}");
    assert_eq!(parse(&terms, &text, &scope), Ok(t), "{text}");
    assert_eq!(print(&terms, terms.not(vars[0]), &scope), "snk != null");
    assert_eq!(
        print(&terms, terms.not(vars[4]), &scope),
        "!(job instanceof Print)"
    );
}

/// A table in code is a nest of conditions as deep as the table is long; reading it must not double the work at each level.
/// A parameter `w` that is null, an array that is at hand, or a new one of none, one or more elements.
struct Array {
    terms: Terms,
    scope: Scope,
    /// `w == null`, `w == this.cells`, `w.length == 0`, `w.length == 1`.
    kinds: [Term; 4],
    /// `w[0]`, `w[1]`, and a number.
    numbers: [Term; 3],
}

impl Array {
    fn new() -> Self {
        let terms = Terms::new();
        let mut scope = Scope::new();
        let names = [
            "w == null",
            "w == this.cells",
            "w.length == 0",
            "w.length == 1",
        ];
        let kinds = names.map(|name| terms.var(name, Sort::Bool));
        let numbers = ["w[0]", "w[1]", "v"].map(|name| terms.var(name, Sort::BitVec(32)));
        names
            .iter()
            .zip(kinds)
            .for_each(|(name, kind)| scope.declare(name, kind, Type::Bool));
        numbers
            .iter()
            .zip(["w[0]", "w[1]", "v"])
            .for_each(|(&n, name)| scope.declare(name, n, Type::signed(32)));
        let not = |count: usize| {
            let parts: Vec<Term> = kinds[..count].iter().map(|&kind| terms.not(kind)).collect();
            terms.and(&parts)
        };
        let needs = [
            (kinds[2], not(2)),
            (kinds[3], not(2)),
            (numbers[0], not(3)),
            (numbers[1], not(4)),
        ];
        let asked = super::Asked {
            needs: needs.into_iter().collect(),
            exclusive: vec![kinds.to_vec()],
        };
        let scope = scope.asking(&asked);
        Self {
            terms,
            scope,
            kinds,
            numbers,
        }
    }

    /// A condition at random.
    fn condition(&self, random: &mut base::Random, depth: usize) -> Term {
        let terms = &self.terms;
        if depth > 0 && random.chance(4, 5) {
            let parts: Vec<Term> = (0..2 + random.below(3))
                .map(|_| self.condition(random, depth - 1))
                .collect();
            return if random.chance(1, 2) {
                terms.and(&parts)
            } else {
                terms.or(&parts)
            };
        }
        let (a, b) = (*random.pick(&self.numbers), *random.pick(&self.numbers));
        let number = terms.bv(32, random.below(3) as u64);
        let atom = match random.below(6) {
            0 | 1 => *random.pick(&self.kinds),
            2 => terms.bv_slt(a, number),
            3 => terms.eq(a, b),
            4 => terms.bv_slt(terms.bv_sdiv(a, b), number),
            _ => terms.bv_slt(terms.bv_srem(a, b), number),
        };
        if random.chance(1, 2) {
            terms.not(atom)
        } else {
            atom
        }
    }

    /// All values of the truth values and numbers that stand for an argument.
    fn arguments(&self) -> Vec<Vec<(Term, Value)>> {
        let values = |kind: usize, (first, second, v): (u64, u64, u64)| {
            let kinds = self
                .kinds
                .iter()
                .enumerate()
                .map(|(n, &k)| (k, Value::Bool(n == kind)));
            let [a, b, c] = self.numbers;
            let number = |n: u64| Value::bv(32, n);
            let first = if kind > 2 { first } else { 0 };
            let second = if kind > 3 { second } else { 0 };
            kinds
                .chain([(a, number(first)), (b, number(second)), (c, number(v))])
                .collect()
        };
        const FEW: [u64; 4] = [0, 1, 2, 0xffff_ffff];
        let triples = (0..64).map(|n| (FEW[n % 4], FEW[n / 4 % 4], FEW[n / 16]));
        triples
            .flat_map(|triple| (0..5).map(move |kind| values(kind, triple)))
            .collect()
    }
}

#[test]
fn whatever_must_be_asked_first_a_condition_is_printed_in_the_end_and_means_the_same() {
    // A condition that were split on what decides nothing would nest without end: a small stack finds it.
    let printed = std::thread::Builder::new().stack_size(256 << 10);
    let thread = printed.spawn(conditions_are_printed_in_the_end_and_mean_the_same);
    let ended = thread.expect("there is a thread").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

fn conditions_are_printed_in_the_end_and_mean_the_same() {
    let mut random = base::Random::seeded(5);
    for round in 0..400 {
        let array = Array::new();
        let condition = array.condition(&mut random, 1 + round % 4);
        let text = print(&array.terms, condition, &array.scope);
        let read =
            parse(&array.terms, &text, &array.scope).unwrap_or_else(|e| panic!("{text}: {e}"));
        for argument in array.arguments() {
            let value = |var: Term| {
                argument
                    .iter()
                    .find(|(named, _)| *named == var)
                    .map(|(_, value)| value.clone())
            };
            let here = |t: Term| array.terms.eval(t, &value);
            assert_eq!(here(condition), here(read), "{text} {argument:?}");
        }
    }
}

#[test]
fn deep_nests_of_conditions_are_read() {
    let terms = Terms::new();
    let mut scope = Scope::new();
    let x = terms.var("x", Sort::BitVec(8));
    scope.declare("x", x, Type::unsigned(8));
    let entry = |table: Term, i: u64| {
        terms.ite(
            terms.eq(x, terms.bv(8, i)),
            terms.bv(8, 255 - (i * 7) % 64),
            table,
        )
    };
    let table = (0..64).fold(terms.bv(8, 0), entry);
    let text = print(&terms, table, &scope);
    let read = parse_value(&terms, &text, &scope, Type::unsigned(8)).expect("it reads back");
    for value in 0..=255u64 {
        let at = |t: Term| terms.eval(t, &|_| Some(Value::bv(8, value)));
        assert_eq!(at(read), at(table), "at {value}");
    }
}

/// Names of which some tell lengths.
fn with_arrays(terms: &Terms) -> Scope {
    let mut scope = Scope::new();
    for name in ["x", "y"] {
        let ty = Type::signed(32);
        scope.declare(name, terms.var(name, ty.sort()), ty);
    }
    let truths = [
        "a == null",
        "a.length == 0",
        "a.length == 1",
        "a.length == 2",
        "t.length() == 0",
        "t.length() == 1",
        "held.length == 0",
        "held.length == 1",
        "held == this.buffer",
        "X.get().length == 0",
        "X.get().length == 1",
        "s.length() == 0",
    ];
    for name in truths {
        scope.declare(name, terms.var(name, Sort::Bool), Type::Bool);
    }
    scope
}

#[test]
fn a_length_is_a_name_where_truth_values_tell_it() {
    let terms = Terms::new();
    let scope = with_arrays(&terms);
    for text in [
        "x + y > a.length",
        "a.length - x < y",
        "x == a.length",
        "x <= t.length()",
        "a.length != x",
    ] {
        let term = parse(&terms, text, &scope).unwrap_or_else(|e| panic!("{text}: {e}"));
        let printed = print(&terms, term, &scope);
        let again = parse(&terms, &printed, &scope).expect("what is printed can be read");
        assert_eq!(again, term, "{text} is printed {printed}");
        assert!(printed.contains(".length"), "{printed}");
        assert!(!printed.contains('?'), "{printed}");
    }
    for text in ["x < held.length", "x < X.get().length", "x < s.length()"] {
        assert!(parse(&terms, text, &scope).is_err(), "{text}");
    }
}

#[test]
fn a_length_is_the_number_whose_truth_value_holds_or_the_last() {
    let terms = Terms::new();
    let scope = with_arrays(&terms);
    let told = [([true, false], 0), ([false, true], 1), ([false, false], 2)];
    for (cases, expected) in told {
        for (array, length) in ["a.length", "t.length()"]
            .into_iter()
            .flat_map(|array| (0..4).map(move |length| (array, length)))
        {
            let text = format!("{array} == x && x == {length}");
            let term = parse(&terms, &text, &scope).expect("a condition");
            let value = |var: Term| match &**terms.var_name(var).expect("a variable") {
                "a.length == 0" | "t.length() == 0" => Some(Value::Bool(cases[0])),
                "a.length == 1" | "t.length() == 1" => Some(Value::Bool(cases[1])),
                "x" => Some(Value::bv(32, length)),
                _ => None,
            };
            let holds = terms.eval(term, &value);
            assert_eq!(holds, Some(Value::Bool(length == expected)), "{text}");
        }
    }
}
