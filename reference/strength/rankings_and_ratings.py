"""Writes reference/strength/rankings_and_ratings.json. Run from the repository root.

Plackett-Luce by choix.opt_rankings (alpha = 0), TrueSkill by trueskill, Elo by evalica, Rao-Kupper
by mpmath's root finder on the score equations at 30 digits."""
import json
from importlib.metadata import version

import choix
import evalica
import mpmath as mp
import numpy as np
import trueskill


def stream(seed):
    while True:
        seed = 16807 * seed % 2147483647
        yield seed / 2147483647


def votes(systems, count, tie, seed):
    u = stream(seed)
    s = np.linspace(-0.8, 0.8, systems)
    rows = []
    for _ in range(count):
        i = int(next(u) * systems)
        j = int(next(u) * (systems - 1))
        j += j >= i
        w = [np.exp((s[i] - s[j]) / 2), np.exp((s[j] - s[i]) / 2), tie]
        x = next(u) * sum(w)
        rows.append((i, j, 0 if x < w[0] else 1 if x < w[0] + w[1] else 2))
    return rows


def rankings(systems, count, shown, ranked, seed):
    u = stream(seed)
    s = np.linspace(-1, 1, systems)
    rows = []
    for _ in range(count):
        left = sorted(range(systems), key=lambda _: next(u))[:shown]
        order = []
        while len(order) < ranked and left:
            w = np.exp(s[left])
            x = next(u) * w.sum()
            order.append(left.pop(int(np.searchsorted(np.cumsum(w), x))))
        rows.append({"order": order, "below": left})
    return rows


def plackett_luce(systems, rows):
    # choix has top-1 lists for partial orders: each stage of a partial ranking is one such choice.
    stages = [(r["order"][k], r["order"][k + 1:] + r["below"]) for r in rows for k in range(len(r["order"]))
              if r["order"][k + 1:] + r["below"]]
    at = choix.opt_top1(systems, stages, alpha=0.0, tol=1e-12, method="Newton-CG")
    return list(at - at.mean())


def rao_kupper(systems, rows):
    counts = {}
    for i, j, o in rows:
        counts.setdefault((i, j), [0, 0, 0])[o] += 1
    mp.mp.dps = 30

    def score(*x):
        s = list(x[:-1]) + [mp.mpf(0)]
        d = x[-1]
        g = [mp.mpf(0)] * (systems + 1)
        for (i, j), (a, b, t) in counts.items():
            e = s[i] - s[j]
            up, down = 1 / (1 + mp.e ** (e - d)), 1 / (1 + mp.e ** (-e - d))
            ge = (a + t) * up - (b + t) * down
            g[i] += ge
            g[j] -= ge
            g[systems] += -(a + t) * up - (b + t) * down + t * 2 / (1 - mp.e ** (-2 * d))
        return g[:systems - 1] + [g[systems]]

    tied = sum(t for _, _, t in counts.values()) / len(rows)
    at = mp.findroot(score, [mp.mpf(0)] * (systems - 1) + [mp.log((1 + tied) / (1 - tied))], tol=1e-40, maxsteps=100)
    assert at[systems - 1] > 0, "a root outside the domain"
    s = [at[i] for i in range(systems - 1)] + [mp.mpf(0)]
    mean = sum(s) / systems
    return [float(x - mean) for x in s], float(at[systems - 1])


def trueskilled(systems, rows, tie):
    # The default backend approximates the normal distribution to 1e-7 only.
    env = trueskill.TrueSkill(draw_probability=tie, backend="mpmath")
    r = [env.create_rating() for _ in range(systems)]
    for i, j, o in rows:
        if o == 1:
            r[j], r[i] = env.rate_1vs1(r[j], r[i])
        else:
            r[i], r[j] = env.rate_1vs1(r[i], r[j], drawn=o == 2)
    return [[x.mu, x.sigma] for x in r]


def elo(systems, rows):
    winner = {0: evalica.Winner.X, 1: evalica.Winner.Y, 2: evalica.Winner.Draw}
    result = evalica.elo([str(i) for i, _, _ in rows], [str(j) for _, j, _ in rows], [winner[o] for _, _, o in rows],
                         initial=1000.0, k=32.0)
    return [float(result.scores[str(i)]) for i in range(systems)]


vote_cases = []
for name, systems, count, tie, seed in [("four systems with ties", 4, 300, 0.5, 21), ("six systems", 6, 500, 0.2, 22)]:
    rows = votes(systems, count, tie, seed)
    strength, delta = rao_kupper(systems, rows)
    vote_cases.append({"name": name, "systems": systems, "votes": rows, "rao_kupper": strength, "ln_theta": delta,
                       "trueskill": trueskilled(systems, rows, 0.1), "elo": elo(systems, rows)})
ranking_cases = []
for name, systems, count, shown, ranked, seed in [("whole rankings of four", 4, 120, 4, 4, 31),
                                                  ("blocks of three of seven", 7, 300, 3, 3, 32),
                                                  ("best two of five", 6, 250, 5, 2, 33)]:
    rows = rankings(systems, count, shown, ranked, seed)
    ranking_cases.append({"name": name, "systems": systems, "rankings": rows, "strength": plackett_luce(systems, rows)})
with open("reference/strength/rankings_and_ratings.json", "w") as f:
    json.dump({"tool": {p: version(p) for p in ("choix", "evalica", "mpmath", "trueskill")},
               "tolerance": {"plackett_luce": 1e-7, "rao_kupper": 1e-12, "trueskill": 1e-9, "elo": 1e-10},
               "votes": vote_cases, "rankings": ranking_cases}, f)
