use std::fmt::Write as _;

use super::chance::Chance;
use super::prose::{key, name, sentences};

const SCHOOLS: &[&str] = &[
    "abjuration",
    "conjuration",
    "divination",
    "enchantment",
    "evocation",
    "illusion",
    "necromancy",
    "transmutation",
];
const CLASSES: &[&str] = &["bard", "cleric", "druid", "paladin", "ranger", "sorcerer", "warlock", "wizard"];
const ABILITIES: &[&str] = &["str", "dex", "con", "int", "wis", "cha"];
const SKILLS: &[&str] =
    &["arcana", "athletics", "history", "insight", "nature", "perception", "stealth", "survival"];
const SIZES: &[&str] = &["tiny", "small", "medium", "large", "huge", "gargantuan"];
const CREATURES: &[&str] =
    &["aberration", "beast", "construct", "elemental", "fey", "humanoid", "monstrosity", "undead"];
const DAMAGES: &[&str] = &["acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "thunder"];
const CONDITIONS: &[&str] = &["charmed", "frightened", "grappled", "poisoned", "prone", "restrained"];
const TIMES: &[&str] = &["1 action", "Action", "1 bonus action", "1 reaction", "1 minute", "1 hour (ritual)"];
const DURATIONS: &[&str] =
    &["Instantaneous", "1 round", "Concentration, up to 1 minute", "8 hours", "Until dispelled"];
const RANGES: &[&str] = &["Self", "Touch", "30 feet", "60 feet", "120 ft."];
const RATINGS: &[&str] = &["0", "0.125", "0.25", "0.5", "1", "2", "3", "5", "8", "13", "21"];
const TYPES_OF_TRAIT: &[&str] = &["", "", ", :type :action", ", :type :b-action", ", :type :reaction"];

/// Writes the fields that an entry of a content type has besides its name and pack.
pub(super) fn write(text: &mut String, content_type: &str, chance: &mut Chance) {
    let fields = match content_type {
        "spells" => spell(chance),
        "monsters" => monster(chance),
        "encounters" => encounter(chance),
        "backgrounds" => background(chance),
        "selections" => selection(chance),
        "feats" => feat(chance),
        "races" => race(chance),
        "subraces" => format!(", :race :{}{}", key(&name(chance.below(100))), race(chance)),
        "subclasses" => subclass(chance),
        "classes" => class(chance),
        "draconic-ancestries" => format!(
            ", :breath-weapon {{:damage-type :{}, :area-type :cone, :length 15, :save :orcpub.dnd.e5.character/con}}",
            chance.of(DAMAGES)
        ),
        _ => described(chance, 4),
    };
    text.push_str(&fields);
}

fn described(chance: &mut Chance, most: usize) -> String {
    let count = 1 + chance.below(most);
    format!(", :description \"{}\"", sentences(chance, count))
}

fn spell(chance: &mut Chance) -> String {
    let level = chance.below(10);
    let mut fields = format!(
        ", :level {level}, :school \"{}\", :casting-time \"{}\", :range \"{}\", :duration \"{}\", \
         :components {{:verbal true, :somatic {}",
        chance.of(SCHOOLS),
        chance.of(TIMES),
        chance.of(RANGES),
        chance.of(DURATIONS),
        chance.percent(70)
    );
    if chance.percent(40) {
        let _ = write!(
            fields,
            ", :material true, :material-component \"a {}\"",
            name(chance.below(900)).to_lowercase()
        );
    }
    let _ = write!(fields, "}}, :spell-lists {}", flags(chance, CLASSES));
    if chance.percent(20) {
        fields.push_str(", :ritual true");
    }
    let count = 2 + chance.below(5);
    let _ = write!(fields, ", :description \"{}", sentences(chance, count));
    if chance.percent(30) {
        fields
            .push_str("\\n\\nAt Higher Levels. The damage grows by 1d6 for each slot level above the first.");
    }
    fields.push('"');
    if chance.percent(3) {
        let _ = write!(
            fields,
            ", :edit-event [:orcpub.dnd.e5.spells/edit-spell {{:key :old-copy, :name \"Old Copy\", :level {level}{}}}]",
            described(chance, 3)
        );
    }
    fields
}

fn monster(chance: &mut Chance) -> String {
    let mut fields = format!(
        ", :size :{}, :type :{}, :alignment \"neutral\", :armor-class {}, \
         :hit-points {{:die 8, :die-count {}, :modifier {}}}, :speed \"30 ft., swim {} ft.\"",
        chance.of(SIZES),
        chance.of(CREATURES),
        10 + chance.below(12),
        1 + chance.below(20),
        chance.below(60),
        10 + chance.below(5) * 10
    );
    for ability in ABILITIES {
        let _ = write!(fields, ", :{ability} {}", 1 + chance.below(28));
    }
    let _ = write!(
        fields,
        ", :saving-throws {{:{} {}, :dex nil}}, :skills {{:{} {}, :stealth {}}}, :senses \"darkvision 60 ft.\", \
         :challenge {}, :props {{:damage-resistance {}, :condition-immunity {}, :language {{:common true}}}}",
        chance.of(ABILITIES.get(2..).unwrap_or_default()),
        chance.below(12),
        chance.of(SKILLS.get(..6).unwrap_or_default()),
        chance.below(12),
        if chance.percent(10) { "##NaN" } else { "nil" },
        chance.of(RATINGS),
        flags(chance, DAMAGES),
        flags(chance, CONDITIONS)
    );
    fields.push_str(&described(chance, 2));
    let count = 1 + chance.below(3);
    fields + &traits(chance, count)
}

fn encounter(chance: &mut Chance) -> String {
    let creatures: Vec<String> = (0..=chance.below(3))
        .map(|_| {
            let (who, many) = (key(&name(chance.below(900))), 1 + chance.below(6));
            format!("{{:type :monster, :creature {{:monster :{who}, :num {many}}}}}")
        })
        .collect();
    format!("{}, :creatures [{}]", described(chance, 2), creatures.join(" "))
}

fn background(chance: &mut Chance) -> String {
    let help = sentences(chance, 2);
    format!(
        ", :help \"{help}\", :profs {{:skill {}, :tool {{:smiths-tools true}}}}, \
         :equipment {{:clothes-common 1, :torch {}}}, :treasure {{:gp {}}}{}",
        flags(chance, SKILLS),
        1 + chance.below(9),
        chance.below(30),
        traits(chance, 1)
    )
}

fn selection(chance: &mut Chance) -> String {
    let options: Vec<String> = (0..3 + chance.below(4))
        .map(|_| format!("{{:name \"{}\"{}}}", name(chance.below(3_000)), described(chance, 2)))
        .collect();
    format!(", :options [{}]", options.join(" "))
}

fn feat(chance: &mut Chance) -> String {
    format!(
        "{}, :ability-increases #{{:orcpub.dnd.e5.character/{}}}, :prereqs #{{:spellcasting}}, \
         :path-prereqs {{:race {{:elf {}}}}}, :props {{:initiative {}, :skill-prof {}}}",
        described(chance, 5),
        chance.of(ABILITIES),
        chance.percent(50),
        1 + chance.below(5),
        flags(chance, SKILLS)
    )
}

fn race(chance: &mut Chance) -> String {
    let help = sentences(chance, 2);
    format!(
        ", :help \"{help}\", :size :{}, :speed {}, :darkvision {}, :languages #{{\"Common\" \"Reedspeech\"}}, \
         :abilities {{:orcpub.dnd.e5.character/{} 2}}, :props {{:damage-resistance {}}}{}",
        chance.of(SIZES),
        25 + chance.below(3) * 5,
        chance.below(3) * 60,
        chance.of(ABILITIES),
        flags(chance, DAMAGES),
        traits(chance, 2)
    )
}

fn subclass(chance: &mut Chance) -> String {
    let spell = |chance: &mut Chance| key(&name(chance.below(3_000)));
    format!(
        ", :class :cleric, :cleric-spells {{1 {{0 :{}, 1 :{}}}, 2 {{0 :{}}}}}, \
         :level-modifiers [{{:type :armor-prof, :value :heavy}} {{:type :damage-resistance, :level 6, :value :{}}}]{}",
        spell(chance),
        spell(chance),
        spell(chance),
        chance.of(DAMAGES),
        traits(chance, 3)
    )
}

fn class(chance: &mut Chance) -> String {
    let help = sentences(chance, 3);
    format!(
        ", :help \"{help}\", :hit-die {}, :subclass-level 3, :subclass-title \"Crossing\", \
         :ability-increase-levels [4 8 12 16 19], :profs {{:save {{:orcpub.dnd.e5.character/{} true}}, \
         :skill-options {{:choose 2, :options {}}}, :armor {{:light true}}, :weapon {{:simple true}}}}, \
         :spellcasting {{:level-factor 2, :ability :orcpub.dnd.e5.character/wis, :known-mode :schedule, \
         :cantrips-known {{1 2, 4 1}}, :spell-list {{0 {{:light true}}, 1 #{{:fog-cloud}}}}}}{}",
        6 + chance.below(4) * 2,
        chance.of(ABILITIES),
        flags(chance, SKILLS),
        traits(chance, 6)
    )
}

fn traits(chance: &mut Chance, count: usize) -> String {
    let traits: Vec<String> = (0..count)
        .map(|_| {
            let (name, level, sort) =
                (name(chance.below(3_000)), 1 + chance.below(20), chance.of(TYPES_OF_TRAIT));
            format!("{{:name \"{name}\", :level {level}{sort}{}}}", described(chance, 2))
        })
        .collect();
    format!(", :traits [{}]", traits.join(" "))
}

/// Some of the words with whether each is true.
fn flags(chance: &mut Chance, words: &[&str]) -> String {
    let mut chosen = Vec::new();
    for word in words {
        if chance.percent(35) {
            chosen.push(format!(":{word} {}", chance.percent(80)));
        }
    }
    format!("{{{}}}", chosen.join(", "))
}
