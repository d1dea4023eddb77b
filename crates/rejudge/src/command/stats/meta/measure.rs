//! What the effects of studies are, for `rejudge stats meta`.

use clap::ValueEnum;
use stats::Estimate;
use stats::meta::{OfCorrelation, OfMeans, OfShare, OfTwoShares, PooledEffect};

/// The measures as R users know them from `metafor::escalc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MeasureWord {
    /// Hedges' g: difference of means over the pooled standard deviation (escalc: SMD)
    Smd,
    /// Difference of means (MD)
    Md,
    /// Log odds ratio (OR)
    Or,
    /// Log risk ratio (RR)
    Rr,
    /// Difference of shares (RD)
    Rd,
    /// Share (PR)
    Proportion,
    /// Log odds of a share (PLO)
    Logit,
    /// Freeman and Tukey's double arcsine of a share (PFT)
    FreemanTukey,
    /// Correlation (COR)
    R,
    /// Fisher's z of a correlation (ZCOR)
    Z,
}

/// A measure, by what it is made from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Measure {
    Means(OfMeans),
    TwoShares(OfTwoShares),
    Share(OfShare),
    Correlation(OfCorrelation),
}

impl MeasureWord {
    pub(super) fn measure(self) -> Measure {
        match self {
            MeasureWord::Smd => Measure::Means(OfMeans::Standardised),
            MeasureWord::Md => Measure::Means(OfMeans::Difference),
            MeasureWord::Or => Measure::TwoShares(OfTwoShares::LogOddsRatio),
            MeasureWord::Rr => Measure::TwoShares(OfTwoShares::LogRiskRatio),
            MeasureWord::Rd => Measure::TwoShares(OfTwoShares::RiskDifference),
            MeasureWord::Proportion => Measure::Share(OfShare::Plain),
            MeasureWord::Logit => Measure::Share(OfShare::Logit),
            MeasureWord::FreemanTukey => Measure::Share(OfShare::FreemanTukey),
            MeasureWord::R => Measure::Correlation(OfCorrelation::Plain),
            MeasureWord::Z => Measure::Correlation(OfCorrelation::FisherZ),
        }
    }
}

impl Measure {
    /// The pooled effect and its prediction as people read them, where studies were pooled on another scale.
    pub(super) fn read_back(self, pooled: &PooledEffect, sizes: &[f64]) -> Vec<Estimate> {
        let (name, back): (&'static str, Box<dyn Fn(f64) -> f64 + '_>) = match self {
            Measure::TwoShares(it @ OfTwoShares::LogOddsRatio) => {
                ("odds_ratio", Box::new(move |x| it.back_transform(x)))
            }
            Measure::TwoShares(it @ OfTwoShares::LogRiskRatio) => {
                ("risk_ratio", Box::new(move |x| it.back_transform(x)))
            }
            Measure::Share(it @ (OfShare::Logit | OfShare::FreemanTukey)) => {
                ("proportion", Box::new(move |x| it.back_transform(x, sizes)))
            }
            Measure::Correlation(it @ OfCorrelation::FisherZ) => ("r", Box::new(move |x| it.back_transform(x))),
            Measure::Means(OfMeans::Standardised | OfMeans::Difference)
            | Measure::TwoShares(OfTwoShares::RiskDifference)
            | Measure::Share(OfShare::Plain)
            | Measure::Correlation(OfCorrelation::Plain) => return Vec::new(),
        };
        let read = |it: &Estimate| {
            let interval = it.interval.map(|i| stats::Interval { low: back(i.low), high: back(i.high), ..i });
            Estimate::new(name, back(it.value)).interval(interval)
        };
        let prediction = pooled.prediction.as_ref().map(|it| read(it).with_labels(["prediction"]));
        std::iter::once(read(&pooled.effect)).chain(prediction).collect()
    }
}
