use crate::model::Family;

/// The text of an entry after the facts that its fields hold: without the line that says what it is, the lists of facts, the table of
/// ability scores, and what a higher slot changes. Of other families the whole text.
#[must_use]
pub fn without_facts(family: Family, body: &str) -> String {
    if !matches!(family, Family::Spell | Family::Creature | Family::Equipment) {
        return body.to_owned();
    }
    let is_line = |block: &str| {
        block.starts_with('*')
            && !block.starts_with("**")
            && block.ends_with('*')
            && block.lines().count() == 1
    };
    let is_facts = |block: &str| block.lines().all(|line| line.starts_with("- **"));
    let is_abilities = |block: &str| family == Family::Creature && block.starts_with("| STR |");
    let higher = |block: &&str| family != Family::Spell || !block.starts_with("**At Higher Levels.** ");
    let mut blocks = body.split("\n\n").peekable();
    blocks.next_if(|block| is_line(block));
    while blocks.next_if(|block| is_facts(block) || is_abilities(block)).is_some() {}
    blocks.filter(higher).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_of_a_stat_block_are_left_out_and_nothing_else() {
        let body = "*Large Ooze, unaligned*\n\n- **Armor Class** 7\n- **Speed** 20 ft.\n\n| STR | DEX |\n|---|---|\n| 15 | 6 |\n\n\
                    - **Senses** none\n\n***Sticky.*** It sticks.\n\n- **Jam** on it\n\n### Actions\n\n***Slap.*** It slaps.";
        assert_eq!(
            without_facts(Family::Creature, body),
            "***Sticky.*** It sticks.\n\n- **Jam** on it\n\n### Actions\n\n***Slap.*** It slaps."
        );
    }

    #[test]
    fn a_spell_keeps_its_text_and_a_rule_everything() {
        let body = "*3rd-level Evocation*\n\n- **Range** 60 feet\n\nPlums rain.\n\n**At Higher Levels.** More plums.";
        assert_eq!(without_facts(Family::Spell, body), "Plums rain.");
        assert_eq!(without_facts(Family::Rule, body), body);
    }
}
