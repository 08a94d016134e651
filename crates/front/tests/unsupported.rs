//! What cannot be translated ends its path with a name and a line; what stands before and beside it still works.

use std::ops::Deref;
use std::rc::Rc;

use base::Place;
use front::jvm::replay::on_interpreter;
use ir::interp::{Machine, Outcome, Value};
use ir::{Candidate, Component, FloatType, IntType, Type};
use tempfile::TempDir;

use crate::support;

/// A component and the folder that its classes are read from.
struct Loaded {
    component: Component,
    _classes: Rc<TempDir>,
}

impl Deref for Loaded {
    type Target = Component;
    fn deref(&self) -> &Component {
        &self.component
    }
}

fn loaded(text: &str) -> Loaded {
    loaded_all(&[text]).remove(0)
}

/// The class `A` of each text, all compiled at once.
fn loaded_all(texts: &[&str]) -> Vec<Loaded> {
    let folder = tempfile::tempdir().unwrap();
    let package = |i: usize| {
        if i == 0 {
            String::new()
        } else {
            format!("package p{i}; ")
        }
    };
    let mut files = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let home = folder.path().join(format!("{i}"));
        std::fs::create_dir(&home).unwrap();
        files.push(home.join("A.java"));
        std::fs::write(&files[i], format!("{}{text}", package(i))).unwrap();
    }
    let classes = Rc::new(tempfile::tempdir().unwrap());
    support::javac(&files, classes.path());
    let name = |i: usize| {
        if i == 0 {
            "A".to_owned()
        } else {
            format!("p{i}.A")
        }
    };
    let component = |i: usize| support::component(classes.path(), &name(i));
    (0..texts.len())
        .map(|i| Loaded {
            component: component(i),
            _classes: classes.clone(),
        })
        .collect()
}

/// What calling a method of a fresh object with zeros ends in.
fn outcome(component: &Component, name: &str) -> Outcome {
    let mut machine = Machine::new(&component.program);
    for &initialiser in &component.initialisers {
        let outcome = machine.call(initialiser, &[], 1_000_000);
        if outcome != Outcome::Returned(None) {
            return outcome;
        }
    }
    let object = Value::Ref(Some(machine.allocate(component.class)));
    let entry = component
        .methods
        .iter()
        .find(|m| m.name == name)
        .unwrap_or_else(|| panic!("no {name}"));
    let zeros = entry.params.iter().map(|p| Value::zero(p.ty));
    let args: Vec<Value> = entry
        .takes_receiver
        .then_some(object)
        .into_iter()
        .chain(zeros)
        .collect();
    machine.call(entry.function, &args, 1_000_000)
}

