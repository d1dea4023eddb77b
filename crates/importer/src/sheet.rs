//! Files, members of archives and sheets of workbooks, looked at far enough to recognise them.

use std::borrow::Cow;
use std::io::{Cursor, Read as _};

use serde::Deserializer as _;
use serde::de::{SeqAccess, Visitor};
use serde_json::Value;
use table::{Encoding, Format, Layout, Quoting, Table};

use crate::data_frame;
use crate::import_mapping::{EncodingName, Import};
use crate::question::{Choice, Question, Stop, quoted};

/// A file that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name, with the folders that tell it from others.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Endings of files that hold no answers.
const NO_TABLES: [&str; 28] = [
    "pdf", "doc", "docx", "odt", "ppt", "pptx", "png", "jpg", "jpeg", "gif", "svg", "md", "rst", "html", "htm", "css",
    "js", "py", "r", "rmd", "ipynb", "sh", "tex", "bib", "yml", "yaml", "ini", "db",
];

impl Input {
    /// Whether its ending says that it holds no table.
    pub(crate) fn is_no_table(&self) -> bool {
        let name = self.name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        name.starts_with("~$") || name.rsplit_once('.').is_some_and(|(_, ending)| NO_TABLES.contains(&ending))
    }
}

/// Files and what is in the archives among them. What an archive holds is known as `archive.zip/member`.
///
/// # Errors
/// When an archive is damaged or unpacks to more than 1 GiB.
pub fn unpack_archives(inputs: Vec<Input>) -> Result<Vec<Input>, String> {
    const MOST: u64 = 1 << 30;
    let mut all = Vec::new();
    for input in inputs {
        if !input.name.to_ascii_lowercase().ends_with(".zip") {
            all.push(input);
            continue;
        }
        let failed = |error: &dyn std::fmt::Display| format!("`{}` cannot be unpacked: {error}", input.name);
        let mut archive = zip::ZipArchive::new(Cursor::new(&input.bytes)).map_err(|error| failed(&error))?;
        let mut room = MOST;
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).map_err(|error| failed(&error))?;
            let name = member.name().map_err(|error| failed(&error))?.into_owned();
            // What Apple's programs add, and folders.
            let bare = name.rsplit('/').next().unwrap_or_default();
            if name.ends_with('/') || name.starts_with("__MACOSX/") || bare.starts_with('.') {
                continue;
            }
            let mut bytes = Vec::new();
            member.by_ref().take(room + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
            room = room.checked_sub(bytes.len() as u64).ok_or_else(|| failed(&"it unpacks to more than 1 GiB"))?;
            all.push(Input { name: format!("{}/{name}", input.name), bytes });
        }
    }
    Ok(all)
}

/// What the beginning of a file looks like.
#[derive(Debug, Clone)]
pub(crate) enum Head {
    /// The first rows.
    Rows(Vec<Vec<String>>),
    /// The first records: of a list, of lines, or the one object.
    Json(Vec<Value>),
}

/// A file, or a sheet of a workbook.
#[derive(Debug, Clone)]
pub(crate) struct Sheet<'a> {
    /// As people know it.
    pub(crate) name: String,
    pub(crate) bytes: &'a [u8],
    pub(crate) layout: Layout,
    pub(crate) head: Head,
}

