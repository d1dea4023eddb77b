//! All pages of one study, rendered on demand.

use std::sync::Arc;

use askama::Template;
use plan::{Plan, Step};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use study::file::{Pages as Layout, Platform};
use study::response::{Answer, Form, Response, View};
use study::{CheckQuestion, Study};

use super::preview_page::{FeedbackShown, Group, PreviewPage};
use super::{ASSETS, FILES, LOOK};
use crate::examples::{Showcase, State, examples, media};
use crate::{
    ClosingQuestion, Departure, Ending, EndingDetails, Feedback, FileNames, FormState, Key, LeaveLinks, LeavePoint,
    Links, Mode, Pages, Place, PostedPage, Progress, RenderError, Repeat, ReturnLink, Screen, Words,
};

/// All pages of one study.
#[derive(Debug)]
pub struct Site {
    study: Arc<Study>,
    plan: Plan,
    steps: Vec<Step>,
    pages: Pages,
    /// Whether the pages are opened as files.
    as_files: bool,
}

/// Everything stands beside the pages, so that they can also be read as files.
fn links(files: &str) -> Links {
    let (assets, files, look) = (ASSETS.to_owned(), files.to_owned(), LOOK.to_owned());
    Links { assets, files, file_names: FileNames::Own, look, as_files: false }
}

#[derive(Template)]
#[template(path = "preview/index.html")]
struct Index<'a> {
    title: &'a str,
    assets: &'a str,
    groups: Vec<LinkGroup>,
    reloads: bool,
}

struct LinkGroup {
    title: &'static str,
    links: Vec<Link>,
}

struct Link {
    href: String,
    words: String,
}

impl Site {
    /// The pages of a study and of the first session of its first list.
    #[must_use]
    pub fn new(study: Arc<Study>, plan: Plan) -> Site {
        let links = links(FILES);
        let steps = plan.draw(0, 0).steps;
        Site { pages: Pages::new(Arc::clone(&study), links), steps, plan, study, as_files: false }
    }

    /// The same pages to be opened as files, with the study's own pictures, sounds and films in this folder.
    #[must_use]
    pub fn as_files(self, folder: &str) -> Site {
        let links = Links { as_files: true, ..links(folder) };
        Site { pages: Pages::new(Arc::clone(&self.study), links), as_files: true, ..self }
    }

    /// The study's own stylesheet; empty for none.
    #[must_use]
    pub fn look(&self) -> &str {
        self.pages.look()
    }

    /// Every page there is.
    #[must_use]
    pub fn all_pages(&self) -> Vec<PreviewPage> {
        let mut entries = self.participant_order();
        entries.extend(self.states());
        entries.push(PreviewPage::Leave);
        entries.extend([
            PreviewPage::Confirm { departure: Departure::GiveBack, reached: LeavePoint::UnderWay },
            PreviewPage::Confirm { departure: Departure::Withdraw, reached: LeavePoint::UnderWay },
            self.withdrawal_afterwards(),
        ]);
        entries.extend(Ending::ALL.into_iter().filter(|ending| *ending != Ending::Finished).map(PreviewPage::Ending));
        entries.extend(examples().iter().map(|(kind, _)| PreviewPage::Kind { kind, language: "en" }));
        entries.extend(media().map(|kind| PreviewPage::Kind { kind, language: "en" }));
        entries.extend(["rating", "ranking", "spans"].map(|kind| PreviewPage::Kind { kind, language: "ar" }));
        entries.extend(
            Words::languages().filter(|l| *l != "en").map(|language| PreviewPage::Kind { kind: "pairwise", language }),
        );
        entries
    }

    fn withdrawal_afterwards(&self) -> PreviewPage {
        let codes = self.study.participants.codes.is_some();
        let reached = if codes { LeavePoint::OverWithCode } else { LeavePoint::Over };
        PreviewPage::Confirm { departure: Departure::Withdraw, reached }
    }

