//! Which classes of two folders or jars have other code, in themselves or in what they may come to run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ristretto_classfile::Constant;

use crate::InputError;
use crate::jvm::class::JavaClass;
use crate::jvm::class_path::{ClassPath, class_of};
use crate::jvm::descriptor::dotted;

/// The classes, `java.util.Stack`, whose code differs, or is only in one of the two; and those that lead to one of them. A
/// class leads to every class that its file names, in whatever way (also as a text, for reflection), and to every class below
/// it, because objects of these are passed where it is asked for.
pub fn classes_unlike(old: &Path, new: &Path) -> Result<BTreeSet<String>, InputError> {
    let (old, new) = (ClassPath::files_in(old)?, ClassPath::files_in(new)?);
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let changed = names
        .iter()
        .filter(|name| old.get(**name) != new.get(**name));
    let mut unlike: BTreeSet<&str> = changed.map(|name| name.as_str()).collect();
    let mut led: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, bytes) in old.iter().chain(&new) {
        for (from, to) in leads(name, bytes, &names) {
            // Backwards: from what differs to what it may change.
            led.entry(to).or_default().insert(from);
        }
    }
    let mut waiting: Vec<&str> = unlike.iter().copied().collect();
    while let Some(name) = waiting.pop() {
        for from in led.get(name).into_iter().flatten() {
            if unlike.insert(from) {
                waiting.push(from);
            }
        }
    }
    Ok(unlike.into_iter().map(dotted).collect())
}

/// Pairs of classes of which the first leads to the second, as one class file says. One that cannot be read says nothing,
/// and nothing can be learned of it either.
fn leads(name: &str, bytes: &[u8], names: &BTreeSet<&String>) -> Vec<(String, String)> {
    let Ok(class) = class_of(bytes, name, None) else {
        return Vec::new();
    };
    let named = mentioned(&class)
        .into_iter()
        .filter(|mentioned| names.contains(mentioned));
    let mut pairs: Vec<(String, String)> = named.map(|other| (name.to_owned(), other)).collect();
    let above = class.parent.iter().chain(&class.interfaces);
    pairs.extend(above.map(|above| (above.clone(), name.to_owned())));
    pairs
}

/// All words of a class file's texts that could be the name of a class: descriptors, signatures and literals included.
fn mentioned(class: &JavaClass) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for constant in class.constants.iter() {
        let Constant::Utf8(text) = constant else {
            continue;
        };
        let text = text.to_str_lossy().replace('.', "/");
        for word in text.split([';', ':', '<', '>', '(', ')', '[', ' ', ',']) {
            // `Ljava/util/Stack` in descriptors; primitive types may stand before it: `IJLjava/util/Stack`.
            let ends = word.match_indices('L').map(|(at, _)| &word[at + 1..]);
            words.extend(
                ends.chain([word])
                    .filter(|w| !w.is_empty())
                    .map(str::to_owned),
            );
        }
    }
    words
}
