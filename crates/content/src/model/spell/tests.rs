use super::*;

#[test]
fn casting_times_have_one_spelling() {
    let read = |text| casting_time(text);
    assert_eq!(read("action"), "1 action");
    assert_eq!(read("1 Action"), "1 action");
    assert_eq!(read("bonus-action"), "1 bonus action");
    assert_eq!(read("10minutes"), "10 minutes");
    assert_eq!(read("1 minutes"), "1 minute");
    assert_eq!(read("1 reaction, which you take when hit"), "1 reaction");
    assert_eq!(read("special"), "special");
}
