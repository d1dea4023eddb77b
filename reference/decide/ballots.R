# The deciding model of ballots. Where every ballot has all systems: lmerTest on orthonormal contrasts, with an effect
# for each item and contrast and for each rater and contrast. Where ballots have different systems, lme4 has no formula
# for it: the restricted likelihood is written down with dense matrices and maximised, and Satterthwaite's
# degrees of freedom are taken from its derivatives. Both ways are run on complete ballots and must agree.
# Run from the repository root:
#   Rscript reference/decide/ballots.R
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(jsonlite) })
source("reference/decide/most_df.R")
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), calc.derivs = FALSE,
                       check.conv.singular = "ignore")

helmert <- function(m) { h <- matrix(0, m, m - 1); for (c in 1:(m - 1)) { h[1:c, c] <- 1; h[c + 1, c] <- -c }
  sweep(h, 2, sqrt(colSums(h^2)), "/") }

# Rows of contrasts: value, weights by system, rater, item.
rows_of <- function(ballots, k) do.call(rbind, lapply(ballots, function(b) {
  h <- helmert(length(b$system)); w <- matrix(0, ncol(h), k); w[, b$system + 1] <- t(h)
  data.frame(z = as.vector(t(h) %*% b$score), contrast = seq_len(ncol(h)), rater = b$rater, item = b$item, w = I(w)) }))

dense <- function(d, k, terms) {
  B <- helmert(k); X <- unclass(d$w) %*% B; n <- nrow(X); p <- ncol(X)
  code <- list(item = d$item, rater = d$rater, page = paste(d$item, d$rater))
  S <- lapply(terms, function(t) tcrossprod(unclass(d$w)) * outer(code[[t]], code[[t]], "=="))
  parts <- function(theta) { V <- diag(n); for (i in seq_along(S)) V <- V + theta[i]^2 * S[[i]]
    C <- chol(V); A <- backsolve(C, X, transpose = TRUE); y <- backsolve(C, d$z, transpose = TRUE)
    G <- crossprod(A); b <- solve(G, crossprod(A, y)); list(C = C, G = G, b = b, r2 = sum((y - A %*% b)^2)) }
  criterion <- function(theta, sigma) { q <- parts(theta)
    2 * sum(log(diag(q$C))) + as.numeric(determinant(q$G)$modulus) + (n - p) * log(2 * pi * sigma^2) + q$r2 / sigma^2 }
  profiled <- function(theta) criterion(theta, sqrt(parts(theta)$r2 / (n - p)))
  best <- NULL
  for (start in list(rep(0.5, length(S)), rep(0.1, length(S)))) {
    o <- optim(start, profiled, method = "L-BFGS-B", lower = 0, control = list(factr = 1e1, pgtol = 1e-12, maxit = 1000, ndeps = rep(1e-5, length(S))))
    if (is.null(best) || o$value < best$value) best <- o }
  theta <- best$par; sigma <- sqrt(parts(theta)$r2 / (n - p)); phi <- c(theta, sigma)
  phi_cov <- function(phi) phi[length(phi)]^2 * solve(parts(phi[-length(phi)])$G)
  f <- function(phi) criterion(phi[-length(phi)], phi[length(phi)])
  free <- which(phi > 1e-4)
  step <- function(i, h) { e <- rep(0, length(phi)); e[i] <- h; e }
  h <- 1e-3 * phi
  H <- matrix(0, length(free), length(free))
  second <- function(i, j, s) (f(phi + step(i, s * h[i]) + step(j, s * h[j])) - f(phi + step(i, s * h[i]) - step(j, s * h[j])) -
    f(phi - step(i, s * h[i]) + step(j, s * h[j])) + f(phi - step(i, s * h[i]) - step(j, s * h[j]))) / (4 * s^2 * h[i] * h[j])
  for (a in seq_along(free)) for (b in seq_along(free)) {
    i <- free[a]; j <- free[b]; H[a, b] <- (4 * second(i, j, 1) - second(i, j, 2)) / 3 }
  A <- 2 * solve(H); q <- parts(theta); V <- phi_cov(phi)
  pairs <- combn(k, 2); L <- t(B[pairs[1, ], , drop = FALSE] - B[pairs[2, ], , drop = FALSE])
  value <- as.vector(t(L) %*% q$b); variance <- colSums(L * (V %*% L))
  slope <- sapply(free, function(i) { e <- step(i, h[i]); d1 <- (phi_cov(phi + e) - phi_cov(phi - e)) / (2 * h[i])
    e <- 2 * e; d2 <- (phi_cov(phi + e) - phi_cov(phi - e)) / (4 * h[i]); colSums(L * (((4 * d1 - d2) / 3) %*% L)) })
  slope <- matrix(slope, ncol = length(free))
  list(difference = value, se = sqrt(variance), df = 2 * variance^2 / rowSums((slope %*% A) * slope),
       sd = c(setNames(as.list(theta * sigma), terms), Residual = sigma))
}

