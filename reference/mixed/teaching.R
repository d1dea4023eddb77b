# Teaching data sets shipped with lme4, small enough to be stored beside their fits. Run from the repository root:
#   Rscript reference/mixed/teaching.R
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(pbkrtest); library(emmeans); library(jsonlite) })
tight <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), check.conv.singular = "ignore")
plain <- function(d) lapply(d, function(column) if (is.factor(column)) list(levels = levels(column), codes = as.integer(column) - 1L) else as.numeric(column))
data(sleepstudy); data(Penicillin); data(Pastes); data(cake); data(Dyestuff); data(Dyestuff2)
cake$recipe <- factor(as.character(cake$recipe)); cake$temperature <- factor(as.character(cake$temperature))
sets <- list(
  sleepstudy = list(sleepstudy, c("Reaction ~ Days + (Days | Subject)", "Reaction ~ Days + (Days || Subject)", "Reaction ~ Days + (1 | Subject)")),
  Penicillin = list(Penicillin, "diameter ~ 1 + (1 | plate) + (1 | sample)"),
  Pastes = list(Pastes, "strength ~ 1 + (1 | batch/cask)"),
  cake = list(cake[, c("replicate", "recipe", "temperature", "angle")], c("angle ~ recipe * temperature + (1 | recipe:replicate)", "angle ~ recipe + temperature + (1 | recipe:replicate)")),
  Dyestuff = list(Dyestuff, "Yield ~ 1 + (1 | Batch)"),
  Dyestuff2 = list(Dyestuff2, "Yield ~ 1 + (1 | Batch)"))
# Terms of one group that are not correlated come as a list of arrays, one per term.
conditional_sd <- function(r) {
  v <- attr(r, "postVar")
  one <- function(a) matrix(sqrt(apply(a, 3, function(m) diag(as.matrix(m)))), ncol = dim(a)[3])
  as.vector(if (is.list(v)) do.call(rbind, lapply(v, one)) else one(v))
}
fitted_one <- function(d, formula, reml) {
  fit <- suppressMessages(lmerTest::lmer(as.formula(formula), d, REML = reml, control = tight))
  s <- coef(summary(fit)); singular <- isSingular(fit)
  v <- as.data.frame(VarCorr(fit))
  out <- list(formula = formula, reml = reml, criterion = if (reml) REMLcrit(fit) else deviance(fit), theta = unname(getME(fit, "theta")), theta_names = names(getME(fit, "theta")),
    sigma = sigma(fit), beta = unname(fixef(fit)), se = unname(s[, "Std. Error"]), df = unname(s[, "df"]), aic = AIC(fit), bic = BIC(fit),
    vcov = v$vcov, singular = singular, ranef = unname(unlist(lapply(ranef(fit), function(r) as.vector(t(as.matrix(r)))))),
    ranef_sd = unname(unlist(lapply(ranef(fit, condVar = TRUE), conditional_sd))))
  if (reml && !singular) { kr <- coef(summary(fit, ddf = "Kenward-Roger")); out$kr_se <- unname(kr[, "Std. Error"]); out$kr_df <- unname(kr[, "df"]) }
  a <- as.data.frame(anova(fit)); if (nrow(a)) { out$anova_term <- rownames(a); out$anova_f <- a[["F value"]]; out$anova_df <- a$DenDF; out$anova_p <- a[["Pr(>F)"]] }
  if (!reml && !singular) {
    ci <- suppressWarnings(suppressMessages(confint(fit, method = "profile")))
    out$profile_names <- rownames(ci); out$profile_low <- unname(ci[, 1]); out$profile_high <- unname(ci[, 2])
  }
  out
}
version <- function(p) paste(p, as.character(packageVersion(p)))
out <- lapply(names(sets), function(name) {
  d <- sets[[name]][[1]]
  list(name = name, columns = plain(d), fits = unlist(lapply(sets[[name]][[2]], function(f) list(fitted_one(d, f, TRUE), fitted_one(d, f, FALSE))), recursive = FALSE))
})
writeLines(toJSON(list(tool = paste(R.version.string, version("lme4"), version("lmerTest"), version("pbkrtest"), version("emmeans"), sep = "; "),
  call = "lmerTest::lmer(formula, REML, bobyqa rhoend 1e-11); summary(ddf=); anova(); confint(method='profile'); ranef(condVar=TRUE)",
  sets = out), digits = I(16), auto_unbox = TRUE), "reference/mixed/teaching.json")
