//! The table of Howar, Giannakopoulou and Rakamarić ("Hybrid Learning", 2013): how far its methods get in a given time, with and without their reductions, beside the
//! default engine.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::interfaces::{name, sources};
use crate::java::{compile, temporary_folder};
use crate::measure::{Measurement, measure};
use crate::options::Options;
use crate::table::table;

/// The components of the paper, and one of Mues, Howar et al. ("Releasing the PSYCO", 2016), as far as the corpus has them.
const CLASSES: [&str; 8] = [
    "AlternatingBit",
    "PipedOutputStream",
    "Signature",
    "IntMath",
    "AccMeter",
    "Cev",
    "CevV2",
    "ClientSocket",
];

/// A way to learn: what it is called in the table, the engine it belongs to, and how it is asked for.
struct Way {
    title: &'static str,
    engine: &'static str,
    args: &'static [&'static str],
}

const WAYS: [Way; 5] = [
    Way {
        title: "psyco",
        engine: "psyco",
        args: &["--engine", "psyco"],
    },
    Way {
        title: "baseline",
        engine: "hybrid",
        args: &["--engine", "hybrid", "--no-por", "--no-matching"],
    },
    Way {
        title: "por",
        engine: "hybrid",
        args: &["--engine", "hybrid", "--no-matching"],
    },
    Way {
        title: "matching",
        engine: "hybrid",
        args: &["--engine", "hybrid", "--no-por"],
    },
    Way {
        title: "both",
        engine: "hybrid",
        args: &["--engine", "hybrid"],
    },
];

/// Measures what was asked for; the text is the table with what is worth saying below it.
pub fn run(options: &Options) -> Result<String, String> {
    let sources = match options.classes.is_empty() {
        true => sources(&[])?
            .into_iter()
            .filter(|path| CLASSES.contains(&name(path).as_str()))
            .collect(),
        false => sources(&options.classes)?,
    };
    let folder = temporary_folder()?;
    compile(&sources, folder.path())?;
    let ways: Vec<&Way> = WAYS
        .iter()
        .filter(|way| options.engines.iter().any(|e| e == way.engine))
        .collect();
    let mut text = String::new();
    for integers in &options.integers {
        let class = |source: &PathBuf| {
            let class = name(source);
            let file = folder.path().join(&class).with_extension("class");
            Row::measure(class, &file, integers.name(), &ways, options)
        };
        let rows = in_parallel(&sources, options.jobs, &class);
        let seconds = options.budget.as_secs_f64();
        text.push_str(&format!(
            "{} integers, {seconds} s for each class and engine\n\n",
            integers.name()
        ));
        text.push_str(&show(&ways, &rows));
    }
    Ok(text)
}

/// Does this for each, so many at a time.
pub fn in_parallel<T: Sync, R: Send + Sync>(
    items: &[T],
    jobs: usize,
    work: &(impl Fn(&T) -> R + Sync),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(i) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < items.len())
                {
                    done[i].get_or_init(|| work(&items[i]));
                }
            });
        }
    });
    done.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// One class with every way to learn.
struct Row {
    class: String,
    default: Result<Measurement, String>,
    published: Vec<Result<Measurement, String>>,
}

impl Row {
    fn measure(
        class: String,
        file: &Path,
        integers: &str,
        ways: &[&Way],
        options: &Options,
    ) -> Self {
        let with = |more: &[&str]| {
            let path = file.display().to_string();
            let args = [&path, "--integers", integers]
                .into_iter()
                .chain(more.iter().copied());
            measure(
                &args.map(str::to_string).collect::<Vec<_>>(),
                options.budget,
            )
        };
        Self {
            class,
            default: with(&[]),
            published: ways.iter().map(|way| with(way.args)).collect(),
        }
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.class.clone(), cell(&self.default, "methods")];
        for measured in &self.published {
            let depth = measured
                .as_ref()
                .map_or("failed".into(), |m| m.depth.clone());
            cells.extend([depth, cell(measured, "symbols"), cell(measured, "states")]);
        }
        cells.extend(
            ["verdict", "symbols", "states", "seconds"].map(|column| cell(&self.default, column)),
        );
        cells
    }

    /// Why the default engine has no proof, and what failed.
    fn remarks(&self, ways: &[&Way]) -> String {
        let mut text = match &self.default {
            Ok(measured) if measured.proved => String::new(),
            Ok(measured) => format!("{}, default: {}\n", self.class, measured.reason),
            Err(message) => format!("{}, default: {message}\n", self.class),
        };
        for (measured, way) in self.published.iter().zip(ways) {
            if let Err(message) = measured {
                text.push_str(&format!("{}, {}: {message}\n", self.class, way.title));
            }
        }
        text
    }
}

fn cell(measured: &Result<Measurement, String>, column: &str) -> String {
    measured.as_ref().map_or("-", |m| m.cell(column)).into()
}

fn show(ways: &[&Way], rows: &[Row]) -> String {
    let published = ways.iter().flat_map(|way| [way.title, "|αM|", "|Q|"]);
    let header: Vec<&str> = ["class", "|M|"]
        .into_iter()
        .chain(published)
        .chain(["default", "|αM|", "|Q|", "seconds"])
        .collect();
    let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    let remarks: String = rows.iter().map(|row| row.remarks(ways)).collect();
    let explanation = "k_min/k_max: found at, and right up to, so many calls; * where every sequence was explored\n";
    format!(
        "{}\n{explanation}{remarks}\n",
        table(&header, &["default"], &cells)
    )
}
