# Writes reference/preference/binomial.csv: exact sign tests and Clopper-Pearson intervals.
# Run from the repository root: Rscript reference/preference/binomial.R
out <- file("reference/preference/binomial.csv", "w")
writeLines(c(paste("# tool: R", paste(R.version$major, R.version$minor, sep = ".")),
             "# call: binom.test(first, first + second, 0.5)", "first,second,p,low,high,rtol"), out)
for (case in list(c(1, 0), c(0, 5), c(3, 3), c(10, 4), c(148, 78), c(180, 144), c(944, 841), c(2801, 2599), c(4000, 900))) {
  b <- binom.test(case[1], sum(case), 0.5)
  writeLines(paste(c(case, vapply(c(b$p.value, b$conf.int), format, "", digits = 17), "1e-10"), collapse = ","), out)
}
close(out)
