//! What a study costs, person by person: what the platform paid, what is due, what was paid in bonuses, what is still owed, and
//! the platform's fee on all of it. Every total is the sum of its lines.

use plan::{Money, Plan};
use session::Outcome;
use store::{BonusRecord, BonusState};
use study::Study;

use super::{AmountOwed, Pair, State, Todo};

/// What a study costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// ISO 4217 code.
    pub currency: String,
    /// One for each session or submission about which there is something to say.
    pub lines: Vec<Line>,
    /// All lines together.
    pub sum: Sums,
    /// The platform's fee on what was paid, and on what is due or owed; unknown where the study states no share.
    pub fee: Option<Fee>,
    /// How many submissions were paid in part, or for being screened out, of which nothing says how much.
    pub in_part: usize,
    /// How many people the platform says it paid other bonuses than are written down here.
    pub unlike: usize,
}

/// One session or submission.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The session's number on the dashboard.
    pub number: Option<u32>,
    /// The submission's id on the platform.
    pub submission: Option<String>,
    /// How it ended here.
    pub here: Option<Outcome>,
    /// How it stands there.
    pub there: Option<State>,
    /// What it comes to.
    pub sums: Sums,
}

/// Amounts in the smallest coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Paid by the platform for lists and for being screened out.
    pub reward_paid: u64,
    /// Finished, and to be approved.
    pub reward_due: u64,
    /// Paid as bonuses.
    pub bonus_paid: u64,
    /// Sent as bonuses, and not known whether paid.
    pub bonus_in_doubt: u64,
    /// Owed as bonuses.
    pub bonus_owed: u64,
}

/// The platform's fee and the tax on it, in the smallest coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fee {
    /// On what was paid.
    pub paid: u64,
    /// On what is due, in doubt or owed.
    pub open: u64,
    /// The tax on both, where the study states it.
    pub vat: Option<u64>,
}

impl Sums {
    /// All that was paid.
    #[must_use]
    pub fn total_paid(&self) -> u64 {
        self.reward_paid.saturating_add(self.bonus_paid)
    }

    /// All that is still to be paid, or may have been.
    #[must_use]
    pub fn open(&self) -> u64 {
        self.reward_due.saturating_add(self.bonus_in_doubt).saturating_add(self.bonus_owed)
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            reward_paid: self.reward_paid.saturating_add(other.reward_paid),
            reward_due: self.reward_due.saturating_add(other.reward_due),
            bonus_paid: self.bonus_paid.saturating_add(other.bonus_paid),
            bonus_in_doubt: self.bonus_in_doubt.saturating_add(other.bonus_in_doubt),
            bonus_owed: self.bonus_owed.saturating_add(other.bonus_owed),
        }
    }
}

impl Balance {
    /// What a study costs by what both sides say; nothing where it says nothing about pay.
    pub(super) fn new(
        study: &Study,
        plan: &Plan,
        pairs: &[Pair],
        owed: &[AmountOwed],
        recorded: &[BonusRecord],
    ) -> Option<Balance> {
        let payment = study.payment.as_ref()?;
        let per_list = plan.cost(payment)?.per_list;
        let prolific = study.prolific.as_ref();
        let screen_out = prolific.and_then(|prolific| prolific.screen_out.as_ref());
        let screen_out = screen_out.map(|paid| Money::rounded_up(paid.amount, &per_list.currency).coins);
        let of_outcomes = (per_list.coins, screen_out.unwrap_or(0));
        let mut lines: Vec<Line> = pairs.iter().map(|pair| line(pair, of_outcomes, owed, recorded)).collect();
        lines.extend(of_unknown_people(pairs, recorded));
        lines.retain(|line| line.sums != Sums::default() || line.there.is_some());
        let sum = lines.iter().fold(Sums::default(), |sum, line| sum.plus(line.sums));
        let share = |coins: u64, share: f64| {
            prolific::share(&Money { coins, currency: per_list.currency.clone() }, share).coins
        };
        let fee = payment.platform_fee.map(|fee| {
            let all = share(sum.total_paid().saturating_add(sum.open()), fee);
            let paid = share(sum.total_paid(), fee).min(all);
            let vat = prolific.and_then(|prolific| prolific.vat).map(|vat| share(all, vat));
            Fee { paid, open: all - paid, vat }
        });
        let unknown = |there: State| match there {
            State::PartlyApproved => true,
            State::ScreenedOut => screen_out.is_none(),
            State::Working
            | State::Submitted
            | State::Approved
            | State::Rejected
            | State::Returned
            | State::TimedOut => false,
        };
        let in_part = lines.iter().filter(|line| line.there.is_some_and(unknown)).count();
        let unlike = pairs.iter().filter(|pair| bonuses_differ(pair, recorded)).count();
        Some(Balance { currency: per_list.currency, lines, sum, fee, in_part, unlike })
    }

