//! Bradley–Terry strengths, with ties, a position effect and covariates.
//!
//! With log strengths s, first-shown advantage γ and η = s_i + γ − s_j for `i` shown first:
//!
//! - **no ties** (Bradley and Terry 1952, Biometrika 39, 324–345): P(i) = 1/(1 + e^−η);
//! - **Davidson** (1970, JASA 65, 317–328): P(i) : P(j) : P(tie) = e^{η/2} : e^{−η/2} : ν;
//! - **Rao and Kupper** (1967, JASA 62, 194–204): P(i) = 1/(1 + θe^−η), P(j) = 1/(1 + θe^η), θ ≥ 1.
//!
//! The position effect multiplies the strength of whatever stands first by e^γ (Davidson and Beaver
//! 1977, Biometrics 33, 693–702). With covariates s = Xα (Springall 1973). All three likelihoods are
//! concave in (s, γ, ln ν) or (s, γ, ln θ), so Newton's method finds the one maximum.

use super::connectivity;
use super::newton::{self, Local};
use super::ties::{Term, Ties, terms, treat_ties};
use super::uncertainty::{self, Robust, Uncertainty, ZeroTest};
use super::votes::{Pair, Votes};
use crate::linalg::Matrix;
use crate::preference::{Choice, Vote};
use crate::{Estimate, Note, Result, StatError};

/// Whether an advantage of the side shown first is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// It is taken to be zero.
    Ignored,
    /// It is estimated.
    Estimated,
}

/// What to fit.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// What is done with ties.
    pub ties: Ties,
    /// Whether an advantage of the first is estimated.
    pub position: Position,
    /// Rows of covariates, one per system, when strengths are a linear function of them.
    pub covariates: Option<&'a [Vec<f64>]>,
    /// How the covariance is estimated.
    pub uncertainty: Uncertainty<'a>,
    /// Coverage of the intervals.
    pub level: f64,
}

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// Log strength of each system; they sum to zero unless there are covariates.
    pub strength: Vec<f64>,
    /// Their covariance.
    pub covariance: Matrix,
    /// Degrees of freedom with which the covariance is known; infinite unless it comes from clusters.
    pub df: f64,
    /// Coefficients of the covariates, with standard errors.
    pub coefficients: Vec<(f64, f64)>,
    /// Log advantage of the side shown first, with its standard error.
    pub position: Option<(f64, f64)>,
    /// ln ν (Davidson) or ln θ (Rao and Kupper), with its standard error.
    pub tie: Option<(f64, f64)>,
    /// Log-likelihood at the maximum, without multinomial constants.
    pub log_likelihood: f64,
    /// How many parameters were estimated.
    pub parameters: usize,
    /// How many votes entered.
    pub votes: usize,
    /// Ties that were left out or split.
    pub ties: usize,
    pub(crate) replicates: Option<uncertainty::Replicates>,
    level: f64,
    treatment: Ties,
}

/// Fits the model.
///
/// # Errors
/// When there are fewer than two systems, when some systems never won (or lost) against the rest,
/// so that no finite strength exists, or when the parameters are not determined.
pub fn fit(votes: Votes<'_>, options: Options<'_>) -> Result<Fit> {
    votes.validate()?;
    let model = Model::new(votes.systems, options)?;
    let pairs = model.pairs(votes, None);
    if options.covariates.is_none() {
        refuse_unconnected(votes.systems, &pairs)?;
    }
    let maximum = newton::maximise(model.start(), |at| model.local(&pairs, at))?;
    let map = model.map();
    let known = |covariance: Matrix| Robust { covariance, df: f64::INFINITY };
    let (robust, replicates) = match options.uncertainty {
        Uncertainty::Model => (known(maximum.covariance), None),
        Uncertainty::Sandwich(clusters) => {
            let scores = |vote: usize, sum: &mut [f64]| model.score(votes.votes[vote], &maximum.at, sum);
            (uncertainty::sandwich(&maximum.covariance, &map, clusters, votes.len(), scores)?, None)
        }
        Uncertainty::Bootstrap(resampling) => {
            let refit = |weights: &[f64]| {
                let pairs = model.pairs(votes, Some(weights));
                if options.covariates.is_none() && !is_connected(votes.systems, &pairs) {
                    return None;
                }
                newton::maximise(maximum.at.clone(), |at| model.local(&pairs, at)).ok().map(|there| there.at)
            };
            let replicates = uncertainty::bootstrap(resampling, votes.len(), refit)?;
            (known(replicates.covariance()), Some(replicates.map(|at| model.strengths(at))))
        }
    };
    let Robust { covariance, df } = robust;
    let error = |index: usize| covariance[(index, index)].max(0.0).sqrt();
    Ok(Fit {
        strength: model.strengths(&maximum.at),
        coefficients: match options.covariates {
            Some(_) => (0..model.slopes).map(|index| (maximum.at[index], error(index))).collect(),
            None => Vec::new(),
        },
        position: model.position.map(|index| (maximum.at[index], error(index))),
        tie: model.tie.map(|index| (maximum.at[index], error(index))),
        covariance: covariance.sandwich(&map),
        df,
        log_likelihood: maximum.value,
        parameters: maximum.at.len(),
        votes: votes.len(),
        ties: votes.votes.iter().filter(|vote| vote.choice == Choice::Neither).count(),
        replicates,
        level: options.level,
        treatment: options.ties,
    })
}

