use super::*;

#[test]
fn numbers_grow_and_each_step_is_announced() {
    let token = ProgressToken(rmcp::model::NumberOrString::Number(1));
    let mut notes = ProgressNotes::default();
    let mut next = |step, done, total| {
        let note = notes.next(Progress { step, done, total }, &token)?;
        Some((note.progress, note.total, note.message.unwrap_or_default()))
    };
    assert_eq!(next(Step::Fetching, 0, 0), Some((1.0, None, "fetching".to_owned())));
    assert_eq!(next(Step::Fetching, 0, 0), None);
    let third = (6.0, Some(11.0), "fetching: 5 of 10".to_owned());
    assert_eq!(next(Step::Fetching, 5, 10), Some(third));
    let other_step = (7.0, Some(15.0), "reading: 0 of 8".to_owned());
    assert_eq!(next(Step::Normalising, 0, 8), Some(other_step));
}
