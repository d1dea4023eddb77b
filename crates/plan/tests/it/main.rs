//! Plans: what they promise, checked from outside.

mod checked_studies;
mod parts;
mod promises;
