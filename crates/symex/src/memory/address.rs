//! Addresses: variables of which little is known, since little is certain.

use std::rc::Rc;

use base::Id;
use ir::memory::Storage;
use ir::{IntType, Type};
use smt::{Op, Term, Value as Number};

use crate::explorer::Explorer;
use crate::model::Witness;
use crate::stuck::{Step, Stuck};
use crate::tape::output_address;
use crate::thread::Thread;
use crate::{Integers, ObjectId, Value};

/// No object lies below.
const LOWEST: u64 = 0x1_0000;
/// No object reaches up to here: addresses fit 32 bits, signed or not.
const HIGHEST: u64 = 0x7fff_0000;
/// Numbers from here up to 2^32 are no addresses either: they are small negative numbers to a machine of 32 bits.
const NEGATIVE: i64 = 0xffff_0000;
/// Objects begin at multiples of this.
const GRAIN: u64 = 16;

impl<'p> Explorer<'_, 'p> {
    /// The address of an object, 0 for null.
    pub(super) fn address(&self, thread: &mut Thread<'p>, object: Option<ObjectId>) -> Step<Term> {
        let Some(id) = object else {
            return Ok(self.offset(0));
        };
        if let Some(&known) = thread.addresses.get(&id) {
            return Ok(known);
        }
        if self.world.integers != Integers::Wrapping {
            return Err(Stuck::stop(
                "an address has no meaning over mathematical integers",
            ));
        }
        let sort = self
            .world
            .integers
            .sort(Type::Int(IntType::I64))
            .expect("numbers have a sort");
        let is_output = self.special(thread, id) == Some(Storage::Output);
        if thread.tape.is_some() && is_output {
            // Soundness: nothing may be decided by where the output lies, of which there is one (`Tape::is_unknown`).
            return Ok(output_address(self.world.terms));
        }
        let address = self.world.terms.var(&self.address_name(thread, id), sort);
        let facts = self.facts(thread, id, address);
        let value = self.free_address(thread);
        thread.addresses.insert(id, address);
        let model = thread
            .model
            .0
            .as_ref()
            .map(|model| Rc::new(model.with(address, Number::bv(64, value))));
        let fits = model.filter(|model| {
            facts
                .iter()
                .all(|&fact| model.satisfies(self.world.terms, fact))
        });
        thread.condition.extend(facts);
        thread.model = Witness(fits);
        Ok(address)
    }

    fn address_name(&self, thread: &Thread<'p>, id: ObjectId) -> String {
        match id {
            ObjectId::Made(made) => {
                let name = self
                    .memory_of(thread, id)
                    .map_or("an object", |memory| &memory.name);
                format!("address of {name}#{}", made.index())
            }
            ObjectId::Image(image) => {
                let name = self.world.program.image[image].name.as_deref();
                format!(
                    "address of {}@{}",
                    name.unwrap_or("an object"),
                    image.index()
                )
            }
        }
    }

    /// What is certain: it is not 0 and a multiple of a power of two, and objects that live at the same time do not
    /// overlap.
    fn facts(&self, thread: &Thread<'p>, id: ObjectId, address: Term) -> Vec<Term> {
        let terms = self.world.terms;
        let number = |n: u64| terms.bv(64, n);
        let last = HIGHEST.saturating_sub(self.extent(thread, id)).max(LOWEST);
        let mut facts = vec![
            terms.bv_ule(number(LOWEST), address),
            terms.bv_ule(address, number(last)),
            terms.eq(terms.extract(address, 3, 0), terms.bv(4, 0)),
        ];
        for (&other, &place) in thread
            .addresses
            .iter()
            .filter(|&(&other, _)| self.meet(thread, id, other))
        {
            let end =
                |start: Term, id: ObjectId| terms.bv_add(start, number(self.extent(thread, id)));
            let below = terms.bv_ule(end(place, other), address);
            let above = terms.bv_ule(end(address, id), place);
            facts.push(terms.or(&[below, above]));
        }
        facts
    }

    /// The bytes an object takes, so that what is just behind it is not another one.
    fn extent(&self, thread: &Thread<'p>, id: ObjectId) -> u64 {
        self.memory_of(thread, id)
            .map_or(1, |memory| memory.size + 1)
            .next_multiple_of(GRAIN)
    }

    /// Whether two objects ever live at the same time.
    fn meet(&self, thread: &Thread<'p>, a: ObjectId, b: ObjectId) -> bool {
        let outlives = |old: ObjectId, new: ObjectId| match (old, new) {
            (ObjectId::Image(_), _) | (_, ObjectId::Image(_)) => true,
            (ObjectId::Made(_), ObjectId::Made(new)) => self
                .memory_of(thread, old)
                .and_then(|memory| memory.died)
                .is_none_or(|died| died > new.index()),
        };
        outlives(a, b) && outlives(b, a)
    }

    /// An address behind all that the path's model has.
    fn free_address(&self, thread: &Thread<'p>) -> u64 {
        let end = |(&id, &address): (&ObjectId, &Term)| {
            let value = thread.model.0.as_ref()?.value(self.world.terms, address)?;
            value.as_unsigned()?.checked_add(self.extent(thread, id))
        };
        thread
            .addresses
            .iter()
            .filter_map(end)
            .max()
            .unwrap_or(LOWEST)
            .next_multiple_of(GRAIN)
    }

    /// The bytes of a pointer as a number.
    pub(super) fn address_bits(
        &self,
        thread: &mut Thread<'p>,
        target: Value,
        offset: Term,
        width: u8,
    ) -> Step<Term> {
        let object = self.decided(thread, target)?;
        let address = self
            .world
            .terms
            .bv_add(self.address(thread, object)?, offset);
        Ok(self
            .world
            .terms
            .extract(address, 8 * u32::from(width) - 1, 0))
    }

    /// What lies at an address, and how far behind its start.
    pub(super) fn find(&self, thread: &Thread<'p>, address: Term) -> Step<(Value, Term)> {
        if let Some(number) = self.known(thread, address) {
            let nothing = (0..LOWEST as i64).contains(&number) || !(0..NEGATIVE).contains(&number);
            let found = (Value::Ref(None), self.number_like(address, number));
            return if nothing {
                Ok(found)
            } else {
                Err(unknown_address())
            };
        }
        let (id, offset) = self.base(thread, address).ok_or_else(unknown_address)?;
        let size = self.memory_of(thread, id).map_or(0, |memory| memory.size);
        let inside = self.up_to(offset, size);
        if inside == self.world.terms.bool(true) || thread.known.contains(&inside) {
            return Ok((Value::Ref(Some(id)), offset));
        }
        if inside == self.world.terms.bool(false)
            || thread.known.contains(&self.world.terms.not(inside))
        {
            return Err(unknown_address());
        }
        Err(Stuck::Whether(inside))
    }

    /// The object whose address a number is computed from, and what is added to that. It is what lies there if that is
    /// not too much: then a cut to 32 bits has taken nothing away.
    fn base(&self, thread: &Thread<'p>, number: Term) -> Option<(ObjectId, Term)> {
        let terms = self.world.terms;
        if let Some((&id, _)) = thread
            .addresses
            .iter()
            .find(|&(_, &address)| address == number)
        {
            return Some((id, self.offset(0)));
        }
        match (terms.op(number), terms.args(number)) {
            (Op::ZeroExtend(64) | Op::SignExtend(64), &[cut]) => match terms.op(cut) {
                Op::Extract { hi: 31, lo: 0 } => self.base(thread, terms.args(cut)[0]),
                _ => None,
            },
            (Op::BvAdd, summands) => {
                let mut found = summands
                    .iter()
                    .filter_map(|&s| Some((s, self.base(thread, s)?)));
                let (summand, (id, offset)) = found.next()?;
                let rest = terms.bv_sub(number, summand);
                found
                    .next()
                    .is_none()
                    .then(|| (id, terms.bv_add(rest, offset)))
            }
            (Op::BvOr | Op::BvAnd, &[tagged, mask]) => {
                let (id, offset) = self.base(thread, tagged)?;
                self.marked(terms.op(number), offset, mask)
                    .map(|offset| (id, offset))
            }
            _ => None,
        }
    }

    /// Low bits of an address are used as marks: objects lie where these are all zero.
    fn marked(&self, op: &Op, offset: Term, mask: Term) -> Option<Term> {
        let (offset, mask) = (self.constant_number(offset)?, self.constant_number(mask)?);
        let low = 0..GRAIN as i64;
        match op {
            Op::BvOr if low.contains(&mask) => Some(offset | mask),
            Op::BvAnd if low.contains(&!mask) => Some(offset & mask),
            _ => None,
        }
        .map(|marked| self.arith().integer(IntType::I64, marked))
    }
}

fn unknown_address() -> Stuck {
    Stuck::stop("a number is used as an address")
}
