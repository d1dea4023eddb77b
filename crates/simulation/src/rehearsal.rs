//! A study rehearsed: everything that can be known before the first person is paid.

mod facts;
mod file;
mod price;
mod size;

pub(crate) use facts::Sheet;
pub use file::FORMAT;

use analysis::Named;
use plan::PlanError;
use stats::Estimate;
use study::Study;
use study::claim::{Claim, Rule};

use crate::mill::{Milled, Runs, Setup};
use crate::reproduction;
use crate::worlds::{Seer, World};
use crate::{Crowd, Design};

/// What is to be found out.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many runs, from which seed.
    pub runs: Runs,
    /// The chance that every claim is to have of being confirmed when it is true.
    pub power: f64,
    /// Sizes to try beside the planned one; usual ones when empty.
    pub grid: Vec<Design>,
}

/// What a rehearsal found. Every number is an estimate with an id, as in the results of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Rehearsal {
    /// Title of the study.
    pub title: String,
    /// Fingerprint of the study.
    pub study: String,
    /// What was to be found out.
    pub options: Options,
    /// The crowd.
    pub crowd: Crowd,
    /// The size as planned.
    pub design: Design,
    /// The claims that the study decides.
    pub claims: Vec<Rehearsed>,
    /// The numbers.
    pub estimates: Vec<Named>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// A claim that was rehearsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rehearsed {
    /// Its id.
    pub id: String,
    /// Its sentence.
    pub text: String,
    /// What decides it.
    pub rule: Rule,
    /// How the world in which it is true differs from the crowd as given; nothing where it does not.
    pub when_true: Option<String>,
    /// How the world in which it is false differs from that in which it is true.
    pub when_false: Option<String>,
}

/// How far a rehearsal is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// So many runs more are to be made, for this.
    Next(String, usize),
    /// One was made.
    Ran,
}

/// What a rehearsal goes by.
pub(crate) struct Rehearsing<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) crowd: &'a Crowd,
    pub(crate) options: &'a Options,
    pub(crate) watch: &'a (dyn Fn(Progress) + Sync),
    /// The claims that the study decides, as numbers, each with a world in which it is true.
    pub(crate) worlds: Vec<(usize, World)>,
}

/// Rehearses a study with a crowd.
///
/// # Errors
/// When the study cannot be planned.
pub fn rehearsed(
    study: &Study,
    crowd: &Crowd,
    options: &Options,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Rehearsal, PlanError> {
    let setup = Setup::new(study.clone())?;
    let mut rehearsing = Rehearsing { setup: &setup, crowd, options, watch, worlds: Vec::new() };
    let given = rehearsing.mill("as planned", &setup, crowd);
    let seer = Seer { setup: &setup, given: crowd, milled: &given, seed: options.runs.seed };
    let decided = study.claims.iter().enumerate().filter(|(_, claim)| claim.rule != Rule::OutOfScope);
    rehearsing.worlds = decided.filter_map(|(number, claim)| Some((number, seer.confirming(claim)?))).collect();
    let mut sheet = Sheet::default();
    let mut claims = Vec::new();
    for (number, world) in &rehearsing.worlds {
        let claim = &study.claims[*number];
        claims.push(rehearsing.claim(&mut sheet, &seer, (*number, claim), world));
    }
    facts::crowd(&mut sheet, study, crowd);
    facts::agreement(&mut sheet, study, &given);
    facts::cost(&mut sheet, &setup, &given);
    price::put(&mut sheet, &rehearsing, &given);
    size::put(&mut sheet, &rehearsing, &given);
    reproduction::put(&mut sheet, &rehearsing);
    Ok(Rehearsal {
        title: study.about.title.clone(),
        study: study.fingerprint.clone(),
        options: options.clone(),
        crowd: crowd.clone(),
        design: Design::of(study),
        claims,
        estimates: sheet.estimates,
        notes: sheet.notes,
    })
}

impl Rehearsal {
    /// The number called so: `rehearsal.get("chance_if_true", None, &["C1"])`.
    #[must_use]
    pub fn get(&self, name: &str, criterion: Option<&str>, of: &[&str]) -> Option<&Named> {
        let wanted = |it: &&Named| it.name == name && it.criterion.as_deref() == criterion && it.of == of;
        self.estimates.iter().find(wanted)
    }

    /// All numbers called so, in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Named> {
        self.estimates.iter().filter(move |named| named.name == name)
    }

    /// The sizes that were tried, smaller ones first.
    #[must_use]
    pub fn sizes(&self) -> Vec<Design> {
        let size = |named: &Named| {
            let [items, completions] = named.of.as_slice() else { return None };
            Some(Design { items: items.parse().ok()?, completions: completions.parse().ok()? })
        };
        self.all("people_at").filter_map(size).collect()
    }
}

impl Rehearsing<'_> {
    /// Runs a design with a crowd. Large designs are run less often, so that every one takes about as long.
    pub(crate) fn mill(&self, what: &str, setup: &Setup, crowd: &Crowd) -> Milled {
        let Runs { seed, runs } = self.options.runs;
        let affordable = runs as u64 * USUAL_JUDGEMENTS / setup.judgements().max(1);
        let runs = runs.min(affordable as usize).max(runs.min(FEWEST));
        (self.watch)(Progress::Next(what.to_owned(), runs));
        setup.mill(crowd, Runs { seed, runs }, &|| (self.watch)(Progress::Ran))
    }

    /// The chance of one claim when it is true, and when it is not.
    fn claim(&self, sheet: &mut Sheet, seer: &Seer<'_>, (number, claim): (usize, &Claim), world: &World) -> Rehearsed {
        let what = |when: &str| format!("{} when it is {when}", claim.id);
        let truth = if world.words.is_none() {
            seer.milled.clone()
        } else {
            self.mill(&what("true"), self.setup, &world.crowd)
        };
        sheet.put(Estimate { name: "chance_if_true", ..truth.chance(number) }.of([&claim.id]), truth.runs, CHANCE);
        if truth.undecided[number] > 0 {
            let (id, undecided) = (&claim.id, truth.undecided[number]);
            sheet.notes.push(format!("{id} could not be decided in {undecided} of {} runs", truth.runs));
        }
        let refuting = seer.refuting(claim, world);
        if let Some(world) = &refuting {
            let milled = self.mill(&what("false"), self.setup, &world.crowd);
            let chance = Estimate { name: "chance_if_false", ..milled.chance(number) };
            sheet.put(chance.of([&claim.id]), milled.runs, CHANCE);
        }
        Rehearsed {
            id: claim.id.clone(),
            text: claim.text.clone(),
            rule: claim.rule,
            when_true: world.words.clone(),
            when_false: refuting.and_then(|world| world.words),
        }
    }
}

pub(crate) const CHANCE: &str = "share of simulated runs in which the claim is confirmed";

/// Designs with more judgements than this are run less often,
const USUAL_JUDGEMENTS: u64 = 500;
/// but not less often than this.
const FEWEST: usize = 200;
