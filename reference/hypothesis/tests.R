# Reference values for crates/stats/src/hypothesis. From the repository root:
#   Rscript reference/hypothesis/tests.R
# writes reference/hypothesis/tests.jsonl: a header, then one object per case with the call it came from, its data and
# what is expected, each number with its relative tolerance. Nothing is drawn at random.
suppressPackageStartupMessages({
  library(jsonlite); library(exactRankTests); library(coin); library(car); library(afex)
})
options(warn = -1)
cases <- list()
want <- function(name, value, rtol = 1e-12) list(name = name, value = unname(value), rtol = rtol)
case <- function(test, call, data, expect, options = list())
  cases[[length(cases) + 1]] <<- list(test = test, call = call, data = data, options = options, expect = expect)
# A p-value that R gives as zero says nothing; its logarithm is kept where R has it.
p_of <- function(value, ln = log(value)) if (!is.finite(ln)) list() else list(want("p", value, 1e-10), want("ln_p", ln, 1e-10))

# --- data: ratings with many ties, measurements without, and shifted copies for deep tails
likert_a <- c(3, 4, 5, 4, 2, 5, 4, 4, 3, 5, 1, 4)
likert_b <- c(2, 3, 3, 4, 1, 2, 5, 3, 2, 4, 3, 2)
likert_c <- c(5, 5, 4, 5, 3, 4, 5, 5, 4, 5, 2, 5)
fine_a <- c(2.31, 4.87, 3.05, 5.92, 1.44, 3.38, 4.16, 2.79, 6.01)
fine_b <- c(3.97, 5.21, 4.45, 7.03, 5.88, 6.12, 4.99)
fine_c <- c(1.02, 2.2, 3.3, 0.57, 1.93, 2.68, 2.9, 1.1)
far <- fine_b[c(1:7, 1:7, 1:7, 1:7)] + rep(c(0, .01, .02, .03), each = 7)
near <- fine_a[c(1:9, 1:9, 1:9)] / 50 + rep(c(0, .001, .002), each = 9)

# --- t
t_case <- function(test, call, fit, data, options = list(), one = FALSE) {
  ln <- if (fit$alternative == "two.sided") log(2) + pt(-abs(fit$statistic), fit$parameter, log.p = TRUE)
        else pt(fit$statistic, fit$parameter, lower.tail = fit$alternative == "less", log.p = TRUE)
  difference <- if (length(fit$estimate) == 2) fit$estimate[1] - fit$estimate[2] else fit$estimate - fit$null.value
  shift <- if (length(fit$estimate) == 1 && fit$method == "One Sample t-test") fit$null.value else 0
  expect <- c(list(want("t", fit$statistic), want("df", fit$parameter), want("difference", difference),
                   want("se", fit$stderr)), p_of(fit$p.value, ln))
  if (is.finite(fit$conf.int[1])) expect <- c(expect, list(want("low", fit$conf.int[1] - shift, 1e-11)))
  if (is.finite(fit$conf.int[2])) expect <- c(expect, list(want("high", fit$conf.int[2] - shift, 1e-11)))
  case(test, call, data, expect, options)
}
for (alternative in c("two.sided", "less", "greater")) {
  o <- list(alternative = alternative)
  t_case("student", sprintf("t.test(a, b, var.equal=TRUE, alternative='%s')", alternative),
         t.test(fine_a, fine_b, var.equal = TRUE, alternative = alternative), list(a = fine_a, b = fine_b), o)
  t_case("welch", sprintf("t.test(a, b, alternative='%s')", alternative),
         t.test(fine_a, fine_b, alternative = alternative), list(a = fine_a, b = fine_b), o)
  t_case("paired", sprintf("t.test(a, b, paired=TRUE, alternative='%s')", alternative),
         t.test(likert_a, likert_b, paired = TRUE, alternative = alternative), list(a = likert_a, b = likert_b), o)
  t_case("one_sample", sprintf("t.test(a, mu=3, alternative='%s')", alternative),
         t.test(fine_a, mu = 3, alternative = alternative), list(a = fine_a), c(o, mu = 3))
}
t_case("student", "t.test(a, b, var.equal=TRUE, conf.level=0.9)",
       t.test(likert_a, likert_b, var.equal = TRUE, conf.level = .9), list(a = likert_a, b = likert_b),
       list(alternative = "two.sided", level = .9))
t_case("student", "t.test(far, near, var.equal=TRUE)", t.test(far, near, var.equal = TRUE), list(a = far, b = near))
t_case("welch", "t.test(1e6*far, near)", t.test(1e6 * far, near), list(a = 1e6 * far, b = near))
wide <- rep(c(0, 1, 2, 3), 250); wider <- wide + 60
t_case("student", "t.test(wide, wider, var.equal=TRUE): p below 1e-1000", t.test(wide, wider, var.equal = TRUE),
       list(a = wide, b = wider))

