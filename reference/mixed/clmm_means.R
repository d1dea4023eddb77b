# Marginal means of ordinal models from given estimates and covariance: clmm's own standard errors come from differences
# of its likelihood and are good to three digits, but what emmeans makes of them is exact. Run from the repository root:
#   Rscript reference/mixed/clmm_means.R
# The designs are those of clmm.R.
suppressPackageStartupMessages({library(ordinal); library(emmeans); library(jsonlite)})
lines <- readLines("reference/mixed/clmm.R")
first <- grep("^draw <- ", lines)
eval(parse(text = lines[first:(first - 1 + grep("^}", lines[first:length(lines)])[1])]))
formulas <- c("system + (1 | g) + (1 | h)", "system + x + (1 | h)", "system * x + (1 | h)", "system + x")

one <- function(index) {
  d <- draw(index)
  f <- formulas[(index - 1) %% 4 + 1]
  link <- if (index %% 3 == 0) "probit" else "logit"
  model <- as.formula(paste("ordered ~", f))
  fit <- if (grepl("|", f, fixed = TRUE)) clmm(model, data = d, link = link) else clm(model, data = d, link = link)
  e <- suppressMessages(emmeans(fit, ~ system)); a <- as.data.frame(e); b <- as.data.frame(pairs(e, adjust = "tukey"))
  fixed <- seq_along(c(fit$alpha, fit$beta))
  list(index = index, formula = paste("ordered ~", f), link = link, sum_y = sum(d$y), parameter = names(c(fit$alpha, fit$beta)), estimate = unname(c(fit$alpha, fit$beta)),
    covariance = as.vector(vcov(fit)[fixed, fixed]), emmean = a$emmean, emmean_se = a$SE, contrast = b$estimate, contrast_se = b$SE, contrast_p = b$p.value)
}
# Where clmm's second differences are not positive definite it has no covariance to give.
some <- function(index) tryCatch(one(index), error = function(e) { message("case ", index, ": ", conditionMessage(e)); NULL })
version <- function(p) paste(p, as.character(packageVersion(p)))
writeLines(toJSON(list(tool = paste(R.version.string, version("ordinal"), version("emmeans"), sep = "; "),
  call = "clmm or clm; vcov; emmeans(~system), pairs(adjust = \"tukey\")", cases = Filter(Negate(is.null), lapply(1:12, some))), digits = I(16), auto_unbox = TRUE, pretty = FALSE),
  "reference/mixed/clmm_means.json")
