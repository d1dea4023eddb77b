// Number keys choose, as the hint on the page says.
const questions = [...document.querySelectorAll(".question")].filter((question) => question.querySelector("[data-key]"));

const answered = (question) => question.querySelector("[data-key]:checked") !== null;

// Where the focus is; else the first question without an answer.
function current() {
  return document.activeElement?.closest?.(".question") ?? questions.find((question) => !answered(question)) ?? questions[0];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches?.("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  const control = current()?.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!control) return;
  event.preventDefault();
  control.focus();
  control.click();
});
