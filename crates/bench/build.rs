//! Tells the program where the solver library lies, so that it starts from any folder: beside the program, in the
//! library folder of an installation, or in the checkout it was built in.

use std::path::Path;

fn main() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/z3/lib");
    let checkout = checkout.canonicalize().unwrap_or(checkout);
    for folder in [
        "$ORIGIN".to_owned(),
        "$ORIGIN/../lib/mores".to_owned(),
        checkout.display().to_string(),
    ] {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
