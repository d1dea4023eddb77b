// Buttons that copy what the page shows, and an appendix that opens for whoever follows a link into it.
const copies = [["paper-text", "Copy paragraphs"], ["paper-latex", "Copy LaTeX"], ["paper-data", "Copy data"]];
const bar = document.querySelector(".copy");
for (const [id, label] of copies) {
  const source = document.getElementById(id);
  if (!bar || !source) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      source.closest("details").open = true;
      getSelection().selectAllChildren(source);
      button.textContent = "Selected below: press Ctrl+C";
    }
    setTimeout(() => { button.textContent = label; }, 3000);
  });
  bar.append(button);
  bar.hidden = false;
}
const reveal = () => {
  const details = document.getElementById(location.hash.slice(1))?.closest("details");
  if (details) details.open = true;
};
addEventListener("hashchange", reveal);
reveal();
