//! Generated code beside the original, in one run: every filter of `corpus/c/filters`, an escaper beside two crates, a pipeline
//! beside its parts in a row, and two threads beside one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use model::transducer::SymbolicTransducer;
use mores::{
    Budget, FilterRequest, GenerateReport, GenerateRequest, Language, Measured, NoProgress,
    Operand, Sizes,
};

use crate::table::table;

const FILTERS: &str = "corpus/c/filters";
/// How long one filter may take to be learned, proved and tried.
const BUDGET: Duration = Duration::from_secs(60);
/// A text that does not fit in the cache.
const MEMORY: Sizes = Sizes {
    symbols: 64 << 20,
    runs: 5,
};
/// Who is faster, in symbols a second, has not read them.
const FASTEST: f64 = 1e12;
/// Three sanitizers that follow each other.
const PIPELINE: [(&str, Option<&str>); 3] = [
    ("cleanse_css", None),
    ("html_escape", None),
    ("json_escape", Some("json_escape")),
];
/// The stateful filter that threads share, and what they share.
const SHARED: &str = "javascript_escape";
const SHARED_BYTES: usize = 256 << 20;

/// A part of the benchmark: its name, and what prints it.
type Part = (&'static str, fn() -> Result<String, String>);
/// What is measured besides the filters of the corpus.
const PARTS: [Part; 3] = [
    ("escapers", escapers),
    ("pipeline", pipeline),
    ("threads", threads),
];

/// A text, a crate, and the seconds that it took.
type Rival = (String, String, f64);
/// How often the escapers are run in turn.
const TURNS: usize = 4;

/// Measures everything, or the filters and parts that are named.
pub fn run(args: &[String]) -> Result<String, String> {
    let (parts, filters): (Vec<&String>, Vec<&String>) = args
        .iter()
        .partition(|arg| PARTS.iter().any(|(name, _)| arg == name));
    let mut texts = Vec::new();
    if args.is_empty() || !filters.is_empty() {
        texts.push(corpus(&entries(&filters)?));
    }
    for (name, part) in PARTS {
        if args.is_empty() || parts.iter().any(|wanted| *wanted == name) {
            texts.push(part().unwrap_or_else(|why| format!("{why}\n")));
        }
    }
    Ok(texts.join("\n"))
}

/// The filters of the corpus, by the table in its README: name, and function if it is no program.
fn entries(wanted: &[&String]) -> Result<Vec<(String, Option<String>)>, String> {
    let readme = Path::new(FILTERS).join("README.md");
    let readme = fs::read_to_string(&readme).map_err(|e| {
        format!(
            "{}: {e}; run it from the root of the repository",
            readme.display()
        )
    })?;
    let mut found = Vec::new();
    for line in readme.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, _, _, entry, ..] = &cells[..] else {
            continue;
        };
        let name = name.trim_matches('`').to_owned();
        if !entry.starts_with('`') || !path(&name).exists() {
            continue;
        }
        let function = entry.trim_matches('`').strip_prefix("--function ");
        if wanted.is_empty() || wanted.contains(&&name) {
            found.push((name, function.map(str::to_owned)));
        }
    }
    Ok(found)
}

fn path(name: &str) -> PathBuf {
    Path::new(FILTERS).join(format!("{name}.c"))
}

fn operand(name: &str, function: Option<String>) -> Operand {
    Operand {
        request: FilterRequest {
            function,
            ..FilterRequest::new(path(name))
        },
    }
}

fn request(filters: Vec<Operand>) -> GenerateRequest {
    GenerateRequest {
        filters,
        language: Language::C,
        name: None,
        main: false,
        accept_unproved: false,
        measure: Some(Sizes::default()),
    }
}

fn generated(filters: Vec<Operand>, sizes: Sizes) -> Result<GenerateReport, String> {
    let request = GenerateRequest {
        measure: Some(sizes),
        ..request(filters)
    };
    mores::generate(&request, &Budget::lasting(BUDGET), &NoProgress)
        .map(|artifacts| artifacts.report)
        .map_err(|e| e.to_string())
}

/// A row for each filter, and what they come to.
fn corpus(filters: &[(String, Option<String>)]) -> String {
    let mut rows = Vec::new();
    let (mut native, mut portable) = (Vec::new(), Vec::new());
    let (mut made, mut proved) = (0, 0);
    for (name, function) in filters {
        eprintln!("{name}");
        let report = generated(vec![operand(name, function.clone())], Sizes::default());
        match report {
            Ok(report) => {
                made += 1;
                proved += usize::from(report.proved);
                rows.push(row(name, &report));
                let typical = typical(&report.measured);
                native.extend(typical.map(ratio));
                portable.extend(typical.map(portable_ratio));
            }
            Err(why) => {
                let mut row = vec![String::new(); 9];
                (row[0], row[1], row[8]) = (name.clone(), "no".to_owned(), why);
                rows.push(row);
            }
        }
    }
    let header = [
        "filter",
        "known",
        "clean",
        "page",
        "quarter",
        "numbers",
        "-O3",
        "of a copy",
        "how",
    ];
    format!(
        "{}\n{made} of {} generated, {proved} proved, the others tried; times the original on a page or on numbers:\n\
         at -O3 -march=native {}; at -O3 {}\n",
        table(&header, &["known", "how"], &rows),
        filters.len(),
        middle_and_least(native),
        middle_and_least(portable),
    )
}

