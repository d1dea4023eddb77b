//! A whole report of made-up results.

use std::collections::BTreeSet;

use analysis::claims::DecidingTest;
use analysis::{
    About, ClaimResult, CriterionSummary, JudgedBy, Label, NamedEstimate, Provenance, Remark, Results, Statistic,
    Verdict,
};
use expect_test::expect;
use report::{Document, Input, document, files, html, latex, markdown, text};
use stats::{Estimate, Interval, Note, PValue};
use study::file::Better;

fn named_estimate(name: &'static str, criterion: Option<&str>, of: &[&str], estimate: Estimate) -> NamedEstimate {
    NamedEstimate {
        statistic: name.parse().expect("a statistic"),
        criterion: criterion.map(str::to_owned),
        of: of.iter().map(|label| (*label).to_owned()).collect(),
        estimate,
        n: 200,
        method: if name == "mean" {
            "mean over judgements; percentile bootstrap over items and participants"
        } else {
            ""
        }
        .to_owned(),
    }
}

fn left_out() -> [NamedEstimate; 2] {
    [("failed-checks", 2.0), ("incomplete", 1.0)].map(|(rule, count)| {
        named_estimate("sessions_left_out", None, &[rule], Estimate::new("sessions_left_out", count))
    })
}

fn claim() -> ClaimResult {
    ClaimResult {
        id: "C1".to_owned(),
        text: "SVM is more fluent than GeDi.".to_owned(),
        holds_if: Some("svm > gedi on fluency".to_owned()),
        rule: "Student's t with Holm's correction".to_owned(),
        verdict: Verdict::Supported,
        numbers: vec!["t[fluency, svm, gedi]".parse().expect("an id")],
        tests: vec![DecidingTest {
            number: "t[fluency, svm, gedi]".parse().expect("an id"),
            p: 0.012,
            of: "Student's t-test, Holm's correction over 3 comparisons".to_owned(),
        }],
        because: vec!["svm is above gedi, and the test says so".to_owned()],
        power: Vec::new(),
        otherwise: Vec::new(),
    }
}

fn results() -> Results {
    let around =
        |value: f64| Interval { low: value - 0.12, high: value + 0.12, level: 0.95, kind: "percentile bootstrap" };
    let fluency = Some("fluency");
    let mut estimates = vec![
        named_estimate("judgements", None, &[], Estimate::new("judgements", 400.0)),
        named_estimate("participants", None, &[], Estimate::new("participants", 12.0)),
        named_estimate("excluded", None, &[], Estimate::new("excluded", 3.0)),
        named_estimate("sessions", None, &[], Estimate::new("sessions", 15.0)),
        named_estimate("sessions_analysed", None, &[], Estimate::new("sessions_analysed", 12.0)),
    ];
    estimates.extend(left_out());
    for (system, mean) in [("svm", 3.1249), ("gedi", 2.605)] {
        let note = (system == "gedi").then(|| Note::Said("one | item <judged> by one person".to_owned()));
        let resampled = Note::Resampled { seed: 1, replicates: 1000, failed: 0 };
        let estimate = Estimate::new("mean", mean).interval(around(mean)).note(resampled).note(note);
        estimates.push(named_estimate("mean", fluency, &[system], estimate));
        estimates.push(named_estimate("sd", fluency, &[system], Estimate::new("sd", 0.9)));
        for (level, share) in [("1", 0.1), ("2", 0.2), ("10", 0.3), ("4", 0.4)] {
            estimates.push(named_estimate("share", fluency, &[system, level], Estimate::new("share", share)));
        }
    }
    let difference = Estimate::new("t", 5.157).df([398.0]).p(PValue::new(3.7e-7));
    estimates.push(named_estimate("t", fluency, &["svm", "gedi"], difference));
    estimates.push(named_estimate("alpha", fluency, &[], Estimate::new("alpha", -0.04).interval(around(-0.04))));
    for (a, b, rho) in [("p1", "p2", 0.65), ("p1", "p10", 0.46)] {
        estimates.push(named_estimate("rater_correlation", fluency, &[a, b], Estimate::new("rater_correlation", rho)));
    }
    let label = |id: &str, name: &str| Label { id: id.to_owned(), name: name.to_owned() };
    Results {
        about: About {
            title: "Fluency of definitions & <b>more</b>".to_owned(),
            language: Some("en".to_owned()),
            systems: vec![label("svm", "SVM_rerank"), label("gedi", "GeDi 100%")],
            criteria: vec![CriterionSummary {
                id: "fluency".to_owned(),
                name: "Fluency".to_owned(),
                kind: "rating".to_owned(),
                scale: Some((1.0, 4.0)),
                answers: Some((1.0, 4.0)),
                better: Better::Higher,
                score: Some(Statistic::Mean),
            }],
        },
        provenance: Provenance {
            study: Some("ab12".to_owned()),
            data: None,
            origin: "Read from the table “ratings.csv”.".to_owned(),
            judged_by: analysis::JudgedBy::Foreign,
            changed: Vec::new(),
            program: "rejudge 0.1.0".to_owned(),
            program_hash: None,
            seed: 1,
            replicates: 1000,
        },
        estimates,
        claims: vec![claim()],
        remarks: vec![Remark {
            criterion: Some("fluency".to_owned()),
            text: "The two analyses agree.".to_owned(),
            about: vec![],
        }],
        missing: vec!["fluency: power: no claim asks for it".to_owned()],
    }
}

