//! Programs that are read, written as C again and compiled do what they did before.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use front::c::{Body, Machine, Source, Unit, as_c, read};

use crate::c_support::{corpus, read_plain, read_text, run};

fn stem(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

fn read_file(file: &Path) -> Result<Unit, front::InputError> {
    read(&Source::new(file, Machine::Bits64))
}

/// The small library for 32 bits, so that none need be installed.
fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/ilp32")
}

/// A program read and written again.
fn again(file: &Path, machine: Machine) -> Result<String, String> {
    let include = format!("-I{}", library().join("include").display());
    let options = if machine == Machine::Bits32 {
        vec![include]
    } else {
        Vec::new()
    };
    let unit = read(&Source {
        options,
        library: false,
        ..Source::new(file, machine)
    })
    .map_err(|error| error.to_string())?;
    Ok(as_c(&unit))
}

/// What differs from the file that says what the program prints.
fn difference(file: &Path) -> Result<(), String> {
    let expected = file
        .with_file_name("expected")
        .join(format!("{}.txt", stem(file)));
    let expected = std::fs::read_to_string(expected).unwrap();
    let printed = run(&again(file, Machine::Bits64)?, &[]);
    match printed.trim_end() == expected.trim_end() {
        true => Ok(()),
        false => Err(format!("{}: {printed}", file.display())),
    }
}

/// What differs between a program and itself written again, for 32 bits. The small library prints bits of floating
/// numbers, so the file says nothing here.
fn difference_32(file: &Path) -> Result<(), String> {
    let (runtime, include) = (library().join("runtime.c"), library().join("include"));
    let mut options = vec![
        "-m32",
        "-msse2",
        "-mfpmath=sse",
        "-fno-builtin",
        "-fno-stack-protector",
        "-fno-pie",
    ];
    options.extend([
        "-no-pie",
        "-static",
        "-nostdlib",
        "-I",
        include.to_str().unwrap(),
        runtime.to_str().unwrap(),
    ]);
    let original = run(&std::fs::read_to_string(file).unwrap(), &options);
    let printed = run(&again(file, Machine::Bits32)?, &options);
    match printed == original {
        true => Ok(()),
        false => Err(format!(
            "{}: {printed}\ninstead of {original}",
            file.display()
        )),
    }
}

/// All programs but those for another machine.
fn programs(other: &str) -> Vec<PathBuf> {
    let mut files = corpus("run");
    files.retain(|file| !stem(file).ends_with(other));
    assert!(files.len() >= 200, "{}", files.len());
    files
}

