//! How cost grows with size: families of generated classes.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use crate::java::{compile, temporary_folder};
use crate::measure::measure;
use crate::options;
use crate::table::table;

/// How long one class may take unless it is said otherwise.
const BUDGET: Duration = Duration::from_secs(60);
/// The largest number of handles.
const HANDLES: usize = 8;
/// The largest power of ten that is counted to.
const POWERS: u32 = 6;

const COLUMNS: [&str; 6] = [
    "states",
    "symbols",
    "verdict",
    "seconds",
    "MB",
    "decided by",
];

/// Measures all classes, each in a process of its own; the text is a table with what is worth saying below it.
pub fn run(args: &[String]) -> Result<String, String> {
    let budget = budget(args)?;
    let members = members();
    let folder = temporary_folder()?;
    let write = |member: &Member| {
        let file: PathBuf = folder.path().join(member.class()).with_extension("java");
        std::fs::write(&file, member.source())
            .map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    };
    let sources: Result<Vec<_>, String> = members.iter().map(write).collect();
    let sources = sources?;
    compile(&sources, folder.path())?;
    let (mut rows, mut remarks) = (Vec::new(), String::new());
    for member in &members {
        let file = folder.path().join(member.class()).with_extension("class");
        let measured = measure(&[file.display().to_string()], budget)?;
        let size = [member.family.name().to_string(), member.size.to_string()];
        rows.push(
            size.into_iter()
                .chain(COLUMNS.map(|c| measured.cell(c).to_string()))
                .collect(),
        );
        if !measured.proved {
            let _ = writeln!(
                remarks,
                "{} {}: {}",
                member.family.name(),
                member.size,
                measured.reason
            );
        }
    }
    let header: Vec<&str> = ["family", "n"].into_iter().chain(COLUMNS).collect();
    let table = table(&header, &["verdict", "decided by"], &rows);
    Ok([table, remarks]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n"))
}

fn budget(args: &[String]) -> Result<Duration, String> {
    match args {
        [] => Ok(BUDGET),
        [flag, time] if flag == "--budget" => options::seconds(time),
        [other, ..] => Err(format!("there is no option {other}")),
    }
}

#[derive(Clone, Copy)]
enum Family {
    /// Independent handles, opened, used and closed one by one: as many states as sets of handles.
    Handles,
    /// A counter that stops at the end: few states however far it counts.
    Saturating,
    /// A counter whose every value can be told from every other.
    Visible,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Self::Handles => "handles",
            Self::Saturating => "saturating counter",
            Self::Visible => "visible counter",
        }
    }
}

struct Member {
    family: Family,
    size: usize,
}

fn members() -> Vec<Member> {
    let powers = |family| {
        (1..=POWERS).map(move |power| Member {
            family,
            size: 10usize.pow(power),
        })
    };
    let handles = (1..=HANDLES).map(|size| Member {
        family: Family::Handles,
        size,
    });
    handles
        .chain(powers(Family::Saturating))
        .chain(powers(Family::Visible))
        .collect()
}

impl Member {
    fn class(&self) -> String {
        let name = match self.family {
            Family::Handles => "Handles",
            Family::Saturating => "Saturating",
            Family::Visible => "Visible",
        };
        format!("{name}{}", self.size)
    }

    fn source(&self) -> String {
        let methods = match self.family {
            Family::Handles => (0..self.size).map(handle).collect(),
            Family::Saturating => saturating(self.size),
            Family::Visible => visible(self.size),
        };
        format!("public class {} {{\n{methods}}}\n", self.class())
    }
}

fn handle(number: usize) -> String {
    let method = |name: &str, legal: &str, effect: &str| {
        format!(
            "    public void {name}{number}() {{ if ({legal}) throw new IllegalStateException();{effect} }}\n"
        )
    };
    let open = format!("open{number}");
    format!("    private boolean {open};\n")
        + &method("open", &open, &format!(" {open} = true;"))
        + &method("use", &format!("!{open}"), "")
        + &method("close", &format!("!{open}"), &format!(" {open} = false;"))
}

fn saturating(end: usize) -> String {
    format!(
        "    private int n;\n    public void tick() {{ if (n < {end}) n++; }}\n    public void reset() {{ n = 0; }}\n    \
         public void check() {{ if (n > {end}) throw new IllegalStateException(); }}\n"
    )
}

fn visible(end: usize) -> String {
    let method = |name: &str, wrong: usize, effect: &str| {
        format!(
            "    public void {name}() {{ if (n == {wrong}) throw new IllegalStateException(); {effect}; }}\n"
        )
    };
    format!(
        "    private int n;\n{}{}",
        method("up", end, "n++"),
        method("down", 0, "n--")
    )
}

#[cfg(test)]
mod tests {
    use super::{Family, Member, budget};
    use std::time::Duration;

    #[test]
    fn every_handle_has_three_methods() {
        let source = Member {
            family: Family::Handles,
            size: 8,
        }
        .source();
        assert_eq!(source.matches("public void").count(), 24);
    }

    #[test]
    fn a_counter_names_its_end() {
        for family in [Family::Saturating, Family::Visible] {
            assert!(Member { family, size: 1000 }.source().contains("1000"));
        }
    }

    #[test]
    fn the_budget_can_be_chosen() {
        let args = |line: &str| {
            line.split_whitespace()
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            budget(&args("--budget 2.5")),
            Ok(Duration::from_millis(2500))
        );
        assert!(budget(&args("--budget")).is_err());
        assert!(budget(&args("--fast 1")).is_err());
    }
}
