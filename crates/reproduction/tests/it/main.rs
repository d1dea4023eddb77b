//! Published studies and their reproductions, compared.

mod golden;
mod raw;
mod results;
