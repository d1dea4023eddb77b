//! Published studies and their reproductions, compared.

mod choices;
mod golden;
mod raw;
mod results;