by_lmer <- function(d, k) {
  d$contrast <- factor(d$contrast); d$item <- factor(d$item); d$rater <- factor(d$rater)
  formula <- if (k == 2) z ~ 1 + (1 | item) + (1 | rater) else z ~ 0 + contrast + (1 | item:contrast) + (1 | rater:contrast)
  fit <- suppressMessages(lmerTest::lmer(formula, d, control = control))
  B <- helmert(k); pairs <- combn(k, 2)
  t(sapply(seq_len(ncol(pairs)), function(i) {
    c <- lmerTest::contest1D(fit, B[pairs[1, i], ] - B[pairs[2, i], ], ddf = "Satterthwaite")
    c(c$Estimate, c$`Std. Error`, c$df) }))
}

# Where four in five pages are a ballot of all systems and Levene's test finds at 20 % that tastes vary unequally (a rater's mean for each
# system, within ballots), a pair whose differences of tastes vary more than the mean of all pairs has at least the error of the model
# of the ballots with both, with its degrees of freedom, limited like those of all.
pages <- function(ballots) length(unique(sapply(ballots, function(b) paste(b$rater, b$item))))
unequal <- function(ballots, k, out, terms) {
  said <- do.call(rbind, lapply(ballots, function(b) data.frame(rater = b$rater, system = b$system, score = b$score - mean(b$score))))
  tastes <- tapply(said$score, said[c("rater", "system")], mean)
  tastes <- tastes[complete.cases(tastes), , drop = FALSE]
  if (k < 3 || nrow(tastes) < 3 || sum(sapply(ballots, function(b) length(b$system)) == k) < 0.8 * pages(ballots)) return(NULL)
  tastes <- tastes - rowMeans(tastes)
  group <- factor(col(tastes)); away <- abs(tastes - ave(tastes, group, FUN = mean))
  p <- anova(lm(as.vector(away) ~ as.vector(group)))[["Pr(>F)"]][1]
  if (p >= 0.2) return(NULL)
  both <- combn(k, 2)
  apart <- apply(both, 2, function(two) var(tastes[, two[1]] - tastes[, two[2]]))
  most <- function(of) { d <- do.call(rbind, lapply(of, function(b) data.frame(r = b$rater, s = b$system))); most_df(d$r, d$s) }
  se <- out$se; df <- pmin(out$df, most(ballots))
  for (at in which(apart > mean(apart))) {
    two <- both[, at] - 1
    of <- lapply(Filter(function(b) all(two %in% b$system), ballots), function(b) {
      b$score <- b$score[match(two, b$system)]; b$system <- 0:1; b })
    alone <- dense(rows_of(of, 2), 2, terms)
    if (alone$se > se[at]) { se[at] <- alone$se; df[at] <- min(alone$df, most(of)) }
  }
  list(tastes = p, se = se, df = df)
}

# A latent quality for each system with output, taste and noise; a ballot is what the rater makes of it.
latent <- function(seed, raters, items, k, output = 0.6, taste = 0.3, noise = 0.8) {
  set.seed(seed); o <- matrix(rnorm(items * k, sd = output), items); t <- matrix(rnorm(raters * k, sd = taste), raters)
  function(r, i, s) 0.15 * s + o[i + 1, s + 1] + t[r + 1, s + 1] + rnorm(length(s), sd = noise) }
ranking <- function(x, tie) -rank(round(-x / tie) * tie)
best_worst <- function(x) { y <- rep(0, length(x)); y[which.max(x)] <- 1; y[which.min(x)] <- -1; y }
wins <- function(x, tie) sapply(seq_along(x), function(a) sum(sign(round((x[a] - x) / tie)))) / length(x)

all_of <- function(raters, items) { e <- expand.grid(item = 0:(items - 1), rater = 0:(raters - 1)); split(e, seq_len(nrow(e))) }
some_of <- function(pages, share) Filter(function(p) (p$item * 7 + p$rater * 3) %% 10 < share, pages)
make <- function(q, pages, k, score) lapply(unname(pages), function(p)
  list(rater = p$rater, item = p$item, system = 0:(k - 1), score = score(q(p$rater, p$item, 0:(k - 1)))))
