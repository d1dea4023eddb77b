//! The audit trail: who did what.

use jiff::Timestamp;

use super::time;
use crate::error::StoreError;
use crate::sql::Value;
use crate::store::Store;

/// Something that a researcher did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// When.
    pub at: Timestamp,
    /// To which study, [`EVERY`](super::EVERY) being all of them; to none in particular when absent.
    pub study: Option<String>,
    /// Who, by the name of their account.
    pub name: String,
    /// What, in a word or two.
    pub deed: String,
    /// With which particulars.
    pub detail: String,
}

impl Store {
    /// Writes down what someone did.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note(&self, deed: &Deed) -> Result<(), StoreError> {
        let insert = "INSERT INTO audit_log (at, study, account, action, detail) VALUES ($1, $2, $3, $4, $5)";
        let values = [
            Value::Int(deed.at.as_millisecond()),
            Value::MaybeText(deed.study.as_deref()),
            Value::Text(&deed.name),
            Value::Text(&deed.deed),
            Value::Text(&deed.detail),
        ];
        self.run(insert, &values).await.map(drop)
    }

    /// What was done to a study or to all, and what was done to none in particular by those who have it; newest first. `skip`
    /// passes over the newest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn trail(&self, study: &str, skip: u32, most: u32) -> Result<Vec<Deed>, StoreError> {
        let select = "SELECT at, study, account, action, detail FROM audit_log \
                      WHERE study IN ($1, '*') OR (study IS NULL AND account IN \
                      (SELECT name FROM accounts JOIN roles ON roles.account = accounts.account \
                       WHERE roles.study IN ($1, '*'))) ORDER BY id DESC LIMIT $2 OFFSET $3";
        let values = [Value::Text(study), Value::Int(most.into()), Value::Int(skip.into())];
        let deed = |row: &crate::sql::Row| {
            Ok(Deed {
                at: time(row.int(0)?),
                study: row.maybe_text(1)?,
                name: row.text(2)?,
                deed: row.text(3)?,
                detail: row.text(4)?,
            })
        };
        self.rows(select, &values).await?.iter().map(deed).collect()
    }
}
