//! Tables of other programs that look right and are not: what stops the run, and what is counted.

use dataset::Mapping;
use study::file::Better;
use table::Table;

#[test]
fn columns_that_are_not_read_are_named_and_those_that_sift_rows_with_their_values() {
    let text = "rater,item,system,rating,attention_check,age,notes\nr1,i1,a,1,pass,30,\nr1,i1,b,2,pass,30,\nr2,i1,a,3,fail,40,x\n";
    let table = Table::read("table.csv", text.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &Mapping::read("value = \"rating\"").unwrap(), None).unwrap();
    let notes = dataset.notes.join("\n");
    assert!(notes.contains("nothing is read from `age`, `notes`"), "{notes}");
    assert!(
        notes.contains("`attention_check` looks as if it said which rows count, and is not read (`pass` 2, `fail` 1)"),
        "{notes}"
    );
}

#[test]
fn a_column_of_exclusions_says_yes_no_or_the_rule() {
    let read = |name: &str, cells: [&str; 3]| {
        let [a, b, c] = cells;
        let text = format!("rater,item,system,rating,{name}\nr1,i1,a,1,{a}\nr1,i1,b,2,{b}\nr2,i1,a,3,{c}\n");
        let table = Table::read("table.csv", text.as_bytes()).unwrap();
        let mapping = Mapping::read(&format!("excluded = \"{name}\"")).unwrap();
        let dataset = dataset::from_table(&table, &mapping, None).map_err(|misfit| misfit.to_string())?;
        Ok::<usize, String>(dataset.included_judgements().count())
    };
    for cells in
        [["False", "True", "False"], ["n", "y", "n"], ["nein", "ja", "nein"], ["0", "1", "0"], ["", "too fast", ""]]
    {
        assert_eq!(read("excluded", cells), Ok(2), "{cells:?}");
    }
    let words = read("excluded", ["keep", "drop", "keep"]).unwrap_err();
    assert!(words.contains("`keep` 2 times") && words.contains("no row would count"), "{words}");
    let words = read("included", ["1", "0", "1"]).unwrap_err();
    assert!(words.contains("only = { \"included\" = [\"1\"] }"), "{words}");
}

#[test]
fn names_that_look_the_same_are_one_and_blanks_around_them_are_counted() {
    let rows = [
        "r1 ,i1,Mod\u{e8}le,1",
        "r1,i1,base,2",
        " r1,i2,Mode\u{300}le,3",
        "r1,i2\u{200b},base ,2",
        "r2,i1,Mod\u{e8}le,4",
    ];
    let text = format!("rater,item,system,rating\n{}\n", rows.join("\n"));
    let table = Table::read("table.csv", text.as_bytes()).unwrap();
    let dataset = dataset::from_table(&table, &Mapping::default(), None).unwrap();
    let systems: Vec<&str> = dataset.systems.iter().map(|system| system.id.as_str()).collect();
    assert_eq!((systems, dataset.participants.len(), dataset.items.len()), (vec!["Mod\u{e8}le", "base"], 2, 2));
    let notes = dataset.notes.join("\n");
    for note in [
        "`rater`: blanks around names are not part of them (cells with some: 2)",
        "`system`: blanks around names are not part of them (cells with some: 1)",
        "`system`: names that look the same are one",
        "`item`: names that look the same are one",
    ] {
        assert!(notes.contains(note), "{note} in {notes}");
    }
}

#[test]
fn simulated_judgements_stay_simulated_and_checks_are_left_out_whatever_names_the_columns() {
    let header = "participant,item,systems,check,origin,value\n";
    let read = |rows: &str| {
        let table = Table::read("judgements.csv", format!("{header}{rows}").as_bytes()).unwrap();
        let mapping = Mapping::read("system = \"systems\"\nvalue = \"value\"").unwrap();
        dataset::from_table(&table, &mapping, None).map_err(|misfit| misfit.to_string())
    };
    let simulated = read("p1,i1,a,,simulated,4\np1,i1,b,,simulated,2\np1,c1,good,passed,simulated,5\n").unwrap();
    assert_eq!(simulated.provenance.judged_by, dataset::JudgedBy::Simulated);
    assert_eq!((simulated.judgements.len(), simulated.systems.len(), simulated.items.len()), (2, 2, 1));
    assert!(
        simulated.notes.contains(&"1 of 3 rows left out: they answer checks, as their column `check` says".to_owned())
    );
    let mixed = read("p1,i1,a,,simulated,4\np1,i1,b,,people,2\n").unwrap_err();
    assert!(mixed.contains("row 3") && mixed.contains("put others in a table of their own"), "{mixed}");
    // Another program's column of that name says something else.
    let other = read("p1,i1,a,1,Spain,4\np1,i1,b,0,France,2\n").unwrap();
    assert_eq!((other.provenance.judged_by, other.judgements.len()), (dataset::JudgedBy::Foreign, 2));
}