# --- analysis of variance
groups <- function(...) list(groups = list(...))
long <- function(...) { x <- list(...); data.frame(y = unlist(x), g = factor(rep(seq_along(x), lengths(x)))) }
anova_case <- function(name, ...) {
  d <- long(...)
  f <- oneway.test(y ~ g, d, var.equal = TRUE); s <- summary(aov(y ~ g, d))[[1]]
  ln <- pf(f$statistic, f$parameter[1], f$parameter[2], lower.tail = FALSE, log.p = TRUE)
  case("one_way", paste0("oneway.test(y ~ g, var.equal=TRUE); aov: ", name), groups(...),
       c(list(want("F", f$statistic, 1e-11), want("df1", f$parameter[1]), want("df2", f$parameter[2]),
              want("ss_between", s[1, 2], 1e-11), want("ss_within", s[2, 2], 1e-11),
              want("eta2", s[1, 2] / sum(s[, 2]), 1e-11)), p_of(f$p.value, ln)))
  w <- oneway.test(y ~ g, d)
  ln <- pf(w$statistic, w$parameter[1], w$parameter[2], lower.tail = FALSE, log.p = TRUE)
  case("welch_anova", paste0("oneway.test(y ~ g): ", name), groups(...),
       c(list(want("F", w$statistic, 1e-11), want("df1", w$parameter[1]), want("df2", w$parameter[2], 1e-11)),
         p_of(w$p.value, ln)))
  k <- kruskal.test(y ~ g, d)
  case("kruskal", paste0("kruskal.test(y ~ g): ", name), groups(...),
       c(list(want("H", k$statistic, 1e-11), want("df", k$parameter)),
         p_of(k$p.value, pchisq(k$statistic, k$parameter, lower.tail = FALSE, log.p = TRUE))))
  for (centre in c("median", "mean")) {
    l <- leveneTest(y ~ g, d, center = get(centre))
    case(paste0("levene_", centre), paste0("car::leveneTest(y ~ g, center=", centre, "): ", name), groups(...),
         c(list(want("F", l[1, 2], 1e-11), want("df1", l[1, 1]), want("df2", l[2, 1])), p_of(l[1, 3])))
  }
}
anova_case("fine", fine_a, fine_b, fine_c)
anova_case("likert", likert_a, likert_b, likert_c)
anova_case("two groups", fine_a, fine_b)
anova_case("deep tail", far, near, far + 100)

# --- repeated measures and Friedman
blocks_case <- function(name, ...) {
  m <- cbind(...); n <- nrow(m); k <- ncol(m)
  d <- data.frame(y = c(m), s = factor(rep(1:n, k)), g = factor(rep(1:k, each = n)))
  rows <- lapply(1:n, function(i) m[i, ])
  a <- aov_ez("s", "y", d, within = "g")
  s <- summary(a$Anova, multivariate = FALSE); u <- s$univariate.tests[2, ]
  expect <- c(list(want("F", u["F value"], 1e-10), want("df1", u["num Df"]), want("df2", u["den Df"]),
                   want("generalised_eta2", a$anova_table[["ges"]], 1e-10),
                   want("partial_eta2", u["Sum Sq"] / (u["Sum Sq"] + u["Error SS"]), 1e-10)),
              p_of(u["Pr(>F)"], pf(u["F value"], u["num Df"], u["den Df"], lower.tail = FALSE, log.p = TRUE)))
  if (k > 2) {
    e <- s$pval.adjustments[1, ]
    hf <- min(e["HF eps"], 1)
    expect <- c(expect, list(want("epsilon_gg", e["GG eps"], 1e-10), want("epsilon_hf", hf, 1e-10),
      want("p_gg", pf(u["F value"], u["num Df"] * e["GG eps"], u["den Df"] * e["GG eps"], lower.tail = FALSE), 1e-9),
      want("p_hf", pf(u["F value"], u["num Df"] * hf, u["den Df"] * hf, lower.tail = FALSE), 1e-9)))
  }
  case("repeated", paste0("afex::aov_ez(within='g'): ", name), list(rows = rows), expect)
  f <- friedman.test(m)
  chi2 <- unname(f$statistic); id <- (n - 1) * chi2 / (n * (k - 1) - chi2)
  case("friedman", paste0("friedman.test(m): ", name), list(rows = rows),
       c(list(want("chi2", chi2, 1e-11), want("df", f$parameter), want("W", chi2 / (n * (k - 1)), 1e-11),
              want("F", id, 1e-10), want("p_F", pf(id, k - 1, (n - 1) * (k - 1), lower.tail = FALSE), 1e-9)),
         p_of(f$p.value, pchisq(chi2, k - 1, lower.tail = FALSE, log.p = TRUE))))
}
blocks_case("likert, three systems", likert_a, likert_b, likert_c)
blocks_case("two systems", likert_a, likert_b)
blocks_case("four systems, no ties", fine_c, fine_a[1:8], c(fine_b, 8.1), c(9.3, 1.7, 6.6, 2.4, 8.8, 5.5, 7.1, 0.9))

