//! What is written for a paper, set by LaTeX in two columns as wide as those of the ACL.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Two columns of 7.7 cm and 0.6 cm between them, 11 pt.
const PREAMBLE: &str = "\\documentclass[11pt,a4paper,twocolumn]{article}
\\usepackage[T1]{fontenc}\\usepackage{booktabs,graphicx}
\\setlength\\textwidth{16cm}\\setlength\\columnsep{0.6cm}\\setlength\\textheight{24.7cm}
\\setlength\\topmargin{-1.5cm}\\setlength\\oddsidemargin{0cm}
\\begin{document}
";

/// Paragraphs and every table of a report, each at most six columns wide.
pub(crate) fn check_in_two_columns(report: &Path) {
    let shown = report.display();
    let files = report.join("tables").read_dir().unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(names.len() > 4, "{shown}: {names:?}");
    let mut paper = format!("{PREAMBLE}\\input{{paper.tex}}\n");
    for name in &names {
        let table = std::fs::read_to_string(report.join("tables").join(name)).unwrap();
        let columns = table.replace("\\&", "").lines().map(|line| line.matches('&').count() + 1).max();
        assert!(columns <= Some(6), "{shown}: {columns:?} columns in {name}\n{table}");
        assert!(!table.contains("sidewaystable"), "{shown}: {name} is too wide for a page\n{table}");
        writeln!(paper, "\\typeout{{now {name}}}\\input{{tables/{name}}}\\clearpage").unwrap();
    }
    std::fs::write(report.join("all.tex"), paper + "\\end{document}\n").unwrap();
    let set = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(report)
        .output()
        .expect("pdflatex (Debian: texlive-latex-recommended) could not be started");
    let log = String::from_utf8_lossy(&set.stdout).into_owned();
    assert!(set.status.success(), "{shown}: {log}");
    // TeX counts what stands out in points; three are half a letter.
    let stands_out = |line: &&str| {
        let points =
            line.strip_prefix("Overfull \\hbox (").and_then(|rest| rest.split("pt").next()?.parse::<f64>().ok());
        points.is_some_and(|points| points > 3.0)
    };
    let wide: Vec<&str> = log.lines().filter(stands_out).collect();
    assert!(wide.is_empty(), "{shown}: {wide:?}\n{log}");
}
