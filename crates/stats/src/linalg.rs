//! Small pieces of linear algebra that the models share; the heavy lifting is faer's.

pub(crate) mod small;
mod square;

pub(crate) use square::{Factor, Square};
