use super::*;
use crate::model::{Creature, Rule, Spell};

fn texts(kind: Kind, name: &str, details: &Details, body: &str, max_tokens: usize) -> Vec<String> {
    let passages = quotable_passages(kind, name, details, body, max_tokens).into_iter();
    passages.map(|(passage, _)| passage.text).collect()
}

#[test]
fn sentences_stand_in_for_everyday_words() {
    let short = |name, body| {
        let all = passages(Kind::Rule, name, &Details::Rule(Rule::default()), body, 200);
        let texts = all.into_iter().map(|passage| passage.text);
        texts.filter(|text| text.starts_with(&format!("{name}: "))).collect::<Vec<_>>()
    };
    let law = "Plums belong to those who see them. Stones belong to nobody.";
    assert_eq!(short("Plum Law", law), [format!("Plum Law: {law}")]);
    let phrases = short("Falling", "You fall down a lot. It hurts a lot, and nobody laughs.");
    assert!(!phrases.is_empty() && phrases.iter().all(|phrase| !phrase.contains("hurts a lot")));
}

#[test]
fn what_is_told_of_a_creature_comes_before_its_actions() {
    let body = "*Huge Construct*\n\n- **Armor Class** 12\n\n***Hum.*** It hums a song.\n\n### Actions\n\n***Roll.*** It rolls over you.\n\n### Description\n\nA plum the size of a barn. It rolled off its tree one night.";
    let details = Details::Creature(Box::default());
    let all = passages(Kind::Creature, "Plumasus", &details, body, 200);
    let texts: Vec<&str> = all.iter().map(|passage| passage.text.as_str()).collect();
    let told = "A plum the size of a barn. It rolled off its tree one night.";
    assert!(texts[0].contains(&format!("{told} Hum.")), "{texts:?}");
    assert_eq!(texts[1], format!("Plumasus: {told}"));
}

#[test]
fn the_first_passage_begins_with_the_facts() {
    let spell = Details::Spell(Spell {
        level: Some(3),
        school: Some("Evocation".into()),
        classes: vec!["Sorcerer".into(), "Wizard".into()],
        damage_types: vec!["fire".into()],
        ..Spell::default()
    });
    let body = "*3rd-level evocation*\n\n- **Casting Time** 1 action\n- **Range** Self\n\nPlums **burn**.\n\nThey do.";
    let expected =
        "Plum Ball. 3rd-level evocation spell (Sorcerer, Wizard). Deals fire damage. Plums burn. They do.";
    assert_eq!(texts(Kind::Spell, "Plum Ball", &spell, body, 200), [expected]);
}

#[test]
fn a_stat_block_is_reduced_to_facts_and_actions() {
    let creature = Details::Creature(Box::new(Creature {
        size: Some("Large".into()),
        creature_type: Some("Ooze".into()),
        ..Creature::default()
    }));
    let body = "*Large Ooze*\n\n- **Armor Class** 7\n\n| STR |\n|---|\n| 15 |\n\n- **Challenge** 2\n\n***Sticky.*** It sticks.\n\n### Actions\n\n***Slap.*** *Melee:* it slaps.";
    let expected = "Plum Ooze. Large ooze. Attacks and abilities: sticky, slap. Sticky. It sticks. Actions. Slap. Melee: \
        it slaps.";
    assert_eq!(texts(Kind::Creature, "Plum Ooze", &creature, body, 200), [expected]);
}

#[test]
fn a_long_text_is_split_at_paragraphs_under_its_name() {
    let rule = Details::Rule(Rule::default());
    let paragraph = |word: &str| format!("{word} {}", "plum ".repeat(29).trim());
    let body = ["one", "two", "three", "four"].map(paragraph).join("\n\n");
    let cut = texts(Kind::Rule, "Plums", &rule, &body, 70);
    assert_eq!(cut.len(), 2, "{cut:#?}");
    assert!(cut[0].starts_with("Plums. Rule. one plum") && cut[1].starts_with("Plums. three plum"));
}

#[test]
fn a_section_of_a_rule_is_quoted_under_its_heading() {
    let rule = Details::Rule(Rule::default());
    let long = "A plum that falls is a plum that is lost. ".repeat(3);
    let body = format!("Plums are fruit. {long}\n\n## Falling Plums\n\n{long}\n\n{long}");
    let quotes: Vec<String> = quotable_passages(Kind::Rule, "Plums", &rule, &body, 60)
        .into_iter()
        .filter_map(|(_, quote)| quote)
        .collect();
    assert!(quotes.len() >= 2, "{quotes:#?}");
    assert!(quotes.iter().all(|quote| quote.starts_with("Falling Plums. A plum")), "{quotes:#?}");
}

#[test]
fn no_word_is_lost_and_no_passage_is_too_long() {
    let rule = Details::Rule(Rule::default());
    let long_word = "x".repeat(5_000);
    for body in
        ["", "...", &"word. ".repeat(500), &"word ".repeat(500), &long_word, "字字字".repeat(100).as_str()]
    {
        for name in ["Plum", &"Long Name ".repeat(60)] {
            let cut = texts(Kind::Rule, name, &rule, body, 64);
            assert!(!cut.is_empty());
            let words = cut.join(" ").matches("word").count();
            assert_eq!(words, body.matches("word").count());
            for text in &cut {
                let is_one_word = !text.contains(' ') || text.contains("xxx") || text.contains('字');
                assert!(estimated_tokens(text) <= 64 || is_one_word, "{text}");
            }
        }
    }
}

#[test]
fn equal_texts_have_equal_hashes() {
    let rule = Details::Rule(Rule::default());
    let of = |body| passages(Kind::Rule, "Plum", &rule, body, 64)[0].hash;
    assert_eq!(of("a **b**"), of("a b"));
    assert_ne!(of("a b"), of("a c"));
}
