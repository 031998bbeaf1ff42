//! Names of official documents, and names that a reader could take for one of them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::document_key::{is_srd, key_meant_by};
use crate::model::{Edition, excerpt, fold, in_one_line, is_invisible};

/// The documents of both versions of the API, so that homebrew never takes a key that one will need.
const OPEN5E: [(&str, &str); 33] = [
    ("a5e", "Level Up Advanced 5e"),
    ("a5e-ag", "Adventurer's Guide"),
    ("a5e-ddg", "Dungeon Delver's Guide"),
    ("a5e-gpg", "Gate Pass Gazette"),
    ("a5e-mm", "Monstrous Menagerie"),
    ("bfrd", "Black Flag SRD"),
    ("blackflag", "Black Flag SRD"),
    ("cc", "Creature Codex"),
    ("ccdx", "Creature Codex"),
    ("core", "5e Core Concepts"),
    ("deepm", "Deep Magic for 5th Edition"),
    ("deepmx", "Deep Magic Extended"),
    ("dmag", "Deep Magic 5e"),
    ("dmag-e", "Deep Magic Extended"),
    ("elderberry-inn-icons", "Elderberry Inn Icons"),
    ("kp", "Kobold Press Compilation"),
    ("menagerie", "Level Up Advanced 5e Monstrous Menagerie"),
    ("o5e", "Open5e Original Content"),
    ("open5e", "Open5e Originals"),
    ("open5e-2024", "Open5e Originals"),
    ("spells-that-dont-suck", "Spells That Don't Suck"),
    ("taldorei", "Critical Role: Tal'Dorei Campaign Setting"),
    ("tdcs", "Tal'dorei Campaign Setting"),
    ("tob", "Tome of Beasts"),
    ("tob-2023", "Tome of Beasts 1 (2023 Edition)"),
    ("tob2", "Tome of Beasts 2"),
    ("tob3", "Tome of Beasts 3"),
    ("toh", "Tome of Heroes"),
    ("vom", "Vault of Magic"),
    ("warlock", "Warlock Archives"),
    ("wotc-srd", "5e Core Rules"),
    ("wz", "Warlock Zine"),
    ("srd", "System Reference Document"),
];

/// The suffix of a homebrew document's name that could be mistaken for an official one.
const MARK: &str = "(homebrew)";
const MAX_MARKED_CHARS: usize = 60;
/// The suffix of such a document's key.
pub const KEY_MARK: &str = "-homebrew";

const SRD_PART: &str = "srd";

/// The minimum length of a name that is also recognised inside a longer one, in bytes of its simplified form.
const MIN_PART_LEN: usize = 8;

/// Characters that resemble letters of the Latin alphabet, each with its letter.
const LOOK_ALIKES: [(&str, &str); 4] = [
    ("авекмнорстухіјѕԁһӏԛԝгпѡ", "abekmhopctyxijsdhlqwrnw"),
    ("αβεικνορτυχηωζγμɑɡɩ", "abeikvoptuxnwzymagi"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("0135$@|", "olessal"),
];

/// Returns true if a key is that of an official document, in the library or not.
pub fn is_official_key(key: &str) -> bool {
    is_srd(key_meant_by(key).as_str()) || OPEN5E.iter().any(|(known, _)| *known == key)
}

static KNOWN: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| OPEN5E.iter().flat_map(|(key, name)| [*key, *name]).map(simplified).collect());

/// Returns true if a key is or means an official document's, with which homebrew could be confused.
pub fn is_reserved(key: &str) -> bool {
    is_official_key(key) || key_meant_by(key) != key
}

/// The names of official documents: those in the library and the built-in ones.
#[derive(Debug, Clone, Default)]
pub struct OfficialNames(BTreeSet<String>);

impl OfficialNames {
    /// Adds the names of the library's official documents to the built-in ones.
    pub fn with<'a>(in_library: impl IntoIterator<Item = &'a str>) -> Self {
        Self(in_library.into_iter().map(simplified).filter(|form| !form.is_empty()).collect())
    }

    /// Returns the displayed name of a homebrew document: with a suffix if a reader could mistake it for an
    /// official one, and then shortened so that the suffix is never truncated.
    pub fn shown(&self, name: &str) -> String {
        let is_marked = fold(name).ends_with(MARK) && name.chars().count() <= MAX_MARKED_CHARS + MARK.len();
        if is_marked || !self.resembles(name) {
            return name.to_owned();
        }
        format!("{} {MARK}", excerpt(&in_one_line(name), MAX_MARKED_CHARS))
    }

    /// Returns true if a reader could mistake a name for that of an official document.
    pub fn resembles(&self, name: &str) -> bool {
        let form = simplified(name);
        name.parse::<Edition>().is_ok()
            || form.contains(SRD_PART)
            || self.0.iter().chain(KNOWN.iter()).any(|official| {
                let is_within = form.len() >= MIN_PART_LEN && official.contains(&form);
                form == *official || is_within || official.len() >= MIN_PART_LEN && contains(&form, official)
            })
    }
}

/// A letter of an unknown alphabet matches any, but half of the letters must be known.
fn contains(form: &str, official: &str) -> bool {
    if !form.contains('?') {
        return form.contains(official);
    }
    let (form, official): (Vec<char>, Vec<char>) = (form.chars().collect(), official.chars().collect());
    form.windows(official.len()).any(|part| {
        let strange = part.iter().filter(|c| **c == '?').count();
        strange * 2 <= part.len() && part.iter().zip(&official).all(|(c, known)| c == known || *c == '?')
    })
}

/// Leaves what a reader sees: letters that look alike have one form; those of unknown alphabets become `?`.
fn simplified(name: &str) -> String {
    let visible: String = name.nfkd().filter(|c| !is_invisible(*c)).collect();
    let mut form = String::with_capacity(name.len());
    for c in fold(&visible).chars() {
        let alike = LOOK_ALIKES.iter().find_map(|(strange, latin)| {
            strange.chars().position(|other| other == c).and_then(|place| latin.chars().nth(place))
        });
        match alike.unwrap_or(c) {
            '1' | 'i' => form.push('l'),
            c if c.is_ascii_alphanumeric() => form.push(c),
            c if c.is_alphanumeric() => form.push('?'),
            _ => {}
        }
    }
    form.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests;
