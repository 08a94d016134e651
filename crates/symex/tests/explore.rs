//! Whole programs: their paths, words, inputs and bounds.

use std::ops::ControlFlow;
use std::rc::Rc;

use base::{Budget, Id};
use ir::{EventId, Program};
use smt::{Config, Terms, chain};
use symex::{Bound, Bounds, End, Explored, Integers, Limits, Run, Visitor, World, explore};

fn program(text: &str) -> Program {
    let program = ir::text::parse(text).unwrap_or_else(|e| panic!("{e}"));
    ir::validate(&program).unwrap_or_else(|e| panic!("{e:?}"));
    program
}

fn visit(text: &str, bounds: &Bounds, visitor: &mut dyn Visitor) -> Explored {
    let program = program(text);
    let terms = Terms::new();
    let world = World::new(&program, &terms, Integers::Wrapping, Rc::default());
    let mut solver = chain(&terms, Config::default());
    let start = program.functions.ids().last().expect("there is a function");
    explore(
        &world,
        &Limits::for_programs(),
        bounds,
        &Budget::unlimited(),
        &mut *solver,
        start,
        visitor,
    )
}

fn runs(text: &str, bounds: &Bounds) -> Vec<Run> {
    let mut found = Vec::new();
    let explored = visit(text, bounds, &mut |run: Run| {
        found.push(run);
        ControlFlow::Continue(())
    });
    assert_eq!(explored, Explored::All);
    found
}

fn word(run: &Run) -> Vec<usize> {
    run.word.iter().map(|event| event.index()).collect()
}

/// The words of runs that return, and those of runs that leave the bounds.
fn words(text: &str, bounds: &Bounds) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut ended, mut beyond) = (Vec::new(), Vec::new());
    for run in runs(text, bounds) {
        match run.ending {
            End::Returned(_) => ended.push(word(&run)),
            End::Beyond(_) => beyond.push(word(&run)),
            End::Threw { .. } | End::Cut(_) => panic!("{:?}", run.ending),
        }
    }
    (ended, beyond)
}

const BRANCHES: &str = r#"
event "left" "a.c" 1
event "right" "a.c" 2
fn start() -> i32 {
    local x: i32
    local y: i32
    start:
        x = world input "nondet"
        if x > 10 then high else low
    high:
        world event 0
        y = world input "nondet"
        if y == x then same else done
    same:
        world event 1
        if y < 5 then never else done
    never: unsupported "y is more than 10"
    low:
        world event 1
        goto done
    done: return x
}
"#;

#[test]
fn every_path_is_visited_once_with_its_word_and_inputs_that_take_it() {
    let runs = runs(BRANCHES, &Bounds::default());
    let words: Vec<Vec<usize>> = runs.iter().map(word).collect();
    assert_eq!(words, [vec![0, 1], vec![0], vec![1]]);
    let inputs: Vec<usize> = runs.iter().map(|run| run.inputs.len()).collect();
    assert_eq!(inputs, [2, 2, 1]);
    assert!(
        runs.iter()
            .all(|run| run.model.is_some() && matches!(run.ending, End::Returned(Some(_))))
    );
}

#[test]
fn a_run_carries_values_that_satisfy_its_condition() {
    let program = program(BRANCHES);
    let terms = Terms::new();
    let world = World::new(&program, &terms, Integers::Wrapping, Rc::default());
    let mut solver = chain(&terms, Config::default());
    let start = program.functions.ids().last().expect("there is a function");
    let mut visitor = |run: Run| {
        let model = run.model.expect("the solver decides this");
        let value = |var| {
            Some(
                model
                    .get(var)
                    .cloned()
                    .unwrap_or_else(|| smt::Value::default_of(terms.sort(var))),
            )
        };
        assert!(
            run.condition
                .iter()
                .all(|&c| terms.eval(c, &value) == Some(smt::Value::Bool(true)))
        );
        ControlFlow::Continue(())
    };
    let limits = Limits::for_programs();
    explore(
        &world,
        &limits,
        &Bounds::default(),
        &Budget::unlimited(),
        &mut *solver,
        start,
        &mut visitor,
    );
}

