//! `rejudge demo`: all of it, end to end, on an embedded database.

mod conclusions;
mod steps;
mod worked_study;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use jiff::{SignedDuration, Timestamp};
use load::{Capacity, Clock, LoadTest, LoadTestOutcome, Pace, Progress, TestServer};
use serde_json::json;
use simulation::{RaterModel, Setup};
use study::Study;
use web::wait_for_stop_request;

use crate::command::{conclude, explain_load_error};
use crate::count_noun::count_noun;
use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::progress::participant_bar;
use conclusions::DemoConclusions;
use steps::{Audience, Mark, Steps};
use worked_study::{WORKED, WorkedStudy};

/// Run everything end to end: a worked study is checked, planned, served, filled in by simulated participants,
/// analysed, compared with the published original and reported
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge demo
  rejudge demo --study simplicity-ranking --keep demo
  rejudge demo --once --json

Needs nothing but this program: the five worked studies are built in, and answers go into a temporary folder. \
All data are simulated, so the numbers say nothing about the systems.")]
pub(crate) struct Arguments {
    /// Which worked study
    #[arg(long, value_name = "NAME", default_value = WORKED[0].name, value_parser = PossibleValuesParser::new(WORKED.iter().map(|it| it.name)))]
    study: String,
    /// Keep the study, the answers and the report in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// About how many seconds the simulated participants take
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    seconds: f64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Exit when the report is written, instead of keeping the server running
    #[arg(long)]
    once: bool,
    /// Print one JSON object per line instead of text
    #[arg(long)]
    json: bool,
}

