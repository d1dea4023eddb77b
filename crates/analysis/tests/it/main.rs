//! The analysis of worked studies and of published data.

mod published_numbers;
mod retest;
mod seeds;
mod worked_studies;
