//! Why a number cannot be given.

use thiserror::Error;

/// Why a number cannot be given. Each message says what is needed instead.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatError {
    /// Too little data.
    #[error("{what}: at least {needed} needed, {found} found")]
    TooFew {
        /// What there is too little of.
        what: &'static str,
        /// How many are needed.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// Nothing varies where variation is needed.
    #[error("{what} do not vary, so {statistic} is undefined")]
    Constant {
        /// What is constant.
        what: &'static str,
        /// What is undefined for it.
        statistic: &'static str,
    },
    /// A value is infinite or not a number.
    #[error("{what} holds a value that is not a finite number, at position {index}")]
    NotFinite {
        /// Which input.
        what: &'static str,
        /// Zero-based position.
        index: usize,
    },
    /// Inputs that must be of one length are not.
    #[error("{left} has {left_len} values but {right} has {right_len}")]
    Lengths {
        /// First input.
        left: &'static str,
        /// Its length.
        left_len: usize,
        /// Second input.
        right: &'static str,
        /// Its length.
        right_len: usize,
    },
    /// An argument outside its domain.
    #[error("{what} must be {must}, found {found}")]
    Domain {
        /// The argument.
        what: &'static str,
        /// What it must be.
        must: &'static str,
        /// What it was.
        found: f64,
    },
    /// Systems that cannot be put on one scale.
    #[error("the systems fall into {} groups that no win and loss connects, so their strengths cannot be compared; \
             compare within a group, or leave out systems that won or lost everything", groups.len())]
    Unconnected {
        /// The groups, by system code.
        groups: Vec<Vec<usize>>,
    },
    /// A stored result that its data do not give.
    #[error("the stored {what} is {stored}, but these rows give {found}; find the rows it came from, or fit again")]
    NotAsStored {
        /// Which number.
        what: &'static str,
        /// As stored.
        stored: f64,
        /// As found.
        found: f64,
    },
    /// The fixed effects of a model leave nothing over.
    #[error(
        "the fixed effects explain the response exactly, so there is nothing left to model; check the response column"
    )]
    Explained,
    /// Undefined for a reason of its own.
    #[error("{0}")]
    Undefined(String),
}

/// The result of a statistic.
pub type Result<T> = std::result::Result<T, StatError>;
