//! Every command under arguments and files that nobody would give: it refuses or answers, and never breaks.
//!
//! The vocabulary is the command's own: what its help says. Runs are the same every time. `MORES_FUZZ_RUNS=5000` makes more of
//! them, `MORES_FUZZ_SEED=7` makes others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{folder, mores, root};

/// Runs where nobody asks for more.
const RUNS: u64 = 40;

/// Options that take minutes by what they are for, or that hand a text to another program which may do anything with it.
const LEFT_OUT: [&str; 4] = ["--measure", "--cc", "--help", "--version"];

/// Numbers that look random and are the same on every run (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % end as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// An option and the values that its help names; `None` if it takes none.
type Options = BTreeMap<String, Option<Vec<String>>>;

/// The most columns before the name of an option in the help; what stands further in explains one.
const NAMES: usize = 6;

/// What the help of a command says that can be given to it.
fn options(folder: &Path, command: &str) -> Options {
    let help = mores(folder, &[command, "--help"]).stdout;
    let mut options = Options::new();
    let mut last = String::new();
    for line in help.lines() {
        let indent = line.len() - line.trim_start().len();
        let named = line.trim_start().starts_with('-') && indent <= NAMES;
        let mut words = line.split([' ', '=', '[']);
        if let Some(name) = words.find(|w| w.starts_with("--")).filter(|_| named) {
            let values = line.contains(&format!("{name} <")).then(Vec::new);
            options.insert(name.to_owned(), values);
            last = name.to_owned();
        }
        let values = line
            .split_once("[possible values: ")
            .and_then(|(_, rest)| rest.split_once(']'));
        let bullet = line.trim_start().strip_prefix("- ");
        if let Some(Some(known)) = options.get_mut(&last) {
            known.extend(
                values
                    .iter()
                    .flat_map(|(names, _)| names.split(", ").map(str::to_owned)),
            );
            known.extend(bullet.map(|b| b.split(':').next().unwrap_or(b).to_owned()));
        }
    }
    options.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
    options
}