# --- Mann-Whitney and signed-rank
rank_expect <- function(name, statistic, p) c(list(want(name, statistic)), p_of(p))
for (alternative in c("two.sided", "less", "greater")) {
  u <- function(test, call, a, b, fit)
    case(test, paste0(call, ", alternative='", alternative, "'"), list(a = a, b = b),
         rank_expect("U", fit$statistic, fit$p.value), list(alternative = alternative))
  u("mann_whitney_exact", "wilcox.test(a, b, exact=TRUE)", fine_a, fine_b,
    wilcox.test(fine_a, fine_b, exact = TRUE, alternative = alternative))
  for (pair in list(list(likert_a, likert_b), list(likert_c, likert_a[1:5]), list(likert_b[1:3], likert_c))) {
    u("mann_whitney_exact", "exactRankTests::wilcox.exact(a, b)", pair[[1]], pair[[2]],
      wilcox.exact(pair[[1]], pair[[2]], exact = TRUE, alternative = alternative))
    u("mann_whitney_normal", "wilcox.test(a, b, exact=FALSE, correct=FALSE)", pair[[1]], pair[[2]],
      wilcox.test(pair[[1]], pair[[2]], exact = FALSE, correct = FALSE, alternative = alternative))
    u("mann_whitney_corrected", "wilcox.test(a, b, exact=FALSE)", pair[[1]], pair[[2]],
      wilcox.test(pair[[1]], pair[[2]], exact = FALSE, alternative = alternative))
  }
  v <- function(test, call, a, b, statistic, p)
    case(test, paste0(call, ", alternative='", alternative, "'"), list(a = a, b = b),
         rank_expect("V", statistic, p), list(alternative = alternative))
  untied <- list(fine_a[1:7], fine_b + c(0, .1, .2, .3, .4, .5, .6))
  fit <- wilcox.test(untied[[1]], untied[[2]], paired = TRUE, exact = TRUE, alternative = alternative)
  v("wilcoxon_exact", "wilcox.test(a, b, paired=TRUE, exact=TRUE)", untied[[1]], untied[[2]], fit$statistic, fit$p.value)
  for (pair in list(list(likert_a, likert_b), list(likert_a, likert_c))) {
    d <- pair[[1]] - pair[[2]]
    plain <- wilcox.test(d, exact = FALSE, correct = FALSE, alternative = alternative)
    corrected <- wilcox.test(d, exact = FALSE, alternative = alternative)
    exact <- wilcox.exact(d, exact = TRUE, alternative = alternative)
    v("wilcoxon_exact", "exactRankTests::wilcox.exact(a - b)", pair[[1]], pair[[2]], plain$statistic, exact$p.value)
    v("wilcoxon_normal", "wilcox.test(a - b, exact=FALSE, correct=FALSE)", pair[[1]], pair[[2]], plain$statistic, plain$p.value)
    v("wilcoxon_corrected", "wilcox.test(a - b, exact=FALSE)", pair[[1]], pair[[2]], corrected$statistic, corrected$p.value)
    r <- rank(abs(d)); statistic <- sum(r[d > 0])
    pratt <- wilcoxsign_test(pair[[1]] ~ pair[[2]], distribution = "exact", zero.method = "Pratt", alternative = alternative)
    v("pratt_exact", "coin::wilcoxsign_test(a ~ b, exact, Pratt)", pair[[1]], pair[[2]], statistic, as.numeric(pvalue(pratt)))
    pratt <- wilcoxsign_test(pair[[1]] ~ pair[[2]], distribution = "asymptotic", zero.method = "Pratt", alternative = alternative)
    v("pratt_normal", "coin::wilcoxsign_test(a ~ b, asymptotic, Pratt)", pair[[1]], pair[[2]], statistic, as.numeric(pvalue(pratt)))
  }
}

