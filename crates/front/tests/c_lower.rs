//! C becomes ir that keeps the rules, and the ir says what C means.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use front::c::{Checks, LowerOptions, Lowered, Machine, Source, lower, read};

use crate::c_support::corpus;

fn headers() -> String {
    format!(
        "-I{}",
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../corpus/c/ilp32/include")
            .display()
    )
}

fn lower_file(file: &Path, machine: Machine, options: &LowerOptions) -> Result<Lowered, String> {
    let include = if machine == Machine::Bits32 {
        vec![headers()]
    } else {
        Vec::new()
    };
    let unit = read(&Source {
        options: include,
        ..Source::new(file, machine)
    })
    .map_err(|e| e.to_string())?;
    lower(&unit, options).map_err(|e| e.to_string())
}

/// The ir of a program as text, one function of it.
fn function(text: &str, name: &str, options: &LowerOptions) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    let lowered = lower_file(&file, Machine::Bits64, options).unwrap();
    assert_eq!(ir::validate(&lowered.program), Ok(()));
    let all = ir::text::print(&lowered.program);
    let start = all
        .find(&format!("\nfn {name}("))
        .unwrap_or_else(|| panic!("no {name} in {all}"));
    let rest = &all[start..];
    rest[..rest.find("\n}").unwrap()].to_owned()
}

