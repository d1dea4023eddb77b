//! The analysis of worked studies and of published data.

mod options;
mod published_numbers;
mod retest;
mod seeds;
mod tables;
mod verdicts;
mod worked_studies;
