//! Which random effects meet in which rows.
//!
//! One group leads: the one with most columns. Given all other effects its levels are independent, so
//! it can be eliminated level by level; what remains couples only the *trailing* groups and the fixed
//! effects. For each leading level the pattern lists the trailing columns that meet it.

use super::group::Group;

/// Which trailing columns meet which leading level, and where each row adds to.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Index of the leading group.
    pub leading: usize,
    /// The other groups, in order.
    pub trailing: Vec<Trailing>,
    /// Columns of all trailing groups together.
    pub trailing_columns: usize,
    /// For each leading level, where its meetings start; one more at the end.
    pub level_start: Vec<usize>,
    /// The trailing column of each meeting, ascending within a level.
    pub column: Vec<u32>,
    /// For each trailing column, where its meetings start in `meeting`; one more at the end.
    pub column_start: Vec<usize>,
    /// The meetings of each trailing column, by leading level.
    pub meeting: Vec<Meeting>,
    /// For each row and trailing group, the first meeting it adds to.
    pub slot: Vec<u32>,
}

/// A trailing group.
#[derive(Debug, Clone, Copy)]
pub struct Trailing {
    /// Its index among the groups.
    pub group: usize,
    /// Its first column.
    pub offset: usize,
    /// Effects per level.
    pub width: usize,
}

/// Where a trailing column meets a leading level.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// The leading level.
    pub level: u32,
    /// Index into `column`.
    pub index: u32,
}

impl Pattern {
    /// The pattern of these groups; there must be at least one.
    #[must_use]
    pub fn new(groups: &[Group]) -> Pattern {
        // The first of the largest: `max_by_key` would take the last.
        let leading = (0..groups.len()).rev().max_by_key(|index| groups[*index].columns()).unwrap_or(0);
        let mut offset = 0;
        let mut trailing = Vec::new();
        for (group, it) in groups.iter().enumerate().filter(|(index, _)| *index != leading) {
            trailing.push(Trailing { group, offset, width: it.width() });
            offset += it.columns();
        }
        let mut pattern = Pattern {
            leading,
            trailing,
            trailing_columns: offset,
            level_start: Vec::new(),
            column: Vec::new(),
            column_start: Vec::new(),
            meeting: Vec::new(),
            slot: Vec::new(),
        };
        pattern.meet(groups);
        pattern.transpose();
        pattern
    }

    fn meet(&mut self, groups: &[Group]) {
        let leading = &groups[self.leading];
        let (levels, rows) = (leading.levels.len(), leading.codes.len());
        let by_level = sorted_by(&leading.codes, levels, 0..rows as u32);
        let mut ends = vec![0usize; levels + 1];
        for code in &leading.codes {
            ends[*code as usize + 1] += 1;
        }
        for level in 0..levels {
            ends[level + 1] += ends[level];
        }
        self.slot = vec![0; rows * self.trailing.len()];
        self.level_start = Vec::with_capacity(levels + 1);
        let mut met: Vec<(u32, u32)> = Vec::new();
        for level in 0..levels {
            self.level_start.push(self.column.len());
            for (position, it) in self.trailing.iter().enumerate() {
                let codes = &groups[it.group].codes;
                met.clear();
                met.extend(by_level[ends[level]..ends[level + 1]].iter().map(|row| (codes[*row as usize], *row)));
                met.sort_unstable();
                let mut last = None;
                for (code, row) in &met {
                    if last != Some(*code) {
                        let first = it.offset as u32 + code * it.width as u32;
                        self.column.extend(first..first + it.width as u32);
                        last = Some(*code);
                    }
                    self.slot[*row as usize * self.trailing.len() + position] = (self.column.len() - it.width) as u32;
                }
            }
        }
        self.level_start.push(self.column.len());
    }

    fn transpose(&mut self) {
        let mut start = vec![0usize; self.trailing_columns + 1];
        for column in &self.column {
            start[*column as usize + 1] += 1;
        }
        for column in 0..self.trailing_columns {
            start[column + 1] += start[column];
        }
        self.column_start.clone_from(&start);
        self.meeting = vec![Meeting { level: 0, index: 0 }; self.column.len()];
        for level in 0..self.level_start.len() - 1 {
            for index in self.level_start[level]..self.level_start[level + 1] {
                let slot = &mut start[self.column[index] as usize];
                self.meeting[*slot] = Meeting { level: level as u32, index: index as u32 };
                *slot += 1;
            }
        }
    }

    /// One past the last column of a trailing group.
    #[must_use]
    pub fn end_of(&self, it: &Trailing) -> usize {
        let next = self.trailing.iter().map(|other| other.offset).find(|offset| *offset > it.offset);
        next.unwrap_or(self.trailing_columns)
    }

    /// The meetings of a leading level.
    #[must_use]
    pub fn of_level(&self, level: usize) -> std::ops::Range<usize> {
        self.level_start[level]..self.level_start[level + 1]
    }

    /// The meetings of a trailing column.
    #[must_use]
    pub fn of_column(&self, column: usize) -> &[Meeting] {
        &self.meeting[self.column_start[column]..self.column_start[column + 1]]
    }
}

/// Rows in order of their code, stably.
fn sorted_by(codes: &[u32], levels: usize, rows: std::ops::Range<u32>) -> Vec<u32> {
    let mut next = vec![0usize; levels + 1];
    for code in codes {
        next[*code as usize + 1] += 1;
    }
    for level in 0..levels {
        next[level + 1] += next[level];
    }
    let mut sorted = vec![0; codes.len()];
    for row in rows {
        let slot = &mut next[codes[row as usize] as usize];
        sorted[*slot] = row;
        *slot += 1;
    }
    sorted
}
