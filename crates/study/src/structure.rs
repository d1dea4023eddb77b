//! The codes of what is wrong with the files themselves. All are errors. What is doubtful about a
//! study that can be read is in [`crate::rules`].

mod files;
mod references;
mod tables;

use crate::explain::Explanation;

pub use files::NOT_UNDERSTOOD;

pub(crate) use files::{
    BAD_ACCEPT, BAD_DURATION, BAD_RESPONSE, EMPTY_FILE, MISSING_KEY, NOT_UTF8, OUT_OF_RANGE, SYNTAX, UNKNOWN_KEY,
    UNKNOWN_WORD, UNREADABLE_FILE, WRONG_TYPE,
};
pub(crate) use references::{
    BAD_ANSWER, BAD_CLAIM, BAD_FOLLOW_UP, BAD_PART, BAD_QUESTION, DESIGN_MISFIT, MISSING_TEXT, UNKNOWN_BALANCE,
    UNKNOWN_CRITERION,
};
pub(crate) use tables::{BAD_TABLE, DUPLICATE_ID, EMPTY_CELL, MISSING_COLUMN, NO_ROWS, ROWS_DISAGREE, UNKNOWN_SYSTEM};

/// All of them, in order.
pub(crate) const ALL: &[Explanation] = &[
    UNREADABLE_FILE,
    NOT_UTF8,
    SYNTAX,
    UNKNOWN_KEY,
    WRONG_TYPE,
    MISSING_KEY,
    UNKNOWN_WORD,
    OUT_OF_RANGE,
    EMPTY_FILE,
    NOT_UNDERSTOOD,
    BAD_DURATION,
    BAD_ACCEPT,
    BAD_RESPONSE,
    BAD_TABLE,
    MISSING_COLUMN,
    EMPTY_CELL,
    DUPLICATE_ID,
    NO_ROWS,
    UNKNOWN_SYSTEM,
    ROWS_DISAGREE,
    DESIGN_MISFIT,
    UNKNOWN_CRITERION,
    MISSING_TEXT,
    BAD_ANSWER,
    BAD_CLAIM,
    UNKNOWN_BALANCE,
    BAD_QUESTION,
    BAD_PART,
    BAD_FOLLOW_UP,
];
