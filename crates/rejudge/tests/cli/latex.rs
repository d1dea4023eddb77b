//! What is written for a paper, set by LaTeX in two columns as wide as those of the ACL.

use std::fmt::Write as _;
use std::path::Path;

use assert_cmd::Command;

/// Two columns of 7.7 cm and 0.6 cm between them, 11 pt.
const PREAMBLE: &str = "\\documentclass[11pt,a4paper,twocolumn]{article}
\\usepackage[T1]{fontenc}\\usepackage{booktabs,graphicx}
\\setlength\\textwidth{16cm}\\setlength\\columnsep{0.6cm}\\setlength\\textheight{24.7cm}
\\setlength\\topmargin{-1.5cm}\\setlength\\oddsidemargin{0cm}
\\begin{document}
";

#[test]
fn paragraphs_and_tables_fit_into_two_columns() {
    let home = tempfile::tempdir().unwrap();
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/meaning-pairs").display().to_string();
    let made = ["rehearse", &study, "--once", "--bootstrap", "50", "--out", "."];
    Command::cargo_bin("rejudge").unwrap().args(made).current_dir(home.path()).assert().success();
    let mut names: Vec<String> = home
        .path()
        .join("tables")
        .read_dir()
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() > 10, "{names:?}");
    let mut paper = format!("{PREAMBLE}\\input{{paper.tex}}\n");
    for name in &names {
        writeln!(paper, "\\typeout{{now {name}}}\\input{{tables/{name}}}\\clearpage").unwrap();
    }
    std::fs::write(home.path().join("all.tex"), paper + "\\end{document}\n").unwrap();
    let set = std::process::Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(home.path())
        .output()
        .expect("pdflatex (Debian: texlive-latex-recommended) could not be started");
    let log = String::from_utf8_lossy(&set.stdout).into_owned();
    assert!(set.status.success(), "{log}");
    // TeX counts what stands out in points; two are less than a letter.
    let stands_out = |line: &&str| {
        let points =
            line.strip_prefix("Overfull \\hbox (").and_then(|rest| rest.split("pt").next()?.parse::<f64>().ok());
        points.is_some_and(|points| points > 2.0)
    };
    let wide: Vec<&str> = log.lines().filter(stands_out).collect();
    assert!(wide.is_empty(), "{wide:?}\n{log}");
}