/// The log-likelihood of the votes at given log strengths, first-shown advantage and tie parameter:
/// what [`fit`] maximises, for looking at it elsewhere than at the maximum.
///
/// # Errors
/// When the votes are not between the systems whose strengths are given.
pub fn log_likelihood(votes: Votes<'_>, ties: Ties, strength: &[f64], advantage: f64, tie: f64) -> Result<f64> {
    votes.validate()?;
    if strength.len() != votes.systems {
        return Err(StatError::Lengths {
            left: "strength",
            left_len: strength.len(),
            right: "systems",
            right_len: votes.systems,
        });
    }
    let pairs = treat_ties(votes.pairs(None, Position::Estimated), ties);
    Ok(pairs
        .iter()
        .map(|pair| {
            let terms = terms(ties, strength[pair.first] + advantage - strength[pair.second], tie);
            pair.counts.iter().zip(terms).filter(|(n, _)| **n > 0.0).map(|(n, term)| n * term.value).sum::<f64>()
        })
        .sum())
}

/// Which parameter stands where, and how strengths follow from them.
struct Model {
    /// For each system the parameters its strength is made of.
    rows: Vec<Vec<(usize, f64)>>,
    /// How many parameters strengths are made of.
    slopes: usize,
    position: Option<usize>,
    tie: Option<usize>,
    ties: Ties,
    centred: bool,
}

impl Model {
    fn new(systems: usize, options: Options<'_>) -> Result<Self> {
        let (rows, slopes) = match options.covariates {
            None => {
                // The last system is the reference while fitting; strengths are centred afterwards.
                let row = |system| if system + 1 < systems { vec![(system, 1.0)] } else { Vec::new() };
                ((0..systems).map(row).collect::<Vec<_>>(), systems - 1)
            }
            Some(covariates) => {
                let width = covariates.first().map_or(0, Vec::len);
                if covariates.len() != systems || width == 0 || covariates.iter().any(|row| row.len() != width) {
                    return Err(StatError::Undefined(
                        "covariates need one row per system, all of one length".to_owned(),
                    ));
                }
                let row = |row: &Vec<f64>| row.iter().copied().enumerate().collect();
                (covariates.iter().map(row).collect(), width)
            }
        };
        let position = (options.position == Position::Estimated).then_some(slopes);
        let tie = matches!(options.ties, Ties::Davidson | Ties::RaoKupper)
            .then_some(slopes + usize::from(position.is_some()));
        Ok(Model { rows, slopes, position, tie, ties: options.ties, centred: options.covariates.is_none() })
    }

    fn len(&self) -> usize {
        self.slopes + usize::from(self.position.is_some()) + usize::from(self.tie.is_some())
    }

    fn start(&self) -> Vec<f64> {
        let mut start = vec![0.0; self.len()];
        if let (Some(tie), Ties::RaoKupper) = (self.tie, self.ties) {
            start[tie] = 0.5;
        }
        start
    }

    fn pairs(&self, votes: Votes<'_>, weights: Option<&[f64]>) -> Vec<Pair> {
        let position = if self.position.is_some() { Position::Estimated } else { Position::Ignored };
        treat_ties(votes.pairs(weights, position), self.ties)
    }

    /// Fills `row` with the parameters η is made of when `first` stands before `second`.
    fn fill_eta_row(&self, row: &mut Vec<(usize, f64)>, first: usize, second: usize) {
        row.clear();
        row.extend_from_slice(&self.rows[first]);
        row.extend(self.rows[second].iter().map(|(index, x)| (*index, -x)));
        row.extend(self.position.map(|index| (index, 1.0)));
    }

    fn local(&self, pairs: &[Pair], at: &[f64]) -> Local {
        let mut value = 0.0;
        let mut gradient = vec![0.0; at.len()];
        let mut information = Matrix::zeros(at.len(), at.len());
        let tau = self.tie.map_or(0.0, |index| at[index]);
        let mut row = Vec::new();
        for pair in pairs {
            self.fill_eta_row(&mut row, pair.first, pair.second);
            let eta = row.iter().map(|(index, x)| at[*index] * x).sum();
            let mut sum = Term::default();
            for (n, term) in pair.counts.iter().zip(terms(self.ties, eta, tau)) {
                if *n > 0.0 {
                    sum.add(*n, term);
                }
            }
            value += sum.value;
            for (i, x) in &row {
                gradient[*i] += sum.eta * x;
                for (j, y) in row.iter().filter(|(j, _)| j <= i) {
                    information[(*i, *j)] -= sum.eta_eta * x * y;
                }
            }
            if let Some(tie) = self.tie {
                gradient[tie] += sum.tau;
                information[(tie, tie)] -= sum.tau_tau;
                for (i, x) in &row {
                    information[(tie, *i)] -= sum.eta_tau * x;
                }
            }
        }
        Local { value, gradient, information }
    }

