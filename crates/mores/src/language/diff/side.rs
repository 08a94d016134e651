//! A version with its language, in letters that all versions share.

use std::collections::BTreeMap;

use base::{Budget, Progress, StopReason};
use emit::c::Harness;
use emit::language::Input;
use emit::report::Verdict;
use front::InputError;
use model::dfa::{Alphabet, Edge, Letter, PartialDfa};
use teach::error_language::{Language, Options, Standing, learn_language};

use super::lines::{Line, common_lines};
use super::report::LanguageVersion;
use super::{LanguageDiffRequest, Role};
use crate::language::load::{Loaded, load, load_loosely};
use crate::language::source_lines::renumbered;
use crate::language::{
    Goal, LanguageRequest, confirm, harness, has_a_goal, long_enough, options, to_report,
};

/// A version.
pub(super) struct Side {
    pub role: Role,
    request: LanguageRequest,
    loaded: Loaded,
    /// Its language within the bounds that all versions share; more, if it is proved.
    pub learned: Language,
    /// What is known of it.
    pub verdict: Verdict,
    /// Its words, of whatever length, if that is proved.
    pub full: Option<PartialDfa>,
    /// Its words within the bounds.
    pub within: PartialDfa,
    /// Words that it may have beyond the bounds.
    pub open: PartialDfa,
    /// What can be run: the witness of each word.
    runs: BTreeMap<Vec<usize>, usize>,
    /// The letters as this version calls them, in the order of all.
    pub letters: Vec<Letter>,
}

/// What is learned of a version before letters are shared.
struct Version {
    role: Role,
    request: LanguageRequest,
    loaded: Loaded,
    learned: Language,
    verdict: Verdict,
    full: Option<PartialDfa>,
}

