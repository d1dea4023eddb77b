//! `rejudge demo`: all of it, end to end, on an embedded database.

mod concluded;
mod teller;
mod worked;

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use jiff::{SignedDuration, Timestamp};
use rehearsal::{Crowd, Setup};
use serde_json::json;
use study::Study;
use web::server::asked_to_stop;

use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::stage::{Clock, Dashboard, House, Pace, Rehearsal, Rehearsed, Room, Watch};
use concluded::Concluded;
use teller::{Mark, Teller, Voice};
use worked::{WORKED, Worked};

/// All of it, end to end: a worked study checked, planned, served, filled in by simulated people, analysed,
/// compared with the published original and reported
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge demo
  rejudge demo --study simplicity-ranking --keep demo
  rejudge demo --once --json

Needs nothing but this program: the five worked studies are in it, answers go into a file of a temporary folder. \
Every answer is made up by simulated people, so that the numbers say nothing about the systems.")]
pub(crate) struct Arguments {
    /// Which of the worked studies
    #[arg(long, value_name = "NAME", default_value = WORKED[0].name, value_parser = PossibleValuesParser::new(WORKED.iter().map(|it| it.name)))]
    study: String,
    /// Keep the study, the answers and the report in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Address and port to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// How many seconds the simulated people take, more or less
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    seconds: f64,
    /// Seed of the simulated people
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End when the report is written, instead of staying up to be looked at
    #[arg(long)]
    once: bool,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
}

