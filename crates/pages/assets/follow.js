// Questions that follow an answer come and go with it. What is not asked is not sent; what was typed there waits in the page.
const form = document.querySelector("main form[data-form]");
const following = [...document.querySelectorAll("[data-follows]")];
const notice = document.querySelector("[data-followed]");

// What is answered to a question, as it would be sent; nothing while it is not asked, or cannot be judged.
function answers(question) {
  if (question.disabled || [...question.querySelectorAll(".unable input:checked")].some((reason) => reason.value)) return [];
  const fields = [...question.querySelectorAll(".controls [name]")].filter((field) => /\.(value|option|choice)$/.test(field.name));
  return fields.filter((field) => /radio|checkbox/.test(field.type) ? field.checked : field.value !== "").map((field) => field.value);
}

function holds({ is, above, below }, given) {
  if (!is) return given.some((value) => (above === null || Number(value) > above) && (below === null || Number(value) < below));
  // A side without its degree stands for all of them.
  return given.some((value) => is.includes(value) || is.includes(value.replace(/^([ab])\d$/, "$1")));
}

function update(tell) {
  for (const question of following) {
    const asked = holds(JSON.parse(question.dataset.when), answers(document.getElementById(question.dataset.follows)));
    if (asked === !question.hidden) continue;
    question.hidden = !asked;
    question.disabled = !asked;
    if (asked && tell) notice.textContent = `${notice.dataset.followed} ${question.querySelector("legend").textContent}`;
  }
}

// Before answers are saved, which listens at the form.
for (const kind of ["change", "input"]) document.addEventListener(kind, () => update(true), { capture: true });
form?.addEventListener("restored", () => update(false));
update(false);
