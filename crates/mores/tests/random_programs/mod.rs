//! Random C programs: what is claimed of them, held against the compiled programs.

pub mod compiled;
pub mod generate;
pub mod judge;
pub mod snippets;

use std::fs;
use std::path::Path;

use base::{Budget, NoProgress};
use compiled::Compiler;
use generate::Program;
use judge::{Compared, Judge};
use mores::LanguageRequest;
use mores::report::VerdictKind;

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// What is claimed agrees with the compiled program; how much was proved.
    Agrees(VerdictKind, Option<String>, Compared),
    /// There is nothing to learn, it is said; and nothing fails.
    Nothing(Compared),
    /// It is not analysed; why.
    Refused(String),
    /// The compiled program contradicts a claim.
    Contradicted(String),
}

/// Learns a program and compares what is claimed with what is compiled.
pub fn examine(program: &Program, compiler: &Compiler, into: &Path, budget: &Budget) -> Came {
    let path = into.join("program.c");
    fs::write(&path, &program.text).expect("it can be written");
    let request = LanguageRequest {
        path: path.clone(),
        ..program.request.clone()
    };
    let answer = mores::language(&request, budget, &NoProgress);
    let flags = judge::flags(
        &request,
        answer.as_ref().ok().map(|artifacts| &artifacts.report),
    );
    let judge = Judge {
        program,
        request: &request,
        path: &path,
        compiler,
        flags,
        made: Default::default(),
    };
    let came = match answer {
        Ok(artifacts) => {
            let verdict = &artifacts.report.verdict;
            let agrees = |compared| Came::Agrees(verdict.kind, verdict.reason.clone(), compared);
            judge.report(&artifacts.report).map(agrees)
        }
        Err(refused) if refused.to_string().contains("there is no assertion") => {
            judge.no_failure().map(Came::Nothing)
        }
        Err(refused) => Ok(Came::Refused(refused.to_string())),
    };
    came.unwrap_or_else(Came::Contradicted)
}
