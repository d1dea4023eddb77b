//! Intraclass correlation.

use super::complete::Complete;
use super::ratings::Ratings;
use crate::dist::fisher_f;
use crate::{Estimate, Interval, Note, Result, StatError};

/// The six intraclass correlations.
#[derive(Debug, Clone, PartialEq)]
pub struct Icc {
    /// ICC1, ICC2, ICC3, then ICC1k, ICC2k, ICC3k.
    pub forms: Vec<Estimate>,
    /// Raters.
    pub raters: usize,
    /// Items that all of them rated.
    pub items: usize,
    /// Items left out because a rating is missing.
    pub left_out: usize,
}

/// The six intraclass correlations of Shrout & Fleiss (1979), Psychological Bulletin 86, with the
/// F-based intervals of McGraw & Wong (1996), Psychological Methods 1.
///
/// ICC1: each item has raters of its own; ICC2 (McGraw & Wong's A,1): raters are a sample, absolute
/// agreement; ICC3 (C,1): these raters only, consistency. The forms ending in k are for the mean of the k
/// raters. F and its p-value are for the hypothesis that the correlation is zero.
///
/// # Errors
/// When fewer than two raters rated fewer than two items in common, a rater rated an item twice, or
/// nothing varies.
pub fn icc(ratings: &Ratings<'_>, level: f64) -> Result<Icc> {
    if !(level > 0.0 && level < 1.0) {
        return Err(StatError::Domain { what: "the level", must: "between 0 and 1", found: level });
    }
    let complete = Complete::new(ratings)?;
    let squares = MeanSquares::new(&complete);
    if squares.between <= 0.0 && squares.within <= 0.0 {
        return Err(StatError::Constant { what: "the ratings", statistic: "the intraclass correlation" });
    }
    let Complete { raters, items, left_out, .. } = complete;
    let note = (left_out > 0).then_some(Note::Missing { count: left_out, treatment: "items left out" });
    let forms = squares.forms(level).into_iter().map(|form| form.note(note.clone())).collect();
    Ok(Icc { forms, raters, items, left_out })
}

/// Mean squares of the analysis of variance, items by raters.
struct MeanSquares {
    n: f64,
    k: f64,
    /// Between items.
    between: f64,
    /// Within items.
    within: f64,
    /// Between raters.
    raters: f64,
    /// Residual.
    error: f64,
}

impl MeanSquares {
    fn new(complete: &Complete) -> MeanSquares {
        let (n, k) = (complete.items as f64, complete.raters as f64);
        let grand = complete.values.iter().sum::<f64>() / (n * k);
        let row_means: Vec<f64> = complete.rows().map(|row| row.iter().sum::<f64>() / k).collect();
        let column_means: Vec<f64> =
            (0..complete.raters).map(|rater| complete.column(rater).sum::<f64>() / n).collect();
        let squared = |means: &[f64]| means.iter().map(|mean| (mean - grand).powi(2)).sum::<f64>();
        let (mut within, mut error) = (0.0, 0.0);
        for (row, row_mean) in complete.rows().zip(&row_means) {
            for (value, column_mean) in row.iter().zip(&column_means) {
                within += (value - row_mean).powi(2);
                error += (value - row_mean - column_mean + grand).powi(2);
            }
        }
        MeanSquares {
            n,
            k,
            between: k * squared(&row_means) / (n - 1.0),
            within: within / (n * (k - 1.0)),
            raters: n * squared(&column_means) / (k - 1.0),
            error: error / ((n - 1.0) * (k - 1.0)),
        }
    }

