//! The addresses of resources: `lore://documents`, `lore://entry/srd-2014/spell/fireball?part=2`.

use lore::EntryKey;

const PART_QUERY: &str = "?part=";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// The address without the part query.
    pub(crate) base: &'a str,
    /// The part of the resource, from 1.
    pub(crate) part: usize,
}

impl<'a> Address<'a> {
    /// A part query without a number stays in `base`, where no resource exists.
    pub(crate) fn parse(uri: &'a str) -> Self {
        let whole = Self { base: uri, part: 1 };
        let Some((base, part)) = uri.split_once(PART_QUERY) else { return whole };
        part.parse().map_or(whole, |part| Self { base, part })
    }

    pub(crate) fn with_part(self, part: usize) -> String {
        format!("{}{PART_QUERY}{part}", self.base)
    }

    pub(crate) fn of_total(self, parts: usize) -> String {
        if parts == 1 { self.base.to_owned() } else { self.with_part(self.part) }
    }

    pub(crate) fn entry(self) -> Option<EntryKey> {
        EntryKey::parse(self.base)
    }
}

#[cfg(test)]
mod tests;
