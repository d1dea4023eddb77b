//! Terms to columns of a design matrix, with R's rule for which factors are coded by contrasts.
//!
//! A factor inside a term is coded by contrasts when the term without that factor is also in the
//! model (the intercept being the empty term), and by one indicator per level otherwise: Chambers &
//! Hastie (1992), *Statistical Models in S*, section 2.4.

use super::formula::Terms;
use super::frame::{Column, Frame};
use crate::{Result, StatError};

/// How the levels of a factor become columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contrasts {
    /// Each level against the first.
    Treatment,
    /// Deviations from the mean, the last level being minus the sum of the others.
    Sum,
    /// Each level against the mean of those before it.
    Helmert,
}

/// What a variable is at one point: a number, or the index of a level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A level.
    Level(u32),
}

/// How terms become columns; can make the row for any point, seen or not.
#[derive(Debug, Clone)]
pub struct Design {
    /// The variables, in order of appearance.
    pub variables: Vec<Variable>,
    /// Column names, as R writes them: `(Intercept)`, `systemGEDI`, `x:domainNEWS`.
    pub names: Vec<String>,
    /// For each column, which term it belongs to: 0 for the intercept, then from one.
    pub term_of_column: Vec<usize>,
    /// Term names in order: `system`, `system:domain`.
    pub terms: Vec<String>,
    coded: Vec<CodedTerm>,
}

/// A variable of the model.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Column name.
    pub name: String,
    /// Level names; empty for numbers.
    pub levels: Vec<String>,
    /// Mean of the numbers; zero for factors.
    pub mean: f64,
}

/// A term: which variables, and for each the table from level to coded values.
#[derive(Debug, Clone)]
struct CodedTerm {
    first: usize,
    width: usize,
    factors: Vec<CodedVariable>,
}

#[derive(Debug, Clone)]
struct CodedVariable {
    variable: usize,
    /// Row-major levels × columns; empty for numbers.
    table: Vec<f64>,
    columns: usize,
}

impl Design {
    /// The design of these terms on these columns.
    ///
    /// # Errors
    /// When a column is missing or a factor has a single level where contrasts are needed.
    pub fn new(terms: &Terms, frame: &Frame, contrasts: Contrasts) -> Result<Design> {
        let mut design = Design {
            variables: Vec::new(),
            names: Vec::new(),
            term_of_column: Vec::new(),
            terms: Vec::new(),
            coded: Vec::new(),
        };
        if terms.intercept {
            design.push("(Intercept)".to_owned(), 0);
            design.coded.push(CodedTerm { first: 0, width: 1, factors: Vec::new() });
        }
        for (index, term) in terms.terms.iter().enumerate() {
            let mut factors = Vec::new();
            let mut names = vec![Vec::new()];
            for name in term {
                let variable = design.variable(name, frame)?;
                let by_contrasts = has_margin(terms, term, name);
                let (coded, labels) = code(&design.variables[variable], variable, by_contrasts.then_some(contrasts))?;
                names = labels
                    .iter()
                    .flat_map(|label| {
                        names
                            .iter()
                            .map(move |before: &Vec<String>| [before.as_slice(), std::slice::from_ref(label)].concat())
                    })
                    .collect();
                factors.push(coded);
            }
            let first = design.names.len();
            design.coded.push(CodedTerm { first, width: names.len(), factors });
            for name in names {
                design.push(name.join(":"), index + 1);
            }
            design.terms.push(term.join(":"));
        }
        Ok(design)
    }

    fn push(&mut self, name: String, term: usize) {
        self.names.push(name);
        self.term_of_column.push(term);
    }

    fn variable(&mut self, name: &str, frame: &Frame) -> Result<usize> {
        if let Some(index) = self.variables.iter().position(|known| known.name == name) {
            return Ok(index);
        }
        let (levels, mean) = match frame.column(name)? {
            Column::Numeric(values) => (Vec::new(), values.iter().sum::<f64>() / values.len().max(1) as f64),
            Column::Factor { levels, .. } => (levels.clone(), 0.0),
        };
        self.variables.push(Variable { name: name.to_owned(), levels, mean });
        Ok(self.variables.len() - 1)
    }

