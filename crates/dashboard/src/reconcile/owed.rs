//! Who is owed something beyond what approving pays.

use plan::{Money, Plan};
use study::Study;

use super::{Finding, Pair};

/// What one person is owed for one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owed {
    pub(crate) number: u32,
    pub(crate) person: String,
    pub(crate) amount: Money,
    pub(crate) why: Why,
}

/// Why something is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// They finished, and the platform will not pay for it.
    Lost,
    /// The time it really took makes less an hour than the study promises.
    BelowFloor,
}

/// Who is owed what: what a list pays, for finished work that cannot be approved any more; and what is missing to
/// the floor of the study for everyone who needed longer than the list pays for.
pub(crate) fn owed(study: &Study, plan: &Plan, pairs: &[Pair]) -> Vec<Owed> {
    let Some(payment) = &study.payment else { return Vec::new() };
    let Some(per_list) = plan.cost(payment).map(|cost| cost.per_list) else { return Vec::new() };
    let mut owed = Vec::new();
    for pair in pairs {
        let Some(here) = pair.session.as_ref().filter(|_| pair.finding != Finding::UnknownThere) else { continue };
        let mut owe = |amount: Money, why: Why| {
            owed.push(Owed { number: here.number, person: here.person.clone(), amount, why });
        };
        if pair.finding == Finding::LostAndGone {
            owe(per_list.clone(), Why::Lost);
        }
        if here.outcome == Some(session::Outcome::Finished)
            && let (Some(floor), Some(secs)) = (payment.floor_per_hour, here.secs)
        {
            let fair = Money::rounded_up(floor * secs / 3600.0, &payment.currency);
            let missing = fair.coins.saturating_sub(per_list.coins);
            if missing > 0 {
                owe(Money { coins: missing, currency: fair.currency }, Why::BelowFloor);
            }
        }
    }
    owed
}
