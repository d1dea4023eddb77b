# What a column of numbers looks like, from base R. Run from the repository root:
#   Rscript reference/describe/describe.R
columns <- list(
  likert = c(4, 3, 5, 4, 2, 5, 4, 3, 4, 5, 3, 4),
  five = c(2, 4, 4, 5, 10),
  two = c(1, 2),
  shifted = 1e9 + c(0.1, 0.2, 0.4, 0.3),
  negative = c(-3.25, -1, 0, 2.5, 1e-7, -1e3),
  constant = c(3, 3, 3))
rows <- list()
for (name in names(columns)) for (level in c(0.95, 0.8)) {
  x <- columns[[name]]; n <- length(x); half <- qt(1 - (1 - level) / 2, n - 1) * sd(x) / sqrt(n)
  # Far from zero the spread is known to fewer digits.
  rtol <- if (name == "shifted") "1e-6" else "1e-12"
  values <- c(n = n, mean = mean(x), low = mean(x) - half, high = mean(x) + half, se = sd(x) / sqrt(n), sd = sd(x), median = median(x), min = min(x), max = max(x))
  rows[[length(rows) + 1]] <- data.frame(column = paste(sprintf("%.17g", x), collapse = " "), level, name = names(values), value = sprintf("%.17g", values), rtol)
}
out <- file("reference/describe/describe.csv", "w")
writeLines(sprintf("# R %s; mean, sd, median, min, max, qt; Rscript reference/describe/describe.R", getRversion()), out)
write.csv(do.call(rbind, rows), out, row.names = FALSE, quote = FALSE)
close(out)

# Values known by how often each was given.
rows <- list()
for (given in list(list(x = c(1, 2, 3, 4), f = c(11, 30, 52, 7)), list(x = c(100, -100, 0), f = c(148, 78, 494)),
                   list(x = 1e9 + c(0.25, 0.5), f = c(3, 2)), list(x = 7, f = 5))) {
  x <- rep(given$x, given$f)
  rows[[length(rows) + 1]] <- data.frame(values = paste(sprintf("%.17g", given$x), collapse = " "), counts = paste(given$f, collapse = " "),
    mean = sprintf("%.17g", mean(x)), sd = sprintf("%.17g", sd(x)), rtol = if (max(x) > 1e8) "1e-6" else "1e-12")
}
out <- file("reference/describe/counts.csv", "w")
writeLines(sprintf("# R %s; mean(rep(values, counts)), sd(rep(values, counts)); Rscript reference/describe/describe.R", getRversion()), out)
write.csv(do.call(rbind, rows), out, row.names = FALSE, quote = FALSE)
close(out)

# How far values lie apart.
columns$tied <- c(1, 5, 1, 5, 5, 3)
columns$far <- 1e6 + c(0, 1, 4)
rows <- list()
for (x in columns) {
  values <- c(median = median(x), median_deviation = mad(x), mean_difference = mean(dist(x)))
  rows[[length(rows) + 1]] <- data.frame(column = paste(sprintf("%.17g", x), collapse = " "), name = names(values), value = sprintf("%.17g", values), rtol = if (max(x) > 1e8) "1e-6" else "1e-12")
}
out <- file("reference/describe/spread.csv", "w")
writeLines(sprintf("# R %s; median(x), mad(x), mean(dist(x)); Rscript reference/describe/describe.R", getRversion()), out)
write.csv(do.call(rbind, rows), out, row.names = FALSE, quote = FALSE)
close(out)

# The share of pairs that differ, of values of which each kind was given so often.
rows <- list()
for (counts in list(c(4), c(1, 1), c(2, 2), c(3, 0, 5, 1), c(100, 50, 1), rep(1, 7))) {
  kinds <- rep(seq_along(counts), counts)
  rows[[length(rows) + 1]] <- data.frame(counts = paste(counts, collapse = " "), share = sprintf("%.17g", mean(combn(kinds, 2, function(pair) pair[1] != pair[2]))), rtol = "1e-12")
}
out <- file("reference/describe/differing.csv", "w")
writeLines(sprintf("# R %s; mean(combn(kinds, 2, function(pair) pair[1] != pair[2])); Rscript reference/describe/describe.R", getRversion()), out)
write.csv(do.call(rbind, rows), out, row.names = FALSE, quote = FALSE)
close(out)
