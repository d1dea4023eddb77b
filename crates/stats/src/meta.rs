//! Pooling effects of several studies: fixed and random effects.
//!
//! Study i reports y_i with variance v_i. With weights w_i = 1/(v_i + τ²) the pooled effect is
//! μ = Σw y/Σw. τ² = 0 gives the fixed-effect model; DerSimonian and Laird (1986, Controlled Clinical
//! Trials 7, 177–188), REML (Viechtbauer 2005, J. Educational and Behavioral Statistics 30, 261–293)
//! and Paule and Mandel (1982) estimate it. The standard error is 1/√Σw, or Hartung and Knapp's
//! (2001, Statistics in Medicine 20, 3875–3889), which is tested against t with k − 1 degrees of
//! freedom and holds its level with few studies.

mod effect;
mod tau;

pub use effect::{Effect, OfCorrelation, OfMeans, OfShare, OfTwoShares};

use crate::{Estimate, Interval, Note, PValue, Result, StatError, dist};

/// How the variance between studies is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// There is none: one effect common to all.
    Fixed,
    /// DerSimonian and Laird's moment estimator.
    DerSimonianLaird,
    /// Restricted maximum likelihood.
    Reml,
    /// Paule and Mandel's estimator.
    PauleMandel,
}

/// How the pooled effect is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// Against the normal distribution, taking τ² as known.
    Normal,
    /// Hartung and Knapp's standard error, against t.
    HartungKnapp,
    /// The same, but never smaller than the usual standard error: with few studies that happen to agree,
    /// Hartung and Knapp's can be close to zero (Knapp and Hartung 2003, Statistics in Medicine 22,
    /// 2693–2710; Röver, Knapp and Friede 2015, BMC Medical Research Methodology 15, 99).
    ModifiedHartungKnapp,
}

/// What to do.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How the variance between studies is estimated.
    pub between: Between,
    /// How the pooled effect is tested.
    pub reference: Reference,
    /// Coverage of the intervals.
    pub level: f64,
}

/// Effects with their variances, one per study.
#[derive(Debug, Clone, Copy)]
pub struct Effects<'a> {
    /// The effects, all on one scale.
    pub effect: &'a [f64],
    /// Their sampling variances.
    pub variance: &'a [f64],
}

/// What pooling gives.
#[derive(Debug, Clone)]
pub struct PooledEffect {
    /// The pooled effect, `effect`.
    pub effect: Estimate,
    /// Where the effect of a further study would lie, `prediction`; absent for fixed effects.
    pub prediction: Option<Estimate>,
    /// Variance between studies, `tau2`, with its Q-profile interval.
    pub tau2: Estimate,
    /// Cochran's Q of homogeneity, `Q`.
    pub q: Estimate,
    /// Share of the variation that is between studies, in percent, `I2`.
    pub i2: Estimate,
    /// Weight of each study in percent, `weight`.
    pub weights: Vec<f64>,
}

impl PooledEffect {
    /// All of it as a list, the weights named by study.
    #[must_use]
    pub fn estimates(&self, names: &[String]) -> Vec<Estimate> {
        let mut estimates = vec![self.effect.clone()];
        estimates.extend(self.prediction.clone());
        estimates.extend([self.tau2.clone(), self.q.clone(), self.i2.clone()]);
        estimates.extend(
            self.weights.iter().zip(names).map(|(weight, name)| Estimate::new("weight", *weight).with_labels([name])),
        );
        estimates
    }
}

/// Pools effects.
///
/// # Errors
/// With fewer than two studies, a variance that is not positive, or a value that is not finite.
pub fn pool(effects: Effects<'_>, options: Options) -> Result<PooledEffect> {
    effects.validate()?;
    let tau2 = match options.between {
        Between::Fixed => 0.0,
        Between::DerSimonianLaird => tau::der_simonian_laird(effects),
        Between::Reml => tau::reml(effects)?,
        Between::PauleMandel => tau::paule_mandel(effects),
    };
    let moments = effects.moments(tau2);
    let k = effects.len();
    let se = match options.reference {
        Reference::Normal => moments.weight.sqrt().recip(),
        Reference::HartungKnapp => (moments.q / (k - 1.0) / moments.weight).sqrt(),
        Reference::ModifiedHartungKnapp => ((moments.q / (k - 1.0)).max(1.0) / moments.weight).sqrt(),
    };
    let effect = add_test(Estimate::new("effect", moments.mean).se(se), options, k, se);
    let prediction = (options.between != Between::Fixed).then(|| {
        let spread = (se * se + tau2).sqrt();
        Estimate::new("prediction", moments.mean).interval(interval(moments.mean, spread, options, k))
    });
    let q = effects.moments(0.0).q;
    let typical = tau::typical_variance(effects);
    Ok(PooledEffect {
        effect,
        prediction,
        tau2: Estimate::new("tau2", tau2)
            .interval((options.between != Between::Fixed).then(|| tau::q_profile(effects, options.level))),
        q: Estimate::new("Q", q).df([k - 1.0]).p(PValue::from_ln(dist::chi_squared::ln_sf(q, k - 1.0))),
        i2: Estimate::new(
            "I2",
            match options.between {
                Between::Fixed => 100.0 * ((q - (k - 1.0)) / q).max(0.0),
                Between::DerSimonianLaird | Between::Reml | Between::PauleMandel => 100.0 * tau2 / (tau2 + typical),
            },
        ),
        weights: effects.variance.iter().map(|v| 100.0 / (v + tau2) / moments.weight).collect(),
    })
}