    /// The same terms with every contrast coded as each level against the first, less its mean over the levels:
    /// the coefficients of a term are then effects averaged over the levels of all other factors.
    #[must_use]
    pub fn centred(&self) -> Design {
        let mut design = self.clone();
        for coded in design.coded.iter_mut().flat_map(|term| &mut term.factors) {
            let levels = self.variables[coded.variable].levels.len();
            if levels > 0 && coded.columns + 1 == levels {
                coded.table = table(levels, Some(Contrasts::Treatment));
                coded.table.iter_mut().for_each(|cell| *cell -= 1.0 / levels as f64);
            }
        }
        design
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// The row of the design matrix at a point; one value per variable of the design.
    #[must_use]
    pub fn row(&self, point: &[Value]) -> Vec<f64> {
        let mut row = vec![0.0; self.width()];
        for term in &self.coded {
            term.fill(&mut row[term.first..term.first + term.width], |variable| point[variable]);
        }
        row
    }

    /// The whole matrix, row by row.
    ///
    /// # Errors
    /// When a column of the frame is missing.
    pub fn matrix(&self, frame: &Frame) -> Result<Vec<f64>> {
        let columns: Vec<&Column> = self.variables.iter().map(|v| frame.column(&v.name)).collect::<Result<_>>()?;
        let width = self.width();
        let mut matrix = vec![0.0; frame.rows() * width];
        for term in &self.coded {
            let at = |row: usize| row * width + term.first..row * width + term.first + term.width;
            match term.factors.as_slice() {
                [] => (0..frame.rows()).for_each(|row| matrix[at(row)][0] = 1.0),
                [only] => match columns[only.variable] {
                    Column::Numeric(values) => values.iter().enumerate().for_each(|(row, x)| matrix[at(row)][0] = *x),
                    Column::Factor { codes, .. } => {
                        for (row, code) in codes.iter().enumerate() {
                            let code = *code as usize * only.columns;
                            matrix[at(row)].copy_from_slice(&only.table[code..code + only.columns]);
                        }
                    }
                },
                _ => {
                    for row in 0..frame.rows() {
                        term.fill(&mut matrix[at(row)], |variable| match columns[variable] {
                            Column::Numeric(values) => Value::Number(values[row]),
                            Column::Factor { codes, .. } => Value::Level(codes[row]),
                        });
                    }
                }
            }
        }
        Ok(matrix)
    }
}

impl CodedTerm {
    /// The columns of the term at a point: the product over its variables, the first varying fastest.
    fn fill(&self, cells: &mut [f64], at: impl Fn(usize) -> Value) {
        cells.fill(1.0);
        let mut stride = 1;
        for factor in &self.factors {
            let value = at(factor.variable);
            for (index, cell) in cells.iter_mut().enumerate() {
                *cell *= match value {
                    Value::Number(x) => x,
                    Value::Level(code) => {
                        factor.table[code as usize * factor.columns + index / stride % factor.columns]
                    }
                };
            }
            stride *= factor.columns;
        }
    }
}

/// Whether the term without that variable is in the model.
fn has_margin(terms: &Terms, term: &[String], name: &str) -> bool {
    let margin: Vec<&String> = term.iter().filter(|other| *other != name).collect();
    if margin.is_empty() {
        return terms.intercept;
    }
    terms.terms.iter().any(|other| other.len() == margin.len() && margin.iter().all(|name| other.contains(name)))
}

/// The values that stand for each level, row-major; no contrasts means indicators.
fn table(levels: usize, contrasts: Option<Contrasts>) -> Vec<f64> {
    let columns = if contrasts.is_some() { levels - 1 } else { levels };
    let cell = |level: usize, column: usize| match contrasts {
        None => f64::from(u8::from(level == column)),
        Some(Contrasts::Treatment) => f64::from(u8::from(level == column + 1)),
        Some(Contrasts::Sum) if level == levels - 1 => -1.0,
        Some(Contrasts::Sum) => f64::from(u8::from(level == column)),
        Some(Contrasts::Helmert) if level <= column => -1.0,
        Some(Contrasts::Helmert) if level == column + 1 => (column + 1) as f64,
        Some(Contrasts::Helmert) => 0.0,
    };
    (0..levels).flat_map(|level| (0..columns).map(move |column| (level, column))).map(|(l, c)| cell(l, c)).collect()
}

/// The coding of one variable and the labels of its columns; no contrasts means indicators.
fn code(variable: &Variable, index: usize, contrasts: Option<Contrasts>) -> Result<(CodedVariable, Vec<String>)> {
    let levels = variable.levels.len();
    if levels == 0 {
        return Ok((CodedVariable { variable: index, table: Vec::new(), columns: 1 }, vec![variable.name.clone()]));
    }
    if levels == 1 && contrasts.is_some() {
        return Err(StatError::Undefined(format!(
            "`{}` has the single level `{}`, so its effect cannot be told from the intercept; leave it out",
            variable.name, variable.levels[0]
        )));
    }
    let table = table(levels, contrasts);
    let columns = table.len() / levels;
    let label = |column: usize| match contrasts {
        None => variable.levels[column].clone(),
        Some(Contrasts::Treatment) => variable.levels[column + 1].clone(),
        Some(Contrasts::Sum | Contrasts::Helmert) => (column + 1).to_string(),
    };
    let labels = (0..columns).map(|column| format!("{}{}", variable.name, label(column))).collect();
    Ok((CodedVariable { variable: index, table, columns }, labels))
}
