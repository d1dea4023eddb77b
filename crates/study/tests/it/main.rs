//! Study files: what is caught, where, and what is made of them.

mod check;
mod docs;
mod no_panic;
mod questions_around;
mod real_studies;
mod rules;
mod worked_studies;
