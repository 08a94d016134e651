//! What counts as a call that a client may make.

use std::path::Path;

use front::jvm::{Source, load};

#[test]
fn a_method_inherited_from_a_class_that_is_not_public_can_be_called() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/Inherited.java");
    let component = load(&Source::new(file)).expect("the corpus compiles");
    let names: Vec<&str> = component
        .methods
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["open", "lock", "unlock", "close"]);
}

fn loaded(name: &str) -> ir::Component {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/java/{name}.java"));
    load(&Source::new(file)).expect("the corpus compiles")
}

#[test]
fn methods_that_interfaces_bring_along_can_be_called_but_not_their_static_ones() {
    let component = loaded("Defaults");
    let names: Vec<&str> = component
        .methods
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(names, ["isOpen", "set", "close", "lock", "open"]);
    assert_eq!(
        component.program.functions[component.methods[4].function].name,
        "Valve.open()V"
    );
}

#[test]
fn a_default_that_a_superclass_or_a_nearer_interface_overrides_is_no_entry_of_its_own() {
    let component = load(&Source::new("java.util.ArrayList")).expect("the JDK is there");
    let declared = |method: &str| {
        let functions = component
            .methods
            .iter()
            .map(|e| component.program.functions[e.function].name.as_str());
        functions
            .filter(|name| name.split('(').next().unwrap().ends_with(method))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        declared(".removeIf"),
        ["java.util.ArrayList.removeIf(Ljava/util/function/Predicate;)Z"]
    );
    assert_eq!(
        declared(".spliterator"),
        ["java.util.ArrayList.spliterator()Ljava/util/Spliterator;"]
    );
    assert_eq!(
        declared(".stream"),
        ["java.util.Collection.stream()Ljava/util/stream/Stream;"]
    );
}

#[test]
fn a_reference_to_any_object_is_a_text_first_then_of_a_nested_class_and_at_last_a_bare_object() {
    let shown = |component: &ir::Component, ty: &str| -> Vec<String> {
        let class = |id: ir::ClassId| component.program.classes[id].name.clone();
        let candidates = component.program.candidates(ty).into_iter();
        let shown = candidates.map(|candidate| match candidate {
            ir::Candidate::Instance(id) => class(id),
            ir::Candidate::Array(id) => format!("array {}", class(id)),
            ir::Candidate::Text(id) => format!("text {}", class(id)),
            ir::Candidate::Constant(_, name) => format!("constant {name}"),
        });
        shown.collect()
    };
    let component = loaded("InitFailure");
    assert_eq!(
        shown(&component, "java.lang.Object"),
        ["text java.lang.String", "java.lang.Object"]
    );
    assert_eq!(
        shown(&component, "java.lang.Comparable"),
        ["text java.lang.String"]
    );
    assert_eq!(
        shown(&component, "java.lang.CharSequence"),
        ["text java.lang.String"]
    );
    let component = loaded("Records");
    assert_eq!(
        shown(&component, "java.lang.Object"),
        ["text java.lang.String", "Records$Span", "java.lang.Object"]
    );
    let component = loaded("EnumMaps");
    let all = [
        "text java.lang.String",
        "constant NICKEL",
        "constant DIME",
        "java.lang.Object",
    ];
    assert_eq!(shown(&component, "java.lang.Object"), all);
}
