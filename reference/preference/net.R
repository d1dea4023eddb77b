# Writes reference/preference/net.csv: net preferences and their errors from single choices written out as 1, 0, -1.
# Run from the repository root: Rscript reference/preference/net.R
out <- file("reference/preference/net.csv", "w")
writeLines(c(paste("# tool: R", paste(R.version$major, R.version$minor, sep = ".")),
             "# call: x <- rep(c(1, -1, 0), c(first, second, equal)); mean(x); sqrt(mean((x - mean(x))^2) / n); qnorm",
             "first,second,n,level,net,se,low,high,rtol"), out)
for (case in list(c(148, 78, 494), c(180, 144, 396), c(1, 0, 5), c(30, 30, 0), c(9, 1, 2))) for (level in c(0.95, 0.9)) {
  x <- rep(c(1, -1, 0), case); n <- length(x)
  se <- sqrt(mean((x - mean(x))^2) / n); half <- qnorm(1 - (1 - level) / 2) * se
  writeLines(paste(c(case[1:2], n, level, vapply(c(mean(x), se, mean(x) - half, mean(x) + half), format, "", digits = 17), "1e-11"), collapse = ","), out)
}
close(out)
