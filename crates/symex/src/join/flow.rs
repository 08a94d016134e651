//! Where all ways from a block of a function meet again: its immediate postdominator (K. Cooper, T. Harvey and K. Kennedy,
//! "A Simple, Fast Dominance Algorithm", 2001). Ways that never return, such as those to a failure, do not count.

use base::{Arena, Id};
use ir::{BlockId, Code, TerminatorKind};

/// What comes after a block in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// This block.
    Block(BlockId),
    /// The end of the function.
    Return,
}

/// What comes after each block of a function; nothing for blocks from which it never returns.
pub(crate) struct Flow(Arena<BlockId, Option<After>>);

impl Flow {
    pub fn of(code: &Code) -> Self {
        let ways = Ways::of(code);
        let nearest = ways.nearest();
        let after = |block: usize| match nearest[block]? {
            meeting if meeting == ways.end() => Some(After::Return),
            meeting => Some(After::Block(BlockId::from_index(meeting))),
        };
        Self((0..code.blocks.len()).map(after).collect())
    }

    pub fn after(&self, block: BlockId) -> Option<After> {
        self.0[block]
    }
}

/// Blocks by number, and behind them the end of the function.
struct Ways {
    next: Vec<Vec<usize>>,
    /// The blocks from which the function can return, its end first: each before those that lead to it, but for loops.
    order: Vec<usize>,
    /// The place of each block in that order.
    rank: Vec<Option<usize>>,
}

impl Ways {
    fn of(code: &Code) -> Self {
        let end = code.blocks.len();
        let mut next: Vec<Vec<usize>> = code
            .blocks
            .values()
            .map(|block| match &block.terminator.kind {
                TerminatorKind::Return(_) => vec![end],
                other => other.successors().iter().map(|to| to.index()).collect(),
            })
            .collect();
        next.push(Vec::new());
        let mut before = vec![Vec::new(); end + 1];
        for (from, targets) in next.iter().enumerate() {
            targets.iter().for_each(|&to| before[to].push(from));
        }
        let order = backwards(&before, end);
        let mut rank = vec![None; end + 1];
        order
            .iter()
            .enumerate()
            .for_each(|(place, &block)| rank[block] = Some(place));
        Self { next, order, rank }
    }

    fn end(&self) -> usize {
        self.next.len() - 1
    }

    /// The nearest block that every way from each passes, itself left out.
    fn nearest(&self) -> Vec<Option<usize>> {
        let mut nearest: Vec<Option<usize>> = vec![None; self.next.len()];
        nearest[self.end()] = Some(self.end());
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order[1..] {
                let known = self.next[block].iter().filter(|&&to| nearest[to].is_some());
                let common = known.copied().reduce(|a, b| self.common(&nearest, a, b));
                if common != nearest[block] {
                    nearest[block] = common;
                    changed = true;
                }
            }
        }
        nearest
    }

    fn common(&self, nearest: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.rank[a] > self.rank[b] {
                a = nearest[a].unwrap_or(self.end());
            } else {
                b = nearest[b].unwrap_or(self.end());
            }
        }
        a
    }
}

/// All that leads to the end, in reverse postorder of the ways back from it.
fn backwards(before: &[Vec<usize>], end: usize) -> Vec<usize> {
    let mut seen = vec![false; before.len()];
    let mut order = Vec::new();
    let mut path = vec![(end, 0)];
    seen[end] = true;
    while let Some((block, tried)) = path.last_mut() {
        match before[*block].get(*tried) {
            Some(&from) => {
                *tried += 1;
                if !std::mem::replace(&mut seen[from], true) {
                    path.push((from, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(next: Vec<Vec<usize>>) -> Ways {
        let end = next.len() - 1;
        let mut before = vec![Vec::new(); end + 1];
        for (from, targets) in next.iter().enumerate() {
            targets.iter().for_each(|&to| before[to].push(from));
        }
        let order = backwards(&before, end);
        let mut rank = vec![None; end + 1];
        order
            .iter()
            .enumerate()
            .for_each(|(place, &block)| rank[block] = Some(place));
        Ways { next, order, rank }
    }

    #[test]
    fn the_sides_of_a_branch_meet_behind_it() {
        let nearest = ways(vec![vec![1, 2], vec![3], vec![3], vec![4], vec![]]).nearest();
        assert_eq!(&nearest[..4], &[Some(3), Some(3), Some(3), Some(4)]);
    }

    #[test]
    fn a_side_that_never_returns_does_not_count() {
        let nearest = ways(vec![vec![1, 2], vec![], vec![3], vec![]]).nearest();
        assert_eq!(nearest[0], Some(2));
        assert_eq!(nearest[1], None);
    }

    #[test]
    fn the_rounds_of_a_loop_meet_where_it_is_left() {
        // 0: head, 1: body that may go on early, 2: rest of the body, 3: behind the loop.
        let nearest = ways(vec![vec![1, 3], vec![0, 2], vec![0], vec![4], vec![]]).nearest();
        assert_eq!(&nearest[..3], &[Some(3), Some(0), Some(0)]);
    }

    /// By definition: what all ways to the end share.
    #[test]
    fn it_is_what_every_way_passes() {
        let mut random = 12345_u64;
        let mut below = |n: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
            (random >> 33) as usize % n
        };
        for _ in 0..300 {
            let size = 2 + below(7);
            let next: Vec<Vec<usize>> = (0..size)
                .map(|_| (0..1 + below(2)).map(|_| below(size + 1)).collect())
                .chain([vec![]])
                .collect();
            let ways = ways(next.clone());
            let nearest = ways.nearest();
            for (block, &meeting) in nearest.iter().enumerate().take(size) {
                let all = passed_by_all(&next, block, size);
                match meeting {
                    None => assert!(all.is_none(), "{next:?} {block}"),
                    Some(meeting) => {
                        let all = all.expect("it returns");
                        assert!(all.contains(&meeting), "{next:?} {block} {meeting}");
                        // The nearest is passed before all the others.
                        let behind = passed_by_all(&next, meeting, size).unwrap_or_default();
                        assert!(
                            all.iter().all(|&m| m == meeting || behind.contains(&m)),
                            "{next:?} {block} {meeting}"
                        );
                    }
                }
            }
        }
    }

    /// The blocks without which the end cannot be reached from one; `None` if it cannot be reached at all.
    fn passed_by_all(next: &[Vec<usize>], from: usize, end: usize) -> Option<Vec<usize>> {
        let reaches = |without: usize| {
            let mut seen = vec![false; next.len()];
            let mut open = vec![from];
            while let Some(block) = open.pop() {
                if block == end {
                    return true;
                }
                for &to in &next[block] {
                    if to != without && !std::mem::replace(&mut seen[to], true) {
                        open.push(to);
                    }
                }
            }
            false
        };
        reaches(usize::MAX).then(|| (0..=end).filter(|&m| m != from && !reaches(m)).collect())
    }
}
