//! `table.csv` and `table.tex`, as QRA3 lays them out.

use std::fmt::Write as _;

use study::csv_text;

use super::Qra;

/// The three measures of sets of scores: in CSV and in LaTeX.
const SETS: [(&str, &str); 3] =
    [("mean r ↑", "mean~$r$~$\\uparrow$"), ("mean ρ ↑", "mean~$\\rho$~$\\uparrow$"), ("W ↑", "$W\\!$~$\\uparrow$")];

const SHADE: &str = "\\cellcolor{cornflowerblue!30}";

impl Qra {
    fn sets(&self, criterion: usize) -> [f64; 3] {
        let found = &self.criteria[criterion];
        [found.mean_r, found.mean_rho, found.found.w.value]
    }

    fn study_p(&self) -> f64 {
        let (alike, compared) = self.study_orders();
        #[expect(clippy::cast_precision_loss, reason = "counts of pairs of systems")]
        let share = alike as f64 / compared.max(1) as f64;
        share
    }

    /// `table.csv`.
    #[must_use]
    pub fn table_csv(&self) -> String {
        csv_text(self.table_rows())
    }

    /// The rows of the table, the header first.
    #[must_use]
    pub fn table_rows(&self) -> Vec<[String; 7]> {
        let n = self.study.experiments.len();
        let mut rows: Vec<[String; 7]> = Vec::new();
        let row = |cells: [&str; 7]| cells.map(str::to_owned);
        let head = format!("Study level (n={n})");
        rows.push(row(["Type of Result", "QC", "System", "Measure applied", "System level", "QC level", &head]));
        for (c, (criterion, found)) in self.study.criteria.iter().zip(&self.criteria).enumerate() {
            for (s, system) in self.study.systems.iter().enumerate() {
                let first = |text: &str| if s == 0 { text.to_owned() } else { String::new() };
                let top = |text: String| if c == 0 && s == 0 { text } else { String::new() };
                rows.push([
                    top("Type I".to_owned()),
                    first(&criterion.name),
                    system.clone(),
                    first("(mean) CV*↓"),
                    format!("{:.2}", found.cv[s]),
                    first(&format!("{:.2}", found.mean_cv())),
                    top(format!("{:.2}", self.study_cv())),
                ]);
            }
        }
        rows.push(row([""; 7]));
        for (c, criterion) in self.study.criteria.iter().enumerate() {
            for (m, value) in self.sets(c).into_iter().enumerate() {
                let top = |text: &str| if c == 0 && m == 0 { text.to_owned() } else { String::new() };
                let name = if m == 0 { criterion.name.clone() } else { String::new() };
                let measure = SETS[m].0.to_owned();
                rows.push([
                    top("Type II"),
                    name,
                    "all".to_owned(),
                    measure,
                    "n/a".to_owned(),
                    format!("{value:.3}"),
                    top("n/a"),
                ]);
            }
        }
        rows.push(row([""; 7]));
        for (c, (criterion, found)) in self.study.criteria.iter().zip(&self.criteria).enumerate() {
            let top = |text: String| if c == 0 { text } else { String::new() };
            rows.push([
                top("Type IV".to_owned()),
                criterion.name.clone(),
                "all".to_owned(),
                "P↑".to_owned(),
                "n/a".to_owned(),
                format!("{:.3}", found.found.p.value),
                top(format!("{:.3}", self.study_p())),
            ]);
        }
        rows
    }

    /// `table.tex`.
    #[must_use]
    pub fn table_tex(&self) -> String {
        let n = self.study.experiments.len();
        let mut tex = String::new();
        let _ = write!(
            tex,
            r"
    \begin{{table*}}
        \centering
        \footnotesize
        \caption{{{}}}
        \begin{{tabular}}{{|p{{1.2cm}}|p{{0.8cm}}|p{{1.9cm}}|p{{2.0cm}}|C{{1.5cm}}|C{{1.5cm}}|C{{1.5cm}}|}}
            \hline
            \multirow{{1}}{{*}}{{\textbf{{Type of}}}} & \multirow{{2}}{{*}}{{\textbf{{QC}}}} & \multirow{{2}}{{*}}{{\textbf{{System}}}} & \multirow{{1}}{{*}}{{\textbf{{Measure}}}} & \multicolumn{{3}}{{c|}}{{\textbf{{Degree of reproducibility ($n={n}$)}}}}\\
            \cline{{5-7}}
            \textbf{{Result}} & && \textbf{{applied}} &  System level& QC level & Study level \\
            \hline
            \hline
",
            self.caption()
        );
        self.tex_first(&mut tex);
        self.tex_second(&mut tex);
        self.tex_fourth(&mut tex);
        tex.push_str("        \\end{tabular}\n        \\label{}\n        \\vspace{-.4cm}\n    \\end{table*}\n\n");
        tex
    }

