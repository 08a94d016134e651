//! Tells the program where the solver library lies, so that it starts from any folder: beside the program, in the
//! library folder of an installation, or in the checkout it was built in. A program that is to be packed (tools/wheel.py) is told by
//! `MORES_LIBRARY_PATH` instead, and knows nothing of the checkout.

use std::env;
use std::path::Path;

fn main() {
    for folder in folders() {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MORES_LIBRARY_PATH");
}

fn folders() -> Vec<String> {
    if let Ok(folder) = env::var("MORES_LIBRARY_PATH") {
        return vec![folder];
    }
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/z3/lib");
    let checkout = checkout.canonicalize().unwrap_or(checkout);
    vec![
        "$ORIGIN".to_owned(),
        "$ORIGIN/../lib/mores".to_owned(),
        checkout.display().to_string(),
    ]
}
