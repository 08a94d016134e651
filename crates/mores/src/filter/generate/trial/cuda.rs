//! CUDA, on this machine: what the threads of the kernel do, one after the other.

use std::ffi::OsString;
use std::process::Command;

use super::{Ended, Trial, Tried, ended};
use crate::Machine;
use crate::replay::cc::Compiler;

pub(super) fn tried(tried: &Tried<'_>) -> Result<Trial, String> {
    let Some(with) = version() else {
        return Ok(Trial::none("there is no C++ compiler (c++) here"));
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

/// The user's C++ compiler: `$CXX`, or `c++`.
fn cxx() -> OsString {
    std::env::var_os("CXX").unwrap_or_else(|| "c++".into())
}

/// What the compiler calls itself; nothing where there is none.
fn version() -> Option<String> {
    let output = Command::new(cxx()).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().next().map(str::to_owned)
}

fn run(tried: &Tried<'_>, compiler: &mut Compiler) -> Result<Ended, String> {
    for (name, text) in &tried.generated.files {
        compiler.write(name, text)?;
    }
    let source = compiler.write("emulate.cpp", ::generate::EMULATED_CUDA)?;
    let program = compiler.file("emulate")?;
    let mut command = Command::new(cxx());
    command
        .args(["-std=c++17", "-O1", "-w"])
        .arg(format!("-DFILTER_FILE=\"{}\"", tried.generated.files[0].0))
        .arg(source)
        .arg("-o")
        .arg(&program);
    compiler.make(&mut command, "the C++ compiler")?;
    let finished = compiler.run(&program, &tried.input, &[])?;
    ended(&finished, "CUDA")
}
