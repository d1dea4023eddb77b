//! Alpha for spans: raters choose where a span starts and ends, and what it is.

use crate::{Estimate, Result, StatError};

/// A span that a rater marked in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// Who marked it, from zero.
    pub rater: u32,
    /// What it was marked as.
    pub category: u32,
    /// Where it starts.
    pub start: u32,
    /// How long it is.
    pub length: u32,
}

/// α for spans with its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitisedAlpha {
    /// α over all categories.
    pub estimate: Estimate,
    /// Per category in ascending order: its code, observed and expected disagreement.
    pub categories: Vec<(u32, f64, f64)>,
}

/// Krippendorff's α_U for unitising, in the form of Krippendorff (1995), Sociological Methodology 25, and
/// (2004), Quality & Quantity 38 (not the family of 2016): α_U = 1 − Σ_c D_o,c / Σ_c D_e,c on a text of
/// `length` characters that start at `from`, cut by each of `raters` raters into spans of category c and gaps.
///
/// Observed: the mean over ordered pairs of raters of the squared differences, over L², where two overlapping
/// spans differ by (b_g − b_h)² + (e_g − e_h)², and a span that lies wholly in the other's gap by its squared
/// length. Expected: the same over all ways of laying the spans on the text by chance,
/// D_e = 2/L Σ_g [ (N_c − 1)/3 (2l³ − 3l² + l) + l² Σ_gaps h ≥ l (l_h − l + 1) ] / (mL(mL − 1) − Σ l(l − 1)).
///
/// # Errors
/// When there are fewer than two raters or no span, a span is empty or reaches beyond the text, or two spans
/// of one rater and category overlap.
pub fn unitised_alpha(spans: &[Span], raters: u32, from: u32, length: u32) -> Result<UnitisedAlpha> {
    if raters < 2 {
        return Err(StatError::TooFew { what: "raters", needed: 2, found: raters as usize });
    }
    if spans.is_empty() {
        return Err(StatError::TooFew { what: "spans", needed: 1, found: 0 });
    }
    let mut names: Vec<u32> = spans.iter().map(|span| span.category).collect();
    names.sort_unstable();
    names.dedup();
    let mut categories = Vec::new();
    for category in names {
        let of_category: Vec<Span> = spans.iter().filter(|span| span.category == category).copied().collect();
        let sections =
            (0..raters).map(|rater| sections(&of_category, rater, from, length)).collect::<Result<Vec<_>>>()?;
        categories.push((
            category,
            observed_disagreement(&sections, f64::from(length)),
            expected_disagreement(&sections, f64::from(length)),
        ));
    }
    let sum = |part: fn(&(u32, f64, f64)) -> f64| categories.iter().map(part).sum::<f64>();
    let (observed, expected) = (sum(|c| c.1), sum(|c| c.2));
    if expected <= 0.0 {
        return Err(StatError::Constant { what: "the spans", statistic: "alpha" });
    }
    Ok(UnitisedAlpha { estimate: Estimate::new("alpha_u", 1.0 - observed / expected), categories })
}

/// A span or the gap between two.
struct Section {
    start: f64,
    length: f64,
    marked: bool,
}

/// A rater's spans of one category, and the gaps between them, along the text.
fn sections(spans: &[Span], rater: u32, from: u32, length: u32) -> Result<Vec<Section>> {
    let mut own: Vec<&Span> = spans.iter().filter(|span| span.rater == rater).collect();
    own.sort_unstable_by_key(|span| span.start);
    let end = u64::from(from) + u64::from(length);
    let mut here = u64::from(from);
    let mut sections = Vec::new();
    let mut push = |start: u64, length: u64, marked| {
        if length > 0 {
            sections.push(Section { start: start as f64, length: length as f64, marked });
        }
    };
    for span in own {
        let start = u64::from(span.start);
        let span_end = start + u64::from(span.length);
        if span.length == 0 || start < u64::from(from) || span_end > end {
            return Err(StatError::Undefined(format!(
                "the span from {start} to {span_end} is empty or reaches beyond the text, which is from {from} to {end}"
            )));
        }
        if start < here {
            return Err(StatError::Undefined(format!(
                "two spans of one rater and category overlap at {start}; join them, or give them categories of their own"
            )));
        }
        push(here, start - here, false);
        push(start, u64::from(span.length), true);
        here = span_end;
    }
    push(here, end - here, false);
    Ok(sections)
}

fn observed_disagreement(raters: &[Vec<Section>], length: f64) -> f64 {
    let mut sum = 0.0;
    for (index, one) in raters.iter().enumerate() {
        for other in raters.iter().enumerate().filter(|(place, _)| *place != index).map(|(_, other)| other) {
            sum += rater_difference(one, other);
        }
    }
    let m = raters.len() as f64;
    sum / (m * (m - 1.0) * length * length)
}

/// The differences of two raters. Each has cut the whole text into sections, so only those that meet can
/// differ, and one walk along both meets them all.
fn rater_difference(one: &[Section], other: &[Section]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while let (Some(g), Some(h)) = (one.get(i), other.get(j)) {
        sum += section_difference(g, h);
        if g.start + g.length < h.start + h.length { i += 1 } else { j += 1 }
    }
    sum
}

