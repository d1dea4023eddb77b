//! Published studies and their reproductions, compared.

mod between_runs;
mod choices;
mod golden;
mod raw;
mod results;
