# The most degrees of freedom of a difference, by what raters' judgements of systems tell of their tastes: free are the dimensions of the
# cells (a rater and a system) that neither raters nor systems explain, by the rank of their indicators. Items are many in all cases.
most_df <- function(rater, system) {
  cells <- unique(data.frame(rater = as.character(rater), system = as.character(system)))
  indicators <- function(of) model.matrix(~ 0 + factor(of))
  free <- nrow(cells) - qr(cbind(indicators(cells$rater), indicators(cells$system)))$rank
  complete <- nrow(cells) / (length(unique(cells$rater)) * length(unique(cells$system)))
  one <- names(which(table(cells$rater) == 1))
  between <- length(one) - length(unique(cells$system[cells$rater %in% one]))
  even <- mean(tapply(as.character(rater), as.character(system), function(own) { share <- prop.table(table(own)); 1 / sum(share^2) / length(share) }))
  max(2, min(nrow(cells) - 1, even * ((1 + complete) * free + complete * between)))
}
