//! A code base under check: the sample project of `examples/ci`, from a clean check over a change to its acceptance.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Run, root};

/// A copy of the sample project, with a cache of its own.
struct Project {
    folder: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let project = Self::empty(name);
        copy(&root().join("examples/ci"), &project.folder);
        project
    }

    fn empty(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ci-{name}"));
        let _ = fs::remove_dir_all(&folder);
        let folder = folder.join("project");
        fs::create_dir_all(&folder).expect("a folder for the test");
        Self { folder }
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.folder)
            .env("MORES_CACHE", self.folder.with_file_name("cache"))
            .stdin(Stdio::null());
        command
    }

    fn mores(&self, args: &[&str]) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_mores"));
        ran(command.args(args))
    }

    /// What a shell does in the project, with `mores` in its path and somebody for git to name.
    fn shell(&self, script: &str) -> Run {
        let own = Path::new(env!("CARGO_BIN_EXE_mores")).parent();
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let folders = own
            .map(Path::to_path_buf)
            .into_iter()
            .chain(std::env::split_paths(&folders));
        let mut command = self.command("sh");
        for (name, value) in [("NAME", "Test"), ("EMAIL", "test@localhost")] {
            command.env(format!("GIT_AUTHOR_{name}"), value);
            command.env(format!("GIT_COMMITTER_{name}"), value);
        }
        let path = std::env::join_paths(folders).expect("folders of a path");
        ran(command.args(["-c", script]).env("PATH", path))
    }

    fn json(&self, args: &[&str]) -> Value {
        let run = self.mores(args);
        serde_json::from_str(&run.stdout)
            .unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
    }

    /// What a check says of each subject: its status, and whether that was kept.
    fn standing(&self, args: &[&str]) -> Vec<(String, String, bool)> {
        let report = self.json(&[&["check", "--json"], args].concat());
        let subjects = report["subjects"].as_array().expect("subjects").clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let line = |s: &Value| (text(&s["name"]), text(&s["status"]), s["cached"] == true);
        subjects.iter().map(line).collect()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).expect("a file")
    }

    fn change(&self) {
        let changed = fs::read_to_string(root().join("examples/ci/changed/shop/Till.java"));
        self.write("java/shop/Till.java", &changed.expect("the changed class"));
    }
}

fn ran(command: &mut Command) -> Run {
    let output = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the sample project") {
        let entry = entry.expect("an entry").path();
        let place = to.join(entry.file_name().expect("a name"));
        match entry.is_dir() {
            true => copy(&entry, &place),
            false => fs::copy(&entry, &place).map(|_| ()).expect("a copy"),
        }
    }
}

#[test]
fn the_committed_models_of_the_sample_are_what_its_code_does() {
    let project = Project::new("conforms");
    let first = project.mores(&["check"]);
    assert_eq!(first.code, Some(0), "{}{}", first.stdout, first.stderr);
    assert_eq!(
        first.stdout,
        "\
conforms   receipt      proved for every input
conforms   scale        proved for every word
conforms   shop.Coupon  proved for every sequence of calls
conforms   shop.Till    proved for every sequence of calls
4 subjects: 4 conform.
"
    );
    // The second run looks at files only, and says the same.
    let second = project.mores(&["check"]);
    assert_eq!(second.stdout, first.stdout);
    let kept = project.standing(&[]);
    assert!(
        kept.iter()
            .all(|(_, status, cached)| status == "conforms" && *cached),
        "{kept:?}"
    );
    let anew = project.standing(&["--no-cache", "receipt", "shop.Till"]);
    assert!(
        anew.len() == 2
            && anew
                .iter()
                .all(|(_, status, cached)| status == "conforms" && !cached)
    );
    // From a folder below, too.
    let mut below = project.command(env!("CARGO_BIN_EXE_mores"));
    let below = ran(below.current_dir(project.folder.join("java")).arg("check"));
    assert_eq!(below.stdout, first.stdout);
}

#[test]
fn a_change_fails_with_its_witness_and_passes_once_it_is_accepted() {
    let project = Project::new("changes");
    project.change();
    let check = project.mores(&[
        "check",
        "--sarif",
        "out.sarif",
        "--markdown",
        "out.md",
        "--junit",
        "out.xml",
    ]);
    assert_eq!(check.code, Some(1), "{}{}", check.stdout, check.stderr);
    // The first line of the method that has code.
    let changed = project.read("java/shop/Till.java");
    let declared = changed
        .lines()
        .position(|line| line.contains("void print()"));
    let line = declared.expect("a method") + 2;
    let shown = format!(
        "\
differs    shop.Till    java/shop/Till.java:{line}
    the code answers ok where the model says error; the shortest calls that show it:
        new Till()
        open()
        print()
4 subjects: 3 conform, 1 differs.
"
    );
    assert!(check.stdout.ends_with(&shown), "{}", check.stdout);
    reports_show(&project, line);
    accepts(&project);
}

