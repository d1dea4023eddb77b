//! Cells of a column that another program holds, taken over when they are first asked for.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::Cells;

/// What takes the cells over.
type Take = dyn Fn() -> Cells + Send + Sync;

/// Cells that may never be needed: how many, and how to have them.
#[derive(Clone)]
pub(super) struct DeferredCells {
    rows: usize,
    take: Arc<Take>,
    taken: OnceLock<Cells>,
}

impl DeferredCells {
    pub(super) fn new(rows: usize, take: impl Fn() -> Cells + Send + Sync + 'static) -> DeferredCells {
        DeferredCells { rows, take: Arc::new(take), taken: OnceLock::new() }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn cells(&self) -> &Cells {
        self.taken.get_or_init(|| (self.take)())
    }
}

impl fmt::Debug for DeferredCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeferredCells").field("rows", &self.rows).field("taken", &self.taken).finish_non_exhaustive()
    }
}
