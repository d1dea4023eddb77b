// Dragging. The radio buttons stay what is sent; a row that has a place stands at it, a row that has
// none keeps waiting, so that nothing is answered that was not decided.
for (const list of document.querySelectorAll("[data-behaviour=ranking]:not([data-ties])")) {
  const rows = () => [...list.children];
  const chosen = (row) => row.querySelector("input:checked");
  const put = (row, place) => { row.querySelector(`input[value="${place}"]`).checked = true; };

  // Rows that have a place take the one where they now stand; the last one left has no choice.
  function settle(moved) {
    const placed = rows().filter((row) => row === moved || chosen(row));
    const settled = placed.length >= rows().length - 1 ? rows() : placed;
    rows().forEach((row, index) => { if (settled.includes(row)) put(row, index + 1); });
  }

  function move(row, index) {
    const others = rows().filter((other) => other !== row);
    list.insertBefore(row, others[index] ?? null);
    settle(row);
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // A place chosen by button or key moves the row there, and the focus with it.
  for (const input of list.querySelectorAll("input")) {
    input.addEventListener("click", () => {
      const row = input.closest("li");
      const others = rows().filter((other) => other !== row);
      list.insertBefore(row, others[Number(input.value) - 1] ?? null);
      settle(row);
      input.focus();
    });
  }

  for (const handle of list.querySelectorAll("[data-handle]")) {
    handle.hidden = false;
    handle.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      down.preventDefault();
      const row = handle.closest("li");
      const before = rows().indexOf(row);
      handle.setPointerCapture(down.pointerId);
      row.classList.add("dragged");
      const follow = (event) => {
        const others = rows().filter((other) => other !== row);
        const middle = (other) => { const box = other.getBoundingClientRect(); return box.top + box.height / 2; };
        const index = others.filter((other) => middle(other) < event.clientY).length;
        if (rows().indexOf(row) !== index) list.insertBefore(row, others[index] ?? null);
        const edge = 60;
        if (event.clientY < edge) scrollBy(0, -12);
        else if (event.clientY > innerHeight - edge) scrollBy(0, 12);
      };
      const drop = (event) => {
        handle.removeEventListener("pointermove", follow);
        row.classList.remove("dragged");
        const index = rows().indexOf(row);
        if (event.type === "pointerup") move(row, index);
        else list.insertBefore(row, rows().filter((other) => other !== row)[before] ?? null);
      };
      handle.addEventListener("pointermove", follow);
      handle.addEventListener("pointerup", drop, { once: true });
      handle.addEventListener("pointercancel", drop, { once: true });
    });
  }

  // A saved answer is shown in its order: rows that have a place at it, the others between.
  const sort = () => {
    const waiting = rows().filter((row) => !chosen(row));
    const placed = new Map(rows().filter(chosen).map((row) => [Number(chosen(row).value), row]));
    if (placed.size + waiting.length < rows().length) return; // two at one place: for the person to put right
    list.append(...rows().map((_, index) => placed.get(index + 1) ?? waiting.shift()));
  };
  list.closest("form").addEventListener("restored", sort);
  sort();
}
