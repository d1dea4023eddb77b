//! A report as a tree: sections of paragraphs, lists, tables and figures. Three back ends lay it out.

use std::collections::BTreeSet;

use analysis::Results;
use reproduction::Frame;
use study::Study;

use crate::answer::Answer;
use crate::figure::Figure;
use crate::number::{Face, Number};
use crate::table::{Notes, Table};

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub title: String,
    /// One line under the title: where the judgements come from.
    pub origin: String,
    /// BCP 47 tag of the document's own words.
    pub language: String,
    /// What stands in it as participants read it.
    pub study_words: StudyWords,
    /// What a reader asks first.
    pub answer: Option<Answer>,
    pub sections: Vec<Section>,
    /// Everything else, closed on the page.
    pub appendix: Vec<Section>,
    /// Whether the appendix is printed, too.
    pub print_appendix: bool,
}

/// Words that participants read, in the language of the study. Claims and descriptions are for the report's readers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyWords {
    /// BCP 47 tag; empty where it is not known.
    pub language: String,
    /// The title and names, which stand in sentences, too.
    pub names: BTreeSet<String>,
    /// Questions and outputs, which stand alone; outputs in one line and shortened.
    pub texts: BTreeSet<String>,
}

impl StudyWords {
    /// Of results, and of the study where it is at hand.
    pub(crate) fn of_results(results: &Results, study: Option<&Study>) -> StudyWords {
        let about = &results.about;
        let mut words = StudyWords { language: about.language.clone().unwrap_or_default(), ..Self::default() };
        words.names.insert(about.title.clone());
        words.names.extend(about.criteria.iter().map(|criterion| criterion.name.clone()));
        if let Some(study) = study {
            words.add_texts(study);
        }
        words
    }

    pub(crate) fn of_study(study: &Study) -> StudyWords {
        let mut words = StudyWords { language: study.about.language.clone(), ..Self::default() };
        words.names.insert(study.about.title.clone());
        words.names.extend(study.criteria.iter().map(|criterion| criterion.name.clone()));
        words.add_texts(study);
        words
    }

    /// Of a comparison; nothing where no study of it is known.
    pub(crate) fn of_comparison(title: &str, frame: &Frame) -> StudyWords {
        let Some(language) = frame.language.clone() else { return Self::default() };
        let criteria = frame.criteria.iter().map(|criterion| criterion.name.clone());
        StudyWords {
            language,
            names: criteria.chain([title.to_owned()]).collect(),
            texts: frame.outputs.values().map(|output| excerpt(output)).collect(),
        }
    }

    fn add_texts(&mut self, study: &Study) {
        self.texts.extend(study.criteria.iter().map(|criterion| criterion.question.trim().to_owned()));
        let outputs = study.items.iter().flat_map(|item| item.outputs.iter().flatten());
        self.texts.extend(outputs.map(|output| excerpt(output)));
    }
}

/// A section with its heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    pub id: String,
    pub title: String,
    pub blocks: Vec<Block>,
}

/// What stands under each other in a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A heading of second order.
    Heading {
        id: String,
        title: String,
    },
    Paragraph(Words),
    List(Vec<Words>),
    /// Something a reader must not miss.
    Remark(Words),
    Table(Table),
    Figure(Box<Figure>),
    /// Text to be copied as it is.
    Verbatim {
        id: String,
        title: String,
        /// The file that holds it, too.
        file: String,
        text: String,
    },
}

/// Running text with numbers in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Words(pub Vec<Span>);

/// A piece of running text.
#[derive(Debug, Clone, PartialEq)]
pub enum Span {
    Text(String),
    /// Somebody's own words, and the BCP 47 tag of their language.
    Quoted(String, String),
    Strong(String),
    Emphasis(String),
    Code(String),
    Number(Number, Face),
}

