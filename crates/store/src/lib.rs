//! The databases of a library: the only crate with SQL. Every value is bound.
#![expect(missing_docs, reason = "the fields of a row are its columns")]

mod activity;
mod backups;
mod campaigns;
mod changes;
mod conditions;
mod contents;
mod copies;
mod database_files;
mod documents;
mod entries;
mod facets;
mod file_identity;
mod files;
mod http_cache;
mod import;
mod lookup;
mod migration;
mod opening;
mod own;
mod pins;
mod readers;
mod reading;
mod row_hash;
mod sessions;
mod settings;
mod snapshots;
mod sql;
mod transaction;
mod vector_packs;
mod vectors;

pub use changes::{BrowseRow, Change};
pub use contents::Damage;
pub use copies::{BACKUPS_FOLDER, is_sound, move_aside, restore_newest};
pub use database_files::{YOURS_FILE, damage_marker, has_sound_header, remove_database, yours_beside};
pub use documents::{DocumentRow, homebrew_key};
pub use entries::{CreatureRow, EntrySources};
pub use facets::read_facts;
pub use files::{BookRow, FileRow, SourceRow};
pub use http_cache::{CacheCounts, CacheEntry};
pub use import::{FileImport, ImportContext, ImportHistory, OpenFile, OwnChange, RemovalPolicy, StoredBook};
pub use lookup::{EntryHeader, EntryRow, Selection};
pub use opening::{PROJECTION_VERSION, Store};
pub use own::OwnVersionRow;
pub use settings::Settings;
pub use snapshots::settle;
pub use vector_packs::{EntryLabel, VectorPack};
pub use vectors::{Embedded, EmbeddingPosition, NewVector, VectorMark};

use content::error::Error;

/// Converts an error of the database.
pub fn database_error(error: sqlx::Error, path: &std::path::Path) -> Error {
    if let sqlx::Error::Database(inner) = &error {
        let primary = inner.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
        let io = |kind, message: &str| Error::file(path, std::io::Error::new(kind, message.to_owned()));
        match primary {
            Some(8 | 10 | 14) if full(path) => return Error::DiskFull(path.to_owned()),
            // Every statement fits the library's own tables; one that does not find them found them damaged.
            Some(1) if inner.message().starts_with("no such ") || inner.message().contains("file format") => {
                return Error::Damaged(path.to_owned());
            }
            Some(8) => return io(std::io::ErrorKind::PermissionDenied, "the database cannot be written to"),
            Some(13) => return Error::DiskFull(path.to_owned()),
            Some(14) => return io(std::io::ErrorKind::PermissionDenied, "the database cannot be opened"),
            Some(10) => return io(std::io::ErrorKind::Other, "the disk failed while the database used it"),
            Some(11 | 26) => return Error::Damaged(path.to_owned()),
            _ => {}
        }
    }
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Error::Damaged(path.to_owned()),
        error => Error::Database(error),
    }
}

/// SQLite reports a full disk as an I/O error when the write-ahead log's shared memory finds no room.
fn full(path: &std::path::Path) -> bool {
    path.parent().is_some_and(is_disk_full)
}

/// Returns true if the disk under a folder has no room for a few pages.
pub fn is_disk_full(folder: &std::path::Path) -> bool {
    let Ok(mut probe) = tempfile::tempfile_in(folder) else { return false };
    let written = std::io::Write::write_all(&mut probe, &[1; 64 * 1024]);
    let kinds = [std::io::ErrorKind::StorageFull, std::io::ErrorKind::QuotaExceeded];
    written.is_err_and(|error| kinds.contains(&error.kind()))
}
