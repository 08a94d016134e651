//! Inputs, events and output; `printf` against the machine's own.

use std::fmt::Write as _;
use std::process::Command;

use base::{Id, Random};
use ir::interp::{Machine, Outcome, Taken, Value};
use ir::text::parse;
use ir::{EventId, FunctionId, IntType, Program, Type, validate};

fn program(text: &str) -> Program {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(validate(&program), Ok(()), "{text}");
    program
}

fn first(machine: &mut Machine<'_>, steps: u64) -> Outcome {
    machine.call(FunctionId::from_index(0), &[], steps)
}

const ASKS: &str = r#"fn f() -> i32 { local a: i32 local b: u8 local c: f64
    s: a = world input "one" b = world input "two" c = world input "three" a = a + i32(b)
    return a }"#;

#[test]
fn inputs_are_those_given_and_then_zero() {
    let program = program(ASKS);
    let mut machine = Machine::new(&program);
    machine.give(vec![Value::Int(-40)]);
    machine.give(vec![Value::Int(255)]);
    let copy = machine.clone();
    assert_eq!(
        first(&mut machine, 100),
        Outcome::Returned(Some(Value::Int(215)))
    );
    let taken: Vec<(&str, Value)> = machine
        .taken()
        .iter()
        .map(|t| (&*t.name, t.value))
        .collect();
    assert_eq!(
        taken,
        [
            ("one", Value::Int(-40)),
            ("two", Value::Int(255)),
            ("three", Value::f64(0.0))
        ]
    );
    let Taken { ty, .. } = machine.taken()[1];
    assert_eq!(
        ty,
        Type::Int(IntType {
            bits: 8,
            signed: false
        })
    );
    assert_eq!(copy.taken(), [], "a clone is another machine");
}

#[test]
fn an_input_of_another_type_is_not_taken() {
    let program = program(ASKS);
    let mut machine = Machine::new(&program);
    machine.give(vec![Value::Int(1), Value::Int(256)]);
    let Outcome::Unsupported { what, .. } = first(&mut machine, 100) else {
        panic!("256 is taken for a byte")
    };
    assert_eq!(what, "Int(256) was given as an input of type u8, for two");
}

#[test]
fn events_and_bytes_are_kept_in_order() {
    let text = r#"event "a" "x.c" 3 event "b" "x.c" 4
        fn f() { s: world enter 0 world iterate 0 world event 1 world output(72u8) world event 0 world event 1
            world output(105u8) return }"#;
    let program = program(text);
    let mut machine = Machine::watching(&program);
    assert_eq!(first(&mut machine, 100), Outcome::Returned(None));
    let events: Vec<usize> = machine
        .events()
        .iter()
        .map(|&e: &EventId| e.index())
        .collect();
    assert_eq!((events, machine.output()), (vec![1, 0, 1], &b"Hi"[..]));
}

/// Something to print: a format, its arguments in C, and the same as the ir writes it.
struct Line {
    format: String,
    in_c: Vec<String>,
    in_ir: Vec<String>,
}

fn printing(lines: &[Line]) -> Program {
    let mut body = String::new();
    for Line { format, in_ir, .. } in lines {
        let hex: String = format.bytes().map(|b| format!("{b:02x}")).collect();
        let args: String = in_ir.iter().map(|arg| format!(", {arg}")).collect();
        let size = format.len() + 1;
        writeln!(
            body,
            "b = mem new C constant({size}i64) bytes \"{hex}\" \"\" world print(b, 0i64{args})"
        )
        .unwrap();
    }
    let text = "s = mem new C constant(8i64) bytes \"68656c6c6f\" \"hello\"";
    program(&format!(
        "class C {{ }} fn f() {{ local b: ref local s: ref a: {text}\n{body} return }}"
    ))
}

/// What the interpreter prints.
fn ours(lines: &[Line]) -> String {
    let program = printing(lines);
    let mut machine = Machine::new(&program);
    assert_eq!(first(&mut machine, 10_000_000), Outcome::Returned(None));
    String::from_utf8_lossy(machine.output()).into_owned()
}

