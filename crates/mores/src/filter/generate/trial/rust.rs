//! Rust, in all its forms: with vector instructions, without, and symbol by symbol.

use std::ffi::OsString;
use std::process::Command;

use model::transducer::SymbolType;

use super::{Ended, Trial, Tried, ended};
use crate::Machine;
use crate::replay::cc::Compiler;

const DRIVER: &str = include_str!("driver.rs.in");
const PIECES: &str = include_str!("pieces.rs.in");

/// The forms in which a file can be compiled, and what is changed in it for that.
const FORMS: [(&str, &str, &str); 3] = [
    ("plain", "PLAIN: bool = false", "PLAIN: bool = true"),
    ("words", "VECTORS: bool = true", "VECTORS: bool = false"),
    ("fast", "", ""),
];

pub(super) fn tried(tried: &Tried<'_>) -> Result<Trial, String> {
    let Some(with) = version() else {
        return Ok(Trial::none("there is no Rust compiler (rustc) here"));
    };
    let mut trial = Trial {
        with: Some(with),
        ..Trial::default()
    };
    let mut compiler = match Compiler::new(Machine::Bits64, &[]) {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Trial::none(why)),
    };
    compiler.end_with(tried.budget);
    trial.take(0, run(tried, &mut compiler))?;
    Ok(trial)
}

fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// What the compiler calls itself; nothing where there is none.
fn version() -> Option<String> {
    let output = Command::new(rustc()).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.trim().to_owned())
}

fn run(tried: &Tried<'_>, compiler: &mut Compiler) -> Result<Ended, String> {
    let code = &tried.generated.files[0].1;
    let (mut modules, mut calls) = (String::new(), String::new());
    for (form, from, to) in FORMS {
        let changed = code.replace(from, to);
        if from.is_empty() || changed != *code {
            compiler.write(&format!("{form}.rs"), &changed)?;
            modules += &format!("mod {form};\n");
            calls += &format!("        runs += one!({form}, case);\n");
        }
    }
    let pieces = if tried.generated.streams { PIECES } else { "" };
    let driver = DRIVER
        .replace("MODULES\n", &modules)
        .replace("CALLS\n", &calls)
        .replace("PIECES\n", pieces)
        .replace("INPUT", &integer(tried.model.input))
        .replace("OUTPUT", &integer(tried.model.output))
        .replace("NAME", tried.name);
    let source = compiler.write("driver.rs", &driver)?;
    let program = compiler.file("driver")?;
    let mut command = Command::new(rustc());
    command
        .args(["--edition", "2021", "-O", "-A", "warnings"])
        .arg(source)
        .arg("-o")
        .arg(&program);
    compiler.make(&mut command, "the Rust compiler")?;
    let finished = compiler.run(&program, &tried.input, &[])?;
    ended(&finished, "Rust")
}

fn integer(ty: SymbolType) -> String {
    format!("{}{}", if ty.signed { 'i' } else { 'u' }, ty.bits)
}
