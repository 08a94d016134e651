//! Two heaps as one: the same objects, each with conditional content.

use crate::explorer::Explorer;
use crate::join::path::Either;
use crate::thread::Thread;
use crate::{Cell, Heap, Memory, Object, ObjectId, Value};

impl<'p> Explorer<'_, 'p> {
    pub(super) fn joined_heap(
        &self,
        one: &Thread<'p>,
        other: &Thread<'p>,
        either: Either,
    ) -> Option<Heap> {
        let asked = |id: ObjectId| one.addresses.contains_key(&id);
        let (mine, others) = (&one.state.heap, &other.state.heap);
        mine.joined(others, self.world, |id, a, b| {
            self.joined_object((a, b), asked(id), either)
        })
    }

    fn joined_object(
        &self,
        (a, b): (&Object, &Object),
        asked: bool,
        either: Either,
    ) -> Option<Object> {
        if a.class != b.class || a.content.len() != b.content.len() {
            return None;
        }
        let memory = match (&a.memory, &b.memory) {
            (None, None) => None,
            (Some(a), Some(b)) => Some(Box::new(self.joined_memory(a, b, asked, either)?)),
            (Some(_), None) | (None, Some(_)) => return None,
        };
        let values = a.content.iter().zip(&b.content);
        let content: Option<Vec<Value>> = values
            .map(|(&a, &b)| self.either_value(either, a, b))
            .collect();
        Some(Object {
            class: a.class,
            content: content?,
            memory,
        })
    }

    fn joined_memory(&self, a: &Memory, b: &Memory, asked: bool, either: Either) -> Option<Memory> {
        let same = a.size == b.size && a.storage == b.storage && a.name == b.name;
        match (a.died, b.died) {
            // Nobody looks into dead objects.
            // Soundness: the earlier it died, the less is taken to be known of its address.
            (Some(one), Some(other)) if same || !asked => {
                let mut dead = a.clone();
                dead.died = Some(one.min(other));
                Some(dead)
            }
            (None, None) if same => a.joined(b, |a, b| self.joined_cell(a, b, either)),
            _ => None,
        }
    }

    /// The cell that holds what one of two holds that have the same bytes. Bytes without a value have no conditional form.
    fn joined_cell(&self, a: Cell, b: Cell, either: Either) -> Option<Cell> {
        if a == b {
            return Some(a);
        }
        match (a, b) {
            (Cell::Number { term: a, ty }, Cell::Number { term: b, ty: other }) if ty == other => {
                self.joined_number(a, b, either)
                    .map(|term| Cell::Number { term, ty })
            }
            (Cell::Number { term, ty }, Cell::Blank { zero: true, .. }) => {
                let zero = self.world.integers.zero(self.world.terms, ty)?;
                let term = self.joined_number(term, zero, either)?;
                Some(Cell::Number { term, ty })
            }
            (Cell::Blank { zero: true, .. }, Cell::Number { term, ty }) => {
                let zero = self.world.integers.zero(self.world.terms, ty)?;
                let term = self.joined_number(zero, term, either)?;
                Some(Cell::Number { term, ty })
            }
            (
                Cell::Pointer {
                    target,
                    offset: a,
                    width,
                },
                Cell::Pointer {
                    target: other,
                    offset: b,
                    width: as_wide,
                },
            ) if (target, width) == (other, as_wide) => {
                let offset = self.joined_number(a, b, either)?;
                Some(Cell::Pointer {
                    target,
                    offset,
                    width,
                })
            }
            _ => None,
        }
    }

    fn joined_number(&self, a: smt::Term, b: smt::Term, either: Either) -> Option<smt::Term> {
        match self.either_value(either, Value::Scalar(a), Value::Scalar(b))? {
            Value::Scalar(term) => Some(term),
            Value::Ref(_) | Value::Open(_) | Value::Hidden | Value::NotNull => None,
        }
    }
}
