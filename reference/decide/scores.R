# The deciding model of scores, by lmerTest, on designs that are balanced, unbalanced, have gaps, or show fewer
# effects. The formula of each case is the one that its design can show. Run from the repository root:
#   Rscript reference/decide/scores.R
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(emmeans); library(jsonlite) })
source("reference/decide/most_df.R")
emm_options(lmerTest.limit = 1e6)
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), calc.derivs = FALSE,
                       check.conv.singular = "ignore")

full <- value ~ system + (1 | rater) + (1 | item) + (1 | item:system) + (1 | rater:system)
# value = system + rater + item + output + taste + noise, in hundredths so that the table is exact.
draw <- function(seed, raters, items, systems, sd = c(rater = 0.5, item = 0.6, output = 0.6, taste = 0.3), noise = 0.8,
                 keep = function(d) rep(TRUE, nrow(d)), to = function(x) round(x, 2)) {
  set.seed(seed)
  d <- expand.grid(system = 0:(systems - 1), item = 0:(items - 1), rater = 0:(raters - 1))
  of <- function(codes, sd) rnorm(max(codes) + 1, sd = sd)[codes + 1]
  d$value <- to(3 + 0.2 * d$system + of(d$rater, sd["rater"]) + of(d$item, sd["item"]) +
    of(d$item * systems + d$system, sd["output"]) + of(d$rater * systems + d$system, sd["taste"]) +
    rnorm(nrow(d), sd = noise))
  d[keep(d), ]
}
five <- function(x) pmin(5, pmax(1, round(x)))
# Every second rater loves a system that the others cannot bear.
divided <- function(d, system) louder(d, function(d) d$value + ifelse(d$system == system, 1.5 * (-1)^d$rater, 0))
louder <- function(d, value) { d$value <- round(value(d), 2); d }

# Levene's test, and Brown and Forsythe's, which is Levene's around medians.
equal_spread <- function(groups, centre) {
  values <- unlist(groups); group <- factor(rep(seq_along(groups), lengths(groups)))
  away <- abs(values - ave(values, group, FUN = centre))
  anova(lm(away ~ group))[["Pr(>F)"]][1]
}
columns <- function(m) lapply(seq_len(ncol(m)), function(at) m[!is.na(m[, at]), at])

# Where Brown and Forsythe's test finds at 5 % that the outputs of three or more systems, ten of each at least, vary unequally: the
# variance of a difference times the variance of the pair's own differences of outputs over its mean for all pairs; 1/df adds
# 1/(items - 1). Degrees of freedom of the model are limited first. A pair below 0.9 of the mean has at least the error of the
# same model of its two systems alone, with its degrees of freedom. Where Levene's test finds at 20 % that tastes vary unequally (a
# rater's mean for each system less that of all, three raters of three systems at least), so has a pair whose differences of
# tastes vary more than the mean of all pairs.
scatter <- function(codes, value, pairs, formula) {
  both <- combn(length(unique(codes$system)), 2)
  means <- tapply(value, codes[c("item", "system")], mean)
  outputs <- if (ncol(means) > 2 && all(colSums(!is.na(means)) >= 10)) equal_spread(columns(means), median)
  if (!isTRUE(outputs < 0.05)) outputs <- NULL
  tastes <- tapply(value, codes[c("rater", "system")], mean)
  tastes <- tastes[complete.cases(tastes), , drop = FALSE]
  tastes <- tastes - rowMeans(tastes)
  p <- if (ncol(tastes) > 2 && nrow(tastes) > 2) equal_spread(columns(tastes), mean)
  if (!isTRUE(p < 0.2)) p <- NULL
  if (is.null(outputs) && is.null(p)) return(NULL)
  most <- most_df(codes$rater, codes$system)
  se <- pairs$SE; df <- pmin(pairs$df, most); alone <- rep(FALSE, ncol(both))
  if (!is.null(outputs)) {
    apart <- apply(both, 2, function(two) na.omit(means[, two[1]] - means[, two[2]]), simplify = FALSE)
    ratio <- sapply(apart, var) / mean(sapply(apart, var))
    df <- 1 / (1 / df + 1 / (lengths(apart) - 1))
    se <- se * sqrt(ratio)
    alone <- ratio < 0.9
  }
  if (!is.null(p)) {
    apart <- apply(both, 2, function(two) var(tastes[, two[1]] - tastes[, two[2]]))
    alone <- alone | apart > mean(apart)
  }
  for (at in which(alone)) {
    here <- codes$system %in% (both[, at] - 1)
    d <- data.frame(value = value, lapply(codes, factor))[here, ]
    alone <- as.data.frame(contrast(emmeans(suppressMessages(lmerTest::lmer(formula, droplevels(d), control = control)), ~system,
                                         lmer.df = "satterthwaite"), "pairwise", adjust = "none"))
    if (alone$SE > se[at]) {
      se[at] <- alone$SE
      df[at] <- min(alone$df, most_df(codes$rater[here], codes$system[here]))
    }
  }
  c(if (!is.null(outputs)) list(outputs = outputs), if (!is.null(p)) list(tastes = p),
    list(se = se, df = df, p_values = 2 * pt(-abs(pairs$estimate / se), df)))
}

