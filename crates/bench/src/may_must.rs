//! The table of Singh, Giannakopoulou and Păsăreanu ("May and Must Abstractions", 2010): predicates, iterations, states and seconds of the four schemes of may and must abstraction,
//! beside the published ones and the default engine.

use std::path::Path;
use std::time::Duration;

use mores::Scheme;

use crate::interfaces::{name, sources};
use crate::java::{compile, temporary_folder};
use crate::measure::{Abstracted, Measurement, measure};
use crate::options::seconds;
use crate::table::table;

/// How long one class may take with one scheme, unless it is said.
const BUDGET: Duration = Duration::from_secs(60);

/// A class of the paper's table.
struct Published {
    /// Its name in the corpus.
    class: &'static str,
    /// States without the one before construction and the error state.
    states: usize,
    /// For each of [`Scheme::ALL`]: predicates, iterations and seconds, if it ended.
    schemes: [Option<(usize, usize, f64)>; 4],
}

const fn published(
    class: &'static str,
    states: usize,
    schemes: [(usize, usize, f64); 4],
) -> Published {
    let [a, b, c, d] = schemes;
    Published {
        class,
        states,
        schemes: [Some(a), Some(b), Some(c), Some(d)],
    }
}

/// Singh, Giannakopoulou, Păsăreanu, "Learning Component Interfaces with May and Must Abstractions", CAV 2010, Table 1: on
/// two cores of 1.8 GHz, 3 GB. The last two are its NASA-Ascent and NASA-Complete.
const TABLE: [Published; 9] = [
    published(
        "ListItr",
        2,
        [(12, 5, 40.6), (7, 6, 42.2), (8, 4, 39.3), (6, 1, 12.7)],
    ),
    published(
        "Signature",
        3,
        [(8, 9, 72.7), (5, 6, 42.9), (7, 4, 33.2), (5, 1, 16.6)],
    ),
    published(
        "ServerTableEntry",
        3,
        [(10, 10, 98.1), (6, 7, 64.9), (10, 5, 51.3), (7, 1, 19.2)],
    ),
    published(
        "PipedOutputStream",
        2,
        [(4, 5, 16.4), (2, 3, 11.4), (2, 3, 11.6), (2, 1, 7.4)],
    ),
    published(
        "ReadWriteAcq",
        4,
        [(6, 6, 122.8), (4, 5, 75.4), (7, 5, 74.3), (6, 1, 31.1)],
    ),
    published(
        "Socket",
        6,
        [
            (25, 5, 468.5),
            (13, 5, 272.9),
            (13, 5, 228.0),
            (12, 1, 65.8),
        ],
    ),
    published(
        "TransactionManager",
        4,
        [(15, 8, 138.6), (9, 7, 103.5), (9, 4, 76.9), (9, 1, 30.4)],
    ),
    published(
        "AscentPhase",
        5,
        [
            (34, 14, 1685.6),
            (20, 14, 1433.9),
            (20, 6, 712.4),
            (20, 1, 75.6),
        ],
    ),
    Published {
        class: "Mission",
        states: 14,
        schemes: [None, None, None, Some((74, 1, 3115.6))],
    },
];

impl Published {
    /// The fewest predicates that any scheme of the paper needed.
    fn fewest(&self) -> usize {
        self.schemes
            .iter()
            .flatten()
            .map(|row| row.0)
            .min()
            .unwrap_or(usize::MAX)
    }
}

const HEADER: [&str; 16] = [
    "class",
    "scheme",
    "predicates",
    "paper",
    "atoms",
    "iterations",
    "paper",
    "abstract states",
    "states",
    "paper",
    "seconds",
    "paper",
    "default",
    "solver calls",
    "MB",
    "verdict",
];

/// Measures what was asked for; the text is the table with what is worth saying below it.
pub fn run(args: &[String]) -> Result<String, String> {
    let (budget, classes) = parse(args)?;
    let folder = temporary_folder()?;
    compile(&sources(&classes)?, folder.path())?;
    let rows: Vec<Row> = TABLE
        .iter()
        .filter(|p| classes.iter().any(|c| c == p.class))
        .flat_map(|published| {
            let file = folder.path().join(published.class).with_extension("class");
            Row::all(published, &file, budget)
        })
        .collect();
    Ok(show(&rows, budget))
}

