//! How far paths are followed.

use ir::FunctionId;

/// Bounds on one exploration. A path that meets one is cut, never dropped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Statements and terminators on one path.
    pub steps: usize,
    /// Undecided branches taken at one block of one activation: bounds loops whose length depends on inputs.
    pub unrolls: usize,
    /// Nested calls.
    pub calls: usize,
    /// Paths of one exploration.
    pub paths: usize,
    /// The length of an array where it depends on inputs.
    pub array_length: usize,
    /// Values of one number that a path is split over.
    pub values: usize,
    /// Questions that a path asks of others.
    pub questions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 100_000,
            unrolls: 64,
            calls: 200,
            paths: 4_000,
            array_length: 16,
            values: 64,
            questions: 0,
        }
    }
}

impl Limits {
    /// For whole programs: a path may be long, and there may be any number of them.
    pub fn for_programs() -> Self {
        Self {
            steps: 10_000_000,
            unrolls: usize::MAX,
            calls: 2_000,
            paths: usize::MAX,
            array_length: 4_096,
            values: 64,
            questions: 0,
        }
    }
}

/// How far paths are looked at (Chapman et al., "Learning the Language of Error", 2015, section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop, and nested calls of a function beyond the first: those since whose predecessor something
    /// undecided was decided. Loops whose course is fixed do not count.
    pub iterations: Option<usize>,
    /// Letters of a word.
    pub letters: Option<usize>,
    /// Whether paths that meet again stay apart.
    pub paths: Paths,
}

/// What becomes of paths that part and meet again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paths {
    /// Each is followed to its end.
    #[default]
    Apart,
    /// Those with the same word go on as one.
    Joined,
    /// They go on as one whatever their words are, and have none.
    Wordless,
}

/// One of the [`Bounds`], and where it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A loop runs longer.
    Iterations,
    /// This function calls itself deeper.
    Recursion(FunctionId),
    /// The word is longer.
    Letters,
}
