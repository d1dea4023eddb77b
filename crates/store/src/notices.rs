//! What researchers were told, so that each thing is told once, also after a restart and by several servers.

use jiff::{SignedDuration, Timestamp};

use crate::error::StoreError;
use crate::sql::Value;
use crate::store::Store;

/// How long after it began a message that nobody is known to have got is sent again.
const AGAIN: SignedDuration = SignedDuration::from_mins(10);

/// What is over and comes back within this time is the same.
const SAME: SignedDuration = SignedDuration::from_hours(1);

/// Something that researchers were told, or are being told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeRecord {
    /// What kind of thing.
    pub kind: String,
    /// By which way.
    pub way: String,
    /// Whether it has got there.
    pub delivered: bool,
    /// Whether it was seen to be over.
    pub over: bool,
    /// When it was last tried to tell it.
    pub at: Timestamp,
}

impl Store {
    /// What researchers of a study were told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn notices(&self, study: &str) -> Result<Vec<NoticeRecord>, StoreError> {
        let select = "SELECT kind, way, told, CAST(CASE WHEN over_since IS NULL THEN 0 ELSE 1 END AS BIGINT), at \
                      FROM notices WHERE study = $1 ORDER BY kind, way";
        let rows = self.rows(select, &[Value::Text(study)]).await?;
        let read = |row: &crate::sql::Row| {
            let (delivered, over) = (row.int(2)? != 0, row.int(3)? != 0);
            let at = Timestamp::from_millisecond(row.int(4)?).unwrap_or_default();
            Ok(NoticeRecord { kind: row.text(0)?, way: row.text(1)?, delivered, over, at })
        };
        rows.iter().map(read).collect()
    }

    /// Something is the matter: whether whoever asks is to tell it now. Of all who ask, one is.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_notice(
        &self,
        study: &str,
        (kind, way): (&str, &str),
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let before = |by: SignedDuration| Value::Int(now.saturating_sub(by).unwrap_or(Timestamp::MIN).as_millisecond());
        let (kind, way, study) = (Value::Text(kind), Value::Text(way), Value::Text(study));
        let claim = "INSERT INTO notices (study, kind, way, at, told, over_since) VALUES ($1, $2, $3, $4, 0, NULL) \
                     ON CONFLICT (study, kind, way) DO UPDATE SET at = excluded.at, told = 0, over_since = NULL \
                     WHERE (notices.told = 0 AND notices.at <= $5) OR notices.over_since <= $6";
        let now = Value::Int(now.as_millisecond());
        if self.run(claim, &[study, kind, way, now, before(AGAIN), before(SAME)]).await? > 0 {
            return Ok(true);
        }
        let back = "UPDATE notices SET over_since = NULL WHERE study = $1 AND kind = $2 AND way = $3 AND over_since IS NOT NULL";
        self.run(back, &[study, kind, way]).await?;
        Ok(false)
    }

    /// It has got there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn mark_notice_delivered(&self, study: &str, (kind, way): (&str, &str)) -> Result<(), StoreError> {
        let update = "UPDATE notices SET told = 1 WHERE study = $1 AND kind = $2 AND way = $3";
        self.run(update, &[Value::Text(study), Value::Text(kind), Value::Text(way)]).await.map(drop)
    }

    /// It is not the matter any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn notice_over(&self, study: &str, kind: &str, now: Timestamp) -> Result<(), StoreError> {
        let update = "UPDATE notices SET over_since = $3 WHERE study = $1 AND kind = $2 AND over_since IS NULL";
        let values = [Value::Text(study), Value::Text(kind), Value::Int(now.as_millisecond())];
        self.run(update, &values).await.map(drop)
    }
}
