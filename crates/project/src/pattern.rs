//! Patterns for names: `com.acme.*`.

/// Whether a name matches a pattern: `*` stands for any characters but dots, `**` for any characters at all, `?` for one
/// character that is no dot.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    // For each end of the name, whether the pattern read so far matches what stands before it.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    let mut at = 0;
    while at < pattern.len() {
        let any = pattern[at..].starts_with(&['*', '*']);
        match pattern[at] {
            '*' => spread(&mut reached, &name, any),
            wanted => advance(&mut reached, &name, wanted),
        }
        at += if any { 2 } else { 1 };
    }
    reached[name.len()]
}

/// Whether a pattern can match more than the one name that it spells.
pub fn is_open(pattern: &str) -> bool {
    pattern.contains(['*', '?'])
}

fn spread(reached: &mut [bool], name: &[char], dots: bool) {
    for (at, &c) in name.iter().enumerate() {
        reached[at + 1] |= reached[at] && (dots || c != '.');
    }
}

fn advance(reached: &mut [bool], name: &[char], wanted: char) {
    for at in (0..name.len()).rev() {
        let fits = name[at] == wanted || (wanted == '?' && name[at] != '.');
        reached[at + 1] = reached[at] && fits;
    }
    reached[0] = false;
}
