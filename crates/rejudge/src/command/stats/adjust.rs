//! `rejudge stats adjust`: p-values corrected for multiple comparisons.

use clap::Args;
use stats::adjust::adjust;
use stats::{Estimate, PValue};

use super::answer::{Answer, Numbers};
use super::method_description::About;
use super::test_arguments::Correction;
use crate::outcome::BadInput;

pub(crate) const ABOUT: About = About {
    name: "adjust",
    aliases: &["p-adjust"],
    what: "p-values corrected for multiple comparisons: Holm, Bonferroni, Hochberg, Benjamini-Hochberg, Benjamini-Yekutieli",
    formula: "with p sorted upwards, i-th of m: bonferroni m p; holm max over j <= i of (m-j+1) pj;
        hochberg min over j >= i of (m-j+1) pj; bh min over j >= i of m pj / j; by the same times sum 1/j",
    source: "Holm 1979; Hochberg 1988; Benjamini and Hochberg 1995; Benjamini and Yekutieli 2001",
    checked_against: "R 4.2.2 p.adjust",
    not_when: "the comparisons are all pairs of means (tukey) or all against one control (dunnett), which lose less power",
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rejudge stats adjust 0.01 0.04 0.03 1e-400 --method holm")]
pub(crate) struct Arguments {
    /// The p-values; smaller ones than a double can hold, such as 1e-400, are understood
    #[arg(required = true, value_name = "P")]
    p: Vec<String>,
    /// How they are corrected
    #[arg(long, value_enum, default_value_t = Correction::Holm)]
    method: Correction,
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Answer> {
        let p = self.p.iter().map(|word| parse(word)).collect::<Result<Vec<_>, _>>()?;
        let corrected = adjust(&p, self.method.adjustment());
        let estimates = corrected
            .iter()
            .zip(&self.p)
            .map(|(p, word)| Estimate::new("p_adjusted", p.value()).with_labels([word.as_str()]).p(*p));
        let numbers =
            Numbers::new("adjust", estimates.collect()).option("method", self.method.word()).n("p-values", p.len());
        Ok(Answer::Numbers(numbers))
    }
}

/// A p-value, its exponent taken apart so that 1e-400 is not zero.
fn parse(word: &str) -> Result<PValue, BadInput> {
    let refused = || BadInput(format!("`{word}` is not a p-value: a number from 0 to 1, such as 0.03 or 1e-400"));
    let (digits, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let digits: f64 = digits.parse().map_err(|_| refused())?;
    let exponent: f64 = exponent.parse().map_err(|_| refused())?;
    let ln = digits.ln() + exponent * std::f64::consts::LN_10;
    // In plain notation the parser is exact; its logarithm is not to be worse.
    let ln = word.parse::<f64>().ok().filter(|p| *p > 1e-300).map_or(ln, f64::ln);
    let fits = digits >= 0.0 && digits.is_finite() && exponent.is_finite() && ln <= 0.0;
    if fits { Ok(PValue::from_ln(ln)) } else { Err(refused()) }
}
