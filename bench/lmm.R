# Times lme4 and lmerTest on a file with the columns rater, item, system and y:
#   Rscript bench/lmm.R FILE REPEATS lmer|lmerTest
# Put OpenBLAS in LD_PRELOAD to measure with it. Prints medians of elapsed and processor seconds.
suppressPackageStartupMessages({ library(data.table); library(lme4); library(lmerTest) })
a <- commandArgs(TRUE)
d <- fread(a[1])
d[, `:=`(rater = factor(rater), item = factor(item), system = factor(system))]
once <- function() {
  t <- system.time({
    if (a[3] == "lmer") fit <- lme4::lmer(y ~ system + (1 | rater) + (1 | item), d)
    else { fit <- lmerTest::lmer(y ~ system + (1 | rater) + (1 | item), d); summary(fit) }
  })
  c(t[["elapsed"]], t[["user.self"]] + t[["sys.self"]], REMLcrit(fit))
}
r <- replicate(as.integer(a[2]), once())
cat(sprintf("%s %s n=%d elapsed=%.4f cpu=%.4f criterion=%.9f lme4=%s\n", a[1], a[3], nrow(d), median(r[1, ]), median(r[2, ]), r[3, 1], packageVersion("lme4")))
