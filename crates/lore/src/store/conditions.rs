use super::lookup::Sql;
use crate::model::{CastingTime, fold};
use crate::query::{CreatureFilter, EquipmentFilter, Filter, RuleFilter, SpellFilter};

/// What must hold of a field, in the tables `entries e` and the table of its kind's facets `f`.
pub(super) struct Condition {
    /// The test up to the value.
    test: &'static str,
    value: Value,
    /// What of the test stands after the value.
    end: &'static str,
    /// How an entry is recognised of which the field is not known; `None` for a field that is always known.
    pub(super) unknown: Option<Unknown>,
}

/// An entry of which a field is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unknown {
    /// The field in words: `no class information`.
    pub(super) field: &'static str,
    pub(super) test: &'static str,
}

enum Value {
    Text(String),
    Whole(i64),
    Real(f64),
    Flag(bool),
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Whole(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl Condition {
    /// Appends the test.
    pub(super) fn push(&self, sql: &mut Sql) {
        sql.push(self.test);
        match &self.value {
            Value::Text(text) => sql.push_bind(text.clone()),
            Value::Whole(number) => sql.push_bind(*number),
            Value::Real(number) => sql.push_bind(*number),
            Value::Flag(flag) => sql.push_bind(*flag),
        };
        sql.push(self.end);
    }

    /// Appends a test that entries pass, too, of which the field is not known.
    pub(super) fn push_or_unknown(&self, sql: &mut Sql) {
        sql.push("(");
        self.push(sql);
        if let Some(unknown) = self.unknown {
            sql.push(" OR ").push(unknown.test);
        }
        sql.push(")");
    }
}

/// The fields that a filter asks for and that can be unknown, in words, each once.
pub(crate) fn fields_that_can_be_unknown(filter: &Filter) -> Vec<&'static str> {
    let mut fields = Vec::new();
    for unknown in conditions(filter).iter().filter_map(|condition| condition.unknown) {
        if !fields.contains(&unknown.field) {
            fields.push(unknown.field);
        }
    }
    fields
}

/// What must hold of the fields of an entry.
pub(super) fn conditions(filter: &Filter) -> Vec<Condition> {
    let mut list = List(Vec::new());
    match filter {
        Filter::Spell(filter) => list.add_spell(filter),
        Filter::Creature(filter) => list.add_creature(filter),
        Filter::Equipment(filter) => list.add_equipment(filter),
        Filter::Rule(RuleFilter { section, .. }) => {
            list.add("f.section = ", section.as_deref().map(fold), None);
        }
        Filter::CharacterOption(_) => {}
    }
    list.0
}

struct List(Vec<Condition>);

impl List {
    fn add(&mut self, test: &'static str, value: Option<impl Into<Value>>, unknown: Option<Unknown>) {
        self.add_up_to(test, value, "", unknown);
    }

    fn add_up_to(
        &mut self,
        test: &'static str,
        value: Option<impl Into<Value>>,
        end: &'static str,
        unknown: Option<Unknown>,
    ) {
        self.0.extend(value.map(|value| Condition { test, value: value.into(), end, unknown }));
    }

    fn add_spell(&mut self, filter: &SpellFilter) {
        let no = |field, test| Some(Unknown { field, test });
        let level = no("level", "f.level = -1");
        self.add("f.level = ", filter.level.map(i64::from), level);
        // A level that is not known is stored below all others.
        let lowest = filter.level_min.or(filter.level_max.and(Some(0)));
        self.add("f.level >= ", lowest.map(i64::from), level);
        // The lower limit keeps those out of which it is not known.
        self.add("f.level <= ", filter.level_max.map(i64::from), None);
        self.add("f.school = ", filter.school.as_deref().map(fold), no("school", "f.school IS NULL"));
        self.add("f.concentration = ", filter.concentration, None);
        self.add("f.ritual = ", filter.ritual, None);
        let time = filter.casting_time.as_deref().map(|text| CastingTime::new(text).as_str().to_owned());
        self.add("f.casting_time = ", time, no("casting time", "f.casting_time = ''"));
        self.add_up_to(
            "e.id IN (SELECT entry_id FROM spell_classes WHERE class = ",
            filter.class_name(),
            ")",
            no("class", "NOT EXISTS (SELECT 1 FROM spell_classes c WHERE c.entry_id = e.id)"),
        );
        // A spell without damage types deals no damage.
        self.add_up_to(
            "e.id IN (SELECT entry_id FROM spell_damage_types WHERE damage_type = ",
            filter.damage_type.as_deref().map(fold),
            ")",
            None,
        );
    }

    fn add_creature(&mut self, filter: &CreatureFilter) {
        let no = |field, test| Some(Unknown { field, test });
        let rating = no("challenge rating", "f.cr IS NULL");
        self.add("f.cr = ", filter.cr.map(|rating| rating.decimal()), rating);
        self.add("f.cr >= ", filter.cr_min.map(|rating| rating.decimal()), rating);
        self.add("f.cr <= ", filter.cr_max.map(|rating| rating.decimal()), rating);
        self.add("f.type = ", filter.creature_type.as_deref().map(fold), no("type", "f.type IS NULL"));
        self.add("f.size = ", filter.size.as_deref().map(fold), no("size", "f.size IS NULL"));
        let armor_class = no("armor class", "f.armor_class IS NULL");
        self.add("f.armor_class >= ", filter.armor_class_min.map(i64::from), armor_class);
        let hit_points = no("hit point", "f.hit_points IS NULL");
        self.add("f.hit_points >= ", filter.hit_points_min.map(i64::from), hit_points);
    }

    fn add_equipment(&mut self, filter: &EquipmentFilter) {
        let no = |field, test| Some(Unknown { field, test });
        // Only magic items have a rarity, and only weapons what weapons have.
        let rarity = no("rarity", "(f.is_magic AND f.rarity IS NULL)");
        self.add("f.rarity = ", filter.rarity.map(|rarity| rarity.as_str().to_owned()), rarity);
        let damage = no("damage", "(e.kind = 'weapon' AND f.damage_dice IS NULL)");
        self.add("f.damage_dice = ", filter.damage_dice.as_deref().map(fold), damage);
        let category = no("category", "(e.kind = 'weapon' AND f.is_simple IS NULL)");
        self.add("f.is_simple = ", filter.is_simple, category);
        self.add("f.requires_attunement = ", filter.requires_attunement, None);
        let price = no("price", "f.cost_gp IS NULL");
        self.add("f.cost_gp >= ", filter.cost_min, price);
        self.add("f.cost_gp <= ", filter.cost_max, price);
        self.add("f.weight_lb <= ", filter.weight_max, no("weight", "f.weight_lb IS NULL"));
        let finesse = no("property", "(e.kind = 'weapon' AND f.is_finesse IS NULL)");
        self.add("f.is_finesse = ", filter.is_finesse, finesse);
        let light = no("property", "(e.kind = 'weapon' AND f.is_light IS NULL)");
        self.add("f.is_light = ", filter.is_light, light);
        self.add("f.is_magic = ", filter.is_magic, None);
    }
}
