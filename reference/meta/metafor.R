# Writes reference/meta/metafor.json. Run from the repository root.
# metafor::rma on its BCG teaching data (13 trials) and on small made-up sets; tight convergence.
suppressMessages({library(metafor); library(jsonlite)})
bcg <- escalc(measure = "RR", ai = tpos, bi = tneg, ci = cpos, di = cneg, data = dat.bcg)
sets <- list(bcg = list(yi = as.numeric(bcg$yi), vi = as.numeric(bcg$vi)),
  three = list(yi = c(0.3, 0.1, 0.7), vi = c(0.04, 0.02, 0.09)),
  homogeneous = list(yi = c(0.21, 0.19, 0.2, 0.22), vi = c(0.05, 0.04, 0.06, 0.05)),
  two = list(yi = c(-0.4, 0.9), vi = c(0.01, 0.03)))
# Whole steps of Fisher scoring go to and fro for ever on the first, and take more than a thousand on the second.
sets$unsteady <- list(yi = c(-0.06, -0.12, -0.43, -0.31, -0.05, -0.43, 0.36),
                      vi = c(0.139, 0.106, 0.00804, 1.79, 0.122, 0.279, 0.351))
sets$slow <- list(yi = c(-0.59, 3.39, -0.01), vi = c(0.0023, 2.65, 0.00403))
out <- list()
for (set in names(sets)) for (method in c("FE", "DL", "REML", "PM")) for (test in c("z", "knha", "adhoc")) {
  d <- sets[[set]]
  r <- rma(yi, vi, data = as.data.frame(d), method = method, test = test,
           control = list(threshold = 1e-14, maxiter = 100000, tol = 1e-14, stepadj = 0.5))
  p <- predict(r)
  ci <- if (method == "FE") NULL else confint(r, control = list(tol = 1e-13, tau2.max = 1e5))$random["tau^2", ]
  out[[length(out) + 1]] <- list(set = set, yi = d$yi, vi = d$vi, method = method, test = test,
    effect = as.numeric(r$b), se = r$se, low = r$ci.lb, high = r$ci.ub, p = r$pval, tau2 = r$tau2,
    q = r$QE, q_p = r$QEp, i2 = r$I2, pi_low = p$pi.lb, pi_high = p$pi.ub, weights = as.numeric(weights(r)),
    tau2_low = ci[["ci.lb"]], tau2_high = ci[["ci.ub"]],
    without = as.numeric(if (length(d$yi) > 2) leave1out(r)$estimate else numeric(0)))
}
write_json(list(tool = R.version.string, metafor = as.character(packageVersion("metafor")), rtol = 1e-9,
  rtol_reml = 1e-7, cases = out), "reference/meta/metafor.json", digits = NA, auto_unbox = TRUE, null = "null")
