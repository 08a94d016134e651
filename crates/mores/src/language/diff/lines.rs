//! Which lines of several versions of a file are the same line.
//!
//! Letters of branches and failures are named after their lines. A line that was added above must not make another
//! letter of each of them, so a line is named after the first version that has it.

use std::collections::BTreeSet;

/// A line as all versions know it: the version that has it first, and its number there, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub version: usize,
    pub number: usize,
}

/// More pairs of lines than this are not compared; what is equal at the beginning and at the end of two files still is.
const MOST_PAIRS: usize = 25_000_000;

/// For each version what its lines are called.
pub(super) fn common_lines(texts: &[&str]) -> Vec<Vec<Line>> {
    let texts: Vec<Vec<&str>> = texts
        .iter()
        .map(|text| text.lines().map(str::trim).collect())
        .collect();
    let mut known: Vec<Vec<Line>> = Vec::new();
    for version in 0..texts.len() {
        known.push(lines_of(version, &texts, &known));
    }
    known
}

fn lines_of(version: usize, texts: &[Vec<&str>], known: &[Vec<Line>]) -> Vec<Line> {
    let mut found: Vec<Option<Line>> = vec![None; texts[version].len()];
    let mut taken = BTreeSet::new();
    for (earlier, lines) in known.iter().enumerate() {
        for (theirs, ours) in aligned(&texts[earlier], &texts[version]) {
            // Two lines of one version are never the same line.
            if found[ours].is_none() && taken.insert(lines[theirs]) {
                found[ours] = Some(lines[theirs]);
            }
        }
    }
    found
        .iter()
        .enumerate()
        .map(|(i, line)| {
            line.unwrap_or(Line {
                version,
                number: i + 1,
            })
        })
        .collect()
}

/// Pairs of lines of two texts, from the top: a longest common subsequence, and in between those lines that were changed
/// one by one.
pub(in crate::language) fn aligned(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let same = common(a, b);
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (x, y) in same.into_iter().chain([(a.len(), b.len())]) {
        if x - i == y - j {
            pairs.extend((i..x).zip(j..y));
        }
        if x < a.len() {
            pairs.push((x, y));
        }
        (i, j) = (x + 1, y + 1);
    }
    pairs
}

fn common(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a[head..]
        .iter()
        .rev()
        .zip(b[head..].iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    let inner = subsequence(&a[head..a.len() - tail], &b[head..b.len() - tail]);
    let inner = inner.into_iter().map(|(x, y)| (head + x, head + y));
    let first = (0..head).map(|i| (i, i));
    let last = (0..tail).map(|i| (a.len() - tail + i, b.len() - tail + i));
    first.chain(inner).chain(last).collect()
}

/// By the textbook: how long a common subsequence of what follows can be, for each pair of lines.
fn subsequence(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    if a.len().saturating_mul(b.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let mut longest = vec![vec![0u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i][j] = if a[i] == b[j] {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lines: &[Line]) -> Vec<(usize, usize)> {
        lines
            .iter()
            .map(|line| (line.version, line.number))
            .collect()
    }

    #[test]
    fn a_line_keeps_its_name_where_others_are_added_and_changed() {
        let found = common_lines(&["a\nb\nc\nd", "a\nnew\nb\nC\nd"]);
        assert_eq!(names(&found[1]), [(0, 1), (1, 2), (0, 2), (0, 3), (0, 4)]);
    }

    #[test]
    fn a_line_of_a_branch_is_known_again_in_the_merged_text() {
        let found = common_lines(&["a\nb\nc", "a\nx\nb\nc", "a\nb\ny\nz\nc", "a\nx\nb\ny\nz\nc"]);
        assert_eq!(
            names(&found[3]),
            [(0, 1), (1, 2), (0, 2), (2, 3), (2, 4), (0, 3)]
        );
    }

    #[test]
    fn no_two_lines_of_a_version_have_one_name() {
        let texts = [
            "a\nb\na\nb",
            "b\na\nb\na\nb",
            "a\na\nb\nb\nc",
            "",
            "c\nb\na",
        ];
        for lines in common_lines(&texts) {
            let distinct: BTreeSet<Line> = lines.iter().copied().collect();
            assert_eq!(distinct.len(), lines.len());
        }
    }
}
