//! What a state writes for a byte, computed from the byte by few operations, however its cases say it.

use model::transducer::{Cell, SymbolicTransducer};
use smt::{Op, Sort, Term};

use super::pieces::{MOST_PIECES, Piece, pieces};

/// How many values half a byte has.
const HALF: usize = 16;

/// The symbol at a place of what a state writes, if it is the byte, its upper or its lower half, plus few constants.
pub(super) fn written(
    machine: &SymbolicTransducer,
    cells: &[Option<Cell>],
    place: usize,
) -> Option<Term> {
    let terms = &machine.terms;
    let x = machine.seen(0);
    if terms.sort(x) != Sort::BitVec(8) || machine.output.bits != 8 {
        return None;
    }
    let entry = |cell: &Option<Cell>| cell.as_ref()?.writes.get(place).copied();
    let table: Vec<u64> = cells.iter().map(entry).collect::<Option<_>>()?;
    let four = terms.bv(8, 4);
    let upper = || terms.apply(Op::BvLshr, &[x, four]);
    let lower = || terms.apply(Op::BvAnd, &[x, terms.bv(8, HALF as u64 - 1)]);
    let by_upper: Vec<u64> = table.iter().copied().step_by(HALF).collect();
    let by_lower: Vec<u64> = table[..HALF].to_vec();
    let whole = |entry: &dyn Fn(usize) -> u64| (0..table.len()).all(|x| table[x] == entry(x));
    let (selector, entries) = if whole(&|x| by_upper[x / HALF]) {
        (upper(), by_upper)
    } else if whole(&|x| by_lower[x % HALF]) {
        (lower(), by_lower)
    } else {
        (x, table)
    };
    Some(chosen(machine, selector, &pieces(&entries, MOST_PIECES)?))
}

fn chosen(machine: &SymbolicTransducer, selector: Term, pieces: &[Piece]) -> Term {
    let terms = &machine.terms;
    let number = |n: u64| terms.bv(8, n & 255);
    let value = |piece: &Piece| match piece.with_place {
        true => terms.apply(Op::BvAdd, &[selector, number(piece.add)]),
        false => number(piece.add),
    };
    let mut pieces = pieces.iter().rev();
    let last = pieces.next().map_or(number(0), value);
    pieces.fold(last, |rest, piece| {
        let before = terms.apply(Op::BvUlt, &[selector, number(piece.end as u64)]);
        terms.ite(before, value(piece), rest)
    })
}
