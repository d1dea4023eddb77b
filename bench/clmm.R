# Times ordinal::clmm on a file with the columns rater, item, system and likert:
#   Rscript bench/clmm.R FILE REPEATS
suppressPackageStartupMessages(library(ordinal))
a <- commandArgs(TRUE)
d <- read.csv(a[1])
for (name in c("rater", "item", "system")) d[[name]] <- factor(d[[name]])
d$likert <- factor(d$likert, ordered = TRUE)
fit <- NULL
r <- replicate(as.integer(a[2]), { t <- system.time(fit <<- clmm(likert ~ system + (1 | rater) + (1 | item), data = d)); c(t[["elapsed"]], t[["user.self"]] + t[["sys.self"]]) })
peak <- as.numeric(gsub("\\D", "", grep("VmHWM", readLines("/proc/self/status"), value = TRUE))) / 1024
cat(sprintf('{"wall": [%s], "cpu": [%s], "log_likelihood": %.9f, "peak_rss_mb": %.1f, "version": "ordinal %s, R %s"}\n',
  paste(r[1, ], collapse = ", "), paste(r[2, ], collapse = ", "), as.numeric(logLik(fit)), peak, packageVersion("ordinal"), getRversion()))
