// A page that is to be open for a while counts down on its button. The server counts by its own clock.
const button = document.querySelector("[data-wait]");
if (button) {
  const end = performance.now() + Number(button.dataset.wait) * 1000;
  const label = button.textContent;
  const status = document.getElementById("wait");
  const count = Object.assign(document.createElement("span"), { ariaHidden: "true" });
  button.append(" ", count);
  const left = () => Math.max(0, Math.ceil((end - performance.now()) / 1000));
  const show = () => {
    const seconds = left();
    if (seconds === 0) {
      button.textContent = label;
      button.removeAttribute("aria-disabled");
      status.textContent = button.dataset.waited;
      status.classList.add("unseen");
      return;
    }
    count.textContent = `(${seconds})`;
    button.setAttribute("aria-disabled", "true");
    setTimeout(show, 250);
  };
  show();
  // Before anything else sees it. Said anew each time, so that a screen reader says it, too.
  document.addEventListener("submit", (event) => {
    if (event.target !== button.form || left() === 0) return;
    event.preventDefault();
    event.stopPropagation();
    status.textContent = "";
    status.classList.remove("unseen");
    requestAnimationFrame(() => { status.textContent = button.dataset.waiting.replace("#", left()); });
  }, { capture: true });
}
