//! Surveys: the same table on every run, whatever happens on the way, and whoever has run its parts.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};

use serde_json::Value;

use crate::common::{Run, folder, mores, root};

const CLASSES: [&str; 6] = [
    "Account",
    "Accumulator",
    "Example",
    "ListItr",
    "PipedOutputStream",
    "Turnstile",
];

/// A folder with classes of the corpus, compiled into `classes`.
fn compiled(name: &str) -> PathBuf {
    let folder = folder(name);
    let files = CLASSES.map(|class| format!("corpus/java/{class}.java"));
    let mut javac = Command::new("javac");
    javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    javac.args(["-g", "-d", "classes"]).args(files);
    assert!(javac.current_dir(&folder).status().unwrap().success());
    folder
}

/// Enough time for these classes on any machine, so that no verdict depends on it.
const AMPLE: [&str; 2] = ["--budget", "5m"];

fn survey(folder: &Path, args: &[&str]) -> Run {
    mores(folder, &[&["survey", "classes"], &AMPLE[..], args].concat())
}

fn done(run: &Run) -> &str {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    &run.stdout
}

fn index(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("index.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

const TABLE: &str = "\
class              verdict  states  rules
Account            proved        4  close and withdraw fail before open: SecurityException; close and withdraw fail after close until open: SecurityException
Accumulator        proved        4  add and stop fail before start: IllegalStateException; add and stop fail after stop until start: IllegalStateException
ListItr            proved        4  remove and set fail before next or previous: IllegalStateException
PipedOutputStream  proved        4  connect fails after connect: AssertionError; write fails before connect: AssertionError
Turnstile          proved        4  push fails before coin: IllegalStateException; push fails after push until coin: IllegalStateException
Example            proved        3  setX fails if p <= 0 || p >= 200: AssertionError

6 looked at: 6 proved
";

#[test]
fn a_survey_is_a_table_a_page_and_the_files_of_each_class() {
    let folder = compiled("survey-table");
    let run = survey(&folder, &["--out", "out", "--jobs", "2"]);
    assert_eq!(done(&run), TABLE);
    assert_eq!(
        fs::read_to_string(folder.join("out/index.txt")).unwrap(),
        TABLE
    );
    assert_eq!(run.stderr.lines().count(), CLASSES.len(), "{}", run.stderr);
    let index = index(&folder.join("out"));
    assert_eq!(index["counts"]["proved"], 6);
    let page = fs::read_to_string(folder.join("out/index.html")).unwrap();
    for subject in index["subjects"].as_array().unwrap() {
        let report = subject["report"].as_str().unwrap();
        assert!(folder.join("out").join(report).is_file(), "{report}");
        assert!(page.contains(&format!("href=\"{report}\"")), "{report}");
    }
    // One file: nothing is loaded from anywhere, and without scripts nothing is hidden but the search.
    assert!(!page.contains("src=") && !page.contains("http") && !page.contains("@import"));
    assert_eq!(page.matches(" hidden>").count(), 1);
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
}

#[test]
fn what_is_finished_is_taken_over_and_what_has_changed_is_not() {
    let folder = compiled("survey-again");
    let args = ["--out", "out", "--jobs", "2"];
    let first = survey(&folder, &args);
    let again = survey(&folder, &args);
    assert_eq!(done(&first), done(&again));
    assert_eq!(again.stderr, "", "nothing is run twice");
    let fresh = survey(&folder, &[&args[..], &["--fresh"]].concat());
    assert_eq!(done(&fresh), TABLE);
    assert_eq!(fresh.stderr.lines().count(), CLASSES.len());
    // A file that is gone is made again, and only that.
    fs::remove_dir_all(folder.join("out/classes/Example")).unwrap();
    let repaired = survey(&folder, &args);
    assert_eq!(done(&repaired), TABLE);
    assert_eq!(repaired.stderr, "6 of 6  Example: proved\n");
    // Other classes are other inputs.
    fs::remove_file(folder.join("classes/Example.class")).unwrap();
    let changed = survey(&folder, &args);
    assert_eq!(changed.stderr.lines().count(), CLASSES.len() - 1);
    assert!(!done(&changed).contains("Example"));
}

/// A shell that runs all but one class, which it ends by a signal. Surveys set limits by a shell.
fn shell_that_crashes(folder: &Path, class: &str) -> String {
    let bin = folder.join("bin");
    fs::create_dir(&bin).unwrap();
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" {class} \"*) kill -SEGV $$ ;; esac\nexec /bin/sh \"$@\"\n"
    );
    fs::write(bin.join("sh"), script).unwrap();
    fs::set_permissions(bin.join("sh"), fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
}

#[test]
fn a_crash_is_a_row_and_is_tried_again() {
    let folder = compiled("survey-crash");
    let path = shell_that_crashes(&folder, "Example");
    let run = |path: Option<&str>, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mores"));
        command.args(["survey", "classes", "--out", "out", "-q"]);
        command.args(AMPLE).args(more).current_dir(&folder);
        command.envs(path.map(|path| ("PATH", path)));
        let output = command.output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (code, table) = run(Some(&path), &[]);
    assert_eq!(code, Some(0));
    assert!(
        table.contains("Example            crashed       -  (signal 11: )"),
        "{table}"
    );
    assert!(
        table.contains("6 looked at: 5 proved, 1 crashed"),
        "{table}"
    );
    assert_eq!(run(Some(&path), &["--exit-code"]).0, Some(1));
    assert_eq!(run(None, &["--exit-code"]), (Some(0), TABLE.to_owned()));
}

/// A survey that is going on, after its first class.
fn begun(folder: &Path) -> (Child, BufReader<ChildStderr>) {
    let (child, lines, told) = begun_with(folder, |command| {
        command.args(["--jobs", "1"]);
    });
    assert_eq!(told, "1 of 6  Account: proved\n");
    (child, lines)
}

/// The same, run in some way; and what it said of that class.
fn begun_with(
    folder: &Path,
    change: impl FnOnce(&mut Command),
) -> (Child, BufReader<ChildStderr>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mores"));
    command.args(["survey", "classes", "--out", "out"]);
    command.args(AMPLE).current_dir(folder);
    change(&mut command);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    lines.read_line(&mut told).unwrap();
    (child, lines, told)
}

fn signal(process: u32, name: &str) {
    let status = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn an_interrupt_leaves_an_index_of_what_is_finished() {
    let folder = compiled("survey-interrupt");
    let (mut child, mut lines) = begun(&folder);
    signal(child.id(), "-INT");
    let mut table = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut table)
        .unwrap();
    lines.read_to_string(&mut String::new()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let index = index(&folder.join("out"));
    let (finished, left) = (&index["subjects"], &index["not_looked_at"]);
    let (finished, left) = (
        finished.as_array().unwrap().len(),
        left.as_array().unwrap().len(),
    );
    assert!(
        finished >= 1 && left >= 1 && finished + left == 6,
        "{table}"
    );
    let said = format!("interrupted: {left} not looked at; the same command goes on");
    assert!(table.contains(&said), "{table}");
    let on = survey(&folder, &["--out", "out"]);
    assert_eq!(done(&on), TABLE);
    assert_eq!(on.stderr.lines().count(), left);
}

#[test]
fn a_survey_that_was_killed_goes_on() {
    let folder = compiled("survey-killed");
    let (mut child, _) = begun(&folder);
    signal(child.id(), "-KILL");
    child.wait().unwrap();
    let on = survey(&folder, &["--out", "out"]);
    assert_eq!(done(&on), TABLE);
    let run = on.stderr.lines().count();
    assert!((1..6).contains(&run), "{}", on.stderr);
}

#[test]
fn sources_and_programs_in_c_are_surveyed_too() {
    let folder = folder("survey-sources");
    let source = folder.join("source");
    fs::create_dir(&source).unwrap();
    fs::copy(
        root().join("corpus/java/Turnstile.java"),
        source.join("Turnstile.java"),
    )
    .unwrap();
    let program = "#include <assert.h>\nint input(void);\nvoid alarm(void) {}\n\
                   int main(void) { if (input() > 3) { alarm(); assert(0); } return 0; }\n";
    fs::write(source.join("alarm.c"), program).unwrap();
    let args = ["survey", "source", "--json", "--budget", "5m", "-q"];
    let index: Value = serde_json::from_str(done(&mores(&folder, &args))).unwrap();
    let lines: Vec<&str> = index["subjects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|subject| subject["line"].as_str().unwrap())
        .collect();
    assert!(
        lines[0].starts_with("push fails before coin")
            && lines[1] == "can fail: input > alarm > assertion fails, line 4",
        "{lines:?}"
    );
    assert!(
        fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .all(|path| path.is_symlink() || path == source),
        "without --out nothing is left"
    );
}

#[test]
fn bad_input_leaves_nothing() {
    let folder = folder("survey-bad");
    let refused = |args: &[&str], why: &str| {
        let run = mores(&folder, &[&["survey", "--out", "out"], args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains(why), "{}", run.stderr);
        assert!(!folder.join("out").exists());
    };
    refused(&["none.jar"], "mores: none.jar does not exist");
    refused(&["no.such.package.*"], "holds no class");
    refused(&["java.util.*", "--jobs", "0"], "--jobs");
    refused(&["java.util.*", "--budget", "10"], "500ms, 60s or 5m");
}

/// A server or a worker of HyperQueue, until it is dropped.
struct Part(Child, #[expect(dead_code)] ChildStdin);

impl Part {
    fn start(packages: &Path, args: &[&Path]) -> Self {
        let script = root().join("crates/cli/tests/common/hyperqueue_cluster.py");
        let mut child = Command::new("python3")
            .arg(script)
            .args(args)
            .env("PYTHONPATH", packages)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "ready"));
        let input = child.stdin.take().unwrap();
        // What it still says must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self(child, input)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        drop(self.0.kill().and_then(|()| self.0.wait()));
    }
}

#[test]
fn workers_of_hyperqueue_give_the_same_table_though_one_is_lost() {
    let packages = root().join(".deps/hq");
    if !packages.join("hyperqueue").is_dir() {
        eprintln!(
            "HyperQueue is not here (python3 tools/fetch.py hq): surveys on it are not tested"
        );
        return;
    }
    let folder = compiled("survey-hq");
    let place = |name: &str| {
        let place = folder.join(name);
        fs::create_dir(&place).unwrap();
        place
    };
    let (server, one, two) = (place("server"), place("one"), place("two"));
    let worker = Path::new("worker");
    let _server = Part::start(&packages, &[Path::new("server"), &server]);
    let lost = Part::start(&packages, &[worker, &one, &server]);
    let _kept = Part::start(&packages, &[worker, &two, &server]);
    let (mut child, mut lines, told) = begun_with(&folder, |command| {
        command.args(["--on", "hq"]).env("PYTHONPATH", &packages);
        command.env("HQ_SERVER_DIR", &server);
    });
    assert!(told.starts_with("1 of 6  "), "{told}");
    drop(lost);
    let (mut table, mut rest) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut table)
        .unwrap();
    lines.read_to_string(&mut rest).unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), table.as_str()),
        (Some(0), TABLE),
        "{rest}"
    );
    let again = survey(&folder, &["--out", "out"]);
    assert_eq!((done(&again), again.stderr.as_str()), (TABLE, ""));
}

#[test]
fn where_there_is_no_hyperqueue_a_sentence_says_so() {
    let folder = compiled("survey-no-hq");
    let output = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(["survey", "classes", "--out", "out", "--on", "hq"])
        .current_dir(&folder)
        .env("PYTHONPATH", "")
        // No package but those that come with Python.
        .env("PYTHONNOUSERSITE", "1")
        .env("HQ_SERVER_DIR", folder.join("no-server"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let missing = "mores: HyperQueue was not found: python3 has no package hyperqueue (pip install hyperqueue)\n";
    let no_server = "mores: HyperQueue does not run the survey: ";
    assert!(said == missing || said.starts_with(no_server), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert!(!folder.join("out").exists());
}
