# Writes reference/residual/residual.json. Run from the repository root: Rscript reference/residual/residual.R
# Shapes by psych (type 1) and qqnorm; the studentised Breusch-Pagan statistic by its definition from lm; the residuals
# and random effects of an lme4 fit to its sleep study, with car's Levene test by group.
suppressMessages({library(psych); library(lme4); library(car); library(jsonlite)})
set.seed(4)
values <- list(normal = rnorm(60), skewed = rexp(25), heavy = rt(200, 3), ratings = sample(1:5, 40, TRUE), three = c(1, 2, 4), far = 1e9 + rnorm(12))
shapes <- lapply(names(values), function(name) { x <- values[[name]]
  list(name = name, values = x, skewness = skew(x, type = 1), kurtosis = kurtosi(x, type = 1), qq = cor(qqnorm(x, plot.it = FALSE)$x, x)) })
trends <- lapply(1:4, function(k) { f <- rnorm(30 * k); e <- rnorm(30 * k) * exp(0.2 * (k - 2) * f)
  s <- summary(lm(I(e^2) ~ f)); stat <- length(e) * s$r.squared
  list(residuals = e, fitted = f, statistic = stat, p = pchisq(stat, 1, lower.tail = FALSE)) })
m <- lmer(Reaction ~ Days + (1 | Subject), sleepstudy, control = lmerControl(optCtrl = list(xtol_rel = 1e-12, ftol_abs = 1e-12)))
r <- residuals(m, scaled = TRUE); half <- factor(sleepstudy$Days > 4)
l <- leveneTest(r, half); bp <- length(r) * summary(lm(I(r^2) ~ fitted(m)))$r.squared
modes <- ranef(m)$Subject[[1]]
sleep <- list(reaction = sleepstudy$Reaction, days = sleepstudy$Days, subject = as.character(sleepstudy$Subject),
  skewness = skew(r, type = 1), kurtosis = kurtosi(r, type = 1), qq = cor(qqnorm(r, plot.it = FALSE)$x, r),
  breusch_pagan = bp, levene = l[1, "F value"], levene_p = l[1, "Pr(>F)"], beyond = which(abs(r) > 3),
  mode_skewness = skew(modes, type = 1), mode_qq = cor(qqnorm(modes, plot.it = FALSE)$x, modes))
write_json(list(tool = R.version.string, psych = as.character(packageVersion("psych")), lme4 = as.character(packageVersion("lme4")),
  car = as.character(packageVersion("car")), rtol = 1e-8, rtol_fit = 1e-5, shapes = shapes, trends = trends, sleep = sleep),
  "reference/residual/residual.json", digits = NA, auto_unbox = TRUE)
