use super::*;

#[test]
fn system_ports_and_invalid_ports_are_refused() {
    assert_eq!(parse_port(1024).unwrap(), 1024);
    assert_eq!(parse_port(65535).unwrap(), 65535);
    for port in [0, 80, 1023, 65536, u32::MAX] {
        let problem = parse_port(port).unwrap_err();
        assert_eq!(problem.code, "refused", "{port}");
        assert!(problem.advice.contains("1024 to 65535"), "{port}");
    }
}