fn check(files: &[PathBuf], difference: fn(&Path) -> Result<(), String>) {
    let queue = Mutex::new(files.iter());
    let differences = Mutex::new(Vec::new());
    let work = || {
        while let Some(file) = { queue.lock().unwrap().next() } {
            differences.lock().unwrap().extend(difference(file).err());
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let differences = differences.into_inner().unwrap();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn programs_written_from_their_trees_print_what_they_printed() {
    check(&programs("_ilp32"), difference);
}

#[test]
fn programs_written_from_their_trees_for_32_bits_print_what_they_printed() {
    // One in four, and all that are for 32 bits only; the environment may ask for all.
    let step = if std::env::var_os("MORES_ALL").is_some() {
        1
    } else {
        4
    };
    let chosen = programs("_lp64").into_iter().enumerate();
    let chosen = chosen.filter(|(i, file)| i % step == 0 || stem(file).ends_with("_ilp32"));
    check(
        &chosen.map(|(_, file)| file).collect::<Vec<_>>(),
        difference_32,
    );
}

#[test]
fn programs_with_errors_to_be_found_are_read() {
    for file in corpus("errors")
        .into_iter()
        .filter(|file| stem(file) != "harness")
    {
        let unit = read_file(&file).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            unit.functions
                .values()
                .all(|f| !matches!(f.body, Some(Body::Unsupported(_)))),
            "{}",
            file.display()
        );
    }
}

/// A program that uses what the headers of the library declare, so that all of them are read.
#[test]
fn the_headers_of_the_library_are_read() {
    let names = [
        "stdio",
        "stdlib",
        "string",
        "ctype",
        "limits",
        "stdint",
        "stdbool",
        "assert",
        "math",
        "stddef",
        "stdarg",
        "errno",
        "time",
        "unistd",
        "pthread",
        "signal",
        "setjmp",
        "float",
        "inttypes",
        "strings",
        "locale",
        "fcntl",
        "sys/types",
        "sys/stat",
        "sys/time",
        "sys/socket",
        "wchar",
        "complex",
    ];
    let includes: String = names
        .iter()
        .map(|name| format!("#include <{name}.h>\n"))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("headers.c");
    std::fs::write(
        &file,
        format!("{includes}int main(void) {{ assert(errno == 0); return isnan(NAN) - 1; }}\n"),
    )
    .unwrap();
    let unit = read_file(&file).unwrap_or_else(|error| panic!("{error}"));
    let main = &unit.functions[unit.defined("main").unwrap()];
    assert_eq!(main.place.line as usize, names.len() + 1);
    assert!(main.place.file.ends_with("headers.c"));
    assert!(unit.functions.values().filter(|f| f.body.is_none()).count() > 500);
}

#[test]
fn old_programs_are_read() {
    let text = "
        printf();
        static count;
        add(a, b) int a; char *b; { return a + *b; }
        double half(x) float x; { return x / 2; }
        first(list, n) register n; int list[]; { auto i = 0; const one = 1; return list[i] + n * one; }
        big$name(this$) { return this$ + 1; }
        main() {
            int list[2];
            list[0] = 5; list[1] = 6;
            count = undeclared_adds(1);
            printf(\"%d %d %.1f %d %d %d\\n\", add(1, \"a\"), count, half(3.0f), first(list, 2), big$name(7), sizeof(count));
            return 0;
        }
        undeclared_adds(x) { return x + 40; }
    ";
    let unit = read_plain(text, Machine::Bits64).unwrap_or_else(|error| panic!("{error}"));
    assert!(unit.defined("big$name").is_some());
    assert_eq!(run(&as_c(&unit), &[]), "98 41 1.5 7 8 4\nexit 0\n");
}

#[test]
fn a_program_of_all_constructs_prints_what_it_printed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/constructs.c");
    let original = run(&std::fs::read_to_string(&file).unwrap(), &[]);
    assert_eq!(run(&again(&file, Machine::Bits64).unwrap(), &[]), original);
    assert_eq!(original.lines().count(), 32, "{original}");
}

/// What generated and preprocessed programs contain, and parsers stumble over.
#[test]
fn what_tools_write_is_read() {
    let text = "
        extern void __assert_fail(const char *, const char *, unsigned int, const char *)
            __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
        void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail (\"0\", \"a.c\", 3,
            __extension__ __PRETTY_FUNCTION__); })); }
        extern int ( /* no prototype */ printk)() ; __inline static int f(int x) __attribute__((__no_instrument_function__)) ;
        __extension__ typedef long long quad; typedef unsigned char u8; typedef __signed__ char s8;
        struct __attribute__ ( ( __packed__ ) ) head { u8 kind; quad value; struct head *next; } ;
        __inline static int f(int x) { register int tmp ; { { tmp = printk(\"x\", x); } return (tmp); } }
        static int (*const volatile handlers[])(int) = { f, (int (*)(int))0, &f };
        int x __attribute__ ((aligned (8))) , *y __attribute__((__unused__)) = & x, z [ 2 ] ;
        _Static_assert(sizeof(struct head) == 17); _Static_assert(__alignof__(x) == 4, \"\");
        struct { int a; ; union { short b; u8 c [ 2 ] ; } ; } w ; enum { LAST = 3 , } ; ;
        int main(int argc , char **argv) { __label__ out; int k = argc ; switch (k) { case 1 : k ++ ;
            __attribute__((fallthrough)); case 2 : u8 v = 3 ; k += v; goto out ; default : } out : k = w . c [ 0 ] ; end : ; L : { } if (k) L2 : k = 1 ;
            for (;;) { if (k) continue ; else break ; } __asm__ volatile (\"\" : \"=r\" (k) : \"0\" (k) : \"memory\"); return k ; }
    ";
    let unit = read_text(text, Machine::Bits64).unwrap_or_else(|error| panic!("{error}"));
    let named = |name: &str| unit.functions.values().find(|f| f.name == name).unwrap();
    assert!(named("__assert_fail").noreturn);
    assert!(matches!(named("main").body, Some(Body::Code(_))));
    assert_eq!(
        named("main")
            .labels
            .values()
            .filter(|label| label.name.is_some())
            .count(),
        4
    );
}

/// Chains that nest as deep as they are long end neither in a crash nor in a wait.
#[test]
fn long_chains_are_read() {
    let branches: String = (0..3000)
        .map(|i| format!("if (x == {i}) return {i}; else "))
        .collect();
    let sum = vec!["x"; 5000].join(" + ");
    let brackets = format!("{}x{}", "(".repeat(200), ")".repeat(200));
    let text = format!(
        "int f(int x) {{ {branches} return {sum}; }} int g(int x) {{ return {brackets}; }}"
    );
    let unit = read_text(&text, Machine::Bits32).unwrap_or_else(|error| panic!("{error}"));
    assert!(unit.exprs.len() > 8000);
    let deep = format!("int x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(
        read_text(&deep, Machine::Bits32).unwrap_err().message,
        "the program is nested too deeply"
    );
}
