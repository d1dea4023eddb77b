// Turns the field for a number into a line. The field stays what is sent, and stays empty until the
// line is touched: an untouched slider has no answer.
for (const slider of document.querySelectorAll("[data-behaviour=slider]")) {
  const field = slider.querySelector("input[type=number]");
  const label = slider.querySelector(".typed");
  const range = document.createElement("input");
  range.type = "range";
  for (const name of ["min", "max", "step"]) range.setAttribute(name, field.getAttribute(name));
  range.setAttribute("aria-labelledby", `${slider.closest(".question").id}-legend`);
  if (field.hasAttribute("aria-invalid")) range.setAttribute("aria-invalid", "true");

  const show = () => {
    const touched = field.value !== "";
    range.classList.toggle("untouched", !touched);
    range.value = touched ? field.value : (Number(field.min) + Number(field.max)) / 2;
    if (touched) range.removeAttribute("aria-valuetext");
    else range.setAttribute("aria-valuetext", "–");
  };
  const touch = () => {
    const moved = field.value !== range.value;
    field.value = range.value;
    show();
    return moved;
  };
  range.addEventListener("input", touch);
  const answer = () => touch() && range.dispatchEvent(new Event("change", { bubbles: true }));
  range.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    answer();
  });
  field.form.addEventListener("restored", show);

  // The pointer is followed here and not by the browser, which would take a finger that scrolls the page
  // for an answer: a finger answers when it taps, or moves along the line.
  const line = document.createElement("div");
  line.className = "track";
  const thumb = 28;
  const set = (event) => {
    const box = line.getBoundingClientRect();
    let share = Math.min(1, Math.max(0, (event.clientX - box.left - thumb / 2) / (box.width - thumb)));
    if (getComputedStyle(line).direction === "rtl") share = 1 - share;
    range.value = Number(field.min) + share * (Number(field.max) - Number(field.min));
    touch();
  };
  let before = null; // what the field held when the pointer came down
  line.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || range.matches(":disabled")) return;
    before = field.value;
    line.setPointerCapture(event.pointerId);
    range.focus({ preventScroll: true });
    if (event.pointerType !== "touch") set(event);
    event.preventDefault();
  });
  line.addEventListener("pointermove", (event) => { if (before !== null) set(event); });
  line.addEventListener("pointerup", (event) => {
    if (before === null) return;
    set(event);
    const changed = before !== field.value;
    before = null;
    if (changed) range.dispatchEvent(new Event("change", { bubbles: true }));
  });
  line.addEventListener("pointercancel", () => {
    if (before === null) return;
    field.value = before;
    before = null;
    show();
  });

  label.hidden = true;
  for (const number of slider.querySelectorAll("[data-typed]")) number.remove();
  range.id = field.id;
  field.removeAttribute("id");
  line.append(range);
  label.before(line);
  show();
}
