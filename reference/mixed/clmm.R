# Cumulative-link and binomial mixed models on random designs. Run from the repository root:
#   Rscript reference/mixed/clmm.R
# The designs come from Park & Miller's generator, which crates/stats/tests/it/clmm.rs repeats.
suppressPackageStartupMessages({library(ordinal); library(lme4); library(glmmTMB); library(emmeans); library(jsonlite)})

draw <- function(index) {
  state <- index * 6271 + 3
  uniform <- function() { state <<- (16807 * state) %% 2147483647; state / 2147483647 }
  normal <- function() { s <- 0; for (i in 1:12) s <- s + uniform(); s - 6 }
  whole <- function(k) floor(uniform() * k)
  for (i in 1:10) uniform()
  n <- 80 + whole(120); m <- 5 + whole(6); l <- 8 + whole(12); k <- 3 + whole(3)
  sd_g <- whole(3) * 0.6; sd_h <- 0.4 + whole(3) * 0.5
  g_effect <- sapply(1:m, function(i) normal() * sd_g)
  h_effect <- sapply(1:l, function(i) normal() * sd_h)
  d <- data.frame(g = integer(n), h = integer(n), x = numeric(n), system = integer(n), y = integer(n), w = numeric(n))
  for (r in 1:n) {
    g <- whole(m); h <- whole(l); x <- whole(21) / 10 - 1; s <- whole(3); w <- 1 + whole(3)
    latent <- c(0, 0.8, -0.5)[s + 1] + 0.6 * x + g_effect[g + 1] + h_effect[h + 1] + 1.5 * normal()
    y <- min(max(floor(latent * 0.7 + k / 2), 0), k - 1)
    d[r, ] <- c(g, h, x, s, y, w)
  }
  for (name in c("g", "h", "system")) d[[name]] <- factor(d[[name]])
  d$ordered <- factor(d$y, ordered = TRUE)
  d$two <- as.integer(d$y >= k / 2)
  d$share <- pmin(d$y, d$w) / d$w
  d
}

formulas <- c("system + (1 | g) + (1 | h)", "system + x + (1 | h)", "system * x + (1 | g) + (1 | h)", "x + (1 | g)", "system + x")
thresholds <- c("flexible", "symmetric", "equidistant")

one <- function(index) {
  d <- draw(index)
  kind <- (index - 1) %% 5 + 1
  link <- if (index %% 4 == 0) "probit" else "logit"
  threshold <- if (index <= 20) "flexible" else thresholds[index %% 3 + 1]
  weighted <- index %% 7 == 0
  d$.w <- if (weighted) d$w else rep(1, nrow(d))
  f <- as.formula(paste("ordered ~", formulas[kind]))
  fit <- if (kind == 5) clm(f, data = d, link = link, threshold = threshold, weights = .w)
         else clmm(f, data = d, link = link, threshold = threshold, weights = .w, control = clmm.control(gradTol = 1e-10, maxIter = 200, maxLineIter = 200))
  s <- suppressWarnings(coef(summary(fit)))
  sds <- if (kind == 5) numeric(0) else sapply(VarCorr(fit), function(v) attr(v, "stddev"))
  out <- list(index = index, model = "clmm", formula = paste("ordered ~", formulas[kind]), link = link, threshold = threshold, weighted = weighted,
    sum_y = sum(d$y), parameter = rownames(s), estimate = unname(s[, 1]), se = unname(s[, 2]),
    group = if (kind == 5) character(0) else names(VarCorr(fit)), sd = unname(sds), log_likelihood = as.numeric(logLik(fit)),
    aic = AIC(fit), bic = BIC(fit))
  if (grepl("system", formulas[kind]) && kind != 3 && threshold == "flexible") {
    e <- emmeans(fit, ~system); a <- as.data.frame(e); b <- as.data.frame(pairs(e, adjust = "tukey"))
    out$emmean <- a$emmean; out$emmean_se <- a$SE; out$contrast <- b$estimate; out$contrast_se <- b$SE; out$contrast_p <- b$p.value
  }
  out
}

binomial_case <- function(index) {
  d <- draw(index)
  kind <- (index - 1) %% 4 + 1
  d$.w <- rep(1, nrow(d))
  link <- if (index %% 4 == 0) "probit" else "logit"
  f <- as.formula(paste("two ~", formulas[kind]))
  if (link == "logit") {
    fit <- suppressMessages(glmer(f, d, family = binomial, control = glmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9, maxfun = 1e5), tolPwrss = 1e-12)))
    s <- coef(summary(fit)); v <- VarCorr(fit)
  } else {
    fit <- glmmTMB(f, d, family = binomial(link = "probit"))
    s <- coef(summary(fit))$cond; v <- VarCorr(fit)$cond
  }
  list(index = index, model = "glmm", formula = paste("two ~", formulas[kind]), link = link, threshold = "flexible", weighted = FALSE,
    sum_y = sum(d$y), parameter = rownames(s), estimate = unname(s[, 1]), se = unname(s[, 2]),
    group = names(v), sd = unname(sapply(v, function(v) attr(v, "stddev"))), log_likelihood = as.numeric(logLik(fit)), aic = AIC(fit), bic = BIC(fit))
}

# Random slopes, and shares of trials.
slope_case <- function(index) {
  d <- draw(index)
  shares <- index > 60
  formula <- if (shares) "share ~ system + (1 | g) + (1 | h)" else if (index %% 2 == 0) "two ~ x + (1 + x | g) + (1 | h)" else "two ~ system + x + (1 + x || h)"
  d$.w <- if (shares) d$w else rep(1, nrow(d))
  fit <- suppressMessages(suppressWarnings(glmer(as.formula(formula), d, weights = .w, family = binomial, control = glmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9, maxfun = 1e5), tolPwrss = 1e-12))))
  s <- coef(summary(fit))
  list(index = index, model = "glmm", formula = formula, link = "logit", threshold = "flexible", weighted = shares,
    sum_y = sum(d$y), parameter = rownames(s), estimate = unname(s[, 1]), se = unname(s[, 2]), group = names(getME(fit, "flist")), sd = numeric(0),
    theta = unname(getME(fit, "theta")), theta_names = names(getME(fit, "theta")), log_likelihood = as.numeric(logLik(fit)), aic = AIC(fit), bic = BIC(fit))
}

told <- function(f) function(index) { message("case ", index); f(index) }
cases <- c(lapply(1:40, told(one)), lapply(41:56, told(binomial_case)), lapply(57:64, told(slope_case)))
version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(
  tool = paste(R.version.string, version("ordinal"), version("lme4"), version("glmmTMB"), version("emmeans"), sep = "; "),
  call = "clmm(formula, link, threshold, weights), clm without random effects; glmer(binomial), glmmTMB(binomial(probit)); emmeans(~system), pairs",
  cases = cases), digits = I(16), auto_unbox = FALSE, na = "null", pretty = FALSE), "reference/mixed/clmm.json")
cat(length(cases), "cases\n")
