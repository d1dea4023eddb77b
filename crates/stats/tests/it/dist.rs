//! Distributions against high-precision tables: `reference/dist/`.

#![expect(clippy::unwrap_used, reason = "a table that cannot be read is a failed test")]

use std::path::Path;

use stats::dist::{beta, binomial, chi_squared, fisher_f, gamma, hypergeometric, normal, student_t};
use stats::dist::{dunnett, noncentral_chi_squared, noncentral_f, noncentral_t, studentized_range};

/// Numbers of one row by column, and the row's tolerance.
struct Row {
    cells: Vec<String>,
    rtol: f64,
}

impl Row {
    fn number(&self, column: usize) -> f64 {
        self.cells[column].parse().unwrap()
    }

    fn count(&self, column: usize) -> u64 {
        self.cells[column].parse().unwrap()
    }
}

fn table(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference/dist").join(name);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
    let rows: Vec<Row> = reader
        .records()
        .map(|line| {
            let mut cells: Vec<String> = line.unwrap().iter().map(str::to_owned).collect();
            let rtol = cells.pop().unwrap().parse().unwrap();
            Row { cells, rtol }
        })
        .collect();
    assert!(!rows.is_empty(), "{name} holds no rows");
    rows
}

/// Every row, with all that are off listed at once.
fn check(name: &str, compute: impl Fn(&Row) -> Vec<(f64, f64)>) {
    let mut off = Vec::new();
    for row in table(name) {
        for (found, expected) in compute(&row) {
            let error = if expected == 0.0 { found.abs() } else { ((found - expected) / expected).abs() };
            if error.is_nan() || error > row.rtol {
                off.push(format!("{:?}: found {found:e}, expected {expected:e}, off by {error:.1e}", row.cells));
            }
        }
    }
    assert!(off.is_empty(), "{name}: {} off\n{}", off.len(), off.join("\n"));
}

#[test]
fn beta_has_both_tails_to_thirteen_digits() {
    check("pbeta.csv", |row| {
        let (a, b, x) = (row.number(0), row.number(1), row.number(2));
        vec![(beta::cdf(x, a, b), row.number(3)), (beta::sf(x, a, b), row.number(4))]
    });
}

#[test]
fn student_t_has_its_upper_tail_from_a_half_to_1e_300() {
    check("pt_upper.csv", |row| {
        let (df, t) = (row.number(0), row.number(1));
        vec![
            (student_t::sf(t, df), row.number(2)),
            (student_t::ln_sf(t, df).exp(), row.number(2)),
            (student_t::two_sided(-t, df).value(), 2.0 * row.number(2)),
        ]
    });
}

#[test]
fn chi_squared_has_both_tails_to_thirteen_digits() {
    check("pchisq.csv", |row| {
        let (df, x) = (row.number(0), row.number(1));
        vec![(chi_squared::cdf(x, df), row.number(2)), (chi_squared::sf(x, df), row.number(3))]
    });
}

#[test]
fn log_tails_quantiles_and_counts_agree_with_sixty_digits() {
    check("central.csv", |row| {
        let (a, b, c) = (|| row.number(1), || row.number(2), || row.number(3));
        let (k, n) = (|| row.count(1), || row.count(2));
        let urn = || hypergeometric::Urn { marked: row.count(2), others: row.count(3), drawn: row.count(4) };
        let found = match row.cells[0].as_str() {
            "normal ln_sf" => normal::ln_sf(a()),
            "normal upper_quantile" => normal::upper_quantile(a()),
            "t ln_sf" => student_t::ln_sf(a(), b()),
            "t upper_quantile" => student_t::upper_quantile(a(), b()),
            "F ln_sf" => fisher_f::ln_sf(a(), b(), c()),
            "F upper_quantile" => fisher_f::upper_quantile(a(), b(), c()),
            "chi2 ln_sf" => chi_squared::ln_sf(a(), b()),
            "chi2 ln_cdf" => chi_squared::ln_cdf(a(), b()),
            "chi2 upper_quantile" => chi_squared::upper_quantile(a(), b()),
            "binomial ln_pmf" => binomial::ln_pmf(k(), n(), c()),
            "binomial ln_cdf" => binomial::ln_cdf(k(), n(), c()),
            "binomial ln_sf" => binomial::ln_sf(k(), n(), c()),
            "hypergeometric ln_pmf" => hypergeometric::ln_pmf(k(), urn()),
            "hypergeometric ln_cdf" => hypergeometric::ln_cdf(k(), urn()),
            "hypergeometric ln_sf" => hypergeometric::ln_sf(k(), urn()),
            other => panic!("no function `{other}`"),
        };
        vec![(found, row.number(5))]
    });
}

