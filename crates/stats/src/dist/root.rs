//! The root of a monotone function of one variable, when no derivative is at hand.

/// The x in `[low, high]` at which `f` changes sign, by Brent's method (Brent 1973, ch. 4).
/// The caller has made sure of the change; otherwise the end with the smaller |f| is returned.
pub(crate) fn brent(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut at_low, mut at_high) = (f(low), f(high));
    if at_low.abs() < at_high.abs() {
        std::mem::swap(&mut low, &mut high);
        std::mem::swap(&mut at_low, &mut at_high);
    }
    if at_low * at_high > 0.0 {
        return high;
    }
    // `high` is the best point so far, `low` the other side, `previous` the best before it.
    let (mut previous, mut at_previous) = (low, at_low);
    let mut step = high - low;
    let mut step_before = step;
    for _ in 0..200 {
        let tolerance = 2.0 * f64::EPSILON * high.abs() + f64::MIN_POSITIVE;
        let half = 0.5 * (low - high);
        if half.abs() <= tolerance || at_high == 0.0 {
            break;
        }
        let interpolated = interpolate((low, at_low), (high, at_high), (previous, at_previous));
        let usable = (interpolated - high).abs() < (0.5 * step_before).abs().min(1.5 * half.abs())
            && (interpolated - high) * half > 0.0;
        step_before = step;
        step = if usable { interpolated - high } else { half };
        if !usable {
            step_before = half;
        }
        (previous, at_previous) = (high, at_high);
        high += if step.abs() > tolerance { step } else { tolerance.copysign(half) };
        at_high = f(high);
        if at_high * at_low > 0.0 {
            (low, at_low) = (previous, at_previous);
        }
        if at_low.abs() < at_high.abs() {
            (previous, at_previous) = (high, at_high);
            std::mem::swap(&mut low, &mut high);
            std::mem::swap(&mut at_low, &mut at_high);
        }
    }
    high
}

/// Inverse quadratic interpolation through three points, or the secant through two.
fn interpolate((a, fa): (f64, f64), (b, fb): (f64, f64), (c, fc): (f64, f64)) -> f64 {
    let distinct = (fa - fc).abs() > 0.0 && (fb - fc).abs() > 0.0 && (fa - fb).abs() > 0.0;
    if distinct {
        a * fb * fc / ((fa - fb) * (fa - fc))
            + b * fa * fc / ((fb - fa) * (fb - fc))
            + c * fa * fb / ((fc - fa) * (fc - fb))
    } else {
        b - fb * (b - a) / (fb - fa)
    }
}

/// The root of a function that is negative far to the left and positive far to the right, from a
/// first guess and a scale: the bracket is widened until it holds the root.
pub(crate) fn increasing(guess: f64, scale: f64, f: impl Fn(f64) -> f64) -> Option<f64> {
    let (mut low, mut high, mut width) = (guess - scale, guess + scale, scale);
    let mut widened = 0;
    while f(low) > 0.0 {
        high = low;
        width *= 2.0;
        low -= width;
        widened += 1;
        if widened > 200 {
            return None;
        }
    }
    while f(high) < 0.0 {
        low = high;
        width *= 2.0;
        high += width;
        widened += 1;
        if widened > 200 {
            return None;
        }
    }
    Some(brent(low, high, f))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_roots_to_rounding() {
        let check = |root: f64, f: &dyn Fn(f64) -> f64, low: f64, high: f64| {
            let found = brent(low, high, f);
            assert!((found - root).abs() <= 1e-15 * root.abs().max(1e-10), "{found} for {root}");
        };
        check(2f64.sqrt(), &|x| x * x - 2.0, 0.0, 10.0);
        check(0.739_085_133_215_160_6, &|x| x.cos() - x, -5.0, 5.0);
        check(1e-5, &|x| (x - 1e-5) * x.exp(), -3.0, 100.0);
        check(3.0, &|x| (x - 3.0).powi(3), 0.0, 10.0);
        let found = increasing(0.0, 1.0, |x| x - 12345.6789).unwrap();
        assert!((found - 12345.6789).abs() < 1e-10);
        assert!(increasing(0.0, 1.0, |_| -1.0).is_none());
    }
}
