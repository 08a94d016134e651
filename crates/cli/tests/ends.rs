//! Ends that nobody planned: a run that is killed, a panic; and what is told on the way there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{folder, learned, mores};

/// Whether a file is as it was meant to be, from its first byte to its last.
fn is_whole(path: &Path) -> bool {
    let text = fs::read_to_string(path).expect("a result is text");
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("");
    match end {
        "json" => serde_json::from_str::<serde_json::Value>(&text).is_ok(),
        "svg" => text.trim_end().ends_with("</svg>"),
        "html" => text.trim_end().ends_with("</html>"),
        "dot" => text.trim_end().ends_with('}'),
        _ => text.ends_with('\n'),
    }
}

/// Kills a run after so long, if it still runs.
fn killed_after(folder: &Path, args: &[&str], time: Duration) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    thread::sleep(time);
    let _ = run.kill();
    run.wait().expect("it is dead");
}

#[test]
fn a_run_that_is_killed_leaves_only_whole_files() {
    let folder = folder("killed");
    let model = learned(&folder);
    let model = model.to_string_lossy();
    let args = ["emit", &model, "--as", "html", "--out", "out/report.html"];
    let begun = Instant::now();
    assert_eq!(mores(&folder, &args).code, Some(0));
    let whole = begun.elapsed();
    // Wherever these moments fall in a run, and they fall everywhere: what is there is whole.
    for step in 0..60 {
        if step % 3 == 0 {
            let _ = fs::remove_file(folder.join("out/report.html"));
        }
        killed_after(&folder, &args, whole * step / 50);
        for entry in fs::read_dir(folder.join("out"))
            .expect("the folder")
            .flatten()
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            let waiting = name.starts_with('.') && name.ends_with(".part");
            assert!(waiting || is_whole(&entry.path()), "{name}");
        }
    }
    assert_eq!(mores(&folder, &args).code, Some(0));
    assert!(is_whole(&folder.join("out/report.html")));
}

#[test]
fn what_killed_runs_left_is_removed_when_it_is_old() {
    let folder = folder("stale");
    let model = learned(&folder);
    let [old, new, other] = [".a.svg.77.part", ".a.svg.78.part", ".a.svg.mine.part"];
    for name in [old, new, other] {
        let file = fs::File::create(folder.join(name)).expect("made");
        let hours = if name == new { 0 } else { 2 };
        let then = std::time::SystemTime::now() - Duration::from_secs(hours * 3600);
        file.set_modified(then).expect("dated");
    }
    let model = model.to_string_lossy();
    let run = mores(&folder, &["emit", &model, "--as", "svg", "--out", "a.svg"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let there = [old, new, other].map(|name| folder.join(name).exists());
    // One may belong to a run that is still at it, and one is not of our making.
    assert_eq!(there, [false, true, true]);
}

fn logged(folder: &Path, level: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(["interface", "corpus/java/Example.java", "--quiet"])
        .env("MORES_LOG", level)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_log_names_the_phases_and_changes_no_result() {
    let folder = folder("log");
    let plain = mores(&folder, &["interface", "corpus/java/Example.java"]).stdout;
    let steady = |text: &str| text.lines().filter(|l| !l.ends_with(" s")).count();
    let (code, shown, info) = logged(&folder, "info");
    assert_eq!((code, steady(&shown)), (Some(0), steady(&plain)));
    for phase in [
        "mores ",
        "reading corpus/java/Example.java",
        "s  reading, once",
        "done",
    ] {
        assert!(info.contains(phase), "{phase}: {info}");
    }
    let (_, _, trace) = logged(&folder, "trace");
    assert!(trace.lines().count() >= info.lines().count(), "{trace}");
    let (code, shown, refused) = logged(&folder, "loud");
    assert_eq!((code, shown.as_str()), (Some(2), ""));
    assert!(
        refused.contains("MORES_LOG=loud") && refused.contains("debug"),
        "{refused}"
    );
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let folder = folder("colours");
    let code = "corpus/java/Example.java";
    let coloured = |args: &[&str]| {
        let run = mores(&folder, &[&["interface", code], args].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout.contains('\u{1b}')
    };
    assert!(!coloured(&[]) && !coloured(&["--color", "never"]));
    assert!(coloured(&["--color", "always"]));
    assert!(!coloured(&["--color", "always", "--json"]));
}

#[test]
fn a_large_interface_fits_a_screen_and_all_of_it_can_be_had() {
    let folder = folder("screen");
    let shown = |args: &[&str]| {
        let run = mores(
            &folder,
            &[&["interface", "corpus/java/Cev.java"], args].concat(),
        );
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let (brief, full) = (shown(&[]), shown(&["--full"]));
    assert!(brief.lines().count() <= 46, "{brief}");
    assert!(brief.lines().all(|l| l.chars().count() <= 100), "{brief}");
    assert!(full.lines().count() > 800);
    // Each state that the whole text has is there, and leads where the whole text says.
    let states = full.lines().filter_map(|l| l.strip_prefix("state "));
    for state in states {
        let id = state.split(',').next().unwrap_or(state);
        let row = brief
            .lines()
            .find(|l| l.trim_start().starts_with(&format!("{id}  ")));
        let legal = full
            .split(&format!("\nstate {state}\n"))
            .nth(1)
            .and_then(|rest| rest.split("\n\n").next())
            .unwrap_or_default();
        let row = row.unwrap_or_else(|| panic!("state {id} is missing: {brief}"));
        let arrows = |text: &str| text.matches("-> ").count();
        assert_eq!(arrows(row) > 0, arrows(legal) > 0, "{row}\n{legal}");
        let fails = legal.lines().filter(|l| l.starts_with("  x ")).count();
        assert!(
            fails == 0 || row.contains(&format!("{fails} fail")),
            "{row}\n{legal}"
        );
    }
}
