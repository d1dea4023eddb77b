//! The same study in other sizes.

use plan::StudyShape;
use study::{Item, ItemId, Study};

/// The size of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Design {
    /// Items.
    pub items: usize,
    /// People per question.
    pub completions: u32,
}

impl Design {
    /// The size of a study as it is.
    #[must_use]
    pub fn from_study(study: &Study) -> Design {
        Design { items: study.items.len(), completions: study.lists.completions }
    }

    /// The study in this size: with fewer items, taken evenly over the file; with more, made direction after the
    /// present ones. Where everyone does all lists, they still do.
    #[must_use]
    pub fn apply_to(self, study: &Study) -> Study {
        let mut sized = study.clone();
        sized.lists.completions = self.completions.max(1);
        let present = study.items.len();
        if self.items != present && present > 0 {
            sized.items = items(&study.items, self.items.max(1));
        }
        let before = StudyShape::from_study(study).lists();
        if study.participants.lists_each as usize >= before {
            sized.participants.lists_each =
                u32::try_from(StudyShape::from_study(&sized).lists()).unwrap_or(u32::MAX).max(1);
        }
        sized
    }
}

fn items(present: &[Item], wanted: usize) -> Vec<Item> {
    let fewer = wanted < present.len();
    let place = |number: usize| if fewer { number * present.len() / wanted } else { number % present.len() };
    let mut items: Vec<Item> = (0..wanted)
        .map(|number| {
            let item = &present[place(number)];
            let round = if fewer { 0 } else { number / present.len() };
            let id = if round == 0 { item.id.clone() } else { ItemId(format!("{}~{}", item.id.0, round + 1)) };
            Item { id, ..item.clone() }
        })
        .collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    items
}
