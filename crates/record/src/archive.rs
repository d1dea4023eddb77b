//! A finished study as pages to browse: texts, items with what was judged of them, and nothing that needs a server.

use std::collections::BTreeMap;

use askama::Template;
use dataset::{Dataset, Judgement, Subject};
use study::Study;
use study::file::Content;
use study::response::Cell;

/// Letters of a text that stand in the list of items.
const MOST_LETTERS: usize = 100;

/// Whether systems are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// By their names.
    Shown,
    /// By letters, in an order that says nothing.
    Hidden,
}

/// The pages, and the study's pictures, sounds and films that they show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    pub pages: Vec<ArchivePage>,
    /// Where each file of the study is to lie. Files are often called by the system they are from, so that they have
    /// numbers here.
    pub files: BTreeMap<String, String>,
}

/// A page of the archive: its path and its HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivePage {
    pub path: String,
    pub html: String,
}

#[derive(Template)]
#[template(path = "archive_page.html")]
struct PageTemplate<'a> {
    page: &'a Page,
}

struct Page {
    /// Of the study's texts; everything else is English.
    language: String,
    title: Words,
    links: Vec<(String, String)>,
    remarks: Vec<String>,
    texts: Vec<Text>,
    tables: Vec<Table>,
}

/// Words under a heading, or what is shown there.
struct Text {
    heading: String,
    words: String,
    shown: Option<Medium>,
}

/// A file that a browser shows.
struct Medium {
    /// `img`, `audio` or `video`.
    element: &'static str,
    address: String,
}

struct Table {
    title: String,
    heads: Vec<String>,
    rows: Vec<Vec<Words>>,
}

/// Words, and where they lead; empty for nowhere.
struct Words {
    words: String,
    leads_to: String,
    /// Whether they are the study's, in its language, and not ours in English.
    is_of_study: bool,
}

/// Words of ours.
fn own_words(words: impl Into<String>) -> Words {
    Words { words: words.into(), leads_to: String::new(), is_of_study: false }
}

/// Words of the study.
fn of_study(words: impl Into<String>) -> Words {
    Words { is_of_study: true, ..own_words(words) }
}

/// The pages, for a study that has these files beside its texts. The report, where it is to be shown, lies beside them as
/// `report.html`.
///
/// # Errors
/// When a page cannot be rendered, which would be a fault of ours.
pub fn archive(study: &Study, dataset: &Dataset, names: Names, files: &[&str]) -> Result<Archive, askama::Error> {
    let mut items: Vec<usize> = (0..study.items.len()).collect();
    items.sort_by_cached_key(|at| in_runs(&study.items[*at].id.0));
    let site = Site { study, dataset, systems: labels(study, names), names, files: number_files(study, files), items };
    let mut pages = vec![render("index.html", &site.index())?, render("texts.html", &site.texts())?];
    for place in 0..site.items.len() {
        pages.push(render(&format!("items/{}.html", place + 1), &site.item(place))?);
    }
    Ok(Archive { pages, files: site.files })
}

/// An id in runs of digits and of other signs, so that 2 comes before 10.
fn in_runs(id: &str) -> Vec<(Option<u128>, String)> {
    let mut runs: Vec<String> = Vec::new();
    for c in id.chars() {
        let is_like = |last: char| last.is_ascii_digit() == c.is_ascii_digit();
        match runs.last_mut() {
            Some(run) if run.ends_with(is_like) => run.push(c),
            Some(_) | None => runs.push(c.to_string()),
        }
    }
    runs.into_iter().map(|run| (run.parse().ok(), run)).collect()
}

/// The paths of files, in an order that says nothing.
fn number_files(study: &Study, files: &[&str]) -> BTreeMap<String, String> {
    let mut order = files.to_vec();
    order.sort_by_key(|name| dataset::fingerprint(format!("{} {name}", study.fingerprint).as_bytes()));
    let each = order.into_iter().enumerate().map(|(at, name)| {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        (name.to_owned(), format!("files/{}.{ending}", at + 1))
    });
    each.collect()
}

fn render(path: &str, page: &Page) -> Result<ArchivePage, askama::Error> {
    Ok(ArchivePage { path: path.to_owned(), html: PageTemplate { page }.render()? })
}

/// What each system is called.
fn labels(study: &Study, names: Names) -> Vec<String> {
    match names {
        Names::Shown => study.systems.iter().map(|system| system.name.clone()).collect(),
        Names::Hidden => {
            let mut order: Vec<usize> = (0..study.systems.len()).collect();
            let drawn = |at: &usize| {
                dataset::fingerprint(format!("{} {}", study.fingerprint, study.systems[*at].id.0).as_bytes())
            };
            order.sort_by_key(drawn);
            let place = |at: usize| order.iter().position(|known| *known == at).unwrap_or(0);
            (0..study.systems.len())
                .map(|at| format!("System {}", study::response::position::letter(place(at)).to_uppercase()))
                .collect()
        }
    }
}

struct Site<'a> {
    study: &'a Study,
    dataset: &'a Dataset,
    systems: Vec<String>,
    names: Names,
    /// The study's files, with where they lie.
    files: BTreeMap<String, String>,
    /// The places of the study's items, in the order of their pages.
    items: Vec<usize>,
}