fn commands(folder: &Path) -> Vec<String> {
    let help = mores(folder, &["--help"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The command lines that a help shows, without the name of the program: they are known to be right.
fn examples(folder: &Path, command: &str) -> Vec<Vec<String>> {
    let help = mores(folder, &[command, "--help"]).stdout;
    let help = help.replace("\\\n", " ");
    let lines = help.lines().map(str::trim);
    let lines = lines.filter_map(|line| line.strip_prefix("mores "));
    let words = |line: &str| {
        let words = line.split_whitespace();
        let word = |word: &str| word.trim_matches('\'').to_owned();
        words.map(word).collect::<Vec<String>>()
    };
    let own = |words: &Vec<String>| words.first().is_some_and(|first| first == command);
    lines.map(words).filter(own).collect()
}

/// An example whose files are broken, perhaps with an option more or a word less.
fn broken_example(random: &mut Random, command: &Vocabulary, place: &Path) -> Vec<String> {
    let mut args = random.pick(&command.examples).clone();
    for arg in &args {
        let original = [root().join(arg), place.join("..").join(arg)];
        let original = original.into_iter().find(|path| path.is_file());
        if let Some(bytes) = original.and_then(|path| fs::read(path).ok()) {
            let copy = place.join(arg);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("made");
            let bytes = match random.below(4) {
                0 => bytes,
                1 | 2 => edited(random, bytes),
                _ => mutated(random, &bytes),
            };
            fs::write(copy, bytes).expect("written");
        }
    }
    match random.below(4) {
        0 if args.len() > 1 => drop(args.remove(1 + random.below(args.len() - 1))),
        1 => args.extend(option(random, &command.options, &[".".to_owned()])),
        _ => {}
    }
    args
}

/// A command and what can be given to it.
#[derive(Debug)]
struct Vocabulary {
    name: String,
    options: Options,
    examples: Vec<Vec<String>>,
}

/// Files that are read: models, a proof, sources, a class, a jar.
fn seeds(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let learned: [&[&str]; 3] = [
        &["interface", "corpus/java/PipedOutputStream.java"],
        &["filter", "corpus/c/filters/html_escape.c"],
        &["errors", "corpus/c/versions/new.c"],
    ];
    for args in learned {
        let run = mores(folder, &[args, &["--out", "out"]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let corpus = root().join("corpus");
    for source in [
        "java/Example.java",
        "c/filters/html_escape.c",
        "c/versions/new.c",
    ] {
        let from = corpus.join(source);
        let name = from.file_name().expect("a file").to_owned();
        fs::copy(&from, folder.join("out").join(name)).expect("copied");
    }
    let tool = |program: &str, args: &[&str]| {
        let run = Command::new(program)
            .args(args)
            .current_dir(folder.join("out"))
            .status();
        assert!(
            run.is_ok_and(|status| status.success()),
            "{program} {args:?}"
        );
    };
    tool("javac", &["Example.java"]);
    tool("jar", &["cf", "Example.jar", "Example.class"]);
    let kept = ["json", "java", "class", "jar", "c"];
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder.join("out"))
        .expect("there are files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|end| kept.iter().any(|kept| end == *kept))
        })
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("read"))
        })
        .collect();
    files.sort();
    files
}

/// A change after which a file often still is what it was: another digit, a line less.
fn edited(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    let at = random.below(bytes.len().max(1)).min(bytes.len());
    if random.below(2) == 0 {
        let digit = bytes[at..].iter().position(u8::is_ascii_digit);
        if let Some(digit) = digit {
            bytes[at + digit] = b"0123456789"[random.below(10)];
        }
    } else {
        let is_end = |b: &u8| *b == b'\n';
        let begin = bytes[..at].iter().rposition(is_end).unwrap_or(0);
        let end = bytes[at..].iter().position(is_end);
        bytes.drain(begin..end.map_or(bytes.len(), |end| at + end));
    }
    bytes
}

/// A file as somebody's editor, disk or network might have left it.
fn mutated(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        match random.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => {
                let piece = bytes[at..].iter().copied().take(random.below(60));
                let piece: Vec<u8> = piece.collect();
                bytes.splice(at..at, piece);
            }
            3 => {
                let end = (at + random.below(60)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                if let Some(digit) = digit {
                    bytes.splice(at + digit..=at + digit, *b"99999999999");
                }
            }
            _ => {
                let noise: Vec<u8> = (0..random.below(9))
                    .map(|_| random.below(256) as u8)
                    .collect();
                bytes.splice(at..at, noise);
            }
        }
    }
    bytes
}

/// Something to give where a value is wanted.
fn value(random: &mut Random, files: &[String], known: &[String]) -> String {
    const ANY: [&str; 20] = [
        "",
        "0",
        "1",
        "-1",
        "18446744073709551616",
        "x",
        "x=1",
        "p=1,2",
        "setX",
        "setX(int)",
        "calls",
        "assign:x",
        "overflow",
        "main",
        "[a-",
        "\u{1b}[31m",
        "e != 0",
        "java.lang.Exception",
        "never/there",
        "out",
    ];
    match random.below(4) {
        0 | 1 if !known.is_empty() => random.pick(known).clone(),
        2 => random.pick(files).clone(),
        _ => (*random.pick(&ANY)).to_owned(),
    }
}

/// An option, with a value if it takes one; nothing for a command without options.
fn option(random: &mut Random, options: &Options, files: &[String]) -> Vec<String> {
    let names: Vec<&String> = options.keys().collect();
    if names.is_empty() {
        return Vec::new();
    }
    let name = *random.pick(&names);
    let value = options[name]
        .as_ref()
        .map(|known| value(random, files, known));
    [name.clone()].into_iter().chain(value).collect()
}

/// Arguments made of what a command knows.
fn arguments(random: &mut Random, command: &Vocabulary, files: &[String]) -> Vec<String> {
    let mut args = vec![command.name.clone()];
    for _ in 0..1 + random.below(3) {
        args.push(random.pick(files).clone());
    }
    for _ in 0..random.below(4) {
        args.extend(option(random, &command.options, files));
    }
    args
}

