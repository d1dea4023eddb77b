//! What is drawn in one replicate, and the bootstrap and jackknife over it.

use super::{Groups, Plan, Replicates, Stream};

/// What is drawn with replacement in one replicate.
#[derive(Debug, Clone)]
pub enum Scheme<'a> {
    /// Single rows, of which there are so many.
    Rows(usize),
    /// Whole groups of rows: items, raters, clusters of items.
    Groups(&'a Groups),
    /// Two crossed factors, each by itself; a row enters as often as its item times its rater was
    /// drawn (Owen 2007, The pigeonhole bootstrap, Annals of Applied Statistics 1).
    Crossed(&'a Groups, &'a Groups),
}

/// What one thread needs to draw with a scheme.
#[derive(Debug)]
pub struct Drawing {
    drawn: Vec<u32>,
    first: Vec<u32>,
    second: Vec<u32>,
}

/// Draws rows by the scheme and gives them, repeated as often as they were drawn, to the statistic.
///
/// A replicate on which the statistic is undefined (`None`) is counted as failed.
pub fn bootstrap(
    plan: Plan,
    scheme: &Scheme<'_>,
    statistic: impl Fn(&[u32]) -> Option<f64> + Sync + Send,
) -> Replicates {
    plan.run(|| scheme.workspace(), |workspace, stream| statistic(scheme.draw(workspace, stream)))
}

/// The statistic with each row, or each group, left out once: what [`Replicates::bca`] and a jackknife
/// standard error need. For two crossed factors the first is left out, which is a rough guide only.
pub fn jackknife(scheme: &Scheme<'_>, statistic: impl Fn(&[u32]) -> Option<f64>) -> Vec<f64> {
    let leave_out = |groups: &Groups| {
        (0..groups.len())
            .filter_map(|left_out| {
                let rows = groups.of_row().iter().enumerate().filter(|(_, group)| **group as usize != left_out);
                statistic(&rows.map(|(row, _)| row as u32).collect::<Vec<_>>())
            })
            .collect()
    };
    match scheme {
        Scheme::Rows(n) => leave_out(&Groups::from_labels(&(0..*n as u32).collect::<Vec<_>>())),
        Scheme::Groups(groups) | Scheme::Crossed(groups, _) => leave_out(groups),
    }
}

impl Scheme<'_> {
    /// What one thread needs to draw.
    #[must_use]
    pub fn workspace(&self) -> Drawing {
        let (first, second) = match self {
            Scheme::Rows(_) => (0, 0),
            Scheme::Groups(groups) => (groups.len(), 0),
            Scheme::Crossed(first, second) => (first.len(), second.len()),
        };
        Drawing { drawn: Vec::new(), first: vec![0; first], second: vec![0; second] }
    }

    /// Draws one sample of rows, each as often as it was drawn.
    pub fn draw<'a>(&self, workspace: &'a mut Drawing, stream: &mut Stream) -> &'a [u32] {
        let Drawing { drawn, first, second } = workspace;
        match self {
            Scheme::Rows(n) => {
                drawn.resize(*n, 0);
                stream.draw(*n as u32, drawn);
            }
            Scheme::Groups(groups) => {
                drawn.clear();
                stream.draw(groups.len() as u32, first);
                for group in first {
                    drawn.extend_from_slice(groups.rows(*group as usize));
                }
            }
            Scheme::Crossed(one, other) => {
                drawn.clear();
                stream.multiplicities(first);
                stream.multiplicities(second);
                for (row, (a, b)) in one.of_row().iter().zip(other.of_row()).enumerate() {
                    let times = first[*a as usize] * second[*b as usize];
                    drawn.extend(std::iter::repeat_n(row as u32, times as usize));
                }
            }
        }
        drawn
    }
}
