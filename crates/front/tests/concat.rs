//! Texts put together from parts: exact where every number is known, and not to be read where one is not.

use std::path::{Path, PathBuf};

use front::jvm::replay::{Answer, Call, on_interpreter, on_java};
use ir::interp::{Machine, Outcome, Value};
use ir::{Component, Const, FloatType, IntType, Type};

use crate::support;

const UNREADABLE: &str = "text of the virtual machine";
const STEPS: u64 = 20_000_000;

fn compiled(options: &[&str]) -> tempfile::TempDir {
    let source: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chains/Chains.java");
    let classes = tempfile::tempdir().unwrap();
    support::javac_with(options, &[source], classes.path());
    classes
}

fn values(ty: Type) -> Vec<Value> {
    match ty {
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Int(IntType::I64) => [0, -7, i64::MIN].map(Value::Int).into(),
        Type::Int(IntType::U16) => [97, 0x4f60].map(Value::Int).into(),
        Type::Int(_) => [0, 1, 2, 3, 5, -12, i64::from(i32::MIN)]
            .map(Value::Int)
            .into(),
        Type::Float(FloatType::F32) => [-0.0, 1.5].map(Value::f32).into(),
        Type::Float(FloatType::F64) => [f64::NEG_INFINITY, 1e300].map(Value::f64).into(),
        Type::Ref => vec![Value::NULL],
    }
}

fn arguments(types: &[Type]) -> Vec<Vec<Value>> {
    types.iter().fold(vec![Vec::new()], |found, &ty| {
        let extended = |args: &Vec<Value>| {
            values(ty)
                .into_iter()
                .map(|v| [args.as_slice(), &[v]].concat())
                .collect()
        };
        found
            .iter()
            .flat_map::<Vec<Vec<Value>>, _>(extended)
            .collect()
    })
}

/// Calls every method with many arguments, on a new object, on both machines.
fn compare(classes: &Path) {
    let component = support::component(classes, "Chains");
    let constructor = component
        .constructors
        .first()
        .expect("a class has a constructor");
    let (mut ours, mut scripts) = (Vec::new(), Vec::new());
    for entry in &component.methods {
        let types: Vec<Type> = entry.params.iter().map(|p| p.ty).collect();
        for args in arguments(&types) {
            ours.extend(on_interpreter(
                &component,
                &[(constructor, vec![]), (entry, args.clone())],
                STEPS,
            ));
            let calls = vec![
                Call::of(&component, constructor, vec![]),
                Call::of(&component, entry, args),
            ];
            scripts.push((component.name.clone(), calls));
        }
    }
    let theirs: Vec<Answer> = on_java(&[classes.to_owned()], &scripts)
        .unwrap()
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(ours.len(), theirs.len());
    let calls = scripts.iter().flat_map(|(_, calls)| calls);
    let wrong = calls
        .zip(ours.iter().zip(&theirs))
        .filter(|(_, (ours, theirs))| ours != theirs);
    let shown = |(call, (ours, theirs)): (&Call, (&Answer, &Answer))| {
        format!(
            "\n  {}{:?}: ir {ours}, java {theirs}",
            call.method.as_deref().unwrap_or("new"),
            call.args
        )
    };
    let wrong: String = wrong.map(shown).collect();
    assert!(wrong.is_empty(), "{wrong}");
    assert!(
        theirs
            .iter()
            .any(|answer| matches!(answer, Answer::Threw(_))),
        "some calls fail"
    );
}

#[test]
fn texts_made_by_call_sites_are_those_of_the_real_machine() {
    compare(compiled(&[]).path());
}

#[test]
fn texts_made_by_chains_of_appends_are_those_of_the_real_machine() {
    compare(compiled(&["-XDstringConcat=inline"]).path());
}

/// The class of what a native gives for these arguments.
fn class_of_text(component: &Component, native: &str, args: &[(Value, Option<Const>)]) -> String {
    let program = &component.program;
    let known: Vec<Option<Const>> = args.iter().map(|(_, known)| *known).collect();
    let function = program.native(native, &known).unwrap();
    let values: Vec<Value> = args.iter().map(|(value, _)| *value).collect();
    let mut machine = Machine::new(program);
    match machine.call(function, &values, STEPS) {
        Outcome::Returned(Some(Value::Ref(Some(text)))) => {
            program.classes[machine.class_of(text)].name.clone()
        }
        other => panic!("{native}: {other:?}"),
    }
}

fn int(value: i64, known: bool) -> (Value, Option<Const>) {
    (
        Value::Int(value),
        known.then_some(Const::Int(IntType::I32, value)),
    )
}

#[test]
fn a_number_that_is_not_known_makes_a_text_that_cannot_be_read() {
    let classes = compiled(&[]);
    let component = support::component(classes.path(), "Chains");
    let concat = "$model.Concat.concat(IILjava/lang/String;)Ljava/lang/String;";
    let none = (Value::NULL, None);
    for (first, second, class) in [
        (true, true, "java.lang.String"),
        (true, false, UNREADABLE),
        (false, true, UNREADABLE),
    ] {
        assert_eq!(
            class_of_text(&component, concat, &[int(1, first), int(2, second), none]),
            class
        );
    }
    for (native, ty) in [
        ("java.lang.Integer.toString(I)", Type::Int(IntType::I32)),
        ("java.lang.Double.toString(D)", Type::Float(FloatType::F64)),
    ] {
        let native = format!("{native}Ljava/lang/String;");
        let value = values(ty)[1];
        assert_eq!(
            class_of_text(&component, &native, &[(value, None)]),
            UNREADABLE
        );
        assert_eq!(
            class_of_text(&component, &native, &[(value, value.constant(ty))]),
            "java.lang.String"
        );
    }
}

#[test]
fn truth_values_and_characters_that_are_not_known_leave_a_text_readable() {
    let classes = compiled(&[]);
    let component = support::component(classes.path(), "Chains");
    let native = "$model.Concat.concat(ZC)Ljava/lang/String;";
    let args = [(Value::Bool(true), None), (Value::Int(99), None)];
    assert_eq!(class_of_text(&component, native, &args), "java.lang.String");
}

#[test]
fn a_text_with_a_part_that_cannot_be_read_cannot_be_read() {
    let classes = compiled(&[]);
    let component = support::component(classes.path(), "Chains");
    let program = &component.program;
    let opaque = program
        .native("java.lang.Integer.toString(I)Ljava/lang/String;", &[None])
        .unwrap();
    let concat = "$model.Concat.concat(Ljava/lang/String;I)Ljava/lang/String;";
    let concat = program.native(concat, &[None, int(1, true).1]).unwrap();
    let mut machine = Machine::new(program);
    let Outcome::Returned(Some(part)) = machine.call(opaque, &[Value::Int(5)], STEPS) else {
        panic!("no text")
    };
    let Outcome::Returned(Some(Value::Ref(Some(text)))) =
        machine.call(concat, &[part, Value::Int(1)], STEPS)
    else {
        panic!("no text")
    };
    assert_eq!(program.classes[machine.class_of(text)].name, UNREADABLE);
    assert_ne!(Value::Ref(Some(text)), part, "it is a new text");
}
