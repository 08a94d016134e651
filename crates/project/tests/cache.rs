//! What is kept comes back, and nothing else does.

use std::fs;

use project::cache::{Cache, Key};

fn key(parts: &[(&str, &str)]) -> Key {
    let mut key = Key::new();
    for (role, text) in parts {
        key.text(role, text);
    }
    key
}

#[test]
fn a_result_comes_back_under_its_key_only() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().join("made on demand"));
    let (one, other) = (key(&[("a", "bc")]), key(&[("ab", "c")]));
    assert_eq!(cache.get(&one), None);
    cache.put(&one, b"result").unwrap();
    assert_eq!(cache.get(&one).as_deref(), Some(&b"result"[..]));
    assert_eq!(cache.get(&other), None);
}

#[test]
fn a_file_that_was_cut_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    let key = key(&[("a", "b")]);
    cache.put(&key, b"a result of some length").unwrap();
    let name = key.name();
    let file = folder.path().join(&name[..2]).join(&name[2..]);
    let bytes = fs::read(&file).unwrap();
    for length in 0..bytes.len() {
        fs::write(&file, &bytes[..length]).unwrap();
        assert_eq!(cache.get(&key), None, "{length} bytes");
    }
}

#[test]
fn a_key_sees_every_file_of_a_folder_and_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let now = || {
        let mut key = Key::new();
        key.path("code", folder.path()).unwrap();
        key.name()
    };
    let mut seen = vec![now()];
    fs::write(below.join("a"), "1").unwrap();
    seen.push(now());
    fs::write(below.join("a"), "2").unwrap();
    seen.push(now());
    fs::rename(below.join("a"), below.join("b")).unwrap();
    seen.push(now());
    fs::rename(below.join("b"), folder.path().join("b")).unwrap();
    seen.push(now());
    assert_eq!(now(), seen[4]);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
}
