//! Where on the way a page stands: what it posts to, how far the person is, how long they have.

/// Where on the way a page stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Where the page's form is sent.
    pub action: String,
    /// Where answers are saved while they are given; nowhere when empty.
    pub save: String,
    /// What the addresses of pictures, sounds and videos in its questions begin with.
    pub files: String,
    /// How many events the session has as the page is shown: what is saved from it later counts only if the page was not
    /// sent since.
    pub loaded_at: Option<u32>,
    /// What tells this session's unsent answers on a device from another's.
    pub session: String,
    /// The page before, where going back is possible; none when empty.
    pub back: String,
    /// Where someone can leave the study before its end; nowhere when empty.
    pub leave: String,
    /// Where someone who is done can have their answers erased; nowhere when empty.
    pub withdraw: String,
    /// Whether the person has gone on from it before.
    pub again: bool,
    /// How far the person is.
    pub progress: Option<Progress>,
    /// How long they have, where there is a limit.
    pub seconds_left: Option<u64>,
    /// How many seconds the page must still be open before it can be sent.
    pub wait: u64,
    /// Which list this is of those the person may do; nothing where there is only one.
    pub list: Option<Progress>,
    /// Where they can ask for more time, where they still may.
    pub more_time: Option<MoreTime>,
    /// Whether the person can act on it.
    pub mode: Mode,
}

/// Time that a person may ask for, once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoreTime {
    /// Where.
    pub address: String,
    /// How much it is.
    pub minutes: u64,
}

/// How far a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Steps done, the present one included.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
}

/// Whether a person can act on a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// Someone takes part.
    #[default]
    Live,
    /// Someone looks at the study on the platform before accepting it: there is nothing to send.
    PlatformPreview,
    /// The researcher looks at the pages while writing them: pages reload when a file is saved.
    Preview,
}
