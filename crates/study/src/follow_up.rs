//! Questions that are asked only after certain answers to another question of the same page.

use diag::Diagnostic;

use crate::decode::Places;
use crate::file::{Criteria, CriterionFile, OnlyIfFile, StudyFile};
use crate::response::{Answer, Pairwise, Response, grade_word};
use crate::structure::BAD_FOLLOW_UP;
use crate::{Part, Study};

/// After which answer to another criterion a question is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowUp {
    /// The criterion whose answer decides: an index into [`Study::criteria`].
    pub criterion: usize,
    /// The answers after which it is asked.
    pub when: When,
}

/// Which answers.
#[derive(Debug, Clone, PartialEq)]
pub enum When {
    /// One of these, as a page posts them; of several options chosen, any.
    OneOf(Vec<String>),
    /// A number between these, neither included.
    Between {
        /// Above this.
        above: Option<f64>,
        /// Below this.
        below: Option<f64>,
    },
}

impl FollowUp {
    /// Whether it is asked after this answer. Never after one that could not be given.
    #[must_use]
    pub fn is_asked_after(&self, answer: &Answer) -> bool {
        match &self.when {
            When::OneOf(words) => posted_values(answer).iter().any(|word| words.contains(word)),
            When::Between { above, below } => answer.number().is_some_and(|number| {
                above.is_none_or(|above| number > above) && below.is_none_or(|below| number < below)
            }),
        }
    }

    /// The condition for the script of a page: `{"is":["1"]}`, `{"above":3.0,"below":null}`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let said = match &self.when {
            When::OneOf(words) => serde_json::json!({ "is": words }),
            When::Between { above, below } => serde_json::json!({ "above": above, "below": below }),
        };
        said.to_string()
    }

    /// The condition in words: "`overall` is 1 or 2".
    #[must_use]
    pub fn words(&self, study: &Study) -> String {
        let criterion = study.criteria.get(self.criterion).map_or("", |criterion| criterion.id.0.as_str());
        let number = |word: &str, bound: &Option<f64>| bound.map(|bound| format!("{word} {bound}"));
        let answers = match &self.when {
            When::OneOf(words) => words.join(" or "),
            When::Between { above, below } => {
                let bounds = [number("above", above), number("below", below)];
                bounds.into_iter().flatten().collect::<Vec<_>>().join(" and ")
            }
        };
        format!("`{criterion}` is {answers}")
    }
}

/// An answer as a page posts it; of a graded preference also without its degree. Nothing where no condition can be about it.
fn posted_values(answer: &Answer) -> Vec<String> {
    match answer {
        Answer::Rating(value) => vec![value.to_string()],
        Answer::Count(count) => vec![count.to_string()],
        Answer::Choice(options) => options.clone(),
        Answer::Pairwise(preference) => vec![preference.word().to_owned()],
        Answer::Graded(grade) => {
            let side = answer.choice().map(|preference| preference.word().to_owned());
            [grade_word(*grade)].into_iter().chain(side).collect()
        }
        Answer::Slider(_)
        | Answer::Ranking(_)
        | Answer::BestWorst { .. }
        | Answer::Spans(_)
        | Answer::Text(_)
        | Answer::Unable(_) => Vec::new(),
    }
}

impl Study {
    /// Which of the criteria of a page are asked after these answers on it, in the order of the page.
    #[must_use]
    pub fn asked_after(&self, criteria: &[usize], answer: impl Fn(usize) -> Option<Answer>) -> Vec<usize> {
        let mut asked = Vec::with_capacity(criteria.len());
        for criterion in criteria {
            let follows = self.criteria.get(*criterion).and_then(|it| it.only_if.as_ref());
            let is_asked = follows.is_none_or(|it| {
                asked.contains(&it.criterion) && answer(it.criterion).is_some_and(|answer| it.is_asked_after(&answer))
            });
            if is_asked {
                asked.push(*criterion);
            }
        }
        asked
    }
}

