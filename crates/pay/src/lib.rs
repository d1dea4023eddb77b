//! Fair payment, computed exactly.
//!
//! **In**: hourly wages as decimal text, the estimated time, dated exchange rates, and after the run
//! the times people took. **Out**: the wage by the ReproHum procedure with every step said, the amount
//! for a list rounded up once, the real hourly rate, and what each person is still owed.
//!
//! Amounts are fractions of whole numbers from beginning to end; nothing is rounded on the way, and
//! there are no binary fractions.

mod amounts_owed;
mod exact;
mod procedure;
mod rate;

pub use amounts_owed::{Person, PersonAccount, Settlement, hourly, settle};
pub use exact::Exact;
pub use procedure::{Coin, FairWage, Step, Wages, amount, fair_wage};
pub use rate::{Amount, Rate};

/// Why a payment cannot be computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PayError {
    /// Not an amount.
    #[error("`{0}` is not an amount such as `12.00` or `12.00 GBP`")]
    NotAnAmount(String),
    /// Not a rate.
    #[error("`{0}` is not a rate such as `GBP/EUR = 1.1578 on 2023-10-13`: one pound is so many euros on that day")]
    NotARate(String),
    /// An amount in another currency without a rate.
    #[error("{amount} cannot be paid in {currency} without a rate; give `{from}/{currency} = … on YYYY-MM-DD`")]
    NoRate {
        /// The amount.
        amount: String,
        /// Its currency.
        from: String,
        /// The currency of the payment.
        currency: String,
    },
    /// Nothing to compute a wage from.
    #[error("no wage is given; give the project's floor, or the minimum wage of the lab or of the participants")]
    NoWage,
    /// Something that must be above zero is not.
    #[error("{0} must be above 0")]
    NotPositive(&'static str),
    /// Numbers too large to compute with.
    #[error("the numbers are too large or have too many digits to be computed exactly")]
    TooLarge,
    /// A table of times without people.
    #[error("there are no times")]
    NoTimes,
}
