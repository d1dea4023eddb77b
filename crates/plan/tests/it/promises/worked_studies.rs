//! The worked studies in `studies/`, planned: how many lists and people, and how even they come out.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use expect_test::expect;
use plan::{Balance, Tally, make};
use study::{InMemory, Study, check};

use super::{checker, sessions};

const STUDIES: [&str; 5] = ["best-worst", "fluency", "meaning-pairs", "simplicity-ranking", "toxicity-pairs"];

fn study(name: &str) -> Study {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(name);
    let files: BTreeMap<String, Vec<u8>> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| file.path().is_file())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    check(&InMemory(files)).study.unwrap()
}

/// The least and the most in each column, such as `2–3`.
fn ranges(tally: &Tally) -> String {
    let range = |column| match tally.range(column) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}–{most}"),
    };
    (0..tally.columns.len()).map(range).collect::<Vec<_>>().join(" ")
}

fn summary(name: &str) -> String {
    let study = study(name);
    let plan = make(&study).unwrap();
    let balance = Balance::count(&plan, &study, u64::MAX);
    let mut text = format!("{name}: {} lists, {} slots, {} people\n", plan.lists().len(), plan.slots(), plan.people());
    for tally in balance.per_list.iter().chain(&balance.positions).chain(&balance.check_sides) {
        writeln!(text, "  {}: {}", tally.of, ranges(tally)).unwrap();
    }
    text
}

#[test]
fn the_worked_studies_come_out_even() {
    expect![[r#"
        best-worst: 36 lists, 108 slots, 108 people
          system: 4 4 4 4 4
          pair: 1 1 1 1 1 1 1 1 1 1
          position: 216 216
        fluency: 10 lists, 20 slots, 2 people
          domain: 3 3
          category: 3 3
          system: 2 2 2
        meaning-pairs: 6 lists, 18 slots, 18 people
          dataset: 6 6 6
          system: 9 9 9 9
          pair: 3 3 3 3 3 3
          position: 80–82 80–82
          position: 18 18
        simplicity-ranking: 4 lists, 40 slots, 40 people
          source: 3 3
          system: 6 6 6 6
          position: 59–62 59–61 58–61 59–61
          position: 30 30 30 30
        toxicity-pairs: 4 lists, 12 slots, 12 people
          system: 16 4 4 4 4
          pair: 4 4 4 4
          position: 24–96 24–96
    "#]]
    .assert_eq(&STUDIES.map(summary).concat());
}

#[test]
fn every_worked_study_keeps_every_promise() {
    for name in STUDIES {
        let study = study(name);
        let plan = make(&study).unwrap();
        assert_eq!(checker::faults(&plan.to_json(), &study), Vec::<String>::new(), "{name}");
        assert_eq!(sessions::faults(&plan, &study), Vec::<String>::new(), "{name}");
    }
}