/// The condition of a criterion, as far as it can be understood.
pub(crate) fn resolve(file: &StudyFile, criterion: &CriterionFile) -> Option<FollowUp> {
    let written = criterion.only_if.as_ref()?;
    let decides = file.criteria.iter().position(|other| other.id == written.criterion)?;
    let response = &file.criteria[decides].response;
    let when = if written.is.is_empty() {
        When::Between { above: written.above, below: written.below }
    } else {
        When::OneOf(written.is.iter().filter_map(|answer| find_posted_value(response, &answer.to_text())).collect())
    };
    Some(FollowUp { criterion: decides, when })
}

/// The answer that someone wrote, as a page posts it: by its value, or by the words beside it.
fn find_posted_value(response: &Response, written: &str) -> Option<String> {
    match response {
        Response::Rating(rating) => (rating.lowest()..=rating.highest())
            .find(|value| value.to_string() == written || rating.label(*value) == Some(written))
            .map(|value| value.to_string()),
        Response::Count(count) => {
            written.parse().ok().filter(|value: &u32| *value <= count.maximum()).map(|value| value.to_string())
        }
        Response::Choice(choice) => choice
            .options
            .iter()
            .find(|option| option.id() == written)
            .or_else(|| choice.options.iter().find(|option| option.label() == written))
            .map(|option| option.id().to_owned()),
        Response::Pairwise(pairwise) => preferences(pairwise).into_iter().find(|word| word == written),
        Response::Slider(_)
        | Response::Ranking(_)
        | Response::BestWorst(_)
        | Response::Spans(_)
        | Response::Text(_) => None,
    }
}

fn preferences(pairwise: &Pairwise) -> Vec<String> {
    let sides = ["a", "b", "equal"].into_iter().filter(|word| pairwise.ties || *word != "equal");
    let degrees = pairwise.grades().into_iter().map(grade_word).filter(|_| pairwise.is_graded());
    sides.map(str::to_owned).chain(degrees).collect()
}

