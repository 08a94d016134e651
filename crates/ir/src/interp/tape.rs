//! What a filter reads and writes: a stream of symbols that was given beforehand, and symbols that are written one behind
//! the other, as output or to memory.

use crate::interp::blocks::Bytes;
use crate::interp::fault::Fault;
use crate::interp::run::{Frame, Run};
use crate::interp::{Machine, ObjectId};
use crate::memory::{Content, Position};
use crate::{Expr, IntType, LocalId, Sink, Stream};

#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    fed: Option<Vec<u64>>,
    sinks: Vec<ObjectId>,
    /// How many of the symbols written are output; all where nothing was said.
    pub(super) kept: Option<i64>,
}

impl Machine<'_> {
    /// Gives the stream that a filter reads, instead of any that was given before.
    pub fn feed(&mut self, symbols: Vec<u64>) {
        self.world.tape.fed = Some(symbols);
    }

    /// The symbols of this type that a filter has written: as output, or to memory from the front. The zero that ends a
    /// string is one of them.
    ///
    /// # Errors
    /// Where these are in no one order: the filter wrote in several places, or left something out.
    pub fn written(&self, symbol: IntType) -> Result<Vec<u64>, String> {
        let sinks = self
            .world
            .tape
            .sinks
            .iter()
            .map(|sink| self.sunk(*sink))
            .collect::<Result<Vec<_>, _>>()?;
        let mut texts = sinks
            .into_iter()
            .chain([&self.world.output[..]])
            .filter(|text| !text.is_empty());
        let text = texts.next().unwrap_or_default();
        if texts.next().is_some() {
            return Err("it writes to more than one place".to_owned());
        }
        let width = width_of(symbol);
        if text.len() % width != 0 {
            return Err("it writes in other units than its symbols".to_owned());
        }
        let symbols = text.chunks(width).map(number);
        match self.world.tape.kept.map(usize::try_from) {
            None => Ok(symbols.collect()),
            Some(Ok(kept)) if kept <= text.len() / width => Ok(symbols.take(kept).collect()),
            Some(_) => Err("it says that it has written more than it has".to_owned()),
        }
    }

    fn sunk(&self, sink: ObjectId) -> Result<&[u8], String> {
        let block = self.heap.block(sink).ok_or("its output is no memory")?;
        let bytes = self
            .heap
            .blocks
            .content(block)
            .ok_or("its output is gone")?;
        let length = bytes.len();
        if length > 0 && !bytes.are_set(0, length) {
            return Err("it leaves gaps in what it writes".to_owned());
        }
        Ok(bytes.values(0, length))
    }
}

impl<'p> Run<'_, 'p> {
    pub(super) fn stream(&mut self, frame: Frame<'p>, stream: &Stream) -> Result<(), Fault> {
        let content = content(self.fed()?, stream)?;
        self.charge_bytes(content.len() as u64)?;
        let size = content.len();
        let content = Content::Bytes(content.into());
        let block = self
            .machine
            .heap
            .create_block(stream.class, size, stream.storage(), &content);
        if stream.changed {
            self.machine.world.tape.sinks.push(block);
        }
        self.set_local(frame, stream.dst, ObjectId::to_word(Some(block)));
        Ok(())
    }

    pub(super) fn stream_length(&mut self, frame: Frame<'p>, dst: LocalId) -> Result<(), Fault> {
        let length = self.fed()?.len();
        self.set_local(frame, dst, length as i64);
        Ok(())
    }

    pub(super) fn sink(&mut self, frame: Frame<'p>, sink: &Sink) -> Result<(), Fault> {
        let block = self.machine.heap.create_output(sink.class);
        self.machine.world.tape.sinks.push(block);
        self.set_local(frame, sink.dst, ObjectId::to_word(Some(block)));
        Ok(())
    }

    pub(super) fn output_bytes(
        &mut self,
        frame: Frame<'p>,
        from: &Position,
        count: &Expr,
    ) -> Result<(), Fault> {
        let (block, offset) = self.position(frame, from)?;
        let count = self.eval(frame, count)?.bits;
        self.charge_bytes(count.unsigned_abs())?;
        let Machine { heap, world, .. } = &mut *self.machine;
        let (bytes, start) = heap.blocks.read(block, offset, count)?;
        world.output.extend(known(bytes, start, count as usize)?);
        Ok(())
    }

    fn fed(&self) -> Result<&[u64], Fault> {
        let none = || Fault::unsupported("a stream where nothing is fed".to_owned());
        self.machine.world.tape.fed.as_deref().ok_or_else(none)
    }
}

fn known(bytes: &Bytes, start: usize, count: usize) -> Result<&[u8], Fault> {
    if count > 0 && !bytes.are_set(start, count) {
        return Err(Fault::broken("a byte without a value is written"));
    }
    Ok(bytes.values(start, count))
}

/// A stream as it lies in memory.
fn content(fed: &[u64], stream: &Stream) -> Result<Vec<u8>, Fault> {
    let (width, ty) = (width_of(stream.symbol), stream.symbol);
    let fits = |symbol: u64| width == 8 || symbol >> (8 * width) == 0;
    let stray = fed
        .iter()
        .find(|&&symbol| !fits(symbol) || stream.terminated && symbol == 0);
    if let Some(symbol) = stray {
        return Err(Fault::unsupported(format!(
            "{symbol} was fed, which is no symbol of a stream of {} bits",
            ty.bits
        )));
    }
    let end = stream.terminated.then_some(0);
    let symbols = fed.iter().copied().chain(end);
    Ok(symbols
        .flat_map(|symbol| symbol.to_le_bytes().into_iter().take(width))
        .collect())
}

/// How many bytes a symbol has.
fn width_of(symbol: IntType) -> usize {
    usize::from(symbol.bits).div_ceil(8).max(1)
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}