fn reports_show(project: &Project, line: usize) {
    sarif_shows(&project.read("out.sarif"), line);
    let comment = project.read("out.md");
    for part in [
        "| `shop.Till` | **differs** |",
        "\n```java\nnew Till()\nopen()\nprint()\n```\n",
        "```mermaid\nflowchart TB\n",
    ] {
        assert!(comment.contains(part), "{part}\n{comment}");
    }
    assert!(
        project
            .read("out.xml")
            .contains("<failure type=\"differs\"")
    );
    let annotated = project.mores(&["check", "--annotations", "github", "Till"]);
    assert!(
        annotated.stdout.starts_with(&format!(
            "::error file=java/shop/Till.java,line={line},title=shop.Till differs"
        )),
        "{}",
        annotated.stdout
    );
}

fn accepts(project: &Project) {
    let accept = project.mores(&["accept"]);
    assert_eq!(accept.code, Some(0), "{}{}", accept.stdout, accept.stderr);
    let lines: Vec<&str> = accept.stdout.lines().collect();
    assert!(
        lines[..3]
            .iter()
            .all(|line| line.starts_with("unchanged  ")),
        "{}",
        accept.stdout
    );
    assert_eq!(
        lines[3],
        "changed    shop.Till    the code answers ok where the model says error; the shortest calls that show it: \
         new Till(); open(); print() (now 6 states, proved)"
    );
    assert_eq!(project.mores(&["check"]).code, Some(0));
    assert_eq!(
        project.mores(&["accept", "Till"]).stdout,
        "unchanged  shop.Till  6 states, proved\n"
    );
}

fn sarif_shows(text: &str, line: usize) {
    let log: Value = serde_json::from_str(text).expect("SARIF is JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{text}");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "java/shop/Till.java");
    assert_eq!(place["region"]["startLine"], line);
    let message = results[0]["message"]["text"].as_str().expect("a text");
    assert!(
        message.ends_with("\n    new Till()\n    open()\n    print()"),
        "{message}"
    );
}

const LOCK: &str = "package a;\npublic class Lock { static boolean stuck() { return false; } }\n";
const DOOR: &str = "package a;
public class Door {
    private boolean open;
    public void open() { if (open || Lock.stuck()) throw new IllegalStateException(); open = true; }
}
";

