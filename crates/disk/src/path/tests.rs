use super::*;

#[test]
fn names_of_devices_are_recognised_whatever_their_extension() {
    for name in ["CON", "con.orcbrew", "NUL", "nul.tar.gz", "Com1.txt", "LPT9", "lpt².x", "AUX .orcbrew"] {
        assert!(is_device_name(name), "{name}");
    }
    for name in ["CONAN.orcbrew", "company.orcbrew", "COM10", "com", "null", "my CON", ""] {
        assert!(!is_device_name(name), "{name}");
    }
}

#[test]
fn paths_that_a_file_system_may_take_for_the_same_are_recognised() {
    assert!(same_but_for_case("/Bücher/Ember.orcbrew", "/Bu\u{308}cher/ember.ORCBREW"));
    assert!(!same_but_for_case("/Bücher/a", "/Bucher/a"));
}

#[test]
fn an_ordinary_path_is_shown_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(shown(folder.path()).to_string(), folder.path().display().to_string());
    let canonical = canonical(folder.path()).unwrap();
    assert!(!canonical.display().to_string().starts_with(r"\\?\"), "{}", canonical.display());
}

/// Elsewhere these are ordinary names.
#[cfg(windows)]
#[test]
fn a_verbatim_path_is_shown_as_users_write_it() {
    for (verbatim, plain) in [
        (r"\\?\C:\books\CON.orcbrew", r"C:\books\CON.orcbrew"),
        (r"\\?\UNC\server\share\book.orcbrew", r"\\server\share\book.orcbrew"),
        (r"\\server\share\book.orcbrew", r"\\server\share\book.orcbrew"),
        (r"C:book.orcbrew", r"C:book.orcbrew"),
        (r"\\?\C:\", r"C:\"),
    ] {
        assert_eq!(shown(Path::new(verbatim)).to_string(), plain);
    }
}
