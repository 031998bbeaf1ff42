//! Stat blocks of our own, in the shapes in which they are pasted.

use std::path::Path;

use serde_json::json;

use super::*;

const MAX: usize = 100 * 1024;

fn read(text: &str) -> Read {
    super::read(text, MAX).unwrap_or_else(|problem| panic!("{problem}: {text}"))
}

const PAGE_OF_2014: &str = include_str!("../../../../tests/fixtures/stat-blocks/page-of-2014.txt");
const BEE: &str = include_str!("../../../../tests/fixtures/stat-blocks/homebrewery.txt");

#[test]
fn pages_of_both_editions_and_blocks_of_other_programs_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/stat-blocks");
    for name in ["page-of-2014", "page-of-2024", "markdown", "homebrewery"] {
        let file = |ending| std::fs::read_to_string(folder.join(format!("{name}.{ending}"))).unwrap();
        let Read { name: read_name, fields, text, edition, warnings } = read(&file("txt"));
        let expected: Value = serde_json::from_str(&file("json")).unwrap();
        let mut found = json!({"name": read_name, "edition": edition.to_string(), "fields": fields});
        if expected["text"].is_string() {
            assert!(warnings.is_empty(), "{name}: {warnings:?}");
            found["text"] = text.into();
        }
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn a_line_that_is_not_understood_is_kept() {
    let odd = PAGE_OF_2014.replace("Damage Immunities", "\nIt likes tea.\nDamage Immunities");
    let troll = read(&odd);
    assert!(troll.text.starts_with("It likes tea."), "{}", troll.text);
    assert_eq!(troll.warnings, ["`It likes tea.` was not understood and stands in the description."]);
    for (line, label, skills) in [
        ("Skills cooking well", "Skills", json!(null)),
        ("Skills Stealth +4, Cooking +9", "Skills", json!({"Stealth": 4})),
        ("Challenge 99", "Challenge", json!(null)),
        ("Initiative +x1", "Initiative", json!(null)),
        ("Hit Points 12", "Hit Points", json!(null)),
    ] {
        let unlike = read(&PAGE_OF_2014.replace("Skills Perception +2, Stealth + 3", line));
        let kept = line.replacen(label.split(' ').next().unwrap_or_default(), "", 1);
        assert!(unlike.text.contains(kept.trim()), "{line}: {}", unlike.text);
        let is_told = unlike.warnings.iter().any(|warning| warning.contains(label));
        assert!(is_told, "{line}: {:?}", unlike.warnings);
        assert_eq!(unlike.fields.get("skills").cloned().unwrap_or_default(), skills, "{line}");
    }
}

#[test]
fn commas_too_many_and_lines_of_other_facts_are_understood() {
    let odd = PAGE_OF_2014
        .replace("Skills Perception +2, Stealth + 3", "Skills Stealth +4, Nature, +2")
        .replace("climb\n20 ft.", "climb\n20 ft.\nProficiency +2\nSouls 5");
    let troll = read(&odd);
    assert_eq!(troll.fields["skills"], json!({"Stealth": 4, "Nature": 2}));
    assert_eq!(troll.fields["speed"], "30 ft., climb 20 ft.");
    assert_eq!(troll.warnings[0], "`Souls 5` was not understood and stands in the description.");
    assert!(troll.text.starts_with("Souls 5"), "{}", troll.text);
}

#[test]
fn each_heading_of_the_description_stands_apart() {
    let lair = "Lair Actions\nOn initiative count 20:\n• The floor turns sticky.\nRegional Effects\n• Plums rot.\nIf it dies, they end.";
    let pasted = read(&PAGE_OF_2014.replace("Lair Actions\nThe floor turns sticky.", lair));
    let text = "### Lair Actions\n\nOn initiative count 20:\n\n- The floor turns sticky.\n\n### Regional Effects\n\n- Plums rot.";
    assert!(pasted.text.starts_with(text), "{}", pasted.text);
    let marked = read(&format!("{BEE}\n### Villain Actions\n***Ooze.*** It oozes.\n### Habits\nIt naps."));
    assert_eq!(marked.text, "### Villain Actions\n***Ooze.*** It oozes.\n\n### Habits\nIt naps.");
}

#[test]
fn what_is_no_stat_block_is_refused() {
    let refused = |text: &str| super::read(text, MAX).err().unwrap_or_default();
    assert_eq!(
        refused("Plum cake\n\nSpeed 30 ft. is how fast it goes."),
        "this is not a stat block: it has no Armor Class, no Hit Points, no ability scores. Paste it whole, from its name on."
    );
    assert_eq!(refused(&"x".repeat(MAX + 1)), "it has 102401 bytes; 102400 are possible.");
}

proptest::proptest! {
    /// Reading ends without a panic whatever is between the lines of a stat block.
    #[test]
    fn hostile_text_is_read_or_refused(noise in "[\\PC\n|*_#>+().:-]{0,200}", at in 0_usize..700) {
        let at = PAGE_OF_2014.char_indices().map(|(at, _)| at).nth(at).unwrap_or(0);
        let (before, after) = PAGE_OF_2014.split_at(at);
        if let Ok(read) = super::read(&format!("{before}{noise}{after}"), MAX) {
            let all = format!("{}{}", Value::from(read.fields), read.text);
            proptest::prop_assert!(all.contains("bludgeoning"), "{all}");
        }
        let _ = super::read(&noise, MAX);
    }
}
