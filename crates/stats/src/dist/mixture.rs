//! Poisson mixtures of incomplete beta and gamma functions, on which the noncentral distributions rest.
//!
//! Σ_j w_j G_j with w_j = λ^{j+s} e^−λ / Γ(j+s+1) and G_j the lower or upper tail of a beta or gamma
//! variable whose first shape is a + j. Benton & Krishnamoorthy (2003, CSDA 43:249–267) start such
//! sums at the mode of the weights; we start where w_j G_j itself is largest, so that tails of any
//! size keep their digits, and run each recurrence only in the direction in which it adds: downwards
//! for lower tails, upwards for upper tails.

use super::incomplete_beta::{self, Point};
use super::incomplete_gamma;
use super::tails::LnTails;

/// Terms below e^−NEGLIGIBLE of the largest are left out.
const NEGLIGIBLE: f64 = 42.0;

/// What is mixed.
#[derive(Debug, Clone, Copy)]
pub(super) enum MixtureComponent {
    /// I_x(a + j, b).
    Beta { a: f64, b: f64, at: Point },
    /// P(a + j, x).
    Gamma { a: f64, x: f64 },
}

/// Which tail of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Lower,
    Upper,
}

/// The weights: λ, and the shift s that is one half for the odd terms of the noncentral t.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    pub(super) lambda: f64,
    pub(super) shift: f64,
}

impl Weights {
    fn ln(self, j: f64) -> f64 {
        // λ^k e^−λ / Γ(k + 1) with k = j + s is the gamma kernel of shape k + 1, over λ.
        incomplete_gamma::ln_kernel(j + self.shift + 1.0, self.lambda) - self.lambda.ln()
    }

    /// w_j / w_{j−1}.
    fn ratio(self, j: f64) -> f64 {
        self.lambda / (j + self.shift)
    }
}

impl MixtureComponent {
    fn ln_tails(self, j: f64) -> LnTails {
        match self {
            MixtureComponent::Beta { a, b, at } => incomplete_beta::ln_tails(a + j, b, at),
            MixtureComponent::Gamma { a, x } => incomplete_gamma::ln_tails(a + j, x),
        }
    }

    fn ln_tail(self, tail: Tail, j: f64) -> f64 {
        match tail {
            Tail::Lower => self.ln_tails(j).lower,
            Tail::Upper => self.ln_tails(j).upper,
        }
    }

    /// Logarithm of t_j = lower_j − lower_{j+1}: the kernel over a + j.
    fn ln_step(self, j: f64) -> f64 {
        match self {
            MixtureComponent::Beta { a, b, at } => incomplete_beta::ln_kernel(a + j, b, at) - (a + j).ln(),
            MixtureComponent::Gamma { a, x } => incomplete_gamma::ln_kernel(a + j, x) - (a + j).ln(),
        }
    }

    /// t_j / t_{j−1}.
    fn step_ratio(self, j: f64) -> f64 {
        match self {
            MixtureComponent::Beta { a, b, at } => at.x * (a + b + j - 1.0) / (a + j),
            MixtureComponent::Gamma { a, x } => x / (a + j),
        }
    }

    /// Beyond this j the upper tail is close to one.
    fn saturates(self) -> f64 {
        match self {
            MixtureComponent::Beta { b, at, .. } => b * at.x / at.y,
            MixtureComponent::Gamma { x, .. } => x,
        }
    }
}

/// ln Σ_j w_j G_j.
pub(super) fn ln_sum(weights: Weights, mixed: MixtureComponent, tail: Tail) -> f64 {
    let height = |j: f64| weights.ln(j) + mixed.ln_tail(tail, j);
    let furthest = match tail {
        Tail::Lower => weights.lambda,
        Tail::Upper => weights.lambda.max(mixed.saturates().min(1e15)),
    };
    let peak = peak(height, furthest.ceil() + 1.0);
    let top = height(peak);
    if top == f64::NEG_INFINITY {
        return top;
    }
    let first = edge(height, peak, top, -1.0);
    let last = edge(height, peak, top, 1.0);
    let sum = match tail {
        Tail::Lower => sum_down(weights, mixed, (first, last), top),
        Tail::Upper => sum_up(weights, mixed, (first, last), top),
    };
    top + sum.ln()
}

/// Where a concave sequence is largest, between zero and `furthest`.
fn peak(height: impl Fn(f64) -> f64, furthest: f64) -> f64 {
    let (mut low, mut high) = (0.0, furthest);
    while high > low {
        let middle = ((low + high) / 2.0).floor();
        if height(middle + 1.0) > height(middle) { low = middle + 1.0 } else { high = middle }
    }
    low
}

/// The last j in a direction that still matters.
fn edge(height: impl Fn(f64) -> f64, peak: f64, top: f64, direction: f64) -> f64 {
    let matters = |distance: f64| {
        let j = peak + direction * distance;
        j >= 0.0 && height(j) > top - NEGLIGIBLE
    };
    let mut outside = 1.0;
    while matters(outside) {
        outside *= 2.0;
    }
    let mut inside = (outside / 2.0).floor();
    while outside - inside > 1.0 {
        let middle = ((inside + outside) / 2.0).floor();
        if matters(middle) { inside = middle } else { outside = middle }
    }
    peak + direction * inside
}

/// lower_{j−1} = lower_j + t_{j−1}: all additions.
fn sum_down(weights: Weights, mixed: MixtureComponent, (first, last): (f64, f64), top: f64) -> f64 {
    let mut term = (weights.ln(last) + mixed.ln_tail(Tail::Lower, last) - top).exp();
    let mut step = (weights.ln(last) + mixed.ln_step(last) - top).exp();
    let (mut sum, mut j) = (term, last);
    while j > first {
        step /= weights.ratio(j) * mixed.step_ratio(j);
        term = term / weights.ratio(j) + step;
        sum += term;
        j -= 1.0;
    }
    sum
}

/// upper_{j+1} = upper_j + t_j: all additions.
fn sum_up(weights: Weights, mixed: MixtureComponent, (first, last): (f64, f64), top: f64) -> f64 {
    let mut term = (weights.ln(first) + mixed.ln_tail(Tail::Upper, first) - top).exp();
    let mut step = (weights.ln(first) + mixed.ln_step(first) - top).exp();
    let (mut sum, mut j) = (term, first);
    while j < last {
        j += 1.0;
        term = (term + step) * weights.ratio(j);
        step *= weights.ratio(j) * mixed.step_ratio(j);
        sum += term;
    }
    sum
}
