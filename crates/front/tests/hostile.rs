//! Class files that are broken, by accident or on purpose: whatever they hold, the answer is a component that keeps the
//! ir's rules, or an error.

use std::collections::BTreeMap;

use base::Random;
use front::jvm::load_classes;
use front::jvm::replay::{Answer, Argument, Call, Session, on_interpreter, on_java};
use ir::interp::{Machine, Value};
use ir::{Component, TerminatorKind, validate};

use crate::support;
use crate::support::assembler::{Assembler, Method};
use crate::support::groups;
use crate::support::values::{Theme, Values};

/// Loads and, where that works, runs everything a little.
fn survive(classes: BTreeMap<String, Vec<u8>>, subject: &str) -> bool {
    let Ok(component) = load_classes(classes, subject, true) else {
        return false;
    };
    let mut machine = Machine::new(&component.program);
    for initialiser in &component.initialisers {
        machine.call(*initialiser, &[], 2000);
    }
    let object = machine.allocate(component.class);
    for entry in component.constructors.iter().chain(&component.methods) {
        let receiver = entry.takes_receiver.then_some(Value::Ref(Some(object)));
        let zeros = entry.params.iter().map(|p| Value::zero(p.ty));
        let args: Vec<Value> = receiver.into_iter().chain(zeros).collect();
        machine.call(entry.function, &args, 2000);
    }
    assert_eq!(validate(&component.program), Ok(()));
    true
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        let Some(at) = (!bytes.is_empty()).then(|| random.below(bytes.len())) else {
            return;
        };
        let near = (at + random.below(40)).min(bytes.len());
        match random.below(12) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..near)),
            2 => {
                let chunk = bytes[at..near].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, chunk);
            }
            3 => {
                let other = random.below(bytes.len());
                let length = random.below(8).min(bytes.len() - at.max(other));
                (0..length).for_each(|i| bytes.swap(at + i, other + i));
            }
            4 | 5 if at + 2 <= bytes.len() => {
                let value = *random.pick(&[0u16, 1, 2, 0x7fff, 0x8000, 0xffff]);
                bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
            }
            6 | 7 => bytes[at] = random.bits() as u8,
            // Another constant than the one that is meant, often of the right kind.
            8 | 9 => {
                bytes[at] = bytes[at]
                    .wrapping_add(random.below(9) as u8)
                    .wrapping_sub(4)
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
}

