//! The interface of a class held against the class itself, on the real `java`.

use std::collections::BTreeSet;

use base::{Outcome, Random};
use emit::report::{Integers, Replay};
use front::jvm::Source;
use front::jvm::replay::{Answer, Call};
use ir::{Component, Entry};
use model::InterfaceLts;
use step::{Errors, StepSystem};
use teach::interface::{Caller, Interface, Ways};

use super::java::Java;
use super::{Replayed, arguments};
use crate::check::written;
use crate::example::Examples;
use crate::java::ends_alone;

/// Sequences of calls that are made at most: one through each transition, then such that go on at random.
const MOST_SEQUENCES: usize = 600;
/// Calls that a sequence goes on for at random, at most.
const LONGEST_WALK: usize = 8;

/// What is claimed of an interface.
pub(crate) struct Claim<'a> {
    pub(crate) component: &'a Component,
    pub(crate) learned: &'a Interface,
    pub(crate) errors: &'a Errors,
    pub(crate) integers: Integers,
    /// Calls up to which it is claimed; `None` if there is no such bound.
    pub(crate) depth: Option<usize>,
}

/// Makes the calls of a model on the real class.
pub(crate) fn replay(source: &Source, claim: &Claim<'_>) -> Replayed {
    if claim.integers == Integers::Mathematical {
        return Replayed::unable(
            "the integers of this model have no bounds, and those of java wrap",
        );
    }
    if claim.errors.when.is_some() {
        return Replayed::unable(
            "an error that is a condition on fields cannot be seen from outside",
        );
    }
    let learned = claim.learned;
    let (system, interface) = (&learned.system, &learned.interface);
    let replayer = Replayer {
        claim,
        interface,
        system,
        caller: Caller::new(system, interface, &learned.representatives),
    };
    let sequences = replayer.sequences();
    let (made, unable) = replayer.written(&sequences);
    let scripts: Vec<(String, Vec<Call>)> = made
        .iter()
        .map(|made| (claim.component.name.clone(), made.calls.clone()))
        .collect();
    let answers = match Java::start(source).and_then(|mut java| java.calls(&scripts)) {
        Ok(answers) => answers,
        Err(why) => return Replayed::unable(&why),
    };
    replayer.compared(&made, &answers, unable)
}

/// A sequence of calls and what the model says of each.
struct Sequence {
    word: Vec<usize>,
    answers: Vec<Outcome>,
    /// The arguments of the last call, if these are not the usual ones of its symbol.
    last: Option<Vec<smt::Value>>,
}

/// The same as the real machine is told to make it.
struct Made {
    calls: Vec<Call>,
    answers: Vec<Outcome>,
    /// For people.
    shown: Vec<String>,
}

/// What was not made, and the first reason.
#[derive(Default)]
struct Unable {
    count: usize,
    first: Option<String>,
}

impl Unable {
    fn note(&mut self, why: String) {
        self.count += 1;
        self.first.get_or_insert(why);
    }

    fn shown(self) -> Option<String> {
        let first = self.first?;
        let count = self.count;
        Some(format!(
            "{count} {}, the first because {first}",
            if count == 1 { "sequence" } else { "sequences" }
        ))
    }
}

struct Replayer<'a> {
    claim: &'a Claim<'a>,
    interface: &'a InterfaceLts,
    system: &'a StepSystem,
    caller: Caller<'a>,
}

