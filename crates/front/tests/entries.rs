//! What counts as a call that a client may make.

use std::path::Path;

use front::jvm::{Source, load};

#[test]
fn a_method_inherited_from_a_class_that_is_not_public_can_be_called() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/Inherited.java");
    let component = load(&Source::new(file)).expect("the corpus compiles");
    let names: Vec<&str> = component.methods.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["open", "lock", "unlock", "close"]);
}
