//! Hashes the source code of the readers.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::{fs, io};

/// The source code that reads sources: another hash of it means that they are read again.
const READERS: [&str; 11] = [
    "../content/src/facts", "../content/src/facts.rs", "../content/src/json.rs", "../content/src/markdown",
    "../content/src/markdown.rs", "../content/src/model", "../content/src/written.rs", "../homebrew/src",
    "../ingest/src", "../orcbrew/src", "../tabletop/src/own",
];

fn add(path: &Path, hash: &mut DefaultHasher) -> io::Result<()> {
    if path.is_dir() {
        let mut files: Vec<_> =
            fs::read_dir(path)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
        files.sort_unstable();
        return files.iter().try_for_each(|file| add(file, hash));
    }
    if path.extension().is_some_and(|extension| extension == "rs") {
        fs::read(path)?.hash(hash);
    }
    Ok(())
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut readers = DefaultHasher::new();
    for path in READERS {
        println!("cargo::rerun-if-changed={path}");
        add(Path::new(path), &mut readers)?;
    }
    println!("cargo::rustc-env=LORE_READERS={:016x}", readers.finish());
    Ok(())
}
