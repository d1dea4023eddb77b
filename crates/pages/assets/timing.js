// What the page sees of the person's time, in whole milliseconds since it was opened.
const IDLE_MS = 30_000; // Reading without a move for longer counts as being away.

const opened = performance.now();
let first = null;
let changes = 0;
let hidden = 0;
let hiddenSince = document.hidden ? opened : null;
let active = 0;
let lastSeen = opened;

const now = () => performance.now();

// Time since the last sign of life is active, up to the limit, unless the page was hidden.
function seen() {
  if (!document.hidden) active += Math.min(now() - lastSeen, IDLE_MS);
  lastSeen = now();
}

for (const kind of ["pointermove", "pointerdown", "keydown", "scroll", "wheel", "touchmove"]) {
  addEventListener(kind, seen, { passive: true, capture: true });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    active += Math.min(now() - lastSeen, IDLE_MS);
    hiddenSince = now();
  } else {
    hidden += now() - (hiddenSince ?? now());
    hiddenSince = null;
  }
  lastSeen = now();
});

document.addEventListener("change", () => {
  first ??= now() - opened;
  changes += 1;
});

// Writes the measures into the form; called before it is saved or sent.
export function measure(form) {
  seen();
  const away = hidden + (hiddenSince === null ? 0 : now() - hiddenSince);
  const measures = { open_ms: now() - opened, first_ms: first, active_ms: active, hidden_ms: away, changes };
  for (const field of form.querySelectorAll("[data-timing]")) {
    const value = measures[field.dataset.timing];
    field.value = value === null || value === undefined ? "" : Math.round(value);
  }
}

addEventListener("submit", (event) => measure(event.target), { capture: true });
