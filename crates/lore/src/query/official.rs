//! Names of official documents, and names that a reader could take for one of them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::documents::{is_srd, key_meant_by};
use crate::model::{Edition, excerpt, fold, in_one_line, is_invisible};

/// The keys and titles of the documents that Open5e publishes, in both versions of its API. They are known before it is asked, so that
/// a book of the user's own never gets a key that one of them will need.
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

/// What stands behind the name of a homebrew document that could be taken for an official one.
const MARK: &str = "(homebrew)";
/// How many characters of a name stand before the mark.
const SHORT: usize = 60;
/// What ends the key of such a document.
pub(crate) const KEY_MARK: &str = "-homebrew";

/// What every short name of a System Reference Document has in its look.
const SRD_LOOK: &str = "srd";

/// From how many letters on a name also counts as a part of a longer one.
const TELLING: usize = 8;

/// Letters that look like one of the Latin alphabet, each under the one it looks like: Cyrillic, Greek, small capitals. Digits and signs that
/// stand for letters are last.
const LOOK_ALIKES: [(&str, &str); 4] = [
    ("авекмнорстухіјѕԁһӏԛԝгпѡ", "abekmhopctyxijsdhlqwrnw"),
    ("αβεικνορτυχηωζγμɑɡɩ", "abeikvoptuxnwzymagi"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("0135$@|", "olessal"),
];

/// Whether a key is that of an official document, whether or not the library has it.
pub(crate) fn is_official_key(key: &str) -> bool {
    is_srd(key_meant_by(key).as_str()) || OPEN5E.iter().any(|(known, _)| *known == key)
}

/// The looks of the names that are known without the library.
static KNOWN: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| OPEN5E.iter().flat_map(|(key, name)| [*key, *name]).map(look_of).collect());

/// The names of official documents: those of the library, and those that are known without it.
#[derive(Debug, Clone, Default)]
pub(crate) struct OfficialNames(BTreeSet<String>);

impl OfficialNames {
    /// With the names of the library's official documents.
    pub(crate) fn with<'a>(in_library: impl IntoIterator<Item = &'a str>) -> Self {
        Self(in_library.into_iter().map(look_of).filter(|look| !look.is_empty()).collect())
    }

    /// The name of a homebrew document as it is shown: marked where a reader could take it for an official one, and then so short that the
    /// mark is not cut off.
    pub(crate) fn shown(&self, name: &str) -> String {
        let is_marked = fold(name).ends_with(MARK) && name.chars().count() <= SHORT + MARK.len();
        if is_marked || !self.resembles(name) {
            return name.to_owned();
        }
        format!("{} {MARK}", excerpt(&in_one_line(name), SHORT))
    }

    /// Whether a reader could take a name for that of an official document.
    pub(crate) fn resembles(&self, name: &str) -> bool {
        let look = look_of(name);
        name.parse::<Edition>().is_ok()
            || look.contains(SRD_LOOK)
            || self.0.iter().chain(KNOWN.iter()).any(|official| {
                let is_within = look.len() >= TELLING && official.contains(&look);
                look == *official || is_within || official.len() >= TELLING && has(&look, official)
            })
    }
}

/// Whether a look has another in it. A letter of a strange alphabet may be any, but half of the letters must be known.
fn has(look: &str, official: &str) -> bool {
    if !look.contains('?') {
        return look.contains(official);
    }
    let (look, official): (Vec<char>, Vec<char>) = (look.chars().collect(), official.chars().collect());
    look.windows(official.len()).any(|part| {
        let strange = part.iter().filter(|c| **c == '?').count();
        strange * 2 <= part.len() && part.iter().zip(&official).all(|(c, known)| c == known || *c == '?')
    })
}

/// A name as the eye takes it in: no accents, spaces, punctuation or invisible characters, letters that look alike the same, those of
/// strange alphabets as `?`.
fn look_of(name: &str) -> String {
    let visible: String = name.nfkd().filter(|c| !is_invisible(*c)).collect();
    let mut look = String::with_capacity(name.len());
    for c in fold(&visible).chars() {
        let alike = LOOK_ALIKES.iter().find_map(|(strange, latin)| {
            strange.chars().position(|other| other == c).and_then(|place| latin.chars().nth(place))
        });
        match alike.unwrap_or(c) {
            '1' | 'i' => look.push('l'),
            c if c.is_ascii_alphanumeric() => look.push(c),
            c if c.is_alphanumeric() => look.push('?'),
            _ => {}
        }
    }
    look.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_official_is_marked_however_it_is_written() {
        let official = OfficialNames::with(["System Reference Document 5.1", "The Amber Almanac"]);
        for name in [
            "srd-2014",
            "SRD 5.1",
            "S R D  5.1",
            "ＳＲＤ－２０１４",
            "𝐒𝐑𝐃 5.1",
            "S\u{200b}R\u{2060}D\u{ad} 5.1",
            "ЅRD 5.1",
            "ꜱʀᴅ 5.1",
            "5e",
            "2024 rules",
            "System Reference Document 5.1",
            "Sуstеm Rеfеrеnсе Dосumеnt 5.1",
            "System_Reference_Document_5.l",
            "The official System Reference Document",
            "Systém Référence Document 5.1",
            "tome of beasts",
            "Torne of Beasts",
            "T0me 0f Bea5ts",
            "Τομε οf Веаѕtѕ",
            "Tome of Beasts 2",
            "TOB",
            "the amber almanac!",
            "Amber Almanac, The: the amber almanac",
        ] {
            assert!(official.resembles(name), "{name} looks {}", look_of(name));
            assert_eq!(official.shown(name), format!("{} (homebrew)", in_one_line(name)));
        }
        let long = official.shown(&format!("SRD 5.1 {} (homebrew)", "and more ".repeat(30)));
        assert!(long.chars().count() < 75 && long.ends_with("… (homebrew)"), "{long}");
    }

    #[test]
    fn a_name_of_its_own_stays_as_it_is() {
        let official = OfficialNames::with(["System Reference Document 5.1"]);
        for name in
            ["Ember Book", "House Rules", "Tome of Embers", "Книга теней", "龍の書", "", "Core Memories"]
        {
            assert_eq!(official.shown(name), name, "{}", look_of(name));
        }
        assert_eq!(official.shown("SRD 5.1 (homebrew)"), "SRD 5.1 (homebrew)", "one mark is enough");
    }

    #[test]
    fn the_alphabets_that_look_alike_pair_up() {
        for (strange, latin) in LOOK_ALIKES {
            assert_eq!(strange.chars().count(), latin.chars().count(), "{strange}");
        }
    }
}
