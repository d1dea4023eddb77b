//! Every figure, drawn from made-up numbers. The drawings are left in `target/tmp/gallery` to be looked at.

use std::path::Path;

use analysis::NamedEstimate;
use report::figure::{
    Axis, Bar, BarGroup, Bin, Breadth, Caption, Curve, Figure, Forest, Group, HeatMap, Series, Setting, Stage, Steps,
    bars, curves, distribution, dots, ecdf, flow, foreign_characters, forest, heat_map, histogram, intervals,
    missing_characters, pdf, preference, svg,
};
use report::{Number, Spot, latex_figure};
use stats::{Estimate, Interval};

fn number(name: &'static str, of: &str, value: f64) -> Number {
    number_with_interval(name, of, value, None)
}

fn number_with_interval(name: &'static str, of: &str, value: f64, half: Option<f64>) -> Number {
    let interval = half.map(|half| Interval { low: value - half, high: value + half, level: 0.95, kind: "t" });
    let estimate = Estimate::new(name, value).interval(interval);
    Number::from(&named_estimate(name, of, estimate))
}

fn named_estimate(name: &str, of: &str, estimate: Estimate) -> NamedEstimate {
    NamedEstimate {
        statistic: name.parse().expect("a statistic"),
        criterion: Some(of.to_owned()),
        of: Vec::new(),
        estimate,
        n: 200,
        method: "made up".to_owned(),
    }
}

