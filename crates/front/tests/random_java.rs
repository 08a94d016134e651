//! Random Java classes, compiled, translated and compared with the real machine.

use base::Random;

use crate::support;
use crate::support::generator;

/// How many classes; the environment may ask for more.
fn class_count() -> usize {
    std::env::var("MORES_CLASSES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20)
}

#[test]
fn random_classes_answer_like_the_real_machine() {
    let seed = std::env::var("MORES_SEED")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(7);
    let mut random = Random::seeded(seed);
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..class_count()).map(|i| format!("Random{i}")).collect();
    let files: Vec<_> = names
        .iter()
        .map(|name| {
            let file = folder.path().join(format!("{name}.java"));
            std::fs::write(&file, generator::class(&mut random, name)).unwrap();
            file
        })
        .collect();
    support::javac(&files, folder.path());
    let seen = support::compare(folder.path(), &names, 40, 3);
    assert!(
        !seen.keys().any(|kind| kind.starts_with("unknown")),
        "{seen:?}"
    );
    assert!(seen["returned"] > 100, "{seen:?}");
    assert!(
        seen.keys().filter(|k| k.starts_with("threw")).count() >= 4,
        "{seen:?}"
    );
}
