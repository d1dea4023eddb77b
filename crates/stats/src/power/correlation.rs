//! Power of the test of a correlation.

use super::Sides;
use crate::dist::{normal, student_t};

/// Fisher's z of r, with its bias r/(2(n − 1)), against that of the critical correlation
/// r_c = √(t_c²/(t_c² + n − 2)) of the t-test, both with variance 1/(n − 3) (Cohen 1988, eq. 12.3.5).
pub(super) fn power(r: f64, n: f64, alpha: f64, sides: Sides) -> f64 {
    let tail = match sides {
        Sides::One => alpha,
        Sides::Two => alpha / 2.0,
    };
    let t = student_t::upper_quantile(tail, n - 2.0);
    let critical = (t / (t * t + n - 2.0).sqrt()).atanh();
    let z = r.abs().atanh() + r.abs() / (2.0 * (n - 1.0));
    let root = (n - 3.0).sqrt();
    match sides {
        Sides::One => normal::cdf((z - critical) * root),
        Sides::Two => normal::cdf((z - critical) * root) + normal::cdf((-z - critical) * root),
    }
}