subset_of <- function(q, pages, k, m, score) lapply(unname(pages), function(p) {
  s <- sort((p$item + p$rater * 2 + 0:(m - 1)) %% k); list(rater = p$rater, item = p$item, system = s, score = score(q(p$rater, p$item, s))) })
votes_of <- function(q, pages, k) do.call(c, lapply(unname(pages), function(p) { x <- q(p$rater, p$item, 0:(k - 1))
  lapply(list(c(0, 1), c(1, 2)), function(s) { w <- 0.5 * sign(round(x[s[1] + 1] - x[s[2] + 1] + rnorm(1, sd = 0.5), 0))
    list(rater = p$rater, item = p$item, system = s, score = c(w, -w)) }) }))

# Every second rater loves a system that the others cannot bear.
divided <- function(q, pages, k, system) lapply(unname(pages), function(p) { x <- q(p$rater, p$item, 0:(k - 1))
  x[system + 1] <- x[system + 1] + (-1)^p$rater
  list(rater = p$rater, item = p$item, system = 0:(k - 1), score = ranking(x, 0.5)) })

cases <- list(
  list("rankings of four with ties", 4, c("item", "rater"), make(latent(1, 5, 12, 4), all_of(5, 12), 4, function(x) ranking(x, 0.5))),
  list("best and worst of four", 4, c("item", "rater"), make(latent(2, 6, 15, 4), all_of(6, 15), 4, best_worst)),
  list("all pairs of three, some raters missing", 3, c("item", "rater"), make(latent(3, 6, 20, 3), some_of(all_of(6, 20), 6), 3, function(x) wins(x, 0.6))),
  list("two systems", 2, c("item", "rater"), make(latent(4, 4, 25, 2), all_of(4, 25), 2, function(x) wins(x, 0.6))),
  list("no taste and no output effect", 3, c("item", "rater"), make(latent(5, 4, 15, 3, output = 0, taste = 0), all_of(4, 15), 3, function(x) ranking(x, 0.1))),
  list("pairs of different systems on each page", 4, c("item", "rater"), subset_of(latent(6, 6, 20, 4), all_of(6, 20), 4, 2, function(x) wins(x, 0.6))),
  list("three of five systems on each page", 5, c("item", "rater"), subset_of(latent(7, 5, 16, 5), all_of(5, 16), 5, 3, function(x) ranking(x, 0.4))),
  list("two of three pairs on each page", 3, c("item", "rater", "page"), votes_of(latent(8, 5, 12, 3, noise = 1.5), all_of(5, 12), 3)),
  list("rankings of four, raters divided over one system", 4, c("item", "rater"), divided(latent(11, 9, 16, 4), all_of(9, 16), 4, 1)),
  list("two raters", 3, c("item"), make(latent(9, 2, 20, 3), all_of(2, 20), 3, function(x) ranking(x, 0.4))))

one <- function(case) {
  k <- case[[2]]; d <- rows_of(case[[4]], k); out <- dense(d, k, case[[3]])
  if (identical(case[[3]], c("item", "rater")) && all(sapply(case[[4]], function(b) length(b$system)) == k)) {
    m <- by_lmer(d, k); found <- cbind(out$difference, out$se, out$df)
    cat(sprintf("%-45s dense against lmerTest: %.1e\n", case[[1]], max(abs(found / m - 1)[, 2:3], abs(found[, 1] - m[, 1]))))
    out$difference <- m[, 1]; out$se <- m[, 2]; out$df <- m[, 3]
  } else cat(sprintf("%-45s df %s\n", case[[1]], paste(round(out$df, 2), collapse = " ")))
  scatter <- unequal(case[[4]], k, out, intersect(case[[3]], c("item", "rater")))
  c(list(name = case[[1]], systems = k, ballots = lapply(case[[4]], function(b)
    list(rater = b$rater, item = b$item, scores = lapply(seq_along(b$system), function(i) c(b$system[i], b$score[i]))))), out, if (!is.null(scatter)) list(scatter = scatter))
}
version <- function(p) paste(p, as.character(packageVersion(p)))
out <- list(tool = paste(R.version.string, version("lme4"), version("lmerTest"), sep = "; "),
  call = "lmerTest::lmer(z ~ 0 + contrast + (1 | item:contrast) + (1 | rater:contrast)); dense REML where ballots differ",
  cases = lapply(cases, one))
writeLines(toJSON(out, digits = I(16), auto_unbox = TRUE), "reference/decide/ballots.json")
