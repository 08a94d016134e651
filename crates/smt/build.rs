//! Puts the solver library where test programs find it. `cargo test` and `cargo run` add library folders of build scripts to
//! the search path of the programs they start, but only folders under the target directory: hence the copy.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let library = library_folder();
    println!("cargo::rerun-if-changed={}", library.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut copied = 0;
    for entry in fs::read_dir(&library).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("libz3.so") {
            link_or_copy(&entry.path(), &out.join(entry.file_name()));
            copied += 1;
        }
    }
    if copied == 0 {
        println!("cargo::error=the solver library is not in .deps: run ./x setup");
    }
    println!("cargo::rustc-link-search=native={}", out.display());
}

fn library_folder() -> PathBuf {
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    match env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.deps/z3/lib"),
    }
}

/// A hard link takes no space and no time, but only works on the same disk.
fn link_or_copy(from: &Path, to: &Path) {
    let _ = fs::remove_file(to);
    if fs::hard_link(from, to).is_err() && fs::copy(from, to).is_err() {
        println!(
            "cargo::error=the solver library could not be copied to {}",
            to.display()
        );
    }
}