#[track_caller]
fn refuses(component: &Component, name: &str, reason: &str, line: u32) {
    match outcome(component, name) {
        Outcome::Unsupported { what, place } => {
            assert_eq!(
                (what.as_str(), place.to_string()),
                (reason, Place::new("A.java", line).to_string())
            );
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn each_path_ends_where_it_cannot_go_on() {
    let component = loaded(
        "public class A {
  int n;
  public native int nat(int a);
  public int identity() { n = 1; return System.identityHashCode(this); }
  public void thread() throws Exception { synchronized (this) { this.wait(); } }
  public long time() { return System.nanoTime(); }
  public int text(int a) {
    try { n = 1 / a; } catch (ArithmeticException e) { return e.getMessage() == null ? 1 : 2; }
    return 3; }
  public int letters(int a) {
    try { n = 1 / a; } catch (ArithmeticException e) { return e.getMessage().length(); }
    return 3; }
  public int ok(int a) { return a + 1; }
}
",
    );
    for name in ["nat", "identity", "thread", "time", "letters"] {
        let outcome = outcome(&component, name);
        assert!(
            matches!(outcome, Outcome::Unsupported { .. }),
            "{name}: {outcome:?}"
        );
    }
    assert_eq!(
        outcome(&component, "ok"),
        Outcome::Returned(Some(Value::Int(1)))
    );
    assert_eq!(
        outcome(&component, "text"),
        Outcome::Returned(Some(Value::Int(2)))
    );
    refuses(&component, "nat", "native method A.nat(int)", 0);
    match outcome(&component, "letters") {
        Outcome::Unsupported { what, .. } => {
            assert_eq!(
                what,
                "a text of the virtual machine, or one with a number that is not known"
            )
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_class_that_is_not_there_ends_the_paths_that_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("A.java");
    let text = "public class A { B b;
  public int make() { return new B().n; }
  public int call() { return B.f(); }
  public int read() { return B.count; }
  public boolean test(Object o) { return o instanceof B; }
  public boolean tested() { return new Object() instanceof B; }
  public int below() { return new C().n; }
  public int caught() { try { return 1; } catch (D d) { return 2; } } }
class B { int n; static int count; static int f() { return count++; } }
class C extends B { }
class D extends RuntimeException { }";
    std::fs::write(&file, text).unwrap();
    support::javac(&[file], folder.path());
    for gone in ["B", "D"] {
        std::fs::remove_file(folder.path().join(format!("{gone}.class"))).unwrap();
    }
    let component = support::component(folder.path(), "A");
    refuses(&component, "make", "class B is not at hand", 2);
    refuses(&component, "call", "class B is not at hand", 3);
    refuses(&component, "read", "class B is not at hand", 4);
    refuses(
        &component,
        "tested",
        "an instance test for B, which is not at hand",
        6,
    );
    let extends =
        "class C extends B, which is not at hand; name its folder or jar with --class-path";
    refuses(&component, "below", extends, 7);
    assert_eq!(
        outcome(&component, "test"),
        Outcome::Returned(Some(Value::Bool(false)))
    );
    assert_eq!(
        outcome(&component, "caught"),
        Outcome::Returned(Some(Value::Int(1)))
    );
}

#[test]
fn a_broken_class_ends_the_paths_that_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("A.java");
    let text = "public class A { public int f() { return B.f(); } public int g() { return 1; } }
        class B { static int f() { return 2; } }";
    std::fs::write(&file, text).unwrap();
    support::javac(&[file], folder.path());
    std::fs::write(folder.path().join("B.class"), "nonsense").unwrap();
    let component = support::component(folder.path(), "A");
    refuses(&component, "f", "B.class is not a class file", 1);
    assert_eq!(
        outcome(&component, "g"),
        Outcome::Returned(Some(Value::Int(1)))
    );
}

#[test]
fn parameters_have_the_types_of_the_source() {
    let component = loaded(
        "public class A { public int f(int a, double b, String c, int[] d, float e) { return a; } }",
    );
    let params = &component.methods[0].params;
    let types: Vec<&str> = params.iter().map(|p| p.source_type.as_str()).collect();
    assert_eq!(types, ["int", "double", "String", "int[]", "float"]);
    let types: Vec<Type> = params.iter().map(|p| p.ty).collect();
    let (float, double) = (Type::Float(FloatType::F32), Type::Float(FloatType::F64));
    assert_eq!(
        types,
        [Type::Int(IntType::I32), double, Type::Ref, Type::Ref, float]
    );
}

#[test]
fn a_path_beside_an_unsupported_one_works() {
    let component = loaded(
        "public class A { native void g(); public int f(int a) { if (a > 0) { g(); } return a; } }",
    );
    assert_eq!(
        outcome(&component, "f"),
        Outcome::Returned(Some(Value::Int(0)))
    );
    let (constructor, f) = (
        &component.constructors[0],
        component.methods.iter().find(|m| m.name == "f").unwrap(),
    );
    let answers = on_interpreter(
        &component,
        &[(constructor, vec![]), (f, vec![Value::Int(1)])],
        1000,
    );
    assert!(
        answers[1].to_string().contains("native method A.g()"),
        "{}",
        answers[1]
    );
}

/// The names of the functions that have code, those of the JDK aside.
fn translated(component: &Component) -> Vec<&str> {
    let functions = component
        .program
        .functions
        .values()
        .filter(|f| f.code.get().is_some());
    let functions = functions.filter(|f| !f.name.starts_with("java."));
    functions.map(|f| f.name.as_str()).collect()
}

#[test]
fn only_what_is_called_is_translated() {
    let component = loaded(
        "public class A { public int f() { return g(); } int g() { return 1; } public int h() { return B.k(); } }
         class B { static int k() { return 2; } }",
    );
    assert!(translated(&component).is_empty());
    assert_eq!(
        outcome(&component, "f"),
        Outcome::Returned(Some(Value::Int(1)))
    );
    assert_eq!(translated(&component), ["A.f()I", "A.g()I"]);
}

#[test]
fn a_static_initialiser_runs_on_the_way_where_its_moment_matters() {
    let with = |helper: &str| {
        format!(
            "public class A {{ static int n = 1; public static int f() {{ n = 5; int x = B.x; return 10 * n + x; }} }} class B {{ {helper} }}"
        )
    };
    let [reads, changes, writes, fine, circle] = loaded_all(&[
        &with("static int x = A.n;"),
        &with("static int x; static { A.n++; x = 2; }"),
        &with("static int x; static { A.n = 3; }"),
        "public class A { public static int f() { return B.x; } } class B { static int x = C.Y + 1; }
         class C { static final int Y = twice(4); static int twice(int n) { return 2 * n; } }",
        "public class A { public static int f() { return B.X; } }
         class B { static final int X = id(C.Y); static int id(int n) { return n; } }
         class C { static final int Y = B.id(B.X) + 1; }",
    ])
    .try_into()
    .unwrap_or_else(|_| panic!("five classes"));
    for (component, expected) in [
        (&reads, 55),
        (&changes, 62),
        (&writes, 30),
        (&fine, 9),
        (&circle, 1),
    ] {
        // Twice: the answer does not depend on what was asked before.
        for _ in 0..2 {
            let returned = Outcome::Returned(Some(Value::Int(expected)));
            assert_eq!(outcome(component, "f"), returned, "{}", component.name);
        }
    }
    let is_tried = |component: &Component, class: &str| {
        let flags = component
            .program
            .globals
            .values()
            .filter(|g| g.name == format!("{class}.<ready>"));
        flags.map(|g| g.initial.get().copied()).collect::<Vec<_>>()
    };
    assert_eq!(is_tried(&fine, "p3.B"), [Some(ir::Const::Bool(true))]);
    assert_eq!(is_tried(&circle, "p4.C"), [None]);
    assert_eq!(is_tried(&reads, "B"), [None]);
}

#[test]
fn an_exception_that_leaves_a_static_initialiser_becomes_an_error_at_its_place() {
    let component = loaded(
        "public class A { public static int f(int a) { return B.x; } }
         class B { static int x = 1 / A.class.getName().indexOf('A'); }",
    );
    match outcome(&component, "f") {
        Outcome::Threw { class, place, .. } => {
            assert_eq!(
                component.program.classes[class].name,
                "java.lang.ExceptionInInitializerError"
            );
            assert_eq!(place.to_string(), "A.java:2");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn constants_of_enums_are_candidates() {
    let component = loaded(
        "public class A { public enum Color { RED, GREEN { int f() { return 2; } }; int f() { return 1; } }
           public static abstract class Shape { } public static class Square extends Shape { }
           public void f(Color c, Shape s, Square q, int[] a, String t, Runnable r, Object o, Integer i) { } }",
    );
    let program = &component.program;
    let all: Vec<Vec<Candidate>> = component.methods[0]
        .params
        .iter()
        .map(|p| program.candidates(&p.source_type))
        .collect();
    let names: Vec<&str> = all[0]
        .iter()
        .map(|c| match c {
            Candidate::Constant(_, name) => name.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["RED", "GREEN"]);
    let class = |name: &str| program.class_named(name).unwrap();
    assert_eq!(all[1], [Candidate::Instance(class("A$Square"))]);
    assert_eq!(all[2], all[1]);
    assert_eq!(all[3], [Candidate::Array(class("int[]"))]);
    assert_eq!(all[4], [Candidate::Text(class("java.lang.String"))]);
    assert_eq!(all[5], [Candidate::Instance(class("java.lang.Runnable"))]);
    assert_eq!(all[6][0], Candidate::Text(class("java.lang.String")));
    assert_eq!(all[6][1..3], all[0]);
    let instances = ["A$Square", "java.lang.Object"].map(|name| Candidate::Instance(class(name)));
    assert_eq!(all[6][3..], instances);
    assert_eq!(all[7], [Candidate::Instance(class("java.lang.Integer"))]);
}

#[test]
fn assertions_leave_no_trace_in_the_state() {
    let component =
        loaded("public class A { int n; public void f(int a) { assert a > 0; n = a; } }");
    assert!(component.initialisers.is_empty());
    assert!(component.program.globals.values().all(|g| !g.tracked));
}

#[test]
fn guards_read_like_the_source() {
    let component = loaded(
        "public class A { boolean open; int n;
           public void f(boolean on, long a, long b) { if (!open || on) throw new IllegalStateException(); if (a < b) n = 1; } }",
    );
    let code = component.program.code(component.methods[0].function);
    assert!(code.blocks.len() > 3);
    let text = ir::text::print(&component.program);
    for line in ["if !open then", "if !on then", "if a >= b then"] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("i32("), "{text}");
}
