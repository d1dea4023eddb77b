//! Datasets: judgements from events and from foreign tables.

mod foreign_tables;
mod odd_tables;
mod worked_studies;
