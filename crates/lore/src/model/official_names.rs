//! Keys and names of official documents, and names that a reader could mistake for one of them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::{Edition, excerpt, fold, in_one_line, is_invisible};

/// The keys and titles of the documents that Open5e publishes, in both versions of its API. They are listed here so that homebrew
/// never gets one of these keys, even before the first sync.
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

/// Names of the 2014 System Reference Document that name no edition, from before there was a second.
const NAMES_OF_SRD_2014: [&str; 3] = ["srd", "wotc-srd", "system-reference-document"];

/// The suffix of the displayed name of homebrew that could be mistaken for an official document.
const HOMEBREW_MARK: &str = "(homebrew)";
/// The maximum number of characters of a name before the mark.
const MAX_MARKED_NAME_CHARS: usize = 60;
/// The suffix of the key of such a document.
pub(crate) const HOMEBREW_KEY_SUFFIX: &str = "-homebrew";

/// The part that the appearance of every short SRD name contains.
const SRD_APPEARANCE: &str = "srd";

/// The minimum number of letters for a name to count as part of a longer one.
const MIN_PART_CHARS: usize = 8;

/// Characters that appearance like Latin letters, above those letters: Cyrillic, Greek, small capitals, and digits and signs.
const LOOK_ALIKES: [(&str, &str); 4] = [
    ("авекмнорстухіјѕԁһӏԛԝгпѡ", "abekmhopctyxijsdhlqwrnw"),
    ("αβεικνορτυχηωζγμɑɡɩ", "abeikvoptuxnwzymagi"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("0135$@|", "olessal"),
];

/// Returns the document key that a text means. The name of an edition, such as `5e`, `5.5e`, `SRD 5.1` or `2024`, means
/// its System Reference Document, and `SRD` alone that of 2014. Any other text is a key, folded and with `-` for spaces.
pub(crate) fn key_meant_by(text: &str) -> String {
    let folded = fold(text).replace(' ', "-");
    let edition =
        if NAMES_OF_SRD_2014.contains(&folded.as_str()) { Some(Edition::Of2014) } else { text.parse().ok() };
    edition.and_then(Edition::srd).map_or(folded, str::to_owned)
}

/// Returns true for the key of a System Reference Document.
pub(crate) fn is_srd(key: &str) -> bool {
    [Edition::Of2014, Edition::Of2024].into_iter().any(|edition| edition.srd() == Some(key))
}

/// Returns true if a key is or means that of an official document, so that homebrew must not have it.
pub(crate) fn is_reserved(key: &str) -> bool {
    is_official_key(key) || key_meant_by(key) != key
}

/// Returns true for the key of an official document, even one that the library does not contain.
pub(crate) fn is_official_key(key: &str) -> bool {
    is_srd(key_meant_by(key).as_str()) || OPEN5E.iter().any(|(known, _)| *known == key)
}

/// The appearances of the built-in names.
static BUILT_IN: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| OPEN5E.iter().flat_map(|(key, name)| [*key, *name]).map(appearance_of).collect());

/// The names of official documents: those in the library and the built-in ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct OfficialNames(BTreeSet<String>);

impl OfficialNames {
    /// Adds the names of the library's official documents to the built-in ones.
    pub(crate) fn with<'a>(in_library: impl IntoIterator<Item = &'a str>) -> Self {
        Self(in_library.into_iter().map(appearance_of).filter(|appearance| !appearance.is_empty()).collect())
    }

    /// Returns the name of a homebrew document to display. A name that could be mistaken for an official one is marked,
    /// and shortened so that the mark is never truncated.
    pub(crate) fn shown(&self, name: &str) -> String {
        let is_marked = fold(name).ends_with(HOMEBREW_MARK)
            && name.chars().count() <= MAX_MARKED_NAME_CHARS + HOMEBREW_MARK.len();
        if is_marked || !self.resembles(name) {
            return name.to_owned();
        }
        format!("{} {HOMEBREW_MARK}", excerpt(&in_one_line(name), MAX_MARKED_NAME_CHARS))
    }

    /// Returns true if a reader could mistake a name for that of an official document.
    pub(crate) fn resembles(&self, name: &str) -> bool {
        let appearance = appearance_of(name);
        name.parse::<Edition>().is_ok()
            || appearance.contains(SRD_APPEARANCE)
            || self.0.iter().chain(BUILT_IN.iter()).any(|official| {
                let is_within = appearance.len() >= MIN_PART_CHARS && official.contains(&appearance);
                appearance == *official
                    || is_within
                    || official.len() >= MIN_PART_CHARS && has(&appearance, official)
            })
    }
}

/// Returns true if one appearance contains another. A letter of an unknown alphabet (`?`) matches any letter, but half of the
/// letters must be known.
fn has(appearance: &str, official: &str) -> bool {
    if !appearance.contains('?') {
        return appearance.contains(official);
    }
    let (appearance, official): (Vec<char>, Vec<char>) =
        (appearance.chars().collect(), official.chars().collect());
    appearance.windows(official.len()).any(|part| {
        let strange = part.iter().filter(|c| **c == '?').count();
        strange * 2 <= part.len() && part.iter().zip(&official).all(|(c, known)| c == known || *c == '?')
    })
}

/// Returns the visual appearance of a name: without accents, spaces, punctuation and invisible characters, with appearance-alikes
/// unified, and letters of unknown alphabets as `?`.
fn appearance_of(name: &str) -> String {
    let visible: String = name.nfkd().filter(|c| !is_invisible(*c)).collect();
    let mut appearance = String::with_capacity(name.len());
    for c in fold(&visible).chars() {
        let alike = LOOK_ALIKES.iter().find_map(|(strange, latin)| {
            strange.chars().position(|other| other == c).and_then(|place| latin.chars().nth(place))
        });
        match alike.unwrap_or(c) {
            '1' | 'i' => appearance.push('l'),
            c if c.is_ascii_alphanumeric() => appearance.push(c),
            c if c.is_alphanumeric() => appearance.push('?'),
            _ => {}
        }
    }
    appearance.replace("rn", "m").replace("vv", "w")
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
            assert!(official.resembles(name), "{name} looks {}", appearance_of(name));
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
            assert_eq!(official.shown(name), name, "{}", appearance_of(name));
        }
        assert_eq!(official.shown("SRD 5.1 (homebrew)"), "SRD 5.1 (homebrew)", "one mark is enough");
    }

    #[test]
    fn the_alphabets_that_look_alike_pair_up() {
        for (strange, latin) in LOOK_ALIKES {
            assert_eq!(strange.chars().count(), latin.chars().count(), "{strange}");
        }
    }

    #[test]
    fn an_edition_in_a_list_of_documents_means_its_srd() {
        for text in ["5e", "2014", "5.1", "SRD 5.1", "srd-5e", "5e-srd", "wotc-srd", "SRD-2014", "SRD"] {
            assert_eq!(key_meant_by(text), "srd-2014", "{text}");
        }
        for text in ["5.5e", "2024", "5.2", "5.2.1", "SRD 5.2", "srd-5.2.1", "System Reference Document 5.2"]
        {
            assert_eq!(key_meant_by(text), "srd-2024", "{text}");
        }
        assert_eq!(key_meant_by("Tome of Beasts"), "tome-of-beasts");
    }

    #[test]
    fn a_key_of_an_official_document_is_reserved() {
        for key in ["srd-2014", "srd-2024", "srd", "5e", "2024", "srd-5e", "wotc-srd", "tob", "tob-2023"] {
            assert!(is_reserved(key), "{key}");
        }
        assert!(!is_reserved("ember-book") && !is_reserved("one"));
    }
}
