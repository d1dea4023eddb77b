//! Products of dense matrices: C ← C + s·A·B, block by block so that what is read stays in the caches.
//!
//! Blocks of A and B are copied into strips that the innermost loop reads from front to back, and a small tile of C
//! stays in registers meanwhile: Goto and van de Geijn (2008), *Anatomy of high-performance matrix multiplication*,
//! ACM Transactions on Mathematical Software 34(3).

use std::ops::Range;

use rayon::prelude::*;

/// Rows and columns of the tile of C that stays in registers.
const TILE_ROWS: usize = 8;
const TILE_COLUMNS: usize = 6;
/// Rows and depth of a block of A that stays in the second-level cache.
const BLOCK_ROWS: usize = 128;
const BLOCK_DEPTH: usize = 256;
/// Columns of C that one thread takes at a time.
const SHARE_COLUMNS: usize = 192;
/// Multiplications below which threads cost more than they give.
const WORTH_THREADS: usize = 1 << 22;

/// A matrix in somebody's cells, from `start` on.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) cells: &'a [f64],
    pub(super) start: usize,
    pub(super) row_step: usize,
    pub(super) column_step: usize,
}

impl View<'_> {
    fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[self.start + row * self.row_step + column * self.column_step]
    }
}

/// Where the factors have anything but zeros, so that the rest need not be multiplied.
#[derive(Clone, Copy)]
pub(super) enum NonZeroPattern {
    Everywhere,
    /// A has nothing above its diagonal.
    LowerA,
    /// A has nothing below its diagonal.
    UpperA,
    /// B has nothing above its diagonal.
    LowerB,
}

impl NonZeroPattern {
    /// The part of the depth in which these rows of A meet the columns of B from `first_column` on.
    fn depth(self, rows: &Range<usize>, first_column: usize, depth: usize) -> Range<usize> {
        match self {
            NonZeroPattern::Everywhere => 0..depth,
            NonZeroPattern::LowerA => 0..rows.end.min(depth),
            NonZeroPattern::UpperA => rows.start.min(depth)..depth,
            NonZeroPattern::LowerB => first_column.min(depth)..depth,
        }
    }
}

/// A product and where it is added: C ← C + `scale`·A·B with A of `rows` × `depth`.
#[derive(Clone, Copy)]
pub(super) struct Product<'a> {
    pub(super) scale: f64,
    pub(super) a: View<'a>,
    pub(super) b: View<'a>,
    pub(super) rows: usize,
    pub(super) depth: usize,
    pub(super) filled: NonZeroPattern,
    /// Leave alone what lies above the diagonal of C, as far as whole tiles do.
    pub(super) lower_only: bool,
}

impl Product<'_> {
    /// Adds the product to C: columns of `stride` cells, of which C begins at row `first_row`.
    pub(super) fn add_to(&self, c: &mut [f64], stride: usize, first_row: usize) {
        let columns = c.len() / stride;
        let share = |(index, c): (usize, &mut [f64])| self.add_share(c, stride, first_row, index * SHARE_COLUMNS);
        if self.rows * self.depth * columns < WORTH_THREADS {
            c.chunks_mut(SHARE_COLUMNS * stride).enumerate().for_each(share);
        } else {
            c.par_chunks_mut(SHARE_COLUMNS * stride).enumerate().for_each(share);
        }
    }

    /// The columns of C from `first_column` on that are in `c`.
    fn add_share(&self, c: &mut [f64], stride: usize, first_row: usize, first_column: usize) {
        let columns = c.len() / stride;
        let packed_b = self.pack_b(first_column, columns);
        let mut packed_a = Vec::new();
        let mut from = if self.lower_only { first_column / TILE_ROWS * TILE_ROWS } else { 0 };
        while from < self.rows {
            let rows = from..(from + BLOCK_ROWS).min(self.rows);
            let deep = self.filled.depth(&rows, first_column, self.depth);
            for depth_start in deep.clone().step_by(BLOCK_DEPTH) {
                let depth = depth_start..(depth_start + BLOCK_DEPTH).min(deep.end);
                self.pack_a(&rows, &depth, &mut packed_a);
                let block = Block {
                    a: &packed_a,
                    b: &packed_b,
                    depth,
                    whole_depth: self.depth,
                    rows: rows.clone(),
                    first_row,
                    stride,
                    // Rows that come before this row of the diagonal are above it.
                    diagonal: self.lower_only.then_some(first_column),
                };
                block.add_to(c);
            }
            from = rows.end;
        }
    }

    /// Strips of `TILE_COLUMNS` columns of s·B, whole depth, row by row.
    fn pack_b(&self, first_column: usize, columns: usize) -> Vec<f64> {
        let mut packed = Vec::with_capacity(columns.next_multiple_of(TILE_COLUMNS) * self.depth);
        for strip in (0..columns).step_by(TILE_COLUMNS) {
            for row in 0..self.depth {
                for column in strip..strip + TILE_COLUMNS {
                    let inside = column < columns;
                    packed.push(if inside { self.scale * self.b.get(row, first_column + column) } else { 0.0 });
                }
            }
        }
        packed
    }

    /// Strips of `TILE_ROWS` rows of a block of A, column by column, with zeros where the last strip ends early.
    fn pack_a(&self, rows: &Range<usize>, depth: &Range<usize>, packed: &mut Vec<f64>) {
        packed.clear();
        packed.resize(rows.len().next_multiple_of(TILE_ROWS) * depth.len(), 0.0);
        let strips = packed.chunks_exact_mut(TILE_ROWS * depth.len());
        for (strip, first) in strips.zip(rows.clone().step_by(TILE_ROWS)) {
            let rows = first..(first + TILE_ROWS).min(rows.end);
            // Read in the order of A's cells.
            if self.a.row_step == 1 {
                for (column, cells) in depth.clone().zip(strip.chunks_exact_mut(TILE_ROWS)) {
                    let start = self.a.start + rows.start + column * self.a.column_step;
                    cells[..rows.len()].copy_from_slice(&self.a.cells[start..start + rows.len()]);
                }
            } else {
                for (index, row) in rows.enumerate() {
                    for (column, cells) in depth.clone().zip(strip.chunks_exact_mut(TILE_ROWS)) {
                        cells[index] = self.a.get(row, column);
                    }
                }
            }
        }
    }
}

