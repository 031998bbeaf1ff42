//! The database: the only module with SQL. Every value is bound.

mod activity;
mod browse_rows;
mod calls;
mod campaigns;
mod changes;
mod conditions;
mod contents;
mod creature_rows;
mod decoding;
mod documents;
mod entries;
mod facets;
mod facts;
mod file_identity;
mod files;
mod http_cache;
mod import;
mod lookup;
mod opening;
mod own;
mod pins;
mod readers;
mod reading;
mod row_hash;
mod salvage;
mod sessions;
mod settings;
mod snapshots;
mod sources;
mod sql;
mod vector_packs;
mod vectors;

pub(crate) use browse_rows::BrowseRow;
pub(crate) use changes::{Change, IndexPosition};
pub(crate) use contents::Damage;
pub(crate) use creature_rows::{CreatureRow, StatBlockRow};
pub(crate) use decoding::LossyText;
pub(crate) use documents::{DocumentRow, homebrew_key};
pub(crate) use entries::EntryRow;
pub(crate) use facts::read as read_facts;
pub(crate) use files::{BookRow, FileRow};
pub(crate) use http_cache::{CacheEntry, StoredCacheEntry};
pub(crate) use import::{
    FileImport, ImportContext, ImportHistory, OpenFile, OwnChange, RemovalPolicy, StoredBook,
};
pub(crate) use lookup::{EntryHeader, Selection, Wanted};
pub(crate) use opening::{Store, damage_marker, newest_schema};
pub(crate) use own::OwnVersionRow;
pub(crate) use salvage::{looks_damaged, move_aside, put_in_place, recover_content};
pub(crate) use settings::Settings;
pub(crate) use snapshots::settle;
pub(crate) use sources::RawRow;
pub(crate) use vector_packs::{EntryLabel, VectorPack};
pub(crate) use vectors::{Embedded, EmbeddingPosition, EmbeddingStage, NewVector, Text, VectorMark};

use crate::error::Error;

/// Converts an error of the database.
pub(crate) fn database_error(error: sqlx::Error, path: &std::path::Path) -> Error {
    if let sqlx::Error::Database(inner) = &error {
        let primary = inner.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
        let io = |kind, message: &str| Error::file(path, std::io::Error::new(kind, message.to_owned()));
        match primary {
            Some(8 | 14) if full(path) => return Error::DiskFull { path: path.to_owned() },
            // Every statement fits the library's own tables; one that does not find them found them damaged.
            Some(1) if inner.message().starts_with("no such ") || inner.message().contains("file format") => {
                return Error::Damaged { path: path.to_owned() };
            }
            Some(8) => return io(std::io::ErrorKind::PermissionDenied, "the database cannot be written to"),
            Some(13) => return Error::DiskFull { path: path.to_owned() },
            Some(14) => return io(std::io::ErrorKind::PermissionDenied, "the database cannot be opened"),
            Some(10) if full(path) => return Error::DiskFull { path: path.to_owned() },
            Some(10) => return io(std::io::ErrorKind::Other, "the disk failed while the database used it"),
            Some(11 | 26) => return Error::Damaged { path: path.to_owned() },
            _ => {}
        }
    }
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Error::Damaged { path: path.to_owned() },
        error => Error::Database(error),
    }
}

/// Returns true if the disk under a file has no room for another page. SQLite reports a full disk as an I/O error when it
/// is the write-ahead log's shared memory that finds no room.
fn full(path: &std::path::Path) -> bool {
    path.parent().is_some_and(is_disk_full)
}

/// Returns true if the disk under a folder has no room for a few pages.
pub(crate) fn is_disk_full(folder: &std::path::Path) -> bool {
    let Ok(mut probe) = tempfile::tempfile_in(folder) else { return false };
    let written = std::io::Write::write_all(&mut probe, &[1; 64 * 1024]);
    let kinds = [std::io::ErrorKind::StorageFull, std::io::ErrorKind::QuotaExceeded];
    written.is_err_and(|error| kinds.contains(&error.kind()))
}
