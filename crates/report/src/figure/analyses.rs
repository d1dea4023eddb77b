//! One line per claim with every analysis of it, so that a reader sees whether the outcome hangs on the choice of one
//! (a specification curve, Simonsohn, Simmons and Nelson 2020).

use analysis::Verdict;

use super::axis::Scale;
use super::canvas::{Canvas, Dash, Ink, Point, Stroke};
use super::frame::{Key, MARGIN, NARROW, WIDE, axis_below, gutter, legend, mark, row_name, whisker};
use super::{Caption, Figure, palette};
use crate::number::{Face, Number};
use crate::table::{Cell, Column, Row, Table};

/// A claim with the comparison that supports it least.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimLine {
    pub claim: String,
    /// What is compared.
    pub comparison: String,
    pub analyses: Vec<Analysis>,
}

impl ClaimLine {
    /// What its own analysis makes of the claim.
    fn verdict(&self) -> Option<Verdict> {
        self.analyses.iter().find(|it| it.role == Role::Deciding).map(|it| it.verdict)
    }
}

/// One analysis of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub name: String,
    pub number: Number,
    pub role: Role,
    pub points: Points,
    /// What it makes of the whole claim.
    pub verdict: Verdict,
}

/// What an analysis is to the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The claim's own.
    Deciding,
    /// Another that knows of repeated people and items.
    Beside,
    /// One that knows of people and items, but not of people's tastes and of what judgements of one output share.
    WithoutTastes,
    /// One that takes judgements or items as independent.
    Independent,
    /// The claim's own, with what a rule excludes or without one rater.
    OtherData,
}

/// Which way it points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    AsClaimed,
    Against,
}

const ROLES: [(Role, &str); 5] = [
    (Role::Deciding, "the claim's own test"),
    (Role::Beside, "other models"),
    (Role::WithoutTastes, "models without people's tastes"),
    (Role::Independent, "as if independent"),
    (Role::OtherData, "own test, other exclusions"),
];
const ROW: f64 = 11.0;
/// Further out nothing is told apart.
const FARTHEST: f64 = 6.0;
/// Two-sided, at 5 %.
const CRITICAL: f64 = 1.959_964;

/// Where an analysis stands: how many standard errors its p-value is from no difference, as claimed to the right. Effects of
/// different methods have no unit in common; this they have.
fn place(analysis: &Analysis) -> Option<f64> {
    let far = analysis.number.standard_errors()?.min(FARTHEST);
    Some(match analysis.points {
        Points::AsClaimed => far,
        Points::Against => -far,
    })
}

/// One block of a claim, with a line for each role.
#[must_use]
pub fn analyses(caption: Caption, claims: &[ClaimLine]) -> Figure {
    let sentences = claims.iter().map(|claim| {
        let same = claim.analyses.iter().filter(|it| Some(it.verdict) == claim.verdict()).count();
        let (id, comparison, all) = (&claim.claim, &claim.comparison, claim.analyses.len());
        let verdict = claim.verdict().map_or("not decided", Verdict::word);
        format!("{id}, {comparison}: {verdict}; {same} of {all} analyses agree.")
    });
    let description = format!("One line per claim, one mark per analysis. {}", sentences.collect::<Vec<_>>().join(" "));
    let sheet = |width| draw_analyses(width, claims);
    let data = data(&caption, claims);
    Figure { id: caption.id, title: caption.title, description, canvas: sheet(NARROW), wide: sheet(WIDE), data }
}

fn draw_analyses(width: f64, claims: &[ClaimLine]) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0);
    let left = gutter(claims.iter().map(|claim| claim.claim.as_str())).max(30.0);
    // A role that nothing has takes no room.
    let shown: Vec<usize> = (0..ROLES.len())
        .filter(|index| claims.iter().flat_map(|claim| &claim.analyses).any(|it| it.role == ROLES[*index].0))
        .collect();
    let keys: Vec<(&str, Key)> = shown.iter().map(|index| (ROLES[*index].1, Key::Mark(*index))).collect();
    let top = legend(&mut canvas, MARGIN, MARGIN, &keys);
    let scale = Scale { low: -FARTHEST, high: FARTHEST, start: left + 6.0, end: width - MARGIN - 8.0 };
    let high = ROW * shown.len() as f64 + 6.0;
    let bottom = top + high * claims.len() as f64;
    let axis = "standard errors from no difference or margin; to the right as claimed";
    canvas.height = axis_below(&mut canvas, &scale, top, bottom, axis);
    for (at, dash) in [(0.0, Dash::Solid), (-CRITICAL, Dash::Short), (CRITICAL, Dash::Short)] {
        let x = scale.position(at);
        canvas.line(Point::new(x, top), Point::new(x, bottom), Stroke { ink: Ink::Text, width: 0.8, dash });
    }
    for (row, claim) in claims.iter().enumerate() {
        let y = top + high * row as f64;
        if row > 0 {
            canvas.line(Point::new(MARGIN, y), Point::new(width - MARGIN, y), Stroke::solid(Ink::Rule, 0.6));
        }
        row_name(&mut canvas, &claim.claim, left, y + high / 2.0);
        for analysis in &claim.analyses {
            let Some(at) = place(analysis) else { continue };
            let index = ROLES.iter().position(|(role, _)| *role == analysis.role).unwrap_or(0);
            let line = shown.iter().position(|it| *it == index).unwrap_or(0);
            let middle = y + 3.0 + ROW * (line as f64 + 0.5);
            if analysis.role == Role::Deciding {
                let reach = (at - CRITICAL).max(-FARTHEST)..=(at + CRITICAL).min(FARTHEST);
                let ink = Ink::Colour(palette::series(index).0);
                whisker(&mut canvas, &scale, Some((*reach.start(), *reach.end())), middle, ink);
            }
            mark(&mut canvas, Point::new(scale.position(at), middle), index);
        }
    }
    canvas
}

/// Every analysis with its own numbers.
pub(crate) fn data(caption: &Caption, claims: &[ClaimLine]) -> Table {
    let mut columns = vec![Column::words("analysis")];
    columns.extend(["value", "interval", "raw p"].map(Column::numbers));
    columns.extend(["points", "claim"].map(Column::words));
    let mut table = Table::new(format!("{}-data", caption.id), caption.title.clone(), columns);
    for claim in claims {
        table.rows.push(Row::Group(format!("{}: {}", claim.claim, claim.comparison)));
        for analysis in &claim.analyses {
            let cell = |face| Cell::Number(analysis.number.clone(), face);
            let mark = match analysis.role {
                Role::Deciding => " (the claim's own)",
                Role::WithoutTastes => " (without people's tastes)",
                Role::Beside | Role::Independent | Role::OtherData => "",
            };
            let points = match analysis.points {
                Points::AsClaimed => "as claimed",
                Points::Against => "against",
            };
            table.row(vec![
                Cell::text(format!("{}{mark}", analysis.name)),
                cell(Face::Value),
                cell(Face::Interval),
                cell(Face::P),
                Cell::text(points),
                Cell::Verdict(analysis.verdict, analysis.verdict.word()),
            ]);
        }
    }
    table
}
