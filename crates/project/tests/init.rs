//! A first configuration is what was found, and can be read.

use std::fs;

use project::config;
use project::init::init;

/// A code base: its files.
const FILES: [(&str, &str); 7] = [
    (
        "src/main/java/shop/Till.java",
        "package shop;\npublic class Till {}\n",
    ),
    (
        "c/scale.c",
        "#include <assert.h>\nint main(void) { assert(1); return 0; }\n",
    ),
    (
        "c/copy.c",
        "#include <stdio.h>\nint main(void) { int c; while ((c = getchar()) != EOF) putchar(c); }\n",
    ),
    ("c/plain.c", "int main (void) { return 0; }\n"),
    (
        "c/part.c",
        "#include <assert.h>\nvoid part(int x) { assert(x); }\n",
    ),
    ("c/helper.c", "int domain(int x) { return x; }\n"),
    ("build/made.c", "int main(void) { return 0; }\n"),
];

#[test]
fn sources_and_programs_are_found_and_the_configuration_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in FILES {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let text = init(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
    let text = lines.join("\n");
    for part in [
        "sources = [\"src/main/java\"]",
        "[[classes]]\nfrom = \"src/main/java\"\nmatch = [\n    \"shop.*\",  # 1 class\n]",
        "[[filters]]\nfile = \"c/copy.c\"",
        "[[programs]]\nfile = \"c/plain.c\"\ngoal = \"explain\"",
        "[[programs]]\nfile = \"c/scale.c\"\ngoal = \"errors\"",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains("helper.c") && !text.contains("part.c") && !text.contains("made.c"));
    // Paths are relative to the folder, which is not where the test runs.
    let inside = folder.path().join("mores.toml");
    let absolute = |text: String, path: &str| {
        text.replace(
            &format!("\"{path}"),
            &format!("\"{}/{path}", folder.path().display()),
        )
    };
    let text = ["c/", "src/"].into_iter().fold(text, absolute);
    fs::write(&inside, text).expect("a file");
    let read = config::read(&inside).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = read.subjects.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["copy", "plain", "scale", "shop.Till"]);
}

#[test]
fn nothing_to_check_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = init(folder.path())
        .expect_err("there is nothing")
        .to_string();
    assert!(said.contains("there are no compiled classes"), "{said}");
}
