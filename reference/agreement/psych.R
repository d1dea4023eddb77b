# Writes reference/agreement/psych.csv: intraclass correlations and Kendall's W.
# Run from the repository root, after ratings.py: Rscript reference/agreement/psych.R
suppressMessages(library(psych))
ratings <- read.csv("reference/agreement/ratings.csv", comment.char = "#")
out <- file("reference/agreement/psych.csv", "w")
cat("# tool: R ", paste(R.version$major, R.version$minor, sep = "."), ", psych ", as.character(packageVersion("psych")), "\n", sep = "", file = out)
cat("# call: ICC(matrix, lmer = FALSE); W = friedman.test(ranks)$statistic / (m (k - 1))\n", file = out)
cat("dataset,method,option,field,value,rtol,atol\n", file = out)
put <- function(dataset, method, option, fields, rtol, atol) for (field in names(fields))
  writeLines(paste(dataset, method, option, field, format(fields[[field]], digits = 17), rtol, atol, sep = ","), out)
for (name in unique(ratings$dataset)) {
  rows <- ratings[ratings$dataset == name, ]
  m <- as.matrix(reshape(rows[, c("rater", "item", "value")], idvar = "item", timevar = "rater", direction = "wide")[, -1])
  complete <- m[complete.cases(m), , drop = FALSE]
  if (nrow(complete) >= 3) {
    icc <- ICC(complete, lmer = FALSE)$results
    for (form in icc$type) {
      r <- icc[icc$type == form, ]
      put(name, "icc", form, list(value = r$ICC, p = r$p, low = r[["lower bound"]], high = r[["upper bound"]]), 1e-9, 1e-12)
    }
    # friedman.test wants blocks (raters) in rows and items in columns.
    ft <- friedman.test(t(complete))
    w <- unname(ft$statistic) / (ncol(complete) * (nrow(complete) - 1))
    put(name, "kendall_w", "corrected", list(value = w, chi2 = unname(ft$statistic), p = ft$p.value), 1e-10, 0)
  }
}
close(out)
