//! Bad input: exit code 2, one clear message, nothing on standard output and nothing written.

use std::fs;
use std::path::Path;

use crate::common::{folder, learned, mores, root};

/// Runs and expects a refusal whose message has all of these words.
fn refused(folder: &Path, args: &[&str], words: &[&str]) {
    let before = listing(folder);
    let run = mores(folder, args);
    assert_eq!(
        run.code,
        Some(2),
        "mores {args:?}\n{}{}",
        run.stdout,
        run.stderr
    );
    assert_eq!(run.stdout, "", "mores {args:?}");
    assert!(run.stderr.starts_with("mores: "), "{}", run.stderr);
    for word in words {
        assert!(
            run.stderr.contains(word),
            "`{word}` is not in: {}",
            run.stderr
        );
    }
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    assert_eq!(listing(folder), before, "mores {args:?} left something");
}

fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder exists")
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn code_that_cannot_be_read_is_refused() {
    let folder = folder("bad-code");
    fs::create_dir(folder.join("empty")).expect("made");
    fs::write(folder.join("notes.txt"), "hello").expect("written");
    fs::write(
        folder.join("Broken.java"),
        "public class Broken { void m( }",
    )
    .expect("written");
    fs::write(folder.join("Empty.java"), "").expect("written");
    fs::write(folder.join("Cut.class"), [0xca, 0xfe, 0xba, 0xbe, 0, 0]).expect("written");
    let cases: [(&str, &[&str]); 6] = [
        ("Missing.java", &["Missing.java", "does not exist"]),
        ("empty", &["empty", "no class"]),
        ("notes.txt", &["notes.txt", ".java"]),
        (
            "Broken.java",
            &["Broken.java", "does not compile", "error:"],
        ),
        ("Empty.java", &["Empty.java", "no class"]),
        ("Cut.class", &["Cut.class"]),
    ];
    for (path, words) in cases {
        refused(&folder, &["interface", path, "--out", "never"], words);
    }
}

#[test]
fn an_exception_that_is_not_there_is_refused() {
    let folder = folder("bad-exception");
    for command in ["interface", "search"] {
        let args = [
            command,
            "corpus/java/AllowedExceptions.java",
            "--error-exceptions",
            "NoSuchThing",
        ];
        refused(
            &folder,
            &args,
            &["--error-exceptions NoSuchThing", "no class"],
        );
    }
}

#[test]
fn a_class_that_is_not_there_is_refused_with_those_that_are() {
    let folder = folder("bad-class");
    let args = [
        "interface",
        "corpus/java/PipedOutputStream.java",
        "--class",
        "Nothing",
    ];
    refused(&folder, &args, &["Nothing", "PipedOutputStream"]);
}

#[test]
fn files_that_are_no_models_are_refused() {
    let folder = folder("bad-model");
    fs::write(folder.join("text.json"), "{\n  oops").expect("written");
    fs::write(folder.join("other.json"), "{ \"a\": 1 }").expect("written");
    fs::write(folder.join("bytes.json"), [0xff, 0xfe, 0x00]).expect("written");
    let cases: [(&str, &[&str]); 5] = [
        ("missing.json", &["missing.json", "check the path"]),
        ("corpus", &["corpus", "folder"]),
        ("text.json", &["text.json:2", "not JSON"]),
        ("other.json", &["other.json", "not a report of mores"]),
        ("bytes.json", &["bytes.json", "not text"]),
    ];
    for (path, words) in cases {
        refused(
            &folder,
            &["emit", path, "--as", "svg", "--out", "never.svg"],
            words,
        );
        refused(
            &folder,
            &["check", path, "corpus/java/PipedOutputStream.java"],
            words,
        );
    }
}

#[test]
fn a_model_of_another_version_or_class_is_refused() {
    let folder = folder("bad-version");
    let model = learned(&folder);
    let text = fs::read_to_string(&model).expect("the model");
    let version = mores(&folder, &["--version"])
        .stdout
        .trim()
        .replace("mores ", "");
    fs::write(folder.join("old.json"), text.replacen(&version, "0.0.9", 1)).expect("written");
    refused(
        &folder,
        &["emit", "old.json", "--as", "dot"],
        &["old.json", "0.0.9"],
    );
    refused(
        &folder,
        &["check", "old.json", "corpus/java/PipedOutputStream.java"],
        &["old.json", "0.0.9"],
    );
    let model = model.to_string_lossy().into_owned();
    refused(
        &folder,
        &["check", &model, "corpus/java/ReadWriteAcq.java"],
        &["PipedOutputStream", "ReadWriteAcq"],
    );
}

#[test]
fn a_place_that_cannot_be_written_is_refused() {
    let folder = folder("bad-out");
    let model = learned(&folder).to_string_lossy().into_owned();
    fs::write(folder.join("file"), "").expect("written");
    refused(
        &folder,
        &["emit", &model, "--as", "svg", "--out", "nowhere/a.svg"],
        &["nowhere/a.svg"],
    );
    refused(
        &folder,
        &[
            "interface",
            "corpus/java/PipedOutputStream.java",
            "--out",
            "file",
        ],
        &["file"],
    );
}

