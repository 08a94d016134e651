//! What is said of Java classes and filters, against what the real `java` does where the two were once seen to differ.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use model::transducer::{Failure, Ran, SymbolicTransducer};
use mores::report::{Integers, Report, VerdictKind, View};
use mores::{
    Budget, CheckRequest, CheckResult, FilterRequest, InterfaceRequest, NoProgress,
    TransducerReport, junit,
};
use tempfile::TempDir;

use crate::support::{compile, java, printed, stand_ins};

/// A file of Java in a folder of its own, and its classes.
struct Written {
    folder: TempDir,
    file: PathBuf,
}

impl Written {
    fn new(class: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(format!("{class}.java"));
        fs::write(&file, text).expect("written");
        let written = Self { folder, file };
        compile(std::slice::from_ref(&written.file), &[], &written.classes());
        written
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    fn learned(&self, integers: Integers, view: View) -> Report {
        let request = InterfaceRequest {
            integers,
            view,
            ..InterfaceRequest::new(&self.file)
        };
        mores::interface(&request, &Budget::unlimited(), &NoProgress)
            .expect("it is learned")
            .report
    }

    /// What is learned by default options, and run on the real machine.
    fn replayed(&self) -> Report {
        let request = InterfaceRequest {
            replay: true,
            ..InterfaceRequest::new(&self.file)
        };
        mores::interface(&request, &Budget::unlimited(), &NoProgress)
            .expect("it is learned")
            .report
    }

    fn filter(&self) -> (TransducerReport, Option<SymbolicTransducer>) {
        let request = FilterRequest::new(&self.file);
        let found =
            mores::filter(&request, &Budget::unlimited(), &NoProgress).expect("it can be read");
        (found.report, found.transducer)
    }

    /// What a program really writes.
    fn written(&self, class: &str, arguments: &[&str], input: &str) -> Vec<u8> {
        let mut command = Command::new("java");
        command
            .arg("-cp")
            .arg(self.classes())
            .arg(class)
            .args(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java runs");
        child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(input.as_bytes())
            .expect("it is read");
        child.wait_with_output().expect("it ends").stdout
    }

    /// What another class, which calls this one, really prints.
    fn called(&self, statements: &str) -> String {
        let file = self.folder.path().join("Call.java");
        let text = format!(
            "class Call {{ public static void main(String[] a) throws Throwable {{ {statements} }} }}"
        );
        fs::write(&file, text).expect("written");
        compile(&[file], &[&self.classes()], &self.classes());
        printed(&java(&[&self.classes()], &["Call"]))
            .trim()
            .to_owned()
    }
}

fn symbols(text: &[u8]) -> Vec<u64> {
    text.iter().map(|&byte| u64::from(byte)).collect()
}

#[test]
fn what_a_program_does_with_arguments_is_not_claimed() {
    let text = "public class Args { public static void main(String[] args) throws Exception {
        int c; while ((c = System.in.read()) != -1) System.out.print(args.length > 0 ? 'x' : (char) (c & 0x7f)); } }";
    let program = Written::new("Args", text);
    let (report, model) = program.filter();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    assert!(
        report
            .verdict
            .assumptions
            .iter()
            .any(|a| a.contains("without arguments")),
        "{:?}",
        report.verdict
    );
    let ours = model.expect("a model").run(&symbols(b"ab"));
    assert_eq!(
        ours,
        Ran::Wrote(symbols(&program.written("Args", &[], "ab")))
    );
    assert_ne!(
        ours,
        Ran::Wrote(symbols(&program.written("Args", &["one"], "ab"))),
        "the assumption is needed"
    );
}

#[test]
fn what_stays_in_a_buffer_is_not_claimed_to_be_written() {
    let text = |flush: &str| {
        format!(
            "public class Copy {{ public static void main(String[] a) throws Exception {{
            int c; while ((c = System.in.read()) != -1) System.out.write(c & 0x7f); {flush} }} }}"
        )
    };
    let lost = Written::new("Copy", &text(""));
    assert_eq!(
        lost.written("Copy", &[], "ab"),
        b"",
        "the real machine keeps it"
    );
    assert_ne!(lost.filter().0.verdict.kind, VerdictKind::Proved);
    let kept = Written::new("Copy", &text("System.out.flush();"));
    let (report, model) = kept.filter();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let real = symbols(&kept.written("Copy", &[], "ab"));
    assert_eq!(
        model.expect("a model").run(&symbols(b"ab")),
        Ran::Wrote(real)
    );
}

