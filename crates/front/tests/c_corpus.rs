//! The C corpus says of itself what gcc says of it: expected outputs, inputs that fail.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the corpus.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c")
}

/// What the corpus's own check prints for these arguments.
fn check(arguments: &[&str]) -> Output {
    let script = corpus().join("check");
    Command::new("python3")
        .arg(script)
        .args(arguments)
        .output()
        .expect("python3 runs the check")
}

#[test]
fn a_sample_of_the_programs_still_does_what_the_corpus_says() {
    let done = check(&["--sample", "20"]);
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{printed}");
    assert!(printed.starts_with("20 runnable"), "{printed}");
}

#[test]
fn every_program_has_an_expected_output_and_no_output_lacks_its_program() {
    let stems = |folder: PathBuf, extension: &str| {
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .expect("the corpus is there")
            .map(|entry| entry.expect("a readable entry").path())
            .filter(|path| path.extension().is_some_and(|e| e == extension))
            .filter_map(|path| {
                path.file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned())
            })
            .collect();
        found.sort();
        found
    };
    let programs = stems(corpus().join("run"), "c");
    assert_eq!(programs, stems(corpus().join("run/expected"), "txt"));
    assert!(programs.len() >= 210, "{} programs", programs.len());
}

#[test]
fn an_input_vector_of_a_failing_program_still_fails_as_it_says() {
    let done = check(&["merge_sort", "tcas"]);
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{printed}");
    assert!(printed.contains("2 with errors"), "{printed}");
}
