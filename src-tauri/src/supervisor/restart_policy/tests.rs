use super::*;

#[test]
fn pauses_double_until_the_policy_gives_up() {
    let mut policy = RestartPolicy::default();
    let pauses: Vec<_> = std::iter::from_fn(|| policy.failed_after(Duration::ZERO)).collect();
    assert_eq!(pauses.first(), Some(&FIRST_PAUSE));
    assert!(pauses.windows(2).all(|pair| pair[1] == pair[0] * 2));
    assert_eq!(pauses.len() + 1, MAX_FAILURES as usize);
    assert_eq!(policy.failed_after(Duration::ZERO), None, "it stays so");
}

#[test]
fn a_healthy_run_resets_the_pauses() {
    let mut policy = RestartPolicy::default();
    while policy.failed_after(Duration::ZERO).is_some() {}
    assert_eq!(policy.failed_after(HEALTHY_RUN * 2), Some(FIRST_PAUSE));
    assert_eq!(policy.failures, 1);
}
