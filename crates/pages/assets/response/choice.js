// "None of these" and the others exclude one another.
for (const options of document.querySelectorAll("[data-behaviour=choice]")) {
  const none = options.querySelector("[data-none]");
  if (!none) continue;
  const others = [...options.querySelectorAll("input")].filter((input) => input !== none);
  options.addEventListener("change", (event) => {
    if (event.target === none && none.checked) for (const other of others) other.checked = false;
    else if (event.target !== none && event.target.checked) none.checked = false;
  });
}
