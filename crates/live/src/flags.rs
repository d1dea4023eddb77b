//! What about a session may need a look: from its answers and times alone. Nobody's place or device is guessed.
//!
//! A flag decides nothing. It says a number, what it was held against, and stays a hint: a careful person may be
//! fast, and a study may have one right answer everywhere.

mod all_sessions;
mod haste;
mod others;
mod quality;
mod questions;
mod work;

pub(crate) use all_sessions::AllSessions;
pub(crate) use haste::hurried;
pub use others::Others;
pub(crate) use others::beside;
pub(crate) use quality::of_lists;
pub use quality::{ListQuality, Quality};
pub use questions::Questions;
pub(crate) use work::comparable;
pub use work::{Given, Value, Work};

use std::fmt;

use stats::dist::binomial;
use study::Study;
use work::Favourite;

/// Times are held against the median once this many have finished; before, against the estimate.
const FINISHED_LEAST: usize = 8;
/// Faster than this share of the usual time (Greszki, Meyer and Schoen 2015 look at shares from 0.3 to 0.5).
const FAST: f64 = 1.0 / 3.0;
/// With fewer questions nothing is said about how someone answers.
const QUESTIONS_LEAST: usize = 8;
/// The share of equal answers that is called the same answer throughout.
const SAME: f64 = 0.9;
/// How improbable a preference for one place must be, were places drawn by lot.
const BY_CHANCE: f64 = 0.01;
/// How much more time in use than passed on the server may be reported, in seconds: clocks of devices run a little differently.
const SURPLUS_SECS: f64 = 5.0;
/// How many scaled median deviations below the median agreement is called low (Leys et al. 2013).
const DEVIATIONS: f64 = 3.0;

/// With fewer pages that have something to read, haste says nothing.
const PAGES_LEAST: usize = 5;

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
    /// A rule or a researcher marked it.
    Marked,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 9] = [
        Kind::Fast,
        Kind::SameAnswer,
        Kind::OneSided,
        Kind::Disagrees,
        Kind::FailedChecks,
        Kind::MoreTimeThanPassed,
        Kind::FasterThanReading,
        Kind::SameText,
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
            Kind::Marked => "marked",
        }
    }
}

/// A flag with its number and what it was held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    pub kind: Kind,
    /// What was found.
    pub found: String,
    /// From where on it is said.
    pub threshold: String,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.kind.title(), self.found, self.threshold)
    }
}

/// The flags of one session, given everyone's.
pub(crate) fn flags(study: &Study, all: &AllSessions<'_>, work: &Work) -> Vec<Flag> {
    let marked = work.marks.iter().map(|reason| Flag {
        kind: Kind::Marked,
        found: reason.clone(),
        threshold: "by a rule of the study or a researcher".to_owned(),
    });
    [
        fast(study, all, work),
        same_answer(work),
        one_sided(work),
        disagrees(all, work),
        failed_checks(study, work),
        more_time_than_passed(work),
        faster_than_reading(work),
        same_text(all, work),
    ]
    .into_iter()
    .flatten()
    .chain(marked)
    .collect()
}

fn fast(study: &Study, all: &AllSessions<'_>, work: &Work) -> Option<Flag> {
    let secs = work.secs.filter(|_| work.finished)?;
    let (usual, whose) = match (all.median_secs, &study.payment) {
        (Some(median), _) if all.finished >= FINISHED_LEAST => (median, "the median"),
        (_, Some(payment)) => (payment.estimated_minutes * 60.0, "the estimate"),
        (_, None) => return None,
    };
    (secs < usual * FAST).then(|| Flag {
        kind: Kind::Fast,
        found: minutes(secs),
        threshold: format!("under a third of {whose}, {}", minutes(usual)),
    })
}

fn same_answer(work: &Work) -> Option<Flag> {
    let (same, of) = work.most_equal?;
    (of >= QUESTIONS_LEAST && same as f64 >= SAME * of as f64).then(|| Flag {
        kind: Kind::SameAnswer,
        found: format!("{same} of {of} answers are the same"),
        threshold: format!("{:.0} % or more, of at least {QUESTIONS_LEAST}", SAME * 100.0),
    })
}

/// One place preferred among those shown, which were drawn by lot. How probable is it that a place, any of them, is
/// chosen so often? The upper tail of the binomial distribution, for each of the places.
fn one_sided(work: &Work) -> Option<Flag> {
    let Favourite { place, chosen, of, places } = work.favourite?;
    if of < QUESTIONS_LEAST || places < 2 {
        return None;
    }
    let chance = (at_least(chosen, of, 1.0 / places as f64) * places as f64).min(1.0);
    (chance < BY_CHANCE).then(|| Flag {
        kind: Kind::OneSided,
        found: format!("{chosen} of {of} times the {} of {places}", ordinal(place)),
        threshold: format!("by chance in fewer than {:.0} of 100 sessions", BY_CHANCE * 100.0),
    })
}

/// The chance of so many or more of `of` trials.
fn at_least(chosen: usize, of: usize, chance: f64) -> f64 {
    chosen.checked_sub(1).map_or(1.0, |fewer| binomial::sf(fewer as u64, of as u64, chance))
}

fn disagrees(all: &AllSessions<'_>, work: &Work) -> Option<Flag> {
    let own = all.agreement(work).filter(|own| own.questions >= QUESTIONS_LEAST)?;
    let usual = all.usual_agreement.as_ref().filter(|usual| usual.people >= FINISHED_LEAST)?;
    let threshold = usual.median - DEVIATIONS * usual.deviation;
    (own.share < threshold).then(|| Flag {
        kind: Kind::Disagrees,
        found: format!("agrees {:.0} % with the rest on {} questions", own.share * 100.0, own.questions),
        threshold: format!("under {:.0} %, the median being {:.0} %", threshold * 100.0, usual.median * 100.0),
    })
}

fn failed_checks(study: &Study, work: &Work) -> Option<Flag> {
    let allowed = study.lists.checks.as_ref().map_or(0, |checks| checks.allowed_failures);
    (work.checks_failed > 0).then(|| Flag {
        kind: Kind::FailedChecks,
        found: format!("{} of {}", work.checks_failed, work.checks),
        threshold: format!("the study allows {allowed}"),
    })
}

fn more_time_than_passed(work: &Work) -> Option<Flag> {
    (work.surplus_secs > SURPLUS_SECS).then(|| Flag {
        kind: Kind::MoreTimeThanPassed,
        found: format!("{} more than passed", minutes(work.surplus_secs)),
        threshold: format!("{SURPLUS_SECS:.0} s are allowed for clocks that differ"),
    })
}

fn faster_than_reading(work: &Work) -> Option<Flag> {
    let (fast, of) = work.hurried;
    (of >= PAGES_LEAST && 2 * fast >= of).then(|| Flag {
        kind: Kind::FasterThanReading,
        found: format!("{fast} of {of} pages"),
        threshold: format!("half of at least {PAGES_LEAST}, at {:.0} words a minute", haste::WORDS_A_MINUTE),
    })
}

fn same_text(all: &AllSessions<'_>, work: &Work) -> Option<Flag> {
    all.writers(work).map(|people| Flag {
        kind: Kind::SameText,
        found: format!("{people} people wrote the same"),
        threshold: "two or more, word for word".to_owned(),
    })
}

/// A time in minutes, or in seconds when it is short.
pub fn minutes(secs: f64) -> String {
    if secs < 100.0 { format!("{secs:.0} s") } else { format!("{:.1} min", secs / 60.0) }
}

fn ordinal(place: usize) -> String {
    match place {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", place + 1),
    }
}

#[cfg(test)]
mod tests;
