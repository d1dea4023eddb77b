//! What scripts bring to read a study.

use jiff::{SignedDuration, Timestamp};

use super::{Account, account, secret, time};
use crate::error::StoreError;
use crate::sql::Value;
use crate::store::Store;

/// After this a token opens nothing any more.
const LIFETIME: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The last use is written down no finer than this.
const FINE: SignedDuration = SignedDuration::from_mins(5);

/// A token's short name, by which it is revoked. It opens nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenName(pub String);

/// A token, without its secret, which nobody has but its maker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its short name.
    pub name: TokenName,
    /// Whose.
    pub account: String,
    /// What it is for, in their words.
    pub label: String,
    /// Since when.
    pub since: Timestamp,
    /// When it ends.
    pub until: Timestamp,
    /// When it was last brought, to five minutes.
    pub used_at: Option<Timestamp>,
}

impl Store {
    /// Makes a token by which a study can be read for ninety days; gives its secret, which is not kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn make_token(
        &self,
        account: &Account,
        study: &str,
        label: &str,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        let (secret, name) = (secret::new()?, secret::name()?);
        let digest = secret::digest(&secret);
        let insert = "INSERT INTO tokens (digest, name, account, study, label, since, until) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let until = now.saturating_add(LIFETIME).unwrap_or(Timestamp::MAX);
        let values = [
            Value::Text(&digest),
            Value::Text(&name),
            Value::Text(&account.id.0),
            Value::Text(study),
            Value::Text(label),
            Value::Int(now.as_millisecond()),
            Value::Int(until.as_millisecond()),
        ];
        self.run(insert, &values).await?;
        Ok(secret)
    }

    /// Whose token this is; nothing when it was revoked, has ended, is for another study or never was.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn token(&self, secret: &str, study: &str, now: Timestamp) -> Result<Option<Account>, StoreError> {
        let select = "SELECT accounts.account, accounts.name, password, used_at FROM tokens \
                      JOIN accounts ON accounts.account = tokens.account \
                      WHERE digest = $1 AND study = $2 AND until > $3";
        let digest = secret::digest(secret);
        let values = [Value::Text(&digest), Value::Text(study), Value::Int(now.as_millisecond())];
        let rows = self.rows(select, &values).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let fresh = |used: i64| time(used).saturating_add(FINE).is_ok_and(|due| due >= now);
        if !row.maybe_int(3)?.is_some_and(fresh) {
            let values = [Value::Text(&digest), Value::Int(now.as_millisecond())];
            self.run("UPDATE tokens SET used_at = $2 WHERE digest = $1", &values).await?;
        }
        Ok(Some(account(row)?))
    }

    /// The tokens for a study, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tokens(&self, study: &str) -> Result<Vec<Token>, StoreError> {
        let select = "SELECT tokens.name, accounts.name, label, tokens.since, used_at, until FROM tokens \
                      JOIN accounts ON accounts.account = tokens.account \
                      WHERE study = $1 ORDER BY tokens.since DESC, tokens.name";
        let rows = self.rows(select, &[Value::Text(study)]).await?;
        let token = |row: &crate::sql::Row| {
            Ok(Token {
                name: TokenName(row.text(0)?),
                account: row.text(1)?,
                label: row.text(2)?,
                since: time(row.int(3)?),
                until: time(row.int(5)?),
                used_at: row.maybe_int(4)?.map(time),
            })
        };
        rows.iter().map(token).collect()
    }

    /// Makes a token worthless; `false` when the study has none of this name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_token(&self, study: &str, name: &TokenName) -> Result<bool, StoreError> {
        let delete = "DELETE FROM tokens WHERE study = $1 AND name = $2";
        Ok(self.run(delete, &[Value::Text(study), Value::Text(&name.0)]).await? > 0)
    }
}
