//! What people do beside answering: reload, click twice, save before they send.

/// What someone does with a page of the list beside answering it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whim {
    None,
    /// Loads it again.
    Reloads,
    /// Clicks the button twice.
    ClicksTwice,
    /// Has it saved by the page's script before it is sent.
    Saves,
}

impl Whim {
    /// The same person on the same page has the same whim.
    pub(super) fn of(person: u64, step: u32) -> Whim {
        let mixed = (person ^ (u64::from(step) << 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17) % 40;
        match mixed {
            0 | 1 => Whim::Reloads,
            2 | 3 => Whim::ClicksTwice,
            4..=9 => Whim::Saves,
            _most => Whim::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Whim;

    #[test]
    fn most_pages_are_just_answered_and_every_whim_occurs() {
        let whims: Vec<Whim> = (0..50).flat_map(|person| (0..20).map(move |step| Whim::of(person, step))).collect();
        let share = |whim: Whim| whims.iter().filter(|it| **it == whim).count() as f64 / whims.len() as f64;
        assert!(share(Whim::None) > 0.6);
        for whim in [Whim::Reloads, Whim::ClicksTwice, Whim::Saves] {
            assert!(share(whim) > 0.02, "{whim:?}: {}", share(whim));
        }
    }
}
