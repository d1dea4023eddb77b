# Profile intervals of ordinal models on the wine data shipped with ordinal. Run from the repository root:
#   Rscript reference/mixed/clmm_profile.R
# Without random effects they are ordinal's own; with them, the ends are where the deviance with the effect held by
# an offset has risen by the quantile of chi-squared.
suppressPackageStartupMessages({ library(ordinal); library(jsonlite) })
data(wine)
d <- data.frame(rating = as.integer(wine$rating), temp = as.character(wine$temp), contact = as.character(wine$contact), judge = as.character(wine$judge))
wine$warm <- as.numeric(wine$temp == "warm"); wine$yes <- as.numeric(wine$contact == "yes")
fixed <- confint(clm(rating ~ temp + contact, data = wine), type = "profile")
# As it comes, clmm stops too early for the fourth digit of an end.
tight <- clmm.control(gradTol = 1e-8, grtol = 1e-9, maxIter = 500)
full <- clmm(rating ~ temp + contact + (1 | judge), data = wine, control = tight)
held <- function(which, b) {
  wine$held <- b * wine[[which]]
  f <- if (which == "warm") rating ~ contact + offset(held) + (1 | judge) else rating ~ temp + offset(held) + (1 | judge)
  as.numeric(logLik(suppressWarnings(clmm(f, data = wine, control = tight))))
}
end <- function(which, name, sign) {
  b <- coef(full)[[name]]
  rise <- function(x) 2 * (as.numeric(logLik(full)) - held(which, x)) - qchisq(0.95, 1)
  uniroot(rise, sort(b + sign * c(0.5, 6)), tol = 1e-7)$root
}
mixed <- rbind(c(end("warm", "tempwarm", -1), end("warm", "tempwarm", 1)), c(end("yes", "contactyes", -1), end("yes", "contactyes", 1)))
version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(tool = paste(R.version.string, version("ordinal"), sep = "; "), call = "confint(clm(), type = \"profile\"); clmm(control = clmm.control(gradTol = 1e-8, grtol = 1e-9)) with offset, uniroot",
  columns = d, cases = list(
    list(formula = "rating ~ temp + contact", low = unname(fixed[, 1]), high = unname(fixed[, 2]), tolerance = 1e-4),
    list(formula = "rating ~ temp + contact + (1 | judge)", low = mixed[, 1], high = mixed[, 2], tolerance = 1e-4))),
  dataframe = "columns", digits = I(12), auto_unbox = TRUE), "reference/mixed/clmm_profile.json")
