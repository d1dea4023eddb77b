//! Pages that were sent sooner than they can be read, by the server's clock alone: nothing a browser tells, and nothing about devices.

use std::collections::BTreeMap;

use session::Session;

use super::Questions;
use super::work::{presentation, presented_answers};

/// Faster than this nobody reads, in words a minute: four times what people read (238, Brysbaert 2019), and twice the fastest voice that
/// people who listen to screen readers set.
pub(super) const WORDS_A_MINUTE: f64 = 1000.0;

/// Pages with fewer words are taken in at a glance.
const WORDS_LEAST: u32 = 20;

/// How many pages of a session were sent sooner than they can be read, of those with enough words; `passed_ms` is how long each took
/// by the server's clock, over all visits.
pub(crate) fn count_hurried_pages(
    questions: &Questions,
    session: &Session,
    passed_ms: impl Fn(u32) -> Option<u64>,
) -> (usize, usize) {
    let Some(presentation) = presentation(questions, session) else { return (0, 0) };
    let pages: BTreeMap<u32, u32> = presented_answers(questions, session, &presentation)
        .into_iter()
        .map(|(step, shown)| (step, questions.words(shown.question, shown.systems)))
        .filter(|(_, words)| *words >= WORDS_LEAST)
        .collect();
    let sooner = |words: u32, ms: u64| (ms as f64) < f64::from(words) * 60_000.0 / WORDS_A_MINUTE;
    if questions.study.lists.pages == study::file::Pages::All {
        // All pages are sent together, and have their time together.
        let (words, ms) = (pages.values().sum(), pages.keys().filter_map(|step| passed_ms(*step)).sum());
        return (if sooner(words, ms) { pages.len() } else { 0 }, pages.len());
    }
    let timed = pages.iter().filter_map(|(step, words)| Some((*words, passed_ms(*step)?)));
    timed.fold((0, 0), |(fast, of), (words, ms)| (fast + usize::from(sooner(words, ms)), of + 1))
}

#[cfg(test)]
mod tests {
    use stats::dist::binomial;
    use stats::dist::normal;

    use super::super::PAGES_LEAST;
    use super::WORDS_A_MINUTE;

    /// How probable it is that a session of 20 pages is flagged whose reader goes at this pace in the median; the logarithms of paces
    /// differ by `between` from person to person and by `within` from page to page.
    fn flag_probability(pace: f64, between: f64, within: f64) -> f64 {
        let (pages, steps) = (20_u64, 400);
        let quantile = |step: i32| (f64::from(step) + 0.5) / f64::from(steps);
        let of_person = |step: i32| {
            let own = pace.ln() + between * normal::quantile(quantile(step));
            let sooner = normal::sf((WORDS_A_MINUTE.ln() - own) / within);
            binomial::sf(pages / 2 - 1, pages, sooner)
        };
        assert!(pages as usize >= PAGES_LEAST);
        (0..steps).map(of_person).sum::<f64>() / f64::from(steps)
    }

    #[test]
    fn who_reads_or_listens_is_hardly_ever_flagged_and_who_answers_at_once_always() {
        // The table in docs/dashboard.md.
        for (who, pace, least, most) in [
            ("reads, by mouse or keyboard", 238.0, 0.0, 0.0001),
            ("reads fast", 400.0, 0.0, 0.01),
            ("listens to a fast screen reader", 500.0, 0.0, 0.02),
            ("skims", 700.0, 0.05, 0.2),
            ("answers in two seconds 80 words each", 2400.0, 0.99, 1.0),
        ] {
            let rate = flag_probability(pace, 0.3, 0.3);
            assert!((least..=most).contains(&rate), "{who}: {rate}");
        }
    }
}
