//! What cannot be translated ends its path with a name and a line; what stands before and beside it still works.

mod support;

use front::jvm::replay::on_interpreter;
use ir::interp::{Machine, Outcome, Value};
use ir::{Component, Type};

fn loaded(text: &str) -> Component {
    loaded_all(&[text]).remove(0)
}

/// The class `A` of each text, all compiled at once.
fn loaded_all(texts: &[&str]) -> Vec<Component> {
    let folder = tempfile::tempdir().unwrap();
    let package = |i: usize| if i == 0 { String::new() } else { format!("package p{i}; ") };
    let mut files = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let home = folder.path().join(format!("{i}"));
        std::fs::create_dir(&home).unwrap();
        files.push(home.join("A.java"));
        std::fs::write(&files[i], format!("{}{text}", package(i))).unwrap();
    }
    let classes = tempfile::tempdir().unwrap();
    support::javac(&files, classes.path());
    let name = |i: usize| if i == 0 { "A".to_owned() } else { format!("p{i}.A") };
    (0..texts.len()).map(|i| support::component(classes.path(), &name(i))).collect()
}

/// What calling a method of a fresh object with zeros ends in.
fn outcome(component: &Component, name: &str) -> Outcome {
    let mut machine = Machine::new(&component.program);
    for &initialiser in &component.initialisers {
        let outcome = machine.call(initialiser, &[], 1000);
        if outcome != Outcome::Returned(None) {
            return outcome;
        }
    }
    let object = Value::Ref(Some(machine.allocate(component.class)));
    let entry = component.methods.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("no {name}"));
    let zeros = entry.params.iter().map(|p| Value::zero(p.ty));
    let args: Vec<Value> = entry.takes_receiver.then_some(object).into_iter().chain(zeros).collect();
    machine.call(entry.function, &args, 1000)
}

