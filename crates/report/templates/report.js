{# Buttons that copy what the page shows, and an appendix that opens for whoever follows a link into it. -#}
const bar = document.querySelector(".copy");
{# The first paragraph says what the others are for; marks of notes are not part of a text. -#}
const paragraphs = [...document.querySelectorAll('section[aria-labelledby="paper"] > p')].slice(1);
const text = () => paragraphs.map((paragraph) => {
  const copy = paragraph.cloneNode(true);
  copy.querySelectorAll("sup").forEach((mark) => mark.remove());
  return copy.textContent.trim();
}).join("\n\n");
const copies = [["Copy paragraphs", paragraphs[0], text]];
for (const [id, label] of [["paper-latex", "Copy LaTeX"], ["paper-data", "Copy data"]]) {
  const source = document.getElementById(id);
  copies.push([label, source, () => source.textContent]);
}
for (const [label, source, what] of copies) {
  if (!bar || !source) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(what());
      button.textContent = "Copied";
    } catch {
      const closed = source.closest("details");
      if (closed) closed.open = true;
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
