//! The words that some version has and others do not.

use std::collections::{BTreeMap, BTreeSet};

use emit::c::Harness;
use emit::language::{Event, Language};
use model::dfa::{Alphabet, Letter, PartialDfa};

use super::report::{LanguageDiffKind, LanguageDiffVerdict, LanguagePart, PartWord};
use super::side::Side;
use super::{Asked, Role};
use crate::language::to_report::automaton;

/// One kind of difference.
pub(super) struct Found {
    pub shown: LanguagePart,
    /// For each word that is shown.
    pub harnesses: Vec<Option<Harness>>,
    /// For each word that is shown, its letters among those of all versions.
    pub letters: Vec<Vec<usize>>,
    /// The words that are missing elsewhere in runs of every length.
    pub certain_words: PartialDfa,
    /// The others that are missing elsewhere within the bounds.
    pub open_words: PartialDfa,
}

impl Found {
    fn any(&self) -> bool {
        !self.certain_words.is_empty() || !self.open_words.is_empty()
    }
}

/// Looks for one kind of difference (Chapman et al., "Learning the Language of Error", 2015, Section 2: the difference of two automata).
pub(super) fn find(asked: &Asked, alphabet: &Alphabet, sides: &[Side], limit: usize) -> Found {
    let &(kind, has, lacks) = asked;
    let side = side(sides, has);
    let others: Vec<&Side> = lacks.iter().map(|&role| self::side(sides, role)).collect();
    let certain = certain(side, &others).unwrap_or_else(|| PartialDfa::empty(alphabet.clone()));
    let open = others
        .iter()
        .fold(side.within.clone(), |left, other| {
            left.difference(other.has())
        })
        .difference(&certain);
    let all = certain.union(&open);
    let count = count(&all);
    let words = certain
        .words(usize::MAX)
        .map(|word| (word, true))
        .chain(open.words(usize::MAX).map(|word| (word, false)));
    let words = words
        .take(limit)
        .map(|(word, certain)| (shown(side, &word, certain), word))
        .enumerate();
    // Of words without end, those that can be run are enough to see how they go on.
    let enough =
        |i: usize, harness: &Option<Harness>| count.is_none() && i > 0 && harness.is_none();
    let words = words
        .take_while(|(i, ((_, harness), _))| !enough(*i, harness))
        .map(|(_, shown)| shown);
    let (shown, letters): (Vec<_>, Vec<Vec<usize>>) = words.unzip();
    let (words, harnesses): (Vec<PartWord>, Vec<Option<Harness>>) = shown.into_iter().unzip();
    let more = count.map(|count| count.saturating_sub(words.len() as u64));
    let mut model = drawn(&all, side);
    if others.iter().chain([&side]).any(|side| side.full.is_none()) {
        // It is a difference of what was found within bounds, whatever is proved of one of them.
        model
            .transitions
            .iter_mut()
            .for_each(|step| step.mark = None);
    }
    Found {
        shown: LanguagePart {
            kind,
            has,
            lacks: lacks.to_vec(),
            model,
            words,
            more,
        },
        harnesses,
        letters,
        certain_words: certain,
        open_words: open,
    }
}

fn side(sides: &[Side], role: Role) -> &Side {
    sides
        .iter()
        .find(|side| side.role == role)
        .expect("a difference is between versions that were given")
}

/// Soundness: a word that a version does not show within the bounds may still be one of its words, if a run that was cut
/// short begins with it. Such words are left out here; `None` if a version excludes nothing.
fn certain(side: &Side, others: &[&Side]) -> Option<PartialDfa> {
    others.iter().try_fold(side.has().clone(), |left, other| {
        Some(left.difference(&other.may_have()?))
    })
}

/// `None` if there is no end of them.
fn count(words: &PartialDfa) -> Option<u64> {
    match words.longest_word() {
        Some(longest) => Some(words.count(longest)),
        None => words.is_empty().then_some(0),
    }
}

fn shown(side: &Side, word: &[usize], certain: bool) -> (PartWord, Option<Harness>) {
    let (inputs, harness) = side.run(word).unzip();
    let events = word
        .iter()
        .map(|&letter| side.letters[letter].name.clone())
        .collect();
    (
        PartWord {
            events,
            inputs,
            certain,
            harness: None,
        },
        harness,
    )
}

/// As it is drawn: with the events that occur, as the version calls them that has them. What becomes of runs that are no
/// difference is not known to it, so no state is doomed.
fn drawn(words: &PartialDfa, side: &Side) -> Language {
    let mut model = automaton(words, None);
    model
        .states
        .iter_mut()
        .for_each(|state| state.doomed = false);
    let own: BTreeMap<&str, &Letter> = words
        .alphabet()
        .letters()
        .iter()
        .map(|l| l.name.as_str())
        .zip(&side.letters)
        .collect();
    let occurs = |event: &Event| {
        model
            .transitions
            .iter()
            .any(|step| step.symbol == event.symbol)
    };
    let occurring = model
        .alphabet
        .iter()
        .filter(|event| occurs(event))
        .map(|event| own[event.symbol.as_str()]);
    model.alphabet = occurring
        .map(|l| Event {
            symbol: l.name.clone(),
            place: l.place.clone(),
            line: None,
            failure: None,
        })
        .collect();
    model
        .transitions
        .iter_mut()
        .for_each(|step| step.symbol = own[step.symbol.as_str()].name.clone());
    model
}

fn assumptions(sides: &[Side]) -> Vec<String> {
    let all: BTreeSet<&String> = sides
        .iter()
        .flat_map(|side| &side.verdict.assumptions)
        .collect();
    all.into_iter().cloned().collect()
}

/// What is known of all parts together.
pub(super) fn verdict(parts: &[Found], sides: &[Side]) -> LanguageDiffVerdict {
    let reason = |why: fn(&Side) -> Option<&base::StopReason>| {
        let said = |side: &Side| why(side).map(|reason| format!("{}: {reason}", side.role.name()));
        sides.iter().find_map(said)
    };
    let (doubt, limit) = (reason(Side::doubt), reason(Side::limit));
    let (certain, any) = (
        parts.iter().any(|part| !part.certain_words.is_empty()),
        parts.iter().any(Found::any),
    );
    let (kind, reason) = match (certain, any) {
        (true, _) => (LanguageDiffKind::Differs, None),
        (false, _) if doubt.is_some() => (LanguageDiffKind::Undecided, doubt),
        (false, true) => (LanguageDiffKind::DiffersWithin, limit),
        (false, false) if limit.is_some() => (LanguageDiffKind::EqualWithin, limit),
        (false, false) => (LanguageDiffKind::Equal, None),
    };
    LanguageDiffVerdict {
        kind,
        reason,
        assumptions: assumptions(sides),
    }
}
