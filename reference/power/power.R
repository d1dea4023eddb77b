# Power, sizes and detectable effects from R's stats and pwr.
# Run from the repository root: Rscript reference/power/power.R
library(pwr)
rows <- list()
put <- function(test, asked, effect, n, power, alpha, rtol)
  rows[[length(rows) + 1]] <<- data.frame(test, asked, effect = sprintf("%.17g", effect), n = sprintf("%.17g", n), power = sprintf("%.17g", power), alpha, rtol)
tight <- .Machine$double.eps^0.75
for (d in c(0.2, 0.5, 1.1)) for (n in c(5, 20, 200)) {
  two <- function(type) power.t.test(n = n, delta = d, type = type, strict = TRUE)$power
  put("two-sample two-sided", "power", d, n, two("two.sample"), 0.05, "1e-10")
  put("one-sample two-sided", "power", d, n, two("paired"), 0.05, "1e-10")
  put("two-sample one-sided", "power", d, n, power.t.test(n = n, delta = d, alternative = "one.sided")$power, 0.05, "1e-10")
  # pwr's ANOVA rests on R's noncentral F, which is off by up to 6e-9 here.
  for (k in c(2, 4)) put(paste("anova", k), "power", d / 2, n, pwr.anova.test(k = k, n = n, f = d / 2)$power, 0.05, "1e-8")
  put("anova eta2 3", "power", d / 4, n, pwr.anova.test(k = 3, n = n, f = sqrt(d / 4 / (1 - d / 4)))$power, 0.05, "1e-8")
  put("chi-square 3", "power", d / 2, n * 2, pwr.chisq.test(w = d / 2, N = n * 2, df = 3, sig.level = 0.01)$power, 0.01, "1e-9")
  put("correlation two-sided", "power", d / 2, n, pwr.r.test(n = n, r = d / 2)$power, 0.05, "1e-10")
  put("correlation one-sided", "power", d / 2, n, pwr.r.test(n = n, r = d / 2, alternative = "greater")$power, 0.05, "1e-10")
}
for (d in c(0.3, 0.5, 0.8)) {
  put("two-sample two-sided", "n", d, power.t.test(delta = d, power = 0.8, strict = TRUE, tol = tight)$n, 0.8, 0.05, "1e-8")
  put("one-sample two-sided", "n", d, power.t.test(delta = d, power = 0.9, type = "one.sample", strict = TRUE, tol = tight)$n, 0.9, 0.05, "1e-8")
  put("anova 3", "n", d / 2, pwr.anova.test(k = 3, f = d / 2, power = 0.8)$n, 0.8, 0.05, "1e-5")
  put("chi-square 3", "n", d, pwr.chisq.test(w = d, df = 3, power = 0.8)$N, 0.8, 0.05, "1e-5")
  put("correlation two-sided", "n", d, pwr.r.test(r = d, power = 0.8)$n, 0.8, 0.05, "1e-5")
}
for (n in c(20, 33, 200)) {
  put("two-sample two-sided", "effect", power.t.test(n = n, power = 1 / 3, strict = TRUE, tol = tight)$delta, n, 1 / 3, 0.05, "1e-8")
  put("anova 3", "effect", pwr.anova.test(k = 3, n = n, power = 0.8)$f, n, 0.8, 0.05, "1e-5")
}
out <- do.call(rbind, rows)
con <- file("reference/power/power.csv", "w")
writeLines(sprintf("# R %s (power.t.test strict = TRUE), pwr %s; Rscript reference/power/power.R; n is per group, for chi-square in all", getRversion(), packageVersion("pwr")), con)
write.csv(out, con, row.names = FALSE, quote = FALSE)
close(con)
