//! What `check` says of a changed class, as a program: it compiles, shows the difference on the changed class, and shows
//! none on the class that the model was made from.

use std::fs;
use std::path::{Path, PathBuf};

use mores::{Budget, CheckRequest, CheckResult, Difference, InterfaceRequest, NoProgress};

use crate::support::{MUTANTS, Mutant, compile, compile_versions, java, printed};

fn model(mutant: &Mutant, classes: &Path, folder: &Path) -> PathBuf {
    let artifacts = mores::interface(&mutant.request(classes), &Budget::unlimited(), &NoProgress);
    let path = folder.join(format!("{}.mores.json", mutant.simple()));
    fs::write(
        &path,
        artifacts.expect("it can be learned").report.to_json(),
    )
    .expect("written");
    path
}

fn difference(mutant: &Mutant, model: PathBuf, classes: &Path) -> Difference {
    let request = CheckRequest {
        model,
        code: mutant.request(classes),
        certificate: None,
        options: Vec::new(),
    };
    match mores::check(&request, &Budget::unlimited(), &NoProgress).map(|check| check.result) {
        Ok(CheckResult::Differs(difference)) => *difference,
        other => panic!("{}: {other:?}", mutant.class),
    }
}

#[test]
fn a_difference_is_a_program_that_shows_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = compile_versions(folder.path());
    let mut sources = Vec::new();
    let mutants: Vec<&Mutant> = MUTANTS.iter().filter(|m| m.changes()).collect();
    for mutant in &mutants {
        let difference = difference(mutant, model(mutant, &old, folder.path()), &new);
        let name = format!("Witness{}", mutant.simple());
        let program = difference
            .java(&name)
            .unwrap_or_else(|why| panic!("{}: {why}", mutant.class));
        let path = folder.path().join(format!("{name}.java"));
        fs::write(&path, program).expect("written");
        sources.push(path);
    }
    let compiled = folder.path().join("witnesses");
    compile(&sources, &[&old], &compiled);
    for (mutant, source) in mutants.iter().zip(&sources) {
        let name = format!("{}Witness{}", mutant.package(), mutant.simple());
        for (classes, status) in [(&new, 1), (&old, 0)] {
            let output = java(&[&compiled, classes], &[&name]);
            let source = fs::read_to_string(source).expect("it was written");
            assert_eq!(
                output.status.code(),
                Some(status),
                "{source}\n{}",
                printed(&output)
            );
        }
    }
}

#[test]
fn a_witness_is_never_called_as_the_class_it_is_about_or_as_nothing_could_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = compile_versions(folder.path());
    let mutant = MUTANTS
        .iter()
        .find(|m| m.class == "shop.Depot$Shelf")
        .expect("it is there");
    let difference = difference(mutant, model(mutant, &old, folder.path()), &new);
    assert!(difference.shortest);
    for name in ["Depot", "class", "2nd", ""] {
        assert!(difference.java(name).is_err(), "{name}");
    }
}

/// An argument that the interpreter cannot make, because no class for what it holds is at hand, and that nothing looks at.
const HOLDER: &str = "public class Holder {
    public static class Five { java.nio.ByteBuffer a, b, c, d, e; int number; }
    private Five kept;
    private int count;
    public Holder(Five five) { if (five == null || five.number != 7) throw new IllegalStateException(); kept = five; }
    public void tick() { if (count > LIMIT) throw new IllegalStateException(); count++; }
    public void reset() { count = 0; }
}";

#[test]
fn an_argument_that_the_interpreter_cannot_make_leaves_a_difference_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let version = |limit: usize| {
        let classes = folder.path().join(limit.to_string());
        fs::create_dir_all(&classes).expect("a folder");
        let file = classes.join("Holder.java");
        fs::write(&file, HOLDER.replace("LIMIT", &limit.to_string())).expect("written");
        InterfaceRequest {
            class: Some("Holder".to_owned()),
            ..InterfaceRequest::new(&file)
        }
    };
    let learned = mores::interface(&version(2), &Budget::unlimited(), &NoProgress)
        .expect("it can be learned");
    let model = folder.path().join("Holder.mores.json");
    fs::write(&model, learned.report.to_json()).expect("written");
    // The code succeeds where the model says that it fails, and the other way round.
    for limit in [3, 1] {
        let request = CheckRequest {
            model: model.clone(),
            code: version(limit),
            certificate: None,
            options: Vec::new(),
        };
        match mores::check(&request, &Budget::unlimited(), &NoProgress).map(|check| check.result) {
            Ok(CheckResult::Differs(difference)) => {
                assert_eq!(difference.calls.len(), limit.min(2) + 3, "{limit}")
            }
            other => panic!("{limit}: {other:?}"),
        }
    }
}
