# The random designs of random.R and terms.R, and a fit of them to more digits than lme4 stops at. The same
# designs are drawn in crates/stats/tests/it/mixed/draw.rs, so that only the fits are stored.
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(pbkrtest); library(emmeans); library(jsonlite) })
emm_options(lmerTest.limit = 1e6, pbkrtest.limit = 1e6)

state <- 1
uniform <- function() { state <<- (16807 * state) %% 2147483647; state / 2147483647 }
normal <- function() { s <- 0; for (i in 1:12) s <- s + uniform(); s - 6 }
whole <- function(k) floor(uniform() * k)

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

control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), calc.derivs = FALSE,
                       check.conv.singular = "ignore", check.rankX = "silent.drop.cols")

# The criterion itself cannot tell parameters apart beyond half its digits; its derivative can. A few Newton
# steps on Richardson's differences take a fit that is not singular to where the derivative vanishes.
polished <- function(formula, d, reml, weights, ...) {
  d$.w <- weights
  lf <- lFormula(formula, d, REML = reml, weights = .w, control = control, ...)
  f <- do.call(mkLmerDevfun, c(lf, list(control = control)))
  opt <- optimizeLmer(f, optimizer = "bobyqa", control = control$optCtrl)
  theta <- opt$par
  if (min(theta[environment(f)$lower == 0]) > 0.01) for (i in 1:4) {
    g <- numDeriv::grad(f, theta); h <- numDeriv::hessian(f, theta)
    theta <- theta - solve(h, g)
  }
  if (!is.finite(f(theta)) || f(theta) > opt$fval + 1e-9) theta <- opt$par
  opt$par <- theta; opt$fval <- f(theta)
  fit <- mkMerMod(environment(f), opt, lf$reTrms, lf$fr, call("lmer", formula, REML = reml))
  fit@call <- as.call(list(as.name("lmer"), formula = formula, data = as.name("d"), REML = reml, weights = as.name(".w"), control = as.name("control"), ...))
  assign("d", d, envir = globalenv())
  suppressMessages(as_lmerModLmerTest(fit))
}
