//! Damage that an effect deals, and hit points that it restores.

use std::cell::LazyCell;

use super::pattern::{DAMAGE_TYPES, Pattern};
use super::text::Text;
use super::{Fact, Facts};

static DAMAGE: Pattern = Pattern::new(r"\b(<type>(?:(?:, | or |, or |, and | and |/)<type>)*)(?: damage)\b");
/// `13 (3d8) acid cold fire`, as one publisher writes it.
static DICE: Pattern = Pattern::new(r"\(\d+d\d+[^)]*\) (<type>(?:(?:, |,? or |,? and | )<type>)*)\b");
/// `This damage is Acid, Cold, or Fire`, `choose acid, cold or fire`: dealt if there is an amount nearby.
static CHOICE: Pattern = Pattern::new(
    r"\b(?:damage (?:type )?(?:is|can be|must be)|choose(?: one of)?|type:|types:|choice of) (?:your choice of |either |the following damage types?: )?(<type>(?:(?:, |,? or |,? and )<type>)+)\b",
);
static AMOUNT: Pattern = Pattern::new(
    r"(?:\d+d\d+|\b\d+)\)?,? (?:(?:extra|additional|bonus) )?(?:<type> )?damage\b|damage equal to\b",
);
/// Damage of a type that is chosen elsewhere in the text.
static OF_CHOSEN: Pattern = Pattern::new(
    r"(?:\d+d\d+|\b\d+)\)?,? (?:extra )?damage of (?:the|that|this|its) (?:\w+ )?type\b|\bdeals? the damage type\b",
);
static DEALT: Pattern = Pattern::new(
    r"(?:\d+d\d+|\b\d+\b|\)|\b(?:deals?|dealing|takes?|taking|extra|additional|inflicts?|inflicting|causing|suffers?|suffering|plus|bonus|as|your choice of)\b)[^.;|]{0,45}$",
);
/// Dice right before the type: dealt, under whatever condition.
static DICED: Pattern = Pattern::new(r"(?:\d+d\d+[^.;|]{0,25}|\b\d+ )$");
static NOT_DEALT: Pattern = Pattern::new(
    r"(?:\b(?:resist\w*|immun\w*|vulnerab\w*|against|absorb\w*|instead of|rather than|subjected to|ignores?|reduc\w*|protect\w*|from|no|any|half|trigger|when(?:ever)?|if|unless|until|that (?:deals?|causes?)|which deals?|spells?|other than)\b|n't\b)[^.;,|]{0,45}$",
);
static GUARD: Pattern = Pattern::new(
    r"\b(?:resistan\w*|resistant|immun\w*|vulnerab\w*)(?: \w+){0,3}? (?:to|against)\b[^.;|]{0,60}$",
);
static TO_ITSELF: Pattern = Pattern::new(
    r"^[^.]{0,15}\b(?:if|when(?:ever)?|while) it (?:ends its turn (?:in|inside) an? |starts its turn in (?:magical |direct )?(?:darkness|sunlight))",
);
static FROM_OTHERS: Pattern = Pattern::new(r"^ from (?:it|an|any|a)\b");
static BY_DICE: Pattern = Pattern::new(r"\d+d\d+ $");

static HEALING: Pattern = Pattern::new(
    r"\b(?:regains?|restores?|restoring|recovers?|heals?)\b([^.|]{0,60}?)\b(?:hit points?|hp)\b|\bregaining (?:an? (?:number|amount) of |half |\d[^.|]{0,20})?(?:hit points?|hp)\b|\bgains \d+ (?:hp|hit points) at\b",
);
static NOT_HEALED: Pattern = Pattern::new(
    r"(?:n't\b|\b(?:cannot|not|no longer|unable to|used to|after|when(?:ever)?|if|until|spell slots?|magic that)\b)[^.,;]{0,40}$",
);
static OTHER_HEALING: Pattern = Pattern::new(r"\b(?:temporary|maximum|no)\b");
static OF_OBJECT: Pattern = Pattern::new(r"\b(?:every|per) \d*|\bas long as it has\b|\beach day\b");

pub(super) fn read(text: &Text, facts: &mut Facts) {
    for found in text.matches(&DAMAGE) {
        let place = found.place();
        let (before, after) = text.around(&place);
        let is_dealt = DICED.is_match(before) || (DEALT.is_match(before) && !NOT_DEALT.is_match(before));
        if is_dealt && !GUARD.is_match(before) && !is_suffered(before, after) {
            add(facts, found.get(1).unwrap_or_default(), &text.words(&place));
        }
    }
    let deals_chosen = LazyCell::new(|| text.matches(&OF_CHOSEN).next().is_some());
    for (pattern, has_amount) in [(&DICE, true), (&CHOICE, false)] {
        for found in text.matches(pattern) {
            let place = found.place();
            let (before, after) = text.around(&place);
            let is_dealt = || {
                let (before, after) = text.beside(&place);
                AMOUNT.is_match(before) || AMOUNT.is_match(after) || *deals_chosen
            };
            if !GUARD.is_match(before) && !is_suffered(before, after) && (has_amount || is_dealt()) {
                add(facts, found.get(1).unwrap_or_default(), &text.words(&place));
            }
        }
    }
}

fn is_suffered(before: &str, after: &str) -> bool {
    TO_ITSELF.is_match(after) || (FROM_OTHERS.is_match(after) && !BY_DICE.is_match(before))
}

pub(super) fn of_field(types: &[String], facts: &mut Facts) {
    for word in types {
        add(facts, word, &format!("damage types: {}", types.join(", ")));
    }
}

pub(super) fn read_healing(text: &Text, facts: &mut Facts) {
    for found in text.matches(&HEALING) {
        let place = found.place();
        let (before, after) = text.around(&place);
        if !NOT_HEALED.is_match(before)
            && !OTHER_HEALING.is_match(found.get(1).unwrap_or_default())
            && !after.starts_with(" maximum")
            && !OF_OBJECT.is_match(after)
        {
            facts.add(Fact::Heals, true, &text.words(&place));
        }
    }
}

fn add(facts: &mut Facts, types: &str, words: &str) {
    facts.add_named(Fact::DamageType, &DAMAGE_TYPES, types, words);
}
