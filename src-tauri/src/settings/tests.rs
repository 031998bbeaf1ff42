use super::*;

#[test]
fn settings_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("made/when/needed");
    let settings = SettingsFile::open(&below);
    assert_eq!(settings.get(), StoredSettings::default());
    settings.change(|stored| stored.theme = Theme::Dark).unwrap();
    let again = SettingsFile::open(&below).get();
    assert_eq!(again, StoredSettings { theme: Theme::Dark, ..StoredSettings::default() });
    assert_eq!(fs::read_dir(below).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_damaged_file_is_moved_aside() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(FILE_NAME), "{\"theme\": \"da").unwrap();
    assert_eq!(SettingsFile::open(folder.path()).get(), StoredSettings::default());
    let aside = folder.path().join("settings.json.damaged");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{\"theme\": \"da");
}

#[test]
fn only_a_shortcut_that_the_user_chose_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let settings = SettingsFile::open(folder.path());
    assert_eq!(settings.get().shortcut(), DEFAULT_SHORTCUTS.0);
    settings.change(|stored| stored.onboarded = true).unwrap();
    assert!(!fs::read_to_string(folder.path().join(FILE_NAME)).unwrap().contains("shortcut"));
    for chosen in ["Ctrl+Alt+L", ""] {
        settings.change(|stored| stored.shortcut = Some(chosen.to_owned())).unwrap();
        assert_eq!(SettingsFile::open(folder.path()).get().shortcut(), chosen);
    }
}

#[test]
fn unknown_fields_and_invalid_http_options_leave_the_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let read = |http: &str| {
        let text = format!(r#"{{"theme": "dark", "of-tomorrow": 1, "http": {http}}}"#);
        fs::write(folder.path().join(FILE_NAME), text).unwrap();
        let kept = SettingsFile::open(folder.path()).get();
        assert_eq!(kept.theme, Theme::Dark, "{http}");
        kept.http
    };
    assert_eq!(read(r#"{"on": true, "port": 8080}"#), HttpOptions { on: true, port: 8080 });
    assert_eq!(read(r#"{"on": true}"#), HttpOptions { on: true, port: 5673 });
    for http in [
        r#"{"on": true, "port": 80}"#,
        r#"{"on": true, "port": 70000}"#,
        r#"{"on": true, "port": "5673"}"#,
        r#"{"on": "yes"}"#,
        "null",
        "true",
        "[]",
    ] {
        assert_eq!(read(http), HttpOptions::default(), "{http}");
    }
}

#[test]
fn settings_that_cannot_be_written_do_not_change() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let settings = SettingsFile::open(&folder.path().join("file/below"));
    let problem = settings.change(|stored| stored.onboarded = true).unwrap_err();
    assert_eq!(problem.code, "settings-not-written");
    assert!(!settings.get().onboarded);
}
