//! What a number is: one declaration per statistic, with its word in files, its words for readers and where it belongs.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use study::file::TestName;
use study::method::Method;
use study::original::Measure;

use crate::quantity::NotAnId;

/// What the numbers of an analysis, a comparison or a rehearsal belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Who took part, and what they did.
    People,
    /// How long it took, and what it paid.
    Time,
    /// What was left out.
    Exclusions,
    /// How systems came out.
    Scores,
    /// The same by kinds of items.
    Strata,
    /// How far people agree.
    Agreement,
    /// How systems compare.
    Comparisons,
    /// Claims, analysed otherwise.
    Analyses,
    /// How several experiments compare.
    Reproduction,
    /// What simulated raters would find.
    Rehearsal,
}

/// What was timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeSubject {
    /// All sessions, in minutes.
    Session,
    /// The sessions of one person, in minutes.
    Person,
    /// The sessions on one list, in minutes.
    List,
    /// All pages, in seconds.
    Page,
}

/// What is said of times, in the order papers print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeSummary {
    Min,
    Max,
    Mean,
    Median,
    Sd,
    Total,
}

impl TimeSubject {
    /// Everything that is timed.
    pub const ALL: [TimeSubject; 4] = [TimeSubject::Session, TimeSubject::Person, TimeSubject::List, TimeSubject::Page];

    fn words(self) -> &'static str {
        match self {
            TimeSubject::Session => "time of sessions",
            TimeSubject::Person => "time of each person",
            TimeSubject::List => "time on each list",
            TimeSubject::Page => "time on pages",
        }
    }
}

impl TimeSummary {
    /// Everything that is said of times.
    pub const ALL: [TimeSummary; 6] = [
        TimeSummary::Min,
        TimeSummary::Max,
        TimeSummary::Mean,
        TimeSummary::Median,
        TimeSummary::Sd,
        TimeSummary::Total,
    ];
}

const TIMES: [[&str; 6]; 4] = [
    [
        "session_minutes_min",
        "session_minutes_max",
        "session_minutes_mean",
        "session_minutes_median",
        "session_minutes_sd",
        "session_minutes_total",
    ],
    [
        "person_minutes_min",
        "person_minutes_max",
        "person_minutes_mean",
        "person_minutes_median",
        "person_minutes_sd",
        "person_minutes_total",
    ],
    [
        "list_minutes_min",
        "list_minutes_max",
        "list_minutes_mean",
        "list_minutes_median",
        "list_minutes_sd",
        "list_minutes_total",
    ],
    [
        "page_seconds_min",
        "page_seconds_max",
        "page_seconds_mean",
        "page_seconds_median",
        "page_seconds_sd",
        "page_seconds_total",
    ],
];

macro_rules! statistics {
    ($($topic:ident { $($name:ident $word:literal $($words:literal)?,)* })*) => {
        /// What a number is. Its word in files is [`Statistic::word`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        pub enum Statistic {
            /// What a test finds of two systems.
            Test(TestName),
            /// The p-value of a test of two systems, corrected for the number of comparisons.
            Corrected(TestName),
            /// How long something took.
            Time(TimeSubject, TimeSummary),
            $($(#[doc = $word] $name,)*)*
        }

        impl Statistic {
            const PLAIN: &[Statistic] = &[$($(Statistic::$name),*),*];

            /// Its word in files: `mean`, `bt_strength`.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    Statistic::Test(test) => test.method().statistic,
                    Statistic::Corrected(test) => test.method().corrected,
                    Statistic::Time(timed, said) => TIMES[timed as usize][said as usize],
                    $($(Statistic::$name => $word,)*)*
                }
            }

            /// What it belongs to.
            #[must_use]
            pub fn topic(self) -> Topic {
                match self {
                    Statistic::Test(_) | Statistic::Corrected(_) => Topic::Comparisons,
                    Statistic::Time(..) => Topic::Time,
                    $($(Statistic::$name => Topic::$topic,)*)*
                }
            }

            /// As a reader knows it. Where nothing better is known, its word.
            #[must_use]
            pub fn words(self) -> String {
                let words = match self {
                    Statistic::Test(test) => of_test(test),
                    Statistic::Corrected(_) => "",
                    Statistic::Time(timed, _) => timed.words(),
                    $($(Statistic::$name => concat!("" $(, $words)?),)*)*
                };
                if words.is_empty() { self.word().replace(['_', '-'], " ") } else { words.to_owned() }
            }
        }
    };
}

