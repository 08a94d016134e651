//! Who reads the code is chosen by what it is, and each language says which views it has not.

use front::c::{LowerOptions, ModuleOptions};
use front::{FilterOptions, Input, View, frontend};

fn refusal(path: &str, view: View) -> String {
    let front = match frontend(&Input::new(path), view) {
        Ok(front) => front,
        Err(error) => return error.to_string(),
    };
    let refused = match view {
        View::Component => front.component(&ModuleOptions::default()).map(drop),
        View::Program => front.program(&LowerOptions::default()).map(drop),
        View::Filter => front.filter(&FilterOptions::default()).map(drop),
    };
    refused.expect_err("it has no such view").to_string()
}

#[test]
fn a_view_that_a_language_has_not_is_refused_by_name() {
    let of_c = "this view is there for C programs (.c, .i)";
    for (path, view, why) in [
        // The functions of a file are its interface: it must be there.
        ("a.c", View::Component, "cannot be read"),
        ("a.i", View::Component, "cannot be read"),
        ("A.java", View::Program, of_c),
        ("a.jar", View::Program, of_c),
        (
            "a.txt",
            View::Filter,
            "a filter is a C program (.c, .i), a Java class",
        ),
        // Where the name says nothing: a class of the JDK, a C program.
        ("no.such.Class", View::Component, "does not exist"),
        ("no.such.Class", View::Filter, "does not exist"),
        ("program", View::Program, "cannot be read"),
    ] {
        let said = refusal(path, view);
        assert!(said.contains(path) && said.contains(why), "{path}: {said}");
    }
}
