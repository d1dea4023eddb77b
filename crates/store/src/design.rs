//! Whether a study is still the one that people have taken part in.
//!
//! Texts, payment, codes, limits of time and names may change, and more people may be wanted. What was
//! asked about which texts in which lists may not: the answers would be answers to something else.

mod response;

use std::collections::BTreeMap;

use plan::Plan;
use sha2::{Digest as _, Sha256};
use study::file::{Combine, Criteria, Order, Pages, PartOrder, Sides};
use study::response::Response;
use study::{CheckQuestion, Snapshot, Study};

/// What is not as it was, in words.
pub type Changes = Vec<String>;

/// A digest of each part that must not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Design {
    parts: BTreeMap<String, String>,
    /// The parts that were once digested otherwise, in that way: what was kept then is still known.
    as_before: BTreeMap<String, String>,
}

/// What a part is called, and how it is digested.
type Part<'a> = (&'static str, &'a dyn Fn(&mut Digest));

/// Words and numbers, kept apart, digested.
#[derive(Default)]
struct Digest(Sha256);

impl Digest {
    fn word(&mut self, word: &str) {
        self.0.update((word.len() as u64).to_le_bytes());
        self.0.update(word.as_bytes());
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        let mut count = 0_u64;
        words.into_iter().for_each(|word| {
            self.word(word);
            count += 1;
        });
        self.0.update(count.to_le_bytes());
    }

    fn number(&mut self, number: impl Into<u64>) {
        self.0.update(number.into().to_le_bytes());
    }

    fn add_optional(&mut self, number: Option<f64>) {
        self.number(u64::from(number.is_some()));
        self.number(number.unwrap_or_default().to_bits());
    }

