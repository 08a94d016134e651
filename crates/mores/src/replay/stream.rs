//! The model of a filter in Java held against the filter itself, on the real `java`.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;

use base::Budget;
use front::jvm::{Method, Source, tool};
use model::transducer::SymbolicTransducer;
use teach::stream::witnesses;

use super::Replayed;
use super::java::Java;
use super::outputs::{Did, compared};
use super::sandbox::Ending;

const DRIVER: &str = include_str!("Filter.java");

/// Inputs that a method is given, at most.
const MOST_INPUTS: usize = 2_000;
/// Inputs that a program is given, at most: each is a process of its own.
const MOST_RUNS: usize = 40;

/// Gives the filter inputs through every transition of its model, of at most so many symbols.
pub(crate) fn replay(
    source: &Source,
    method: &Method,
    model: &SymbolicTransducer,
    longest: Option<usize>,
    budget: &Budget,
) -> Replayed {
    let most = if method.is_program {
        MOST_RUNS
    } else {
        MOST_INPUTS
    };
    let words = witnesses(model, budget)
        .into_iter()
        .filter(|word| longest.is_none_or(|longest| word.len() <= longest));
    let words: Vec<Vec<u64>> = words.take(most).collect();
    let did = Java::start(source).and_then(|mut java| match method.is_program {
        true => words
            .iter()
            .map(|word| run(&mut java, method, word))
            .collect(),
        false => call(&mut java, method, &words),
    });
    match did {
        Ok(did) => compared(model, &words, &did, "java", Replayed::done_with()),
        Err(why) => Replayed::unable(&why),
    }
}

/// Runs a program on an input, in a process of its own: what happens at its end counts.
fn run(java: &mut Java, method: &Method, word: &[u64]) -> Result<Did, String> {
    let arguments = ["-ea", "-cp", &java.class_path()?, &method.class]
        .map(str::to_owned)
        .to_vec();
    let finished = java.java(arguments, word.iter().map(|&symbol| symbol as u8).collect())?;
    Ok(match finished.ending {
        Ending::Exited(0) => Did::Wrote(
            finished
                .output
                .iter()
                .map(|&byte| u64::from(byte))
                .collect(),
        ),
        // The machine says so where an exception leaves a program.
        Ending::Exited(1) => {
            let said = String::from_utf8_lossy(&finished.errors).into_owned();
            Did::Failed(format!(
                "fails: {}",
                said.lines().next().unwrap_or_default()
            ))
        }
        ending @ (Ending::Exited(_)
        | Ending::Killed(_)
        | Ending::OutOfTime
        | Ending::TooMuchOutput) => Did::Unable(format!("java ended with {ending}")),
    })
}

