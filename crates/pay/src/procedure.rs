//! The ReproHum project's procedure (González-Corbelle et al. 2024, appendix A).
//!
//! ```text
//! min_wage   = max(minimum wage of the lab, minimum wage of the participants)
//! multiplier = original wage / original minimum wage        (1 when either is unknown)
//! wage       = max(min_wage · multiplier, min_wage, project floor)
//! amount     = wage · minutes / 60, rounded up once to the smallest coin
//! ```

use super::rate::{Amount, Rate};
use super::{Exact, PayError};

/// The wages that go into the procedure, each for an hour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wages {
    /// The minimum wage where the lab is.
    pub lab_minimum: Option<Amount>,
    /// The minimum wage where the participants are; none for crowds.
    pub participant_minimum: Option<Amount>,
    /// What the original study paid.
    pub original: Option<Amount>,
    /// The minimum wage where and when the original was made, in the same currency.
    pub original_minimum: Option<Amount>,
    /// The project's floor.
    pub floor: Option<Amount>,
}

/// The smallest amount that can be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coin {
    /// As an amount: `0.01`; `10` for vouchers of ten.
    pub value: Exact,
}

/// One step of the procedure, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is computed.
    pub name: &'static str,
    /// Its value.
    pub value: Exact,
    /// How it came about.
    pub said: String,
}

/// The wage for an hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FairWage {
    /// Unrounded.
    pub per_hour: Exact,
    /// Every step.
    pub steps: Vec<Step>,
}

/// The fair wage for an hour, in the currency of the payment. Every amount is converted at one dated
/// rate, and nothing is rounded.
///
/// # Errors
/// When no wage is given, a rate is missing, or the original's minimum wage is zero.
pub fn fair_wage(wages: &Wages, currency: &str, rates: &[Rate]) -> Result<FairWage, PayError> {
    let mut steps = Vec::new();
    let lab = convert_amount("minimum wage of the lab", wages.lab_minimum.as_ref(), (currency, rates), &mut steps)?;
    let people = convert_amount(
        "minimum wage of the participants",
        wages.participant_minimum.as_ref(),
        (currency, rates),
        &mut steps,
    )?;
    let floor = convert_amount("project floor", wages.floor.as_ref(), (currency, rates), &mut steps)?;
    if lab.or(people).or(floor).is_none() {
        return Err(PayError::NoWage);
    }
    let min_wage = lab.unwrap_or(Exact::ZERO).max(people.unwrap_or(Exact::ZERO));
    let multiplier = multiplier(wages, rates)?;
    let wage = min_wage.times(multiplier.value)?;
    // Without a minimum wage there is nothing to multiply, and no step to show.
    if lab.or(people).is_some() {
        let said = "the larger of lab and participants".to_owned();
        steps.push(Step { name: "minimum wage", value: min_wage, said });
        steps.push(multiplier);
        steps.push(Step { name: "wage", value: wage, said: "minimum wage times multiplier".to_owned() });
    }
    let per_hour = wage.max(min_wage).max(floor.unwrap_or(Exact::ZERO));
    if !per_hour.is_positive() {
        return Err(PayError::NotPositive("the fair wage"));
    }
    let which = match floor {
        Some(floor) if floor == per_hour => "the project floor is the largest",
        _ if wage == per_hour => "the wage is the largest",
        _ => "the minimum wage is the largest",
    };
    steps.push(Step { name: "fair wage", value: per_hour, said: which.to_owned() });
    Ok(FairWage { per_hour, steps })
}

/// What so many minutes pay: the only place where anything is rounded, and it is rounded up.
///
/// # Errors
/// When the minutes are not above zero.
pub fn amount(per_hour: Exact, minutes: Exact, coin: Coin) -> Result<Exact, PayError> {
    if !minutes.is_positive() {
        return Err(PayError::NotPositive("the estimated time"));
    }
    per_hour.times(minutes)?.divided_by(Exact::from_integer(60))?.rounded_up_to(coin.value)
}

fn convert_amount(
    name: &'static str,
    amount: Option<&Amount>,
    (currency, rates): (&str, &[Rate]),
    steps: &mut Vec<Step>,
) -> Result<Option<Exact>, PayError> {
    let Some(amount) = amount else { return Ok(None) };
    let (value, rate) = amount.convert(currency, rates)?;
    let said = match rate {
        Some(rate) => format!("{} at {}", amount.to_text(), rate.to_text()),
        None => "as given".to_owned(),
    };
    steps.push(Step { name, value, said });
    Ok(Some(value))
}

fn multiplier(wages: &Wages, rates: &[Rate]) -> Result<Step, PayError> {
    let name = "multiplier";
    let (Some(original), Some(minimum)) = (&wages.original, &wages.original_minimum) else {
        let said = match (&wages.original, &wages.original_minimum) {
            (None, _) => "1, because the original wage is not known",
            (Some(_), _) => "1, because there was no minimum wage at the time of the original",
        };
        return Ok(Step { name, value: Exact::ONE, said: said.to_owned() });
    };
    let minimum_value = match &original.currency {
        Some(currency) => minimum.convert(currency, rates)?.0,
        None => minimum.value,
    };
    if !minimum_value.is_positive() {
        return Err(PayError::NotPositive("the original's minimum wage"));
    }
    let value = original.value.divided_by(minimum_value)?;
    Ok(Step {
        name,
        value,
        said: format!("{} over {}, the original's minimum wage", original.to_text(), minimum.to_text()),
    })
}

#[cfg(test)]
mod tests;
