// Ordering by dragging, by buttons or by place. The controls of each row stay what is sent. Nothing is
// answered until the person has moved something or said that the order is right; from then on every
// text has the place that its row shows.
for (const list of document.querySelectorAll("[data-behaviour=ranking]:not([data-ties])")) {
  const question = list.closest(".question");
  const keep = question.querySelector("[data-keep]");
  const said = question.querySelector("[data-said]");
  for (const fallback of question.querySelectorAll("[data-fallback]")) fallback.remove();
  if (question.disabled) continue;
  const rows = () => [...list.children];
  const field = (row) => row.querySelector("input.place");
  const place = (row) => Number(field(row)?.value || row.querySelector("input:checked")?.value || 0);
  const put = (row, number) => {
    if (field(row)) field(row).value = number;
    else row.querySelector(`input[value="${number}"]`).checked = true;
  };

  function show() {
    const answered = rows().every((row) => place(row) > 0);
    rows().forEach((row, index) => {
      row.querySelector("[data-place]").textContent = answered ? index + 1 : "";
      row.classList.remove("wrong");
      row.querySelector("[data-move=up]").setAttribute("aria-disabled", String(index === 0));
      row.querySelector("[data-move=down]").setAttribute("aria-disabled", String(index === rows().length - 1));
    });
    keep.hidden = answered;
  }

  function settle() {
    rows().forEach((row, index) => put(row, index + 1));
    show();
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function move(row, index) {
    const active = document.activeElement;
    list.insertBefore(row, rows().filter((other) => other !== row)[index] ?? null);
    settle();
    if (row.contains(active)) active.focus();
    row.scrollIntoView({ block: "nearest" });
    said.textContent = `${row.dataset.name}: ${list.dataset.moved.replace("*", index + 1)}`;
  }

  keep.querySelector("button").addEventListener("click", () => {
    settle();
    document.querySelector("[data-go]")?.focus();
  });

  for (const row of rows()) {
    const moves = document.createElement("span");
    moves.className = "moves";
    for (const [way, by] of [["up", -1], ["down", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.move = way;
      button.textContent = way === "up" ? "↑" : "↓";
      button.setAttribute("aria-label", `${list.dataset[way]}: ${row.dataset.name}`);
      button.addEventListener("click", () => {
        const to = rows().indexOf(row) + by;
        if (to >= 0 && to < rows().length) move(row, to);
      });
      moves.append(button);
    }
    row.append(moves);
    for (const input of row.querySelectorAll("input[type=radio]")) {
      input.addEventListener("click", () => move(row, Number(input.value) - 1));
    }
    field(row)?.addEventListener("change", (event) => {
      const to = Number(field(row).value);
      if (!Number.isInteger(to) || to < 1 || to > rows().length) return;
      event.stopPropagation();
      move(row, to - 1);
    });
    row.querySelector("[data-handle]").hidden = false;
    row.addEventListener("pointerdown", (down) => drag(row, down));
  }
  list.classList.add("draggable");

  // With the mouse a row is taken anywhere, with a finger at its handle: elsewhere a finger scrolls. The
  // rows stay where they are in the document until the drop, because a browser lets go of what is moved.
  function drag(row, down) {
    if (down.button !== 0 || down.target.closest("input, label, button, a, audio, video")) return;
    const grip = down.target.closest("[data-handle]");
    if (down.pointerType === "touch" && !grip) return;
    if (grip) down.preventDefault();
    const others = rows().filter((other) => other !== row);
    const from = rows().indexOf(row);
    const top = (element) => element.getBoundingClientRect().top + scrollY;
    const middles = others.map((other) => top(other) + other.offsetHeight / 2);
    const own = top(row) + row.offsetHeight / 2;
    const step = row.offsetHeight + (parseFloat(getComputedStyle(list).rowGap) || 0);
    const startY = down.clientY + scrollY;
    let at = down.clientY;
    let to = from;
    let lifted = false;
    let frame = 0;

    function follow() {
      const by = at + scrollY - startY;
      row.style.transform = `translateY(${by}px)`;
      to = middles.filter((middle) => middle < own + by).length;
      others.forEach((other, index) => {
        const shift = index >= to && index < from ? step : index < to && index >= from ? -step : 0;
        other.style.transform = shift ? `translateY(${shift}px)` : "";
      });
    }
    function scroll() {
      const edge = 70;
      const by = at < edge ? -10 : at > innerHeight - edge - 60 ? 10 : 0;
      if (by) { scrollBy(0, by); follow(); }
      frame = requestAnimationFrame(scroll);
    }
    function moved(event) {
      if (event.pointerId !== down.pointerId) return;
      at = event.clientY;
      if (!lifted && Math.abs(at + scrollY - startY) < 5) return;
      if (!lifted) {
        lifted = true;
        getSelection().removeAllRanges();
        row.classList.add("dragged");
        list.classList.add("dragging");
        frame = requestAnimationFrame(scroll);
      }
      follow();
    }
    function end(event) {
      if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
      if (event.type === "keydown" && event.key !== "Escape") return;
      cancelAnimationFrame(frame);
      for (const [kind, listener] of listeners) removeEventListener(kind, listener, true);
      for (const each of rows()) each.style.transform = "";
      row.classList.remove("dragged");
      list.classList.remove("dragging");
      if (lifted && event.type === "pointerup") move(row, to);
    }
    const listeners = [["pointermove", moved], ["pointerup", end], ["pointercancel", end], ["keydown", end]];
    for (const [kind, listener] of listeners) addEventListener(kind, listener, true);
  }

  // A saved answer is shown in its order.
  const sort = () => {
    const places = rows().map(place);
    if (new Set(places).size === places.length && !places.includes(0)) list.append(...rows().sort((a, b) => place(a) - place(b)));
    show();
  };
  list.closest("form").addEventListener("restored", sort);
  sort();
}
