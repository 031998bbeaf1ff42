//! Stat blocks of 5e-monster-maker, which stores numbers and texts with tokens (`src/components/models.ts` of
//! ebshimizu/5e-monster-maker) and calculates what it shows, here as in its layout of 2014.

mod tokens;

use content::markdown::{ability_in_full, joined};
use content::model::{Edition, Kind, capitalised, ordinal};
use serde_json::{Map, Value};

use self::tokens::{Context, words_of};
use crate::creature::{SHORT, ability_of_skill, hit_dice};
use crate::creatures::{Read, read_creatures};
use crate::fields::{Fields, Passage, in_words, number, object};
use crate::{Format, Output, Sample, Source};

const NAME: &str = "5e-monster-maker";

/// 5e-monster-maker.
pub static FORMAT: Format = Format {
    name: NAME,
    files: "a stat block that 5e-monster-maker exports as JSON",
    is_spread: true,
    recognises,
    read,
};

const IGNORED: [&str; 14] = [
    "name", "saveVersion", "nickname", "useArticleInToken", "alphaTraits", "useCrDisplayOverride",
    "proficiencyOverride", "hpModifierOverride", "hpDieTypeOverride", "multiattackOptions", "lairCr",
    "useCustomLairActionPreamble", "autoEstimateDefenseCr", "alphaTrait",
];

/// The ratings below 1; ten stands for the eleventh in the list, which is rating 7.
const FIRST_RATINGS: [&str; 4] = ["0", "1/8", "1/4", "1/2"];

fn recognises(sample: &Sample<'_>) -> bool {
    let first = sample.json.as_ref().and_then(crate::json::Top::first);
    first.is_some_and(|first| first.has(&["saveVersion", "stats", "HP", "multiattacks"]))
}

fn read(source: &Source<'_>, output: &mut Output<'_>) -> Result<(), String> {
    read_creatures(source, output, (NAME, "monsters"), creature)
}

type Object = Map<String, Value>;

fn creature(name: &str, item: Object) -> Read {
    let mut fields = Fields::new(Kind::Creature, name, item);
    let mut scores = fields.take("stats").and_then(object).unwrap_or_default();
    fields.set_scores(SHORT.map(|short| scores.shift_remove(&short.to_uppercase())));
    let proficiency = fields.whole("proficiency").unwrap_or(2);
    fields.set("proficiency_bonus", u8::try_from(proficiency).ok());
    let kind = [fields.words("size"), fields.words("type"), None, fields.words("alignment")];
    fields.set_kind(kind);
    let (armor, detail) = (fields.take("AC").unwrap_or_default(), fields.words("ACType"));
    fields.set_armor_class(&armor, detail);
    let health = fields.take("HP").and_then(object).unwrap_or_default();
    let [count, die, bonus] = ["HD", "type", "modifier"].map(|key| number_in(&health, key));
    let dice = hit_dice(count, die, bonus).filter(|_| count > 0 && die > 0);
    if let Some((average, dice)) = &dice {
        fields.set("hit_points", u32::try_from(*average).ok());
        fields.set("hit_dice", dice.clone());
    }
    set_rating(&mut fields);
    let nickname = fields.words("nickname").unwrap_or_else(|| name.to_owned());
    let article = if fields.is_set("useArticleInToken") { "the " } else { "" };
    let context = Context {
        name: format!("{article}{nickname}"),
        proficiency,
        modifiers: SHORT.map(|short| fields.modifier(short)),
        hit_points: [count, die, bonus],
        rating: fields.entry.fields.get("challenge_rating").map(in_words).unwrap_or_default(),
    };
    set_numbers(&mut fields, &context);
    if fields.words("format").is_some_and(|format| format == "2024") {
        fields.entry.set_edition(Edition::Of2024);
    }
    set_passages(&mut fields, &context);
    set_regions(&mut fields, &context);
    fields.finish(&IGNORED)
}

fn set_rating(fields: &mut Fields) {
    let (is_other, other) = (fields.is_set("useCrDisplayOverride"), fields.take("crOverride"));
    let index = fields.whole("CR");
    match other.filter(|_| is_other) {
        Some(other) => fields.set_rating("crOverride", other),
        None => {
            let place = index.and_then(|index| usize::try_from(index).ok());
            let rating = place.map(|place| match FIRST_RATINGS.get(place) {
                Some(rating) => (*rating).to_owned(),
                None => (place - FIRST_RATINGS.len() + 1).to_string(),
            });
            fields.set_rating("CR", rating.into());
        }
    }
}