/// A block of A in strips, all of B in strips, and where their product goes.
struct Block<'a> {
    a: &'a [f64],
    b: &'a [f64],
    depth: Range<usize>,
    whole_depth: usize,
    rows: Range<usize>,
    first_row: usize,
    stride: usize,
    diagonal: Option<usize>,
}

impl Block<'_> {
    fn add_to(&self, c: &mut [f64]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            #[expect(unsafe_code, reason = "the processor was just asked whether it has these instructions")]
            // SAFETY: the instructions that `add_fused` is compiled to were found to be there.
            unsafe {
                self.add_fused(c);
            }
            return;
        }
        self.add_tiles::<false>(c);
    }

    /// With instructions that multiply and add four numbers at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn add_fused(&self, c: &mut [f64]) {
        self.add_tiles::<true>(c);
    }

    #[inline(always)]
    fn add_tiles<const FUSED: bool>(&self, c: &mut [f64]) {
        let (stride, deep) = (self.stride, self.depth.len());
        for (strip_b, c) in c.chunks_mut(TILE_COLUMNS * stride).enumerate() {
            let start = (strip_b * self.whole_depth + self.depth.start) * TILE_COLUMNS;
            let b = self.b[start..start + deep * TILE_COLUMNS].as_chunks().0;
            for (a, row) in self.a.chunks_exact(deep * TILE_ROWS).zip(self.rows.clone().step_by(TILE_ROWS)) {
                if self.diagonal.is_some_and(|first| row + TILE_ROWS <= first + strip_b * TILE_COLUMNS) {
                    continue;
                }
                let tile = tile::<FUSED>(a.as_chunks().0, b);
                let rows = self.first_row + row..self.first_row + (row + TILE_ROWS).min(self.rows.end);
                for (column, tile) in c.chunks_exact_mut(stride).zip(&tile) {
                    column[rows.clone()].iter_mut().zip(tile).for_each(|(cell, x)| *cell += x);
                }
            }
        }
    }
}

/// The product of a strip of A and a strip of B. Loops over constants, so that the tile stays in registers: with iterators
/// it goes through memory, at a fifth of the speed.
#[inline(always)]
fn tile<const FUSED: bool>(a: &[[f64; TILE_ROWS]], b: &[[f64; TILE_COLUMNS]]) -> [[f64; TILE_ROWS]; TILE_COLUMNS] {
    let mut tile = [[0.0; TILE_ROWS]; TILE_COLUMNS];
    for (a, b) in a.iter().zip(b) {
        for column in 0..TILE_COLUMNS {
            for row in 0..TILE_ROWS {
                let cell = tile[column][row];
                tile[column][row] = if FUSED { a[row].mul_add(b[column], cell) } else { cell + a[row] * b[column] };
            }
        }
    }
    tile
}