/// Calls a method on all inputs, in one process.
fn call(java: &mut Java, method: &Method, words: &[Vec<u64>]) -> Result<Vec<Did>, String> {
    let tools = java.sandbox().tools().map_err(|e| e.to_string())?;
    fs::write(tools.join("Filter.class"), driver()?).map_err(|e| e.to_string())?;
    let tools = tools
        .to_str()
        .ok_or("the folder for temporary files has an odd name")?;
    let fixed = [
        "-Xshare:auto",
        "-cp",
        tools,
        "Filter",
        &method.class,
        &method.name,
        &method.descriptor,
    ];
    let class_path = java.class_path()?;
    let roots =
        std::env::split_paths(&class_path).filter_map(|root| root.to_str().map(str::to_owned));
    let arguments = fixed.map(str::to_owned).into_iter().chain(roots).collect();
    let hex = |word: &Vec<u64>| {
        word.iter()
            .map(|symbol| format!("{symbol:x}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let lines: String = words.iter().map(|word| hex(word) + "\n").collect();
    let finished = java.java(arguments, lines.into_bytes())?;
    let output = String::from_utf8_lossy(&finished.output).into_owned();
    let mut answers = output.lines();
    let ended = || Did::Unable(format!("java ended before, with {}", finished.ending));
    Ok(words
        .iter()
        .map(|_| answers.next().map_or_else(ended, read))
        .collect())
}

fn read(answer: &str) -> Did {
    let written = answer.strip_prefix('w').map(|symbols| {
        symbols
            .split_whitespace()
            .map(|symbol| u64::from_str_radix(symbol, 16))
            .collect::<Result<Vec<_>, _>>()
    });
    match (written, answer.strip_prefix('!')) {
        (Some(Ok(written)), _) => Did::Wrote(written),
        (None, Some(exception)) => Did::Failed(format!("throws {exception}")),
        (None, None) if answer == "null" => Did::Failed("returns null".to_owned()),
        _ => Did::Unable(answer.trim_start_matches('?').to_owned()),
    }
}

/// The compiled driver, made once in each process.
fn driver() -> Result<Vec<u8>, String> {
    static MADE: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    MADE.get_or_init(compiled).clone()
}

fn compiled() -> Result<Vec<u8>, String> {
    let fault = |e: std::io::Error| format!("the driver cannot be made: {e}");
    let folder = tempfile::tempdir().map_err(fault)?;
    let source = folder.path().join("Filter.java");
    fs::write(&source, DRIVER).map_err(fault)?;
    let output = Command::new(tool("javac"))
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
        .args(["-nowarn", "-d"])
        .arg(folder.path())
        .arg(&source)
        .output();
    let output = output.map_err(fault)?;
    match output.status.success() {
        true => fs::read(folder.path().join("Filter.class")).map_err(fault),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use base::NoProgress;

    use super::*;
    use crate::{FilterRequest, filter};

    /// Learns one version of a filter and gives another one inputs through the model of the first.
    fn replayed(head: &str, old: &str, new: &str) -> Replayed {
        let folder = tempfile::tempdir().expect("a folder");
        let source = |name: &str, body: &str| {
            let place = folder.path().join(name);
            fs::create_dir_all(&place).expect("a folder");
            let file = place.join("Filter1.java");
            let text = format!(
                "import java.io.*; public class Filter1 {{ public static {head} {{ {body} }} }}"
            );
            fs::write(&file, text).expect("written");
            file
        };
        let (old, new) = (source("old", old), source("new", new));
        let learned = filter(&FilterRequest::new(old), &Budget::unlimited(), &NoProgress)
            .expect("it can be read");
        let model = learned.transducer.expect("it can be learned");
        let loaded = front::jvm::load_filter(&Source::new(&new), None, Default::default())
            .expect("it can be read");
        replay(
            &Source::new(&new),
            &loaded.method,
            &model,
            None,
            &Budget::unlimited(),
        )
    }

    const TEXT: &str = "String f(String in)";
    const ESCAPE: &str = "StringBuilder out = new StringBuilder();
        for (int i = 0; i < in.length(); i++) { char c = in.charAt(i); if (c == '<') out.append(\"&lt;\"); else out.append(c); }
        return out.toString();";

    const PROGRAM: &str = "void main(String[] none) throws IOException";
    const COPY: &str =
        "int c; while ((c = System.in.read()) >= 0) { System.out.write(c); } System.out.flush();";

    #[test]
    fn a_filter_that_does_what_its_model_says_is_not_contradicted() {
        for (head, body) in [(TEXT, ESCAPE), (PROGRAM, COPY)] {
            let Replayed {
                replay,
                contradiction,
            } = replayed(head, body, body);
            assert_eq!((contradiction, replay.unable), (None, None));
            assert!(replay.done && replay.runs > 2, "{}", replay.runs);
        }
    }

    #[test]
    fn a_filter_that_does_something_else_contradicts_the_model() {
        let changes = [
            (TEXT, ESCAPE, "&lt;", "&LT;"),
            (TEXT, ESCAPE, "return out.toString();", "return null;"),
            (
                TEXT,
                ESCAPE,
                "return out.toString();",
                "throw new IllegalStateException();",
            ),
            // What is not flushed is lost, and only a process of its own shows it.
            (PROGRAM, COPY, "System.out.flush();", ""),
            (
                PROGRAM,
                COPY,
                "System.out.write(c);",
                "System.out.write(c & 0x7f);",
            ),
        ];
        for (head, body, from, to) in changes {
            assert!(body.contains(from));
            let contradiction = replayed(head, body, &body.replace(from, to)).contradiction;
            let words = contradiction.unwrap_or_else(|| panic!("{to} is not seen"));
            assert!(
                words.starts_with("on the input ") && words.contains(" the model "),
                "{words}"
            );
        }
    }
}
