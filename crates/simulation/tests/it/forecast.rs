//! Whether a study under way will have the power it was rehearsed with.

use dataset::Dataset;
use simulation::{Forecast, Forecaster, NeededPeople, RaterModel, Runs, simulate};
use study::{InMemory, Study};

const ITEMS: usize = 24;

fn study() -> Study {
    let file = "[study]\ntitle = \"T\"\nlanguage = \"en\"\nseed = 3\n[systems]\none = \"One\"\ntwo = \"Two\"\n[items]\nfile = \"items.csv\"\n\
         id = \"item\"\n[[criteria]]\nid = \"good\"\nquestion = \"How good is it?\"\ndefinition = \"d\"\nbetter = \"higher\"\n\
         response = { kind = \"rating\", points = 7, minimum = 1 }\n[lists]\nquestions = 6\ncompletions = 6\n[participants]\nfrom = \"open\"\n[[claims]]\nid = \"C1\"\n\
         text = \"One is better than Two.\"\nholds_if = \"one > two on good\"\n";
    let items: String = (0..ITEMS).map(|item| format!("{item},text a {item},text b {item}\n")).collect();
    let files = [("study.toml", file.to_owned()), ("items.csv", format!("item,one,two\n{items}"))];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let checked = study::check(&InMemory(files.into_iter().collect()));
    let found: Vec<String> = checked.diagnostics.iter().map(|found| found.message.clone()).collect();
    checked.study.unwrap_or_else(|| panic!("{found:?}"))
}

/// What every second of such people answered, or every sixteenth.
fn answers(study: &Study, raters: &RaterModel, every: u32) -> Dataset {
    let plan = plan::make(study).unwrap();
    let mut dataset = simulate(study, &plan, raters, 5);
    dataset.judgements.retain(|judgement| judgement.participant % every == 0);
    dataset
}

/// Raters of whom the claim is true, by less than is usual.
fn assumed_raters(study: &Study) -> RaterModel {
    let mut raters = RaterModel::from_claims(study);
    raters.criteria.iter_mut().flat_map(|model| &mut model.quality).for_each(|quality| *quality *= 0.5);
    raters
}

fn forecast(study: &Study, dataset: &Dataset) -> Option<Forecast> {
    let forecaster = Forecaster::new(study, assumed_raters(study), 0.8, Runs { seed: 1, runs: 80 }).unwrap();
    forecaster.forecast(dataset)
}

#[test]
fn people_who_differ_more_than_assumed_are_told_of_with_how_many_more_it_takes() {
    let study = study();
    let mut noisy = assumed_raters(&study);
    noisy.criteria.iter_mut().for_each(|model| model.noise *= 3.0);
    let found = forecast(&study, &answers(&study, &noisy, 2)).unwrap();
    let claim = &found.claims[0];
    assert!(claim.short && claim.expected < claim.rehearsed - 0.1, "{found:?}");
    assert!(found.spreads.iter().any(|it| it.what.contains("single answers") && it.times > 1.4), "{found:?}");
    match found.needed.unwrap() {
        NeededPeople::Enough(people) => assert!(people > found.planned, "{found:?}"),
        NeededPeople::MoreThan(people) => assert_eq!(people, 4 * found.planned, "{found:?}"),
    }
}

#[test]
fn people_as_assumed_are_no_reason_to_warn_and_few_say_nothing() {
    let study = study();
    let as_assumed = assumed_raters(&study);
    let found = forecast(&study, &answers(&study, &as_assumed, 2)).unwrap();
    assert!(!found.claims[0].short && found.needed.is_none(), "{found:?}");
    // Ratings tell early that there is twice as much chance in them; half of what is planned is enough.
    assert!(found.noticed > 0.8, "{found:?}");
    assert_eq!(forecast(&study, &answers(&study, &as_assumed, 16)), None, "so few people say too little");
}
