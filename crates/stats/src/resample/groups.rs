//! Rows that belong together.

/// Rows that belong together: the ratings of an item, of a rater, of a cluster of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The group of each row, numbered from zero in order of first appearance.
    of_row: Vec<u32>,
    /// Where each group's rows start in `rows`, and where the last one ends.
    starts: Vec<u32>,
    /// All rows, group by group.
    rows: Vec<u32>,
}

impl Groups {
    /// Groups rows by label; labels may be any numbers, also with holes.
    #[must_use]
    pub fn from_labels(labels: &[u32]) -> Self {
        let mut number_of = std::collections::HashMap::new();
        let of_row: Vec<u32> = labels
            .iter()
            .map(|label| {
                let next = number_of.len() as u32;
                *number_of.entry(*label).or_insert(next)
            })
            .collect();
        let mut starts = vec![0u32; number_of.len() + 1];
        for group in &of_row {
            starts[*group as usize + 1] += 1;
        }
        for group in 0..number_of.len() {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut rows = vec![0u32; labels.len()];
        for (row, group) in of_row.iter().enumerate() {
            let place = &mut next[*group as usize];
            rows[*place as usize] = row as u32;
            *place += 1;
        }
        Groups { of_row, starts, rows }
    }

    /// How many groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows of a group, in their order.
    #[must_use]
    pub fn rows(&self, group: usize) -> &[u32] {
        &self.rows[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The group of each row.
    #[must_use]
    pub fn of_row(&self) -> &[u32] {
        &self.of_row
    }
}