const TOTAL: &str = "public class Total { int total; public void add(int v) {
    if (v < 0) throw new IllegalArgumentException(); total += v; if (total < 0) throw new IllegalStateException(); } }";

fn checked(written: &Written, report: &Report) -> mores::Check {
    let model = written.folder.path().join("model.json");
    fs::write(&model, report.to_json()).expect("written");
    let request = CheckRequest {
        model,
        code: InterfaceRequest::new(&written.file),
        certificate: None,
        options: Vec::new(),
    };
    mores::check(&request, &Budget::unlimited(), &NoProgress).expect("both can be read")
}

#[test]
fn a_check_says_of_which_integers_and_arguments_it_speaks() {
    let class = Written::new("Total", TOTAL);
    let grown = "try { Total t = new Total(); t.add(Integer.MAX_VALUE); t.add(1); System.out.print(\"ok\"); }
        catch (IllegalStateException e) { System.out.print(\"error\"); }";
    assert_eq!(
        class.called(grown),
        "error",
        "integers of the real machine wrap"
    );
    let report = class.learned(Integers::Mathematical, View::default());
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let found = checked(&class, &report);
    assert!(
        matches!(found.result, CheckResult::Conforms { .. }),
        "{:?}",
        found.result
    );
    assert_eq!(found.verdict.integers, Integers::Mathematical);
    let pool = View {
        pool: [("v".to_owned(), vec![0])].into_iter().collect(),
        ..View::default()
    };
    let report = class.learned(Integers::Wrapping, pool.clone());
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let found = checked(&class, &report);
    assert!(
        matches!(found.result, CheckResult::Conforms { .. }),
        "{:?}",
        found.result
    );
    assert_eq!(found.view, pool, "the values that were looked at are named");
}

/// Objects of other shapes without end: without a scope nothing but a prefix of what can be called is ever known.
const NODES: &str = "public class Nodes { static class Node { Node next; int key; } Node first; int last;
    public void push(int key) { if (first != null && key == first.key) throw new IllegalArgumentException();
        Node n = new Node(); n.key = key; n.next = first; first = n; }
    public void pop() { if (first == null) throw new IllegalStateException(); last = first.key; first = first.next; }
    public void same(int key) { if (first == null || first.next == null || first.next.key != key) throw new IllegalStateException(); } }";

#[test]
fn no_test_of_a_model_that_was_stopped_early_fails_on_the_class() {
    let class = Written::new("Nodes", NODES);
    let budget = Budget::lasting(Duration::from_secs(3));
    let request = InterfaceRequest {
        whole: true,
        ..InterfaceRequest::new(&class.file)
    };
    let report = mores::interface(&request, &budget, &NoProgress)
        .expect("learned")
        .report;
    assert_ne!(report.verdict.kind, VerdictKind::Proved);
    let tests = junit(&report);
    let file = class.folder.path().join(format!("{}.java", tests.name));
    fs::write(&file, &tests.text).expect("written");
    let mut sources = stand_ins();
    sources.push(file);
    let compiled = class.folder.path().join("tests");
    compile(&sources, &[&class.classes()], &compiled);
    let said = printed(&java(
        &[&compiled, &class.classes()],
        &["Runner", &tests.name],
    ));
    let failed: Vec<&str> = said
        .lines()
        .filter(|line| !line.starts_with("passed"))
        .collect();
    assert_eq!(failed, Vec::<&str>::new(), "{}", tests.text);
}

/// What a clock tells, and what lies in an array that is looked at by reflection.
const LEASE: &str = "public class Lease { private java.time.Instant until; private final Object items = new int[] {1, 2};
    public void take(int seconds) { if (until != null) throw new IllegalStateException();
        until = java.time.Instant.now().plusSeconds(seconds); }
    public Object item(int n) { if (until == null) throw new IllegalStateException(); return java.lang.reflect.Array.get(items, n); }
    public void give() { until = null; } }";

