# Writes reference/strength/bradley_terry.json. Run from the repository root.
# Votes are drawn from a Park-Miller generator; the references are BradleyTerry2 (plain and with
# an advantage of the first), the Poisson log-linear form of Davidson's model by glm, and
# sandwich::vcovCL (HC0 with G/(G-1)) for clustered errors, from which those of two crossed ways are put together.
suppressMessages({library(BradleyTerry2); library(jsonlite); library(sandwich)})
state <- 1
uniform <- function() { state <<- (16807 * state) %% 2147483647; state / 2147483647 }
draw <- function(systems, votes, tie, advantage, seed) {
  state <<- seed
  s <- seq(-0.8, 0.8, length.out = systems)
  rows <- t(sapply(seq_len(votes), function(v) {
    i <- floor(uniform() * systems); j <- floor(uniform() * (systems - 1)); if (j >= i) j <- j + 1
    eta <- s[i + 1] - s[j + 1] + advantage
    w <- c(exp(eta / 2), exp(-eta / 2), tie); u <- uniform() * sum(w)
    o <- if (u < w[1]) 0 else if (u < w[1] + w[2]) 1 else 2
    c(i, j, o, floor(uniform() * 20), floor(uniform() * 12))
  }))
  data.frame(first = rows[, 1], second = rows[, 2], outcome = rows[, 3], item = rows[, 4], rater = rows[, 5])
}
centred <- function(coef, V, k) {
  A <- rbind(diag(k - 1), 0) - 1 / k
  list(strength = as.vector(A %*% coef), covariance = A %*% V %*% t(A))
}
design <- function(d, k) {
  X <- matrix(0, nrow(d), k)
  X[cbind(seq_len(nrow(d)), d$first + 1)] <- 1
  X[cbind(seq_len(nrow(d)), d$second + 1)] <- -1
  X[, -k, drop = FALSE]
}
# glm takes its covariance one step earlier than its estimates; a further step from there mends it.
settled <- function(g) glm.fit(model.matrix(g), g$y, weights = g$prior.weights, family = g$family, start = coef(g),
                               intercept = FALSE, control = list(epsilon = 1e-30, maxit = 3))
covariance <- function(g) { f <- suppressWarnings(settled(g)); X <- model.matrix(g); solve(t(X) %*% (f$weights * X)) }
one <- function(name, k, votes, tie, advantage, seed) {
  d <- draw(k, votes, tie, advantage, seed); out <- list()
  decided <- d[d$outcome < 2, ]
  y <- as.numeric(decided$outcome == 0)
  p1 <- data.frame(system = factor(decided$first, levels = (k - 1):0), at.first = 1)
  p2 <- data.frame(system = factor(decided$second, levels = (k - 1):0), at.first = 0)
  tight <- list(epsilon = 1e-15, maxit = 100)
  m <- BTm(y, p1, p2, ~ system, id = "system", control = tight)
  o <- match(paste0("system", 0:(k - 2)), names(coef(m)))
  out$plain <- c(centred(coef(m)[o], covariance(m)[o, o], k), logLik = as.numeric(logLik(m)))
  m <- BTm(y, p1, p2, ~ system + at.first, id = "system", control = tight)
  o <- match(c(paste0("system", 0:(k - 2)), "at.first"), names(coef(m)))
  V <- covariance(m)[o, o]
  out$position <- c(centred(coef(m)[o][-k], V[-k, -k], k), logLik = as.numeric(logLik(m)),
                    advantage = as.numeric(coef(m)[o][k]), advantage_se = sqrt(V[k, k]))
  X <- design(decided, k)
  g <- glm(y ~ 0 + X, family = binomial, control = tight)
  by <- function(cl) vcovCL(g, cluster = cl, type = "HC0", cadjust = TRUE)
  for (how in c("item", "rater"))
    out[[paste0("sandwich_", how)]] <- c(centred(coef(g), by(decided[[how]]), k)["covariance"],
                                         df = length(unique(decided[[how]])) - 1)
  # Both: the covariance by pages (item and rater), times an overdispersion for each of the two.
  of_pairs <- function(V) { C <- centred(coef(g), V, k)$covariance; p <- combn(k, 2)
    apply(p, 2, function(q) C[q[1], q[1]] + C[q[2], q[2]] - 2 * C[q[1], q[2]]) }
  page <- by(paste(decided$item, decided$rater))
  phi <- sapply(c("item", "rater"), function(how) max(1, mean(of_pairs(by(decided[[how]])) / of_pairs(page))))
  G <- sapply(c("item", "rater"), function(how) length(unique(decided[[how]])))
  out$sandwich_both <- c(centred(coef(g), (sum(phi) - 1) * page, k)["covariance"],
                         df = (sum(phi) - 1)^2 / sum(phi^2 / ((G - 1) * (k - 1))))
  X <- design(d, k); n <- nrow(d)
  if (any(d$outcome == 2)) {
    cell <- factor(paste(d$first, d$second)); tab <- as.data.frame(table(cell = cell, outcome = factor(d$outcome, 0:2)))
    first <- as.numeric(sub(" .*", "", tab$cell)); second <- as.numeric(sub(".* ", "", tab$cell))
    half <- c(0.5, -0.5, 0)[as.integer(tab$outcome)]
    Z <- design(data.frame(first = first, second = second), k) * half
    tied <- as.numeric(tab$outcome == 2)
    g <- glm(tab$Freq ~ 0 + tab$cell + Z + tied, family = poisson, control = tight)
    o <- c(grep("^Z", names(coef(g))), grep("^tied", names(coef(g))))
    V <- covariance(g)[o, o]; p <- ave(fitted(g), tab$cell, FUN = function(f) f / sum(f))
    out$davidson <- c(centred(coef(g)[o][-k], V[-k, -k], k),
      logLik = sum(ifelse(tab$Freq > 0, tab$Freq * log(p), 0)), tie = as.numeric(coef(g)[o][k]), tie_se = sqrt(V[k, k]))
  }
  c(list(name = name, systems = k), as.list(d), list(expect = out))
}
cases <- list(one("five systems with ties", 5, 400, 0.6, 0, 11), one("three systems, side matters", 3, 150, 0.4, 0.5, 12),
              one("eight systems, no ties", 8, 900, 0, 0.2, 13), one("two systems", 2, 60, 0.3, 0, 14))
write_json(list(tool = R.version.string, packages = list(BradleyTerry2 = as.character(packageVersion("BradleyTerry2")),
  sandwich = as.character(packageVersion("sandwich"))), rtol = 1e-9, cases = cases),
  "reference/strength/bradley_terry.json", digits = NA, auto_unbox = TRUE)
