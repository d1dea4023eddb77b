//! Levene's test that groups vary equally.

use super::sample::{at_least, finite};
use super::{Test, anova};
use crate::Result;
use crate::describe::median;

/// Around what the deviations are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Centre {
    /// The median, which keeps its level when values are skewed (Brown and Forsythe 1974, JASA 69).
    #[default]
    Median,
    /// The mean (Levene 1960).
    Mean,
}

/// One-way analysis of variance of |xᵢⱼ − centre of group i|.
///
/// # Errors
/// When there are fewer than two groups, one has fewer than two values, or the deviations do not vary.
pub fn levene<G: AsRef<[f64]>>(groups: &[G], centre: Centre) -> Result<Test> {
    at_least("groups", 2, groups.len())?;
    let mut deviations = Vec::with_capacity(groups.len());
    for group in groups {
        let group = group.as_ref();
        finite("the sample", group)?;
        at_least("values in a group", 2, group.len())?;
        let middle = match centre {
            Centre::Median => median(group)?,
            Centre::Mean => group.iter().sum::<f64>() / group.len() as f64,
        };
        deviations.push(group.iter().map(|x| (x - middle).abs()).collect::<Vec<f64>>());
    }
    let mut test = anova::one_way(&anova::summaries(&deviations)?)?;
    test.also.clear();
    Ok(test)
}
