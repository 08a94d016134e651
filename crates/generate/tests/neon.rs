//! The C for NEON does what its model does: compiled with `neon/arm_neon.h`, which says in plain C what the intrinsics mean.
//!
//! With a real compiler and a machine, or what stands for one, the same is tried on these:
//! `MORES_ARM_CC='aarch64-linux-gnu-gcc -static' MORES_ARM_RUN=qemu-aarch64-static cargo test -p generate neon`.

use std::path::Path;
use std::process::Command;

use generate::{Language, Request, generate};
use model::transducer::SymbolType;

use crate::rust::{Folder, cases};
use crate::rust_machines::{Sample, samples};

const DRIVER: &str = include_str!("neon/driver.c.in");
const MEANING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/neon");
const ARM: [&str; 2] = ["-D__aarch64__", "-D__ARM_NEON"];

/// The words of what is set in the environment.
fn set(name: &str) -> Option<Vec<String>> {
    let text = std::env::var(name).ok()?;
    Some(text.split_whitespace().map(str::to_owned).collect())
}

fn c_type(ty: SymbolType) -> String {
    format!("{}int{}_t", if ty.signed { "" } else { "u" }, ty.bits)
}

/// A compiler that makes code for NEON, real or meant.
fn compiler() -> Command {
    let Some(words) = set("MORES_ARM_CC") else {
        let mut command = Command::new("cc");
        command.arg(format!("-I{MEANING}")).args(ARM);
        return command;
    };
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn run(program: &Path) -> Command {
    let Some(words) = set("MORES_ARM_RUN") else {
        return Command::new(program);
    };
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg(program);
    command
}

/// Compiles and runs the code of a machine; whether there is any for NEON in it.
fn agrees(folder: &Folder, sample: &Sample) -> bool {
    let request = Request {
        name: sample.name,
        machine: &sample.machine,
        origin: &[],
        main: false,
    };
    let generated = generate(&request, Language::C).expect("there is C for it");
    let code = &generated.files[0].1;
    let name = sample.name;
    let source = format!("{name}.c");
    folder.write(&source, format!("{code}{}", DRIVER.replace("NAME", name)));
    folder.write(&format!("{name}.cases"), cases(sample));
    let mut compiler = compiler();
    compiler
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o", name, &source])
        .arg(format!("-DINPUT={}", c_type(sample.machine.input)))
        .arg(format!("-DOUTPUT={}", c_type(sample.machine.output)));
    if generated.streams {
        compiler.arg("-DPIECES");
    }
    let done = compiler.current_dir(&folder.0).output();
    let done = done.expect("the compiler runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{name}: {said}");
    let mut program = run(&folder.0.join(name));
    let ran = program.arg(folder.0.join(format!("{name}.cases"))).output();
    let ran = ran.expect("the program runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{name}: {said}");
    code.contains("_neon(")
}

#[test]
fn generated_c_for_neon_does_what_its_model_does() {
    let folder = Folder::new("mores-generated-neon");
    let all = samples();
    let with_vectors: Vec<&str> = all
        .iter()
        .filter(|sample| agrees(&folder, sample))
        .map(|sample| sample.name)
        .collect();
    // Runs that are copied, changed, dropped and counted, in one state and in more; what turns; symbols that become wide.
    for name in [
        "html",
        "javaScript",
        "upper",
        "letters_only",
        "long_texts",
        "tabs",
        "decoded",
        "halves",
    ] {
        assert!(with_vectors.contains(&name), "{name}: {with_vectors:?}");
    }
}
