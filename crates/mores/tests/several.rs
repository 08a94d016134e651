//! C programs of several files: found, replayed on what the linker makes of them, and checked again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mores::report::VerdictKind;
use mores::{
    Budget, CheckRequest, CheckResult, InterfaceRequest, LanguageArtifacts, LanguageRequest,
    NoProgress, language,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/several")
}

fn request() -> LanguageRequest {
    LanguageRequest {
        also: vec![folder().join("queue.c")],
        ..LanguageRequest::new(folder().join("main.c"))
    }
}

fn learned(request: &LanguageRequest) -> LanguageArtifacts {
    let budget = Budget::lasting(Duration::from_secs(60));
    language(request, &budget, &NoProgress).expect("it can be read")
}

#[test]
fn the_linked_program_shows_every_word() {
    let found = learned(&LanguageRequest {
        replay: true,
        ..request()
    });
    let report = &found.report;
    assert_eq!(report.verdict.kind, VerdictKind::Proved);
    assert!(
        report.replay.done && report.replay.runs > 100,
        "{:?}",
        report.replay
    );
    let last = |word: &mores::Word| word.events.last().cloned().unwrap_or_default();
    let lasts: Vec<String> = report.model.words.iter().map(last).collect();
    assert_eq!(lasts, ["assertion fails, queue.c:26"; 2]);
    assert!(found.harnesses[0].program == "main.c queue.c");
}

#[test]
fn a_model_knows_its_files() {
    let out = tempfile::tempdir().expect("a folder");
    let mut found = learned(&request());
    mores::write_language(out.path(), &mut found).expect("it is written");
    for certificate in [None, Some(out.path().join("main.certificate.json"))] {
        let asked = CheckRequest {
            model: out.path().join("main.mores.json"),
            code: InterfaceRequest::new(folder().join("main.c")),
            certificate,
            options: Vec::new(),
        };
        let budget = Budget::lasting(Duration::from_secs(60));
        let check = mores::check(&asked, &budget, &NoProgress).expect("it can be read");
        assert!(
            matches!(check.result, CheckResult::Conforms { .. }),
            "{:?}",
            check.result
        );
    }
}

/// The macros of one file's command are those of that file alone.
#[test]
fn compile_commands_are_taken_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it is made");
        std::fs::write(&file, text).expect("it is written");
        file
    };
    write("include/limit.h", "#define LIMIT 3\n");
    write(
        "b.c",
        "#include \"limit.h\"\nint limit(void) { return LIMIT + EXTRA; }\n",
    );
    let main = write(
        "a.c",
        "#include <assert.h>\n#ifdef EXTRA\n#error\n#endif\nint limit(void);\nint in(void);\n\
         int main(void) { assert(in() != limit()); return 0; }\n",
    );
    let commands = write(
        "build/compile_commands.json",
        "[{\"directory\": \"..\", \"file\": \"a.c\", \"command\": \"cc -O2 -c a.c\"},\n\
         {\"directory\": \"..\", \"file\": \"b.c\", \"arguments\": [\"cc\", \"-Iinclude\", \"-DEXTRA=4\", \"b.c\"]}]\n",
    );
    let files = mores::files_of_commands(&commands).expect("it can be read");
    assert_eq!(files.len(), 2);
    let found = learned(&LanguageRequest {
        also: vec![folder.path().join("b.c")],
        commands: Some(folder.path().join("build")),
        replay: true,
        ..LanguageRequest::new(main)
    });
    let words = &found.report.model.words;
    // The two calls of the comparison come in either order.
    assert_eq!(words.len(), 2);
    let has_it = |word: &mores::Word| word.inputs.iter().any(|input| input.value == "7");
    assert!(words.iter().all(has_it));
    assert!(found.report.replay.done && found.report.verdict.kind == VerdictKind::Proved);
}
