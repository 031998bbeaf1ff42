//! Saving throws and their DCs.

use super::pattern::{Pattern, ability};
use super::text::Text;
use super::{Fact, Facts};

static SAVE: Pattern = Pattern::new(r"\b(?:<ability>(?:,? or | and ))?<ability> (saving throws?|saves?)\b");
/// `DC 15 Con half damage`, as one publisher writes it.
static SHORT: Pattern = Pattern::new(r"\bDC (\d+) <ability>\b");
static CHECK: Pattern = Pattern::new(r"^(?: \(|.{0,25}\bchecks?\b| sav)");
static DC: Pattern = Pattern::new(
    r"\bDC (\d+) (?:<ability> )?sav|\bsav(?:e|ing throw)s?,?:? (?:\(|against (?:a )?|of )?DC (\d+)|<ability> \(DC (\d+)",
);
static MADE: Pattern = Pattern::new(
    r"\b(?:must|makes?|making|made|succeeds?|fails?|failing|succeeding|forc\w+|attempts?|repeats?|another|successful|failed|DC \d+)\b",
);
static MODIFIED: Pattern =
    Pattern::new(r"\b(?:advantage|disadvantage|bonus|penalty|proficien\w+|adds?|reroll\w*|modifiers?)\b");
static OWN: Pattern = Pattern::new(
    r"\b(?:when(?:ever)?|if|each time|before|after) (?:you|the wearer|the bearer|an ally) (?:must )?(?:makes?|fails?|succeeds?|rolls?|would)\b[^.,;]{0,30}$",
);
static NOT_FORCED: Pattern = Pattern::new(
    r"^(?: to (?:maintain|keep)| [^.]{0,12}\bmaintain| modifier| bonus| proficien|, (?:it|they|the \w+) (?:can )?(?:adds?|subtracts?)\b)",
);
static PLURAL_MADE: Pattern = Pattern::new(r"\b(?:must make|makes?)\b[^.,;]{0,20}$");

pub(super) fn read(text: &Text, facts: &mut Facts) {
    for found in text.matches(&SAVE) {
        let place = found.place();
        let (before, after) = text.around(&place);
        let is_plural = found.get(3).is_some_and(|word| word.ends_with(['s', 'S']));
        if (is_plural && !PLURAL_MADE.is_match(before)) || !is_forced(before) || NOT_FORCED.is_match(after) {
            continue;
        }
        let words = text.words(&place);
        for word in [found.get(1), found.get(2)].into_iter().flatten() {
            add(facts, word, &words);
        }
    }
    for found in text.matches(&SHORT) {
        let place = found.place();
        if !CHECK.is_match(text.around(&place).1) {
            let words = text.words(&place);
            add(facts, found.get(2).unwrap_or_default(), &words);
            add_dc(facts, found.get(1), &words);
        }
    }
    for found in text.matches(&DC) {
        let place = found.place();
        if !text.around(&place).1.trim_start().starts_with(['+', '−']) {
            add_dc(facts, [1, 3, 5].into_iter().find_map(|group| found.get(group)), &text.words(&place));
        }
    }
}

fn is_forced(before: &str) -> bool {
    if OWN.is_match(before) {
        return false;
    }
    let last = |pattern: &Pattern| pattern.captures_iter(before).map(|found| found.place().start).last();
    last(&MODIFIED).is_none_or(|modified| last(&MADE).is_some_and(|made| made > modified))
}

fn add(facts: &mut Facts, word: &str, words: &str) {
    if let Some(ability) = ability(word) {
        facts.add(Fact::Save, ability, words);
    }
}

fn add_dc(facts: &mut Facts, dc: Option<&str>, words: &str) {
    if let Some(dc) = dc.and_then(|dc| dc.parse::<u32>().ok()) {
        facts.add(Fact::SaveDc, dc, words);
    }
}
