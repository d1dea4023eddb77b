# Writes reference/meta/escalc.json. Run from the repository root: Rscript reference/meta/escalc.R
# metafor::escalc on made-up summaries, among them empty cells and tiny groups, and its transformations back.
suppressMessages({library(metafor); library(jsonlite)})
means <- data.frame(m1 = c(3.7, 3.125, -0.2, 101, 0), sd1 = c(0.9, 0.92393, 1.1, 15, 2.5), n1 = c(20, 200, 2, 31, 7),
  m2 = c(3.1, 2.57, 0.4, 101, 4), sd2 = c(1.2, 1.2093, 0.3, 14, 0), n2 = c(25, 200, 3, 1000, 2))
tables <- data.frame(a = c(12, 4, 0, 30, 0, 17), b = c(28, 119, 20, 0, 15, 1699), c = c(20, 11, 3, 25, 0, 65), d = c(20, 128, 17, 5, 16, 1600))
shares <- data.frame(x = c(3, 0, 40, 17, 1), n = c(30, 12, 40, 1000, 2))
pairs <- data.frame(r = c(0.3, -0.62, 0, 0.97, 0.1), n = c(24, 100, 4, 11, 5000))
cases <- list()
put <- function(measure, shape, data, call) {
  e <- call
  cases[[length(cases) + 1]] <<- list(measure = measure, shape = shape, rows = data, yi = as.numeric(e$yi), vi = as.numeric(e$vi))
}
for (m in c("MD", "SMD")) put(m, "means", means, escalc(m, m1i = m1, sd1i = sd1, n1i = n1, m2i = m2, sd2i = sd2, n2i = n2, data = means))
for (m in c("OR", "RR", "RD")) put(m, "tables", tables, escalc(m, ai = a, bi = b, ci = c, di = d, data = tables))
for (m in c("PR", "PLO", "PFT")) put(m, "shares", shares, escalc(m, xi = x, ni = n, data = shares))
for (m in c("COR", "ZCOR")) put(m, "pairs", pairs, escalc(m, ri = r, ni = n, data = pairs))
points <- c(0.05, 0.2, 0.4, 0.8, 1.3, 1.55)
back <- list(sizes = shares$n, points = points,
  PFT = sapply(points, function(z) transf.ipft.hm(z, targs = list(ni = shares$n))),
  PLO = transf.ilogit(points), ZCOR = transf.ztor(points), OR = exp(points))
write_json(list(tool = R.version.string, metafor = as.character(packageVersion("metafor")), rtol = 1e-10,
  cases = cases, back = back), "reference/meta/escalc.json", digits = NA, auto_unbox = TRUE, dataframe = "rows")
