//! The papers around a study, filled in from what the study says already.
//!
//! **In**: a study, its plan, its results, and what only its authors know (`record.toml`). **Out**: the HEDS datasheet as the
//! web forms read it, and the same for readers as HTML, Markdown and LaTeX; preregistrations; and a bundle of everything, which can be checked
//! against itself. Every answer says where it comes from; what nobody said is missing, never guessed. **Does not know** where
//! files are or who is asked.

pub mod archive;
pub mod authors;
pub mod bundle;
mod citable;
mod filled_form;
pub mod heds;
pub mod preregistration;
mod rehearsal_file;
mod words;

pub use authors::{AuthorsRecord, RECORD_FILE, read_record, schema};
pub use filled_form::{FilledForm, Group, Line};
