//! The table of transitions, for readers. A test does each of them and holds [`crate::decide`] to it.

/// One transition: where someone is, what they do, what happens, what they see next, and what becomes of the slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// Where the session is.
    pub at: &'static str,
    /// What is done.
    pub command: &'static str,
    /// The kinds of event it gives rise to.
    pub happens: &'static [&'static str],
    /// What comes next, or why not.
    pub then: &'static str,
    /// What becomes of the slot.
    pub slot: &'static str,
}

const fn row(
    at: &'static str,
    command: &'static str,
    happens: &'static [&'static str],
    then: &'static str,
    slot: &'static str,
) -> Transition {
    Transition { at, command, happens, then, slot }
}

/// Every transition of a session, in the order of a participant's way.
pub const TRANSITIONS: &[Transition] = &[
    row("nowhere", "come", &["arrived"], "information", ""),
    row("nowhere, study full", "come", &["arrived", "turned-away"], "refused: full", ""),
    row("nowhere, study paused", "come", &["arrived", "turned-away"], "refused: paused", ""),
    row("nowhere, study closed", "come", &["arrived", "turned-away"], "refused: closed", ""),
    row("nowhere, lists done", "come", &["arrived", "turned-away"], "refused: already took part", ""),
    row("nowhere", "submit", &[], "refused: not yours", ""),
    row("information", "resume", &[], "information", ""),
    row("information", "consent", &["consented"], "screening", ""),
    row("information, no screening", "consent", &["consented", "held"], "instructions", "held"),
    row("information, study full", "consent", &["consented", "turned-away"], "refused: full", ""),
    row("information", "decline", &["declined"], "done: declined", ""),
    row("information", "submit", &[], "refused: first information", ""),
    row("screening", "screen, fitting", &["screened", "held"], "instructions", "held"),
    row("screening", "screen, not fitting", &["screened", "screened-out"], "done: screened-out", ""),
    row("screening", "screen, nothing", &[], "refused: incomplete", ""),
    row("waiting", "resume", &["held"], "instructions", "held"),
    row("instructions", "consent", &[], "instructions", "held"),
    row("instructions", "read instructions", &["instructions-read"], "training 1.0", "held"),
    row("training", "train, rightly", &["training-answered"], "training 1.1", "held"),
    row("training, last question", "train, rightly", &["training-answered"], "page 0", "held"),
    row("training, last question", "train, wrongly", &["training-answered"], "training 2.0", "held"),
    row(
        "training, last question of the last attempt",
        "train, wrongly",
        &["training-answered", "failed"],
        "done: failed-training",
        "free",
    ),
    row("list", "save", &["answered"], "page 0", "held"),
    row("list", "submit", &["answered", "submitted"], "page 1", "held"),
    row("list", "submit, nothing", &[], "refused: incomplete", "held"),
    row("list", "submit, off the scale", &[], "refused: unfit", "held"),
    row("list", "submit a later page", &[], "refused: first page 0", "held"),
    row("list, one page on", "submit the page before, changed", &["answered", "submitted"], "page 1", "held"),
    row("list, one page on", "save the page before, loaded before it was sent", &[], "refused: superseded", "held"),
    row("list, one page on", "submit the page before, again", &[], "page 1", "held"),
    row("list, at a check", "submit, check passed", &["answered", "submitted", "check-passed"], "page", "held"),
    row("list, at a check", "submit, check failed", &["answered", "submitted", "check-failed"], "page", "held"),
    row(
        "list, at a check that ends it",
        "submit, check failed",
        &["answered", "submitted", "check-failed", "failed"],
        "done: failed-check",
        "free",
    ),
    row("list, last page", "submit", &["answered", "submitted"], "closing", "held"),
    row(
        "list, last page, no closing questions",
        "submit",
        &["answered", "submitted", "finished"],
        "done: finished",
        "finished",
    ),
    row("list", "return", &["returned"], "done: returned", "free"),
    row("list", "decline", &["declined"], "done: declined", "free"),
    row("list", "withdraw", &["withdrawn"], "done: withdrawn", "free"),
    row("list, time over", "resume", &["lapsed"], "done: too-late", "free"),
    row("list, time over", "submit", &["lapsed", "answered", "submitted"], "refused: too late", "free"),
    row("list, time over", "lapse", &["lapsed"], "done: too-late", "free"),
    row("list", "extend", &["extended"], "page 0", "held"),
    row("list", "reissue", &["reissued", "lapsed"], "done: too-late", "free"),
    row("closing", "close", &["closing-answered", "finished"], "done: finished", "finished"),
    row("closing, checks failed", "close", &["closing-answered", "failed"], "done: failed-check", "free"),
    row(
        "closing, checks failed, flagging",
        "close",
        &["closing-answered", "finished", "flagged"],
        "done: finished",
        "finished",
    ),
    row("closing, time over", "lapse", &["finished"], "done: finished", "finished"),
    row("finished", "resume", &[], "done: finished", "finished"),
    row("finished", "submit the page before, changed", &[], "refused: ended finished", "finished"),
    row("finished", "comment", &["commented"], "done: finished", "finished"),
    row("finished", "withdraw", &["withdrawn"], "done: withdrawn", "free"),
    row("finished", "reopen", &["reopened"], "page 0", "held"),
    row("finished", "exclude", &["excluded"], "done: finished", "finished"),
    row("finished", "reissue", &[], "refused: not applicable", "finished"),
    row("finished, excluded", "reissue", &["reissued"], "done: finished", "finished"),
    row("finished, excluded, reissued", "reissue", &[], "refused: not applicable", "finished"),
    row("too late", "reopen", &["reopened"], "page 0", "held"),
    row("too late, slot gone", "reopen", &[], "refused: slot gone", ""),
    row("too late", "accept late", &[], "refused: incomplete", ""),
    row("too late, all pages sent", "accept late", &["accepted-late"], "done: finished", "finished"),
    row("declined", "consent", &[], "refused: ended declined", ""),
    row("withdrawn", "reopen", &[], "refused: not applicable", ""),
];