    fn text(self) -> String {
        self.0.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Design {
    /// What must not change of a study. Its plan is kept, and so are the settings that it was made by: a planner that
    /// would make another plan of them today changes nothing.
    pub(crate) fn from_study(study: &Study, snapshot: &Snapshot) -> Design {
        let parts: [Part<'_>; 9] = [
            ("the systems", &|d| systems(study, d)),
            ("the items", &|d| {
                items(study, d);
                strata(study, d);
            }),
            ("the pictures, recordings and videos", &|d| media(snapshot, d)),
            ("the criteria", &|d| criteria(study, d, response::digest)),
            ("the checks", &|d| questions(&study.checks, d)),
            ("the training questions", &|d| questions(&study.training, d)),
            ("the screening questions", &|d| screening(study, d)),
            ("the closing questions", &|d| closing(study, d, response::digest)),
            ("the lists", &|d| settings(study, d)),
        ];
        Design { parts: digests(&parts), as_before: BTreeMap::new() }
    }

    /// The same as programs noted it that did not keep the plan: with what is in every list.
    pub(crate) fn with_plan(study: &Study, plan: &Plan) -> Design {
        let parts: [Part<'_>; 8] = [
            ("the systems", &|d| systems(study, d)),
            ("the items", &|d| items(study, d)),
            ("the criteria", &|d| criteria(study, d, response::digest)),
            ("the checks", &|d| questions(&study.checks, d)),
            ("the training questions", &|d| questions(&study.training, d)),
            ("the screening questions", &|d| screening(study, d)),
            ("the closing questions", &|d| closing(study, d, response::digest)),
            ("the lists", &|d| lists(study, plan, d)),
        ];
        let as_before: [Part<'_>; 2] = [
            ("the criteria", &|d| criteria(study, d, as_debugged)),
            ("the closing questions", &|d| closing(study, d, as_debugged)),
        ];
        Design { parts: digests(&parts), as_before: digests(&as_before) }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::json!(self.parts).to_string()
    }

    /// What of an earlier design, as it was written down, is different now.
    pub(crate) fn changed_since(&self, earlier: &str) -> Changes {
        let earlier: BTreeMap<String, String> = serde_json::from_str(earlier).unwrap_or_default();
        let same = |name: &String, digest: &String| {
            let earlier = earlier.get(name);
            earlier == Some(digest) || (earlier.is_some() && earlier == self.as_before.get(name))
        };
        self.parts.iter().filter(|(name, digest)| !same(name, digest)).map(|(name, _)| name.clone()).collect()
    }
}

fn digests(parts: &[Part<'_>]) -> BTreeMap<String, String> {
    let digest = |write: &dyn Fn(&mut Digest)| {
        let mut digest = Digest::default();
        write(&mut digest);
        digest.text()
    };
    parts.iter().map(|(name, write)| ((*name).to_owned(), digest(*write))).collect()
}

/// How a response kind was digested at first: by words that were never meant to be kept.
fn as_debugged(response: &Response, digest: &mut Digest) {
    digest.word(&format!("{response:?}"));
}

fn systems(study: &Study, digest: &mut Digest) {
    digest.words(study.systems.iter().map(|system| system.id.0.as_str()));
}

fn media(snapshot: &Snapshot, digest: &mut Digest) {
    for (name, hash) in snapshot.media() {
        digest.words([name, hash]);
    }
}

fn strata(study: &Study, digest: &mut Digest) {
    digest.words(study.strata.iter().map(String::as_str));
    study.items.iter().for_each(|item| digest.words(item.strata.iter().map(String::as_str)));
}

fn items(study: &Study, digest: &mut Digest) {
    digest.words(study.shown.iter().map(|shown| shown.column.as_str()));
    for item in &study.items {
        digest.word(&item.id.0);
        digest.words(item.shown.iter().map(String::as_str));
        for output in &item.outputs {
            digest.words(output.as_deref());
        }
    }
}

fn criteria(study: &Study, digest: &mut Digest, response: fn(&Response, &mut Digest)) {
    for criterion in &study.criteria {
        digest.word(&criterion.id.0);
        digest.word(&criterion.question);
        digest.words(criterion.definition.as_deref());
        if !criterion.cannot_judge.is_empty() {
            digest.words(criterion.cannot_judge.iter().map(String::as_str));
        }
        if !criterion.confidence.is_empty() {
            digest.words(criterion.confidence.iter().map(String::as_str));
        }
        if let Some(follow) = &criterion.only_if {
            digest.word(&follow.words(study));
        }
        response(&criterion.response, digest);
    }
}

fn questions(questions: &[CheckQuestion], digest: &mut Digest) {
    for question in questions {
        digest.words([question.id.as_str(), question.answer.as_str()]);
        digest.number(question.criterion as u64);
        digest.words(question.shown.iter().map(String::as_str));
        digest.words(question.outputs.iter().map(String::as_str));
    }
}

fn screening(study: &Study, digest: &mut Digest) {
    for question in &study.screening {
        digest.words([question.id.as_str(), question.question.as_str()]);
        digest.words(question.options.iter().map(String::as_str));
        digest.words(question.accept.iter().map(String::as_str));
        if let Some(typed) = &question.response {
            response::digest(typed, digest);
        }
    }
}

fn closing(study: &Study, digest: &mut Digest, response: fn(&Response, &mut Digest)) {
    for question in &study.closing {
        digest.words([question.id.as_str(), question.question.as_str()]);
        response(&question.response, digest);
    }
}

/// What a plan is made by, but for how many people do each list.
fn settings(study: &Study, digest: &mut Digest) {
    digest.number(study.about.seed);
    digest_presentation(study, digest);
    let lists = &study.lists;
    digest.number(u64::from(lists.questions));
    digest.number(u64::from(lists.checks.as_ref().map_or(0, |checks| checks.per_list)));
    digest.words(lists.balance.iter().map(String::as_str));
    digest.word(match lists.criteria {
        Criteria::Together => "together",
        Criteria::Apart => "apart",
    });
    for part in &study.parts {
        digest_combinations(study, &part.design, digest);
    }
    parts(study, digest);
}

/// Which outputs are shown together.
fn digest_combinations(study: &Study, design: &study::Design, digest: &mut Digest) {
    digest.word(match design.combine {
        Combine::EveryOutput => "every output",
        Combine::AllPairs => "all pairs",
        Combine::OneAgainstRest => "one against the rest",
        Combine::SampledPairs => "sampled pairs",
        Combine::AllTogether => "all together",
        Combine::Blocks => "blocks",
    });
    digest.add_optional(design.system.map(|system| system as f64));
    for number in [design.pairs_per_item, design.set_size, design.sets_per_item, study.participants.lists_each] {
        digest.number(u64::from(number));
    }
    digest.number(u64::from(design.repeat_items));
}

/// What a study in parts says of them; nothing for a study of one piece.
fn parts(study: &Study, digest: &mut Digest) {
    if !study.in_parts() {
        return;
    }
    digest.word(match study.lists.parts {
        PartOrder::InOrder => "in order",
        PartOrder::Shuffled => "shuffled",
        PartOrder::Interleaved => "interleaved",
    });
    for part in &study.parts {
        digest.words([part.id.as_str(), part.title.as_str()]);
        digest.words(part.about.as_deref());
        part.criteria.iter().for_each(|criterion| digest.number(*criterion as u64));
        for (column, values) in &part.items {
            digest.words(study.strata.get(*column).map(String::as_str));
            digest.words(values.iter().map(String::as_str));
        }
    }
}

fn lists(study: &Study, plan: &Plan, digest: &mut Digest) {
    digest.number(plan.seed);
    digest_presentation(study, digest);
    for (number, list) in plan.lists().iter().enumerate() {
        digest.number(list.itinerary);
        list.criteria.iter().for_each(|criterion| digest.number(*criterion));
        list.checks.iter().for_each(|check| digest.number(*check));
        for page in plan.pages(number) {
            if let Some(part) = plan.part_id(*page) {
                digest.word(part);
            }
            digest.number(page.item);
            plan.outputs(*page).iter().for_each(|system| digest.number(*system));
        }
        digest.number(plan.pages(number).len() as u64);
    }
}

/// In which way a list is presented.
fn digest_presentation(study: &Study, digest: &mut Digest) {
    let lists = &study.lists;
    let order = match lists.order {
        Order::Random => "Random",
        Order::Fixed => "Fixed",
    };
    let sides = match lists.sides {
        Sides::Balanced => "Balanced",
        Sides::Random => "Random",
        Sides::Fixed => "Fixed",
    };
    let pages = match lists.pages {
        Pages::One => "One",
        Pages::All => "All",
    };
    // Whoever looks through the answers now must find that page again. Studies without it are known by what was written before.
    let review = if study.reviews_answers() { " Review" } else { "" };
    digest.word(&format!("{order} {sides} {pages}{review}"));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use session::testing::Sample;

    use super::Design;

    /// Databases hold these: when one changes without the study, every study under way is refused.
    #[test]
    fn the_digests_of_a_study_stay_what_they_are() {
        let sample = Sample::as_written();
        let earlier = Design::with_plan(&sample.study, &sample.plan);
        let design = Design::from_study(&sample.study, &sample.snapshot);
        let all = earlier.parts.iter().chain(&earlier.as_before).chain(&design.parts);
        let kept: String = all.map(|(name, digest)| format!("{digest} {name}\n")).collect();
        expect![[r#"
            7bf0d7441ee4fac8804849344aa05465 the checks
            ac4b7edf7bc41b9b91c52665fd07cf7f the closing questions
            65d30109e7f16189723d5e7d4f87c56d the criteria
            d9f867a5ae380d9fd468cd2f778d1a43 the items
            a49a8c50a804b221b38df0a27d67edce the lists
            c885fd9530bd7cfbb59cd73215c11b6c the screening questions
            f5688c298378133ccfc73dded2e8104d the systems
            9272a2f1ddbd7e453e31fadc763e4d0c the training questions
            882fab26fc5684472e3b8f62c218236b the closing questions
            1cba14b189f0ff60e38e6f80862d3317 the criteria
            7bf0d7441ee4fac8804849344aa05465 the checks
            ac4b7edf7bc41b9b91c52665fd07cf7f the closing questions
            65d30109e7f16189723d5e7d4f87c56d the criteria
            3e6be3fc5f39e3efbc3030632ec1f628 the items
            37d68fcf02bcc557024e01c8dc01321d the lists
            e3b0c44298fc1c149afbf4c8996fb924 the pictures, recordings and videos
            c885fd9530bd7cfbb59cd73215c11b6c the screening questions
            f5688c298378133ccfc73dded2e8104d the systems
            9272a2f1ddbd7e453e31fadc763e4d0c the training questions
        "#]]
        .assert_eq(&kept);
    }

    #[test]
    fn what_an_earlier_program_kept_is_still_known() {
        let sample = Sample::as_written();
        let mut before = Design::with_plan(&sample.study, &sample.plan);
        before.parts.extend(before.as_before.clone());
        let kept = before.to_json();
        assert_eq!(Design::with_plan(&sample.study, &sample.plan).changed_since(&kept), Vec::<String>::new());
        let edited = Sample::with_changes(&[("points = 5", "points = 7")]);
        assert_eq!(Design::with_plan(&edited.study, &edited.plan).changed_since(&kept), ["the criteria"]);
    }
}
