//! Patterns of names: `*` is any text, `?` any character.

/// Whether a pattern matches the whole of a name.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    // Where the last star stood, and how much of the name it has taken so far.
    let (mut at, mut seen, mut star) = (0, 0, None);
    while seen < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[seen] => (at, seen) = (at + 1, seen + 1),
            _ => match star {
                Some((stood, taken)) => {
                    star = Some((stood, taken + 1));
                    (at, seen) = (stood + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    /// The same by its definition, in exponential time.
    fn slow(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], []) => true,
            ([b'*', rest @ ..], _) => (0..=name.len()).any(|taken| slow(rest, &name[taken..])),
            ([b'?', rest @ ..], [_, others @ ..]) => slow(rest, others),
            ([p, rest @ ..], [c, others @ ..]) => p == c && slow(rest, others),
            ([], [_, ..]) | ([_, ..], []) => false,
        }
    }

    fn words(letters: &[u8], most: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..most {
            let longer = |word: &Vec<u8>| {
                letters
                    .iter()
                    .map(|c| [&word[..], &[*c]].concat())
                    .collect::<Vec<_>>()
            };
            last = last.iter().flat_map(longer).collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn patterns_match_what_their_definition_says() {
        for pattern in words(b"ab*?", 4) {
            for name in words(b"ab", 5) {
                let (pattern, name) = (
                    str::from_utf8(&pattern).unwrap(),
                    str::from_utf8(&name).unwrap(),
                );
                assert_eq!(
                    matches(pattern, name),
                    slow(pattern.as_bytes(), name.as_bytes()),
                    "{pattern} {name}"
                );
            }
        }
    }
}
