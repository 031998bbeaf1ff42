//! Creates `yours.db`, or brings an earlier one up to date.

use std::path::Path;

use content::error::{Error, Result};
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, SqliteConnection};

use super::copies::back_up;
use super::database_error;
use super::database_files::for_writing;

/// The migrations of `yours.db`, whose `user_version` is the number of those that were run.
pub(super) const MIGRATIONS: [&str; 1] = [include_str!("../migrations/0001_yours.sql")];

/// Brings `yours.db` up to date, after a backup if it was made by an earlier version, or creates it.
pub(super) async fn migrate(path: &Path, migrations: &[&'static str]) -> Result<()> {
    let pool = SqlitePoolOptions::new().max_connections(1);
    let pool = pool.connect_lazy_with(for_writing(path).create_if_missing(true));
    let migrated = migrate_in(&pool, path, migrations).await;
    pool.close().await;
    migrated
}

async fn migrate_in(pool: &SqlitePool, path: &Path, migrations: &[&'static str]) -> Result<()> {
    let error = |error| database_error(error, path);
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    let (found, tables): (i64, i64) =
        sqlx::query_as("SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version")
            .fetch_one(pool)
            .await
            .map_err(error)?;
    if found > known {
        return Err(Error::NewerLibrary { path: path.to_owned(), found, known });
    }
    if found < 0 || found == 0 && tables > 0 {
        return Err(Error::Damaged(path.to_owned()));
    }
    if found == known {
        return Ok(());
    }
    if found > 0 {
        back_up(pool, path).await?;
    }
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await.map_err(error)?;
    run(&mut transaction, migrations, known).await.map_err(error)?;
    transaction.commit().await.map_err(error)
}

/// Runs the migrations that were not run yet, here or by another process meanwhile.
async fn run(
    connection: &mut SqliteConnection,
    migrations: &[&'static str],
    known: i64,
) -> Result<(), sqlx::Error> {
    let done: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *connection).await?;
    for migration in migrations.iter().skip(usize::try_from(done).unwrap_or(usize::MAX)) {
        sqlx::raw_sql(*migration).execute(&mut *connection).await?;
    }
    let version = AssertSqlSafe(format!("PRAGMA user_version = {}", done.max(known)));
    sqlx::raw_sql(version).execute(connection).await.map(drop)
}