/// What a program compiled by the machine's compiler prints.
fn theirs(lines: &[Line]) -> String {
    let folder = std::env::temp_dir().join(format!("mores-printf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, compiled) = (folder.join("p.c"), folder.join("p"));
    let mut text = "#include <stdio.h>\nint main(void) {\n".to_owned();
    for Line { format, in_c, .. } in lines {
        let args: String = in_c.iter().map(|arg| format!(", {arg}")).collect();
        writeln!(text, "printf(\"{}\"{args});", format.replace('\n', "\\n")).unwrap();
    }
    std::fs::write(&source, text + "return 0; }\n").unwrap();
    let built = Command::new("cc")
        .args(["-w", "-O0", "-o"])
        .arg(&compiled)
        .arg(&source)
        .status()
        .unwrap();
    assert!(built.success());
    let output = Command::new(&compiled).output().unwrap().stdout;
    std::fs::remove_dir_all(&folder).unwrap();
    String::from_utf8_lossy(&output).into_owned()
}

fn random_line(random: &mut Random) -> Line {
    let conversion = *random.pick(b"dddiuuoxXcspffeEgGGgaA") as char;
    let mut flags: String = (0..random.below(4))
        .map(|_| *random.pick(&['-', '+', ' ', '#', '0']))
        .collect();
    if conversion.eq_ignore_ascii_case(&'g') {
        // glibc 2.36 forgets the zeros of `%#g` where rounding gives a digit more: 999999.5 is `1.e+06`.
        flags.retain(|flag| flag != '#');
    }
    let mut line = Line {
        format: format!("[%{flags}"),
        in_c: vec![],
        in_ir: vec![],
    };
    for (mark, most) in [("", 14), (".", 20)] {
        if random.chance(1, 2) {
            line.format.push_str(mark);
            match random.below(3) {
                0 => {
                    line.format.push('*');
                    let count = random.below(12) as i64 - 3;
                    line.in_c.push(count.to_string());
                    line.in_ir.push(count.to_string());
                }
                _ => line.format.push_str(&random.below(most).max(1).to_string()),
            }
        }
    }
    match conversion {
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => integer(random, &mut line),
        'c' => number(&mut line, "65", "65"),
        's' => number(&mut line, "\"hello\"", "[s, 0i64]"),
        'p' => number(&mut line, "(void *)0", "[null, 0i64]"),
        _ => real(random, &mut line),
    }
    line.format.push(conversion);
    line.format.push_str("]\n");
    line
}

fn number(line: &mut Line, in_c: &str, in_ir: &str) {
    line.in_c.push(in_c.to_owned());
    line.in_ir.push(in_ir.to_owned());
}

fn integer(random: &mut Random, line: &mut Line) {
    let value = if random.chance(1, 3) {
        random.below(20) as i64 - 5
    } else {
        random.bits() as i64
    };
    match *random.pick(&["", "", "h", "hh", "l", "ll", "j", "z", "t"]) {
        length @ ("" | "h" | "hh") => {
            line.format.push_str(length);
            let value = value as i32;
            number(
                line,
                &format!("(int){value}LL"),
                &format!("i32({value}i64)"),
            );
        }
        length => {
            line.format.push_str(length);
            number(
                line,
                &format!("(long long){}ULL", value as u64),
                &format!("{value}i64"),
            );
        }
    }
}

fn real(random: &mut Random, line: &mut Line) {
    const REALS: [f64; 14] = [
        0.0,
        -0.0,
        0.5,
        1.5,
        2.5,
        9.5,
        0.125,
        99999.5,
        999999.5,
        1e-5,
        0.0001,
        5e-324,
        f64::INFINITY,
        1e22,
    ];
    let value = match random.below(4) {
        0 => *random.pick(&REALS),
        1 => (random.below(100_000) as f64 - 50_000.0) / *random.pick(&[1.0, 8.0, 100.0, 1024.0]),
        _ => f64::from_bits(random.bits()),
    };
    // The sign of NaN is not kept.
    let value = if value.is_nan() { 3.25 } else { value };
    let bits = value.to_bits();
    number(
        line,
        &format!("((union {{ unsigned long long u; double d; }}){{ {bits}ULL }}).d"),
        &format!("fromBits({}i64)", bits as i64),
    );
}

#[test]
fn printf_prints_what_the_c_library_prints() {
    let mut random = Random::seeded(7);
    let lines: Vec<Line> = (0..4000).map(|_| random_line(&mut random)).collect();
    let (ours, theirs) = (ours(&lines), theirs(&lines));
    let mut differing = lines
        .iter()
        .zip(ours.lines().zip(theirs.lines()))
        .filter(|(_, (a, b))| a != b);
    if let Some((Line { format, in_ir, .. }, (a, b))) = differing.next() {
        panic!(
            "{format:?} of {in_ir:?}: {a} instead of {b}, {} more",
            differing.count()
        );
    }
    assert_eq!(ours, theirs);
}

fn line(format: &str, args: &[&str]) -> Line {
    Line {
        format: format.to_owned(),
        in_c: vec![],
        in_ir: args.iter().map(|a| (*a).to_owned()).collect(),
    }
}

#[test]
fn formats_without_surprises() {
    let hello = "[s, 0i64]";
    for (format, args, expected) in [
        ("100%%\n", &[][..], "100%\n"),
        ("%2$d %1$d", &["1", "2"], "2 1"),
        ("%2$*1$d|", &["5", "2"], "    2|"),
        (
            "%s, %.2s, %-7s|",
            &[hello, hello, hello],
            "hello, he, hello  |",
        ),
        (
            "%.1f %.0f %.0f",
            &["0.25f64", "0.5f64", "1.5f64"],
            "0.2 0 2",
        ),
        ("%.2000f|", &["0.0f64"], &format!("0.{}|", "0".repeat(2000))),
        (
            "%lu %zu",
            &["u32(-1)", "-1i64"],
            "4294967295 18446744073709551615",
        ),
        ("%p", &["[s, 1i64]"], "0x10001"),
        (
            "%#g %#.1g %#.3g %#g",
            &["1.0f64", "1e10f64", "100.0f64", "999999.5f64"],
            "1.00000 1.e+10 100. 1.00000e+06",
        ),
        ("%x %X %#x", &["255", "255", "255"], "ff FF 0xff"),
    ] {
        assert_eq!(ours(&[line(format, args)]), expected, "{format}");
    }
}

#[test]
fn what_printf_cannot_know_it_does_not_print() {
    for (format, args) in [
        ("%d", &[][..]),
        ("%d", &["1i64"]),
        ("%lld", &["1"]),
        ("%d", &["1.0f64"]),
        ("%f", &["1"]),
        ("%s", &["1"]),
        ("%s", &["[null, 0i64]"]),
        ("%s", &["[s, 9i64]"]),
        ("%s", &["[s, -1i64]"]),
        ("%d", &["[s, 0i64]"]),
        ("%n", &["[s, 0i64]"]),
        ("%Lf", &["1.0f64"]),
        ("%ls", &["[s, 0i64]"]),
        ("%y", &["1"]),
        ("%", &[]),
        ("%5", &["1"]),
        ("%0$d", &["1"]),
        ("%99999999999999999999$d", &["1"]),
    ] {
        let program = printing(&[line(format, args)]);
        let outcome = first(&mut Machine::new(&program), 1000);
        assert!(
            matches!(outcome, Outcome::Unsupported { .. }),
            "{format}: {outcome:?}"
        );
    }
}

#[test]
fn no_width_makes_a_machine_print_more_than_its_steps() {
    for format in [
        "%999999999d",
        "%.999999999d",
        "%1$*1$d",
        "%99999999999999999999d",
        "%.999999999f",
    ] {
        let arg = if format.ends_with('f') {
            "1.0f64"
        } else {
            "2147483647"
        };
        let program = printing(&[line(format, &[arg])]);
        assert_eq!(
            first(&mut Machine::new(&program), 1000),
            Outcome::OutOfSteps,
            "{format}"
        );
    }
}

fn fed(program: &Program, symbols: &[u64]) -> Result<Vec<u64>, String> {
    let mut machine = Machine::new(program);
    machine.feed(symbols.to_vec());
    match first(&mut machine, 10_000) {
        Outcome::Returned(None) => machine.written(IntType {
            bits: 16,
            signed: false,
        }),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn a_stream_is_read_and_a_sink_written_as_memory() {
    let text =
        "class C { } fn copies() { local in: ref local out: ref local n: i64 local i: i64 local c: u16 local p: i32
        s: in = world stream C u16 out = world sink C u16 n = world length i = 0i64 goto loop
        loop: if i < n then body else end
        body: c = mem load(in, i * 2i64) mem store(out, (n - i - 1i64) * 2i64, c) i = i + 1i64 goto loop
        end: return }";
    let program = program(text);
    assert_eq!(fed(&program, &[7, 65535, 300]), Ok(vec![300, 65535, 7]));
    assert_eq!(fed(&program, &[]), Ok(vec![]));
    assert!(fed(&program, &[1 << 16]).is_err_and(|e| e.contains("65536 was fed")));
    let mut machine = Machine::new(&program);
    let Outcome::Unsupported { what, .. } = first(&mut machine, 100) else {
        panic!("nothing is fed")
    };
    assert_eq!(what, "a stream where nothing is fed");
}

#[test]
fn a_stream_ends_where_it_was_said_to() {
    let probing = |terminated: &str, access: &str, offset: i64| {
        let text = format!(
            "class C {{ }} fn f() {{ local in: ref local p: i32 local l: i32
                s: in = world stream C u8{terminated} l = world lags(in, 0i64)
                p = mem probe {access}(in, {offset}i64, 1i64) world output(u16(p + l)) return }}"
        );
        fed(&program(&text), &[5, 6])
            .map(|written| i64::try_from(written[0]).expect("a small number"))
    };
    use ir::memory::{CONSTANT, FINE, OUTSIDE};
    assert_eq!(probing("", "read", 1), Ok(FINE));
    assert_eq!(probing("", "read", 2), Ok(OUTSIDE));
    assert_eq!(probing("", "read", -1), Ok(OUTSIDE));
    assert_eq!(probing(" terminated", "read", 2), Ok(FINE));
    assert_eq!(probing(" terminated", "read", 3), Ok(OUTSIDE));
    assert_eq!(probing("", "write", 1), Ok(CONSTANT));
}

#[test]
fn what_is_written_has_one_order() {
    let writing = |body: &str| {
        let locals = "local in: ref local out: ref local more: ref local p: i32";
        fed(
            &program(&format!(
                "class C {{ }} fn f() {{ {locals} s: {body} return }}"
            )),
            &[0x101, 2],
        )
    };
    let sink = "out = world sink C u16";
    assert_eq!(
        writing("in = world stream C u16 world bytes(in, 0i64, 4i64)"),
        Ok(vec![0x101, 2])
    );
    assert_eq!(
        writing(&format!(
            "{sink} mem store(out, 0i64, 9u16) mem store(out, 0i64, 8u16)"
        )),
        Ok(vec![8])
    );
    let gap = writing(&format!("{sink} mem store(out, 2i64, 9u16)"));
    assert_eq!(gap, Err("it leaves gaps in what it writes".to_owned()));
    let both = writing(&format!(
        "{sink} mem store(out, 0i64, 9u16) world output(1u16)"
    ));
    assert_eq!(both, Err("it writes to more than one place".to_owned()));
    let two = writing(&format!(
        "{sink} more = world sink C u16 mem store(more, 0i64, 9u16)"
    ));
    assert_eq!(two, Ok(vec![9]), "the other one is empty");
    assert_eq!(
        writing("world output(1u8)"),
        Err("it writes in other units than its symbols".to_owned())
    );
    let read = writing(&format!(
        "{sink} p = mem probe read(out, 0i64, 1i64) world output(u16(p))"
    ));
    assert_eq!(read, Ok(vec![ir::memory::UNSET as u64]));
    assert!(
        writing(&format!("{sink} mem store(out, 99999i64, 9u16)"))
            .is_err_and(|e| e.contains("far behind"))
    );
}
