//! A pair of tail probabilities, and the point at which they take given values.

/// Below this a tail is computed in logarithms.
pub(super) const DEEP: f64 = 1e-280;

/// Logarithms of the two tails at one point and of the density there.
#[derive(Debug, Clone, Copy)]
pub(super) struct LnTails {
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// Density with respect to the variable that is solved for.
    pub(super) density: f64,
}

/// Two probabilities that add to one, each known to full relative precision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    lower: f64,
    upper: f64,
}

impl Target {
    pub(super) fn lower(p: f64) -> Self {
        Target { lower: p, upper: 1.0 - p }
    }

    pub(super) fn upper(q: f64) -> Self {
        Target { lower: 1.0 - q, upper: q }
    }

    pub(super) fn is_probability(self) -> bool {
        (0.0..=1.0).contains(&self.lower) && (0.0..=1.0).contains(&self.upper)
    }

    pub(super) fn lower_is_zero(self) -> bool {
        self.lower <= 0.0
    }

    pub(super) fn upper_is_zero(self) -> bool {
        self.upper <= 0.0
    }
}

/// The point where the smaller tail has its target value.
///
/// Newton's method on the logarithm of the smaller tail. Log tails are concave in the logarithmic
/// variables used here, so after at most one overshoot the steps approach from one side; the bracket
/// guards against rounding only.
pub(super) fn solve(start: f64, target: Target, tails: impl Fn(f64) -> LnTails) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut u = start;
    for _ in 0..200 {
        let at = tails(u);
        let (excess, slope) = if target.lower <= target.upper {
            (at.lower - target.lower.ln(), (at.density - at.lower).exp())
        } else {
            (target.upper.ln() - at.upper, (at.density - at.upper).exp())
        };
        if excess > 0.0 {
            high = u;
        } else {
            low = u;
        }
        let mut next = u - excess / slope;
        if !(low <= next && next <= high) {
            next = match (low.is_finite(), high.is_finite()) {
                (true, true) => 0.5 * (low + high),
                (true, false) => low + 1.0 + low.abs(),
                (false, _) => high - 1.0 - high.abs(),
            };
        }
        let step = (next - u).abs();
        u = next;
        if step <= 4.0 * f64::EPSILON * u.abs().max(f64::MIN_POSITIVE) {
            break;
        }
    }
    u
}

/// ln(1 − e^x) for x ≤ 0, without cancellation at either end (Mächler 2012).
pub(super) fn ln_one_minus_exp(x: f64) -> f64 {
    if x > -std::f64::consts::LN_2 { (-x.exp_m1()).ln() } else { (-x.exp()).ln_1p() }
}

/// e − ln(1 + e), given e and ln(1 + e), whichever form does not cancel.
pub(super) fn deviance(e: f64, ln_one_plus: f64) -> f64 {
    if e.abs() < 0.3 { cdflib::special::internal::rlog1(e) } else { e - ln_one_plus }
}
