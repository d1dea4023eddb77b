//! Paying bonuses once.
//!
//! What is to be paid is written down first, and said to be on its way before it is. Whatever breaks in between, either nothing was
//! paid, or it stays in doubt: then Prolific is asked what it paid, and nothing is sent again unless a researcher releases it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use plan::Money;
use prolific::{Prolific, ProlificError, Submission};
use store::{Batch, Bonus, BonusRecord, BonusState, Store, StoreError};
use thiserror::Error;

use super::{AmountOwed, PlatformSession, bonuses};

/// What was paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTotal {
    /// To how many people.
    pub people: usize,
    /// How much in all.
    pub total: Money,
}

/// Why bonuses were not paid.
#[derive(Debug, Error)]
pub enum NotPaid {
    /// There is nothing to pay.
    #[error("nobody is owed a bonus")]
    Nobody,
    /// Someone else pays them, or has.
    #[error("some of these bonuses were paid meanwhile, or are being paid by someone else; nothing was paid now")]
    Meanwhile,
    /// Prolific did not pay.
    #[error("nothing was paid: {0}")]
    Refused(ProlificError),
    /// Whether Prolific paid is not known.
    #[error(
        "it is not known whether the bonuses were paid: {0}. They are written down as in doubt and are not sent again; \
         `rejudge prolific bonus` asks Prolific what became of them"
    )]
    InDoubt(ProlificError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Pays what is owed, once. What one person is owed several times is one payment.
///
/// # Errors
/// As [`NotPaid`] says.
pub async fn pay(
    (store, study): (&Store, &str),
    (prolific, study_there): (&Prolific, &str),
    owed: &[&AmountOwed],
    account: &str,
    now: Timestamp,
) -> Result<PaymentTotal, NotPaid> {
    let (rows, total) = rows(owed)?;
    let batch = store.plan_bonuses(study, &rows, account, now).await?.ok_or(NotPaid::Meanwhile)?;
    let lines = bonuses(owed);
    let set_up = match prolific.set_up(study_there, &lines).await {
        Ok(set_up) => set_up,
        // Setting up pays nothing, whatever became of it.
        Err(error) => {
            store.bonuses_not_paid(study, &batch).await?;
            return Err(NotPaid::Refused(error));
        }
    };
    if !store.send_bonuses(study, &batch, rows.len(), now).await? {
        return Err(NotPaid::Meanwhile);
    }
    match prolific.pay(&set_up).await {
        Ok(()) => {
            store.bonuses_paid(study, &batch, now).await?;
            Ok(PaymentTotal { people: lines.lines().count(), total })
        }
        Err(error @ (ProlificError::Unreachable(_) | ProlificError::Unreadable(_))) => Err(NotPaid::InDoubt(error)),
        Err(error @ (ProlificError::Token | ProlificError::NoStudy(_) | ProlificError::Refused(_))) => {
            store.bonuses_not_paid(study, &batch).await?;
            Err(NotPaid::Refused(error))
        }
    }
}

/// Writes down what a researcher paid by other means, so that it is not owed again.
///
/// # Errors
/// As [`NotPaid`] says.
pub async fn note_paid(
    (store, study): (&Store, &str),
    owed: &[&AmountOwed],
    account: &str,
    now: Timestamp,
) -> Result<PaymentTotal, NotPaid> {
    let (rows, total) = rows(owed)?;
    let batch = store.plan_bonuses(study, &rows, account, now).await?.ok_or(NotPaid::Meanwhile)?;
    if !store.send_bonuses(study, &batch, rows.len(), now).await? {
        return Err(NotPaid::Meanwhile);
    }
    store.bonuses_paid(study, &batch, now).await?;
    Ok(PaymentTotal { people: bonuses(owed).lines().count(), total })
}

/// What is written down of what is owed, and how much it is in all.
fn rows(owed: &[&AmountOwed]) -> Result<(Vec<Bonus>, Money), NotPaid> {
    let total = AmountOwed::sum(owed).ok_or(NotPaid::Nobody)?;
    let row = |owed: &&AmountOwed| Bonus {
        session: owed.session,
        why: owed.why.word().to_owned(),
        coins: owed.amount.coins,
        currency: owed.amount.currency.clone(),
    };
    Ok((owed.iter().map(row).collect(), total))
}

/// Bonuses that may have been paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InDoubt {
    /// Sent together.
    pub batch: Batch,
    /// How many people they are for.
    pub people: usize,
    /// How many of them Prolific says it paid.
    pub found: usize,
    /// How much in all, in the smallest coin.
    pub coins: u64,
}

/// Asks what became of bonuses in doubt: what Prolific says it paid is written down as paid; the rest is returned.
///
/// # Errors
/// When the database fails.
pub async fn in_doubt(
    (store, study): (&Store, &str),
    here: &[PlatformSession],
    there: &[Submission],
    now: Timestamp,
) -> Result<Vec<InDoubt>, StoreError> {
    let recorded = store.bonuses(study).await?;
    let sums = sums(&recorded, here);
    let mut open = Vec::new();
    for (batch, people) in sums.iter().filter(|(batch, _)| {
        recorded.iter().any(|record| record.batch == **batch && record.state == BonusState::InDoubt)
    }) {
        let shown = |person: &str, coins: u64| {
            let paid: usize = there
                .iter()
                .filter(|submission| submission.participant == person)
                .map(|submission| submission.bonuses.iter().filter(|paid| **paid == coins).count())
                .sum();
            // Others of the same amount that are known to be paid account for as many.
            let accounted = sums
                .iter()
                .filter(|(other, _)| recorded.iter().any(|it| it.batch == **other && it.state == BonusState::Paid))
                .filter(|(_, people)| people.get(person) == Some(&coins))
                .count();
            paid > accounted
        };
        let found = people.iter().filter(|(person, coins)| shown(person, **coins)).count();
        if found == people.len() {
            store.bonuses_paid(study, batch, now).await?;
        } else {
            let coins = people.values().sum();
            open.push(InDoubt { batch: batch.clone(), people: people.len(), found, coins });
        }
    }
    Ok(open)
}

/// What each batch pays to each person. Whose session is no longer known is left out.
fn sums<'a>(recorded: &'a [BonusRecord], here: &'a [PlatformSession]) -> BTreeMap<Batch, BTreeMap<&'a str, u64>> {
    let mut sums: BTreeMap<Batch, BTreeMap<&str, u64>> = BTreeMap::new();
    for record in recorded {
        let Some(session) = here.iter().find(|session| session.id == record.bonus.session) else { continue };
        *sums.entry(record.batch.clone()).or_default().entry(&session.person).or_default() += record.bonus.coins;
    }
    sums
}

/// Releases bonuses in doubt of which Prolific knows nothing, after a researcher has looked: they are owed again.
///
/// # Errors
/// When the database fails.
pub async fn release((store, study): (&Store, &str), open: &[InDoubt]) -> Result<(), StoreError> {
    for doubt in open.iter().filter(|doubt| doubt.found == 0) {
        store.bonuses_not_paid(study, &doubt.batch).await?;
    }
    Ok(())
}