/// Sets speeds, bonuses, defences, senses, languages and gear.
fn set_numbers(fields: &mut Fields, context: &Context) {
    let speeds = fields.objects("speeds").into_iter().map(|speed| {
        let mode = words_in(&speed, "type").to_lowercase();
        let mode = if mode == "walk" || mode.is_empty() { String::new() } else { format!("{mode} ") };
        let note = words_in(&speed, "note");
        let note = if note.is_empty() { note } else { format!(" ({})", note.trim_matches(['(', ')', ' '])) };
        format!("{mode}{} ft.{note}", number_in(&speed, "speed"))
    });
    let speeds = speeds.collect::<Vec<_>>().join(", ");
    fields.set("speed", speeds);
    let saves = fields.take("saves").and_then(object).unwrap_or_default();
    let saves = saves.into_iter().filter_map(|(ability, save)| {
        let save = object(save)?;
        let bonus = context.bonus(&ability, &save, is_true(&save, "proficient").into());
        (is_true(&save, "proficient") || is_true(&save, "override")).then(|| (ability, bonus.into()))
    });
    fields.set_bonuses("saving_throws", saves.collect::<Vec<_>>());
    let skills = fields.objects("skills").into_iter().map(|item| {
        let skill = item.get("skill").cloned().and_then(object).unwrap_or_default();
        let name = [words_in(&skill, "label"), words_in(&skill, "key"), words_in(&item, "key")];
        let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_default().replace('_', " ");
        let ability = ability_of_skill(&name).map_or_else(|| words_in(&skill, "stat"), str::to_owned);
        let times = if is_true(&item, "expertise") { 2 } else { is_true(&item, "proficient").into() };
        (name, Value::from(context.bonus(&ability, &item, times)))
    });
    let (initiative, skills): (Vec<_>, Vec<_>) =
        skills.partition(|(name, _)| name.eq_ignore_ascii_case("initiative"));
    fields.set(
        "initiative_bonus",
        initiative.first().and_then(|(_, bonus)| i32::try_from(number(bonus)?).ok()),
    );
    fields.set_bonuses("skills", skills);
    fields.copy(&[
        ("vulnerabilities", "damage_vulnerabilities"),
        ("resistances", "damage_resistances"),
        ("immunities", "damage_immunities"),
        ("conditions", "condition_immunities"),
        ("languages", "languages"),
    ]);
    set_senses(fields, context);
    let inventory = fields.words("inventory").map(|text| context.replaced(&text, &Object::new()));
    fields.set("gear", inventory);
}

fn set_senses(fields: &mut Fields, context: &Context) {
    let senses = fields.take("senses").and_then(object).unwrap_or_default();
    let feet = |(sense, feet): (&String, &Value)| {
        number(feet).filter(|feet| *feet > 0).map(|feet| format!("{sense} {feet} ft."))
    };
    let mut senses: Vec<String> = senses.iter().filter_map(feet).collect();
    let passive = fields.take("passivePerception").and_then(object).unwrap_or_default();
    let skill = fields.entry.fields.get("skills").and_then(|skills| skills.get("Perception")?.as_i64());
    let score = if is_true(&passive, "override") {
        number_in(&passive, "overrideValue")
    } else {
        skill.unwrap_or_else(|| context.modifier("wis")).saturating_add(10)
    };
    senses.push(format!("passive Perception {score}"));
    senses.extend(fields.words("sensesNotes").map(|notes| context.replaced(&notes, &Object::new())));
    fields.set("senses", senses.join(", "));
}

fn set_passages(fields: &mut Fields, context: &Context) {
    let mut traits: Vec<Passage> =
        fields.objects("traits").iter().map(|item| context.passage(item)).collect();
    if fields.is_set("alphaTraits") {
        traits.sort();
    }
    let [attacks, all] = ["attacks", "actions"].map(|key| fields.objects(key));
    let (bonus, usual): (Vec<&Object>, Vec<&Object>) = all
        .iter()
        .filter(|action| !is_true(action, "legendaryOnly"))
        .partition(|action| is_true(action, "bonusAction"));
    let multiattack = multiattack(fields, context, &attacks, &all);
    let mut actions: Vec<Passage> = multiattack.into_iter().collect();
    actions.extend(attacks.iter().map(|attack| context.attack(attack)));
    actions.extend(usual.into_iter().map(|action| context.passage(action)));
    traits.extend(spellcasting(fields, context));
    let reactions = fields.objects("reactions");
    fields.set_passages("traits", traits);
    fields.set_passages("actions", actions);
    fields.set_passages("bonus_actions", bonus.into_iter().map(|action| context.passage(action)).collect());
    fields.set_passages("reactions", reactions.iter().map(|reaction| context.passage(reaction)).collect());
    set_options(fields, context, &attacks, &all);
}

