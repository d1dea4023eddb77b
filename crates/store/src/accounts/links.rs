//! Links that make an account, or set its password, once.

use jiff::{SignedDuration, Timestamp};

use super::{Account, AccountId, Entrance, GRANT, Role, known_as, role, secret, time};
use crate::error::StoreError;
use crate::sql::Value;
use crate::store::{Statement, Store};

/// Who makes the link for the first owner: nobody, it is printed at the first start. Only the last one printed works,
/// and only until there is an owner.
const FIRST: &str = "the first start";

/// How long a link holds that whoever runs the server makes.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// What a one-time link is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Whose password it sets; whoever follows it makes an account when it names none.
    pub account: Option<AccountId>,
    /// What it lets in to, and what may be done there; nothing when it only sets a password.
    pub grant: Option<(Entrance, Role)>,
    /// Who made it.
    pub made_by: String,
    /// When it ends.
    pub until: Timestamp,
}

/// What became of a link that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkOutcome {
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
            Value::MaybeText(link.grant.as_ref().map(|(entrance, _)| entrance.column())),
            Value::MaybeText(link.grant.as_ref().map(|(_, role)| role.word())),
            Value::Text(&link.made_by),
            Value::Int(link.until.as_millisecond()),
        ];
        self.run(insert, &values).await?;
        Ok(secret)
    }

    /// The link for the first owner; nothing when there is one. Earlier such links end.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn first_link(&self, now: Timestamp) -> Result<Option<String>, StoreError> {
        if !self.owners().await?.is_empty() {
            return Ok(None);
        }
        self.run("DELETE FROM links WHERE made_by = $1", &[Value::Text(FIRST)]).await?;
        self.owner_link(FIRST, now).await.map(Some)
    }

    /// A link that makes one more owner of every study, for a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn owner_link(&self, made_by: &str, now: Timestamp) -> Result<String, StoreError> {
        let grant = Some((Entrance::Every, Role::Owner));
        let until = now.saturating_add(DAY).unwrap_or(Timestamp::MAX);
        self.make_link(&Link { account: None, grant, made_by: made_by.to_owned(), until }).await
    }

    /// A link that sets the password of an account, for a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn password_link(&self, account: &Account, by: &str, now: Timestamp) -> Result<String, StoreError> {
        let (account, until) = (Some(account.id.clone()), now.saturating_add(DAY).unwrap_or(Timestamp::MAX));
        self.make_link(&Link { account, grant: None, made_by: by.to_owned(), until }).await
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
        let grant = match row.maybe_text(1)? {
            Some(study) => Some((Entrance::read(study), role(row, 2)?)),
            None => None,
        };
        let account = row.maybe_text(0)?.map(AccountId);
        let link = Link { account, grant, made_by: row.text(3)?, until: time(row.int(4)?) };
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
    ) -> Result<LinkOutcome, StoreError> {
        let Some((link, _)) = self.link(secret, now).await? else { return Ok(LinkOutcome::Gone) };
        let (digest, at) = (secret::digest(secret), Value::Int(now.as_millisecond()));
        let mut statements = vec![Statement::must_change(USE_UP, [Value::Text(&digest), at])];
        let (fresh, name) = (secret::name()?, known_as(name));
        let id = link.account.as_ref().map_or(&fresh, |account| &account.0);
        if link.account.is_some() {
            let set = "UPDATE accounts SET password = $2 WHERE account = $1";
            statements.push(Statement::must_change(set, [Value::Text(id), Value::Text(password)]));
        } else {
            let make = "INSERT INTO accounts (account, name, password, since) VALUES ($1, $2, $3, $4)";
            statements
                .push(Statement::must_change(make, [Value::Text(id), Value::Text(&name), Value::Text(password), at]));
        }
        statements.extend(link.granting(id));
        statements.push(Statement::may_change("DELETE FROM sign_ins WHERE account = $1", [Value::Text(id)]));
        let first = "DELETE FROM links WHERE made_by = $1 AND used_at IS NULL";
        statements.push(Statement::may_change(first, [Value::Text(FIRST)]));
        match self.run_all(&statements).await {
            Ok(true) => Ok(LinkOutcome::Done(AccountId(id.clone()))),
            Ok(false) => Ok(LinkOutcome::Gone),
            Err(StoreError::Database(error)) if error.is_conflict() => Ok(LinkOutcome::NameTaken),
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
        let mut statements =
            vec![Statement::must_change(USE_UP, [Value::Text(&digest), Value::Int(now.as_millisecond())])];
        statements.extend(link.granting(&account.id.0));
        self.run_all(&statements).await
    }
}

impl Link {
    fn granting<'a>(&'a self, account: &'a str) -> Option<Statement<'a>> {
        let (entrance, role) = self.grant.as_ref()?;
        let values = [Value::Text(account), Value::Text(entrance.column()), Value::Text(role.word())];
        Some(Statement::must_change(GRANT, values))
    }
}

/// Whoever is second changes nothing.
const USE_UP: &str = "UPDATE links SET used_at = $2 WHERE digest = $1 AND used_at IS NULL AND until > $2";
