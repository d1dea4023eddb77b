//! Files made to exhaust the memory are refused within two gigabytes of it: each is read by a process of its own that may have
//! no more.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use table::Table;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Kilobytes of address space that the reading process may have.
const ROOM: &str = "2097152";
const FILE: &str = "REJUDGE_TEST_TABLE";

/// Not a test of its own: reads the file it is told to, in the process that [`check`] starts.
#[test]
#[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it is how the process is told, and tells")]
fn reads_what_it_is_told() {
    let Ok(file) = std::env::var(FILE) else { return };
    let bytes = std::fs::read(&file).unwrap();
    let name = Path::new(&file).file_name().unwrap().to_str().unwrap();
    let said = match Table::read(name, &bytes) {
        Ok(table) => format!("read {} rows", table.len()),
        Err(error) => error.to_string(),
    };
    println!("SAID {said}");
}

fn check(name: &str, bytes: &[u8], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).unwrap();
    let this = std::env::current_exe().unwrap();
    let ran = Command::new("sh")
        .args(["-c", &format!("ulimit -v {ROOM}; exec \"$0\" \"$@\"")])
        .arg(this)
        .args(["--exact", "reads_what_it_is_told", "--nocapture"])
        .env(FILE, &file)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&ran.stdout);
    let said = out.lines().find_map(|line| line.split("SAID ").nth(1)).unwrap_or_else(|| {
        panic!("{name} of {} bytes: {} {}", bytes.len(), ran.status, String::from_utf8_lossy(&ran.stderr))
    });
    assert!(said.contains(expected), "{name}: {said}");
}

/// A workbook of these parts: a sheet and a list of shared texts, each a beginning, something many times over, and an end.
fn workbook(sheet: (&str, &str, usize, &str), texts: (&str, &str, usize, &str)) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let relation = |kind: &str, target: &str| {
        format!(
            r#"<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/></Relationships>"#
        )
    };
    let book = r#"<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    let (package, workbook) =
        (relation("officeDocument", "xl/workbook.xml"), relation("worksheet", "worksheets/sheet1.xml"));
    let parts = [
        ("_rels/.rels", (package.as_str(), "", 0, "")),
        ("xl/workbook.xml", (book, "", 0, "")),
        ("xl/_rels/workbook.xml.rels", (workbook.as_str(), "", 0, "")),
        ("xl/sharedStrings.xml", texts),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    for (name, (before, again, times, after)) in parts {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(before.as_bytes()).unwrap();
        let block = again.repeat(1 << 12);
        for _ in 0..times >> 12 {
            archive.write_all(block.as_bytes()).unwrap();
        }
        archive.write_all(after.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

const NO_TEXTS: (&str, &str, usize, &str) = (r#"<sst uniqueCount="0">"#, "", 0, "</sst>");
const HEADER: &str = r#"<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>a</v></c></row>"#;
const END: &str = "</sheetData></worksheet>";

#[test]
fn a_workbook_with_one_cell_far_away() {
    let far = r#"<row r="1048576"><c r="XFD1048576"><v>7</v></c></row></sheetData></worksheet>"#;
    check("far.xlsx", &workbook((HEADER, "", 0, far), NO_TEXTS), "which has no name in the header");
}

#[test]
fn a_workbook_that_unpacks_to_blanks() {
    check("blanks.xlsx", &workbook((HEADER, " ", 200 << 20, END), NO_TEXTS), "times its size");
}

#[test]
fn a_workbook_with_millions_of_empty_texts() {
    let texts = (r#"<sst uniqueCount="9">"#, "<si><t/></si>", 12 << 20, "</sst>");
    // Not packed tightly enough to be refused, and none of them is in a cell: it must be read within the limit.
    check("texts.xlsx", &workbook((HEADER, "", 0, END), texts), "read 0 rows");
}
