//! Publishing: parts first, the manifest last.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use object_store::{ObjectStoreExt as _, PutPayload};

use crate::Progress;
use crate::error::{Error, Result};
use crate::location::Location;
use crate::manifest::{Manifest, PART_BYTES, PublishedFile};

const AT_ONCE: usize = 4;

/// What publishing a snapshot did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// What was published.
    pub manifest: Manifest,
    /// The bytes that were sent; the others were there already.
    pub sent_bytes: u64,
}

struct Part<'a> {
    file: &'a Path,
    offset: u64,
    bytes: u64,
    hash: String,
}

/// Publishes the files of a folder. `manifest` describes them except for the files, which this adds.
///
/// # Errors
/// When a file cannot be read, or the store does not take them. Then the snapshot before stays the newest
/// one, and a repeated attempt sends only what is missing.
pub async fn publish(
    location: &Location,
    folder: &Path,
    mut manifest: Manifest,
    progress: &Progress<'_>,
) -> Result<Publication> {
    let paths = files(folder)?;
    let mut parts = Vec::new();
    for path in &paths {
        let of_file = parts_of(path)?;
        let relative = path.strip_prefix(folder).unwrap_or(path);
        let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
        manifest.files.push(PublishedFile {
            path: names.join("/"),
            bytes: of_file.iter().map(|part| part.bytes).sum(),
            parts: of_file.iter().map(|part| part.hash.clone()).collect(),
        });
        parts.extend(of_file);
    }
    if let Some(excess) = manifest.excess() {
        return Err(location.fault(format!("is not published: it {excess}")));
    }
    let total = manifest.bytes();
    let (mut done, mut sent_bytes) = (0, 0);
    let transfers: Vec<_> = parts.iter().map(|part| send(location, part)).collect();
    let mut sending = stream::iter(transfers).buffer_unordered(AT_ONCE);
    while let Some((bytes, is_new)) = sending.try_next().await? {
        done += bytes;
        sent_bytes += if is_new { bytes } else { 0 };
        progress(done, total);
    }
    drop(sending);
    let content = serde_json::to_vec_pretty(&manifest)
        .map_err(|error| location.fault(format!("cannot be described: {error}")))?;
    let put = location.store.put(&location.latest(), PutPayload::from(content)).await;
    put.map_err(|error| location.error(&error))?;
    Ok(Publication { manifest, sent_bytes })
}

/// Returns the size of the part, and true if the store did not have it.
async fn send(location: &Location, part: &Part<'_>) -> Result<(u64, bool)> {
    let path = location.part(&part.hash);
    match location.store.head(&path).await {
        Ok(found) if found.size == part.bytes => return Ok((part.bytes, false)),
        Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
        Err(error) => return Err(location.error(&error)),
    }
    let content = read(part).map_err(Error::file(part.file))?;
    if disk::sha256(&content) != part.hash {
        let changed = io::Error::other("the file changed while it was published; publish again");
        return Err(Error::file(part.file)(changed));
    }
    let put = location.store.put(&path, PutPayload::from(content)).await;
    put.map(|_| (part.bytes, true)).map_err(|error| location.error(&error))
}

fn read(part: &Part<'_>) -> io::Result<Vec<u8>> {
    let mut file = File::open(part.file)?;
    file.seek(SeekFrom::Start(part.offset))?;
    let mut content = Vec::new();
    file.take(part.bytes).read_to_end(&mut content)?;
    Ok(content)
}

fn parts_of(path: &Path) -> Result<Vec<Part<'_>>> {
    let mut file = File::open(path).map_err(Error::file(path))?;
    let (mut parts, mut offset) = (Vec::new(), 0);
    loop {
        let mut content = Vec::new();
        let limit = PART_BYTES as u64;
        (&mut file).take(limit).read_to_end(&mut content).map_err(Error::file(path))?;
        if content.is_empty() {
            return Ok(parts);
        }
        let bytes = content.len() as u64;
        parts.push(Part { file: path, offset, bytes, hash: disk::sha256(&content) });
        offset += bytes;
    }
}

/// Returns the files of a folder and its folders, in the order of their names.
fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let (mut found, mut pending) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).map_err(Error::file(&folder))? {
            let path = entry.map_err(Error::file(&folder))?.path();
            if path.is_dir() { pending.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
