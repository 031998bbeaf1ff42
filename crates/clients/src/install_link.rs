//! Links that a client opens to add a server after asking its user.
//!
//! Cursor: <https://docs.cursor.com/en/tools/developers>, VS Code: <https://code.visualstudio.com/api/extension-guides/ai/mcp>,
//! LM Studio: <https://lmstudio.ai/docs/app/mcp/deeplink>.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::client::ClientId;
use crate::server::{ENTRY_KEY, Entry, Fields};

/// Returns the link with which a client adds an entry; `None` for clients without such links.
pub(crate) fn install_link(id: ClientId, entry: &Entry) -> Option<String> {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let in_base64 = || encoded(&STANDARD.encode(Value::Object(entry.json(Fields::Plain)).to_string()));
    match id {
        ClientId::Cursor => Some(format!(
            "cursor://anysphere.cursor-deeplink/mcp/install?name={ENTRY_KEY}&config={}",
            in_base64()
        )),
        ClientId::LmStudio => Some(format!("lmstudio://add_mcp?name={ENTRY_KEY}&config={}", in_base64())),
        ClientId::VsCode => {
            let mut named = Map::from_iter([("name".to_owned(), ENTRY_KEY.into())]);
            named.extend(entry.json(Fields::Typed));
            Some(format!("vscode:mcp/install?{}", encoded(&Value::Object(named).to_string())))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use percent_encoding::percent_decode_str;

    use super::*;
    use crate::server::Server;

    fn decoded(text: &str) -> String {
        percent_decode_str(text).decode_utf8().unwrap().into_owned()
    }

    #[test]
    fn links_decode_to_the_entry_that_is_registered() {
        let entry = Server::new("/Applications/Löre & Keeper+.app/lorekeeper-mcp")
            .with_env("LOREKEEPER_HOME", "/a b/%7E?x=1#2")
            .entry();
        for (id, scheme) in [(ClientId::Cursor, "cursor://"), (ClientId::LmStudio, "lmstudio://")] {
            let link = install_link(id, &entry).unwrap();
            let (start, config) = link.split_once("&config=").unwrap();
            assert!(start.starts_with(scheme) && start.ends_with("?name=lorekeeper"), "{link}");
            let config: Value = serde_json::from_slice(&STANDARD.decode(decoded(config)).unwrap()).unwrap();
            assert_eq!(config, Value::Object(entry.json(Fields::Plain)), "{id}");
        }
        let link = install_link(ClientId::VsCode, &entry).unwrap();
        let mut config: Map<String, Value> =
            serde_json::from_str(&decoded(link.strip_prefix("vscode:mcp/install?").unwrap())).unwrap();
        assert_eq!(config.remove("name"), Some("lorekeeper".into()));
        assert_eq!(config, entry.json(Fields::Typed));
        assert_eq!(ClientId::ALL.into_iter().filter(|id| install_link(*id, &entry).is_some()).count(), 3);
    }
}
