//! Numbers that came typed, as text.

/// The shortest text that reads back as the same number.
pub(crate) fn text(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || !number.is_finite() || (1e-5..1e16).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}
