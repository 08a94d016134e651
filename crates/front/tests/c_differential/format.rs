//! Formats of `printf` with arguments for them.

use base::Random;

use super::values::{text, value};

const FLAGS: [&str; 12] = ["", "", "", "-", "0", "+", " ", "#", "-0", "+ ", "#0", "-+"];
const WIDTHS: [&str; 16] = [
    "", "", "", "", "", "", "1", "1", "5", "5", "12", "12", "40", "*", "*", "1030",
];
const PRECISIONS: [&str; 8] = ["", "", "", ".", ".0", ".1", ".7", ".*"];

/// A format and its arguments, with numbers that have a fraction or without.
pub fn format(random: &mut Random, fractions: bool) -> String {
    let (mut pattern, mut arguments) = (Vec::new(), String::new());
    for _ in 0..1 + random.below(3) {
        if random.chance(1, 2) {
            pattern.extend(
                random
                    .pick(&[&b"a"[..], b"%%", b"x\n", b"\xe9", b" ", b"%5%", b"%-4%"])
                    .iter(),
            );
        }
        conversion(random, fractions, &mut pattern, &mut arguments);
    }
    // A format that is no literal is only known when the program runs.
    let pattern = text(&pattern);
    match random.chance(1, 4) {
        true => format!("((const char *[]){{{pattern}}})[0]{arguments}"),
        false => format!("{pattern}{arguments}"),
    }
}

fn conversion(random: &mut Random, fractions: bool, pattern: &mut Vec<u8>, arguments: &mut String) {
    let letters: &[u8] = if fractions {
        b"diuxXocsdxsfeEgGaAFn"
    } else {
        b"diuxXocsdxscn"
    };
    let letter = *random.pick(letters);
    let mut part = format!(
        "%{}",
        if letter == b'n' {
            ""
        } else {
            random.pick(&FLAGS)
        }
    );
    for choices in [&WIDTHS[..], &PRECISIONS] {
        let choice = *random.pick(choices);
        if letter != b'n' {
            part.push_str(choice);
            if choice.ends_with('*') {
                arguments.push_str(&format!(", {}", random.below(24) as i64 - 8));
            }
        }
    }
    let (length, argument) = argument(random, letter);
    pattern.extend(part.bytes().chain(length.bytes()).chain([letter]));
    arguments.push_str(&format!(", {argument}"));
}

/// The length and the argument of a conversion.
fn argument(random: &mut Random, letter: u8) -> (&'static str, String) {
    let length = *random.pick(&["", "", "", "hh", "h", "l", "ll", "z", "j", "t", "q"]);
    let wide = !matches!(length, "" | "hh" | "h");
    match letter {
        b'd' | b'i' => (length, value(if wide { 'l' } else { 'i' }, random)),
        b'u' | b'x' | b'X' | b'o' => (length, value(if wide { 'g' } else { 'u' }, random)),
        b'c' => ("", value('o', random)),
        b's' => ("", value('t', random)),
        b'n' => ("", "&at".to_owned()),
        _ => (*random.pick(&["", "", "l"]), value('d', random)),
    }
}

/// A format of `scanf` and where the values go. Numbers are short enough for their types.
pub fn scanned(random: &mut Random) -> String {
    let (mut pattern, mut arguments) = (String::new(), String::new());
    for i in 0..1 + random.below(4) {
        let between = ["", "", " ", ",", "%%", "a", "x ", "%n"];
        match *random.pick(&between) {
            "%n" => {
                pattern.push_str("%n");
                arguments.push_str(&format!(", (int *)&k.numbers[{i}]"));
            }
            text => pattern.push_str(text),
        }
        wanted(random, i, &mut pattern, &mut arguments);
    }
    let text = text(pattern.as_bytes());
    format!("{text}{arguments}")
}

fn wanted(random: &mut Random, i: usize, pattern: &mut String, arguments: &mut String) {
    let dropped = if random.chance(1, 5) { "*" } else { "" };
    let (how, to) = match random.below(8) {
        0 => text_wanted(
            random,
            i,
            &[
                "s", "[abc]", "[a-c]", "[^a]", "[]x]", "[^]\n]", "[%-]", "[-0]",
            ],
        ),
        1 => text_wanted(random, i, &["c", "s"]),
        2 => {
            let width = *random.pick(&["", "1", "2", "5"]);
            match random.chance(1, 2) {
                true => (format!("{width}lf"), "&k.real".to_owned()),
                false => (
                    format!("{width}{}", random.pick(&["f", "g", "e"])),
                    "&k.small".to_owned(),
                ),
            }
        }
        _ => {
            let letter = *random.pick(&["d", "i", "u", "x", "X", "o"]);
            let (size, widths) = *random.pick(&[
                ("hh", &["1", "2"][..]),
                ("h", &["1", "3", "4"]),
                ("", &["1", "2", "7", "07"]),
                ("l", &["", "2", "9"]),
                ("ll", &["", "2", "0"]),
                ("z", &["", "1"]),
                ("j", &["", "1"]),
            ]);
            let width = random.pick(widths);
            (
                format!("{width}{size}{letter}"),
                format!("(void *)&k.numbers[{i}]"),
            )
        }
    };
    pattern.push_str(&format!("%{dropped}{how}"));
    if dropped.is_empty() {
        arguments.push_str(&format!(", {to}"));
    }
}

fn text_wanted(random: &mut Random, i: usize, kinds: &[&str]) -> (String, String) {
    let width = *random.pick(&["1", "2", "5", "39"]);
    let kind = *random.pick(kinds);
    (format!("{width}{kind}"), format!("k.texts[{i}]"))
}