fn caption(id: &str, title: &str) -> Caption {
    Caption { id: id.to_owned(), title: title.to_owned() }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn shares(name: &str, values: &[f64]) -> Bar {
    Bar { name: name.to_owned(), parts: values.iter().map(|value| number("share", name, *value)).collect() }
}

fn series(name: &str, values: &[(f64, f64)]) -> Series {
    let numbers =
        values.iter().map(|(value, half)| Some(number_with_interval("mean", name, *value, Some(*half)))).collect();
    Series { name: name.to_owned(), numbers }
}

fn rating_bars() -> [Vec<Bar>; 2] {
    [
        vec![
            shares("SVM-rerank", &[0.05, 0.13, 0.27, 0.55]),
            shares("GeDi", &[0.12, 0.24, 0.34, 0.30]),
            shares("DExperts", &[0.35, 0.30, 0.215, 0.135]),
        ],
        vec![shares("A system with an uncommonly long name", &[0.0, 0.0, 0.02, 0.98])],
    ]
}

fn preference_groups() -> [BarGroup; 2] {
    let group = |name: &str, bars| BarGroup { name: name.to_owned(), bars };
    [
        group("GPT-2", vec![shares("original", &[0.21, 0.69, 0.10]), shares("here", &[0.25, 0.55, 0.20])]),
        group("DAPT", vec![shares("original", &[0.18, 0.67, 0.15]), shares("here", &[0.17, 0.58, 0.25])]),
    ]
}

fn agreement_map(people: usize) -> HeatMap {
    let rho = |a: usize, b: usize| {
        ((a, b) != (2, 3) && (a, b) != (3, 2)).then(|| number("rho", "a", 1.0 - a.abs_diff(b) as f64 * 0.14))
    };
    HeatMap {
        names: (1..=people).map(|k| format!("participant {k:03}")).collect(),
        rows: (0..people).map(|a| (0..people).map(|b| rho(a, b)).collect()).collect(),
    }
}

fn stages() -> Vec<Stage> {
    let stage = |name: &str, count: f64, lost: &[(&str, f64)]| Stage {
        name: name.to_owned(),
        number: Some(number("sessions", name, count)),
        lost: lost.iter().map(|(why, count)| ((*why).to_owned(), number("sessions_left_out", why, *count))).collect(),
    };
    vec![
        stage(
            "sessions with answers",
            40.0,
            &[("failed checks", 3.0), ("left before the end, with a long story", 2.0)],
        ),
        stage("sessions analysed", 35.0, &[]),
        stage("judgements analysed", 700.0, &[]),
    ]
}

fn people() -> Vec<(String, Number)> {
    (1..=30).map(|n| (format!("p{n:04}"), number("agreement", &n.to_string(), f64::from(n * 37 % 11) / 11.0))).collect()
}

fn spot(label: &str) -> Spot {
    let named = NamedEstimate { of: vec![label.to_owned()], ..named_estimate("mean", "x", Estimate::new("mean", 1.0)) };
    Spot::from_label(&named, 0).expect("the label is a number")
}

fn bins() -> Vec<Bin> {
    let counts = [3.0, 12.0, 30.0, 22.0, 14.0, 9.0, 4.0, 2.0, 0.0, 1.0];
    let edge = |k: usize| if k == 10 { spot("∞") } else { spot(&(k * 5).to_string()) };
    let bin = |(k, count): (usize, &f64)| Bin { from: edge(k), to: edge(k + 1), count: number("count", "t", *count) };
    counts.iter().enumerate().map(bin).collect()
}

fn steps(name: &str, times: &[f64]) -> Steps {
    let step = |(k, time): (usize, &f64)| {
        (spot(&time.to_string()), number("time_ecdf", name, (k + 1) as f64 / times.len() as f64))
    };
    Steps { name: name.to_owned(), steps: times.iter().enumerate().map(step).collect() }
}

fn effects() -> Forest {
    let row = |name: &str, d: f64, half: f64| (name.to_owned(), number_with_interval("d", name, d, Some(half)));
    let group = |name: &str, up: f64| Group {
        name: name.to_owned(),
        rows: vec![row("Original", 0.6 + up, 0.2), row("Reproduction 1", 0.516 + up, 0.2), row("R2", 0.11 + up, 0.31)],
        pooled: Some(row("Pooled, random effects", 0.45 + up, 0.24)),
    };
    Forest {
        groups: vec![group("SVM – GeDi", 0.0), group("SVM – DExperts", 0.6)],
        none: 0.0,
        axis: "standardised difference d".to_owned(),
    }
}

fn power(name: &str, slope: f64) -> Curve {
    let point = |people: f64| {
        let chance = 1.0 - (-people * slope).exp();
        (spot(&people.to_string()), number_with_interval("power", name, chance, Some(0.02)))
    };
    Curve { name: name.to_owned(), points: [10.0, 20.0, 40.0, 60.0, 80.0, 120.0].map(point).to_vec() }
}

fn gallery() -> Vec<Figure> {
    let systems = names(&["SVM-rerank", "GeDi", "DExperts"]);
    let levels = names(&["1 Not at all fluent", "2", "3", "4 Very fluent"]);
    let five = names(&["worst", "bad", "middling", "good", "best"]);
    let odd = [vec![shares("A", &[0.1, 0.2, 0.4, 0.2, 0.1]), shares("B", &[0.3, 0.3, 0.2, 0.1, 0.1])]];
    let sides = names(&["DExperts preferred", "equal", "baseline preferred"]);
    let best = [
        series("original", &[(36.0, 0.0), (-5.0, 0.0), (-31.0, 0.0)]),
        series("reproduction", &[(30.3, 6.2), (2.0, 6.0), (-32.3, 6.1)]),
    ];
    let means = [
        series("original", &[(3.71, 0.09), (3.2, 0.1), (2.09, 0.14)]),
        series("reproduction", &[(3.12, 0.12), (2.61, 0.14), (2.07, 0.15)]),
    ];
    let times =
        [steps("welcome", &[3.0, 8.0, 13.0, 20.0, 82.0]), steps("instructions", &[13.0, 33.0, 53.0, 70.0, 92.0])];
    let claims = [power("C1", 0.05), power("C2", 0.02), power("C3: a claim of many words", 0.004), power("C4", 0.049)];
    vec![
        distribution(
            caption("distribution-fluency", "Answers on fluency by system"),
            &levels,
            &rating_bars().map(BarGroup::from),
        ),
        distribution(caption("distribution-odd", "Five answers"), &five, &odd.map(BarGroup::from)),
        preference(caption("preference-toxicity", "Less toxic of two"), &sides, &preference_groups()),
        bars(
            caption("best-worst", "Best-worst scores"),
            &systems,
            &best,
            &Axis { title: "best-worst score".to_owned(), ends: Some((-100.0, 100.0)) },
        ),
        intervals(
            caption("scores", "Mean fluency"),
            &systems,
            &means,
            &Axis { title: "mean rating".to_owned(), ends: Some((1.0, 4.0)) },
        ),
        heat_map(caption("raters", "Correlations between participants"), &agreement_map(10)),
        flow(caption("flow", "How many came how far"), &stages()),
        dots(
            caption("dots", "Agreement of each participant"),
            &people(),
            &Axis { title: "share of equal answers".to_owned(), ends: Some((0.0, 1.0)) },
        ),
        histogram(caption("time", "Time on a page"), &bins(), "seconds"),
        ecdf(caption("ecdf", "Time on a page, cumulated"), &times, "seconds"),
        forest(caption("forest", "The effect in each experiment"), &effects()),
        curves(caption("power", "Power by number of people"), &claims, "people", Some(0.8)),
    ]
}

#[test]
fn every_figure_can_be_read_in_svg_and_in_pdf() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    for figure in gallery() {
        let drawn = svg(&figure, Setting::File(Breadth::Column));
        assert!(drawn.contains("<title") && drawn.contains("<desc"), "{}", figure.id);
        assert!(!drawn.contains("NaN") && !drawn.contains("inf\""), "{}", figure.id);
        for size in drawn.split("font-size=\"").skip(1) {
            let size: f64 = size.split('"').next().unwrap().parse().unwrap();
            assert!(size >= 9.0, "{}: text of {size} pt", figure.id);
        }
        assert!(figure.description.len() > 40, "{}: {}", figure.id, figure.description);
        assert!(!figure.data.rows.is_empty(), "{}", figure.id);
        std::fs::write(folder.join(format!("{}.svg", figure.id)), &drawn).unwrap();
        for (breadth, points) in [(Breadth::Column, "237.6"), (Breadth::Page, "496.8")] {
            let bytes = pdf(&figure, breadth);
            let text: String = bytes.iter().copied().map(char::from).collect();
            assert!(text.contains(&format!("/MediaBox [0 0 {points} ")), "{}: not {points} points wide", figure.id);
            std::fs::write(folder.join(format!("{}-{points}.pdf", figure.id)), bytes).unwrap();
        }
    }
}

