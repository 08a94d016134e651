//! Runs that are stopped: by an interrupt, by time, by memory. Each ends with what there is, and says why it ended.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::common::{folder, mores};

/// A sum that must hit a number: no search ends by itself within the time that these tests have.
const ENDLESS: &str = "public class Endless {
    private long sum = 1;
    public void add(int n) { sum = sum * 31 + (n ^ sum); }
    public void check() { if (sum == 4611685983067537423L) throw new IllegalStateException(); }
}
";

fn endless(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("Endless.java"), ENDLESS).expect("written");
    folder
}

/// The reason that a search gives for not being complete.
fn reason(folder: &Path, args: &[&str]) -> String {
    let run = mores(
        folder,
        &[&["search", "Endless.java", "--json"], args].concat(),
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["search"]["complete"], false);
    report["search"]["reason"]
        .as_str()
        .expect("there is a reason")
        .to_owned()
}

/// Whether a process has said what is to be done when it is interrupted (signal 2), as `proc_pid_status(5)` tells.
fn catches_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it is our child");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = u64::from_str_radix(caught.expect("it has signals").trim(), 16);
    caught.expect("a number") & 0b10 != 0
}

#[test]
fn an_interrupt_ends_the_run_with_what_there_is() {
    let folder = endless("interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(["search", "Endless.java", "--budget", "10m"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // That it ends does not depend on how far it got.
    while !catches_interrupts(child.id()) {
        sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is a kill").success());
    for _ in 0..600 {
        if child.try_wait().expect("it is our child").is_some() {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let output = child.wait_with_output().expect("it has ended");
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("Not complete (interrupted)"), "{said}");
}

#[test]
fn the_end_of_the_time_ends_the_run_with_what_there_is() {
    assert_eq!(
        reason(&endless("out-of-time"), &["--budget", "3s"]),
        "the time budget is spent"
    );
}

#[test]
fn the_end_of_the_memory_ends_the_run_with_what_there_is() {
    let folder = endless("out-of-memory");
    assert_eq!(
        reason(&folder, &["--memory", "1MB"]),
        "the memory limit is reached"
    );
    let nothing = mores(&folder, &["interface", "Endless.java", "--memory", "1MB"]);
    assert_eq!(nothing.code, Some(0), "{}", nothing.stderr);
    for said in [
        "not proved (the memory limit is reached)",
        "Nothing here was compared with the code",
        "  ~ check()  ~> unknown",
    ] {
        assert!(nothing.stdout.contains(said), "{}", nothing.stdout);
    }
}

#[test]
fn calls_without_an_end_are_unknown_and_the_rest_is_learned() {
    let folder = folder("no-end");
    let source = "public class Deep {
    private boolean open;
    public void open() { if (open) throw new IllegalStateException(); open = true; }
    public void close() { if (!open) throw new IllegalStateException(); open = false; }
    public void recurse() { recurse(); }
    public void spin() { while (open) { } }
    public void skip(int n) { int i = 0; while (i != n) { i += 2; } }
}
";
    fs::write(folder.join("Deep.java"), source).expect("written");
    let run = mores(&folder, &["interface", "Deep.java", "--json"]);
    let report: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}", run.stderr));
    assert_eq!(report["verdict"]["kind"], "unknown", "{report}");
    let transitions = report["model"]["transitions"]
        .as_array()
        .expect("there are transitions");
    let reasons = |method: &str| -> Vec<String> {
        let of = transitions
            .iter()
            .filter(|t| t["symbol"].as_str().is_some_and(|s| s.starts_with(method)));
        of.filter_map(|t| t["unknown"]["what"].as_str().map(str::to_owned))
            .collect()
    };
    assert!(
        reasons("recurse")
            .iter()
            .all(|why| why.contains("nest deeper"))
            && !reasons("recurse").is_empty()
    );
    assert!(
        reasons("spin").iter().any(|why| why.contains("steps")),
        "{report}"
    );
    assert!(
        reasons("skip").iter().any(|why| why.contains("loop")),
        "{report}"
    );
    assert!(
        reasons("open").is_empty() && reasons("close").is_empty(),
        "{report}"
    );
    assert_eq!(
        report["counts"]["states"], 5,
        "before, closed, open, error and unknown: {report}"
    );
}