/// The budget and the classes to measure.
fn parse(args: &[String]) -> Result<(Duration, Vec<String>), String> {
    let (mut budget, mut classes) = (BUDGET, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--budget" => budget = seconds(args.next().map_or("", String::as_str))?,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            class if TABLE.iter().any(|p| p.class == class) => classes.push(class.to_string()),
            class => {
                return Err(format!(
                    "{class} is not in the table of Singh, Giannakopoulou and Păsăreanu (2010)"
                ));
            }
        }
    }
    if classes.is_empty() {
        let known: Vec<String> = sources(&[])?.iter().map(|path| name(path)).collect();
        classes = TABLE
            .iter()
            .map(|p| p.class.to_string())
            .filter(|class| known.contains(class))
            .collect();
    }
    Ok((budget, classes))
}

/// A class with a scheme.
struct Row {
    published: &'static Published,
    /// The position of the scheme in [`Scheme::ALL`].
    scheme: usize,
    measured: Result<Measurement, String>,
    /// Seconds of the default engine.
    default: String,
}

impl Row {
    fn all(published: &'static Published, file: &Path, budget: Duration) -> Vec<Self> {
        let with = |more: &[&str]| {
            let args = [file.display().to_string()]
                .into_iter()
                .chain(more.iter().map(|arg| arg.to_string()));
            measure(&args.collect::<Vec<_>>(), budget)
        };
        let default = with(&[]).map_or("failed".into(), |m| match m.proved {
            true => m.cell("seconds").to_string(),
            false => m.cell("verdict").to_string(),
        });
        let row = |(scheme, chosen): (usize, Scheme)| {
            let measured = with(&["--engine", "may-must", "--refine", chosen.name()]);
            Self {
                published,
                scheme,
                measured,
                default: default.clone(),
            }
        };
        Scheme::ALL.into_iter().enumerate().map(row).collect()
    }

    fn scheme(&self) -> &'static str {
        Scheme::ALL[self.scheme].name()
    }

    fn cells(&self) -> Vec<String> {
        let own = |column: &str| {
            self.measured
                .as_ref()
                .map_or("-".into(), |m| m.cell(column).to_string())
        };
        let abstracted = |field: fn(&Abstracted) -> usize| {
            self.abstracted()
                .map_or("-".into(), |a| field(a).to_string())
        };
        let theirs = self.published.schemes[self.scheme];
        let paper = |field: fn((usize, usize, f64)) -> String| theirs.map_or("-".into(), field);
        vec![
            self.published.class.into(),
            self.scheme().into(),
            abstracted(|a| a.predicates.len()),
            paper(|row| row.0.to_string()),
            abstracted(|a| a.atoms),
            abstracted(|a| a.iterations),
            paper(|row| row.1.to_string()),
            abstracted(|a| a.states),
            self.states().map_or("-".into(), |n| n.to_string()),
            self.published.states.to_string(),
            own("seconds"),
            paper(|row| format!("{:.1}", row.2)),
            self.default.clone(),
            own("solver calls"),
            own("MB"),
            self.measured
                .as_ref()
                .map_or("failed".into(), |m| m.cell("verdict").to_string()),
        ]
    }

    fn abstracted(&self) -> Option<&Abstracted> {
        self.measured.as_ref().ok()?.abstracted.as_ref()
    }

    /// States as the paper counts them, of a whole interface.
    fn states(&self) -> Option<usize> {
        let measured = self.measured.as_ref().ok().filter(|m| m.proved)?;
        measured
            .cell("states")
            .parse::<usize>()
            .ok()?
            .checked_sub(2)
    }

    /// What is not as published, and what failed.
    fn remarks(&self) -> Vec<String> {
        let mut found = Vec::new();
        match &self.measured {
            Ok(measured) if measured.proved => {}
            Ok(measured) => found.push(measured.reason.clone()),
            Err(message) => found.push(message.clone()),
        }
        if let Some(states) = self
            .states()
            .filter(|&states| states != self.published.states)
        {
            found.push(format!(
                "{states} states, where the paper has {}",
                self.published.states
            ));
        }
        let fewest = self.published.fewest();
        if let Some(more) = self.abstracted().filter(|a| a.predicates.len() > fewest) {
            let (ours, all) = (more.predicates.len(), more.predicates.join("; "));
            found.push(format!(
                "{ours} predicates, where the paper's best scheme needs {fewest}: {all}"
            ));
        }
        found
            .iter()
            .map(|what| format!("{}, {}: {what}\n", self.published.class, self.scheme()))
            .collect()
    }
}

