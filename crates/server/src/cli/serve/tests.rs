use super::*;

#[test]
fn a_server_at_every_address_is_reached_at_a_concrete_one() {
    for (listening, here) in [("0.0.0.0:5673", "127.0.0.1:5673"), ("[::]:5673", "[::1]:5673")] {
        let (url, elsewhere) = reachable_addresses(listening.parse().unwrap());
        assert_eq!(url.to_string(), here);
        assert!(elsewhere.is_none_or(|other| !other.ip().is_unspecified() && other.port() == 5673));
    }
    let here = "192.0.2.7:5673".parse().unwrap();
    assert_eq!(reachable_addresses(here), (here, None));
}

#[test]
fn an_address_has_a_port_and_may_be_a_port_alone() {
    let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 5673));
    for text in ["127.0.0.1:5673", "localhost:5673", "5673"] {
        assert_eq!(parse_address(text), Ok(here), "{text}");
    }
    assert!(parse_address("[::1]:5673").is_ok_and(|address| address.ip().is_loopback()));
    for text in ["", "127.0.0.1", "localhost", "my-pc:5673", "127.0.0.1:99999", "http://127.0.0.1:5673"] {
        assert!(parse_address(text).is_err(), "{text}");
    }
}
