# Written from the declarations of the command line by tests/test_stubs.py.
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol

from ._native import Error as Error, __version__ as __version__
from ._result import Answer as Answer, Figure as Figure, Record as Record, Run as Run

Path = str | PathLike[str]
# A DataFrame of pandas or Polars, a pyarrow Table, a dict of columns, a list of dicts, a NumPy array, or a path.
Table = Any
# A column's name, or its values where no table is given.
Column = Any

class Values(Protocol):
    """Several words or numbers: a list, a NumPy array, a column of a DataFrame."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: Any, /) -> Any: ...

def methods() -> dict[str, str]: ...

def alpha(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    level: Literal['nominal', 'ordinal', 'interval', 'ratio'],
    bootstrap: int = 0,
    seed: int = 1,
    by: str | Values = 'item',
    interval: Literal['percentile', 'basic', 'bca'] = 'percentile',
    confidence: float = 0.95,
) -> Answer:
    """Krippendorff's alpha, for any number of raters and any pattern of missing ratings"""

krippendorff = alpha

def unitised(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    start: Column,
    end: Column,
    category: Column = None,
    length: int | None = None,
    length_column: Column = None,
    bootstrap: int = 0,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Krippendorff's alpha for spans that raters mark in texts"""

unitized = unitised

alpha_u = unitised

def kappa(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    weights: Literal['identity', 'linear', 'quadratic', 'ordinal'] = 'identity',
    confidence: float = 0.95,
) -> Answer:
    """Cohen's kappa of two raters, plain, linear or quadratic; Conger's for more"""

cohen = kappa

cohens_kappa = kappa

weighted_kappa = kappa

def fleiss(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    weights: Literal['identity', 'linear', 'quadratic', 'ordinal'] = 'identity',
    confidence: float = 0.95,
) -> Answer:
    """Fleiss' kappa, for raters who may differ per item; with two raters this is Scott's pi"""

fleiss_kappa = fleiss

scott = fleiss

def gwet(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    weights: Literal['identity', 'linear', 'quadratic', 'ordinal'] = 'identity',
    confidence: float = 0.95,
) -> Answer:
    """Gwet's AC1, and AC2 with weights: stays high where nearly all ratings are one value"""

ac1 = gwet

ac2 = gwet

def icc(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    confidence: float = 0.95,
) -> Answer:
    """intraclass correlation, all six forms with intervals"""

intraclass = icc

def agreement(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    pairs: Literal['percent', 'kappa', 'quadratic-kappa', 'alpha', 'pearson', 'spearman', 'kendall'] = 'percent',
    level: Literal['nominal', 'ordinal', 'interval', 'ratio'] = 'ordinal',
    items: int = 5,
    confidence: float = 0.95,
) -> Answer:
    """percent agreement, every two raters, alpha without each rater, and the items that divide raters most"""

percent_agreement = agreement

def kendall_w(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rater: Column = None,
    item: Column = None,
    value: Column = None,
    permutations: int = 0,
    seed: int = 1,
) -> Answer:
    """Kendall's W, the concordance of several rankings, with and without correction for ties"""

concordance = kendall_w

def pearson(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    x: Column = None,
    y: Column = None,
    xs: float | Values | None = None,
    ys: float | Values | None = None,
    bootstrap: int = 0,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Pearson's r with Fisher's interval"""

pearsonr = pearson

def spearman(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    x: Column = None,
    y: Column = None,
    xs: float | Values | None = None,
    ys: float | Values | None = None,
    bootstrap: int = 0,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Spearman's rho, ties sharing their mean rank, p exact for up to 12 pairs (10 with ties)"""

spearmanr = spearman

def kendall(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    x: Column = None,
    y: Column = None,
    xs: float | Values | None = None,
    ys: float | Values | None = None,
    bootstrap: int = 0,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Kendall's tau-b, p exact for up to 60 pairs without ties (8 with)"""

kendalltau = kendall

tau = kendall

def describe(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column = None,
    confidence: float = 0.95,
) -> Answer:
    """number, mean with interval, SD, median, smallest and largest value, for all or by group"""

means = describe

def ttest(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column = None,
    levels: str | Values | None = None,
    welch: bool = False,
    paired_by: Column = None,
    mu: float = 0.0,
    mean: float | Values | None = None,
    sd: float | Values | None = None,
    n: int | Values | None = None,
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
) -> Answer:
    """t-tests: two independent samples (Student, Welch), paired, one sample; from data or from mean, SD and n"""

t_test = ttest

welch = ttest

def anova(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    welch: bool = False,
    within: Column = None,
) -> Answer:
    """one-way analysis of variance: between groups (Fisher, Welch) or repeated measures (Greenhouse-Geisser, Huynh-Feldt)"""

aov = anova

def tukey(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    games_howell: bool = False,
    confidence: float = 0.95,
) -> Answer:
    """Tukey's honestly significant differences (Tukey-Kramer; --games-howell for unequal variances)"""

hsd = tukey

games_howell = tukey

def dunnett(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    control: str | Values,
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
) -> Answer:
    """Dunnett's comparisons of several groups with one control"""

def levene(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    centre: Literal['median', 'mean'] = 'median',
) -> Answer:
    """Levene's test of equal variances, around the median (Brown-Forsythe) or the mean"""

def kruskal(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
) -> Answer:
    """Kruskal-Wallis rank test of several independent groups"""

kruskal_wallis = kruskal

def friedman(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    block: Column,
    post_hoc: Literal['nemenyi', 'conover', 'wilcoxon'] | None = None,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
) -> Answer:
    """Friedman rank test of several groups within blocks, corrected for ties, with pairwise comparisons"""

def mannwhitney(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    p: Literal['auto', 'exact', 'normal', 'corrected'] = 'auto',
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
) -> Answer:
    """Mann-Whitney U (Wilcoxon rank-sum) test of two independent samples, exact with ties where affordable"""

mann_whitney = mannwhitney

mannwhitneyu = mannwhitney

ranksum = mannwhitney

def wilcoxon(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    paired_by: Column,
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
    pratt: bool = False,
    p: Literal['auto', 'exact', 'normal', 'corrected'] = 'auto',
) -> Answer:
    """Wilcoxon signed-rank test of paired values, exact with ties and zeros where affordable"""

signed_rank = wilcoxon

def sign(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    paired_by: Column,
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
) -> Answer:
    """sign test of paired values: is the first larger as often as smaller"""

sign_test = sign

def permutation(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column,
    levels: str | Values | None = None,
    by: Column = None,
    within: Column = None,
    replicates: int = 9999,
    seed: int = 1,
    interval: Literal['percentile', 'basic', 'bca'] = 'percentile',
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
    adjust: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] | None = None,
) -> Answer:
    """permutation test and bootstrap interval of a difference of means, clustered by item, rater or both"""

randomisation = permutation

bootstrap = permutation

def binomial(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    success: str | Values | None = None,
    successes: int | None = None,
    trials: int | None = None,
    share: float = 0.5,
    interval: Literal['clopper-pearson', 'wilson'] = 'clopper-pearson',
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
) -> Answer:
    """exact binomial test of a share, with Clopper-Pearson or Wilson interval"""

binom = binomial

def chisq(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rows: Column = None,
    columns: Column = None,
    counts: str | Values | None = None,
    yates: bool = False,
    expect: str | Values | None = None,
) -> Answer:
    """Pearson's chi-square tests: independence of two columns, or goodness of fit of one"""

chi2 = chisq

chi_square = chisq

def fisher(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rows: Column = None,
    columns: Column = None,
    counts: str | Values | None = None,
    seed: int = 1,
    alternative: Literal['two-sided', 'less', 'greater'] = 'two-sided',
    confidence: float = 0.95,
) -> Answer:
    """Fisher's exact test of a table of counts, with the conditional odds ratio of a 2 x 2 table"""

fisher_exact = fisher

def mcnemar(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    rows: Column = None,
    columns: Column = None,
    counts: str | Values | None = None,
    p: Literal['exact', 'mid-p', 'chi-square', 'corrected'] = 'exact',
) -> Answer:
    """McNemar's test of paired yes-or-no answers: exact, mid-p, or chi-square"""

def adjust(
    *p: float | str | Values,
    method: Literal['holm', 'bonferroni', 'hochberg', 'bh', 'by'] = 'holm',
) -> Answer:
    """p-values corrected for multiple comparisons: Holm, Bonferroni, Hochberg, Benjamini-Hochberg, Benjamini-Yekutieli"""

p_adjust = adjust

def effect(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column = None,
    levels: str | Values | None = None,
    paired_by: Column = None,
    mean: float | Values | None = None,
    sd: float | Values | None = None,
    n: int | Values | None = None,
    f: float | None = None,
    df: float | Values | None = None,
    successes: int | Values | None = None,
    of: int | Values | None = None,
    rows: Column = None,
    columns: Column = None,
    counts: str | Values | None = None,
    success: str | Values | None = None,
    confidence: float = 0.95,
) -> Answer:
    """effect sizes with intervals: d, g, Glass, Cliff's delta, eta2, odds and risk ratios, h, w, Cramer's V"""

effect_size = effect

cohens_d = effect

def tost(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    group: Column = None,
    levels: str | Values | None = None,
    paired_by: Column = None,
    mean: float | Values | None = None,
    sd: float | Values | None = None,
    n: int | Values | None = None,
    margin: float | None = None,
    margin_d: float | None = None,
    bounds: float | Values | None = None,
    pooled: bool = False,
    r: float | None = None,
    pairs: int | None = None,
    successes: int | Values | None = None,
    of: int | Values | None = None,
    share: float = 0.5,
    alpha: float = 0.05,
) -> Answer:
    """equivalence: two one-sided tests of means, paired values, correlations or shares"""

equivalence = tost

def replication(
    *,
    measure: Literal['d', 'r', 'estimate'],
    original: float | Values,
    reproduction: float | Values,
    confidence: float = 0.95,
) -> Answer:
    """a reproduction against its original: prediction interval, small telescopes, sceptical p, Bayes factor"""

reproduction = replication

def power(
) -> Answer:
    """power, the size needed or the effect detectable: t, ANOVA, chi-square, correlation, equivalence"""

sample_size = power

def cv(
    *measurements: float | str | Values,
    scale_min: float = 0.0,
    no_correction: bool = False,
    exact: bool = False,
) -> Answer:
    """CV*, the coefficient of variation of repeated measurements, with what rounding allows"""

cv_star = cv

def qra(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    value: Column = None,
    system: Column,
    experiment: Column,
    scale_min: float = 0.0,
    no_correction: bool = False,
) -> Answer:
    """quantified reproducibility: CV* per system, mean r and rho, Kendall's W, share of orders kept"""

def preference(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    a: Column,
    b: Column,
    choice: Column,
    item: Column = None,
    rater: Column = None,
    bootstrap: int = 1000,
    seed: int = 1,
    count_missing: bool = False,
    confidence: float = 0.95,
) -> Answer:
    """wins, losses, ties, win %, best-worst scale and average rank per system; shares per pair; position bias"""

win_rate = preference

def bt(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    a: Column,
    b: Column,
    choice: Column,
    item: Column = None,
    rater: Column = None,
    ties: Literal['davidson', 'rao-kupper', 'half', 'drop'] | None = None,
    position: bool = False,
    covariates: Table = None,
    errors: Literal['model', 'sandwich', 'bootstrap'] | None = None,
    replicates: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Bradley–Terry strengths from choices between two, with ties, a side effect and covariates"""

bradley_terry = bt

def pl(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    ranking: Column,
    system: Column,
    rank: Column,
    item: Column = None,
    rater: Column = None,
    errors: Literal['model', 'sandwich', 'bootstrap'] | None = None,
    replicates: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Plackett–Luce strengths from whole or partial rankings"""

plackett_luce = pl

def elo(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    a: Column,
    b: Column,
    choice: Column,
    item: Column = None,
    rater: Column = None,
    k: float = 32.0,
    initial: float = 1000.0,
    orders: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """Elo ratings, averaged over orders of the votes drawn from a seed"""

def trueskill(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    a: Column,
    b: Column,
    choice: Column,
    item: Column = None,
    rater: Column = None,
    mu: float = 25.0,
    sigma: float | None = None,
    beta: float | None = None,
    tau: float | None = None,
    tie_probability: float | None = None,
    orders: int = 1000,
    seed: int = 1,
    confidence: float = 0.95,
) -> Answer:
    """TrueSkill means and deviations, averaged over orders of the votes drawn from a seed"""

def lmm(
    data: Table = None,
    formula: str | Values | None = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    ml: bool = False,
    df: Literal['satterthwaite', 'kenward-roger', 'asymptotic'] = 'satterthwaite',
    ci: Literal['wald', 'profile', 'bootstrap'] = 'wald',
    contrasts: str | Values | None = None,
    control: str | Values | None = None,
    contrast: str | Values | None = None,
    adjust: Literal['tukey', 'dunnett', 'holm', 'none'] | None = None,
    weights: Column = None,
    coding: Literal['treatment', 'sum', 'helmert'] = 'treatment',
    against: str | Values | None = None,
    anova: bool = False,
    checks: bool = False,
    save: Path | None = None,
    read: Path | None = None,
    ranef: bool = False,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 1,
) -> Answer:
    """linear mixed model: ratings explained by systems, with raters and items as random effects"""

mixed_model = lmm

lmer = lmm

def clmm(
    data: Table = None,
    formula: str | Values | None = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    link: Literal['logit', 'probit'] = 'logit',
    order: str | Values | None = None,
    contrasts: str | Values | None = None,
    control: str | Values | None = None,
    contrast: str | Values | None = None,
    adjust: Literal['tukey', 'dunnett', 'holm', 'none'] | None = None,
    weights: Column = None,
    coding: Literal['treatment', 'sum', 'helmert'] = 'treatment',
    against: str | Values | None = None,
    ci: Literal['wald', 'profile'] = 'wald',
    ranef: bool = False,
    level: float = 0.95,
    threshold: Literal['flexible', 'symmetric', 'equidistant'] = 'flexible',
    scale: str | Values | None = None,
) -> Answer:
    """cumulative-link mixed model: ordered categories explained by systems, with raters and items as random effects"""

ordinal_model = clmm

def glmm(
    data: Table = None,
    formula: str | Values | None = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    link: Literal['logit', 'probit'] = 'logit',
    order: str | Values | None = None,
    contrasts: str | Values | None = None,
    control: str | Values | None = None,
    contrast: str | Values | None = None,
    adjust: Literal['tukey', 'dunnett', 'holm', 'none'] | None = None,
    weights: Column = None,
    coding: Literal['treatment', 'sum', 'helmert'] = 'treatment',
    against: str | Values | None = None,
    ci: Literal['wald', 'profile'] = 'wald',
    ranef: bool = False,
    level: float = 0.95,
) -> Answer:
    """binomial mixed model: choices between two explained by systems, with raters and items as random effects"""

glmer = glmm

def emm(
    data: Table = None,
    formula: str | Values | None = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    ml: bool = False,
    df: Literal['satterthwaite', 'kenward-roger', 'asymptotic'] = 'satterthwaite',
    ci: Literal['wald', 'profile', 'bootstrap'] = 'wald',
    contrasts: str | Values | None = None,
    control: str | Values | None = None,
    contrast: str | Values | None = None,
    adjust: Literal['tukey', 'dunnett', 'holm', 'none'] | None = None,
    weights: Column = None,
    coding: Literal['treatment', 'sum', 'helmert'] = 'treatment',
    against: str | Values | None = None,
    anova: bool = False,
    checks: bool = False,
    save: Path | None = None,
    read: Path | None = None,
    ranef: bool = False,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 1,
) -> Answer:
    """estimated marginal means of a mixed model, and contrasts of them"""

emmeans = emm

def meta(
    data: Table = None,
    *,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    study: Column,
    measure: Literal['smd', 'md', 'or', 'rr', 'rd', 'proportion', 'logit', 'freeman-tukey', 'r', 'z'] | None = None,
    effect: Column = None,
    se: Column = None,
    variance: Column = None,
    low: Column = None,
    high: Column = None,
    means: str | Values | None = None,
    counts: str | Values | None = None,
    of_all: str | Values | None = None,
    share: str | Values | None = None,
    correlation: str | Values | None = None,
    value: Column = None,
    group: Column = None,
    levels: str | Values | None = None,
    event: str | Values | None = None,
    with_: Column = None,
    between: Literal['fixed', 'dl', 'reml', 'pm'] = 'reml',
    normal: bool = False,
    leave_one_out: bool = False,
    confidence: float = 0.95,
) -> Answer:
    """pooled effect of several studies, fixed or random, with prediction interval and heterogeneity"""

meta_analysis = meta

def check(
    *studies: Path | Values,
    deny: Literal['warnings'] | None = None,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Find mistakes and doubtful points in a study, with their place in its files and the remedy"""

def plan(
    study: Path,
    *,
    out: Path | None = None,
    list: int | None = None,
    session: int = 0,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Show lists, slots, balance, expected cost and time"""

def rehearse(
    study: Path,
    *,
    raters: Path | None = None,
    fit_to: Table = None,
    runs: int = 1000,
    seed: int = 1,
    power: float = 0.8,
    people: int | Values | None = None,
    items: int | Values | None = None,
    completions: int | Values | None = None,
    once: bool = False,
    bootstrap: int = 1000,
    out: Path | None = None,
    via_server: int | None = None,
    speed: float = 60.0,
    deterministic: bool = False,
    database: str | Values | None = None,
    browser: int = 0,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Simulate a study: power and false-positive rate of every claim, sample size, cost"""

def analyse(
    input: Table,
    *,
    data: Table = None,
    database: str | Values | None = None,
    served_as: str | Values | None = None,
    out: Path | None = None,
    appendix: bool = False,
    seed: int = 1,
    replicates: int = 1000,
    level: float = 0.95,
    claim: str | Values | None = None,
    claims: Path | None = None,
    mapping: Path | None = None,
    participant: Column = None,
    item: Column = None,
    criterion: Column = None,
    system: Column = None,
    system_a: Column = None,
    system_b: Column = None,
    value: Column = None,
    choice: Column = None,
    choice_by: str | Values | None = None,
    missing: str | Values | None = None,
    best: Column = None,
    worst: Column = None,
    list: Column = None,
    position: Column = None,
    session_secs: Column = None,
    where: str | Sequence[str] | Mapping[str, Any] | None = None,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Analyse judgements: scores, agreement, comparisons, claims, and a report"""

def compare(
    *inputs: Table,
    names: str | Values | None = None,
    study: Path | None = None,
    mapping: Path | Values | None = None,
    scale_min: float | None = None,
    no_correction: bool = False,
    margin: float | None = None,
    alpha: float = 0.05,
    level: float = 0.95,
    qra3: Path | None = None,
    config: Path | None = None,
    to_qra3: Path | None = None,
    out: Path | None = None,
    appendix: bool = False,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Compare two or more runs of a study: reproduction assessment"""

def audit(
    *files: Path | Values,
    all: bool = False,
    progress: Callable[[int, int, str], object] | bool | None = None,
) -> Run:
    """Check published numbers against each other"""
