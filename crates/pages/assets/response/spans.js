// Marking: select words by mouse, finger or keyboard, then choose the category, then the severity, where the eye
// already is. Offsets count Unicode code points; a mark begins and ends with a word.
import { element, fromFields, markable, toField } from "./words.js";

for (const spans of document.querySelectorAll("[data-behaviour=spans]")) {
  const texts = [...spans.querySelectorAll("[data-text]")].map(markable);
  const byName = (name) => texts.find((text) => text.name === name);
  const output = byName("output");
  const none = spans.querySelector("[data-none]");
  const { prefix, mark: markAs, marked: listName, remove: removeWord, undo: undoWord, clash: clashWords, missing: missingWords } = spans.dataset;
  const options = (name) => [...(spans.querySelector(`select[name="${prefix}.${name}"]`)?.options ?? [])].filter((o) => o.value).map((o) => ({ id: o.value, label: o.text }));
  const [categories, severities] = [options("category"), options("severity")];
  const mayOverlap = "overlap" in spans.dataset;
  // As many colours as there are categories: each a golden angle from the one before.
  const paintAs = (made, category) => {
    const place = categories.findIndex(({ id }) => id === category);
    made.style.setProperty("--hue", Math.round(35 + place * 137.5) % 360);
    return made;
  };
  const quote = (span) => span.text === "missing" ? `[${missingWords}]` : byName(span.text).letters.slice(span.start, span.end).join("");

  // What the rows of the scriptless form hold becomes our list; then they go.
  let marked = [...spans.querySelectorAll(".part")].map((part) => {
    const value = (name) => part.querySelector(`[name="${prefix}.${name}"]`)?.value ?? "";
    const place = fromFields(value("start"), value("end"));
    return place && { ...place, category: value("category"), severity: value("severity") };
  }).filter(Boolean);
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
  const missing = element("button", { type: "button", className: "missing", textContent: `[${missingWords}]`, hidden: !missingWords });
  const tools = element("div", { className: "tools" }, missing, none.closest("label"), undo);
  spans.append(tools, list, palette, said);
  for (const text of texts) text.element.tabIndex = 0;
  for (const word of spans.querySelectorAll("[data-category]")) paintAs(word, word.dataset.category);

  let pending = null; // selected, not yet marked
  let edited = null; // the mark that the palette is open for
  let home = output.element; // where the focus goes back to
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
    home.focus({ preventScroll: true });
  });

  // A text with its marks: cut wherever one starts or ends.
  function paint() {
    for (const text of texts) {
      const own = marked.filter((span) => span.text === text.name);
      const chosen = pending?.text === text.name ? pending : null;
      const cuts = [...new Set([0, text.letters.length, ...[...own, chosen ?? []].flat().flatMap((span) => [span.start, span.end])])].sort((a, b) => a - b);
      text.element.replaceChildren(...cuts.slice(0, -1).map((from, index) => {
        const to = cuts[index + 1];
        const here = own.filter((span) => span.start <= from && to <= span.end);
        const isPending = chosen && chosen.start <= from && to <= chosen.end;
        const piece = text.letters.slice(from, to).join("");
        if (!here.length && !isPending) return document.createTextNode(piece);
        const mark = element("mark", { textContent: piece });
        if (here.length) paintAs(mark, here.at(-1).category).dataset.mark = marked.indexOf(here.at(-1));
        mark.classList.toggle("doubly", here.length > 1);
        mark.classList.toggle("open", here.some((span) => severities.length && !span.severity));
        mark.classList.toggle("pending", Boolean(isPending) || here.includes(edited));
        return mark;
      }));
    }
    missing.classList.toggle("pending", (pending ?? edited)?.text === "missing");
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
      for (const name of ["start", "end"]) row.append(element("input", { type: "hidden", name: `${prefix}.${name}`, value: toField(span.text, span[name]) }));
      row.append(choose("category", categories, span));
      if (severities.length) row.append(choose("severity", severities, span));
      const button = element("button", { type: "button", textContent: removeWord });
      button.setAttribute("aria-label", `${removeWord}: ${quote(span)}`);
      button.addEventListener("click", () => { drop(span); home.focus({ preventScroll: true }); });
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
    const chosen = [...spans.querySelectorAll(".pending")];
    const box = (chosen.at(-1) ?? home).getBoundingClientRect();
    const around = spans.getBoundingClientRect();
    palette.style.insetInlineStart = "0";
    palette.style.left = `${Math.max(0, Math.min(box.left - around.left, around.width - palette.offsetWidth))}px`;
    const floor = document.querySelector(".actions")?.getBoundingClientRect().top ?? innerHeight;
    const below = box.bottom + 6;
    const above = (chosen[0] ?? home).getBoundingClientRect().top - palette.offsetHeight - 6;
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
    const clashes = pending && !mayOverlap && marked.some((other) => pending.text === other.text && pending.start < other.end && other.start < pending.end);
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
      button.addEventListener("click", () => { drop(edited); home.focus({ preventScroll: true }); });
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
      marked.sort((a, b) => a.text.localeCompare(b.text) || a.start - b.start || a.end - b.end);
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
    if (byKeyboard) home.focus({ preventScroll: true });
  }

  function select(text, place) {
    if (!place) return;
    const span = { ...place, text: text?.name ?? "missing" };
    home = text?.element ?? missing;
    [pending, edited] = [span, null];
    getSelection().removeAllRanges();
    ask("category");
    said.textContent = quote(span);
  }

  if (!locked) {
    let finger = false;
    const selectMarked = () => { for (const text of texts) select(text, text.selected()); };
    let swept = false; // the mouse has just selected several words
    addEventListener("pointerup", (event) => {
      if (event.pointerType === "touch") return;
      swept = texts.some((text) => text.selected());
      selectMarked();
    });
    let soon;
    document.addEventListener("selectionchange", () => {
      clearTimeout(soon);
      if (finger) soon = setTimeout(selectMarked, 700);
    });
    for (const text of texts) listen(text);
    missing.addEventListener("click", () => {
      select(null, { start: 0, end: 0 });
      palette.querySelector("button")?.focus({ preventScroll: true });
    });

    function listen(text) {
      text.element.addEventListener("pointerdown", (event) => { finger = event.pointerType === "touch"; });
      // A click on a mark is about the mark, on a word about the word; with a finger, a second word stretches to it.
      text.element.addEventListener("click", (event) => {
        if (swept || text.selected() || !getSelection().isCollapsed) return;
        const onMark = event.target.closest?.("mark[data-mark]");
        const word = text.wordAt(event.clientX, event.clientY);
        if (onMark && !pending) {
          edited = marked[Number(onMark.dataset.mark)];
          home = text.element;
          ask("category");
        } else if (pending?.text === text.name && finger && word) select(text, text.snapped(Math.min(pending.start, word.start), Math.max(pending.end, word.end)));
        else if (word) select(text, word);
      });
      // By keyboard: the arrow keys step from word to word, Shift stretches, a number marks.
      text.element.addEventListener("keydown", (event) => {
        const forward = getComputedStyle(text.element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
        if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
        event.preventDefault();
        text.head = Math.min(text.words.length - 1, Math.max(0, text.head + (event.key === forward ? 1 : -1)));
        if (!event.shiftKey || text.anchor < 0) text.anchor = text.head;
        const [first, last] = [text.anchor, text.head].sort((a, b) => a - b);
        select(text, { start: text.words[first].start, end: text.words[last].end });
      });
    }
    document.addEventListener("pointerdown", (event) => {
      if (!palette.hidden && !palette.contains(event.target) && event.target !== missing && !(finger && texts.some((text) => text.element.contains(event.target)))) close();
    });
    addEventListener("resize", () => { if (!palette.hidden) place(); });

    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && history.length && !event.target.matches("input:not([type=checkbox]), textarea")) {
        event.preventDefault();
        undo.click();
        return;
      }
      if (palette.hidden || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea")) return;
      const button = palette.querySelector(`[data-digit="${CSS.escape(event.key)}"]`);
      if (button) button.click();
      else if (event.key === "Escape") { close(); home.focus({ preventScroll: true }); }
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
    marked = start.flatMap((at, row) => {
      const place = fromFields(at, end[row] ?? "");
      return place ? [{ ...place, category: category[row] ?? "", severity: severity[row] ?? "" }] : [];
    });
    render();
  });
  render();
}