/// Near one a probability no longer tells where it was taken.
fn invertible(lower: f64, upper: f64) -> bool {
    lower.min(upper) > 1e-3
}

#[test]
fn noncentral_chi_squared_has_both_tails_to_ten_digits_and_inverts() {
    check("pnchisq.csv", |row| {
        let (df, ncp, x) = (row.number(0), row.number(1), row.number(2));
        let (lower, upper) = (noncentral_chi_squared::cdf(x, df, ncp), noncentral_chi_squared::sf(x, df, ncp));
        let mut pairs = vec![(lower, row.number(3)), (upper, row.number(4))];
        if invertible(lower, upper) {
            pairs.push((noncentral_chi_squared::quantile(lower, df, ncp), x));
            pairs.push((noncentral_chi_squared::noncentrality(x, df, upper), ncp));
        }
        pairs
    });
}

#[test]
fn noncentral_f_has_both_tails_to_ten_digits_and_inverts() {
    check("pnf.csv", |row| {
        let (df1, df2, ncp, f) = (row.number(0), row.number(1), row.number(2), row.number(3));
        let shape = noncentral_f::Shape { df1, df2, ncp };
        let (lower, upper) = (noncentral_f::cdf(f, shape), noncentral_f::sf(f, shape));
        let mut pairs = vec![(lower, row.number(4)), (upper, row.number(5))];
        if invertible(lower, upper) {
            pairs.push((noncentral_f::quantile(lower, shape), f));
            pairs.push((noncentral_f::noncentrality(f, df1, df2, upper), ncp));
        }
        pairs
    });
}

#[test]
fn noncentral_t_has_both_tails_to_ten_digits_and_inverts() {
    check("pnt.csv", |row| {
        let (df, delta, t) = (row.number(0), row.number(1), row.number(2));
        let (lower, upper) = (noncentral_t::cdf(t, df, delta), noncentral_t::sf(t, df, delta));
        let mut pairs =
            vec![(lower, row.number(3)), (upper, row.number(4)), (noncentral_t::sf(-t, df, -delta), row.number(3))];
        if invertible(lower, upper) {
            pairs.push((noncentral_t::quantile(lower, df, delta), t));
            pairs.push((noncentral_t::noncentrality(t, df, upper), delta));
        }
        pairs
    });
}

#[test]
fn noncentral_t_far_from_zero_keeps_its_digits_and_inverts() {
    check("far.csv", |row| {
        let (df, delta, t) = (row.number(0), row.number(1), row.number(2));
        let (lower, upper) = (noncentral_t::cdf(t, df, delta), noncentral_t::sf(t, df, delta));
        let mut pairs =
            vec![(lower, row.number(3)), (upper, row.number(4)), (noncentral_t::cdf(-t, df, -delta), row.number(4))];
        if invertible(lower, upper) {
            pairs.push((noncentral_t::noncentrality(t, df, upper), delta));
        }
        pairs
    });
}

#[test]
fn studentized_range_has_both_tails_to_ten_digits_and_inverts() {
    check("ptukey.csv", |row| {
        let (k, q) = (row.number(0), row.number(2));
        let df = if row.cells[1] == "inf" { f64::INFINITY } else { row.number(1) };
        let upper = studentized_range::sf(q, k, df);
        let mut pairs = vec![(upper, row.number(4))];
        // The table's lower tails are one minus its upper ones, so they are good to 1e-12 absolutely.
        if row.number(3) > 0.01 {
            pairs.push((studentized_range::cdf(q, k, df), row.number(3)));
        }
        if invertible(1.0 - upper, upper) && k < 10.0 {
            pairs.push((studentized_range::upper_quantile(upper, k, df), q));
        }
        pairs
    });
}