cases <- list(
  list("balanced", full, draw(1, 5, 12, 4)),
  list("more raters than items", full, draw(2, 14, 6, 3)),
  list("three of eight raters for each item", full, draw(3, 8, 24, 3, keep = function(d) (d$item + d$rater) %% 8 < 3)),
  list("a fifth of the judgements missing at random", full, draw(4, 6, 15, 3, keep = function(d) runif(nrow(d)) > 0.2)),
  list("five categories", full, draw(5, 4, 16, 4, to = five)),
  list("nothing but noise, so that variances are zero", full,
       draw(6, 4, 10, 3, sd = c(rater = 0, item = 0, output = 0, taste = 0))),
  list("no taste", full, draw(7, 3, 20, 4, sd = c(rater = 0.5, item = 0.6, output = 0.6, taste = 0))),
  list("a count with many zeros", full, draw(8, 6, 15, 3, to = function(x) pmax(0, round(exp(x - 3) - 1)))),
  list("zero or one", full, draw(9, 6, 20, 2, to = function(x) as.integer(x > 3))),
  list("each output judged once", value ~ system + (1 | rater) + (1 | item) + (1 | rater:system),
       draw(10, 4, 24, 3, keep = function(d) (d$item + d$system) %% 4 == d$rater)),
  list("each rater one system", value ~ system + (1 | rater) + (1 | item) + (1 | item:system),
       draw(11, 9, 12, 3, keep = function(d) d$rater %% 3 == d$system)),
  list("each item one system", value ~ system + (1 | rater) + (1 | item) + (1 | rater:system),
       draw(12, 4, 15, 3, keep = function(d) d$item %% 3 == d$system)),
  list("two raters", value ~ system + rater + (1 | item) + (1 | item:system), draw(13, 2, 20, 3)),
  list("two items", value ~ system + item + (1 | rater) + (1 | rater:system), draw(14, 9, 2, 3)),
  list("one rater", value ~ system + (1 | item), draw(15, 1, 20, 3)),
  list("one judgement of each rater on one item", value ~ system,
       draw(16, 30, 1, 3, keep = function(d) d$rater %% 3 == d$system)),
  list("the last system varies more", full,
       louder(draw(17, 6, 20, 4), function(d) ifelse(d$system == 3, 3 * (d$value - 3.6) + 3.6, d$value))),
  list("counts, of which one system has many", full,
       louder(draw(18, 8, 30, 3), function(d) round(exp(0.5 * (d$value - 3) + 1.2 * (d$system == 2))))),
  list("one system varies more, a tenth missing", full,
       louder(draw(19, 9, 24, 3, keep = function(d) runif(nrow(d)) > 0.1),
              function(d) ifelse(d$system == 0, 4 * (d$value - 3) + 3, d$value))),
  list("raters divided over one system", full, divided(draw(20, 9, 20, 4), 1)),
  list("raters divided over one system, which varies more, too", full,
       divided(louder(draw(21, 12, 24, 4), function(d) ifelse(d$system == 2, 3 * (d$value - 3) + 3, d$value)), 2)),
  list("raters divided over one system, three of eight for each item", full,
       divided(draw(22, 8, 24, 3, keep = function(d) (d$item + d$rater) %% 8 < 3), 0)))

one <- function(case) {
  d <- case[[3]]
  codes <- d[c("rater", "item", "system")]
  for (name in names(codes)) d[[name]] <- factor(d[[name]])
  random <- length(findbars(case[[2]])) > 0
  fit <- if (random) suppressMessages(lmerTest::lmer(case[[2]], d, control = control)) else lm(case[[2]], d)
  e <- emmeans(fit, ~system, lmer.df = "satterthwaite")
  means <- as.data.frame(e)
  pairs <- as.data.frame(confint(pairs(e, adjust = "none")))
  test <- as.data.frame(pairs(e, adjust = "none"))
  sds <- if (random) as.data.frame(VarCorr(fit)) else data.frame(grp = "Residual", sdcor = sigma(fit))
  unequal <- scatter(codes, d$value, pairs, case[[2]])
  c(list(name = case[[1]], formula = deparse1(case[[2]]), value = d$value, rater = codes$rater, item = codes$item,
       system = codes$system, sd = setNames(as.list(sds$sdcor), sds$grp), singular = random && isSingular(fit),
       mean = means$emmean, mean_se = means$SE, difference = pairs$estimate, se = pairs$SE, df = pairs$df,
       low = pairs[[grep("lower|LCL", names(pairs))]], high = pairs[[grep("upper|UCL", names(pairs))]], p = test$p.value),
    if (!is.null(unequal)) list(scatter = unequal))
}
version <- function(p) paste(p, as.character(packageVersion(p)))
out <- list(tool = paste(R.version.string, version("lme4"), version("lmerTest"), version("emmeans"), sep = "; "),
  call = "lmerTest::lmer(formula, bobyqa rhoend 1e-11); pairs(emmeans(fit, ~system, lmer.df = 'satterthwaite'))",
  cases = lapply(cases, one))
writeLines(toJSON(out, digits = I(16), auto_unbox = TRUE), "reference/decide/scores.json")
for (case in out$cases) cat(sprintf("%-50s n=%4d singular=%s df=%s\n", case$name, length(case$value), case$singular,
                                    paste(round(case$df, 2), collapse = " ")))
