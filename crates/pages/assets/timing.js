// What the page sees of the person's time, in whole milliseconds since it was opened.
const IDLE_MS = 30_000; // Reading without a move for longer counts as being away.
const JUMP_MS = 500; // Nobody says or fixates the next thing sooner.

const opened = performance.now();
let first = null;
let changes = 0;
let hidden = 0;
let hiddenSince = document.hidden ? opened : null;
let active = 0;
let lastSeen = opened;

const now = () => performance.now();
const on = (kinds, act) => { for (const kind of kinds.split(" ")) addEventListener(kind, act, { passive: true, capture: true }); };

// Time since the last sign of life is active, up to the limit, unless the page was hidden.
function seen() {
  if (!document.hidden) active += Math.min(now() - lastSeen, IDLE_MS);
  lastSeen = now();
}

on("pointermove pointerdown keydown scroll wheel touchmove", seen);

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

// What no person does, in counts. Of a click by a hand or by assistive technology the browser says that it is to be trusted.
let untouched = 1, jumps = 0, moves = 0, pressed = null;
on("pointerdown touchstart keydown click", (event) => { if (event.isTrusted) untouched = 0; });
on("pointermove", () => { moves += 1; });
on("scroll", () => { pressed = null; });
// A mouse that is pressed elsewhere has moved there. Voice control and eye trackers press without a way, too, but not at once.
on("pointerdown", ({ pointerType, clientX: x, clientY: y, timeStamp: at }) => {
  if (pointerType !== "mouse") return;
  if (pressed && moves < 3 && at - pressed.at < JUMP_MS && Math.hypot(x - pressed.x, y - pressed.y) > 12) jumps += 1;
  [pressed, moves] = [{ x, y, at }, 0];
});
// Texts in fields that nobody was in; drafts that are put back are none.
const entered = new WeakSet();
const before = new WeakMap();
const texts = (form) => [...form.querySelectorAll("textarea, input[type=text]:not([inert] *)")];
const remember = ({ target }) => texts(target).forEach((field) => before.set(field, field.value));
on("restored", remember);
remember({ target: document });
on("focusin input", (event) => { if (event.isTrusted) entered.add(event.target); });
const appeared = (field) => field.value && field.value !== before.get(field) && !entered.has(field);

// Writes the measures into the form; called before it is saved or sent.
export function measure(form) {
  seen();
  const away = hidden + (hiddenSince === null ? 0 : now() - hiddenSince);
  const unfocused = texts(form).filter(appeared).length;
  const measures = { open_ms: now() - opened, first_ms: first, active_ms: active, hidden_ms: away, changes, untouched, jumps, unfocused };
  for (const field of form.querySelectorAll("[data-timing]")) {
    const value = measures[field.dataset.timing];
    field.value = value === null || value === undefined ? "" : Math.round(value);
  }
}

addEventListener("submit", (event) => measure(event.target), { capture: true });
