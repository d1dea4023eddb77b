//! Questions that one person answered twice: the rater of the fluency study who did three lists again.
//! The judgements are not part of the repository; where they are absent the test is skipped.

use std::path::Path;

use analysis::{Options, Statistic};
use dataset::Mapping;
use table::Table;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn a_list_done_twice_gives_the_published_consistency_and_counts_once() {
    let Some(twice) = testdata::find_outside("data/seed0/duplicates.csv") else { return };
    let twice = std::fs::read_to_string(twice).unwrap();
    let golden: toml::Table = testdata::read_published_numbers("fluency-models").parse().unwrap();
    let expected = |field: &str| {
        let value = &golden["intra_rater"]["002"][field];
        value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).unwrap()
    };
    let mapping = std::fs::read_to_string(Path::new(REPOSITORY).join("studies/fluency/mapping.toml")).unwrap();
    let mut mapping = Mapping::read(&mapping).unwrap();
    mapping.attempt = Some("attempt".to_owned());
    let criteria = "[[criteria]]\nid = \"fluency\"\nresponse = { kind = \"rating\", points = 4, minimum = 1 }\n";
    mapping.criteria = Mapping::read(criteria).unwrap().criteria;
    let table = Table::read("duplicates.csv", twice.as_bytes()).unwrap();
    let mut dataset = dataset::from_table(&table, &mapping, None).unwrap();
    dataset.exclude_repeated();
    let results = analysis::run(None, &dataset, Options { seed: 1, replicates: 20, level: 0.95 });

    let same = results.get(Statistic::RetestAgreement, "fluency", &[]).unwrap();
    assert!((same.estimate.value - expected("exact_agreement")).abs() < 1e-12);
    assert!((same.n as f64 - expected("n_pairs")).abs() < 1e-12);
    let rho = results.get(Statistic::RetestCorrelation, "fluency", &[]).unwrap();
    assert!((rho.estimate.value - expected("spearman")).abs() < 1e-12, "{}", rho.estimate.value);
    // The first time counts; the second is put back only to see what it changes.
    let repeated = results.get(Statistic::ExcludedBy, None, &["repeated"]).unwrap();
    assert!((repeated.estimate.value - expected("n_pairs")).abs() < 1e-12);
    let judged: Vec<_> = results.all(Statistic::Mean, Some("fluency")).collect();
    let n: usize = judged.iter().map(|mean| mean.n).sum();
    let mean = judged.iter().map(|mean| mean.estimate.value * mean.n as f64).sum::<f64>() / n as f64;
    assert!((mean - expected("mean_first")).abs() < 1e-12, "{mean}");
}
