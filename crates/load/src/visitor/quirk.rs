//! What people do beside answering: reload, click twice, save before they send.

/// What someone does with a page of the list beside answering it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quirk {
    None,
    /// Loads it again.
    Reloads,
    /// Clicks the button twice.
    ClicksTwice,
    /// Has it saved by the page's script before it is sent.
    Saves,
}

impl Quirk {
    /// The same person on the same page has the same quirk.
    pub(super) fn draw(person: u64, step: u32) -> Quirk {
        let mixed = (person ^ (u64::from(step) << 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17) % 40;
        match mixed {
            0 | 1 => Quirk::Reloads,
            2 | 3 => Quirk::ClicksTwice,
            4..=9 => Quirk::Saves,
            _most => Quirk::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Quirk;

    #[test]
    fn most_pages_are_just_answered_and_every_quirk_occurs() {
        let quirks: Vec<Quirk> =
            (0..50).flat_map(|person| (0..20).map(move |step| Quirk::draw(person, step))).collect();
        let share = |quirk: Quirk| quirks.iter().filter(|it| **it == quirk).count() as f64 / quirks.len() as f64;
        assert!(share(Quirk::None) > 0.6);
        for quirk in [Quirk::Reloads, Quirk::ClicksTwice, Quirk::Saves] {
            assert!(share(quirk) > 0.02, "{quirk:?}: {}", share(quirk));
        }
    }
}
