# Random designs for linear mixed models: simulated here and in crates/stats/tests/mixed/draw.rs from the
# same small generator, so that only the fits are stored. Run from the repository root:
#   Rscript reference/mixed/random.R
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(pbkrtest); library(emmeans); library(jsonlite) })
emm_options(lmerTest.limit = 1e6, pbkrtest.limit = 1e6)

state <- 1
uniform <- function() { state <<- (16807 * state) %% 2147483647; state / 2147483647 }
normal <- function() { s <- 0; for (i in 1:12) s <- s + uniform(); s - 6 }
whole <- function(k) floor(uniform() * k)

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

draw <- function(index) {
  state <<- index * 7919 + 1
  for (i in 1:10) uniform()
  n <- 40 + whole(160); m <- 4 + whole(8); l <- 5 + whole(15)
  sd_g <- whole(4) * 0.4; sd_h <- whole(4) * 0.4; sd_s <- whole(3) * 0.3
  g_effect <- sapply(1:m, function(i) normal() * sd_g)
  s_effect <- sapply(1:m, function(i) normal() * sd_s)
  h_effect <- sapply(1:l, function(i) normal() * sd_h)
  d <- data.frame(g = integer(n), h = 0, k = 0, x = 0, system = 0, w = 0, y = 0)
  for (r in 1:n) {
    g <- whole(m); h <- whole(l); k <- whole(3); x <- whole(21) / 10 - 1; s <- whole(3); w <- 0.5 + uniform()
    y <- 2 + 0.5 * (s == 1) - 0.3 * (s == 2) + 0.4 * x + g_effect[g + 1] + s_effect[g + 1] * x + h_effect[h + 1] + 0.7 * normal()
    d[r, ] <- c(g, h, k, x, s, w, y)
  }
  for (name in c("g", "h", "k", "system")) d[[name]] <- factor(d[[name]])
  d
}

tight <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), calc.derivs = FALSE,
                     check.conv.singular = "ignore")

one <- function(index) {
  d <- draw(index)
  kind <- (index - 1) %% 10 + 1
  reml <- kind != 8
  w <- if (kind == 7) d$w else rep(1, nrow(d))
  d$.w <- w
  fit <- suppressMessages(lmerTest::lmer(as.formula(formulas[kind]), d, REML = reml, weights = .w, control = tight))
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