    /// Adds the gradient of one vote's log-likelihood.
    fn score(&self, vote: Vote, at: &[f64], sum: &mut [f64]) {
        let mut row = Vec::new();
        self.fill_eta_row(&mut row, vote.first as usize, vote.second as usize);
        let eta = row.iter().map(|(index, x)| at[*index] * x).sum();
        let terms = terms(self.ties, eta, self.tie.map_or(0.0, |index| at[index]));
        let (eta, tau) = match (vote.choice, self.ties) {
            (Choice::Neither, Ties::Drop) => (0.0, 0.0),
            (Choice::Neither, Ties::Half) => (f64::midpoint(terms[0].eta, terms[1].eta), 0.0),
            (choice, _) => (terms[choice as usize].eta, terms[choice as usize].tau),
        };
        for (index, x) in row {
            sum[index] += eta * x;
        }
        if let Some(tie) = self.tie {
            sum[tie] += tau;
        }
    }

    fn strengths(&self, at: &[f64]) -> Vec<f64> {
        let raw: Vec<f64> = self.rows.iter().map(|row| row.iter().map(|(index, x)| at[*index] * x).sum()).collect();
        let centre = if self.centred { raw.iter().sum::<f64>() / raw.len() as f64 } else { 0.0 };
        raw.into_iter().map(|strength| strength - centre).collect()
    }

    /// The linear map from parameters to strengths.
    fn map(&self) -> Matrix {
        let mut map = Matrix::zeros(self.rows.len(), self.len());
        for column in 0..self.slopes {
            let mut one = vec![0.0; self.len()];
            one[column] = 1.0;
            for (row, strength) in self.strengths(&one).into_iter().enumerate() {
                map[(row, column)] = strength;
            }
        }
        map
    }
}

fn groups(systems: usize, pairs: &[Pair]) -> Vec<Vec<usize>> {
    let mut edges = Vec::new();
    for pair in pairs {
        if pair.counts[0] > 0.0 || pair.counts[2] > 0.0 {
            edges.push((pair.second, pair.first));
        }
        if pair.counts[1] > 0.0 || pair.counts[2] > 0.0 {
            edges.push((pair.first, pair.second));
        }
    }
    connectivity::components(systems, &edges)
}

fn is_connected(systems: usize, pairs: &[Pair]) -> bool {
    groups(systems, pairs).len() == 1
}

fn refuse_unconnected(systems: usize, pairs: &[Pair]) -> Result<()> {
    let groups = groups(systems, pairs);
    if groups.len() == 1 { Ok(()) } else { Err(StatError::Unconnected { groups }) }
}

impl Fit {
    /// Akaike's criterion.
    #[must_use]
    pub fn aic(&self) -> f64 {
        2.0 * self.parameters as f64 - 2.0 * self.log_likelihood
    }

    /// Schwarz's criterion, with the number of votes as n.
    #[must_use]
    pub fn bic(&self) -> f64 {
        self.parameters as f64 * (self.votes as f64).ln() - 2.0 * self.log_likelihood
    }

    /// The strength of each system, the contrast of each two, and the effects beside them.
    #[must_use]
    pub fn estimates(&self, names: &[String]) -> Vec<Estimate> {
        let mut estimates = uncertainty::strengths_and_contrasts(
            &self.strength,
            &Robust { covariance: self.covariance.clone(), df: self.df },
            self.replicates.as_ref(),
            names,
            self.level,
        );
        let test = ZeroTest::new(self.df, self.level);
        let with_test = |name, (value, se)| test.estimate(name, value, se);
        estimates.extend(self.position.map(|effect| with_test("position", effect)));
        estimates.extend(self.tie.map(|effect| {
            let mut tie = with_test("tie", effect);
            // ln ν = 0 or ln θ = 0 is no hypothesis anyone holds.
            tie.p = None;
            tie
        }));
        estimates.push(Estimate::new("log_likelihood", self.log_likelihood));
        estimates.push(Estimate::new("aic", self.aic()));
        estimates.push(Estimate::new("bic", self.bic()));
        if self.ties > 0
            && let (Some(first), Ties::Drop | Ties::Half) = (estimates.first_mut(), self.treatment)
        {
            let how = if self.treatment == Ties::Drop { "left out" } else { "counted as half a win each" };
            first.notes.push(Note::Said(format!("{} ties {how}", self.ties)));
        }
        estimates
    }
}
