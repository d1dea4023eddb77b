# Writes reference/decide/shares.csv: intervals of the difference of two independent shares by the score test (Mee 1984), with
# the closed form of Farrington & Manning (1990, Stat. Med. 9) for the most likely shares with a difference, and of a single
# share by Wilson's method, which is prop.test's without its correction. The first three pairs of shares are examples of
# Newcombe (1998, Stat. Med. 17, pages 873 to 890). Where both sizes are given, the row is a difference.
# Run from the repository root: Rscript reference/decide/shares.R
likeliest <- function(x1, n1, x2, n2, d) { # p1 - p2 = d
  p1 <- x1 / n1; p2 <- x2 / n2; theta <- n2 / n1
  a <- 1 + theta; b <- -(1 + theta + p1 + theta * p2 + d * (theta + 2))
  c <- d * d + d * (2 * p1 + theta + 1) + p1 + theta * p2; e <- -p1 * d * (1 + d)
  v <- b^3 / (27 * a^3) - b * c / (6 * a^2) + e / (2 * a); u <- sign(v) * sqrt(max(b^2 / (9 * a^2) - c / (3 * a), 0))
  w <- (pi + acos(max(-1, min(1, if (u == 0) 0 else v / u^3)))) / 3
  q <- 2 * u * cos(w) - b / (3 * a); pmin(pmax(c(q, q - d), 0), 1)
}
statistic <- function(d, x1, n1, x2, n2) {
  q <- likeliest(x1, n1, x2, n2, d); (x1 / n1 - x2 / n2 - d) / sqrt(q[1] * (1 - q[1]) / n1 + q[2] * (1 - q[2]) / n2) }
end <- function(from, to, f) tryCatch(uniroot(f, c(from, to), tol = 1e-13)$root, error = function(e) if (to > 0.999) 1 else -1)
out <- file("reference/decide/shares.csv", "w")
writeLines(c(paste("# tool: R", paste(R.version$major, R.version$minor, sep = ".")),
             "# call: uniroot on the score statistic; prop.test(first, of, correct = FALSE)",
             "first,of,second,of_second,level,low,high"), out)
put <- function(...) writeLines(paste(vapply(c(...), function(x) if (is.na(x)) "" else format(x, digits = 15), ""), collapse = ","), out)
for (k in list(c(56, 70, 48, 80), c(9, 10, 3, 10), c(5, 56, 0, 29), c(10, 10, 0, 20), c(4, 150, 0, 150), c(2, 300, 9, 200),
               c(17, 40, 17, 40))) for (level in c(0.95, 0.8)) {
  z <- qnorm(0.5 + level / 2); d <- k[1] / k[2] - k[3] / k[4]; f <- function(x) statistic(x, k[1], k[2], k[3], k[4])
  put(k, level, end(-1 + 1e-9, d - 1e-9, function(x) f(x) - z), end(d + 1e-9, 1 - 1e-9, function(x) f(x) + z))
}
for (k in list(c(1, 29), c(0, 20), c(20, 20), c(13, 40), c(3, 500))) for (level in c(0.95, 0.8))
  put(k, NA, NA, level, suppressWarnings(prop.test(k[1], k[2], conf.level = level, correct = FALSE))$conf.int)
close(out)
