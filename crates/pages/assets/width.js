// A window that is too narrow is told so before anything is agreed to, and may grow. Declining is always possible.
const told = document.querySelector("[data-least-width]");
const form = document.querySelector("main form[data-form]");
const narrow = () => window.innerWidth < Number(told.dataset.leastWidth);
function show() {
  const words = narrow() ? told.dataset.narrow.replace("#", window.innerWidth) : "";
  if (told.textContent !== words) told.textContent = words;
}
if (told && form) {
  show();
  addEventListener("resize", show);
  document.addEventListener("submit", (event) => {
    if (event.target !== form || event.submitter?.value === "no" || !narrow()) return;
    event.preventDefault();
    event.stopPropagation();
    told.scrollIntoView({ block: "center" });
  }, { capture: true });
}
