//! What systems are called: by letters, until an owner unblinds the study.
//!
//! Nobody is to steer a study by its results. So while it is blind, no page and no file of the dashboard holds a
//! system's name or id; and where texts are shown, they are not named by the letters under which results stand, for
//! whoever knows the texts would know the letters.

use sha2::{Digest as _, Sha256};
use study::Study;
use study::response::position::letter;

/// What systems are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Naming {
    /// By letters.
    Blind,
    /// By their own names.
    Open,
}

impl Naming {
    /// What each system of a study is called, in the order of [`Study::systems`].
    #[must_use]
    pub fn names(self, study: &Study) -> Vec<String> {
        match self {
            Naming::Open => study.systems.iter().map(|system| system.name.clone()).collect(),
            Naming::Blind => letters(study).into_iter().map(|letter| format!("system {letter}")).collect(),
        }
    }

    /// The id of each system in files, in the order of [`Study::systems`].
    #[must_use]
    pub fn ids(self, study: &Study) -> Vec<String> {
        match self {
            Naming::Open => study.systems.iter().map(|system| system.id.0.clone()).collect(),
            Naming::Blind => letters(study),
        }
    }
}

/// The letter of each system, drawn by the study's seed: neither the order of the file nor the results tell it.
fn letters(study: &Study) -> Vec<String> {
    let mut letters = vec![String::new(); study.systems.len()];
    for (place, system) in draw_order(study.about.seed, "letters", study.systems.len()).into_iter().enumerate() {
        letters[system] = letter(place).to_uppercase();
    }
    letters
}

/// An order in which the texts of one item are shown: by chance, another for every item, and the same whenever it is
/// looked at.
pub fn order_of_texts(study: &Study, item: usize) -> Vec<usize> {
    draw_order(study.about.seed, &format!("item {item}"), study.systems.len())
}

/// The numbers below `count` in an order that depends on seed and purpose alone.
fn draw_order(seed: u64, purpose: &str, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_cached_key(|number| {
        let digest = Sha256::digest(format!("{seed} {purpose} {number}").as_bytes());
        digest.iter().copied().take(16).collect::<Vec<u8>>()
    });
    order
}

#[cfg(test)]
mod tests {
    use super::draw_order;

    #[test]
    fn an_order_holds_everyone_once_and_differs_by_purpose_and_seed() {
        let orders: std::collections::BTreeSet<Vec<usize>> =
            (0..4).flat_map(|seed| ["a", "b"].map(|purpose| draw_order(seed, purpose, 12))).collect();
        assert_eq!(orders.len(), 8);
        for mut order in orders {
            order.sort_unstable();
            assert_eq!(order, (0..12).collect::<Vec<_>>());
        }
    }
}
