//! Numbers with so many decimals, for people.

/// The number with so many decimals; what lies half-way between two goes to the even one, and zero has no sign.
///
/// Sums are not exact, so that the same judgements in another order may give 2.275 or the number before it. Both are `2.28` here,
/// and `86 %` goes with `0.86` whichever of 85.5 and 0.855 is rounded. Means in papers are rounded like this more often than in
/// any other way: in the fluency study 3.125 is printed as 3.12 and 2.275 as 2.28.
#[must_use]
pub fn to_decimals(value: f64, decimals: usize) -> String {
    let scale = 10_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
    let scaled = value.abs() * scale;
    let half = scaled.floor() + 0.5;
    let rounded = if (scaled - half).abs() <= 1e-12 * scaled { half.round_ties_even() / scale } else { value.abs() };
    let text = format!("{rounded:.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
    if value < 0.0 && !is_zero { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_judgements_changes_no_digit() {
        for half in [1.275_f64, 0.855, 2.555, -0.125, 1000.005] {
            let all = [half.next_down(), half, half.next_up()].map(|value| to_decimals(value, 2));
            assert!(all.iter().all(|text| *text == all[0]), "{all:?}");
        }
        assert_eq!([to_decimals(0.855, 2), to_decimals(85.5, 0)], ["0.86", "86"]);
        assert_eq!([to_decimals(3.125, 2), to_decimals(2.275, 2), to_decimals(3.625, 2)], ["3.12", "2.28", "3.62"]);
        assert_eq!([to_decimals(-0.375, 2), to_decimals(-0.001, 2), to_decimals(1.2749, 2)], ["-0.38", "0.00", "1.27"]);
        assert_eq!([to_decimals(f64::NEG_INFINITY, 1), to_decimals(f64::NAN, 1)], ["-inf", "NaN"]);
    }
}