fn show(rows: &[Row], budget: Duration) -> String {
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let remarks: String = rows.iter().flat_map(Row::remarks).collect();
    let head = format!("{} s for each class and scheme\n\n", budget.as_secs_f64());
    let explanation = "states: without the one before construction and the error state; default: seconds of the default \
                       engine; paper: Table 1 of Singh, Giannakopoulou and Păsăreanu (2010)\n";
    format!(
        "{head}{}\n{explanation}{remarks}",
        table(&HEADER, &["scheme", "verdict"], &cells)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(class: &str, scheme: usize, states: &str, predicates: usize) -> Row {
        let published = TABLE
            .iter()
            .find(|p| p.class == class)
            .expect("it is in the table");
        let line = format!(
            "6\t6\t{states}\tproved\t0.125\t86\t116\t29\t4\tmay and must\t-\t3/1/7/{}\t",
            vec!["x > 0"; predicates].join("; ")
        );
        let measured = Ok(crate::measure::read(&line).expect("the line is whole"));
        Row {
            published,
            scheme,
            measured,
            default: "0.100".into(),
        }
    }

    #[test]
    fn ours_stands_beside_the_papers() {
        let row = row("Signature", 1, "5", 2);
        let cells = row.cells();
        let expected = "Signature wp+craig 2 5 3 1 6 7 3 3 0.125 42.9 0.100 116 86 proved";
        assert_eq!(cells.join(" "), expected);
        assert_eq!(cells.len(), HEADER.len());
        assert!(row.remarks().is_empty(), "{:?}", row.remarks());
    }

    #[test]
    fn what_is_not_as_published_is_remarked() {
        let remarks = row("ListItr", 3, "7", 9).remarks();
        assert_eq!(remarks.len(), 2, "{remarks:?}");
        assert!(
            remarks[0].contains("5 states, where the paper has 2"),
            "{remarks:?}"
        );
        assert!(
            remarks[1]
                .contains("9 predicates, where the paper's best scheme needs 6: x > 0; x > 0"),
            "{remarks:?}"
        );
        assert!(
            row("ListItr", 0, "4", 6).remarks().is_empty(),
            "as few as its best scheme"
        );
    }

    /// The sums of the columns of the paper's table, added up from the paper and not from here.
    #[test]
    fn the_published_table_is_copied_right() {
        let sum = |scheme: usize| {
            let rows = TABLE.iter().filter_map(|p| p.schemes[scheme]);
            rows.fold((0, 0, 0), |sum, row| {
                (
                    sum.0 + row.0,
                    sum.1 + row.1,
                    sum.2 + (row.2 * 10.0).round() as u64,
                )
            })
        };
        assert_eq!(
            [0, 1, 2, 3].map(sum),
            [
                (114, 62, 26433),
                (66, 53, 20471),
                (76, 36, 12270),
                (141, 9, 33744)
            ]
        );
    }

    #[test]
    fn only_classes_of_the_paper_are_measured() {
        let args = |line: &str| {
            line.split_whitespace()
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            parse(&args("Socket --budget 2")),
            Ok((Duration::from_secs(2), vec!["Socket".into()]))
        );
        for line in ["Stack", "--budget", "--budget soon", "--jobs 2"] {
            assert!(parse(&args(line)).is_err(), "{line}");
        }
    }
}