/// People beyond the slots there are, for those who leave or fail.
const SPARE: f64 = 0.2;
/// Minutes until the last have come and looked again, beside the time that one rater takes.
const AROUND_MINUTES: f64 = 25.0;

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if !(self.seconds > 0.0 && self.seconds.is_finite()) {
            return Err(BadInput("`--seconds` must be greater than 0".to_owned()).into());
        }
        let Some(worked) = WORKED.iter().find(|worked| worked.name == self.study) else {
            return Err(BadInput(format!("there is no worked study `{}`", self.study)).into());
        };
        let temporary = tempfile::tempdir()?;
        let place = self.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
        let mut steps = Steps::new(if self.json { Audience::Programs } else { Audience::People });
        let folder = worked.unpack(&place)?;
        let Some(study) = self.check_study(&folder, &mut steps)? else { return Ok(Outcome::ProblemsFound) };
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.show(worked, Arc::new(study), &place, &mut steps))
    }

    fn check_study(&self, folder: &Path, steps: &mut Steps) -> anyhow::Result<Option<Study>> {
        let Some(study) = Folder::from_path(folder)?.sound_study() else { return Ok(None) };
        steps.title(&format!("{} ({})", study.about.title, self.study));
        let counts = [
            count_noun(study.systems.len(), "system", "systems"),
            count_noun(study.items.len(), "item", "items"),
            count_noun(study.criteria.len(), "criterion", "criteria"),
            count_noun(study.claims.len(), "claim", "claims"),
        ];
        let line = format!("no problems found: {}", counts.join(", "));
        let facts = json!({ "study": self.study, "title": study.about.title, "folder": folder.display().to_string() });
        steps.finish(Mark::Passed, "check", &[line], &facts);
        Ok(Some(study))
    }

    async fn show(
        &self,
        worked: &WorkedStudy,
        study: Arc<Study>,
        place: &Path,
        steps: &mut Steps,
    ) -> anyhow::Result<Outcome> {
        let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
        let people = self.people(&study, &plan);
        report_plan(&plan, steps);
        let minutes = AROUND_MINUTES + minutes_each(&study, &plan);
        let raters = fit_raters(&study, self.seed)?;
        let lines = [
            format!("{people} simulated participants, including drop-outs, slips and inattentive ones"),
            raters.source.clone(),
        ];
        steps.finish(Mark::Passed, "simulate", &lines, &json!({ "people": people, "source": raters.source }));
        let folder = place.join(worked.name);
        let speed = (minutes * 60.0 / self.seconds).max(1.0);
        let test = LoadTest {
            name: worked.name,
            files: Arc::new(Folder::from_path(&folder)?),
            database: &place.join("answers.sqlite").display().to_string(),
            raters: &raters,
            seed: self.seed,
            people,
            browsers: 0,
            capacity: Capacity::AsPlanned,
            dashboard: Some(conclude),
            study,
        };
        let server = self.serve(&test, (minutes, speed), steps).await?;
        let outcome = self.send_people(&test, &server, steps).await?;
        let conclusions = DemoConclusions::analyse(&test, worked, &outcome.dataset, steps)?;
        let report = conclusions.write_report(&test, &outcome.dataset, &place.join("results"), steps)?;
        if !self.once {
            self.stay(&server, place, &report, steps).await?;
        } else if self.keep.is_none() {
            steps.print(
                "\nAll files are removed. To keep the study, answers and report: rejudge demo --once --keep demo",
            );
        }
        server.stop().await.map_err(explain_load_error)?;
        Ok(if conclusions.recovered && outcome.storage.has_passed() { Outcome::Done } else { Outcome::ProblemsFound })
    }

    /// Enough to fill the study although some leave or fail.
    fn people(&self, study: &Study, plan: &plan::Plan) -> u64 {
        let each = u64::from(study.participants.lists_each).clamp(1, plan.lists().len().max(1) as u64);
        let needed = plan.slots().div_ceil(each);
        if each > 1 { needed } else { needed + (needed as f64 * SPARE).ceil() as u64 }
    }

    async fn serve(
        &self,
        test: &LoadTest<'_>,
        (minutes, speed): (f64, f64),
        steps: &mut Steps,
    ) -> anyhow::Result<TestServer> {
        // Participants are to have come lately, not to come in the future.
        let began = Timestamp::now() - SignedDuration::from_secs((minutes * 60.0) as i64);
        let clock = Clock::starting(began, Pace::Faster(speed));
        let server = test.start(clock, self.listen).await.map_err(explain_load_error)?;
        let mut lines = vec![
            format!("{} with an SQLite file", server.url),
            format!("its clock runs at {speed:.0} times normal speed until the simulated participants have finished"),
        ];
        lines.extend(server.owner_link.iter().map(|link| format!("watch: {link}")));
        let facts = json!({ "url": server.url, "owner_link": server.owner_link, "speed": speed });
        steps.finish(Mark::Passed, "serve", &lines, &facts);
        Ok(server)
    }

    async fn send_people(
        &self,
        test: &LoadTest<'_>,
        server: &TestServer,
        steps: &mut Steps,
    ) -> anyhow::Result<LoadTestOutcome> {
        let outcome = if self.json {
            test.run(server, &Progress::silent()).await
        } else {
            let (bar, progress) = participant_bar(test.people);
            let outcome = test.run(server, &progress).await;
            bar.finish_and_clear();
            outcome
        };
        let outcome = outcome.map_err(explain_load_error)?;
        let (visits, storage) = (&outcome.visits, &outcome.storage);
        let errors = visits.measurements.errors();
        let ends: Vec<String> = visits
            .count_endings()
            .iter()
            .map(|(end, count)| format!("{count} {}", end.word().replace('-', " ")))
            .collect();
        let saved = if storage.has_passed() {
            format!("{} answers saved; none lost or duplicated", storage.acknowledged)
        } else {
            let (lost, duplicated) = (storage.lost, storage.duplicated);
            format!("{} answers acknowledged: {lost} lost, {duplicated} duplicated", storage.acknowledged)
        };
        let lines =
            [format!("{} arrived: {}", test.people, ends.join(", ")), format!("{saved}; {errors} server errors")];
        let passed = storage.has_passed() && errors == 0;
        let facts = json!({
            "people": test.people,
            "acknowledged": storage.acknowledged,
            "lost": storage.lost,
            "duplicated": storage.duplicated,
            "wrong_endings": storage.wrong_endings,
            "errors": errors,
            "faults": visits.measurements.faults,
        });
        steps.finish(if passed { Mark::Passed } else { Mark::Failed }, "collect", &lines, &facts);
        Ok(outcome)
    }

    /// Says where everything is, and waits until asked to stop.
    async fn stay(&self, server: &TestServer, place: &Path, report: &Path, steps: &mut Steps) -> anyhow::Result<()> {
        server.clock.run_as_usual(Timestamp::now());
        // All slots are taken by now; this is for whoever wants to see it with their own eyes.
        server.add_slots(1).await.map_err(explain_load_error)?;
        let participant = format!("{}{}", server.url, server.link("you"));
        let folder = place.join(&server.name);
        steps.print("\nLook at");
        steps.print_link("participant", &participant);
        steps.print_link("dashboard", server.owner_link.as_deref().unwrap_or_default());
        steps.print_link("report", &format!("file://{}", report.display()));
        steps.print("\nTry next");
        steps.print_link("another study", &format!("rejudge demo --study {}", alternative_study(&server.name)));
        steps.print_link("your own", "rejudge new my-study --kind pairwise && rejudge preview my-study");
        steps.print_link("its power", &format!("rejudge rehearse {}", folder.display()));
        if self.keep.is_none() {
            steps.print_link("keep it all", "rejudge demo --keep demo");
        }
        steps.print("\nStop with ctrl-c.");
        let facts = json!({ "participant": participant, "owner_link": server.owner_link, "report": report.display().to_string() });
        if self.json {
            steps.finish(Mark::Passed, "ready", &[], &facts);
        }
        wait_for_stop_request().await;
        Ok(())
    }
}

fn report_plan(plan: &plan::Plan, steps: &mut Steps) {
    let (lists, slots) = (plan.lists().len(), plan.slots());
    let line = format!(
        "{} for {} each: {slots} slots, {} questions in all",
        count_noun(lists, "list", "lists"),
        count_noun(plan.completions as usize, "rater", "people"),
        plan.questions() * u64::from(plan.completions),
    );
    steps.finish(
        Mark::Passed,
        "plan",
        &[line],
        &json!({ "lists": lists, "slots": slots, "questions": plan.questions() }),
    );
}

/// Raters fitted to the results that the original reported.
fn fit_raters(study: &Study, seed: u64) -> anyhow::Result<RaterModel> {
    let setup = Setup::new(study.clone()).map_err(|error| BadInput(error.to_string()))?;
    Ok(RaterModel::fit_to_original(&setup, seed).unwrap_or_else(|| RaterModel::from_claims(study)))
}

/// How long one rater takes for all their lists, by the study's own estimate.
fn minutes_each(study: &Study, plan: &plan::Plan) -> f64 {
    let each = f64::from(study.participants.lists_each).clamp(1.0, plan.lists().len().max(1) as f64);
    study.payment.as_ref().map_or(10.0, |payment| payment.estimated_minutes) * each * 1.5
}

fn alternative_study(name: &str) -> &'static str {
    WORKED.iter().map(|worked| worked.name).find(|other| *other != name).unwrap_or_default()
}