#[test]
fn dunnett_agrees_with_independent_quadrature() {
    check("dunnett.csv", |row| {
        let others: Vec<f64> = row.cells[2].split(' ').map(|n| n.parse().unwrap()).collect();
        let sides = if row.cells[0] == "two" { dunnett::Sides::Two } else { dunnett::Sides::One };
        let df = if row.cells[3] == "inf" { f64::INFINITY } else { row.number(3) };
        let comparisons = dunnett::Comparisons::new(row.number(1), &others, df, sides);
        let upper = comparisons.sf(row.number(4));
        vec![(upper, row.number(5)), (comparisons.upper_quantile(upper), row.number(4))]
    });
}

#[test]
fn densities_are_the_slopes_of_their_lower_tails() {
    let slope = |cdf: &dyn Fn(f64) -> f64, x: f64| {
        let h = 1e-4 * x.abs().max(0.1);
        (8.0 * (cdf(x + h) - cdf(x - h)) - (cdf(x + 2.0 * h) - cdf(x - 2.0 * h))) / (12.0 * h)
    };
    let check = |name: &str, density: f64, slope: f64| {
        assert!(((density - slope) / slope).abs() < 1e-8, "{name}: density {density}, slope {slope}");
    };
    for x in [0.2, 0.9, 1.7] {
        check("normal", normal::pdf(x), slope(&normal::cdf, x));
        for df in [0.7, 3.0, 25.0, 1e6] {
            check("t", student_t::pdf(x, df), slope(&|x| student_t::cdf(x, df), x));
            check("gamma", gamma::pdf(x, df.min(30.0)), slope(&|x| gamma::cdf(x, df.min(30.0)), x));
            check("F", fisher_f::pdf(x, df.min(30.0), 12.0), slope(&|x| fisher_f::cdf(x, df.min(30.0), 12.0), x));
            check("beta", beta::pdf(x / 2.0, df.min(30.0), 2.5), slope(&|x| beta::cdf(x, df.min(30.0), 2.5), x / 2.0));
        }
    }
}

#[test]
fn ends_of_the_range_are_limits_not_faults() {
    let check = |found: f64, expected: f64| assert_eq!(found.to_bits(), expected.to_bits(), "{found} for {expected}");
    check(normal::sf(f64::INFINITY), 0.0);
    check(normal::quantile(1.0), f64::INFINITY);
    check(normal::quantile(0.5), 0.0);
    check(student_t::sf(f64::NEG_INFINITY, 3.0), 1.0);
    check(student_t::quantile(0.0, 3.0), f64::NEG_INFINITY);
    check(student_t::quantile(0.5, 3.0), 0.0);
    check(student_t::ln_sf(f64::INFINITY, 3.0), f64::NEG_INFINITY);
    check(student_t::sf(1.5, f64::INFINITY), normal::sf(1.5));
    check(chi_squared::sf(0.0, 2.0), 1.0);
    check(chi_squared::quantile(0.0, 2.0), 0.0);
    check(fisher_f::quantile(1.0, 2.0, 3.0), f64::INFINITY);
    check(fisher_f::sf(2.0, 3.0, f64::INFINITY), chi_squared::sf(6.0, 3.0));
    check(binomial::cdf(5, 5, 0.2), 1.0);
    check(binomial::ln_sf(2, 5, 0.0), f64::NEG_INFINITY);
    assert!(student_t::sf(f64::NAN, 3.0).is_nan());
    assert!(student_t::quantile(0.2, -1.0).is_nan());
    assert!(normal::quantile(1.5).is_nan());
    assert!(chi_squared::sf(1.0, f64::NAN).is_nan());
}
