//! Which states of a Moore machine are equivalent: Hopcroft, "An n log n algorithm for minimizing states in a finite
//! automaton", 1971 (doi 10.1016/B978-0-12-417750-5.50022-1), with the partition kept as in Valmari, "Fast brief
//! practical DFA minimization", 2012 (doi 10.1016/j.ipl.2011.12.004).

use std::ops::Range;

use super::Moore;

/// The class of each state under the coarsest equivalence that outputs and successors respect.
pub(super) fn classes<O: Eq>(machine: &Moore<O>) -> Vec<usize> {
    let predecessors: Vec<_> = (0..machine.letters())
        .map(|letter| predecessors(machine, letter))
        .collect();
    let mut partition = Partition::by_output(machine);
    let mut waiting: Vec<usize> = (0..partition.blocks.len()).collect();
    let mut is_waiting = vec![true; waiting.len()];
    while let Some(splitter) = waiting.pop() {
        is_waiting[splitter] = false;
        // A copy, because the splitter itself may be split on the way.
        let members = partition.members(splitter).to_vec();
        for before in &predecessors {
            for &state in &members {
                before[state]
                    .iter()
                    .for_each(|&state| partition.mark(state));
            }
            for (rest, split_off) in partition.split_marked() {
                // Of a block that was a splitter already, the smaller part is enough.
                let smaller = if partition.len(split_off) <= partition.len(rest) {
                    split_off
                } else {
                    rest
                };
                let next = if is_waiting[rest] { split_off } else { smaller };
                is_waiting.push(false);
                is_waiting[next] = true;
                waiting.push(next);
            }
        }
    }
    partition.block_of
}

/// For each state the states that `letter` leads there from.
fn predecessors<O>(machine: &Moore<O>, letter: usize) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); machine.states()];
    for state in 0..machine.states() {
        before[machine.next(state, letter)].push(state);
    }
    before
}

/// A partition of the states in which part of every block can be marked and split off in time proportional to the
/// marked part. The members of a block stand side by side in `order`, the marked ones first.
struct Partition {
    order: Vec<usize>,
    position: Vec<usize>,
    block_of: Vec<usize>,
    blocks: Vec<Range<usize>>,
    marked: Vec<usize>,
    touched: Vec<usize>,
}

impl Partition {
    fn by_output<O: Eq>(machine: &Moore<O>) -> Self {
        let mut groups: Vec<(&O, Vec<usize>)> = Vec::new();
        for state in 0..machine.states() {
            let output = machine.output_of(state);
            match groups.iter_mut().find(|(known, _)| *known == output) {
                Some((_, members)) => members.push(state),
                None => groups.push((output, vec![state])),
            }
        }
        let mut partition = Self {
            order: Vec::with_capacity(machine.states()),
            position: vec![0; machine.states()],
            block_of: vec![0; machine.states()],
            blocks: Vec::new(),
            marked: vec![0; groups.len()],
            touched: Vec::new(),
        };
        for (block, (_, members)) in groups.into_iter().enumerate() {
            let start = partition.order.len();
            for state in members {
                partition.position[state] = partition.order.len();
                partition.block_of[state] = block;
                partition.order.push(state);
            }
            partition.blocks.push(start..partition.order.len());
        }
        partition
    }

    fn members(&self, block: usize) -> &[usize] {
        &self.order[self.blocks[block].clone()]
    }

    fn len(&self, block: usize) -> usize {
        self.blocks[block].len()
    }

    fn mark(&mut self, state: usize) {
        let block = self.block_of[state];
        let boundary = self.blocks[block].start + self.marked[block];
        let position = self.position[state];
        if position < boundary {
            return;
        }
        if self.marked[block] == 0 {
            self.touched.push(block);
        }
        self.marked[block] += 1;
        self.order.swap(position, boundary);
        self.position[self.order[position]] = position;
        self.position[self.order[boundary]] = boundary;
    }

    /// Splits every block that has both marked and unmarked members, and removes all marks. Returns the pairs of the
    /// old block, which keeps the unmarked members, and the new one.
    fn split_marked(&mut self) -> Vec<(usize, usize)> {
        let mut splits = Vec::new();
        for block in std::mem::take(&mut self.touched) {
            let range = self.blocks[block].clone();
            let boundary = range.start + std::mem::take(&mut self.marked[block]);
            if boundary == range.end {
                continue;
            }
            let new = self.blocks.len();
            self.blocks[block] = boundary..range.end;
            self.blocks.push(range.start..boundary);
            self.marked.push(0);
            self.order[range.start..boundary]
                .iter()
                .for_each(|&state| self.block_of[state] = new);
            splits.push((block, new));
        }
        splits
    }
}