statistics! {
    People {
        Judgements "judgements",
        Participants "participants",
        Items "items",
        ChecksAnswered "checks_answered",
        ChecksPassed "checks_passed",
        PersonChecksPassed "person_checks_passed" "checks passed by each person",
        Arrivals "arrivals",
        ArrivalsWithoutAnswers "arrivals_without_answers",
        Sessions "sessions",
        SessionsLeftOut "sessions_left_out",
        SessionsAnalysed "sessions_analysed",
        AskedOnlyIf "asked_only_if" "how often a follow-up was asked, by criterion and condition; where it was not, nothing is missing",
        PersonAnswers "person_answers" "answers to screening and closing questions",
        PersonNumber "person_number" "numbers given to screening and closing questions",
        PersonShare "person_share",
        PlacePreferred "place_preferred",
        PageRemarks "page_remarks" "pages with remarks",
        ItemProblems "item_problems" "items with reported problems",
    }
    Time {
        TimeBin "time_bin",
        TimeEcdf "time_ecdf" "share of sessions by time",
        PayPerHourPromised "pay_per_hour_promised" "promised per hour",
        PayPerHourMedian "pay_per_hour_median" "per hour, at the median time",
        PayPerHourOverall "pay_per_hour_overall" "per hour, over all time",
    }
    Exclusions {
        Excluded "excluded",
        ExcludedBy "excluded_by" "judgements excluded by each rule",
        ExcludedSessionsBy "excluded_sessions_by" "sessions with judgements excluded by each rule",
        CannotJudge "cannot_judge" "judgements that people said they could not make, by criterion and reason",
        ScoreWith "score_with" "scores without this exclusion rule",
        ScorePlanned "score_planned" "score over all requested judgements",
    }
    Scores {
        Mean "mean",
        WinPercent "win_percent" "percentage won",
        BestWorst "best_worst" "best-worst score",
        AverageRank "average_rank",
        MeanWeight "mean_weight",
        Sd "sd" "standard deviation",
        Count "count",
        Share "share",
        Quantile "quantile",
    }
    Strata {
        ScoreIn "score_in",
        DifferenceIn "difference_in",
        StrataDiffer "strata_differ",
        StrataDifferCorrected "strata_differ_p",
    }
    Agreement {
        Alpha "alpha" "Krippendorff's alpha",
        AlphaNominal "alpha_nominal" "Krippendorff's alpha, nominal",
        AlphaOrdinal "alpha_ordinal" "Krippendorff's alpha, ordinal",
        AlphaInterval "alpha_interval" "Krippendorff's alpha, interval",
        AlphaU "alpha_u" "Krippendorff's alpha for unitising",
        FleissKappa "fleiss_kappa" "Fleiss' kappa",
        GwetAc1 "gwet_ac1" "Gwet's AC1",
        PercentAgreement "percent_agreement" "agreeing pairs of judgements",
        AgreementForClaims "agreement_for_claims" "agreement with the interval that decides a claim",
        RaterPairs "rater_pairs" "pairwise rater agreement: min, mean, max",
        RaterCorrelation "rater_correlation" "rank correlation",
        RaterAgreement "rater_agreement" "share of equal answers",
        RaterAgreementMean "rater_agreement_mean" "each rater's mean agreement with the other raters",
        RaterSeverity "rater_severity" "how much higher each rater scores than the others on the same outputs",
        RetestAgreement "retest_agreement" "same answer when asked twice",
        RetestCorrelation "retest_correlation" "rank correlation when asked twice",
        Division "division" "items with most disagreement",
        Confidence "confidence" "reported confidence",
        ConfidentAnswers "confident_answers" "answers of which people were sure: from the upper half of the words",
        ScoreConfident "score_confident" "scores of the answers people were sure of",
        ScoreUnsure "score_unsure" "scores of the answers people were less sure of",
    }
    Comparisons {
        MarginDifference "margin_difference",
        OptionDifference "option_difference" "difference of shares",
        OptionDifferenceCorrected "option_difference_p",
        LmmMean "lmm_mean" "means of the mixed model",
        LmmSd "lmm_sd" "standard deviations of the mixed model",
        Wins "wins",
        Losses "losses",
        Ties "ties",
        WinsOver "wins_over" "wins of one over the other",
        TiesBetween "ties_between" "called equal",
        PairShare "pair_share",
        PairEqual "pair_equal",
        PairNet "pair_net" "net preference",
        PairGrade "pair_grade" "how much better, as a share of the strongest degree",
        FirstShare "first_share" "share for the output shown first",
        BtStrength "bt_strength" "Bradley–Terry strengths",
        BtPosition "bt_position" "advantage of the output shown first",
        PlStrength "pl_strength" "Plackett–Luce strengths",
        CohenD "cohen_d" "Cohen's d",
        HedgesG "hedges_g" "Hedges' g",
        AnovaF "anova_f" "F",
        AnovaEta2 "anova_eta2" "eta squared",
        AnovaSsBetween "anova_ss_between" "sum of squares between systems",
        AnovaSsWithin "anova_ss_within" "sum of squares within systems",
        RepeatedAnovaF "repeated_anova_f" "F, repeated measures",
        Friedman "friedman" "Friedman's chi-squared",
        KendallW "kendall_w" "Kendall's W",
        OrderTrend "order_trend" "trend over the session",
        DetectableD "detectable_d" "minimum detectable effect (80 % power)",
        PowerAtD "power_at_d" "effect size assumed for power",
        PowerAtShare "power_at_share" "effect size assumed for power",
        PowerAtMargin "power_at_margin" "effect size assumed for power",
        PowerT "power_t" "power of the t-test",
        PowerSign "power_sign" "power of the sign test",
        PowerLmm "power_lmm" "power of the linear mixed model",
        PowerBt "power_bt" "power of the Bradley–Terry model",
        PowerPl "power_pl" "power of the Plackett–Luce model",
        PowerTost "power_tost" "power of two one-sided tests",
    }
    Analyses {
        Otherwise "otherwise",
        AgainstMargin "against_margin",
    }
    Reproduction {
        ShareEqual "share_equal",
        Rank "rank",
        Kappa "kappa",
        Agreement "agreement",
        ScoreInterval "score_interval",
        Delta "delta",
        Cv "cv",
        CvUnshifted "cv_unshifted",
        MeanCv "mean_cv",
        PearsonR "r",
        SpearmanRho "rho",
        KendallTau "tau",
        MeanR "mean_r",
        MeanRho "mean_rho",
        ConcordanceW "W",
        ConcordanceWTies "W_ties",
        OrdersKept "P",
        ClaimsUpheld "claims_upheld",
        T "t",
        PHolm "p_holm",
        TestsAlike "tests_alike",
        Tost "tost",
        Margin "margin",
        EffectD "d",
        NetPreference "net_preference",
        EffectDifference "effect_difference",
        EffectRatio "effect_ratio",
        Prediction "prediction",
        D33 "d33",
        Telescopes "telescopes",
        PooledEffect "pooled_effect",
        HeterogeneityQ "Q",
        Tau2 "tau2",
        I2 "I2",
        Weight "weight",
        AlphaPooled "alpha_pooled",
        ItemsR "items_r",
        ItemsRho "items_rho",
        ItemsDiffer "items_differ",
        SizeRatio "size_ratio",
        Shift "shift",
        ShiftShare "shift_share",
        SpreadRatio "spread_ratio",
        EqualChange "equal_change",
        MeanShare "mean_share",
        MeanShareChange "mean_share_change",
        RaterSd "rater_sd",
        OutputChange "output_change",
        OutputScore "output_score",
    }
    Rehearsal {
        Power "power",
        FalsePositiveRate "false_positive_rate",
        PowerAt "power_at",
        PeopleAt "people_at",
        HoursAt "hours_at",
        RunsAt "runs_at",
        CostAt "cost_at",
        PowerWithout "power_without",
        PowerChangeWithout "power_change_without",
        CostChangeWithout "cost_change_without",
        SmallestCompletions "smallest_completions",
        SmallestItems "smallest_items",
        Quality "quality",
        Variability "variability",
        CriterionModel "criterion_model",
        Behaviour "behaviour",
        AlphaExpected "alpha_expected",
        People "people",
        SessionsFinished "sessions_finished",
        SessionsFailed "sessions_failed",
        SessionsLeft "sessions_left",
        Hours "hours",
        MinutesEach "minutes_each",
        MinutesEstimated "minutes_estimated",
        Cost "cost",
        OriginalEffect "original_effect",
        OriginalN "original_n",
        OriginalPower "original_power",
        PlannedN "planned_n",
        PlannedPower "planned_power",
        SmallTelescopesPower "small_telescopes_power",
        Needed25 "needed_2_5",
        NeededAsPrinted "needed_as_printed",
        NeededForHalf "needed_for_half",
    }
}

