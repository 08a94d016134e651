//! Methods by the names that people give them.

use front::InputError;
use ir::{Component, Entry};

/// How alike two names are at least, of 1, for one of them to be offered in place of the other.
const ALIKE: f64 = 0.5;
/// Names that are offered at most where some are alike.
const MOST_ALIKE: usize = 3;
/// Names that are offered at most where none is.
const MOST: usize = 20;

/// Whether a name means an entry: as it is printed, with the types of its parameters in full or without their packages,
/// or without types, which means all overloads.
pub(crate) fn is_meant(entry: &Entry, name: &str) -> bool {
    let Some((base, types)) = name.split_once('(') else {
        return base_of(entry) == name.trim();
    };
    let types = types.trim().trim_end_matches(')');
    let given: Vec<&str> = match types.trim() {
        "" => Vec::new(),
        _ => types.split(',').map(str::trim).collect(),
    };
    let fits = |(given, param): (&&str, &ir::Param)| {
        let full = &param.source_type;
        given == full || *given == without_package(full) || format!("java.lang.{given}") == *full
    };
    let plain = |text: &str| text.replace(' ', "");
    let is_printed = plain(&entry.name) == plain(name);
    is_printed
        || base_of(entry) == base.trim()
            && given.len() == entry.params.len()
            && given.iter().zip(&entry.params).all(fits)
}

/// What is said of a name that means no entry: the nearest ones, or else which there are.
pub(crate) fn unknown(component: &Component, name: &str) -> InputError {
    let entries = || component.constructors.iter().chain(&component.methods);
    let wanted = name.split('(').next().unwrap_or(name).to_lowercase();
    let likeness = |entry: &Entry| {
        strsim::normalized_damerau_levenshtein(&base_of(entry).to_lowercase(), &wanted)
    };
    let mut near: Vec<(f64, &str)> = entries()
        .map(|entry| (likeness(entry), entry.name.as_str()))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let class = &component.name;
    let message = match near.is_empty() {
        false => {
            let names = near.iter().map(|(_, name)| *name).take(MOST_ALIKE);
            let names: Vec<&str> = names.collect();
            format!(
                "there is no method {name} in {class}; near it are {}",
                names.join(", ")
            )
        }
        true => {
            let names: Vec<&str> = entries()
                .map(|entry| entry.name.as_str())
                .take(MOST)
                .collect();
            let others = match entries().count() - names.len() {
                0 => String::new(),
                others => format!(" and {others} others"),
            };
            format!(
                "there is no method {name}; {class} has {}{others}",
                names.join(", ")
            )
        }
    };
    InputError::new(message)
}

/// The name of an entry without the types of its parameters.
fn base_of(entry: &Entry) -> &str {
    entry.name.split('(').next().unwrap_or(&entry.name)
}

/// `Entry[]` of `java.util.Map$Entry[]`
fn without_package(name: &str) -> &str {
    name.rsplit(['.', '$']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use base::Id;
    use ir::{FunctionId, Param, Type};

    use super::*;

    fn entry(name: &str, types: &[&str]) -> Entry {
        let param = |ty: &&str| Param {
            name: "p".to_owned(),
            source_type: (*ty).to_owned(),
            ty: Type::Ref,
            given: None,
        };
        Entry {
            function: FunctionId::from_index(0),
            name: name.to_owned(),
            takes_receiver: true,
            params: types.iter().map(param).collect(),
            universal: false,
            place: None,
        }
    }

    #[test]
    fn a_name_means_what_is_printed_with_or_without_packages() {
        let put = entry(
            "put(java.util.Map$Entry, String[])",
            &["java.util.Map$Entry", "java.lang.String[]"],
        );
        for name in [
            "put",
            "put(Entry,String[])",
            "put( Entry , java.lang.String[] )",
            "put(java.util.Map$Entry, String[])",
        ] {
            assert!(is_meant(&put, name), "{name}");
        }
        for name in [
            "pu",
            "put()",
            "put(Entry)",
            "put(Entry, String)",
            "put(Entry, Entry)",
            "put(other.Entry, String[])",
        ] {
            assert!(!is_meant(&put, name), "{name}");
        }
        // Not overloaded, so that it is printed without types.
        assert!(is_meant(&entry("close", &[]), "close()"));
        assert!(!is_meant(&entry("close", &["int"]), "close()"));
    }
}
