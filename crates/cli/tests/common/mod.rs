//! Running the built command in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run left.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the checkout exists")
}

/// An empty folder that sees the corpus and the examples as the root of the checkout does.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    for seen in ["corpus", "examples"] {
        std::os::unix::fs::symlink(root().join(seen), folder.join(seen)).expect("a link");
    }
    folder
}

/// Runs `mores` with these arguments.
pub fn mores(folder: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(args)
        .env("MORES_CACHE", folder.join("cache"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Leaves the interface of the stream in `out`, and says where the model lies.
pub fn learned(folder: &Path) -> PathBuf {
    let run = mores(
        folder,
        &[
            "interface",
            "corpus/java/PipedOutputStream.java",
            "--out",
            "out",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder.join("out/PipedOutputStream.mores.json")
}
