//! A finished study as pages to browse: texts, items with what was judged of them, and nothing that needs a server.

use askama::Template;
use dataset::{Dataset, Judgement, Subject};
use study::Study;
use study::response::Cell;

/// Whether systems are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// By their names.
    Shown,
    /// By letters, in an order that says nothing.
    Hidden,
}

/// A page of the archive: its path and its HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivePage {
    pub path: String,
    pub html: String,
}

#[derive(Template)]
#[template(path = "archive_page.html")]
struct Rendered<'a> {
    page: &'a Page,
}

struct Page {
    language: String,
    title: String,
    links: Vec<(String, String)>,
    remarks: Vec<String>,
    texts: Vec<(String, String)>,
    tables: Vec<Table>,
}

struct Table {
    title: String,
    heads: Vec<String>,
    /// Words, and where they lead; empty for nowhere.
    rows: Vec<Vec<(String, String)>>,
}

/// The pages. The report, where it is to be shown, lies beside them as `report.html`.
///
/// # Errors
/// When a page cannot be rendered, which would be a fault of ours.
pub fn archive(study: &Study, dataset: &Dataset, names: Names) -> Result<Vec<ArchivePage>, askama::Error> {
    let site = Site { study, dataset, systems: labels(study, names), names };
    let mut pages = vec![render("index.html", &site.index())?, render("texts.html", &site.texts())?];
    for index in 0..study.items.len() {
        pages.push(render(&format!("items/{}.html", index + 1), &site.item(index))?);
    }
    Ok(pages)
}

fn render(path: &str, page: &Page) -> Result<ArchivePage, askama::Error> {
    Ok(ArchivePage { path: path.to_owned(), html: Rendered { page }.render()? })
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
}

impl Site<'_> {
    fn page(&self, title: String, up: &str) -> Page {
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
        let mut page = self.page(study.about.title.clone(), "");
        if self.names == Names::Hidden {
            page.remarks.push("Systems have letters here, and the report, which names them, is left out.".to_owned());
        }
        if let Some(description) = &study.about.description {
            page.texts.push(("About".to_owned(), description.trim().to_owned()));
        }
        let plain = |words: &str| (words.to_owned(), String::new());
        let rows = study
            .criteria
            .iter()
            .map(|it| vec![plain(&it.name), plain(&it.question), plain(it.definition.as_deref().unwrap_or_default())]);
        page.tables.push(Table {
            title: "Criteria".to_owned(),
            heads: ["criterion", "question", "definition"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
        });
        let rows = study.items.iter().enumerate().map(|(at, item)| {
            let judged = self.judgements(at).count();
            let first = item.shown.first().map(|text| text.chars().take(100).collect::<String>()).unwrap_or_default();
            vec![(item.id.0.clone(), format!("items/{}.html", at + 1)), plain(&first), plain(&judged.to_string())]
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
        let mut page = self.page("Texts".to_owned(), "");
        let all = [
            ("Information", &texts.information),
            ("Consent", &texts.consent),
            ("Instructions", &texts.instructions),
            ("Debrief", &texts.debrief),
        ];
        let written = all.into_iter().filter(|(_, text)| !text.trim().is_empty());
        page.texts = written.map(|(name, text)| (name.to_owned(), text.trim().to_owned())).collect();
        page
    }

    fn item(&self, index: usize) -> Page {
        let (study, item) = (self.study, &self.study.items[index]);
        let mut page = self.page(format!("Item {}", item.id.0), "../");
        for (shown, text) in study.shown.iter().zip(&item.shown) {
            let label = if shown.label.is_empty() { &shown.column } else { &shown.label };
            page.texts.push((label.clone(), text.clone()));
        }
        let mut outputs: Vec<(String, String)> = self
            .systems
            .iter()
            .zip(&item.outputs)
            .map(|(name, output)| (name.clone(), output.clone().unwrap_or_else(|| "no output".to_owned())))
            .collect();
        outputs.sort();
        page.texts.extend(outputs);
        let plain = |words: String| (words, String::new());
        let rows = self.judgements(index).map(|judgement| {
            let criterion = &self.dataset.criteria[judgement.criterion];
            let shown = self.shown(judgement);
            let left_out = judgement.excluded.as_ref().map(|rule| rule.word().to_owned()).unwrap_or_default();
            let person = self.dataset.participants[judgement.participant as usize].clone();
            [person, criterion.name.clone(), shown.join(", "), self.answer(judgement, &shown), left_out]
                .map(plain)
                .to_vec()
        });
        let rows: Vec<_> = rows.collect();
        let heads = ["participant", "criterion", "shown", "answer", "left out"].map(str::to_owned).to_vec();
        page.tables.push(Table { title: "Judgements".to_owned(), heads, rows });
        page
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
    fn shown(&self, judgement: &Judgement) -> Vec<String> {
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
            Some(format!("{}: {words}", column.name))
        });
        said.collect::<Vec<_>>().join("; ")
    }
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
        let dataset = dataset::Dataset::of(&study, Origin::Collected, JudgedBy::People);
        let holds = |names: Names, word: &str| {
            archive(&study, &dataset, names).unwrap().iter().filter(|page| page.html.contains(word)).count()
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
}
