//! Runs end by themselves, by a signal or by their limits, and none takes another with it.

use std::path::Path;
use std::time::Duration;

use project::worker::{Ending, Job, Limits, run, run_all};

fn shell(script: &str, limits: Limits) -> Job {
    Job {
        arguments: vec!["-c".into(), script.into()],
        limits,
    }
}

const AMPLE: Limits = Limits {
    time: Duration::from_secs(60),
    memory: None,
};

fn ended(script: &str, limits: Limits) -> (Ending, String, String) {
    let finished = run(Path::new("sh"), &shell(script, limits)).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        finished.ending,
        text(finished.output),
        text(finished.errors),
    )
}

#[test]
fn a_run_says_how_it_ended_and_what_it_wrote() {
    let said = ended("echo out; echo err >&2; exit 3", AMPLE);
    assert_eq!(said, (Ending::Exited(3), "out\n".into(), "err\n".into()));
    assert_eq!(ended("kill -SEGV $$", AMPLE).0, Ending::Killed(11));
}

#[test]
fn a_run_that_does_not_end_is_ended_with_all_that_it_started() {
    let limits = Limits {
        time: Duration::from_millis(300),
        memory: None,
    };
    let said = ended("echo begun; sleep 1000 & sleep 1000", limits);
    assert_eq!(said, (Ending::OutOfTime, "begun\n".into(), String::new()));
}

#[test]
fn memory_has_a_limit() {
    let limits = Limits {
        memory: Some(100 << 20),
        ..AMPLE
    };
    let script = "head -c 300000000 /dev/zero | tail -c 300000000 | wc -c";
    assert_eq!(ended(script, AMPLE).1.trim(), "300000000");
    assert_ne!(ended(script, limits).1.trim(), "300000000");
}

#[test]
fn all_jobs_are_run_whatever_becomes_of_some() {
    let scripts = ["exit 0", "kill -KILL $$", "exit 2", "exit 3", "exit 4"];
    let jobs: Vec<Job> = scripts.iter().map(|s| shell(s, AMPLE)).collect();
    let mut seen = vec![None; jobs.len()];
    run_all(Path::new("sh"), &jobs, 2, |at, finished| {
        seen[at] = Some(finished.unwrap().ending);
        true
    });
    let exited = |code| Some(Ending::Exited(code));
    let killed = Some(Ending::Killed(9));
    assert_eq!(seen, [exited(0), killed, exited(2), exited(3), exited(4)]);
}

#[test]
fn no_job_is_begun_after_the_end_is_asked_for() {
    let jobs: Vec<Job> = (0..100).map(|_| shell("exit 0", AMPLE)).collect();
    let mut seen = 0;
    run_all(Path::new("sh"), &jobs, 1, |_, _| {
        seen += 1;
        false
    });
    assert!(seen < 100, "{seen} of 100 were run");
}
