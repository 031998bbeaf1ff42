use super::chance::Chance;

const FIRST: &[&str] = &[
    "Amber",
    "Ashen",
    "Bitter",
    "Blue",
    "Brackish",
    "Brass",
    "Broken",
    "Candle",
    "Cinder",
    "Clay",
    "Cold",
    "Copper",
    "Crooked",
    "Deep",
    "Drowned",
    "Dusk",
    "Ember",
    "Fallow",
    "Fen",
    "Foam",
    "Glass",
    "Gilded",
    "Grey",
    "Hollow",
    "Honest",
    "Humming",
    "Ivory",
    "Kind",
    "Lantern",
    "Last",
    "Long",
    "Low",
    "Mist",
    "Moss",
    "Night",
    "Oaken",
    "Old",
    "Pale",
    "Patient",
    "Quiet",
    "Rain",
    "Reed",
    "Restless",
    "Salt",
    "Silt",
    "Silver",
    "Slow",
    "Smoke",
    "Sour",
    "Still",
    "Stone",
    "Tallow",
    "Thorn",
    "Tidal",
    "Torn",
    "Velvet",
    "Wandering",
    "Wax",
    "Wicker",
    "Winter",
];
const SECOND: &[&str] = &[
    "Anchor", "Bargain", "Basket", "Beacon", "Bell", "Bridge", "Candle", "Chain", "Choir", "Cloak",
    "Compass", "Crown", "Current", "Door", "Drum", "Eel", "Eye", "Feather", "Ferry", "Fisher", "Gate",
    "Hand", "Harbour", "Harp", "Heron", "Hook", "Hound", "Keeper", "Key", "Knot", "Lamp", "Ledger", "Loom",
    "Mask", "Mill", "Mirror", "Needle", "Net", "Oar", "Oath", "Otter", "Piper", "Rope", "Rudder", "Shell",
    "Shepherd", "Sluice", "Song", "Spear", "Spindle", "Stair", "Storm", "Thief", "Tower", "Veil", "Wake",
    "Warden", "Weaver", "Well", "Wheel",
];
const OF_WHAT: &[&str] = &[
    "the Marsh",
    "the Shore",
    "Seven Locks",
    "the Long Pier",
    "Low Water",
    "the Ferrymen",
    "Heron’s Rest",
    "the Salt Road",
    "Émile",
    "the Ninth Tide",
    "Old Crossing",
    "the Reed Sea",
    "the Mill Pond",
    "Winter Harbour",
    "the Drowned Bells",
    "the Far Bank",
    "Lamplight",
    "the Slack Hour",
    "Two Rivers",
    "the Eel King",
];
const WHO: &[&str] = &[
    "the warden",
    "a ferryman",
    "the caster",
    "every creature in the light",
    "the target",
    "an ally",
    "whoever holds the rope",
    "the keeper of the lamp",
    "a swimmer",
    "the reed folk",
    "an eel",
    "the one who pays the toll",
    "a willing creature",
    "the bell",
    "your companion",
];
const DOES: &[&str] = &[
    "walks over",
    "takes shelter behind",
    "is pushed away from",
    "remembers",
    "cannot see",
    "gains a boon from",
    "must make a Wisdom saving throw against",
    "takes 2d6 cold damage from",
    "is drawn towards",
    "has advantage on checks about",
    "keeps watch over",
    "sinks into",
    "is restrained by",
    "learns the name of",
    "moves up to 15 feet from",
];
const WHAT: &[&str] = &[
    "the water",
    "a door of wet stone",
    "the nearest boat",
    "the last light",
    "nets and ropes",
    "the old song",
    "mud up to the knee",
    "the far bank",
    "a wall of reeds",
    "someone who lied",
    "the tide",
    "a silver hook",
    "the mill wheel",
    "what was promised",
    "the sound of rain",
];
const WHEN: &[&str] = &[
    "until the end of the next turn",
    "for 1 minute",
    "once between two long rests",
    "while the tide is out",
    "as long as nobody speaks",
    "when the bell is struck",
    "at the start of each of its turns",
    "before dawn",
    "on a failed saving throw",
    "as a bonus action",
    "within 30 feet",
    "after a short rest",
];

/// The names of one content type: as many as anyone needs, no two the same.
pub(super) fn name(number: usize) -> String {
    let word = |words: &[&'static str], at: usize| words.get(at % words.len()).copied().unwrap_or_default();
    let (pairs, firsts) = (FIRST.len() * SECOND.len(), FIRST.len());
    let (pair, round) = (number % pairs, number / pairs);
    let first = word(FIRST, pair % firsts);
    let second = word(SECOND, pair / firsts + pair % firsts);
    if round == 0 {
        format!("{first} {second}")
    } else {
        format!("{first} {second} of {}", word(OF_WHAT, round - 1))
    }
}

/// A key as the app makes it of a name.
pub(super) fn key(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(plain).collect()
}

/// So many sentences, now and then a new line between them, as they stand in a text of the file.
pub(super) fn sentences(chance: &mut Chance, count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        if number > 0 {
            text.push_str(match chance.below(12) {
                0 => "\\n",
                1 => "\\n\\n",
                2 => "\\n• ",
                _ => " ",
            });
        }
        let sentence =
            format!("{} {} {} {}.", chance.of(WHO), chance.of(DOES), chance.of(WHAT), chance.of(WHEN));
        let mut letters = sentence.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
        if chance.percent(4) {
            text.push_str(" They say: \\\"");
            text.push_str(chance.of(WHAT));
            text.push_str("\\\", and mean it.");
        }
    }
    text
}
