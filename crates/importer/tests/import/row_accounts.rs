//! Nothing is lost: whatever a table holds, it is refused with a sentence, asked about, or every row is accounted for.

use importer::{Stop, import};
use proptest::prelude::*;

use super::{csv, mapping_of};

fn cell() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "1", "2", "5", "3,5", "", " ", "NA", "n/a", "a", "b", "tie", "x\u{a0}", "-1", "1e3", "é", "A",
    ])
}

fn table() -> impl Strategy<Value = String> {
    let header = prop::sample::subsequence(
        vec![
            "rater",
            "item",
            "system",
            "rating",
            "Answer.q",
            "WorkerId",
            "HITId",
            "system_a",
            "system_b",
            "Timestamp",
            "Q1",
            "Q2",
            "Q3",
            "model",
        ],
        1..8,
    );
    (header, prop::collection::vec(prop::collection::vec(cell(), 8), 0..12), prop::sample::select(vec![",", ";", "\t"]))
        .prop_map(|(header, rows, delimiter)| {
            let lines = rows.iter().map(|row| {
                let cells = row.iter().take(header.len()).map(|cell| format!("\"{cell}\""));
                cells.collect::<Vec<_>>().join(delimiter)
            });
            std::iter::once(header.join(delimiter)).chain(lines).collect::<Vec<_>>().join("\n")
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_row_of_any_table_is_accounted_for(text in table(), said in prop::sample::subsequence(vec![
        "import.one_system = \"s\"", "import.one_item = \"i\"", "participant = \"rater\"", "import.columns = \"criteria\"",
        "words.equal = [\"tie\"]", "missing = [\"n/a\"]", "import.decimal = \",\"",
    ], 0..7)) {
        match import(&[csv("t.csv", text.clone())], None, &mapping_of(&said)) {
            Ok(imported) => {
                prop_assert!(imported.counts.add_up());
                let lines = text.lines().skip(1).filter(|line| !line.is_empty()).count();
                prop_assert_eq!(imported.counts.rows, lines);
            }
            Err(Stop::Unsaid(questions)) => prop_assert!(!questions.is_empty()),
            Err(Stop::Unreadable(problem)) => prop_assert!(!problem.is_empty()),
        }
    }
}