impl Statistic {
    /// The difference of two systems by the deciding model; in a comparison, of two means.
    pub const DIFFERENCE: Statistic = Statistic::Test(TestName::MixedModel);

    /// Every statistic there is.
    pub fn all() -> impl Iterator<Item = Statistic> {
        let tests = Method::ALL.into_iter().flat_map(|it| [Statistic::Test(it.test), Statistic::Corrected(it.test)]);
        let times =
            TimeSubject::ALL.into_iter().flat_map(|timed| TimeSummary::ALL.map(|said| Statistic::Time(timed, said)));
        tests.chain(times).chain(Statistic::PLAIN.iter().copied())
    }

    /// Its p-value corrected for the number of comparisons, where there is one.
    #[must_use]
    pub fn corrected_p(self) -> Option<Statistic> {
        if let Statistic::Test(test) = self {
            return Some(Statistic::Corrected(test));
        }
        let others = [
            (Statistic::OptionDifference, Statistic::OptionDifferenceCorrected),
            (Statistic::StrataDiffer, Statistic::StrataDifferCorrected),
        ];
        others.into_iter().find(|(statistic, _)| *statistic == self).map(|(_, corrected)| corrected)
    }

    /// Whether it is such a p-value.
    #[must_use]
    pub fn is_corrected(self) -> bool {
        matches!(
            self,
            Statistic::Corrected(_) | Statistic::OptionDifferenceCorrected | Statistic::StrataDifferCorrected
        )
    }
}

