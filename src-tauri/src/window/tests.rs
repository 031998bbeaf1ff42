use serde_json::Value;

fn config() -> Value {
    serde_json::from_str(include_str!("../../../tauri.conf.json")).unwrap()
}

#[test]
fn the_app_creates_its_windows_itself() {
    let config = config();
    let windows = config["app"]["windows"].as_array().unwrap();
    assert!(!windows.is_empty() && windows.iter().all(|window| window["create"] == false), "{windows:?}");
}

#[test]
fn pages_may_call_the_shell_on_every_system() {
    // Elsewhere than on Windows it has a scheme of its own.
    let config = config();
    let sources = config["app"]["security"]["csp"]["connect-src"].as_str().unwrap();
    assert_eq!(sources.split(' ').collect::<Vec<_>>(), ["ipc:", "http://ipc.localhost"]);
}