fn middle_and_least(mut ratios: Vec<f64>) -> String {
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.get(ratios.len() / 2).copied().unwrap_or(0.0);
    let least = ratios.first().copied().unwrap_or(0.0);
    format!("median {middle:.1}, least {least:.2}")
}

fn ratio(measured: &Measured) -> f64 {
    measured.original / measured.generated
}

/// Beside the original as it is compiled for any machine of the kind.
fn portable_ratio(measured: &Measured) -> f64 {
    measured.portable / measured.generated
}

/// Whether both end after a few symbols, whatever follows.
fn at_once(measured: &Measured) -> bool {
    let slower = measured.original.max(measured.generated);
    measured.symbols as f64 > FASTEST * slower
}

/// The text that is most like what people have: a page, or numbers.
fn typical(measured: &[Measured]) -> Option<&Measured> {
    let named = |name: &str| measured.iter().find(|m| m.text == name);
    let found = named("page").or(named("numbers"));
    found.filter(|measured| !at_once(measured))
}

fn row(name: &str, report: &GenerateReport) -> Vec<String> {
    let known = if report.proved { "proved" } else { "tried" };
    let mut row = vec![name.to_owned(), known.to_owned()];
    for text in ["clean", "page", "quarter", "numbers"] {
        let found = report.measured.iter().find(|m| m.text == text);
        row.push(found.map_or(String::new(), |m| match at_once(m) {
            true => "at once".to_owned(),
            false => format!("{:.2}", ratio(m)),
        }));
    }
    let typical = typical(&report.measured);
    row.push(typical.map_or(String::new(), |m| format!("{:.2}", portable_ratio(m))));
    let first = report.measured.first();
    let first = first.filter(|measured| !at_once(measured));
    row.push(first.map_or(String::new(), |m| format!("{:.2}", m.memcpy / m.generated)));
    row.push(report.means.clone());
    row
}

/// `html_escape` beside the crates html-escape and v_htmlescape, which are fetched for it, in the cache and from memory.
fn escapers() -> Result<String, String> {
    let program = build_escapers()?;
    let mut rows = Vec::new();
    for sizes in [Sizes::default(), MEMORY] {
        let (measured, rivals) = side_by_side(&program, sizes)?;
        for measured in &measured {
            let time = |who: &str| {
                let mut found = rivals
                    .iter()
                    .filter(|(text, name, _)| *text == measured.text && name == who);
                found.next().map_or(f64::NAN, |(_, _, seconds)| *seconds)
            };
            let best = time("html-escape").min(time("v_htmlescape"));
            rows.push(vec![
                measured.text.clone(),
                format!("{} MiB", sizes.symbols >> 20),
                format!("{:.1}", ratio(measured)),
                format!("{:.1}", time("html-escape") / measured.generated),
                format!("{:.1}", time("v_htmlescape") / measured.generated),
                format!("{:.1}", best / measured.generated),
                format!("{:.2}", measured.memcpy / measured.generated),
            ]);
        }
    }
    let header = [
        "html_escape",
        "size",
        "times the C original",
        "html-escape",
        "v_htmlescape",
        "the best crate",
        "of a copy",
    ];
    Ok(table(&header, &["size"], &rows))
}

/// What the generated code and the crates take. Each has its turn several times, and the fastest counts: a machine that others
/// use, too, is slow at times.
fn side_by_side(program: &Path, sizes: Sizes) -> Result<(Vec<Measured>, Vec<Rival>), String> {
    // In memory a turn takes a minute, and differs less from the next.
    let turns = if sizes == MEMORY { 2 } else { TURNS };
    let mut best: Vec<Measured> = Vec::new();
    let mut rivals = Vec::new();
    for _ in 0..turns {
        let report = generated(vec![operand("html_escape", None)], sizes)?;
        if best.is_empty() {
            best.clone_from(&report.measured);
        }
        for (best, new) in best.iter_mut().zip(&report.measured) {
            best.original = best.original.min(new.original);
            best.portable = best.portable.min(new.portable);
            best.generated = best.generated.min(new.generated);
            best.memcpy = best.memcpy.min(new.memcpy);
        }
        rivals.extend(rival_times(program, sizes)?);
    }
    rivals.sort_by(|a, b| a.2.total_cmp(&b.2));
    Ok((best, rivals))
}

