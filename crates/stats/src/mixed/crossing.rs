//! Where a profile of the deviance crosses a line.

/// Where `rise` becomes zero, going from `centre` by about `step` and no further than `furthest`; the edge when it
/// never does before it. `rise` is negative at the centre and close to a straight line, as the root of a deviance is.
pub(crate) fn crossing(
    centre: f64,
    step: f64,
    furthest: f64,
    rise: &dyn Fn(f64) -> Option<f64>,
    at_centre: f64,
) -> Option<f64> {
    let rise = |by: f64| rise(centre + by);
    let (mut near, mut at_near) = (0.0, at_centre);
    let limit = |by: f64| if by.abs() > furthest { furthest.copysign(by) } else { by };
    let mut far = limit(step);
    let mut at_far = rise(far)?;
    while at_far < 0.0 {
        if (far.abs() - furthest).abs() < 1e-12 {
            return Some(centre + far);
        }
        (near, at_near) = (far, at_far);
        far = limit(far * 1.6);
        at_far = rise(far)?;
        if !far.is_finite() || far.abs() > 1e6 * (centre.abs() + step.abs()) {
            return None;
        }
    }
    // False position with Illinois' halving.
    let mut previous = 0.0;
    for _ in 0..60 {
        let middle = far - at_far * (far - near) / (at_far - at_near);
        let at_middle = rise(middle)?;
        if at_middle.abs() < 1e-9 || (far - near).abs() < 1e-10 * step.abs() {
            return Some(centre + middle);
        }
        if at_middle > 0.0 {
            (far, at_far) = (middle, at_middle);
            if previous > 0.0 {
                at_near *= 0.5;
            }
        } else {
            (near, at_near) = (middle, at_middle);
            if previous < 0.0 {
                at_far *= 0.5;
            }
        }
        previous = at_middle;
    }
    Some(centre + 0.5 * (near + far))
}