#[test]
fn the_same_figure_gives_the_same_bytes() {
    for (first, second) in gallery().iter().zip(gallery()) {
        assert_eq!(svg(first, Setting::Inline), svg(&second, Setting::Inline));
        assert_eq!(pdf(first, Breadth::Page), pdf(&second, Breadth::Page));
    }
}

#[test]
fn nothing_is_drawn_outside_the_sheet() {
    for figure in gallery() {
        let drawn = svg(&figure, Setting::Inline);
        for text in drawn.split("<text x=\"").skip(1) {
            let mut parts = text.split('"');
            let x: f64 = parts.next().unwrap().parse().unwrap();
            let y: f64 = parts.nth(1).unwrap().parse().unwrap();
            assert!((0.0..=figure.canvas.width).contains(&x), "{}: {text:.60}", figure.id);
            assert!((0.0..=figure.canvas.height).contains(&y), "{}: {text:.60}", figure.id);
        }
    }
}

#[test]
fn figures_of_nothing_and_of_one_number_are_drawn_without_complaint() {
    let one = number("mean", "x", 3.0);
    let empty: Vec<Figure> = vec![
        distribution(caption("a", "a"), &[], &[]),
        distribution(caption("b", "b"), &names(&["1", "2"]), &[vec![shares("none", &[0.0, 0.0])].into()]),
        preference(caption("c", "c"), &[], &[vec![].into()]),
        bars(caption("d", "d"), &[], &[], &Axis::default()),
        intervals(
            caption("e", "e"),
            &names(&["x"]),
            &[Series { name: "s".to_owned(), numbers: vec![Some(one.clone())] }],
            &Axis::default(),
        ),
        heat_map(caption("f", "f"), &HeatMap { names: vec![], rows: vec![] }),
        dots(caption("k", "k"), &[], &Axis::default()),
        histogram(caption("g", "g"), &[], ""),
        ecdf(caption("h", "h"), &[], ""),
        forest(
            caption("i", "i"),
            &Forest {
                groups: vec![Group { name: String::new(), rows: vec![("x".to_owned(), one)], pooled: None }],
                none: 0.0,
                axis: String::new(),
            },
        ),
        curves(caption("j", "j"), &[], "", None),
    ];
    for figure in empty {
        let drawn = svg(&figure, Setting::File(Breadth::Column));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
    }
}

#[test]
fn a_pdf_carries_every_face_it_names() {
    for figure in gallery() {
        let bytes: String = pdf(&figure, Breadth::Column).into_iter().map(char::from).collect();
        let named = bytes.matches("/Subtype /TrueType").count();
        assert!(named > 0, "{}", figure.id);
        assert_eq!(bytes.matches("/FontFile2 ").count(), named, "{}", figure.id);
        assert!(!bytes.contains("/Type1"), "{}", figure.id);
    }
}

#[test]
fn names_in_any_script_are_drawn_in_pdf_and_can_be_searched() {
    let systems = names(&["Ясность", "σύστημα"]);
    let series = [series("original", &[(3.71, 0.09), (3.2, 0.1)])];
    let figure = intervals(caption("scripts", "Scripts"), &systems, &series, &Axis::new("mean"));
    assert!(foreign_characters(&figure).is_empty());
    let text: String = pdf(&figure, Breadth::Column).into_iter().map(char::from).collect();
    // "Я" is U+042F: said in words beside its outline, and no question mark in its place.
    assert!(text.contains("/ActualText <FEFF042F") && !text.contains("(?"), "{text}");
    // A letter that is not painted stands for the outlines, since programs look for words where letters are.
    let said = text.matches("/ActualText").count();
    assert!(said >= 2 && text.matches("3 Tr").count() == said, "{text}");
    let unknown = intervals(caption("u", "u"), &names(&["\u{10fffd}"]), &series, &Axis::default());
    assert_eq!(foreign_characters(&unknown), ['\u{10fffd}']);
    assert_eq!(missing_characters(&unknown), ['\u{10fffd}']);
    assert!(latex_figure(&unknown).contains("% \u{10fffd} is drawn with a font of the machine that wrote the PDF"));
}