/// How many mutants; the environment may ask for more.
fn mutants() -> usize {
    std::env::var("MORES_MUTANTS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000)
}

#[test]
fn mutated_class_files_give_a_component_or_an_error() {
    let classes = support::class_files(support::compiled());
    let names: Vec<&String> = classes.keys().collect();
    let subjects = support::subjects();
    let mut random = Random::seeded(5);
    let mut loaded = 0;
    for _ in 0..mutants() {
        let subject = random.pick(&subjects).clone();
        let mut mutated = classes.clone();
        let victim = if random.chance(2, 3) {
            subject.clone()
        } else {
            (*random.pick(&names)).clone()
        };
        mutate(
            &mut random,
            mutated.get_mut(&victim).expect("the class exists"),
        );
        loaded += usize::from(survive(mutated, &subject));
    }
    assert!(
        loaded > mutants() / 20,
        "only {loaded} mutants could be loaded: the test reaches little"
    );
}

/// Loads a class and, where that works, makes random calls with arguments of all kinds.
fn survive_calls(random: &mut Random, classes: BTreeMap<String, Vec<u8>>, subject: &str) -> bool {
    let Ok(component) = load_classes(classes, subject, true) else {
        return false;
    };
    let mut session = Session::new(&component, 20_000);
    for _ in 0..12 {
        let construct = !session.has_object() && !component.constructors.is_empty();
        let entry = random.pick(if construct {
            &component.constructors
        } else {
            &component.methods
        });
        let mut values = Values {
            random,
            component: &component,
            theme: Theme::Anything,
        };
        let args: Vec<Argument> = entry
            .params
            .iter()
            .map(|p| values.argument(&session, p))
            .collect();
        if let Answer::Unknown(_) = session.answer(entry, &args) {
            session = Session::new(&component, 20_000);
        }
    }
    assert_eq!(validate(&component.program), Ok(()));
    true
}

/// The corpus reaches what the linker does: lambdas, records, enums, switches, initialisers, the JDK behind them.
#[test]
fn mutated_classes_of_the_corpus_can_be_linked_and_called() {
    let (subjects, folder) = groups::compiled("../../corpus/java");
    let classes = support::class_files(folder.path());
    let seed = std::env::var("MORES_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(9);
    let mut random = Random::seeded(seed);
    let count = mutants() / 10;
    let mut loaded = 0;
    for _ in 0..count {
        let subject = random.pick(&subjects).clone();
        let belongs = |name: &String| {
            name.strip_prefix(&subject)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let own: Vec<&String> = classes.keys().filter(|name| belongs(name)).collect();
        let victim = (*random.pick(&own)).clone();
        let mut mutated = classes.clone();
        mutate(
            &mut random,
            mutated.get_mut(&victim).expect("the class exists"),
        );
        loaded += usize::from(survive_calls(&mut random, mutated, &subject));
    }
    assert!(
        loaded > count / 20,
        "only {loaded} of {count} mutants could be loaded: the test reaches little"
    );
}

/// One length in four, or every one if `MORES_ALL` is set.
#[test]
fn every_beginning_of_a_class_file_is_an_error() {
    let classes = support::class_files(support::compiled());
    let bytes = &classes["Booleans"];
    let step = std::env::var_os("MORES_ALL").map_or(4, |_| 1);
    for length in (0..bytes.len()).step_by(step) {
        let cut = BTreeMap::from([("Booleans".to_owned(), bytes[..length].to_vec())]);
        assert!(
            load_classes(cut, "Booleans", false).is_err(),
            "{length} bytes of {}",
            bytes.len()
        );
    }
}

fn load_one(name: &str, bytes: Vec<u8>) -> Result<Component, String> {
    load_classes(BTreeMap::from([(name.to_owned(), bytes)]), name, false).map_err(|e| e.to_string())
}

/// The reason why the only method of a class is unsupported from its first block on.
fn refusal(component: &Component) -> &str {
    let code = component.program.code(component.methods[0].function);
    match &code
        .blocks
        .values()
        .next()
        .expect("a block")
        .terminator
        .kind
    {
        TerminatorKind::Unsupported(reason) => reason,
        other => panic!("{other:?}"),
    }
}

/// `return 0`
fn harmless() -> Method {
    Method::new("f", "()I", vec![0x03, 0xac])
}

#[test]
fn attributes_that_nest_without_end_are_not_followed() {
    let mut annotations = vec![0, 1, 0, 1, 0, 1, 0, 1];
    (0..500_000).for_each(|_| annotations.extend([b'[', 0, 1]));
    let class = Assembler::class("Deep", "java/lang/Object").method(harmless());
    let component = load_one(
        "Deep",
        class
            .attribute("RuntimeVisibleAnnotations", annotations)
            .bytes(),
    )
    .unwrap();
    assert_eq!(component.methods.len(), 1);
}

#[test]
fn arrays_have_at_most_255_dimensions() {
    let class = |dimensions: usize| {
        let class = Assembler::class("Wide", "java/lang/Object").method(harmless());
        class
            .field("f", &format!("{}I", "[".repeat(dimensions)))
            .bytes()
    };
    assert!(load_one("Wide", class(255)).is_ok());
    let error = load_one("Wide", class(60_000)).unwrap_err();
    assert_eq!(
        error,
        "Wide.class is broken: a field has more than 255 dimensions"
    );
}

#[test]
fn a_circle_of_superclasses_is_an_error() {
    let class =
        |name: &str, parent: &str| Assembler::class(name, parent).method(harmless()).bytes();
    let classes = BTreeMap::from([
        ("A".to_owned(), class("A", "B")),
        ("B".to_owned(), class("B", "A")),
    ]);
    let error = load_classes(classes, "A", false).unwrap_err();
    assert!(
        error.message.contains("class A is its own superclass"),
        "{error}"
    );
    assert!(load_one("Self", class("Self", "Self")).is_err());
}

#[test]
fn a_long_row_of_superclasses_is_an_error_and_no_crash() {
    let class = |i: usize| {
        let parent = format!("C{}", i + 1);
        Assembler::class(&format!("C{i}"), &parent)
            .method(harmless())
            .bytes()
    };
    let classes: BTreeMap<String, Vec<u8>> =
        (0..5000).map(|i| (format!("C{i}"), class(i))).collect();
    assert!(load_classes(classes, "C0", false).is_err());
}

#[test]
fn an_exception_range_may_end_with_the_code() {
    // goto 6; handler: pop, iconst_m1, ireturn; 6: aconst_null, athrow
    let code = vec![0xa7, 0, 6, 0x57, 0x02, 0xac, 0x01, 0xbf];
    let method = Method {
        handlers: vec![(6, 8, 3)],
        ..Method::new("f", "()I", code)
    };
    let bytes = Assembler::class("Last", "java/lang/Object")
        .method(method)
        .bytes();
    let component = load_one("Last", bytes.clone()).unwrap();
    let entry = &component.methods[0];
    let ours = on_interpreter(&component, &[(entry, vec![])], 100);
    assert_eq!(ours, [Answer::Returned(Some("-1".to_owned()))]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Last.class"), bytes).unwrap();
    let script = vec![("Last".to_owned(), vec![Call::of(&component, entry, vec![])])];
    assert_eq!(
        on_java(&[folder.path().to_owned()], &script),
        Ok(vec![ours])
    );
}

#[test]
fn absurd_exception_tables_and_stacks_are_unsupported() {
    // iconst_0, iconst_0, idiv, ireturn; handler: pop, iconst_0, ireturn
    let code = vec![0x03, 0x03, 0x6c, 0xac, 0x57, 0x03, 0xac];
    let method = Method {
        handlers: vec![(0, 4, 4); 60_000],
        ..Method::new("f", "()I", code)
    };
    let component = load_one(
        "Many",
        Assembler::class("Many", "java/lang/Object")
            .method(method)
            .bytes(),
    )
    .unwrap();
    assert_eq!(
        refusal(&component),
        "a method with more than 500 exception handlers"
    );
    // thirty thousand constants on the stack, then a branch at every step
    let mut code = vec![0x03; 30_000];
    (0..8000).for_each(|_| code.extend([0x99, 0, 3]));
    code.extend([0x03, 0xac]);
    let method = Method {
        max_stack: u16::MAX,
        ..Method::new("f", "()I", code)
    };
    let component = load_one(
        "High",
        Assembler::class("High", "java/lang/Object")
            .method(method)
            .bytes(),
    )
    .unwrap();
    assert!(
        refusal(&component).contains("an operand stack deeper than 500"),
        "{}",
        refusal(&component)
    );
}

#[test]
fn bytecode_that_would_not_verify_is_unsupported() {
    for (code, reason) in [
        (
            vec![0x1a, 0xac],
            "bytecode that does not verify: local0 (_0) may be read before it is written",
        ),
        (
            vec![0xac],
            "bytecode that is not valid: a value is taken from an empty stack",
        ),
        (
            vec![0x01, 0xac],
            "bytecode that is not valid: a value of another type is on the stack",
        ),
        (
            vec![0x03],
            "bytecode that is not valid: the code runs past its end",
        ),
        (
            vec![0x09, 0x57, 0x03, 0xac],
            "bytecode that is not valid: half of a long is moved",
        ),
        (
            vec![0xb1],
            "bytecode that is not valid: a method returns something else than it says",
        ),
        (
            vec![0x12, 0xff, 0xac],
            "bytecode that is not valid: a constant is loaded that is none",
        ),
        (
            vec![0xa8, 0, 3, 0x57, 0x03, 0xac],
            "a subroutine of a very old compiler",
        ),
    ] {
        let method = Method::new("f", "()I", code);
        let class = Assembler::class("Bad", "java/lang/Object").method(method);
        let component = load_one("Bad", class.bytes()).unwrap();
        assert_eq!(refusal(&component), reason);
    }
}

#[test]
fn expressions_do_not_grow_with_every_copy() {
    // x, then dup and add a thousand times: written out, the sum would have 2^1000 terms
    let mut code = vec![0x1a];
    (0..1000).for_each(|_| code.extend([0x59, 0x60]));
    code.push(0xac);
    let method = Method::new("f", "(I)I", code);
    let component = load_one(
        "Copies",
        Assembler::class("Copies", "java/lang/Object")
            .method(method)
            .bytes(),
    )
    .unwrap();
    let outcome = on_interpreter(
        &component,
        &[(&component.methods[0], vec![Value::Int(1)])],
        100_000,
    );
    assert_eq!(outcome, [Answer::Returned(Some("0".to_owned()))]);
}

#[test]
fn a_long_row_of_static_initialisers_is_no_crash() {
    // Each class calls the next: invokestatic C(i+1).f, ireturn; and an initialiser that does the same.
    let last = 400;
    let class = |i: usize| {
        let mut assembler = Assembler::class(&format!("C{i}"), "java/lang/Object");
        let call = match i < last {
            true => {
                let [high, low] = assembler
                    .method_reference(&format!("C{}", i + 1), "f", "()I")
                    .to_be_bytes();
                vec![0xb8, high, low]
            }
            false => vec![0x03],
        };
        let of = |end: &[u8]| [call.as_slice(), end].concat();
        let f = Method::new("f", "()I", of(&[0xac]));
        assembler
            .method(f)
            .method(Method::new("<clinit>", "()V", of(&[0x57, 0xb1])))
            .bytes()
    };
    let classes: BTreeMap<String, Vec<u8>> =
        (0..=last).map(|i| (format!("C{i}"), class(i))).collect();
    let component = load_classes(classes, "C0", false).unwrap();
    let answers = on_interpreter(&component, &[(&component.methods[0], vec![])], 5_000_000);
    assert_eq!(answers, [Answer::Returned(Some("0".to_owned()))]);
}

#[test]
fn as_many_fields_as_a_class_can_have_take_no_time_to_speak_of() {
    let class = Assembler::class("Full", "java/lang/Object").method(harmless());
    let class = (0..30_000).fold(class, |class, i| class.field(&format!("f{i}"), "I"));
    let component = load_one("Full", class.bytes()).unwrap();
    assert_eq!(
        component.program.classes[component.class].fields.len(),
        30_000
    );
}

#[test]
fn an_initialiser_that_is_not_static_breaks_its_class() {
    let initialiser = Method {
        flags: 0,
        ..Method::new("<clinit>", "()V", vec![0xb1])
    };
    let bytes = Assembler::class("Odd", "java/lang/Object")
        .method(harmless())
        .method(initialiser)
        .bytes();
    assert_eq!(
        load_one("Odd", bytes).unwrap_err(),
        "class Odd is broken: its initialiser is not static"
    );
}
