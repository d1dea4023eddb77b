// Marking by selecting text, with mouse, touch or keyboard. Offsets count Unicode code points.
for (const spans of document.querySelectorAll("[data-behaviour=spans]")) {
  const text = spans.querySelector("[data-text]");
  const letters = [...text.textContent];
  const none = spans.querySelector("[data-none]");
  const prefix = spans.dataset.prefix;
  const options = (name) => [...(spans.querySelector(`select[name="${prefix}.${name}"]`)?.options ?? [])].filter((o) => o.value).map((o) => ({ id: o.value, label: o.text }));
  const [categories, severities] = [options("category"), options("severity")];
  const mayOverlap = "overlap" in spans.dataset;
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const kind = (id) => `kind-${(categories.findIndex((category) => category.id === id) % 6) + 1}`;

  // What the rows of the scriptless form hold becomes our list; then they go.
  let marked = [...spans.querySelectorAll(".part")].map((part) => {
    const value = (name) => part.querySelector(`[name="${prefix}.${name}"]`)?.value ?? "";
    return { start: Number(value("start")), end: Number(value("end")), category: value("category"), severity: value("severity") };
  }).filter((span) => span.end > span.start);
  for (const fallback of spans.querySelectorAll("[data-fallback]")) fallback.remove();

  const palette = element("div", { className: "palette", role: "group" });
  palette.setAttribute("aria-label", spans.dataset.mark);
  const list = element("ul", { className: "marks" });
  list.setAttribute("aria-label", spans.dataset.marked);
  const clash = element("p", { className: "error", role: "status" });
  text.after(palette, clash, list);
  text.tabIndex = 0;

  // The selection in code points, without the space around it; nothing when it is elsewhere.
  function selected() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
    const before = document.createRange();
    before.setStart(text, 0);
    before.setEnd(range.startContainer, range.startOffset);
    let start = [...before.toString()].length;
    let end = start + [...range.toString()].length;
    while (start < end && !letters[start].trim()) start += 1;
    while (end > start && !letters[end - 1].trim()) end -= 1;
    return end > start ? { start, end } : null;
  }

  function changed() {
    render();
    spans.dispatchEvent(new Event("change", { bubbles: true }));
  }

  let pending = null;
  for (const category of categories) {
    const button = element("button", { type: "button", className: kind(category.id), textContent: category.label });
    // The selection must not be lost to the button.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      const span = pending ?? selected();
      if (!span) return;
      const clashes = !mayOverlap && marked.some((other) => span.start < other.end && other.start < span.end);
      clash.textContent = clashes ? spans.dataset.clash : "";
      if (clashes) return;
      marked.push({ ...span, category: category.id, severity: severities.length === 1 ? severities[0].id : "" });
      marked.sort((a, b) => a.start - b.start || a.end - b.end);
      none.checked = false;
      getSelection().removeAllRanges();
      pending = null;
      changed();
      (list.querySelector("select[data-empty]") ?? text).focus();
    });
    palette.append(button);
  }

  document.addEventListener("selectionchange", () => {
    const span = selected();
    if (span) pending = span;
    else if (document.activeElement === text) pending = null;
    for (const button of palette.children) button.setAttribute("aria-disabled", String(pending === null));
  });

  // By keyboard: the arrow keys step from word to word, Shift stretches, Enter goes to the kinds.
  const words = [...letters.join("").matchAll(/[\p{L}\p{M}\p{N}\p{Pd}'’]+|[^\s]/gu)].map((found) => {
    const start = [...letters.join("").slice(0, found.index)].length;
    return { start, end: start + [...found[0]].length };
  });
  let [anchor, head] = [-1, -1];
  function point(offset) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let rest = offset;
    let node = walker.nextNode();
    for (; node; node = walker.nextNode()) {
      const inside = [...node.data];
      if (rest <= inside.length) return [node, inside.slice(0, rest).join("").length];
      rest -= inside.length;
    }
    return [text, text.childNodes.length];
  }
  text.addEventListener("keydown", (event) => {
    const forward = getComputedStyle(text).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === "Enter" && pending) {
      event.preventDefault();
      palette.firstElementChild.focus();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      head = Math.min(words.length - 1, Math.max(0, head + (event.key === forward ? 1 : -1)));
      if (!event.shiftKey || anchor < 0) anchor = head;
      const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
      getSelection().setBaseAndExtent(...point(words[from].start), ...point(words[to].end));
    }
  });

  // The text with its marks: cut wherever one starts or ends.
  function paint() {
    const cuts = [...new Set([0, letters.length, ...marked.flatMap((span) => [span.start, span.end])])].sort((a, b) => a - b);
    text.replaceChildren(...cuts.slice(0, -1).map((from, index) => {
      const to = cuts[index + 1];
      const over = marked.filter((span) => span.start <= from && to <= span.end);
      const piece = letters.slice(from, to).join("");
      if (!over.length) return document.createTextNode(piece);
      return element("mark", { className: kind(over.at(-1).category) + (over.length > 1 ? " doubly" : ""), textContent: piece });
    }));
  }

  function choose(name, from, span) {
    const select = element("select", { name: `${prefix}.${name}` }, element("option", { value: "", textContent: "–" }));
    for (const { id, label } of from) select.append(element("option", { value: id, textContent: label, selected: span[name] === id }));
    select.setAttribute("aria-label", `${name === "category" ? spans.dataset.kind : spans.dataset.severity}: ${letters.slice(span.start, span.end).join("")}`);
    if (!span[name]) select.dataset.empty = "";
    select.addEventListener("change", () => { span[name] = select.value; delete select.dataset.empty; paint(); list.children[marked.indexOf(span)].className = kind(span.category); });
    return select;
  }

  function render() {
    paint();
    list.replaceChildren(...marked.map((span) => {
      const quote = letters.slice(span.start, span.end).join("");
      const row = element("li", { className: kind(span.category) }, element("q", { textContent: quote, dir: "auto" }));
      for (const name of ["start", "end"]) row.append(element("input", { type: "hidden", name: `${prefix}.${name}`, value: span[name] }));
      row.append(choose("category", categories, span));
      if (severities.length) row.append(choose("severity", severities, span));
      const remove = element("button", { type: "button", textContent: spans.dataset.remove });
      remove.setAttribute("aria-label", `${spans.dataset.remove}: ${quote}`);
      remove.addEventListener("click", () => { marked = marked.filter((other) => other !== span); clash.textContent = ""; changed(); text.focus(); });
      row.append(remove);
      return row;
    }));
    for (const button of palette.children) button.setAttribute("aria-disabled", String(pending === null));
  }

  none.addEventListener("change", () => { if (none.checked) { marked = []; render(); } });
  spans.closest("form").addEventListener("restored", ({ detail }) => {
    const all = (name) => detail.getAll(`${prefix}.${name}`);
    const [start, end, category, severity] = ["start", "end", "category", "severity"].map(all);
    if (!start.length && !all("none").length) return;
    marked = start.map((at, row) => ({ start: Number(at), end: Number(end[row]), category: category[row] ?? "", severity: severity[row] ?? "" })).filter((span) => span.end > span.start);
    render();
  });
  render();
}