    /// In the order in which a participant meets them.
    fn participant_order(&self) -> Vec<PreviewPage> {
        let mut way = Vec::new();
        match self.study.participants.from {
            Platform::Mturk => way.push(PreviewPage::PlatformPreview),
            Platform::Open | Platform::Prolific => way.push(PreviewPage::Arrival(State::Empty)),
            Platform::Invited => {}
        }
        way.extend([PreviewPage::Information, PreviewPage::Consent]);
        way.extend((!self.study.screening.is_empty()).then_some(PreviewPage::Screening(State::Empty)));
        way.push(PreviewPage::Instructions);
        let training = 0..self.study.training.len();
        way.extend(training.map(|question| PreviewPage::Training { question, feedback_shown: FeedbackShown::NotYet }));
        match self.study.lists.pages {
            Layout::One => {
                let step = |number| PreviewPage::Step { number, state: State::Empty };
                // The others look like the first.
                let before = self.study.lists.break_after.map_or(usize::MAX, |pages| pages as usize);
                let before = before.min(self.steps.len());
                way.extend((0..before).map(step));
                way.extend((before < self.steps.len()).then_some(PreviewPage::Break));
                way.extend((before..self.steps.len()).map(step));
            }
            Layout::All => way.push(PreviewPage::AllSteps(State::Empty)),
        }
        way.extend(self.study.reviews_answers().then_some(PreviewPage::Review));
        let closes = self.study.participants.comment || !self.study.closing.is_empty();
        way.extend(closes.then_some(PreviewPage::Closing(State::Empty)));
        way.push(PreviewPage::Ending(Ending::Finished));
        way
    }

    /// The pages with something to fill in, filled in; of the steps only the first.
    fn states(&self) -> Vec<PreviewPage> {
        let other = |entry: PreviewPage| match entry {
            PreviewPage::Arrival(_) => vec![PreviewPage::Arrival(State::Wrong)],
            PreviewPage::Screening(_) => vec![PreviewPage::Screening(State::Wrong)],
            PreviewPage::Training { question, .. } => [FeedbackShown::Right, FeedbackShown::Wrong]
                .map(|feedback_shown| PreviewPage::Training { question, feedback_shown })
                .to_vec(),
            PreviewPage::Step { number: 0, .. } => {
                [State::Answered, State::Wrong].map(|state| PreviewPage::Step { number: 0, state }).to_vec()
            }
            PreviewPage::AllSteps(_) => [State::Answered, State::Wrong].map(PreviewPage::AllSteps).to_vec(),
            PreviewPage::Closing(_) => [State::Answered, State::Wrong].map(PreviewPage::Closing).to_vec(),
            PreviewPage::Consent if !self.study.training.is_empty() => vec![PreviewPage::TrainingAgain],
            PreviewPage::PlatformPreview
            | PreviewPage::Information
            | PreviewPage::Consent
            | PreviewPage::Instructions
            | PreviewPage::TrainingAgain
            | PreviewPage::Break
            | PreviewPage::Review
            | PreviewPage::Step { .. }
            | PreviewPage::Leave
            | PreviewPage::Confirm { .. }
            | PreviewPage::Ending(_)
            | PreviewPage::Kind { .. } => Vec::new(),
        };
        self.participant_order().into_iter().flat_map(other).collect()
    }

