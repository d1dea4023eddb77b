//! The audit log: who did what.

use jiff::Timestamp;

use super::time;
use crate::chain::{ChainLink, genesis_of_audit_log};
use crate::error::StoreError;
use crate::sql::{Row, Value};
use crate::store::Store;

/// Something that a researcher did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// To which study, [`EVERY`](super::EVERY) being all of them; to none in particular when absent.
    pub study: Option<String>,
    /// Who, by the name of their account.
    pub name: String,
    /// What, in a word or two.
    pub action: String,
    /// With which particulars.
    pub detail: String,
}

/// How often an entry is tried again because somebody else was first.
const ATTEMPTS: u32 = 100;

/// The link of an entry behind another.
fn entry_link(previous: ChainLink, (id, at): (i64, i64), study: Option<&str>, said: [&str; 3]) -> ChainLink {
    let (id, at) = (id.to_string(), at.to_string());
    let study = study.map_or_else(String::new, |study| format!("={study}"));
    let [account, action, detail] = said;
    previous.then_parts([&*id, &at, &study, account, action, detail])
}

/// The same of a row: id, time, study, account, action, detail.
pub(crate) fn audit_link(previous: ChainLink, row: &Row) -> Result<ChainLink, StoreError> {
    let study = row.maybe_text(2)?;
    let said = [row.str(3)?, row.str(4)?, row.str(5)?];
    Ok(entry_link(previous, (row.int(0)?, row.int(1)?), study.as_deref(), said))
}

impl Store {
    /// Writes down what someone did, behind what was written down last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        const INSERT: &str = "INSERT INTO audit_log (id, at, study, account, action, detail, link) \
                              VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let at = entry.at.as_millisecond();
        for _ in 0..ATTEMPTS {
            let (last, previous) = self.last_of_audit_log().await?;
            let id = last + 1;
            let link =
                entry_link(previous, (id, at), entry.study.as_deref(), [&entry.name, &entry.action, &entry.detail]);
            let values = [
                Value::Int(id),
                Value::Int(at),
                Value::MaybeText(entry.study.as_deref()),
                Value::Text(&entry.name),
                Value::Text(&entry.action),
                Value::Text(&entry.detail),
                Value::Bytes(link.bytes()),
            ];
            match self.run(INSERT, &values).await {
                // Somebody else wrote something down in this moment.
                Err(error) if error.is_conflict() => {}
                done => return done.map(drop),
            }
        }
        Err(StoreError::Busy { attempts: ATTEMPTS })
    }

    /// The number of the last entry of the audit log, 0 when there is none, and what the next one holds on to.
    pub(crate) async fn last_of_audit_log(&self) -> Result<(i64, ChainLink), StoreError> {
        let rows = self.rows("SELECT id, link FROM audit_log ORDER BY id DESC LIMIT 1", &[]).await?;
        let Some(row) = rows.first() else { return Ok((0, genesis_of_audit_log(self.origin()))) };
        let link = row.maybe_bytes(1)?.and_then(ChainLink::from_bytes);
        let unlinked = || StoreError::Unexpected { what: "none".to_owned(), expected: "the link of the audit log" };
        Ok((row.int(0)?, link.ok_or_else(unlinked)?))
    }

    /// What was done to a study or to all, and what was done to none in particular by those who have it; newest first. `skip`
    /// passes over the newest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn audit_log(&self, study: &str, skip: u32, most: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let select = "SELECT at, study, account, action, detail FROM audit_log \
                      WHERE study IN ($1, '*') OR (study IS NULL AND account IN \
                      (SELECT name FROM accounts JOIN roles ON roles.account = accounts.account \
                       WHERE roles.study IN ($1, '*'))) ORDER BY id DESC LIMIT $2 OFFSET $3";
        let values = [Value::Text(study), Value::Int(most.into()), Value::Int(skip.into())];
        let entry = |row: &Row| {
            Ok(AuditEntry {
                at: time(row.int(0)?),
                study: row.maybe_text(1)?,
                name: row.text(2)?,
                action: row.text(3)?,
                detail: row.text(4)?,
            })
        };
        self.rows(select, &values).await?.iter().map(entry).collect()
    }
}
