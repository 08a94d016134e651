//! The façade: requests in, results out, all plain data. Whoever wants mores inside another program starts here.
//!
//! [`interface`] learns and proves which calls a class allows; [`check`] asks whether code still does what a saved model
//! says; [`diff`] how two versions differ, and [`equal`] whether two interfaces are the same; [`search`] finds out which
//! errors of a class can be reached; [`write_out`] leaves a result as files. [`language`] learns what a C program does, or
//! how it fails, and [`language_diff`] how its versions differ in that. [`filter`] learns what a
//! stream filter writes for what it reads; [`ask`] and [`make`] compute with such filters, and [`generate`] makes
//! fast code of them. Nothing here prints, exits or knows a terminal.
//!
//! ```no_run
//! use mores::report::VerdictKind;
//! use mores::{Budget, InterfaceRequest, NoProgress, interface};
//!
//! let request = InterfaceRequest::new("corpus/java/Example.java");
//! let learned = interface(&request, &Budget::unlimited(), &NoProgress)?;
//! assert_eq!(learned.report.verdict.kind, VerdictKind::Proved);
//! assert_eq!(learned.report.counts.states, 3);
//! # Ok::<(), mores::InputError>(())
//! ```

mod artifacts;
mod check;
mod claimed;
mod diff;
mod equal;
mod example;
mod filter;
mod from_report;
mod interface;
mod java;
mod language;
mod model_file;
mod named;
mod origins;
mod pair;
pub mod replay;
mod request;
mod scalars;
mod search;
mod spoken;
mod to_report;
mod transitions;
mod view;
mod witness;

pub use artifacts::{Artifacts, file_stem, write_out, write_whole};
pub use base::{Budget, NoProgress, Place, Progress};
pub use check::{Check, CheckResult, Models, OtherWord, check};
pub use diff::{ChangeKind, Changed, DiffKind, DiffReport, DiffVerdict, diff, write_diff};
pub use emit::java::{JUnit, junit};
pub use emit::language::{LanguageReport, Undefined, Word, Words};
pub use emit::report::Integers;
pub use emit::transducer::{self, TransducerReport};
pub use emit::{
    Detail, Drawing, FORMATS, Format, Source, dot, html, joint, mermaid, outline, report, sentence,
    svg,
};
pub use equal::{Answers, EqualReport, EqualRequest, NotCompared, equal};
pub use filter::{
    AlgebraReport, AlgebraRequest, FilterArtifacts, FilterEngine, FilterRequest, GenerateArtifacts,
    GenerateReport, GenerateRequest, Language, Law, Made, Making, Measured, Member, Neighbours,
    Operand, Output, PipelineReport, Question, Sequence, Shown, Sizes, Trial, YesNo, ask, filter,
    filter_report, generate, make, pipeline, sample_texts, saved_filter, write_filter,
    write_generated,
};
pub use front::InputError;
pub use front::jvm::{
    Compiled, ListedClass, NoInterface, classes_of_jdk, classes_of_path, classes_of_sources,
    classes_unlike,
};
pub use front::jvm::{release as java_release, tool as java_tool};
pub use interface::interface;
pub use ir::can_be_passed;
pub use language::{
    FailureKind, Goal, LanguageArtifacts, LanguageDiffArtifacts, LanguageDiffKind,
    LanguageDiffReport, LanguageDiffRequest, LanguageDiffVerdict, LanguageEngine, LanguagePart,
    LanguageRequest, LanguageVersion, Machine, PartKind, PartWord, Role, Versions,
    files_of_commands, language, language_diff, write_language, write_language_diff,
};
pub use learn::Algorithm;
pub use model_file::read_model;
pub use origins::{Origins, ProgramFiles, origins};
pub use pair::Version;
pub use replay::c_compiler;
pub use request::{CheckRequest, DiffRequest, Engine, InterfaceRequest};
pub use search::{Ending, Extent, Reachable, SearchCounts, SearchEffort, SearchReport, search};
pub use smt::solver_version;
pub use teach::may_must::Scheme;
pub use witness::Difference;