/// What is wrong with the conditions of the study.
pub(crate) fn check(file: &StudyFile, parts: &[Part], places: &Places, found: &mut Vec<Diagnostic>) {
    for (number, criterion) in file.criteria.iter().enumerate() {
        let Some(written) = &criterion.only_if else { continue };
        let path = format!("criteria.{number}.only_if");
        let mut complain = |key: &str, message: String, help: String| {
            found.push(BAD_FOLLOW_UP.diagnose(places.find(&format!("{path}{key}")), message).help(help));
        };
        let Some(decides) = file.criteria.iter().position(|other| other.id == written.criterion) else {
            let ids = file.criteria.iter().map(|criterion| criterion.id.as_str()).filter(|id| *id != criterion.id);
            let help = match diag::nearest(&written.criterion, ids.clone()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("there are {}", ids.map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")),
            };
            complain(".criterion", format!("there is no criterion `{}`", written.criterion), help);
            continue;
        };
        if !comes_before(decides, number, file, parts) {
            let message = format!("`{}` is not asked before `{}` on its page", written.criterion, criterion.id);
            let help = "put the criterion it depends on first, in the same part, and ask criteria together".to_owned();
            complain(".criterion", message, help);
            continue;
        }
        if let Some((key, message, help)) = answers(&file.criteria[decides], written) {
            complain(&key, message, help);
        }
    }
}

fn comes_before(decides: usize, follows: usize, file: &StudyFile, parts: &[Part]) -> bool {
    let place = |part: &Part, criterion| part.criteria.iter().position(|asked| *asked == criterion);
    file.lists.criteria == Criteria::Together
        && parts
            .iter()
            .any(|part| place(part, decides).zip(place(part, follows)).is_some_and(|(first, then)| first < then))
}

/// What is wrong with the answers of a condition: where, what, and what to do.
fn answers(decides: &CriterionFile, written: &OnlyIfFile) -> Option<(String, String, String)> {
    let kind = decides.response.kind();
    let bounded = written.above.is_some() || written.below.is_some();
    let range = match &decides.response {
        Response::Rating(rating) => Some((rating.lowest() as f64, rating.highest() as f64)),
        Response::Count(count) => Some((0.0, f64::from(count.maximum()))),
        Response::Slider(slider) => Some((slider.minimum, slider.maximum)),
        Response::Choice(_) | Response::Pairwise(_) => None,
        Response::Ranking(_) | Response::BestWorst(_) | Response::Spans(_) | Response::Text(_) => {
            let message = format!("`{}` is answered by {kind}, which cannot be used in a condition", decides.id);
            let help = "use a rating, a slider, a count, a choice or a choice between two";
            return Some((".criterion".to_owned(), message, help.to_owned()));
        }
    };
    match (written.is.is_empty(), bounded, range) {
        (true, false, _) => {
            let message = format!("it does not say which answers to `{}` lead to it", decides.id);
            Some((String::new(), message, "add `is = […]`, or `above` or `below`".to_owned()))
        }
        (false, true, _) => {
            let message = "`is` and `above` or `below` together".to_owned();
            Some((".is".to_owned(), message, "leave one of them out".to_owned()))
        }
        (true, true, Some((low, high))) => {
            let (above, below) = (written.above.unwrap_or(low - 1.0), written.below.unwrap_or(high + 1.0));
            let whole = !matches!(decides.response, Response::Slider(_));
            let first = if whole { (above.floor() + 1.0).max(low) } else { above.next_up().max(low) };
            let last = if whole { (below.ceil() - 1.0).min(high) } else { below.next_down().min(high) };
            let message = format!("no answer to `{}` lies there: it goes from {low} to {high}", decides.id);
            let key = if written.above.is_some() { ".above" } else { ".below" };
            (first > last).then(|| (key.to_owned(), message, format!("write a number between {low} and {high}")))
        }
        (true, true, None) => {
            let message = format!("`{}` is answered by {kind}, which is not a number", decides.id);
            Some((String::new(), message, "name the answers: `is = […]`".to_owned()))
        }
        (false, false, _) => {
            let wrong = |word: &String| find_posted_value(&decides.response, word).is_none();
            let (at, word) = written.is.iter().map(|it| it.to_text()).enumerate().find(|(_, word)| wrong(word))?;
            let help = match &decides.response {
                Response::Slider(_) => "write `above` or `below`".to_owned(),
                Response::Choice(choice) => {
                    let ids: Vec<&str> = choice.options.iter().map(|option| option.id()).collect();
                    format!("its answers are {}", ids.join(", "))
                }
                Response::Pairwise(pairwise) => format!("its answers are {}", preferences(pairwise).join(", ")),
                Response::Rating(_)
                | Response::Count(_)
                | Response::Ranking(_)
                | Response::BestWorst(_)
                | Response::Spans(_)
                | Response::Text(_) => {
                    let (low, high) = range.unwrap_or_default();
                    format!("its answers go from {low} to {high}")
                }
            };
            Some((format!(".is.{at}"), format!("`{word}` is not an answer to `{}`", decides.id), help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FollowUp, When};
    use crate::response::{Answer, Preference};

    #[test]
    fn a_condition_is_about_what_was_answered_and_never_about_what_could_not_be_judged() {
        let words = |words: &[&str]| When::OneOf(words.iter().map(|word| (*word).to_owned()).collect());
        let check = |when: &When, answer: Answer, expected: bool| {
            let follow = FollowUp { criterion: 0, when: when.clone() };
            assert_eq!(follow.is_asked_after(&answer), expected, "{when:?} after {answer:?}");
        };
        check(&words(&["1", "2"]), Answer::Rating(2), true);
        check(&words(&["1", "2"]), Answer::Rating(3), false);
        check(&words(&["1", "2"]), Answer::Unable("1".to_owned()), false);
        check(&words(&["other"]), Answer::Choice(vec!["style".to_owned(), "other".to_owned()]), true);
        check(&words(&["equal"]), Answer::Pairwise(Preference::Equal), true);
        check(&words(&["a"]), Answer::Graded(2), true);
        check(&words(&["a2"]), Answer::Graded(1), false);
        check(&words(&["b"]), Answer::Graded(0), false);
        let low = When::Between { above: None, below: Some(20.0) };
        check(&low, Answer::Slider(19.5), true);
        check(&low, Answer::Slider(20.0), false);
        check(&When::Between { above: Some(0.0), below: None }, Answer::Count(1), true);
    }
}