/// Learns the language of each version, with the same bounds. All automata are over the alphabet that is returned.
pub(super) fn sides(
    request: &LanguageDiffRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(Alphabet, Vec<Side>), InputError> {
    let mut versions = learned(request, budget, progress)?;
    level(&mut versions, budget, progress);
    let renamings = renamings(&versions);
    let mut alphabet = Alphabet::new::<Letter>([]).expect("there is no letter twice");
    for (version, renaming) in versions.iter().zip(&renamings) {
        for own in version.alphabets() {
            alphabet = alphabet.joined(&renaming.alphabet(own)).0;
        }
    }
    let shared = |(version, renaming): (Version, &Renaming)| version.shared(&alphabet, renaming);
    let sides = versions.into_iter().zip(&renamings).map(shared).collect();
    Ok((alphabet, sides))
}

fn learned(
    request: &LanguageDiffRequest,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Version>, InputError> {
    let requests: Vec<(Role, LanguageRequest)> = request
        .versions
        .files()
        .into_iter()
        .map(|(role, path)| {
            (
                role,
                LanguageRequest {
                    path: path.clone(),
                    ..request.like.clone()
                },
            )
        })
        .collect();
    let loaded = loaded(&requests)?;
    some(
        requests
            .iter()
            .zip(&loaded)
            .map(|((_, request), loaded)| has_a_goal(request, &loaded.subject)),
    )?;
    let mut versions = Vec::new();
    // The last part is for the case that their bounds differ.
    let mut parts = requests.len() as u32 + 1;
    for ((role, request), loaded) in requests.into_iter().zip(loaded) {
        progress.working(&|| format!("learning {}", request.path.display()));
        let mut learned = learn_language(
            &loaded.subject,
            &options(&request),
            &budget.share(parts),
            progress,
        );
        confirmed(&loaded, &mut learned);
        parts -= 1;
        let full = (learned.standing == Standing::Proved).then(|| learned.automaton.clone());
        let verdict = to_report::verdict(&request, &loaded, &learned);
        versions.push(Version {
            role,
            request,
            loaded,
            learned,
            verdict,
            full,
        });
    }
    some(
        versions
            .iter()
            .map(|v| long_enough(&v.request, &v.loaded, &v.learned, budget, progress)),
    )?;
    Ok(versions)
}

/// Soundness: if a word turns out not to happen, none is trusted.
fn confirmed(loaded: &Loaded, learned: &mut Language) {
    let before = learned.standing.clone();
    confirm(&loaded.subject, learned);
    if learned.standing != before {
        learned.words.clear();
        learned.within = PartialDfa::empty(learned.alphabet.clone());
    }
}

/// What is wrong with one version may be the difference: only what is wrong with all is refused.
fn some(checks: impl Iterator<Item = Result<(), InputError>>) -> Result<(), InputError> {
    let mut first = None;
    for check in checks {
        match check {
            Ok(()) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// An event that was asked for need not be there in every version, but in some.
fn loaded(requests: &[(Role, LanguageRequest)]) -> Result<Vec<Loaded>, InputError> {
    let strict: Result<Vec<Loaded>, InputError> =
        requests.iter().map(|(_, request)| load(request)).collect();
    if strict.is_ok() {
        return strict;
    }
    let loose = requests
        .iter()
        .map(|(_, request)| load_loosely(request))
        .collect::<Result<Vec<Loaded>, _>>()?;
    for asked in single(&requests[0].1) {
        some(requests.iter().map(|(_, request)| {
            let alone = LanguageRequest {
                path: request.path.clone(),
                ..asked.clone()
            };
            load(&alone).map(|_| ())
        }))?;
    }
    Ok(loose)
}

/// Requests that ask for one pattern or variable each.
fn single(request: &LanguageRequest) -> Vec<LanguageRequest> {
    let (only, except) = (Vec::new(), Vec::new());
    let plain = LanguageRequest {
        only,
        except,
        ..request.clone()
    };
    let patterns = request.only.iter().chain(&request.except);
    let patterns = patterns.map(|p| LanguageRequest {
        only: vec![p.clone()],
        ..plain.clone()
    });
    let (assigned, kinds): (Vec<String>, Vec<String>) = request
        .events
        .iter()
        .cloned()
        .partition(|kind| kind.starts_with("assign:"));
    let mut all: Vec<LanguageRequest> = assigned
        .into_iter()
        .map(|event| LanguageRequest {
            events: vec![event],
            ..plain.clone()
        })
        .collect();
    // What a pattern is to match may be an assignment that another version does not have.
    all.extend(patterns.map(|asked| LanguageRequest {
        events: kinds.clone(),
        ..asked
    }));
    all
}

/// Gives all versions the greatest of their bounds, unless nothing depends on bounds.
fn level(versions: &mut [Version], budget: &Budget, progress: &dyn Progress) {
    let bound = versions
        .iter()
        .map(|version| version.learned.bound)
        .max()
        .unwrap_or(0);
    if versions.iter().all(|version| version.full.is_some()) {
        return;
    }
    let mut parts = versions.len() as u32;
    for version in versions
        .iter_mut()
        .filter(|version| version.learned.bound < bound)
    {
        let at = Options {
            bound: Some(bound),
            beyond: false,
            ..options(&version.request)
        };
        let mut learned =
            learn_language(&version.loaded.subject, &at, &budget.share(parts), progress);
        confirmed(&version.loaded, &mut learned);
        parts -= 1;
        // A proof holds for all bounds.
        if version.full.is_none() {
            version.verdict = to_report::verdict(&version.request, &version.loaded, &learned);
        }
        version.learned = learned;
    }
}

impl Version {
    /// Failures that only a proof has found are letters of the proved automaton alone.
    fn alphabets(&self) -> impl Iterator<Item = &Alphabet> {
        [&self.learned.alphabet]
            .into_iter()
            .chain(self.full.as_ref().map(PartialDfa::alphabet))
    }

    fn shared(self, alphabet: &Alphabet, renaming: &Renaming) -> Side {
        let names = renaming.alphabet(&self.learned.alphabet);
        let number = |name: &str| alphabet.position(name).expect("all letters were joined");
        let letters = names.letters().iter();
        let numbers: Vec<usize> = letters.map(|letter| number(&letter.name)).collect();
        let moved =
            |word: &[usize]| -> Vec<usize> { word.iter().map(|&letter| numbers[letter]).collect() };
        let onto = |automaton: &PartialDfa| {
            onto(
                alphabet,
                &renaming.alphabet(automaton.alphabet()),
                automaton,
            )
        };
        let mut letters = alphabet.letters().to_vec();
        for own in self.alphabets() {
            for (shared, own) in renaming.alphabet(own).letters().iter().zip(own.letters()) {
                letters[number(&shared.name)] = own.clone();
            }
        }
        let words = self.learned.words.iter().enumerate();
        Side {
            within: onto(&self.learned.within),
            full: self.full.as_ref().map(onto),
            open: PartialDfa::of_words(
                alphabet.clone(),
                self.learned.beyond.iter().map(|w| moved(w)),
            )
            .extended(),
            runs: words
                .map(|(i, witness)| (moved(&witness.word), i))
                .collect(),
            letters,
            role: self.role,
            request: self.request,
            loaded: self.loaded,
            learned: self.learned,
            verdict: self.verdict,
        }
    }
}

/// The same automaton over more letters.
fn onto(alphabet: &Alphabet, named: &Alphabet, automaton: &PartialDfa) -> PartialDfa {
    let number = |letter: usize| {
        alphabet
            .position(named.name(letter))
            .expect("all letters were joined")
    };
    let accepting = (0..automaton.states())
        .map(|state| automaton.is_accepting(state))
        .collect();
    let edges = automaton.edges().map(|edge| Edge {
        letter: number(edge.letter),
        ..*edge
    });
    PartialDfa::new(alphabet.clone(), automaton.initial(), accepting, edges)
        .expect("only the letters have moved")
}

impl Side {
    /// The words it has for certain.
    pub fn has(&self) -> &PartialDfa {
        self.full.as_ref().unwrap_or(&self.within)
    }

    /// All words but those that it has in no run of any length; `None` if nothing is excluded.
    pub fn may_have(&self) -> Option<PartialDfa> {
        match (&self.full, &self.learned.standing) {
            (Some(full), _) => Some(full.clone()),
            (None, Standing::Proved | Standing::Bounded(_)) => Some(self.within.union(&self.open)),
            (None, Standing::Partial(_)) => None,
        }
    }

    /// Why it is not even known which words it has within the bounds. A proof does not say that: it knows no bounds.
    pub fn doubt(&self) -> Option<&StopReason> {
        match &self.learned.standing {
            Standing::Partial(reason) => Some(reason),
            Standing::Bounded(_) | Standing::Proved => None,
        }
    }

    /// Why its words are not known beyond the bounds.
    pub fn limit(&self) -> Option<&StopReason> {
        match &self.learned.standing {
            Standing::Bounded(reason) | Standing::Partial(reason) if self.full.is_none() => {
                Some(reason)
            }
            Standing::Partial(_) | Standing::Bounded(_) | Standing::Proved => None,
        }
    }

    /// What makes it show a word, if that is known: values, and a C file.
    pub fn run(&self, word: &[usize]) -> Option<(Vec<Input>, Harness)> {
        let witness = &self.learned.words[*self.runs.get(word)?];
        let program = self
            .request
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let inputs = witness.inputs.iter().map(to_report::input).collect();
        Some((
            inputs,
            harness::harness(&program, &self.loaded, &self.learned, witness),
        ))
    }

    pub fn version(&self) -> LanguageVersion {
        let path = self.request.path.display().to_string();
        LanguageVersion {
            role: self.role,
            path,
            verdict: self.verdict.clone(),
        }
    }

    /// What else there is to know about it.
    pub fn notes(&self, goal: Goal) -> Vec<String> {
        let path = self.request.path.display();
        let ended = match goal {
            Goal::Failures => "fails",
            Goal::Ends => "ends",
        };
        let undefined = self.learned.undefined.iter().map(|found| {
            let values: Vec<String> = found.inputs.iter().map(|given| to_report::input(given).value).collect();
            let inputs =
                if values.is_empty() { String::new() } else { format!(" (with inputs {})", values.join(", ")) };
            let (kind, place) = (found.kind.name(), &found.place);
            format!("{path}: undefined behaviour ({kind}) at {place}{inputs}: such a run neither {ended} nor goes on")
        });
        let warnings = to_report::warnings(&self.loaded)
            .into_iter()
            .map(|warning| format!("{path}: {warning}"));
        undefined.chain(warnings).collect()
    }
}

/// What the letters of a version are called among all versions.
struct Renaming {
    /// The file whose lines are known.
    file: String,
    /// What these are called.
    lines: Vec<String>,
}

/// Names lines after the first version that has them.
fn renamings(versions: &[Version]) -> Vec<Renaming> {
    // Without its text, a version's lines keep their numbers, as if nothing had moved.
    let texts: Option<Vec<String>> = versions
        .iter()
        .map(|version| std::fs::read_to_string(&version.request.path).ok())
        .collect();
    let texts = texts.unwrap_or_default();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut lines = common_lines(&texts);
    lines.resize(versions.len(), Vec::new());
    let called = |line: Line| match line.version {
        0 => line.number.to_string(),
        other => format!("{} of {}", line.number, versions[other].role.name()),
    };
    let file = |version: &Version| {
        version
            .request
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let renaming = |(version, lines): (&Version, Vec<Line>)| Renaming {
        file: file(version),
        lines: lines.into_iter().map(called).collect(),
    };
    versions.iter().zip(lines).map(renaming).collect()
}

impl Renaming {
    fn alphabet(&self, alphabet: &Alphabet) -> Alphabet {
        let letters = alphabet.letters().iter().map(|l| Letter {
            name: self.name(l),
            place: l.place.clone(),
        });
        // Names that fall together, which no line can cause, stay as they are.
        Alphabet::new(letters).unwrap_or_else(|_| alphabet.clone())
    }

    /// Branches (`main:12 then`) and failures (`assertion fails, line 12`) have lines in their names.
    fn name(&self, letter: &Letter) -> String {
        let name = &letter.name;
        let Some((number, line)) = self.line(letter) else {
            return name.clone();
        };
        renumbered(name, number, line).unwrap_or_else(|| name.clone())
    }

    fn line(&self, letter: &Letter) -> Option<(usize, &str)> {
        let (file, number) = letter.place.as_ref()?.rsplit_once(':')?;
        let number: usize = number.parse().ok()?;
        let line = self.lines.get(number.checked_sub(1)?)?;
        (file.rsplit('/').next() == Some(&self.file)).then_some((number, line))
    }
}