/// The pooled effect with each study left out in turn.
///
/// # Errors
/// As [`pool`]; at least three studies are needed.
pub fn leave_one_out(effects: Effects<'_>, options: Options, names: &[String]) -> Result<Vec<Estimate>> {
    effects.validate()?;
    if effects.effect.len() < 3 {
        return Err(StatError::TooFew { what: "studies", needed: 3, found: effects.effect.len() });
    }
    let without = |values: &[f64], left_out: usize| {
        values.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, x)| *x).collect::<Vec<_>>()
    };
    (0..effects.effect.len())
        .map(|left_out| {
            let (effect, variance) = (without(effects.effect, left_out), without(effects.variance, left_out));
            let pooled = pool(Effects { effect: &effect, variance: &variance }, options)?;
            Ok(Estimate { name: "without", ..pooled.effect }.with_labels([&names[left_out]]))
        })
        .collect()
}

fn add_test(estimate: Estimate, options: Options, k: f64, se: f64) -> Estimate {
    let value = estimate.value;
    let estimate = estimate.interval(interval(value, se, options, k));
    if se <= 0.0 {
        return estimate.note(Note::Said("all effects are equal, so Hartung and Knapp's error is zero".to_owned()));
    }
    match options.reference {
        Reference::Normal => estimate.p(dist::normal::two_sided(value / se)),
        Reference::HartungKnapp | Reference::ModifiedHartungKnapp => {
            estimate.df([k - 1.0]).p(dist::student_t::two_sided(value / se, k - 1.0))
        }
    }
}

fn interval(value: f64, se: f64, options: Options, k: f64) -> Interval {
    let upper = 0.5 + options.level / 2.0;
    let (quantile, kind) = match options.reference {
        Reference::Normal => (dist::normal::quantile(upper), "Wald"),
        Reference::HartungKnapp => (dist::student_t::quantile(upper, k - 1.0), "Hartung–Knapp"),
        Reference::ModifiedHartungKnapp => (dist::student_t::quantile(upper, k - 1.0), "modified Hartung–Knapp"),
    };
    Interval { low: value - quantile * se, high: value + quantile * se, level: options.level, kind }
}

/// Σw, Σwy/Σw and Σw(y − μ)² at one τ².
struct Moments {
    weight: f64,
    mean: f64,
    q: f64,
}

impl Effects<'_> {
    fn len(&self) -> f64 {
        self.effect.len() as f64
    }

    fn moments(&self, tau2: f64) -> Moments {
        let weights = || self.variance.iter().map(|v| 1.0 / (v + tau2));
        let weight: f64 = weights().sum();
        let mean = weights().zip(self.effect).map(|(w, y)| w * y).sum::<f64>() / weight;
        let q = weights().zip(self.effect).map(|(w, y)| w * (y - mean).powi(2)).sum();
        Moments { weight, mean, q }
    }

    fn validate(&self) -> Result<()> {
        if self.effect.len() != self.variance.len() {
            return Err(StatError::Lengths {
                left: "effects",
                left_len: self.effect.len(),
                right: "variances",
                right_len: self.variance.len(),
            });
        }
        if self.effect.len() < 2 {
            return Err(StatError::TooFew { what: "studies", needed: 2, found: self.effect.len() });
        }
        if let Some(index) = self.effect.iter().position(|y| !y.is_finite()) {
            return Err(StatError::NotFinite { what: "the effects", index });
        }
        match self.variance.iter().find(|v| !(v.is_finite() && **v > 0.0)) {
            Some(found) => Err(StatError::Domain { what: "a variance", must: "positive and finite", found: *found }),
            None => Ok(()),
        }
    }
}
