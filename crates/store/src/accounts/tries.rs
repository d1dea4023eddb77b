//! Tries at passwords, counted where all servers see them.

use jiff::{SignedDuration, Timestamp};

use super::time;
use crate::error::StoreError;
use crate::sql::Value;
use crate::store::Store;

/// After this, tries are forgotten.
const WINDOW: SignedDuration = SignedDuration::from_mins(15);

/// Tries at a password within a quarter of an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tries {
    /// How many.
    pub count: u32,
    /// When they are forgotten.
    pub until: Timestamp,
}

impl Store {
    /// Counts a try by someone, an account or an address, before it is known whether it fails. What is kept of `who` is a
    /// keyed hash.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count_try(&self, who: &str, now: Timestamp) -> Result<Tries, StoreError> {
        let (who, now) = (hex::encode(self.keyed_digest("tries", who)), now.as_millisecond());
        let old = Value::Int(now.saturating_sub(WINDOW.as_millis() as i64));
        self.run("DELETE FROM tries WHERE since <= $1", &[old]).await?;
        let count = "INSERT INTO tries (who, since, count) VALUES ($1, $2, 1) \
                     ON CONFLICT (who) DO UPDATE SET count = tries.count + 1";
        self.run(count, &[Value::Text(&who), Value::Int(now)]).await?;
        let rows = self.rows("SELECT count, since FROM tries WHERE who = $1", &[Value::Text(&who)]).await?;
        let (count, since) = match rows.first() {
            Some(row) => (row.int(0)?, row.int(1)?),
            // Somebody who got it right has just had them forgotten.
            None => (1, now),
        };
        let until = time(since).saturating_add(WINDOW).unwrap_or(Timestamp::MAX);
        Ok(Tries { count: u32::try_from(count).unwrap_or(u32::MAX), until })
    }

    /// Forgets the tries of someone who got it right.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn forget_tries(&self, who: &str) -> Result<(), StoreError> {
        let who = hex::encode(self.keyed_digest("tries", who));
        self.run("DELETE FROM tries WHERE who = $1", &[Value::Text(&who)]).await.map(drop)
    }
}