#[test]
fn what_a_clock_tells_and_reflection_finds_is_followed_and_named() {
    let class = Written::new("Lease", LEASE);
    let report = class.replayed();
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let assumptions = report.verdict.assumptions.join("; ");
    assert!(assumptions.contains("Instant.now()"), "{assumptions}");
    assert!(!report.replay.contradicted && report.replay.runs > 0);
}

/// A class that logs, as most of those do that people run for long.
const LOGGED: &str = "import java.util.logging.*; public class Logged { private static final Logger LOG = Logger.getLogger(Logged.class.getName());
    private boolean open;
    public void open() { if (open) throw new IllegalStateException(); open = true; LOG.info(\"open\"); }
    public void close() { if (!open) { LOG.log(Level.FINE, \"not open: {0}\", open); throw new IllegalStateException(); }
        open = false; LOG.fine(\"closed\"); }
    public void note(boolean none) { LOG.log(none ? null : Level.FINE, \"noted\"); }
    public void detail() { if (LOG.isLoggable(Level.OFF)) open = open; LOG.entering(\"Logged\", \"detail\"); } }";

#[test]
fn what_a_class_logs_is_none_of_its_rules_and_is_named() {
    let class = Written::new("Logged", LOGGED);
    let report = class.replayed();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let assumptions = report.verdict.assumptions.join("; ");
    assert!(
        assumptions.contains("logging changes nothing"),
        "{assumptions}"
    );
    assert!(!report.replay.contradicted && report.replay.runs > 0);
    let fails = |guard: &str| {
        (report.model.alphabet.iter()).any(|s| s.method == "note" && s.guard == guard)
    };
    assert!(
        fails("none") && fails("!none"),
        "{:?}",
        report.model.alphabet
    );
    let supplied = LOGGED.replace(
        "LOG.fine(\"closed\")",
        "LOG.fine(() -> { open = true; return null; })",
    );
    let class = Written::new("Logged", &supplied);
    assert_ne!(class.replayed().verdict.kind, VerdictKind::Proved);
}

/// What is answered by the machine, and by nobody who could be told to answer so.
const TIMED: &str = "public class Timed { private long began;
    public void start() { if (began != 0) throw new IllegalStateException(); began = 1; }
    public void tick() { if (System.nanoTime() == 7) throw new IllegalStateException(); }
    public void stop() { if (began == 0) throw new IllegalStateException(); began = 0; } }";

#[test]
fn no_replay_expects_an_answer_that_the_machine_need_not_give() {
    let class = Written::new("Timed", TIMED);
    let report = class.replayed();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let unable = report.replay.unable.expect("tick is left out");
    assert!(unable.contains("what others answer"), "{unable}");
    assert!(!report.replay.contradicted && report.replay.runs > 0);
}

/// Code that asks others until they say that there is no more.
fn draining(most: usize) -> String {
    format!(
        "public class Drain {{ private boolean done;
        public void drain(java.util.Iterator<String> from) {{ if (done) throw new IllegalArgumentException();
            done = true; int seen = 0;
            while (from.hasNext()) {{ from.next(); if (++seen > {most}) throw new IllegalStateException(); }} }} }}"
    )
}

#[test]
fn where_others_are_asked_again_and_again_it_is_said_what_they_answer_in_the_end() {
    for (most, is_found) in [(1, true), (3, false)] {
        let class = Written::new("Drain", &draining(most));
        let four = "try { new Drain().drain(java.util.List.of(\"a\", \"b\", \"c\", \"d\").iterator());
            System.out.print(\"ok\"); } catch (IllegalStateException e) { System.out.print(\"error\"); }";
        assert_eq!(class.called(four), "error", "what is assumed is needed");
        let report = class.learned(Integers::Wrapping, View::default());
        assert_eq!(report.verdict.kind, VerdictKind::Proved);
        let assumptions = report.verdict.assumptions.join("; ");
        let is_said = assumptions.contains("from the third time on");
        assert_ne!(is_said, is_found, "{assumptions}");
        let mut guards = report.model.alphabet.iter().map(|symbol| &symbol.guard);
        let is_asked = guards.any(|guard| guard.contains("Iterator.hasNext()"));
        assert_eq!(is_asked, is_found, "{most}");
    }
}

/// What is taken for granted of the machine, and changed.
const TONGUE: &str = "import java.util.Locale; public class Tongue {
    public void change() { Locale.setDefault(Locale.FRENCH); }
    public void speak() { if (!Locale.getDefault().equals(Locale.ENGLISH)) throw new IllegalStateException(); } }";

#[test]
fn what_is_taken_for_granted_is_not_claimed_of_code_that_changes_it() {
    let class = Written::new("Tongue", TONGUE);
    let changed = "Tongue t = new Tongue(); t.change();
        try { t.speak(); System.out.print(\"ok\"); } catch (IllegalStateException e) { System.out.print(\"error\"); }";
    assert_eq!(class.called(changed), "error");
    let report = class.replayed();
    assert_ne!(report.verdict.kind, VerdictKind::Proved);
    assert!(!report.replay.contradicted && report.replay.runs > 0);
}

/// Two integers behind an array that are no offset and no length.
const POTS: &str = "public class Pots {
    public interface Painter { void paint(int[] pots, int colour, int count); }
    public void paint(Painter p) { int[] pots = new int[2]; p.paint(pots, 5, 1); if (pots[0] == 7) throw new IllegalStateException(); } }";

#[test]
fn others_may_change_each_element_of_a_short_array() {
    let class = Written::new("Pots", POTS);
    let painted =
        "try { new Pots().paint((pots, colour, count) -> pots[0] = 7); System.out.print(\"ok\"); }
        catch (IllegalStateException e) { System.out.print(\"error\"); }";
    assert_eq!(class.called(painted), "error");
    let report = class.learned(Integers::Wrapping, View::default());
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let mut guards = report.model.alphabet.iter().map(|symbol| &symbol.guard);
    assert!(guards.any(|guard| guard.contains("== 7")));
}

/// Numbers that no finite number of states tells apart, and that calls compare with their arguments.
const METERED: &str = "public class Metered { private final int limit; private int used; private boolean shut;
    public Metered(int limit) { if (limit < 0) throw new IllegalArgumentException(); this.limit = limit; }
    public void take(int n) { if (shut || n <= 0 || n > limit - used) throw new IllegalStateException(); used += n; }
    public void give() { if (used == 0) throw new IllegalStateException(); used--; }
    public void shut() { shut = true; } }";

#[test]
fn a_class_that_counts_is_proved_with_registers_and_does_so_on_the_real_machine() {
    let class = Written::new("Metered", METERED);
    let report = class.replayed();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let names: Vec<&str> = report.model.registers.iter().map(|r| &*r.name).collect();
    assert_eq!(names, ["this.limit", "used"]);
    // Before construction, open, shut, and the error.
    assert_eq!(report.counts.states, 4);
    let replay = &report.replay;
    assert!(!replay.contradicted && replay.runs > 10, "{replay:?}");
}

/// A private static field that is not final: nobody sets it, or a class within does.
fn with_size(set: &str) -> String {
    format!(
        "public class Sized {{ private static int size = 8192; private final char[] held = new char[size];
        static class Within {{ static void set() {{ {set} }} }}
        public void grow() {{ Within.set(); }}
        public void use() {{ if (size != held.length) throw new IllegalStateException(); }} }}"
    )
}

#[test]
fn a_private_static_field_is_a_constant_only_if_nobody_sets_it() {
    for (set, is_set) in [("", false), ("size = 4096;", true)] {
        let class = Written::new("Sized", &with_size(set));
        let report = class.replayed();
        assert!(!report.replay.contradicted, "{set}");
        let fails = |t: &&mores::report::Transition| {
            let error = t.error.as_ref();
            error.is_some_and(|error| error.what.contains("IllegalStateException"))
        };
        let found = report.model.transitions.iter().filter(fails).count();
        assert_eq!(report.verdict.kind, VerdictKind::Proved, "{set}");
        assert_eq!(found > 0, is_set, "{set}");
    }
}

/// An argument whose class is abstract, and refers to itself as soon as it is made.
const LOCKED: &str = "public class Locked { private Base held;
    public static abstract class Base { private Object lock; private boolean open;
        protected Base() { lock = this; open = true; }
        boolean isReady() { return lock == this && open; } }
    public void hold(Base base) { if (!base.isReady()) throw new IllegalStateException(); held = base; }
    public void use() { if (held == null) throw new IllegalStateException(); } }";

#[test]
fn objects_of_abstract_classes_are_as_those_below_begin() {
    let class = Written::new("Locked", LOCKED);
    let request = InterfaceRequest::new(&class.file);
    let learned = mores::interface(&request, &Budget::unlimited(), &NoProgress);
    let report = learned.expect("learned").report;
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let said = report.verdict.assumptions.join("; ");
    assert!(said.contains("a new Base that begins by Base()"), "{said}");
    let hold = report.model.alphabet.iter().filter(|s| s.method == "hold");
    let guards: Vec<&str> = hold.map(|s| &*s.guard).collect();
    assert!(
        guards.iter().all(|guard| !guard.contains("lock")),
        "{guards:?}"
    );
    assert_eq!(guards.len(), 2, "{guards:?}");
}

#[test]
fn a_class_that_cannot_be_made_is_not_called_exact() {
    let text = "public class Lost { public Lost() throws Exception { new java.net.ServerSocket(0).close(); }
        public void use() { throw new IllegalStateException(); } }";
    let class = Written::new("Lost", text);
    assert_eq!(
        class.called("new Lost(); System.out.print(\"made\");"),
        "made",
        "the real one can be"
    );
    let report = class.learned(Integers::Wrapping, View::default());
    assert_eq!(report.verdict.kind, VerdictKind::Unknown);
    assert!(
        !report.is_exact_where_known() && !report.notes.iter().any(|n| n.contains("exact")),
        "{:?}",
        report.notes
    );
}

#[test]
fn a_filter_that_gives_null_does_not_throw() {
    let text = "public class Maybe { static String f(String in) {
        return in.length() > 0 && in.charAt(0) == 'x' ? null : in; } }";
    let class = Written::new("Maybe", text);
    assert_eq!(
        class.called("System.out.print(Maybe.f(\"xa\") == null);"),
        "true"
    );
    let (report, model) = class.filter();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    let Ran::Undefined {
        failure: Some(Failure::Fails(failure)),
        ..
    } = model.expect("a model").run(&symbols(b"xa"))
    else {
        panic!("it gives nothing");
    };
    assert!(failure.starts_with("it returns null"), "{failure}");
}

/// Makes a jar of the class files of a folder, and of those of another for Java 9 and later.
fn multi_release(base: &Path, later: &Path, jar: &Path) {
    let mut command = Command::new("jar");
    command
        .arg("--create")
        .arg("--file")
        .arg(jar)
        .arg("-C")
        .arg(base)
        .arg(".");
    let output = command
        .args(["--release", "9", "-C"])
        .arg(later)
        .arg(".")
        .output()
        .expect("jar runs");
    assert!(output.status.success(), "{}", printed(&output));
}

#[test]
fn of_a_jar_for_several_releases_the_class_that_java_loads_is_learned() {
    let text = |body: &str| format!("public class Door {{ public void open() {{ {body} }} }}");
    let old = Written::new("Door", &text("throw new IllegalStateException();"));
    let new = Written::new("Door", &text(""));
    let jar = old.folder.path().join("doors.jar");
    multi_release(&old.classes(), &new.classes(), &jar);
    let call = Written::new("Door", &text(""));
    call.called("new Door().open(); System.out.print(\"ok\");");
    let path = std::env::join_paths([&jar, &call.classes()]).expect("no odd names");
    let output = Command::new("java")
        .arg("-cp")
        .arg(path)
        .arg("Call")
        .output()
        .expect("java runs");
    assert_eq!(printed(&output), "ok");
    let report = mores::interface(
        &InterfaceRequest::new(&jar),
        &Budget::unlimited(),
        &NoProgress,
    )
    .expect("read")
    .report;
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    let opens = report
        .model
        .transitions
        .iter()
        .find(|t| t.symbol == "open" && t.from != report.model.initial);
    assert!(
        opens.expect("a door can be opened").error.is_none(),
        "{:?}",
        report.model.transitions
    );
}

/// Nobody looks at an argument that a factory gives back, but from then on it is the object that calls are made on.
#[test]
fn a_factory_that_gives_its_argument_has_given_an_object() {
    let text = "public class Wrap {
        private boolean done;
        private Wrap() {}
        public static Wrap fresh() { return new Wrap(); }
        public static Wrap copyOf(Wrap other) { if (other == null) throw new NullPointerException(); return other; }
        public void go() { if (done) throw new IllegalStateException(); done = true; } }";
    let written = Written::new("Wrap", text);
    let report = written.replayed();
    assert!(
        report.replay.done && !report.replay.contradicted,
        "{:?}",
        report.notes
    );
    let real = "Wrap it = Wrap.copyOf(Wrap.fresh()); it.go(); System.out.print(\"gone\");";
    assert_eq!(written.called(real), "gone");
    let start = report.model.initial;
    let mut given = report
        .model
        .transitions
        .iter()
        .filter(|t| t.symbol.starts_with("copyOf"));
    let answer = |to: u64| {
        report
            .model
            .states
            .iter()
            .find(|s| s.id == to)
            .map(|s| s.answer)
    };
    assert!(
        given.all(|t| t.to != start || answer(t.to) == Some(mores::report::Answer::Error)),
        "after it there is an object"
    );
}

/// What the initialisation of a class left is known, whatever is forgotten of arguments of the same class.
#[test]
fn what_statics_hold_is_not_forgotten_with_what_arguments_hold() {
    let text = "public class Init {
        public static final class Key { private final int n; public Key() { n = 1; } int n() { return n; } }
        private static final Key FIRST = new Key();
        private static Key last = new Key();
        private Key kept;
        public void put(Key k) { if (k == null) throw new NullPointerException(); kept = k; }
        public void use() { if (kept == null || FIRST.n() + last.n() != 2) throw new IllegalStateException(); last = FIRST; } }";
    let report = Written::new("Init", text).replayed();
    assert_eq!(
        report.verdict.kind,
        VerdictKind::Proved,
        "{:?}",
        report.verdict
    );
    assert!(
        report.replay.done && !report.replay.contradicted,
        "{:?}",
        report.notes
    );
}

/// Arrays that others give have as many elements as they say: which of few numbers that is, each condition asks by itself.
#[test]
fn of_the_length_of_an_array_that_others_give_nothing_is_said_that_does_not_hold() {
    let text = "public class Outer {
        public interface Source { int[] get(); }
        public void at(Source s, int place) {
            int[] given = s == null ? null : s.get();
            int limit = given == null || given.length == 0 ? 0 : 1;
            if (place >= limit) throw new IllegalStateException(); } }";
    let written = Written::new("Outer", text);
    let real =
        "for (int n = 0; n < 4; n++) for (int place = -1; place < 4; place++) { int[] given = new int[n];
        try { new Outer().at(() -> given, place); System.out.print(\"+\"); } catch (IllegalStateException e) { System.out.print(\"-\"); } }";
    assert_eq!(written.called(real), "+----++---++---++---");
    let report = written.replayed();
    assert!(
        report.replay.done && !report.replay.contradicted,
        "{:?}",
        report.notes
    );
    let guards = report.model.alphabet.iter().map(|symbol| &symbol.guard);
    let about: Vec<_> = guards
        .filter(|guard| guard.contains("get().length"))
        .collect();
    assert!(!about.is_empty(), "the guards speak of the length");
    for guard in about {
        let asked = guard
            .replace("get().length == 0", "")
            .replace("get().length != 0", "");
        assert!(!asked.contains("get().length"), "{guard}");
    }
}
