//! Code is checked against saved languages and transducers as it is against interfaces: what was learned conforms, with
//! and without its certificate; changed code differs, with something that shows it; changed proofs are rejected.

use std::fs;
use std::path::{Path, PathBuf};

use mores::{
    Budget, Check, CheckRequest, CheckResult, FilterRequest, InterfaceRequest, LanguageRequest,
    NoProgress, check, filter, language, write_filter, write_language,
};
use serde_json::Value;
use tempfile::TempDir;

/// A door that must not be open on the way: proved by blocks.
const DOOR: &str = "\
extern int __VERIFIER_nondet_int(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, \"door.c\", __LINE__, \"main\"))
int is_open;
void open(void) { is_open = 1; }
void close(void) { is_open = 0; }
void drive(void) { assert(!is_open); }
int main(void)
{
    for (;;) {
        int what = __VERIFIER_nondet_int();
        if (what == 0)
            open();
        else if (what == 1)
            close();
        else
            drive();
    }
}
";

/// Fails for one input: proved by its runs.
const ONCE: &str = "\
extern int __VERIFIER_nondet_int(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, \"once.c\", __LINE__, \"main\"))
void low(void) {}
void high(void) {}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 10) low(); else high();
    assert(x != 12);
    return 0;
}
";

/// Doubles commas.
const COMMAS: &str = "\
#include <stdio.h>
int main(void)
{
    int c;
    while ((c = getchar()) != EOF) {
        putchar(c);
        if (c == ',') putchar(c);
    }
    return 0;
}
";

fn learn_language(request: &LanguageRequest, out: &Path) {
    let learned = language(request, &Budget::unlimited(), &NoProgress);
    let mut learned = learned.expect("it can be learned");
    write_language(out, &mut learned).expect("written");
}

/// A model in a folder, with its certificate, and the code it was learned of.
struct Saved {
    folder: TempDir,
    code: PathBuf,
    model: PathBuf,
    certificate: PathBuf,
}

impl Saved {
    fn new(name: &str, text: &str, learn: impl Fn(&Path, &Path)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let code = folder.path().join(format!("{name}.c"));
        fs::write(&code, text).expect("written");
        let out = folder.path().join("out");
        learn(&code, &out);
        Self {
            code,
            model: out.join(format!("{name}.mores.json")),
            certificate: out.join(format!("{name}.certificate.json")),
            folder,
        }
    }

    fn language(name: &str, text: &str) -> Self {
        Self::new(name, text, |code, out| {
            learn_language(&LanguageRequest::new(code), out);
        })
    }

    fn filter(name: &str, text: &str) -> Self {
        Self::new(name, text, |code, out| {
            let request = FilterRequest::new(code);
            let learned = filter(&request, &Budget::unlimited(), &NoProgress);
            let mut learned = learned.expect("it can be learned");
            write_filter(out, &mut learned).expect("written");
        })
    }

    fn check(&self, code: &Path, certificate: Option<&Path>) -> Check {
        let request = CheckRequest {
            model: self.model.clone(),
            code: InterfaceRequest::new(code),
            certificate: certificate.map(Path::to_owned),
            options: Vec::new(),
        };
        check(&request, &Budget::unlimited(), &NoProgress).expect("it can be compared")
    }

    /// The same code with a change.
    fn changed(&self, from: &str, to: &str) -> PathBuf {
        let text = fs::read_to_string(&self.code).expect("it is there");
        assert!(text.contains(from));
        let folder = self.folder.path().join("changed");
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(self.code.file_name().expect("a file"));
        fs::write(&path, text.replace(from, to)).expect("written");
        path
    }

    /// The certificate with a change.
    fn tampered(&self, change: impl Fn(&mut Value)) -> PathBuf {
        let text = fs::read_to_string(&self.certificate).expect("there is a certificate");
        let mut value: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut value);
        let path = self.folder.path().join("tampered.json");
        fs::write(&path, value.to_string()).expect("written");
        path
    }
}

fn conforms(check: &Check) -> Option<usize> {
    match &check.result {
        CheckResult::Conforms { obligations, .. } => Some(*obligations),
        _ => None,
    }
}

fn is_rejected(check: &Check) -> bool {
    matches!(check.result, CheckResult::Rejected { .. })
}

