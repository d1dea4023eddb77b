//! The section about when researchers are told that something needs a look.

use schemars::JsonSchema;
use serde::Deserialize;

/// `[notify]`: when to notify researchers that something needs attention. The recipients are given to `rejudge serve`, not here.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotifyFile {
    /// How long nobody may arrive although slots are open, such as `"12 h"`; a day when absent.
    pub standstill: Option<String>,
    /// The share of the last 20 lists that were not finished (checks or training failed, too late, given back)
    /// from which on to notify.
    #[serde(default = "half")]
    #[schemars(range(min = 0.05, max = 1.0))]
    pub failures: f64,
    /// Minimum free space on the disk of an SQLite database, in megabytes.
    #[serde(default = "a_thousand")]
    #[schemars(range(min = 1))]
    pub disk_mb: u32,
    /// What not to report.
    #[serde(default)]
    pub off: Vec<NoticeKind>,
}

/// Something that needs attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// Nobody arrives although slots are open.
    Standstill,
    /// Many fail.
    Failures,
    /// Hourly pay is below the floor.
    Wage,
    /// All slots are finished.
    Full,
    /// The disk is nearly full.
    Disk,
}

impl NoticeKind {
    /// Every kind.
    pub const ALL: [NoticeKind; 5] =
        [NoticeKind::Standstill, NoticeKind::Failures, NoticeKind::Wage, NoticeKind::Full, NoticeKind::Disk];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NoticeKind::Standstill => "standstill",
            NoticeKind::Failures => "failures",
            NoticeKind::Wage => "wage",
            NoticeKind::Full => "full",
            NoticeKind::Disk => "disk",
        }
    }
}

fn half() -> f64 {
    0.5
}

fn a_thousand() -> u32 {
    1000
}

impl Default for NotifyFile {
    fn default() -> NotifyFile {
        NotifyFile { standstill: None, failures: half(), disk_mb: a_thousand(), off: Vec::new() }
    }
}
