# Writes reference/correlation/pairs.csv (the data) and reference/correlation/cor_test.csv.
# Run from the repository root: Rscript reference/correlation/correlation.R
set.seed(20261115, kind = "Mersenne-Twister", normal.kind = "Inversion")
x <- round(rnorm(200), 6)
datasets <- list(
  three = list(c(3.71, 3.12, 2.5), c(3.1, 2.57, 2.6)),
  nine = list(c(44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1), c(2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8)),
  nine_tied = list(c(1, 2, 2, 3, 4, 4, 4, 5, 6), c(2, 1, 2, 4, 3, 5, 5, 6, 6)),
  twenty = list(x[1:20], round(x[1:20] + x[101:120], 6)),
  forty_tied = list(round(2 * x[1:40]), round(2 * (x[1:40] + 0.8 * x[141:180]))),
  hundred = list(x[1:100], round(0.5 * x[1:100] + x[101:200], 6)),
  steep = list(x[1:100], round(x[1:100] + 0.001 * x[101:200], 6)),
  opposed = list(x[1:30], round(-x[1:30] + 0.05 * x[101:130], 6))
)
data <- do.call(rbind, lapply(names(datasets), function(n) data.frame(dataset = n, x = datasets[[n]][[1]], y = datasets[[n]][[2]])))
version <- paste("# tool: R", paste(R.version$major, R.version$minor, sep = "."))
out <- file("reference/correlation/pairs.csv", "w")
writeLines(c(version, "# call: Rscript reference/correlation/correlation.R", "dataset,x,y"), out)
writeLines(paste(data$dataset, format(data$x, digits = 10, trim = TRUE), format(data$y, digits = 10, trim = TRUE), sep = ","), out)
close(out)
out <- file("reference/correlation/cor_test.csv", "w")
writeLines(c(version, "# call: cor.test(x, y, method, exact = TRUE without ties and up to 9 (spearman) or 49 (kendall), continuity = FALSE)",
             "dataset,method,option,field,value,rtol,atol"), out)
put <- function(dataset, method, option, field, value, rtol)
  writeLines(paste(dataset, method, option, field, format(value, digits = 17), rtol, 1e-300, sep = ","), out)
for (name in names(datasets)) {
  a <- datasets[[name]][[1]]; b <- datasets[[name]][[2]]
  ties <- anyDuplicated(a) > 0 || anyDuplicated(b) > 0
  r <- cor.test(a, b)
  put(name, "pearson", "t", "value", unname(r$estimate), 1e-12)
  if (name != "steep") put(name, "pearson", "t", "p", r$p.value, 1e-10)
  if (length(a) > 3) { put(name, "pearson", "t", "low", r$conf.int[1], 1e-10); put(name, "pearson", "t", "high", r$conf.int[2], 1e-10) }
  s <- suppressWarnings(cor.test(a, b, method = "spearman", exact = FALSE, continuity = FALSE))
  put(name, "spearman", "t", "value", unname(s$estimate), 1e-12)
  if (length(a) > 12) put(name, "spearman", "t", "p", s$p.value, if (name == "steep") 1e-8 else 1e-10)
  else if (!ties && length(a) <= 9) put(name, "spearman", "exact", "p", cor.test(a, b, method = "spearman", exact = TRUE)$p.value, 1e-12)
  k <- suppressWarnings(cor.test(a, b, method = "kendall", exact = FALSE, continuity = FALSE))
  put(name, "kendall", "z", "value", unname(k$estimate), 1e-12)
  if (ties && length(a) > 8 || length(a) > 60) put(name, "kendall", "z", "p", k$p.value, 1e-10)
  else if (!ties) put(name, "kendall", "exact", "p", cor.test(a, b, method = "kendall", exact = TRUE)$p.value, 1e-11)
}
close(out)
