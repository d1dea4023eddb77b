//! What other platforms and programs wrote, as judgements and the parts of a study.
//!
//! **In**: the bytes of files, and what their owner said about them in a mapping. **Out**: what was recognised and by which
//! signs, a [`dataset::Dataset`], the files of a study folder, and counts that add up to the rows of the input; or the
//! questions that the files do not answer. **Does not know** where files are, nor how judgements are analysed.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "what JSON and TOML hold is matched everywhere here, and a kind that is not named is one of the others"
)]

mod answer_lists;
mod by_file;
mod counts;
mod data_frame;
mod folder;
mod gather;
mod header_rows;
mod import;
mod import_mapping;
mod items_file;
mod judgement_summary;
mod lone_side;
mod marked_spans;
mod merged_cells;
mod number_columns;
mod ordered_words;
mod paper;
mod pattern;
mod personal;
mod plain_cells;
mod preference_words;
mod question;
mod ranking_columns;
mod response_text;
mod shared_items;
mod sheet;
mod sides;
mod source;
mod swapped_sides;
mod wide;

pub use counts::{Counts, Omission};
pub use folder::{StudyFolder, study_of};
pub use import::{ImportOutcome, ReadFiles, Recognition, import, read};
pub use import_mapping::{Import, ImportMapping, schema};
pub use ordered_words::labels_line;
pub use paper::{PastedTable, PrintedNumber, read_pasted, read_printed};
pub use personal::Personal;
pub use plain_cells::with_measured_numbers;
pub use question::{Choice, Question, Stop};
pub use sheet::{Input, unpack_archives};
pub use source::{SOURCES, Source};
