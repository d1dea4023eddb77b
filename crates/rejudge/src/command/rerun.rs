//! `rejudge rerun BUNDLE`: the same study afresh, compared with what is in the bundle.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use dataset::Dataset;
use jiff::Timestamp;
use load::{Capacity, Clock, LoadTest, Pace};
use record::bundle::{BundleResults, has_hashes, study_in};
use reproduction::{Experiment, Frame, compare};
use simulation::{RaterModel, Setup};
use study::diff::{Deviations, compare_deviations};
use study::file::StudyFile;

use crate::bundle_folder::{BundleVerification, read_bundle};
use crate::collected_study::CollectedArguments;
use crate::command::bundle::unpack;
use crate::command::diff::stated_and_found;
use crate::command::{explain_load_error, serve};
use crate::count_noun::count_noun;
use crate::folder::Folder;
use crate::outcome::{BadInput, Outcome};
use crate::output_files::{write, write_judgements};
use crate::progress::participant_bar;

/// Verify a bundle, run its study again, and compare
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  rejudge rerun fluency.zip --out again --simulate              with simulated participants, at once
  rejudge rerun fluency.zip --out again --serve                 serves the study; stop with Ctrl-C
  rejudge rerun fluency.zip --out again                         analyses what was collected, and compares

The study is unpacked into the folder, with the same seed or another one. Change there whatever has to differ \
(contact, codes, pay): every deviation from the bundle is found and reported. `--serve` stores answers in \
answers.sqlite in that folder. results.json, judgements.csv, comparison.json and the report of the reproduction are \
written there, too.")]
pub(crate) struct Arguments {
    /// The bundle: a .zip file, or the folder it was unpacked to
    bundle: PathBuf,
    /// Folder for the study, the collected answers, and the report
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seed of the plan [default: that of the bundle]
    #[arg(long)]
    seed: Option<u64>,
    /// Fill the study with simulated participants like those of the bundle
    #[arg(long, conflicts_with = "serve")]
    simulate: bool,
    /// Serve the study to people
    #[arg(long)]
    serve: bool,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", requires = "serve")]
    listen: SocketAddr,
    /// The URL at which participants reach the server
    #[arg(long, value_name = "URL", requires = "serve")]
    public_url: Option<String>,
    /// Seed of the simulated participants
    #[arg(long, value_name = "N", default_value_t = 1, requires = "simulate")]
    people_seed: u64,
}

/// What the two runs are called in tables.
const NAMES: [&str; 2] = ["bundle", "rerun"];

