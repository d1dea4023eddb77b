//! Cells that say yes or no.

/// What a cell says; nothing where it is neither yes nor no.
#[must_use]
pub fn yes_or_no(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "true" | "1" | "1.0" | "yes" | "y" | "t" | "x" | "ja" | "j" | "wahr" | "oui" | "vrai" | "sí" | "si" => {
            Some(true)
        }
        "" | "false" | "0" | "0.0" | "no" | "n" | "f" | "nein" | "falsch" | "non" | "faux" => Some(false),
        _ => None,
    }
}