#[test]
fn a_number_far_from_the_others_stops_the_run_however_often_it_comes() {
    let read = |mapping: &str, code: &str| {
        let rows = (0..40).map(|at| match at % 4 {
            0 => format!("r{at},i1,a,{code}\n"),
            _ => format!("r{at},i1,b,{}\n", 1 + at % 5),
        });
        let text = format!("rater,item,system,rating\n{}", rows.collect::<String>());
        let table = Table::read("table.csv", text.as_bytes()).unwrap();
        dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).map_err(|misfit| misfit.to_string())
    };
    for code in ["-9", "99", "999", "-1", "9"] {
        let words = format!(
            "column `rating` of `table.csv` holds values that are not like the others, which go from 1 to 5:\n  `{code}` 10 times, \
             first in row 2\nif they stand for no answer, add to the mapping\n  missing = [\"{code}\"]\n(or give --missing={code}); \
             if they are answers like the others, add\n  import.far_numbers = true"
        );
        assert_eq!(read("", code).unwrap_err(), words);
        // Both remedies work.
        assert_eq!(read(&format!("missing = [\"{code}\"]"), code).unwrap().judgements.len(), 30);
        assert_eq!(read("import.far_numbers = true", code).unwrap().judgements.len(), 40);
    }
    assert!(read("", "0").unwrap().notes[0].contains("0 being an answer"));
}

#[test]
fn a_name_that_suggests_that_less_is_better_leaves_it_open() {
    let read = |mapping: &str, text: &str| {
        let table = Table::read("table.csv", text.as_bytes()).unwrap();
        let dataset = dataset::from_table(&table, &Mapping::read(mapping).unwrap(), None).unwrap();
        let ends: Vec<(Better, bool)> = dataset.criteria.iter().map(|it| (it.better, it.better_known)).collect();
        (ends, dataset.notes.join("\n"), dataset.directions_line())
    };
    let rows = |column: &str| format!("rater,item,system,{column}\nr1,i1,a,3\nr1,i1,b,4\nr2,i1,a,1\nr2,i1,b,5\n");
    for column in ["toxicity", "WER", "time_secs", "Schulnote", "rank", "error_severity"] {
        let (ends, notes, line) = read(&format!("value = \"{column}\""), &rows(column));
        assert_eq!(ends, [(Better::Lower, false)], "{column}");
        assert!(notes.contains("nothing says which numbers of") && notes.contains("`better = \"lower\"`"), "{notes}");
        let declared = format!("value = \"{column}\"\n{}", line.replace("lower", "higher"));
        let (ends, notes, _) = read(&declared, &rows(column));
        assert_eq!(ends, [(Better::Higher, true)], "{column}");
        assert!(!notes.contains("nothing says"), "{notes}");
    }
    assert_eq!(read("value = \"fluency\"", &rows("fluency")).0, [(Better::Higher, true)]);
    // A column and a value of the column of criteria are one name.
    let long = "rater,item,system,criterion,score\nr1,i1,a,errors,0\nr1,i1,b,errors,2\nr1,i1,a,bias,3\nr1,i1,b,bias,1\nr1,i1,a,flow,4\n";
    let (ends, _, line) = read("", long);
    assert_eq!(ends, [(Better::Lower, false), (Better::Lower, true), (Better::Higher, true)]);
    assert_eq!(line, "criteria = [{ id = \"bias\", better = \"lower\" }, { id = \"errors\" }, { id = \"flow\" }]");
    assert_eq!(read(&line, long).0, [(Better::Lower, true), (Better::Lower, true), (Better::Higher, true)]);
}
