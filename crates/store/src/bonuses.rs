//! Bonuses: written down before they are paid, so that nobody is paid twice, whatever breaks.
//!
//! A bonus is `planned`, then `sending`, then `paid`. Only what is `sending` may be sent, and it becomes so once: whoever stops
//! before has paid nothing, whoever stops after leaves it in doubt, and nothing in doubt is sent again.

use jiff::Timestamp;
use session::SessionId;

use crate::accounts::batch_name;
use crate::error::StoreError;
use crate::sql::{Row, Value};
use crate::store::{Statement, Store};

/// A bonus for one session, for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bonus {
    /// For which session.
    pub session: SessionId,
    /// Why, in a word or a sentence; the same is paid once for a session.
    pub why: String,
    /// How much, in the smallest coin.
    pub coins: u64,
    /// ISO 4217 code.
    pub currency: String,
}

/// How far the payment of a bonus has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BonusState {
    /// Nothing was sent that pays.
    Planned,
    /// It was to be sent, and no answer is known: it may have been paid.
    InDoubt,
    /// The platform said that it pays.
    Paid,
}

/// A bonus as it was written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BonusRecord {
    /// What.
    pub bonus: Bonus,
    /// How far it has come.
    pub state: BonusState,
    /// With which others it was sent.
    pub batch: Batch,
    /// When it came so far.
    pub at: Timestamp,
    /// By whom.
    pub account: String,
}

/// Bonuses that are paid together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Batch(pub String);

impl Store {
    /// Writes bonuses down together. Nothing, and nothing written, when one of them is paid or in doubt already.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn plan_bonuses(
        &self,
        study: &str,
        bonuses: &[Bonus],
        account: &str,
        now: Timestamp,
    ) -> Result<Option<Batch>, StoreError> {
        // What was planned and never sent gives way: its batch can no longer be sent.
        const FORGET: &str = "DELETE FROM bonuses WHERE study = $1 AND session = $2 AND why = $3 AND state = 'planned'";
        const INSERT: &str = "INSERT INTO bonuses (study, session, why, coins, currency, batch, state, at, account) \
                              VALUES ($1, $2, $3, $4, $5, $6, 'planned', $7, $8) ON CONFLICT (study, session, why) DO NOTHING";
        let batch = batch_name()?;
        let sessions: Vec<String> = bonuses.iter().map(|bonus| bonus.session.to_string()).collect();
        let mut statements = Vec::with_capacity(2 * bonuses.len());
        for (bonus, session) in bonuses.iter().zip(&sessions) {
            let key = [Value::Text(study), Value::Text(session), Value::Text(&bonus.why)];
            statements.push(Statement::may_change(FORGET, key.to_vec()));
            let coins = i64::try_from(bonus.coins).unwrap_or(i64::MAX);
            let rest = [
                Value::Int(coins),
                Value::Text(&bonus.currency),
                Value::Text(&batch),
                Value::Int(now.as_millisecond()),
                Value::Text(account),
            ];
            statements.push(Statement::must_change(INSERT, [&key[..], &rest[..]].concat()));
        }
        Ok(self.run_all(&statements).await?.then_some(Batch(batch)))
    }

    /// Says that a batch is about to be sent. `false` when it must not be: it was sent already, or parts of it were planned
    /// again by someone else.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn send_bonuses(
        &self,
        study: &str,
        batch: &Batch,
        count: usize,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const UPDATE: &str = "UPDATE bonuses SET state = 'sending', at = $3 WHERE study = $1 AND batch = $2 AND state = 'planned' \
                              AND (SELECT COUNT(*) FROM bonuses AS b WHERE b.study = $1 AND b.batch = $2 AND b.state = 'planned') = $4";
        let values = [
            Value::Text(study),
            Value::Text(&batch.0),
            Value::Int(now.as_millisecond()),
            Value::Int(i64::try_from(count).unwrap_or(i64::MAX)),
        ];
        self.run_all(&[Statement::must_change(UPDATE, values)]).await
    }

    /// Says that the platform pays a batch.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn bonuses_paid(&self, study: &str, batch: &Batch, now: Timestamp) -> Result<(), StoreError> {
        const UPDATE: &str =
            "UPDATE bonuses SET state = 'paid', at = $3 WHERE study = $1 AND batch = $2 AND state = 'sending'";
        let values = [Value::Text(study), Value::Text(&batch.0), Value::Int(now.as_millisecond())];
        self.run(UPDATE, &values).await.map(drop)
    }

    /// Forgets a batch that was not paid: the platform refused it, or a researcher found that it never arrived.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn bonuses_not_paid(&self, study: &str, batch: &Batch) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM bonuses WHERE study = $1 AND batch = $2 AND state <> 'paid'";
        self.run(DELETE, &[Value::Text(study), Value::Text(&batch.0)]).await.map(drop)
    }

    /// Every bonus of a study that was written down, in the order of time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn bonuses(&self, study: &str) -> Result<Vec<BonusRecord>, StoreError> {
        let select = "SELECT session, why, coins, currency, state, batch, at, account FROM bonuses WHERE study = $1 \
                      ORDER BY at, session, why";
        self.rows(select, &[Value::Text(study)]).await?.iter().map(record).collect()
    }
}

fn record(row: &Row) -> Result<BonusRecord, StoreError> {
    let unexpected = |what: &str, expected| StoreError::Unexpected { what: what.to_owned(), expected };
    let session = row.str(0)?;
    let state = match row.str(4)? {
        "planned" => BonusState::Planned,
        "sending" => BonusState::InDoubt,
        "paid" => BonusState::Paid,
        other => return Err(unexpected(other, "the state of a bonus")),
    };
    let bonus = Bonus {
        session: session.parse().map_err(|_| unexpected(session, "the id of a session"))?,
        why: row.text(1)?,
        coins: u64::try_from(row.int(2)?).unwrap_or_default(),
        currency: row.text(3)?,
    };
    Ok(BonusRecord {
        bonus,
        state,
        batch: Batch(row.text(5)?),
        at: Timestamp::from_millisecond(row.int(6)?).unwrap_or_default(),
        account: row.text(7)?,
    })
}
