# Cumulative-link models whose scale depends on columns: fits without random effects by ordinal::clm(scale =), and
# Laplace's approximation with one group of random effects at given parameters, level by level from its definition,
# for clmm has no scale. Run from the repository root:
#   Rscript reference/mixed/scale.R
# The designs are those of clmm.R.
suppressPackageStartupMessages({library(ordinal); library(jsonlite)})
lines <- readLines("reference/mixed/clmm.R")
first <- grep("^draw <- ", lines)
eval(parse(text = lines[first:(first - 1 + grep("^}", lines[first:length(lines)])[1])]))

thresholds <- c("flexible", "symmetric", "equidistant")
scales <- c("system", "x", "system + x")

fitted_case <- function(index) {
  d <- draw(index)
  link <- if (index %% 2 == 0) "probit" else "logit"
  threshold <- thresholds[index %% 3 + 1]; scale <- scales[index %% 3 + 1]
  weighted <- index %% 4 == 0
  d$.w <- if (weighted) d$w else rep(1, nrow(d))
  fit <- clm(ordered ~ system + x, scale = as.formula(paste("~", scale)), data = d, weights = .w, link = link, threshold = threshold,
    control = clm.control(gradTol = 1e-10, maxIter = 200))
  s <- coef(summary(fit))
  list(index = index, formula = "ordered ~ system + x", scale = scale, link = link, threshold = threshold, weighted = weighted, sum_y = sum(d$y),
    parameter = rownames(s), estimate = unname(s[, 1]), se = unname(s[, 2]), log_likelihood = as.numeric(logLik(fit)), aic = AIC(fit))
}

# ln ∫ Π p N(u; 0, 1) du by Laplace, one level at a time, derivatives by Richardson's extrapolated differences.
laplace_case <- function(index) {
  d <- draw(index)
  link <- if (index %% 2 == 0) "probit" else "logit"
  F <- if (link == "probit") pnorm else plogis
  k <- nlevels(d$ordered)
  theta <- seq(-1.5, 1.5, length.out = k - 1); beta <- c(0.7, -0.4); zeta <- c(0.3, -0.25); sd <- 0.8
  X <- model.matrix(~ system, d)[, -1]
  eta <- drop(X %*% beta); s <- exp(drop(X %*% zeta))
  bounds <- c(-Inf, theta, Inf); code <- as.integer(d$ordered)
  level <- function(rows) {
    f <- function(u) {
      m <- eta[rows] + sd * u
      sum(log(F((bounds[code[rows] + 1] - m) / s[rows]) - F((bounds[code[rows]] - m) / s[rows]))) - u^2 / 2
    }
    second <- function(u) { over <- function(h) (f(u + h) - 2 * f(u) + f(u - h)) / h^2; (4 * over(0.002) - over(0.004)) / 3 }
    first <- function(u) { over <- function(h) (f(u + h) - f(u - h)) / (2 * h); (4 * over(0.001) - over(0.002)) / 3 }
    u <- 0
    for (i in 1:50) u <- u - first(u) / second(u)
    f(u) - 0.5 * log(-second(u))
  }
  list(index = index, formula = "ordered ~ system + (1 | h)", scale = "system", link = link, threshold = "flexible", weighted = FALSE, sum_y = sum(d$y),
    at = c(theta, beta, zeta, sd), log_likelihood = sum(sapply(split(seq_len(nrow(d)), d$h), level)))
}

version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(
  tool = paste(R.version.string, version("ordinal"), sep = "; "),
  call = "clm(ordered ~ system + x, scale =, link, threshold, weights); Laplace's approximation from its definition",
  fitted = lapply(1:18, fitted_case), at = lapply(21:26, laplace_case)), digits = I(15), auto_unbox = TRUE, pretty = FALSE), "reference/mixed/scale.json")
