// How many characters are left, counted as the server counts them.
for (const written of document.querySelectorAll("[data-behaviour=text]")) {
  const field = written.querySelector("input, textarea");
  const counter = written.querySelector("[data-counter]");
  const said = counter.textContent;
  const most = Number(written.dataset.maximum);
  const show = () => {
    const length = [...field.value.trim()].length;
    const left = most - length;
    const near = left < Math.max(20, most / 5);
    counter.textContent = left < 0 ? `${said} (${length})` : near ? written.dataset.left.replace("*", left) : said;
    counter.classList.toggle("error", left < 0);
  };
  field.addEventListener("input", show);
  field.form.addEventListener("restored", show);
  show();
}