impl Replayer<'_> {
    /// A shortest sequence through each transition that somebody can take, then the same with random calls behind.
    fn sequences(&self) -> Vec<Sequence> {
        let automaton = &self.interface.automaton;
        let ways = Ways::new(&self.caller);
        let live = (0..automaton.states()).filter(|&state| !automaton.output_of(state).is_final());
        let taken = live
            .flat_map(|from| (0..self.interface.symbols.len()).map(move |symbol| (from, symbol)));
        let words = taken.filter_map(|(from, symbol)| {
            let word = ways.through(from, symbol)?;
            self.is_possible(&word).then_some(word)
        });
        let words: Vec<Vec<usize>> = words.take(MOST_SEQUENCES).collect();
        let mut random = Random::seeded(11);
        let walks = words
            .iter()
            .map(|word| (self.walk(word, &mut random), None));
        let plain = words.iter().map(|word| (word.clone(), None));
        let others = self.others(&words);
        let all: Vec<(Vec<usize>, Option<Vec<smt::Value>>)> =
            plain.chain(others).chain(walks).collect();
        let within = |word: &Vec<usize>| self.claim.depth.is_none_or(|depth| word.len() <= depth);
        let sequence = |(mut word, last): (Vec<usize>, Option<Vec<smt::Value>>)| {
            let (answers, whole) = (self.answers(&word), word.len());
            word.truncate(answers.len());
            let last = last.filter(|_| word.len() == whole);
            (word, last, answers)
        };
        let all = all.into_iter().filter(|(word, _)| within(word));
        let mut seen = BTreeSet::new();
        all.map(sequence)
            .filter(|(word, last, _)| seen.insert((word.clone(), last.clone())))
            .filter(|(word, _, _)| !word.is_empty())
            .take(MOST_SEQUENCES)
            .map(|(word, last, answers)| Sequence {
                word,
                answers,
                last,
            })
            .collect()
    }

    /// The same words, the last calls of which have arguments from other alternatives of their guards.
    fn others(&self, words: &[Vec<usize>]) -> Vec<(Vec<usize>, Option<Vec<smt::Value>>)> {
        let mut examples = Examples::new(self.interface, self.claim.component, self.system);
        let representatives = self.claim.learned.representatives.iter().enumerate();
        let alternatives: Vec<Vec<Vec<smt::Value>>> = representatives
            .map(|(symbol, args)| examples.alternatives(symbol, args))
            .collect();
        let of = |word: &Vec<usize>| {
            let alternatives = word.last().map_or(&[][..], |&last| &alternatives[last][..]);
            alternatives
                .iter()
                .map(|args| (word.clone(), Some(args.clone())))
                .collect::<Vec<_>>()
        };
        words.iter().flat_map(of).collect()
    }

    /// What the model says of each call, up to the first that is not ok. What the model does not know is not called:
    /// nothing could contradict it, and it may wait for ever.
    fn answers(&self, word: &[usize]) -> Vec<Outcome> {
        let automaton = &self.interface.automaton;
        let mut state = automaton.initial();
        let mut answers = Vec::new();
        for &symbol in word {
            state = automaton.next(state, symbol);
            let answer = *automaton.output_of(state);
            if answer == Outcome::Unknown {
                break;
            }
            answers.push(answer);
            if answer.is_final() {
                break;
            }
        }
        answers
    }

    fn entry(&self, symbol: usize) -> &Entry {
        let letter = self.interface.symbols[symbol].method;
        let Component {
            constructors,
            methods,
            ..
        } = self.claim.component;
        constructors
            .iter()
            .chain(methods)
            .nth(letter)
            .expect("a letter for each entry")
    }

    fn constructs(&self, symbol: usize) -> bool {
        self.interface.methods[self.interface.symbols[symbol].method].constructs
    }

    /// Whether a client can make these calls: one construction, and nothing on an object before it.
    fn is_possible(&self, word: &[usize]) -> bool {
        let mut there = false;
        for &symbol in word {
            match (self.constructs(symbol), there) {
                (true, true) => return false,
                (true, false) => there = true,
                (false, false) if self.entry(symbol).takes_receiver => return false,
                (false, _) => {}
            }
        }
        true
    }

    /// Goes on at random from where a word leads.
    fn walk(&self, word: &[usize], random: &mut Random) -> Vec<usize> {
        let mut walk = word.to_vec();
        for _ in 0..LONGEST_WALK {
            let answers = self.answers(&walk);
            if answers.len() < walk.len() || answers.iter().any(|answer| answer.is_final()) {
                break;
            }
            let next = random.below(self.interface.symbols.len());
            walk.push(next);
            if !self.is_possible(&walk) {
                walk.pop();
            }
        }
        walk
    }

    /// The sequences that can be made, and a note of the others.
    fn written(&self, sequences: &[Sequence]) -> (Vec<Made>, Unable) {
        let mut unable = Unable::default();
        let mut made = Vec::new();
        for sequence in sequences {
            match self.make(sequence) {
                Ok(sequence) => made.push(sequence),
                Err(why) => unable.note(why),
            }
        }
        (made, unable)
    }

    fn make(&self, sequence: &Sequence) -> Result<Made, String> {
        let word = &sequence.word;
        let mut calls = self.caller.calls(word);
        if let (Some(last), true) = (&sequence.last, calls.len() == word.len()) {
            calls
                .last_mut()
                .expect("a sequence has calls")
                .args
                .clone_from(last);
        }
        let mut made = Made {
            calls: Vec::new(),
            answers: sequence.answers.clone(),
            shown: Vec::new(),
        };
        // Where a register stands in the way, there is no further call: what is made is right as far as it goes.
        made.answers.truncate(calls.len());
        for (call, &symbol) in calls.iter().zip(word) {
            ends_alone(self.system, call.letter)?;
            let args =
                arguments::arguments(self.claim.component, self.system, call.letter, &call.args)?;
            made.calls
                .push(Call::with(self.claim.component, self.entry(symbol), args));
            made.shown.push(written(self.system, call));
        }
        Ok(made)
    }

    fn compared(&self, made: &[Made], answers: &[Vec<Answer>], mut unable: Unable) -> Replayed {
        let mut runs = 0;
        for (made, answers) in made.iter().zip(answers) {
            match self.compare(made, answers) {
                Ok(()) => runs += 1,
                Err(Fault::Unable(why)) => unable.note(why),
                Err(Fault::Differs(how)) => {
                    let replay = Replay {
                        runs: runs + 1,
                        ..Replayed::done_with()
                    };
                    return Replayed {
                        replay,
                        contradiction: Some(how),
                    };
                }
            }
        }
        let replay = Replay {
            runs,
            unable: unable.shown(),
            ..Replayed::done_with()
        };
        Replayed {
            replay: Replay {
                done: runs > 0,
                ..replay
            },
            contradiction: None,
        }
    }

    fn compare(&self, made: &Made, answers: &[Answer]) -> Result<(), Fault> {
        for (at, (expected, answer)) in made.answers.iter().zip(answers).enumerate() {
            let did = match answer {
                Answer::Returned(_) => Outcome::Ok,
                Answer::Threw(class) if self.is_error(class) => Outcome::Error,
                Answer::Threw(_) => Outcome::Ok,
                Answer::Absent => {
                    return Err(Fault::Unable("there was no object to call".to_owned()));
                }
                Answer::Unknown(why) | Answer::Broken(why) => {
                    return Err(Fault::Unable(why.clone()));
                }
            };
            match expected {
                expected if *expected == did => {}
                expected => {
                    let expected = if *expected == Outcome::Ok {
                        "that it returns"
                    } else {
                        "that it fails"
                    };
                    let calls = made.shown[..=at].join(", ");
                    return Err(Fault::Differs(format!(
                        "after {calls} the model says {expected}, and java {answer}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Whether an exception of this class counts as an error.
    fn is_error(&self, class: &str) -> bool {
        let program = &self.claim.component.program;
        let known = program
            .class_named(class)
            .or_else(|| program.classes_named(class).first().copied());
        match known {
            Some(class) => self.claim.errors.counts(program, class),
            None => self.claim.errors.only.is_empty(),
        }
    }
}

/// Why a sequence was not seen to do what the model says.
enum Fault {
    Unable(String),
    Differs(String),
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use base::{Budget, NoProgress};

    use super::*;
    use crate::InterfaceRequest;
    use crate::interface::learn_class;

    const DOOR: &str = "public class Door {
        public static class Key { int teeth; }
        private Key owner; private boolean open;
        public Door(int limit) { if (limit < 0) throw new IllegalArgumentException(); }
        public void lock(Key key) { if (open || key == null || key.teeth > 3) throw new IllegalStateException(); owner = key; }
        public void open(Key key) { if (owner == null || key != owner) throw new IllegalStateException(); open = true; }
        public void shut(String how) { if (how.length() > 1) throw new IllegalArgumentException(); open = false; }
    }";

    /// Learns one version and makes its calls on another.
    fn replayed(old: &str, new: &str) -> Replayed {
        let folder = tempfile::tempdir().expect("a folder");
        let source = |name: &str, text: &str| {
            let place = folder.path().join(name);
            fs::create_dir_all(&place).expect("a folder");
            let file = place.join("Door.java");
            fs::write(&file, text).expect("written");
            file
        };
        let (old, new) = (source("old", old), source("new", new));
        let request = |path: &Path| InterfaceRequest {
            class: Some("Door".into()),
            ..InterfaceRequest::new(path)
        };
        let (component, learned, _) = learn_class(
            &request(&old),
            &|sight| sight,
            &Budget::unlimited(),
            &NoProgress,
        )
        .expect("learned");
        let (errors, integers) = (&learned.system.errors, Integers::Wrapping);
        let claim = Claim {
            component: &component,
            learned: &learned,
            errors,
            integers,
            depth: None,
        };
        replay(&request(&new).input().as_java(), &claim)
    }

    #[test]
    fn a_class_that_does_what_its_model_says_is_not_contradicted() {
        let Replayed {
            replay,
            contradiction,
        } = replayed(DOOR, DOOR);
        assert_eq!((contradiction, replay.unable), (None, None));
        assert!(replay.done && replay.runs > 20, "{}", replay.runs);
        assert!(replay.with.is_some_and(|with| with.starts_with("java ")));
    }

    #[test]
    fn a_class_that_does_something_else_contradicts_the_model() {
        let changes = [
            ("key.teeth > 3", "key.teeth > 3000"),
            ("key != owner", "key == owner"),
            ("limit < 0", "limit == 0"),
            ("how.length() > 1", "how.length() > 0"),
            ("open = false;", ""),
            ("open = true;", "open = false;"),
        ];
        for (from, to) in changes {
            assert!(DOOR.contains(from));
            let contradiction = replayed(DOOR, &DOOR.replace(from, to)).contradiction;
            let words = contradiction.unwrap_or_else(|| panic!("{to} is not seen"));
            assert!(
                words.starts_with("after new Door(") && words.contains("the model says that it"),
                "{words}"
            );
        }
    }

    #[test]
    fn a_class_that_ends_the_machine_or_cannot_be_run_is_said_not_to_have_been() {
        let ends = DOOR.replace("open = false;", "Runtime.getRuntime().halt(3);");
        let Replayed {
            replay,
            contradiction,
        } = replayed(DOOR, &ends);
        assert_eq!(contradiction, None);
        assert!(
            replay
                .unable
                .is_some_and(|why| why.contains("java ended before it"))
        );
        let waits = DOOR.replace(
            "open = false;",
            "synchronized (this) { try { wait(); } catch (InterruptedException e) { } }",
        );
        let Replayed {
            replay,
            contradiction,
        } = replayed(DOOR, &waits);
        assert_eq!(contradiction, None);
        assert!(replay.runs > 15, "the others are run: {}", replay.runs);
        assert!(
            replay
                .unable
                .is_some_and(|why| why.contains("the call does not end"))
        );
        let broken = DOOR.replace("public void shut", "publik void shut");
        let Replayed { replay, .. } = replayed(DOOR, &broken);
        assert!(
            !replay.done
                && replay
                    .unable
                    .is_some_and(|why| why.contains("does not compile"))
        );
    }
}
