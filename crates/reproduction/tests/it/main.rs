//! Published studies and their reproductions, compared.

mod choices;
mod few_people;
mod golden;
mod raw;
mod results;
