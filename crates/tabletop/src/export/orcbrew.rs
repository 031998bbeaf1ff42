//! Spells, creatures, feats and languages as OrcBrew, which OrcPub, its successors and LoreKeeper import.
//!
//! The file is a map of books (`"Book" {:orcpub.dnd.e5/spells {:key {…}}}`), as their all-content export
//! writes it; the notices of the licences follow as comments.

mod edn;

use std::collections::BTreeMap;

use content::facts::{CONDITIONS, DAMAGE_TYPES};
use content::model::{Creature, Details, Document, Kind, Provider, Spell, in_one_line};
use content::query::{Entry, without_facts};
use ingest::markdown::initiative;

use self::edn::Edn;
use super::licences::{self, Licences};
use super::parts::{Parts, Passage, plain};
use super::writer::Writer;

/// Each field with an ending for its names and a type. The program distinguishes only actions and
/// legendary actions from traits; others say it in their names.
const SECTIONS: [(&str, &str, Option<&str>); 5] = [
    ("traits", "", None),
    ("actions", "", Some("action")),
    ("bonus_actions", " (Bonus Action)", None),
    ("reactions", " (Reaction)", None),
    ("legendary_parts", "", Some("legendary-action")),
];

type Item = Vec<(Edn, Edn)>;

/// The books with their types and the items of these.
#[derive(Default)]
pub(super) struct Orcbrew(BTreeMap<String, BTreeMap<&'static str, Item>>);

impl Writer for Orcbrew {
    fn add(&mut self, entry: &Entry, document: &Document) -> bool {
        let (content_type, mut item) = match (&entry.details, entry.kind) {
            (Details::Spell(spell), _) => ("spells", of_spell(spell)),
            (Details::Creature(creature), _) => ("monsters", of_creature(entry, creature)),
            (_, Kind::Feat) => ("feats", Item::new()),
            (_, Kind::Language) => ("languages", Item::new()),
            _ => return false,
        };
        let book = &document.document_name;
        let key = Edn::Keyword(entry.slug.to_string());
        item.splice(
            0..0,
            [field("option-pack", text(book)), field("key", key.clone()), field("name", text(&entry.name))],
        );
        let mut description = description(entry);
        // The program has no field for a source.
        if document.source_api != Provider::Own {
            description = format!("{description}\n\nSource: {}", licences::source(entry, document));
        }
        item.push(field("description", text(description.trim())));
        self.0.entry(book.clone()).or_default().entry(content_type).or_default().push((key, Edn::Map(item)));
        true
    }

    fn finish(self: Box<Self>, licences: &Licences) -> String {
        let books = self.0.into_iter().map(|(book, types)| {
            let types = types
                .into_iter()
                .map(|(name, items)| (Edn::Keyword(format!("orcpub.dnd.e5/{name}")), Edn::Map(items)));
            (Edn::Text(book), Edn::Map(types.collect()))
        });
        let notices = licences.lines().into_iter().map(|line| format!("; {}\n", in_one_line(&line)));
        format!("{}\n{}", Edn::Map(books.collect()), notices.collect::<String>())
    }
}

fn text(text: &str) -> Edn {
    Edn::Text(text.to_owned())
}

fn number(number: impl Into<f64>) -> Edn {
    Edn::Number(number.into())
}

fn field(name: &str, value: Edn) -> (Edn, Edn) {
    (Edn::Keyword(name.to_owned()), value)
}

fn field_of(name: &str, value: Option<&str>) -> Option<(Edn, Edn)> {
    value.filter(|value| !value.is_empty()).map(|value| field(name, text(value)))
}

/// Returns flags: `{:wizard true}`.
fn flags<'a>(names: impl Iterator<Item = &'a str>) -> Edn {
    Edn::Map(names.map(|name| field(&keyword(name), Edn::Flag(true))).collect())
}

fn keyword(words: &str) -> String {
    words.trim().to_lowercase().replace(' ', "-")
}

fn description(entry: &Entry) -> String {
    match &entry.details {
        Details::Creature(creature) => {
            // The program has no field for it.
            let initiative =
                creature.initiative_bonus.map(|bonus| format!("Initiative {}", initiative(bonus)));
            initiative.into_iter().chain([Parts::of(entry).description()]).collect::<Vec<_>>().join("\n\n")
        }
        details => plain(&without_facts(entry.kind, details, &entry.body)),
    }
}

fn of_spell(spell: &Spell) -> Item {
    let has = |component: &str| spell.components.split(", ").any(|it| it == component);
    let mut components = vec![
        field("verbal", Edn::Flag(has("V"))),
        field("somatic", Edn::Flag(has("S"))),
        field("material", Edn::Flag(has("M"))),
    ];
    components.extend(field_of("material-component", spell.material.as_deref()));
    let duration = if spell.concentration && !spell.duration.to_lowercase().contains("concentration") {
        let time = spell.duration.strip_prefix("Up to ").unwrap_or(&spell.duration);
        format!("Concentration, up to {time}")
    } else {
        spell.duration.clone()
    };
    let casting_time = match &spell.reaction_condition {
        Some(condition) => format!("{}, {condition}", spell.casting_time),
        None => spell.casting_time.clone(),
    };
    let mut item = Item::new();
    item.extend(spell.level.map(|level| field("level", number(level))));
    item.extend(field_of("school", spell.school.as_deref().map(str::to_lowercase).as_deref()));
    item.extend(field_of("casting-time", Some(&casting_time)));
    item.extend(field_of("range", Some(&spell.range)));
    item.extend(field_of("duration", Some(&duration)));
    item.push(field("components", Edn::Map(components)));
    item.push(field("ritual", Edn::Flag(spell.ritual)));
    item.push(field("attack-roll?", Edn::Flag(spell.attack_roll)));
    item.push(field("spell-lists", flags(spell.classes.iter().map(String::as_str))));
    item
}

