//! What is done with ties, and the likelihood of one vote under each treatment.

use super::votes::Pair;

/// What is done with ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// Left out of the likelihood.
    Drop,
    /// Half a win for each side. Shrinks strengths; for comparison with tools that do so.
    Half,
    /// Davidson's model, with ν estimated.
    Davidson,
    /// Rao and Kupper's model, with θ estimated.
    RaoKupper,
}

/// The counts as the likelihood sees them.
pub(super) fn treat_ties(mut pairs: Vec<Pair>, ties: Ties) -> Vec<Pair> {
    for pair in &mut pairs {
        let tied = pair.counts[2];
        match ties {
            Ties::Drop => pair.counts[2] = 0.0,
            Ties::Half => pair.counts = [pair.counts[0] + tied / 2.0, pair.counts[1] + tied / 2.0, 0.0],
            Ties::Davidson | Ties::RaoKupper => {}
        }
    }
    pairs
}

/// The log-likelihood of one outcome and its derivatives in η and the tie parameter τ.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Term {
    pub(super) value: f64,
    pub(super) eta: f64,
    pub(super) tau: f64,
    pub(super) eta_eta: f64,
    pub(super) eta_tau: f64,
    pub(super) tau_tau: f64,
}

impl Term {
    pub(super) fn add(&mut self, weight: f64, other: Term) {
        self.value += weight * other.value;
        self.eta += weight * other.eta;
        self.tau += weight * other.tau;
        self.eta_eta += weight * other.eta_eta;
        self.eta_tau += weight * other.eta_tau;
        self.tau_tau += weight * other.tau_tau;
    }
}

/// The terms of first, second and tie.
pub(super) fn terms(ties: Ties, eta: f64, tau: f64) -> [Term; 3] {
    match ties {
        Ties::Drop | Ties::Half => without_ties(eta),
        Ties::Davidson => davidson(eta, tau),
        Ties::RaoKupper => rao_kupper(eta, tau),
    }
}

/// Davidson's terms at ν = 0, where the tie has no probability and nobody asks for its term.
fn without_ties(eta: f64) -> [Term; 3] {
    let odds = (-eta.abs()).exp();
    let (rarer, likelier) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
    let (first, second) = if eta < 0.0 { (rarer, likelier) } else { (likelier, rarer) };
    let value = -odds.ln_1p();
    let term = |value, eta| Term { value, eta, eta_eta: -first * second, ..Term::default() };
    [
        term(value + eta.min(0.0), second),
        term(value - eta.max(0.0), -first),
        Term { value: f64::NEG_INFINITY, tau: 1.0, ..Term::default() },
    ]
}

fn davidson(eta: f64, tau: f64) -> [Term; 3] {
    let weights = [eta / 2.0, -eta / 2.0, tau];
    let top = weights[0].max(weights[1]).max(weights[2]);
    let total = top + weights.iter().map(|w| (w - top).exp()).sum::<f64>().ln();
    let p = weights.map(|w| (w - total).exp());
    let mean = (p[0] - p[1]) / 2.0;
    let shared = Term {
        value: -total,
        eta: -mean,
        tau: -p[2],
        eta_eta: -((p[0] + p[1]) / 4.0 - mean * mean),
        eta_tau: mean * p[2],
        tau_tau: -p[2] * (1.0 - p[2]),
    };
    [
        Term { value: shared.value + weights[0], eta: shared.eta + 0.5, ..shared },
        Term { value: shared.value + weights[1], eta: shared.eta - 0.5, ..shared },
        Term { value: shared.value + weights[2], tau: shared.tau + 1.0, ..shared },
    ]
}

fn rao_kupper(eta: f64, tau: f64) -> [Term; 3] {
    // ln of the logistic function, its first derivative and (minus) its second.
    let logistic = |x: f64| {
        let (up, down) = (1.0 / (1.0 + (-x).exp()), 1.0 / (1.0 + x.exp()));
        let value = if x < -36.0 { x } else { -(-x).exp().ln_1p() };
        (value, down, up * down)
    };
    let ((first, first_slope, first_bend), (second, second_slope, second_bend)) =
        (logistic(eta - tau), logistic(-eta - tau));
    let shrink = -(-2.0 * tau).exp_m1();
    [
        Term {
            value: first,
            eta: first_slope,
            tau: -first_slope,
            eta_eta: -first_bend,
            eta_tau: first_bend,
            tau_tau: -first_bend,
        },
        Term {
            value: second,
            eta: -second_slope,
            tau: -second_slope,
            eta_eta: -second_bend,
            eta_tau: -second_bend,
            tau_tau: -second_bend,
        },
        Term {
            value: first + second + 2.0 * tau + shrink.ln(),
            eta: first_slope - second_slope,
            tau: 2.0 / shrink - first_slope - second_slope,
            eta_eta: -first_bend - second_bend,
            eta_tau: first_bend - second_bend,
            tau_tau: -4.0 * (-2.0 * tau).exp() / (shrink * shrink) - first_bend - second_bend,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::{davidson, without_ties};

    #[test]
    fn without_ties_the_terms_are_davidsons_with_none() {
        for eta in [0.0, 1e-9, 0.3, -0.3, 5.0, -5.0, 40.0, -40.0, 700.0, -700.0] {
            for (short, long) in without_ties(eta).iter().zip(davidson(eta, f64::NEG_INFINITY)).take(2) {
                let pairs = [(short.value, long.value), (short.eta, long.eta), (short.eta_eta, long.eta_eta)];
                assert!(pairs.iter().all(|(a, b)| (a - b).abs() <= 1e-15 * b.abs().max(1.0)), "{eta}: {pairs:?}");
            }
        }
    }
}
