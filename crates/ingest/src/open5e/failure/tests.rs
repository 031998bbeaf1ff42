use super::*;

#[test]
fn retry_after_is_seconds_or_a_date() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
    assert_eq!(retry_after(" 120 ", now), Some(Duration::from_secs(120)));
    assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(7)));
    assert_eq!(retry_after("Sun, 06 Nov 1983 08:49:37 GMT", now), Some(Duration::ZERO));
    assert_eq!(retry_after("soon", now), None);
}