fn of_creature(entry: &Entry, creature: &Creature) -> Item {
    let mut item = Item::new();
    let kind = match (&creature.creature_type, &creature.subtype) {
        (Some(kind), Some(subtype)) => Some(format!("{kind} ({subtype})")),
        (kind, _) => kind.clone(),
    };
    item.extend(field_of("size", creature.size.as_deref()));
    item.extend(field_of("type", kind.map(|kind| kind.to_lowercase()).as_deref()));
    item.extend(field_of("alignment", creature.alignment.as_deref()));
    item.extend(creature.armor_class.map(|armor| field("armor-class", number(armor))));
    item.extend(field_of("armor-notes", creature.armor_detail.as_deref()));
    item.extend(hit_points(creature).map(|points| field("hit-points", points)));
    item.extend(field_of("speed", creature.speed.as_deref()));
    let short = |name: &str| name.to_lowercase().chars().take(3).collect::<String>();
    if let Some(scores) = creature.ability_scores {
        item.extend(scores.in_order().map(|(name, score)| field(&short(name), number(score))));
    }
    item.extend(bonuses("saving-throws", &creature.saving_throws, short));
    item.extend(bonuses("skills", &creature.skills, keyword));
    item.extend(field_of("senses", creature.senses.as_deref()));
    // The program's own editor has flags; older files have words, which a list with other words needs.
    item.extend(field_of("languages", creature.languages.as_deref()));
    item.extend(creature.challenge_rating.map(|rating| field("challenge", number(rating.decimal()))));
    let mut props = Item::new();
    for (prop, words, known) in [
        ("damage-vulnerability", &creature.damage_vulnerabilities, DAMAGE_TYPES.as_slice()),
        ("damage-resistance", &creature.damage_resistances, &DAMAGE_TYPES),
        ("damage-immunity", &creature.damage_immunities, &DAMAGE_TYPES),
        ("condition-immunity", &creature.condition_immunities, &CONDITIONS),
    ] {
        let Some(words) = words.as_deref().filter(|words| !words.is_empty()) else { continue };
        let names = || words.split(", ").map(str::trim);
        if names().all(|name| known.contains(&name.to_lowercase().as_str())) {
            props.push(field(prop, flags(names())));
        } else {
            item.push(field(prop, text(words)));
        }
    }
    if !props.is_empty() {
        item.push(field("props", Edn::Map(props)));
    }
    let parts = Parts::of(entry);
    if let Some(intro) = parts.legendary_text() {
        item.push(field("legendary-actions", Edn::Map(vec![field("description", text(&intro))])));
    }
    let traits: Vec<Edn> = SECTIONS
        .iter()
        .flat_map(|(field, mark, kind)| parts.list(field).into_iter().map(|it| of_passage(&it, mark, *kind)))
        .collect();
    if !traits.is_empty() {
        item.push(field("traits", Edn::List(traits)));
    }
    item
}

/// Returns the hit dice. Where they do not make the hit points, their modifier does.
fn hit_points(creature: &Creature) -> Option<Edn> {
    let points = f64::from(creature.hit_points?);
    let Some((count, die)) = creature.hit_dice.as_deref().and_then(dice_of) else {
        return Some(Edn::Map(vec![field("mean", number(points))]));
    };
    let average = (f64::from(count) * (f64::from(die) + 1.0) / 2.0).floor();
    Some(Edn::Map(vec![
        field("die-count", number(count)),
        field("die", number(die)),
        field("modifier", number(points - average)),
    ]))
}

/// Returns the number of dice and their sides: `7d10+21`.
fn dice_of(dice: &str) -> Option<(u32, u32)> {
    let (count, rest) = dice.split_once('d')?;
    let sides = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((count.trim().parse().ok()?, sides.parse().ok()?))
}

fn bonuses(name: &str, bonuses: &BTreeMap<String, i32>, key: impl Fn(&str) -> String) -> Option<(Edn, Edn)> {
    let fields = bonuses.iter().map(|(of, bonus)| field(&key(of), number(*bonus)));
    (!bonuses.is_empty()).then(|| field(name, Edn::Map(fields.collect())))
}

fn of_passage(passage: &Passage, mark: &str, kind: Option<&str>) -> Edn {
    let name = text(&format!("{}{mark}", passage.name));
    let mut item = vec![field("name", name), field("description", text(&passage.text))];
    item.extend(kind.map(|kind| field("type", Edn::Keyword(kind.to_owned()))));
    Edn::Map(item)
}
