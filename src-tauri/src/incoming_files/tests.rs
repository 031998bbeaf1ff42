use super::*;

#[test]
fn arguments_are_options_relative_paths_and_file_urls() {
    let root = if cfg!(windows) { "C:/" } else { "/" };
    let path = |below: &str| PathBuf::from(format!("{root}{below}"));
    let (absolute, url) = (path("far/away.zip"), Url::from_file_path(path("my books/ä.orcbrew")).unwrap());
    let arguments = ["--hidden", "book.orcbrew", absolute.to_str().unwrap(), url.as_str(), "--unknown", ""];
    let parsed = Arguments::parse(arguments, &path("home"));
    let files = vec![path("home/book.orcbrew"), absolute, path("my books/ä.orcbrew")];
    assert_eq!(parsed, Arguments { hidden: true, files, ..Arguments::default() });
    let quitting = Arguments { quit: true, forward_quit: true, ..Arguments::default() };
    assert_eq!(Arguments::parse(["--quit", "--forward-quit"], Path::new("")), quitting);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_a_path() {
    use std::os::unix::ffi::OsStringExt;

    let name = OsString::from_vec(b"b\xffok.orcbrew".to_vec());
    let parsed = Arguments::parse([name.clone()], Path::new("/home"));
    assert_eq!(parsed.files, [Path::new("/home").join(name)]);
}