#[test]
fn a_visitor_ends_the_exploration_and_leaves_out_words_it_does_not_want() {
    let explored = visit(BRANCHES, &Bounds::default(), &mut |_: Run| {
        ControlFlow::Break(())
    });
    assert_eq!(explored, Explored::Halted);
    struct Only(Vec<Vec<usize>>);
    impl Visitor for Only {
        fn run(&mut self, run: Run) -> ControlFlow<()> {
            self.0.push(word(&run));
            ControlFlow::Continue(())
        }
        fn wants(&mut self, word: &[EventId]) -> bool {
            word[0].index() == 1
        }
    }
    let mut only = Only(Vec::new());
    assert_eq!(
        visit(BRANCHES, &Bounds::default(), &mut only),
        Explored::All
    );
    assert_eq!(only.0, [[1]]);
}

const LOOP: &str = r#"
event "round" "a.c" 1
fn start() {
    local more: bool
    start:
        world enter 0
        goto test
    test:
        more = world input "more"
        if more then body else done
    body:
        world iterate 0
        world event 0
        goto test
    done: return
}
"#;

#[test]
fn a_loop_runs_at_most_as_often_as_its_bound() {
    let bounds = Bounds {
        iterations: Some(2),
        ..Bounds::default()
    };
    let (mut ended, beyond) = words(LOOP, &bounds);
    ended.sort();
    assert_eq!(ended, [vec![], vec![0], vec![0, 0]]);
    assert_eq!(beyond, [vec![0, 0]]);
}

#[test]
fn a_word_is_at_most_as_long_as_its_bound() {
    let bounds = Bounds {
        letters: Some(1),
        ..Bounds::default()
    };
    let (mut ended, beyond) = words(LOOP, &bounds);
    ended.sort();
    assert_eq!(ended, [vec![], vec![0]]);
    assert_eq!(beyond, [vec![0]]);
}

#[test]
fn an_endless_loop_counts_its_first_iteration() {
    let text = LOOP.replace("goto test\n    test:", "goto body\n    test:");
    let bounds = Bounds {
        iterations: Some(2),
        ..Bounds::default()
    };
    let (ended, beyond) = words(&text, &bounds);
    assert_eq!(ended, [vec![0, 0], vec![0]]);
    assert_eq!(beyond, [vec![0, 0]]);
}

#[test]
fn a_loop_whose_course_is_fixed_is_not_bounded() {
    let text = r#"
event "round" "a.c" 1
fn start() {
    local i: i32
    start:
        world enter 0
        i = 0
        goto test
    test: if i < 50 then body else done
    body:
        world iterate 0
        world event 0
        i = i + 1
        goto test
    done: return
}
"#;
    let (ended, beyond) = words(
        text,
        &Bounds {
            iterations: Some(0),
            ..Bounds::default()
        },
    );
    assert_eq!((ended, beyond), (vec![vec![0; 50]], vec![]));
}

#[test]
fn calls_nest_at_most_as_deep_as_their_bound() {
    let text = r#"
event "down" "a.c" 1
fn down() {
    local more: bool
    start:
        world event 0
        more = world input "more"
        if more then again else done
    again: call down() then done
    done: return
}
fn start() {
    start: call down() then done
    done: return
}
"#;
    let mut bounds = Vec::new();
    let mut visitor = |run: Run| {
        if let End::Beyond(bound) = run.ending {
            bounds.push((bound, run.word.len()));
        }
        ControlFlow::Continue(())
    };
    assert_eq!(
        visit(
            text,
            &Bounds {
                iterations: Some(2),
                ..Bounds::default()
            },
            &mut visitor
        ),
        Explored::All
    );
    assert!(
        matches!(bounds[..], [(Bound::Recursion(_), 3)]),
        "{bounds:?}"
    );
}
