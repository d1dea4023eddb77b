//! The linear algebra that the models share.

mod eigen;
mod matrix;
mod product;
pub(crate) mod small;
mod square;

pub use matrix::Matrix;
pub(crate) use square::{Factor, Square};
