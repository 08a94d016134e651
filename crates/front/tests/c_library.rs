//! The library's functions do what those of the machine's C library do.

use std::path::{Path, PathBuf};
use std::process::Command;

use front::c::{Function, Linkage, Machine, Source, Unit, as_c, read};

use crate::c_support::{MACHINES, corpus, read_text, run};

/// Streams, and what the system is asked for, are compared as whole programs (`c_differential.rs`).
const ON_THEIR_OWN: [&str; 7] = [
    "getopt.c",
    "stdio.c",
    "file.c",
    "line.c",
    "scan.c",
    "message.c",
    "world.c",
];

const FILES: [&str; 7] = [
    "format.c",
    "real.c",
    "stdlib.c",
    "string.c",
    "ctype.c",
    "math.c",
    "compiler.c",
];

/// So are functions that write to them.
const ON_STREAMS: [&str; 8] = [
    "printf",
    "fprintf",
    "dprintf",
    "vprintf",
    "vfprintf",
    "vdprintf",
    "__printf_chk",
    "__fprintf_chk",
];

fn library(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/c/library")
        .join(file)
}

fn host() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/c/host.c")
        .to_string_lossy()
        .into_owned()
}

fn driver() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/library.c")
}

/// The names that a file of the library gives to programs.
fn names(file: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("library.i");
    std::fs::copy(library(file), &copy).unwrap();
    let source = Source {
        library: false,
        ..Source::new(copy, Machine::Bits64)
    };
    let unit = read(&source).unwrap_or_else(|error| panic!("{error}"));
    let given = unit
        .functions
        .values()
        .filter(|f| f.body.is_some() && f.linkage == Linkage::External);
    given
        .map(|f| f.name.clone())
        .filter(|name| !name.starts_with("__mores_"))
        .collect()
}

