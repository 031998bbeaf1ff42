//! A filter taken apart.

use super::{CreatureFilter, EquipmentFilter, EquipmentType, Filter, RuleFilter, SpellFilter};
use crate::model::{Family, Kind};

/// A field that is filtered by: the name of the argument, its value in words, and the filter by it alone.
type ByField = (&'static str, String, Filter);

/// Lists the fields of a filter that are set, each as the name of its argument, its value, and the filter by it alone.
macro_rules! fields {
    ($filter:expr, $all:ident, $none:expr, $wrap:path, [$($field:ident as $argument:literal),+ $(,)?]) => {{
        let mut fields: Vec<ByField> = Vec::new();
        $(
            if let Some(value) = &$filter.$field {
                let alone = $all { $field: Some(value.clone()), ..$none };
                fields.push(($argument, value.to_string(), $wrap(alone)));
            }
        )+
        fields
    }};
}

impl Filter {
    /// The filters by each of the fields that are set, and by no other.
    pub(crate) fn by_field(&self) -> Vec<ByField> {
        match self {
            Filter::Spell(filter) => fields!(
                filter,
                SpellFilter,
                SpellFilter::default(),
                Filter::Spell,
                [
                    level as "level",
                    level_min as "level_min",
                    level_max as "level_max",
                    school as "school",
                    class_key as "class_key",
                    concentration as "concentration",
                    ritual as "ritual",
                    casting_time as "casting_time",
                    damage_type as "damage_type",
                ]
            ),
            Filter::Creature(filter) => fields!(
                filter,
                CreatureFilter,
                CreatureFilter::default(),
                Filter::Creature,
                [
                    cr as "cr",
                    cr_min as "cr_min",
                    cr_max as "cr_max",
                    creature_type as "type",
                    size as "size",
                    armor_class_min as "armor_class_min",
                    hit_points_min as "hit_points_min",
                ]
            ),
            Filter::Equipment(filter) => fields!(
                filter,
                EquipmentFilter,
                EquipmentFilter { equipment_type: filter.equipment_type, ..EquipmentFilter::default() },
                Filter::Equipment,
                [
                    rarity as "rarity",
                    damage_dice as "damage_dice",
                    is_simple as "is_simple",
                    requires_attunement as "requires_attunement",
                    cost_min as "cost_min",
                    cost_max as "cost_max",
                    weight_max as "weight_max",
                    is_finesse as "is_finesse",
                    is_light as "is_light",
                    is_magic as "is_magic",
                ]
            ),
            Filter::Rule(filter) => fields!(
                filter,
                RuleFilter,
                RuleFilter { rule_type: filter.rule_type, section: None },
                Filter::Rule,
                [section as "section"]
            ),
            Filter::CharacterOption(_) => Vec::new(),
        }
    }

    /// The same filter without the type that it asks for, and the kinds that it then leaves out no more. `None` where there
    /// are none, or where a field has no meaning for them.
    pub(crate) fn of_any_type(&self) -> Option<(Option<Filter>, Vec<Kind>)> {
        let family = self.kinds().first()?.family();
        let filter = match self {
            Filter::Equipment(filter) => Some(Filter::Equipment(EquipmentFilter {
                equipment_type: EquipmentType::All,
                ..filter.clone()
            })),
            Filter::Rule(RuleFilter { section: Some(_), .. }) => return None,
            Filter::Spell(_) | Filter::Creature(_) | Filter::CharacterOption(_) | Filter::Rule(_) => None,
        };
        let others = |kind: &Kind| kind.family() == family && !self.kinds().contains(kind);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(others).collect();
        (!kinds.is_empty() && family != Family::Encounter).then_some((filter, kinds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::RuleType;

    #[test]
    fn each_field_that_is_set_is_a_filter_of_its_own() {
        let filter = SpellFilter { level: Some(4), ritual: Some(true), ..SpellFilter::default() };
        let fields = Filter::Spell(filter).by_field();
        let words: Vec<String> = fields.iter().map(|(field, value, _)| format!("{field} {value}")).collect();
        assert_eq!(words, ["level 4", "ritual true"]);
        let Filter::Spell(alone) = &fields[0].2 else { panic!("a spell's") };
        assert_eq!(*alone, SpellFilter { level: Some(4), ..SpellFilter::default() });
    }

    #[test]
    fn the_other_kinds_of_a_family_are_those_not_asked_for() {
        let rule = Filter::Rule(RuleFilter { rule_type: RuleType::Rule, section: None });
        let (filter, kinds) = rule.of_any_type().unwrap();
        assert!(filter.is_none() && kinds.contains(&Kind::Condition) && !kinds.contains(&Kind::Rule));
        assert!(Filter::Spell(SpellFilter::default()).of_any_type().is_none());
    }
}