#[test]
fn a_reduction_that_the_engine_does_not_have_is_refused() {
    let folder = folder("bad-engine");
    let code = "corpus/java/Turnstile.java";
    refused(
        &folder,
        &["interface", code, "--no-por"],
        &["--no-por", "--engine hybrid"],
    );
    refused(
        &folder,
        &["interface", code, "--engine", "psyco", "--no-matching"],
        &["--no-matching", "hybrid"],
    );
    refused(
        &folder,
        &["interface", code, "--engine", "may-must", "--no-por"],
        &["--no-por", "hybrid"],
    );
    refused(
        &folder,
        &["interface", code, "--refine", "wp+craig"],
        &["--refine", "may-must"],
    );
}

#[test]
fn programs_that_cannot_be_read_or_have_nothing_to_learn_are_refused() {
    let folder = folder("bad-program");
    let files = [
        ("letter.c", "Dear reader,\nthis is not C.\n"),
        (
            "include.c",
            "#include \"nowhere.h\"\nint main(void) { return 0; }\n",
        ),
        (
            "harmless.c",
            "void f(void) { }\nint main(void) { f(); return 0; }\n",
        ),
        (
            "library.c",
            "#include <assert.h>\nvoid f(int x) { assert(x); }\n",
        ),
        (
            "unknown.c",
            "#include <assert.h>\nint main(void) { strange x = 1; assert(x); return 0; }\n",
        ),
    ];
    files
        .iter()
        .for_each(|(name, text)| fs::write(folder.join(name), text).expect("written"));
    let cases: [(&str, &[&str]); 6] = [
        ("missing.c", &["missing.c", "cannot be read"]),
        ("letter.c", &["letter.c:1", "not C"]),
        // What the preprocessor says is shown.
        ("include.c", &["include.c:1", "nowhere.h", "No such file"]),
        (
            "harmless.c",
            &["harmless.c", "no assertion", "mores explain"],
        ),
        ("library.c", &["main"]),
        ("unknown.c", &["unknown.c:2"]),
    ];
    let asked = ["--out", "never", "--failures", "assertions"];
    for (path, words) in cases {
        refused(&folder, &[&["errors", path][..], &asked].concat(), words);
    }
}

#[test]
fn events_and_bounds_that_leave_nothing_are_refused_with_those_that_would_not() {
    let folder = folder("bad-events");
    let program = "corpus/c/errors/merge_sort.c";
    let cases: [(&[&str], &[&str]); 6] = [
        (
            &["--only", "sort_*"],
            &["sort_*", "build", "check", "merge", "merge_sort", "split"],
        ),
        (
            &["--events", "dances"],
            &[
                "dances", "calls", "branches", "labels", "returns", "assign:",
            ],
        ),
        (&["--events", "assign:colour"], &["colour", "value"]),
        (&["--function", "start"], &["start"]),
        (&["--defined", "null"], &["null", "overflow"]),
        // The shortest way to fail is said, and how long it is.
        (
            &["--bound", "2", "--word-length", "3"],
            &["--word-length 3", "7", "build merge_sort split", "check"],
        ),
    ];
    for (options, words) in cases {
        refused(
            &folder,
            &[&["errors", program, "--out", "never"], options].concat(),
            words,
        );
    }
}

#[test]
fn wrong_usage_is_refused() {
    let folder = folder("bad-usage");
    let cases: [&[&str]; 7] = [
        &[],
        &["dance"],
        &["interface"],
        &["interface", "A.java", "--budget", "60"],
        &["interface", "A.java", "--integers", "real"],
        &[
            "interface",
            "A.java",
            "--engine",
            "may-must",
            "--refine",
            "guess",
        ],
        &["emit", "a.json", "--as", "poem"],
    ];
    for args in cases {
        let run = mores(&folder, args);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(2), ""),
            "mores {args:?}"
        );
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn what_no_code_can_be_generated_for_is_refused() {
    let folder = folder("bad-generate");
    let filter = |name: &str| {
        let path = root().join("corpus/c/filters").join(name);
        path.display().to_string()
    };
    let cases: [(&str, &[&str], &str); 4] = [
        ("hex_decode.c", &[], "fails on some inputs"),
        ("rot13.c", &["--name", "1st"], "no name for a function"),
        (
            "fir_5.c",
            &["--function", "fir_5", "--as", "cuda"],
            "on a GPU",
        ),
        (
            "rot13.c",
            &["--as", "rust", "--measure"],
            "only C is measured",
        ),
    ];
    for (name, options, words) in cases {
        let file = filter(name);
        let args = [&["generate", file.as_str(), "--out", "made"], options].concat();
        refused(&folder, &args, &[words]);
    }
}

#[test]
fn generated_code_overwrites_no_original() {
    let folder = folder("bad-overwrite");
    let original = root().join("corpus/c/filters/rot13.c");
    fs::copy(&original, folder.join("rot13.c")).expect("copied");
    refused(
        &folder,
        &["generate", "rot13.c"],
        &["would be overwritten", "--out"],
    );
    let kept = fs::read(folder.join("rot13.c")).expect("it is there");
    assert_eq!(kept, fs::read(&original).expect("it is there"));
}
