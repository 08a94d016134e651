//! Types that say more than the machine's own, by number.

use ir::GivenType;

use super::signature::Generic;

/// The types of parameters that say more than the machine's own, by number.
#[derive(Default)]
pub(in crate::jvm) struct GivenTypes {
    types: Vec<Generic>,
}

impl GivenTypes {
    pub(super) fn number(&mut self, ty: Generic) -> GivenType {
        let known = self.types.iter().position(|known| *known == ty);
        let number = known.unwrap_or_else(|| {
            self.types.push(ty);
            self.types.len() - 1
        });
        GivenType(number)
    }

    /// A type that nothing is known of.
    pub(super) fn unknown(&mut self) -> GivenType {
        self.number(Generic::Unknown("?".to_owned()))
    }

    pub(super) fn get(&self, given: GivenType) -> Option<&Generic> {
        self.types.get(given.0)
    }
}
