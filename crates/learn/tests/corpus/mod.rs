//! Machines to learn, built in code: the same for the tests and for the comparison of learners.
#![allow(dead_code)] // each of the two uses its part

use base::Random;
use model::Moore;

/// The output after which nothing else ever comes.
pub const ERROR: u8 = 255;

/// A minimal machine with a name.
pub struct Reference {
    /// Machines of one family are summed up in one line of the comparison.
    pub family: &'static str,
    pub name: String,
    pub machine: Moore<u8>,
}

/// The machines to learn in tests: small enough for debug builds.
pub fn small() -> Vec<Reference> {
    let mut all = classical();
    all.extend((0..40).map(|seed| {
        random(
            seed,
            1 + seed as usize % 17,
            1 + seed as usize % 4,
            1 + seed as usize % 3,
        )
    }));
    all.extend(
        (0..20).map(|seed| random_with_error(seed, 2 + seed as usize, 2 + seed as usize % 5)),
    );
    all.extend([random(100, 60, 3, 2), random(101, 50, 8, 5)]);
    all.extend([
        counter(2),
        counter(7),
        counter(16),
        lock(3, 2),
        lock(6, 3),
        lock(10, 2),
        alarmed_lock(5, 4),
    ]);
    all.extend([
        nth_from_end(3),
        nth_from_end(5),
        handles(1),
        handles(2),
        handles(3),
        handles(4),
        stack(5),
    ]);
    all
}

/// The machines to compare learners on.
pub fn large() -> Vec<Reference> {
    let mut all = classical();
    all.extend((0..10).map(|seed| random(seed, 100, 10, 2)));
    all.extend((10..20).map(|seed| random(seed, 200, 4, 4)));
    all.extend((0..10).map(|seed| random_with_error(seed, 100, 10)));
    all.extend((1..=5).map(|n| counter(n * 10)));
    all.extend((1..=5).map(|n| lock(n * 10, 4)));
    all.extend((1..=5).map(|n| alarmed_lock(n * 10, 10)));
    all.extend((4..=8).map(nth_from_end));
    all.extend((2..=7).map(handles));
    all.extend((1..=5).map(|n| stack(n * 10)));
    all
}

fn reference(family: &'static str, name: String, machine: Moore<u8>) -> Reference {
    Reference {
        family,
        name,
        machine: machine.minimise(),
    }
}

/// Machines of the literature, and the degenerate ones.
fn classical() -> Vec<Reference> {
    let constant = |letters| Moore::explore(letters, (), |()| 7, |(), _| ());
    let even_even = Moore::explore(
        2,
        [true; 2],
        |even| u8::from(*even == [true; 2]),
        |even, a| [even[0] ^ (a == 0), even[1] ^ (a == 1)],
    );
    let contains_aab = Moore::explore(
        2,
        0,
        |n| u8::from(*n == 3),
        |&n, a| [[1, 0], [2, 0], [2, 3], [3, 3]][n][a],
    );
    let mut all = vec![
        reference("classical", "no letters".into(), constant(0)),
        reference("classical", "one state".into(), constant(3)),
        reference(
            "classical",
            "always an error".into(),
            constant(2).map(|_| ERROR),
        ),
        reference(
            "classical",
            "even a and even b (Angluin 1987)".into(),
            even_even,
        ),
        reference("classical", "contains aab".into(), contains_aab),
    ];
    all.extend(
        tomita()
            .into_iter()
            .enumerate()
            .map(|(i, (accepting, next))| {
                let rows = next
                    .iter()
                    .enumerate()
                    .map(|(q, row)| (u8::from(accepting.contains(&q)), row.to_vec()))
                    .collect();
                let machine = Moore::new(2, 0, rows).expect("the tables below are complete");
                reference("classical", format!("Tomita {}", i + 1), machine)
            }),
    );
    all
}

type Table = (&'static [usize], &'static [[usize; 2]]);

/// The seven languages over {0, 1} of Tomita, "Dynamic construction of finite automata from examples using
/// hill-climbing", 1982: accepting states and successors.
fn tomita() -> [Table; 7] {
    [
        (&[0], &[[1, 0], [1, 1]]),         // 1*
        (&[0], &[[2, 1], [0, 2], [2, 2]]), // (10)*
        (
            &[0, 1, 2, 4],
            &[[0, 1], [2, 0], [3, 4], [2, 5], [2, 1], [5, 5]],
        ), // no odd run of 1s, then an odd run of 0s
        (&[0, 1, 2], &[[1, 0], [2, 0], [3, 0], [3, 3]]), // no 000
        (&[0], &[[1, 2], [0, 3], [3, 0], [2, 1]]), // even 0s and even 1s
        (&[0], &[[1, 2], [2, 0], [0, 1]]), // as many 0s as 1s, modulo 3
        (&[0, 1, 2, 3], &[[0, 1], [2, 1], [2, 3], [4, 3], [4, 4]]), // 0*1*0*1*
    ]
}