/// What a test finds, as a reader knows it.
fn of_test(test: TestName) -> &'static str {
    match test {
        TestName::StudentT => "Student's t",
        TestName::WelchT => "Welch's t",
        TestName::PairedT => "paired t",
        TestName::AnovaTukey => "Tukey's difference",
        TestName::MannWhitney => "Mann and Whitney's U",
        TestName::Wilcoxon => "Wilcoxon's V",
        TestName::Sign => "share of decided votes",
        TestName::Friedman => "Nemenyi's q",
        TestName::Tost => "",
        TestName::MixedModel => "difference of the linear mixed model",
        TestName::OrdinalModel => "difference of the cumulative-link model",
        TestName::BradleyTerry => "difference of Bradley–Terry strengths",
        TestName::PlackettLuce => "difference of Plackett–Luce strengths",
        TestName::Bootstrap => "difference of scores, bootstrap",
    }
}

impl Statistic {
    /// Its word in files as people say it: `mean`, `average rank`, `best-worst score`.
    #[must_use]
    pub fn name_in_words(self) -> String {
        if self == Statistic::BestWorst { "best-worst score".to_owned() } else { self.word().replace('_', " ") }
    }
}

impl From<Measure> for Statistic {
    fn from(measure: Measure) -> Statistic {
        match measure {
            Measure::Mean => Statistic::Mean,
            Measure::AverageRank => Statistic::AverageRank,
            Measure::Share => Statistic::Share,
            Measure::ShareEqual => Statistic::ShareEqual,
            Measure::WinPercent => Statistic::WinPercent,
            Measure::BestWorstScale => Statistic::BestWorst,
            Measure::Rank => Statistic::Rank,
            Measure::Count => Statistic::Count,
            Measure::Alpha => Statistic::Alpha,
            Measure::Kappa => Statistic::Kappa,
            Measure::Agreement => Statistic::Agreement,
        }
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl From<Statistic> for &'static str {
    fn from(statistic: Statistic) -> &'static str {
        statistic.word()
    }
}

impl FromStr for Statistic {
    type Err = NotAnId;

    fn from_str(word: &str) -> Result<Statistic, NotAnId> {
        static BY_WORD: LazyLock<HashMap<&str, Statistic>> =
            LazyLock::new(|| Statistic::all().map(|statistic| (statistic.word(), statistic)).collect());
        BY_WORD.get(word).copied().ok_or_else(|| NotAnId(word.to_owned()))
    }
}

impl TryFrom<String> for Statistic {
    type Error = NotAnId;

    fn try_from(word: String) -> Result<Statistic, NotAnId> {
        word.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statistic_has_a_word_of_its_own() {
        for statistic in Statistic::all() {
            assert_eq!(statistic.word().parse(), Ok(statistic));
        }
        assert_eq!("menas".parse::<Statistic>(), Err(NotAnId("menas".to_owned())));
    }
}
