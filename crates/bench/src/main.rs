//! Benchmarks of the tool: its own corpus, the installed JDK, and the speed of its parts.

mod engines;
mod errors;
mod filters;
mod generate;
mod growth;
mod interfaces;
mod java;
mod jdk;
mod listing;
mod may_must;
mod measure;
mod options;
mod replay;
mod request;
mod steps;
mod summaries;
mod table;
mod wild;
mod wild_filters;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: bench interfaces [--integers wrapping|mathematical] [--budget SECONDS] [CLASS...]
       bench interfaces --engines psyco,hybrid [--integers ...] [--budget SECONDS] [--jobs N] [CLASS...]
       bench may-must [--budget SECONDS] [CLASS...]
       bench growth [--budget SECONDS]
       bench steps
       bench summaries
       bench errors [--budget SECONDS] [PROGRAM...]
       bench errors loops|beside [--budget SECONDS] [PROGRAM...]
       bench filters [--budget SECONDS] [FILTER...]
       bench filters --wild [--budget SECONDS] [--jobs N] [WORD...]
       bench generate [FILTER...]
       bench replay [--budget SECONDS] [WORD...]
       bench jdk [--budget SECONDS] [--markdown] [WORD...]
       bench wild [--budget SECONDS] [--replay] [WORD...]

interfaces  learns every class of corpus/java (or only those named), with both kinds of integers unless one is chosen,
            and prints what was found and what it cost; the budget (10 seconds) is for each class. With --engines, how
            far the methods of Howar, Giannakopoulou and Rakamarić (2013) get with its classes, beside the default; the budget (60 seconds) is for each
            class and engine
may-must    the table of Singh, Giannakopoulou and Păsăreanu (2010): the four schemes of may and must abstraction on the paper's nine classes (or only
            those named), beside the published figures and the default; the budget (60 seconds) is for each class and
            scheme
growth      learns generated classes of growing size: independent handles, and counters of two kinds; the budget
            (60 seconds) is for each class
steps       how many bytecodes a second the interpreter executes, beside java -Xint
summaries   how long it takes to summarise all methods of generated classes of 10 to 200 methods
jdk         learns unmodified classes of the installed JDK (or only those whose lines in crates/bench/jdk.txt contain
            one of the words); the budget (20 seconds) is for each class
wild        learns classes of the JDK and of well-known jars by default options (or only those whose lines in crates/bench/wild.txt
            contain one of the words), and says which results a person can read, and why not the others; the budget (10 seconds)
            is for each class. With --replay the real classes are run, and what they do is compared with what was learned
errors      learns the languages of error of the programs of corpus/c/errors (or only those named) within bounds: by following
            every run, with a learner that asks as Chapman et al. (2015) do, and, where CBMC is installed, with one process of CBMC
            for each question as published; the budget (300 seconds) is for each program and method. loops: whether the programs of
            corpus/c/loops fail at all (20 seconds each). beside: mores and CBMC with families of programs that grow, and with
            functions of C libraries that are given any bytes (60 seconds each)
filters     learns the stream filters of corpus/c/filters (or only those named), sanitizers first, by following the program
            and with the method of Botinčan and Babić (2013); the budget (20 seconds) is for each filter and engine.
            With --wild filter functions of C libraries and tools, unchanged, by default options (or only those whose names contain
            one of the words); what is proved is held against the compiled function; the budget (10 seconds) is for each
generate    generates C for the stream filters of corpus/c/filters (or only those named) and prints how many times as fast it is as
            the original; then html_escape beside two crates, a pipeline beside its parts, and two threads beside one
replay      holds what is learned of every class, program and filter of the corpora (or only of those whose paths contain one of the
            words) against the real thing, which is executed for it; the budget (20 seconds) is for each

Each class has a process of its own, except for replay. Compiling Java is not counted.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = args
        .split_first()
        .map_or(("", &args[..]), |(command, rest)| (command.as_str(), rest));
    let done = match command {
        "interfaces" => options::parse(rest).and_then(|options| interfaces::run(&options)),
        "may-must" => may_must::run(rest),
        "growth" => growth::run(rest),
        "steps" => steps::run(),
        "summaries" => summaries::run(),
        "errors" => errors::run(rest),
        "filters" if rest.first().is_some_and(|arg| arg == "--wild") => {
            wild_filters::run(&rest[1..])
        }
        "filters" => filters::run(rest),
        "generate" => generate::run(rest),
        "replay" => replay::run(rest),
        "jdk" => jdk::run(rest),
        "wild" => wild::run(rest),
        wild::COMMAND => wild::child(rest),
        measure::COMMAND => measure::child(rest),
        errors::COMMAND => errors::child(rest),
        wild_filters::COMMAND => wild_filters::child(rest),
        filters::COMMAND => filters::child(rest),
        summaries::COMMAND => summaries::child(rest),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::from(2)
        }
    }
}
