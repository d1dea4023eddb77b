//! The pages of the list.

use plan::Presentation;
use rehearsal::{Leaving, Spent};
use session::{Session, SessionId, asked};
use study::response::Answer;

use super::whim::Whim;
use super::{Came, End, Fields, Given, Lost, Next, Player, Window, filled, form};
use crate::stage::page::{Page, Sheet};

/// The list that someone was given.
pub(super) struct Part {
    pub(super) session: SessionId,
    list: u32,
    presentation: Presentation,
    /// Whether they have left it once already.
    left: bool,
}

impl Part {
    fn steps(&self) -> u32 {
        self.presentation.steps.len() as u32
    }
}

impl Player<'_> {
    /// Answers a page of the list, or all of them; or leaves.
    pub(super) async fn judges(&mut self, page: &Page, step: Option<u32>) -> Result<Next, Lost> {
        let Some(sheet) = &page.form else { return Err(Lost::Nowhere) };
        if self.learns_part(sheet).await.is_none() {
            self.walked.seen.fault("a page of a list that nobody was given");
            return Ok(Next::Leave(End::Lost));
        }
        if let Some(next) = self.leaves(sheet, step.unwrap_or(0)).await? {
            return Ok(next);
        }
        let whim = Whim::of(self.person.number, step.unwrap_or(0));
        if whim == Whim::Reloads {
            let came = self.window.open(&of_session(sheet, "")).await?;
            let again = self.saw(came);
            if again.page.ending.is_some() {
                // The time was over meanwhile.
                return Ok(Next::Look(again));
            }
            if again.page != *page {
                self.walked.seen.fault("a page that is another when it is loaded again");
            }
        }
        let given = self.answers(page, step);
        let spent = self.spends(step);
        self.house.clock.pass(spent.active_secs + spent.away_secs).await;
        let mut fields = timing(spent, given.len());
        for answer in &given {
            fields.extend(form(answer.step, answer.criterion, &answer.answer));
        }
        self.is_offered(sheet, &fields);
        if whim == Whim::Saves {
            let status = self.window.save(&of_session(sheet, "save"), &fields).await?;
            // What is saved too late is told so when the page is sent.
            if status != 204 && status != 410 {
                self.walked.seen.fault(format!("a save with status {status}"));
            }
        }
        self.submits(sheet, fields, given, whim).await.map(Next::Look)
    }

    async fn submits(&mut self, sheet: &Sheet, fields: Fields, given: Vec<Given>, whim: Whim) -> Result<Came, Lost> {
        let fields = filled(sheet, fields);
        if whim == Whim::ClicksTwice {
            let (first, second) = self.window.send_twice(sheet, &fields).await?;
            self.acknowledged(&first, given);
            return Ok(self.saw(second));
        }
        let came = self.window.send(sheet, &fields).await?;
        self.acknowledged(&came, given);
        Ok(self.saw(came))
    }

    fn acknowledged(&mut self, came: &Came, given: Vec<Given>) {
        if matches!(self.window, Window::Plain(_)) {
            self.walked.seen.submissions.push(came.sending);
        }
        if came.reply == 303 {
            self.watch.answered(given.len());
            self.walked.given.extend(given);
        }
    }

    /// Finds out which list they were given. A person does not know, nor could the pages tell; whoever runs the
    /// rehearsal looks into the database.
    async fn learns_part(&mut self, sheet: &Sheet) -> Option<()> {
        let session: SessionId = sheet.action.split('/').nth(3)?.parse().ok()?;
        if self.part.as_ref().is_some_and(|part| part.session == session) {
            return Some(());
        }
        let events = self.house.store.events_of(&self.house.name, session, 0).await.ok()?;
        let hold = Session::of(events.iter().map(|it| (it.at, &it.event))).hold?;
        let presentation = hold.presentation(&self.house.plan);
        self.part = Some(Part { session, list: hold.slot.list, presentation, left: false });
        Some(())
    }

    /// Leaves, where this is the page at which they do.
    async fn leaves(&mut self, sheet: &Sheet, step: u32) -> Result<Option<Next>, Lost> {
        let Some(part) = self.part.as_mut() else { return Ok(None) };
        let departure = self.person.departure(part.list, part.steps());
        let Some(departure) = departure.filter(|it| it.step == step && !part.left) else { return Ok(None) };
        part.left = true;
        match departure.how {
            Leaving::Vanishes => Ok(Some(Next::Leave(End::Vanished))),
            Leaving::GivesBack => {
                let action = of_session(sheet, "return");
                let came = self.window.send(&Sheet { action, controls: Vec::new() }, &Vec::new()).await?;
                Ok(Some(Next::Look(self.saw(came))))
            }
            Leaving::ComesBack { after_secs } => {
                self.house.clock.pass(after_secs).await;
                // An open link begins anew: whoever means to go on has kept the address of the page.
                let came = self.window.open(&of_session(sheet, "")).await?;
                Ok(Some(Next::Look(self.saw(came))))
            }
        }
    }

    /// The answers to everything the page asks, as the plan says it must.
    fn answers(&mut self, page: &Page, step: Option<u32>) -> Vec<Given> {
        let Some(part) = &self.part else { return Vec::new() };
        let steps = part.steps();
        let wanted: Vec<u32> = step.map_or_else(|| (0..steps).collect(), |step| vec![step]);
        let mut given = Vec::new();
        let mut as_planned = page.screens.len() == wanted.len();
        for (step, screen) in wanted.into_iter().zip(&page.screens) {
            let Some(asked) = asked(&self.house.study, &self.house.plan, part.list, &part.presentation, step) else {
                continue;
            };
            let planned = asked.outputs.iter().map(|text| normal(text));
            as_planned &= screen
                .iter()
                .zip(planned)
                .all(|(shown, planned)| shown.as_deref().is_none_or(|shown| normal(shown) == planned));
            for &criterion in &asked.criteria {
                let answer: Option<Answer> = self.person.answers(&asked, criterion, (step, steps));
                given.extend(answer.map(|answer| Given { session: part.session, step, criterion, answer }));
            }
        }
        if !as_planned {
            self.walked.seen.fault("a page that shows something else than was planned");
        }
        given
    }

    fn spends(&self, step: Option<u32>) -> Spent {
        let Some(part) = &self.part else { return self.person.spends_around(0) };
        let Some(step) = step else {
            let all = (0..part.steps()).map(|step| self.person.spends(part.list, step));
            return all.fold(Spent { active_secs: 0.0, away_secs: 0.0 }, |sum, page| Spent {
                active_secs: sum.active_secs + page.active_secs,
                away_secs: sum.away_secs + page.away_secs,
            });
        };
        self.person.spends(part.list, step)
    }
}

/// The address of a page of the session that a form belongs to, with what the platform carries in it.
fn of_session(sheet: &Sheet, page: &str) -> String {
    let (path, query) = sheet.action.split_once('?').map_or((sheet.action.as_str(), ""), |(path, query)| (path, query));
    let session: String = path.split_inclusive('/').take(4).collect();
    if query.is_empty() { format!("{session}{page}") } else { format!("{session}{page}?{query}") }
}

/// Pages keep the words of a text, not the space around it.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the page's script says of the time.
fn timing(spent: Spent, changes: usize) -> Fields {
    let ms = |seconds: f64| ((seconds * 1e3) as u64).to_string();
    let measured = [
        ("open_ms", ms(spent.active_secs + spent.away_secs)),
        ("first_ms", ms(spent.active_secs * 0.6)),
        ("active_ms", ms(spent.active_secs)),
        ("hidden_ms", ms(spent.away_secs)),
        ("changes", changes.to_string()),
    ];
    measured.into_iter().map(|(name, value)| (format!("timing.{name}"), value)).collect()
}
