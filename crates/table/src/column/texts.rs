//! Cells that are mostly different: texts, one behind the other.

/// So many cells stand in one piece of memory. With all of them in one, its growth would take the memory several times.
const IN_A_BLOCK: usize = 1024;

/// Cells in order, each a text or missing.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    blocks: Vec<Block>,
}

#[derive(Debug, Clone, Default)]
struct Block {
    text: String,
    /// Where each cell ends in the text, twice that; one more where it is missing.
    ends: Vec<usize>,
}

impl Texts {
    pub(super) fn push(&mut self, cell: Option<&str>) {
        if self.len().is_multiple_of(IN_A_BLOCK) {
            if let Some(full) = self.blocks.last_mut() {
                full.text.shrink_to_fit();
            }
            self.blocks.push(Block::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.text.push_str(cell.unwrap_or_default());
            block.ends.push(block.text.len() * 2 + usize::from(cell.is_none()));
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * IN_A_BLOCK + last.ends.len())
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        let (block, at) = (self.blocks.get(row / IN_A_BLOCK)?, row % IN_A_BLOCK);
        let end = *block.ends.get(at)?;
        let start = if at == 0 { 0 } else { block.ends[at - 1] / 2 };
        end.is_multiple_of(2).then(|| &block.text[start..end / 2])
    }
}

#[cfg(test)]
mod tests {
    use super::{IN_A_BLOCK, Texts};

    #[test]
    fn cells_are_found_in_whatever_block() {
        let cell = |row: usize| (!row.is_multiple_of(5)).then(|| "ä".repeat(row % 4));
        let mut texts = Texts::default();
        for rows in 0..IN_A_BLOCK * 2 + 3 {
            assert_eq!((texts.len(), texts.get(rows)), (rows, None));
            texts.push(cell(rows).as_deref());
        }
        assert!((0..texts.len()).all(|row| texts.get(row) == cell(row).as_deref()));
    }
}