#[test]
fn code_conforms_to_what_was_learned_of_it_with_and_without_the_certificate() {
    let kinds = [
        (Saved::language("door", DOOR), "blocks"),
        (Saved::language("once", ONCE), "runs"),
        (Saved::filter("commas", COMMAS), "walk"),
    ];
    for (saved, kind) in kinds {
        let text = fs::read_to_string(&saved.certificate).expect("proved, so there is a proof");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["kind"], kind);
        let searched = saved.check(&saved.code, None);
        assert!(conforms(&searched).is_some(), "{kind}: {searched:?}");
        let verified = saved.check(&saved.code, Some(&saved.certificate));
        // What a simple filter does can be followed without a solver.
        let asked = |obligations: usize| obligations > 0 || kind == "walk";
        assert!(
            conforms(&verified).is_some_and(asked),
            "{kind}: {verified:?}"
        );
    }
}

#[test]
fn a_program_that_fails_otherwise_differs_by_a_word() {
    let door = Saved::language("door", DOOR);
    let changed = door.changed("is_open = 0", "is_open = 1");
    let check = door.check(&changed, None);
    let CheckResult::OtherWords(word) = &check.result else {
        panic!("{check:?}")
    };
    // Closing opens: what fails now did not fail before, and the shortest such word closes and drives.
    assert_eq!(word.only_in, "code");
    assert_eq!(word.events[..2], ["close", "drive"]);
    assert!(is_rejected(&door.check(&changed, Some(&door.certificate))));
    let once = Saved::language("once", ONCE);
    let never = once.changed("x != 12", "x != 12 || x < 20");
    let check = once.check(&never, None);
    let CheckResult::OtherWords(word) = &check.result else {
        panic!("{check:?}")
    };
    assert_eq!((word.only_in, word.events[0].as_str()), ("model", "high"));
    assert!(is_rejected(&once.check(&never, Some(&once.certificate))));
}

/// The same failure on another line is the same failure; another one on the same line is not.
#[test]
fn a_failure_is_known_again_by_the_text_of_its_line() {
    let saved = Saved::language("once", ONCE);
    let moved = saved.changed("extern int", "/* a line */\n/* another */\nextern int");
    let check = saved.check(&moved, None);
    assert!(conforms(&check).is_some(), "{check:?}");
    let check = saved.check(&saved.changed("assert(x != 12)", "assert(x != 13)"), None);
    assert!(
        matches!(check.result, CheckResult::OtherWords(_)),
        "{check:?}"
    );
}

/// Two failures with the same text are told apart by which of them it is.
#[test]
fn equal_lines_are_told_apart_by_their_order() {
    let twice = ONCE.replace(
        "    assert(x != 12);\n",
        "    if (x > 10)\n        assert(x != 12);\n    if (x < 10)\n        assert(x != 12);\n",
    );
    let saved = Saved::language("once", &twice);
    let moved = saved.changed("extern int", "\nextern int");
    let check = saved.check(&moved, None);
    assert!(conforms(&check).is_some(), "{check:?}");
    let swapped = saved.changed("x > 10", "x != x");
    let swapped_too = fs::read_to_string(&swapped).expect("it is there");
    fs::write(
        &swapped,
        swapped_too.replace("if (x < 10)\n", "if (x > 10)\n"),
    )
    .expect("written");
    let check = saved.check(&swapped, None);
    assert!(
        matches!(check.result, CheckResult::OtherWords(_)),
        "{check:?}"
    );
}

/// Branches are named after lines, too, and may change where they stand.
#[test]
fn branches_are_known_again_where_lines_have_moved() {
    let branches = Saved::new("once", ONCE, |code, out| {
        let request = LanguageRequest {
            events: vec!["branches".to_owned()],
            ..LanguageRequest::new(code)
        };
        learn_language(&request, out);
    });
    let moved = branches.changed("void low", "/* low */\nvoid low");
    let check = branches.check(&moved, None);
    assert!(conforms(&check).is_some(), "{check:?}");
    let changed = branches.changed("if (x < 10)", "\n    if (x < 11)");
    let check = branches.check(&changed, None);
    assert!(conforms(&check).is_some(), "{check:?}");
}

/// Models of versions that kept no texts are compared by lines.
#[test]
fn a_model_without_texts_is_compared_by_lines() {
    let once = Saved::language("once", ONCE);
    let text = fs::read_to_string(&once.model).expect("it is there");
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    let letters = value["model"]["alphabet"].as_array_mut().expect("letters");
    let kept = letters
        .iter_mut()
        .filter_map(|letter| letter.as_object_mut()?.remove("line"));
    assert_eq!(kept.count(), 1, "one failure");
    fs::write(&once.model, value.to_string()).expect("written");
    let check = once.check(&once.code, None);
    assert!(conforms(&check).is_some(), "{check:?}");
    let check = once.check(&once.changed("extern int", "\nextern int"), None);
    assert!(
        matches!(check.result, CheckResult::OtherWords(_)),
        "{check:?}"
    );
}