/// Compiles with gcc into a folder.
fn gcc(arguments: &[String]) {
    let output = Command::new("gcc")
        .args(["-w", "-O1", "-fno-builtin"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Under other names, so that both are there: every function of the library, compared on many arguments.
#[test]
fn functions_of_the_library_do_what_those_of_the_machine_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let tests = expanded();
    let mut program = vec![
        "-o".to_owned(),
        path("program"),
        driver().to_string_lossy().into_owned(),
        host(),
    ];
    for file in FILES {
        let names = names(file);
        for name in names
            .iter()
            .filter(|name| !ON_STREAMS.contains(&name.as_str()))
        {
            let mentioned = tests.matches(&format!("lib_{name}(")).count();
            assert!(mentioned >= 2, "{name} of {file} is not compared");
        }
        let object = path(&file.replace(".c", ".o"));
        let renamed = names.iter().map(|name| format!("-D{name}=lib_{name}"));
        let intrinsic = ["-D__mores_size=malloc_usable_size".to_owned()];
        let rest = [
            "-c".to_owned(),
            "-o".to_owned(),
            object.clone(),
            library(file).to_string_lossy().into_owned(),
        ];
        gcc(&renamed.chain(intrinsic).chain(rest).collect::<Vec<_>>());
        program.push(object);
    }
    program.push("-lm".to_owned());
    gcc(&program);
    let output = Command::new(path("program")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 failures\n");
}

/// What the driver is after preprocessing: each function is declared there, and called at least once.
fn expanded() -> String {
    let output = Command::new("gcc")
        .arg("-E")
        .arg(driver())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Reads a text with the library.
fn with_library(text: &str, machine: Machine) -> Unit {
    read_text(text, machine).unwrap_or_else(|error| panic!("{error}"))
}

fn named<'u>(unit: &'u Unit, name: &str) -> &'u Function {
    unit.functions
        .values()
        .find(|f| f.name == name)
        .unwrap_or_else(|| panic!("{name} is not there"))
}

#[test]
fn a_program_gets_the_functions_it_calls_and_what_they_need() {
    for (machine, _) in MACHINES {
        let unit = with_library(
            "unsigned long strspn(const char *, const char *); int strcmp(const char *, const char *);
            int atoi(const char *); int main(void) { return atoi(\"12\"); }",
            machine,
        );
        assert!(named(&unit, "atoi").is_library() && named(&unit, "__mores_digit").is_library());
        assert!(named(&unit, "strspn").body.is_none() && named(&unit, "strcmp").body.is_none());
        assert!(!named(&unit, "main").is_library());
        assert_eq!(&*named(&unit, "atoi").place.file, "<library>/stdlib.c");
    }
}

#[test]
fn functions_of_the_program_go_before_those_of_the_library() {
    let unit = with_library(
        "static int strlen(int x) { return x; } int abs(int x) { return x; }
        typedef struct { int a; } size_t; int length, text, i;
        int strcmp(const char *, const char *); int main(void) { return strlen(1) + abs(2) + strcmp(\"\", \"\"); }",
        Machine::Bits64,
    );
    assert!(!named(&unit, "strlen").is_library() && !named(&unit, "abs").is_library());
    assert!(named(&unit, "strcmp").is_library());
}

#[test]
fn declarations_may_differ_in_what_is_pointed_to_and_in_nothing_else() {
    let unit = with_library(
        "unsigned strlen(char *); char *strcpy(char *, char *); unsigned strcmp(char *, char *); int strchr();
        int main(void) { return strlen(\"\") + strcmp(\"\", \"\") + strchr(\"\", 0) + *strcpy(0, 0); }",
        Machine::Bits32,
    );
    assert!(named(&unit, "strlen").is_library() && named(&unit, "strcpy").is_library());
    assert!(named(&unit, "strcmp").body.is_none() && named(&unit, "strchr").body.is_none());
}

#[test]
fn functions_need_no_declaration_where_the_compiler_knows_them() {
    let unit = with_library(
        "int main(void) { char b[9]; strcpy(b, \"x\"); return __builtin_strlen(strchr(b, 120)) + __builtin_clzll(1); }",
        Machine::Bits64,
    );
    for name in ["strcpy", "strlen", "strchr", "__builtin_clzll"] {
        assert!(named(&unit, name).is_library(), "{name}");
    }
}

/// Functions of the library that no header declares, or not as functions.
const UNDECLARED: [&str; 8] = [
    "strlcpy",
    "strlcat",
    "__errno_location",
    "_IO_putc",
    "_IO_getc",
    "isnan",
    "isinf",
    "finite",
];

const HEADERS: [&str; 16] = [
    "ctype", "errno", "math", "stdio", "stdlib", "string", "strings", "malloc", "unistd", "time",
    "err", "sys/stat", "sys/time", "signal", "locale", "getopt",
];

/// With the headers of the machine, on both machines for what needs none of 32 bits.
#[test]
fn the_headers_agree_with_the_library() {
    let includes: String = HEADERS
        .iter()
        .map(|name| format!("#include <{name}.h>\n"))
        .collect();
    let mut wanted = Vec::new();
    for file in FILES.into_iter().chain(ON_THEIR_OWN) {
        wanted.extend(
            names(file)
                .into_iter()
                .filter(|name| !UNDECLARED.contains(&name.as_str())),
        );
    }
    wanted.retain(|name| !name.starts_with("__"));
    let uses: String = wanted
        .iter()
        .map(|name| format!("p = (void *){name};\n"))
        .collect();
    let text = format!(
        "#define _GNU_SOURCE\n{includes}int main(void) {{ void *p = stdout; {uses} return p == 0; }}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("uses.c");
    std::fs::write(&file, text).unwrap();
    let unit = read(&Source::new(file, Machine::Bits64)).unwrap_or_else(|error| panic!("{error}"));
    let missing: Vec<&String> = wanted
        .iter()
        .filter(|name| !named(&unit, name).is_library())
        .collect();
    assert!(missing.is_empty() && wanted.len() > 100, "{missing:?}");
    for (stream, defined) in [("stdout", true), ("stderr", false)] {
        let is_it = |global: &front::c::Global| global.name == stream && global.defined == defined;
        assert!(unit.globals.values().any(is_it), "{stream}");
    }
}

/// Programs with the library's functions in them, written as C again: what they print is what they printed.
#[test]
fn programs_with_the_library_in_them_print_what_they_printed() {
    let chosen = [
        "string_",
        "ctype_",
        "stdlib_",
        "parser_",
        "malloc_list",
        "malloc_s",
        "gnu_builtins",
    ];
    let files = corpus("run").into_iter().filter(|file| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        chosen.iter().any(|start| name.starts_with(start)) && !name.ends_with("_ilp32")
    });
    let mut bodies = 0;
    for file in files {
        let unit =
            read(&Source::new(&file, Machine::Bits64)).unwrap_or_else(|error| panic!("{error}"));
        bodies += unit.functions.values().filter(|f| f.is_library()).count();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let expected =
            std::fs::read_to_string(file.with_file_name("expected").join(format!("{name}.txt")))
                .unwrap();
        assert_eq!(
            run(
                &as_c(&unit),
                &["-fno-builtin", "-D__mores_size=malloc_usable_size", &host()]
            )
            .trim_end(),
            expected.trim_end(),
            "{}",
            file.display()
        );
    }
    assert!(bodies > 50, "{bodies}");
}
