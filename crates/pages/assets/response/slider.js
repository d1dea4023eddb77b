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
  // Touching the very middle moves nothing, so that the browser reports no change; but it is an answer.
  const answer = () => touch() && range.dispatchEvent(new Event("change", { bubbles: true }));
  range.addEventListener("click", answer);
  range.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    answer();
  });
  field.form.addEventListener("restored", show);

  label.hidden = true;
  for (const number of slider.querySelectorAll("[data-typed]")) number.remove();
  range.id = field.id;
  field.removeAttribute("id");
  label.before(range);
  show();
}