fn section_difference(g: &Section, h: &Section) -> f64 {
    let from = g.start - h.start;
    let inside = |inner: &Section, outer: &Section| {
        inner.start >= outer.start && inner.start + inner.length <= outer.start + outer.length
    };
    match (g.marked, h.marked) {
        (true, true) if -g.length < from && from < h.length => from * from + (from + g.length - h.length).powi(2),
        (true, false) if inside(g, h) => g.length * g.length,
        (false, true) if inside(h, g) => h.length * h.length,
        (true | false, true | false) => 0.0,
    }
}

fn expected_disagreement(raters: &[Vec<Section>], length: f64) -> f64 {
    let all = || raters.iter().flatten();
    let marked = || all().filter(|section| section.marked);
    let count = marked().count() as f64;
    let mut gaps: Vec<f64> = all().filter(|section| !section.marked).map(|gap| gap.length).collect();
    gaps.sort_unstable_by(f64::total_cmp);
    // The lengths of the gaps from each on, added up; whole numbers, so nothing is lost.
    let mut from_here = vec![0.0; gaps.len() + 1];
    for place in (0..gaps.len()).rev() {
        from_here[place] = from_here[place + 1] + gaps[place];
    }
    let chance = |span: &Section| {
        let l = span.length;
        let among_spans = (count - 1.0) / 3.0 * (2.0 * l.powi(3) - 3.0 * l * l + l);
        let long_enough = gaps.partition_point(|gap| *gap < l);
        let places = from_here[long_enough] - (gaps.len() - long_enough) as f64 * (l - 1.0);
        among_spans + l * l * places
    };
    let total = raters.len() as f64 * length;
    let places = total * (total - 1.0) - marked().map(|span| span.length * (span.length - 1.0)).sum::<f64>();
    if places <= 0.0 { 0.0 } else { 2.0 / length * marked().map(chance).sum::<f64>() / places }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(rater: u32, category: u32, places: &[(u32, u32)]) -> impl Iterator<Item = Span> {
        places.iter().map(move |(start, length)| Span { rater, category, start: *start, length: *length })
    }

    #[test]
    fn krippendorffs_own_example_has_his_values() {
        // Krippendorff (2004), Quality & Quantity 38, the worked example: two observers, two categories,
        // a text from 150 to 450; c: D_o 0.0144, D_e 0.0532; k: D_o 0, D_e 0.0490.
        let marked: Vec<Span> = spans(0, 0, &[(225, 70), (370, 30)])
            .chain(spans(1, 0, &[(220, 80), (355, 20), (400, 20)]))
            .chain(spans(0, 1, &[(180, 60), (300, 50)]))
            .chain(spans(1, 1, &[(180, 60), (300, 50)]))
            .collect();
        let alpha = unitised_alpha(&marked, 2, 150, 300).unwrap();
        let rounded: Vec<(u32, String, String)> =
            alpha.categories.iter().map(|(c, o, e)| (*c, format!("{o:.4}"), format!("{e:.4}"))).collect();
        assert_eq!(rounded[0], (0, "0.0144".to_owned(), "0.0532".to_owned()));
        assert_eq!(rounded[1], (1, "0.0000".to_owned(), "0.0490".to_owned()));
        assert!((alpha.estimate.value - 0.8587).abs() < 1e-4, "{}", alpha.estimate.value);
    }

    #[test]
    fn equal_spans_agree_perfectly_and_moving_the_text_changes_nothing() {
        let same: Vec<Span> = spans(0, 3, &[(2, 4), (9, 1)]).chain(spans(1, 3, &[(2, 4), (9, 1)])).collect();
        assert!((unitised_alpha(&same, 2, 0, 20).unwrap().estimate.value - 1.0).abs() < 1e-15);
        let unlike: Vec<Span> = spans(0, 3, &[(2, 4)]).chain(spans(1, 3, &[(3, 6)])).chain(spans(2, 3, &[])).collect();
        let moved: Vec<Span> = unlike.iter().map(|span| Span { start: span.start + 100, ..*span }).collect();
        let value = unitised_alpha(&unlike, 3, 0, 20).unwrap().estimate.value;
        assert!((value - unitised_alpha(&moved, 3, 100, 20).unwrap().estimate.value).abs() < 1e-12);
    }

    #[test]
    fn impossible_spans_are_refused_with_a_reason() {
        let check = |places: &[(u32, u32)], message: &str| {
            let marked: Vec<Span> = spans(0, 0, places).collect();
            assert_eq!(unitised_alpha(&marked, 2, 0, 10).unwrap_err().to_string(), message);
        };
        check(&[], "spans: at least 1 needed, 0 found");
        check(&[(3, 0)], "the span from 3 to 3 is empty or reaches beyond the text, which is from 0 to 10");
        check(&[(8, 4)], "the span from 8 to 12 is empty or reaches beyond the text, which is from 0 to 10");
        check(
            &[(1, 4), (3, 4)],
            "two spans of one rater and category overlap at 3; join them, or give them categories of their own",
        );
        assert!(unitised_alpha(&[Span { rater: 0, category: 0, start: 0, length: 1 }], 1, 0, 5).is_err());
    }
}