/// Describes legendary and mythic actions, which refer to attacks and other actions.
fn set_options(fields: &mut Fields, context: &Context, attacks: &[Object], actions: &[Object]) {
    let option = |option: &Object| -> Passage {
        let id = words_in(option, "actionId");
        let has_id = |item: &&Object| words_in(item, "id") == id;
        let cost = number_in(option, "cost");
        let cost = if cost > 1 { format!(" (Costs {cost} Actions)") } else { String::new() };
        let named = |item: &Object| words_in(item, "name");
        let subject = capitalised(&context.name);
        let action = actions.iter().find(has_id);
        if let Some(action) = action.filter(|action| is_true(action, "legendaryOnly")) {
            (named(action) + &cost, context.passage(action).1)
        } else if let Some(attack) = attacks.iter().find(has_id) {
            (named(attack) + &cost, format!("{subject} makes a {} attack.", named(attack)))
        } else {
            let action = action.map(named).unwrap_or_default();
            (action.clone() + &cost, format!("{subject} uses the {action} action."))
        }
    };
    let options = |list: &Object| -> Vec<Passage> {
        let items = list.get("actions").and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_object).map(&option).collect()
    };
    let list = fields.take("legendaryActions").and_then(object).unwrap_or_default();
    let (count, parts) = (number_in(&list, "count"), options(&list));
    if !parts.is_empty() {
        let introduction = if is_true(&list, "useCustomPreamble") {
            context.replaced(&words_in(&list, "customPreamble"), &list)
        } else {
            let subject = capitalised(&context.name);
            format!(
                "{subject} can take {count} legendary actions, choosing from the options below. Only one legendary \
                 action option can be used at a time and only at the end of another creature's turn. {subject} \
                 regains spent legendary actions at the start of its turn."
            )
        };
        fields.set("legendary_actions", u8::try_from(count).ok());
        fields.set_legendary_actions(&introduction, parts);
    }
    let list = fields.take("mythicActions").and_then(object).unwrap_or_default();
    let parts = options(&list);
    if !parts.is_empty() {
        let name = format!("{} ({})", words_in(&list, "triggerName"), words_in(&list, "triggerRecharge"));
        let trigger = (name, context.replaced(&words_in(&list, "triggerDescription"), &list));
        let introduction = context.replaced(&words_in(&list, "preamble"), &list);
        fields.describe_section("Mythic Actions", &introduction, &[vec![trigger], parts].concat());
    }
}

/// Returns what a creature does with the action Multiattack.
fn multiattack(
    fields: &mut Fields,
    context: &Context,
    attacks: &[Object],
    actions: &[Object],
) -> Option<Passage> {
    let groups = fields.objects("multiattacks");
    let options = fields.take("multiattackOptions").and_then(object).unwrap_or_default();
    if groups.is_empty() {
        return None;
    }
    if is_true(&options, "useCustomRenderer") {
        return Some((
            "Multiattack".to_owned(),
            context.replaced(&words_in(&options, "customMultiattackRenderer"), &options),
        ));
    }
    let counted = |group: &Object, key: &str, of: &[Object]| -> Vec<(String, usize)> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for id in group.get(key).and_then(Value::as_array).into_iter().flatten() {
            let item = of.iter().find(|item| item.get("id") == Some(id));
            let name = item.map(|item| words_in(item, "name")).unwrap_or_default();
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        counts
    };
    let group = |group: &Object| {
        let actions: Vec<String> = counted(group, "actions", actions)
            .into_iter()
            .map(|(name, count)| {
                if count == 1 {
                    format!("the {name} action")
                } else {
                    format!("the {name} action {} times", words_of(count))
                }
            })
            .collect();
        let attacks: Vec<String> = counted(group, "attacks", attacks)
            .into_iter()
            .map(|(name, count)| {
                format!("{} {name} attack{}", words_of(count), if count == 1 { "" } else { "s" })
            })
            .collect();
        match (actions.is_empty(), attacks.is_empty()) {
            (true, _) => format!("makes {}", joined(&attacks, "and")),
            (false, true) => format!("uses {}", joined(&actions, "and")),
            (false, false) => {
                format!("uses {}, then makes {}", joined(&actions, "and"), joined(&attacks, "and"))
            }
        }
    };
    let does = groups.iter().map(group).collect::<Vec<_>>().join(" or ");
    let text = format!("{} {does}. {}", capitalised(&context.name), words_in(&options, "postscript"));
    Some(("Multiattack".to_owned(), text.trim().to_owned()))
}

