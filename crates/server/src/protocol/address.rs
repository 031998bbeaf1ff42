//! The addresses of resources: `lore://documents`, `lore://entry/srd-2014/spell/fireball?part=2`.

use lore::EntryKey;

/// What addresses of entries begin with.
pub(crate) const ENTRY: &str = "lore://entry/";
/// What stands between an address and the part of what is there.
const PART: &str = "?part=";

/// An address taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// The address without the part.
    pub(crate) base: &'a str,
    /// Which part of what is there is meant, from 1.
    pub(crate) part: usize,
}

impl<'a> Address<'a> {
    /// Takes an address apart; what is no number of a part belongs to the address, where nothing is then found.
    pub(crate) fn read(uri: &'a str) -> Self {
        let whole = Self { base: uri, part: 1 };
        let Some((base, part)) = uri.split_once(PART) else { return whole };
        part.parse().map_or(whole, |part| Self { base, part })
    }

    /// The same place, another part.
    pub(crate) fn of_part(self, part: usize) -> String {
        format!("{}{PART}{part}", self.base)
    }

    /// The address of this part, where there are so many: without its number if it is the only one.
    pub(crate) fn of(self, parts: usize) -> String {
        if parts == 1 { self.base.to_owned() } else { self.of_part(self.part) }
    }

    /// The place of an entry, if it is the address of one.
    pub(crate) fn entry(self) -> Option<EntryKey> {
        let mut parts = self.base.strip_prefix(ENTRY)?.split('/');
        let (document, kind, slug) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        Some(EntryKey { document: document.to_owned(), kind: kind.parse().ok()?, slug: slug.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_which_part_is_meant() {
        let uri = "lore://entry/srd-2014/class/wizard";
        let address = Address::read("lore://entry/srd-2014/class/wizard?part=3");
        assert_eq!(address, Address { base: uri, part: 3 });
        assert_eq!(address.of_part(4), format!("{uri}?part=4"));
        assert_eq!(Address::read(uri).part, 1);
        assert_eq!(address.entry().unwrap().slug, "wizard");
        let wrong = Address::read("lore://entry/srd-2014/class/wizard?part=x");
        assert_eq!((wrong.part, wrong.entry().unwrap().slug.as_str()), (1, "wizard?part=x"));
    }
}
