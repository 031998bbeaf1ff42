use super::*;

fn owned(sentences: &[&str]) -> Vec<String> {
    sentences.iter().map(|sentence| (*sentence).to_owned()).collect()
}

#[test]
fn markdown_is_split_into_sentences() {
    let text = "***Keen Beak.*** It pecks within 5 ft. of it. (It naps.) Reach 5 ft. Hit: 3.\n\n### Actions\n- One!\n\n| d6 | Egg |\n|---|---|\n| 1 | Red. Blue. |";
    let expected = [
        "Keen Beak.", "It pecks within 5 ft. of it.", "(It naps.)", "Reach 5 ft.", "Hit: 3.", "Actions",
        "One!", "d6 | Egg", "1 | Red. Blue.",
    ];
    assert_eq!(sentences(text), expected);
}

#[test]
fn a_changed_sentence_shows_its_words_and_others_stand_alone() {
    let first = owned(&["A lantern glows.", "It burns for one hour.", "Nobody knows why."]);
    let second = owned(&["A Lantern glows.", "It burns for eight hours.", "Put it out with sand."]);
    let [same, first_only, second_only] = [Words::Same, Words::First, Words::Second];
    let changed =
        [same("It burns for".into()), first_only("one hour.".into()), second_only("eight hours.".into())];
    let expected = [
        vec![same("A lantern glows.".into())],
        changed.to_vec(),
        vec![first_only("Nobody knows why.".into())],
        vec![second_only("Put it out with sand.".into())],
    ];
    assert_eq!(compare_texts(&first, &second), expected);
}

proptest::proptest! {
    #[test]
    fn each_text_can_be_read_from_the_comparison(first in "([a-d]{1,2}[ .]){0,30}", second in "([a-d]{1,2}[ .]){0,30}") {
        let (first, second) = (sentences(&first), sentences(&second));
        let compared = compare_texts(&first, &second);
        let column = |is_mine: fn(&Words) -> Option<&str>| -> Vec<String> {
            let texts = compared.iter().map(|runs| runs.iter().filter_map(is_mine).collect::<Vec<_>>().join(" "));
            texts.filter(|text| !text.is_empty()).collect()
        };
        proptest::prop_assert_eq!(column(|words| match words { Words::Same(text) | Words::First(text) => Some(text), Words::Second(_) => None }), first);
        proptest::prop_assert_eq!(column(|words| match words { Words::Same(text) | Words::Second(text) => Some(text), Words::First(_) => None }), second);
    }
}
