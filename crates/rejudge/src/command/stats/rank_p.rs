//! How the p-value of a rank test is found, as an option.

use clap::{Args, ValueEnum};
use stats::hypothesis::RankP;

/// How the p-value of a rank test is found.
#[derive(Debug, Args)]
pub(crate) struct RankArguments {
    /// How p is found: exact (ties included), normal, or normal with continuity correction
    #[arg(long = "p", value_enum, value_name = "HOW", default_value_t = How::Auto)]
    how: How,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum How {
    /// Exact where that takes less than about a second, else corrected
    Auto,
    Exact,
    Normal,
    Corrected,
}

impl RankArguments {
    /// The same for the statistics.
    pub(crate) fn method(&self) -> RankP {
        match self.how {
            How::Auto => RankP::Auto,
            How::Exact => RankP::Exact,
            How::Normal => RankP::Normal,
            How::Corrected => RankP::NormalCorrected,
        }
    }

    /// What `options` says.
    pub(crate) fn word(&self) -> &'static str {
        match self.how {
            How::Auto => "auto",
            How::Exact => "exact",
            How::Normal => "normal",
            How::Corrected => "corrected",
        }
    }
}