impl Site<'_> {
    fn page(&self, title: Words, up: &str) -> Page {
        let mut links =
            vec![("Study".to_owned(), format!("{up}index.html")), ("Texts".to_owned(), format!("{up}texts.html"))];
        if self.names == Names::Shown {
            links.push(("Report".to_owned(), format!("{up}report.html")));
        }
        let mut remarks = Vec::new();
        if self.dataset.provenance.judged_by == dataset::JudgedBy::Simulated {
            remarks.push("SIMULATED: nobody took part.".to_owned());
        }
        Page {
            language: self.study.about.language.clone(),
            title,
            links,
            remarks,
            texts: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn index(&self) -> Page {
        let study = self.study;
        let mut page = self.page(of_study(&study.about.title), "");
        if self.names == Names::Hidden {
            page.remarks.push("Systems have letters here, and the report, which names them, is left out.".to_owned());
        }
        if let Some(description) = &study.about.description {
            page.texts.push(plain_text("About", description));
        }
        let rows = study.criteria.iter().map(|it| {
            let words = [it.name.as_str(), it.question.as_str(), it.definition.as_deref().unwrap_or_default()];
            Vec::from(words.map(of_study))
        });
        page.tables.push(Table {
            title: "Criteria".to_owned(),
            heads: ["criterion", "question", "definition"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        });
        let rows = self.items.iter().enumerate().map(|(place, at)| {
            let item = &study.items[*at];
            let id = Words { leads_to: format!("items/{}.html", place + 1), ..own_words(&item.id.0) };
            let first = item.shown.first().map(|text| shortened(text)).unwrap_or_default();
            vec![id, of_study(first), own_words(self.judgements(*at).count().to_string())]
        });
        page.tables.push(Table {
            title: "Items".to_owned(),
            heads: ["item", "shown", "judgements"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        });
        page
    }

    fn texts(&self) -> Page {
        let texts = &self.study.texts;
        let mut page = self.page(own_words("Texts"), "");
        let all = [
            ("Information", &texts.information),
            ("Consent", &texts.consent),
            ("Instructions", &texts.instructions),
            ("Debrief", &texts.debrief),
        ];
        let written = all.into_iter().filter(|(_, text)| !text.trim().is_empty());
        page.texts = written.map(|(name, text)| plain_text(name, text)).collect();
        page
    }

    /// The page of the item at this place.
    fn item(&self, place: usize) -> Page {
        let index = self.items[place];
        let (study, item) = (self.study, &self.study.items[index]);
        let mut page = self.page(own_words(format!("Item {}", item.id.0)), "../");
        if place > 0 {
            page.links.push(("Previous item".to_owned(), format!("{place}.html")));
        }
        if place + 1 < self.items.len() {
            page.links.push(("Next item".to_owned(), format!("{}.html", place + 2)));
        }
        for (shown, text) in study.shown.iter().zip(&item.shown) {
            let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
            page.texts.push(self.text(label, text, shown.content));
        }
        let mut outputs: Vec<(String, Text)> = self
            .systems
            .iter()
            .zip(&item.outputs)
            .map(|(name, output)| {
                let text = output.as_ref().map(|output| self.text(name, output, study.content));
                (name.clone(), text.unwrap_or_else(|| plain_text(name, "no output")))
            })
            .collect();
        if self.names == Names::Hidden {
            outputs.sort_by(|a, b| a.0.cmp(&b.0));
        }
        page.texts.extend(outputs.into_iter().map(|(_, text)| text));
        let rows = self.judgements(index).map(|judgement| {
            let criterion = &self.dataset.criteria[judgement.criterion];
            let shown = self.shown_names(judgement);
            let left_out = judgement.excluded.as_ref().map(|rule| rule.word()).unwrap_or_default();
            let person = &self.dataset.participants[judgement.participant as usize];
            vec![
                own_words(person),
                of_study(&criterion.name),
                own_words(shown.join(", ")),
                of_study(self.answer(judgement, &shown)),
                own_words(left_out),
            ]
        });
        let rows: Vec<_> = rows.collect();
        let heads = ["participant", "criterion", "shown", "answer", "left out"].map(str::to_owned).to_vec();
        page.tables.push(Table { title: "Judgements".to_owned(), heads, rows });
        page
    }

    /// A text of an item, or the file that it names.
    fn text(&self, heading: &str, words: &str, content: Content) -> Text {
        let element = match content {
            Content::Image => "img",
            Content::Audio => "audio",
            Content::Video => "video",
            Content::Text | Content::Markdown | Content::Code | Content::Dialogue => {
                // A file that a text names is called by its number there, too.
                let words = self.files.iter().fold(words.to_owned(), |words, (name, path)| words.replace(name, path));
                return Text { heading: heading.to_owned(), words, shown: None };
            }
        };
        match self.files.get(words.trim()) {
            Some(path) => Text {
                heading: heading.to_owned(),
                words: String::new(),
                shown: Some(Medium { element, address: format!("../{path}") }),
            },
            None => plain_text(heading, "a file that is not in the study folder"),
        }
    }

    /// The judgements of an item.
    fn judgements(&self, index: usize) -> impl Iterator<Item = &Judgement> {
        let id = &self.study.items[index].id.0;
        self.dataset.judgements.iter().filter(move |judgement| match &judgement.subject {
            Subject::Item { item, .. } => self.dataset.items[*item].id == *id,
            Subject::Check { .. } => false,
        })
    }

    /// What the systems that were shown are called, in the order shown.
    fn shown_names(&self, judgement: &Judgement) -> Vec<String> {
        match &judgement.subject {
            Subject::Item { systems, .. } => systems.iter().map(|at| self.systems[*at as usize].clone()).collect(),
            Subject::Check { .. } => Vec::new(),
        }
    }

    fn answer(&self, judgement: &Judgement, shown: &[String]) -> String {
        let response = &self.dataset.criteria[judgement.criterion].response;
        let columns = response.columns(shown.len());
        let cells = response.cells(&judgement.answer);
        let said = columns.iter().zip(cells).filter_map(|(column, cell)| {
            let words = match cell {
                Cell::Empty => return None,
                Cell::Whole(number) => number.to_string(),
                Cell::Number(number) => number.to_string(),
                Cell::Word(word) => word,
                Cell::Output(at) => shown.get(at).cloned().unwrap_or_default(),
            };
            Some((&column.name, words))
        });
        // An answer of one part is named by its criterion.
        let said: Vec<_> = said.collect();
        match said.as_slice() {
            [(_, words)] if columns.len() == 1 => words.clone(),
            _ => said.iter().map(|(name, words)| format!("{name}: {words}")).collect::<Vec<_>>().join("; "),
        }
    }
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn plain_text(heading: &str, words: &str) -> Text {
    Text { heading: heading.to_owned(), words: words.trim().to_owned(), shown: None }
}

#[cfg(test)]
mod tests {
    use dataset::{JudgedBy, Origin};
    use study::OnDisk;

    use super::{Names, archive};

    #[test]
    fn a_blind_archive_names_no_system() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
        let study = study::check(&OnDisk(folder)).study.unwrap();
        let dataset = dataset::Dataset::from_study(&study, Origin::Collected, JudgedBy::People);
        let holds = |names: Names, word: &str| {
            archive(&study, &dataset, names, &[]).unwrap().pages.iter().filter(|page| page.html.contains(word)).count()
        };
        assert_eq!(holds(Names::Shown, "GeDi"), study.items.len());
        for system in &study.systems {
            assert_eq!(holds(Names::Hidden, &system.name), 0, "{}", system.name);
        }
        assert_eq!(holds(Names::Hidden, "System A"), study.items.len());
        assert_eq!(
            (holds(Names::Hidden, "report.html"), holds(Names::Shown, "report.html")),
            (0, study.items.len() + 2)
        );
    }

    #[test]
    fn items_stand_in_the_order_of_their_numbers_and_lead_to_each_other() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
        let mut study = study::check(&OnDisk(folder)).study.unwrap();
        study.about.language = "ja".to_owned();
        study.items.truncate(3);
        for (item, id) in study.items.iter_mut().zip(["t10", "t2", "t1"]) {
            item.id.0 = id.to_owned();
            item.shown = vec!["語".repeat(101)];
        }
        let dataset = dataset::Dataset::from_study(&study, Origin::Collected, JudgedBy::People);
        let pages = archive(&study, &dataset, Names::Shown, &[]).unwrap().pages;
        let places: Vec<_> = ["t1<", "t2<", "t10<"].map(|id| pages[0].html.find(id).unwrap()).into();
        assert!(places.is_sorted(), "{places:?}");
        assert!(
            pages[0].html.contains(&format!("<td dir=\"auto\" lang=\"ja\">{}…</td>", "語".repeat(100))),
            "{}",
            pages[0].html
        );
        let middle = &pages[3].html;
        assert!(middle.contains("<h1>Item t2</h1>"), "{middle}");
        assert!(middle.contains("<a href=\"1.html\">Previous item</a> <a href=\"3.html\">Next item</a>"), "{middle}");
        assert!(!pages[2].html.contains("Previous item") && !pages[4].html.contains("Next item"));
    }

    #[test]
    fn pictures_are_shown_under_numbers() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/fluency");
        let mut study = study::check(&OnDisk(folder)).study.unwrap();
        study.content = study::file::Content::Image;
        for item in &mut study.items {
            item.outputs = vec![Some("svm/1.png".to_owned()), Some("gedi/1.png".to_owned()), None];
        }
        let dataset = dataset::Dataset::from_study(&study, Origin::Collected, JudgedBy::People);
        let made = archive(&study, &dataset, Names::Hidden, &["svm/1.png"]).unwrap();
        assert_eq!(made.files["svm/1.png"], "files/1.png");
        let page = &made.pages[2].html;
        assert!(page.contains("<img src=\"../files/1.png\" alt=\"System "), "{page}");
        assert!(page.contains("a file that is not in the study folder") && page.contains("no output"), "{page}");
        assert!(!page.contains("svm") && !page.contains("gedi"), "{page}");
    }
}
