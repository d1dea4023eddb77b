//! Numbers that stand for no answer, as statistics programs have them, and slips: 99, -9 or 44 beside ratings from 1 to 5.

use crate::direction::is_endless;

/// Numbers that are used so. `-1`, `0` and `9` are, too, where nothing is beside them.
const CODES: [f64; 10] = [-9.0, -99.0, -999.0, 88.0, 98.0, 99.0, 888.0, 998.0, 999.0, 9999.0];
/// Of these, and of `-1`, those below zero.
const NEGATIVE: [f64; 4] = [-1.0, -9.0, -99.0, -999.0];

fn is_same_number(one: f64, other: f64) -> bool {
    one.total_cmp(&other).is_eq()
}

fn is_among(value: f64, codes: &[f64]) -> bool {
    codes.iter().any(|code| is_same_number(value, *code))
}

/// The numbers of a column that may stand for no answer, or be slips. `values` are different, ascend, and have how often each occurs;
/// of what is `called` like something without an end, as counts and times are, some may be far from the others.
#[must_use]
pub fn far_numbers(values: &[(f64, usize)], called: &[&str]) -> Vec<f64> {
    let is_endless = called.iter().any(|name| is_endless(name));
    let all: usize = values.iter().map(|(_, count)| count).sum();
    let is_slip = |value: f64, count: usize| value > 10.0 && count * 50 <= all;
    let slips: Vec<f64> =
        values.iter().filter(|(value, count)| !is_endless && is_slip(*value, *count)).map(|it| it.0).collect();
    let mut far: Vec<f64> = codes(values, &slips);
    if !is_endless {
        let rest: Vec<f64> = values.iter().map(|(value, _)| *value).filter(|value| !is_among(*value, &far)).collect();
        far.extend(beyond_gaps(&rest));
    }
    far.sort_by(f64::total_cmp);
    far
}

/// Usual codes beside a scale, and rare numbers above one of ten points.
fn codes(values: &[(f64, usize)], slips: &[f64]) -> Vec<f64> {
    let all: usize = values.iter().map(|(_, count)| count).sum();
    let mut plain: Vec<f64> =
        values.iter().map(|(value, _)| *value).filter(|value| !is_among(*value, &CODES)).collect();
    plain.retain(|value| !is_among(*value, slips));
    let mut rest = plain.clone();
    rest.retain(|value| !is_lone(*value, &plain, all));
    let (Some(low), Some(high)) = (rest.first().copied(), rest.last().copied()) else { return Vec::new() };
    let odd = || values.iter().map(|(value, _)| *value).filter(|value| !is_among(*value, &rest));
    let is_scale = low >= -5.0 && high <= 10.0 || is_contiguous(&rest) && low >= -5.0 && high <= 20.0;
    if is_scale && (rest.len() > 2 || rest.len() == 2 && is_contiguous(&rest)) {
        return odd().collect();
    }
    // Below nothing but numbers from zero up, whatever their scale is.
    let negative = odd().filter(|value| is_among(*value, &NEGATIVE) && low >= 0.0 && rest.len() > 2);
    negative.collect()
}

fn is_contiguous(values: &[f64]) -> bool {
    values.iter().all(|value| value.fract().abs() < f64::EPSILON)
        && values.windows(2).all(|two| is_same_number(two[1] - two[0], 1.0))
}

/// Whether `-1`, `0` or `9` has nothing beside it on a scale that begins and ends elsewhere.
fn is_lone(value: f64, plain: &[f64], all: usize) -> bool {
    const ENOUGH: usize = 30;
    let others: Vec<f64> = plain.iter().copied().filter(|other| !is_same_number(*other, value)).collect();
    let (Some(low), Some(high)) = (others.first().copied(), others.last().copied()) else { return false };
    if is_same_number(value, -1.0) {
        return low >= 1.0 || low >= 0.0 && high > 10.0;
    }
    let is_scale = others.len() > 2 && is_contiguous(&others);
    (is_same_number(value, 0.0) && is_scale && (low >= 3.0 || low >= 2.0 && all >= ENOUGH))
        || (is_same_number(value, 9.0) && is_scale && (0.0..=1.0).contains(&low) && high <= 7.0)
}

/// The ends of numbers that are farther from all others than these are from each other. On short scales, and from 0 to 100, a few
/// answers may be anywhere.
fn beyond_gaps(values: &[f64]) -> Vec<f64> {
    const FEWEST: usize = 3;
    const FEWEST_PARTS: usize = 10;
    let whole = values.iter().all(|value| value.fract().abs() < f64::EPSILON);
    let fewest = if whole { FEWEST } else { FEWEST_PARTS };
    let mut rest = values;
    let mut far = Vec::new();
    while let [first, inner @ .., last] = rest
        && let (Some(second), Some(before)) = (inner.first(), inner.last())
        && rest.len() > fewest
    {
        if *first >= 0.0 && (*last <= 10.0 || *last <= 100.0 && *before > 10.0) {
            break;
        }
        if last - before > before - first {
            far.push(*last);
            rest = &rest[..rest.len() - 1];
        } else if second - first > last - second {
            far.push(*first);
            rest = &rest[1..];
        } else {
            break;
        }
    }
    far
}

#[cfg(test)]
mod tests {
    use super::far_numbers;

    fn far_of(values: &[i32]) -> Vec<f64> {
        far_numbers(&values.iter().map(|value| (f64::from(*value), 20)).collect::<Vec<_>>(), &[])
    }

    #[test]
    fn numbers_far_from_a_scale_may_stand_for_no_answer_however_many_there_are() {
        for (values, far) in [
            (&[-1, 1, 2, 4, 5, 99][..], &[-1.0, 99.0][..]),
            (&[-9, 1, 2, 3, 4, 5], &[-9.0]),
            (&[-9, -3, -2, -1, 0, 1, 2, 3], &[-9.0]),
            (&[0, 1, 2, 3, 999], &[999.0]),
            (&[1, 2, 3, 4, 5, 9], &[9.0]),
            (&[0, 2, 3, 4, 5], &[0.0]),
            (&[1, 2, 99], &[99.0]),
            (&[1, 2, 3, 44], &[44.0]),
            (&[0, 1, 2, 100], &[100.0]),
            (&[-99, 0, 12, 50, 77, 100], &[-99.0]),
            (&[0, 12, 50, 77, 100, 999], &[999.0]),
        ] {
            assert_eq!(far_of(values), far, "{values:?}");
        }
    }

    #[test]
    fn scales_are_read_at_once() {
        for values in [
            &[1, 2, 3, 4, 5][..],
            &[0, 1, 2, 3, 4, 5],
            &[-1, 0, 1, 2],
            &[-2, -1, 0, 1, 2],
            &[0, 20, 55, 99],
            &[1, 99],
            &[1, 2, 4, 9],
            &[1, 2, 3, 10],
            &[1, 2, 3, 4, 5, 6, 7, 8, 9],
            &[0, 80, 85, 90],
        ] {
            assert_eq!(far_of(values), [0.0; 0], "{values:?}");
        }
        let counts = [(0.0, 9), (1.0, 9), (2.0, 5), (3.0, 3), (14.0, 1)];
        assert_eq!(far_numbers(&counts, &["seconds"]), [0.0; 0]);
        let shares: Vec<(f64, usize)> = (0..12).map(|at| (0.9 + f64::from(at) / 120.0, 1)).collect();
        assert_eq!(far_numbers(&[&[(0.0, 1)], &shares[..]].concat(), &[]), [0.0; 0]);
    }
}
