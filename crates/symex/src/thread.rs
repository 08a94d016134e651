//! A path under way: activations, state, condition.

use std::collections::{BTreeMap, BTreeSet};

use base::{Id, Place};
use ir::{Block, BlockId, Code, FunctionId, LocalId, Program, Unwind};
use smt::Term;

use crate::model::Witness;
use crate::tape::{Astray, Tape};
use crate::trace::Trace;
use crate::{Bound, Ending, ObjectId, OpenId, State, Value};

/// One activation of a function.
#[derive(Clone)]
pub(crate) struct Frame<'p> {
    pub function: FunctionId,
    pub code: &'p Code,
    pub block: BlockId,
    /// The next statement of the block.
    pub at: usize,
    pub locals: Vec<Option<Value>>,
    /// What the caller does when this activation ends; `None` for the outermost.
    pub resume: Option<Resume>,
    /// Undecided branches taken so far, by block.
    pub undecided: BTreeMap<BlockId, usize>,
    /// The loops that were entered, by their number.
    pub loops: BTreeMap<u32, Counted>,
    /// How often the function was called by itself, directly or not.
    pub nesting: Counted,
}

/// A count of iterations or nested calls: of those that depend on something undecided.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub count: usize,
    /// How much was decided when the last one began.
    pub since: usize,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Resume {
    pub dst: Option<LocalId>,
    pub next: BlockId,
    pub unwind: Option<Unwind>,
}

impl<'p> Frame<'p> {
    pub fn enter(
        program: &'p Program,
        function: FunctionId,
        args: Vec<Value>,
        resume: Option<Resume>,
    ) -> Self {
        let code = program.code(function);
        let mut locals: Vec<Option<Value>> = args.into_iter().map(Some).collect();
        locals.resize(code.locals.len(), None);
        Self {
            function,
            code,
            block: BlockId::from_index(0),
            at: 0,
            locals,
            resume,
            undecided: BTreeMap::new(),
            loops: BTreeMap::new(),
            nesting: Counted::default(),
        }
    }

    pub fn block(&self) -> &'p Block {
        &self.code.blocks[self.block]
    }
}

/// A path under way.
#[derive(Clone)]
pub(crate) struct Thread<'p> {
    pub frames: Vec<Frame<'p>>,
    pub state: State,
    pub condition: Vec<Term>,
    /// Values that satisfy the condition, where they are known.
    pub model: Witness,
    /// How often something undecided was decided.
    pub decisions: usize,
    /// What was exchanged with the world.
    pub trace: Trace,
    /// How it leaves what filters do.
    pub astray: Option<Astray>,
    /// What a filter is fed.
    pub tape: Option<Tape>,
    /// The addresses that were asked for.
    pub addresses: BTreeMap<ObjectId, Term>,
    /// The bound that the path has left.
    pub beyond: Option<Bound>,
    /// Whether it stands at a place where programs pause.
    pub paused: bool,
    /// Terms whose value the condition fixes.
    pub fixed: BTreeMap<Term, i64>,
    /// Terms that are known to have many values.
    pub many: BTreeSet<Term>,
    /// What was found to hold on this path.
    pub known: BTreeSet<Term>,
    /// What open references were found to refer to.
    pub decided: BTreeMap<OpenId, Option<ObjectId>>,
    pub steps: usize,
    /// How the call ended, once no activation is left.
    pub ending: Option<Ending>,
    /// Where each exception under way was thrown first: a rethrow does not move it.
    pub thrown: BTreeMap<ObjectId, Place>,
}

impl<'p> Thread<'p> {
    pub fn start(frame: Frame<'p>, state: State) -> Self {
        Self {
            frames: vec![frame],
            state,
            condition: Vec::new(),
            model: Witness::default(),
            decisions: 0,
            trace: Trace::default(),
            astray: None,
            tape: None,
            addresses: BTreeMap::new(),
            beyond: None,
            paused: false,
            fixed: BTreeMap::new(),
            many: BTreeSet::new(),
            known: BTreeSet::new(),
            decided: BTreeMap::new(),
            steps: 0,
            ending: None,
            thrown: BTreeMap::new(),
        }
    }

    pub fn top(&self) -> &Frame<'p> {
        self.frames
            .last()
            .expect("a running path has an activation")
    }

    pub fn top_mut(&mut self) -> &mut Frame<'p> {
        self.frames
            .last_mut()
            .expect("a running path has an activation")
    }

    pub fn set(&mut self, local: LocalId, value: Value) {
        self.top_mut().locals[local.index()] = Some(value);
    }

    /// Adds to the condition, with values that satisfy all of it.
    pub fn require(&mut self, cond: Term, witness: Witness) {
        self.condition.push(cond);
        self.model = witness;
    }

    pub fn jump(mut self, block: BlockId) -> Self {
        let frame = self.top_mut();
        frame.block = block;
        frame.at = 0;
        self
    }

    /// The place in the user's source that it has got to. Functions that are in no file of the user's count for those that
    /// call them.
    pub fn place(&self, program: &Program) -> Place {
        let is_shown = |frame: &&Frame<'_>| {
            let function = &program.functions[frame.function];
            !function.file.is_empty() && !function.is_hidden()
        };
        let frame = self
            .frames
            .iter()
            .rev()
            .find(is_shown)
            .unwrap_or_else(|| self.top());
        let block = frame.block();
        let line = block
            .statements
            .get(frame.at)
            .map_or(block.terminator.line, |s| s.line);
        Place {
            file: program.functions[frame.function].file.clone(),
            line,
        }
    }
}

impl Thread<'_> {
    /// How often a function will have been called by itself if it is called now.
    pub(crate) fn nesting(&self, function: FunctionId) -> Counted {
        let since = self.decisions;
        let outer = self
            .frames
            .iter()
            .rev()
            .find(|frame| frame.function == function);
        let count = outer.map_or(0, |frame| {
            frame.nesting.count + usize::from(since > frame.nesting.since)
        });
        Counted { count, since }
    }
}
