use super::*;

fn session() -> CarriedSession {
    CarriedSession {
        revision: "2025-11-25".to_owned(),
        client: "Plum Client 1".to_owned(),
        shows_cards: true,
    }
}

#[test]
fn a_session_is_read_from_its_id_with_the_token_that_began_it() {
    let id = sealed(&session(), "a token").unwrap();
    let id = id.to_str().unwrap();
    assert_eq!(opened(id, "a token"), Some(session()));
    assert_eq!(opened(id, "another token"), None);
    let (content, signature) = id.split_once('.').unwrap();
    let other = BASE64.encode(r#"{"r":"2025-11-25","c":"Other","s":true}"#);
    for forged in ["", ".", content, &format!("{content}."), &format!("{other}.{signature}"), "a.b", "ü.ü"]
    {
        assert_eq!(opened(forged, "a token"), None, "{forged}");
    }
}

#[test]
fn only_a_handshake_begins_a_session() {
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
            "capabilities":{},"clientInfo":{"name":"Plum","version":"2"}}}"#;
    let begun = session_of(initialize.as_bytes()).unwrap();
    assert_eq!(
        (begun.revision.as_str(), begun.client.as_str(), begun.shows_cards),
        ("2025-06-18", "Plum 2", false)
    );
    for other in [initialize.replace("\"initialize\"", "\"ping\""), "[]".to_owned(), "{".to_owned()] {
        assert_eq!(session_of(other.as_bytes()), None);
    }
}
