//! C, with each kind of vector instructions.

use super::{Ended, Trial, Tried, ended, integer};
use crate::Machine;
use crate::replay::cc::Compiler;

const DRIVER: &str = include_str!("driver.c");

/// The kinds of vector instructions.
const LEVELS: [u32; 3] = [0, 1, 2];

pub(super) fn tried(tried: &Tried<'_>) -> Result<Trial, String> {
    let compiler = match Compiler::new(Machine::Bits64, &[]) {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Trial::none(why)),
    };
    let mut trial = Trial {
        with: Some(Compiler::name()),
        ..Trial::default()
    };
    let code = &tried.generated.files[0].1;
    let mut programs = Programs {
        tried,
        compiler,
        source: format!("{code}{}", DRIVER.replace("NAME", tried.name)),
        flags: flags(tried),
    };
    for level in LEVELS {
        if let Err(reason) = tried.budget.check() {
            trial.unable = Some(reason.to_string());
        }
        if trial.unable.is_some() {
            break;
        }
        programs.compiler.end_with(tried.budget);
        trial.take(level, programs.at(level))?;
    }
    Ok(trial)
}

struct Programs<'a> {
    tried: &'a Tried<'a>,
    compiler: Compiler,
    source: String,
    flags: Vec<String>,
}

impl Programs<'_> {
    fn at(&mut self, level: u32) -> Result<Ended, String> {
        let name = self.tried.name;
        let file = self.compiler.write("generated.c", &self.source)?;
        let program = self.compiler.file(&format!("generated{level}"))?;
        let level = format!("-D{name}_LEVEL={level}");
        let threads = format!("-D{name}_THREADS");
        // So small that texts of a few thousand symbols are shared by the threads.
        let chunk = format!("-D{name}_CHUNK=1024");
        let mut flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        flags.extend(["-O2", "-pthread", &level, &threads, &chunk]);
        self.compiler.compile(&flags, &[&file], &program)?;
        let finished = self.compiler.run(&program, &self.tried.input, &[])?;
        ended(&finished, &level)
    }
}

fn flags(tried: &Tried<'_>) -> Vec<String> {
    let mut flags = vec![
        format!("-DINPUT={}", integer(tried.model.input)),
        format!("-DOUTPUT={}", integer(tried.model.output)),
    ];
    if tried.generated.streams {
        flags.push("-DPIECES".to_owned());
    }
    if tried.generated.files[0].1.contains("_parallel(") {
        flags.push("-DTHREADS".to_owned());
    }
    flags
}
