use super::*;

#[test]
fn the_oldest_connection_without_the_token_is_closed_first() {
    let connections = Connections { max: 3, open: Mutex::default() };
    let all: Vec<_> = (0..3).map(|number| connections.add(number).unwrap()).collect();
    all[0].is_authorized.store(true, Ordering::Relaxed);
    let fourth = connections.add(3).unwrap();
    let closed = |at: usize| all[at].shutdown.is_cancelled();
    assert_eq!((closed(0), closed(1), closed(2), connections.open.lock().len()), (false, true, false, 3));
    all[2].is_authorized.store(true, Ordering::Relaxed);
    fourth.is_authorized.store(true, Ordering::Relaxed);
    assert!(connections.add(4).is_none(), "all of them have the token");
}