    /// The page that lists all others.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn index(&self) -> Result<String, RenderError> {
        let entries = self.all_pages();
        let link = |entry: &PreviewPage| Link { href: entry.address(), words: entry.name().replace('-', " ") };
        let listed = |group: Group| LinkGroup {
            title: group.title(),
            links: entries.iter().filter(|entry| entry.group() == group).map(link).collect(),
        };
        let groups = Group::ALL.map(listed).into_iter().filter(|listed| !listed.links.is_empty()).collect();
        Index { title: &self.study.about.title, assets: ASSETS, groups, reloads: !self.as_files }.render()
    }

    /// One page.
    ///
    /// # Errors
    /// Never in practice: only when the page cannot be written to memory.
    pub fn render(&self, entry: &PreviewPage) -> Result<String, RenderError> {
        let place = self.place(entry);
        match entry {
            PreviewPage::Arrival(state) => self.pages.arrival(&place, (*state == State::Wrong).then_some("")),
            PreviewPage::PlatformPreview => self.pages.platform_preview(&place, &self.plan),
            PreviewPage::Information => self.pages.information(&place),
            PreviewPage::Consent => self.pages.consent(&place),
            PreviewPage::Screening(state) => self.screening(&place, *state),
            PreviewPage::Instructions => self.pages.instructions(&place),
            PreviewPage::Training { question, feedback_shown } => self.training(&place, *question, *feedback_shown),
            PreviewPage::TrainingAgain => {
                let total = self.study.training.len() as u32;
                let needed = self.study.training_rule.pass;
                self.pages.training_again(&place, Repeat { right: needed.saturating_sub(1), total, needed })
            }
            PreviewPage::Step { number, state } => {
                let screens: Vec<Screen<'_>> = self.screen(*number).into_iter().collect();
                self.pages.questions(&place, &screens, &self.fill_forms(&screens, *state))
            }
            PreviewPage::Break => self.pages.rest(&place),
            PreviewPage::AllSteps(state) => {
                let screens: Vec<Screen<'_>> = (0..self.steps.len()).filter_map(|number| self.screen(number)).collect();
                self.pages.questions(&place, &screens, &self.fill_forms(&screens, *state))
            }
            PreviewPage::Review => {
                let screens: Vec<Screen<'_>> = (0..self.steps.len()).filter_map(|number| self.screen(number)).collect();
                let page = |step: u32| PreviewPage::Step { number: step as usize, state: State::Empty }.address();
                self.pages.review(&place, &screens, &self.fill_forms(&screens, State::Answered), page)
            }
            PreviewPage::Closing(state) => self.closing(&place, *state),
            PreviewPage::Leave => {
                let page = |departure| PreviewPage::Confirm { departure, reached: LeavePoint::UnderWay }.address();
                let to = LeaveLinks { give_back: page(Departure::GiveBack), withdraw: page(Departure::Withdraw) };
                self.pages.leave(&place, LeavePoint::UnderWay, &to)
            }
            PreviewPage::Confirm { departure, reached } => self.pages.confirm(&place, *departure, *reached),
            PreviewPage::Ending(ending) => self.pages.ending(&place, *ending, &self.farewell(*ending)),
            PreviewPage::Kind { kind, language } => {
                let Some(showcase) = Showcase::new(kind, language) else { return Ok(String::new()) };
                let (screens, filled) = showcase.screens(&State::ALL);
                showcase.pages(Links { as_files: self.as_files, ..links(FILES) }).questions(&place, &screens, &filled)
            }
        }
    }

    /// Forms lead to the next page of the way, and out of it.
    fn place(&self, entry: &PreviewPage) -> Place {
        let way = self.participant_order();
        let next = way.iter().position(|other| other == entry).and_then(|at| way.get(at + 1));
        let next = next.map_or_else(|| "index.html".to_owned(), PreviewPage::address);
        let progress = |done: usize, total: usize| Some(Progress { done: done as u32, total: total as u32 });
        let timed = self.study.participants.time_limit_secs;
        let place = Place { action: next, mode: Mode::Preview, ..Place::default() };
        let leaving = Place { leave: PreviewPage::Leave.address(), ..place.clone() };
        match entry {
            PreviewPage::Training { question, .. } => {
                Place { progress: progress(question + 1, self.study.training.len()), ..leaving }
            }
            PreviewPage::Step { number, .. } => {
                Place { progress: progress(number + 1, self.steps.len()), seconds_left: timed, ..leaving }
            }
            PreviewPage::Break => {
                let done = self.study.lists.break_after.unwrap_or_default() as usize;
                Place { progress: progress(done, self.steps.len()), seconds_left: timed, ..leaving }
            }
            PreviewPage::AllSteps(_) | PreviewPage::Review | PreviewPage::Closing(_) => {
                Place { seconds_left: timed, ..leaving }
            }
            PreviewPage::Kind { .. } => Place { progress: progress(3, 20), seconds_left: Some(1500), ..place },
            PreviewPage::PlatformPreview => Place { mode: Mode::PlatformPreview, ..place },
            PreviewPage::Information
            | PreviewPage::Consent
            | PreviewPage::Screening(_)
            | PreviewPage::Instructions
            | PreviewPage::TrainingAgain => leaving,
            PreviewPage::Leave => Place { back: PreviewPage::Information.address(), seconds_left: timed, ..place },
            PreviewPage::Confirm { departure, reached } => self.confirming(*departure, *reached),
            PreviewPage::Ending(ending) if ending.follows_answers() => {
                Place { withdraw: self.withdrawal_afterwards().address(), ..place }
            }
            PreviewPage::Arrival(_) | PreviewPage::Ending(_) => place,
        }
    }

    fn confirming(&self, departure: Departure, reached: LeavePoint) -> Place {
        let ending = match departure {
            Departure::GiveBack => Ending::Returned,
            Departure::Withdraw => Ending::Withdrawn,
        };
        let (back, seconds_left) = match reached {
            LeavePoint::BeforeConsent | LeavePoint::UnderWay => {
                (PreviewPage::Information, self.study.participants.time_limit_secs)
            }
            LeavePoint::Over | LeavePoint::OverWithCode => (PreviewPage::Ending(Ending::Finished), None),
        };
        let action = PreviewPage::Ending(ending).address();
        Place { action, back: back.address(), seconds_left, mode: Mode::Preview, ..Place::default() }
    }

    fn screen(&self, number: usize) -> Option<Screen<'_>> {
        Screen::of_step(&self.study, &self.plan, 0, &self.steps, number as u32)
    }

    fn screening(&self, place: &Place, state: State) -> Result<String, RenderError> {
        let nothing = PostedPage::default();
        self.pages.screening(place, (state == State::Wrong).then_some(&nothing))
    }

    fn training(&self, place: &Place, question: usize, feedback_shown: FeedbackShown) -> Result<String, RenderError> {
        let Some(asked) = self.study.training.get(question) else { return Ok(String::new()) };
        let screen = Screen::of_check(asked, question as u32);
        let filled = match feedback_shown {
            FeedbackShown::NotYet => FormState::default(),
            FeedbackShown::Right | FeedbackShown::Wrong => self.training_answer(asked, question, feedback_shown),
        };
        let feedback = |passed| Feedback { passed: Some(passed), words: asked.feedback.as_deref().unwrap_or_default() };
        let feedback = match feedback_shown {
            FeedbackShown::NotYet => None,
            FeedbackShown::Right => Some(feedback(true)),
            FeedbackShown::Wrong => Some(feedback(false)),
        };
        self.pages.training(place, &screen, &filled, feedback)
    }

    /// An answer that is right, or not, found by trying.
    fn training_answer(&self, asked: &CheckQuestion, question: usize, feedback_shown: FeedbackShown) -> FormState {
        let mut filled = FormState::default();
        let Some(criterion) = self.study.criteria.get(asked.criterion) else { return filled };
        let outputs: Vec<&str> = asked.outputs.iter().map(String::as_str).collect();
        let tried = (0..64).map(|seed| simulate_answer(&criterion.response, &outputs, seed));
        let wanted = |answer: &Answer| {
            let passed = criterion.response.passes(&asked.answer, outputs.len(), answer).unwrap_or(true);
            passed == (feedback_shown == FeedbackShown::Right)
        };
        if let Some(answer) = tried.into_iter().find(wanted) {
            filled.answer(Key { step: question as u32, criterion: asked.criterion as u32 }, &answer);
        }
        filled
    }

    fn fill_forms(&self, screens: &[Screen<'_>], state: State) -> FormState {
        let mut filled = FormState::default();
        for screen in screens {
            for key in screen.keys() {
                let Some(criterion) = self.study.criteria.get(key.criterion as usize) else { continue };
                // Where nothing is answered, nothing follows.
                if state == State::Wrong && criterion.only_if.is_some() {
                    continue;
                }
                let texts = self.study.texts(criterion, &screen.outputs, screen.shown);
                fill(&mut filled, key, &criterion.response, &texts, state);
                if state == State::Answered && !criterion.confidence.is_empty() {
                    filled.form(key, filled.posted_form(key).with_field("confidence", criterion.confidence.len()));
                }
            }
        }
        filled
    }

    fn closing(&self, place: &Place, state: State) -> Result<String, RenderError> {
        let mut filled = FormState::default();
        let mut questions = Vec::new();
        for (number, closing) in self.study.closing.iter().enumerate() {
            let key = Key { step: number as u32, criterion: 0 };
            fill(&mut filled, key, &closing.response, &[], state);
            questions.push(ClosingQuestion { question: &closing.question, response: &closing.response });
        }
        self.pages.closing(place, &questions, &filled, self.study.participants.comment.then_some(""))
    }

    fn farewell(&self, ending: Ending) -> EndingDetails {
        let codes = self.study.participants.codes.as_ref();
        let code = codes.and_then(|codes| match ending {
            Ending::Finished => Some(codes.completed.clone()),
            Ending::Declined => codes.declined.clone(),
            Ending::ScreenedOut => codes.screened_out.clone(),
            Ending::FailedCheck | Ending::FailedTraining => codes.failed_check.clone(),
            Ending::TooLate => codes.late.clone(),
            Ending::Returned
            | Ending::Withdrawn
            | Ending::Full
            | Ending::Paused
            | Ending::Closed
            | Ending::AlreadyTookPart
            | Ending::AlreadyBegun
            | Ending::UnverifiedLink
            | Ending::CannotVerify
            | Ending::NotFound
            | Ending::TooManyRequests
            | Ending::Stale
            | Ending::BadRequest
            | Ending::Fault => None,
        });
        let index = || "index.html".to_owned();
        let back = match (ending, self.study.participants.from) {
            (Ending::Full | Ending::Paused | Ending::Stale | Ending::Fault | Ending::TooManyRequests, _) => {
                Some(ReturnLink::Again { url: index() })
            }
            (_, Platform::Mturk) if code.is_some() => Some(ReturnLink::Form { url: index(), fields: Vec::new() }),
            (_, Platform::Prolific) if code.is_some() => Some(ReturnLink::Link { url: index() }),
            (Ending::Declined | Ending::Returned | Ending::Withdrawn, Platform::Prolific) => {
                Some(ReturnLink::Platform { url: index() })
            }
            _elsewhere => None,
        };
        let reference = if ending == Ending::Fault { "01JCZ7Q0K4".to_owned() } else { String::new() };
        EndingDetails { code: code.unwrap_or_default(), back, reference }
    }
}

fn fill(filled: &mut FormState, key: Key, response: &Response, outputs: &[&str], state: State) {
    match state {
        State::Empty => {}
        State::Answered => filled.answer(key, &simulate_answer(response, outputs, u64::from(key.step) + 1)),
        State::Wrong => filled.complain(key, response.read(&Form::default(), outputs).err().unwrap_or_default()),
    }
}

fn simulate_answer(response: &Response, outputs: &[&str], seed: u64) -> Answer {
    let view = View::unknown(outputs);
    response.simulate(&view, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}