#[track_caller]
fn refuses(component: &Component, name: &str, reason: &str, line: u32) {
    match outcome(component, name) {
        Outcome::Unsupported { what, place } => {
            assert_eq!((what.as_str(), place.to_string()), (reason, format!("A.java:{line}")));
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn each_path_ends_where_it_cannot_go_on() {
    let component = loaded(
        "import java.util.*;
public class A {
  double ratio; int[] data; int n; List<Integer> list;
  public void jdk() { n = 1; list = new ArrayList<>(); }
  public void call() { String s = \"a\"; n = s.length(); }
  public void interfaceCall(List<Integer> l) { if (l == null) l = list; l.clear(); }
  public double floats() { n++; return ratio * 2; }
  public void floatField(int a) { ratio = a; }
  public int arrays() { data = null; int[] b = data; return new int[3].length; }
  public int lambda() { Runnable r = () -> n++; r.run(); return n; }
  public void out() { System.out.println(n); }
  public int fine(double d) { return 1; }
  public native int nat(int a);
  public int literal() { return Object.class == null ? 1 : 2; }
  public int reflect() { return getClass().getName().length(); }
  public int enums() { return Color.RED.ordinal(); }
  enum Color { RED }
  public String floatText(int a) { return \"x\" + (float) a; }
  public Object boxed(int a) { Object o = a; return o; }
  public void thread() throws Exception { this.wait(); }
  public int ok(int a) { return a + 1; }
}
",
    );
    refuses(&component, "jdk", "creating an object of class java.util.ArrayList", 4);
    refuses(&component, "call", "call of java.lang.String.length()", 5);
    refuses(&component, "floats", "field A.ratio of type double", 7);
    refuses(&component, "floatField", "floating-point arithmetic", 8);
    refuses(&component, "arrays", "creating an array", 9);
    refuses(&component, "lambda", "a lambda or method reference", 10);
    refuses(&component, "out", "field java.lang.System.out of a class that is not at hand", 11);
    refuses(&component, "fine", "a parameter of type double of A.fine(double)", 12);
    refuses(&component, "literal", "the class object of java.lang.Object", 14);
    refuses(&component, "reflect", "call of java.lang.Object.getClass()", 15);
    refuses(&component, "enums", "field A$Color.RED of a class that is not at hand", 16);
    refuses(&component, "floatText", "floating-point arithmetic", 18);
    refuses(&component, "boxed", "call of java.lang.Integer.valueOf(int)", 19);
    refuses(&component, "thread", "call of java.lang.Object.wait()", 20);
    refuses(&component, "interfaceCall", "call of java.util.List.clear()", 6);
    assert_eq!(outcome(&component, "ok"), Outcome::Returned(Some(Value::Int(1))));
    match outcome(&component, "nat") {
        Outcome::Unsupported { what, .. } => assert_eq!(what, "native method A.nat(int)"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_known_of_what_strings_contain() {
    let component = loaded(
        "public class A {
  public boolean text(int a) { String s = \"a\" + a; return s.equals(\"a0\"); }
  public boolean object(int a) { Object s = a > 0 ? new Object() : \"a\" + a; return s.equals(\"a0\"); }
  public boolean interned(boolean a) { return String.valueOf(a) == \"true\"; }
  public boolean identity(int a) { Object s = \"a\" + a; Object t = new Object(); return t.equals(s); }
}",
    );
    let equals = "call of java.lang.String.equals(Object)";
    for method in ["text", "object"] {
        match outcome(&component, method) {
            Outcome::Unsupported { what, .. } => assert_eq!(what, equals),
            other => panic!("{method}: {other:?}"),
        }
    }
    refuses(&component, "interned", "call of java.lang.String.valueOf(boolean)", 4);
    assert_eq!(outcome(&component, "identity"), Outcome::Returned(Some(Value::Bool(false))));
}

#[test]
fn parameters_nobody_can_make_up_are_references() {
    let component =
        loaded("public class A { public int f(int a, double b, String c, int[] d, float e) { return a; } }");
    let params = &component.methods[0].params;
    let types: Vec<&str> = params.iter().map(|p| p.source_type.as_str()).collect();
    assert_eq!(types, ["int", "double", "String", "int[]", "float"]);
    assert!(params[1..].iter().all(|p| p.ty == Type::Ref));
}

#[test]
fn a_path_beside_an_unsupported_one_works() {
    let component = loaded("public class A { int n; public int f(int a) { if (a > 0) { System.gc(); } return a; } }");
    assert_eq!(outcome(&component, "f"), Outcome::Returned(Some(Value::Int(0))));
    let (constructor, f) = (&component.constructors[0], &component.methods[0]);
    let answers = on_interpreter(&component, &[(constructor, vec![]), (f, vec![Value::Int(1)])], 100);
    assert!(answers[1].to_string().contains("call of java.lang.System.gc()"), "{}", answers[1]);
}

#[test]
fn exceptions_that_call_back_are_unsupported() {
    let text = |body: &str| {
        format!(
            "public class A {{ static class E extends RuntimeException {{ {body} }}
               public int f() {{ try {{ throw new E(); }} catch (E e) {{ throw new RuntimeException(e); }} }} }}"
        )
    };
    let detail = "public class A { static int n; public String toString() { n++; return \"\"; }
        public void f() { assert n < 0 : this; } public void g() { throw new RuntimeException(\"\" + this); } }";
    let [plain, speaking, filling, detail] = loaded_all(&[
        &text(""),
        &text("static int n; public String toString() { n++; return \"\"; }"),
        &text("static int n; public Throwable fillInStackTrace() { n++; return this; }"),
        detail,
    ])
    .try_into()
    .expect("four classes");
    assert!(matches!(outcome(&plain, "f"), Outcome::Threw { .. }));
    assert!(matches!(outcome(&speaking, "f"), Outcome::Unsupported { what, .. } if what.contains("a text of its own")));
    assert!(matches!(outcome(&filling, "f"), Outcome::Unsupported { what, .. } if what.contains("fillInStackTrace")));
    for name in ["f", "g"] {
        let outcome = outcome(&detail, name);
        assert!(matches!(outcome, Outcome::Unsupported { .. }), "{name}: {outcome:?}");
    }
}

#[test]
fn static_initialisers_whose_moment_matters_are_unsupported() {
    let with = |helper: &str| {
        format!("public class A {{ static int n = 1; public static int f() {{ return B.x; }} }} class B {{ {helper} }}")
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
    .expect("five classes");
    let refusal = |component: &Component| match outcome(component, "f") {
        Outcome::Unsupported { what, .. } => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(refusal(&reads), "the static initialiser of B, which reads A.n");
    assert_eq!(refusal(&changes), "the static initialiser of p1.B, which reads p1.A.n");
    assert_eq!(refusal(&writes), "the static initialiser of p2.B, which writes p2.A.n");
    assert_eq!(outcome(&fine, "f"), Outcome::Returned(Some(Value::Int(9))));
    assert!(refusal(&circle).contains("need one another"));
}

#[test]
fn assertions_leave_no_trace_in_the_state() {
    let component = loaded("public class A { int n; public void f(int a) { assert a > 0; n = a; } }");
    assert!(component.initialisers.is_empty());
    assert!(component.program.globals.is_empty());
}

#[test]
fn guards_read_like_the_source() {
    let component = loaded(
        "public class A { boolean open; int n;
           public void f(boolean on, long a, long b) { if (!open || on) throw new IllegalStateException(); if (a < b) n = 1; } }",
    );
    let text = ir::text::print(&component.program);
    for line in ["if !open then", "if !on then", "if a >= b then"] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("i32("), "{text}");
}
