// Whoever has too narrow a window learns it before agreeing to anything, and may widen it. Declining is always possible.
const notice = document.querySelector("[data-least-width]");
const form = document.querySelector("main form[data-form]");
const narrow = () => window.innerWidth < Number(notice.dataset.leastWidth);
function show() {
  const words = narrow() ? notice.dataset.narrow.replace("#", window.innerWidth) : "";
  if (notice.textContent !== words) notice.textContent = words;
}
if (notice && form) {
  show();
  addEventListener("resize", show);
  document.addEventListener("submit", (event) => {
    if (event.target !== form || event.submitter?.value === "no" || !narrow()) return;
    event.preventDefault();
    event.stopPropagation();
    notice.scrollIntoView({ block: "center" });
  }, { capture: true });
}
