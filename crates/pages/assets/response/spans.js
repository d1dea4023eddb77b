// Marking: select words by mouse, finger or keyboard, then choose the category, then the severity, where the eye
// already is. Offsets count Unicode code points; a mark begins and ends with a word.
import { offsetAt, selectedIn, wordsOf } from "./words.js";

for (const spans of document.querySelectorAll("[data-behaviour=spans]")) {
  const text = spans.querySelector("[data-text]");
  const letters = [...text.textContent];
  const none = spans.querySelector("[data-none]");
  const { prefix, mark: markAs, marked: listName, remove: removeWord, undo: undoWord, clash: clashWords } = spans.dataset;
  const options = (name) => [...(spans.querySelector(`select[name="${prefix}.${name}"]`)?.options ?? [])].filter((o) => o.value).map((o) => ({ id: o.value, label: o.text }));
  const [categories, severities] = [options("category"), options("severity")];
  const mayOverlap = "overlap" in spans.dataset;
  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  // As many colours as there are categories: each a golden angle from the one before.
  const paintAs = (made, category) => {
    const place = categories.findIndex(({ id }) => id === category);
    made.style.setProperty("--hue", Math.round(35 + place * 137.5) % 360);
    return made;
  };
  const quote = (span) => letters.slice(span.start, span.end).join("");

  // What the rows of the scriptless form hold becomes our list; then they go.
  let marked = [...spans.querySelectorAll(".part")].map((part) => {
    const value = (name) => part.querySelector(`[name="${prefix}.${name}"]`)?.value ?? "";
    return { start: Number(value("start")), end: Number(value("end")), category: value("category"), severity: value("severity") };
  }).filter((span) => span.end > span.start);
  for (const fallback of spans.querySelectorAll("[data-fallback]")) fallback.remove();
  const locked = spans.closest(".question").disabled;

  const undo = element("button", { type: "button", className: "undo", textContent: undoWord });
  const palette = element("div", { className: "palette", hidden: true });
  palette.setAttribute("role", "group");
  palette.setAttribute("aria-label", markAs);
  const list = element("ul", { className: "marks" });
  list.setAttribute("aria-label", listName);
  const said = element("p", { className: "unseen" });
  said.setAttribute("role", "status");
  const tools = element("div", { className: "tools" }, none.closest("label"), undo);
  spans.append(tools, list, palette, said);
  text.tabIndex = 0;
  for (const word of spans.querySelectorAll("[data-category]")) paintAs(word, word.dataset.category);

  const words = wordsOf(letters.join(""));
  const snapped = (start, end) => {
    const touched = words.filter((word) => word.start < end && start < word.end);
    return touched.length ? { start: touched[0].start, end: touched.at(-1).end } : null;
  };

  let pending = null; // selected, not yet marked
  let edited = null; // the mark that the palette is open for
  let [anchor, head] = [-1, -1];
  const history = [];
  const remember = () => history.push({ marked: marked.map((span) => ({ ...span })), none: none.checked });
  const changed = () => {
    render();
    spans.dispatchEvent(new Event("change", { bubbles: true }));
  };

  undo.addEventListener("click", () => {
    const before = history.pop();
    if (!before) return;
    marked = before.marked;
    none.checked = before.none;
    close();
    changed();
    text.focus({ preventScroll: true });
  });

  // The text with its marks: cut wherever one starts or ends.
  function paint() {
    const over = pending ? [...marked, pending] : marked;
    const cuts = [...new Set([0, letters.length, ...over.flatMap((span) => [span.start, span.end])])].sort((a, b) => a - b);
    text.replaceChildren(...cuts.slice(0, -1).map((from, index) => {
      const to = cuts[index + 1];
      const here = marked.filter((span) => span.start <= from && to <= span.end);
      const isPending = pending && pending.start <= from && to <= pending.end;
      const piece = quote({ start: from, end: to });
      if (!here.length && !isPending) return document.createTextNode(piece);
      const mark = element("mark", { textContent: piece });
      if (here.length) paintAs(mark, here.at(-1).category).dataset.mark = marked.indexOf(here.at(-1));
      mark.classList.toggle("doubly", here.length > 1);
      mark.classList.toggle("open", here.some((span) => severities.length && !span.severity));
      mark.classList.toggle("pending", Boolean(isPending) || here.includes(edited));
      return mark;
    }));
  }

  function choose(name, from, span) {
    const label = name === "category" ? spans.dataset.kind : spans.dataset.severity;
    const select = element("select", { name: `${prefix}.${name}` }, element("option", { value: "", textContent: `${label}…` }));
    for (const { id, label: words } of from) select.append(element("option", { value: id, textContent: words, selected: span[name] === id }));
    select.setAttribute("aria-label", `${label}: ${quote(span)}`);
    if (!span[name]) select.setAttribute("aria-invalid", "true");
    select.addEventListener("change", () => { remember(); span[name] = select.value; render(); });
    return select;
  }

  function render() {
    paint();
    list.replaceChildren(...marked.map((span) => {
      const row = paintAs(element("li", {}, element("q", { textContent: quote(span), dir: "auto" })), span.category);
      for (const name of ["start", "end"]) row.append(element("input", { type: "hidden", name: `${prefix}.${name}`, value: span[name] }));
      row.append(choose("category", categories, span));
      if (severities.length) row.append(choose("severity", severities, span));
      const button = element("button", { type: "button", textContent: removeWord });
      button.setAttribute("aria-label", `${removeWord}: ${quote(span)}`);
      button.addEventListener("click", () => { drop(span); text.focus({ preventScroll: true }); });
      row.append(button);
      return row;
    }));
    undo.hidden = history.length === 0;
  }

  function drop(span) {
    remember();
    marked = marked.filter((other) => other !== span);
    close();
    changed();
  }

  function close() {
    [pending, edited] = [null, null];
    palette.hidden = true;
    paint();
  }

  // Beside what is selected: below it, or above where the page ends.
  function place() {
    const chosen = [...text.querySelectorAll(".pending")];
    const box = (chosen.at(-1) ?? text).getBoundingClientRect();
    const around = spans.getBoundingClientRect();
    palette.style.insetInlineStart = "0";
    palette.style.left = `${Math.max(0, Math.min(box.left - around.left, around.width - palette.offsetWidth))}px`;
    const floor = document.querySelector(".actions")?.getBoundingClientRect().top ?? innerHeight;
    const below = box.bottom + 6;
    const above = (chosen[0] ?? text).getBoundingClientRect().top - palette.offsetHeight - 6;
    palette.style.top = `${(below + palette.offsetHeight > floor && above > 0 ? above : below) - around.top}px`;
  }

  const offer = (from, current, then) => from.map(({ id, label }, index) => {
    const button = element("button", { type: "button" }, element("span", { textContent: label }));
    if (index < 9) button.append(element("kbd", { className: "keys", textContent: index + 1 }));
    button.dataset.digit = index + 1;
    button.setAttribute("aria-pressed", String(id === current));
    // The selection must not be lost to the button.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => then(id));
    return button;
  });

  // First the categories, then, once there is one, the severities.
  function ask(step) {
    const clashes = pending && !mayOverlap && marked.some((other) => pending.start < other.end && other.start < pending.end);
    const rows = [];
    if (clashes) rows.push(element("p", { className: "error", textContent: clashWords }));
    else if (step === "severity") rows.push(element("p", { className: "label", textContent: spans.dataset.severity }), ...offer(severities, edited.severity, grade));
    else {
      const buttons = offer(categories, edited?.category, mark);
      buttons.forEach((button, index) => paintAs(button, categories[index].id));
      rows.push(...buttons);
    }
    if (edited) {
      const button = element("button", { type: "button", className: "remove", textContent: removeWord });
      button.addEventListener("click", () => { drop(edited); text.focus({ preventScroll: true }); });
      rows.push(button);
    }
    const hadFocus = palette.contains(document.activeElement);
    palette.replaceChildren(...rows);
    palette.hidden = false;
    paint();
    place();
    if (hadFocus) palette.querySelector("button")?.focus({ preventScroll: true });
  }

  function mark(category) {
    remember();
    if (edited) edited.category = category;
    else {
      edited = { ...pending, category, severity: severities.length === 1 ? severities[0].id : "" };
      marked.push(edited);
      marked.sort((a, b) => a.start - b.start || a.end - b.end);
      pending = null;
      none.checked = false;
    }
    const byKeyboard = palette.contains(document.activeElement);
    changed();
    if (severities.length > 1) ask("severity");
    else done(byKeyboard);
  }

  function grade(severity) {
    remember();
    edited.severity = severity;
    const byKeyboard = palette.contains(document.activeElement);
    changed();
    done(byKeyboard);
  }

  function done(byKeyboard) {
    close();
    if (byKeyboard) text.focus({ preventScroll: true });
  }

  function select(span) {
    if (!span) return;
    [pending, edited] = [span, null];
    getSelection().removeAllRanges();
    ask("category");
    said.textContent = quote(span);
  }

  const selected = () => {
    const found = selectedIn(text);
    return found && snapped(...found);
  };

  const wordAt = (x, y) => {
    const at = offsetAt(text, x, y);
    return words.find((word) => word.start <= at && at < word.end) ?? words.find((word) => word.end === at) ?? null;
  };

  if (!locked) {
    let finger = false;
    text.addEventListener("pointerdown", (event) => { finger = event.pointerType === "touch"; });
    addEventListener("pointerup", (event) => { if (event.pointerType !== "touch") select(selected()); });
    let soon;
    document.addEventListener("selectionchange", () => {
      clearTimeout(soon);
      if (finger) soon = setTimeout(() => select(selected()), 700);
    });
    // A click on a mark is about the mark, on a word about the word; with a finger, a second word stretches to it.
    text.addEventListener("click", (event) => {
      if (selected() || !getSelection().isCollapsed) return;
      const onMark = event.target.closest?.("mark[data-mark]");
      const word = wordAt(event.clientX, event.clientY);
      if (onMark && !pending) {
        edited = marked[Number(onMark.dataset.mark)];
        ask("category");
      } else if (pending && finger && word) select(snapped(Math.min(pending.start, word.start), Math.max(pending.end, word.end)));
      else if (finger && word) select(word);
    });
    document.addEventListener("pointerdown", (event) => {
      if (!palette.hidden && !palette.contains(event.target) && !(finger && text.contains(event.target))) close();
    });
    addEventListener("resize", () => { if (!palette.hidden) place(); });

    // By keyboard: the arrow keys step from word to word, Shift stretches, a number marks.
    text.addEventListener("keydown", (event) => {
      const forward = getComputedStyle(text).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      event.preventDefault();
      head = Math.min(words.length - 1, Math.max(0, head + (event.key === forward ? 1 : -1)));
      if (!event.shiftKey || anchor < 0) anchor = head;
      select({ start: words[Math.min(anchor, head)].start, end: words[Math.max(anchor, head)].end });
    });
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && history.length && !event.target.matches("input:not([type=checkbox]), textarea")) {
        event.preventDefault();
        undo.click();
        return;
      }
      if (palette.hidden || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea")) return;
      const button = palette.querySelector(`[data-digit="${CSS.escape(event.key)}"]`);
      if (button) button.click();
      else if (event.key === "Escape") { close(); text.focus({ preventScroll: true }); }
      else if ((event.key === "Delete" || event.key === "Backspace") && edited) drop(edited);
      else if (event.key === "Enter" && !palette.contains(event.target)) palette.querySelector("button")?.focus({ preventScroll: true });
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
    none.addEventListener("change", () => {
      if (!none.checked || !marked.length) return;
      history.push({ marked, none: false });
      marked = [];
      close();
      render();
    });
  }
  spans.closest("form").addEventListener("restored", ({ detail }) => {
    const all = (name) => detail.getAll(`${prefix}.${name}`);
    const [start, end, category, severity] = ["start", "end", "category", "severity"].map(all);
    if (!start.length && !all("none").length) return;
    marked = start.map((at, row) => ({ start: Number(at), end: Number(end[row]), category: category[row] ?? "", severity: severity[row] ?? "" })).filter((span) => span.end > span.start);
    render();
  });
  render();
}
