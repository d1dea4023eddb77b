//! What an answer becomes in a dataset.

/// One column of a dataset, as its codebook describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its cells hold.
    pub content: Contents,
    /// What it means.
    pub description: String,
    /// What single values mean, where they have words: `4` is "very".
    pub values: Vec<(String, String)>,
    /// The output it is about, by where it stood, when there is one column per output.
    pub output: Option<usize>,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// 0 or 1.
    Flag,
    /// One of a few words.
    Word,
    /// An output, by where it stood; a dataset writes the system that stood there.
    Output,
    /// Words somebody wrote.
    Text,
    /// JSON.
    Json,
}

/// One cell of a dataset.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A whole number; a flag is 0 or 1.
    Whole(i64),
    /// A number.
    Number(f64),
    /// Words, or JSON.
    Word(String),
    /// The output that stood here.
    Output(usize),
}

impl Column {
    pub(super) fn new(name: impl Into<String>, content: Contents, description: impl Into<String>) -> Self {
        Column { name: name.into(), content, description: description.into(), values: Vec::new(), output: None }
    }

    pub(super) fn values(mut self, values: impl IntoIterator<Item = (String, String)>) -> Self {
        self.values = values.into_iter().collect();
        self
    }

    pub(super) fn about_output(mut self, output: usize) -> Self {
        self.output = Some(output);
        self
    }
}
