//! Where methods come from: a word of the method, in lower case, and its source. In the order of authors.

pub(super) const REFERENCES: &[(&str, &str)] = &[
    (
        "mixed model",
        "Baayen, Davidson and Bates (2008). Mixed-effects modeling with crossed random effects for subjects and items. Journal of Memory and Language 59.",
    ),
    ("cv*", "Belz (2022). A metrological perspective on reproducibility in NLP. Computational Linguistics 48."),
    (
        "bradley",
        "Bradley and Terry (1952). Rank analysis of incomplete block designs: I. The method of paired comparisons. Biometrika 39.",
    ),
    (
        "cumulative",
        "Christensen (2018). Cumulative link models for ordinal regression. In: ordinal, regression models for ordinal data.",
    ),
    (
        "kappa",
        "Cohen (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement 20.",
    ),
    ("cohen 1988", "Cohen (1988). Statistical power analysis for the behavioral sciences, 2nd edition. Erlbaum."),
    (
        "davidson",
        "Davidson (1970). On extending the Bradley-Terry model to accommodate ties in paired comparison experiments. Journal of the American Statistical Association 65.",
    ),
    ("bootstrap", "Efron and Tibshirani (1993). An introduction to the bootstrap. Chapman and Hall."),
    ("fleiss", "Fleiss (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin 76."),
    (
        "friedman",
        "Friedman (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of variance. Journal of the American Statistical Association 32.",
    ),
    (
        "hedges",
        "Hedges (1981). Distribution theory for Glass's estimator of effect size and related estimators. Journal of Educational Statistics 6.",
    ),
    (
        "power_",
        "Hoenig and Heisey (2001). The abuse of power: the pervasive fallacy of power calculations for data analysis. The American Statistician 55.",
    ),
    (
        "holm",
        "Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6.",
    ),
    ("hyndman", "Hyndman and Fan (1996). Sample quantiles in statistical packages. The American Statistician 50."),
    (
        "hartung",
        "IntHout, Ioannidis and Borm (2014). The Hartung-Knapp-Sidik-Jonkman method for random effects meta-analysis. BMC Medical Research Methodology 14.",
    ),
    ("kendall", "Kendall and Gibbons (1990). Rank correlation methods, 5th edition. Edward Arnold."),
    ("krippendorff", "Krippendorff (2019). Content analysis: an introduction to its methodology, 4th edition. Sage."),
    (
        "equivalence",
        "Lakens (2017). Equivalence tests: a practical primer for t tests, correlations, and meta-analyses. Social Psychological and Personality Science 8.",
    ),
    (
        "best-worst",
        "Louviere, Flynn and Marley (2015). Best-worst scaling: theory, methods and applications. Cambridge University Press.",
    ),
    ("over items and participants", "Owen (2007). The pigeonhole bootstrap. The Annals of Applied Statistics 1."),
    (
        "prediction interval",
        "Patil, Peng and Leek (2016). What should researchers expect when they replicate studies? A statistical view of replicability in psychological science. Perspectives on Psychological Science 11.",
    ),
    ("plackett", "Plackett (1975). The analysis of permutations. Applied Statistics 24."),
    (
        "satterthwaite",
        "Satterthwaite (1946). An approximate distribution of estimates of variance components. Biometrics Bulletin 2.",
    ),
    (
        "telescope",
        "Simonsohn (2015). Small telescopes: detectability and the evaluation of replication results. Psychological Science 26.",
    ),
    (
        "spearman",
        "Spearman (1904). The proof and measurement of association between two things. American Journal of Psychology 15.",
    ),
    ("student", "Student (1908). The probable error of a mean. Biometrika 6."),
    ("tukey", "Tukey (1949). Comparing individual means in the analysis of variance. Biometrics 5."),
    (
        "checklists",
        "van der Lee, Gatt, van Miltenburg and Krahmer (2021). Human evaluation of automatically generated text: current trends and best practice guidelines. Computer Speech and Language 67.",
    ),
    (
        "welch",
        "Welch (1947). The generalization of 'Student's' problem when several different population variances are involved. Biometrika 34.",
    ),
    ("wilcoxon", "Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1."),
];
