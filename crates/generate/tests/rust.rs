//! Generated Rust does what its model does: compiled without a warning, and run in all its forms.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use generate::{Language, Request};
use model::transducer::{Runner, SymbolType};

use crate::rust_machines::{Sample, samples};

const DRIVER: &str = include_str!("rust_driver.rs.in");

/// Inputs are tried at every length up to this.
const LONGEST: usize = 300;

/// The forms in which a file can be compiled, and what is changed in it for that.
const FORMS: &[(&str, &str, &str)] = &[
    ("fast", "", ""),
    ("words", "VECTORS: bool = true", "VECTORS: bool = false"),
    ("plain", "PLAIN: bool = false", "PLAIN: bool = true"),
];

/// A folder that goes when the test is done.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Numbers that look like chance (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

fn generated(sample: &Sample, main: bool) -> generate::Generated {
    let request = Request {
        name: sample.name,
        machine: &sample.machine,
        origin: &["A test made it.".to_owned()],
        main,
    };
    generate::generate(&request, Language::Rust).expect("there is Rust for it")
}

fn compile(folder: &Path, file: &str, flags: &[&str]) {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let done = Command::new(compiler)
        .args(["--edition", "2021", "-D", "warnings", file])
        .args(flags)
        .current_dir(folder)
        .output()
        .expect("the compiler runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{file}: {said}");
}

fn rust_type(ty: SymbolType) -> String {
    format!("{}{}", if ty.signed { 'i' } else { 'u' }, ty.bits)
}

/// An input in which one of so many symbols is special: none, few, or nearly all.
fn input(random: &mut Random, sample: &Sample, length: usize) -> Vec<u64> {
    let mask = u64::MAX >> (64 - sample.machine.input.bits);
    let one_of = [1, 2, 5, 20, 100, u64::MAX][random.below(6) as usize];
    // Letters alone, or anything.
    let letters = random.below(2) == 0;
    (0..length)
        .map(|_| match (random.below(one_of), letters) {
            (0, _) => sample.special[random.below(sample.special.len() as u64) as usize],
            (_, true) => u64::from(b'l') + random.below(8),
            (_, false) => (random.next() ^ random.next() << 20) & mask,
        })
        .collect()
}

/// Cases of a machine, each number as 32 bits: how many are read, those, how many are written, those.
pub fn cases(sample: &Sample) -> Vec<u8> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut runner = Runner::new(&sample.machine);
    let mut bytes = Vec::new();
    let longer = [1000, 5000, 70_000];
    for length in (0..=LONGEST).flat_map(|n| [n, n]).chain(longer) {
        let input = input(&mut random, sample, length);
        let output = runner.whole(&input).expect("it is defined on all inputs");
        for symbols in [&input, &output] {
            bytes.extend((symbols.len() as u32).to_le_bytes());
            bytes.extend(symbols.iter().flat_map(|s| (*s as u32).to_le_bytes()));
        }
    }
    bytes
}

/// Puts a machine in all its forms into the folder, and gives its modules and what the driver does with them.
fn prepare(folder: &Folder, sample: &Sample) -> (String, String) {
    let generated = generated(sample, false);
    let [(file, code)] = &generated.files[..] else {
        panic!("one file is enough");
    };
    let name = sample.name;
    assert_eq!(*file, format!("{name}.rs"));
    folder.write(&format!("{name}.cases"), cases(sample));
    let input = rust_type(sample.machine.input);
    let output = rust_type(sample.machine.output);
    let kind = if generated.streams {
        "streams"
    } else {
        "whole"
    };
    let (mut modules, mut calls) = (String::new(), String::new());
    for (form, from, to) in FORMS {
        let changed = code.replace(from, to);
        if !from.is_empty() && changed == *code {
            continue;
        }
        let module = format!("{}_{form}", name.to_lowercase());
        folder.write(&format!("{module}.rs"), changed);
        let _ = writeln!(modules, "mod {module};");
        let _ = writeln!(
            calls,
            "    {kind}!({module}, \"{name}.cases\", {name}, {name}_into, {input}, {output});"
        );
    }
    (modules, calls)
}

#[test]
fn generated_rust_does_what_its_model_does() {
    let folder = Folder::new("mores-generated-rust");
    let all = samples();
    let prepared = all.iter().map(|sample| prepare(&folder, sample));
    let (modules, calls): (Vec<String>, Vec<String>) = prepared.unzip();
    let driver = DRIVER
        .replace("/* MODULES */", &modules.concat())
        .replace("/* MACHINES */", &calls.concat());
    folder.write("driver.rs", driver);
    compile(&folder.0, "driver.rs", &["-O"]);
    let ran = Command::new(folder.0.join("driver"))
        .current_dir(&folder.0)
        .output()
        .expect("the driver runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
}

/// The programs filter their standard input: in pieces, and as a whole where the whole decides.
#[test]
fn programs_filter_their_standard_input() {
    let folder = Folder::new("mores-generated-rust-programs");
    let wanted = ["html", "difference", "sign_first"];
    for sample in samples().iter().filter(|s| wanted.contains(&s.name)) {
        let [(name, code)] = &generated(sample, true).files[..] else {
            panic!("one file is enough");
        };
        folder.write(name, code);
        compile(&folder.0, name, &[]);
        let symbols = input(&mut Random(77), sample, 50_001);
        let expected = Runner::new(&sample.machine).whole(&symbols);
        let bytes = |symbols: &[u64], ty: SymbolType| -> Vec<u8> {
            let size = ty.bits as usize / 8;
            let words = symbols.iter().map(|s| s.to_ne_bytes());
            match cfg!(target_endian = "little") {
                true => words.flat_map(|w| w[..size].to_vec()).collect(),
                false => words.flat_map(|w| w[8 - size..].to_vec()).collect(),
            }
        };
        let given = bytes(&symbols, sample.machine.input);
        let wrote = filter(&folder.0.join(sample.name), given);
        let expected = expected.expect("it is defined on all inputs");
        assert!(wrote == bytes(&expected, sample.machine.output), "{name}");
    }
}

fn filter(program: &Path, input: Vec<u8>) -> Vec<u8> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut to = child.stdin.take().expect("it has an input");
    let feeding = std::thread::spawn(move || to.write_all(&input));
    let done = child.wait_with_output().expect("the program ends");
    feeding
        .join()
        .expect("it was fed")
        .expect("it reads everything");
    assert!(done.status.success());
    done.stdout
}

#[test]
fn words_of_the_language_are_refused_as_names() {
    let sample = &samples()[0];
    let request = Request {
        name: "match",
        machine: &sample.machine,
        origin: &[],
        main: false,
    };
    assert!(generate::generate(&request, Language::Rust).is_err());
}