/// People beyond the slots there are, for those who leave or fail.
const SPARE: f64 = 0.2;
/// Minutes until the last have come and looked again, beside the time that one person takes.
const AROUND_MINUTES: f64 = 25.0;

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if !(self.seconds > 0.0 && self.seconds.is_finite()) {
            return Err(BadInput("`--seconds` must be above zero".to_owned()).into());
        }
        let Some(worked) = WORKED.iter().find(|worked| worked.name == self.study) else {
            return Err(BadInput(format!("there is no worked study `{}`", self.study)).into());
        };
        let temporary = tempfile::tempdir()?;
        let place = self.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
        let mut teller = Teller::new(if self.json { Voice::Programs } else { Voice::People });
        let folder = worked.unpack(&place)?;
        let Some(study) = self.checked(&folder, &mut teller)? else { return Ok(Outcome::ProblemsFound) };
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.show(worked, Arc::new(study), &place, &mut teller))
    }

    fn checked(&self, folder: &Path, teller: &mut Teller) -> anyhow::Result<Option<Study>> {
        let Some(study) = Folder::named(folder)?.sound_study() else { return Ok(None) };
        teller.title(&format!("{} ({})", study.about.title, self.study));
        let counts = [
            counted(study.systems.len(), "system", "systems"),
            counted(study.items.len(), "item", "items"),
            counted(study.criteria.len(), "criterion", "criteria"),
            counted(study.claims.len(), "claim", "claims"),
        ];
        let line = format!("the study is sound: {}", counts.join(", "));
        let facts = json!({ "study": self.study, "title": study.about.title, "folder": folder.display().to_string() });
        teller.step(Mark::Well, "check", &[line], &facts);
        Ok(Some(study))
    }

    async fn show(
        &self,
        worked: &Worked,
        study: Arc<Study>,
        place: &Path,
        teller: &mut Teller,
    ) -> anyhow::Result<Outcome> {
        let plan = plan::make(&study).map_err(|error| BadInput(error.to_string()))?;
        let people = self.people(&study, &plan);
        planned(&plan, teller);
        let minutes = AROUND_MINUTES + minutes_each(&study, &plan);
        let crowd = published(&study, self.seed)?;
        let lines = [format!("{people} simulated people: some leave, slip or do not look"), crowd.source.clone()];
        teller.step(Mark::Well, "crowd", &lines, &json!({ "people": people, "source": crowd.source }));
        let folder = place.join(worked.name);
        let speed = (minutes * 60.0 / self.seconds).max(1.0);
        let rehearsal = Rehearsal {
            name: worked.name,
            folder: Folder::named(&folder)?,
            database: &place.join("answers.sqlite").display().to_string(),
            crowd: &crowd,
            seed: self.seed,
            people,
            browsers: 0,
            pace: Pace::Faster(speed),
            room: Room::AsPlanned,
            dashboard: Dashboard::Open,
            study,
        };
        let house = self.served(&rehearsal, (minutes, speed), teller).await?;
        let rehearsed = self.played(&rehearsal, &house, teller).await?;
        let concluded = Concluded::of(&rehearsal, worked, &rehearsed.dataset, teller)?;
        let report = concluded.written(&rehearsal, &rehearsed.dataset, &place.join("results"), teller)?;
        if !self.once {
            self.stay(&house, place, &report, teller).await?;
        }
        house.close().await?;
        Ok(if concluded.recovered && rehearsed.kept.all_well() { Outcome::Done } else { Outcome::ProblemsFound })
    }

    /// Enough to fill the study although some leave or fail.
    fn people(&self, study: &Study, plan: &plan::Plan) -> u64 {
        let each = u64::from(study.participants.lists_each).clamp(1, plan.lists().len().max(1) as u64);
        let needed = plan.slots().div_ceil(each);
        if each > 1 { needed } else { needed + (needed as f64 * SPARE).ceil() as u64 }
    }

    async fn served(
        &self,
        rehearsal: &Rehearsal<'_>,
        (minutes, speed): (f64, f64),
        teller: &mut Teller,
    ) -> anyhow::Result<House> {
        // The people are to have come lately, not to come in the future.
        let began = Timestamp::now() - SignedDuration::from_secs((minutes * 60.0) as i64);
        let house = rehearsal.open(Clock::starting(began, rehearsal.pace), self.listen).await?;
        let mut lines = vec![
            format!("{} with an SQLite file", house.url),
            format!("its clock runs {:.0} times as fast until the simulated people are done", speed),
        ];
        lines.extend(house.owner_link.iter().map(|link| format!("watch: {link}")));
        let facts = json!({ "url": house.url, "owner_link": house.owner_link, "speed": speed });
        teller.step(Mark::Well, "serve", &lines, &facts);
        Ok(house)
    }

    async fn played(&self, rehearsal: &Rehearsal<'_>, house: &House, teller: &mut Teller) -> anyhow::Result<Rehearsed> {
        let shown = !self.json && std::io::stderr().is_terminal();
        let watch = if shown { Watch::shown(rehearsal.people) } else { Watch::hidden() };
        let rehearsed = rehearsal.play(house, &watch).await?;
        let (played, kept) = (&rehearsed.played, &rehearsed.kept);
        let ends: Vec<String> =
            played.ends().iter().map(|(end, count)| format!("{count} {}", end.word().replace('-', " "))).collect();
        let lines = [
            format!("{} came: {}", rehearsal.people, ends.join(", ")),
            format!(
                "{} answers acknowledged, {} lost, {} doubled; {} errors",
                kept.acknowledged,
                kept.lost,
                kept.doubled,
                played.seen.errors()
            ),
        ];
        let well = kept.all_well() && played.seen.errors() == 0;
        let facts = json!({
            "people": rehearsal.people,
            "acknowledged": kept.acknowledged,
            "lost": kept.lost,
            "doubled": kept.doubled,
            "untrue": kept.untrue,
            "errors": played.seen.errors(),
            "faults": played.seen.faults,
        });
        teller.step(if well { Mark::Well } else { Mark::Amiss }, "people", &lines, &facts);
        Ok(rehearsed)
    }

    /// Shows the way to everything, and waits until asked to stop.
    async fn stay(&self, house: &House, place: &Path, report: &Path, teller: &mut Teller) -> anyhow::Result<()> {
        house.clock.run_as_usual(Timestamp::now());
        // All slots are taken by now; this is for whoever wants to see it with their own eyes.
        house.add_slots(1).await?;
        let participant = format!("{}{}", house.url, house.link("you"));
        let folder = place.join(&house.name);
        teller.say("\nLook at");
        teller.point("participant", &participant);
        teller.point("dashboard", house.owner_link.as_deref().unwrap_or_default());
        teller.point("report", &format!("file://{}", report.display()));
        teller.say("\nTry next");
        teller.point("another study", &format!("rejudge demo --study {}", another(&house.name)));
        teller.point("your own", "rejudge new my-study --kind pairwise && rejudge preview my-study");
        teller.point("the mill", &format!("rejudge rehearse {}", folder.display()));
        if self.keep.is_none() {
            teller.point("keep it all", "rejudge demo --keep demo");
        }
        teller.say("\nStop with ctrl-c.");
        let facts = json!({ "participant": participant, "owner_link": house.owner_link, "report": report.display().to_string() });
        if self.json {
            teller.step(Mark::Well, "ready", &[], &facts);
        }
        asked_to_stop().await;
        Ok(())
    }
}

fn planned(plan: &plan::Plan, teller: &mut Teller) {
    let (lists, slots) = (plan.lists().len(), plan.slots());
    let line = format!(
        "{} for {} each: {slots} slots, {} questions in all",
        counted(lists, "list", "lists"),
        counted(plan.completions as usize, "person", "people"),
        plan.questions() * u64::from(plan.completions),
    );
    teller.step(Mark::Well, "plan", &[line], &json!({ "lists": lists, "slots": slots, "questions": plan.questions() }));
}

/// People who see the systems as those of the original did, as far as its printed numbers tell.
fn published(study: &Study, seed: u64) -> anyhow::Result<Crowd> {
    let setup = Setup::new(study.clone()).map_err(|error| BadInput(error.to_string()))?;
    Ok(Crowd::as_printed(&setup, seed).unwrap_or_else(|| Crowd::as_claimed(study)))
}

/// How long one person takes for all their lists, by the study's own reckoning.
fn minutes_each(study: &Study, plan: &plan::Plan) -> f64 {
    let each = f64::from(study.participants.lists_each).clamp(1.0, plan.lists().len().max(1) as f64);
    study.payment.as_ref().map_or(10.0, |payment| payment.estimated_minutes) * each * 1.5
}

fn another(name: &str) -> &'static str {
    WORKED.iter().map(|worked| worked.name).find(|other| *other != name).unwrap_or_default()
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
