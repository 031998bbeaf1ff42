//! The connections that read. They are kept, because a pool of sqlx asks the thread of a connection whether
//! it is alive before and after each statement: a lookup switched between threads twice as often.

use std::sync::Arc;

use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

#[derive(Debug, Clone)]
pub(super) struct Readers {
    pub(super) pool: SqlitePool,
    connections: Arc<[Mutex<Option<SqliteConnection>>; 2]>,
}

impl Readers {
    pub(super) fn of(pool: SqlitePool) -> Self {
        Self { pool, connections: Arc::default() }
    }

    pub(super) async fn acquire(&self) -> sqlx::Result<MappedMutexGuard<'_, SqliteConnection>> {
        let [first, second] = &*self.connections;
        let mut place = tokio::select! {
            biased;
            place = first.lock() => place,
            place = second.lock() => place,
        };
        let connection = match place.take() {
            Some(connection) => connection,
            None => self.pool.acquire().await?.detach(),
        };
        Ok(MutexGuard::map(place, |place| place.insert(connection)))
    }

    pub(super) async fn open_all(&self) {
        for place in &*self.connections {
            if let Ok(mut place) = place.try_lock()
                && place.is_none()
                && let Ok(connection) = self.pool.acquire().await
            {
                *place = Some(connection.detach());
            }
        }
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
        for place in &*self.connections {
            if let Some(connection) = place.lock().await.take()
                && let Err(error) = connection.close().await
            {
                tracing::debug!(%error, "a reading connection did not close");
            }
        }
    }
}