fn build_escapers() -> Result<PathBuf, String> {
    let built = Command::new("cargo")
        .args(["build", "--release", "--locked", "--quiet"])
        .args([
            "--manifest-path",
            "crates/bench/escapers/Cargo.toml",
            "--target-dir",
            ".deps/escapers",
        ])
        .env("RUSTFLAGS", "-C target-cpu=native")
        .status();
    match built {
        Ok(status) if status.success() => Ok(PathBuf::from(".deps/escapers/release/escapers")),
        _ => {
            Err("The crates to compare html_escape with could not be fetched and built.".to_owned())
        }
    }
}

/// The times of the crates on the same texts.
fn rival_times(program: &Path, sizes: Sizes) -> Result<Vec<Rival>, String> {
    let model = model("html_escape")?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for (kind, bytes) in mores::sample_texts(&model, sizes.symbols) {
        let file = folder.path().join(kind);
        fs::write(&file, bytes).map_err(|e| e.to_string())?;
        // The first runs of a process are slow at times.
        let output = Command::new(program)
            .args([&file, &file, &file])
            .output()
            .map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        for line in said.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [_, name, seconds] = &words[..] {
                let seconds: f64 = seconds.parse().map_err(|_| line.to_owned())?;
                found.push((kind.to_owned(), (*name).to_owned(), seconds));
            }
        }
    }
    Ok(found)
}

/// Three filters in one pass beside the generated three in a row.
fn pipeline() -> Result<String, String> {
    let filters: Vec<Operand> = PIPELINE
        .iter()
        .map(|(name, function)| operand(name, function.map(str::to_owned)))
        .collect();
    let report = generated(filters, Sizes::default())?;
    let figures: Vec<String> = report
        .measured
        .iter()
        .map(|m| format!("{} {:.1}", m.text, ratio(m)))
        .collect();
    let known = if report.proved { "proved" } else { "tried" };
    Ok(format!(
        "{} in one pass ({known}), times the generated ones in a row: {}\n",
        PIPELINE.map(|(name, _)| name).join(", then "),
        figures.join(", ")
    ))
}

const TIMES: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n\
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }\n\
int main(int argc, char **argv) {\n\
  FILE *f = fopen(argv[1], \"rb\"); size_t n = atol(argv[2]); (void)argc;\n\
  uint8_t *in = malloc(n), *out = malloc(NAME_space(n)); double best[3] = { 1e9, 1e9, 1e9 };\n\
  if (!f || !in || !out || fread(in, 1, n, f) != n) return 1;\n\
  for (int round = 0; round < 15; round++) for (unsigned t = 1; t <= 2; t++) {\n\
    double b = now(); NAME_parallel(in, n, out, t); b = now() - b; if (b < best[t]) best[t] = b; }\n\
  printf(\"%.9f %.9f\\n\", best[1], best[2]); return 0; }\n";

/// Two threads beside one.
fn threads() -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let [source, text, program] =
        ["threads.c", "page", "threads"].map(|name| folder.path().join(name));
    let page = page(SHARED, SHARED_BYTES)?;
    fs::write(&text, &page).map_err(|e| e.to_string())?;
    let code = code(SHARED)? + &TIMES.replace("NAME", SHARED);
    fs::write(&source, code).map_err(|e| e.to_string())?;
    let compiled = Command::new("cc")
        .args(["-O3", "-march=native", "-pthread", "-w"])
        .arg(format!("-D{SHARED}_THREADS"))
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        return Err("The C compiler does not take the code for threads.".to_owned());
    }
    let times = Command::new(&program)
        .arg(&text)
        .arg(page.len().to_string())
        .output()
        .map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&times.stdout).into_owned();
    let times: Vec<f64> = said
        .split_whitespace()
        .filter_map(|t| t.parse().ok())
        .collect();
    let &[one, two] = &times[..] else {
        return Err(format!("The threads said: {said}"));
    };
    let rate = |seconds: f64| page.len() as f64 / seconds / 1e9;
    Ok(format!(
        "{SHARED} on {} MB of a page: one thread {:.2} GB/s, two {:.2} GB/s, {:.2} times one\n",
        page.len() >> 20,
        rate(one),
        rate(two),
        one / two
    ))
}

/// The C of a filter.
fn code(name: &str) -> Result<String, String> {
    let request = GenerateRequest {
        measure: None,
        ..request(vec![operand(name, None)])
    };
    let made = mores::generate(&request, &Budget::lasting(BUDGET), &NoProgress);
    let made = made.map_err(|e| e.to_string())?;
    Ok(made.files[0].1.clone())
}

/// A page for a filter.
fn page(name: &str, bytes: usize) -> Result<Vec<u8>, String> {
    let texts = mores::sample_texts(&model(name)?, bytes);
    let found = texts.into_iter().find(|(kind, _)| *kind == "page");
    found
        .map(|(_, text)| text)
        .ok_or_else(|| "there is no page".to_owned())
}

fn model(name: &str) -> Result<SymbolicTransducer, String> {
    let request = FilterRequest::new(path(name));
    let learned = mores::filter(&request, &Budget::lasting(BUDGET), &NoProgress);
    let learned = learned.map_err(|e| e.to_string())?;
    learned
        .transducer
        .ok_or_else(|| format!("{name} has no model"))
}
