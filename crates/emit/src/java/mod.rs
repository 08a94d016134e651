//! Java that makes the calls of a model: a witness of a difference, and tests that walk every transition.
//!
//! Calls come as statements of Java, the last of which is the call. In them `it` is the object that is called; `made`,
//! `held` and `standIn` stand for what a client cannot write, and a file that uses them brings them along.

mod apart;
mod helpers;
mod junit;
mod witness;

pub use junit::{JUnit, junit, junit_class};
pub use witness::{Against, Witness, witness};

/// A call as statements of Java without their semicolons; the last one is the call.
pub type Lines = Vec<String>;

/// The package of a class, and what its neighbours call it. Who uses a class of the JDK lives in no package.
fn home(class: &str) -> (Option<&str>, String) {
    let library = ["java.", "javax.", "jdk.", "sun."]
        .iter()
        .any(|package| class.starts_with(package));
    match class.rsplit_once('.') {
        Some((package, simple)) if !library => (Some(package), simple.replace('$', ".")),
        Some(_) | None => (None, class.replace('$', ".")),
    }
}

/// The line that puts a file where the class is.
fn package_line(package: Option<&str>) -> String {
    package.map_or_else(String::new, |package| format!("package {package};\n\n"))
}

/// A call within a lambda; `keep` is what the object is kept in, if the call makes it.
fn lambda(lines: &[String], keep: Option<&str>) -> String {
    let Some((call, before)) = lines.split_last() else {
        return "() -> { }".to_owned();
    };
    let call = keep.map_or_else(|| call.clone(), |variable| format!("{variable} = {call}"));
    if before.is_empty() {
        return format!("() -> {call}");
    }
    let before: String = before.iter().map(|line| format!("{line}; ")).collect();
    format!("() -> {{ {before}{call}; }}")
}

/// A text in quotes, with nothing in it that the compiler or a terminal would take for something else.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ if u32::from(c) < 0x20 => out.push_str(&format!("\\{:03o}", u32::from(c))),
            _ => c
                .encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out.push('"');
    out
}

/// A text within a comment.
fn commented(text: &str) -> String {
    // An escape is read even in a comment, and so is its end.
    let plain = |c: char| {
        if (' '..='~').contains(&c) && c != '\\' {
            c
        } else {
            '?'
        }
    };
    text.chars()
        .map(plain)
        .collect::<String>()
        .replace("*/", "* /")
}

/// Lines of at most 114 columns.
fn folded(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        match line.is_empty() || line.len() + 1 + word.len() <= 114 {
            true if line.is_empty() => line.push_str(word),
            true => line.extend([" ", word]),
            false => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_lives_where_the_class_is_unless_that_is_the_jdk() {
        assert_eq!(home("a.b.Outer$In"), (Some("a.b"), "Outer.In".to_owned()));
        assert_eq!(home("Plain"), (None, "Plain".to_owned()));
        assert_eq!(
            home("java.io.StringReader"),
            (None, "java.io.StringReader".to_owned())
        );
    }

    #[test]
    fn nothing_ends_a_comment_or_a_text_early() {
        assert_eq!(commented("a */ \\u002a/ b"), "a * / ?u002a/ b");
        assert_eq!(quoted("\"\n\u{1f600}"), "\"\\\"\\012\\ud83d\\ude00\"");
    }
}
