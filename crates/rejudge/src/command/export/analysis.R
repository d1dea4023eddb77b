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
    shown <- strsplit(rows$systems, " ")
    each <- data.frame(system = unlist(shown), choice = rep(rows$choice, lengths(shown)))
    each$win <- 100 * (!is.na(each$choice) & each$choice == each$system)
    print(aggregate(win ~ system, each, function(x) c(percent = mean(x), n = length(x))))
  } else if (rows$kind[1] == "best-worst") {
    shown <- strsplit(rows$systems, " ")
    each <- data.frame(system = unlist(shown), best = rep(rows$best, lengths(shown)), worst = rep(rows$worst, lengths(shown)))
    each$score <- 100 * ((each$best == each$system) - (each$worst == each$system))
    print(aggregate(score ~ system, each, function(x) c(mean = mean(x), n = length(x))))
  } else if (rows$kind[1] == "choice") {
    print(prop.table(table(rows$systems, rows$choice), 1))
  } else {
    cat("see the columns of this kind in codebook.md\n")
  }
}
