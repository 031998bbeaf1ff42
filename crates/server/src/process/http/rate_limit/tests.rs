use super::*;

#[test]
fn requests_beyond_the_burst_wait_for_the_rate() {
    let limit = RateLimit::new(Duration::from_millis(100), Duration::from_millis(300));
    let allowed_after = |seconds: f32| {
        let then = Instant::now() + Duration::from_secs_f32(seconds);
        (0..5).filter(|_| limit.allows_another_at(then)).count()
    };
    assert_eq!([10.0, 10.15, 20.0].map(allowed_after), [3, 1, 3]);
}