    fn caption(&self) -> String {
        let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let n = self.study.experiments.len();
        let count = words.get(n.saturating_sub(2)).map_or_else(|| n.to_string(), |word| (*word).to_owned());
        let cited: Vec<&str> = self.study.experiments.iter().map(|(_, cited)| cited.as_str()).collect();
        let cited = match cited.as_slice() {
            [a, b] => format!("{a} and {b}"),
            [first @ .., last] => format!("{}, and {last}", first.join(", ")),
            [] => String::new(),
        };
        let codes: Vec<String> =
            self.study.criteria.iter().map(|criterion| format!("{} $=$ {}", criterion.code, criterion.name)).collect();
        format!(
            "\\textbf{{{}}}: QRA reproducibility assessment for {count} comparable experiments (n={n}), {cited}. {}; n/a $=$ measure does not apply at this level.",
            self.study.name,
            codes.join(", ")
        )
    }

    fn tex_first(&self, tex: &mut String) {
        let systems = self.study.systems.len();
        let all = systems * self.study.criteria.len();
        for (c, (criterion, found)) in self.study.criteria.iter().zip(&self.criteria).enumerate() {
            for (s, system) in self.study.systems.iter().enumerate() {
                let top = |text: String| if c == 0 && s == 0 { text } else { String::new() };
                let first = |text: String| if s == 0 { multirow(systems, &text) } else { String::new() };
                line(
                    tex,
                    &[
                        top(multirow(all, "Type I")),
                        first(criterion.code.clone()),
                        system.clone(),
                        first("(mean) CV$^*$$\\downarrow$".to_owned()),
                        format!("{SHADE}{}", padded(found.cv[s])),
                        first(padded(found.mean_cv())),
                        top(multirow(all, &padded(self.study_cv()))),
                    ],
                );
            }
            self.write_rule(tex, c);
        }
    }

    fn tex_second(&self, tex: &mut String) {
        let all = SETS.len() * self.study.criteria.len();
        for (c, criterion) in self.study.criteria.iter().enumerate() {
            for (m, value) in self.sets(c).into_iter().enumerate() {
                let top = |text: String| if c == 0 && m == 0 { text } else { String::new() };
                let name = if m == 0 { multirow(SETS.len(), &criterion.code) } else { String::new() };
                line(
                    tex,
                    &[
                        top(multirow(all, "Type II")),
                        name,
                        "all".to_owned(),
                        SETS[m].1.to_owned(),
                        "n/a".to_owned(),
                        format!("{SHADE}{}", signed_number(value)),
                        top(multirow(all, "n/a")),
                    ],
                );
            }
            self.write_rule(tex, c);
        }
    }

    fn tex_fourth(&self, tex: &mut String) {
        let all = self.study.criteria.len();
        for (c, (criterion, found)) in self.study.criteria.iter().zip(&self.criteria).enumerate() {
            let top = |text: String| if c == 0 { text } else { String::new() };
            line(
                tex,
                &[
                    top(multirow(all, "Type IV")),
                    criterion.code.clone(),
                    "all".to_owned(),
                    "$P\\uparrow$".to_owned(),
                    "n/a".to_owned(),
                    signed_number(found.found.p.value),
                    top(format!("{SHADE}{}", multirow(all, &signed_number(self.study_p())))),
                ],
            );
            self.write_rule(tex, c);
        }
    }

    /// The line below a criterion: dashed, or whole after the last.
    fn write_rule(&self, tex: &mut String, criterion: usize) {
        let last = criterion + 1 == self.study.criteria.len();
        let _ = writeln!(tex, "                {}", if last { "\\hline" } else { "\\cdashline{2-6}" });
    }
}

fn line(tex: &mut String, cells: &[String; 7]) {
    let _ = writeln!(tex, "                {} \\\\", cells.join(" & "));
}

fn multirow(rows: usize, text: &str) -> String {
    format!("\\multirow{{{rows}}}{{*}}{{{text}}}")
}

/// Two decimals, with room for three digits and a sign before the point, and two more after.
fn padded(value: f64) -> String {
    let text = format!("{value:.2}");
    let digits = text.split('.').next().map_or(0, str::len);
    format!("\\phantom{{{}-}}{text}\\phantom{{00}}", "0".repeat(3usize.saturating_sub(digits)))
}

/// Three decimals, with room for a sign.
fn signed_number(value: f64) -> String {
    if value < 0.0 { format!("{value:.3}") } else { format!("\\phantom{{-}}{value:.3}") }
}
