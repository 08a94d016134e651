//! Which bytes of a block have a value.

/// A bit for each byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Mask {
    words: Vec<u64>,
}

impl Mask {
    /// Begins anew: this many bits, all alike.
    pub(super) fn reset(&mut self, count: usize, bit: bool) {
        self.words.clear();
        self.words
            .resize(count.div_ceil(64), if bit { u64::MAX } else { 0 });
    }

    /// More bits, not set. Those behind the last one that was asked for must not be set either.
    pub(super) fn grow(&mut self, count: usize) {
        self.words
            .resize(count.div_ceil(64).max(self.words.len()), 0);
    }

    /// Up to 64 bits from one on, the first of them lowest.
    #[inline]
    pub(super) fn get(&self, start: usize, count: usize) -> u64 {
        let (word, shift) = (start / 64, start % 64);
        let mut bits = self.words[word] >> shift;
        if shift + count > 64 {
            bits |= self.words[word + 1] << (64 - shift);
        }
        bits & ones(count)
    }

    /// Overwrites up to 64 bits.
    #[inline]
    pub(super) fn put(&mut self, start: usize, count: usize, bits: u64) {
        let (word, shift) = (start / 64, start % 64);
        let ones = ones(count);
        self.words[word] = self.words[word] & !(ones << shift) | bits << shift;
        if shift + count > 64 {
            let above = 64 - shift;
            self.words[word + 1] = self.words[word + 1] & !(ones >> above) | bits >> above;
        }
    }

    /// Whether all of some bits are set.
    #[inline]
    pub(super) fn all(&self, start: usize, count: usize) -> bool {
        runs(start, count).all(|(at, count)| self.get(at, count) == ones(count))
    }

    /// Makes some bits alike.
    pub(super) fn fill(&mut self, start: usize, count: usize, bit: bool) {
        for (at, count) in runs(start, count) {
            self.put(at, count, if bit { ones(count) } else { 0 });
        }
    }
}

/// A range in pieces of at most 64.
pub(super) fn runs(start: usize, count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count)
        .step_by(64)
        .map(move |done| (start + done, (count - done).min(64)))
}

/// So many ones, at least one and at most 64.
fn ones(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

#[cfg(test)]
mod tests {
    use base::Random;

    use super::*;

    #[test]
    fn a_mask_is_a_row_of_truth_values() {
        let mut random = Random::seeded(3);
        for _ in 0..200 {
            let length = 1 + random.below(300);
            let mut mask = Mask::default();
            mask.reset(length, false);
            let mut row = vec![false; length];
            for _ in 0..20 {
                let start = random.below(length);
                let count = 1 + random.below(length - start);
                let bit = random.chance(1, 2);
                mask.fill(start, count, bit);
                row[start..start + count].fill(bit);
                let (from, to) = (random.below(length), random.below(length));
                let moved = 1 + random.below(64.min(length - from.max(to)));
                mask.put(to, moved, mask.get(from, moved));
                row.copy_within(from..from + moved, to);
                let read: Vec<bool> = (0..length).map(|at| mask.get(at, 1) == 1).collect();
                assert_eq!(read, row);
                assert_eq!(
                    mask.all(start, count),
                    row[start..start + count].iter().all(|&b| b)
                );
            }
        }
    }
}