impl<'a> Sheet<'a> {
    /// The sheets of a file. A text that is neither UTF-8 nor UTF-16 must be said to be something else.
    pub(crate) fn all(input: &'a Input, import: &Import) -> Result<Vec<Sheet<'a>>, Stop> {
        let lower = input.name.to_ascii_lowercase();
        if lower.ends_with(".xlsx") {
            let names = Table::sheets(&input.name, &input.bytes)?;
            let several = names.len() > 1;
            let wanted = names.into_iter().filter(|name| import.sheet.as_ref().is_none_or(|wanted| wanted == name));
            let mut sheets = Vec::new();
            for sheet in wanted {
                let name = if several { format!("{}, sheet {sheet}", input.name) } else { input.name.clone() };
                let skip_rows = import.skip_rows.unwrap_or(0);
                let layout = Layout { format: Some(Format::Xlsx), sheet: Some(sheet), skip_rows, ..Layout::default() };
                match rows_of(&input.name, &input.bytes, &layout) {
                    Ok(rows) => {
                        if import.skip_rows.is_none()
                            && let Some(mut question) = below_a_title(&name, &input.bytes, (&layout, &rows))?
                        {
                            if let (true, Some(sheet), [choice]) = (several, &layout.sheet, &question.choices[..]) {
                                let above = choice.line.trim_start_matches("import.").to_owned();
                                let line = format!("import = {{ sheet = {}, {above} }}", quoted(sheet));
                                question = question.with_choice("yes, and no other sheet holds answers", line);
                            }
                            return Err(Stop::Unsaid(vec![question]));
                        }
                        sheets.push(Sheet { name, bytes: &input.bytes, layout, head: Head::Rows(rows) });
                    }
                    Err(table::TableError::Empty { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            return Ok(sheets);
        }
        let layout = layout(&lower, import)?;
        let head = if layout.format == Some(Format::Parquet) {
            Head::Rows(rows_of(&input.name, &input.bytes, &layout)?)
        } else {
            let text = readable(input, layout.encoding)?;
            if [".json", ".jsonl", ".ndjson", ".qsf"].iter().any(|ending| lower.ends_with(ending)) {
                Head::Json(json_head(&input.name, &text)?)
            } else {
                let bytes = bytes_below(input, import.skip_rows.unwrap_or(0));
                let layout =
                    Layout { delimiter: layout.delimiter.or_else(|| delimiter_below_a_title(&text)), ..layout };
                let rows = rows_of(&input.name, bytes, &layout)?;
                if import.skip_rows.is_none() {
                    look_for_title(&input.name, &rows, &text)?;
                }
                return Ok(vec![Sheet { name: input.name.clone(), bytes, layout, head: Head::Rows(rows) }]);
            }
        };
        Ok(vec![Sheet { name: input.name.clone(), bytes: &input.bytes, layout, head }])
    }

    /// The first row.
    pub(crate) fn header(&self) -> &[String] {
        match &self.head {
            Head::Rows(rows) => rows.first().map(Vec::as_slice).unwrap_or_default(),
            Head::Json(_) => &[],
        }
    }

    /// The first rows.
    pub(crate) fn rows(&self) -> &[Vec<String>] {
        match &self.head {
            Head::Rows(rows) => rows,
            Head::Json(_) => &[],
        }
    }

    /// The first record.
    pub(crate) fn record(&self) -> Option<&Value> {
        match &self.head {
            Head::Rows(_) => None,
            Head::Json(records) => records.first(),
        }
    }

    /// Whether the first row has all of these names, letter case aside.
    pub(crate) fn has_columns(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.header().iter().any(|known| known.trim().eq_ignore_ascii_case(name)))
    }

    /// Whether the first record has all of these keys.
    pub(crate) fn has_keys(&self, keys: &[&str]) -> bool {
        self.record().is_some_and(|record| keys.iter().all(|key| record.get(key).is_some()))
    }

    /// All records: of a list, of lines, or the one object.
    pub(crate) fn records(&self) -> Result<Vec<Value>, Stop> {
        let text = Table::text(&self.name, self.bytes, self.layout.encoding)?;
        records(&self.name, &text, usize::MAX)
    }

    /// Gives every record away, one after the other, so that those of a large file are never all in memory.
    pub(crate) fn each_record(&self, mut take: impl FnMut(Value) -> Result<(), Stop>) -> Result<(), Stop> {
        if let Head::Json(head) = &self.head
            && head.len() < 2
        {
            return self.records()?.into_iter().try_for_each(take);
        }
        let text = Table::text(&self.name, self.bytes, self.layout.encoding)?;
        let mut done = Ok(());
        visit_records(&self.name, &text, |record| {
            done = take(record);
            done.is_ok()
        })?;
        done
    }

    /// The text.
    pub(crate) fn text(&self) -> Result<Cow<'a, str>, Stop> {
        Ok(Table::text(&self.name, self.bytes, self.layout.encoding)?)
    }
}

fn layout(lower: &str, import: &Import) -> Result<Layout, Stop> {
    let delimiter = match import.delimiter.as_deref() {
        None => None,
        Some("tab" | "\t") => Some(b'\t'),
        Some(one) if one.len() == 1 => Some(one.as_bytes()[0]),
        Some(other) => {
            return Err(Stop::Unreadable(format!("`import.delimiter` is one character or `tab`, not `{other}`")));
        }
    };
    let format = if lower.ends_with(".parquet") {
        Format::Parquet
    } else if lower.ends_with(".tsv") || lower.ends_with(".tab") {
        Format::Tsv
    } else if lower.ends_with(".jsonl") || lower.ends_with(".ndjson") {
        Format::Jsonl
    } else {
        Format::Csv
    };
    let encoding = match import.encoding {
        Some(EncodingName::Windows1252) => Encoding::Windows1252,
        Some(EncodingName::Utf8) | None => Encoding::Unicode,
    };
    let quoting = if import.quotes == Some(false) { Quoting::None } else { Quoting::Usual };
    Ok(Layout { format: Some(format), encoding, delimiter, quoting, ..Layout::default() })
}

/// The text of a file; where it is no Unicode, the question what it is, with how its first odd line would read.
fn readable(input: &Input, encoding: Encoding) -> Result<Cow<'_, str>, Stop> {
    let error = match Table::text(&input.name, &input.bytes, encoding) {
        Ok(text) if !text.contains('\0') => return Ok(text),
        Ok(_) => {
            let message = format!("`{}` is no text and no table that is known here", input.name);
            return Err(Stop::Unreadable(message));
        }
        Err(error) => error,
    };
    let odd = input.bytes.split(|byte| *byte == b'\n').find(|line| std::str::from_utf8(line).is_err());
    let shown = odd.and_then(|line| Table::text(&input.name, line, Encoding::Windows1252).ok().map(Cow::into_owned));
    let Some(shown) = shown.filter(|line| !line.chars().any(|letter| letter.is_control() && !letter.is_whitespace()))
    else {
        return Err(Stop::Unreadable(error.to_string()));
    };
    let shown: String = shown.trim().chars().take(100).collect();
    Err(Stop::Unsaid(vec![Question {
        sentence: format!(
            "`{}` is not UTF-8. Read as Windows-1252 (or Latin-1), a line of it is: {shown}. If that is wrong, save the file as UTF-8",
            input.name
        ),
        choices: vec![Choice {
            words: "that is right".to_owned(),
            line: "import.encoding = \"windows-1252\"".to_owned(),
        }],
        typed: None,
    }]))
}

/// What stands below so many lines of a file. In UTF-16, which needs no mark to be known, a letter has two bytes.
fn bytes_below(input: &Input, lines: usize) -> &[u8] {
    let bytes = input.bytes.as_slice();
    let end: &[u8] = match bytes {
        [0xfe, 0xff, ..] | [0, ..] => &[0, b'\n'],
        [0xff, 0xfe, ..] | [_, 0, ..] => &[b'\n', 0],
        _ => b"\n",
    };
    let ends = bytes.chunks_exact(end.len()).enumerate().filter(|(_, letter)| *letter == end);
    match lines.checked_sub(1).map(|last| ends.map(|(at, _)| (at + 1) * end.len()).nth(last)) {
        None => bytes,
        Some(below) => &bytes[below.unwrap_or(bytes.len())..],
    }
}

/// What separates the cells below a first line that has nothing of the kind: the two lines below it have as many of it.
fn delimiter_below_a_title(text: &str) -> Option<u8> {
    const DELIMITERS: [u8; 4] = [b'\t', b';', b'|', b','];
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (title, header, first) = (lines.next()?, lines.next()?, lines.next()?);
    let count = |line: &str, delimiter: u8| line.bytes().filter(|byte| *byte == delimiter).count();
    let is_between =
        |delimiter: &u8| count(header, *delimiter) > 1 && count(header, *delimiter) == count(first, *delimiter);
    let is_title = DELIMITERS.iter().all(|delimiter| count(title, *delimiter) == 0);
    DELIMITERS.into_iter().find(is_between).filter(|_| is_title)
}

/// A first row of one cell above rows of several is a title; the names of the columns stand further down.
fn look_for_title(name: &str, rows: &[Vec<String>], text: &str) -> Result<(), Stop> {
    let alone = |first: &Vec<String>| first.iter().filter(|cell| !cell.trim().is_empty()).count() == 1;
    let Some(header) = header_below_a_title(rows).filter(|_| alone(&rows[0])).map(|at| &rows[at]) else {
        return Ok(());
    };
    let Some(lines) = text.lines().position(|line| header.iter().all(|cell| line.contains(cell.trim()))) else {
        return Ok(());
    };
    Err(Stop::Unsaid(vec![title_question(name, (rows[0][0].as_str(), header.as_slice()), lines)]))
}

/// The same for a sheet of a workbook.
fn below_a_title(
    name: &str,
    bytes: &[u8],
    (layout, rows): (&Layout, &[Vec<String>]),
) -> Result<Option<Question>, Stop> {
    let Some(at) = header_below_a_title(rows) else { return Ok(None) };
    let bare = Layout { header_rows: 0, ..layout.clone() };
    let above = Table::read_with_layout(name, bytes, &bare)?.table.row_number(at) - 1;
    Ok(Some(title_question(name, (rows[0][0].as_str(), rows[at].as_slice()), above)))
}

/// Where the names of columns stand below a title: the first row says one thing, in one cell or in cells that are merged.
fn header_below_a_title(rows: &[Vec<String>]) -> Option<usize> {
    let filled = |row: &[String]| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let first = rows.first().filter(|first| first.first().is_some_and(|cell| !cell.trim().is_empty()))?;
    let is_title = first.iter().all(|cell| cell.trim().is_empty() || *cell == first[0]);
    let is_header = |two: &[Vec<String>]| filled(&two[0]) > 2 && two[0].len() == two[1].len() && two[0] != *first;
    rows.windows(2).position(is_header).filter(|_| is_title)
}

fn title_question(name: &str, (title, header): (&str, &[String]), above: usize) -> Question {
    Question {
        sentence: format!("`{name}` begins with `{title}`. Are the names of its columns those in line {}?", above + 1),
        choices: vec![Choice {
            words: format!("yes: {}", header.join(", ")),
            line: format!("import.skip_rows = {above}"),
        }],
        typed: None,
    }
}

const LOOKED_AT: usize = 6;

fn rows_of(name: &str, bytes: &[u8], layout: &Layout) -> Result<Vec<Vec<String>>, table::TableError> {
    let bare = Layout { header_rows: 0, ..layout.clone() };
    if layout.format == Some(Format::Parquet) {
        return Ok(vec![Table::parquet_names(name, bytes)?]);
    }
    if layout.format == Some(Format::Xlsx) {
        let laid = Table::read_with_layout(name, bytes, &bare)?;
        let row = |row: usize| {
            laid.table.columns().iter().map(|cells| cells.get(row).unwrap_or_default().to_owned()).collect()
        };
        return Ok((0..laid.table.len().min(LOOKED_AT)).map(row).collect());
    }
    let text = Table::text(name, bytes, layout.encoding)?;
    let delimiter = layout.delimiter.unwrap_or_else(|| Table::delimiter(&text, layout.format.unwrap_or(Format::Csv)));
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows = reader.records().take(LOOKED_AT).map_while(Result::ok);
    let rows: Vec<Vec<String>> = rows.map(|row| row.iter().map(str::to_owned).collect()).collect();
    if rows.is_empty() { Err(table::TableError::Empty { file: name.to_owned() }) } else { Ok(rows) }
}

fn json_head(name: &str, text: &str) -> Result<Vec<Value>, Stop> {
    records(name, text, LOOKED_AT)
}

/// Up to so many records: the elements of a list, the objects of lines, or the one object there is.
fn records(name: &str, text: &str, most: usize) -> Result<Vec<Value>, Stop> {
    let mut all = plain_records(name, text, most)?;
    if let [only] = all.as_slice()
        && let Some(rows) = data_frame::records(only).or_else(|| data_frame::unwrap_rows(only))
    {
        all = rows;
        all.truncate(most);
    }
    Ok(all)
}

fn plain_records(name: &str, text: &str, most: usize) -> Result<Vec<Value>, Stop> {
    let mut all = Vec::new();
    visit_records(name, text, |record| {
        if all.len() < most {
            all.push(record);
        }
        all.len() < most
    })?;
    Ok(all)
}

/// Gives away the elements of a list, or the values one after the other, as long as more are wanted. A list is read to its end.
fn visit_records(name: &str, text: &str, mut take: impl FnMut(Value) -> bool) -> Result<(), Stop> {
    let failed = |error: serde_json::Error| Stop::Unreadable(format!("`{name}` is no JSON: {error}"));
    if text.trim_start().starts_with('[') {
        let mut reader = serde_json::Deserializer::from_str(text);
        let mut more = true;
        let elements = Elements(|record: Value| more = more && take(record));
        reader.deserialize_seq(elements).and_then(|()| reader.end()).map_err(failed)?;
        return Ok(());
    }
    for record in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        if !take(record.map_err(failed)?) {
            break;
        }
    }
    Ok(())
}

/// The elements of a list of JSON, each given away as it is read.
struct Elements<F>(F);

impl<'de, F: FnMut(Value)> Visitor<'de> for Elements<F> {
    type Value = ();

    fn expecting(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        words.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(element) = list.next_element()? {
            (self.0)(element);
        }
        Ok(())
    }
}