/// Returns the spells that a creature casts as a class does, and those by nature.
fn spellcasting(fields: &mut Fields, context: &Context) -> Vec<Passage> {
    let casting = fields.take("spellcasting").and_then(object).unwrap_or_default();
    let ability = words_in(&casting, "stat");
    let part = |key: &str| casting.get(key).cloned().and_then(object).unwrap_or_default();
    let attack = context.bonus(&ability, &part("attack"), 1);
    let save = context.bonus(&ability, &part("save"), 1);
    let save = if is_true(&part("save"), "override") { save } else { save.saturating_add(8) };
    let subject = capitalised(&context.name);
    let ability = ability_in_full(&ability).unwrap_or_default();
    let numbers = format!("{ability} (spell save DC {save}, {attack:+} to hit with spell attacks)");
    let spells = |list: Option<&Value>| -> String {
        let names = list.and_then(Value::as_array).into_iter().flatten().map(in_words);
        names.map(|name| crate::mention(Kind::Spell, &name)).collect::<Vec<_>>().join(", ")
    };
    let mut passages = Vec::new();
    let known = spells(casting.get("standard"));
    if !known.is_empty() {
        let level = u8::try_from(number_in(&casting, "level")).unwrap_or_default();
        let slots = casting.get("slots").and_then(Value::as_array).into_iter().flatten().take(9).zip(1_u8..);
        let slots = slots.filter_map(|(slots, level)| {
            Some(format!("{} level ({})", ordinal(level), number(slots).filter(|slots| *slots > 0)?))
        });
        let slots = slots.collect::<Vec<_>>().join(", ");
        let slots = if slots.is_empty() { slots } else { format!("\n- Spell slots: {slots}") };
        passages.push(("Spellcasting".to_owned(), format!(
            "{subject} is a {}-level spellcaster. Its spellcasting ability is {numbers}. {} {subject} has the \
             following {} spells prepared:\n\n- {known}{slots}",
            ordinal(level),
            words_in(&casting, "notes"),
            words_in(&casting, "class").to_lowercase(),
        )));
    }
    let lists =
        casting.get("atWill").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
    let lists: Vec<String> = lists
        .map(|list| {
            let rate = context.uses(number_in(list, "count"), &words_in(list, "rate"));
            format!("- {rate}: {}", spells(list.get("spells")))
        })
        .collect();
    if !lists.is_empty() {
        passages.push(("Innate Spellcasting".to_owned(), format!(
            "{subject}'s innate spellcasting ability is {numbers}. {} It can cast the following spells, requiring \
             no material components:\n\n{}",
            words_in(&casting, "atWillNotes"),
            lists.join("\n"),
        )));
    }
    passages.into_iter().map(|(name, text)| (name, text.replace("  ", " "))).collect()
}

/// Describes lair actions and regional effects.
fn set_regions(fields: &mut Fields, context: &Context) {
    let none = Object::new();
    let texts = |items: Vec<Object>| -> Vec<Passage> {
        let text = |item: Object| {
            (String::new(), format!("- {}", context.replaced(&words_in(&item, "description"), &none)))
        };
        items.into_iter().map(text).collect()
    };
    let is_other = fields.is_set("useCustomLairActionPreamble");
    let introduction = fields.words("lairActionPreamble").filter(|_| is_other).unwrap_or_else(|| {
        "On initiative count 20 (losing initiative ties), {NAME} takes a lair action to cause one of the following \
         effects:".to_owned()
    });
    let lair = fields.objects("lairActions");
    if !lair.is_empty() {
        fields.describe_section("Lair Actions", &context.replaced(&introduction, &none), &texts(lair));
    }
    let introduction = fields.words("regionalEffectDescription").unwrap_or_default();
    let effects = fields.objects("regionalEffects");
    if !effects.is_empty() {
        fields.describe_section("Regional Effects", &context.replaced(&introduction, &none), &texts(effects));
    }
}

fn words_in(item: &Object, key: &str) -> String {
    item.get(key).map(in_words).unwrap_or_default()
}

fn number_in(item: &Object, key: &str) -> i64 {
    item.get(key).and_then(number).unwrap_or(0)
}

fn is_true(item: &Object, key: &str) -> bool {
    item.get(key) == Some(&Value::Bool(true))
}

#[cfg(test)]
mod tests;
