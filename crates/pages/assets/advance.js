// A page goes on by itself a moment after its last answer was pressed, where the study says so. Anything that is done in that moment
// keeps it. What is typed, dragged or marked may not be finished, and arrow keys and screen readers pass over answers on their way:
// none of these goes on.
import { asked, unanswered } from "./keys.js";

const MOMENT_MS = 1200;
const PRESS_MS = 700; // From a press to the answer that it gives.

const notice = document.querySelector("[data-advance]");
if (notice) {
  const form = notice.closest("form");
  const go = form.querySelector("[data-go]");
  let timer;
  let pressed = -PRESS_MS;

  const stay = () => {
    clearTimeout(timer);
    notice.textContent = "";
    go.classList.remove("advancing");
  };
  const advance = () => {
    notice.textContent = notice.dataset.advance;
    go.classList.add("advancing");
    timer = setTimeout(() => {
      stay();
      form.requestSubmit(go);
    }, MOMENT_MS);
  };
  // A page that is to stay open does; room for words that nobody needs to fill in is left to those who want to.
  const complete = () => go.ariaDisabled !== "true" && !asked().some((question) => unanswered(question) || "optional" in question.dataset) && !form.querySelector(".remark[open]");

  const on = (kinds, act) => { for (const kind of kinds.split(" ")) addEventListener(kind, act, { passive: true, capture: true }); };
  on("pointerdown keydown wheel pagehide visibilitychange", stay);
  on("pointerdown pointerup", (event) => { if (event.isTrusted) pressed = performance.now(); });
  on("keydown", ({ key }) => { pressed = /^[0-9]$/.test(key) ? performance.now() : -PRESS_MS; });
  form.addEventListener("change", ({ target }) => {
    stay();
    if (performance.now() - pressed < PRESS_MS && target.matches("input[type=radio][data-key]") && complete()) advance();
  });
}
