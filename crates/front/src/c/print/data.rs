//! Records, strings and objects as C.

use base::Id;

use super::Printing;
use crate::c::tree::*;
use crate::c::types::TypeId;

impl Printing<'_> {
    pub(super) fn records(&self) -> String {
        let records = self.unit.types.records.iter().map(|(id, record)| {
            let kind = if record.union { "union" } else { "struct" };
            match &record.body {
                Some(body) if body.size > 0 => format!(
                    "{kind} r{} {{ unsigned char bytes[{}]; }} __attribute__((aligned({})));\n",
                    id.index(),
                    body.size,
                    body.align
                ),
                Some(_) => format!("{kind} r{} {{ }};\n", id.index()),
                None => format!("{kind} r{};\n", id.index()),
            }
        });
        records.collect()
    }

    pub(super) fn strings(&self) -> String {
        let strings = self.unit.strings.iter().map(|(id, string)| {
            let elements: Vec<String> = string.elements.iter().map(u32::to_string).collect();
            format!(
                "static {} = {{{}}};\n",
                self.declare(string.ty, &self.string(id)),
                elements.join(", ")
            )
        });
        strings.collect()
    }

    pub(super) fn prototypes(&self) -> String {
        let functions = self
            .unit
            .functions
            .iter()
            .filter(|(_, f)| !f.name.starts_with("__builtin_"));
        let prototypes = functions.map(|(id, function)| {
            let storage = if function.linkage == Linkage::Internal {
                "static "
            } else {
                ""
            };
            format!(
                "{storage}{};\n",
                self.declare(function.ty, &self.function_name(id))
            )
        });
        prototypes.collect()
    }

    /// All objects are zero at first; what else they hold is written when `main` begins.
    pub(super) fn globals(&mut self) -> String {
        let mut text = String::new();
        let mut init = String::new();
        for (id, global) in self.unit.globals.iter() {
            let storage = match (global.defined, global.linkage) {
                (false, _) => "extern ",
                (true, Linkage::Internal) => "static ",
                (true, Linkage::External) => "",
            };
            let name = self.global(id);
            let thread = if global.thread_local { "__thread " } else { "" };
            text.push_str(&format!(
                "{storage}{thread}{};\n",
                self.declare(global.ty.id, &name)
            ));
            for entry in &global.init {
                let value = match entry.value {
                    StaticValue::Constant(value) => Some(self.constant(value, entry.ty)),
                    StaticValue::Characters(_) => None,
                };
                let at = format!("((char *)&{name} + {})", entry.offset);
                init.push_str(&match (&entry.value, value) {
                    (StaticValue::Characters(string), _) => self.copy(&at, entry.ty, *string),
                    (_, value) => self.store(&at, entry.ty, entry.bits, &value.unwrap_or_default()),
                });
            }
        }
        format!(
            "{text}static void mores_init(void) {{\nstatic int done; if (done) return; done = 1;\n{init}}}\n"
        )
    }

    pub(super) fn store(
        &self,
        at: &str,
        ty: TypeId,
        bits: Option<crate::c::types::Bits>,
        value: &str,
    ) -> String {
        match bits {
            Some(bits) => {
                let value = format!("(({})({value}))", self.ty(ty));
                format!(
                    "mores_set({at}, {}, {}, {value});\n",
                    bits.start, bits.width
                )
            }
            None => format!("*({}){at} = {value};\n", self.pointer_to(ty)),
        }
    }

    /// The characters, as many as there is room for, and zeros behind them.
    pub(super) fn copy(&self, at: &str, ty: TypeId, string: StringId) -> String {
        let (room, own) = (self.size(ty), self.size(self.unit.strings[string].ty));
        let name = self.string(string);
        format!(
            "__builtin_memset({at}, 0, {room}); __builtin_memcpy({at}, {name}, {});\n",
            room.min(own)
        )
    }
}
