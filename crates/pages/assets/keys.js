// Number keys answer the next open question, Enter goes on.
const form = document.querySelector("main form[data-form]");
// Follow-ups come and go.
const every = [...document.querySelectorAll(".question:not([disabled]), .question[data-follows]")];
export const asked = () => every.filter((question) => !question.disabled);
const hasKeys = (question) => question.querySelector("[data-key]") !== null;
const keyed = () => asked().filter(hasKeys);
const go = form?.querySelector("[data-go]");

for (const hint of document.querySelectorAll("[data-keyed]")) hint.hidden = !every.some(hasKeys);

// Radio buttons of one name are one choice; a question may have two of them, as best and worst.
const groups = (question) => Map.groupBy
  ? [...Map.groupBy(question.querySelectorAll("[data-key]"), (control) => control.name).values()]
  : [...new Set([...question.querySelectorAll("[data-key]")].map((control) => control.name))].map((name) => [...question.querySelectorAll("[data-key]")].filter((control) => control.name === name));
const open = (group) => !group.some((control) => control.checked);
// A question without keys is open while a field in it is empty and nothing in it is chosen.
const fields = (question) => [...question.querySelectorAll("input:not([type=radio], [type=checkbox], [type=hidden], [type=range]), textarea")].filter((field) => field.name && !field.closest("[data-optional]"));
const spansOpen = (spans) => !spans.querySelector(".marks li, [data-none]:checked");
export const unanswered = (question) => question.querySelector("[data-behaviour=spans]") ? spansOpen(question) : hasKeys(question)
  ? groups(question).some(open) && !question.querySelector(":checked:not([data-key])")
  : !question.querySelector(":checked") && [...question.querySelectorAll("input:not([type=radio], [type=checkbox], [type=hidden]), textarea")].some((field) => field.name && field.value === "" && !field.closest("[data-optional]"));

// Whoever goes to a question by keyboard means that one, answered or not.
let reached = null;
let tabbed = false;
addEventListener("keydown", (event) => { tabbed = event.key === "Tab" || event.key.startsWith("Arrow"); }, { capture: true });
addEventListener("pointerdown", () => { tabbed = false; reached = null; }, { capture: true });
addEventListener("focusin", (event) => { if (tabbed) reached = event.target.closest?.(".question") ?? null; });

function meant() {
  const here = document.activeElement?.closest?.(".question");
  if (here && (here === reached || unanswered(here))) return here;
  const open = keyed();
  return open.find(unanswered) ?? (open.length === 1 ? open[0] : here);
}

// On to what is still open, without leaving the keyboard; then to the button.
function on(from) {
  const all = asked();
  const after = [...all.slice(all.indexOf(from) + 1), ...all].find(unanswered);
  reached = null;
  if (after === from) return;
  const target = after ? after.querySelector("input:not([type=hidden]), textarea, [tabindex]") : go;
  target?.focus({ preventScroll: true });
  (after ?? target)?.scrollIntoView({ block: "nearest" });
}

// What is typed while a question that is answered by typing is the next, is typed there.
function typeInto(event) {
  const open = asked().find(unanswered);
  const field = event.key.length === 1 && event.key !== " " && open && !hasKeys(open) && fields(open).find((field) => field.value === "");
  if (field && (field.type !== "number" || /\d/.test(event.key))) field.focus({ preventScroll: true });
}

function choose(event) {
  const question = meant();
  const fits = question && groups(question).map((group) => group.find((control) => control.dataset.key === event.key && !control.disabled)).filter(Boolean);
  if (!fits?.length) return typeInto(event);
  const control = fits.find((found) => open(groups(question).find((group) => group.includes(found)))) ?? fits[0];
  event.preventDefault();
  control.click();
  if (control.type === "checkbox") control.focus();
  else if (!unanswered(question)) on(question);
}

// A second Enter, meant for the page before, does not send a page that nobody has looked at.
function enter(event) {
  if (!form || !go) return;
  event.preventDefault();
  const all = asked();
  const first = all.find(unanswered);
  if (first) on(all[all.indexOf(first) - 1] ?? all.at(-1));
  else form.requestSubmit(go);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches?.("textarea")) return enter(event);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches?.("textarea, select")) return;
  // In a field of one line Enter does the same; while characters are being composed, it belongs to them.
  if (event.target.matches?.("input:not([type=radio], [type=checkbox], [type=range])")) return event.key === "Enter" && !event.isComposing ? enter(event) : undefined;
  if (event.key !== "Enter") choose(event);
  else if (!event.target.closest?.("a, button, summary, audio, video")) enter(event);
});
