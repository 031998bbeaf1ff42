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
fn a_path_with_another_case_is_the_same_file_only_where_it_leads_there() {
    let folder = tempfile::tempdir().unwrap();
    let [upper, lower] = ["Ember.orcbrew", "ember.orcbrew"].map(|name| folder.path().join(name));
    std::fs::write(&lower, "").unwrap();
    let now = absolute(&lower).unwrap();
    let earlier = now.replace("ember", "Ember");
    assert_eq!(is_same_file(&earlier, &now), upper.exists());
    assert!(is_same_file(&now, &now) && !is_same_file(&now.replace("ember", "umber"), &now));
    if !upper.exists() {
        // A link stands for a file system that disregards case.
        #[cfg(unix)]
        std::os::unix::fs::symlink(&lower, &upper).unwrap();
        assert!(is_same_file(&earlier, &now));
    }
    let [in_earlier, in_now] = [&earlier, &now].map(|path| format!("{path}!a/Moon!.orcbrew"));
    assert!(is_same_file(&in_earlier, &in_now), "in an archive");
    assert!(!is_same_file(&in_earlier, &in_now.replace("Moon", "moon")), "an archive has regard to case");
}

#[test]
fn an_ordinary_path_is_shown_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(shown(folder.path()), folder.path().display().to_string());
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
        assert_eq!(shown(Path::new(verbatim)), plain);
    }
}