# --- counts
for (alternative in c("two.sided", "less", "greater"))
  for (x in list(c(7, 10, .5), c(0, 12, .3), c(148, 226, .5), c(12, 12, .7), c(5, 10, .5), c(33, 100, .25), c(900, 1000, .2))) {
    b <- binom.test(x[1], x[2], x[3], alternative = alternative)
    w <- prop.test(x[1], x[2], x[3], alternative = alternative, correct = FALSE)
    case("binomial", sprintf("binom.test(%g, %g, %g, '%s'); prop.test(correct=FALSE)$conf.int", x[1], x[2], x[3], alternative),
         list(x = x[1], n = x[2], expected = x[3]),
         c(list(want("share", b$estimate), want("low", b$conf.int[1], 1e-11), want("high", b$conf.int[2], 1e-11),
                want("wilson_low", w$conf.int[1], 1e-10), want("wilson_high", w$conf.int[2], 1e-10)), p_of(b$p.value)),
         list(alternative = alternative))
  }
tables <- list(rbind(c(8, 2), c(1, 5)), rbind(c(30, 12), c(18, 25)), rbind(c(3, 9, 4), c(10, 2, 5)),
               rbind(c(12, 30, 8), c(20, 18, 22), c(5, 9, 31)), rbind(c(3, 1, 0, 2), c(0, 4, 1, 2), c(2, 2, 5, 1)),
               rbind(c(400, 20), c(15, 380)))
for (m in tables) {
  rows <- lapply(1:nrow(m), function(i) m[i, ])
  plain <- chisq.test(m, correct = FALSE)
  chi <- function(test, call, fit)
    case(test, call, list(table = rows), c(list(want("chi2", fit$statistic, 1e-11), want("df", fit$parameter),
         want("cramers_v", sqrt(plain$statistic / sum(m) / (min(dim(m)) - 1)), 1e-11)),
         p_of(fit$p.value, pchisq(fit$statistic, fit$parameter, lower.tail = FALSE, log.p = TRUE))))
  chi("chi_square", "chisq.test(m, correct=FALSE)", plain)
  chi("chi_square_yates", "chisq.test(m)", chisq.test(m))
  fisher <- fisher.test(m, workspace = 2e7)
  # Network code prints about seven digits for larger tables.
  case("fisher", "fisher.test(m)", list(table = rows), list(want("p", fisher$p.value, if (length(m) == 4) 1e-10 else 1e-6)),
       list(alternative = "two.sided"))
  if (length(m) == 4) for (alternative in c("less", "greater"))
    case("fisher", paste("fisher.test(m)", alternative), list(table = rows),
         list(want("p", fisher.test(m, alternative = alternative)$p.value, 1e-10)), list(alternative = alternative))
}
g <- chisq.test(c(18, 25, 31, 9), p = c(.2, .3, .4, .1))
case("goodness", "chisq.test(x, p=)", list(counts = c(18, 25, 31, 9), probabilities = c(.2, .3, .4, .1)),
     c(list(want("chi2", g$statistic, 1e-11), want("df", g$parameter)), p_of(g$p.value)))
for (bc in list(c(10, 3), c(25, 25), c(0, 7), c(121, 59))) {
  m <- rbind(c(40, bc[1]), c(bc[2], 30)); data <- list(b = bc[1], c = bc[2])
  q <- mcnemar.test(m, correct = FALSE); y <- mcnemar.test(m, correct = TRUE)
  case("mcnemar_plain", "mcnemar.test(m, correct=FALSE)", data, c(list(want("chi2", q$statistic)), p_of(q$p.value)))
  case("mcnemar_corrected", "mcnemar.test(m)", data, c(list(want("chi2", y$statistic)), p_of(y$p.value)))
  e <- binom.test(bc[1], sum(bc))$p.value
  case("mcnemar_exact", "binom.test(b, b + c)", data, p_of(e))
  case("mcnemar_midp", "binom.test(b, b + c) less dbinom(b, b + c, .5)", data,
       p_of(if (bc[1] == bc[2]) 1 else e - dbinom(min(bc), sum(bc), .5)))
}

# --- corrections
p <- c(.03, .0001, .2, .04, .04, .9, 1e-12)
for (method in c("bonferroni", "holm", "hochberg", "BH", "BY"))
  case(paste0("adjust_", tolower(method)), sprintf("p.adjust(p, '%s')", method), list(p = p),
       lapply(seq_along(p), function(i) want(as.character(i), p.adjust(p, method)[i])))

versions <- sapply(c("exactRankTests", "coin", "car", "afex"), function(x) paste(x, packageVersion(x)))
header <- list(tool = R.version.string, packages = unname(versions), call = "Rscript reference/hypothesis/tests.R")
lines <- sapply(c(list(header), cases), toJSON, digits = I(17), auto_unbox = TRUE)
writeLines(lines, "reference/hypothesis/tests.jsonl")
cat(length(cases), "cases\n")