fn random_rows(
    random: &mut Random,
    states: usize,
    letters: usize,
    outputs: usize,
) -> Vec<(u8, Vec<usize>)> {
    let output = |random: &mut Random| u8::try_from(random.below(outputs)).expect("few outputs");
    (0..states)
        .map(|_| {
            (
                output(random),
                (0..letters).map(|_| random.below(states)).collect(),
            )
        })
        .collect()
}

fn random(seed: u64, states: usize, letters: usize, outputs: usize) -> Reference {
    let rows = random_rows(&mut Random::seeded(seed), states, letters, outputs);
    let name = format!("random {seed}: {states} states, {letters} letters, {outputs} outputs");
    reference(
        "random",
        name,
        Moore::new(letters, 0, rows).expect("successors are below the number of states"),
    )
}

/// Half of the transitions lead to an error.
fn random_with_error(seed: u64, states: usize, letters: usize) -> Reference {
    let mut random = Random::seeded(seed);
    let mut rows = random_rows(&mut random, states, letters, 2);
    for target in rows.iter_mut().flat_map(|(_, row)| row) {
        *target = if random.chance(1, 2) { states } else { *target };
    }
    rows.push((ERROR, vec![states; letters]));
    let name = format!("random with error {seed}: {states} states, {letters} letters");
    reference(
        "random with error",
        name,
        Moore::new(letters, 0, rows).expect("the error state is the last one"),
    )
}

/// Counts letter 1 modulo n; letter 0 does nothing.
fn counter(n: usize) -> Reference {
    let machine = Moore::explore(
        2,
        0,
        |count| u8::from(*count == 0),
        |count, letter| (count + letter) % n,
    );
    reference("counter", format!("modulo {n}"), machine)
}

/// Opens after the one right word of length n; a wrong letter starts again.
fn lock(n: usize, letters: usize) -> Reference {
    let machine = Moore::explore(
        letters,
        0,
        |&right| u8::from(right == n),
        |&right, letter| {
            if right == n || letter == right % letters {
                n.min(right + 1)
            } else {
                0
            }
        },
    );
    reference(
        "lock",
        format!("lock of {n} letters out of {letters}"),
        machine,
    )
}

/// As the lock, but a wrong letter is an error.
fn alarmed_lock(n: usize, letters: usize) -> Reference {
    let machine = Moore::explore(
        letters,
        Some(0),
        |right| right.map_or(ERROR, |right| u8::from(right == n)),
        |right, letter| {
            right.and_then(|right| {
                (right == n || letter == right % letters).then_some(n.min(right + 1))
            })
        },
    );
    reference(
        "alarmed lock",
        format!("alarmed lock of {n} letters out of {letters}"),
        machine,
    )
}

/// Whether the n-th letter from the end is 1: 2^n states.
fn nth_from_end(n: usize) -> Reference {
    let machine = Moore::explore(
        2,
        0_usize,
        |last| u8::from(last >> (n - 1) & 1 == 1),
        |last, letter| (last << 1 | letter) & ((1 << n) - 1),
    );
    reference(
        "n-th from the end",
        format!("letter {n} from the end"),
        machine,
    )
}

/// An API with n handles that can be opened, used and closed, when it makes sense: 2^n states and the error.
fn handles(n: usize) -> Reference {
    let machine = Moore::explore(
        3 * n,
        Some(0_usize),
        |open| open.map_or(ERROR, |_| 0),
        |open, letter| {
            let (handle, call) = (1 << (letter / 3), letter % 3);
            open.and_then(|open| match (call, open & handle != 0) {
                (0, false) => Some(open | handle),
                (1, true) => Some(open),
                (2, true) => Some(open & !handle),
                _ => None,
            })
        },
    );
    reference("handles", format!("{n} handles"), machine)
}

/// An API with a capacity: push, pop, peek, clear, is_empty and is_full as a look at the state.
fn stack(capacity: usize) -> Reference {
    let machine = Moore::explore(
        4,
        Some(0),
        |size| {
            size.map_or(ERROR, |size| {
                u8::from(size == 0) + 2 * u8::from(size == capacity)
            })
        },
        |size, letter| match (letter, (*size)?) {
            (0, size) => (size < capacity).then_some(size + 1),
            (1, size) => size.checked_sub(1),
            (2, size) => (size > 0).then_some(size),
            (_, _) => Some(0),
        },
    );
    reference("stack", format!("stack of {capacity}"), machine)
}
