//! The bonus, the charges and the attunement of an item.

use super::pattern::{DAMAGE_TYPES, Pattern};
use super::text::Text;
use super::{Fact, Facts};
use crate::model::Equipment;

static BONUS_IN_NAME: Pattern = Pattern::new(r"\+([1-4])\b");
static BONUS: Pattern = Pattern::new(
    r"(?:\+([1-4]) bonus (?:to|on) (?:the |your |all )?(?:attack|armor class|ac|spell attack|damage)\b|\bac increases by ([1-4])\b|\+([1-4]) (?:\w+ )?(?:\w+(?:sword|axe|bow|mail|armor|plate|staff|shield|dagger|mace|hammer|spear|weapon))\b)",
);
static NOT_ITS_BONUS: Pattern =
    Pattern::new(r"\b(?:example|could|until|when(?:ever)?|if|reaction|action|expend|against)\b");
static AGAINST: Pattern = Pattern::new(r"^[^.,]{0,25}\bagainst\b");
static CHARGES: Pattern = Pattern::new(
    r"\b(?:has|have|with|of (?:its|the)|contains?|holds?|starts with|up to) (\d+) (?:\w+ )?charges?\b",
);
static ATTUNEMENT: Pattern =
    Pattern::new(r"\battune to (?:this|it)\b|\bwhile attuned to (?:this|it)\b|\brequires attunement\b");
static ACTION: Pattern = Pattern::new(
    r"\b(?:as a|uses? (?:a|your|its)|using (?:a|your)|takes? a|with a|requires a|another) (bonus action|reaction)\b",
);
static OF_OTHERS: Pattern = Pattern::new(r"(?:n't|\bnot|\b(?:target|creature)s?) (?:can |must |may )?$");

pub(super) fn read(name: &str, item: &Equipment, text: &Text, facts: &mut Facts) {
    let damage_type = item.damage_type.as_deref().unwrap_or_default();
    facts.add_named(Fact::DamageType, &DAMAGE_TYPES, damage_type, damage_type);
    if item.requires_attunement {
        let detail = item.attunement_detail.as_deref().unwrap_or_default();
        facts.add(Fact::Attunement, true, &format!("requires attunement {detail}"));
    }
    if item.is_magic {
        magic(name, text, facts);
    }
}

fn magic(name: &str, text: &Text, facts: &mut Facts) {
    bonus(name, text, facts);
    for found in text.matches(&CHARGES) {
        if let Some(charges) = found.get(1).and_then(|number| number.parse::<u32>().ok())
            && !facts.has(Fact::Charges)
        {
            facts.add(Fact::Charges, charges, &text.words(&found.place()));
        }
    }
    if let Some(found) = text.matches(&ATTUNEMENT).next() {
        facts.add(Fact::Attunement, true, &text.words(&found.place()));
    }
    for found in text.matches(&ACTION) {
        let (place, action) = (found.place(), found.get(1).unwrap_or_default());
        if !OF_OTHERS.is_match(text.around(&place).0) {
            facts.add(Fact::Action, action.to_ascii_lowercase(), &text.words(&place));
        }
    }
}

fn bonus(name: &str, text: &Text, facts: &mut Facts) {
    let mut add = |digit: Option<&str>, words: &str| {
        if let Some(bonus) = digit.and_then(|digit| digit.parse::<u32>().ok()) {
            facts.add(Fact::Bonus, bonus, words);
        }
    };
    let mut is_named = false;
    for found in BONUS_IN_NAME.captures_iter(name) {
        is_named = true;
        add(found.get(1), name);
    }
    if is_named {
        return;
    }
    for found in text.matches(&BONUS) {
        let place = found.place();
        let (before, after) = text.around(&place);
        if !NOT_ITS_BONUS.is_match(before) && !AGAINST.is_match(after) {
            add(found.get(1).or(found.get(2)).or(found.get(3)), &text.words(&place));
        }
    }
}
