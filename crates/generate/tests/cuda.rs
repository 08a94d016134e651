//! CUDA: what the kernel's threads do, one after the other on this machine, is what the model says.
//!
//! There need be no GPU: the generated file, given to a compiler that is not CUDA's, has everything but the kernel itself,
//! and `emulate.cpp` runs that as loops. Where there is no C++ compiler either, nothing is compared.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use generate::{EMULATED_CUDA, Language, Request, generate};
use model::transducer::SymbolicTransducer;

use crate::common::{self, Random, StepText, machine};

/// How many bytes a block of threads takes at a time.
const TILE: usize = 8192;

fn request<'a>(name: &'a str, machine: &'a SymbolicTransducer) -> Request<'a> {
    Request {
        name,
        machine,
        origin: &[],
        main: false,
    }
}

fn refusal(machine: &SymbolicTransducer) -> String {
    generate(&request("sample", machine), Language::Cuda)
        .expect_err("it is refused")
        .to_string()
}

/// Writes the generated files and compiles the emulation with them; nothing if there is no compiler.
fn compiled(request: &Request<'_>) -> Option<PathBuf> {
    let generated = generate(request, Language::Cuda).expect("it can be generated");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cuda-{}", request.name));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("there is a place for files");
    let emulate = ("emulate.cpp".to_owned(), EMULATED_CUDA.to_owned());
    for (name, text) in generated.files.iter().chain([&emulate]) {
        std::fs::write(folder.join(name), text).expect("files can be written");
    }
    let program = folder.join("emulate");
    let file = &generated.files[0].0;
    let output = Command::new("c++")
        .args(["-std=c++17", "-O1", "-Wall", "-Wextra"])
        .arg(format!("-DFILTER_FILE=\"{file}\""))
        .arg(folder.join("emulate.cpp"))
        .arg("-o")
        .arg(&program)
        .output();
    let Ok(output) = output else {
        println!("there is no c++ here: nothing is compared");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Some(program)
}

/// Inputs of all short lengths, of lengths around whole tiles, and of some others; poor and rich in favourites.
fn inputs(favourites: &[u8]) -> Vec<Vec<u8>> {
    let mut random = Random(88172645463325252);
    let mut inputs = Vec::new();
    for percent in [0, 50, 100] {
        let near = [0, 1, 31, 32, 33].map(|d| [TILE - d, 2 * TILE + d, 3 * TILE - d]);
        let lengths = (0..=70).chain(near.into_iter().flatten());
        let lengths: Vec<usize> = lengths.chain([random.below(6 * TILE)]).collect();
        let made = lengths.iter();
        inputs.extend(made.map(|length| random.bytes(*length, favourites, percent)));
    }
    // Long runs of one byte: what each writes may be long everywhere, or the state known nowhere.
    let same = favourites.iter().take(3);
    inputs.extend(same.map(|byte| vec![*byte; 3 * TILE + 5]));
    inputs
}

fn agrees(request: &Request<'_>, favourites: &[u8]) {
    let Some(program) = compiled(request) else {
        return;
    };
    let inputs = inputs(favourites);
    let mut cases = Vec::new();
    for input in &inputs {
        let expected = common::written(request.machine, input);
        for length in [input.len(), expected.len()] {
            cases.extend((length as u32).to_le_bytes());
        }
        cases.extend(input.iter().chain(&expected));
    }
    let said = fed(&program, &cases);
    assert_eq!(said, format!("ok {}\n", inputs.len()), "{}", request.name);
}

/// What a program says of its standard input.
fn fed(program: &Path, input: &[u8]) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the emulation can be run");
    let mut pipe = child.stdin.take().expect("it has an input");
    pipe.write_all(input).expect("it reads its input");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_filter_with_one_state_does_what_the_model_says() {
    let machine = common::html();
    // The program around the filter is CUDA's alone: it must not be in the way.
    let request = Request {
        main: true,
        ..request("html", &machine)
    };
    agrees(&request, b"&<>");
}

#[test]
fn a_filter_that_holds_back_does_what_the_model_says() {
    agrees(&request("newlines", &common::newlines()), b"\r\n");
}

#[test]
fn a_filter_whose_state_hangs_on_all_before_does_what_the_model_says() {
    agrees(&request("thirds", &common::thirds()), b"ab");
}

/// As much as the kernel can do of everything: sixteen states, texts of all lengths, with and without the byte read.
fn wild() -> SymbolicTransducer {
    let mut steps = Vec::new();
    for (state, kind) in (0..16).flat_map(|state| (0..5).map(move |kind| (state, kind))) {
        let byte = |place: usize| match (place + kind) % 4 {
            0 => "x".to_owned(),
            _ => (65 + (state + place) % 26).to_string(),
        };
        let text: Vec<String> = (0..(state * 7 + kind * 3) % 16).map(byte).collect();
        let to = if kind > 0 {
            state * 3 + kind + 1
        } else {
            state + 1
        };
        steps.push((state, format!("x % 5 == {kind}"), text, to % 16));
    }
    let texts: Vec<Vec<&str>> = steps.iter().map(|step| refs(&step.2)).collect();
    let steps: Vec<StepText<'_>> = steps
        .iter()
        .zip(&texts)
        .map(|((from, guard, _, to), text)| (*from, guard.as_str(), text.as_slice(), *to))
        .collect();
    let end = ["48"; 16];
    let ends: Vec<&[&str]> = (1..=16).map(|length| &end[..length]).collect();
    machine(&steps, &ends)
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

#[test]
fn a_filter_at_the_limits_does_what_the_model_says() {
    let mut machine = wild();
    machine.starts[0].state = 3;
    agrees(&request("wild", &machine), &[0, 1, 2, 3, 4]);
}

#[test]
fn files_stand_alone() {
    let machine = common::html();
    let generated = generate(&request("html", &machine), Language::Cuda).expect("it is generated");
    let names: Vec<&str> = generated.files.iter().map(|file| file.0.as_str()).collect();
    assert_eq!(names, ["html.cu", "html_cuda.h"]);
    let (code, header) = (&generated.files[0].1, &generated.files[1].1);
    assert!(!code.contains("#include \""), "it needs no other file");
    assert!(!code.contains("int main"));
    assert!(header.contains("int html_cuda(const uint8_t *device_in"));
    assert!(!code.contains("NAME_cuda") && !header.contains("NAME"));
    // Texts that only one byte is written as are spelled out, which spares the kernel work.
    assert!(code.contains("constexpr bool LONG_SELF = false;"));
    assert!(!generated.streams);
}

#[test]
fn what_looks_back_is_refused() {
    assert_eq!(
        refusal(&common::difference()),
        "on a GPU only filters of bytes run that look at the byte alone and are defined on every input"
    );
}

#[test]
fn what_is_too_large_is_refused() {
    let circle: Vec<StepText<'_>> = (0..17)
        .map(|s| (s, "true", &["x"][..], (s + 1) % 17))
        .collect();
    assert_eq!(
        refusal(&machine(&circle, &[&[][..]; 17])),
        "it has 17 states; on a GPU at most 16 are possible"
    );
    assert_eq!(
        refusal(&machine(&[(0, "true", &["x"; 17], 0)], &[&[]])),
        "it writes up to 17 symbols for one; on a GPU at most 16 are possible"
    );
    assert_eq!(
        refusal(&machine(&[(0, "true", &["x"], 0)], &[&["33"; 17]])),
        "it writes 17 bytes at the end; on a GPU at most 16 are possible"
    );
}

/// Each state writes another text for each byte.
fn many_texts(states: usize, tail: &[&str]) -> SymbolicTransducer {
    let numbers: Vec<String> = (0..states).map(|state| state.to_string()).collect();
    let texts: Vec<Vec<&str>> = numbers
        .iter()
        .map(|number| [&["(u8) (x + 1)", number], tail].concat())
        .collect();
    let steps = texts.iter().enumerate();
    let steps: Vec<StepText<'_>> = steps
        .map(|(state, text)| (state, "true", text.as_slice(), (state + 1) % states))
        .collect();
    machine(&steps, &vec![&[][..]; states])
}

#[test]
fn too_many_texts_are_refused() {
    let with_symbol = machine(
        &[
            (0, "x < 2", &["x", "x"], 1),
            (0, "x >= 2", &["(u8) (x + 1)", "0"], 1),
            (1, "x < 2", &["x"], 1),
            (1, "x >= 2", &["(u8) (x + 1)", "1"], 0),
        ],
        &[&[], &[]],
    );
    let refused = refusal(&with_symbol);
    assert!(
        refused.starts_with("it writes 510 different texts, some with the symbol"),
        "{refused}"
    );
    let refused = refusal(&many_texts(12, &["0"; 12]));
    assert!(refused.contains("bytes with the buffer"), "{refused}");
    // Just as many as fit are taken, with numbers of two bytes.
    agrees(&request("many", &many_texts(3, &["7"])), b"ab");
}