fn with_defaults(text: &str, name: &str) -> String {
    function(text, name, &LowerOptions::default())
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// The faults of a program, on a machine, with all checks or none.
fn faults(file: &Path, machine: Machine, checks: bool) -> Option<String> {
    let options = LowerOptions {
        checks: Checks::all(checks),
        ..LowerOptions::default()
    };
    let lowered = match lower_file(file, machine, &options) {
        Ok(lowered) => lowered,
        Err(error) if error.contains("addresses of labels are not supported") => return None,
        Err(error) => return Some(error),
    };
    let faults = ir::validate(&lowered.program).err()?;
    let function = faults[0]
        .function
        .map(|id| lowered.program.functions[id].name.clone());
    Some(format!("{}: {function:?}: {}", file.display(), faults[0]))
}

fn check(files: Vec<PathBuf>, machine: Machine, checks: bool) {
    let (queue, found) = (Mutex::new(files.iter()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(file) = { queue.lock().unwrap().next() } {
            let fault = faults(file, machine, checks);
            found.lock().unwrap().extend(fault);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    assert_eq!(found.into_inner().unwrap(), Vec::<String>::new());
}

#[test]
fn every_program_becomes_valid_ir_for_64_bits() {
    let mut files = corpus("run");
    files.extend(
        corpus("errors")
            .into_iter()
            .filter(|file| !file.ends_with("harness.c")),
    );
    assert!(files.len() > 200);
    check(files, Machine::Bits64, true);
}

#[test]
fn every_program_becomes_valid_ir_for_32_bits() {
    check(corpus("run"), Machine::Bits32, true);
}

#[test]
fn every_program_becomes_valid_ir_without_checks() {
    check(corpus("run"), Machine::Bits64, false);
}

#[test]
fn the_text_of_a_lowered_program_reads_back() {
    let file = corpus("errors")
        .into_iter()
        .find(|file| file.ends_with("bubble_sort.c"))
        .unwrap();
    let lowered = lower_file(&file, Machine::Bits64, &LowerOptions::default()).unwrap();
    let text = ir::text::print(&lowered.program);
    assert_eq!(ir::text::print(&ir::text::parse(&text).unwrap()), text);
}

#[test]
fn a_variable_that_always_has_a_value_is_not_asked_for_one() {
    let code = with_defaults(
        "int main(void) { int x; int y = 2; if (y > 1) x = 1; else x = 2; return x + y; }",
        "main",
    );
    assert_eq!(count(&code, "uninitialised"), 0, "{code}");
    assert_eq!(count(&code, ".set = "), 0, "{code}");
}

#[test]
fn a_variable_that_may_lack_a_value_is_asked_once() {
    let text = "int main(int argc, char **argv) { int x; if (argc > 1) x = 1; return x + x; }";
    let code = with_defaults(text, "main");
    assert_eq!(count(&code, "!x.set"), 1, "{code}");
    assert_eq!(
        count(&code, "throw @failure.undefined.uninitialised"),
        1,
        "{code}"
    );
}

#[test]
fn a_variable_that_a_switch_jumps_over_lacks_its_value() {
    let text = "int main(int argc, char **argv) { switch (argc) { int x = 5; case 1: return x; } return 0; }";
    let code = with_defaults(text, "main");
    assert_eq!(
        count(&code, "throw @failure.undefined.uninitialised"),
        1,
        "{code}"
    );
}

#[test]
fn without_the_check_a_variable_that_lacks_a_value_has_any() {
    let options = LowerOptions {
        checks: Checks {
            uninitialised: false,
            ..Checks::default()
        },
        ..Default::default()
    };
    let code = function("int main(void) { int x; return x; }", "main", &options);
    assert_eq!(count(&code, "x = _"), 1, "{code}");
    assert_eq!(count(&code, "world open \"uninitialised x\""), 1, "{code}");
}

#[test]
fn leaving_a_block_by_any_way_ends_the_lives_in_it() {
    let text = "int main(int c, char **v) {
        for (int i = 0; i < 9; i++) { int a[2]; a[0] = i; if (c == 1) break; if (c == 2) continue; if (c == 3) return 1;
            if (c == 4) goto out; }
        out: return 0; }";
    let code = with_defaults(text, "main");
    // By break, continue, return, goto and its end.
    assert_eq!(count(&code, "mem end(a)"), 5, "{code}");
    assert_eq!(count(&code, "mem new"), 1, "{code}");
}

#[test]
fn jumping_into_a_block_begins_the_lives_in_it() {
    let text =
        "int main(int c, char **v) { if (c) goto in; { int a[2]; in: a[0] = 1; return a[0]; } }";
    let code = with_defaults(text, "main");
    assert_eq!(count(&code, "mem new"), 2, "{code}");
}

#[test]
fn a_jump_back_makes_a_loop_that_is_entered_from_before() {
    let text =
        "int main(int c, char **v) { int i = 0; again: i++; if (i < c) goto again; return i; }";
    let code = with_defaults(text, "main");
    assert_eq!(
        (
            count(&code, "world enter 0"),
            count(&code, "world iterate 0")
        ),
        (1, 1),
        "{code}"
    );
}

#[test]
fn a_switch_into_a_loop_enters_it() {
    let text = "int main(int c, char **v) { int n = 0; switch (c) { case 0: do { n++; case 1: n++; } while (n < 9); } return n; }";
    let code = with_defaults(text, "main");
    assert_eq!(
        (
            count(&code, "world enter 0"),
            count(&code, "world iterate 0")
        ),
        (2, 1),
        "{code}"
    );
}

#[test]
fn adding_a_constant_overflows_on_one_side_only() {
    let code = with_defaults("int main(int c, char **v) { return c + 1; }", "main");
    assert_eq!(
        (count(&code, "c > 2147483646"), count(&code, " < ")),
        (1, 0),
        "{code}"
    );
    let off = LowerOptions {
        checks: Checks::all(false),
        ..LowerOptions::default()
    };
    let code = function("int main(int c, char **v) { return c + 1; }", "main", &off);
    assert_eq!(count(&code, "throw"), 0, "{code}");
}

#[test]
fn unsigned_arithmetic_wraps_and_is_not_asked() {
    let code = with_defaults(
        "int main(int c, char **v) { unsigned u = c; return (u * u - u) >> 3; }",
        "main",
    );
    assert_eq!(count(&code, "throw"), 0, "{code}");
}

#[test]
fn a_function_that_ends_without_its_result_fails_only_where_somebody_looks() {
    let text = "int f(int x) { if (x) return 1; } int main(int c, char **v) { f(c); return f(c); }";
    let code = with_defaults(text, "main");
    assert_eq!(count(&code, "throw @failure.undefined.return"), 1, "{code}");
    assert_eq!(count(&code, "global returned.nothing = false"), 2, "{code}");
}

#[test]
fn what_is_called_and_not_defined_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(
        &file,
        "int other(int); int main(void) { return other(1)\n + other(2); }",
    )
    .unwrap();
    let lowered = lower_file(&file, Machine::Bits64, &LowerOptions::default()).unwrap();
    let missing: Vec<_> = lowered
        .missing
        .iter()
        .map(|(name, place)| (name.as_str(), place.line))
        .collect();
    assert_eq!(missing, [("other", 1)]);
}

#[test]
fn a_program_without_its_entry_function_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, "int f(void) { return 1; }").unwrap();
    let error = lower_file(&file, Machine::Bits64, &LowerOptions::default()).unwrap_err();
    assert_eq!(error, "there is no function `main` to start with");
}

#[test]
fn a_pointer_to_a_function_is_called_only_if_it_is_one_of_that_type() {
    let text =
        "int f(int x) { return x; } int main(int c, char **v) { int (*p)(int) = f; return p(c); }";
    let code = with_defaults(text, "main");
    assert_eq!(count(&code, "p is `function i32(i32)`"), 1, "{code}");
    assert_eq!(count(&code, "call virtual `i32(i32)`(p, c)"), 1, "{code}");
}

#[test]
fn the_second_side_of_a_condition_is_a_branch_only_where_it_can_do_harm() {
    let simple = with_defaults(
        "int main(int c, char **v) { return c > 1 && c < 5 ? 1 : 2; }",
        "main",
    );
    assert_eq!(count(&simple, "if "), 1, "{simple}");
    let harmful = with_defaults(
        "int main(int c, char **v) { return c && 5 / c > 1 ? 1 : 2; }",
        "main",
    );
    assert!(count(&harmful, "if ") >= 2, "{harmful}");
}
