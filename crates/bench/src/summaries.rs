//! Symbolic summaries: what it costs to summarise all methods of a class of field tests and updates.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::time::Instant;

use base::{Budget, Outcome};
use front::jvm::Source;
use step::{LetterId, LocationId, Sight, StepSystem};

use crate::java::{compile, output_of, temporary_folder};
use crate::measure::peak_megabytes;
use crate::table::table;

/// The command by which the program calls itself.
pub const COMMAND: &str = "summarise-one";

/// How many methods the classes have.
const SIZES: [usize; 5] = [10, 25, 50, 100, 200];

/// What a class of [`SIZES`]`[2]` methods has to stay under, in seconds.
const WANTED: f64 = 2.0;

const COLUMNS: [&str; 6] = ["methods", "paths", "unknown", "reading", "seconds", "MB"];

/// Measures classes of all sizes, each in a process of its own; the text is a table.
pub fn run() -> Result<String, String> {
    let folder = temporary_folder()?;
    let rows = SIZES
        .iter()
        .map(|&size| row(folder.path(), size))
        .collect::<Result<Vec<_>, _>>()?;
    let mut text = table(&COLUMNS, &[], &rows);
    if let Some(row) = rows.iter().find(|row| row[0] == SIZES[2].to_string()) {
        let reached = if row[4].parse().is_ok_and(|seconds: f64| seconds < WANTED) {
            "reached"
        } else {
            "missed"
        };
        let (methods, seconds) = (&row[0], &row[4]);
        let _ = write!(
            text,
            "\n{methods} methods take {seconds} s, reading included; under {WANTED} s is wanted: {reached}\n"
        );
    }
    Ok(text)
}

fn row(folder: &Path, methods: usize) -> Result<Vec<String>, String> {
    let name = format!("Fields{methods}");
    let file = folder.join(&name).with_extension("java");
    std::fs::write(&file, source(&name, methods))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    compile(&[file], folder)?;
    let program = std::env::current_exe()
        .map_err(|error| format!("this program cannot find itself: {error}"))?;
    let mut command = Command::new(program);
    command
        .arg(COMMAND)
        .arg(folder.join(name).with_extension("class"));
    Ok(output_of(command)?
        .trim_end()
        .split('\t')
        .map(str::to_string)
        .collect())
}

/// What the new process does: one line, columns separated by tabs.
pub fn child(args: &[String]) -> Result<String, String> {
    let [class_file] = args else {
        return Err(format!("{COMMAND} CLASS"));
    };
    let started = Instant::now();
    let component =
        front::jvm::load(&Source::new(class_file)).map_err(|error| error.to_string())?;
    let reading = started.elapsed().as_secs_f64();
    let terms = smt::Terms::new();
    let solver = smt::chain(&terms, smt::Config::default());
    let (sight, budget) = (Sight::new(step::Integers::Wrapping), Budget::unlimited());
    let system = step::component(Rc::new(component), &terms, sight, &budget, solver)
        .map_err(|why| why.to_string())?;
    let constructed = constructed(&system).ok_or("the constructor leads nowhere")?;
    let methods: Vec<LetterId> = system
        .letters
        .ids()
        .filter(|&id| !system.letters[id].constructs)
        .collect();
    let answers: Vec<Outcome> = methods
        .iter()
        .flat_map(|&m| {
            system
                .summary(constructed, m)
                .paths
                .iter()
                .map(|p| p.answer)
                .collect::<Vec<_>>()
        })
        .collect();
    let seconds = started.elapsed().as_secs_f64();
    let unknown = answers
        .iter()
        .filter(|&&answer| answer == Outcome::Unknown)
        .count();
    let (methods, paths, megabytes) = (methods.len(), answers.len(), peak_megabytes());
    Ok(format!(
        "{methods}\t{paths}\t{unknown}\t{reading:.3}\t{seconds:.3}\t{megabytes}\n"
    ))
}

/// Where the constructor leads: what the object looks like ever after.
fn constructed(system: &StepSystem) -> Option<LocationId> {
    let constructor = system
        .letters
        .ids()
        .find(|&id| system.letters[id].constructs)?;
    let summary = system.summary(system.initial().location, constructor);
    summary
        .paths
        .iter()
        .find_map(|path| Some(path.next.as_ref()?.location))
}

/// A class with this many methods, each a few tests of fields and updates, no two alike.
fn source(name: &str, methods: usize) -> String {
    let mut text = format!(
        "public class {name} {{\n    private int a, b, c, d;\n    private boolean open, dirty;\n\n"
    );
    for number in 0..methods {
        let _ = write!(
            text,
            "    public void m{number}(int p) {{\n        {}\n    }}\n\n",
            body(number)
        );
    }
    text + "}\n"
}

fn body(number: usize) -> String {
    let field = |offset: usize| ["a", "b", "c", "d"][(number / 6 + offset) % 4];
    let (x, y, z, k) = (field(0), field(1), field(2), number + 1);
    match number % 6 {
        0 => format!(
            "if (open && {x} > {k}) {{ {x} -= p; dirty = true; }} else if ({y} == {k}) {{ open = true; {y} = p; }}"
        ),
        1 => format!(
            "assert open; if (p > {x}) {{ {x} = p; }} else {{ {z} += p; }} assert {y} != {k};"
        ),
        2 => format!(
            "if ({x} < {k}) {{ {x}++; if (dirty) {{ dirty = false; {z} = {x}; }} else {{ {z} = 0; }} }} \
             else if (p == {k}) {{ {y} = {z}; }}"
        ),
        3 => format!(
            "if (p < 0) throw new IllegalArgumentException(); \
             if ({x} + {y} > {k} && !dirty) {{ dirty = true; {x} = 0; {y} = p; }}"
        ),
        4 => format!(
            "switch ({z} & 3) {{ case 0: {x}++; break; case 1: {y} = {x}; break; case 2: open = !open; break; \
             default: assert {x} != {k}; {x} = p; }}"
        ),
        _ => format!(
            "if (open == dirty) {{ if ({x} == {y}) {{ {z} = p; }} else {{ {z} = {k}; }} }} \
             else {{ assert {x} <= p || {y} >= p; open = dirty; }}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::body;

    #[test]
    fn no_two_methods_are_alike() {
        let bodies: BTreeSet<String> = (0..200).map(body).collect();
        assert_eq!(bodies.len(), 200);
    }
}
