# Power of the exact sign test, by its definition from the binomial distribution, and of two-sided tests whose
# standard error is known, from R's noncentral t and power.t.test. Run from the repository root: Rscript reference/power/reached.R
rows <- list()
put <- function(test, effect, n, power, alpha, rtol)
  rows[[length(rows) + 1]] <<- data.frame(test, effect = sprintf("%.17g", effect), n = sprintf("%.17g", n), power = sprintf("%.17g", power), alpha = sprintf("%.17g", alpha), rtol)
for (n in c(1, 5, 6, 30, 101, 1000)) for (share in c(0, 0.3, 0.5, 0.65, 0.9)) for (alpha in c(0.05, 0.05 / 6)) {
  counts <- 0:n
  # binom.test adds up all counts that are as rare; at one half this is twice the smaller tail.
  p <- sapply(counts, function(k) binom.test(k, n, 0.5)$p.value)
  put("sign", share, n, sum(dbinom(counts[p < alpha], n, share)), alpha, "1e-10")
}
for (df in c(3, 17.5, 180, Inf)) for (delta in c(0, 0.5, 2, 4.2)) for (alpha in c(0.05, 0.05 / 6)) {
  critical <- qt(alpha / 2, df, lower.tail = FALSE)
  tails <- if (is.finite(df)) c(pt(critical, df, delta, lower.tail = FALSE), pt(-critical, df, delta)) else
    c(pnorm(critical, delta, lower.tail = FALSE), pnorm(-critical, delta))
  put("contrast", delta, df, sum(tails), alpha, "1e-9")
}
# In the direction of the difference alone, as a two-sided test of two samples of n each with a standard deviation of 1.
for (n in c(3, 12, 60)) for (delta in c(0.2, 0.5, 1.5)) for (alpha in c(0.05, 0.05 / 6))
  put("direction", delta, n, power.t.test(n = n, delta = delta, sd = 1, sig.level = alpha)$power, alpha, "1e-9")
# One-sided against a margin of 1; the difference is in standard errors.
for (df in c(3, 17.5, 180, Inf)) for (difference in c(-1, 0, 1, 2.5, 5)) for (alpha in c(0.05, 0.05 / 6)) {
  critical <- qt(alpha, df, lower.tail = FALSE)
  power <- if (is.finite(df)) pt(critical, df, difference - 1, lower.tail = FALSE) else pnorm(critical, difference - 1, lower.tail = FALSE)
  put("above", difference, df, power, alpha, "1e-9")
}
out <- do.call(rbind, rows)
con <- file("reference/power/reached.csv", "w")
writeLines(sprintf("# R %s binom.test, dbinom, pt, power.t.test; Rscript reference/power/reached.R; effect is a share or a difference over its error, n choices, df, or people in each of two groups", getRversion()), con)
write.csv(out, con, row.names = FALSE, quote = FALSE)
close(con)
