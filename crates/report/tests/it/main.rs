//! Reports: documents, tables, figures.

mod comparison;
mod document;
mod figures;