fn sample_document() -> Document {
    document(&Input { results: &results(), study: None })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a whole report stands here")]
fn the_report_reads_as_it_should() {
    expect![[r##"
        # Fluency of definitions & \<b>more\</b>

        **FOREIGN TABLE**: judgements collected elsewhere. 400 judgements by 12 participants

        **C1 is supported.**

        - **C1 supported** SVM is more fluent than GeDi. svm is above gedi, and the test says so.

        > 3 judgements excluded, 400 analysed.  
        > Low agreement (Krippendorff’s alpha below 0.667): −0.04.  

        ## Results

        **Fluency: mean by system; higher is better; 95 % CI (percentile bootstrap)**

        | system | mean | interval | SD | n |
        |---|---:|---:|---:|---:|
        | SVM\_rerank | **3.12** | \[3.00, 3.24\] | 0.900 | 200 |
        | GeDi 100% | 2.60<sup>a</sup> | \[2.48, 2.72\] | 0.900 | 200 |

        mean: 1000 replicates, seed 1; <sup>a</sup> one \| item \<judged> by one person

        ![Points with their intervals, one row each. SVM\_rerank: 3.12 \[3.00, 3.24\]. GeDi 100%: 2.60 \[2.48, 2.72\].](figures/interval-fluency.svg)

        *Fluency: mean of each system with its interval* Numbers: [figures/interval-fluency.csv](figures/interval-fluency.csv).

        ![Stacked bars, one per row, of how often each answer was given; better answers are to the right of the middle line. SVM\_rerank: 1 0.10, 2 0.20, 4 0.40, 10 0.30. GeDi 100%: 1 0.10, 2 0.20, 4 0.40, 10 0.30.](figures/answers-fluency.svg)

        *Fluency: how often each answer was given, from worst to best* Numbers: [figures/answers-fluency.csv](figures/answers-fluency.csv).

        ## Can it be trusted?

        ![Boxes from top to bottom. arrivals not known. sessions with answers: 15, of whom not further: failed checks 2, left before the end 1. sessions analysed: 12. participants analysed: 12. judgements analysed: 400.](figures/flow.svg)

        *From answers received to answers analysed* Numbers: [figures/flow.csv](figures/flow.csv).

        400 judgements were analysed; 3 were excluded.

        **Agreement between participants, 95 % CI**

        | criterion | Krippendorff's alpha | n |
        |---|---:|---:|
        | Fluency | −0.04 \[−0.16, 0.08\] | 200 |

        ## To paste into a paper

        Every number comes from the results. Passages in square brackets are for the authors to complete.

        We evaluated SVM\_rerank and GeDi 100% by human judgement. We analysed 400 judgements by 12 participants; 3 were excluded. Krippendorff’s alpha was −0.04 \[−0.16, 0.08\]. \[For the authors: ethics approval, how the participants were recruited, consent and who the participants were.\]

        On Fluency, the mean (95 % CI) was 3.12 \[3.00, 3.24\] for SVM\_rerank and 2.60 \[2.48, 2.72\] for GeDi 100%. The claim that “SVM is more fluent than GeDi” (C1) was supported: svm is above gedi, and the test says so. 

        The paragraphs as text (paper.txt):

        ```
        We evaluated SVM_rerank and GeDi 100% by human judgement. We analysed 400 judgements by 12 participants; 3 were excluded. Krippendorff’s alpha was −0.04 [−0.16, 0.08]. [For the authors: ethics approval, how the participants were recruited, consent and who the participants were.]

        On Fluency, the mean (95 % CI) was 3.12 [3.00, 3.24] for SVM_rerank and 2.60 [2.48, 2.72] for GeDi 100%. The claim that “SVM is more fluent than GeDi” (C1) was supported: svm is above gedi, and the test says so.
        ```

        The paragraphs as LaTeX (paper.tex):

        ```
        We evaluated SVM\_rerank and GeDi 100\% by human judgement. We analysed 400 judgements by 12 participants; 3 were excluded. Krippendorff's alpha was $-$0.04 [$-$0.16, 0.08]. [For the authors: ethics approval, how the participants were recruited, consent and who the participants were.]

        On Fluency, the mean (95 \% CI) was 3.12 [3.00, 3.24] for SVM\_rerank and 2.60 [2.48, 2.72] for GeDi 100\%. The claim that ``SVM is more fluent than GeDi'' (C1) was supported: svm is above gedi, and the test says so.
        ```

        The claims as data (claims.csv):

        ```
        claim,verdict,number,value,low,high,p,test,origin
        C1,supported,"t[fluency, svm, gedi]",5.157,,,0.012,"Student's t-test, Holm's correction over 3 comparisons",foreign
        ```

        ## References

        - Efron and Tibshirani (1993). An introduction to the bootstrap. Chapman and Hall.
        - Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6.
        - Owen (2007). The pigeonhole bootstrap. The Annals of Applied Statistics 1.
        - Student (1908). The probable error of a mean. Biometrika 6.

        The references for BibTeX (references.bib):

        ```
        @book{efron1993,
          author = {Efron and Tibshirani},
          year = {1993},
          title = {{An introduction to the bootstrap}},
          publisher = {Chapman and Hall},
        }

        @article{holm1979,
          author = {Holm},
          year = {1979},
          title = {{A simple sequentially rejective multiple test procedure}},
          journal = {Scandinavian Journal of Statistics},
          volume = {6},
        }

        @article{owen2007,
          author = {Owen},
          year = {2007},
          title = {{The pigeonhole bootstrap}},
          journal = {The Annals of Applied Statistics},
          volume = {1},
        }

        @article{student1908,
          author = {Student},
          year = {1908},
          title = {{The probable error of a mean}},
          journal = {Biometrika},
          volume = {6},
        }
        ```

        ## Appendix: What was done

        400 judgements by 12 participants. Systems: SVM\_rerank and GeDi 100%.

        **What was asked**

        | criterion | asked as | better |
        |---|---|---|
        | Fluency | rating | higher |

        ## Appendix: Claims

        **Verdict on each claim, by its own rule**

        |  | claim | decided by | verdict |
        |---|---|---|---|
        | C1 | SVM is more fluent than GeDi. | Student's t with Holm's correction | supported |

        **Why**

        | claim | because |
        |---|---|
        | C1 | svm is above gedi, and the test says so |

        **The numbers behind the verdicts**

        | claim | number | value | raw p |
        |---|---|---:|---:|
        | C1 | t\[fluency, svm, gedi\] | 5.16 | \< 0.001 |

        ## Appendix: Results

        ### Not computed

        - fluency: power: no claim asks for it

        ## Appendix: Comparisons

        ### Fluency

        > The two analyses agree.

        **Fluency: t**

        |  | value | df | p | n |
        |---|---:|---:|---:|---:|
        | SVM\_rerank – GeDi 100% | 5.16 | 398 | \< 0.001 | 200 |

        ## Appendix: Who took part

        **From answers received to answers analysed**

        |  | count |
        |---|---:|
        | arrivals not known | – |
        | sessions with answers | 15 |
        | – failed checks | 2 |
        | – left before the end | 1 |
        | sessions analysed | 12 |
        | participants analysed | 12 |
        | judgements analysed | 400 |

        **Participants and what they did**

        |  | count |
        |---|---:|
        | judgements | 400 |
        | participants | 12 |

        ## Appendix: Agreement

        ![A square of cells, one row and one column per participant, coloured by their correlation. They lie between 0.46 and 0.65.](figures/raters-fluency-rater-correlation.svg)

        *Fluency: rank correlation between participants* Numbers: [figures/raters-fluency-rater-correlation.csv](figures/raters-fluency-rater-correlation.csv).

        ## Appendix: Methods

        - **mean**: mean over judgements; percentile bootstrap over items and participants.

        ## Appendix: Provenance

        - Read from the table “ratings.csv”.
        - Study, SHA-256 of its files: `ab12`
        - Analysed by rejudge 0.1.0, seed 1, 1000 bootstrap replicates.

        Hover over a number to see its id; full precision is in `results.json`. The same study, data and seed give the same page.
    "##]].assert_eq(&markdown(&sample_document()));
}

#[test]
fn a_table_can_be_set_in_latex() {
    let document = sample_document();
    let table = document.tables().find(|table| table.id == "scores-fluency").unwrap();
    expect![[r#"
        % \usepackage{booktabs}
        \begin{table}
        \centering
        \caption{Fluency: mean by system; higher is better; 95 \% CI (percentile bootstrap)}
        \label{tab:scores-fluency}
        \footnotesize\setlength{\tabcolsep}{4pt}
        \begin{tabular}{lrrrr}
        \toprule
        system & mean & interval & SD & n \\
        \midrule
        SVM\_rerank & \textbf{3.12} & [3.00, 3.24] & 0.900 & 200 \\
        GeDi 100\% & 2.60\textsuperscript{a} & [2.48, 2.72] & 0.900 & 200 \\
        \bottomrule
        \end{tabular}
        \par\smallskip{\footnotesize mean: 1000 replicates, seed 1}
        \par\smallskip{\footnotesize \textsuperscript{a}~one | item $<$judged$>$ by one person}
        \end{table}
    "#]]
    .assert_eq(&latex(table));
}

#[test]
fn every_number_of_the_page_is_in_the_results() {
    let page = html(&sample_document()).unwrap();
    let known: BTreeSet<String> = results().estimates.iter().map(NamedEstimate::id).collect();
    let ids = testdata::ids_on(&page);
    assert!(ids.len() > 10, "{ids:?}");
    for id in ids {
        assert!(testdata::is_known(&id, known.iter().map(String::as_str)), "{id}");
    }
}

#[test]
fn how_many_came_how_far_is_drawn_and_is_a_table() {
    let document = sample_document();
    let flow = document.figures().find(|figure| figure.id == "flow").unwrap();
    for said in ["sessions with answers: 15", "failed checks 2", "left before the end 1", "sessions analysed: 12"] {
        assert!(flow.description.contains(said), "no {said} in {}", flow.description);
    }
    let table = document.tables().find(|table| table.id == "participants-flow").unwrap();
    assert!(latex(table).contains("-- failed checks & 2"), "{}", latex(table));
    assert!(html(&document).unwrap().contains("<a href=\"#participants-flow\">"));
}

#[test]
fn the_diagram_begins_with_those_who_came_where_that_is_known() {
    let first = |results: &Results| {
        let document = document(&Input { results, study: None });
        let flow = document.figures().find(|figure| figure.id == "flow").unwrap();
        flow.description.split(". ").nth(1).unwrap().to_owned()
    };
    let mut results = results();
    assert_eq!(first(&results), "arrivals not known");
    results.estimates.push(named_estimate("arrivals", None, &[], Estimate::new("arrivals", 19.0)));
    for (why, count) in [("declined", 3.0), ("turned-away-full", 1.0)] {
        let estimate = Estimate::new("arrivals_without_answers", count);
        results.estimates.push(named_estimate("arrivals_without_answers", None, &[why], estimate));
    }
    let said = "arrivals: 19, of whom not further: did not consent 3, turned away, no place left 1";
    assert_eq!(first(&results), said);
}

#[test]
fn what_a_figure_shows_is_not_printed_a_second_time_where_a_table_has_it() {
    let page = html(&sample_document()).unwrap();
    assert!(page.contains("<a href=\"#scores-fluency\">"), "the figure of the scores leads to their table");
    assert!(!page.contains("id=\"interval-fluency-data\""));
    assert!(page.contains("id=\"answers-fluency-data\""), "no table has these");
}

#[test]
fn nothing_in_the_results_becomes_markup_and_nothing_is_fetched() {
    let page = html(&sample_document()).unwrap();
    assert!(page.contains("Fluency of definitions &#38; &#60;b&#62;more&#60;/b&#62;"));
    assert!(!page.contains("<b>") && !page.contains("<judged>"));
    assert_eq!(page.matches("<script>").count(), 1, "our own, and no other");
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!outside.contains(word), "{word}");
    }
}

#[test]
fn no_p_value_is_zero() {
    let page = html(&sample_document()).unwrap();
    assert!(page.contains("&#60; 0.001"));
    assert!(!page.contains(">0.000<"));
}

#[test]
fn the_same_results_give_the_same_bytes_in_files_of_different_names() {
    let first = files(&sample_document()).unwrap();
    assert_eq!(first, files(&sample_document()).unwrap());
    let paths: BTreeSet<&str> = first.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), first.len());
    expect![[r#"
        answer.json
        answer.tex
        claims.csv
        figures/answers-fluency-wide.pdf
        figures/answers-fluency-wide.svg
        figures/answers-fluency.csv
        figures/answers-fluency.pdf
        figures/answers-fluency.svg
        figures/answers-fluency.tex
        figures/flow-wide.pdf
        figures/flow-wide.svg
        figures/flow.csv
        figures/flow.pdf
        figures/flow.svg
        figures/flow.tex
        figures/interval-fluency-wide.pdf
        figures/interval-fluency-wide.svg
        figures/interval-fluency.csv
        figures/interval-fluency.pdf
        figures/interval-fluency.svg
        figures/interval-fluency.tex
        figures/raters-fluency-rater-correlation-wide.pdf
        figures/raters-fluency-rater-correlation-wide.svg
        figures/raters-fluency-rater-correlation.csv
        figures/raters-fluency-rater-correlation.pdf
        figures/raters-fluency-rater-correlation.svg
        figures/raters-fluency-rater-correlation.tex
        paper.tex
        paper.txt
        references.bib
        report.html
        report.md
        tables/agreement-all.tex
        tables/claims-because.tex
        tables/claims-decided.tex
        tables/claims-numbers.tex
        tables/participants-flow.tex
        tables/scores-fluency.tex
        tables/t-fluency.tex
        tables/what-was-asked.tex
        tables/who-took-part-counts.tex"#]]
    .assert_eq(&paths.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn whoever_opens_it_sees_first_whose_judgements_they_are_and_what_endangers_trust() {
    let check = |judged_by: JudgedBy, badge: &str| {
        let mut results = results();
        results.provenance.judged_by = judged_by;
        let document = document(&Input { results: &results, study: None });
        let page = html(&document).unwrap();
        let first = page.split("<main>").next().unwrap();
        assert!(first.contains(&format!("<strong>{badge}</strong>")), "{badge}");
        // On every screen and printed page, but only where it is true.
        let everywhere = page.contains("<p class=\"everywhere\" aria-hidden=\"true\">SIMULATED</p>");
        assert_eq!(everywhere, judged_by == JudgedBy::Simulated);
        assert!(text(document.answer.as_ref().unwrap()).starts_with(badge));
        assert!(markdown(&document).contains(&format!("**{badge}**")));
        assert!(first.contains("C1 is supported."));
        assert!(first.contains("Low agreement"), "alpha is -0.04");
        assert!(!first.contains("Few raters"), "there are twelve");
    };
    check(JudgedBy::People, "REAL");
    check(JudgedBy::Simulated, "SIMULATED");
    check(JudgedBy::Foreign, "FOREIGN TABLE");
}

#[test]
fn every_file_of_simulated_judgements_says_so_by_itself() {
    let mut results = results();
    results.provenance.judged_by = JudgedBy::Simulated;
    let mut seen = 0;
    for file in files(&document(&Input { results: &results, study: None })).unwrap() {
        // Letters of a PDF are numbers of a font; it is drawn from the same canvas as the SVG.
        let Ok(text) = String::from_utf8(file.bytes) else { continue };
        if file.path.ends_with(".csv") {
            assert!(text.lines().skip(1).all(|row| row.ends_with(",simulated")), "{}: {text}", file.path);
        } else if !file.path.ends_with(".bib") {
            assert!(text.to_lowercase().contains("simulated"), "{}: {text}", file.path);
        }
        if file.path.starts_with("figures/") && file.path.ends_with(".svg") {
            assert!(text.contains(">SIMULATED</text>"), "in the drawing itself: {text}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_appendix_is_closed_unless_it_is_to_be_printed() {
    let mut document = sample_document();
    assert!(html(&document).unwrap().contains("<details id=\"appendix\">"));
    document.print_appendix = true;
    let page = html(&document).unwrap();
    assert!(page.contains("<details id=\"appendix\" open>") && page.contains("<body class=\"print-appendix\">"));
}

#[test]
fn the_best_score_is_bold_and_what_differs_from_it_is_marked_and_explained() {
    let mut results = results();
    let p = |value: f64| Estimate::new("difference_p", value).p(PValue::new(value));
    results.estimates.push(named_estimate("difference_p", Some("fluency"), &["svm", "gedi"], p(0.003)));
    let made = |results: &Results| document(&Input { results, study: None });
    let explained = "differs from the best, SVM_rerank: corrected p of the deciding model < 0.05";
    let first = made(&results);
    let table = first.tables().find(|table| table.id == "scores-fluency").expect("scores");
    let text = latex(table);
    assert!(text.contains("\\textbf{3.12}") && text.contains("2.60\\textsuperscript{a,b}"), "{text}");
    assert!(html(&first).expect("a page").contains("<strong>3.12</strong>"));
    assert!(table.notes().lettered.iter().any(|note| note == explained), "{:?}", table.notes());
    // Nothing is marked that is not told apart.
    if let Some(last) = results.estimates.last_mut() {
        last.estimate = p(0.06);
    }
    assert!(!markdown(&made(&results)).contains(explained));
}

#[test]
fn a_table_of_a_thousand_rows_is_left_to_the_files() {
    let mut table = report::Table::new("many", "Many rows", vec![report::Column::words("a")]);
    for row in 0..500 {
        table.row(vec![report::Cell::text(format!("row {row}"))]);
    }
    let section =
        report::Section { id: "s".to_owned(), title: "S".to_owned(), blocks: vec![report::Block::Table(table)] };
    let document = Document { appendix: vec![section], ..sample_document() };
    let page = html(&document).expect("a page");
    assert!(page.contains("500 rows, in report.md and tables/many.tex") && !page.contains("row 499"));
    assert!(markdown(&document).contains("row 499"));
}

#[test]
fn a_page_stays_small_and_says_where_the_rest_of_its_appendix_is() {
    let mut section = report::Section::new("s", "S");
    for table in 0..40 {
        let id = format!("table-{table:02}");
        let mut rows = report::Table::new(&id, "Rows", vec![report::Column::words("a")]);
        // The later ones are larger.
        for row in 0..300 + table {
            rows.row(vec![report::Cell::text(format!("row {row} of {id}"))]);
        }
        section.table(rows);
    }
    let mut document = Document { appendix: vec![section], ..sample_document() };
    let page = html(&document).expect("a page");
    assert!((200_000..300_000).contains(&page.len()), "{}", page.len());
    assert!(page.contains("row 299 of table-00") && !page.contains("row 0 of table-39"));
    assert!(page.contains("some tables and figures are only named here") && page.contains(">table-39</code>"));
    assert!((0..40).all(|table| page.contains(&format!("id=\"table-{table:02}\""))));
    document.print_appendix = true;
    assert!(html(&document).expect("a page").contains("row 338 of table-39"));
}
