//! The addresses of resources: `lore://documents`, `lore://entry/srd-2014/spell/fireball?part=2`.

use lore::EntryKey;

/// The query that selects a part of a resource.
const PART_QUERY: &str = "?part=";

/// A parsed address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// The address without the part query.
    pub(crate) base: &'a str,
    /// The part of the resource, from 1.
    pub(crate) part: usize,
}

impl<'a> Address<'a> {
    /// Parses an address. A part query without a number stays in `base`, where no resource exists.
    pub(crate) fn parse(uri: &'a str) -> Self {
        let whole = Self { base: uri, part: 1 };
        let Some((base, part)) = uri.split_once(PART_QUERY) else { return whole };
        part.parse().map_or(whole, |part| Self { base, part })
    }

    /// Returns the address of another part of this resource.
    pub(crate) fn with_part(self, part: usize) -> String {
        format!("{}{PART_QUERY}{part}", self.base)
    }

    /// Returns the address of this part, without its number if the resource has only one.
    pub(crate) fn of_total(self, parts: usize) -> String {
        if parts == 1 { self.base.to_owned() } else { self.with_part(self.part) }
    }

    /// Returns the place of an entry, if this is an entry's address.
    pub(crate) fn entry(self) -> Option<EntryKey> {
        EntryKey::parse(self.base)
    }
}

#[cfg(test)]
mod tests;