/// Compiles two classes into `all.jar`.
fn pack(project: &Project, lock: &str) {
    project.write("src/a/Lock.java", lock);
    project.write("src/a/Door.java", DOOR);
    let script =
        "rm -rf classes && javac -g -d classes src/a/*.java && jar cf all.jar -C classes .";
    let run = ran(project.command("sh").args(["-c", script]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn another_class_of_the_jar_is_a_reason_to_look_again() {
    let project = Project::empty("jar");
    pack(&project, LOCK);
    project.write(
        "mores.toml",
        "sources = [\"src\"]\n[[classes]]\nfrom = \"all.jar\"\nmatch = \"a.Door\"\n",
    );
    assert_eq!(project.mores(&["accept"]).code, Some(0));
    let door = |status: &str, cached| vec![("a.Door".to_owned(), status.to_owned(), cached)];
    assert_eq!(project.standing(&[]), door("conforms", false));
    assert_eq!(project.standing(&[]), door("conforms", true));
    pack(&project, &LOCK.replace("false", "true"));
    assert_eq!(project.standing(&[]), door("differs", false));
    assert_eq!(project.standing(&[]), door("differs", true));
    let shown = project.mores(&["check"]).stdout;
    assert!(
        shown.starts_with("differs    a.Door  src/a/Door.java:4\n"),
        "{shown}"
    );
}

#[test]
fn a_header_is_a_reason_to_look_again() {
    let project = Project::new("header");
    assert_eq!(project.mores(&["check", "scale"]).code, Some(0));
    let scale = |status: &str, cached| vec![("scale".to_owned(), status.to_owned(), cached)];
    assert_eq!(project.standing(&["scale"]), scale("conforms", true));
    project.write(
        "c/scale.h",
        &project.read("c/scale.h").replace("MOST 5", "MOST 3"),
    );
    assert_eq!(project.standing(&["scale"]), scale("differs", false));
    let shown = project.mores(&["check", "scale"]).stdout;
    assert!(shown.contains("only the code has the word:\n"), "{shown}");
}

#[test]
fn a_comment_is_no_difference_and_a_changed_assertion_is() {
    let project = Project::new("lines");
    let scale = |status: &str| vec![("scale".to_owned(), status.to_owned(), false)];
    let text = project.read("c/scale.c");
    project.write("c/scale.c", &format!("/* Calibrated. */\n{text}"));
    assert_eq!(project.standing(&["scale"]), scale("conforms"));
    project.write(
        "c/scale.c",
        &text.replace("assert(zeroed)", "assert(zeroed == 1)"),
    );
    assert_eq!(project.standing(&["scale"]), scale("differs"));
}

#[test]
fn what_is_new_and_what_is_gone_is_said_and_taken_over() {
    let project = Project::new("comes-and-goes");
    fs::rename(
        project.folder.join("java/shop/Coupon.java"),
        project.folder.join("java/shop/Voucher.java"),
    )
    .expect("a file");
    let source = project
        .read("java/shop/Voucher.java")
        .replace("Coupon", "Voucher");
    project.write("java/shop/Voucher.java", &source);
    let check = project.mores(&["check", "shop.*"]);
    assert_eq!(check.code, Some(1), "{}", check.stdout);
    let says = |line: &str| assert!(check.stdout.contains(line), "{line}\n{}", check.stdout);
    says("gone       shop.Coupon   nothing in mores.toml has this model;");
    says("new        shop.Voucher  there is no model yet;");
    says("3 subjects: 1 conforms, 1 new, 1 gone.");
    let accept = project.mores(&["accept", "shop.*"]);
    assert_eq!(accept.code, Some(0), "{}", accept.stdout);
    assert!(
        accept.stdout.contains("removed    shop.Coupon "),
        "{}",
        accept.stdout
    );
    assert!(
        accept
            .stdout
            .contains("new        shop.Voucher  4 states, proved\n"),
        "{}",
        accept.stdout
    );
    assert!(
        !project
            .folder
            .join("mores/shop.Coupon.certificate.json")
            .exists()
    );
    assert_eq!(project.mores(&["check"]).code, Some(0));
}

#[test]
fn a_model_that_was_stopped_early_is_never_called_proved() {
    let project = Project::empty("stopped");
    let asker = "public class Asker {
    private boolean asked;
    private static native int answer();
    public void ask() { if (asked) throw new IllegalStateException(); asked = true; }
    public void use() { if (answer() > 0) throw new IllegalStateException(); }
}
";
    project.write("java/Asker.java", asker);
    project.write(
        "mores.toml",
        "[[classes]]\nfrom = \"java\"\nmatch = \"Asker\"\n",
    );
    let accept = project.mores(&["accept"]);
    assert_eq!(accept.code, Some(0), "{}{}", accept.stdout, accept.stderr);
    assert!(accept.stdout.contains("not proved"), "{}", accept.stdout);
    let check = project.mores(&["check"]);
    let says = "conforms   Asker  as far as the model goes: proved for every sequence of calls, apart from ";
    assert!(check.stdout.starts_with(says), "{}", check.stdout);
    // A difference in what it does claim is found all the same.
    project.write(
        "java/Asker.java",
        &asker.replace("if (asked)", "if (!asked)"),
    );
    let check = project.mores(&["check"]);
    assert!(
        check
            .stdout
            .contains("        new Asker()\n        ask()\n1 subject: 1 differs.\n"),
        "{}",
        check.stdout
    );
    // What was not decided in time fails, unless somebody says otherwise, and is not kept.
    let hurried = ["check", "--budget", "1ms", "--no-cache"];
    assert_eq!(project.mores(&hurried).code, Some(1));
    let passing = project.mores(&[&hurried[..], &["--undecided", "pass"]].concat());
    assert_eq!(passing.code, Some(0), "{}", passing.stdout);
    assert!(
        passing.stdout.contains("1 subject: 1 undecided."),
        "{}",
        passing.stdout
    );
}

#[test]
fn bad_configurations_are_refused_with_one_message() {
    let project = Project::new("bad");
    let good = project.read("mores.toml");
    let with = |text: &str, says: &str| {
        project.write("mores.toml", text);
        for command in ["check", "accept"] {
            let run = project
                .mores(&[command, "--sarif", "no.sarif"][..if command == "check" { 3 } else { 1 }]);
            assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
            assert!(
                run.stdout.is_empty() && run.stderr.starts_with(says),
                "{}",
                run.stderr
            );
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        }
        assert!(!project.folder.join("no.sarif").exists());
    };
    with("models = ", "mores: mores.toml:1:");
    with(
        &format!("{good}\ncolour = \"red\"\n"),
        "mores: mores.toml:16:1: unknown field `colour`",
    );
    with(
        &good.replace("shop.*", "store.*"),
        "mores: mores.toml:5:1: store.* matches no public class",
    );
    with(
        &good.replace("c/scale.c", "c/none.c"),
        "mores: mores.toml:9:1: c/none.c does not exist",
    );
}

#[test]
fn models_that_do_not_belong_are_refused_with_one_message() {
    let project = Project::new("other-models");
    let good = project.read("mores.toml");
    project.write(
        "mores.toml",
        &good.replace("goal =", "model = \"other.mores.json\"\ngoal ="),
    );
    let run = project.mores(&["check"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("mores: mores.toml:9: the model other.mores.json of scale is not there;"),
        "{}",
        run.stderr
    );
    project.write("mores.toml", &good);
    fs::copy(
        project.folder.join("mores/receipt.mores.json"),
        project.folder.join("mores/scale.mores.json"),
    )
    .expect("a copy");
    let run = project.mores(&["check"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.starts_with(
            "mores: mores/scale.mores.json:1: this model is of mores filter, and scale is a program"
        ),
        "{}",
        run.stderr
    );
    project.write("mores/scale.mores.json", "{\n");
    let run = project.mores(&["check"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .starts_with("mores: mores/scale.mores.json:2: the file ends in the middle"),
        "{}",
        run.stderr
    );
    let run = project.mores(&["check", "Door"]);
    assert_eq!(
        run.stderr,
        "mores: mores.toml: nothing is called Door; there are receipt, scale, shop.Coupon, shop.Till\n"
    );
}

#[test]
fn code_that_cannot_be_read_and_options_that_changed_are_bad_input() {
    let project = Project::new("unreadable");
    let source = project
        .read("java/shop/Till.java")
        .replace("public void pay() {", "public void pay() { x");
    project.write("java/shop/Till.java", &source);
    let toml = project.read("mores.toml");
    project.write(
        "mores.toml",
        &toml.replace(
            "file = \"c/scale.c\"",
            "file = \"c/scale.c\"\nabort-fails = true",
        ),
    );
    let run = project.mores(&["check", "--junit", "out.xml"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("bad input  shop.Till    java/shop/Till.java:"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("bad input  scale        the model was made with other options of the C program; mores accept learns it anew"),
        "{}",
        run.stdout
    );
    assert!(project.read("out.xml").contains("errors=\"2\""));
    let before = project.read("mores/shop.Till.mores.json");
    let accept = project.mores(&["accept", "Till"]);
    assert_eq!(accept.code, Some(1), "{}", accept.stdout);
    assert!(
        accept
            .stdout
            .starts_with("failed     shop.Till  java/shop/Till.java:"),
        "{}",
        accept.stdout
    );
    assert_eq!(project.read("mores/shop.Till.mores.json"), before);
}

#[test]
fn a_first_configuration_is_written_once() {
    let project = Project::new("init");
    fs::remove_file(project.folder.join("mores.toml")).expect("a file");
    fs::remove_dir_all(project.folder.join("changed")).expect("a folder");
    let init = project.mores(&["init"]);
    assert_eq!(init.code, Some(0), "{}", init.stderr);
    let check = project.mores(&["check"]);
    assert_eq!(check.code, Some(0), "{}{}", check.stdout, check.stderr);
    let text = project.read("mores.toml");
    let again = project.mores(&["init"]);
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (
            Some(2),
            "mores: mores.toml is there already; --force overwrites it\n"
        )
    );
    project.write("mores.toml", "models = \"m\"\n");
    assert_eq!(project.mores(&["init", "--force"]).code, Some(0));
    assert_eq!(project.read("mores.toml"), text);
}

#[test]
fn the_hook_lets_no_change_of_rules_pass() {
    let project = Project::new("hook");
    let start = project.shell(
        "git init -q . && cp hooks/pre-commit .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit \
         && git add . && git commit -q -m start",
    );
    assert_eq!(start.code, Some(0), "{}{}", start.stdout, start.stderr);
    project.change();
    let refused = project.shell("git commit -q -a -m change");
    assert_eq!(
        refused.code,
        Some(1),
        "{}{}",
        refused.stdout,
        refused.stderr
    );
    let said = format!("{}{}", refused.stdout, refused.stderr);
    assert!(
        said.contains("differs    shop.Till") && said.contains("mores accept"),
        "{said}"
    );
    let accepted = project
        .shell("mores accept -q && git add . && git commit -q -m change && git log --format=%s");
    assert_eq!(
        accepted.code,
        Some(0),
        "{}{}",
        accepted.stdout,
        accepted.stderr
    );
    assert!(
        accepted.stdout.ends_with("change\nstart\n"),
        "{}",
        accepted.stdout
    );
}
