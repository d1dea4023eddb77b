//! Workbooks: titles above the table, a sheet per criterion, merged cells.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use importer::{ImportOutcome, Input, Stop, import};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::mapping_of;

/// A workbook of sheets, each with its rows; an empty cell is none, and a number is one.
fn workbook(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut part = |name: &str, text: &str| {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let (mut listed, mut related, mut types) = (String::new(), String::new(), String::new());
    for (number, (title, rows)) in (1..).zip(sheets) {
        let _ = write!(listed, r#"<sheet name="{title}" sheetId="{number}" r:id="r{number}"/>"#);
        let _ = write!(
            related,
            r#"<Relationship Id="r{number}" Type="{relations}/worksheet" Target="worksheets/sheet{number}.xml"/>"#
        );
        let _ = write!(
            types,
            r#"<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{kind}.worksheet+xml"/>"#
        );
        let mut data = String::new();
        for (at, row) in (1..).zip(*rows) {
            let _ = write!(data, r#"<row r="{at}">"#);
            for (column, cell) in ('A'..).zip(*row).filter(|(_, cell)| !cell.is_empty()) {
                let _ = match cell.parse::<f64>() {
                    Ok(number) => write!(data, r#"<c r="{column}{at}"><v>{number}</v></c>"#),
                    Err(_) => write!(data, r#"<c r="{column}{at}" t="inlineStr"><is><t>{cell}</t></is></c>"#),
                };
            }
            data.push_str("</row>");
        }
        part(
            &format!("xl/worksheets/sheet{number}.xml"),
            &format!(r#"<worksheet xmlns="{main}"><sheetData>{data}</sheetData></worksheet>"#),
        );
    }
    part(
        "xl/workbook.xml",
        &format!(r#"<workbook xmlns="{main}" xmlns:r="{relations}"><sheets>{listed}</sheets></workbook>"#),
    );
    part(
        "xl/_rels/workbook.xml.rels",
        &format!(r#"<Relationships xmlns="{package}/relationships">{related}</Relationships>"#),
    );
    part(
        "_rels/.rels",
        &format!(
            r#"<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
        ),
    );
    part(
        "[Content_Types].xml",
        &format!(
            r#"<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>{types}</Types>"#
        ),
    );
    archive.finish().unwrap().into_inner()
}

fn read(sheets: &[(&str, &[&[&str]])], lines: &[&str]) -> Result<ImportOutcome, Stop> {
    import(&[Input { name: "ratings.xlsx".to_owned(), bytes: workbook(sheets) }], None, &mapping_of(lines))
}

/// The lines that may be given.
fn suggested_lines(sheets: &[(&str, &[&[&str]])], lines: &[&str]) -> Vec<String> {
    match read(sheets, lines) {
        Err(Stop::Unsaid(questions)) => {
            questions.into_iter().flat_map(|it| it.choices.into_iter().map(|choice| choice.line)).collect()
        }
        Err(Stop::Unreadable(message)) => panic!("{message}"),
        Ok(imported) => panic!("{:?}", imported.first),
    }
}

#[test]
fn a_title_above_the_table_of_a_workbook_is_asked_about_and_passed_over() {
    let rows: &[&[&str]] = &[
        &["Round 2 (June)"],
        &[],
        &["Rater", "Item", "System", "Score"],
        &["r1", "i1", "a", "1"],
        &["r2", "i1", "b", "5"],
    ];
    assert_eq!(suggested_lines(&[("Sheet1", rows)], &[]), ["import.skip_rows = 2"]);
    let imported = read(&[("Sheet1", rows)], &["import.skip_rows = 2"]).unwrap();
    assert_eq!(imported.first, ["r1 on i1, a: Score = 1", "r2 on i1, b: Score = 5"]);
    assert_eq!((imported.counts.rows, imported.counts.add_up()), (2, true));
}

#[test]
fn sheets_in_which_the_same_people_judged_the_same_are_asked_about_and_may_be_criteria() {
    let sheet = |scores: [&'static str; 2]| -> Vec<Vec<&'static str>> {
        vec![
            vec!["rater", "item", "system", "score"],
            vec!["r1", "i1", "a", scores[0]],
            vec!["r2", "i1", "a", scores[1]],
        ]
    };
    let (fluency, adequacy) = (sheet(["1", "5"]), sheet(["2", "4"]));
    let rows = |sheet: &'static [Vec<&'static str>]| sheet.iter().map(Vec::as_slice).collect::<Vec<_>>();
    let (fluency, adequacy) = (rows(fluency.leak()), rows(adequacy.leak()));
    let sheets = [("fluency", fluency.as_slice()), ("adequacy", adequacy.as_slice())];
    let lines = ["criterion = \"file\"", "import.repeated = \"all\"", "import.repeated = \"latest\""];
    assert_eq!(suggested_lines(&sheets, &[]), lines);
    let imported = read(&sheets, &lines[..1]).unwrap();
    let expected = [
        "r1 on i1, a: adequacy = 2",
        "r1 on i1, a: fluency = 1",
        "r2 on i1, a: adequacy = 4",
        "r2 on i1, a: fluency = 5",
    ];
    assert_eq!((imported.first.as_slice(), imported.counts.add_up()), (&expected.map(str::to_owned)[..], true));
    assert_eq!(read(&sheets, &lines[1..2]).unwrap().counts.judgements, 4);
    assert_eq!(read(&sheets, &lines[2..]).unwrap().counts.judgements, 2);
}