    fn forms(&self, level: f64) -> Vec<Estimate> {
        let MeanSquares { n, k, between, within, raters, error } = *self;
        let spearman_brown = |x: f64| x * k / (1.0 + x * (k - 1.0));
        let one_way = Ratio { between, noise: within, df: [n - 1.0, n * (k - 1.0)] };
        let two_way = Ratio { between, noise: error, df: [n - 1.0, (n - 1.0) * (k - 1.0)] };
        let single = |ratio: &Ratio| (between - ratio.noise) / (between + (k - 1.0) * ratio.noise);
        let mean = |ratio: &Ratio| if between > 0.0 { Some((between - ratio.noise) / between) } else { None };
        let from_f = |f: f64| (f - 1.0) / (f + k - 1.0);
        let of_mean = |f: f64| 1.0 - 1.0 / f;
        let absolute = (between - error) / (between + (k - 1.0) * error + k * (raters - error) / n);
        let absolute_interval = self.absolute_interval(absolute, level);
        let absolute_mean = (between - error) / (between + (raters - error) / n);
        let mut forms = vec![
            one_way.estimate("ICC1", single(&one_way), level, from_f),
            two_way.add_f_test(Estimate::new("ICC2", absolute)).interval(absolute_interval),
            two_way.estimate("ICC3", single(&two_way), level, from_f),
        ];
        if let (Some(one), Some(three)) = (mean(&one_way), mean(&two_way)) {
            let mean_interval =
                absolute_interval.map(|i| Interval { low: spearman_brown(i.low), high: spearman_brown(i.high), ..i });
            forms.push(one_way.estimate("ICC1k", one, level, of_mean));
            if absolute_mean.is_finite() {
                forms.push(two_way.add_f_test(Estimate::new("ICC2k", absolute_mean)).interval(mean_interval));
            }
            forms.push(two_way.estimate("ICC3k", three, level, of_mean));
        }
        forms.retain(|form| form.value.is_finite());
        for form in &mut forms {
            form.interval = form.interval.filter(|interval| interval.low.is_finite() && interval.high.is_finite());
        }
        forms
    }

    /// The interval of ICC2, with Satterthwaite's degrees of freedom: Shrout & Fleiss (1979), p. 424.
    fn absolute_interval(&self, icc: f64, level: f64) -> Option<Interval> {
        let MeanSquares { n, k, between, raters, error, .. } = *self;
        if error <= 0.0 || !icc.is_finite() {
            return None;
        }
        let tail = (1.0 - level) / 2.0;
        let rater_f = raters / error;
        let rest = n * (1.0 + (k - 1.0) * icc) - k * icc;
        let df = (k - 1.0) * (n - 1.0) * (k * icc * rater_f + rest).powi(2)
            / ((n - 1.0) * (k * icc * rater_f).powi(2) + rest * rest);
        let upper = fisher_f::upper_quantile(tail, n - 1.0, df);
        let lower = fisher_f::upper_quantile(tail, df, n - 1.0);
        let noise = k * raters + (k * n - k - n) * error;
        Some(Interval {
            low: n * (between - upper * error) / (upper * noise + n * between),
            high: n * (lower * between - error) / (noise + n * lower * between),
            level,
            kind: "F",
        })
    }
}

/// An F ratio of two mean squares.
struct Ratio {
    between: f64,
    noise: f64,
    df: [f64; 2],
}

impl Ratio {
    fn estimate(&self, name: &'static str, value: f64, level: f64, from_f: impl Fn(f64) -> f64) -> Estimate {
        let interval = (self.noise > 0.0).then(|| {
            let (f, tail, [df1, df2]) = (self.between / self.noise, (1.0 - level) / 2.0, self.df);
            Interval {
                low: from_f(f / fisher_f::upper_quantile(tail, df1, df2)),
                high: from_f(f * fisher_f::upper_quantile(tail, df2, df1)),
                level,
                kind: "F",
            }
        });
        self.add_f_test(Estimate::new(name, value)).interval(interval)
    }

    fn add_f_test(&self, estimate: Estimate) -> Estimate {
        let [df1, df2] = self.df;
        if self.noise > 0.0 {
            estimate.df(self.df).p(fisher_f::p_value(self.between / self.noise, df1, df2))
        } else {
            estimate.note(Note::Said("raters agree perfectly, so F is infinite and no interval is given".to_owned()))
        }
    }
}
