//! Tables in every format, and what is answered when they are not quite tables.

use diag::Place;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use table::Table;

/// The table as rows of quoted cells with their numbers, or why it cannot be read.
fn render_table(file: &str, bytes: &[u8]) -> String {
    let table = match Table::read(file, bytes) {
        Ok(table) => table,
        Err(error) => return format!("{error}\n"),
    };
    let names: Vec<&str> = table.columns().iter().map(table::Column::name).collect();
    let mut shown = format!("{}\n", names.join(" | "));
    for row in 0..table.len() {
        let cells: Vec<String> = table
            .columns()
            .iter()
            .map(|column| column.get(row).map_or("–".to_owned(), |cell| format!("{cell:?}")))
            .collect();
        shown.push_str(&format!("{}: {}\n", table.row_number(row), cells.join(" | ")));
    }
    shown
}

#[expect(clippy::needless_pass_by_value, reason = "an expectation is used once")]
fn check(file: &str, text: &str, expected: Expect) {
    expected.assert_eq(&render_table(file, text.as_bytes()));
}

#[test]
fn csv_with_mark_crlf_quotes_and_line_breaks_is_read_and_rows_are_counted() {
    check(
        "items.csv",
        "\u{feff}item, text \r\n1,\"a, \"\"b\"\"\r\nc\"\r\n2,\r\n3,x\r\n",
        expect![[r#"
            item | text
            2: "1" | "a, \"b\"\r\nc"
            3: "2" | –
            4: "3" | "x"
        "#]],
    );
    check(
        "items.tsv",
        "item\ttext\n1\ta, b\n",
        expect![[r#"
        item | text
        2: "1" | "a, b"
    "#]],
    );
}

#[test]
fn semicolons_tabs_and_the_index_of_pandas_are_read() {
    check(
        "items.csv",
        "item;text\r\n1;\"a, b; c\"\r\n2;x\r\n",
        expect![[r#"
        item | text
        2: "1" | "a, b; c"
        3: "2" | "x"
    "#]],
    );
    check(
        "items.csv",
        "item\ttext\n1\ta, b\n",
        expect![[r#"
        item | text
        2: "1" | "a, b"
    "#]],
    );
    check(
        "items.csv",
        ",item,text,\n0,1,a,\n1,2,b,\n",
        expect![[r#"
        column 1 | item | text | column 4
        2: "0" | "1" | "a" | –
        3: "1" | "2" | "b" | –
    "#]],
    );
}

#[test]
fn jsonl_takes_the_keys_of_all_lines_and_keeps_numbers() {
    check(
        "items.jsonl",
        "{\"item\": 1, \"text\": \"a\\nb\"}\n\n{\"item\": \"2\", \"score\": 0.1, \"ok\": true, \"text\": null}\r\n{\"score\": 1e-7}\n",
        expect![[r#"
            item | text | score | ok
            1: "1" | "a\nb" | – | –
            3: "2" | – | "0.1" | "true"
            4: – | – | "1e-7" | –
        "#]],
    );
}

#[test]
fn an_excel_sheet_gives_dates_as_iso_and_the_rows_as_excel_counts_them() {
    expect![[r#"
        item | text | score | when | flag | sum
        2: "1" | "naïve, “quoted”\nsecond line" | "0.1" | "2024-02-29" | "true" | –
        3: "a7" | – | "1e-7" | "2024-02-29T13:05:09" | "false" | –
        5: "3" | "after a blank row" | "123456789.25" | – | – | "3"
    "#]]
    .assert_eq(&render_table("mixed.xlsx", include_bytes!("data/mixed.xlsx")));
}

#[test]
fn parquet_gives_numbers_that_read_back_the_same() {
    let bytes = include_bytes!("data/mixed.parquet");
    expect![[r#"
        item | text | single | double | day | moment | price | flag | big | word
        2: "1" | "naïve" | "0.10000000149011612" | "0.1" | "2024-02-29" | "2024-02-29T13:05:09" | "3.70" | "true" | "18446744073709551615" | "a"
        3: "2" | "" | "2.5" | "1e-300" | "1969-12-31" | – | "-0.01" | "false" | "0" | "b"
        4: – | – | – | "1.2345678901234567e19" | – | – | – | – | – | "a"
    "#]].assert_eq(&render_table("mixed.parquet", bytes));
    let table = Table::read("mixed.parquet", bytes).unwrap();
    let number = |column: &str, row: usize| table.column(column).unwrap().get(row).unwrap().parse::<f64>().unwrap();
    assert_eq!(number("single", 0).to_bits(), f64::from(0.1_f32).to_bits());
    assert_eq!(number("double", 0).to_bits(), 0.1_f64.to_bits());
    assert_eq!(number("double", 1).to_bits(), 1e-300_f64.to_bits());
}

#[test]
fn what_is_not_a_table_is_said_with_row_and_line() {
    let cases = [
        ("items.txt", "a\n1\n"),
        ("items.csv", ""),
        ("items.csv", "\n\n"),
        ("items.csv", "item,text,item\n"),
        ("items.csv", "text,\na,0\n"),
        ("items.csv", "item,text\n1,\"a\nb\"\n2,c,d\n3\n4,e\n"),
        ("items.csv", "item,text\r\n1,a\r\n2,c,d\r\n"),
        ("items.csv", "item,text\n1,a\n2,\"b\n3,c\n"),
        ("items.jsonl", "{\"item\": 1}\n[1]\n"),
        ("items.jsonl", "{\"item\": 1}\n{\"item\": {\"id\": 2}}\n"),
        ("items.jsonl", "{\"item\": [1]}\n"),
        ("items.jsonl", "{\"item\": 12345678901234567890123}\n"),
        ("items.jsonl", "{\"item\": 20000000000000000001}\n"),
        ("items.jsonl", "{\"item\": 1\n"),
        ("items.jsonl", "\n"),
        ("items.xlsx", "not a workbook"),
        ("items.parquet", "not parquet at all"),
    ];
    let mut answers: String = cases.into_iter().map(|(file, text)| render_table(file, text.as_bytes())).collect();
    answers.push_str(&render_table("items.csv", b"item,text\n1,caf\xe9\n"));
    answers.push_str(&render_table("items.csv", b"\xff\xfei\0t\0"));
    answers.push_str(&render_table("nested.parquet", include_bytes!("data/nested.parquet")));
    expect![[r#"
        `items.txt` has no ending that says what it is; use .csv, .tsv, .jsonl, .parquet or .xlsx
        `items.csv` is empty; it needs a header row that names the columns
        `items.csv` is empty; it needs a header row that names the columns
        `items.csv` has two columns called `item`; rename one
        column 2 of `items.csv` has no name; name it in the header or take it out
        row 3 (line 4) of `items.csv` has 3 cells where the header has 2 (put texts with commas or line breaks in quotation marks); one more row is like this
        row 3 of `items.csv` has 3 cells where the header has 2 (put texts with commas or line breaks in quotation marks)
        row 3 of `items.csv` opens a quotation mark that is never closed
        row 2 of `items.jsonl` is not a JSON object: invalid type: sequence, expected a map
        row 2 of `items.jsonl` has an object within the object, which a cell cannot hold, at `item`
        row 1 of `items.jsonl` has a list, which a cell cannot hold, at `item`
        row 1 of `items.jsonl` has a number too large to be kept exactly (put it in quotation marks) at `item`
        row 1 of `items.jsonl` has a number too large to be kept exactly (put it in quotation marks) at `item`
        row 1 of `items.jsonl` is not a JSON object: EOF while parsing an object
        `items.jsonl` is empty; it needs a header row that names the columns
        `items.xlsx` cannot be read: it is not an Excel workbook (it does not begin like one)
        `items.parquet` cannot be read: it is not Parquet (Parquet error: Invalid Parquet file. Corrupt footer)
        `items.csv` cannot be read: line 2 is not UTF-8; save it again as UTF-8 (it may be Latin-1 or Windows-1252)
        `items.csv` cannot be read: it is UTF-16; save it again as UTF-8
        row 2 of `nested.parquet` has a list in column `tokens`, which a cell cannot hold
    "#]].assert_eq(&answers);
}

#[test]
fn bars_separate_cells_and_utf_16_is_known_without_its_mark() {
    let text = "item|system|rating\n1|x, y|3\n";
    let bars = Table::read_with_layout("t.csv", text.as_bytes(), &table::Layout::default()).unwrap().table;
    assert_eq!(bars.column("system").unwrap().get(0), Some("x, y"));
    for bytes in [
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        let wide = Table::read_with_layout("t.csv", &bytes, &table::Layout::default()).unwrap().table;
        assert_eq!(wide.column("rating").unwrap().get(0), Some("3"));
    }
}

#[test]
fn lists_of_a_parquet_file_are_json_where_its_layout_is_said() {
    let bytes = include_bytes!("data/nested.parquet");
    let laid = Table::read_with_layout("nested.parquet", bytes, &table::Layout::default()).unwrap();
    assert_eq!(laid.table.column("tokens").unwrap().get(0), Some("[\"a\",\"b\"]"));
    assert_eq!(Table::parquet_names("nested.parquet", bytes).unwrap(), ["item", "tokens"]);
}

#[test]
fn a_cell_of_a_text_is_found_again() {
    let cases = [
        ("items.csv", "item,text\n\n1,\"a, \"\"b\"\"\nc\"\n", 2, "text", "\"a, \"\"b\"\"\nc\""),
        ("items.csv", "item,text,other\r\n1,ä,x\r\n2,b,y\r\n", 3, "other", "y"),
        ("items.csv", "item,text\n1,a\n", 1, "text", "text"),
        ("items.csv", "item,text\n1,a\n", 2, "", "1,a"),
        ("items.tsv", "item\ttext\n1\t\"a\tb\"\n", 2, "text", "\"a\tb\""),
        ("items.csv", "item;text\n1;\"a;b\"\n", 2, "text", "\"a;b\""),
        ("items.jsonl", "{\"item\": 1}\n{\"a\": \"item\", \"item\" : \"x\\\"y\"}\n", 2, "item", "\"x\\\"y\""),
        ("items.jsonl", "{\"item\": 1}\n", 1, "other", "{\"item\": 1}"),
    ];
    for (file, text, row, column, expected) in cases {
        let table = Table::read(file, text.as_bytes()).unwrap();
        let mut place = table.place_in_row(row, column);
        table.locate(&mut place, text);
        let range = place.range().unwrap().clone();
        assert_eq!(&text[range], expected, "{file} row {row} column {column}");
    }
    let table = Table::read("items.csv", b"item\n1\n").unwrap();
    assert_eq!(table.place(9, "item"), Place::file("items.csv"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..200), which in 0..5_usize) {
        let file = ["a.csv", "a.tsv", "a.jsonl", "a.xlsx", "a.parquet"][which];
        let _ = Table::read(file, &bytes);
    }

    #[test]
    fn cells_written_as_csv_come_back(rows in proptest::collection::vec(proptest::collection::vec("[a-z,\"\n\r ;é]{0,6}", 3), 1..6)) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let lines: Vec<String> = rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",")).collect();
        let text = format!("a,b,c\n{}\n", lines.join("\n"));
        let table = Table::read("t.csv", text.as_bytes()).unwrap();
        prop_assert_eq!(table.len(), rows.len());
        for (index, row) in rows.iter().enumerate() {
            for (column, cell) in ["a", "b", "c"].into_iter().zip(row) {
                prop_assert_eq!(table.column(column).unwrap().get(index).unwrap_or_default(), cell);
                let mut place = table.place(index, column);
                table.locate(&mut place, &text);
                prop_assert_eq!(&text[place.range().unwrap().clone()], quoted(cell));
            }
        }
    }

    #[test]
    fn a_damaged_workbook_or_parquet_file_gets_an_answer(at in 0..4000_usize, with in any::<u8>(), cut in 0..8000_usize) {
        for (file, bytes) in [("a.xlsx", &include_bytes!("data/mixed.xlsx")[..]), ("a.parquet", &include_bytes!("data/mixed.parquet")[..])] {
            let mut bytes = bytes.to_vec();
            let place = at % bytes.len();
            bytes[place] = with;
            let _ = Table::read(file, &bytes);
            bytes.truncate(cut);
            let _ = Table::read(file, &bytes);
        }
    }
}
