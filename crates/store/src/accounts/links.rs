//! Links that make an account, or set its password, once.

use jiff::Timestamp;

use super::{Account, AccountId, Entrance, GRANT, Role, known_as, role, secret, time};
use crate::error::StoreError;
use crate::sql::{Value, someone_was_first};
use crate::store::Store;

/// What a one-time link is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Whose password it sets; whoever follows it makes an account when it names none.
    pub account: Option<AccountId>,
    /// What it lets in to.
    pub entrance: Entrance,
    /// What may be done there.
    pub role: Role,
    /// Who made it.
    pub made_by: String,
    /// When it ends.
    pub until: Timestamp,
}

/// What became of a link that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Accepted {
    /// The account that has what the link promised.
    Done(AccountId),
    /// Somebody else is called so.
    NameTaken,
    /// The link was used, has ended, or never was.
    Gone,
}

impl Store {
    /// Makes a one-time link; gives its secret part, which is not kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn make_link(&self, link: &Link) -> Result<String, StoreError> {
        let secret = secret::new()?;
        let digest = secret::digest(&secret);
        let insert = "INSERT INTO links (digest, account, study, role, made_by, until) VALUES ($1, $2, $3, $4, $5, $6)";
        let values = [
            Value::Text(&digest),
            Value::MaybeText(link.account.as_ref().map(|account| account.0.as_str())),
            Value::Text(link.entrance.column()),
            Value::Text(link.role.word()),
            Value::Text(&link.made_by),
            Value::Int(link.until.as_millisecond()),
        ];
        self.run(insert, &values).await?;
        Ok(secret)
    }

    /// What a link is for, with the name of the account it is for; nothing when it was used, has ended or never was.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn link(&self, secret: &str, now: Timestamp) -> Result<Option<(Link, Option<String>)>, StoreError> {
        let select = "SELECT links.account, study, role, made_by, until, accounts.name FROM links \
                      LEFT JOIN accounts ON accounts.account = links.account \
                      WHERE digest = $1 AND used_at IS NULL AND until > $2";
        let digest = secret::digest(secret);
        let rows = self.rows(select, &[Value::Text(&digest), Value::Int(now.as_millisecond())]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let link = Link {
            account: row.maybe_text(0)?.map(AccountId),
            entrance: Entrance::read(row.text(1)?),
            role: role(row, 2)?,
            made_by: row.text(3)?,
            until: time(row.int(4)?),
        };
        Ok(Some((link, row.maybe_text(5)?)))
    }

    /// Follows a link: makes the account, or sets the password of the one it is for and ends its sign-ins.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accept(
        &self,
        secret: &str,
        (name, password): (&str, &str),
        now: Timestamp,
    ) -> Result<Accepted, StoreError> {
        let Some((link, _)) = self.link(secret, now).await? else { return Ok(Accepted::Gone) };
        let (digest, at) = (secret::digest(secret), Value::Int(now.as_millisecond()));
        let use_up = (USE_UP, vec![Value::Text(&digest), at]);
        let (entrance, role) = (Value::Text(link.entrance.column()), Value::Text(link.role.word()));
        if let Some(account) = link.account {
            let set = "UPDATE accounts SET password = $2 WHERE account = $1";
            let set = (set, vec![Value::Text(&account.0), Value::Text(password)]);
            let grant = (GRANT, vec![Value::Text(&account.0), entrance, role]);
            if !self.run_all(&[use_up, set, grant]).await? {
                return Ok(Accepted::Gone);
            }
            self.run("DELETE FROM sign_ins WHERE account = $1", &[Value::Text(&account.0)]).await?;
            return Ok(Accepted::Done(account));
        }
        let (id, name) = (secret::name()?, known_as(name));
        let make = "INSERT INTO accounts (account, name, password, since) VALUES ($1, $2, $3, $4)";
        let make = (make, vec![Value::Text(&id), Value::Text(&name), Value::Text(password), at]);
        let grant = (GRANT, vec![Value::Text(&id), entrance, role]);
        match self.run_all(&[use_up, make, grant]).await {
            Ok(true) => Ok(Accepted::Done(AccountId(id))),
            Ok(false) => Ok(Accepted::Gone),
            Err(StoreError::Database(error)) if someone_was_first(&error) => Ok(Accepted::NameTaken),
            Err(error) => Err(error),
        }
    }

    /// Gives what a link promises to someone who has an account already; `false` when the link is used up.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accept_as(&self, secret: &str, account: &Account, now: Timestamp) -> Result<bool, StoreError> {
        let Some((link, _)) = self.link(secret, now).await? else { return Ok(false) };
        let digest = secret::digest(secret);
        let use_up = (USE_UP, vec![Value::Text(&digest), Value::Int(now.as_millisecond())]);
        let (entrance, role) = (Value::Text(link.entrance.column()), Value::Text(link.role.word()));
        self.run_all(&[use_up, (GRANT, vec![Value::Text(&account.id.0), entrance, role])]).await
    }
}

/// Whoever is second changes nothing.
const USE_UP: &str = "UPDATE links SET used_at = $2 WHERE digest = $1 AND used_at IS NULL AND until > $2";
