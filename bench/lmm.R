# Times lme4 and lmerTest on a file with the columns rater, item, system, y, steep and shared:
#   Rscript bench/lmm.R FILE REPEATS lmer|lmerTest|bootMer intercepts|slope|decide
# `bootMer` makes 200 replicates. R is as fast as the BLAS it is linked with, which is named in the one JSON object
# that is printed.
suppressPackageStartupMessages({ library(lme4); library(lmerTest) })
a <- commandArgs(TRUE)
d <- read.csv(a[1])
for (name in c("rater", "item", "system")) d[[name]] <- factor(d[[name]])
d$x <- ((seq_len(nrow(d)) - 1) * 7919) %% 1000 / 500 - 1
f <- switch(a[4],
  slope = steep ~ system + x + (1 + x | rater) + (1 | item),
  decide = shared ~ system + (1 | rater) + (1 | item) + (1 | item:system) + (1 | rater:system),
  y ~ system + (1 | rater) + (1 | item))
fit <- NULL
if (a[3] == "bootMer") fit <- lme4::lmer(f, d)
once <- function() {
  t <- system.time({
    if (a[3] == "lmer") fit <<- lme4::lmer(f, d)
    else if (a[3] == "lmerTest") { fit <<- lmerTest::lmer(f, d); summary(fit) }
    else bootMer(fit, function(m) c(fixef(m), getME(m, "theta"), sigma(m)), nsim = 200)
  })
  c(t[["elapsed"]], t[["user.self"]] + t[["sys.self"]])
}
r <- suppressMessages(suppressWarnings(replicate(as.integer(a[2]), once())))
peak <- as.numeric(gsub("\\D", "", grep("VmHWM", readLines("/proc/self/status"), value = TRUE))) / 1024
cat(sprintf('{"wall": [%s], "cpu": [%s], "criterion": %.9f, "difference": %.9f, "se": %.9f, "peak_rss_mb": %.1f, "version": "lme4 %s, lmerTest %s, R %s with %s"}\n',
  paste(r[1, ], collapse = ", "), paste(r[2, ], collapse = ", "), REMLcrit(fit), fixef(fit)[[2]], sqrt(vcov(fit)[2, 2]), peak, packageVersion("lme4"), packageVersion("lmerTest"), getRversion(), basename(dirname(extSoftVersion()["BLAS"]))))
