# Reads judgements.csv with its types and computes the headline numbers again.
# Made by `rejudge export --for r`. Needs the package lme4.
judgements <- read.csv("judgements.csv", stringsAsFactors = FALSE, encoding = "UTF-8",
                       na.strings = "", colClasses = c(participant = "character", item = "character", systems = "character"))
# Checks are no judgements of systems, and what a rule excludes does not count.
counted <- judgements[is.na(judgements$excluded) & is.na(judgements$check), ]

for (name in unique(counted$criterion)) {
  rows <- counted[counted$criterion == name, ]
  cat("\n", name, " (", rows$kind[1], ")\n", sep = "")
  if (rows$kind[1] %in% c("rating", "slider", "count")) {
    rows$value <- as.numeric(rows$value)
    print(aggregate(value ~ systems, rows, function(x) c(mean = mean(x), sd = sd(x), n = length(x))))
    if (length(unique(rows$systems)) > 1 && length(unique(rows$participant)) > 1) {
      rows$system <- factor(rows$systems)
      print(summary(lme4::lmer(value ~ system + (1 | participant) + (1 | item), rows)))
    }
  } else if (rows$kind[1] == "pairwise") {
    chosen <- rows$choice
    chosen[is.na(chosen)] <- "equal"
    print(table(rows$systems, chosen))
  } else {
    cat("see the columns of this kind in codebook.md\n")
  }
}
