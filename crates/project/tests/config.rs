//! The configuration: what it means, and what is said of one that is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use project::config::{Expected, Kind, Subjects, read};
use tempfile::TempDir;

/// A folder with a configuration, in which `FOLDER` stands for the folder itself, and the files that it speaks of.
fn folder(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let java = folder.path().join("java/shop");
    fs::create_dir_all(&java).expect("folders");
    for class in ["Till", "Coupon"] {
        let source = format!("package shop;\npublic class {class} {{}}\n");
        fs::write(java.join(format!("{class}.java")), source).expect("a source");
    }
    fs::write(
        folder.path().join("scale.c"),
        "int main(void) { return 0; }\n",
    )
    .expect("a file");
    let path = folder.path().join("mores.toml");
    let text = text.replace("FOLDER", &folder.path().to_string_lossy());
    fs::write(&path, text).expect("a configuration");
    (folder, path)
}

fn accepted(text: &str) -> Subjects {
    let (_folder, path) = folder(text);
    read(&path).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said of a wrong configuration, without the folder.
fn refused(text: &str) -> String {
    let (folder, path) = folder(text);
    let error = read(&path).expect_err("this is wrong").to_string();
    let inside = format!("{}/", folder.path().display());
    error.replace(&inside, "")
}

#[test]
fn a_pattern_stands_for_the_classes_that_it_matches() {
    let found = accepted("[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\nwhole = true\n");
    let names: Vec<&str> = found.subjects.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["shop.Coupon", "shop.Till"]);
    let till = &found.subjects[1];
    assert!(till.code.ends_with("java/shop/Till.java") && till.is_there);
    assert_eq!(till.model, Path::new("mores/shop.Till.mores.json"));
    assert_eq!(
        till.certificate(),
        Path::new("mores/shop.Till.certificate.json")
    );
    assert_eq!(
        (till.kind(), till.budget.text.as_str()),
        (Kind::Class, "60s")
    );
    assert_eq!(till.options, ["--whole"]);
}

#[test]
fn a_class_that_is_named_itself_keeps_its_own_options() {
    let found = accepted(
        "budget = \"5s\"\n\
         [[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\n\
         [[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.Till\"\nname = \"till\"\nmodel = \"till.json\"\n\
         budget = \"9s\"\nmethods = [\"open\", \"add(int)\"]\npool = { price = [1, 2] }\n\
         [[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.Coupon\"\nbudget = \"7s\"\n",
    );
    let budgets: Vec<(&str, &str)> = found
        .subjects
        .iter()
        .map(|s| (s.name.as_str(), s.budget.text.as_str()))
        .collect();
    assert_eq!(budgets, [("shop.Coupon", "7s"), ("till", "9s")]);
    let till = &found.subjects[1];
    assert_eq!(
        till.options,
        ["--methods=open,add(int)", "--pool=price=1,2"]
    );
    assert_eq!(till.model, Path::new("till.json"));
}

#[test]
fn options_of_programs_and_filters_are_those_of_their_commands() {
    let found = accepted(
        "[[programs]]\nfile = \"FOLDER/scale.c\"\ngoal = \"explain\"\nbound = 2\nevents = [\"calls\", \"labels\"]\n\
         machine = 32\ncc = [\"-DA\"]\n\
         [[filters]]\nfile = \"FOLDER/scale.c\"\nfunction = \"f\"\nwith = { n = -3 }\nengine = \"sigma-star\"\n",
    );
    let [filter, program] = found.subjects.as_slice() else {
        panic!("two subjects are expected");
    };
    assert_eq!(
        (filter.name.as_str(), program.name.as_str()),
        ("f", "scale")
    );
    assert_eq!(
        filter.options,
        ["--function=f", "--with=n=-3", "--engine=sigma-star"]
    );
    assert_eq!(
        program.options,
        [
            "--events=calls,labels",
            "--bound=2",
            "--machine=32",
            "--cc=-DA"
        ]
    );
    let Expected::Language { command, reading } = &program.expected else {
        panic!("a program has a language");
    };
    assert_eq!((*command, reading.machine), ("explain", Some(32)));
}

/// Wrong configurations, and what is said of each.
const WRONG: [(&str, &str); 16] = [
    ("models = \"m\"\n[[classes]\n", "mores.toml:2:"),
    ("models = 3\n", "mores.toml:1:10: invalid type"),
    (
        "budget = \"soon\"\n",
        "mores.toml:1:10: give a whole number with a unit, like 500ms, 60s or 5m",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\nmetods = [\"a\"]\n",
        "mores.toml:4:1: unknown field `metods`, expected one of `from`, `match`",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = []\n",
        "mores.toml:3:9: name a class, or give a pattern",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\nlearner = \"guess\"\n",
        "mores.toml:4:11: guess is no learner; give one of ",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\nrefine = \"wp\"\n",
        "mores.toml:1:1: refine is for engine = \"may-must\"",
    ),
    (
        "[[programs]]\nfile = \"FOLDER/scale.c\"\nmachine = 16\n",
        "mores.toml:3:11: give the bits of a pointer: 32 or 64",
    ),
    ("# nothing\n", "mores.toml:1:1: nothing is to be checked"),
    (
        "\n[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"store.*\"\n",
        "mores.toml:2:1: store.* matches no public class in java that clients can make",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.Door\"\n",
        "mores.toml:1:1: java holds no class shop.Door",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/classes\"\nmatch = \"*\"\n",
        "mores.toml:1:1: classes does not exist; build the code first",
    ),
    (
        "[[classes]]\nmatch = \"java.util.*\"\n",
        "mores.toml:1:1: a pattern needs from",
    ),
    (
        "[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\nname = \"a\"\n",
        "mores.toml:1:1: name is for an entry with one class",
    ),
    (
        "[[programs]]\nfile = \"FOLDER/scale.c\"\n[[programs]]\nfile = \"FOLDER/scale.c\"\n",
        "mores.toml:3:1: a second subject is called scale, the first stands in line 1",
    ),
    (
        "[[programs]]\nfile = \"FOLDER/none.c\"\n",
        "mores.toml:1:1: none.c does not exist",
    ),
];

#[test]
fn what_is_wrong_is_said_with_line_and_column() {
    for (text, said) in WRONG {
        let error = refused(text);
        assert!(error.starts_with(said), "{text}\n{error}\n{said}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn subjects_are_chosen_by_name_by_its_last_part_or_by_a_pattern() {
    let all = accepted("[[classes]]\nfrom = \"FOLDER/java\"\nmatch = \"shop.*\"\n");
    let chosen = |name: &str| {
        let found = all.clone().named(&[name.to_owned()]);
        found.map(|found| {
            found
                .subjects
                .iter()
                .map(|s| s.name.clone())
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(chosen("shop.Till").ok(), Some(vec!["shop.Till".to_owned()]));
    assert_eq!(chosen("Till").ok(), Some(vec!["shop.Till".to_owned()]));
    assert_eq!(chosen("shop.*").map(|names| names.len()).ok(), Some(2));
    let error = chosen("Door").expect_err("there is none").to_string();
    assert_eq!(
        error,
        "mores.toml: nothing is called Door; there are shop.Coupon, shop.Till"
    );
}
