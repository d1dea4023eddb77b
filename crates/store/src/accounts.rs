//! Researchers: who may look at which study, and what they did.
//!
//! Secrets come in and go out as they are shown to people and are kept as digests, so that a copy of the
//! database opens nothing. Passwords come in as Argon2id has made them; this crate never sees one.

mod audit_log;
mod invitations;
mod links;
mod role;
mod secret;
mod sign_ins;
mod tokens;
mod tries;

pub use audit_log::AuditEntry;
pub(crate) use audit_log::audit_link;
pub use invitations::{Invitation, InvitationName};
pub use links::{Link, LinkOutcome};
pub use role::{Role, Sight};
pub(crate) use secret::name as batch_name;
pub use sign_ins::SignIn;
pub use tokens::{Token, TokenName};
pub use tries::Tries;

use std::fmt;

use jiff::Timestamp;

use crate::error::StoreError;
use crate::sql::{Row, Value};
use crate::store::{Statement, Store};

/// In place of a study's name: every study of the database. No study can be called so.
pub const EVERY: &str = "*";

/// Which account, whatever it is called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccountId(pub(crate) String);

/// Someone who may sign in.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Which.
    pub id: AccountId,
    /// What they are called; unique, without regard to capitals.
    pub name: String,
    /// Their password, as Argon2id made it (a PHC string).
    pub password: String,
}

/// A password's digest is nobody's business in a log.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What someone is let in to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entrance {
    /// Every study of the database, also those to come.
    Every,
    /// One study.
    Study(String),
}

impl Entrance {
    fn column(&self) -> &str {
        match self {
            Entrance::Every => EVERY,
            Entrance::Study(study) => study,
        }
    }

    fn read(column: String) -> Entrance {
        if column == EVERY { Entrance::Every } else { Entrance::Study(column) }
    }
}

/// An account that has a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Who.
    pub account: AccountId,
    /// What they are called.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// By which entrance.
    pub entrance: Entrance,
}

impl Store {
    /// Everyone who owns the whole database, by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn owners(&self) -> Result<Vec<Account>, StoreError> {
        let select = "SELECT accounts.account, name, password FROM accounts \
                      JOIN roles ON roles.account = accounts.account \
                      WHERE study = $1 AND role = 'owner' ORDER BY name";
        self.rows(select, &[Value::Text(EVERY)]).await?.iter().map(account).collect()
    }

    /// The account of this name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let name = known_as(name);
        let select = "SELECT account, name, password FROM accounts WHERE name = $1";
        self.rows(select, &[Value::Text(&name)]).await?.first().map(account).transpose()
    }

    /// What an account may do with a study; nothing when it has no part in it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn role(&self, account: &AccountId, study: &str) -> Result<Option<Role>, StoreError> {
        let select = "SELECT role FROM roles WHERE account = $1 AND study IN ($2, $3)";
        let rows = self.rows(select, &[Value::Text(&account.0), Value::Text(study), Value::Text(EVERY)]).await?;
        let mut most = None;
        for row in &rows {
            most = most.max(Role::from_word(&row.text(0)?));
        }
        Ok(most)
    }

    /// Everyone who has a study, by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn grants(&self, study: &str) -> Result<Vec<Grant>, StoreError> {
        let select = "SELECT accounts.account, accounts.name, roles.role, roles.study FROM roles \
                      JOIN accounts ON accounts.account = roles.account \
                      WHERE roles.study IN ($1, $2) ORDER BY accounts.name, roles.study";
        self.rows(select, &[Value::Text(study), Value::Text(EVERY)]).await?.iter().map(grant).collect()
    }

    /// Takes a study away from an account, with the tokens and the open invitations it made for it; `false` when it had
    /// none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke(&self, account: &AccountId, study: &str) -> Result<bool, StoreError> {
        let values = [Value::Text(&account.0), Value::Text(study)];
        let invitations = "DELETE FROM links WHERE study = $2 AND used_at IS NULL AND made_by = \
                           (SELECT name FROM accounts WHERE account = $1)";
        self.run_all(&[
            Statement::must_change("DELETE FROM roles WHERE account = $1 AND study = $2", values),
            Statement::may_change("DELETE FROM tokens WHERE account = $1 AND study = $2", values),
            Statement::may_change(invitations, values),
        ])
        .await
    }

    /// Takes every study away from an owner of all of them, with the tokens and open invitations that they have no
    /// other right to; `false` when they are none, or the last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_every(&self, account: &AccountId) -> Result<bool, StoreError> {
        // Two who remove each other at once: whoever comes second waits here, and finds only one left.
        let wait = "UPDATE roles SET role = role WHERE study = $1";
        let take = "DELETE FROM roles WHERE account = $1 AND study = $2 AND EXISTS \
                    (SELECT 1 FROM roles AS others WHERE study = $2 AND role = 'owner' AND account <> $1)";
        let account = Value::Text(&account.0);
        let tokens = "DELETE FROM tokens WHERE account = $1 AND study NOT IN \
                      (SELECT study FROM roles WHERE account = $1)";
        let invitations = "DELETE FROM links WHERE used_at IS NULL AND study NOT IN \
                           (SELECT study FROM roles WHERE account = $1) AND made_by = \
                           (SELECT name FROM accounts WHERE account = $1)";
        self.run_all(&[
            Statement::must_change(wait, [Value::Text(EVERY)]),
            Statement::must_change(take, [account, Value::Text(EVERY)]),
            Statement::may_change(tokens, [account]),
            Statement::may_change(invitations, [account]),
        ])
        .await
    }

    /// Sets a password, and ends every sign-in but this one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_password(
        &self,
        account: &AccountId,
        password: &str,
        staying: Option<&str>,
    ) -> Result<(), StoreError> {
        let set = "UPDATE accounts SET password = $2 WHERE account = $1";
        let staying = staying.map(secret::digest).unwrap_or_default();
        let end = "DELETE FROM sign_ins WHERE account = $1 AND digest <> $2";
        let account = Value::Text(&account.0);
        self.run_all(&[
            Statement::must_change(set, [account, Value::Text(password)]),
            Statement::may_change(end, [account, Value::Text(&staying)]),
        ])
        .await
        .map(drop)
    }
}

/// Lets an account into a study. An owner stays an owner, and nobody loses anything by being let in as a viewer.
const GRANT: &str = "INSERT INTO roles (account, study, role) VALUES ($1, $2, $3) ON CONFLICT (account, study) \
                     DO UPDATE SET role = CASE WHEN roles.role = 'owner' OR excluded.role = 'viewer' \
                     THEN roles.role ELSE excluded.role END";

/// Names are the same without regard to capitals and spaces around them.
fn known_as(name: &str) -> String {
    name.trim().to_lowercase()
}

fn account(row: &Row) -> Result<Account, StoreError> {
    Ok(Account { id: AccountId(row.text(0)?), name: row.text(1)?, password: row.text(2)? })
}

fn role(row: &Row, column: usize) -> Result<Role, StoreError> {
    let word = row.text(column)?;
    let expected = "`owner`, `manager` or `viewer`";
    Role::from_word(&word).ok_or_else(|| StoreError::Unexpected { what: format!("`{word}`"), expected })
}

fn grant(row: &Row) -> Result<Grant, StoreError> {
    let entrance = Entrance::read(row.text(3)?);
    Ok(Grant { account: AccountId(row.text(0)?), name: row.text(1)?, role: role(row, 2)?, entrance })
}

fn time(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default()
}
