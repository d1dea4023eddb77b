//! Being signed in: a secret in a cookie, and how long it holds.

use jiff::{SignedDuration, Timestamp};

use super::{Account, AccountId, account, secret, time};
use crate::error::StoreError;
use crate::sql::Value;
use crate::store::Store;

/// However much someone does, after this they sign in again.
const ABSOLUTE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// After this without doing anything.
const IDLE: SignedDuration = SignedDuration::from_hours(12);

/// What is done within this time of the last thing is not written down.
const FINE: SignedDuration = SignedDuration::from_mins(5);

/// Someone is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// Who.
    pub account: Account,
    /// Since when.
    pub since: Timestamp,
}

impl Store {
    /// Signs someone in; gives the secret that their browser keeps. Sign-ins that have ended are cleared away.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sign_in(&self, account: &AccountId, now: Timestamp) -> Result<String, StoreError> {
        let (idle, oldest) = (time_before(now, IDLE), time_before(now, ABSOLUTE));
        self.run("DELETE FROM sign_ins WHERE seen_at <= $1 OR since <= $2", &[idle, oldest]).await?;
        let secret = secret::new()?;
        let digest = secret::digest(&secret);
        let insert = "INSERT INTO sign_ins (digest, account, since, seen_at) VALUES ($1, $2, $3, $3)";
        let values = [Value::Text(&digest), Value::Text(&account.0), Value::Int(now.as_millisecond())];
        self.run(insert, &values).await?;
        Ok(secret)
    }

    /// Who is signed in by this secret; nothing when they signed out, did nothing for long, or signed in too long ago.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn signed_in(&self, secret: &str, now: Timestamp) -> Result<Option<SignIn>, StoreError> {
        let select = "SELECT accounts.account, name, password, sign_ins.since, seen_at FROM sign_ins \
                      JOIN accounts ON accounts.account = sign_ins.account \
                      WHERE digest = $1 AND seen_at > $2 AND sign_ins.since > $3";
        let digest = secret::digest(secret);
        let values = [Value::Text(&digest), time_before(now, IDLE), time_before(now, ABSOLUTE)];
        let rows = self.rows(select, &values).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        if time(row.int(4)?).saturating_add(FINE).is_ok_and(|due| due < now) {
            let values = [Value::Text(&digest), Value::Int(now.as_millisecond())];
            self.run("UPDATE sign_ins SET seen_at = $2 WHERE digest = $1", &values).await?;
        }
        Ok(Some(SignIn { account: account(row)?, since: time(row.int(3)?) }))
    }

    /// Signs someone out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sign_out(&self, secret: &str) -> Result<(), StoreError> {
        let digest = secret::digest(secret);
        self.run("DELETE FROM sign_ins WHERE digest = $1", &[Value::Text(&digest)]).await.map(drop)
    }
}

fn time_before(now: Timestamp, than: SignedDuration) -> Value<'static> {
    Value::Int(now.as_millisecond().saturating_sub(than.as_millis() as i64))
}
