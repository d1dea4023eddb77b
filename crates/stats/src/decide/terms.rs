//! Which random effects a design can show.

/// A random effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// Some raters are more generous than others.
    Rater,
    /// Some items are easier than others.
    Item,
    /// Single outputs are better or worse than their system and item would have it: item × system.
    Output,
    /// Raters have a taste for systems: rater × system.
    Taste,
    /// One rater sees one output in the same way each time: rater × item × system.
    Reading,
}

/// A random effect that is not in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub term: Term,
    /// Why.
    pub reason: Reason,
}

/// Why a random effect is not in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// There is one rater or item, and nothing varies between one.
    Single,
    /// There are two raters or items: too few to learn a variance from, so they are taken as they are.
    Two,
    /// Each level was judged once, so that the effect is part of the residual.
    NotRepeated,
    /// So few levels were judged twice that the effect cannot be told from the residual.
    TooRare,
    /// It has the same levels as another effect, which stands for both.
    SameAs(Term),
}

/// What a reader must know before generalising.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caution {
    /// With one or two raters taste cannot be told from systems: the conclusion is about these raters only.
    TheseRaters {
        /// How many there are.
        raters: usize,
    },
    /// With three or four raters little is known of how much raters differ, and tests find less.
    FewRaters {
        /// How many there are.
        raters: usize,
    },
    /// With one or two items the conclusion is about these items only.
    TheseItems {
        /// How many there are.
        items: usize,
    },
    /// With fewer than ten items little is known of how much items and outputs differ, and tests find less.
    FewItems {
        /// How many there are.
        items: usize,
    },
    /// A few outputs lie so far from the others that intervals are too short; test margins with [`super::decide_pair`].
    FarOutputs,
}

/// Below this many raters or items they are taken as they are.
pub const FEWEST: usize = 3;
/// Below this many raters a caution is due.
pub(super) const FEW: usize = 5;
/// Below this many items a caution is due.
const FEW_ITEMS: usize = 10;

/// The caution due to the number of raters.
#[must_use]
pub fn caution_about_raters(raters: usize) -> Option<Caution> {
    match raters {
        0..FEWEST => Some(Caution::TheseRaters { raters }),
        FEWEST..FEW => Some(Caution::FewRaters { raters }),
        _ => None,
    }
}

/// The cautions due to the numbers of raters and items.
pub(super) fn cautions(raters: usize, items: usize) -> Vec<Caution> {
    let of_items = match items {
        0..FEWEST => Some(Caution::TheseItems { items }),
        FEWEST..FEW_ITEMS => Some(Caution::FewItems { items }),
        _ => None,
    };
    caution_about_raters(raters).into_iter().chain(of_items).collect()
}

/// The most degrees of freedom that a mean may have: twice what the raters or the items can give, whichever are fewer. A mean has mostly
/// the variance between raters, or between items, of which n raters tell with n − 1 degrees of freedom. Where it comes out small by
/// chance, Satterthwaite's formula (1946, Biometrics Bull. 2) counts the degrees of freedom of all other variances instead, and the
/// interval is shortest when it should not be. For a sum of two variances, one with 2 and one with 59 degrees of freedom, intervals
/// of 95 % cover down to 92.2 % without a limit, depending on the share of the first; up to 100 % with a limit of 2; and at least
/// 93.4 % with one of 4.
pub(super) fn most_df_of_mean([rater, item]: [&Levels; 2], terms: &[Term]) -> f64 {
    let most = |term: Term, levels: &Levels| {
        if terms.contains(&term) { 2.0 * (levels.count as f64 - 1.0) } else { f64::INFINITY }
    };
    most(Term::Rater, rater).min(most(Term::Item, item))
}

/// Codes from zero without gaps, and how many there are.
#[derive(Debug, Clone)]
pub(super) struct Levels {
    pub(super) codes: Vec<u32>,
    pub(super) count: usize,
}

impl Levels {
    pub(super) fn new(keys: impl Iterator<Item = u64>) -> Levels {
        let keys: Vec<u64> = keys.collect();
        let mut seen = keys.clone();
        seen.sort_unstable();
        seen.dedup();
        let codes = keys.iter().map(|key| seen.partition_point(|other| other < key) as u32).collect();
        Levels { codes, count: seen.len() }
    }

    pub(super) fn from_codes(codes: &[u32]) -> Levels {
        Levels::new(codes.iter().map(|code| u64::from(*code)))
    }

    /// The combinations of both that occur.
    pub(super) fn cross(&self, other: &Levels) -> Levels {
        let width = other.count as u64;
        Levels::new(self.codes.iter().zip(&other.codes).map(|(a, b)| u64::from(*a) * width + u64::from(*b)))
    }

    /// Whether both divide the rows in the same way.
    pub(super) fn same_as(&self, other: &Levels) -> bool {
        self.count == other.count && self.cross(other).count == self.count
    }
}