#[test]
fn a_filter_that_writes_something_else_differs_by_an_input() {
    let commas = Saved::filter("commas", COMMAS);
    let changed = commas.changed("c == ','", "c == ';'");
    let check = commas.check(&changed, None);
    let CheckResult::OtherOutput(shown) = &check.result else {
        panic!("{check:?}")
    };
    assert!([",", ";"].contains(&shown.inputs[0].text.trim_matches('"')));
    assert!(is_rejected(
        &commas.check(&changed, Some(&commas.certificate))
    ));
}

#[test]
fn a_proof_that_was_changed_or_is_about_something_else_is_rejected() {
    let door = Saved::language("door", DOOR);
    let nothing = door.tampered(|proof| {
        let blocks = proof["blocks"].as_array_mut().expect("blocks");
        blocks.iter_mut().for_each(|block| *block = "false".into());
    });
    assert!(is_rejected(&door.check(&door.code, Some(&nothing))));
    let moves = |proof: &Value| proof["moves"].as_array().map_or(0, Vec::len);
    let text = fs::read_to_string(&door.certificate).expect("there is a certificate");
    for i in 0..moves(&serde_json::from_str(&text).expect("JSON")) {
        let without = door.tampered(|proof| {
            proof["moves"].as_array_mut().expect("moves").remove(i);
        });
        assert!(is_rejected(&door.check(&door.code, Some(&without))), "{i}");
        let less = door.tampered(|proof| proof["moves"][i]["exact"] = false.into());
        let check = door.check(&door.code, Some(&less));
        assert!(conforms(&check).is_none(), "{i}: {check:?}");
    }
    let once = Saved::language("once", ONCE);
    assert!(is_rejected(
        &door.check(&door.code, Some(&once.certificate))
    ));
    let commas = Saved::filter("commas", COMMAS);
    assert!(is_rejected(
        &commas.check(&commas.code, Some(&door.certificate))
    ));
    assert!(is_rejected(
        &door.check(&door.code, Some(&commas.certificate))
    ));
}

/// Moves that are not exact make no words, so a certificate could hide a failure behind one.
#[test]
fn a_certificate_that_hides_a_failure_is_rejected() {
    let door = Saved::language("door", DOOR);
    let hides = door.tampered(|proof| {
        for step in proof["moves"].as_array_mut().expect("moves") {
            if step["to"] == "failure" {
                step["exact"] = false.into();
            }
        }
    });
    let text = fs::read_to_string(&door.model).expect("it is there");
    let mut never: Value = serde_json::from_str(&text).expect("JSON");
    never["model"]["states"] = serde_json::json!([{ "id": 0, "accepting": false }]);
    for list in ["alphabet", "transitions", "words"] {
        never["model"][list] = serde_json::json!([]);
    }
    never["model"]["initial"] = 0.into();
    fs::write(&door.model, never.to_string()).expect("written");
    let check = door.check(&door.code, Some(&hides));
    assert!(is_rejected(&check), "{check:?}");
    let nowhere = door.tampered(|proof| proof["moves"][0]["from"] = 99.into());
    assert!(is_rejected(&door.check(&door.code, Some(&nowhere))));
}

/// What is exact within bounds is compared within them.
#[test]
fn a_program_conforms_to_a_language_within_bounds() {
    let bounded = Saved::new("door", DOOR, |code, out| {
        let request = LanguageRequest {
            beyond: false,
            ..LanguageRequest::new(code)
        };
        learn_language(&request, out);
    });
    assert!(!bounded.certificate.exists(), "it is not proved");
    let check = bounded.check(&bounded.code, None);
    assert!(conforms(&check).is_some(), "{check:?}");
    assert_eq!(check.verdict.kind, mores::report::VerdictKind::UpTo);
}

/// A model that claims more words than there are has no proof, whatever certificate comes with it.
#[test]
fn a_model_that_was_changed_is_rejected() {
    let door = Saved::language("door", DOOR);
    let text = fs::read_to_string(&door.model).expect("it is there");
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    value["model"]["states"][0]["accepting"] = true.into();
    fs::write(&door.model, value.to_string()).expect("written");
    let check = door.check(&door.code, Some(&door.certificate));
    assert!(is_rejected(&check), "{check:?}");
    let check = door.check(&door.code, None);
    assert!(
        matches!(&check.result, CheckResult::OtherWords(word) if word.only_in == "model"),
        "{check:?}"
    );
}
