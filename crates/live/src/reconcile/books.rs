//! Both sides together with the bonuses that are written down: what is to be done, what is owed, and what all of it costs.

use plan::Plan;
use store::{BonusRecord, BonusState};
use study::Study;

use super::{
    AmountOwed, Balance, Finding, Pair, PlatformSession, State, Submission, Why, amounts_owed, reconcile, sort,
};

/// The books of a study.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Books {
    /// Both sides, person by person. What needs most attention comes first.
    pub pairs: Vec<Pair>,
    /// Who is owed something beyond what approving pays.
    pub owed: Vec<AmountOwed>,
    /// What it costs; nothing where the study says nothing about pay.
    pub balance: Option<Balance>,
}

impl Books {
    /// Holds sessions against submissions and bonuses.
    #[must_use]
    pub fn new(
        study: &Study,
        plan: &Plan,
        here: &[PlatformSession],
        there: &[Submission],
        recorded: &[BonusRecord],
    ) -> Books {
        let mut pairs = reconcile(study.participants.codes.as_ref(), here, there);
        let owed = amounts_owed(study, plan, &pairs, recorded);
        for pair in &mut pairs {
            pair.finding = with_bonuses(pair, &owed, recorded);
        }
        sort(&mut pairs);
        let balance = Balance::new(study, plan, &pairs, &owed, recorded);
        Books { pairs, owed, balance }
    }
}

/// What both sides say once it is known which bonuses were paid: what a bonus paid for is not to be paid again, by nothing.
fn with_bonuses(pair: &Pair, owed: &[AmountOwed], recorded: &[BonusRecord]) -> Finding {
    let (Some(here), Some(there)) = (&pair.session, &pair.submission) else { return pair.finding };
    let for_the_list = |record: &&BonusRecord| {
        let sent = matches!(record.state, BonusState::InDoubt | BonusState::Paid);
        sent && record.bonus.session == here.id && record.bonus.why == Why::Lost.word()
    };
    let sent = recorded.iter().find(for_the_list).map(|record| record.state);
    let is_owed = owed.iter().any(|owed| owed.session == here.id && owed.why == Why::Lost);
    let paid_by_hand = there.bonuses.as_ref().is_some_and(|paid| paid.iter().sum::<u64>() > 0) && !is_owed;
    match (pair.finding, there.state, sent) {
        (Finding::LostAndGone | Finding::ScreenedOutThough, _, Some(BonusState::InDoubt)) => Finding::BonusInDoubt,
        (Finding::LostAndGone | Finding::ScreenedOutThough, _, Some(_)) => Finding::PaidByBonus,
        (Finding::LostAndGone | Finding::ScreenedOutThough, _, None) if paid_by_hand => Finding::PaidByBonus,
        (Finding::Lost | Finding::Finished, _, Some(_)) => Finding::WouldPayTwice,
        (Finding::Settled | Finding::PaidInPart, State::Approved | State::PartlyApproved, Some(_)) => {
            Finding::PaidTwice
        }
        (finding, _, _) => finding,
    }
}
