use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::model::{CastingTime, Details, Record, fold};

/// Rows written by one statement.
const ROWS_PER_STATEMENT: usize = 400;
/// The level of a spell that has none, in a column that cannot be empty; no filter matches it.
const UNKNOWN_LEVEL: i64 = -1;

/// Writes the facets by which entries are filtered. The entries have none yet.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    entries: &[(i64, &Record)],
) -> Result<(), sqlx::Error> {
    let mut spells = Vec::new();
    let mut creatures = Vec::new();
    let mut things = Vec::new();
    let mut rules = Vec::new();
    for (id, record) in entries {
        match &record.details {
            Details::Spell(spell) => spells.push((*id, spell)),
            Details::Creature(creature) => creatures.push((*id, creature)),
            Details::Equipment(thing) => things.push((*id, thing)),
            Details::Rule(rule) => rules.push((*id, rule)),
            Details::CharacterOption(_) | Details::Encounter(_) => {}
        }
    }
    for chunk in spells.chunks(ROWS_PER_STATEMENT) {
        let mut sql =
            insert_into("INSERT INTO spells (entry_id, level, school, casting_time, concentration, ritual) ");
        sql.push_values(chunk, |mut row, (id, spell)| {
            row.push_bind(*id)
                .push_bind(spell.level.map_or(UNKNOWN_LEVEL, i64::from))
                .push_bind(spell.school.as_deref().map(fold))
                .push_bind(CastingTime::new(&spell.casting_time).as_str().to_owned())
                .push_bind(spell.concentration)
                .push_bind(spell.ritual);
        });
        sql.build().execute(&mut *connection).await?;
    }
    let classes: Vec<_> =
        spells.iter().flat_map(|(id, spell)| spell.classes.iter().map(|class| (*id, fold(class)))).collect();
    insert_words(connection, "INSERT OR IGNORE INTO spell_classes (entry_id, class) ", &classes).await?;
    let damage: Vec<_> = spells
        .iter()
        .flat_map(|(id, spell)| spell.damage_types.iter().map(|damage| (*id, fold(damage))))
        .collect();
    insert_words(connection, "INSERT OR IGNORE INTO spell_damage_types (entry_id, damage_type) ", &damage)
        .await?;
    for chunk in creatures.chunks(ROWS_PER_STATEMENT) {
        let mut sql = insert_into(
            "INSERT INTO creatures (entry_id, cr, cr_text, type, size, armor_class, hit_points) ",
        );
        sql.push_values(chunk, |mut row, (id, creature)| {
            row.push_bind(*id)
                .push_bind(creature.challenge_rating.map(|rating| rating.decimal()))
                .push_bind(creature.challenge_rating.map(|rating| rating.to_string()))
                .push_bind(creature.creature_type.as_deref().map(fold))
                .push_bind(creature.size.as_deref().map(fold))
                .push_bind(creature.armor_class.map(i64::from))
                .push_bind(creature.hit_points.map(i64::from));
        });
        sql.build().execute(&mut *connection).await?;
    }
    for chunk in things.chunks(ROWS_PER_STATEMENT) {
        let mut sql = insert_into(
            "INSERT INTO equipment (entry_id, rarity, requires_attunement, is_magic, cost_gp, weight_lb, damage_dice, is_simple, is_finesse, is_light, category, base_item) ",
        );
        sql.push_values(chunk, |mut row, (id, thing)| {
            row.push_bind(*id)
                .push_bind(thing.rarity.map(|rarity| rarity.as_str()))
                .push_bind(thing.requires_attunement)
                .push_bind(thing.is_magic)
                .push_bind(thing.cost_gp)
                .push_bind(thing.weight_lb)
                .push_bind(thing.damage_dice.as_deref().map(fold))
                .push_bind(thing.is_simple)
                .push_bind(thing.is_finesse)
                .push_bind(thing.is_light)
                .push_bind(thing.category.as_deref().map(fold))
                .push_bind(thing.base_item.as_deref().map(fold));
        });
        sql.build().execute(&mut *connection).await?;
    }
    for chunk in rules.chunks(ROWS_PER_STATEMENT) {
        let mut sql = insert_into("INSERT INTO rules (entry_id, section) ");
        sql.push_values(chunk, |mut row, (id, rule)| {
            row.push_bind(*id).push_bind(rule.section.as_deref().map(fold));
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes the facets of an entry.
pub(super) async fn delete(connection: &mut SqliteConnection, id: i64) -> Result<(), sqlx::Error> {
    for sql in [
        "DELETE FROM spells WHERE entry_id = ?",
        "DELETE FROM creatures WHERE entry_id = ?",
        "DELETE FROM equipment WHERE entry_id = ?",
        "DELETE FROM rules WHERE entry_id = ?",
    ] {
        sqlx::query(sql).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}

fn insert_into(head: &'static str) -> QueryBuilder<Sqlite> {
    QueryBuilder::new(head)
}

async fn insert_words(
    connection: &mut SqliteConnection,
    head: &'static str,
    words: &[(i64, String)],
) -> Result<(), sqlx::Error> {
    for chunk in words.chunks(ROWS_PER_STATEMENT) {
        let mut sql = insert_into(head);
        sql.push_values(chunk, |mut row, (id, word)| {
            row.push_bind(*id).push_bind(word.clone());
        });
        sql.build().execute(&mut *connection).await?;
    }
    Ok(())
}
