//! Finds the rules of a model.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mores::report::{Interface, Report};

use super::machine::{Machine, Step};
use super::{Rule, When};

/// A rule with more calls that end it is none to remember; then only the next call is spoken of.
const MOST_ENDS: usize = 3;

/// All rules of a model, the most interesting first; none where nothing is established.
pub fn rules(report: &Report<Interface>) -> Vec<Rule> {
    let Some(machine) = Machine::of(report) else {
        return Vec::new();
    };
    let mut found = Found::default();
    let on_every_object = machine.after_construction(&mut found);
    for call in 0..machine.methods.len() {
        machine.after_call(call, &on_every_object, &mut found);
    }
    let mut of_constructors = Found::default();
    if report.model.registers.is_empty() {
        machine.by_arguments(&mut found, &mut of_constructors);
    }
    let calls = (machine.bound != usize::MAX).then_some(machine.bound as u64);
    // Construction is the first call, however many are claimed.
    let mut rules = [found.rules(calls), of_constructors.rules(None)].concat();
    rules.sort_by_key(|rule| (rule.when.rank(), std::cmp::Reverse(rule.methods.len())));
    rules
}

/// How long a method fails, from some moment on.
struct Failing {
    /// The methods that end it; nothing if there are too many, and only the next call is spoken of.
    ends: Option<BTreeSet<String>>,
    errors: BTreeSet<String>,
}

/// States with the number of calls that led there.
type Starts = BTreeMap<usize, usize>;

impl Machine {
    /// What fails on a new object, and until when; the methods that do.
    fn after_construction(&self, found: &mut Found) -> BTreeSet<usize> {
        let makers = (0..self.methods.len()).filter(|&m| self.methods[m].constructs);
        let mut failing_methods = BTreeSet::new();
        let Some(starts) = self.starts(makers, &[(self.initial, 0)]) else {
            return failing_methods;
        };
        for method in self.plain_methods() {
            let Some(failing) = self.failing(method, &starts) else {
                continue;
            };
            let can_succeed = self.objects().any(|(s, _)| self.succeeds(method, s));
            let when = match failing.ends {
                Some(ends) if ends.is_empty() && !can_succeed => When::Always,
                // Where nothing is known to succeed there is no way out to tell of.
                _ if !can_succeed => continue,
                Some(ends) => When::Before(ends.into_iter().collect()),
                None => When::AtFirst,
            };
            found.add(when, None, &self.methods[method].name, failing.errors);
            failing_methods.insert(method);
        }
        failing_methods
    }

    /// What fails after a call that could succeed before it, and until when.
    fn after_call(&self, call: usize, on_every_object: &BTreeSet<usize>, found: &mut Found) {
        let mut before: Vec<(usize, usize)> = match self.methods[call].constructs {
            true => vec![(self.initial, 0)],
            false => self.objects().collect(),
        };
        // Where nothing is claimed after the call, it is no cause of anything.
        before.retain(|(_, length)| length + 1 < self.bound);
        let Some(starts) = self.starts(std::iter::once(call), &before) else {
            return;
        };
        let name = &self.methods[call].name;
        for method in self.plain_methods() {
            let causes =
                |&(s, _): &(usize, usize)| self.succeeds(call, s) && self.succeeds(method, s);
            // A constructor is spoken of where objects of another one can do it.
            let others_can = || self.objects().any(|(s, _)| self.succeeds(method, s));
            let caused = match self.methods[call].constructs {
                true => !on_every_object.contains(&method) && others_can(),
                false => before.iter().any(causes),
            };
            let Some(failing) = caused.then(|| self.failing(method, &starts)).flatten() else {
                continue;
            };
            let when = match failing.ends {
                Some(ends) if ends.is_empty() => When::After(Vec::new()),
                Some(ends) => When::Between {
                    after: Vec::new(),
                    until: ends.into_iter().collect(),
                },
                None => When::RightAfter(Vec::new()),
            };
            found.add(when, Some(name), &self.methods[method].name, failing.errors);
        }
    }

    /// What fails for some arguments in every state, and not for others.
    fn by_arguments(&self, found: &mut Found, of_constructors: &mut Found) {
        let new = [(self.initial, 0)];
        let objects: Vec<(usize, usize)> = self.objects().collect();
        for (at, method) in self.methods.iter().enumerate() {
            let states = if method.constructs {
                &new[..]
            } else {
                &objects
            };
            if !states.iter().any(|&(s, _)| self.succeeds(at, s)) {
                continue;
            }
            for symbol in &method.symbols {
                let errors: Option<BTreeSet<String>> = states
                    .iter()
                    .map(|&(state, _)| match &symbol.steps[state] {
                        Step::Fails(error) => Some(error.clone()),
                        Step::Leads(_) | Step::Open => None,
                    })
                    .collect();
                let Some(errors) = errors else { continue };
                let when = match only_null(&symbol.guard) {
                    true => When::IfNull(symbol.guard.clone()),
                    false => When::If(symbol.guard.clone()),
                };
                let found = match method.constructs {
                    true => &mut *of_constructors,
                    false => &mut *found,
                };
                found.add(when, None, &method.name, errors);
            }
        }
    }

