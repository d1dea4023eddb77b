# Tests of whole terms, other codings, offsets, weights and columns that follow from others, on the designs of
# draw.R. Run from the repository root:
#   Rscript reference/mixed/terms.R
source("reference/mixed/draw.R")

cases <- list(
  list("y ~ system * x + (1 | g) + (1 | h)", "treatment"),
  list("y ~ system * k + (1 | g) + (1 | h)", "treatment"),
  list("y ~ system * k + x + (1 | g)", "sum"),
  list("y ~ system + k + x + (1 | g) + (1 | h)", "helmert"),
  list("y ~ system + offset(x) + (1 | g) + (1 | h)", "treatment"),
  list("y ~ x + z + system + (1 | g)", "treatment"),
  list("y ~ system * k * x + (1 | h)", "sum"))
coding <- c(treatment = "contr.treatment", sum = "contr.sum", helmert = "contr.helmert")

one <- function(index) {
  d <- draw(index); d$z <- 2 * d$x - 1
  case <- cases[[(index - 1) %% length(cases) + 1]]
  weighted <- index %% 2 == 0
  options(contrasts = c(unname(coding[case[[2]]]), "contr.poly"))
  fit <- polished(as.formula(case[[1]]), d, TRUE, if (weighted) d$w else rep(1, nrow(d)))
  s <- coef(summary(fit))
  out <- list(index = index, formula = case[[1]], coding = case[[2]], weighted = weighted, singular = isSingular(fit), criterion = REMLcrit(fit),
    names = rownames(s), beta = unname(s[, "Estimate"]), se = unname(s[, "Std. Error"]), df = unname(s[, "df"]))
  # A term whose columns all follow from others has no test.
  tested <- function(a) a[!is.na(a$NumDF), ]
  a <- tested(anova(fit, type = "III"))
  out$term <- rownames(a); out$f <- a[["F value"]]; out$num <- a$NumDF; out$den <- a$DenDF; out$p <- a[["Pr(>F)"]]
  if (!out$singular && !weighted) {
    k <- tested(anova(fit, type = "III", ddf = "Kenward-Roger"))
    out$kr_f <- k[["F value"]]; out$kr_den <- k$DenDF
  }
  out
}
indices <- 301:342
fits <- lapply(indices, one)
version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(
  tool = paste(R.version.string, version("lme4"), version("lmerTest"), version("pbkrtest"), sep = "; "),
  call = "lme4 by steps, lmerTest::as_lmerModLmerTest; summary; anova(type = \"III\", ddf =)",
  cases = fits), digits = I(16), auto_unbox = TRUE, pretty = FALSE), "reference/mixed/terms.json")
cat(length(fits), "cases,", sum(sapply(fits, function(c) c$singular)), "singular\n")
