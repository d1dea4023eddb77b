# What the deciding model says of choices between two, best and worst, and rankings, from the table of answers on: three made-up
# tables, and lmerTest on orthonormal contrasts of each rater's scores of an item. It shares nothing with ballots.R but the
# model, so that what is made of the answers before the model is held, too.
# Run from the repository root:
#   Rscript reference/decide/tables.R
suppressPackageStartupMessages({ library(lme4); library(lmerTest); library(jsonlite) })
source("reference/decide/most_df.R")
set.seed(1518)
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-11, maxfun = 1e5), calc.derivs = FALSE,
                       check.conv.singular = "ignore")
path <- function(name) file.path("reference/decide", name)
save <- function(d, name) { write.csv(d, path(name), row.names = FALSE, quote = FALSE); read.csv(path(name)) }

# Each of `people` sees each of `items`: how good the systems seem.
pages <- function(people, items, quality) {
  k <- length(quality); output <- matrix(rnorm(items * k, sd = 0.6), items); taste <- matrix(rnorm(people * k, sd = 0.3), people)
  pages <- expand.grid(rater = seq_len(people), item = seq_len(items))
  lapply(seq_len(nrow(pages)), function(n) { p <- pages$rater[n]; i <- pages$item[n]
    list(rater = paste0("r", p), item = paste0("i", i), seen = setNames(quality + output[i, ] + taste[p, ] + rnorm(k, sd = 0.8), names(quality))) })
}

# Votes between two: every pair of three systems, sides drawn, nearly equal is a tie.
votes <- do.call(rbind, lapply(pages(6, 14, c(base = 0, large = 0.5, small = 0.2)), function(page)
  do.call(rbind, combn(names(page$seen), 2, function(pair) {
    pair <- sample(pair); d <- page$seen[pair[1]] - page$seen[pair[2]]
    data.frame(rater = page$rater, item = page$item, system_a = pair[1], system_b = pair[2],
               choice = if (abs(d) < 0.25) "equal" else if (d > 0) "a" else "b") }, simplify = FALSE))))
votes <- save(votes, "votes.csv")
best_worst <- do.call(rbind, lapply(pages(5, 16, c(one = 0, two = 0.3, three = 0.5, four = 0.9)), function(page) {
  shown <- sample(names(page$seen))
  data.frame(rater = page$rater, item = page$item, first = shown[1], second = shown[2], third = shown[3], fourth = shown[4],
             best = names(which.max(page$seen)), worst = names(which.min(page$seen))) }))
best_worst <- save(best_worst, "best_worst.csv")
places <- do.call(rbind, lapply(pages(5, 15, c(copy = 0, human = 1, nmt = 0.5, smt = 0.2)), function(page) {
  near <- round(page$seen / 0.5)
  data.frame(rater = page$rater, item = page$item, system = names(near), rank = match(near, sort(unique(near), decreasing = TRUE))) }))
places <- save(places, "places.csv")

# One score for each rater, item and system.
vote_scores <- function(d) {
  won <- ifelse(d$choice == "a", 1, ifelse(d$choice == "b", -1, 0))
  s <- rbind(data.frame(d[c("rater", "item")], system = d$system_a, score = won),
             data.frame(d[c("rater", "item")], system = d$system_b, score = -won))
  s <- aggregate(score ~ rater + item + system, s, sum); s$score <- s$score / length(unique(s$system)); s
}
best_worst_scores <- function(d) do.call(rbind, lapply(c("first", "second", "third", "fourth"), function(place)
  data.frame(d[c("rater", "item")], system = d[[place]], score = 100 * ((d[[place]] == d$best) - (d[[place]] == d$worst)))))
place_scores <- function(d) {
  d$score <- ave(d$rank, d$rater, d$item, FUN = rank); d[c("rater", "item", "system", "score")] }

# Where Levene's test finds at 20 % that tastes vary unequally (a rater's mean for each system, within pages), a pair whose
# differences of tastes vary more than the mean of all pairs has at least the error of the model of its two systems alone.
alone <- function(s, systems, found) {
  within <- s$score - ave(s$score, s$rater, s$item)
  tastes <- tapply(within, s[c("rater", "system")], mean)[, systems]
  away <- abs(sweep(tastes, 2, colMeans(tastes)))
  if (anova(lm(as.vector(away) ~ factor(col(away))))[["Pr(>F)"]][1] >= 0.2) return(found)
  apart <- mapply(function(a, b) var(tastes[, a] - tastes[, b]), found$first, found$second)
  for (n in which(apart > mean(apart))) {
    wide <- lapply(c(found$first[n], found$second[n]), function(system) {
      of <- s[s$system == system, ]; of[order(of$rater, of$item), ] })
    d <- data.frame(wide[[1]][c("rater", "item")], z = (wide[[1]]$score - wide[[2]]$score) / sqrt(2))
    fit <- suppressMessages(lmer(z ~ 1 + (1 | item) + (1 | rater), d, control = control))
    c <- contest1D(fit, sqrt(2))
    if (c$`Std. Error` > found$se[n]) {
      found$se[n] <- c$`Std. Error`; found$df[n] <- min(c$df, most_df(rep(d$rater, 2), rep(1:2, each = nrow(d)))) }
  }
  found$p <- 2 * pt(-abs(found$difference / found$se), found$df)
  found
}

decided <- function(name, criterion, s) {
  s <- s[order(s$rater, s$item, s$system), ]; systems <- sort(unique(s$system)); k <- length(systems)
  H <- contr.helmert(k); H <- sweep(H, 2, sqrt(colSums(H^2)), "/")
  d <- do.call(rbind, lapply(split(s, paste(s$rater, s$item)), function(b)
    data.frame(z = as.vector(t(H) %*% b$score[match(systems, b$system)]), contrast = factor(seq_len(k - 1)), rater = b$rater[1], item = b$item[1])))
  fit <- lmer(z ~ 0 + contrast + (1 | item:contrast) + (1 | rater:contrast), d, control = control)
  most <- most_df(s$rater, s$system)
  pairs <- combn(k, 2)
  found <- do.call(rbind, lapply(seq_len(ncol(pairs)), function(n) {
    c <- contest1D(fit, H[pairs[1, n], ] - H[pairs[2, n], ]); df <- min(c$df, most)
    data.frame(first = systems[pairs[1, n]], second = systems[pairs[2, n]], difference = c$Estimate, se = c$`Std. Error`, df = df,
               p = 2 * pt(-abs(c$Estimate / c$`Std. Error`), df)) }))
  found <- alone(s, systems, found)
  found$holm <- p.adjust(found$p, "holm")
  list(table = name, criterion = criterion, pairs = found)
}
version <- function(p) paste(p, as.character(packageVersion(p)))
out <- list(tool = paste(R.version.string, version("lme4"), version("lmerTest"), sep = "; "),
  call = "lmerTest::lmer(z ~ 0 + contrast + (1 | item:contrast) + (1 | rater:contrast)); contest1D; p.adjust(\"holm\")",
  tables = list(decided("votes.csv", "preference", vote_scores(votes)),
                decided("best_worst.csv", "preference", best_worst_scores(best_worst)),
                decided("places.csv", "rank", place_scores(places))))
writeLines(toJSON(out, digits = I(15), auto_unbox = TRUE, pretty = TRUE), path("tables.json"))