/// All files below a folder.
fn listing(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path.clone());
            }
            found.insert(path);
        }
    }
    found
}

/// Runs, judges how that ended, and says the exit code. Output is bytes: names of files need not be text.
fn judged(folder: &Path, args: &[String]) -> i32 {
    let before = listing(folder);
    let output = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let shown = || format!("mores {args:?}\n{:?}\n{stderr}", output.status);
    let code = output.status.code();
    assert!(matches!(code, Some(0..=3)), "{}", shown());
    assert!(!stderr.contains("a defect of mores"), "{}", shown());
    let after = listing(folder);
    if code == Some(2) {
        let messages = stderr
            .lines()
            .filter(|line| line.starts_with("mores: ") || line.starts_with("error: "));
        assert_eq!(messages.count(), 1, "{}", shown());
        assert!(output.stdout.is_empty(), "{}", shown());
        assert_eq!(after, before, "{}", shown());
    }
    for left in after.difference(&before) {
        // A folder takes what is in it along.
        let _ = match left.is_dir() {
            true => fs::remove_dir_all(left),
            false => fs::remove_file(left),
        };
    }
    code.unwrap_or_default()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Files for one run, most of them broken, and names that arguments are made of; most are of files that are there.
fn files(random: &mut Random, seeds: &[(String, Vec<u8>)], place: &Path) -> Vec<String> {
    let mut names = [".", "missing.c", "java.lang.Nope"]
        .map(str::to_owned)
        .to_vec();
    for _ in 0..3 {
        let (name, bytes) = random.pick(seeds);
        let (_, other) = random.pick(seeds);
        let bytes = match random.below(6) {
            0 => bytes.clone(),
            1 => mutated(random, other),
            _ => mutated(random, bytes),
        };
        fs::write(place.join(name), bytes).expect("written");
        names.extend([name.clone(), name.clone(), name.clone()]);
    }
    names
}

/// What all commands can be given.
fn vocabulary(folder: &Path) -> Vec<Vocabulary> {
    let of = |name: String| Vocabulary {
        options: options(folder, &name),
        examples: examples(folder, &name),
        name,
    };
    commands(folder).into_iter().map(of).collect()
}

#[test]
fn no_arguments_and_no_files_break_a_command() {
    let folder = folder("fuzz");
    let seeds = seeds(&folder);
    let vocabulary = vocabulary(&folder);
    let mut random = Random(number("MORES_FUZZ_SEED").unwrap_or(1));
    let place = folder.join("run");
    let mut codes: BTreeMap<i32, u32> = BTreeMap::new();
    for run in 0..number("MORES_FUZZ_RUNS").unwrap_or(RUNS) {
        let _ = fs::remove_dir_all(&place);
        fs::create_dir(&place).expect("made");
        // Each command has its turn.
        let command = &vocabulary[run as usize % vocabulary.len()];
        let mut args = match random.below(3) {
            0 => {
                let files = files(&mut random, &seeds, &place);
                arguments(&mut random, command, &files)
            }
            _ => broken_example(&mut random, command, &place),
        };
        args.retain(|arg| !arg.starts_with("--budget"));
        if command.options.contains_key("--budget") {
            args.extend(["--budget".to_owned(), "300ms".to_owned()]);
        }
        *codes.entry(judged(&place, &args)).or_default() += 1;
    }
    println!("exit codes: {codes:?}");
    assert!(
        codes.contains_key(&0) && codes.contains_key(&2),
        "{codes:?}"
    );
}

#[test]
fn the_vocabulary_is_read_from_the_help() {
    let folder = folder("fuzz-vocabulary");
    let found = options(&folder, "interface");
    assert_eq!(found.get("--json"), Some(&None));
    let engines = found["--engine"].as_ref().expect("it takes a value");
    assert!(engines.iter().any(|e| e == "hybrid"), "{engines:?}");
    for command in vocabulary(&folder) {
        assert!(!command.examples.is_empty(), "{command:?}");
    }
}
