// The same text is never best and worst, and of two texts the other follows.
for (const table of document.querySelectorAll("[data-behaviour=best-worst]")) {
  const rows = [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("input")]);
  rows.forEach((inputs, index) => inputs.forEach((input, side) => input.addEventListener("change", () => {
    inputs[1 - side].checked = false;
    if (rows.length === 2) rows[1 - index][1 - side].checked = true;
  })));
}
