//! A number with its noun.

/// `1 item`, `2 items`.
pub(crate) fn count_noun(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
