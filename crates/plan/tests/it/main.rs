//! Plans: what they promise, checked from outside.

mod checked_studies;
mod minutes;
mod parts;
mod promises;