    fn plain_methods(&self) -> impl Iterator<Item = usize> {
        (0..self.methods.len()).filter(|&m| !self.methods[m].constructs)
    }

    /// Where calls of methods lead, of which one more call is claimed; none if that is not known of all of them.
    fn starts(
        &self,
        methods: impl Iterator<Item = usize>,
        before: &[(usize, usize)],
    ) -> Option<Starts> {
        let mut starts = Starts::new();
        for method in methods {
            for &(state, length) in before.iter().filter(|(_, length)| length + 1 < self.bound) {
                for step in self.steps(method, state) {
                    match step {
                        Step::Leads(to) => nearer(&mut starts, *to, length + 1),
                        Step::Fails(_) => {}
                        Step::Open => return None,
                    }
                }
            }
        }
        (!starts.is_empty()).then_some(starts)
    }

    /// How long a method fails from these states on; none if it does not fail in all of them.
    fn failing(&self, method: usize, starts: &Starts) -> Option<Failing> {
        if !starts.keys().all(|&state| self.fails(method, state)) {
            return None;
        }
        let (mut region, mut ends) = (starts.clone(), BTreeSet::new());
        let mut queue: VecDeque<(usize, usize)> = starts.iter().map(|(&s, &n)| (s, n)).collect();
        while let Some((state, length)) = queue.pop_front() {
            // After a further call, the method itself must still be claimed.
            if length + 1 >= self.bound || ends.len() > MOST_ENDS {
                continue;
            }
            for other in self.plain_methods() {
                for step in self.steps(other, state) {
                    match step {
                        Step::Fails(_) => {}
                        Step::Leads(to) if self.fails(method, *to) => {
                            if region.get(to).is_none_or(|&n| length + 1 < n) {
                                region.insert(*to, length + 1);
                                queue.push_back((*to, length + 1));
                            }
                        }
                        Step::Leads(_) | Step::Open => {
                            ends.insert(self.methods[other].name.clone());
                        }
                    }
                }
            }
        }
        // Of what comes after a further call nothing may be claimed: then only the next one is spoken of.
        let looked = starts.values().all(|length| length + 1 < self.bound);
        let ends = (looked && ends.len() <= MOST_ENDS).then_some(ends);
        let states = if ends.is_some() { &region } else { starts };
        let errors = states.keys().flat_map(|&s| self.errors(method, s));
        Some(Failing {
            errors: errors.collect(),
            ends,
        })
    }

    fn errors(&self, method: usize, state: usize) -> impl Iterator<Item = String> {
        self.steps(method, state).filter_map(|step| match step {
            Step::Fails(error) => Some(error.clone()),
            Step::Leads(_) | Step::Open => None,
        })
    }
}

fn nearer(starts: &mut Starts, state: usize, length: usize) {
    let known = starts.entry(state).or_insert(length);
    *known = (*known).min(length);
}

/// Whether a guard only asks whether arguments are null.
fn only_null(guard: &str) -> bool {
    let mut parts = guard.split(" || ");
    parts.all(|part| part.ends_with(" == null") && !part.contains(" && "))
}

/// Rules that have the same form, put together.
#[derive(Default)]
struct Found {
    /// The methods that fail, by when (without the call that begins it), that call, and the errors.
    methods: BTreeMap<(When, Option<String>, Names), Names>,
}

type Names = BTreeSet<String>;

impl Found {
    fn add(&mut self, when: When, after: Option<&String>, method: &str, errors: BTreeSet<String>) {
        let key = (when, after.cloned(), errors);
        self.methods
            .entry(key)
            .or_default()
            .insert(method.to_owned());
    }

    /// Where the same methods fail after several calls, that is one rule.
    fn rules(self, calls: Option<u64>) -> Vec<Rule> {
        let mut merged: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for ((when, after, errors), methods) in self.methods {
            merged
                .entry((when, methods, errors))
                .or_default()
                .extend(after);
        }
        let rule = |((when, methods, errors), after): ((When, Names, Names), Vec<String>)| Rule {
            when: begun_by(when, after),
            methods: methods.into_iter().collect(),
            errors: errors.into_iter().collect(),
            calls,
        };
        merged.into_iter().map(rule).collect()
    }
}

fn begun_by(when: When, after: Vec<String>) -> When {
    match when {
        When::After(_) => When::After(after),
        When::Between { until, .. } => When::Between { after, until },
        When::RightAfter(_) => When::RightAfter(after),
        other => other,
    }
}
