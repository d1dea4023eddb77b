//! What about a session may need a look: from its answers and times alone. Nobody's place or device is guessed.
//!
//! A flag decides nothing. It says a number, what it was held against, and stays a hint: a careful person may be
//! fast, and a study may have one right answer everywhere.

mod all_sessions;
mod haste;
mod kind;
mod odd;
mod others;
mod quality;
mod questions;
mod work;

pub(crate) use all_sessions::AllSessions;
pub(crate) use haste::count_hurried_pages;
pub use kind::Kind;
pub use odd::Odd;
pub use others::Others;
pub(crate) use others::answers_of_others;
pub(crate) use quality::qualities_of_lists;
pub use quality::{ListQuality, Quality};
pub use questions::Questions;
pub(crate) use work::comparable;
pub use work::{ComparableAnswer, Value, Work};

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
        work.odd.untouched_flag(),
        work.odd.pointer_jumps(),
        work.odd.text_without_focus(),
        work.odd.hidden_field(),
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