impl Arguments {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let bag = read_bundle(&self.bundle)?;
        let verified = BundleVerification::verify(&bag)?;
        for line in verified.lines(bag.len()) {
            println!("{line}");
        }
        let Some(derived) = verified.derived.as_ref().filter(|_| verified.is_sound()) else {
            eprintln!("not run again: the bundle is not sound");
            return Ok(Outcome::ProblemsFound);
        };
        let folder = self.unpack_study(&bag)?;
        let Some(study) = folder.sound_study() else { return Ok(Outcome::ProblemsFound) };
        let deviations = self.deviations(&derived.study, &study)?;
        let database = self.out.join("answers.sqlite");
        if self.serve {
            return serve::Arguments::of_folder(self.study_folder(), &database, self.listen, self.public_url).run();
        }
        let mut dataset = if self.simulate {
            self.simulate_on_server(derived, study.clone(), folder)?
        } else {
            if !database.is_file() {
                let message = "nothing has been collected yet: `--serve` serves the study, `--simulate` fills it with simulated participants";
                return Err(BadInput(message.to_owned()).into());
            }
            CollectedArguments::from_database(&database).read(&study, &self.study_folder())?
        };
        dataset.exclude(&study);
        self.conclude(derived, &study, &dataset, &deviations)
    }

    fn study_folder(&self) -> PathBuf {
        self.out.join("study")
    }

    /// The study in a folder of its own. One that is there already stays as it is, since whoever repeats a study has other
    /// contacts, codes and pay; what else was edited is told.
    fn unpack_study(&self, bag: &record::bundle::FileMap) -> anyhow::Result<Folder> {
        let (mut files, study) = study_in(bag).map_err(|error| BadInput(error.to_string()))?;
        if has_hashes(files.0.values()) {
            let message =
                "the bundle has hashes instead of the items; ask its authors for the items, and put them into";
            return Err(BadInput(format!("{message} a copy of the unpacked bundle")).into());
        }
        let folder = self.study_folder();
        if folder.join("study.toml").exists() {
            return Folder::from_path(&folder);
        }
        if let Some(seed) = self.seed.filter(|seed| *seed != study.about.seed) {
            let bytes = files.0.get("study.toml").cloned().unwrap_or_default();
            let text = String::from_utf8(bytes).context("`study.toml` in the bundle is not UTF-8")?;
            files.0.insert("study.toml".to_owned(), with_seed(&text, seed)?.into_bytes());
        }
        unpack(&files, &folder)?;
        Folder::from_path(&folder)
    }

    /// How the study in the folder differs from the bundle's, beside what it states; another study is refused.
    fn deviations(&self, bundled: &study::Study, here: &study::Study) -> anyhow::Result<Deviations> {
        let ids = |study: &study::Study| -> BTreeSet<String> {
            let systems = study.systems.iter().map(|it| format!("system {}", it.id.0));
            systems.chain(study.criteria.iter().map(|it| format!("criterion {}", it.id.0))).collect()
        };
        let shown = self.study_folder().display().to_string();
        if ids(bundled) != ids(here) {
            let message = "is there already and asks for other systems or criteria than the bundle";
            return Err(BadInput(format!("`{shown}` {message}; name another folder with `--out`")).into());
        }
        if let Some(seed) = self.seed.filter(|seed| *seed != here.about.seed) {
            let message = format!("is there already with the seed {}, not {seed}", here.about.seed);
            return Err(BadInput(format!("`{shown}` {message}; name another folder with `--out`")).into());
        }
        let (_, mut held) = compare_deviations(bundled, here);
        // Another seed draws the same design anew.
        held.not_stated.retain(|it| it.what != "seed");
        if !held.is_empty() {
            println!("the study in {shown} is not that of the bundle:\n{}", stated_and_found(&held));
        }
        Ok(held)
    }

    /// The study on the real server, filled by participants like those of the bundle.
    fn simulate_on_server(
        &self,
        derived: &BundleResults,
        study: study::Study,
        folder: Folder,
    ) -> anyhow::Result<Dataset> {
        let setup = Setup::new(study).map_err(|error| BadInput(error.to_string()))?;
        let raters = RaterModel::fit_to_dataset(&setup, &derived.dataset, self.people_seed);
        let temporary = tempfile::tempdir()?;
        let database = temporary.path().join("answers.sqlite").display().to_string();
        let study = Arc::new(setup.study);
        let lists = setup.plan.lists().len().max(1) as u64;
        let each = u64::from(study.participants.lists_each).clamp(1, lists);
        // A fifth more than there is room for: some leave, some fail.
        let people = (setup.plan.slots().div_ceil(each) * 6).div_ceil(5);
        let test = LoadTest {
            name: "rerun",
            study,
            files: Arc::new(folder),
            database: &database,
            raters: &raters,
            seed: self.people_seed,
            people,
            browsers: 0,
            capacity: Capacity::AsPlanned,
            dashboard: None,
        };
        let runtime = tokio::runtime::Runtime::new()?;
        let outcome = runtime.block_on(async {
            // A fixed day, so that times repeat, too.
            let clock = Clock::starting(Timestamp::constant(946_684_800, 0), Pace::Deterministic);
            let server = test.start(clock, SocketAddr::from(([127, 0, 0, 1], 0))).await?;
            let (bar, progress) = participant_bar(people);
            let outcome = test.run(&server, &progress).await;
            bar.finish_and_clear();
            server.stop().await?;
            outcome
        });
        let outcome = outcome.map_err(explain_load_error)?;
        println!("{people} simulated participants came");
        Ok(outcome.dataset)
    }

    /// Analyses, compares and writes the report.
    fn conclude(
        &self,
        derived: &BundleResults,
        study: &study::Study,
        dataset: &Dataset,
        deviations: &Deviations,
    ) -> anyhow::Result<Outcome> {
        let all = dataset.item_judgements().count();
        let analysed = dataset.item_judgements().filter(|judgement| judgement.excluded.is_none()).count();
        if analysed == 0 {
            let message = "no judgement is left to compare: the study's rules exclude";
            return Err(BadInput(format!("{message} {all} of {all}; `rejudge analyse` says which rules")).into());
        }
        let results = analysis::run(Some(study), dataset, derived.options);
        let [first, second] = NAMES;
        let experiments = vec![
            Experiment::of_run(first, &derived.kept, &derived.dataset),
            Experiment::of_run(second, &results, dataset),
        ];
        let comparison = compare(experiments, Frame::of_study(study), reproduction::Options::default())
            .map_err(|error| BadInput(error.to_string()))?;
        let pretty = |value: &serde_json::Value| anyhow::Ok(serde_json::to_string_pretty(value)? + "\n");
        write_judgements(&self.out, dataset)?;
        write(&self.out, "results.json", pretty(&results.to_json())?.as_bytes())?;
        let mut value = comparison.to_json();
        value["deviations"] = serde_json::json!({ second: deviations.to_json() });
        write(&self.out, "comparison.json", pretty(&value)?.as_bytes())?;
        let input = report::Input { results: &results, study: Some(study) };
        let mut document = report::reproduction(&input, &comparison);
        document.sections.push(report::compared_deviations("this run from the bundle", deviations));
        for file in report::files(&document)? {
            write(&self.out, &file.path, &file.bytes)?;
        }
        println!("{} analysed", count_noun(analysed, "judgement", "judgements"));
        for claim in &results.claims {
            let before =
                derived.kept.claims.iter().find(|it| it.id == claim.id).map_or("not decided", |it| it.verdict.word());
            println!("claim {}: {before} in the bundle, {} here", claim.id, claim.verdict.word());
        }
        println!("report.html, comparison.json, results.json and judgements.csv in {}", self.out.display());
        Ok(Outcome::Done)
    }
}

/// The study with another seed, everything else as it was written.
fn with_seed(text: &str, seed: u64) -> anyhow::Result<String> {
    let decoded = study::decode::<StudyFile>("study.toml", text);
    let place = decoded.places.find("study.seed");
    let Some(range) = place.range().filter(|_| decoded.places.has_path("study.seed")) else {
        return Err(BadInput("`study.toml` in the bundle has no seed".to_owned()).into());
    };
    Ok(format!("{}{seed}{}", &text[..range.start], &text[range.end..]))
}

#[cfg(test)]
mod tests {
    use super::with_seed;

    #[test]
    fn another_seed_changes_the_seed_alone() {
        let text = "# seed = 1\n[study]\ntitle = \"seed = 2\"\nseed = 33 # here\n";
        assert_eq!(with_seed(text, 4).unwrap(), text.replace("= 33 #", "= 4 #"));
        assert!(with_seed("[study]\n", 4).is_err());
    }
}
