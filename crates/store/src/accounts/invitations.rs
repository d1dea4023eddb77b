//! Links that were made and not followed yet.

use jiff::Timestamp;

use super::{EVERY, Entrance, Role, role, time};
use crate::error::StoreError;
use crate::sql::{Row, Value};
use crate::store::Store;

/// An invitation's short name, by which it is withdrawn: the beginning of the digest, which opens nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationName(pub String);

/// A link that lets someone in and was not followed yet; without its secret, which nobody has but whoever got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its short name.
    pub name: InvitationName,
    /// What it lets in to.
    pub entrance: Entrance,
    /// What may be done there.
    pub role: Role,
    /// Who made it.
    pub made_by: String,
    /// When it ends.
    pub until: Timestamp,
}

impl Store {
    /// The links that still let someone in to a study, those that end first first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations(&self, study: &str, now: Timestamp) -> Result<Vec<Invitation>, StoreError> {
        let select = "SELECT substr(digest, 1, 16), study, role, made_by, until FROM links \
                      WHERE study IN ($1, $2) AND used_at IS NULL AND until > $3 ORDER BY until, digest";
        let values = [Value::Text(study), Value::Text(EVERY), Value::Int(now.as_millisecond())];
        self.rows(select, &values).await?.iter().map(invitation).collect()
    }

    /// Makes a link worthless that nobody followed; `false` when there is none of this name for this entrance.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn withdraw_invitation(&self, entrance: &Entrance, name: &InvitationName) -> Result<bool, StoreError> {
        let delete = "DELETE FROM links WHERE study = $1 AND substr(digest, 1, 16) = $2 AND used_at IS NULL";
        Ok(self.run(delete, &[Value::Text(entrance.column()), Value::Text(&name.0)]).await? > 0)
    }
}

fn invitation(row: &Row) -> Result<Invitation, StoreError> {
    Ok(Invitation {
        name: InvitationName(row.text(0)?),
        entrance: Entrance::read(row.text(1)?),
        role: role(row, 2)?,
        made_by: row.text(3)?,
        until: time(row.int(4)?),
    })
}