    /// Everything together: what was paid and what is open, with fee and tax.
    #[must_use]
    pub fn total(&self) -> Money {
        let fee = self.fee.map_or(0, |fee| fee.paid + fee.open + fee.vat.unwrap_or(0));
        self.money(self.sum.total_paid().saturating_add(self.sum.open()).saturating_add(fee))
    }

    /// An amount of this study.
    #[must_use]
    pub fn money(&self, coins: u64) -> Money {
        Money { coins, currency: self.currency.clone() }
    }
}

fn line(pair: &Pair, (per_list, screen_out): (u64, u64), owed: &[AmountOwed], recorded: &[BonusRecord]) -> Line {
    let there = pair.submission.as_ref().map(|submission| submission.state);
    let (reward_paid, reward_due) = match there {
        Some(State::Approved) => (per_list, 0),
        Some(State::ScreenedOut) => (screen_out, 0),
        Some(State::Submitted) if pair.finding.todo() == Todo::Approve => (0, per_list),
        Some(
            State::Submitted
            | State::PartlyApproved
            | State::Working
            | State::Rejected
            | State::Returned
            | State::TimedOut,
        )
        | None => (0, 0),
    };
    let of_session = |state: BonusState| {
        let session = pair.session.as_ref().map(|session| session.id);
        let mine = recorded.iter().filter(|record| Some(record.bonus.session) == session && record.state == state);
        mine.fold(0_u64, |sum, record| sum.saturating_add(record.bonus.coins))
    };
    let number = pair.session.as_ref().map(|session| session.number);
    let owed = owed.iter().filter(|owed| Some(owed.number) == number);
    Line {
        number,
        submission: pair.submission.as_ref().map(|submission| submission.submission.clone()),
        here: pair.session.as_ref().and_then(|session| session.outcome),
        there,
        sums: Sums {
            reward_paid,
            reward_due,
            bonus_paid: of_session(BonusState::Paid),
            bonus_in_doubt: of_session(BonusState::InDoubt),
            bonus_owed: owed.fold(0, |sum, owed| sum.saturating_add(owed.amount.coins)),
        },
    }
}

/// Bonuses of people whose id was deleted since: paid is paid.
fn of_unknown_people<'a>(pairs: &'a [Pair], recorded: &'a [BonusRecord]) -> impl Iterator<Item = Line> + 'a {
    let known = |record: &&BonusRecord| {
        pairs.iter().filter_map(|pair| pair.session.as_ref()).any(|session| session.id == record.bonus.session)
    };
    recorded.iter().filter(move |record| !known(record)).map(|record| {
        let coins = record.bonus.coins;
        let sums = match record.state {
            BonusState::Paid => Sums { bonus_paid: coins, ..Sums::default() },
            BonusState::InDoubt => Sums { bonus_in_doubt: coins, ..Sums::default() },
            BonusState::Planned => Sums::default(),
        };
        Line { number: None, submission: None, here: None, there: None, sums }
    })
}

/// Whether the platform says that it paid other bonuses for a submission than are written down for its session.
fn bonuses_differ(pair: &Pair, recorded: &[BonusRecord]) -> bool {
    let Some(there) = pair.submission.as_ref().and_then(|submission| submission.bonuses.as_ref()) else { return false };
    let session = pair.session.as_ref().map(|session| session.id);
    let mine = recorded.iter().filter(|it| Some(it.bonus.session) == session && it.state == BonusState::Paid);
    let here = mine.fold(0_u64, |sum, record| sum.saturating_add(record.bonus.coins));
    there.iter().sum::<u64>() != here
}
