//! The kinds of flags: what each is called, what it means, and what to do.

/// What may need a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Much faster than the others, or than was expected.
    Fast,
    /// Nearly the same answer throughout.
    SameAnswer,
    /// The same place preferred, whatever stood there.
    OneSided,
    /// Other answers than everyone else.
    Disagrees,
    /// Checks were failed.
    FailedChecks,
    /// The browser reported more time than passed.
    MoreTimeThanPassed,
    /// Pages were sent sooner than they can be read.
    FasterThanReading,
    /// Others wrote the same.
    SameText,
    /// Pages were sent that nobody touched.
    Untouched,
    /// The mouse was pressed without having moved there.
    PointerJumps,
    /// Texts came without focus.
    TextWithoutFocus,
    /// A field was filled that nobody sees.
    HiddenField,
    /// A rule or a researcher marked it.
    Marked,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 13] = [
        Kind::Fast,
        Kind::SameAnswer,
        Kind::OneSided,
        Kind::Disagrees,
        Kind::FailedChecks,
        Kind::MoreTimeThanPassed,
        Kind::FasterThanReading,
        Kind::SameText,
        Kind::Untouched,
        Kind::PointerJumps,
        Kind::TextWithoutFocus,
        Kind::HiddenField,
        Kind::Marked,
    ];

    /// The word for it, in addresses and the documentation.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Fast => "fast",
            Kind::SameAnswer => "same-answer",
            Kind::OneSided => "one-sided",
            Kind::Disagrees => "disagrees",
            Kind::FailedChecks => "failed-checks",
            Kind::MoreTimeThanPassed => "more-time-than-passed",
            Kind::FasterThanReading => "faster-than-reading",
            Kind::SameText => "same-text",
            Kind::Untouched => "untouched",
            Kind::PointerJumps => "pointer-jumps",
            Kind::TextWithoutFocus => "text-without-focus",
            Kind::HiddenField => "hidden-field",
            Kind::Marked => "marked",
        }
    }

    /// Reads [`Kind::word`] back.
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What it means, and what to do.
    pub fn explanation(self) -> &'static str {
        match self {
            Kind::Fast => {
                "Finished in less than a third of the median time of everyone who finished; while fewer than eight have, of the study's own estimate. Time counts while the page is in use; where the browser reported nothing, from the slot being given to the end. Read a few of the answers before deciding: short lists and practised readers are fast."
            }
            Kind::SameAnswer => {
                "Nine of ten answers to one criterion, or more, are the same, of at least eight. With good systems the same answer may be right everywhere: look at what others answered."
            }
            Kind::OneSided => {
                "The same place was preferred so often that it would happen by chance in fewer than 1 of 100 sessions; of at least eight choices. Who stands where is drawn by lot, so the texts are no reason."
            }
            Kind::Disagrees => {
                "The answers agree less with the rest than anyone's usually do: more than three scaled median deviations below the median. Agreement is nearness to the mean of the others for numbers, and the share of others who gave the same answer otherwise, over the questions that others answered too. It is looked at once eight people can be compared. A minority may be right."
            }
            Kind::FailedChecks => {
                "A question with a known answer was answered otherwise when it was first sent. What follows from it is the study's own rule."
            }
            Kind::MoreTimeThanPassed => {
                "The browser reported more time in use than passed on the server between one page and the next. No browser does that by itself: the times were made up. They count, also for payment, only as far as the server saw them pass."
            }
            Kind::FasterThanReading => {
                "Half of the pages, or more, of at least five with twenty words to read, were sent sooner than anybody reads them: faster than 1,000 words a minute, by the server's clock alone. Who answers by keyboard or listens to a screen reader is not faster than that. People who skim are flagged, too, and a text may be judged by its first words."
            }
            Kind::SameText => {
                "Somebody else wrote the same, word for word: an answer or a comment of 25 letters or more. Programs repeat themselves, and so do people who are asked for a set phrase."
            }
            Kind::Untouched => {
                "Half of the pages, or more, of at least two, were sent though nobody touched them: no pointer, no finger, no key, and no click by assistive technology, all of which browsers tell apart from what a script does. A script filled them in. It may be an extension that the person chose: look at the answers."
            }
            Kind::PointerJumps => {
                "On half of the pages, or more, of at least five, the mouse was pressed somewhere else within half a second, without having moved there. Programs that steer a browser do that. Fingers, keys and screen readers do not count, and voice control, eye trackers and remote desktops are slower. A program that takes its time is not found by it."
            }
            Kind::TextWithoutFocus => {
                "A text stands in a field that nobody was in, neither by pointer nor by key nor by assistive technology. What people paste or dictate comes with focus, and drafts that are put back are not counted. A script, or an extension that fills in forms, wrote it."
            }
            Kind::HiddenField => {
                "A field was filled in that is hidden from people, from screen readers and from browsers that fill in forms. Programs that fill in every field do that."
            }
            Kind::Marked => "A rule of the study, or one of its researchers, marked the session.",
        }
    }

    /// As a heading.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Fast => "fast",
            Kind::SameAnswer => "same answer",
            Kind::OneSided => "one-sided",
            Kind::Disagrees => "low agreement",
            Kind::FailedChecks => "failed checks",
            Kind::MoreTimeThanPassed => "more time than passed",
            Kind::FasterThanReading => "faster than reading",
            Kind::SameText => "same text as others",
            Kind::Untouched => "untouched pages",
            Kind::PointerJumps => "pointer jumps",
            Kind::TextWithoutFocus => "text without focus",
            Kind::HiddenField => "hidden field filled",
            Kind::Marked => "marked",
        }
    }
}