impl Words {
    /// Plain text.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Words {
        Words(vec![Span::Text(text.into())])
    }

    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Words {
        self.0.push(Span::Text(text.into()));
        self
    }

    /// Somebody's own words, with the BCP 47 tag of their language.
    #[must_use]
    pub fn quotation(mut self, text: impl Into<String>, language: &str) -> Words {
        self.0.push(Span::Quoted(text.into(), language.to_owned()));
        self
    }

    #[must_use]
    pub fn strong(mut self, text: impl Into<String>) -> Words {
        self.0.push(Span::Strong(text.into()));
        self
    }

    #[must_use]
    pub fn emphasis(mut self, text: impl Into<String>) -> Words {
        self.0.push(Span::Emphasis(text.into()));
        self
    }

    #[must_use]
    pub fn code(mut self, text: impl Into<String>) -> Words {
        self.0.push(Span::Code(text.into()));
        self
    }

    #[must_use]
    pub fn number(mut self, number: impl Into<Number>, face: Face) -> Words {
        self.0.push(Span::Number(number.into(), face));
        self
    }

    /// The notes of the numbers in it.
    #[must_use]
    pub fn notes(&self) -> Notes {
        Notes::collect(&[("", self.0.iter().filter_map(Span::as_number).collect())])
    }
}

impl Span {
    fn as_number(&self) -> Option<&Number> {
        match self {
            Span::Number(number, _) => Some(number),
            Span::Text(_) | Span::Quoted(..) | Span::Strong(_) | Span::Emphasis(_) | Span::Code(_) => None,
        }
    }
}

impl Block {
    /// The id of a table or figure, by which its files are named.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Block::Table(table) => Some(&table.id),
            Block::Figure(figure) => Some(&figure.id),
            Block::Heading { .. }
            | Block::Paragraph(_)
            | Block::List(_)
            | Block::Remark(_)
            | Block::Verbatim { .. } => None,
        }
    }

    /// The table that it is.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        match self {
            Block::Table(table) => Some(table),
            Block::Heading { .. }
            | Block::Paragraph(_)
            | Block::List(_)
            | Block::Remark(_)
            | Block::Figure(_)
            | Block::Verbatim { .. } => None,
        }
    }
}

impl Section {
    /// An empty section.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Section {
        Section { id: id.to_owned(), title: title.to_owned(), blocks: Vec::new() }
    }

    pub fn heading(&mut self, id: impl Into<String>, title: impl Into<String>) {
        self.blocks.push(Block::Heading { id: id.into(), title: title.into() });
    }

    pub fn paragraph(&mut self, words: Words) {
        self.blocks.push(Block::Paragraph(words));
    }

    pub fn list(&mut self, lines: Vec<Words>) {
        if !lines.is_empty() {
            self.blocks.push(Block::List(lines));
        }
    }

    pub fn remark(&mut self, words: Words) {
        self.blocks.push(Block::Remark(words));
    }

    pub fn verbatim(&mut self, (id, title, file): (&str, &str, &str), text: String) {
        let [id, title, file] = [id, title, file].map(str::to_owned);
        self.blocks.push(Block::Verbatim { id, title, file, text });
    }

    /// A table, unless it has no rows; without columns in which nothing stands.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table.compact()));
        }
    }

    /// A figure, unless there is nothing behind it.
    pub fn figure(&mut self, figure: Figure) {
        if !figure.data.rows.is_empty() {
            self.blocks.push(Block::Figure(Box::new(figure)));
        }
    }
}

impl Document {
    /// Every table, in order; not those behind figures.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks().filter_map(Block::table)
    }

    /// Every figure, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure.as_ref()),
            Block::Heading { .. }
            | Block::Paragraph(_)
            | Block::List(_)
            | Block::Remark(_)
            | Block::Table(_)
            | Block::Verbatim { .. } => None,
        })
    }

    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.sections.iter().chain(&self.appendix).flat_map(|section| &section.blocks)
    }
}

/// Words with a capital and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    format!("{}.", capital(words).trim_end_matches('.'))
}

/// Words with a capital.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// As much of an output as tables show: one line, cut where it is long.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 160;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    // Words are not torn apart.
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{} …", &cut[..end])
}

/// An id as part of a file's name and of an anchor: lower-case letters, digits and hyphens.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}
