# Random designs for linear mixed models: simulated here and in crates/stats/tests/it/mixed/draw.rs from the
# same small generator, so that only the fits are stored. Run from the repository root:
#   Rscript reference/mixed/random.R
source("reference/mixed/draw.R")

formulas <- c(
  "y ~ system + (1 | g)",
  "y ~ system + x + (1 | g) + (1 | h)",
  "y ~ system * x + (1 + x | g)",
  "y ~ x + (1 + x || g) + (1 | h)",
  "y ~ system + (1 | g/k)",
  "y ~ system + x + (1 + x | g) + (1 | h)",
  "y ~ x + (1 | g) + (1 | h)",
  "y ~ system + (0 + x | g) + (1 | h)",
  "y ~ 0 + system + (1 | g:system) + (1 | h)",
  "y ~ system + x + (1 + system | g) + (1 | h)")

one <- function(index) {
  d <- draw(index)
  kind <- (index - 1) %% 10 + 1
  reml <- kind != 8
  w <- if (kind == 7) d$w else rep(1, nrow(d))
  d$.w <- w
  fit <- suppressMessages(lmerTest::lmer(as.formula(formulas[kind]), d, REML = reml, weights = .w, control = control))
  s <- suppressWarnings(coef(summary(fit)))
  out <- list(index = index, formula = formulas[kind], reml = reml, weighted = kind == 7, n = nrow(d), sum_y = sum(d$y),
    criterion = if (reml) REMLcrit(fit) else deviance(fit, REML = FALSE), theta = unname(getME(fit, "theta")), theta_names = names(getME(fit, "theta")), sigma = sigma(fit),
    beta = unname(fixef(fit)), se = unname(s[, "Std. Error"]), df = unname(s[, "df"]), p = unname(s[, "Pr(>|t|)"]),
    singular = isSingular(fit), groups = names(getME(fit, "flist")))
  if (kind %in% c(1, 2, 3, 5, 6) && index <= 100 && !out$singular) {
    kr <- coef(summary(fit, ddf = "Kenward-Roger"))
    out$kr_se <- unname(kr[, "Std. Error"]); out$kr_df <- unname(kr[, "df"])
  }
  if (kind %in% c(1, 2, 3) && index <= 100 && !out$singular) {
    e <- emmeans(fit, ~system, lmer.df = "satterthwaite")
    a <- as.data.frame(e); b <- as.data.frame(pairs(e, adjust = "tukey"))
    out$emmean <- a$emmean; out$emmean_se <- a$SE; out$emmean_df <- a$df
    out$contrast <- b$estimate; out$contrast_se <- b$SE; out$contrast_df <- b$df; out$contrast_p_tukey <- b$p.value
    out$contrast_p_holm <- as.data.frame(pairs(e, adjust = "holm"))$p.value
  }
  out
}
cases <- lapply(1:240, one)
version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(
  tool = paste(R.version.string, version("lme4"), version("lmerTest"), version("pbkrtest"), version("emmeans"), sep = "; "),
  call = "lmerTest::lmer(formula, REML, weights, bobyqa rhoend 1e-11); summary(ddf=); emmeans(~system)",
  cases = cases), digits = I(16), auto_unbox = TRUE, pretty = FALSE), "reference/mixed/random.json")
cat(length(cases), "cases,", sum(sapply(cases, function(c) c$singular)), "singular\n")
